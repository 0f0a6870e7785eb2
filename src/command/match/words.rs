//! The words of a match: the same as flags and in a TOML file.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::Deserialize;

use crate::arena::clock::{Limits, TimeControl};
use crate::arena::plan::{Engine, Openings, Plan};
use crate::arena::rating::Sprt;
use crate::arena::schedule::Format;
use crate::arena::speech::Dialect;
use crate::arena::start::Kind;
use crate::othello::Size;

/// What can be said about a match. What is not said has a usual value.
#[derive(Clone, Debug, Default, clap::Args, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(super) struct Words {
    /// An engine: its command line, or words such as `name=old cmd="./old -x"
    /// dialect=gtp depth=6 option.Hash=16 env.LANG=C dir=/tmp`.
    #[arg(long, value_name = "ENGINE")]
    pub(super) engine: Vec<EngineWords>,
    /// Words that hold for every engine which does not say otherwise.
    #[arg(long, value_name = "WORDS")]
    pub(super) each: Option<EngineWords>,
    /// Seconds for a game, and more for each move: 60, or 5+0.1.
    #[arg(long, value_name = "SECONDS[+SECONDS]")]
    pub(super) time: Option<TimeControl>,
    /// Milliseconds for every move.
    #[arg(long, value_name = "MS")]
    pub(super) movetime: Option<u64>,
    /// Plies to look ahead.
    #[arg(long)]
    pub(super) depth: Option<u32>,
    /// Positions to look at.
    #[arg(long)]
    pub(super) nodes: Option<u64>,
    /// Games that every two engines play: an even number, for each opening is
    /// played with both colours. 100 if not said.
    #[arg(long)]
    pub(super) games: Option<usize>,
    /// Games that are played at once.
    #[arg(long, value_name = "N")]
    pub(super) concurrency: Option<usize>,
    /// What chance begins with: the order of openings, and random ones.
    #[arg(long)]
    pub(super) seed: Option<u64>,
    /// Who meets whom.
    #[arg(long, value_enum)]
    pub(super) format: Option<Format>,
    /// The game, by its name in the native dialect: othello if not said.
    #[arg(long)]
    pub(super) game: Option<String>,
    /// The board: 4, 6, 8 or 10 squares to a side in Othello, columns and rows
    /// such as 12x8 in Gravity.
    #[arg(long)]
    pub(super) size: Option<BoardSize>,
    /// A file of openings: transcripts, OBF or GGF, one to a line.
    #[arg(long, value_name = "FILE")]
    pub(super) openings: Option<PathBuf>,
    /// Take at most so many moves of each opening.
    #[arg(long)]
    pub(super) plies: Option<usize>,
    /// Begin with so many random moves instead.
    #[arg(long, value_name = "PLIES")]
    pub(super) random_plies: Option<usize>,
    /// Milliseconds that an engine may be over its clock. 250 if not said.
    #[arg(long, value_name = "MS")]
    pub(super) margin: Option<u64>,
    /// Milliseconds that an engine without a clock may think about a move. A
    /// minute if not said.
    #[arg(long, value_name = "MS")]
    pub(super) patience: Option<u64>,
    /// Milliseconds that an engine may take to start and to begin a game. Ten
    /// seconds if not said.
    #[arg(long, value_name = "MS")]
    pub(super) start_patience: Option<u64>,
    /// Solve a game with so many empty squares instead of playing it on.
    #[arg(long, value_name = "EMPTIES")]
    pub(super) adjudicate: Option<u32>,
    /// Name the moves that gave a game away, looking back to so many empty
    /// squares.
    #[arg(long, value_name = "EMPTIES")]
    pub(super) blame: Option<u32>,
    /// End as soon as this test is decided: elo0,elo1[,alpha,beta][,normalised].
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    pub(super) sprt: Option<Sprt>,
    /// The results file, a line of JSON for each game. match.jsonl if not said.
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Write the games here as GGF too.
    #[arg(long, value_name = "FILE")]
    pub(super) ggf: Option<PathBuf>,
    /// Write a page for a browser here, with every game to replay.
    #[arg(long, value_name = "FILE.html")]
    pub(super) report: Option<PathBuf>,
    /// Tell the score of every opening.
    #[arg(long)]
    pub(super) per_opening: Option<Option<bool>>,
}

