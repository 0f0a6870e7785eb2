//! The alpha-beta search of one position: how much it is worth to the side to
//! move, looking this many plies ahead.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Question;
use super::memo::Memo;
use super::order::{Child, Children};
use super::params::{self, late, order as ordering, probcut};
use super::probcut::{Confidence, Probes};
use super::scene::Scene;
use super::share::Job;
use crate::crew::{Crew, Split};
use crate::endgame::{Finisher, PROVEN};
use crate::eval::{DISC, Evaluator, final_score};
use crate::limits::Budget;
use crate::othello::word::Word;
use crate::othello::{Board, Move, Size, Square, stability};
use crate::table::{self, Entry, Table};

/// A score no position reaches.
pub(super) const INFINITY: i32 = 30_000;

/// The smallest win. Scores are even.
const WIN: i32 = 2 * DISC;

/// How many positions are looked at between two looks at the budget. At some
/// ten million a second that is well under a millisecond.
const NODES_PER_CHECK: u64 = 4096;

/// The words whose positions can be searched.
pub trait Remembered: Word {
    /// Two numbers that stand for the position in the table.
    fn key(board: Board<Self>) -> Board;
}

impl Remembered for u64 {
    #[inline]
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
    pub(super) evaluator: &'a Evaluator,
    pub(super) size: Size,
    pub(super) playable: W,
    pub(super) corners: W,
    pub(super) probes: &'static Probes,
    pub(super) table: &'a Table,
    /// What a draw is worth to the side to move at the root.
    draw: i32,
    /// Positions looked at by the threads that help.
    pub(super) helped: AtomicU64,
    /// The threads, and what they share.
    pub(super) crew: Crew<Job<W>>,
}

impl<'a, W: Word> Common<'a, W> {
    pub(super) fn new(
        question: &Question<W>,
        evaluator: &'a Evaluator,
        table: &'a Table,
    ) -> Common<'a, W> {
        let size = question.size;
        let last = size.side() - 1;
        let is_corner = |square: &Square| {
            [square.column(), square.row()]
                .iter()
                .all(|&line| line == 0 || line == last)
        };
        Common {
            evaluator,
            size,
            playable: W::playable(size),
            corners: W::collect(size.squares().filter(is_corner)),
            probes: Probes::of(size),
            table,
            draw: question.draw.clamp(1 - WIN, WIN - 1),
            helped: AtomicU64::new(0),
            crew: Crew::default(),
        }
    }

    /// What a draw is worth to the side to move at this ply: with every ply, a
    /// pass too, it is the other side's turn.
    fn draw(&self, ply: u32) -> i32 {
        match ply.is_multiple_of(2) {
            true => self.draw,
            false => -self.draw,
        }
    }

    /// What a result, in hundredths of a disc, is worth to the side to move at
    /// this ply: a win is a win, a loss a loss, and a draw what it is worth.
    /// The order of results stays, so what bounds them is treated alike.
    fn worth(&self, result: i32, ply: u32) -> i32 {
        match result {
            0 => self.draw(ply),
            _ => result,
        }
    }
}

/// One thread's search.
pub(super) struct Searcher<'a, W> {
    pub(super) common: &'a Common<'a, W>,
    pub(super) budget: &'a Budget,
    /// How sure it must be of what it cuts.
    pub(super) confidence: Confidence,
    /// Whether this thread only helps another one.
    pub(super) helps: bool,
    pub(super) nodes: u64,
    /// Of these, how many are in the common count.
    counted: u64,
    next_check: u64,
    pub(super) longest: u32,
    /// Set while the search may not be cut short.
    pub(super) must_finish: bool,
    /// The budget is spent.
    pub(super) spent: bool,
    /// Nobody wants to know any more, for this reason or another: scores have
    /// no meaning.
    pub(super) stopped: bool,
    /// How many probes the present one is within.
    pub(super) nested: u32,
    /// The shared position that this thread is working on, if any.
    pub(super) split: Option<Arc<Split<Job<W>>>>,
    /// What positions looked worth.
    memo: Memo,
    /// Settles the last squares, once it is needed.
    finisher: Option<Finisher>,
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

    pub(super) fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }
}

/// A position with how far to look.
#[derive(Clone, Copy)]
pub(super) struct Node<'s, W> {
    scene: &'s Scene<W>,
    moves: W,
    pub(super) empties: u32,
    pub(super) depth: u32,
    pub(super) ply: u32,
    pub(super) window: Window,
}

