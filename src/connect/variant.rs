//! The games of the family, as a table: what they are called, how large their
//! boards are, and how a disc comes to rest.

use std::fmt;

use super::cell::Cell;

/// A game of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Discs fall to the bottom of a column.
    ConnectFour,
    /// The same, and a full column lets its lowest disc go.
    Complica,
    /// Discs slide to the nearest edge.
    Gravity,
}

/// What becomes of a disc when it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// It falls down a column, which must have room.
    Fall,
    /// It falls down a column; a full one is pushed down by a cell, and the
    /// lowest disc leaves the board.
    Push,
    /// It is put on an empty cell and drawn to the nearest edge.
    Slide,
}

/// A row of the table.
struct Rules {
    name: &'static str,
    landing: Landing,
    usual: Size,
    any_size: bool,
}

const CONNECT_FOUR: Rules = Rules {
    name: "connect4",
    landing: Landing::Fall,
    usual: Size {
        columns: 7,
        rows: 6,
    },
    any_size: false,
};

const COMPLICA: Rules = Rules {
    name: "complica",
    landing: Landing::Push,
    usual: Size {
        columns: 4,
        rows: 7,
    },
    any_size: false,
};

const GRAVITY: Rules = Rules {
    name: "gravity",
    landing: Landing::Slide,
    usual: Size {
        columns: 10,
        rows: 10,
    },
    any_size: true,
};

impl Variant {
    /// Every game of the family.
    pub const ALL: [Variant; 3] = [Variant::ConnectFour, Variant::Complica, Variant::Gravity];

    const fn rules(self) -> &'static Rules {
        match self {
            Variant::ConnectFour => &CONNECT_FOUR,
            Variant::Complica => &COMPLICA,
            Variant::Gravity => &GRAVITY,
        }
    }

    /// What becomes of a disc when it is played.
    pub const fn landing(self) -> Landing {
        self.rules().landing
    }

    /// The size of the board unless another is asked for.
    pub const fn usual_size(self) -> Size {
        self.rules().usual
    }

    /// Whether the game can be played on a board of this size.
    pub fn admits(self, size: Size) -> bool {
        self.rules().any_size || size == self.usual_size()
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.rules().name)
    }
}

/// How many discs in line win.
pub const LINE: usize = 4;

/// The size of a board.
///
/// Sides are at most [`Size::MOST`], and one of them is long enough for four
/// in line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    columns: u8,
    rows: u8,
}

/// No board has such a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{columns}x{rows}, expected columns and rows up to 20, and four in line to fit")]
pub struct BadSize {
    columns: usize,
    rows: usize,
}

impl Size {
    /// The longest side.
    pub const MOST: usize = 20;

    /// The size with this many columns and rows.
    pub fn new(columns: usize, rows: usize) -> Result<Size, BadSize> {
        let sides = 1..=Size::MOST;
        let fits = columns.max(rows) >= LINE && sides.contains(&columns) && sides.contains(&rows);
        match fits {
            true => Ok(Size {
                columns: columns as u8,
                rows: rows as u8,
            }),
            false => Err(BadSize { columns, rows }),
        }
    }

    /// How many columns there are.
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// How many rows there are.
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// How many cells there are.
    pub const fn area(self) -> u32 {
        self.columns as u32 * self.rows as u32
    }

    /// Every cell, row by row from the top.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.rows)
            .flat_map(move |row| (0..self.columns).map(move |column| Cell { column, row }))
    }

    /// Every cell, column by column from the left.
    pub fn cells_by_column(self) -> impl Iterator<Item = Cell> {
        (0..self.columns)
            .flat_map(move |column| (0..self.rows).map(move |row| Cell { column, row }))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}
