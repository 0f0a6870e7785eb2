//! The kinds of game the console knows, and what sets each apart: how it
//! begins, how it looks, what it is saved in and which keys it has.

use super::draw::{Labels, View};
use super::phrase::Phrase;
use super::player::Kind;
use super::words::{Request, plain};
use crate::catalog::Catalog;
use crate::game::Color;
use crate::othello::notation::format::Format;
use crate::othello::{Position, Size, Start};

/// A kind of game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variant {
    /// Othello as everyone plays it: black first.
    #[default]
    Reversi,
    /// Stars and balls, one-letter commands, a computer one can ask to play.
    Rothelo,
    /// Boards of 4 to 10, rows and columns by number, white first.
    Tablero,
    /// Dominoes, with a menu for every turn.
    Dominoes,
    /// Whatever else is in the catalog, by the name it goes by there.
    Other(&'static str),
}

/// What a person may type for a game with ways of its own.
const NAMES: [(Variant, &[&str]); 4] = [
    (Variant::Reversi, &["rv", "reversi", "othello"]),
    (Variant::Rothelo, &["rothelo"]),
    (Variant::Tablero, &["tablero"]),
    (Variant::Dominoes, &["dominoes", "domino"]),
];

/// Ways to say what the menu of dominoes numbers.
const LEFT: &[&str] = &["1", "left", "izquierda", "esquerda"];
const RIGHT: &[&str] = &["2", "right", "derecha", "direita"];
const DRAW: &[&str] = &["3", "draw", "robar", "comprar"];

impl Variant {
    /// The move at dominoes that takes a tile, and the one that deals again.
    const DRAW: &'static str = "draw";
    pub(super) const NEXT: &'static str = "next";

    /// The kind of game of this name.
    pub fn named(name: &str) -> Option<Variant> {
        let name = plain(name);
        let own = NAMES
            .iter()
            .find(|(_, names)| names.contains(&name.as_str()));
        let other = || Catalog::default().known(&name).map(Variant::Other);
        own.map(|(variant, _)| *variant).or_else(other)
    }

    /// Every name a game may be called by.
    pub fn names() -> Vec<&'static str> {
        let own = NAMES.iter().flat_map(|(_, names)| names.iter().copied());
        let mut names: Vec<&str> = own.collect();
        for name in Catalog::default().every_name() {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Whether it is a kind of Othello.
    pub fn is_othello(self) -> bool {
        self.in_catalog().is_none()
    }

    /// What the catalog has the game under, if the console plays it from there.
    pub(super) fn in_catalog(self) -> Option<&'static str> {
        match self {
            Variant::Reversi | Variant::Rothelo | Variant::Tablero => None,
            Variant::Dominoes => Some("dominoes"),
            Variant::Other(name) => Some(name),
        }
    }

    /// The position it begins with, if it is a kind of Othello; the usual one
    /// otherwise.
    pub fn start(self, size: Size) -> Position {
        let (start, first) = match self {
            Variant::Rothelo => (Start::Mirrored, Color::Black),
            Variant::Tablero => (Start::Standard, Color::White),
            Variant::Reversi | Variant::Dominoes | Variant::Other(_) => {
                (Start::Standard, Color::Black)
            }
        };
        Position::start(size, start, first)
    }

    /// The settings that words after the game's name ask for: a number or two
    /// for its size, then pairs as the catalog has them.
    pub fn settings(self, words: &[&str]) -> Vec<(String, String)> {
        const KEYS: [&str; 6] = ["size", "start", "first", "players", "seed", "strategy"];
        // What is no number either is refused as what it was meant to be.
        let numbers = words.iter().take_while(|word| !KEYS.contains(word));
        let numbers = numbers.count();
        let (numbers, words) = words.split_at(numbers);
        let key = match self {
            Variant::Dominoes => "players",
            _ => "size",
        };
        let size = (!numbers.is_empty()).then(|| (key.to_owned(), numbers.join("x")));
        let pairs = words.chunks(2).map(|two| {
            let value = two.get(1).unwrap_or(&"");
            (two[0].to_owned(), (*value).to_owned())
        });
        size.into_iter().chain(pairs).collect()
    }

    /// Whether one is asked for a new game or an old one before it begins.
    pub(super) fn has_menu(self) -> bool {
        matches!(self, Variant::Tablero | Variant::Dominoes)
    }

    /// Whether chance has a part in how it begins.
    pub(super) fn is_dealt(self) -> bool {
        self == Variant::Dominoes
    }

    /// Who has the seats unless someone is named, if this one moves first.
    pub(super) fn players(self, seats: usize, first: usize) -> Vec<Kind> {
        let person = match self {
            // The computer plays when it is asked to, for either side.
            Variant::Rothelo | Variant::Tablero => return vec![Kind::Human; seats],
            Variant::Reversi | Variant::Dominoes => 0,
            Variant::Other(_) => first,
        };
        let mut players = vec![Kind::Engine(None); seats];
        players[person] = Kind::Human;
        players
    }

