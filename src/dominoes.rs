//! Dominoes for two to four players with the tiles 0-0 to 6-6.
//!
//! Rules and nothing but rules: this module never knows which tile is the
//! better one, who asks, or where a text came from.
//!
//! In reading order:
//!
//! - [`tile`]: the 28 tiles, and sets of numbers;
//! - [`chain`]: the tiles on the table, laid end to end;
//! - [`deal`]: who gets what, the same for the same seed;
//! - [`round`]: a round of a game, its moves and its end;
//! - [`view`]: what a player can see of it;
//! - [`notation`]: moves, tables and saved games as text.

pub mod chain;
pub mod deal;
pub mod notation;
pub mod round;
pub mod tile;
pub mod view;

pub use chain::{Chain, End, Laid};
pub use round::{IllegalMove, Move, Round, Seat};
pub use tile::{Numbers, Tile};
pub use view::View;

/// A game of dominoes with its undo and redo.
pub type History = crate::game::History<Round>;

/// How many can play.
pub const PLAYERS: std::ops::RangeInclusive<usize> = 2..=4;
