//! A thinking service: a position and limits in, progress to a listener and a
//! move out.
//!
//! The engine decides which of the thinkers below it answers: the search for
//! most of the game, the exact solver once few squares are left. It knows no
//! dialect, prints nothing, and allocates its tables when first needed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::endgame::{self, Solver};
use crate::eval::{DISC, Evaluator};
use crate::game::Game;
use crate::limits::Budget;
use crate::othello::word::Word;
use crate::othello::{Move, Position, Size};
use crate::search::{self, Findings, Question, Remembered};
use crate::table::Table;

/// What can be set once for many searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Memory for positions already seen, in MiB.
    pub hash: usize,
    /// How many threads think.
    pub threads: usize,
    /// By how much, in hundredths of a disc, a move may look worse than the
    /// best and still be chosen. Nothing means always the best.
    pub randomness: i32,
    /// Where chance begins; none for a different beginning every time.
    pub seed: Option<u64>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash: 32,
            threads: 1,
            randomness: 0,
            seed: None,
        }
    }
}

/// A position to think about, and for how long.
#[derive(Clone, Debug, Default)]
pub struct Task {
    /// The position.
    pub position: Position,
    /// The moves to consider; all legal ones if empty.
    pub among: Vec<Move>,
    /// How many of the best moves to find the line of.
    pub lines: usize,
    /// How far to look.
    pub effort: Effort,
    /// What may be spent.
    pub budget: Budget,
    /// When not to begin looking deeper any more.
    pub last_start: Option<Instant>,
}

/// How far to look, if the budget allows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// As far as the budget allows.
    #[default]
    Unlimited,
    /// This many plies.
    Depth(u32),
    /// As this level of play demands: 0 is the weakest, 60 solves everything.
    Level(u32),
    /// To the end of the game, to know the score.
    Exact,
    /// To the end of the game, to know who wins.
    Outcome,
}

/// What a score is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// It is what the position looks like.
    Estimate,
    /// Its sign is certain.
    Outcome,
    /// It is certain.
    Exact,
}

/// A line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Hundredths of a disc for the side to move.
    pub score: i32,
    /// What the score is worth.
    pub proof: Proof,
    /// Plies looked ahead.
    pub depth: u32,
    /// The moves, passes included, all of them legal.
    pub moves: Vec<Move>,
}

/// News of a search, and its result.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The best lines found so far, best first. None if the game is over.
    pub lines: Vec<Line>,
    /// The longest line looked at, in plies.
    pub longest: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Time spent.
    pub elapsed: Duration,
    /// How full the table is, in thousandths.
    pub fullness: u32,
}

/// The engine.
pub struct Engine {
    settings: Settings,
    memory: Option<Memory>,
    chance: StdRng,
}

/// Scores of the search and of the solver have different units, so each has a
/// table of its own.
struct Memory {
    search: Table,
    endgame: Arc<Table>,
    /// The size of the boards in the tables, if there are any.
    size: Option<Size>,
}

impl Memory {
    fn new(bytes: usize) -> Memory {
        Memory {
            search: Table::new(bytes / 2),
            endgame: Arc::new(Table::new(bytes / 2)),
            size: None,
        }
    }

    /// Forgets every position, if there are any.
    fn clear(&mut self) {
        if self.size.take().is_none() {
            return;
        }
        self.search.clear();
        match Arc::get_mut(&mut self.endgame) {
            Some(table) => table.clear(),
            None => self.endgame = Arc::new(Table::new(self.endgame.bytes())),
        }
    }
}

/// How deep the search looks before the solver takes over: deep enough for a
/// good answer if the solver does not get to the end.
const BEFORE_SOLVING: u32 = 8;

impl Engine {
    /// An engine that has not allocated anything yet.
    pub fn new(settings: Settings) -> Engine {
        let chance = chance(settings.seed);
        Engine {
            settings,
            memory: None,
            chance,
        }
    }