    /// How its board looks, in a terminal or in plain text.
    pub(super) fn view(self, ascii: bool, colored: bool) -> View {
        let (labels, black, white) = match self {
            Variant::Rothelo => (Labels::Capitals, '*', 'O'),
            Variant::Tablero => (Labels::Numbers, 'X', 'O'),
            _ if ascii => (Labels::Letters, 'X', 'O'),
            _ => (Labels::Letters, '●', '○'),
        };
        View {
            labels,
            black,
            white,
            colored,
            flipped: false,
            room: usize::MAX,
        }
    }

    /// What a colour is called.
    pub(super) fn side(self, color: Color) -> Phrase {
        match (self, color) {
            (Variant::Rothelo, Color::Black) => Phrase::Stars,
            (Variant::Rothelo, Color::White) => Phrase::Balls,
            (Variant::Tablero, Color::White) => Phrase::PlayerOne,
            (Variant::Tablero, Color::Black) => Phrase::PlayerTwo,
            (_, Color::Black) => Phrase::Black,
            (_, Color::White) => Phrase::White,
        }
    }

    /// What a game is saved in unless something else is said.
    pub(super) fn format(self) -> &'static str {
        match self {
            Variant::Reversi => Format::Ggf.name(),
            Variant::Rothelo => Format::Rothelo.name(),
            Variant::Tablero => Format::Tablero.name(),
            Variant::Dominoes => "dominoes",
            Variant::Other(name) => name,
        }
    }

    /// The file a game is saved to unless another is named.
    pub(super) fn file(self) -> String {
        match self {
            Variant::Reversi => "outflank.ggf".to_owned(),
            _ => format!("{}.txt", self.format()),
        }
    }

    /// How the name of a file ends that keeps a game with all its moves.
    pub(super) fn ending(self) -> &'static str {
        match self.in_catalog() {
            Some(_) => "txt",
            None => "ggf",
        }
    }

    /// Whether a finished game is still worth keeping. Those that are saved as
    /// a position have nothing left.
    pub(super) fn keeps_moves(self) -> bool {
        matches!(self, Variant::Reversi | Variant::Other(_))
    }

    /// By how much, in hundredths of a disc, the computer may choose a move
    /// that looks worse than the best, so that games differ.
    pub(super) fn variety(self) -> i32 {
        match self {
            Variant::Rothelo => 100,
            _ => 30,
        }
    }

    /// What one types here and nowhere else.
    pub(super) fn key(self, line: &str) -> Option<Request> {
        let line = plain(line);
        let words: Vec<&str> = line.split_whitespace().collect();
        match (self, words.as_slice()) {
            (Variant::Rothelo, [key]) => rothelo_key(key),
            (Variant::Tablero, ["0", "0"]) => Some(Request::End),
            (Variant::Dominoes, words) => dominoes_key(words),
            // A letter is a column, not the short form of a word.
            (Variant::Other(_), [word]) if is_letter(word) => {
                Some(Request::Move((*word).to_owned()))
            }
            _ => None,
        }
    }

    /// How a move is told of, given what it turned over.
    pub(super) fn telling(self, place: &str, turned: &[String]) -> Phrase {
        match (self, place) {
            (Variant::Dominoes, Self::DRAW) => Phrase::Draws,
            (Variant::Dominoes, Self::NEXT) => Phrase::NextRound,
            _ if turned.is_empty() => Phrase::Played,
            _ => Phrase::Turned,
        }
    }

    /// What its own keys do, and how a move is typed.
    pub(super) fn help(self) -> Phrase {
        match self {
            Variant::Reversi => Phrase::HelpReversi,
            Variant::Rothelo => Phrase::HelpRothelo,
            Variant::Tablero => Phrase::HelpTablero,
            Variant::Dominoes => Phrase::HelpDominoes,
            Variant::Other(_) => Phrase::HelpOther,
        }
    }
}

fn is_letter(word: &str) -> bool {
    word.len() == 1 && word.chars().all(char::is_alphabetic)
}

fn rothelo_key(key: &str) -> Option<Request> {
    match key {
        "j" => Some(Request::Go),
        "t" => Some(Request::Quit),
        "s" => Some(Request::Save {
            file: None,
            format: None,
        }),
        "r" => Some(Request::Load(None)),
        "z" => Some(Request::Restart),
        _ => None,
    }
}

/// The menu of a turn: left or right, with the tile or without, draw, leave.
fn dominoes_key(words: &[&str]) -> Option<Request> {
    match words {
        ["0"] => Some(Request::Quit),
        [word] if DRAW.contains(word) => Some(Request::Move(Variant::DRAW.to_owned())),
        [word] if LEFT.contains(word) => Some(Request::MoveAt("l")),
        [word] if RIGHT.contains(word) => Some(Request::MoveAt("r")),
        [word, tile] if LEFT.contains(word) => Some(Request::Move(format!("{tile}l"))),
        [word, tile] if RIGHT.contains(word) => Some(Request::Move(format!("{tile}r"))),
        _ => None,
    }
}
