//! Moves and positions as text, both ways.
//!
//! A move is one word: a column by its letter or number where discs fall
//! (`d` or `4`), a cell where they slide (`c7`). A board is one character for
//! the side to move, then one for each cell column by column, `a1 a2 .. b1 ..`.
//!
//! A saved game says which it is, the board it began with if that was not the
//! empty one, and the moves:
//!
//! ```text
//! gravity 12x8
//! moves c7 d4 f1
//! ```

use super::History;
use super::board::Board;
use super::cell::{Cell, column_name};
use super::position::{Move, Position, Unsound};
use super::variant::{Landing, Size, Variant};
use crate::game::{self, Color, Game, Grid, Notation, Unreadable};

/// Why a text is no move and no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// The word names no move of the game.
    #[error("expected {0}")]
    NoMove(&'static str),
    /// The board has more cells, or fewer.
    #[error(
        "{found} characters, expected {expected}: the side to move, then a1 a2 .. column by column"
    )]
    Length {
        /// So many there should be.
        expected: usize,
        /// So many there are.
        found: usize,
    },
    /// Something else should stand here.
    #[error("character {place}: \"{found}\", expected {expected}")]
    Character {
        /// Where, counted from 1.
        place: usize,
        /// What stands there.
        found: char,
        /// What should.
        expected: &'static str,
    },
    /// The game has no such position.
    #[error(transparent)]
    Unsound(#[from] Unsound),
}

/// Reads a move as it is written in this game. Whether it is legal is another
/// question.
pub fn read_move(word: &str, variant: Variant) -> Result<Move, ReadError> {
    match variant.landing() {
        Landing::Slide => read_cell(word)
            .map(Move::Cell)
            .ok_or(ReadError::NoMove("a cell such as c7")),
        Landing::Fall | Landing::Push => read_column(word)
            .map(Move::Column)
            .ok_or(ReadError::NoMove("a column such as d or 4")),
    }
}

fn read_column(word: &str) -> Option<u8> {
    match *word.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Some(letter.to_ascii_lowercase() - b'a'),
        _ => read_number(word),
    }
}

fn read_cell(word: &str) -> Option<Cell> {
    let (letter, row) = word.split_at_checked(1)?;
    let column = letter.bytes().next()?.to_ascii_lowercase();
    Some(Cell {
        column: column.is_ascii_lowercase().then(|| column - b'a')?,
        row: read_number(row)?,
    })
}

/// A number from 1, as a count from 0.
fn read_number(word: &str) -> Option<u8> {
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    let number: u8 = word.parse().ok().filter(|_| digits)?;
    number.checked_sub(1)
}

/// Reads a board of this size. Nothing is trimmed: a blank may be an empty
/// cell.
pub fn read_board(text: &str, variant: Variant, size: Size) -> Result<Position, ReadError> {
    let expected = 1 + size.area() as usize;
    let found = text.chars().count();
    if found != expected {
        return Err(ReadError::Length { expected, found });
    }
    let mut characters = text.chars().enumerate();
    let mut next = || characters.next().unwrap_or((found, ' '));
    let (place, side) = next();
    let turn = disc(side).ok_or_else(|| unexpected(place, side, "the side to move, X or O"))?;
    let mut board = Board::default();
    for cell in size.cells_by_column() {
        match next() {
            (_, ' ' | '.' | '-' | '_') => {}
            (place, c) => {
                let color = disc(c).ok_or_else(|| unexpected(place, c, "X, O or '.'"))?;
                board.put(cell, color);
            }
        }
    }
    Ok(Position::set_up(variant, size, turn, board)?)
}

fn unexpected(place: usize, found: char, expected: &'static str) -> ReadError {
    ReadError::Character {
        place: place + 1,
        found,
        expected,
    }
}

/// `X` `B` `*` are black, `O` `W` and the digit white, in either case.
fn disc(c: char) -> Option<Color> {
    match c.to_ascii_uppercase() {
        'X' | 'B' | '*' => Some(Color::Black),
        'O' | 'W' | '0' => Some(Color::White),
        _ => None,
    }
}