impl<'a, W: Remembered> Searcher<'a, W> {
    pub(super) fn new(common: &'a Common<'a, W>, budget: &'a Budget) -> Searcher<'a, W> {
        Searcher {
            common,
            budget,
            confidence: Confidence::Full,
            helps: false,
            nodes: 0,
            counted: 0,
            next_check: 0,
            longest: 0,
            must_finish: false,
            spent: false,
            stopped: false,
            nested: 0,
            split: None,
            memo: Memo::new(),
            finisher: None,
            lines: vec![Vec::new(); 2 * common.size.area() + 2],
        }
    }

    /// The score of a position. Passing costs no depth, so a search as deep as
    /// there are empty squares reaches the end of every game.
    pub(super) fn search(&mut self, scene: &Scene<W>, depth: u32, ply: u32, window: Window) -> i32 {
        if depth == 0 {
            return self.leaf(scene, ply);
        }
        self.enter(ply, window);
        if self.stopped {
            return 0;
        }
        let board = scene.board;
        let empties = board.empties(self.common.playable).len();
        if depth >= empties
            && empties <= params::FINISH_FROM
            && let Some(score) = self.finish(board, ply, window)
        {
            return score;
        }
        let node = Node {
            scene,
            moves: board.moves(self.common.playable),
            empties,
            depth: depth.min(empties),
            ply,
            window,
        };
        if node.moves.is_empty() {
            return self.pass(node);
        }
        match node.depth {
            1 => self.last_ply(node),
            _ => self.node(node),
        }
    }

    /// The line of best play found by the last search at this ply.
    pub(super) fn line(&self, ply: u32) -> &[Move] {
        self.lines.get(ply as usize).map_or(&[], Vec::as_slice)
    }

    /// Counts a position and, now and then, looks at the budget.
    fn enter(&mut self, ply: u32, window: Window) {
        self.nodes += 1;
        self.longest = self.longest.max(ply);
        if !window.is_null() {
            self.lines[ply as usize].clear();
        }
        if self.must_finish {
            return;
        }
        self.spent |= self.budget.nodes.is_some_and(|limit| self.nodes > limit);
        if self.nodes >= self.next_check {
            self.look_up();
        }
        self.stopped = self.is_useless();
    }

    /// Looks at the budget.
    fn look_up(&mut self) {
        let helped = match self.helps {
            true => self.nodes - self.counted,
            false => 0,
        };
        let helped = helped + self.common.helped.fetch_add(helped, Ordering::Relaxed);
        self.counted = self.nodes;
        self.next_check = self.nodes + NODES_PER_CHECK;
        let nodes = match self.helps {
            true => helped,
            false => self.nodes + helped,
        };
        self.spent |= self.budget.is_spent(nodes);
    }

    /// No ply to go: what the position looks like.
    fn leaf(&mut self, scene: &Scene<W>, ply: u32) -> i32 {
        self.nodes += 1;
        self.longest = self.longest.max(ply);
        let board = scene.board;
        // All squares are taken, or all discs turned: it is what it is.
        let over = board.player | board.opponent == self.common.playable || board.player.is_empty();
        if !over {
            return self.value(scene);
        }
        let result = final_score(board, self.common.playable);
        self.common.worth(result, ply)
    }

    /// What a position looks worth to the side to move.
    #[inline]
    fn value(&mut self, scene: &Scene<W>) -> i32 {
        let evaluator = self.common.evaluator;
        let key = W::key(scene.board);
        self.memo.value(key, || scene.value(evaluator))
    }

    /// The exact answer to "more than `alpha`?", from the solver.
    fn finish(&mut self, board: Board<W>, ply: u32, window: Window) -> Option<i32> {
        let board = board.small().filter(|_| window.is_null())?;
        let size = self.common.size;
        let finisher = self.finisher.get_or_insert_with(|| Finisher::new(size));
        let before = finisher.nodes();
        // The solver takes a draw for 0, which must lie on the same side.
        let alpha = window.alpha.div_euclid(DISC);
        let alpha = match window.alpha < self.common.draw(ply) {
            true => alpha.min(-1),
            false => alpha.max(0),
        };
        let score = finisher.search(board, alpha) * DISC;
        self.nodes += finisher.nodes() - before;
        Some(self.common.worth(score, ply))
    }

    /// The side to move has no move: it passes, or the game is over.
    fn pass(&mut self, node: Node<'_, W>) -> i32 {
        let Node {
            scene,
            depth,
            ply,
            window,
            ..
        } = node;
        let passed = scene.passed();
        if passed.board.moves(self.common.playable).is_empty() {
            let result = final_score(scene.board, self.common.playable);
            return self.common.worth(result, ply);
        }
        let score = -self.search(&passed, depth, ply + 1, window.reversed());
        self.extend_line(ply, Move::Pass, window);
        score
    }

    /// One ply to go: ordering and remembering would cost more than they save.
    fn last_ply(&mut self, node: Node<'_, W>) -> i32 {
        let Node {
            scene, ply, window, ..
        } = node;
        if let Some(score) = self.probcut(node) {
            return score;
        }
        let mut best = -INFINITY;
        for square in node.moves.squares() {
            let after = scene.after(square, scene.board.flips(square));
            let score = -self.leaf(&after, ply + 1);
            if score > best {
                best = score;
                if !window.is_null() {
                    self.lines[ply as usize + 1].clear();
                    self.extend_line(ply, Move::Place(square), window);
                }
                if best >= window.beta {
                    break;
                }
            }
        }
        best
    }

    /// Principal variation search of a position that has moves: the first of
    /// them is searched in earnest, the others only until they are shown not
    /// to be better.
    fn node(&mut self, node: Node<'_, W>) -> i32 {
        let Node {
            scene,
            depth,
            window,
            ..
        } = node;

        // Stable discs. Those the opponent can never lose bound the score.
        if let Some(bound) = self.stability_cut(node) {
            return bound;
        }

        // The table. Where a line of play is wanted, a remembered score would
        // cut it off, so there only the moves count.
        let key = self.place(scene.board, node.ply);
        let known = match depth >= params::TABLE_FROM {
            true => self.common.table.find(key),
            false => None,
        };
        if let Some(known) = known
            && window.is_null()
            && let Some(score) = self.settled(known, node)
        {
            return score;
        }

        // ProbCut (Buro 1995, 1997).
        if let Some(score) = self.probcut(node) {
            return score;
        }
        if self.stopped {
            return 0;
        }

        // The remembered move goes first, before the others are even looked
        // at: often there is no need to.
        let mut round = Round::new(window);
        let hints = known.map_or([None; 2], |known| known.moves);
        if let Some(square) = hints[0].filter(|&square| node.moves.has(square)) {
            let after = scene.after(square, scene.board.flips(square));
            self.try_move(node, square, &after, &mut round);
        }

        // The other moves, the most promising first.
        if !self.stopped && !round.is_cut() {
            let mut children = Children::new();
            expand(node, hints[0], &mut children);
            self.prefetch(node, &children);
            if let Some(score) = self.children_cut(node, &children) {
                return score;
            }
            self.rank(&mut children, node, hints[1]);
            while !self.stopped
                && !round.is_cut()
                && let Some(child) = children.next()
            {
                self.try_move(node, child.square, &child.scene, &mut round);
                if !self.stopped && !round.is_cut() && self.shares(node) {
                    self.share(node, &mut children, &mut round);
                }
            }
        }
        if self.stopped {
            return 0;
        }
        if depth >= params::TABLE_FROM {
            self.remember(key, node, &round, hints);
        }
        round.best
    }

    /// Searches one move of a position.
    fn try_move(&mut self, node: Node<'_, W>, square: Square, after: &Scene<W>, round: &mut Round) {
        let (depth, ply) = (node.depth - 1, node.ply + 1);
        let Window { alpha, beta } = round.window;
        let mut score = INFINITY;
        if round.tried > 0 || node.window.is_null() {
            let late = self.comes_late(node.depth, node.empties, round.tried);
            score = self.probe_child(after, node.depth, node.ply, alpha, late);
        }
        let within = score > alpha && (score < beta || round.tried == 0);
        if !self.stopped && !node.window.is_null() && within {
            score = -self.search(after, depth, ply, round.window.reversed());
        }
        if self.stopped {
            return;
        }
        if round.learn(square, score) {
            self.extend_line(node.ply, Move::Place(square), node.window);
        }
    }

    /// Whether a move after so many others is unlikely to matter, so that a
    /// shallower search may say so (late move reductions). Not where the end
    /// of the game is looked at, nor where more confidence is asked for.
    pub(super) fn comes_late(&self, depth: u32, empties: u32, tried: u32) -> bool {
        tried >= late::AFTER
            && (late::FROM..empties).contains(&depth)
            && self.confidence < Confidence::Percent95
    }

    /// Whether a move, in a position of this depth, scores more than `alpha`.
    pub(super) fn probe_child(
        &mut self,
        after: &Scene<W>,
        depth: u32,
        ply: u32,
        alpha: i32,
        late: bool,
    ) -> i32 {
        let window = Window::null(alpha).reversed();
        if late {
            let score = -self.search(after, depth - 1 - late::LESS, ply + 1, window);
            if self.stopped || score <= alpha {
                return score;
            }
        }
        -self.search(after, depth - 1, ply + 1, window)
    }

    /// A bound from the opponent's discs that can never be turned, if it
    /// settles the question.
    #[inline]
    fn stability_cut(&self, node: Node<'_, W>) -> Option<i32> {
        let alpha = node.window.alpha;
        if alpha < params::STABILITY_FROM || !node.window.is_null() {
            return None;
        }
        let board = node.scene.board.small()?.swapped();
        let stable = stability::stable(board, self.common.size).count_ones() as i32;
        let result = (self.common.size.area() as i32 - 2 * stable) * DISC;
        let bound = self.common.worth(result, node.ply);
        (bound <= alpha).then_some(bound)
    }

    /// The score that a remembered search, at least as deep and as sure,
    /// settles on.
    fn settled(&self, known: Entry, node: Node<'_, W>) -> Option<i32> {
        let (mut lower, mut upper) = (known.lower as i32, known.upper as i32);
        // What the solver has proven is in whole discs.
        if known.trust == PROVEN && known.depth as u32 == node.empties {
            let worth = |score| self.common.worth(score * DISC, node.ply);
            (lower, upper) = (worth(lower), worth(upper));
        } else if (known.depth as u32) < node.depth || known.trust < self.confidence.percent() {
            return None;
        }
        if lower >= node.window.beta {
            Some(lower)
        } else if upper <= node.window.alpha {
            Some(upper)
        } else {
            None
        }
    }

    /// Asks a shallower search whether the score is so far beyond the window
    /// that this one need not be made.
    fn probcut(&mut self, node: Node<'_, W>) -> Option<i32> {
        let window = node.window;
        if !window.is_null() || self.nested >= probcut::NESTED {
            return None;
        }
        let probe = self.common.probes.get(node.empties, node.depth);
        let margin = probe.margin(self.confidence)?;
        let value = self.value(node.scene);
        let most = self.common.size.area() as i32 * DISC;
        let high = window.beta + margin;
        if value >= high - probe.reach() && high < most {
            let score = self.probe(node, probe.depth, value, high - 1);
            if !self.stopped && score >= high {
                return Some(window.beta);
            }
        }
        let low = window.alpha - margin;
        if value <= low + probe.reach() && low > -most && !self.stopped {
            let score = self.probe(node, probe.depth, value, low);
            if !self.stopped && score <= low {
                return Some(window.alpha);
            }
        }
        None
    }

    /// What a position scores that looks worth this value, looking so many plies
    /// ahead: a bound that says whether it is more than `alpha`.
    fn probe(&mut self, node: Node<'_, W>, depth: u32, value: i32, alpha: i32) -> i32 {
        if depth == 0 {
            return value;
        }
        self.nested += 1;
        let score = self.search(node.scene, depth, node.ply, Window::null(alpha));
        self.nested -= 1;
        score
    }

    /// Judges how promising the moves are. The one that was second best before
    /// goes first.
    fn rank(&mut self, children: &mut Children<W>, node: Node<'_, W>, hint: Option<Square>) {
        let deep_enough = |from: &&u32| node.depth >= **from;
        let tries = ordering::TRIED_FROM.iter().filter(deep_enough).count() as u32;
        let tries = (node.depth >= ordering::JUDGED_FROM).then_some(tries);
        let reply = match node.depth >= node.empties {
            true => ordering::REPLY_TO_THE_END,
            false => ordering::REPLY,
        };
        for child in children.iter_mut() {
            child.promise = match hint == Some(child.square) {
                true => INFINITY,
                false => self.promise(&child.scene, tries, node.ply, reply),
            };
        }
    }

    /// How good a position looks to whoever has just moved, after looking so
    /// many plies ahead, or not looking at all.
    fn promise(&mut self, scene: &Scene<W>, tries: Option<u32>, ply: u32, reply: i32) -> i32 {
        let replies = scene.board.moves(self.common.playable);
        let corners = (replies & self.common.corners).len() as i32;
        let score = match tries {
            None => 0,
            Some(0) => self.value(scene),
            Some(tries) => {
                let confidence = std::mem::replace(&mut self.confidence, Confidence::Percent73);
                let score = self.search(scene, tries, ply + 1, Window::FULL);
                self.confidence = confidence;
                score
            }
        };
        -score - reply * (replies.len() as i32 + ordering::CORNER_REPLIES * corners)
    }

    /// A score from what the table knows of the children (enhanced
    /// transposition cutoffs, Schaeffer and Plaat 1996).
    fn children_cut(&self, node: Node<'_, W>, children: &Children<W>) -> Option<i32> {
        if node.depth < params::CHILDREN_IN_TABLE_FROM || !node.window.is_null() {
            return None;
        }
        children.iter().find_map(|child| {
            let place = self.place(child.scene.board, node.ply + 1);
            let known = self.common.table.find(place)?;
            let below = Node {
                scene: &child.scene,
                empties: node.empties - 1,
                depth: node.depth - 1,
                ply: node.ply + 1,
                window: node.window.reversed(),
                ..node
            };
            let score = -self.settled(known, below)?;
            (score >= node.window.beta).then_some(score)
        })
    }

    /// Has what the table knows of the children fetched, while it is found out
    /// which of them comes first.
    fn prefetch(&self, node: Node<'_, W>, children: &Children<W>) {
        if node.depth > params::TABLE_FROM {
            for child in children.iter() {
                let place = self.place(child.scene.board, node.ply + 1);
                self.common.table.prefetch(place);
            }
        }
    }

    /// Puts a move in front of the line below it, where lines are kept.
    fn extend_line(&mut self, ply: u32, mv: Move, window: Window) {
        if window.is_null() {
            return;
        }
        let (above, below) = self.lines.split_at_mut(ply as usize + 1);
        if let (Some(line), Some(rest)) = (above.last_mut(), below.first()) {
            line.clear();
            line.push(mv);
            line.extend_from_slice(rest);
        }
    }

    /// Where a position is remembered. The discs do not tell black from white,
    /// so whoever a draw is worth less than nothing to has places of its own,
    /// where no position could be: nobody has discs on top of the other's.
    fn place(&self, board: Board<W>, ply: u32) -> Board {
        let key = W::key(board);
        match self.common.draw(ply) < 0 {
            true => Board {
                opponent: !key.opponent,
                ..key
            },
            false => key,
        }
    }

    /// Remembers the score of a position, in whole discs if it is proven.
    fn remember(&self, key: Board, node: Node<'_, W>, round: &Round, hints: [Option<Square>; 2]) {
        let trust = self.confidence.percent();
        let score = match trust == PROVEN && node.depth == node.empties {
            // Between a loss and a win there is nothing but the draw.
            true => 2 * (round.best / WIN),
            false => round.best,
        } as i16;
        let (low, high) = (
            round.best > node.window.alpha,
            round.best < node.window.beta,
        );
        let entry = Entry {
            lower: if low { score } else { i16::MIN },
            upper: if high { score } else { i16::MAX },
            depth: node.depth as u8,
            trust,
            moves: match round.square == hints[0] {
                true => hints,
                false => [round.square, hints[0]],
            },
        };
        self.common.table.store(key, entry);
    }
}

/// What the moves of a position lead to, without the one tried already.
fn expand<W: Remembered>(node: Node<'_, W>, tried: Option<Square>, children: &mut Children<W>) {
    let scene = node.scene;
    for square in (node.moves & !tried.map_or(W::EMPTY, W::of)).squares() {
        children.push(Child {
            square,
            scene: scene.after(square, scene.board.flips(square)),
            promise: 0,
        });
    }
}

/// The moves of a position tried so far.
#[derive(Clone)]
pub(super) struct Round {
    /// What is left of the window.
    window: Window,
    pub(super) tried: u32,
    best: i32,
    square: Option<Square>,
}

impl Round {
    fn new(window: Window) -> Round {
        Round {
            window,
            tried: 0,
            best: -INFINITY,
            square: None,
        }
    }

    /// Takes in the score of a move. Whether it begins the best line.
    pub(super) fn learn(&mut self, square: Square, score: i32) -> bool {
        let leads = score > self.window.alpha || self.tried == 0;
        self.tried += 1;
        if score <= self.best {
            return false;
        }
        self.best = score;
        self.square = Some(square);
        self.window.alpha = self.window.alpha.max(score);
        leads
    }

    pub(super) fn is_cut(&self) -> bool {
        self.window.alpha >= self.window.beta
    }
}
