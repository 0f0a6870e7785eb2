//! The best move, by looking ahead: deeper and deeper until told to stop.
//!
//! Principal variation search on [`eval`](crate::eval), with cuts that are
//! [probably right](Confidence), for every board size. With one thread the same
//! question gets the same answer and the same node count every time. It
//! reports to a listener and never prints.

pub mod clock;
mod memo;
mod node;
mod order;
mod params;
pub mod probcut;
mod scene;
mod share;

use std::sync::atomic::Ordering;
use std::time::Instant;

use clock::Pace;
use node::{Common, INFINITY, Searcher, Window};
use params::aspiration;
use scene::Scene;

use crate::eval::Evaluator;
use crate::limits::Budget;
use crate::othello::{Board, Move, Size};
use crate::table::Table;
pub use node::Remembered;
pub use probcut::Confidence;

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
    /// What a draw is worth to the side to move, in hundredths of a disc: more
    /// than a loss and less than a win, whatever is asked for.
    pub draw: i32,
    /// The searches to make, one after the other: at least one.
    pub steps: Vec<Step>,
    /// When to begin another step, and when not to any more.
    pub pace: Option<Pace>,
    /// How many threads think.
    pub threads: usize,
}

/// One search of the whole position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// How many plies to look ahead; as many as there are empty squares to
    /// look to the end of the game.
    pub depth: u32,
    /// How sure to be of what is cut.
    pub confidence: Confidence,
}

impl Step {
    /// The searches that lead to this one, from the shallowest: each finds the
    /// moves that the next tries first.
    pub fn deepening(self) -> Vec<Step> {
        let step = |depth| Step { depth, ..self };
        (1..=self.depth.max(1)).map(step).collect()
    }
}

/// A line of play and what it is worth to the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// In hundredths of a disc.
    pub score: i32,
    /// How many plies were looked ahead, and how surely.
    pub step: Step,
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

