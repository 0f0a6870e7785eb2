//! OBF, the Othello Board File: positions with the value of their moves, one
//! to a line.
//!
//! `<squares> <side>; move:score; move:score; ...` with the squares row by
//! row, `a1 b1 .. h8`. Scores are discs for the side to move, the empty
//! squares counted for the winner. A field without a move is the value of the
//! position. `%` begins a comment.

use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{char, i32, not_line_ending, space0};
use nom::combinator::{cut, map, opt, peek, value};
use nom::multi::count;
use nom::sequence::{preceded, separated_pair};

use super::scan::{
    self, Complaint, Step, cell, character, characters, disc, expect, one_move, whole,
};
use super::{Fault, ReadError};
use crate::game::{Color, Game};
use crate::othello::{Move, Position, Size};

/// One line: a position and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position.
    pub position: Position,
    /// What is known, in the order of the line.
    pub fields: Vec<Field>,
    /// What follows the `%`, if there is one.
    pub comment: Option<String>,
}

/// One thing known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The score of a move.
    Move(Move, i32),
    /// The score of the position.
    Value(i32),
}

impl From<Position> for Entry {
    /// A position about which nothing is known.
    fn from(position: Position) -> Entry {
        Entry {
            position,
            fields: Vec::new(),
            comment: None,
        }
    }
}

impl Entry {
    /// The moves with their scores, in the order of the line.
    pub fn moves(&self) -> impl Iterator<Item = (Move, i32)> {
        self.fields.iter().filter_map(|field| match field {
            Field::Move(mv, score) => Some((*mv, *score)),
            Field::Value(_) => None,
        })
    }

    /// The score of the position: as stated, or else that of the best move.
    pub fn value(&self) -> Option<i32> {
        let stated = self.fields.iter().find_map(|field| match field {
            Field::Value(score) => Some(*score),
            Field::Move(..) => None,
        });
        stated.or_else(|| self.moves().map(|(_, score)| score).max())
    }
}

/// Reads one line.
///
/// ```
/// use outflank::othello::notation::obf;
///
/// let line = "------------------X--------XX------OXX-----O-------------------- O; D3:-2; F3:-8;";
/// let entry = obf::read(line)?;
/// assert_eq!(entry.value(), Some(-2));
/// assert_eq!(obf::write(&entry), line);
/// # Ok::<(), outflank::othello::notation::ReadError>(())
/// ```
pub fn read(line: &str) -> Result<Entry, ReadError> {
    whole(line, entry)
}

/// Reads every line of a file that is not blank and not a comment, with its
/// number: a bad line does not spoil the others.
pub fn read_file(text: &str) -> impl Iterator<Item = (usize, Result<Entry, ReadError>)> {
    text.lines().enumerate().filter_map(|(above, line)| {
        let content = line.trim_start();
        let is_entry = !content.is_empty() && !content.starts_with('%');
        is_entry.then(|| (above + 1, read(line).map_err(|error| error.below(above))))
    })
}

/// Reads a position alone: the squares, a blank or none, the side.
pub fn read_position(text: &str) -> Result<Position, ReadError> {
    whole(text, position)
}

/// Writes one line, without its end.
pub fn write(entry: &Entry) -> String {
    let mut line = write_position(&entry.position) + ";";
    for field in &entry.fields {
        line += &match field {
            Field::Move(Move::Pass, score) => format!(" PA:{score:+};"),
            Field::Move(Move::Place(square), score) => {
                format!(" {}:{score:+};", square.to_string().to_uppercase())
            }
            Field::Value(score) => format!(" {score:+};"),
        };
    }
    if let Some(comment) = &entry.comment {
        line += " %";
        line += comment.lines().next().unwrap_or_default();
    }
    line
}

/// Writes a position alone: the squares, a blank, the side.
pub fn write_position(position: &Position) -> String {
    let character = |color: Option<Color>| match color {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '-',
    };
    let squares = position.size().squares();
    let mut text: String = squares
        .map(|square| character(position.at(square)))
        .collect();
    text.push(' ');
    text.push(character(Some(position.turn())));
    text
}

fn entry(input: &str) -> Step<'_, Entry> {
    let (mut rest, position) = preceded(space0, position).parse(input)?;
    let mut fields = Vec::new();
    while let Ok((after, _)) = separator(rest) {
        let (after, field) = field(after, &position, fields.len())?;
        fields.push(field);
        rest = after;
    }
    let (rest, (_, comment)) = (opt((space0, char(';'))), comment).parse(rest)?;
    let entry = Entry {
        position,
        fields,
        comment,
    };
    Ok((rest, entry))
}

/// A semicolon with something more behind it than a comment.
fn separator(input: &str) -> Step<'_, ()> {
    let more = character("a field", |c| (c != '%').then_some(()));
    value((), (space0, char(';'), space0, peek(more))).parse(input)
}

fn field<'a>(input: &'a str, position: &Position, index: usize) -> Step<'a, Field> {
    let score = || expect("a score such as +6", i32);
    let colon = expect("a colon", char(':'));
    let scored = separated_pair(one_move, cut(colon), cut(score()));
    let either = alt((
        map(score(), Field::Value),
        map(scored, |(mv, score)| Field::Move(mv, score)),
    ));
    let (rest, field) = expect("a score, or a move and its score", either).parse(input)?;
    if let Field::Move(mv, _) = field
        && let Err(reason) = position.after(mv)
    {
        return Err(Complaint::new(input, Fault::illegal(index, reason, position)).into());
    }
    Ok((rest, field))
}

/// The rest of the line, which is a comment or blank.
fn comment(input: &str) -> Step<'_, Option<String>> {
    let comment = preceded(char('%'), not_line_ending);
    let (rest, comment) = preceded(space0, opt(comment)).parse(input)?;
    if !rest.is_empty() {
        return Err(Complaint::expected("a semicolon", rest).into());
    }
    Ok((rest, comment.map(|text: &str| text.trim_end().to_string())))
}

fn position(input: &str) -> Step<'_, Position> {
    let solid = input.chars().take_while(|c| !" \t\r\n;%".contains(*c));
    let length = solid.count();
    // With or without the blank, what counts is the number of squares.
    let size = Size::from_area(length).or_else(|| Size::from_area(length.checked_sub(1)?));
    let Some(size) = size else {
        let expected = "16, 36, 64 or 100 squares and the side to move";
        let fault = Fault::unexpected(expected, characters(length));
        return Err(Complaint::new(input, fault).into());
    };
    let square = character("a square, X, O or -", cell);
    let side = character("the side to move, X or O", disc);
    let (rest, (discs, _, turn)) = (count(square, size.area()), space0, side).parse(input)?;
    let position = scan::position(size, turn, size.squares(), discs);
    Ok((rest, position))
}
