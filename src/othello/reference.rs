//! The rules once more, square by square and as plainly as can be, for the
//! tests to compare the fast code with; and random positions to compare on.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::board::Board;
use super::size::Size;
use super::square::Square;
use super::word::Word;

/// What a disc of the player on an empty square turns over: in each of the
/// eight directions, the opponents up to the player's next disc.
pub(crate) fn flips<W: Word>(board: Board<W>, size: Size, square: Square) -> W {
    let mut all = W::EMPTY;
    for (column_step, row_step) in DIRECTIONS {
        let mut run = W::EMPTY;
        let (mut column, mut row) = (square.column() as i32, square.row() as i32);
        loop {
            column += column_step;
            row += row_step;
            let side = size.side() as i32;
            if !(0..side).contains(&column) || !(0..side).contains(&row) {
                break;
            }
            let next = Square::new(column as u8, row as u8).unwrap();
            if board.player.has(next) {
                all |= run;
                break;
            }
            if !board.opponent.has(next) {
                break;
            }
            run |= W::of(next);
        }
    }
    all
}

/// The empty squares that turn something over.
pub(crate) fn moves<W: Word>(board: Board<W>, size: Size) -> W {
    let empty = |square: &Square| !(board.player | board.opponent).has(*square);
    let legal = |square: &Square| !flips(board, size, *square).is_empty();
    W::collect(size.squares().filter(empty).filter(legal))
}

/// The standard start, black to move.
fn start<W: Word>(size: Size) -> Board<W> {
    let middle = size.side() / 2;
    let disc = |column, row| W::of(Square::new(column, row).unwrap());
    Board {
        player: disc(middle, middle - 1) | disc(middle - 1, middle),
        opponent: disc(middle, middle) | disc(middle - 1, middle - 1),
    }
}

const DIRECTIONS: [(i32, i32); 8] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];

/// A source of random boards that is the same on every run.
pub(crate) struct RandomBoards {
    pub(crate) rng: StdRng,
}

impl RandomBoards {
    pub(crate) fn new(seed: u64) -> RandomBoards {
        RandomBoards {
            rng: StdRng::seed_from_u64(seed),
        }
    }

    /// Discs thrown on the board: from nearly empty to full, from even to
    /// one-sided, also what no game can reach.
    pub(crate) fn scattered<W: Word>(&mut self, size: Size) -> Board<W> {
        let occupied = self.rng.random_range(0.0..=1.0);
        let own = self.rng.random_range(0.0..=1.0);
        let mut board = Board::default();
        for square in size.squares() {
            if self.rng.random_bool(occupied) {
                match self.rng.random_bool(own) {
                    true => board.player |= W::of(square),
                    false => board.opponent |= W::of(square),
                }
            }
        }
        board
    }

    /// A position that random play reaches, with this many empty squares or
    /// the fewest the game came to.
    pub(crate) fn played<W: Word>(&mut self, size: Size, empties: u32) -> Board<W> {
        let playable = W::playable(size);
        let mut board = start(size);
        while board.empties(playable).len() > empties && !board.is_over(playable) {
            let moves: Vec<_> = moves(board, size).squares().collect();
            board = match moves.len() {
                0 => board.swapped(),
                n => {
                    let square = moves[self.rng.random_range(0..n)];
                    board.after(square, flips(board, size, square))
                }
            };
        }
        board
    }
}
