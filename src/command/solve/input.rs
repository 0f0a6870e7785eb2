//! What is to be solved: the positions of a file, each with its line.

use std::borrow::Cow;
use std::error::Error;
use std::io::{self, Read};
use std::path::Path;

use crate::game::Color;
use crate::othello::notation::{ReadError, obf};
use crate::othello::{Board, Position, Size, Start};
use crate::store;

/// A file of positions.
pub(super) struct Input {
    pub(super) name: String,
    pub(super) items: Vec<Result<Item, Unsolvable>>,
}

/// A position that can be solved.
pub(super) struct Item {
    pub(super) line: usize,
    pub(super) entry: obf::Entry,
    pub(super) board: Board,
}

/// Why a line cannot be solved.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unsolvable {
    #[error(transparent)]
    Unreadable(#[from] ReadError),
    #[error("line {line}: expected a board of at most 8x8, got 10x10")]
    TooLarge { line: usize },
}

/// More than a million positions: nobody waits for that many.
const LARGEST: u64 = 128 << 20;

impl Input {
    /// Reads a file, or standard input if the path is `-`.
    ///
    /// Bytes that are no text spoil their line only.
    pub(super) fn read(path: &Path) -> Result<Input, Box<dyn Error>> {
        let bytes = match path.to_str() {
            Some("-") => {
                let mut bytes = Vec::new();
                io::stdin().take(LARGEST).read_to_end(&mut bytes)?;
                bytes
            }
            _ => store::read(path, LARGEST)?,
        };
        let name = match path.to_string_lossy() {
            Cow::Borrowed("-") => "standard input".into(),
            name => name.into_owned(),
        };
        let text = String::from_utf8_lossy(&bytes);
        let items = obf::read_file(&text).map(|(line, entry)| Item::new(line, entry?));
        Ok(Input {
            name,
            items: items.collect(),
        })
    }

    /// The first position of a game.
    pub(super) fn start(size: Size) -> Input {
        let position = Position::start(size, Start::Standard, Color::Black);
        Input {
            name: format!("start of {size}"),
            items: vec![Item::new(1, position.into())],
        }
    }
}

impl Item {
    fn new(line: usize, entry: obf::Entry) -> Result<Item, Unsolvable> {
        match entry.position.board() {
            Some(board) => Ok(Item { line, entry, board }),
            None => Err(Unsolvable::TooLarge { line }),
        }
    }
}
