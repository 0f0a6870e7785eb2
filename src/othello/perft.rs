//! Counting every sequence of moves: slow to get wrong, quick to check.
//!
//! The counts for the first plies are published, so a wrong rule shows at
//! once. A finished game counts as one sequence at every depth beyond its end.

use super::board::Board;
use super::kernel::{self, Children};
use super::position::{Move, Position};
use super::size::Size;
use super::square::Square;
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
    /// Room for counts already made, in entries; none if 0.
    pub hash_entries: usize,
}

impl Perft {
    /// Counts to this depth, a pass being a ply, with nothing remembered.
    pub fn new(depth: u32) -> Perft {
        Perft {
            depth,
            passes: Passes::Counted,
            hash_entries: 0,
        }
    }

    /// The number of move sequences of the given depth.
    pub fn count(self, position: &Position) -> u64 {
        match (position.board(), position.large_board()) {
            (Some(board), _) => Counter::new(self, position.size()).count(board, self.depth),
            (_, Some(board)) => Counter::new(self, position.size()).count(board, self.depth),
            _ => unreachable!("a position has one of the two boards"),
        }
    }

    /// The same, split by the first move.
    pub fn divide(self, position: &Position) -> Vec<(Move, u64)> {
        let count_after = |mv| {
            let after = position.after(mv).expect("the move is legal");
            let used = match (mv, self.passes) {
                (Move::Pass, Passes::Free) => 0,
                _ => 1,
            };
            let rest = Perft {
                depth: self.depth.saturating_sub(used),
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

/// What a count needs of a board's word: how to do the last two plies quickly.
pub trait Leaves: Word {
    /// The sum, over the moves, of the number of replies to each. A move
    /// without reply adds what `stuck` says of the board after it.
    fn replies(
        board: Board<Self>,
        moves: Self,
        playable: Self,
        stuck: impl Fn(Board<Self>) -> u64,
    ) -> u64 {
        moves
            .squares()
            .map(|square| {
                let after = board.after(square, board.flips(square));
                match after.moves(playable).len() {
                    0 => stuck(after),
                    replies => replies as u64,
                }
            })
            .sum()
    }
}

impl Leaves for u128 {}

impl Leaves for u64 {
    /// All the moves at once, in vectors.
    #[inline]
    fn replies(board: Board, moves: u64, playable: u64, stuck: impl Fn(Board) -> u64) -> u64 {
        let mut children = Children::default();
        kernel::children(board.player, board.opponent, moves, &mut children);
        let mut total = 0;
        for (index, square) in moves.squares().enumerate() {
            total += match children.replies[index] & playable {
                0 => stuck(board.after(square, children.flips[index])),
                replies => replies.count_ones() as u64,
            };
        }
        total
    }
}

struct Counter<W> {
    playable: W,
    passes: Passes,
    table: Vec<Entry<W>>,
}

#[derive(Clone, Copy, Default)]
struct Entry<W> {
    board: Board<W>,
    depth: u32,
    count: u64,
}

impl<W: Leaves> Counter<W> {
    fn new(perft: Perft, size: Size) -> Counter<W> {
        Counter {
            playable: W::playable(size),
            passes: perft.passes,
            table: vec![Entry::default(); perft.hash_entries],
        }
    }

    fn count(&mut self, board: Board<W>, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = board.moves(self.playable);
        if moves.is_empty() {
            return self.count_stuck(board, depth);
        }
        match depth {
            1 => moves.len() as u64,
            2 => W::replies(board, moves, self.playable, |after| {
                self.leaves_stuck(after)
            }),
            _ => moves
                .squares()
                .map(|square| self.count(board.after(square, board.flips(square)), depth - 1))
                .sum(),
        }
    }

    /// The side to move has no move: it passes, or the game is over.
    fn count_stuck(&mut self, board: Board<W>, depth: u32) -> u64 {
        let passed = board.swapped();
        if passed.moves(self.playable).is_empty() {
            return 1;
        }
        match self.passes {
            Passes::Counted => self.count(passed, depth - 1),
            Passes::Free => self.count(passed, depth),
        }
    }

    /// As [`count_stuck`](Self::count_stuck) with one ply to go.
    fn leaves_stuck(&self, board: Board<W>) -> u64 {
        match self.passes {
            Passes::Counted => 1,
            Passes::Free => board.swapped().moves(self.playable).len().max(1) as u64,
        }
    }
}

const _: fn(Square) = |_| {};
