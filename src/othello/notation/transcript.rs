//! The moves of a game in a row: `f5d6c3d3c4`.
//!
//! Most programs leave passes out, so a side that has no move is passed for.
//! Between moves a reader skips what people put there: blanks, line ends,
//! commas, semicolons, single hyphens, and move numbers such as `12.`.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::take_while1;
use nom::character::complete::{char, digit1, one_of};
use nom::combinator::{not, value};
use nom::multi::many0_count;
use nom::sequence::terminated;

use super::scan::{self, Step, one_move};
use super::{Fault, ReadError};
use crate::game::{Game, IllegalAt};
use crate::othello::{History, IllegalMove, Move, Position};

/// A move as written, which may be illegal, and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// The move.
    pub mv: Move,
    /// The byte of the text where it begins.
    pub offset: usize,
}

/// What to do with the passes of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    /// Write `pa` for each.
    Written,
    /// Leave them out, as most programs do. A reader puts back all but those
    /// after the last disc.
    LeftOut,
}

/// Reads one move: a square such as `f5` or `J10`, or a pass spelled `pass`,
/// `pa`, `ps`, `pp`, `--` or `@@@@`, in either case.
pub fn read_move(text: &str) -> Result<Move, ReadError> {
    scan::whole(text, one_move)
}

/// Reads moves without asking whether they are legal.
pub fn read_moves(text: &str) -> Result<Vec<Written>, ReadError> {
    scan::whole(text, |input| moves(input))
}

/// Reads a game that begins with this position.
///
/// ```
/// use outflank::othello::{Position, notation::transcript};
///
/// let game = transcript::read("1. F5 d6  2. C3", Position::default())?;
/// assert_eq!(transcript::write(&game, transcript::Passes::Written), "f5d6c3");
///
/// let error = transcript::read("f5f5", Position::default()).unwrap_err();
/// assert!(error.to_string().starts_with("line 1, column 3: move 2: f5 is occupied"));
/// # Ok::<(), outflank::othello::notation::ReadError>(())
/// ```
pub fn read(text: &str, start: Position) -> Result<History, ReadError> {
    let written = read_moves(text)?;
    let mut history = History::new(start);
    match play_or_refuse(&mut history, written.iter().map(|written| written.mv)) {
        Ok(()) => Ok(history),
        Err(Refused { at, position }) => {
            let fault = Fault::illegal(at.index, at.reason, &position);
            Err(ReadError::new(text, written[at.index].offset, fault))
        }
    }
}

/// Makes all the moves, as written, with the passes that were left out put
/// back; or none of them if one is illegal.
pub fn play(
    history: &mut History,
    written: impl IntoIterator<Item = Move>,
) -> Result<(), IllegalAt<IllegalMove>> {
    play_or_refuse(history, written).map_err(|refused| refused.at)
}

/// Writes the moves made so far.
pub fn write(history: &History, passes: Passes) -> String {
    let name = |mv| match (mv, passes) {
        (Move::Place(square), _) => square.to_string(),
        (Move::Pass, Passes::Written) => "pa".into(),
        (Move::Pass, Passes::LeftOut) => String::new(),
    };
    history.moves().map(name).collect()
}

/// A move that the position it came to refused.
struct Refused {
    at: IllegalAt<IllegalMove>,
    position: Position,
}

fn play_or_refuse(
    history: &mut History,
    written: impl IntoIterator<Item = Move>,
) -> Result<(), Refused> {
    let mut moves = Vec::new();
    let mut position = *history.current();
    for (index, mv) in written.into_iter().enumerate() {
        if mv != Move::Pass && position.must_pass() {
            moves.push(Move::Pass);
            position = position.with_turn(!position.turn());
        }
        position = position.after(mv).map_err(|reason| Refused {
            at: IllegalAt { index, reason },
            position,
        })?;
        moves.push(mv);
    }
    let refused = |at| Refused { at, position };
    history.play_all(moves).map_err(refused)
}

fn moves(text: &str) -> Step<'_, Vec<Written>> {
    let mut moves = Vec::new();
    let (mut rest, _) = separators(text)?;
    while !rest.is_empty() {
        let offset = text.len() - rest.len();
        let (after, mv) = terminated(one_move, separators).parse(rest)?;
        moves.push(Written { mv, offset });
        rest = after;
    }
    Ok((rest, moves))
}

fn separators(input: &str) -> Step<'_, ()> {
    let punctuation = value((), one_of(" \t\r\n,;"));
    let hyphen = value((), (char('-'), not(char('-'))));
    let number = value((), (digit1, take_while1(|c| c == '.')));
    value((), many0_count(alt((punctuation, hyphen, number)))).parse(input)
}
