//! What stands between the brackets of a property.

use std::fmt;
use std::time::Duration;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_while};
use nom::character::complete::{char, digit0, digit1, multispace0, one_of, u8};
use nom::combinator::{map, map_opt, opt, recognize, value as constant};
use nom::multi::count;
use nom::sequence::{delimited, preceded};

use super::Tag;
use super::clock::{self, Clock};
use crate::game::Color;
use crate::othello::notation::scan::{self, Step, cell, character, disc, expect, one_move};
use crate::othello::{Move, Position, Size};

/// What a property says, as far as its text alone does not.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Text,
    Clock(Clock),
    Verdict(Verdict),
    Board(Position),
    Turn(Turn),
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// Black's discs less white's, or `None` if the game is not over.
    pub difference: Option<f64>,
    /// How the game ended, if not on the board.
    pub ending: Option<Ending>,
}

/// How a game can end other than on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// `r`: one side resigned.
    Resigned,
    /// `t`: one side ran out of time.
    Time,
    /// `s`: the sides agreed on a score.
    Agreed,
    /// `l`: one side left.
    Left,
}

impl Ending {
    const ALL: [Ending; 4] = [Ending::Resigned, Ending::Time, Ending::Agreed, Ending::Left];

    fn letter(self) -> char {
        match self {
            Ending::Resigned => 'r',
            Ending::Time => 't',
            Ending::Agreed => 's',
            Ending::Left => 'l',
        }
    }
}

/// A move as it was written, with what the player noted about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// Who made it.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// What the player thought the game was worth, in discs, if the text is a
    /// number.
    pub eval: Option<f64>,
    /// How long the move took.
    pub time: Option<Duration>,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.difference {
            Some(difference) => write!(f, "{difference:+.3}")?,
            None => f.write_str("?")?,
        }
        match self.ending {
            Some(ending) => write!(f, ":{}", ending.letter()),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mv {
            Move::Place(square) => f.write_str(&square.to_string().to_uppercase())?,
            Move::Pass => f.write_str("PA")?,
        }
        match self.eval {
            Some(eval) => write!(f, "/{eval:.2}")?,
            None if self.time.is_some() => f.write_str("/")?,
            None => {}
        }
        match self.time {
            Some(time) => write!(f, "/{:.3}", time.as_secs_f64()),
            None => Ok(()),
        }
    }
}

/// Writes a board and its side to move as `BO` has them.
pub(super) fn write_board(position: &Position) -> String {
    let character = |color| match color {
        Some(Color::Black) => '*',
        Some(Color::White) => 'O',
        None => '-',
    };
    let squares = position.size().squares();
    let squares: String = squares
        .map(|square| character(position.at(square)))
        .collect();
    let turn = character(Some(position.turn()));
    format!("{} {squares} {turn}", position.size().side())
}

/// Reads what belongs to a tag, up to the closing bracket.
pub(super) fn value(tag: Tag, input: &str) -> Step<'_, Value> {
    match tag {
        Tag::Game => {
            let othello = expect("Othello", tag_no_case("Othello"));
            constant(Value::Text, othello).parse(input)
        }
        Tag::Clock | Tag::BlackClock | Tag::WhiteClock => {
            map(clock::clock, Value::Clock).parse(input)
        }
        Tag::Result => map(verdict, Value::Verdict).parse(input),
        Tag::Board => map(board, Value::Board).parse(input),
        Tag::BlackMove => turn(Color::Black, input),
        Tag::WhiteMove => turn(Color::White, input),
        _ => constant(Value::Text, take_while(|c| c != ']')).parse(input),
    }
}

fn board(input: &str) -> Step<'_, Position> {
    let size = map_opt(u8, |side| Size::from_side(usize::from(side)));
    let (rest, size) = expect("a board of size 4, 6, 8 or 10", size).parse(input)?;
    let square = character("a square, *, O or -", cell);
    let side = character("the side to move, * or O", disc);
    let (rest, (discs, turn)) = (
        count(preceded(multispace0, square), size.area()),
        delimited(multispace0, side, multispace0),
    )
        .parse(rest)?;
    let position = scan::position(size, turn, size.squares(), discs);
    Ok((rest, position))
}

fn verdict(input: &str) -> Step<'_, Verdict> {
    let number = recognize((opt(one_of("+-")), digit1, opt((char('.'), digit0))));
    let difference = map_opt(number, finite);
    let difference = alt((constant(None, char('?')), map(difference, Some)));
    let ending = character("how the game ended, r, t, s or l", |c| {
        Ending::ALL.into_iter().find(|ending| ending.letter() == c)
    });
    let (rest, difference) = expect("a result such as +12 or ?", difference).parse(input)?;
    let (rest, ending) = match rest.strip_prefix(':') {
        Some(rest) => map(ending, Some).parse(rest)?,
        None => (rest, None),
    };
    Ok((rest, Verdict { difference, ending }))
}

fn turn(color: Color, input: &str) -> Step<'_, Value> {
    let eval = take_while(|c| c != '/' && c != ']');
    let (rest, (mv, eval)) = (one_move, opt(preceded(char('/'), eval))).parse(input)?;
    let (rest, time) = match rest.strip_prefix('/') {
        Some(rest) if rest.starts_with(']') || rest.is_empty() => (rest, None),
        Some(rest) => map(clock::time, Some).parse(rest)?,
        None => (rest, None),
    };
    let eval = eval.and_then(finite);
    let turn = Turn {
        color,
        mv,
        eval,
        time,
    };
    Ok((rest, Value::Turn(turn)))
}

/// A number that is one.
fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}
