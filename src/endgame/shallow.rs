//! Five to [`LEAN`] empty squares: no shared memory, no thread in sight.
//!
//! Every node is a null-window search, as in [`last`](super::last). With more
//! than [`UNSORTED`] squares the moves of a position are all played at once in
//! vectors before the first is looked into: that yields the replies to each,
//! which order the moves ("fastest first": where the opponent can answer least)
//! and spare the children their own move generation.

use super::cache::Cache;
use super::ground::Ground;
use super::last::{self, NONE, Nodes, final_score};
use super::order;
use super::parity;
use crate::othello::Board;
use crate::othello::kernel::{self, ChildrenUpTo};
use crate::othello::stability;

/// The most empty squares a position may have here.
pub(super) const LEAN: u32 = 12;

/// The most empty squares with which moves are not sorted.
const UNSORTED: u32 = 6;

/// Positions of so many empty squares are not remembered: searching them again
/// takes no longer than finding them.
const UNREMEMBERED: u32 = 5;

/// From so many empty squares on it pays to ask first whether a move is known
/// to settle the question.
const ASKED_FROM: u32 = 9;

/// The searcher of small positions: what one thread owns.
pub(super) struct Lean {
    pub(super) ground: Ground,
    pub(super) nodes: Nodes,
    cache: Cache,
}

impl Lean {
    pub(super) fn new(ground: Ground) -> Lean {
        Lean {
            ground,
            nodes: 0,
            cache: Cache::new(LEAN),
        }
    }

    /// A bound on the score of a position of at most [`LEAN`] empty squares,
    /// that says whether it is more than `alpha`.
    pub(super) fn search(&mut self, player: u64, opponent: u64, empties: u64, alpha: i32) -> i32 {
        match empties.count_ones() {
            0 => {
                self.nodes += 1;
                last::lead(player, opponent)
            }
            1 => {
                self.nodes += 1;
                last::one(player, opponent, empties.trailing_zeros() as usize)
            }
            2 => last::two(&mut self.nodes, player, opponent, squares(empties), alpha),
            3 => last::three(&mut self.nodes, player, opponent, squares(empties), alpha),
            4 => self.four(player, opponent, empties, alpha),
            _ => {
                let moves = kernel::moves(player, opponent) & empties;
                self.with_moves(player, opponent, moves, empties, alpha)
            }
        }
    }

    /// The bounds that are remembered of a position of so many empty squares.
    pub(super) fn known(&self, board: Board, empties: u32) -> (i32, i32) {
        let known = self.cache.find(empties, board.player, board.opponent);
        (known.lower, known.upper)
    }

    #[inline]
    fn four(&mut self, player: u64, opponent: u64, empties: u64, alpha: i32) -> i32 {
        let order = parity::four(empties, &self.ground.quadrants);
        last::four(&mut self.nodes, player, opponent, order, alpha)
    }

    /// The same for a position of at least five empty squares whose moves are
    /// known.
    pub(super) fn with_moves(
        &mut self,
        player: u64,
        opponent: u64,
        moves: u64,
        empties: u64,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        if moves == 0 {
            let replies = kernel::moves(opponent, player) & empties;
            if replies == 0 {
                return final_score(player, opponent, empties.count_ones() as i32);
            }
            return -self.with_moves(opponent, player, replies, empties, -alpha - 1);
        }
        let depth = empties.count_ones();

        if let Some(bound) = self.stability_cut(player, opponent, depth, alpha) {
            return bound;
        }
        if depth == UNREMEMBERED {
            return self.unsorted(player, opponent, moves, empties, alpha, 0).0;
        }
        let known = self.cache.find(depth, player, opponent);
        if known.lower > alpha {
            return known.lower;
        }
        if known.upper <= alpha {
            return known.upper;
        }
        let hint = known.best & moves;
        let (best, disc) = match (depth, moves.count_ones()) {
            (..=UNSORTED, _) => self.unsorted(player, opponent, moves, empties, alpha, hint),
            // Most positions have no more moves than one vector has room for.
            (_, ..=8) => self.sorted::<8>(player, opponent, moves, empties, alpha, hint),
            _ => self.sorted::<16>(player, opponent, moves, empties, alpha, hint),
        };
        self.cache.store(depth, player, opponent, best, alpha, disc);
        best
    }

