//! What a position looks worth after looking a few plies ahead.
//!
//! Plain alpha-beta on the evaluation. It is cheap beside the search of the
//! positions it is asked about, and decides only the order of moves and where
//! to begin, never a score.

use super::ground::Ground;
use crate::eval::{DISC, Evaluator, Features, final_score};
use crate::othello::Board;
use crate::othello::word::Word;

/// Looks ahead on boards of one size.
pub(super) struct Glance {
    evaluator: &'static Evaluator,
    playable: u64,
}

/// With so many empty squares there is enough to save for the best evaluation;
/// with fewer, the tables cost less.
const JUDGED_CAREFULLY: u32 = 16;

/// Beyond every value.
const INFINITY: i32 = 128 * DISC;

impl Glance {
    /// To order the moves of a position with so many empty squares. The first
    /// one loads the weights of its size; the others find them.
    pub(super) fn new(ground: &Ground, empties: u32) -> Glance {
        Glance {
            evaluator: match empties >= JUDGED_CAREFULLY {
                true => Evaluator::for_size(ground.size),
                false => Evaluator::by_tables(ground.size),
            },
            playable: ground.playable,
        }
    }

    /// The value of a position to the side to move, in hundredths of a disc,
    /// looking so many plies ahead; at least `beta` if it is no less than that.
    pub(super) fn value(&self, board: Board, plies: u32, beta: i32) -> i32 {
        let features = self.evaluator.features(board);
        self.within(board, &features, plies, -INFINITY, beta)
    }

    fn within(
        &self,
        board: Board,
        features: &Features,
        plies: u32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        if plies == 0 {
            return self.evaluator.value(features, board);
        }
        let moves = board.moves(self.playable);
        if moves.is_empty() {
            return match board.is_over(self.playable) {
                true => final_score(board, self.playable),
                false => -self.within(board.swapped(), &features.passed(), plies, -beta, -alpha),
            };
        }
        let mut best = -INFINITY;
        for square in moves.squares() {
            let flips = board.flips(square);
            let after = board.after(square, flips);
            let features = features.after(square, flips);
            best = best.max(-self.within(after, &features, plies - 1, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
