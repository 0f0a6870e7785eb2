//! More than [`LEAN`] empty squares: positions worth remembering for everyone.
//!
//! Null-window search again, now with the shared [`Table`] and with cutoffs
//! from what it knows of the children (enhanced transposition cutoffs). Only
//! here is it asked whether to stop: what lies below takes well under a
//! millisecond.

use super::order;
use super::shallow::{LEAN, Lean};
use super::watch::{Stopped, Watch};
use crate::othello::kernel::{self, ChildrenUpTo, play};
use crate::othello::{Board, Square};
use crate::table::{Entry, Table};

/// The trust of what is proven. Its bounds are in whole discs.
pub const PROVEN: u8 = 100;

/// One thread's searcher.
pub(super) struct Worker<'a> {
    pub(super) lean: &'a mut Lean,
    pub(super) table: &'a Table,
    pub(super) watch: &'a Watch<'a>,
}

impl Worker<'_> {
    /// A bound on the score of a position, that says whether it is more than
    /// `alpha`.
    pub(super) fn search(&mut self, board: Board, alpha: i32) -> Result<i32, Stopped> {
        let Board { player, opponent } = board;
        let empties = board.empties(self.lean.ground.playable);
        if empties.count_ones() <= LEAN {
            return Ok(self.lean.search(player, opponent, empties, alpha));
        }
        let moves = kernel::moves(player, opponent) & empties;
        self.with_moves(player, opponent, moves, empties, alpha)
    }

    fn with_moves(
        &mut self,
        player: u64,
        opponent: u64,
        moves: u64,
        empties: u64,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        let depth = empties.count_ones();
        if depth <= LEAN {
            return Ok(self
                .lean
                .with_moves(player, opponent, moves, empties, alpha));
        }
        self.lean.nodes += 1;
        self.watch.check(self.lean.nodes)?;
        if moves == 0 {
            let replies = kernel::moves(opponent, player) & empties;
            if replies == 0 {
                return Ok(super::last::final_score(player, opponent, depth as i32));
            }
            return Ok(-self.with_moves(opponent, player, replies, empties, -alpha - 1)?);
        }
        if let Some(bound) = self.lean.stability_cut(player, opponent, depth, alpha) {
            return Ok(bound);
        }
        let board = Board { player, opponent };
        let known = self.proven(board, depth);
        let area = self.lean.ground.area;
        let (mut lower, mut upper) = (-area, area);
        let mut hints = [None; 2];
        if let Some(known) = known {
            (lower, upper) = (known.lower as i32, known.upper as i32);
            hints = known.moves;
            if lower > alpha {
                return Ok(lower);
            }
            if upper <= alpha {
                return Ok(upper);
            }
        }

        let mut children = ChildrenUpTo::<40>::default();
        kernel::children(player, opponent, moves, &mut children);
        let hint = hints[0].map_or(64, Square::index);
        let mut ordered = order::fastest_first(&self.lean.ground, moves, empties, hint, &children);
        let mut best = -128;
        let mut best_square = 64;
        while let Some((square, index)) = ordered.next() {
            let (next, other) = play(square, children.flips[index], player, opponent);
            let left = empties & !(1 << square);
            let replies = children.replies[index] & left;
            let score = -self.with_moves(next, other, replies, left, -alpha - 1)?;
            if score > best {
                best = score;
                best_square = square;
                if best > alpha {
                    break;
                }
            }
        }
        if best > alpha {
            lower = best;
        } else {
            upper = best;
        }
        let first = Square::from_index(best_square);
        self.table.store(
            board,
            Entry {
                lower: lower as i16,
                upper: upper as i16,
                depth: depth as u8,
                trust: PROVEN,
                moves: if first == hints[0] {
                    hints
                } else {
                    [first, hints[0]]
                },
            },
        );
        Ok(best)
    }

    /// The move to try first in a position, if one is remembered.
    pub(super) fn hint(&self, board: Board) -> Option<Square> {
        self.table.find(board)?.moves[0]
    }

    /// What has been proven of a position.
    fn proven(&self, board: Board, depth: u32) -> Option<Entry> {
        let entry = self.table.find(board)?;
        (entry.trust == PROVEN && entry.depth as u32 == depth).then_some(entry)
    }
}