    /// The best of the moves and its score, looking into the one that was best
    /// before, then into those in regions with an odd number of squares, and
    /// there into corners first: where little is left to search, knowing more
    /// about the moves costs more than it saves.
    #[inline]
    fn unsorted(
        &mut self,
        player: u64,
        opponent: u64,
        moves: u64,
        empties: u64,
        alpha: i32,
        hint: u64,
    ) -> (i32, u64) {
        let odd = parity::odd(empties, &self.ground.quadrants);
        let corners = self.ground.corners;
        let rest = moves & !hint;
        let (first, last) = (rest & odd, rest & !odd);
        let mut best = (NONE, 0);
        for mut set in [
            hint,
            first & corners,
            first & !corners,
            last & corners,
            last & !corners,
        ] {
            while set != 0 {
                let square = set.trailing_zeros() as usize;
                let disc = set & set.wrapping_neg();
                set ^= disc;
                let flips = kernel::flips(square, player, opponent);
                let (next, other) = kernel::play(square, flips, player, opponent);
                let score = -self.search(next, other, empties ^ disc, -alpha - 1);
                if score > best.0 {
                    best = (score, disc);
                }
                if score > alpha {
                    return best;
                }
            }
        }
        best
    }

    /// The best of the moves and its score, looking first into those that leave
    /// the opponent the fewest replies.
    #[inline]
    fn sorted<const N: usize>(
        &mut self,
        player: u64,
        opponent: u64,
        moves: u64,
        empties: u64,
        alpha: i32,
        hint: u64,
    ) -> (i32, u64) {
        let mut children = ChildrenUpTo::<N>::default();
        kernel::children(player, opponent, moves, &mut children);
        let depth = empties.count_ones();
        if depth >= ASKED_FROM
            && let Some(found) = self.known_to_settle(player, opponent, depth, alpha, &children)
        {
            return found;
        }
        let mut ordered = order::fastest_first(&self.ground, player, empties, hint, &children);
        let mut best = (NONE, 0);
        while let Some(index) = ordered.next() {
            let disc = children.discs[index];
            let flips = children.flips[index];
            let (next, other) = (opponent ^ flips, player ^ flips ^ disc);
            let left = empties ^ disc;
            let replies = children.replies[index] & left;
            let score = -self.with_moves(next, other, replies, left, -alpha - 1);
            if score > best.0 {
                best = (score, disc);
            }
            if score > alpha {
                break;
            }
        }
        best
    }

    /// A move that is remembered to score more than `alpha`, and how much
    /// (enhanced transposition cutoffs, Schaeffer and Plaat 1996).
    #[inline]
    fn known_to_settle<const N: usize>(
        &self,
        player: u64,
        opponent: u64,
        empties: u32,
        alpha: i32,
        children: &ChildrenUpTo<N>,
    ) -> Option<(i32, u64)> {
        let moves = children.discs.iter().zip(&children.flips);
        let mut moves = moves.take_while(|(disc, _)| **disc != 0);
        moves.find_map(|(disc, flips)| {
            let (next, other) = (opponent ^ flips, player ^ flips ^ disc);
            let score = -self.cache.find(empties - 1, next, other).upper;
            (score > alpha).then_some((score, *disc))
        })
    }

    /// An upper bound from the opponent's discs that can never be turned, if
    /// it settles the question.
    #[inline]
    pub(super) fn stability_cut(
        &self,
        player: u64,
        opponent: u64,
        depth: u32,
        alpha: i32,
    ) -> Option<i32> {
        if alpha < order::STABILITY_FROM[depth as usize] {
            return None;
        }
        let enough = (self.ground.area - alpha + 1) as u32 / 2;
        if opponent.count_ones() < enough {
            return None;
        }
        let board = Board {
            player: opponent,
            opponent: player,
        };
        let stable = stability::at_least(enough, board, self.ground.size)?;
        Some(self.ground.area - 2 * stable as i32)
    }
}

/// The first squares of a set.
fn squares<const N: usize>(mut set: u64) -> [usize; N] {
    std::array::from_fn(|_| {
        let square = set.trailing_zeros() as usize & 63;
        set &= set.wrapping_sub(1);
        square
    })
}
