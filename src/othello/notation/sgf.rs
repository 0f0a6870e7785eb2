//! SGF, in which programs for many games keep them: the main line of a game of
//! Othello.
//!
//! `(;FF[4]GM[2]SZ[8];B[f5];W[d6];B[c3])`
//!
//! A board that is not the usual one comes as `AB`, `AW` and `PL`. Squares are
//! a letter and a number; two letters are read as well, the second counted
//! from the top, or from the bottom in a game that says it is Go, which is
//! what GoGui makes of Othello.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::{anychar, char, multispace0, none_of};
use nom::multi::{many0, many1};
use nom::sequence::{delimited, preceded};

use super::scan::{Complaint, Step, expect};
use super::{Fault, ReadError};
use crate::game::Color;
use crate::othello::{History, Move, Position, Size, Square, Start};

/// A name and its values, with where the first value stands.
struct Property<'a> {
    name: &'a str,
    values: Vec<String>,
    place: &'a str,
}

/// Whether a text looks like SGF rather than its cousin [`ggf`](super::ggf).
pub(super) fn is_likely(text: &str) -> bool {
    let inside = text.strip_prefix('(').map(str::trim_start);
    inside.is_some_and(|inside| {
        let head = inside.get(..200).unwrap_or(inside).to_ascii_uppercase();
        head.starts_with(';')
            && !head.contains("GM[OTHELLO]")
            && ["FF[", "GM[", "SZ["].iter().any(|tag| head.contains(tag))
    })
}

/// Reads the main line of the first game.
pub fn read(text: &str) -> Result<History, ReadError> {
    match main_line(text).and_then(|(_, properties)| game(&properties)) {
        Ok(history) => Ok(history),
        Err(nom::Err::Error(complaint) | nom::Err::Failure(complaint)) => {
            Err(complaint.within(text))
        }
        Err(nom::Err::Incomplete(_)) => Err(Complaint::expected("more", "").within(text)),
    }
}

/// Writes a game in one line.
pub fn write(history: &History) -> String {
    let start = history.start();
    let mut text = format!("(;FF[4]GM[2]SZ[{}]", start.size().side());
    if *start != Position::start(start.size(), Start::Standard, Color::Black) {
        text.push_str(&setup(start));
    }
    let movers = history.positions().map(Position::turn);
    for (mv, side) in history.moves().zip(movers) {
        let name = match mv {
            Move::Place(square) => square.to_string(),
            Move::Pass => "PA".to_owned(),
        };
        text.push_str(&format!(";{}[{name}]", letter(side)));
    }
    text.push(')');
    text
}

fn letter(side: Color) -> char {
    match side {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

fn setup(position: &Position) -> String {
    let mut text = String::new();
    for side in [Color::Black, Color::White] {
        let squares = position.size().squares();
        let own: Vec<Square> = squares
            .filter(|&square| position.at(square) == Some(side))
            .collect();
        if !own.is_empty() {
            text.push_str(&format!("A{}", letter(side)));
            own.iter()
                .for_each(|square| text.push_str(&format!("[{square}]")));
        }
    }
    format!("{text}PL[{}]", letter(position.turn()))
}

/// The properties of the first line of play, which ends at the first `)`.
fn main_line(input: &str) -> Step<'_, Vec<Property<'_>>> {
    let (input, _) = preceded(multispace0, expect("( at the start", char('('))).parse(input)?;
    let separator = take_while(|c: char| c.is_whitespace() || c == ';' || c == '(');
    let (input, properties) = many0(preceded(separator, property)).parse(input)?;
    let separator = take_while(|c: char| c.is_whitespace() || c == ';' || c == '(');
    let (input, _) = preceded(
        separator,
        expect("a property such as B[f5], or )", char(')')),
    )
    .parse(input)?;
    Ok((input, properties))
}

fn property(input: &str) -> Step<'_, Property<'_>> {
    let (place, name) = take_while1(|c: char| c.is_ascii_alphabetic()).parse(input)?;
    let (rest, values) = many1(preceded(multispace0, value)).parse(place)?;
    Ok((
        rest,
        Property {
            name,
            values,
            place,
        },
    ))
}

/// What stands between brackets; a backslash takes the meaning off a character.
fn value(input: &str) -> Step<'_, String> {
    let character = alt((preceded(char('\\'), anychar), none_of("]\\")));
    delimited(char('['), many0(character), char(']'))
        .map(String::from_iter)
        .parse(input)
}

/// The game that the properties tell.
fn game<'a>(properties: &[Property<'a>]) -> Result<History, nom::Err<Complaint<'a>>> {
    let first = |name: &str| properties.iter().find(|property| property.name == name);
    let is_go = first("GM").is_some_and(|game| game.values.iter().any(|value| value == "1"));
    let size = first("SZ").map_or(Ok(Size::Eight), size)?;
    let mut start = Position::start(size, Start::Standard, Color::Black);
    if first("AB").or(first("AW")).is_some() {
        start = Position::empty(size, Color::Black);
    }
    for property in properties {
        let side = match property.name {
            "AB" => Color::Black,
            "AW" => Color::White,
            _ => continue,
        };
        for point in &property.values {
            start.put(square(point, size, is_go, property)?, Some(side));
        }
    }
    if let Some(property) = first("PL") {
        start = start.with_turn(player(property)?);
    }
    let mut history = History::new(start);
    let moves = properties
        .iter()
        .filter(|property| matches!(property.name, "B" | "W"));
    for (index, property) in moves.enumerate() {
        play(&mut history, property, is_go).map_err(|error| numbered(error, index))?;
    }
    Ok(history)
}

