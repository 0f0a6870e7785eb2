//! A thinking service: a position and limits in, progress to a listener and a
//! move out.
//!
//! The engine decides which of the thinkers below it answers: the search for
//! most of the game, the exact solver once few squares are left. It knows no
//! dialect, prints nothing, and allocates its table when first needed.

mod chance;
mod plan;
mod thought;

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::endgame::{self, Solver};
use crate::eval::{DISC, Evaluator};
use crate::game::{Color, Game};
use crate::limits::Budget;
use crate::othello::word::Word;
use crate::othello::{Move, Position, Size};
use crate::search;
use crate::search::clock::Pace;
use crate::table::Table;
use chance::Chance;
use plan::Plan;
use thought::Thought;

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
    /// What a draw that is not proven yet is worth to black, in discs: never
    /// as much as a win, nor as little as a loss.
    pub contempt: i32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash: 32,
            threads: 1,
            randomness: 0,
            seed: None,
            contempt: 0,
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
    /// When to begin looking further, and when not to any more.
    pub pace: Option<Pace>,
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
    /// It comes from the end of the game, by cuts each of which is right with
    /// this probability.
    Percent(u8),
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

/// Prepares a proof by searches that may err: they leave the moves to try first
/// in the solver's table, and the question gets a guess to begin with. How many
/// positions they looked at.
pub fn survey(solver: &Solver, question: &mut endgame::Question, budget: &Budget) -> u64 {
    let endgame::Question { board, size, .. } = *question;
    let playable = u64::playable(size);
    let moves = board.moves(playable) & question.among;
    if moves.is_empty() {
        return 0;
    }
    let plan = Plan::solve(board.empties(playable).len(), question.goal, plan::SURVEY);
    let searched = search::Question {
        board,
        size,
        among: moves.squares().map(Move::Place).collect(),
        lines: 1,
        draw: 0,
        steps: plan.steps,
        pace: None,
        threads: solver.threads(),
    };
    let evaluator = Evaluator::for_size(size);
    let findings = search::search(&searched, evaluator, budget, solver.table(), &mut |_| {});
    let best = findings.lines.first();
    question.guess = best.map(|line| endgame::nearest_score(line.score));
    findings.nodes
}

/// The engine.
pub struct Engine {
    settings: Settings,
    memory: Option<Memory>,
    chance: Chance,
    /// What boards of one size are judged by, if not by what comes with the
    /// program.
    evaluator: Option<Arc<Evaluator>>,
}

/// What the search and the solver remember.
struct Memory {
    table: Arc<Table>,
    /// The size of the boards in the table, if there are any.
    size: Option<Size>,
}

impl Memory {
    fn new(table: Table) -> Memory {
        Memory {
            table: Arc::new(table),
            size: None,
        }
    }

    /// Forgets every position, if there are any.
    fn clear(&mut self) {
        if self.size.take().is_none() {
            return;
        }
        match Arc::get_mut(&mut self.table) {
            Some(table) => table.clear(),
            None => self.table = Arc::new(Table::new(self.table.bytes())),
        }
    }
}

impl Engine {
    /// An engine that has not allocated anything yet.
    pub fn new(settings: Settings) -> Engine {
        let chance = Chance::new(settings.seed);
        Engine {
            settings,
            memory: None,
            chance,
            evaluator: None,
        }
    }

    /// What is set now.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes what is set. A new seed begins chance anew, a new table size an
    /// empty table, and when draws change their worth, what was found before
    /// is worth nothing.
    pub fn set(&mut self, settings: Settings) {
        if settings.seed != self.settings.seed {
            self.chance = Chance::new(settings.seed);
        }
        if settings.hash != self.settings.hash {
            self.memory = None;
        }
        if settings.contempt != self.settings.contempt {
            self.forget();
        }
        self.settings = settings;
    }

    /// Judges boards of this evaluation's size by it from now on; by what
    /// comes with the program if there is none.
    pub fn judge_by(&mut self, evaluator: Option<Arc<Evaluator>>) {
        self.evaluator = evaluator;
        self.forget();
    }

    /// What boards of a size are judged by.
    fn evaluator(&self, size: Size) -> &Evaluator {
        match &self.evaluator {
            Some(own) if own.size() == size => own,
            _ => Evaluator::for_size(size),
        }
    }

    /// Forgets every position seen.
    pub fn forget(&mut self) {
        if let Some(memory) = &mut self.memory {
            memory.clear();
        }
    }

    /// Allocates and unpacks what thinking needs, so that it can begin at
    /// once. What is not needed before the end of the game is unpacked
    /// meanwhile.
    pub fn prepare(&mut self) {
        if self.memory.is_some() {
            return;
        }
        Evaluator::for_size(Size::Eight);
        std::thread::spawn(|| Evaluator::by_tables(Size::Eight));
        let mut table = Table::new(self.settings.hash << 20);
        table.touch();
        self.memory = Some(Memory::new(table));
    }

    /// What the position looks worth to the side to move without searching, in
    /// hundredths of a disc; exact if the game is over.
    pub fn evaluate(&self, position: &Position) -> i32 {
        if position.is_over() {
            return position.score().difference(position.turn()) * DISC;
        }
        let evaluator = self.evaluator(position.size());
        match (position.board(), position.large_board()) {
            (Some(board), _) => evaluator.evaluate(board),
            (_, Some(board)) => evaluator.evaluate(board),
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
        let temper = self.temper(task);
        let size = task.position.size();
        self.make_room(size);
        let Some(memory) = &self.memory else {
            unreachable!("room was made")
        };
        let mut thought = Thought {
            task,
            lines: temper.choice(among.len()).max(task.lines).max(1),
            among,
            draw: self.draw(task.position.turn()),
            threads: self.settings.threads.max(1),
            table: &memory.table,
            evaluator: self.evaluator(size),
            started,
            listener,
        };
        let plan = Plan::new(task);
        let mut report = thought.follow(&plan);
        self.chance
            .choose(&mut report.lines, temper, &task.position);
        report.lines.truncate(task.lines.max(1));
        report
    }

    /// What a draw is worth to a side, in hundredths of a disc.
    fn draw(&self, side: Color) -> i32 {
        let to_black = self.settings.contempt * DISC;
        match side {
            Color::Black => to_black,
            Color::White => -to_black,
        }
    }

    /// How strictly the best move is to be chosen.
    fn temper(&self, task: &Task) -> chance::Temper {
        chance::Temper {
            randomness: self.settings.randomness,
            error: match task.effort {
                Effort::Level(level) => plan::error(level),
                _ => chance::Error::None,
            },
        }
    }

    /// Sees to it that there is a table, with nothing in it but boards of this
    /// size: a small board looks like a part of a larger one.
    fn make_room(&mut self, size: Size) {
        let bytes = self.settings.hash << 20;
        let memory = self
            .memory
            .get_or_insert_with(|| Memory::new(Table::new(bytes)));
        if memory.size != Some(size) {
            memory.clear();
            memory.size = Some(size);
        }
    }
}
