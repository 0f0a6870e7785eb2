//! The exact result when few squares are left.
//!
//! A [`Solver`] takes a [`Question`] about a position of size 4, 6 or 8 and
//! answers with proven [`Bounds`]: exact scores, who wins, or on which side of a
//! window the score lies, for the best move or for several. Everything that
//! prunes is sound: what is reported as proven is proven.
//!
//! The search is laid out by the number of empty squares:
//!
//! | empty squares | file | order of moves | memory |
//! |---|---|---|---|
//! | the root | `drive` | best so far first | bounds of every move |
//! | above 12 | `deep` | what the table remembers, then a look ahead (`glance`) and replies | the shared [`Table`] |
//! | 5 to 12 | `shallow` | fewest replies first, then parity | a cache of the thread |
//! | 1 to 4 | `last` | parity | none |

mod cache;
mod deep;
mod drive;
mod glance;
mod ground;
mod last;
mod order;
mod parity;
mod shallow;
mod watch;

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::thread;

use deep::{Team, Worker};
pub use drive::nearest_score;
use drive::{Driver, RootMove, best_of, root_moves};
use ground::Ground;
use shallow::Lean;
use watch::Watch;

use crate::crew::Crew;
use crate::limits::Budget;
use crate::othello::word::Word;
use crate::othello::{Board, Move, Size};
pub use crate::table::PROVEN;
use crate::table::Table;

/// What is to be found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The exact score.
    Exact,
    /// Whether the side to move wins, draws or loses.
    Outcome,
    /// The score, as far as it lies between these two: one that is not more
    /// than `low` or not less than `high` need not be exact.
    Window {
        /// The lower end.
        low: i32,
        /// The upper end.
        high: i32,
    },
}

impl Goal {
    /// The even scores at whose outside it does not matter by how much. On a
    /// board of this many squares nothing lies beyond it anyway.
    fn window(self, area: i32) -> (i32, i32) {
        let (low, high) = match self {
            Goal::Exact => (-area, area),
            Goal::Outcome => (-1, 1),
            Goal::Window { low, high } => (low.clamp(-area, area - 1), high.clamp(1 - area, area)),
        };
        let high = high.max(low + 1);
        (low - low.rem_euclid(2), high + high.rem_euclid(2))
    }
}

/// A position, and what to find out about it.
#[derive(Clone, Debug)]
pub struct Question {
    /// The discs, side to move first.
    pub board: Board,
    /// The size of the board: 4, 6 or 8.
    pub size: Size,
    /// What to find out.
    pub goal: Goal,
    /// How many of the best moves to find it out for.
    pub lines: usize,
    /// The moves to consider; the legal ones among them count.
    pub among: u64,
    /// What the score is thought to be, if someone has an idea. It decides
    /// where to begin, not where to end.
    pub guess: Option<i32>,
}

impl Question {
    /// The exact score and the best line of a position.
    pub fn exact(board: Board, size: Size) -> Question {
        Question {
            board,
            size,
            goal: Goal::Exact,
            lines: 1,
            among: u64::MAX,
            guess: None,
        }
    }
}

/// What is proven about a score: it lies between these two, both included.
///
/// A score is the final difference in discs for the side to move, with empty
/// squares counted for the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The score is at least this.
    pub lower: i32,
    /// The score is at most this.
    pub upper: i32,
}

impl Bounds {
    /// Nothing is known yet, on a board of this many squares.
    fn unknown(area: i32) -> Bounds {
        Bounds {
            lower: -area,
            upper: area,
        }
    }

    /// The score itself is known.
    fn exactly(score: i32) -> Bounds {
        Bounds {
            lower: score,
            upper: score,
        }
    }

    /// Whether the two meet.
    pub fn is_exact(self) -> bool {
        self.lower == self.upper
    }

    /// The score, once it is known.
    pub fn exact(self) -> Option<i32> {
        self.is_exact().then_some(self.lower)
    }

    /// The sign of the score, once it is known: 1 for a win, 0 for a draw, -1
    /// for a loss.
    pub fn outcome(self) -> Option<i32> {
        (self.lower.signum() == self.upper.signum()).then_some(self.lower.signum())
    }

    /// The same for the other side.
    fn reversed(self) -> Bounds {
        Bounds {
            lower: -self.upper,
            upper: -self.lower,
        }
    }

    /// Takes in the answer to "more than `alpha`?".
    fn learn(&mut self, score: i32, alpha: i32) {
        if score > alpha {
            self.lower = self.lower.max(score);
        } else {
            self.upper = self.upper.min(score);
        }
    }
}

/// How a solve is getting on.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The best move so far.
    pub best: Move,
    /// What is proven about the score of the moves still in question.
    pub bounds: Bounds,
    /// The question being worked on: is the score more than this?
    pub alpha: i32,
    /// How many moves have been looked into for it.
    pub searched: usize,
    /// How many there are to look into at most.
    pub moves: usize,
    /// Positions looked at in all.
    pub nodes: u64,
}

/// A first move with what is proven about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The score when this line's first move is played.
    pub bounds: Bounds,
    /// The moves, passes included: to the end of the game if the score is
    /// exact, at least the first otherwise.
    pub moves: Vec<Move>,
}

