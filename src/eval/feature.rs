//! What the patterns read in a position, kept up to date move by move.
//!
//! For every instance of a pattern there are two numbers: the powers of three
//! of its squares with a disc of the side to move, and those of the other side.
//! The first plus twice the second is the number in base three that finds the
//! weight. A move adds and subtracts whole rows of such numbers, one row per
//! disc, which compilers turn into a few vector instructions; a pass exchanges
//! the two.

use super::pattern::{Geometry, LANES};
use crate::othello::word::Word;
use crate::othello::{Board, Square};

/// One number for each instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Row(pub(super) [u16; LANES]);

impl Row {
    const ZERO: Row = Row([0; LANES]);

    #[inline]
    fn plus(mut self, other: &[u16; LANES]) -> Row {
        for (mine, other) in self.0.iter_mut().zip(other) {
            *mine = mine.wrapping_add(*other);
        }
        self
    }

    #[inline]
    fn minus(mut self, other: &[u16; LANES]) -> Row {
        for (mine, other) in self.0.iter_mut().zip(other) {
            *mine = mine.wrapping_sub(*other);
        }
        self
    }
}

/// What the patterns read in one position, or nothing where the evaluation
/// reads the board itself.
#[derive(Clone, Copy, Debug)]
pub struct Features {
    geometry: Option<&'static Geometry>,
    player: Row,
    opponent: Row,
}

impl PartialEq for Features {
    fn eq(&self, other: &Features) -> bool {
        self.player == other.player && self.opponent == other.opponent
    }
}

impl Features {
    /// Nothing is read, neither now nor later.
    pub(super) const NONE: Features = Features {
        geometry: None,
        player: Row::ZERO,
        opponent: Row::ZERO,
    };

    /// Read from scratch.
    pub(crate) fn of<W: Word>(geometry: &'static Geometry, board: Board<W>) -> Features {
        Features {
            geometry: Some(geometry),
            player: sum(geometry, board.player),
            opponent: sum(geometry, board.opponent),
        }
    }

    /// After a move that turns these discs over, for the other side.
    #[inline]
    #[must_use]
    pub fn after<W: Word>(&self, square: Square, flips: W) -> Features {
        let Some(geometry) = self.geometry else {
            return Features::NONE;
        };
        let turned = sum(geometry, flips);
        let placed = &geometry.places[square.index()];
        Features {
            geometry: self.geometry,
            player: self.opponent.minus(&turned.0),
            opponent: self.player.plus(&turned.0).plus(placed),
        }
    }

    /// After a pass.
    #[inline]
    #[must_use]
    pub fn passed(&self) -> Features {
        Features {
            geometry: self.geometry,
            player: self.opponent,
            opponent: self.player,
        }
    }

    /// The number in base three that each instance reads.
    #[inline]
    pub(crate) fn numbers(&self) -> [u16; LANES] {
        self.player.plus(&self.opponent.0).plus(&self.opponent.0).0
    }
}

#[inline]
fn sum<W: Word>(geometry: &Geometry, discs: W) -> Row {
    let places = |square: Square| &geometry.places[square.index()];
    discs
        .squares()
        .fold(Row::ZERO, |sum, square| sum.plus(places(square)))
}
