//! What a person may type: words in three languages, one request each.
//!
//! A table has every word; the help is made from the same table. What begins
//! with none of its words should be a move, which is the game's to read.

use std::ops::RangeInclusive;

use super::language::Language;
use super::phrase::Phrase;
use super::player::Kind;
use crate::game::Color;

/// Something that a word asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Put,
    Undo,
    Redo,
    Restart,
    Game,
    Player,
    Go,
    Hint,
    Eval,
    Moves,
    Show,
    Flip,
    Level,
    Language,
    Save,
    Load,
    Help,
    Quit,
}

/// A word as the three languages have it.
pub(super) struct Entry {
    pub(super) word: Word,
    /// In the order of [`Language::ALL`].
    names: [&'static str; 3],
    /// Other ways to say it.
    also: &'static [&'static str],
    /// What follows it, likewise.
    arguments: [&'static str; 3],
    /// What it does.
    pub(super) meaning: Phrase,
}

impl Entry {
    /// The word and what follows it, in this language.
    pub(super) fn usage(&self, language: Language) -> String {
        let index = language as usize;
        format!("{} {}", self.names[index], self.arguments[index])
    }

    fn is_called(&self, name: &str) -> bool {
        self.names.contains(&name) || self.also.contains(&name)
    }
}

/// Every word, in the order of the help. Letters have no accents here, since
/// those are taken off what is typed.
#[rustfmt::skip]
pub(super) const WORDS: [Entry; 18] = [
    entry(Word::Put, ["play", "poner", "colocar"], &["put", "place", "por"], ["MOVE", "JUGADA", "JOGADA"], Phrase::PutMeans),
    entry(Word::Undo, ["undo", "deshacer", "desfazer"], &["u"], [""; 3], Phrase::UndoMeans),
    entry(Word::Redo, ["redo", "rehacer", "refazer"], &[], [""; 3], Phrase::RedoMeans),
    entry(Word::Restart, ["restart", "reiniciar", "reiniciar"], &["new"], [""; 3], Phrase::RestartMeans),
    entry(Word::Game, ["game", "jugar", "jogar"], &[], ["c4|co|gr|rv [X Y]"; 3], Phrase::GameMeans),
    entry(Word::Player, ["player", "jugador", "jogador"], &[], ["SIDE KIND", "LADO TIPO", "LADO TIPO"], Phrase::PlayerMeans),
    entry(Word::Go, ["go", "sigue", "segue"], &["seguir"], [""; 3], Phrase::GoMeans),
    entry(Word::Hint, ["hint", "pista", "dica"], &[], ["[N]"; 3], Phrase::HintMeans),
    entry(Word::Eval, ["eval", "evaluar", "avaliar"], &[], [""; 3], Phrase::EvalMeans),
    entry(Word::Moves, ["moves", "jugadas", "jogadas"], &[], [""; 3], Phrase::MovesMeans),
    entry(Word::Show, ["show", "mostrar", "mostrar"], &["d"], [""; 3], Phrase::ShowMeans),
    entry(Word::Flip, ["flip", "girar", "virar"], &[], [""; 3], Phrase::FlipMeans),
    entry(Word::Level, ["level", "nivel", "nivel"], &[], ["[0-60]"; 3], Phrase::LevelMeans),
    entry(Word::Language, ["language", "idioma", "idioma"], &["lang"], ["en|es|pt"; 3], Phrase::LanguageMeans),
    entry(Word::Save, ["save", "guardar", "salvar"], &["gravar"], ["[FILE] [FORMAT]", "[ARCHIVO] [FORMATO]", "[ARQUIVO] [FORMATO]"], Phrase::SaveMeans),
    entry(Word::Load, ["load", "cargar", "carregar"], &[], ["FILE", "ARCHIVO", "ARQUIVO"], Phrase::LoadMeans),
    entry(Word::Help, ["help", "ayuda", "ajuda"], &["?", "h"], [""; 3], Phrase::HelpMeans),
    entry(Word::Quit, ["quit", "salir", "sair"], &["exit", "q"], [""; 3], Phrase::QuitMeans),
];

const fn entry(
    word: Word,
    names: [&'static str; 3],
    also: &'static [&'static str],
    arguments: [&'static str; 3],
    meaning: Phrase,
) -> Entry {
    Entry {
        word,
        names,
        also,
        arguments,
        meaning,
    }
}

/// Every name of a side, numbers as the "tablero" game has them.
#[rustfmt::skip]
const SIDES: [(Color, &[&str]); 2] = [
    (Color::Black, &["black", "negras", "pretas", "stars", "estrellas", "estrelas", "x", "*", "2"]),
    (Color::White, &["white", "blancas", "brancas", "balls", "bolas", "o", "1"]),
];

const YES: &[&str] = &["y", "yes", "s", "si", "sim"];
const NO: &[&str] = &["n", "no", "nao"];

/// A line, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Request {
    /// Play this, if it is a move; ask for one if it is nothing.
    Move(String),
    /// Play one of the moves that end like this.
    MoveAt(&'static str),
    /// Take back to the person's own turn.
    Undo,
    /// Make what was taken back again.
    Redo,
    /// Begin again.
    Restart,
    /// Play another game, with these words about it.
    Game(Vec<String>),
    /// Let someone else play a side.
    Player(String, Kind),
    /// Let the computer play this turn.
    Go,
    /// Show this many of the best moves.
    Hint(usize),
    /// Say what the position looks worth.
    Eval,
    /// List the legal moves.
    Moves,
    /// Draw the board.
    Show,
    /// Look from the other side of the board.
    Flip,
    /// Say how strong the computer plays, or change it.
    Level(Option<u32>),
    /// Speak another language.
    Language(Language),
    /// Save the game, where and how if it is said.
    Save {
        file: Option<String>,
        format: Option<String>,
    },
    /// Load a game from this file, or the usual one.
    Load(Option<String>),
    /// End this game, but not the conversation.
    End,
    /// Explain the words.
    Help,
    /// Leave.
    Quit,
}

/// Why a line is not understood: what came, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Misunderstood {
    pub(super) came: String,
    pub(super) expected: Phrase,
}

/// Understands a line.
pub(super) fn read(line: &str) -> Result<Request, Misunderstood> {
    let mut words = line.split_whitespace();
    let first = plain(words.next().unwrap_or(""));
    let rest: Vec<&str> = words.collect();
    match WORDS.iter().find(|entry| entry.is_called(&first)) {
        Some(entry) => request(entry.word, &rest),
        None => Ok(Request::Move(line.trim().to_owned())),
    }
}

fn request(word: Word, rest: &[&str]) -> Result<Request, Misunderstood> {
    let first = rest.first().copied();
    Ok(match word {
        Word::Put => Request::Move(rest.join(" ")),
        Word::Undo => Request::Undo,
        Word::Redo => Request::Redo,
        Word::Restart => Request::Restart,
        Word::Game => Request::Game(rest.iter().map(|word| plain(word)).collect()),
        Word::Player => player(rest)?,
        Word::Go => Request::Go,
        Word::Hint => {
            let count = number(first, 1..=60, Phrase::ExpectedCount)?;
            Request::Hint(count.unwrap_or(1) as usize)
        }
        Word::Eval => Request::Eval,
        Word::Moves => Request::Moves,
        Word::Show => Request::Show,
        Word::Flip => Request::Flip,
        Word::Level => Request::Level(number(first, 0..=60, Phrase::ExpectedLevel)?),
        Word::Language => Request::Language(language(first)?),
        Word::Save => save(&quoted(rest)),
        Word::Load => Request::Load((!rest.is_empty()).then(|| quoted(rest).join(" "))),
        Word::Help => Request::Help,
        Word::Quit => Request::Quit,
    })
}

/// Words among which one between quotation marks may have blanks.
fn quoted(words: &[&str]) -> Vec<String> {
    let plain = || words.iter().map(|word| (*word).to_owned()).collect();
    let line = words.join(" ");
    match line.contains(['"', '\'']) {
        true => shell_words::split(&line).unwrap_or_else(|_| plain()),
        false => plain(),
    }
}

/// `FILE`, `FILE FORMAT` or `FILE as FORMAT`.
fn save(rest: &[String]) -> Request {
    let format = match rest {
        [] | [_] => None,
        [_, word, format @ ..] if !format.is_empty() && ["as", "como"].contains(&word.as_str()) => {
            Some(format.join(" "))
        }
        [_, format @ ..] => Some(format.join(" ")),
    };
    Request::Save {
        file: rest.first().cloned(),
        format,
    }
}

fn player(rest: &[&str]) -> Result<Request, Misunderstood> {
    let expected = |word: Option<&&str>, expected| Misunderstood {
        came: short(word.unwrap_or(&"")),
        expected,
    };
    let side = rest.first().filter(|word| is_side(word));
    let side = side.ok_or_else(|| expected(rest.first(), Phrase::ExpectedSide))?;
    let kind = rest[1..].join(" ");
    // A word that is no kind is a slip; a program has a path.
    let kind = match kind.contains('/') {
        true => Kind::read_or_command(&kind),
        false => Kind::read(&kind),
    };
    let kind = kind.ok_or_else(|| expected(rest.get(1), Phrase::ExpectedKind))?;
    Ok(Request::Player((*side).to_owned(), kind))
}

/// Whether a word names a side of any game.
fn is_side(word: &str) -> bool {
    color(word).is_some() || seat(word).is_some()
}

/// The seat that a number names, or `p` and a number.
pub(super) fn seat(word: &str) -> Option<usize> {
    let number = word.trim_start_matches(['p', 'P']);
    number.parse::<usize>().ok()?.checked_sub(1)
}

/// The colour that a word names in any language.
pub(super) fn color(word: &str) -> Option<Color> {
    let word = plain(word);
    let named = SIDES
        .iter()
        .find(|(_, names)| names.contains(&word.as_str()));
    named.map(|(side, _)| *side)
}

fn language(word: Option<&str>) -> Result<Language, Misunderstood> {
    let word = word.unwrap_or("");
    Language::of(word).ok_or_else(|| Misunderstood {
        came: short(word),
        expected: Phrase::ExpectedLanguage,
    })
}

/// A number in this range, if there is a word at all.
fn number(
    word: Option<&str>,
    range: RangeInclusive<u32>,
    expected: Phrase,
) -> Result<Option<u32>, Misunderstood> {
    let Some(word) = word else {
        return Ok(None);
    };
    match word.parse() {
        Ok(number) if range.contains(&number) => Ok(Some(number)),
        _ => Err(Misunderstood {
            came: short(word),
            expected,
        }),
    }
}

/// Whether an answer means yes or no, in any language.
pub(super) fn yes_or_no(answer: &str) -> Option<bool> {
    let answer = plain(answer.trim());
    if YES.contains(&answer.as_str()) {
        Some(true)
    } else if NO.contains(&answer.as_str()) {
        Some(false)
    } else {
        None
    }
}

/// A word in lower case and without accents, since not every keyboard has them.
pub(super) fn plain(word: &str) -> String {
    let letter = |c| match c {
        'á' | 'à' | 'â' | 'ã' => 'a',
        'é' | 'ê' => 'e',
        'í' => 'i',
        'ó' | 'ô' | 'õ' => 'o',
        'ú' | 'ü' => 'u',
        'ç' => 'c',
        'ñ' => 'n',
        _ => c,
    };
    word.to_lowercase().chars().map(letter).collect()
}

/// The beginning of what was typed, to say it back.
pub(super) fn short(text: &str) -> String {
    const LONGEST: usize = 30;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}..", visible(&text[..end])),
        None => visible(text),
    }
}

/// A text with nothing in it that would upset a terminal.
pub(super) fn visible(text: &str) -> String {
    let seen = |c: char| if c.is_control() { '?' } else { c };
    text.chars().map(seen).collect()
}
