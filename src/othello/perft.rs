//! Counting every sequence of moves: slow to get wrong, quick to check.
//!
//! The counts for the first plies are published, so a wrong rule shows at
//! once. A finished game counts as one sequence at every depth beyond its end.

use super::board::Board;
use super::kernel::{self, Children};
use super::position::{Move, Position};
use super::size::Size;
use super::symmetry::{self, Turn};
use super::word::Word;
use crate::game::Game;

/// Whether a pass uses up one ply of the depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Passes {
    /// A pass is a ply like any other.
    #[default]
    Counted,
    /// A pass is free: only discs placed are counted.
    Free,
}

/// What to count, and how.
#[derive(Clone, Copy, Debug)]
pub struct Perft {
    /// How many plies deep.
    pub depth: u32,
    /// What a pass costs.
    pub passes: Passes,
    /// How many counts to remember, for positions that come up again; 0 for
    /// none.
    pub remembered: usize,
}

impl Perft {
    /// Counts to this depth, a pass being a ply, with nothing remembered.
    pub fn new(depth: u32) -> Perft {
        Perft {
            depth,
            passes: Passes::Counted,
            remembered: 0,
        }
    }

    /// How many counts fit into this many bytes.
    pub fn remembered_in(bytes: usize) -> usize {
        bytes / size_of::<Remembered<u64>>()
    }

    /// The number of move sequences of this depth.
    pub fn count(self, position: &Position) -> u64 {
        match (position.board(), position.large_board()) {
            (Some(board), _) => Counter::new(self, position.size()).count(board, self.depth),
            (None, Some(board)) => Counter::new(self, position.size()).count(board, self.depth),
            (None, None) => unreachable!("a position has one of the two boards"),
        }
    }

    /// The same, split by the first move. A finished game has none.
    pub fn divide(self, position: &Position) -> Vec<(Move, u64)> {
        let count_after = |mv| {
            let after = position.after(mv).expect("a legal move can be made");
            let plies = match (mv, self.passes) {
                (Move::Pass, Passes::Free) => 0,
                _ => 1,
            };
            let rest = Perft {
                depth: self.depth.saturating_sub(plies),
                ..self
            };
            (mv, rest.count(&after))
        };
        position
            .legal_moves()
            .into_iter()
            .map(count_after)
            .collect()
    }
}

/// How a kind of board looks two plies ahead.
trait Expand: Turn {
    /// For each of the moves in turn, the board after it and the replies to it.
    fn expand(board: Board<Self>, moves: Self, playable: Self, each: impl FnMut(Board<Self>, Self));
}

impl Expand for u64 {
    /// All the moves at once, in vectors.
    #[inline(always)]
    fn expand(board: Board, moves: u64, playable: u64, mut each: impl FnMut(Board, u64)) {
        let mut children = Children::default();
        kernel::children(board.player, board.opponent, moves, &mut children);
        for (index, square) in moves.squares().enumerate() {
            let after = board.after(square, children.flips[index]);
            each(after, children.replies[index] & playable);
        }
    }
}

impl Expand for u128 {
    fn expand(
        board: Board<u128>,
        moves: u128,
        playable: u128,
        mut each: impl FnMut(Board<u128>, u128),
    ) {
        for square in moves.squares() {
            let after = board.after(square, board.flips(square));
            each(after, after.moves(playable));
        }
    }
}

struct Counter<W> {
    size: Size,
    playable: W,
    passes: Passes,
    memory: Vec<Remembered<W>>,
}

/// A count and what it is of. Depth 0 marks a place not used yet.
#[derive(Clone, Copy, Default)]
struct Remembered<W> {
    board: Board<W>,
    depth: u32,
    count: u64,
}

/// Below this depth, counting again is quicker than looking up.
const REMEMBER_FROM: u32 = 3;

impl<W: Expand> Counter<W> {
    fn new(perft: Perft, size: Size) -> Counter<W> {
        Counter {
            size,
            playable: W::playable(size),
            passes: perft.passes,
            memory: vec![Remembered::default(); perft.remembered],
        }
    }

    fn count(&mut self, board: Board<W>, depth: u32) -> u64 {
        self.count_with(board, board.moves(self.playable), depth)
    }

    /// The count for a board whose moves are known.
    fn count_with(&mut self, board: Board<W>, moves: W, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if moves.is_empty() {
            return self.count_stuck(board, depth);
        }
        if depth == 1 {
            return moves.len() as u64;
        }
        if depth >= REMEMBER_FROM && !self.memory.is_empty() {
            return self.recall_or_count(board, moves, depth);
        }
        self.count_children(board, moves, depth)
    }

    fn count_children(&mut self, board: Board<W>, moves: W, depth: u32) -> u64 {
        let mut total = 0;
        W::expand(board, moves, self.playable, |after, replies| {
            total += self.count_with(after, replies, depth - 1);
        });
        total
    }

    /// The side to move has no move: it passes, or the game is over.
    #[cold]
    fn count_stuck(&mut self, board: Board<W>, depth: u32) -> u64 {
        let passed = board.swapped();
        let moves = passed.moves(self.playable);
        if moves.is_empty() {
            return 1;
        }
        match self.passes {
            Passes::Counted => self.count_with(passed, moves, depth - 1),
            Passes::Free => self.count_with(passed, moves, depth),
        }
    }

    /// Looks the count up; the eight views of a board share it.
    fn recall_or_count(&mut self, board: Board<W>, moves: W, depth: u32) -> u64 {
        let (key, _) = symmetry::canonical(board, self.size);
        let place = self.place_of(key, depth);
        let known = &self.memory[place];
        if known.depth == depth && known.board == key {
            return known.count;
        }
        let count = self.count_children(board, moves, depth);
        self.memory[place] = Remembered {
            board: key,
            depth,
            count,
        };
        count
    }

    fn place_of(&self, board: Board<W>, depth: u32) -> usize {
        let scattered = (board.player.scatter() ^ board.opponent.scatter().rotate_left(29))
            .wrapping_add(depth as u64)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((scattered as u128 * self.memory.len() as u128) >> 64) as usize
    }
}
