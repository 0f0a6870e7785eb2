//! The discs on a board: a set of cells for each colour.

use super::cell::Cell;
use super::variant::{LINE, Size};
use crate::game::Color;

/// A set of cells: a word for each column, in it a bit for each row with the
/// lowest bit at the top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CellSet([u32; Size::MOST]);

impl CellSet {
    /// Whether the cell is in the set.
    pub fn has(&self, cell: Cell) -> bool {
        self.0[cell.column as usize] >> cell.row & 1 != 0
    }

    /// Adds a cell.
    pub fn insert(&mut self, cell: Cell) {
        self.0[cell.column as usize] |= 1 << cell.row;
    }

    /// How many cells there are.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|column| column.count_ones()).sum()
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rows of a column that are in the set, the lowest bit at the top.
    pub fn column(&self, column: u8) -> u32 {
        self.0[column as usize]
    }

    /// The words of all columns a board can have, those beyond it empty.
    pub fn columns(&self) -> &[u32; Size::MOST] {
        &self.0
    }

    /// Whether four cells of the set are in line.
    pub fn has_line(&self) -> bool {
        let upright = |column: &u32| column & column << 1 & column << 2 & column << 3 != 0;
        let across = |four: &[u32]| {
            let level = four[0] & four[1] & four[2] & four[3];
            let rising = four[0] & four[1] << 1 & four[2] << 2 & four[3] << 3;
            let falling = four[0] << 3 & four[1] << 2 & four[2] << 1 & four[3];
            level | rising | falling != 0
        };
        self.0.iter().any(upright) || self.0.windows(LINE).any(across)
    }
}

/// The discs of both colours. No cell has two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    black: CellSet,
    white: CellSet,
}

impl Board {
    /// The cells with a disc of this colour.
    pub fn of(&self, color: Color) -> &CellSet {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// The colour of the disc on a cell, if there is one.
    pub fn at(&self, cell: Cell) -> Option<Color> {
        let colors = [Color::Black, Color::White];
        colors.into_iter().find(|color| self.of(*color).has(cell))
    }

    /// Puts a disc on an empty cell.
    pub fn put(&mut self, cell: Cell, color: Color) {
        debug_assert!(self.at(cell).is_none());
        self.of_mut(color).insert(cell);
    }

    /// How many discs there are.
    pub fn discs(&self) -> u32 {
        self.black.len() + self.white.len()
    }

    /// The rows of a column that have a disc, the lowest bit at the top.
    pub fn column(&self, column: u8) -> u32 {
        self.black.column(column) | self.white.column(column)
    }

    /// Moves every disc of a column down by a row; what was in the last of
    /// these rows leaves the board.
    pub fn push_down(&mut self, column: u8, rows: u8) {
        for set in [&mut self.black, &mut self.white] {
            let discs = &mut set.0[column as usize];
            *discs = *discs << 1 & ((1 << rows) - 1);
        }
    }

    fn of_mut(&mut self, color: Color) -> &mut CellSet {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}
