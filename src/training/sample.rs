//! Positions with the score they should have, taken from recorded games.
//!
//! Where the exact score is known, that is the label. Before that it is a
//! blend of what the search said and of how the game went on, up to where
//! the exact score was known; a random move in between makes the latter
//! meaningless. Positions that nobody searched are left out.

use std::path::{Path, PathBuf};

use super::record::{Kind, Ply, Reader, Record, RecordError, UNKNOWN};
use crate::eval::{DISC, final_score};
use crate::game::Color;
use crate::othello::word::Word;
use crate::othello::{Board, Position, Size, Start};

/// The boards that games are recorded on.
pub trait Core: Word {
    /// The board of a position, if it is of this kind.
    fn board(position: &Position) -> Option<Board<Self>>;

    /// The board games start from.
    fn start(size: Size) -> Board<Self> {
        let start = Position::start(size, Start::Standard, Color::Black);
        Self::board(&start).expect("the core suits the size")
    }
}

impl Core for u64 {
    fn board(position: &Position) -> Option<Board> {
        position.board()
    }
}

impl Core for u128 {
    fn board(position: &Position) -> Option<Board<u128>> {
        position.large_board()
    }
}

/// A position of a recorded game, before the move that was made.
#[derive(Clone, Copy, Debug)]
pub struct Seen<W> {
    /// The discs, side to move first.
    pub board: Board<W>,
    /// The move, how it was chosen, and the value of the position.
    pub ply: Ply,
    /// How the game went on for the side to move, in hundredths of a disc,
    /// unless chance had a hand in it.
    pub outcome: Option<i32>,
}

impl<W> Seen<W> {
    /// The score this position should have, in discs, if anything is known.
    /// So much of it is the outcome, the rest the search.
    pub fn label(&self, outcome_share: f32) -> Option<f32> {
        let value = match self.ply.value {
            UNKNOWN => None,
            value => Some(value as f32),
        };
        let label = match (self.ply.kind, value, self.outcome) {
            (Kind::Searched, Some(value), Some(outcome)) => {
                value + outcome_share * (outcome as f32 - value)
            }
            (_, Some(value), _) => value,
            (_, None, _) => return None,
        };
        Some(label / DISC as f32)
    }
}

/// The positions of a game in the order they came, or `None` if it has a move
/// that is not legal.
pub fn replay<W: Core>(record: &Record, size: Size) -> Option<Vec<Seen<W>>> {
    let playable = W::playable(size);
    let mut board = W::start(size);
    // Whose eyes outcomes are seen through: passes matter here.
    let mut second = false;
    let mut seen = Vec::with_capacity(record.plies.len());
    let mut sides = Vec::with_capacity(record.plies.len());
    for &ply in &record.plies {
        if board.moves(playable).is_empty() {
            board = board.swapped();
            second = !second;
        }
        if !ply.square.is_on(size) || !board.moves(playable).has(ply.square) {
            return None;
        }
        seen.push(Seen {
            board,
            ply,
            outcome: None,
        });
        sides.push(second);
        board = board.after(ply.square, board.flips(ply.square));
        second = !second;
    }
    let end = (board.is_over(playable)).then(|| final_score(board, playable));
    let signed = |score: i32, second: bool| if second { -score } else { score };
    let mut outcome = end.map(|score| signed(score, second));
    for (seen, &second) in seen.iter_mut().zip(&sides).rev() {
        outcome = match seen.ply.kind {
            Kind::Exact => Some(signed(seen.ply.value as i32, second)),
            Kind::Searched => outcome,
            Kind::Random => None,
        };
        seen.outcome = outcome.map(|score| signed(score, second));
    }
    Some(seen)
}

/// Calls back with every position of every game in some files.
pub fn visit<W: Core>(
    paths: &[PathBuf],
    size: Size,
    mut visitor: impl FnMut(&[Seen<W>]),
) -> Result<u64, RecordError> {
    let mut games = 0;
    for path in paths {
        for (number, record) in Reader::open(path, size)?.enumerate() {
            let seen = replay(&record?, size).ok_or_else(|| illegal(path, number))?;
            visitor(&seen);
            games += 1;
        }
    }
    Ok(games)
}

/// A game with a checksum that fits and a move that does not.
fn illegal(path: &Path, number: usize) -> RecordError {
    RecordError::Illegal {
        path: path.into(),
        game: number as u64 + 1,
    }
}
