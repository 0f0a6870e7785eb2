//! A board as one string: the side to move, then every square column by
//! column (`a1 a2 .. h8`), 65 characters for 8x8.
//!
//! The order is that of `setboard` and of the save file of Rothelo. It is
//! *not* that of [`obf`](super::obf), and a symmetric position does not show
//! the difference.

use nom::Parser;
use nom::multi::count;

use super::scan::{self, Step, cell, character, characters, disc};
use super::{Fault, ReadError};
use crate::game::Color;
use crate::othello::{Position, Size};

/// Reads a string of one character more than a board has squares.
///
/// `*` `X` `B` in either case are black; `O` `W` in either case and the digit
/// `0` are white; blank `.` `-` `_` are empty. Nothing is trimmed but one line
/// end, which a file may have and which cannot be a square.
///
/// ```
/// use outflank::othello::notation::columns;
///
/// let position = columns::read("*     *O  O*     ")?;
/// assert_eq!(columns::write(&position), "X-----XO--OX-----");
/// # Ok::<(), outflank::othello::notation::ReadError>(())
/// ```
pub fn read(text: &str) -> Result<Position, ReadError> {
    let line = text.strip_suffix('\n').unwrap_or(text);
    let line = line.strip_suffix('\r').unwrap_or(line);
    let length = line.chars().count();
    let Some(size) = length.checked_sub(1).and_then(Size::from_area) else {
        let fault = Fault::unexpected("17, 37, 65 or 101 characters", characters(length));
        return Err(ReadError::new(line, 0, fault));
    };
    scan::whole(line, |input| board(size, input))
}

fn board(size: Size, input: &str) -> Step<'_, Position> {
    let side = character("the side to move, X or O", |c| match c {
        '0' => Some(Color::White),
        _ => disc(c),
    });
    let square = character("a square, X, O or -", |c| match c {
        '0' => Some(Some(Color::White)),
        ' ' => Some(None),
        _ => cell(c),
    });
    let (rest, (turn, discs)) = (side, count(square, size.area())).parse(input)?;
    let position = scan::position(size, turn, size.squares_by_column(), discs);
    Ok((rest, position))
}

/// Writes `X`, `O` and `-`, as `setboard` takes it.
pub fn write(position: &Position) -> String {
    write_with(position, 'X', '-')
}

/// Writes `*`, `O` and blank, as the save file of Rothelo has it: no line end.
pub fn write_file(position: &Position) -> String {
    write_with(position, '*', ' ')
}

fn write_with(position: &Position, black: char, empty: char) -> String {
    let squares = position.size().squares_by_column();
    std::iter::once(Some(position.turn()))
        .chain(squares.map(|square| position.at(square)))
        .map(|color| match color {
            Some(Color::Black) => black,
            Some(Color::White) => 'O',
            None => empty,
        })
        .collect()
}
