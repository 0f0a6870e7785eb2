//! Positions and games as text: one file per format, each both ways.
//!
//! Text to value and value to text, and nothing else: where a text comes from
//! and where it goes is the business of whoever asks. What is read is the
//! whole text or nothing, and every complaint is a [`ReadError`].
//!
//! | format | holds | order |
//! |---|---|---|
//! | [`columns`] | a position | column by column, side first |
//! | [`obf`] | a position, the value of its moves | row by row, side last |
//! | [`tablero`] | a position | row by row, side first |
//! | [`diagram`] | a position, for people | row by row, side last |
//! | [`transcript`] | the moves of a game | |
//! | [`sgf`] | a game | square by square |
//! | [`ggf`] | a game with its players, clocks and evaluations | row by row, side last |
//!
//! [`format`](mod@format) has them all by name, and tells which of them a text is in.

pub mod columns;
pub mod diagram;
pub mod format;
pub mod ggf;
pub mod obf;
mod scan;
pub mod sgf;
pub mod tablero;
pub mod transcript;

use std::fmt;

use super::position::{IllegalMove, Move, Position};
use super::size::Size;
use crate::game::{Game, IllegalAt};

/// Why a text could not be read, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct ReadError {
    /// Where the fault is.
    pub place: Place,
    /// What it is.
    pub fault: Fault,
}

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, counted from 1.
    pub line: usize,
    /// The character of the line, counted from 1.
    pub column: usize,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Something else should stand here.
    #[error("expected {expected}, got {found}")]
    Unexpected {
        /// What should.
        expected: String,
        /// What does.
        found: String,
    },
    /// The text can be read, but the rules forbid what it says.
    #[error("{at}; expected {}", Choice(legal))]
    Illegal {
        /// Which move, and why.
        at: IllegalAt<IllegalMove>,
        /// What could have been played instead.
        legal: Vec<Move>,
    },
}

impl ReadError {
    /// A fault at the byte `offset` of a text.
    fn new(text: &str, offset: usize, fault: Fault) -> ReadError {
        let place = Place::of(text, offset);
        ReadError { place, fault }
    }

    /// The same fault in a text that has this many more lines above.
    fn below(mut self, lines: usize) -> ReadError {
        self.place.line += lines;
        self
    }
}

impl Place {
    /// The place of a byte of a text.
    fn of(text: &str, offset: usize) -> Place {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Place {
            line: 1 + before.matches('\n').count(),
            column: 1 + before[line_start..].chars().count(),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

impl Fault {
    /// Something else should stand here.
    fn unexpected(expected: impl Into<String>, found: impl Into<String>) -> Fault {
        Fault::Unexpected {
            expected: expected.into(),
            found: found.into(),
        }
    }

    /// A move that this position refuses.
    fn illegal(index: usize, reason: IllegalMove, position: &Position) -> Fault {
        Fault::Illegal {
            at: IllegalAt { index, reason },
            legal: position.legal_moves(),
        }
    }
}

/// The moves one could choose from, as a phrase.
struct Choice<'a>(&'a [Move]);

impl fmt::Display for Choice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => f.write_str("no move"),
            [only] => only.fmt(f),
            [first, others @ ..] => {
                write!(f, "one of {first}")?;
                others.iter().try_for_each(|mv| write!(f, " {mv}"))
            }
        }
    }
}

/// Reads a board in whichever order its length tells: one character more than
/// there are squares is [`columns`], two more are the squares row by row, a
/// blank and the side, as in [`obf`].
///
/// For 8x8 that is 65 and 66 characters. Nothing is trimmed: a blank may be an
/// empty square.
///
/// ```
/// use outflank::othello::notation;
///
/// let by_columns = "O------------------X--------XOO-----XX-------X-------------------";
/// let by_rows = "------------------X--------XX------OXX-----O-------------------- O";
/// assert_eq!(notation::read_board(by_columns), notation::read_board(by_rows));
/// assert!(notation::read_board("X--").is_err());
/// ```
pub fn read_board(text: &str) -> Result<Position, ReadError> {
    let length = text.chars().count();
    if length.checked_sub(1).and_then(Size::from_area).is_some() {
        columns::read(text)
    } else if length.checked_sub(2).and_then(Size::from_area).is_some() {
        obf::read_position(text)
    } else {
        let expected = "65 characters (side, then a1 a2 .. h8) or 66 (a1 b1 .. h8, blank, side)";
        let fault = Fault::unexpected(expected, scan::characters(length));
        Err(ReadError::new(text, 0, fault))
    }
}
