//! The board drawn for people, which can be read back.
//!
//! ```text
//!    a b c d
//!  1 . . + .
//!  2 . O X +
//!  3 + X O .
//!  4 . + . .
//! white (O) to move, 2 black, 2 white
//! ```

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{line_ending, multispace0, space0};
use nom::combinator::{eof, map_opt, value};
use nom::multi::{count, separated_list1};
use nom::sequence::{delimited, preceded};

use super::ReadError;
use super::scan::{self, Step, cell, character, expect};
use crate::game::Color;
use crate::othello::{Position, Size};

/// Whether a drawing shows where the side to move may play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marks {
    /// A `+` on every square that may be played.
    Legal,
    /// Every empty square is a `.`.
    None,
}

/// Draws a position, each line with its end.
pub fn write(position: &Position, marks: Marks) -> String {
    let legal = match marks {
        Marks::Legal => position.legal_squares(),
        Marks::None => Vec::new(),
    };
    let mut text = format!("   {}", border(position.size()));
    for square in position.size().squares() {
        if square.column() == 0 {
            text += &format!("\n{:>2}", square.row() + 1);
        }
        text += match position.at(square) {
            Some(Color::Black) => " X",
            Some(Color::White) => " O",
            None if legal.contains(&square) => " +",
            None => " .",
        };
    }
    text + "\n" + &summary(position) + "\n"
}

/// The letters above the board.
fn border(size: Size) -> &'static str {
    let letters = "a b c d e f g h i j";
    &letters[..2 * usize::from(size.side()) - 1]
}

/// The line below the board.
fn summary(position: &Position) -> String {
    let turn = match position.turn() {
        Color::Black => "black (X)",
        Color::White => "white (O)",
    };
    let [black, white] = [Color::Black, Color::White].map(|color| position.count(color));
    format!("{turn} to move, {black} black, {white} white")
}

/// Reads a drawing. Blanks and blank lines do not matter; the border and the
/// number of discs must be right.
pub fn read(text: &str) -> Result<Position, ReadError> {
    scan::whole(text, drawing)
}

fn drawing(input: &str) -> Step<'_, Position> {
    let (mut rest, size) = delimited(multispace0, size, end_of_line).parse(input)?;
    let mut discs = Vec::new();
    for number in 1..=size.side() {
        let (below, row) = row(size, number, rest)?;
        discs.extend(row);
        rest = below;
    }
    let black = scan::position(size, Color::Black, size.squares(), discs);
    let white = black.with_turn(Color::White);
    let (if_black, if_white) = (summary(&black), summary(&white));
    let below = alt((
        value(black, tag(if_black.as_str())),
        value(white, tag(if_white.as_str())),
    ));
    let expected = format!("{if_black:?}, or the same for white");
    delimited(space0, expect(expected, below), multispace0).parse(rest)
}

fn size(input: &str) -> Step<'_, Size> {
    let letter = character("a letter", |c| c.is_ascii_alphabetic().then_some(c));
    let letters = map_opt(separated_list1(tag(" "), letter), |letters| {
        let size = Size::from_side(letters.len())?;
        let right = letters.iter().copied().eq(border(size).chars().step_by(2));
        right.then_some(size)
    });
    expect(
        "the letters above a board of 4, 6, 8 or 10 columns",
        letters,
    )
    .parse(input)
}

fn row(size: Size, number: u8, input: &str) -> Step<'_, Vec<Option<Color>>> {
    let label = number.to_string();
    let label = expect(format!("row {number}"), tag(label.as_str()));
    let square = character("a square, X, O or '.'", |c| match c {
        '+' => Some(None),
        _ => cell(c),
    });
    let squares = count(preceded(space0, square), usize::from(size.side()));
    delimited((space0, label), squares, end_of_line).parse(input)
}

fn end_of_line(input: &str) -> Step<'_, ()> {
    let end = expect("the end of the line", alt((line_ending, eof)));
    value((), (space0, end)).parse(input)
}
