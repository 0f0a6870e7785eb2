//! The kernels in plain integer arithmetic, for every CPU.

use super::rays::{DOWN, UP};
use super::{ChildrenUpTo, play};

/// The columns `b` to `g`: a disc in a run that does not go straight up or
/// down lies on one of them, which also keeps shifts from running around the
/// edge.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The empty squares where the player would turn something over.
///
/// Runs are followed in all eight directions at once by shifting the whole
/// board, doubling the distance as they grow ("parallel prefix").
#[inline]
pub fn moves(player: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER_COLUMNS;
    let reached = reach::<1>(player, inner)
        | reach::<7>(player, inner)
        | reach::<8>(player, opponent)
        | reach::<9>(player, inner);
    reached & !(player | opponent)
}

/// The squares just beyond the runs of `through` that start next to a disc of
/// the player, both ways along one line direction.
#[inline(always)]
fn reach<const STEP: u32>(player: u64, through: u64) -> u64 {
    let mut left = through & (player << STEP);
    let mut right = through & (player >> STEP);
    left |= through & (left << STEP);
    right |= through & (right >> STEP);
    let pairs_left = through & (through << STEP);
    let pairs_right = pairs_left >> STEP;
    left |= pairs_left & (left << (2 * STEP));
    right |= pairs_right & (right >> (2 * STEP));
    left |= pairs_left & (left << (2 * STEP));
    right |= pairs_right & (right >> (2 * STEP));
    (left << STEP) | (right >> STEP)
}

/// The opponent's discs that a player's disc on this empty square turns over.
///
/// # Panics
/// If the square is not below 64.
#[inline]
pub fn flips(square: usize, player: u64, opponent: u64) -> u64 {
    let mut flips = 0;
    for ray in UP[square] {
        // Adding 1 below the ray carries through everything that is not in it
        // and through the run of opponents, to the square that ends the run.
        let end = (opponent | !ray).wrapping_add(1) & ray & player;
        flips |= end.wrapping_sub((end != 0) as u64) & ray;
    }
    for ray in DOWN[square] {
        // The highest square of the ray without an opponent ends the run.
        let open = ray & !opponent;
        let end = (1 << 63 >> (open | 1).leading_zeros()) & open & player;
        flips |= (end << 1).wrapping_neg() & ray;
    }
    flips
}

/// The same for several squares of one position.
#[inline(always)]
pub fn flips_each<const N: usize>(squares: [usize; N], player: u64, opponent: u64) -> [u64; N] {
    let mut each = [0; N];
    for (index, square) in squares.into_iter().enumerate() {
        each[index] = flips(square, player, opponent);
    }
    each
}

/// Plays each of the moves, and finds the replies to it.
#[inline]
pub fn children<const N: usize>(
    player: u64,
    opponent: u64,
    moves: u64,
    children: &mut ChildrenUpTo<N>,
) {
    let mut left = moves;
    let mut index = 0;
    while left != 0 && index < N {
        let square = left.trailing_zeros() as usize;
        left &= left - 1;
        let flips = flips(square, player, opponent);
        let (player, opponent) = play(square, flips, player, opponent);
        children.discs[index] = 1 << square;
        children.flips[index] = flips;
        children.replies[index] = self::moves(player, opponent);
        index += 1;
    }
}
