//! The small parsers that dialects share, built on nom.

use std::str::FromStr;

use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_while1};
use nom::character::complete::{space0, space1};
use nom::combinator::{eof, map_opt, recognize, rest, verify};
use nom::error::{ErrorKind, ParseError};
use nom::multi::{many0, many1};
use nom::sequence::{pair, preceded, terminated};
use nom::{IResult, Parser};

/// What was expected, and what stood there instead.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected<'a> {
    /// The text from the fault to the end of the line.
    pub rest: &'a str,
    /// What was expected there.
    pub what: &'static str,
}

impl<'a> ParseError<&'a str> for Expected<'a> {
    fn from_error_kind(rest: &'a str, _: ErrorKind) -> Expected<'a> {
        Expected {
            rest,
            what: "something else",
        }
    }

    fn append(_: &'a str, _: ErrorKind, inner: Expected<'a>) -> Expected<'a> {
        inner
    }
}

/// What our parsers return.
pub type Parsed<'a, O> = IResult<&'a str, O, Expected<'a>>;

/// Turns the failure of a parser into the final word on the line: this was
/// expected here, and nothing else would do.
pub fn need<'a, O>(
    what: &'static str,
    mut parser: impl Parser<&'a str, Output = O, Error = Expected<'a>>,
) -> impl Parser<&'a str, Output = O, Error = Expected<'a>> {
    move |input: &'a str| {
        parser.parse(input).map_err(|error| match error {
            nom::Err::Error(_) => nom::Err::Failure(Expected { rest: input, what }),
            other => other,
        })
    }
}

/// A run of anything but blanks that does not begin a comment.
pub fn word(input: &str) -> Parsed<'_, &str> {
    verify(take_while1(|c: char| !c.is_whitespace()), |word: &str| {
        !word.starts_with('#')
    })
    .parse(input)
}

/// A blank and a word.
pub fn next_word(input: &str) -> Parsed<'_, &str> {
    preceded(space1, word).parse(input)
}

/// Words up to the end of the line or a comment, possibly none.
pub fn words(input: &str) -> Parsed<'_, Vec<String>> {
    many0(next_word.map(str::to_owned)).parse(input)
}

/// As [`words`], at least one.
pub fn some_words(input: &str) -> Parsed<'_, Vec<String>> {
    many1(next_word.map(str::to_owned)).parse(input)
}

/// A blank and this word, in either case.
pub fn keyword<'a>(
    name: &'static str,
) -> impl Parser<&'a str, Output = &'a str, Error = Expected<'a>> {
    verify(next_word, move |word: &str| word.eq_ignore_ascii_case(name))
}

/// A blank and a number that the type can hold.
pub fn number<'a, N: FromStr>(input: &'a str) -> Parsed<'a, N> {
    map_opt(next_word, |word| word.parse().ok()).parse(input)
}

/// One blank, then everything to the end of the line just as it stands.
pub fn verbatim(input: &str) -> Parsed<'_, &str> {
    preceded(alt((tag_no_case(" "), tag_no_case("\t"))), rest).parse(input)
}

/// Blanks, then everything to the end of the line without the blanks around
/// it, of which there must be something.
pub fn text(input: &str) -> Parsed<'_, &str> {
    verify(preceded(space1, rest).map(str::trim_end), |text: &str| {
        !text.is_empty()
    })
    .parse(input)
}

/// The end of the line, or a comment that reaches to it.
pub fn end(input: &str) -> Parsed<'_, ()> {
    let comment = recognize(pair(tag_no_case("#"), rest));
    preceded(space0, alt((eof, comment)))
        .map(|_| ())
        .parse(input)
}

/// A parser whose value must be followed by the end of the line.
pub fn whole<'a, O>(
    parser: impl Parser<&'a str, Output = O, Error = Expected<'a>>,
) -> impl Parser<&'a str, Output = O, Error = Expected<'a>> {
    terminated(parser, need("the end of the line", end))
}
