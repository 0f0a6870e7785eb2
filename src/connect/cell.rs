//! One place on a board, and its name.

use std::fmt;

use super::variant::Size;

/// One place on a board: `c7` is the third column from the left and the
/// seventh row from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The column, 0 for `a` at the left.
    pub column: u8,
    /// The row, 0 for `1` at the top.
    pub row: u8,
}

impl Cell {
    /// Whether a board of this size has the cell.
    pub const fn is_on(self, size: Size) -> bool {
        self.column < size.columns() && self.row < size.rows()
    }

    /// The cell one step further, if the board has it.
    pub fn step(self, columns: i8, rows: i8, size: Size) -> Option<Cell> {
        let cell = Cell {
            column: self.column.checked_add_signed(columns)?,
            row: self.row.checked_add_signed(rows)?,
        };
        cell.is_on(size).then_some(cell)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", column_name(self.column), self.row + 1)
    }
}

/// The letter of a column.
pub(super) fn column_name(column: u8) -> char {
    (b'a' + column) as char
}