    /// What is set now.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes what is set. A new seed begins chance anew, and a new table
    /// size an empty table.
    pub fn set(&mut self, settings: Settings) {
        if settings.seed != self.settings.seed {
            self.chance = chance(settings.seed);
        }
        if settings.hash != self.settings.hash {
            self.memory = None;
        }
        self.settings = settings;
    }

    /// Forgets every position seen.
    pub fn forget(&mut self) {
        if let Some(memory) = &mut self.memory {
            memory.clear();
        }
    }

    /// Allocates what thinking needs, so that it can begin at once.
    pub fn prepare(&mut self) {
        let bytes = self.settings.hash << 20;
        self.memory.get_or_insert_with(|| Memory::new(bytes));
    }

    /// What the position looks worth to the side to move without searching, in
    /// hundredths of a disc; exact if the game is over.
    pub fn evaluate(position: &Position) -> i32 {
        if position.is_over() {
            return position.score().difference(position.turn()) * DISC;
        }
        match (position.board(), position.large_board()) {
            (Some(board), _) => Evaluator::new(position.size()).evaluate(board),
            (_, Some(board)) => Evaluator::new(position.size()).evaluate(board),
            _ => unreachable!("a position has one of the two boards"),
        }
    }

    /// Thinks. The listener hears of every step forward, and at least once if
    /// there is a move.
    pub fn think(&mut self, task: &Task, listener: &mut dyn FnMut(&Report)) -> Report {
        let started = Instant::now();
        let legal = task.position.legal_moves();
        if legal.is_empty() {
            return Report::default();
        }
        let allowed = |mv: &Move| task.among.is_empty() || task.among.contains(mv);
        let among: Vec<Move> = legal.into_iter().filter(allowed).collect();
        let lines = match self.settings.randomness {
            0 => task.lines.max(1),
            _ => task.lines.max(CHOICE),
        };
        let threads = self.settings.threads.max(1);
        let memory = self.memory(task.position.size());
        let mut thought = Thought {
            task,
            among,
            lines,
            threads,
            memory,
            started,
            listener,
        };
        let mut report = thought.think();
        self.choose(&mut report);
        report.lines.truncate(task.lines.max(1));
        report
    }

    /// Moves one of the lines that are nearly as good as the best to the front.
    fn choose(&mut self, report: &mut Report) {
        if self.settings.randomness == 0 {
            return;
        }
        let Some(best) = report.lines.first().map(|line| line.score) else {
            return;
        };
        let least = best - self.settings.randomness;
        let near = report.lines.iter().filter(|line| line.score >= least);
        match near.count() {
            0 | 1 => {}
            count => {
                let chosen = self.chance.random_range(0..count);
                report.lines[..=chosen].rotate_right(1);
            }
        }
    }

    /// The tables, with nothing in them but boards of this size: a small board
    /// looks like a part of a larger one.
    fn memory(&mut self, size: Size) -> &Memory {
        let bytes = self.settings.hash << 20;
        let memory = self.memory.get_or_insert_with(|| Memory::new(bytes));
        if memory.size != Some(size) {
            memory.clear();
            memory.size = Some(size);
        }
        memory
    }
}

/// How many moves are compared when one of them is to be chosen by chance.
const CHOICE: usize = 8;

fn chance(seed: Option<u64>) -> StdRng {
    match seed {
        Some(seed) => StdRng::seed_from_u64(seed),
        None => rand::make_rng(),
    }
}

/// One task being worked on.
struct Thought<'a> {
    task: &'a Task,
    among: Vec<Move>,
    lines: usize,
    threads: usize,
    memory: &'a Memory,
    started: Instant,
    listener: &'a mut dyn FnMut(&Report),
}

/// The steps that lead to an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Plan {
    depth: u32,
    solve: Option<endgame::Goal>,
}

