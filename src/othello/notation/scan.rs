//! The small parsers that several formats share, and how what they complain
//! about becomes a [`ReadError`].

use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::character::complete::{anychar, char, one_of};
use nom::combinator::{map, map_opt, value};
use nom::error::{ErrorKind, ParseError};
use nom::{IResult, Parser};

use super::{Fault, ReadError};
use crate::game::Color;
use crate::othello::{Move, Position, Size, Square};

/// What a parser makes of the text before it.
pub(super) type Step<'a, T> = IResult<&'a str, T, Complaint<'a>>;

/// A fault and the text that was left when it was found. There are no words
/// for it while a parser is only trying: most of what it tries does not fit.
#[derive(Debug)]
pub(super) struct Complaint<'a> {
    rest: &'a str,
    fault: Option<Fault>,
}

impl<'a> Complaint<'a> {
    /// A fault at the beginning of `rest`.
    pub(super) fn new(rest: &'a str, fault: Fault) -> Complaint<'a> {
        Complaint {
            rest,
            fault: Some(fault),
        }
    }

    /// Something else should stand at the beginning of `rest`.
    pub(super) fn expected(what: impl Into<String>, rest: &'a str) -> Complaint<'a> {
        Complaint::new(rest, Fault::unexpected(what, found(rest)))
    }

    /// The same of a move that has this number in the text.
    pub(super) fn at_move(mut self, index: usize) -> Complaint<'a> {
        if let Some(Fault::Illegal { at, .. }) = &mut self.fault {
            at.index = index;
        }
        self
    }

    /// The complaint as others see it, `text` being the whole that was read.
    pub(super) fn within(self, text: &str) -> ReadError {
        let nameless = || Fault::unexpected("something else", found(self.rest));
        let fault = self.fault.unwrap_or_else(nameless);
        ReadError::new(text, text.len() - self.rest.len(), fault)
    }
}

impl<'a> From<Complaint<'a>> for nom::Err<Complaint<'a>> {
    fn from(complaint: Complaint<'a>) -> nom::Err<Complaint<'a>> {
        nom::Err::Error(complaint)
    }
}

impl<'a> ParseError<&'a str> for Complaint<'a> {
    /// A complaint for want of a better one; [`expect`] puts it into words.
    fn from_error_kind(rest: &'a str, _: ErrorKind) -> Complaint<'a> {
        Complaint { rest, fault: None }
    }

    fn append(_: &'a str, _: ErrorKind, other: Complaint<'a>) -> Complaint<'a> {
        other
    }
}

/// Says in words what a parser looks for.
pub(super) fn expect<'a, T>(
    what: impl Into<String> + Clone,
    mut parser: impl Parser<&'a str, Output = T, Error = Complaint<'a>>,
) -> impl FnMut(&'a str) -> Step<'a, T> {
    move |input| {
        parser.parse(input).map_err(|error| match error {
            nom::Err::Error(_) => Complaint::expected(what.clone(), input).into(),
            worded => worded,
        })
    }
}

/// Reads the whole of a text.
pub(super) fn whole<'a, T>(
    text: &'a str,
    mut parser: impl Parser<&'a str, Output = T, Error = Complaint<'a>>,
) -> Result<T, ReadError> {
    let complaint = match parser.parse(text) {
        Ok(("", value)) => return Ok(value),
        Ok((rest, _)) => Complaint::expected("the end", rest),
        Err(nom::Err::Error(complaint) | nom::Err::Failure(complaint)) => complaint,
        Err(nom::Err::Incomplete(_)) => Complaint::expected("more", ""),
    };
    Err(complaint.within(text))
}

/// The beginning of what came, short enough for a message: a word, or one
/// character that belongs to none.
fn found(rest: &str) -> String {
    const ENOUGH: usize = 16;
    let length = rest
        .chars()
        .take(ENOUGH)
        .take_while(|c| c.is_alphanumeric())
        .map(char::len_utf8)
        .sum();
    match length {
        0 => first_character(rest),
        _ => format!("{:?}", &rest[..length]),
    }
}

/// The first character of what came.
fn first_character(rest: &str) -> String {
    match rest.chars().next() {
        None => "the end".into(),
        Some('\n' | '\r') => "the end of the line".into(),
        Some(c) => format!("{:?}", c.to_string()),
    }
}

/// `n characters`, in English.
pub(super) fn characters(count: usize) -> String {
    match count {
        1 => "1 character".into(),
        _ => format!("{count} characters"),
    }
}

/// One character that means something.
pub(super) fn character<'a, T>(
    what: &'static str,
    meaning: impl Fn(char) -> Option<T>,
) -> impl FnMut(&'a str) -> Step<'a, T> {
    move |input| {
        let mut rest = input.chars();
        match rest.next().and_then(&meaning) {
            Some(value) => Ok((rest.as_str(), value)),
            None => {
                let fault = Fault::unexpected(what, first_character(input));
                Err(Complaint::new(input, fault).into())
            }
        }
    }
}

/// A disc: `X` `B` `*` are black, `O` `W` white, in either case.
pub(super) fn disc(c: char) -> Option<Color> {
    match c {
        'X' | 'x' | 'B' | 'b' | '*' => Some(Color::Black),
        'O' | 'o' | 'W' | 'w' => Some(Color::White),
        _ => None,
    }
}

/// A square of a board: a disc, or `-` `.` `_` for none.
pub(super) fn cell(c: char) -> Option<Option<Color>> {
    match c {
        '-' | '.' | '_' => Some(None),
        _ => disc(c).map(Some),
    }
}

/// The position with these discs, given in the order of these squares.
pub(super) fn position(
    size: Size,
    turn: Color,
    squares: impl Iterator<Item = Square>,
    discs: Vec<Option<Color>>,
) -> Position {
    let mut position = Position::empty(size, turn);
    for (square, disc) in squares.zip(discs) {
        position.put(square, disc);
    }
    position
}

/// A square by name, in either case.
fn square(input: &str) -> Step<'_, Square> {
    let column = map_opt(anychar, |c| u8::try_from(c.to_ascii_lowercase()).ok());
    let row = alt((
        value(9, (char('1'), char('0'))),
        map(one_of("123456789"), |digit| digit as u8 - b'1'),
    ));
    map_opt((column, row), |(column, row)| {
        Square::new(column.wrapping_sub(b'a'), row)
    })
    .parse(input)
}

/// A pass in any of its spellings.
fn pass(input: &str) -> Step<'_, Move> {
    let word = alt((
        tag_no_case("pass"),
        tag_no_case("pa"),
        tag_no_case("ps"),
        tag_no_case("pp"),
        tag_no_case("--"),
        tag_no_case("@@@@"),
    ));
    value(Move::Pass, word).parse(input)
}

/// A move as written: whether it is legal is another question.
pub(super) fn one_move(input: &str) -> Step<'_, Move> {
    let either = alt((map(square, Move::Place), pass));
    expect("a move such as f5 or pass", either).parse(input)
}
