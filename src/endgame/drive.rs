//! The root of a solve: which questions are asked of the search, in which
//! order, and what their answers amount to.
//!
//! The search answers one kind of question, "more than `alpha`?". Scores are
//! even, so an odd `alpha` splits them in two, and asking on both sides of the
//! true score proves it.

use super::deep::Worker;
use super::glance::Glance;
use super::shallow::LEAN;
use super::watch::Stopped;
use super::{Bounds, Line, Progress};
use crate::eval::DISC;
use crate::othello::word::Word;
use crate::othello::{Board, Move, Size, Square, Symmetry};

/// A move of the position to solve, and what is proven of it.
#[derive(Clone, Copy)]
pub(super) struct RootMove {
    pub(super) square: Square,
    after: Board,
    /// What moves that lead to the same position, seen through a symmetry,
    /// have in common.
    kind: Board,
    pub(super) bounds: Bounds,
}

/// The moves of a position, in the order of their squares.
pub(super) fn root_moves(board: Board, moves: u64, size: Size) -> Vec<RootMove> {
    let root_move = |square| {
        let after = board.after(square, board.flips(square));
        let views = Symmetry::ALL.map(|symmetry| symmetry.board(after, size));
        RootMove {
            square,
            after,
            kind: views.into_iter().min().expect("there are eight views"),
            bounds: Bounds::unknown(size.area() as i32),
        }
    };
    moves.squares().map(root_move).collect()
}

/// What is proven of the best of some moves.
pub(super) fn best_of(moves: &[RootMove]) -> Bounds {
    let lower = moves.iter().map(|mv| mv.bounds.lower).max();
    let upper = moves.iter().map(|mv| mv.bounds.upper).max();
    Bounds {
        lower: lower.expect("there is a move"),
        upper: upper.expect("there is a move"),
    }
}

/// How many plies to look beyond each move, to rank them.
const FORESIGHT: u32 = 3;

/// The score nearest to a value in hundredths of a disc: scores are even.
pub fn nearest_score(value: i32) -> i32 {
    2 * (value + DISC).div_euclid(2 * DISC)
}

/// Drives a worker from the root.
pub(super) struct Driver<'a, 'w> {
    pub(super) worker: &'a mut Worker<'w>,
    pub(super) listener: &'a mut dyn FnMut(&Progress),
}

impl Driver<'_, '_> {
    /// Brings the moves of a position into the order to try them, the one that
    /// is remembered first, and says what the score may be, to begin somewhere.
    pub(super) fn rank(&self, board: Board, moves: &mut [RootMove]) -> i32 {
        let ground = &self.worker.lean.ground;
        let empties = board.empties(ground.playable).len();
        if empties <= LEAN {
            return 0;
        }
        let glance = Glance::new(ground, empties);
        let hint = self.worker.hint(board);
        let mut best = i32::MAX;
        moves.sort_by_cached_key(|mv| {
            let value = glance.value(mv.after, FORESIGHT, i32::MAX);
            best = best.min(value);
            (hint != Some(mv.square), value)
        });
        nearest_score(-best)
    }

    /// Narrows the score of the best of the moves until it is exact or known
    /// to lie outside `low..=high`, and brings that move to the front.
    pub(super) fn settle(
        &mut self,
        moves: &mut [RootMove],
        guess: i32,
        (low, high): (i32, i32),
    ) -> Result<(), Stopped> {
        let mut target = guess;
        let mut step = 1;
        let mut rising = None;
        loop {
            let bounds = best_of(moves);
            if bounds.is_exact() || bounds.lower >= high || bounds.upper <= low {
                moves.sort_by_key(|mv| (-mv.bounds.lower, -mv.bounds.upper));
                return Ok(());
            }
            let floor = bounds.lower.max(low);
            let ceiling = bounds.upper.min(high);
            let alpha = target.clamp(floor + 2, ceiling) - 1;
            let above = self.ask(moves, alpha)?;
            // A guess is seldom far off: only the third answer of a kind makes
            // the steps longer.
            step = if rising == Some(above) { 2 * step } else { 1 };
            rising = Some(above);
            let bounds = best_of(moves);
            target = match above {
                true => bounds.lower + step.max(2),
                false => bounds.upper + 2 - step.max(2),
            };
        }
    }

    /// Whether the best of the moves scores more than `alpha`.
    fn ask(&mut self, moves: &mut [RootMove], alpha: i32) -> Result<bool, Stopped> {
        for index in 0..moves.len() {
            let mv = &mut moves[index];
            if mv.bounds.upper > alpha && mv.bounds.lower <= alpha {
                let score = -self.worker.search(mv.after, -alpha - 1)?;
                mv.bounds.learn(score, alpha);
                let RootMove { kind, bounds, .. } = *mv;
                let twins = moves.iter_mut().filter(|mv| mv.kind == kind);
                twins.for_each(|mv| mv.bounds = bounds);
            }
            let above = moves[index].bounds.lower > alpha;
            if above {
                moves[..=index].rotate_right(1);
            }
            self.report(moves, index, alpha);
            if above {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn report(&mut self, moves: &[RootMove], index: usize, alpha: i32) {
        (self.listener)(&Progress {
            best: moves[0].square.into(),
            bounds: best_of(moves),
            alpha,
            searched: index + 1,
            moves: moves.len(),
            nodes: self.worker.count(),
        });
    }

    /// The best play of both sides from the position after a move whose score
    /// is exact.
    pub(super) fn line(&mut self, mv: &RootMove) -> Line {
        let mut moves = vec![Move::Place(mv.square)];
        if mv.bounds.is_exact() {
            // Cut short by the budget, a line ends early.
            let _ = self.follow(mv.after, -mv.bounds.lower, &mut moves);
        }
        Line {
            bounds: mv.bounds,
            moves,
        }
    }

    fn follow(
        &mut self,
        mut board: Board,
        mut score: i32,
        line: &mut Vec<Move>,
    ) -> Result<(), Stopped> {
        let playable = self.worker.lean.ground.playable;
        while !board.is_over(playable) {
            let moves = board.moves(playable);
            if moves.is_empty() {
                line.push(Move::Pass);
                board = board.swapped();
            } else {
                let (square, after) = self.keeper(board, moves, score)?;
                line.push(Move::Place(square));
                board = after;
            }
            score = -score;
        }
        Ok(())
    }

    /// A move that keeps the score, which is known to exist.
    fn keeper(&mut self, board: Board, moves: u64, score: i32) -> Result<(Square, Board), Stopped> {
        let hint = self.worker.hint(board);
        let first = moves & hint.map_or(0, u64::of);
        for square in first.squares().chain((moves & !first).squares()) {
            let after = board.after(square, board.flips(square));
            if -self.worker.search(after, -score)? >= score {
                return Ok((square, after));
            }
        }
        unreachable!("some move has the score of the position")
    }
}