impl Thought<'_> {
    fn think(&mut self) -> Report {
        let empties = self.task.position.empties();
        let plan = self.plan(empties);
        let searched = match (self.task.position.board(), self.task.position.large_board()) {
            (Some(board), _) => self.search(board, plan.depth),
            (_, Some(board)) => self.search(board, plan.depth),
            _ => unreachable!("a position has one of the two boards"),
        };
        match plan.solve {
            Some(goal) if !self.task.budget.is_spent(searched.nodes) => self.solve(goal, searched),
            _ => searched,
        }
    }

    /// Whether to search or to solve. The solver does not know boards of
    /// 10x10; there the search goes to the end by itself.
    fn plan(&self, empties: u32) -> Plan {
        let goal = match self.task.effort {
            Effort::Exact => Some(endgame::Goal::Exact),
            Effort::Outcome => Some(endgame::Goal::Outcome),
            Effort::Depth(depth) if depth >= empties => Some(endgame::Goal::Exact),
            Effort::Level(level) if solved_from(level) >= empties => Some(endgame::Goal::Exact),
            Effort::Unlimited if self.within_reach() >= empties => Some(endgame::Goal::Exact),
            _ => None,
        };
        let depth = match self.task.effort {
            Effort::Depth(depth) | Effort::Level(depth) => depth.max(1),
            _ => empties,
        };
        match goal {
            Some(_) if self.task.position.size() == Size::Ten => Plan {
                depth: empties,
                solve: None,
            },
            Some(goal) => Plan {
                depth: BEFORE_SOLVING.min(empties),
                solve: Some(goal),
            },
            None => Plan {
                depth: depth.min(empties),
                solve: None,
            },
        }
    }

    /// How many empty squares the solver can be expected to deal with in the
    /// time there is: about one more for each doubling.
    fn within_reach(&self) -> u32 {
        let budget = &self.task.budget;
        let by_time = budget.deadline.map(|deadline| {
            let left = deadline.saturating_duration_since(self.started);
            12 + (left.as_millis() as u64 + 1).ilog2()
        });
        let by_nodes = budget.nodes.map(|nodes| nodes.max(1).ilog2().max(4) - 4);
        by_time.unwrap_or(24).min(by_nodes.unwrap_or(24)).min(24)
    }

    fn search<W: Remembered>(&mut self, board: crate::othello::Board<W>, depth: u32) -> Report {
        let question = Question {
            board,
            size: self.task.position.size(),
            among: self.among.clone(),
            lines: self.lines,
            depth,
            last_start: self.task.last_start,
            threads: self.threads,
        };
        let empties = self.task.position.empties();
        let (memory, started, shown) = (self.memory, self.started, self.task.lines.max(1));
        let report = |findings: &Findings| {
            let lines = findings.lines.iter().map(|line| Line {
                score: line.score,
                proof: match line.depth >= empties {
                    true => Proof::Exact,
                    false => Proof::Estimate,
                },
                depth: line.depth,
                moves: line.moves.clone(),
            });
            Report {
                lines: lines.collect(),
                longest: findings.longest,
                nodes: findings.nodes,
                elapsed: started.elapsed(),
                fullness: memory.search.fullness(),
            }
        };
        let mut listen = |findings: &Findings| {
            let mut news = report(findings);
            news.lines.truncate(shown);
            (self.listener)(&news);
        };
        let findings = search::search(
            &question,
            &self.task.budget,
            &self.memory.search,
            &mut listen,
        );
        report(&findings)
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
        };
        let budget = Budget {
            nodes: self
                .task
                .budget
                .nodes
                .map(|nodes| nodes - searched.nodes.min(nodes)),
            ..self.task.budget.clone()
        };
        let mut solver = Solver::new(Arc::clone(&self.memory.endgame), self.threads);
        let solution = solver.solve(&question, &budget, &mut |_| {});
        let nodes = searched.nodes + solution.nodes;
        if !solution.complete {
            return Report {
                nodes,
                elapsed: self.started.elapsed(),
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
            elapsed: self.started.elapsed(),
            fullness: self.memory.endgame.fullness(),
        };
        let all = report.lines.len();
        let hidden = report.lines.split_off(self.task.lines.max(1).min(all));
        (self.listener)(&report);
        report.lines.extend(hidden);
        report
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

/// From how many empty squares on a level plays without a mistake.
fn solved_from(level: u32) -> u32 {
    level + (level * 7 / 10).min(7)
}
