//! What the solver needs to know of a board's size, worked out once.

use super::parity::{self, Quadrants};
use crate::othello::Size;
use crate::othello::word::Word;

/// The fixed facts of a board of one size.
#[derive(Clone, Copy)]
pub(super) struct Ground {
    pub size: Size,
    /// How many squares there are.
    pub area: i32,
    /// Which squares those are.
    pub playable: u64,
    pub quadrants: Quadrants,
    pub corners: u64,
    /// The squares diagonally beside the corners.
    pub beside_corners: u64,
}

impl Ground {
    pub(super) fn new(size: Size) -> Ground {
        let last = size.side() - 1;
        let all_at = |ends: [u8; 2]| {
            let at_end = |at: u8| ends.contains(&at);
            u64::collect(
                size.squares()
                    .filter(|square| at_end(square.column()) && at_end(square.row())),
            )
        };
        Ground {
            size,
            area: size.area() as i32,
            playable: u64::playable(size),
            quadrants: parity::quadrants(size),
            corners: all_at([0, last]),
            beside_corners: all_at([1, last - 1]),
        }
    }
}
