//! The board as text, for a terminal of any kind or a pipe.

use crate::game::{Color, Grid};

/// A column and a row, from 0 at the top left.
pub(super) type Place = (u8, u8);

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
    /// How many characters fit in a line.
    pub(super) room: usize,
}

impl View {
    /// What stands for a disc of this colour.
    fn symbol(&self, color: Color) -> char {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    /// The same in a line of text: on a piece of the board where there are
    /// colours, since a terminal may be darker than black.
    pub(super) fn disc(&self, color: Color) -> String {
        let symbol = self.symbol(color);
        match self.colored {
            true => format!("{BOARD}{}{symbol}{PLAIN}", ink(color)),
            false => symbol.to_string(),
        }
    }
}

/// What is to be seen besides the discs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks {
    /// Where the side to move may play.
    pub(super) legal: Vec<Place>,
    /// The last move.
    pub(super) last: Option<Place>,
    /// What it changed.
    pub(super) turned: Vec<Place>,
}

/// A square's name as the labels have it: `f5`, `F5`, or row and column.
pub(super) fn name((column, row): Place, labels: Labels) -> String {
    match labels {
        Labels::Letters | Labels::Capitals => format!("{}{}", label(column, labels), row + 1),
        Labels::Numbers => format!("{} {}", row + 1, column + 1),
    }
}

/// What stands above a column.
fn label(column: u8, labels: Labels) -> String {
    match labels {
        Labels::Letters => ((b'a' + column) as char).to_string(),
        Labels::Capitals => ((b'A' + column) as char).to_string(),
        Labels::Numbers => (column + 1).to_string(),
    }
}

/// Draws a board, each line with its end.
pub(super) fn draw(grid: &Grid, marks: &Marks, view: &View) -> String {
    let canvas = Canvas {
        grid,
        marks,
        view,
        gap: match view.labels {
            // Room for a column that is called 10.
            Labels::Numbers if grid.columns() > 9 => 2,
            _ if 2 * usize::from(grid.columns()) + 3 > view.room => 0,
            _ => 1,
        },
    };
    let rows = canvas.order(grid.rows()).map(|row| canvas.row(row));
    let lines: Vec<String> = std::iter::once(canvas.header()).chain(rows).collect();
    lines.join("\n") + "\n"
}

/// A board about to be drawn.
struct Canvas<'a> {
    grid: &'a Grid,
    marks: &'a Marks,
    view: &'a View,
    /// Blanks between two squares.
    gap: usize,
}

/// Black and white stand out equally from both of these grounds.
const BOARD: &str = "\x1b[48;5;28m";
const TURNED: &str = "\x1b[48;5;67m";
const BLACK_INK: &str = "\x1b[38;5;16m";
const WHITE_INK: &str = "\x1b[38;5;231m";
const MARK_INK: &str = "\x1b[38;5;226m";
const PLAIN: &str = "\x1b[0m";

fn ink(color: Color) -> &'static str {
    match color {
        Color::Black => BLACK_INK,
        Color::White => WHITE_INK,
    }
}

impl Canvas<'_> {
    /// Columns from left to right, or rows from top to bottom.
    fn order(&self, count: u8) -> impl Iterator<Item = u8> {
        (0..count).map(move |index| match self.view.flipped {
            true => count - 1 - index,
            false => index,
        })
    }

    fn header(&self) -> String {
        let width = self.gap + 1;
        let columns = self.order(self.grid.columns());
        let labels = columns.map(|column| format!("{:>width$}", label(column, self.view.labels)));
        format!("  {}", labels.collect::<String>())
    }

    fn row(&self, row: u8) -> String {
        let mut line = String::new();
        let mut before = None;
        for column in self.order(self.grid.columns()) {
            let place = (column, row);
            line += &self.between(before, Some(place));
            line += &self.cell(place);
            before = Some(place);
        }
        line += &self.between(before, None);
        match self.view.colored {
            true => format!("{:>2}{BOARD}{line}{PLAIN}", row + 1),
            false => format!("{:>2}{}", row + 1, line.trim_end()),
        }
    }

    /// The gap between two squares, with brackets around the last move.
    fn between(&self, left: Option<Place>, right: Option<Place>) -> String {
        let Some(further) = self.gap.checked_sub(1) else {
            return String::new();
        };
        let blanks = " ".repeat(further);
        let ink = match self.view.colored {
            true => MARK_INK,
            false => "",
        };
        match self.marks.last {
            Some(last) if left == Some(last) => format!("{ink}]{blanks}"),
            Some(last) if right == Some(last) => format!("{blanks}{ink}["),
            _ => format!(" {blanks}"),
        }
    }

    fn cell(&self, place: Place) -> String {
        let (symbol, ink) = match self.grid.at(place.0, place.1) {
            Some(color) => (self.view.symbol(color), ink(color)),
            None if self.marks.legal.contains(&place) => ('+', MARK_INK),
            None => ('.', BLACK_INK),
        };
        if !self.view.colored {
            return symbol.to_string();
        }
        let ground = match self.marks.turned.contains(&place) {
            true => TURNED,
            false => BOARD,
        };
        format!("{ground}{ink}{symbol}{BOARD}")
    }
}
