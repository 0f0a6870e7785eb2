//! How good a position looks, without looking ahead.
//!
//! There are two kinds of evaluation. By *tables*, for every board: the
//! contents of a few dozen patterns, lines and corners of the board, each find
//! a weight, and the sum of the weights is the value. By a *network*, for 8x8:
//! each pattern finds a row of numbers, the rows are added up, and two small
//! layers make a value of them, so that it matters how the parts of a position
//! go together. Either has weights for every stage of the game. Everything is
//! integer arithmetic, and the eight views of a position have exactly the same
//! value, since symmetric patterns share their weights.
//!
//! In reading order:
//!
//! - `pattern`: which squares the patterns of the tables read;
//! - [`Features`]: what they read in a position, kept up to date move by move;
//! - [`weights`]: the tables and their file;
//! - `orbit`: what the network reads, and how it lies on the board;
//! - `network`: what it makes of that, and its file;
//! - `layer`: sums of products, for each kind of CPU;
//! - [`Evaluator`]: what the search asks;
//! - `handmade`: a value by hand-made rules, from which training starts.
//!
//! The weights are made by [`training`](crate::training).

mod evaluator;
mod feature;
mod handmade;
mod layer;
pub(crate) mod network;
pub(crate) mod orbit;
pub(crate) mod pattern;
pub mod weights;

pub use evaluator::Evaluator;
pub use feature::Features;

use crate::othello::Board;
use crate::othello::word::Word;

/// One disc, in the unit of scores: hundredths of a disc for the side to move.
pub const DISC: i32 = 100;

/// The score of a finished game for the side to move, the empty squares
/// counted for the winner.
pub fn final_score<W: Word>(board: Board<W>, playable: W) -> i32 {
    let difference = board.player.len() as i32 - board.opponent.len() as i32;
    let empties = board.empties(playable).len() as i32;
    (difference + difference.signum() * empties) * DISC
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Size;

    #[test]
    fn empty_squares_count_for_the_winner() {
        let playable = u64::playable(Size::Four);
        let board = Board {
            player: 0b1,
            opponent: 0,
        };
        assert_eq!(final_score(board, playable), 16 * DISC);
        assert_eq!(final_score(board.swapped(), playable), -16 * DISC);
    }
}
