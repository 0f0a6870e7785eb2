//! The board as text, for a terminal of any kind or a pipe.

use crate::game::Color;
use crate::othello::{Position, Square};

/// How rows and columns are labelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Labels {
    /// `a`..`h` above, numbers at the side.
    Letters,
    /// `A`..`H` above, numbers at the side.
    Capitals,
    /// Numbers above and at the side.
    Numbers,
}

/// How a board is to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct View {
    pub(super) labels: Labels,
    pub(super) black: char,
    pub(super) white: char,
    /// Whether the terminal understands colours.
    pub(super) colored: bool,
    /// Whether the board is seen from its other side.
    pub(super) flipped: bool,
}

impl View {
    /// What stands for a disc of this colour.
    pub(super) fn symbol(&self, color: Color) -> char {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }
}

/// What is to be seen besides the discs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks {
    /// Where the side to move may play.
    pub(super) legal: Vec<Square>,
    /// The last move.
    pub(super) last: Option<Square>,
    /// What it turned over.
    pub(super) turned: Vec<Square>,
}

/// A square's name as the labels have it: `f5`, `F5`, or row and column.
pub(super) fn name(square: Square, labels: Labels) -> String {
    match labels {
        Labels::Letters => square.to_string(),
        Labels::Capitals => square.to_string().to_uppercase(),
        Labels::Numbers => format!("{} {}", square.row() + 1, square.column() + 1),
    }
}

/// Draws a position, each line with its end.
pub(super) fn draw(position: &Position, marks: &Marks, view: &View) -> String {
    let canvas = Canvas {
        position,
        marks,
        view,
        // Room for a column that is called 10.
        gap: match view.labels {
            Labels::Numbers if position.size().side() > 9 => 2,
            _ => 1,
        },
    };
    let rows = canvas.order().map(|row| canvas.row(row));
    let lines: Vec<String> = std::iter::once(canvas.header()).chain(rows).collect();
    lines.join("\n") + "\n"
}

/// A board about to be drawn.
struct Canvas<'a> {
    position: &'a Position,
    marks: &'a Marks,
    view: &'a View,
    /// Blanks between two squares.
    gap: usize,
}

const BOARD: &str = "\x1b[42m";
const BLACK_INK: &str = "\x1b[30m";
const WHITE_INK: &str = "\x1b[97m";
const TURNED: &str = "\x1b[43m";
const PLAIN: &str = "\x1b[0m";

impl Canvas<'_> {
    /// Columns from left to right, or rows from top to bottom.
    fn order(&self) -> impl Iterator<Item = u8> {
        let side = self.position.size().side();
        (0..side).map(move |index| match self.view.flipped {
            true => side - 1 - index,
            false => index,
        })
    }

    fn header(&self) -> String {
        let label = |column: u8| match self.view.labels {
            Labels::Letters => ((b'a' + column) as char).to_string(),
            Labels::Capitals => ((b'A' + column) as char).to_string(),
            Labels::Numbers => (column + 1).to_string(),
        };
        let width = self.gap + 1;
        let labels = self
            .order()
            .map(|column| format!("{:>width$}", label(column)));
        format!("  {}", labels.collect::<String>())
    }

    fn row(&self, row: u8) -> String {
        let squares: Vec<Square> = self
            .order()
            .filter_map(|column| Square::new(column, row))
            .collect();
        let mut line = String::new();
        let mut before = None;
        for square in squares {
            line += &self.between(before, Some(square));
            line += &self.cell(square);
            before = Some(square);
        }
        line += &self.between(before, None);
        match self.view.colored {
            true => format!("{:>2}{BOARD}{line}{PLAIN}", row + 1),
            false => format!("{:>2}{}", row + 1, line.trim_end()),
        }
    }

    /// The gap between two squares, with brackets around the last move.
    fn between(&self, left: Option<Square>, right: Option<Square>) -> String {
        let blanks = " ".repeat(self.gap - 1);
        match self.marks.last {
            Some(last) if left == Some(last) => format!("]{blanks}"),
            Some(last) if right == Some(last) => format!("{blanks}["),
            _ => format!(" {blanks}"),
        }
    }

    fn cell(&self, square: Square) -> String {
        let color = self.position.at(square);
        let symbol = match color {
            Some(color) => self.view.symbol(color),
            None if self.marks.legal.contains(&square) => '+',
            None => '.',
        };
        if !self.view.colored {
            return symbol.to_string();
        }
        let ground = match self.marks.turned.contains(&square) {
            true => TURNED,
            false => BOARD,
        };
        let ink = match color {
            Some(Color::White) => WHITE_INK,
            Some(Color::Black) | None => BLACK_INK,
        };
        format!("{ground}{ink}{symbol}{BOARD}")
    }
}
