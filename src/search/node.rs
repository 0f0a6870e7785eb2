//! The alpha-beta search of one position: how much it is worth to the side to
//! move, looking this many plies ahead.

use std::sync::atomic::{AtomicU64, Ordering};

use super::order::ordered;
use crate::eval::{Evaluator, final_score};
use crate::limits::Budget;
use crate::othello::word::Word;
use crate::othello::{Board, Move, Size, Square};
use crate::table::{self, Entry, Table};

/// A score no position reaches.
pub(super) const INFINITY: i32 = 30_000;

/// How many positions are looked at between two looks at the budget. At a few
/// million a second that is well under a millisecond.
const NODES_PER_CHECK: u64 = 1024;

/// The words whose positions can be looked up in the table, which knows them
/// by two `u64`.
pub trait Remembered: Word {
    /// Two numbers that stand for the position.
    fn key(board: Board<Self>) -> Board;
}

impl Remembered for u64 {
    fn key(board: Board) -> Board {
        board
    }
}

/// A large board is known by a fingerprint of 128 bits. Two positions that
/// share one are not met in a lifetime.
impl Remembered for u128 {
    fn key(board: Board<u128>) -> Board {
        let halves = |set: u128| (set as u64, (set >> 64) as u64);
        let (player_low, player_high) = halves(board.player);
        let (opponent_low, opponent_high) = halves(board.opponent);
        let mix = |player, opponent: u64| table::hash(Board { player, opponent });
        Board {
            player: mix(player_low, opponent_high) ^ mix(opponent_low, player_high).rotate_left(17),
            opponent: mix(player_high, player_low).rotate_left(31)
                ^ mix(opponent_high, opponent_low),
        }
    }
}

/// What all the threads of a search share.
pub(super) struct Common<'a, W> {
    pub(super) evaluator: Evaluator<W>,
    pub(super) playable: W,
    pub(super) corners: W,
    pub(super) table: &'a Table,
    /// Positions looked at by the threads that help.
    pub(super) helped: AtomicU64,
}

impl<'a, W: Word> Common<'a, W> {
    pub(super) fn new(size: Size, table: &'a Table) -> Common<'a, W> {
        let last = size.side() - 1;
        let is_corner = |square: &Square| {
            [square.column(), square.row()]
                .iter()
                .all(|&line| line == 0 || line == last)
        };
        Common {
            evaluator: Evaluator::new(size),
            playable: W::playable(size),
            corners: W::collect(size.squares().filter(is_corner)),
            table,
            helped: AtomicU64::new(0),
        }
    }
}

/// One thread's search.
pub(super) struct Searcher<'a, W> {
    pub(super) common: &'a Common<'a, W>,
    pub(super) budget: &'a Budget,
    /// Whether this thread only helps another one.
    pub(super) helps: bool,
    pub(super) nodes: u64,
    pub(super) longest: u32,
    /// Set while the search may not be cut short.
    pub(super) must_finish: bool,
    /// The budget is spent: scores have no meaning any more.
    pub(super) stopped: bool,
    /// The best line found below each ply.
    lines: Vec<Vec<Move>>,
}

/// The scores that matter: at most `alpha` or at least `beta` need not be
/// exact.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    pub(super) const FULL: Window = Window {
        alpha: -INFINITY,
        beta: INFINITY,
    };

    /// Just wide enough to ask "more than `alpha`?".
    pub(super) fn null(alpha: i32) -> Window {
        Window {
            alpha,
            beta: alpha + 1,
        }
    }

    /// As the other side sees it.
    pub(super) fn reversed(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }
}

