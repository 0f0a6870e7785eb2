//! The player that training lets play and asks for scores: a search of fixed
//! depth, and perfect play once few squares are left.

use std::sync::Arc;

use super::sample::Core;
use crate::endgame::{self, Solver};
use crate::eval::{DISC, Evaluator};
use crate::limits::Budget;
use crate::othello::word::Word;
use crate::othello::{Board, Move, Size};
use crate::search::{self, Confidence, Remembered, Step};
use crate::table::Table;

/// The bytes of a table that one game or one search needs.
const TABLE: usize = 1 << 20;

/// A player.
#[derive(Clone, Copy, Debug)]
pub struct Player<'a> {
    /// What it goes by.
    pub evaluator: &'a Evaluator,
    /// How it searches.
    pub step: Step,
    /// It plays perfectly from this many empty squares on.
    pub exact: u32,
}

/// What a player makes of a position where there is a move.
pub(super) struct Thought {
    /// For the side to move, in hundredths of a disc.
    pub(super) value: i32,
    /// The moves it expects, at least one.
    pub(super) line: Vec<Move>,
}

/// A table with nothing in it.
pub(super) fn table() -> Arc<Table> {
    Arc::new(Table::new(TABLE))
}

impl Player<'_> {
    /// Whether this player knows the exact score of a position.
    pub(super) fn solves<W: Word>(&self, board: Board<W>) -> bool {
        let playable = W::playable(self.evaluator.size());
        board.empties(playable).len() <= self.exact
    }

    /// Searches or solves a position where the side to move has a move.
    pub(super) fn think<W: Solved>(&self, board: Board<W>, table: &Arc<Table>) -> Thought {
        match self.solves(board) {
            true => W::solve(board, self.evaluator, table),
            false => searched(board, self.evaluator, self.step, table),
        }
    }
}

/// The boards that training can play on.
pub(super) trait Solved: Core + Remembered {
    /// The exact score, and best play.
    fn solve(board: Board<Self>, evaluator: &Evaluator, table: &Arc<Table>) -> Thought;
}

impl Solved for u64 {
    fn solve(board: Board, evaluator: &Evaluator, table: &Arc<Table>) -> Thought {
        let mut solver = Solver::new(table.clone(), 1);
        let question = endgame::Question::exact(board, evaluator.size());
        let solution = solver.solve(&question, &Budget::default(), &mut |_| {});
        let line = solution.lines.into_iter().next();
        Thought {
            value: solution.bounds.lower * DISC,
            line: line.map_or(Vec::new(), |line| line.moves),
        }
    }
}

/// There is no solver for large boards, but a search that goes to the end.
impl Solved for u128 {
    fn solve(board: Board<u128>, evaluator: &Evaluator, table: &Arc<Table>) -> Thought {
        let to_the_end = Step {
            depth: board.empties(u128::playable(Size::Ten)).len(),
            confidence: Confidence::Full,
        };
        searched(board, evaluator, to_the_end, table)
    }
}

/// The best line of a position where the side to move has a move.
pub(super) fn searched<W: Remembered>(
    board: Board<W>,
    evaluator: &Evaluator,
    step: Step,
    table: &Table,
) -> Thought {
    let best = deepened(board, evaluator, step, table, &mut |_| {});
    Thought {
        value: best.score,
        line: best.moves,
    }
}

/// The same, and the listener hears of the best line at every depth on the way.
pub(super) fn deepened<W: Remembered>(
    board: Board<W>,
    evaluator: &Evaluator,
    step: Step,
    table: &Table,
    listener: &mut dyn FnMut(&search::Line),
) -> search::Line {
    let moves = board.moves(W::playable(evaluator.size()));
    let question = search::Question {
        board,
        size: evaluator.size(),
        among: moves.squares().map(Move::Place).collect(),
        lines: 1,
        draw: 0,
        steps: step.deepening(),
        pace: None,
        threads: 1,
    };
    let mut tell = |findings: &search::Findings| listener(&findings.lines[0]);
    let findings = search::search(&question, evaluator, &Budget::default(), table, &mut tell);
    let best = findings.lines.into_iter().next();
    best.expect("a search without limits finds a line")
}
