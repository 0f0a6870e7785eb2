//! The four board sizes.

use std::fmt;

use super::square::Square;

/// The side of a board: 4, 6, 8 or 10 squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Size {
    /// 4x4, small enough to be solved in an instant.
    Four,
    /// 6x6, solved in 1993 by Joel Feinstein.
    Six,
    /// 8x8, the game as it is played.
    #[default]
    Eight,
    /// 10x10.
    Ten,
}

impl Size {
    /// Every size, smallest first.
    pub const ALL: [Size; 4] = [Size::Four, Size::Six, Size::Eight, Size::Ten];

    /// The size with this many squares to a side.
    pub const fn from_side(side: usize) -> Option<Size> {
        match side {
            4 => Some(Size::Four),
            6 => Some(Size::Six),
            8 => Some(Size::Eight),
            10 => Some(Size::Ten),
            _ => None,
        }
    }

    /// The size of a board with this many squares in all.
    pub const fn from_area(area: usize) -> Option<Size> {
        match area {
            16 => Some(Size::Four),
            36 => Some(Size::Six),
            64 => Some(Size::Eight),
            100 => Some(Size::Ten),
            _ => None,
        }
    }

    /// Squares to a side.
    pub const fn side(self) -> u8 {
        match self {
            Size::Four => 4,
            Size::Six => 6,
            Size::Eight => 8,
            Size::Ten => 10,
        }
    }

    /// Squares in all.
    pub const fn area(self) -> usize {
        self.side() as usize * self.side() as usize
    }

    /// The squares row by row: `a1`, `b1`, .. as one reads.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        let side = self.side();
        (0..side).flat_map(move |row| (0..side).filter_map(move |column| Square::new(column, row)))
    }

    /// The squares column by column: `a1`, `a2`, ..
    pub fn squares_by_column(self) -> impl Iterator<Item = Square> {
        let side = self.side();
        (0..side).flat_map(move |column| (0..side).filter_map(move |row| Square::new(column, row)))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.side())
    }
}
