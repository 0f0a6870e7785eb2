//! Every game by its name: the one boundary behind which front ends play games
//! without knowing which.
//!
//! A game is a module with its rules ([`Game`](crate::game::Game)) and its
//! words ([`Notation`]), somebody to play it ([`Player`]), and one line in the
//! list at the foot of this page. `examples/another_game.rs` adds one.

use std::sync::Arc;

use crate::connect::{self, Variant};
use crate::dominoes::{PLAYERS, Round};
use crate::game::{Color, Grid, History, Notation, Outcome, Unreadable, count_sequences};
use crate::othello::notation::{columns, diagram, format, transcript};
use crate::othello::{self, Size, Square, Start};
use crate::players::dominoes::{Dealer, Strategy};
use crate::players::{Connector, Limits, Othello, Player, Thought};

/// A game being played, whichever it is: moves are words.
pub trait Match: Send {
    /// Makes a move. If it is refused, nothing has changed.
    fn play(&mut self, word: &str) -> Result<(), Refused>;

    /// Takes a move back and says which it was.
    fn undo(&mut self) -> Option<String>;

    /// Makes the move last taken back again and says which it was.
    fn redo(&mut self) -> Option<String>;

    /// The moves made, first to last.
    fn moves(&self) -> Vec<String>;

    /// How many moves have been taken back.
    fn undone(&self) -> usize;

    /// What may be played now; nothing if the game is over.
    fn legal(&self) -> Vec<String>;

    /// Everyone who plays.
    fn players(&self) -> Vec<String>;

    /// Who moves next, or would.
    fn turn(&self) -> String;

    /// Who moves first in this game.
    fn first(&self) -> String;

    /// Who has won, once the game is over, or that nobody has.
    fn outcome(&self) -> Option<Outcome<String>>;

    /// The position for people.
    fn draw(&self) -> String;

    /// The position for people who may see what one player sees.
    fn draw_for(&self, seat: usize) -> String;

    /// The board, if the game has one of discs.
    fn grid(&self) -> Option<Grid>;

    /// The words that set up a game like this one.
    fn settings(&self) -> Vec<(String, String)>;

    /// The position in one line, if the game has a way to write it.
    fn board(&self) -> Option<String>;

    /// Goes on from a position in one line, without the moves before it.
    fn set_board(&mut self, text: &str) -> Result<(), Unreadable>;

    /// Begins again.
    fn restart(&mut self);

    /// The game as a file keeps it.
    fn write(&self) -> Result<String, Unreadable>;

    /// Goes on from a game that a file has kept.
    fn read(&mut self, text: &str) -> Result<(), Unreadable>;

    /// How many sequences of so many moves there are.
    fn count(&self, length: u32) -> u64;

    /// Chooses a move for whoever is next, unless the game is over.
    fn think(
        &self,
        limits: &Limits,
        listener: &mut dyn FnMut(&Thought<String>),
    ) -> Option<Thought<String>>;

    /// The same game once more.
    fn copy(&self) -> Box<dyn Match>;
}

/// Why a move is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// It is no move at all.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The rules do not allow it.
    #[error("{0}")]
    Illegal(String),
    /// There is nothing left to play.
    #[error("the game is over")]
    Over,
}

/// A game of one kind, and who plays it.
struct Played<G: Notation> {
    /// The position this kind of game begins with.
    start: G,
    history: History<G>,
    player: Arc<dyn Player<G>>,
}