/// The answer to a [`Question`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// What is proven about the position.
    pub bounds: Bounds,
    /// The best lines, best first: as many as were asked for, or as there are
    /// moves. None if the game is over.
    pub lines: Vec<Line>,
    /// Positions looked at.
    pub nodes: u64,
    /// Whether the question is answered in full. If the budget ran out, the
    /// bounds say what was proven until then.
    pub complete: bool,
}

/// Solves positions, one after the other.
pub struct Solver {
    table: Arc<Table>,
    threads: usize,
    nodes: Arc<AtomicU64>,
}

impl Solver {
    /// A solver that remembers positions in this table and thinks with this
    /// many threads.
    pub fn new(table: Arc<Table>, threads: usize) -> Solver {
        Solver {
            table,
            threads: threads.max(1),
            nodes: Arc::default(),
        }
    }

    /// How many threads think.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Where positions are remembered.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// A count of positions looked at, for those who watch from another thread:
    /// it begins anew with each question and is a little behind.
    pub fn counter(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.nodes)
    }

    /// Answers a question, as far as the budget allows. The listener hears of
    /// every step at the root.
    ///
    /// # Panics
    /// If the board is 10x10: there is no solver for that size.
    pub fn solve(
        &mut self,
        question: &Question,
        budget: &Budget,
        listener: &mut dyn FnMut(&Progress),
    ) -> Solution {
        assert!(question.size != Size::Ten, "10x10 boards cannot be solved");
        let ground = Ground::new(question.size);
        let board = question.board;
        if board.is_over(ground.playable) {
            return over(board, ground);
        }
        let moves = board.moves(ground.playable);
        if moves.is_empty() {
            return self.after_pass(question, budget, listener);
        }
        let chosen = match moves & question.among {
            0 => moves,
            chosen => chosen,
        };
        self.table.age();
        let team = Team {
            table: &self.table,
            watch: Watch::new(budget, &self.nodes),
            crew: Crew::default(),
        };
        let mut roots = root_moves(board, chosen, question.size);
        let mut solution = thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(|| {
                    let mut worker = Worker::new(Lean::new(ground), &team);
                    team.crew.serve(|split| worker.help(split));
                    worker.count();
                });
            }
            let mut worker = Worker::new(Lean::new(ground), &team);
            let mut driver = Driver {
                worker: &mut worker,
                listener,
            };
            let solution = answer(question, &mut driver, &mut roots);
            team.crew.dismiss();
            solution
        });
        // By now every thread has told of its last ones.
        solution.nodes = team.watch.nodes();
        solution
    }

    /// The side to move has no move: the other side's answer, reversed.
    fn after_pass(
        &mut self,
        question: &Question,
        budget: &Budget,
        listener: &mut dyn FnMut(&Progress),
    ) -> Solution {
        let goal = match question.goal {
            Goal::Window { low, high } => Goal::Window {
                low: -high,
                high: -low,
            },
            goal => goal,
        };
        let passed = Question {
            board: question.board.swapped(),
            goal,
            lines: 1,
            among: u64::MAX,
            guess: question.guess.map(|score| -score),
            ..*question
        };
        let mut solution = self.solve(&passed, budget, &mut |progress| {
            listener(&Progress {
                best: Move::Pass,
                bounds: progress.bounds.reversed(),
                alpha: -progress.alpha - 1,
                ..*progress
            });
        });
        solution.bounds = solution.bounds.reversed();
        for line in &mut solution.lines {
            line.bounds = line.bounds.reversed();
            line.moves.insert(0, Move::Pass);
        }
        solution
    }
}

/// Answers "more than this?" for positions of a few empty squares, to a search
/// that has come so far.
pub struct Finisher(Lean);

impl Finisher {
    /// For boards of this size: 4, 6 or 8.
    pub fn new(size: Size) -> Finisher {
        Finisher(Lean::new(Ground::new(size)))
    }

    /// A bound on the score of a position of at most [`Finisher::MOST`] empty
    /// squares, that says whether it is more than `alpha`.
    #[inline]
    pub fn search(&mut self, board: Board, alpha: i32) -> i32 {
        let empties = board.empties(self.0.ground.playable);
        self.0.search(board.player, board.opponent, empties, alpha)
    }

    /// Positions looked at so far.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.0.nodes
    }

    /// The most empty squares there may be.
    pub const MOST: u32 = shallow::LEAN;
}

/// The answer when nobody can move.
fn over(board: Board, ground: Ground) -> Solution {
    let empties = board.empties(ground.playable).len() as i32;
    Solution {
        bounds: Bounds::exactly(last::final_score(board.player, board.opponent, empties)),
        lines: Vec::new(),
        nodes: 1,
        complete: true,
    }
}

/// Settles as many of the moves as are asked for, and follows their lines.
fn answer(question: &Question, driver: &mut Driver, roots: &mut [RootMove]) -> Solution {
    let area = driver.worker.lean.ground.area;
    let window = question.goal.window(area);
    let wanted = question.lines.clamp(1, roots.len());
    let prospect = driver.rank(question.board, roots);
    let mut guess = question.guess.unwrap_or(prospect);
    let mut complete = true;
    for rank in 0..wanted {
        if driver.settle(&mut roots[rank..], guess, window).is_err() {
            complete = false;
            break;
        }
        guess = roots[rank].bounds.lower;
    }
    let bounds = best_of(roots);
    let lines = roots[..wanted].iter().map(|mv| driver.line(mv)).collect();
    Solution {
        bounds,
        lines,
        nodes: driver.worker.count(),
        complete,
    }
}
