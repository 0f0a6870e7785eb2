//! The integers that hold a set of squares: `u64` for boards up to 8x8 and
//! `u128` for 10x10.
//!
//! Everything above is written once for both; what differs is here.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::kernel;
use super::size::Size;
use super::square::Square;

/// An unsigned integer in which each bit is a square.
pub trait Word:
    Copy
    + Debug
    + Default
    + Eq
    + Hash
    + Ord
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + 'static
{
    /// No square.
    const EMPTY: Self;

    /// Distance in bits from a square to the one below it.
    const STRIDE: u32;

    /// The set of one square.
    fn of(square: Square) -> Self;

    /// The square of the lowest bit.
    ///
    /// The set must not be empty.
    fn first(self) -> Square;

    /// The set without its lowest bit.
    fn rest(self) -> Self;

    /// How many squares are in the set.
    fn len(self) -> u32;

    /// A number in which every bit of the set has had its say, for use in hash
    /// tables.
    fn scatter(self) -> u64;

    /// The set as the boards up to 8x8 have it, if it is one of those.
    fn small(self) -> Option<u64>;

    /// All bits moved towards higher (positive) or lower (negative) numbers.
    fn shifted(self, by: i32) -> Self;

    /// The empty squares where the player would turn something over, anywhere
    /// in the frame.
    fn moves(player: Self, opponent: Self) -> Self;

    /// What a disc of the player on this empty square turns over.
    fn flips(square: Square, player: Self, opponent: Self) -> Self;

    /// Every square of a board of this size.
    fn playable(size: Size) -> Self {
        Self::collect(size.squares())
    }

    /// Whether there is no square in the set.
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the square is in the set.
    fn has(self, square: Square) -> bool {
        !(self & Self::of(square)).is_empty()
    }

    /// The squares of the set, row by row.
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }

    /// The set of these squares.
    fn collect(squares: impl Iterator<Item = Square>) -> Self {
        squares.fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

/// The squares of a set, row by row. See [`Word::squares`].
#[derive(Clone, Copy, Debug)]
pub struct Squares<W>(W);

impl<W: Word> Iterator for Squares<W> {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.first();
        self.0 = self.0.rest();
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl<W: Word> ExactSizeIterator for Squares<W> {}

impl Word for u64 {
    const EMPTY: u64 = 0;
    const STRIDE: u32 = 8;

    #[inline]
    fn of(square: Square) -> u64 {
        debug_assert!(square.index() < 64, "{square} is not on an 8x8 board");
        1 << (square.index() & 63)
    }

    #[inline]
    fn first(self) -> Square {
        // The numbers of the 8x8 squares are their bits.
        Square::from_index(self.trailing_zeros() as usize & 63).expect("63 is a square")
    }

    #[inline]
    fn rest(self) -> u64 {
        self & self.wrapping_sub(1)
    }

    #[inline]
    fn len(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn scatter(self) -> u64 {
        // A multiplication carries upwards only; folding brings high bits down.
        let product = self as u128 * 0x9e37_79b9_7f4a_7c15;
        (product >> 64) as u64 ^ product as u64
    }

    #[inline]
    fn small(self) -> Option<u64> {
        Some(self)
    }

    #[inline]
    fn shifted(self, by: i32) -> u64 {
        if by >= 0 { self << by } else { self >> -by }
    }

    #[inline]
    fn playable(size: Size) -> u64 {
        match size {
            Size::Four => 0x0000_0000_0f0f_0f0f,
            Size::Six => 0x0000_3f3f_3f3f_3f3f,
            _ => u64::MAX,
        }
    }

    #[inline]
    fn moves(player: u64, opponent: u64) -> u64 {
        kernel::moves(player, opponent)
    }

    #[inline]
    fn flips(square: Square, player: u64, opponent: u64) -> u64 {
        kernel::flips(square.index(), player, opponent)
    }
}

/// On 10x10 each row has an eleventh bit that is never occupied, so that runs
/// end at the edge without a mask.
impl Word for u128 {
    const EMPTY: u128 = 0;
    const STRIDE: u32 = 11;

    fn of(square: Square) -> u128 {
        1 << (square.row() as u32 * Self::STRIDE + square.column() as u32)
    }

    fn first(self) -> Square {
        let bit = self.trailing_zeros();
        Square::new((bit % Self::STRIDE) as u8, (bit / Self::STRIDE) as u8)
            .expect("only playable bits are ever set")
    }

    fn rest(self) -> u128 {
        self & self.wrapping_sub(1)
    }

    fn len(self) -> u32 {
        self.count_ones()
    }

    fn scatter(self) -> u64 {
        (self as u64).scatter() ^ ((self >> 64) as u64).scatter().rotate_left(32)
    }

    #[inline]
    fn small(self) -> Option<u64> {
        None
    }

    fn shifted(self, by: i32) -> u128 {
        if by >= 0 { self << by } else { self >> -by }
    }

    fn moves(player: u128, opponent: u128) -> u128 {
        let mut reached = 0;
        for step in LARGE_STEPS {
            let mut left = opponent & (player << step);
            let mut right = opponent & (player >> step);
            // A run between two discs is at most eight long on ten squares.
            for _ in 0..7 {
                left |= opponent & (left << step);
                right |= opponent & (right >> step);
            }
            reached |= (left << step) | (right >> step);
        }
        reached & !(player | opponent) & LARGE_PLAYABLE
    }

    fn flips(square: Square, player: u128, opponent: u128) -> u128 {
        let disc = u128::of(square);
        let mut flips = 0;
        for step in LARGE_STEPS {
            let (mut left, mut next) = (0, disc << step);
            while next & opponent != 0 {
                left |= next;
                next <<= step;
            }
            if next & player != 0 {
                flips |= left;
            }
            let (mut right, mut next) = (0, disc >> step);
            while next & opponent != 0 {
                right |= next;
                next >>= step;
            }
            if next & player != 0 {
                flips |= right;
            }
        }
        flips
    }
}

/// Distance in bits between neighbours along the four lines of a 10x10 board.
const LARGE_STEPS: [u32; 4] = [1, 10, 11, 12];

/// The hundred bits of a 10x10 board that are squares.
const LARGE_PLAYABLE: u128 = {
    let mut rows = 0;
    let mut row = 0;
    while row < 10 {
        rows |= 0b11_1111_1111 << (row * 11);
        row += 1;
    }
    rows
};

#[cfg(test)]
mod tests {
    use super::super::reference::{self, RandomBoards};
    use super::*;

    #[test]
    fn the_large_board_agrees_with_the_naive_rules() {
        let mut boards = RandomBoards::new(5);
        let playable = u128::playable(Size::Ten);
        for round in 0..10_000 {
            let board = match round % 2 {
                0 => boards.scattered::<u128>(Size::Ten),
                _ => boards.played(Size::Ten, round % 96),
            };
            assert_eq!(board.moves(playable), reference::moves(board, Size::Ten));
            for square in board.empties(playable).squares() {
                let expected = reference::flips(board, Size::Ten, square);
                assert_eq!(board.flips(square), expected, "{square} on {board:?}");
            }
        }
    }

    #[test]
    fn sets_give_back_their_squares_in_reading_order() {
        fn check<W: Word>(size: Size) {
            let all: Vec<Square> = size.squares().collect();
            assert!(all.is_sorted());
            assert_eq!(W::playable(size).squares().collect::<Vec<_>>(), all);
            assert_eq!(W::playable(size).len() as usize, size.area());
        }
        check::<u64>(Size::Four);
        check::<u64>(Size::Six);
        check::<u64>(Size::Eight);
        check::<u128>(Size::Ten);
    }
}
