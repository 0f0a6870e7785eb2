//! A square and its name.

use std::fmt;
use std::str::FromStr;

use super::size::Size;

/// One square of a board, on any board size.
///
/// The 64 squares `a1`..`h8` are numbered first, row by row, so that on boards
/// up to 8x8 a square's [index](Square::index) is also its bit in the `u64`
/// core. The 36 squares that only a 10x10 board has follow: `i1`, `j1`, `i2`,
/// .. `j8`, then `a9`..`j9` and `a10`..`j10`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Square(u8);

impl Square {
    /// How many squares have a number: those of the largest board.
    pub const COUNT: usize = 100;

    /// The square in this column and row, both counted from 0 at `a1`, if any
    /// board has it.
    pub const fn new(column: u8, row: u8) -> Option<Square> {
        match (column, row) {
            (0..8, 0..8) => Some(Square(row * 8 + column)),
            (8..10, 0..8) => Some(Square(64 + row * 2 + (column - 8))),
            (0..10, 8..10) => Some(Square(80 + (row - 8) * 10 + column)),
            _ => None,
        }
    }

    /// The square with this number, if there is one.
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < Square::COUNT {
            Some(Square(index as u8))
        } else {
            None
        }
    }

    /// The square's number: `8 * row + column` for `a1`..`h8`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, 0 for `a`.
    pub const fn column(self) -> u8 {
        match self.0 {
            0..64 => self.0 % 8,
            64..80 => 8 + self.0 % 2,
            _ => (self.0 - 80) % 10,
        }
    }

    /// The row, 0 for the one at the top, named `1`.
    pub const fn row(self) -> u8 {
        match self.0 {
            0..64 => self.0 / 8,
            64..80 => (self.0 - 64) / 2,
            _ => 8 + (self.0 - 80) / 10,
        }
    }

    /// Whether a board of this size has the square.
    pub const fn is_on(self, size: Size) -> bool {
        self.column() < size.side() && self.row() < size.side()
    }
}

/// Squares are ordered as one reads a board: row by row from the top, each
/// from left to right.
impl Ord for Square {
    fn cmp(&self, other: &Square) -> std::cmp::Ordering {
        (self.row(), self.column()).cmp(&(other.row(), other.column()))
    }
}

impl PartialOrd for Square {
    fn partial_cmp(&self, other: &Square) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column()) as char, self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A word that names no square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a square such as f5")]
pub struct NotASquare;

impl FromStr for Square {
    type Err = NotASquare;

    /// Reads `f5`, `F5` or `j10`.
    fn from_str(text: &str) -> Result<Square, NotASquare> {
        let (column, row) = match *text.as_bytes() {
            [column, row @ b'1'..=b'9'] => (column, row - b'1'),
            [column, b'1', b'0'] => (column, 9),
            _ => return Err(NotASquare),
        };
        let column = column.to_ascii_lowercase().wrapping_sub(b'a');
        Square::new(column, row).ok_or(NotASquare)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_survives_its_name_and_its_coordinates() {
        for index in 0..Square::COUNT {
            let square = Square::from_index(index).unwrap();
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
            assert_eq!(Square::new(square.column(), square.row()), Some(square));
        }
        assert_eq!(Square::from_index(Square::COUNT), None);
    }

    #[test]
    fn squares_of_the_small_core_are_numbered_by_their_bit() {
        assert_eq!("a1".parse::<Square>().unwrap().index(), 0);
        assert_eq!("h1".parse::<Square>().unwrap().index(), 7);
        assert_eq!("a2".parse::<Square>().unwrap().index(), 8);
        assert_eq!("h8".parse::<Square>().unwrap().index(), 63);
    }

    #[test]
    fn other_words_are_not_squares() {
        for word in [
            "", "f", "5f", "f0", "k1", "a11", "f05", "f5 ", "é5", "f10x", "@1", "`1",
        ] {
            assert_eq!(word.parse::<Square>(), Err(NotASquare), "{word:?}");
        }
    }
}