/// A game that begins like this, and who plays it when asked for a move.
pub fn begin<G>(start: G, player: impl Player<G> + 'static) -> Box<dyn Match>
where
    G: Notation<Move: Send> + Send + 'static,
{
    Box::new(Played {
        history: History::new(start.clone()),
        start,
        player: Arc::new(player),
    })
}

impl<G> Match for Played<G>
where
    G: Notation<Move: Send> + Send + 'static,
{
    fn play(&mut self, word: &str) -> Result<(), Refused> {
        let mv = self.history.current().read_move(word)?;
        let over = self.history.current().outcome().is_some();
        self.history.play(mv).map_err(|reason| match over {
            true => Refused::Over,
            false => Refused::Illegal(reason.to_string()),
        })
    }

    fn undo(&mut self) -> Option<String> {
        self.history.undo().map(|mv| mv.to_string())
    }

    fn redo(&mut self) -> Option<String> {
        self.history.redo().map(|mv| mv.to_string())
    }

    fn moves(&self) -> Vec<String> {
        self.history.moves().map(|mv| mv.to_string()).collect()
    }

    fn undone(&self) -> usize {
        self.history.undone().len()
    }

    fn legal(&self) -> Vec<String> {
        let moves = self.history.current().legal_moves();
        moves.iter().map(ToString::to_string).collect()
    }

    fn players(&self) -> Vec<String> {
        let players = self.history.current().players();
        players.iter().map(ToString::to_string).collect()
    }

    fn turn(&self) -> String {
        self.history.current().turn().to_string()
    }

    fn first(&self) -> String {
        self.start.turn().to_string()
    }

    fn outcome(&self) -> Option<Outcome<String>> {
        Some(match self.history.current().outcome()? {
            Outcome::Win(player) => Outcome::Win(player.to_string()),
            Outcome::Draw => Outcome::Draw,
        })
    }

    fn draw(&self) -> String {
        self.history.current().draw()
    }

    fn draw_for(&self, seat: usize) -> String {
        self.history.current().draw_for(seat)
    }

    fn grid(&self) -> Option<Grid> {
        self.history.current().grid()
    }

    fn settings(&self) -> Vec<(String, String)> {
        self.history.current().settings()
    }

    fn board(&self) -> Option<String> {
        self.history.current().write_board()
    }

    fn set_board(&mut self, text: &str) -> Result<(), Unreadable> {
        self.history = History::new(self.start.read_board(text)?);
        Ok(())
    }

    fn restart(&mut self) {
        self.history = History::new(self.start.clone());
    }

    fn write(&self) -> Result<String, Unreadable> {
        G::write_game(&self.history)
    }

    fn read(&mut self, text: &str) -> Result<(), Unreadable> {
        self.history = G::read_game(&self.start, text)?;
        Ok(())
    }

    fn count(&self, length: u32) -> u64 {
        count_sequences(self.history.current(), length)
    }

    fn think(
        &self,
        limits: &Limits,
        listener: &mut dyn FnMut(&Thought<String>),
    ) -> Option<Thought<String>> {
        let game = self.history.current();
        let mut listener = |thought: &Thought<G::Move>| listener(&in_words(thought));
        let thought = self.player.think(game, limits, &mut listener)?;
        Some(in_words(&thought))
    }

    fn copy(&self) -> Box<dyn Match> {
        Box::new(Played {
            start: self.start.clone(),
            history: self.history.clone(),
            player: Arc::clone(&self.player),
        })
    }
}

fn in_words<M: ToString>(thought: &Thought<M>) -> Thought<String> {
    Thought {
        line: thought.line.iter().map(ToString::to_string).collect(),
        score: thought.score,
        proof: thought.proof,
        depth: thought.depth,
        nodes: thought.nodes,
    }
}

/// How a game is set up: pairs of words such as `size 12x8`.
pub type Settings<'a> = &'a [(String, String)];

/// Why a game cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotBegin {
    /// There is none of this name.
    #[error("\"{0}\", expected one of {1}")]
    UnknownGame(String, String),
    /// The game is not set up like this.
    #[error("\"{0}\", expected {1}")]
    BadSetting(String, &'static str),
}

/// A game that has begun, or why it cannot.
pub type Begun = Result<Box<dyn Match>, CannotBegin>;

/// How to begin a game.
type Begin = fn(Settings<'_>) -> Begun;

/// A game by its names.
pub struct Entry {
    /// The names, the one it goes by first.
    names: &'static [&'static str],
    begin: Box<dyn Fn(Settings<'_>) -> Begun + Send>,
}

impl Entry {
    /// A game with these names, the one it goes by first, and how it begins.
    pub fn new(
        names: &'static [&'static str],
        begin: impl Fn(Settings<'_>) -> Begun + Send + 'static,
    ) -> Entry {
        Entry {
            names,
            begin: Box::new(begin),
        }
    }
}

/// A list of games.
pub struct Catalog(Vec<Entry>);

impl Default for Catalog {
    /// Every game there is.
    fn default() -> Catalog {
        Catalog(ALL.map(|(names, begin)| Entry::new(names, begin)).into())
    }
}

impl Catalog {
    /// The same with one game more.
    pub fn with(mut self, entry: Entry) -> Catalog {
        self.0.push(entry);
        self
    }

    /// What each game goes by.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0
            .iter()
            .filter_map(|entry| entry.names.first().copied())
    }

    /// Every name of every game.
    pub fn every_name(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().flat_map(|entry| entry.names.iter().copied())
    }

    /// What a game goes by that has this name among others, in either case.
    pub fn known(&self, name: &str) -> Option<&'static str> {
        self.find(name)?.names.first().copied()
    }

    /// A new game of this name, in either case.
    pub fn begin(&self, name: &str, settings: Settings<'_>) -> Begun {
        let Some(entry) = self.find(name) else {
            let names: Vec<&str> = self.names().collect();
            let name = name.to_ascii_lowercase().chars().take(40).collect();
            return Err(CannotBegin::UnknownGame(name, names.join(", ")));
        };
        (entry.begin)(settings)
    }

    fn find(&self, name: &str) -> Option<&Entry> {
        let is_named = |entry: &&Entry| {
            let mut names = entry.names.iter();
            names.any(|known| known.eq_ignore_ascii_case(name))
        };
        self.0.iter().find(is_named)
    }
}