/// The size of a board as it was said.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(from = "NumberOrText")]
pub(super) struct BoardSize(String);

/// A file may have the number without quotes.
#[derive(Deserialize)]
#[serde(untagged)]
enum NumberOrText {
    Number(u64),
    Text(String),
}

impl From<NumberOrText> for BoardSize {
    fn from(size: NumberOrText) -> BoardSize {
        BoardSize(match size {
            NumberOrText::Number(number) => number.to_string(),
            NumberOrText::Text(text) => text,
        })
    }
}

impl FromStr for BoardSize {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<BoardSize, Infallible> {
        Ok(BoardSize(text.to_owned()))
    }
}

/// What can be said about an engine.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct EngineWords {
    name: Option<String>,
    cmd: Option<String>,
    dialect: Option<Dialect>,
    option: BTreeMap<String, toml::Value>,
    env: BTreeMap<String, String>,
    dir: Option<PathBuf>,
    time: Option<TimeControl>,
    movetime: Option<u64>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

/// The usual margin, in milliseconds. A machine with more to do than it has
/// processors for gives an engine its turn a tenth of a second late at times,
/// which is no fault of the engine's.
const MARGIN: u64 = 250;

/// The words that may stand before an equals sign.
const KEYS: [&str; 8] = [
    "name", "cmd", "dialect", "dir", "time", "movetime", "depth", "nodes",
];

/// The most games between two engines: every opening is known beforehand, and
/// takes memory.
const MOST_GAMES: usize = 1_000_000;

/// The most games at once, each with two processes.
const MOST_AT_ONCE: usize = 1_000;

