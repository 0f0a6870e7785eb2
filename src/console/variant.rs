//! The kinds of game the console knows, and what sets each apart: how it
//! begins, how it looks, what it is saved in and which keys it has.

use super::draw::{Labels, View};
use super::phrase::Phrase;
use super::player::Kind;
use super::words::Request;
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
}

/// What a person may type for a game; the first is the shortest.
const NAMES: [(Variant, &[&str]); 3] = [
    (Variant::Reversi, &["rv", "reversi", "othello"]),
    (Variant::Rothelo, &["rothelo"]),
    (Variant::Tablero, &["tablero"]),
];

impl Variant {
    /// The kind of game of this name.
    pub fn named(name: &str) -> Option<Variant> {
        let name = name.to_lowercase();
        let known = NAMES
            .iter()
            .find(|(_, names)| names.contains(&name.as_str()));
        known.map(|(variant, _)| *variant)
    }

    /// Every name a game may be called by.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().flat_map(|(_, names)| names.iter().copied())
    }

    /// The position it begins with.
    pub fn start(self, size: Size) -> Position {
        let (start, first) = match self {
            Variant::Reversi => (Start::Standard, Color::Black),
            Variant::Rothelo => (Start::Mirrored, Color::Black),
            Variant::Tablero => (Start::Standard, Color::White),
        };
        Position::start(size, start, first)
    }

    /// Who plays black and white unless someone is named.
    pub(super) fn players(self) -> [Kind; 2] {
        match self {
            Variant::Reversi => [Kind::Human, Kind::Engine(None)],
            // The computer plays when it is asked to, for either side.
            Variant::Rothelo | Variant::Tablero => [Kind::Human, Kind::Human],
        }
    }

    /// How its board looks, in a terminal or in plain text.
    pub(super) fn view(self, ascii: bool, colored: bool) -> View {
        let (labels, black, white) = match self {
            Variant::Reversi if ascii => (Labels::Letters, 'X', 'O'),
            Variant::Reversi => (Labels::Letters, '●', '○'),
            Variant::Rothelo => (Labels::Capitals, '*', 'O'),
            Variant::Tablero => (Labels::Numbers, 'X', 'O'),
        };
        View {
            labels,
            black,
            white,
            colored,
            flipped: false,
        }
    }

    /// What a side is called.
    pub(super) fn side(self, color: Color) -> Phrase {
        match (self, color) {
            (Variant::Reversi, Color::Black) => Phrase::Black,
            (Variant::Reversi, Color::White) => Phrase::White,
            (Variant::Rothelo, Color::Black) => Phrase::Stars,
            (Variant::Rothelo, Color::White) => Phrase::Balls,
            (Variant::Tablero, Color::White) => Phrase::PlayerOne,
            (Variant::Tablero, Color::Black) => Phrase::PlayerTwo,
        }
    }

    /// What a game is saved in unless something else is said.
    pub(super) fn format(self) -> Format {
        match self {
            Variant::Reversi => Format::Ggf,
            Variant::Rothelo => Format::Rothelo,
            Variant::Tablero => Format::Tablero,
        }
    }

    /// The file a game is saved to unless another is named.
    pub(super) fn file(self) -> &'static str {
        match self {
            Variant::Reversi => "outflank.ggf",
            Variant::Rothelo => "rothelo.txt",
            Variant::Tablero => "tablero.txt",
        }
    }

    /// By how much, in hundredths of a disc, the computer may choose a move
    /// that looks worse than the best, so that games differ.
    pub(super) fn variety(self) -> i32 {
        match self {
            Variant::Rothelo => 100,
            Variant::Reversi | Variant::Tablero => 30,
        }
    }

    /// What one types here and nowhere else.
    pub(super) fn key(self, line: &str) -> Option<Request> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match (self, words.as_slice()) {
            (Variant::Rothelo, [key]) => match key.to_lowercase().as_str() {
                "j" => Some(Request::Go),
                "t" => Some(Request::Quit),
                "s" => Some(Request::Save {
                    file: None,
                    format: None,
                }),
                "r" => Some(Request::Load(None)),
                "z" => Some(Request::Restart),
                _ => None,
            },
            (Variant::Tablero, ["0", "0"]) => Some(Request::End),
            _ => None,
        }
    }

    /// What its own keys do, and how a move is typed.
    pub(super) fn help(self) -> Phrase {
        match self {
            Variant::Reversi => Phrase::HelpReversi,
            Variant::Rothelo => Phrase::HelpRothelo,
            Variant::Tablero => Phrase::HelpTablero,
        }
    }
}
