//! More than [`LEAN`] empty squares: positions worth remembering for everyone,
//! and worth sharing between threads.
//!
//! Null-window search again, now with the shared [`Table`] and with cutoffs
//! from what it knows of the children (enhanced transposition cutoffs, after
//! Plaat). Only here is it asked whether to stop: what lies below takes well
//! under a millisecond.

use std::sync::{Arc, Mutex, PoisonError};

use super::last::final_score;
use super::order::{self, Ordered};
use super::shallow::{LEAN, Lean};
use super::watch::{Stopped, Watch};
use crate::crew::{self, Split};
use crate::othello::kernel::{self, ChildrenUpTo};
use crate::othello::word::Word;
use crate::othello::{Board, Square};
use crate::table::{Entry, PROVEN, Table};

/// From how many empty squares on moves are shared with other threads.
const SHARED_FROM: u32 = 15;

/// Room for the moves of any position.
type Children = ChildrenUpTo<40>;

/// What the threads of one solve have in common.
pub(super) struct Team<'a> {
    pub(super) table: &'a Table,
    pub(super) watch: Watch<'a>,
    pub(super) crew: crew::Crew<Job>,
}

/// A position whose first moves have been looked into, and the others not.
pub(super) struct Job {
    node: Node,
    steps: Vec<Step>,
    best: Mutex<Best>,
}

/// A position with moves, and the question whether it scores more than `alpha`.
#[derive(Clone, Copy)]
struct Node {
    player: u64,
    opponent: u64,
    empties: u64,
    alpha: i32,
}

/// A move, what it turns over and what can be replied.
#[derive(Clone, Copy)]
struct Step {
    disc: u64,
    flips: u64,
    replies: u64,
}

/// The best move so far: its score, or a bound of it.
#[derive(Clone, Copy)]
struct Best {
    score: i32,
    disc: u64,
}

impl Best {
    const NONE: Best = Best {
        score: -128,
        disc: 0,
    };

    fn update(&mut self, score: i32, disc: u64) {
        if score > self.score {
            *self = Best { score, disc };
        }
    }
}

impl Node {
    fn board(&self) -> Board {
        Board {
            player: self.player,
            opponent: self.opponent,
        }
    }

    fn depth(&self) -> u32 {
        self.empties.count_ones()
    }

    /// The position after a move, seen from the side that moves next.
    fn after(&self, step: Step) -> Board {
        Board {
            player: self.opponent ^ step.flips,
            opponent: self.player ^ step.flips ^ step.disc,
        }
    }
}

impl Step {
    fn new(children: &Children, index: usize) -> Step {
        Step {
            disc: children.discs[index],
            flips: children.flips[index],
            replies: children.replies[index],
        }
    }
}

/// One thread's searcher.
pub(super) struct Worker<'a> {
    pub(super) lean: Lean,
    pub(super) team: &'a Team<'a>,
    /// The split this thread is working on.
    own: Option<Arc<Split<Job>>>,
    /// How many of its nodes the team has been told of.
    told: u64,
}

