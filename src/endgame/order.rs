//! Which move first.
//!
//! The order decides how much is searched, never what the result is. Ties are
//! broken by the square's number, so that every build searches alike.

use super::glance::Glance;
use super::ground::Ground;
use super::parity;
use crate::eval::DISC;
use crate::othello::Board;
use crate::othello::kernel::ChildrenUpTo;

/// From which `alpha` on it pays to look for stable discs, by empty squares.
pub(super) const STABILITY_FROM: [i32; 64] = {
    let mut from = [99; 64];
    let mut depth = 5;
    while depth < 48 {
        from[depth] = if depth < 10 {
            2 * depth as i32 - 6
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

/// What counts for how much, in sixteenths of one of the opponent's replies.
/// Fitted by coordinate descent on the node counts of 19 positions of 17 to 21
/// empty squares.
struct Scale {
    /// Each reply into a corner, above its worth as a reply.
    corner_reply: u64,
    /// Each empty square beside a disc of one's own: a reply in the making.
    frontier: u64,
    /// A move into a quarter with an odd number of empty squares.
    odd: u64,
    /// A move into a corner.
    corner: u64,
    /// A move diagonally beside a corner.
    beside_corner: u64,
}

/// Up to [`LATE_UP_TO`] empty squares.
const LATE: Scale = Scale {
    corner_reply: 16,
    frontier: 12,
    odd: 12,
    corner: 0,
    beside_corner: 8,
};

const LATE_UP_TO: u32 = 7;

const MIDDLE: Scale = Scale {
    corner_reply: 24,
    frontier: 8,
    odd: 4,
    corner: 16,
    beside_corner: 16,
};

/// Where the shared table takes over.
const EARLY: Scale = Scale {
    corner_reply: 8,
    frontier: 7,
    odd: 4,
    corner: 16,
    beside_corner: 8,
};

/// Orders by how little the opponent can reply ("fastest first"), and by what
/// else tells good moves from bad ones.
#[inline(always)]
pub(super) fn fastest_first<const N: usize>(
    ground: &Ground,
    player: u64,
    empties: u64,
    hint: u64,
    children: &ChildrenUpTo<N>,
) -> Ordered<N> {
    let scale = match empties.count_ones() {
        ..=LATE_UP_TO => &LATE,
        _ => &MIDDLE,
    };
    Ordered {
        keys: keys(scale, ground, player, empties, hint, children),
    }
}

/// One pass without a branch, so that it runs in vectors.
#[inline(always)]
fn keys<const N: usize>(
    scale: &Scale,
    ground: &Ground,
    player: u64,
    empties: u64,
    hint: u64,
    children: &ChildrenUpTo<N>,
) -> [u64; N] {
    /// Above what any bonus takes away.
    const BASE: u64 = 64;
    let odd = parity::odd(empties, &ground.quadrants);
    let mut keys = [NO_MOVE; N];
    for (index, key) in keys.iter_mut().enumerate() {
        let disc = children.discs[index];
        let replies = children.replies[index] & empties;
        let own = player ^ children.flips[index] ^ disc;
        let frontier = around(own) & empties & !disc;
        let mut badness = BASE
            + 16 * replies.count_ones() as u64
            + scale.corner_reply * (replies & ground.corners).count_ones() as u64
            + scale.frontier * frontier.count_ones() as u64;
        badness -= if odd & disc != 0 { scale.odd } else { 0 };
        badness -= if ground.corners & disc != 0 {
            scale.corner
        } else {
            0
        };
        badness += if ground.beside_corners & disc != 0 {
            scale.beside_corner
        } else {
            0
        };
        badness = if disc == hint { 0 } else { badness };
        let found = badness << 8 | index as u64;
        *key = if disc == 0 { NO_MOVE } else { found };
    }
    keys
}

/// The squares of a set and those beside them.
#[inline(always)]
fn around(set: u64) -> u64 {
    const NOT_FIRST: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let wide = set | (set << 1 & NOT_FIRST) | (set >> 1 & NOT_LAST);
    wide | wide << 8 | wide >> 8
}

/// Orders for a longer search: the move that the table remembers as good
/// first, then by a look ahead and as [`fastest_first`]. Moves that are not
/// open are left out.
pub(super) fn by_prospects<const N: usize>(
    ground: &Ground,
    board: Board,
    open: u64,
    hint: u64,
    children: &ChildrenUpTo<N>,
) -> Ordered<N> {
    let empties = board.empties(ground.playable);
    let depth = empties.count_ones();
    let glance = Glance::new(ground, depth);
    let plies = look_ahead(depth);
    let mut least = BEYOND_ALL_VALUES;
    let mut keys = keys(&EARLY, ground, board.player, empties, 0, children);
    for (index, key) in keys.iter_mut().enumerate() {
        let disc = children.discs[index];
        if disc & open == 0 {
            *key = NO_MOVE;
            continue;
        }
        let badness = match disc == hint {
            true => 0,
            false => {
                let flips = children.flips[index];
                let after = Board {
                    player: board.opponent ^ flips,
                    opponent: board.player ^ flips ^ disc,
                };
                let value = glance.value(after, plies, least + HOPELESS);
                least = least.min(value);
                (*key >> 8) * CENTIDISCS + (BEYOND_ALL_VALUES + value) as u64
            }
        };
        *key = badness << 8 | index as u64;
    }
    Ordered { keys }
}

/// What a sixteenth of a reply is worth, in hundredths of a disc: near the end
/// it matters more how much is left to search than what comes of it.
const CENTIDISCS: u64 = 16;

/// A move that looks so much worse than another is not looked into to the end.
const HOPELESS: i32 = 12 * DISC;

/// Keeps keys positive.
const BEYOND_ALL_VALUES: i32 = 100 * DISC;

/// How many plies to look ahead to order the moves of a position with so many
/// empty squares: never so many that it would take long, since nobody asks
/// meanwhile whether to stop.
fn look_ahead(empties: u32) -> u32 {
    const MOST: u32 = 4;
    (empties.saturating_sub(13) / 3).min(MOST)
}
