//! The connect-four family: four discs in line win, on one kind of board, with
//! a table of variants that differ in how a disc comes to rest.
//!
//! Rules and nothing but rules: this module never knows how good a position
//! is, who asks, or where a text came from.
//!
//! In reading order:
//!
//! - [`variant`]: the table of games, and the sizes of their boards;
//! - [`cell`]: one place on a board and its name;
//! - [`board`]: the discs, a set of cells for each colour;
//! - [`position`]: a board in a game, moves, and how it ends;
//! - [`notation`]: moves and positions as text.

pub mod board;
pub mod cell;
pub mod notation;
pub mod position;
pub mod variant;

pub use board::{Board, CellSet};
pub use cell::Cell;
pub use position::{IllegalMove, Move, Position, Unsound};
pub use variant::{BadSize, Landing, Size, Variant};

/// A game of the family with its undo and redo.
pub type History = crate::game::History<Position>;