/// Makes one step after the other until all are made or the budget is spent,
/// and tells the listener of every one completed.
///
/// The first step is always completed, so there always is an answer.
pub fn search<W: Remembered>(
    question: &Question<W>,
    evaluator: &Evaluator,
    budget: &Budget,
    table: &Table,
    listener: &mut dyn FnMut(&Findings),
) -> Findings {
    let common = Common::new(question, evaluator, table);
    table.age();
    std::thread::scope(|scope| {
        for _ in 1..question.threads {
            scope.spawn(|| {
                let mut searcher = Searcher::new(&common, budget);
                searcher.helps = true;
                common.crew.serve(|split| searcher.work_on(split));
            });
        }
        let findings = deepen(question, &common, budget, listener);
        common.crew.dismiss();
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
    let mut roots = Roots::new(question, common.evaluator);
    let mut findings = Findings::default();
    for (index, &step) in question.steps.iter().enumerate() {
        searcher.must_finish = index == 0;
        let leader = roots.list[0].mv;
        roots.search(&mut searcher, step, question.lines);
        let settled = roots.list[0].mv == leader;
        findings = Findings {
            lines: roots.lines(question.lines),
            longest: searcher.longest,
            nodes: searcher.nodes + common.helped.load(Ordering::Relaxed),
        };
        if searcher.stopped {
            break;
        }
        listener(&findings);
        if too_late(question.pace, settled) || budget.is_spent(searcher.nodes) {
            break;
        }
    }
    findings
}

/// Whether the time for another step is over.
fn too_late(pace: Option<Pace>, settled: bool) -> bool {
    pace.is_some_and(|pace| {
        let last = match settled {
            true => pace.settled,
            false => pace.unsettled,
        };
        Instant::now() >= last
    })
}

/// The moves at the root, best first as far as is known.
struct Roots<W> {
    list: Vec<Root<W>>,
}

struct Root<W> {
    mv: Move,
    scene: Scene<W>,
    /// The line found for this move by the last step that got to it.
    line: Option<Line>,
    /// The last scores of searches of even and of odd depth. Who has the last
    /// word looks better off, so each foretells its own kind best.
    scores: [Option<i32>; 2],
}

impl<W: Remembered> Roots<W> {
    fn new(question: &Question<W>, evaluator: &Evaluator) -> Roots<W> {
        let before = Scene::new(question.board, evaluator);
        let root = |&mv: &Move| Root {
            mv,
            scene: match mv {
                Move::Place(square) => before.after(square, question.board.flips(square)),
                Move::Pass => before.passed(),
            },
            line: None,
            scores: [None; 2],
        };
        Roots {
            list: question.among.iter().map(root).collect(),
        }
    }

    /// The best lines known, this many.
    fn lines(&self, count: usize) -> Vec<Line> {
        let known = self.list.iter().filter_map(|root| root.line.clone());
        known.take(count).collect()
    }

    /// Searches every move, and puts the best ones first: one more with each
    /// round, the earlier ones left out of the later rounds.
    fn search(&mut self, searcher: &mut Searcher<'_, W>, step: Step, lines: usize) {
        searcher.confidence = step.confidence;
        for rank in 0..lines.min(self.list.len()) {
            self.search_within(searcher, step, rank);
            if searcher.stopped {
                break;
            }
        }
        // Some lines may be of this step and others of the one before; and what
        // is probably right need not come in order either.
        let known = self.list.iter().take_while(|root| root.line.is_some());
        let known = known.count().min(lines);
        self.list[..known].sort_by_key(|root| root.line.as_ref().map(|line| -line.score));
    }

    /// Finds the best of the moves from this rank on and moves it up there,
    /// first within a narrow window around the expected score, then within
    /// wider ones.
    fn search_within(&mut self, searcher: &mut Searcher<'_, W>, step: Step, rank: usize) {
        let guess = self.list[rank].guess(step);
        let mut width = aspiration::WIDTH;
        let mut window = match guess {
            Some(guess) if step.depth >= aspiration::FROM => Window {
                alpha: guess - width,
                beta: guess + width,
            },
            _ => Window::FULL,
        };
        loop {
            let score = self.search_round(searcher, step, rank, window);
            if searcher.stopped || (window.alpha < score && score < window.beta) {
                return;
            }
            width *= aspiration::GROWTH;
            match score <= window.alpha {
                true => window.alpha = (score - width).max(Window::FULL.alpha),
                false => window.beta = (score + width).min(Window::FULL.beta),
            }
        }
    }

    /// Searches the moves from this rank on within a window. The best one is
    /// moved up to the rank, and its score returned.
    fn search_round(
        &mut self,
        searcher: &mut Searcher<'_, W>,
        step: Step,
        rank: usize,
        window: Window,
    ) -> i32 {
        let mut best = -INFINITY;
        let mut leader = None;
        for index in rank..self.list.len() {
            let left = Window {
                alpha: window.alpha.max(best),
                ..window
            };
            let root = &mut self.list[index];
            let (score, line) = search_root(searcher, root, step, left, index == rank);
            if searcher.stopped {
                break;
            }
            if score > best {
                best = score;
                // A score at or below the window says nothing of the move.
                if score > left.alpha {
                    root.learn(line);
                    leader = Some(index);
                }
            }
            if best >= window.beta {
                break;
            }
        }
        if let Some(leader) = leader {
            self.list[rank..=leader].rotate_right(1);
        }
        best
    }
}

impl<W> Root<W> {
    /// What a step will find, going by those before.
    fn guess(&self, step: Step) -> Option<i32> {
        let [even, odd] = self.scores;
        match step.depth % 2 {
            0 => even.or(odd),
            _ => odd.or(even),
        }
    }

    fn learn(&mut self, line: Line) {
        self.scores[line.step.depth as usize % 2] = Some(line.score);
        self.line = Some(line);
    }
}

/// The score of a move at the root within a window, and its line if it is
/// better than `alpha`.
fn search_root<W: Remembered>(
    searcher: &mut Searcher<'_, W>,
    root: &Root<W>,
    step: Step,
    window: Window,
    is_first: bool,
) -> (i32, Line) {
    // A pass costs no depth, at the root as elsewhere.
    let below = match root.mv {
        Move::Place(_) => step.depth - 1,
        Move::Pass => step.depth,
    };
    let mut score = INFINITY;
    if !is_first {
        let probe = Window::null(window.alpha).reversed();
        score = -searcher.search(&root.scene, below, 1, probe);
    }
    if score > window.alpha && !searcher.stopped {
        score = -searcher.search(&root.scene, below, 1, window.reversed());
    }
    let mut moves = vec![root.mv];
    moves.extend_from_slice(searcher.line(1));
    let line = Line { score, step, moves };
    (score, line)
}

#[cfg(test)]
mod tests;
