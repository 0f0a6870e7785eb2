//! The last four empty squares, written out.
//!
//! Most of the positions of a solve are here, so there is no list, no table
//! and no sorting: the squares come in as arguments, in the order in which
//! they are tried.
//!
//! As everywhere below the root, the question is whether the side to move gets
//! more than `alpha`. The answer is a bound: greater than `alpha`, the score is
//! at least that; otherwise it is at most that.

use super::parity::Four;
use crate::othello::kernel::{self, play};

/// Below every score: no move has been found yet.
pub(super) const NONE: i32 = -128;

/// Counts the positions looked at.
pub(super) type Nodes = u64;

/// Discs of the player less those of the opponent.
#[inline(always)]
pub(super) fn lead(player: u64, opponent: u64) -> i32 {
    player.count_ones() as i32 - opponent.count_ones() as i32
}

/// The score of a game that ends with this many squares empty: they count for
/// the winner.
#[inline]
pub(super) fn final_score(player: u64, opponent: u64, empties: i32) -> i32 {
    let lead = lead(player, opponent);
    lead + lead.signum() * empties
}

/// The score with four squares left.
pub(super) fn four(nodes: &mut Nodes, player: u64, opponent: u64, order: Four, alpha: i32) -> i32 {
    let [a, b, c, d] = order.squares;
    let rest = if order.paired {
        [[b, c, d], [a, c, d], [d, a, b], [c, a, b]]
    } else {
        [[b, c, d], [a, c, d], [a, b, d], [a, b, c]]
    };
    *nodes += 1;
    let best = best_of_four(nodes, player, opponent, order.squares, &rest, alpha);
    if best != NONE {
        return best;
    }
    let best = best_of_four(nodes, opponent, player, order.squares, &rest, -alpha - 1);
    if best != NONE {
        return -best;
    }
    final_score(player, opponent, 4)
}

#[inline(always)]
fn best_of_four(
    nodes: &mut Nodes,
    player: u64,
    opponent: u64,
    squares: [usize; 4],
    rest: &[[usize; 3]; 4],
    alpha: i32,
) -> i32 {
    let flips = kernel::flips_each(squares, player, opponent);
    let mut best = NONE;
    for index in 0..4 {
        if flips[index] != 0 {
            let (next, other) = play(squares[index], flips[index], player, opponent);
            best = best.max(-three(nodes, next, other, rest[index], -alpha - 1));
            if best > alpha {
                break;
            }
        }
    }
    best
}

/// The score with three squares left.
pub(super) fn three(
    nodes: &mut Nodes,
    player: u64,
    opponent: u64,
    squares: [usize; 3],
    alpha: i32,
) -> i32 {
    *nodes += 1;
    let best = best_of_three(nodes, player, opponent, squares, alpha);
    if best != NONE {
        return best;
    }
    let best = best_of_three(nodes, opponent, player, squares, -alpha - 1);
    if best != NONE {
        return -best;
    }
    final_score(player, opponent, 3)
}

#[inline(always)]
fn best_of_three(
    nodes: &mut Nodes,
    player: u64,
    opponent: u64,
    squares: [usize; 3],
    alpha: i32,
) -> i32 {
    let [a, b, c] = squares;
    let rest = [[b, c], [a, c], [a, b]];
    let flips = kernel::flips_each(squares, player, opponent);
    let mut best = NONE;
    for index in 0..3 {
        if flips[index] != 0 {
            let (next, other) = play(squares[index], flips[index], player, opponent);
            best = best.max(-two(nodes, next, other, rest[index], -alpha - 1));
            if best > alpha {
                break;
            }
        }
    }
    best
}

/// The score with two squares left.
#[inline]
pub(super) fn two(
    nodes: &mut Nodes,
    player: u64,
    opponent: u64,
    squares: [usize; 2],
    alpha: i32,
) -> i32 {
    *nodes += 1;
    let best = best_of_two(nodes, player, opponent, squares, alpha);
    if best != NONE {
        return best;
    }
    let best = best_of_two(nodes, opponent, player, squares, -alpha - 1);
    if best != NONE {
        return -best;
    }
    final_score(player, opponent, 2)
}

#[inline(always)]
fn best_of_two(
    nodes: &mut Nodes,
    player: u64,
    opponent: u64,
    [a, b]: [usize; 2],
    alpha: i32,
) -> i32 {
    let flips = kernel::flips_each([a, b], player, opponent);
    let mut best = NONE;
    if flips[0] != 0 {
        let (next, other) = play(a, flips[0], player, opponent);
        *nodes += 1;
        best = -one(next, other, b);
        if best > alpha {
            return best;
        }
    }
    if flips[1] != 0 {
        let (next, other) = play(b, flips[1], player, opponent);
        *nodes += 1;
        best = best.max(-one(next, other, a));
    }
    best
}

/// The score with one square left.
#[inline(always)]
pub(super) fn one(player: u64, opponent: u64, square: usize) -> i32 {
    let lead = lead(player, opponent);
    let flips = kernel::count_flips(square, player) as i32;
    if flips != 0 {
        return lead + 1 + 2 * flips;
    }
    let flips = kernel::count_flips(square, opponent) as i32;
    if flips != 0 {
        return lead - 1 - 2 * flips;
    }
    lead + lead.signum()
}