/// Every game, a line for each.
const ALL: [(&[&str], Begin); 7] = [
    (&["othello", "reversi"], |set| {
        othello(Start::Standard, Color::Black, set)
    }),
    (&["rothelo"], |set| {
        othello(Start::Mirrored, Color::Black, set)
    }),
    (&["tablero"], |set| {
        othello(Start::Standard, Color::White, set)
    }),
    (&["connect4", "c4"], |set| {
        connect(Variant::ConnectFour, set)
    }),
    (&["complica", "co"], |set| connect(Variant::Complica, set)),
    (&["gravity", "gr"], |set| connect(Variant::Gravity, set)),
    (&["dominoes"], dominoes),
];

fn bad_setting(word: &str, expected: &'static str) -> CannotBegin {
    CannotBegin::BadSetting(word.chars().take(40).collect(), expected)
}

fn othello(start: Start, first: Color, settings: Settings<'_>) -> Begun {
    let (mut start, mut first, mut size) = (start, first, Size::Eight);
    for (key, value) in settings {
        let word = value.to_ascii_lowercase();
        match (key.to_ascii_lowercase().as_str(), word.as_str()) {
            ("size", side) => {
                let side = side.split(['x']).next().and_then(|side| side.parse().ok());
                let known = side.and_then(Size::from_side);
                size = known.ok_or_else(|| bad_setting(value, "a size of 4, 6, 8 or 10"))?;
            }
            ("start", "standard") => start = Start::Standard,
            ("start", "mirrored") => start = Start::Mirrored,
            ("start", _) => return Err(bad_setting(value, "standard or mirrored")),
            ("first", "black") => first = Color::Black,
            ("first", "white") => first = Color::White,
            ("first", _) => return Err(bad_setting(value, "black or white")),
            _ => return Err(bad_setting(key, "size, start or first")),
        }
    }
    Ok(begin(othello::Position::start(size, start, first), Othello))
}

fn connect(variant: Variant, settings: Settings<'_>) -> Begun {
    let mut start = connect::Position::start(variant);
    for (key, value) in settings {
        if !key.eq_ignore_ascii_case("size") {
            return Err(bad_setting(key, "size"));
        }
        let size = connect::notation::read_size(value);
        let position = size.and_then(|size| connect::Position::start_on(variant, size).ok());
        start = position.ok_or_else(|| bad_setting(value, sizes(variant)))?;
    }
    Ok(begin(start, Connector))
}

fn sizes(variant: Variant) -> &'static str {
    match variant {
        Variant::ConnectFour => "7x6",
        Variant::Complica => "4x7",
        Variant::Gravity => "columns and rows up to 20x20, and four in line to fit",
    }
}

fn dominoes(settings: Settings<'_>) -> Begun {
    let (mut players, mut seed, mut dealer) = (2, None, Dealer::default());
    for (key, value) in settings {
        match key.to_ascii_lowercase().as_str() {
            "players" => {
                let count = value.parse().ok().filter(|count| PLAYERS.contains(count));
                players = count.ok_or_else(|| bad_setting(value, "2 to 4 players"))?;
            }
            "seed" => {
                let number = value.parse().ok();
                seed = Some(number.ok_or_else(|| bad_setting(value, "a number"))?);
            }
            "strategy" => dealer.strategy = strategy(value)?,
            _ => return Err(bad_setting(key, "players, seed or strategy")),
        }
    }
    let seed = seed.unwrap_or_else(rand::random);
    let round = Round::first(players, seed).ok_or_else(|| bad_setting("players", "2 to 4"))?;
    Ok(begin(round, dealer))
}

fn strategy(word: &str) -> Result<Option<Strategy>, CannotBegin> {
    match word.to_ascii_lowercase().as_str() {
        "usual" => Ok(None),
        "first" | "1" => Ok(Some(Strategy::FirstFit)),
        "most" | "2" => Ok(Some(Strategy::MostPips)),
        "deals" | "3" => Ok(Some(Strategy::Deals)),
        _ => Err(bad_setting(word, "usual, first, most or deals")),
    }
}

/// Othello in words, as far as every game has them.
impl Notation for othello::Position {
    fn read_move(&self, word: &str) -> Result<othello::Move, Unreadable> {
        transcript::read_move(word).map_err(unreadable)
    }

    fn draw(&self) -> String {
        diagram::write(self, diagram::Marks::Legal)
    }

    fn grid(&self) -> Option<Grid> {
        let side = self.size().side();
        let disc = |column, row| self.at(Square::new(column, row)?);
        Some(Grid::new(side, side, disc))
    }

    fn settings(&self) -> Vec<(String, String)> {
        vec![("size".to_owned(), self.size().side().to_string())]
    }

    fn write_board(&self) -> Option<String> {
        Some(columns::write(self))
    }

    fn read_board(&self, text: &str) -> Result<othello::Position, Unreadable> {
        othello::notation::read_board(text).map_err(unreadable)
    }

    fn write_game(history: &othello::History) -> Result<String, Unreadable> {
        Ok(format::write(history, format::Format::Ggf))
    }

    fn read_game(start: &othello::Position, text: &str) -> Result<othello::History, Unreadable> {
        format::read(text, *start).map_err(unreadable)
    }
}

fn unreadable(error: othello::notation::ReadError) -> Unreadable {
    Unreadable(error.to_string())
}