impl<'a> Worker<'a> {
    pub(super) fn new(lean: Lean, team: &'a Team<'a>) -> Worker<'a> {
        Worker {
            lean,
            team,
            own: None,
            told: 0,
        }
    }

    /// A bound on the score of a position, that says whether it is more than
    /// `alpha`.
    pub(super) fn search(&mut self, board: Board, alpha: i32) -> Result<i32, Stopped> {
        let Board { player, opponent } = board;
        let empties = board.empties(self.lean.ground.playable);
        if empties.count_ones() <= LEAN {
            return Ok(self.lean.search(player, opponent, empties, alpha));
        }
        let moves = kernel::moves(player, opponent) & empties;
        let node = Node {
            player,
            opponent,
            empties,
            alpha,
        };
        self.with_moves(node, moves)
    }

    fn with_moves(&mut self, node: Node, moves: u64) -> Result<i32, Stopped> {
        let Node {
            player,
            opponent,
            empties,
            alpha,
        } = node;
        let depth = node.depth();
        if depth <= LEAN {
            return Ok(self
                .lean
                .with_moves(player, opponent, moves, empties, alpha));
        }
        self.lean.nodes += 1;
        self.check()?;
        if moves == 0 {
            return self.pass(node);
        }
        if let Some(bound) = self.lean.stability_cut(player, opponent, depth, alpha) {
            return Ok(bound);
        }
        let known = self.known(node.board(), depth);
        if known.lower as i32 > alpha {
            return Ok(known.lower as i32);
        }
        if known.upper as i32 <= alpha {
            return Ok(known.upper as i32);
        }
        let best = self.best_move(node, moves, &known)?;
        self.remember(node, known, best);
        Ok(best.score)
    }

    /// There is no move: the other side's turn, or the end.
    fn pass(&mut self, node: Node) -> Result<i32, Stopped> {
        let (player, opponent) = (node.opponent, node.player);
        let replies = kernel::moves(player, opponent) & node.empties;
        if replies == 0 {
            return Ok(-final_score(player, opponent, node.depth() as i32));
        }
        let passed = Node {
            player,
            opponent,
            alpha: -node.alpha - 1,
            ..node
        };
        Ok(-self.with_moves(passed, replies)?)
    }

    /// Looks into the moves until one is more than `alpha`.
    fn best_move(&mut self, node: Node, moves: u64, known: &Entry) -> Result<Best, Stopped> {
        let mut children = Children::default();
        kernel::children(node.player, node.opponent, moves, &mut children);
        let mut best = Best::NONE;
        let open = self.look_up(node, &children, moves, &mut best);
        if best.score > node.alpha {
            return Ok(best);
        }
        let hints = known.moves.map(|hint| hint.map_or(0, u64::of));
        // What was best before goes first, before anything is known of the
        // others: often there is no need to.
        let first = hints[0] & open;
        if first != 0 {
            let index = (moves & (first - 1)).count_ones() as usize;
            self.try_move(node, Step::new(&children, index), &mut best)?;
            if best.score > node.alpha {
                return Ok(best);
            }
        }
        let open = open & !first;
        let mut ordered =
            order::by_prospects(&self.lean.ground, node.board(), open, hints[1], &children);
        while let Some(index) = ordered.next() {
            self.try_move(node, Step::new(&children, index), &mut best)?;
            if best.score > node.alpha {
                break;
            }
            if node.depth() >= SHARED_FROM && self.team.crew.wanted() {
                let steps = rest(&mut ordered, &children);
                return self.best_of_rest(node, steps, best);
            }
        }
        Ok(best)
    }

    /// Looks the children up in the table: one may settle the question, others
    /// are known not to. Those that remain open are given back.
    fn look_up(&self, node: Node, children: &Children, moves: u64, best: &mut Best) -> u64 {
        let mut open = moves;
        if node.depth() > LEAN + 1 {
            // All at once, so that they come from memory side by side.
            for index in 0..moves.count_ones() as usize {
                let step = Step::new(children, index);
                self.team.table.prefetch(node.after(step));
            }
        }
        for index in 0..moves.count_ones() as usize {
            let step = Step::new(children, index);
            let known = self.known(node.after(step), node.depth() - 1);
            if -known.upper as i32 > node.alpha {
                best.update(-known.upper as i32, step.disc);
                return open;
            }
            if -known.lower as i32 <= node.alpha {
                best.update(-known.lower as i32, step.disc);
                open &= !step.disc;
            }
        }
        open
    }

    fn try_move(&mut self, node: Node, step: Step, best: &mut Best) -> Result<(), Stopped> {
        let Board { player, opponent } = node.after(step);
        let empties = node.empties ^ step.disc;
        let child = Node {
            player,
            opponent,
            empties,
            alpha: -node.alpha - 1,
        };
        let score = -self.with_moves(child, step.replies & empties)?;
        best.update(score, step.disc);
        Ok(())
    }

    /// Looks into the remaining moves together with whoever joins.
    fn best_of_rest(
        &mut self,
        node: Node,
        steps: Vec<Step>,
        mut best: Best,
    ) -> Result<Best, Stopped> {
        if let [only] = steps[..] {
            self.try_move(node, only, &mut best)?;
        }
        if steps.len() <= 1 {
            return Ok(best);
        }
        let moves = steps.len();
        let job = Job {
            node,
            steps,
            best: Mutex::new(best),
        };
        let crew = &self.team.crew;
        let split = crew.share(job, moves, self.own.as_ref());
        self.help(&split);
        crew.gather(&split, |split| self.help(split));
        let best = split
            .job
            .best
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if best.score <= node.alpha {
            // If not all moves have been looked into, it is because of this.
            self.check()?;
        }
        Ok(*best)
    }

    /// Takes moves from a split for as long as there are any. If the search is
    /// stopped meanwhile, whoever shared it finds out alike.
    pub(super) fn help(&mut self, split: &Arc<Split<Job>>) {
        let before = self.own.replace(Arc::clone(split));
        let Job { node, steps, best } = &split.job;
        while let Some(index) = split.next() {
            let mut found = Best::NONE;
            if self.try_move(*node, steps[index], &mut found).is_err() {
                break;
            }
            let mut best = best.lock().unwrap_or_else(PoisonError::into_inner);
            best.update(found.score, found.disc);
            if best.score > node.alpha {
                split.cut();
            }
        }
        self.own = before;
    }

    /// Whether to go on, asked at every node.
    #[inline]
    fn check(&mut self) -> Result<(), Stopped> {
        self.team.watch.note(self.lean.nodes, &mut self.told);
        let cut = self.own.as_ref().is_some_and(|split| split.is_cut());
        match cut || self.team.watch.is_spent() {
            true => Err(Stopped),
            false => Ok(()),
        }
    }

    /// Tells the team of all nodes, and how many it has looked at together.
    pub(super) fn count(&mut self) -> u64 {
        self.team.watch.count(self.lean.nodes, &mut self.told);
        self.team.watch.nodes()
    }

    /// The move to try first in a position, if one is remembered.
    pub(super) fn hint(&self, board: Board) -> Option<Square> {
        self.team.table.find(board)?.moves[0]
    }

    /// What is known of a position: proven bounds, if there are any, and moves
    /// that someone found good. The shared table has nothing of what is left to
    /// the thread itself.
    ///
    /// The same discs on a board of another size are another position; the
    /// number of empty squares, which is the depth, tells them apart.
    fn known(&self, board: Board, depth: u32) -> Entry {
        let area = self.lean.ground.area as i16;
        let unknown = |moves| Entry {
            lower: -area,
            upper: area,
            depth: 0,
            trust: 0,
            moves,
        };
        if depth <= LEAN {
            let (lower, upper) = self.lean.known(board, depth);
            let (lower, upper) = (lower as i16, upper as i16);
            return Entry {
                lower,
                upper,
                ..unknown([None; 2])
            };
        }
        match self.team.table.find(board) {
            // Others that prove things leave a bound open as far as it goes.
            Some(entry) if entry.trust == PROVEN && entry.depth as u32 == depth => Entry {
                lower: entry.lower.max(-area),
                upper: entry.upper.min(area),
                ..entry
            },
            Some(entry) => unknown(entry.moves),
            None => unknown([None; 2]),
        }
    }

    /// Puts what was found into the table, beside what was known before.
    fn remember(&self, node: Node, known: Entry, best: Best) {
        let (mut lower, mut upper) = (known.lower, known.upper);
        match best.score > node.alpha {
            true => lower = best.score as i16,
            false => upper = best.score as i16,
        }
        let first = Square::from_index(best.disc.trailing_zeros() as usize);
        let entry = Entry {
            lower,
            upper,
            depth: node.depth() as u8,
            trust: PROVEN,
            moves: match first == known.moves[0] {
                true => known.moves,
                false => [first, known.moves[0]],
            },
        };
        self.team.table.store(node.board(), entry);
    }
}

/// The moves that have not been tried yet, in order.
fn rest(ordered: &mut Ordered<40>, children: &Children) -> Vec<Step> {
    std::iter::from_fn(|| ordered.next())
        .map(|index| Step::new(children, index))
        .collect()
}
