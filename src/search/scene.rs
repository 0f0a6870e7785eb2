//! A position together with what the evaluation keeps of it from move to move.

use crate::eval::{Evaluator, Features};
use crate::othello::word::Word;
use crate::othello::{Board, Square};

/// A position being searched.
#[derive(Clone, Copy)]
pub(super) struct Scene<W> {
    pub(super) board: Board<W>,
    features: Features,
}

impl<W: Word> Scene<W> {
    pub(super) fn new(board: Board<W>, evaluator: &Evaluator) -> Scene<W> {
        Scene {
            board,
            features: evaluator.features(board),
        }
    }

    /// After a move that turns these discs over.
    #[inline]
    pub(super) fn after(&self, square: Square, flips: W) -> Scene<W> {
        Scene {
            board: self.board.after(square, flips),
            features: self.features.after(square, flips),
        }
    }

    /// After a pass.
    pub(super) fn passed(&self) -> Scene<W> {
        Scene {
            board: self.board.swapped(),
            features: self.features.passed(),
        }
    }

    /// What it looks worth to the side to move.
    #[inline]
    pub(super) fn value(&self, evaluator: &Evaluator) -> i32 {
        evaluator.value(&self.features, self.board)
    }
}