/// A match that cannot be played as it was put.
#[derive(Debug, thiserror::Error)]
pub(super) enum WordsError {
    #[error("a match needs two engines, got {0}")]
    TooFewEngines(usize),
    #[error("engine {0}: expected a command")]
    NoCommand(usize),
    #[error("engine {name}: {why}")]
    BadCommand { name: String, why: String },
    #[error("two engines are called {0}, expected different names")]
    SameName(String),
    #[error(
        "{0} games, expected an even number from 2 to {MOST_GAMES}, for openings are played in pairs"
    )]
    Games(usize),
    #[error("{0} games at once, expected 1 to {MOST_AT_ONCE}")]
    Concurrency(usize),
    #[error("{0}")]
    Kind(String),
    #[error("{0} is for Othello, expected a match without it")]
    OnlyOthello(&'static str),
    #[error("{0} is for boards that can be solved, expected a match on 8x8 or smaller")]
    OnlySolvable(&'static str),
    #[error("a test is between two engines, got {0}")]
    Test(usize),
    #[error("{}: {why}", path.display())]
    File { path: PathBuf, why: String },
    #[error("{0}")]
    Engine(String),
}

impl Words {
    /// Reads the words of a file.
    pub(super) fn read(path: &Path, text: &str) -> Result<Words, WordsError> {
        toml::from_str(text).map_err(|error| WordsError::File {
            path: path.into(),
            why: error.to_string().trim_end().to_owned(),
        })
    }

    /// These words, completed by others.
    pub(super) fn or(self, other: Words) -> Words {
        Words {
            engine: match self.engine.is_empty() {
                true => other.engine,
                false => self.engine,
            },
            each: match (self.each, other.each) {
                (Some(own), Some(other)) => Some(own.or(other)),
                (own, other) => own.or(other),
            },
            time: self.time.or(other.time),
            movetime: self.movetime.or(other.movetime),
            depth: self.depth.or(other.depth),
            nodes: self.nodes.or(other.nodes),
            games: self.games.or(other.games),
            concurrency: self.concurrency.or(other.concurrency),
            seed: self.seed.or(other.seed),
            format: self.format.or(other.format),
            game: self.game.or(other.game),
            size: self.size.or(other.size),
            openings: self.openings.or(other.openings),
            plies: self.plies.or(other.plies),
            random_plies: self.random_plies.or(other.random_plies),
            margin: self.margin.or(other.margin),
            patience: self.patience.or(other.patience),
            start_patience: self.start_patience.or(other.start_patience),
            adjudicate: self.adjudicate.or(other.adjudicate),
            blame: self.blame.or(other.blame),
            sprt: self.sprt.or(other.sprt),
            out: self.out.or(other.out),
            ggf: self.ggf.or(other.ggf),
            report: self.report.or(other.report),
            per_opening: self.per_opening.or(other.per_opening),
        }
    }

    /// How many games every two engines play.
    pub(super) fn games(&self) -> Result<usize, WordsError> {
        match self.games.unwrap_or(100) {
            games @ 2..=MOST_GAMES if games % 2 == 0 => Ok(games),
            games => Err(WordsError::Games(games)),
        }
    }

    /// How many games are played at once.
    pub(super) fn concurrency(&self) -> Result<usize, WordsError> {
        match self.concurrency.unwrap_or(1) {
            games @ 1..=MOST_AT_ONCE => Ok(games),
            games => Err(WordsError::Concurrency(games)),
        }
    }

    /// Whether the score of every opening is wanted.
    pub(super) fn per_opening(&self) -> bool {
        self.per_opening.is_some_and(|said| said.unwrap_or(true))
    }

    /// The game.
    pub(super) fn kind(&self) -> Result<Kind, WordsError> {
        let name = self.game.as_deref().unwrap_or("othello");
        let size = self.size.as_ref().map(|BoardSize(size)| size.as_str());
        let kind = Kind::named(name, size).map_err(WordsError::Kind)?;
        let solved = [
            ("adjudicate", self.adjudicate.is_some()),
            ("blame", self.blame.is_some()),
        ];
        let solved = solved
            .into_iter()
            .find_map(|(word, said)| said.then_some(word));
        let ggf = self.ggf.as_ref().map(|_| "ggf");
        match (kind.size(), solved.or(ggf), solved) {
            (None, Some(word), _) => Err(WordsError::OnlyOthello(word)),
            (Some(Size::Ten), _, Some(word)) => Err(WordsError::OnlySolvable(word)),
            _ => Ok(kind),
        }
    }

    /// The match these words describe.
    pub(super) fn plan(&self, openings: Openings) -> Result<Plan, WordsError> {
        let games = self.games()?;
        let kind = self.kind()?;
        let engines = self.engines()?;
        if self.sprt.is_some() && engines.len() != 2 {
            return Err(WordsError::Test(engines.len()));
        }
        Ok(Plan {
            engines,
            format: self.format.unwrap_or_default(),
            games,
            seed: self.seed.unwrap_or_default(),
            kind,
            openings,
            margin: self.margin.unwrap_or(MARGIN),
            patience: self.patience.unwrap_or(60_000),
            start_patience: self.start_patience.unwrap_or(10_000),
            adjudicate: self.adjudicate,
            blame: self.blame,
            sprt: self.sprt,
        })
    }

    fn engines(&self) -> Result<Vec<Engine>, WordsError> {
        if self.engine.len() < 2 {
            return Err(WordsError::TooFewEngines(self.engine.len()));
        }
        let usual = EngineWords {
            time: self.time,
            movetime: self.movetime,
            depth: self.depth,
            nodes: self.nodes,
            ..EngineWords::default()
        };
        let usual = self.each.clone().unwrap_or_default().or(usual);
        let mut engines: Vec<Engine> = Vec::new();
        for (index, words) in self.engine.iter().enumerate() {
            let named = words.name.is_some();
            let mut engine = words.clone().or(usual.clone()).engine(index + 1)?;
            let taken = |name: &str| engines.iter().any(|other| other.name == name);
            if taken(&engine.name) && named {
                return Err(WordsError::SameName(engine.name));
            }
            let plain = engine.name.clone();
            for number in 2.. {
                if !taken(&engine.name) {
                    break;
                }
                engine.name = format!("{plain} {number}");
            }
            engines.push(engine);
        }
        Ok(engines)
    }
}

impl EngineWords {
    /// These words, completed by others.
    fn or(self, other: EngineWords) -> EngineWords {
        let own_limits = self.time.is_some()
            || self.movetime.is_some()
            || self.depth.is_some()
            || self.nodes.is_some();
        // An engine that has limits of its own has no others.
        let usual = match own_limits {
            true => EngineWords::default(),
            false => other.clone(),
        };
        let mut option = other.option;
        option.extend(self.option);
        let mut env = other.env;
        env.extend(self.env);
        EngineWords {
            name: self.name.or(other.name),
            cmd: self.cmd.or(other.cmd),
            dialect: self.dialect.or(other.dialect),
            option,
            env,
            dir: self.dir.or(other.dir),
            time: self.time.or(usual.time),
            movetime: self.movetime.or(usual.movetime),
            depth: self.depth.or(usual.depth),
            nodes: self.nodes.or(usual.nodes),
        }
    }

    fn engine(self, number: usize) -> Result<Engine, WordsError> {
        let cmd = self.cmd.ok_or(WordsError::NoCommand(number))?;
        let command = shell_words::split(&cmd).map_err(|error| WordsError::BadCommand {
            name: cmd.clone(),
            why: error.to_string(),
        })?;
        let program = command.first().ok_or(WordsError::NoCommand(number))?;
        let file_name = Path::new(program).file_name();
        let file_name = file_name.map(|name| name.to_string_lossy().into_owned());
        Ok(Engine {
            name: self.name.or(file_name).unwrap_or_else(|| program.clone()),
            command: absolute(command),
            dialect: self.dialect,
            options: self
                .option
                .into_iter()
                .map(|(name, value)| (name, plain(value)))
                .collect(),
            environment: self.env,
            directory: self.dir,
            limits: Limits {
                clock: self.time,
                movetime: self.movetime,
                depth: self.depth,
                nodes: self.nodes,
            },
        })
    }
}

/// A program given by its path is found from where the runner is, wherever it
/// will run.
fn absolute(mut command: Vec<String>) -> Vec<String> {
    if let Some(program) = command.first_mut()
        && program.contains('/')
        && let Ok(path) = std::path::absolute(&*program)
    {
        *program = path.to_string_lossy().into_owned();
    }
    command
}

/// A value as an engine reads it.
fn plain(value: toml::Value) -> String {
    match value {
        toml::Value::String(text) => text,
        other => other.to_string(),
    }
}

impl FromStr for EngineWords {
    type Err = WordsError;

    /// Words with equals signs, or else a command line.
    fn from_str(text: &str) -> Result<EngineWords, WordsError> {
        let words = shell_words::split(text)
            .map_err(|error| WordsError::Engine(format!("{error} in {text}")))?;
        if !words.first().is_some_and(|word| is_setting(word)) {
            return Ok(EngineWords {
                cmd: Some(text.to_owned()),
                ..EngineWords::default()
            });
        }
        let mut table = toml::Table::new();
        for word in &words {
            insert(&mut table, word)?;
        }
        EngineWords::deserialize(table).map_err(|error| {
            let why = error.to_string();
            WordsError::Engine(format!("{} in {text}", why.trim_end()))
        })
    }
}

fn is_setting(word: &str) -> bool {
    word.split_once('=').is_some_and(|(key, _)| {
        KEYS.contains(&key) || key.starts_with("option.") || key.starts_with("env.")
    })
}

/// Puts `key=value` or `table.key=value` into a table.
fn insert(table: &mut toml::Table, word: &str) -> Result<(), WordsError> {
    let expected = || WordsError::Engine(format!("\"{word}\", expected a word such as depth=6"));
    let (key, value) = word.split_once('=').ok_or_else(expected)?;
    let text = || toml::Value::String(value.to_owned());
    let value = match key {
        "depth" | "nodes" | "movetime" => {
            value.parse().map_or_else(|_| text(), toml::Value::Integer)
        }
        _ => text(),
    };
    match key.split_once('.') {
        None => {
            table.insert(key.to_owned(), value);
        }
        Some((outer, inner)) => {
            let empty = || toml::Value::Table(toml::Table::new());
            let inner_table = table.entry(outer).or_insert_with(empty);
            let inner_table = inner_table.as_table_mut().ok_or_else(expected)?;
            inner_table.insert(inner.to_owned(), value);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn none() -> Openings {
        Openings {
            source: "the start".into(),
            count: 1,
            digest: String::new(),
        }
    }

    const FILE: &str = r#"
        games = 20
        depth = 6
        [each]
        option = { Hash = 16 }
        [[engine]]
        name = "new"
        cmd = "./outflank --strict"
        [[engine]]
        cmd = "gtp-rhino"
        dialect = "gtp"
        time = 5.5
        env = { LANG = "C" }
    "#;

    #[test]
    fn a_file_and_flags_say_the_same() {
        let file = Words::read(Path::new("duel.toml"), FILE).unwrap();
        let flags = Words {
            engine: vec![
                "name=new cmd='./outflank --strict'".parse().unwrap(),
                "cmd=gtp-rhino dialect=gtp time=5.5 env.LANG=C"
                    .parse()
                    .unwrap(),
            ],
            each: Some("option.Hash=16".parse().unwrap()),
            games: Some(20),
            depth: Some(6),
            ..Words::default()
        };
        let plan = file.plan(none()).unwrap();
        assert_eq!(plan, flags.plan(none()).unwrap());
        assert_eq!(plan.engines[0].limits.depth, Some(6));
        assert_eq!(plan.engines[1].limits.depth, None);
        assert_eq!(plan.engines[1].name, "gtp-rhino");
        assert_eq!(plan.engines[1].options["Hash"], "16");
        assert!(plan.engines[0].command[0].ends_with("/outflank"));
    }

    #[test]
    fn a_bare_command_is_an_engine_and_equal_names_are_numbered() {
        let words = Words {
            engine: vec!["a/engine -x".parse().unwrap(), "b/engine".parse().unwrap()],
            ..Words::default()
        };
        let plan = words.plan(none()).unwrap();
        assert_eq!(plan.names(), ["engine", "engine 2"]);
        assert_eq!(plan.engines[0].command[1], "-x");
    }

    #[test]
    fn what_cannot_be_played_is_refused_with_a_reason() {
        for (text, expected) in [
            ("games = 3", "3 games, expected an even number"),
            ("games = 0", "0 games, expected an even number"),
            (
                "games = 1000000000000",
                "1000000000000 games, expected an even number from 2 to 1000000",
            ),
            (
                "size = 10\nadjudicate = 8",
                "adjudicate is for boards that can be solved",
            ),
            ("size = 10\nblame = 8", "blame is for boards"),
            ("games = 2", "a match needs two engines, got 0"),
            ("size = 7", "a board of 7, expected 4, 6, 8 or 10"),
            ("size = \"12x8\"", "a board of 12x8, expected 4, 6, 8 or 10"),
            ("game = \"go\"", "\"go\", expected one of othello"),
            (
                "[[engine]]\nname='a'\n[[engine]]",
                "engine 1: expected a command",
            ),
            (
                "[[engine]]\nname='a'\ncmd='x'\n[[engine]]\nname='a'\ncmd='y'",
                "two engines are called a",
            ),
        ] {
            let words = Words::read(Path::new("f"), text).unwrap();
            let error = words.plan(none()).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
        let error = Words::read(Path::new("f.toml"), "gmaes = 2").unwrap_err();
        assert!(
            error.to_string().contains("unknown field `gmaes`"),
            "{error}"
        );
        for text in [
            "cmd=x depth=deep",
            "cmd=x speed=4",
            "cmd=x dialect=klingon",
            "cmd='x",
        ] {
            assert!(text.parse::<EngineWords>().is_err(), "{text}");
        }
    }
}
