//! The "tablero" save file, on any board size.
//!
//! ```text
//! TAMANYO DEL TABLERO:
//! 4
//! JUGADOR:
//! 1
//! ....
//! .OX.
//! .XO.
//! ....
//! ```
//!
//! The number under `JUGADOR` says who moves next: player 1 has the white
//! discs, `O`, and player 2 the black ones, `X`.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{line_ending, multispace0, u8};
use nom::combinator::{eof, map_opt};
use nom::multi::count;
use nom::sequence::{delimited, terminated};

use super::ReadError;
use super::scan::{self, Step, character, expect};
use crate::game::Color;
use crate::othello::{Position, Size};

const SIZE: &str = "TAMANYO DEL TABLERO:";
const PLAYER: &str = "JUGADOR:";

/// Reads a file, with either kind of line end. Blank lines may follow.
pub fn read(text: &str) -> Result<Position, ReadError> {
    scan::whole(text, terminated(position, multispace0))
}

/// Writes a file, each line ended by a line feed.
pub fn write(position: &Position) -> String {
    let side = usize::from(position.size().side());
    let player = match position.turn() {
        Color::White => 1,
        Color::Black => 2,
    };
    let mut text = format!("{SIZE}\n{side}\n{PLAYER}\n{player}\n");
    for (index, square) in position.size().squares().enumerate() {
        text.push(match position.at(square) {
            Some(Color::White) => 'O',
            Some(Color::Black) => 'X',
            None => '.',
        });
        if (index + 1) % side == 0 {
            text.push('\n');
        }
    }
    text
}

fn position(input: &str) -> Step<'_, Position> {
    let (rest, size) = delimited(heading(SIZE), size, end_of_line).parse(input)?;
    let (rest, turn) = delimited(heading(PLAYER), player, end_of_line).parse(rest)?;
    let row = count(character("a square, '.', 'X' or 'O'", cell), side(size));
    let (rest, rows) = count(terminated(row, end_of_line), side(size)).parse(rest)?;
    let position = scan::position(size, turn, size.squares(), rows.concat());
    Ok((rest, position))
}

fn heading<'a>(words: &'static str) -> impl FnMut(&'a str) -> Step<'a, ()> {
    move |input| {
        let words = expect(words, tag(words));
        let (rest, _) = terminated(words, end_of_line).parse(input)?;
        Ok((rest, ()))
    }
}

fn size(input: &str) -> Step<'_, Size> {
    let size = map_opt(u8, |side| Size::from_side(usize::from(side)));
    expect("a size of 4, 6, 8 or 10", size).parse(input)
}

fn player(input: &str) -> Step<'_, Color> {
    let player = map_opt(u8, |number| match number {
        1 => Some(Color::White),
        2 => Some(Color::Black),
        _ => None,
    });
    expect("player 1 or 2", player).parse(input)
}

fn side(size: Size) -> usize {
    usize::from(size.side())
}

fn cell(c: char) -> Option<Option<Color>> {
    match c {
        'O' => Some(Some(Color::White)),
        'X' => Some(Some(Color::Black)),
        '.' => Some(None),
        _ => None,
    }
}

fn end_of_line(input: &str) -> Step<'_, &str> {
    expect("the end of the line", alt((line_ending, eof))).parse(input)
}