impl<'a, W: Remembered> Searcher<'a, W> {
    pub(super) fn new(common: &'a Common<'a, W>, budget: &'a Budget) -> Searcher<'a, W> {
        Searcher {
            common,
            budget,
            helps: false,
            nodes: 0,
            longest: 0,
            must_finish: false,
            stopped: false,
            lines: Vec::new(),
        }
    }

    /// The score of a position. Passing costs no depth, so a search as deep as
    /// there are empty squares reaches the end of every game.
    pub(super) fn search(&mut self, board: Board<W>, depth: u32, ply: u32, window: Window) -> i32 {
        self.enter(ply);
        if self.stopped {
            return 0;
        }
        let moves = board.moves(self.common.playable);
        if moves.is_empty() {
            return self.search_stuck(board, depth, ply, window);
        }
        match depth {
            0 => self.common.evaluator.evaluate(board),
            1 => self.search_last_ply(board, moves, ply, window),
            _ => self.search_deep(board, moves, depth, ply, window),
        }
    }

    /// The line of best play found by the last search at this ply.
    pub(super) fn line(&self, ply: u32) -> &[Move] {
        self.lines.get(ply as usize).map_or(&[], Vec::as_slice)
    }

    /// Counts a position and, now and then, looks at the budget.
    fn enter(&mut self, ply: u32) {
        self.nodes += 1;
        self.longest = self.longest.max(ply);
        let ply = ply as usize;
        if self.lines.len() <= ply + 1 {
            self.lines.resize(ply + 2, Vec::new());
        }
        self.lines[ply].clear();
        if self.must_finish {
            return;
        }
        let out_of_nodes = self.budget.nodes.is_some_and(|limit| self.nodes > limit);
        if self.nodes.is_multiple_of(NODES_PER_CHECK) {
            if self.helps {
                self.common
                    .helped
                    .fetch_add(NODES_PER_CHECK, Ordering::Relaxed);
            }
            self.stopped |= self.budget.is_spent(self.nodes);
        }
        self.stopped |= out_of_nodes;
    }

    /// The side to move has no move: it passes, or the game is over.
    fn search_stuck(&mut self, board: Board<W>, depth: u32, ply: u32, window: Window) -> i32 {
        let passed = board.swapped();
        if passed.moves(self.common.playable).is_empty() {
            return final_score(board, self.common.playable);
        }
        let score = -self.search(passed, depth, ply + 1, window.reversed());
        self.extend_line(ply, Move::Pass);
        score
    }

    /// One ply to go: ordering and remembering would cost more than they save.
    fn search_last_ply(&mut self, board: Board<W>, moves: W, ply: u32, window: Window) -> i32 {
        let Window { mut alpha, beta } = window;
        let mut best = -INFINITY;
        for square in moves.squares() {
            let after = board.after(square, board.flips(square));
            let score = -self.search(after, 0, ply + 1, Window { alpha, beta }.reversed());
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                self.extend_line(ply, Move::Place(square));
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Principal variation search: the first move is searched in earnest, the
    /// others only until they are shown not to be better.
    fn search_deep(
        &mut self,
        board: Board<W>,
        moves: W,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> i32 {
        let key = W::key(board);
        let known = self.common.table.find(key);
        // Where the line of play is wanted, a remembered score would cut it off.
        if let Some(score) = known.and_then(|known| settled(known, depth, window))
            && window.is_null()
        {
            return score;
        }
        let best_before = known.and_then(|known| known.moves[0]);
        let children = ordered(
            board,
            moves,
            self.common.playable,
            self.common.corners,
            best_before,
        );
        let Window { mut alpha, beta } = window;
        let mut best = (-INFINITY, None);
        for (index, child) in children.iter().enumerate() {
            let score = self.search_child(child.board, depth, ply, Window { alpha, beta }, index);
            if self.stopped {
                return 0;
            }
            if score > best.0 {
                best = (score, Some(child.square));
                if score > alpha || index == 0 {
                    self.extend_line(ply, Move::Place(child.square));
                }
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        self.remember(key, depth, window, best);
        best.0
    }

    /// The score of a child, as its parent sees it.
    fn search_child(
        &mut self,
        child: Board<W>,
        depth: u32,
        ply: u32,
        window: Window,
        index: usize,
    ) -> i32 {
        if index > 0 && !window.is_null() {
            let probe = Window::null(window.alpha).reversed();
            let score = -self.search(child, depth - 1, ply + 1, probe);
            if self.stopped || score <= window.alpha || score >= window.beta {
                return score;
            }
        }
        -self.search(child, depth - 1, ply + 1, window.reversed())
    }

    /// Puts a move in front of the line below it.
    fn extend_line(&mut self, ply: u32, mv: Move) {
        let (above, below) = self.lines.split_at_mut(ply as usize + 1);
        if let (Some(line), Some(rest)) = (above.last_mut(), below.first()) {
            line.clear();
            line.push(mv);
            line.extend_from_slice(rest);
        }
    }

    fn remember(&self, key: Board, depth: u32, window: Window, best: (i32, Option<Square>)) {
        let (score, square) = best;
        let score16 = score.clamp(i16::MIN as i32, i16::MAX as i32) as i16;
        self.common.table.store(
            key,
            Entry {
                lower: if score > window.alpha {
                    score16
                } else {
                    i16::MIN
                },
                upper: if score < window.beta {
                    score16
                } else {
                    i16::MAX
                },
                depth: depth.min(u8::MAX as u32) as u8,
                trust: 0,
                moves: [square, None],
            },
        );
    }
}

/// The score that a remembered search of at least this depth settles on.
fn settled(known: Entry, depth: u32, window: Window) -> Option<i32> {
    if (known.depth as u32) < depth {
        return None;
    }
    let (lower, upper) = (known.lower as i32, known.upper as i32);
    if lower >= window.beta {
        Some(lower)
    } else if upper <= window.alpha {
        Some(upper)
    } else {
        None
    }
}
