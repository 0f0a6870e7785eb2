//! The eight views of a board.

use super::board::Board;
use super::size::Size;
use super::square::Square;
use super::word::Word;

/// One of the eight ways to turn and mirror a square board: an optional
/// mirroring in the `a1`-`h8` diagonal, then left to right, then top to bottom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Symmetry {
    transpose: bool,
    mirror: bool,
    flip: bool,
}

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry {
            transpose: false,
            mirror: false,
            flip: false,
        }; 8];
        let mut index = 0;
        while index < 8 {
            all[index] = Symmetry {
                transpose: index & 4 != 0,
                mirror: index & 2 != 0,
                flip: index & 1 != 0,
            };
            index += 1;
        }
        all
    };

    /// Where a square goes on a board of this size.
    pub fn square(self, square: Square, size: Size) -> Square {
        let last = size.side() - 1;
        let (mut column, mut row) = (square.column(), square.row());
        if self.transpose {
            (column, row) = (row, column);
        }
        if self.mirror {
            column = last - column;
        }
        if self.flip {
            row = last - row;
        }
        Square::new(column, row).expect("a square of the board stays on it")
    }

    /// The symmetry that takes everything back.
    pub fn inverse(self) -> Symmetry {
        // Mirroring before or after the diagonal differs by which axis it is.
        match self.transpose {
            false => self,
            true => Symmetry {
                transpose: true,
                mirror: self.flip,
                flip: self.mirror,
            },
        }
    }

    /// Where a set of squares goes.
    pub fn set<W: Turn>(self, mut set: W, size: Size) -> W {
        if self.transpose {
            set = set.transposed(size);
        }
        if self.mirror {
            set = set.mirrored(size);
        }
        if self.flip {
            set = set.flipped(size);
        }
        set
    }

    /// Where the discs go.
    pub fn board<W: Turn>(self, board: Board<W>, size: Size) -> Board<W> {
        Board {
            player: self.set(board.player, size),
            opponent: self.set(board.opponent, size),
        }
    }
}

/// The smallest of the eight views of a board, the same for all of them, and
/// the symmetry that leads to it.
pub fn canonical<W: Turn>(board: Board<W>, size: Size) -> (Board<W>, Symmetry) {
    let views = Symmetry::ALL.map(|symmetry| (symmetry.board(board, size), symmetry));
    let mut smallest = views[0];
    for view in &views[1..] {
        if view.0 < smallest.0 {
            smallest = *view;
        }
    }
    smallest
}

/// Sets of squares that can be mirrored in the board's three axes.
pub trait Turn: Word {
    /// Mirrored in the diagonal from `a1`.
    fn transposed(self, size: Size) -> Self;
    /// Left and right exchanged.
    fn mirrored(self, size: Size) -> Self;
    /// Top and bottom exchanged.
    fn flipped(self, size: Size) -> Self;
}

/// Smaller boards lie in the corner of the 8x8 frame: they are mirrored with
/// the frame, then moved back into the corner.
impl Turn for u64 {
    #[inline]
    fn transposed(self, _: Size) -> u64 {
        let set = exchange::<28>(self, 0x0000_0000_f0f0_f0f0);
        let set = exchange::<14>(set, 0x0000_cccc_0000_cccc);
        exchange::<7>(set, 0x00aa_00aa_00aa_00aa)
    }

    #[inline]
    fn mirrored(self, size: Size) -> u64 {
        self.swap_bytes().reverse_bits() >> (8 - size.side())
    }

    #[inline]
    fn flipped(self, size: Size) -> u64 {
        self.swap_bytes() >> (8 * (8 - size.side() as u32))
    }
}

/// Exchanges the bits under the mask with those `BY` places higher.
#[inline(always)]
fn exchange<const BY: u32>(set: u64, mask: u64) -> u64 {
    let differing = (set ^ (set >> BY)) & mask;
    set ^ differing ^ (differing << BY)
}

/// Nothing fast turns a 10x10 board, so it goes square by square.
impl Turn for u128 {
    fn transposed(self, _: Size) -> u128 {
        moved(self, |column, row| (row, column))
    }

    fn mirrored(self, size: Size) -> u128 {
        moved(self, |column, row| (size.side() - 1 - column, row))
    }

    fn flipped(self, size: Size) -> u128 {
        moved(self, |column, row| (column, size.side() - 1 - row))
    }
}

fn moved(set: u128, to: impl Fn(u8, u8) -> (u8, u8)) -> u128 {
    u128::collect(set.squares().filter_map(|square| {
        let (column, row) = to(square.column(), square.row());
        Square::new(column, row)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<W: Turn>(size: Size) {
        for square in size.squares() {
            for symmetry in Symmetry::ALL {
                let there = symmetry.square(square, size);
                assert_eq!(symmetry.set(W::of(square), size), W::of(there));
                assert_eq!(symmetry.inverse().square(there, size), square);
            }
        }
    }

    #[test]
    fn sets_move_as_their_squares_do() {
        check::<u64>(Size::Four);
        check::<u64>(Size::Six);
        check::<u64>(Size::Eight);
        check::<u128>(Size::Ten);
    }

    #[test]
    fn the_eight_views_differ_and_share_one_canonical_form() {
        let board = Board {
            player: 0x0000_0010_0804_0003u64,
            opponent: 0x0000_0008_1000_0400,
        };
        let mut views = Symmetry::ALL.map(|symmetry| symmetry.board(board, Size::Eight));
        for view in views {
            let (smallest, symmetry) = canonical(view, Size::Eight);
            assert_eq!(smallest, canonical(board, Size::Eight).0);
            assert_eq!(symmetry.board(view, Size::Eight), smallest);
        }
        views.sort();
        assert!(views.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
