//! Which move first.
//!
//! The order decides how much is searched, never what the result is. Ties are
//! broken by the square's number, so that every build searches alike.

use super::ground::Ground;
use super::parity;
use crate::othello::kernel::ChildrenUpTo;

/// From which `alpha` on it pays to look for stable discs, by empty squares.
pub(super) const STABILITY_FROM: [i32; 64] = {
    let mut from = [99; 64];
    let mut depth = 4;
    while depth < 48 {
        from[depth] = if depth < 10 {
            2 * depth as i32 - 2
        } else if depth <= 24 {
            2 * depth as i32
        } else {
            48
        };
        depth += 1;
    }
    from
};

/// Moves in the order to try them, sorted as far as they are asked for.
pub(super) struct Ordered {
    keys: [u32; 34],
    len: usize,
}

impl Ordered {
    /// The next move: its square, and its place among the children.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<(usize, usize)> {
        let len = self.len.checked_sub(1)?;
        let keys = &mut self.keys[..=len];
        let mut best = 0;
        for index in 1..keys.len() {
            if keys[index] < keys[best] {
                best = index;
            }
        }
        let key = keys[best];
        keys[best] = keys[len];
        self.len = len;
        Some(((key & 0xff) as usize, (key >> 8 & 0xff) as usize))
    }
}

/// Orders by how little the opponent can reply, corners counting twice, then
/// by parity.
#[inline(always)]
pub(super) fn fastest_first<const N: usize>(
    ground: &Ground,
    moves: u64,
    empties: u64,
    hint: usize,
    children: &ChildrenUpTo<N>,
) -> Ordered {
    let odd = parity::odd(empties, &ground.quadrants);
    let mut ordered = Ordered {
        keys: [0; 34],
        len: 0,
    };
    let mut left = moves;
    while left != 0 {
        let square = left.trailing_zeros() as usize;
        let disc = left & left.wrapping_neg();
        left ^= disc;
        let index = ordered.len;
        let replies = children.replies[index] & empties & !disc;
        let mobility = replies.count_ones() + (replies & ground.corners).count_ones();
        let mut badness = 64 + 4 * mobility;
        if odd & disc != 0 {
            badness -= 3;
        }
        if ground.corners & disc != 0 {
            badness -= 6;
        }
        if square == hint {
            badness = 0;
        }
        ordered.keys[index] = badness << 16 | (index as u32) << 8 | square as u32;
        ordered.len += 1;
    }
    ordered
}