/// Counts the moves of the text, where the passes left out have no number.
fn numbered(error: nom::Err<Complaint<'_>>, index: usize) -> nom::Err<Complaint<'_>> {
    error.map(|complaint| complaint.at_move(index))
}

fn size<'a>(property: &Property<'a>) -> Result<Size, nom::Err<Complaint<'a>>> {
    let side = property.values.first().map_or("", String::as_str);
    let side = side.split(':').next().unwrap_or("").parse().ok();
    side.and_then(Size::from_side)
        .ok_or_else(|| Complaint::expected("a size of 4, 6, 8 or 10", property.place).into())
}

fn player<'a>(property: &Property<'a>) -> Result<Color, nom::Err<Complaint<'a>>> {
    match property.values.first().map_or("", String::as_str) {
        "B" | "b" | "black" | "Black" => Ok(Color::Black),
        "W" | "w" | "white" | "White" => Ok(Color::White),
        _ => Err(Complaint::expected("[B] or [W]", property.place).into()),
    }
}

/// Makes a move; who cannot move is passed for.
fn play<'a>(
    history: &mut History,
    property: &Property<'a>,
    is_go: bool,
) -> Result<(), nom::Err<Complaint<'a>>> {
    let size = history.start().size();
    let side = if property.name == "B" {
        Color::Black
    } else {
        Color::White
    };
    let text = property.values.first().map_or("", String::as_str);
    let mv = match text.to_ascii_lowercase().as_str() {
        "" | "pa" | "pass" | "tt" => Move::Pass,
        _ => Move::Place(square(text, size, is_go, property)?),
    };
    let now = history.current();
    if now.is_over() && mv == Move::Pass {
        return Ok(());
    }
    if now.turn() != side && now.must_pass() {
        let _ = history.play(Move::Pass);
    }
    if history.current().turn() != side {
        return Err(Complaint::expected(format!("a move by {}", !side), property.place).into());
    }
    history.play(mv).map_err(|reason| {
        let fault = Fault::illegal(0, reason, history.current());
        Complaint::new(property.place, fault).into()
    })
}

/// `f5`, or `fe` counted from the top, or from the bottom in Go.
fn square<'a>(
    text: &str,
    size: Size,
    is_go: bool,
    property: &Property<'a>,
) -> Result<Square, nom::Err<Complaint<'a>>> {
    let letters = match text.as_bytes() {
        [column @ b'a'..=b'z', row @ b'a'..=b'z'] => Some((column - b'a', row - b'a')),
        _ => None,
    };
    let found = match letters {
        Some((column, row)) if is_go => size
            .side()
            .checked_sub(row + 1)
            .and_then(|row| Square::new(column, row)),
        Some((column, row)) => Square::new(column, row),
        None => text.to_ascii_lowercase().parse().ok(),
    };
    found
        .filter(|square| square.is_on(size))
        .ok_or_else(|| Complaint::expected("a square such as [f5]", property.place).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::othello::notation::transcript;

    fn after(text: &str) -> String {
        let history = read(text).unwrap();
        transcript::write(&history, transcript::Passes::Written)
    }

    #[test]
    fn squares_are_read_as_each_program_writes_them() {
        assert_eq!(after("(;GM[2]SZ[8];B[f5];W[d6])"), "f5d6");
        assert_eq!(after("(;GM[2]\n;B[F5]\n;W[D6](;B[c3])(;B[c5]))"), "f5d6c3");
        assert_eq!(after("(;GM[2];B[fe];W[df])"), "f5d6");
        assert_eq!(after("(;GM[1]SZ[8];B[fd];W[dc])"), "f5d6");
    }

    #[test]
    fn text_may_have_brackets_with_backslashes() {
        assert_eq!(after("(;GM[2]C[a \\] b];B[f5]C[\\\\])"), "f5");
    }

    #[test]
    fn what_was_written_is_read_back() {
        for size in Size::ALL {
            for start in [Start::Standard, Start::Mirrored] {
                for first in [Color::Black, Color::White] {
                    let mut history = History::new(Position::start(size, start, first));
                    while let Some(&mv) = history.current().legal_moves().last() {
                        history.play(mv).unwrap();
                    }
                    assert_eq!(read(&write(&history)).as_ref(), Ok(&history));
                }
            }
        }
    }

    #[test]
    fn a_fault_is_told_with_its_place() {
        for (text, complaint) in [
            ("", "line 1, column 1: expected ( at the start"),
            ("(;GM[2];B[f5]", "line 1, column 14: expected a property"),
            ("(;GM[2]SZ[7])", "line 1, column 10: expected a size of"),
            ("(;GM[2]\n;B[a1])", "line 2, column 3: move 1: a1"),
            (
                "(;GM[2];B[f5];W[d6];B[a1])",
                "line 1, column 22: move 3: a1",
            ),
            (
                "(;GM[2];B[f5];B[d6])",
                "line 1, column 16: expected a move by white",
            ),
            ("(;GM[2];B[k5])", "line 1, column 10: expected a square"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.starts_with(complaint), "{text}: {error}");
        }
    }
}
