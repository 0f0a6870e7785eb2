//! Which region of empty squares to play in first.
//!
//! Whoever moves last in a region usually gains there, so a region with an odd
//! number of empty squares is the one to begin with. Regions are taken to be
//! the quadrants of the board: rough, but nearly free. Nothing here decides a
//! score, only the order in which moves are tried.

use crate::othello::Size;
use crate::othello::word::Word;

/// The four quarters of a board.
pub(super) type Quadrants = [u64; 4];

/// The quarters of a board of this size.
pub(super) fn quadrants(size: Size) -> Quadrants {
    let half = size.side() / 2;
    [(false, false), (true, false), (false, true), (true, true)].map(|(right, low)| {
        let inside = |column: u8, row: u8| (column >= half) == right && (row >= half) == low;
        u64::collect(
            size.squares()
                .filter(|square| inside(square.column(), square.row())),
        )
    })
}

/// The quarters that hold an odd number of the empty squares.
#[inline(always)]
pub(super) fn odd(empties: u64, quadrants: &Quadrants) -> u64 {
    let mut odd = 0;
    for quadrant in quadrants {
        let is_odd = (empties & quadrant).count_ones() as u64 & 1;
        odd |= quadrant & is_odd.wrapping_neg();
    }
    odd
}

/// Four empty squares in the order to try them.
pub(super) struct Four {
    /// The squares.
    pub squares: [usize; 4],
    /// Whether they are two pairs, the first two squares and the last two, so
    /// that a move in one pair is best answered in the same pair.
    pub paired: bool,
}

/// Orders the last four empty squares: one that is alone in its quarter first.
/// The same order without one of the squares is then a good one for the
/// remaining three, unless they are paired.
#[inline(always)]
pub(super) fn four(empties: u64, quadrants: &Quadrants) -> Four {
    let mut alone = 0;
    let mut odd = 0;
    for quadrant in quadrants {
        let inside = empties & quadrant;
        let count = inside.count_ones();
        alone |= if count == 1 { inside } else { 0 };
        odd |= if count & 1 == 1 { inside } else { 0 };
    }
    if odd == 0 {
        let near = quadrants
            .iter()
            .map(|quadrant| quadrant & empties)
            .find(|&inside| inside != 0)
            .unwrap_or(0);
        return Four {
            squares: in_turn([near, empties & !near, 0]),
            paired: true,
        };
    }
    Four {
        squares: in_turn([alone, odd & !alone, empties & !odd]),
        paired: false,
    }
}

/// The four squares of three disjoint sets, set by set.
#[inline(always)]
fn in_turn(sets: [u64; 3]) -> [usize; 4] {
    let [mut now, mut next, last] = sets;
    let mut squares = [0; 4];
    for square in &mut squares {
        if now == 0 {
            (now, next) = (next, last);
        }
        if now == 0 {
            now = last;
        }
        *square = now.trailing_zeros() as usize & 63;
        now &= now.wrapping_sub(1);
    }
    squares
}
