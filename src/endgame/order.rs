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

/// Moves in the order to try them, found as far as they are asked for.
///
/// A key is how bad a move looks, and in its lowest byte the move's place
/// among the children. Those that have been given out become [`NO_MOVE`].
pub(super) struct Ordered<const N: usize> {
    keys: [u64; N],
}

const NO_MOVE: u64 = u64::MAX;

impl<const N: usize> Ordered<N> {
    /// The next move's place among the children.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<usize> {
        let key = self.keys.iter().fold(NO_MOVE, |least, &key| least.min(key));
        if key == NO_MOVE {
            return None;
        }
        let index = (key & 0xff) as usize;
        self.keys[index] = NO_MOVE;
        Some(index)
    }
}

/// Orders by how little the opponent can reply, corners counting twice, then
/// by parity.
///
/// One pass without a branch, so that it runs in vectors.
#[inline(always)]
pub(super) fn fastest_first<const N: usize>(
    ground: &Ground,
    empties: u64,
    hint: u64,
    children: &ChildrenUpTo<N>,
) -> Ordered<N> {
    let odd = parity::odd(empties, &ground.quadrants);
    let mut keys = [NO_MOVE; N];
    for (index, key) in keys.iter_mut().enumerate() {
        let disc = children.discs[index];
        let replies = children.replies[index] & empties;
        let mobility = replies.count_ones() as u64 + (replies & ground.corners).count_ones() as u64;
        let mut badness = 64 + 4 * mobility;
        badness -= if odd & disc != 0 { 3 } else { 0 };
        badness -= if ground.corners & disc != 0 { 6 } else { 0 };
        badness = if disc == hint { 1 } else { badness };
        let found = badness << 8 | index as u64;
        *key = if disc == 0 { NO_MOVE } else { found };
    }
    Ordered { keys }
}

/// Orders for a longer search: the moves that the table remembers as good
/// first, then by [`fastest_first`]'s rules. Moves that are not open are left
/// out.
pub(super) fn by_prospects<const N: usize>(
    ground: &Ground,
    empties: u64,
    open: u64,
    hints: [u64; 2],
    children: &ChildrenUpTo<N>,
) -> Ordered<N> {
    let mut ordered = fastest_first(ground, empties, hints[0], children);
    for (key, disc) in ordered.keys.iter_mut().zip(children.discs) {
        if disc & open == 0 {
            *key = NO_MOVE;
        } else if disc == hints[1] {
            *key = 1 << 8 | *key & 0xff;
        }
    }
    ordered
}
