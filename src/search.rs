//! The best move, by looking ahead: deeper and deeper until told to stop.
//!
//! Plain principal variation search on [`eval`](crate::eval), for every board
//! size. With one thread the same question gets the same answer and the same
//! node count every time. It reports to a listener and never prints.

pub mod clock;
mod node;
mod order;

use std::sync::atomic::Ordering;
use std::time::Instant;

use node::{Common, INFINITY, Searcher, Window};

use crate::limits::{Budget, Stop};
use crate::othello::{Board, Move, Size};
use crate::table::Table;
pub use node::Remembered;

/// What to search.
#[derive(Clone, Debug)]
pub struct Question<W> {
    /// The discs, side to move first.
    pub board: Board<W>,
    /// The size of the board.
    pub size: Size,
    /// The moves to consider: at least one, all of them legal.
    pub among: Vec<Move>,
    /// How many of the best moves to find the line of.
    pub lines: usize,
    /// The depth to end with.
    pub depth: u32,
    /// When not to begin another depth any more.
    pub last_start: Option<Instant>,
    /// How many threads think.
    pub threads: usize,
}

/// A line of play and what it is worth to the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// In hundredths of a disc.
    pub score: i32,
    /// How many plies were looked ahead.
    pub depth: u32,
    /// The moves, passes included.
    pub moves: Vec<Move>,
}

/// What a search has found so far.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The best lines, best first.
    pub lines: Vec<Line>,
    /// The longest line looked at.
    pub longest: u32,
    /// Positions looked at.
    pub nodes: u64,
}

/// Searches until the depth is reached or the budget spent, whichever comes
/// first, and tells the listener of every depth completed.
///
/// The first depth is always completed, so there always is an answer.
pub fn search<W: Remembered>(
    question: &Question<W>,
    budget: &Budget,
    table: &Table,
    listener: &mut dyn FnMut(&Findings),
) -> Findings {
    let common = Common::new(question.size, table);
    let done = Stop::default();
    table.age();
    std::thread::scope(|scope| {
        for helper in 1..question.threads {
            let (common, done) = (&common, done.clone());
            scope.spawn(move || help(question, common, done, helper));
        }
        let findings = deepen(question, &common, budget, listener);
        done.raise();
        findings
    })
}

/// Deeper and deeper.
fn deepen<W: Remembered>(
    question: &Question<W>,
    common: &Common<'_, W>,
    budget: &Budget,
    listener: &mut dyn FnMut(&Findings),
) -> Findings {
    let mut searcher = Searcher::new(common, budget);
    let mut roots = Roots::new(question);
    let mut findings = Findings::default();
    for depth in 1..=question.depth.max(1) {
        searcher.must_finish = depth == 1;
        roots.search(&mut searcher, depth, question.lines);
        findings = Findings {
            lines: roots.lines(question.lines),
            longest: searcher.longest,
            nodes: searcher.nodes + common.helped.load(Ordering::Relaxed),
        };
        if searcher.stopped {
            break;
        }
        listener(&findings);
        let too_late = question
            .last_start
            .is_some_and(|moment| Instant::now() >= moment);
        if too_late || budget.is_spent(searcher.nodes) {
            break;
        }
    }
    findings
}

/// Searches the same position along with the main thread. All it leaves behind
/// is what it put into the table, a little ahead of the others.
fn help<W: Remembered>(question: &Question<W>, common: &Common<'_, W>, stop: Stop, number: usize) {
    let budget = Budget {
        stop,
        ..Budget::default()
    };
    let mut searcher = Searcher::new(common, &budget);
    searcher.helps = true;
    let mut roots = Roots::new(question);
    for depth in 1 + number as u32 % 2..=question.depth {
        roots.search(&mut searcher, depth, question.lines);
        if searcher.stopped {
            break;
        }
    }
}

/// The moves at the root, best first as far as is known.
struct Roots<W> {
    list: Vec<Root<W>>,
}

struct Root<W> {
    mv: Move,
    board: Board<W>,
    /// The line found for this move by the deepest search that got to it.
    line: Line,
}

impl<W: Remembered> Roots<W> {
    fn new(question: &Question<W>) -> Roots<W> {
        let root = |&mv: &Move| Root {
            mv,
            board: match mv {
                Move::Place(square) => {
                    let flips = question.board.flips(square);
                    question.board.after(square, flips)
                }
                Move::Pass => question.board.swapped(),
            },
            line: Line {
                score: -INFINITY,
                depth: 0,
                moves: vec![mv],
            },
        };
        Roots {
            list: question.among.iter().map(root).collect(),
        }
    }

    /// The best lines known, this many.
    fn lines(&self, count: usize) -> Vec<Line> {
        let known = self.list.iter().filter(|root| root.line.depth > 0);
        known.take(count).map(|root| root.line.clone()).collect()
    }

    /// Searches every move to this depth, and puts the best ones first: one
    /// more with each round, the earlier ones left out of the later rounds.
    fn search(&mut self, searcher: &mut Searcher<'_, W>, depth: u32, lines: usize) {
        for rank in 0..lines.min(self.list.len()) {
            self.search_round(searcher, depth, rank);
            if searcher.stopped {
                break;
            }
        }
        if !searcher.stopped || lines == 1 {
            return;
        }
        // Some lines are of this depth, others of the one before.
        let known = self.list.iter().take_while(|root| root.line.depth > 0);
        let known = known.count().min(lines);
        self.list[..known].sort_by_key(|root| -root.line.score);
    }

    /// Finds the best of the moves from this rank on and moves it up there.
    fn search_round(&mut self, searcher: &mut Searcher<'_, W>, depth: u32, rank: usize) {
        let mut best: Option<usize> = None;
        for index in rank..self.list.len() {
            let alpha = best.map_or(-INFINITY, |best| self.list[best].line.score);
            let root = &mut self.list[index];
            let Some(line) = search_root(searcher, root, depth, alpha) else {
                continue;
            };
            root.line = line;
            best = Some(index);
            if searcher.stopped {
                break;
            }
        }
        if let Some(best) = best {
            self.list[rank..=best].rotate_right(1);
        }
    }
}

/// The line of a move at the root, if it is better than `alpha` and the search
/// came to an end.
fn search_root<W: Remembered>(
    searcher: &mut Searcher<'_, W>,
    root: &Root<W>,
    depth: u32,
    alpha: i32,
) -> Option<Line> {
    // A pass costs no depth, at the root as elsewhere.
    let below = match root.mv {
        Move::Place(_) => depth - 1,
        Move::Pass => depth,
    };
    if alpha > -INFINITY {
        let score = -searcher.search(root.board, below, 1, Window::null(alpha).reversed());
        if searcher.stopped || score <= alpha {
            return None;
        }
    }
    let window = Window {
        alpha,
        ..Window::FULL
    };
    let score = -searcher.search(root.board, below, 1, window.reversed());
    if searcher.stopped {
        return None;
    }
    let mut moves = vec![root.mv];
    moves.extend_from_slice(searcher.line(1));
    Some(Line {
        score,
        depth,
        moves,
    })
}
