//! Othello, also called Reversi, on boards of 4x4, 6x6, 8x8 and 10x10.
//!
//! Rules and nothing but rules: this module never knows how good a position
//! is, who asks, or where a text came from.
//!
//! In reading order:
//!
//! - [`square`], [`size`]: what is where on which board;
//! - [`word`]: the integers that hold sets of squares;
//! - [`kernel`]: legal moves and flips on the `u64` core, portable and in vectors;
//! - [`board`]: two sets of discs, side to move first, as the engine sees them;
//! - [`symmetry`], [`stability`]: the eight views, and the discs that stay;
//! - [`position`], [`score`]: a position as people see it, with true colours;
//! - [`notation`]: positions and games as text;
//! - [`perft`]: counts that prove the rules.

pub mod board;
pub mod kernel;
pub mod notation;
pub mod perft;
pub mod position;
#[cfg(test)]
pub(crate) mod reference;
pub mod score;
pub mod size;
pub mod square;
pub mod stability;
pub mod symmetry;
pub mod word;

pub use board::Board;
pub use position::{IllegalMove, Move, Position, Start};
pub use score::Score;
pub use size::Size;
pub use square::Square;
pub use symmetry::Symmetry;

/// A game of Othello with its undo and redo.
pub type History = crate::game::History<Position>;
