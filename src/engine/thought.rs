//! One task being worked on: a plan carried out step by step.

use std::sync::Arc;
use std::time::Instant;

use super::plan::Plan;
use super::{Line, Proof, Report, Task};
use crate::endgame::{self, Solver};
use crate::eval::{DISC, Evaluator};
use crate::limits::Budget;
use crate::othello::word::Word;
use crate::othello::{Board, Move};
use crate::search::clock::Pace;
use crate::search::{self, Confidence, Findings, Question, Remembered};
use crate::table::Table;

/// A task, and what there is to work on it with.
pub(super) struct Thought<'a> {
    pub(super) task: &'a Task,
    /// The moves to consider.
    pub(super) among: Vec<Move>,
    /// How many lines to find.
    pub(super) lines: usize,
    /// What a draw is worth to the side to move.
    pub(super) draw: i32,
    pub(super) threads: usize,
    pub(super) table: &'a Arc<Table>,
    pub(super) evaluator: &'a Evaluator,
    pub(super) started: Instant,
    pub(super) listener: &'a mut dyn FnMut(&Report),
}

impl Thought<'_> {
    /// Carries out a plan, as far as the budget allows.
    pub(super) fn follow(&mut self, plan: &Plan) -> Report {
        let position = &self.task.position;
        let searched = match (position.board(), position.large_board()) {
            (Some(board), _) => self.search(board, plan),
            (_, Some(board)) => self.search(board, plan),
            _ => unreachable!("a position has one of the two boards"),
        };
        match plan.solve {
            Some(goal) if self.has_time(searched.nodes) => self.solve(goal, searched),
            _ => searched,
        }
    }

    /// Whether there is any left for a proof.
    fn has_time(&self, nodes: u64) -> bool {
        let late = |pace: Pace| Instant::now() >= pace.settled;
        !self.task.budget.is_spent(nodes) && !self.task.pace.is_some_and(late)
    }

    fn search<W: Remembered>(&mut self, board: Board<W>, plan: &Plan) -> Report {
        let question = Question {
            board,
            size: self.task.position.size(),
            among: self.among.clone(),
            lines: self.lines,
            draw: self.draw,
            steps: plan.steps.clone(),
            pace: self.task.pace,
            threads: self.threads,
        };
        let empties = self.task.position.empties();
        let (table, started) = (self.table, self.started);
        let report = |findings: &Findings| Report {
            lines: findings
                .lines
                .iter()
                .map(|line| likely(line, empties))
                .collect(),
            longest: findings.longest,
            nodes: findings.nodes,
            elapsed: started.elapsed(),
            fullness: table.fullness(),
        };
        let shown = self.task.lines.max(1);
        let mut listen = |findings: &Findings| {
            let mut news = report(findings);
            news.lines.truncate(shown);
            (self.listener)(&news);
        };
        let budget = &self.task.budget;
        report(&search::search(
            &question,
            self.evaluator,
            budget,
            table,
            &mut listen,
        ))
    }

    /// Solves the position. If the budget does not suffice, what the search
    /// found before stands.
    fn solve(&mut self, goal: endgame::Goal, searched: Report) -> Report {
        let position = &self.task.position;
        let Some(board) = position.board() else {
            return searched;
        };
        let question = endgame::Question {
            board,
            size: position.size(),
            goal,
            lines: self.lines,
            among: u64::collect(self.among.iter().filter_map(|mv| match mv {
                Move::Place(square) => Some(*square),
                Move::Pass => None,
            })),
            guess: searched
                .lines
                .first()
                .map(|line| endgame::nearest_score(line.score)),
        };
        let left = |nodes: u64| nodes - searched.nodes.min(nodes);
        let budget = Budget {
            nodes: self.task.budget.nodes.map(left),
            ..self.task.budget.clone()
        };
        let mut solver = Solver::new(Arc::clone(self.table), self.threads);
        let solution = solver.solve(&question, &budget, &mut |_| {});
        let nodes = searched.nodes + solution.nodes;
        let elapsed = self.started.elapsed();
        if !solution.complete {
            return Report {
                nodes,
                elapsed,
                ..searched
            };
        }
        let empties = position.empties();
        let mut report = Report {
            lines: solution
                .lines
                .iter()
                .map(|line| proven(line, empties))
                .collect(),
            longest: empties.max(searched.longest),
            nodes,
            elapsed,
            fullness: self.table.fullness(),
        };
        let all = report.lines.len();
        let hidden = report.lines.split_off(self.task.lines.max(1).min(all));
        (self.listener)(&report);
        report.lines.extend(hidden);
        report
    }
}

/// A line of the search as others see it.
fn likely(line: &search::Line, empties: u32) -> Line {
    let step = line.step;
    let proof = match step.confidence {
        _ if step.depth < empties => Proof::Estimate,
        Confidence::Full => Proof::Exact,
        confidence => Proof::Percent(confidence.percent()),
    };
    Line {
        score: match proof {
            // Whatever a draw is worth, it is one: there is no win by less
            // than two discs.
            Proof::Exact => line.score - line.score % (2 * DISC),
            _ => line.score,
        },
        proof,
        depth: step.depth,
        moves: line.moves.clone(),
    }
}

/// A line of the solver as others see it.
fn proven(line: &endgame::Line, depth: u32) -> Line {
    let bounds = line.bounds;
    let (score, proof) = match (bounds.exact(), bounds.outcome()) {
        (Some(score), _) => (score, Proof::Exact),
        // The nearest score to a draw that is still possible.
        (None, Some(outcome)) if outcome > 0 => (bounds.lower, Proof::Outcome),
        (None, _) => (bounds.upper, Proof::Outcome),
    };
    Line {
        score: score * DISC,
        proof,
        depth,
        moves: line.moves.clone(),
    }
}