fn letter(cell: Option<Color>, empty: char) -> char {
    match cell {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => empty,
    }
}

/// Writes a board so that it can be read back.
pub fn write_board(position: &Position) -> String {
    let cells = position.size().cells_by_column();
    let turn = position.turn();
    std::iter::once(Some(turn))
        .chain(cells.map(|cell| position.at(cell)))
        .map(|cell| letter(cell, '-'))
        .collect()
}

/// Draws the board with letters above and numbers at the left, each line with
/// its end.
pub fn draw(position: &Position) -> String {
    let size = position.size();
    let mut text = String::from("  ");
    for column in 0..size.columns() {
        text.extend([' ', column_name(column)]);
    }
    for row in 0..size.rows() {
        text += &format!("\n{:>2}", row + 1);
        for column in 0..size.columns() {
            text.extend([' ', letter(position.at(Cell { column, row }), '.')]);
        }
    }
    text + "\n"
}

impl Notation for Position {
    fn read_move(&self, word: &str) -> Result<Move, Unreadable> {
        read_move(word, self.variant()).map_err(unreadable)
    }

    fn draw(&self) -> String {
        draw(self)
    }

    fn grid(&self) -> Option<Grid> {
        let (columns, rows) = (self.size().columns(), self.size().rows());
        let disc = |column, row| self.at(Cell { column, row });
        Some(Grid::new(columns, rows, disc))
    }

    fn settings(&self) -> Vec<(String, String)> {
        vec![("size".to_owned(), self.size().to_string())]
    }

    fn write_board(&self) -> Option<String> {
        Some(write_board(self))
    }

    fn read_board(&self, text: &str) -> Result<Position, Unreadable> {
        read_board(text, self.variant(), self.size()).map_err(unreadable)
    }

    fn write_game(history: &History) -> Result<String, Unreadable> {
        let start = history.start();
        let (variant, size) = (start.variant(), start.size());
        let mut text = format!("{variant} {size}\n");
        if Position::start_on(variant, size) != Ok(*start) {
            text += &format!("board {}\n", write_board(start));
        }
        text += "moves";
        history.moves().for_each(|mv| text += &format!(" {mv}"));
        Ok(text + "\n")
    }

    fn read_game(start: &Position, text: &str) -> Result<History, Unreadable> {
        let mut lines = text.lines().map(str::trim_end).peekable();
        let first = lines.next().unwrap_or("");
        let mut start = read_heading(first, start.variant())?;
        if let Some(board) = lines.next_if(|line| line.starts_with("board ")) {
            let board = board.trim_start_matches("board ");
            start = start
                .read_board(board)
                .map_err(|error| at_line(2, &error.0))?;
        }
        let moves = lines.next().and_then(|line| line.strip_prefix("moves"));
        let moves = moves.ok_or_else(|| at_line(2, "expected moves and the moves"))?;
        if lines.any(|line| !line.is_empty()) {
            return Err(at_line(3, "expected the end"));
        }
        game::read_moves(start, moves)
    }
}

fn unreadable(error: ReadError) -> Unreadable {
    Unreadable(error.to_string())
}

fn at_line(line: usize, fault: &str) -> Unreadable {
    Unreadable(format!("line {line}: {fault}"))
}

/// Reads `gravity 12x8`, which must be this game.
fn read_heading(line: &str, variant: Variant) -> Result<Position, Unreadable> {
    let expected = || {
        at_line(
            1,
            &format!("\"{line}\", expected {variant} and a size such as 7x6"),
        )
    };
    let (name, size) = line.split_once(' ').ok_or_else(expected)?;
    let size = read_size(size).ok_or_else(expected)?;
    if name != variant.to_string() {
        return Err(expected());
    }
    Position::start_on(variant, size).map_err(|error| at_line(1, &error.to_string()))
}

/// Reads `12x8`, columns first; one number is a square.
pub fn read_size(text: &str) -> Option<Size> {
    let (columns, rows) = text.split_once(['x', 'X']).unwrap_or((text, text));
    let number = |text: &str| read_number(text).map(|number| usize::from(number) + 1);
    Size::new(number(columns)?, number(rows)?).ok()
}
