//! Every format a game can be kept in, by its name, and which of them a text
//! is in.

use super::{ReadError, columns, diagram, ggf, obf, sgf, tablero, transcript};
use crate::othello::{History, Position, Size};

/// A way to keep a game, or the position it has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A game with its first position: [`ggf`].
    Ggf,
    /// A game with its first position, as programs for many games keep it:
    /// [`sgf`].
    Sgf,
    /// The moves alone: [`transcript`].
    Transcript,
    /// A position as `setboard` takes it: [`columns`].
    Board,
    /// A position as Rothelo saves it: [`columns::write_file`].
    Rothelo,
    /// A position row by row: [`obf`].
    Obf,
    /// A position as the "tablero" game saves it: [`tablero`].
    Tablero,
    /// A position drawn for people: [`diagram`].
    Diagram,
}

impl Format {
    /// Every format, the one that keeps most first.
    pub const ALL: [Format; 8] = [
        Format::Ggf,
        Format::Sgf,
        Format::Transcript,
        Format::Board,
        Format::Rothelo,
        Format::Obf,
        Format::Tablero,
        Format::Diagram,
    ];

    /// What people call it; also how the name of such a file may end.
    pub fn name(self) -> &'static str {
        match self {
            Format::Ggf => "ggf",
            Format::Sgf => "sgf",
            Format::Transcript => "transcript",
            Format::Board => "board",
            Format::Rothelo => "rothelo",
            Format::Obf => "obf",
            Format::Tablero => "tablero",
            Format::Diagram => "diagram",
        }
    }

    /// The format of this name, in either case.
    pub fn named(name: &str) -> Option<Format> {
        Format::ALL
            .into_iter()
            .find(|format| format.name().eq_ignore_ascii_case(name))
    }

    /// The format a text looks like. What looks like nothing else should be
    /// the moves of a game.
    pub fn of(text: &str) -> Format {
        let beginning = text.trim_start();
        let line = text.lines().next().unwrap_or("");
        let entry = line.split([';', '%']).next().unwrap_or("");
        if beginning.is_empty() {
            Format::Transcript
        } else if sgf::is_likely(beginning) {
            Format::Sgf
        } else if ggf::is_likely(beginning) {
            Format::Ggf
        } else if beginning.to_ascii_uppercase().starts_with("TAMANYO") {
            Format::Tablero
        } else if beginning.starts_with("a b c d") {
            Format::Diagram
        } else if !entry.chars().all(is_board) {
            Format::Transcript
        } else if is_area(entry.len().checked_sub(1)) {
            // Blanks at the end are squares here, so nothing is trimmed.
            Format::Board
        } else if entry.len() < line.len() || is_area(entry.trim_end().len().checked_sub(2)) {
            Format::Obf
        } else {
            Format::Board
        }
    }
}

/// Whether a board in one line may have this character.
fn is_board(c: char) -> bool {
    "*xXbBoOwW0 .-_".contains(c)
}

/// Whether a board has this many squares.
fn is_area(squares: Option<usize>) -> bool {
    squares.and_then(Size::from_area).is_some()
}

/// Writes a game, or the position it has come to, as a file holds it.
pub fn write(history: &History, format: Format) -> String {
    let position = history.current();
    match format {
        Format::Ggf => ggf::write(&history.into()) + "\n",
        Format::Sgf => sgf::write(history) + "\n",
        Format::Transcript => transcript::write(history, transcript::Passes::Written) + "\n",
        Format::Board => columns::write(position) + "\n",
        // Exactly as many characters as there are squares, and the side.
        Format::Rothelo => columns::write_file(position),
        Format::Obf => obf::write_position(position) + ";\n",
        Format::Tablero => tablero::write(position),
        Format::Diagram => diagram::write(position, diagram::Marks::None),
    }
}

/// Reads a game in whichever format its text is. A transcript begins with this
/// position; what holds a position alone is a game without moves.
///
/// ```
/// use outflank::othello::Position;
/// use outflank::othello::notation::format::{self, Format};
///
/// let game = format::read("f5d6c3", Position::default())?;
/// let kept = format::write(&game, Format::Ggf);
/// assert_eq!(Format::of(&kept), Format::Ggf);
/// assert_eq!(format::read(&kept, Position::default())?, game);
/// # Ok::<(), outflank::othello::notation::ReadError>(())
/// ```
pub fn read(text: &str, start: Position) -> Result<History, ReadError> {
    let position = match Format::of(text) {
        Format::Ggf => return ggf::read(text).map(|game| game.history().clone()),
        Format::Sgf => return sgf::read(text),
        Format::Transcript => return transcript::read(text, start),
        Format::Board | Format::Rothelo => columns::read(text)?,
        Format::Obf => obf::read(text.trim_end())?.position,
        Format::Tablero => tablero::read(text)?,
        Format::Diagram => diagram::read(text)?,
    };
    Ok(History::new(position))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Color;
    use crate::othello::Start;

    #[test]
    fn what_is_written_in_a_format_looks_like_it_and_is_read_back() {
        let moves = transcript::read("f5d6c3", Position::default()).unwrap();
        let starts = Size::ALL.map(|size| Position::start(size, Start::Standard, Color::White));
        for history in starts.map(History::new).into_iter().chain([moves]) {
            for format in Format::ALL {
                let text = write(&history, format);
                let looks = match format {
                    Format::Rothelo => Format::Board,
                    _ => format,
                };
                assert_eq!(Format::of(&text), looks, "{text:?}");
                let read = read(&text, *history.start()).unwrap();
                assert_eq!(read.current(), history.current(), "{text:?}");
            }
        }
    }

    #[test]
    fn a_truncated_file_is_told_by_what_it_still_looks_like() {
        let position = Position::default();
        for (format, complaint) in [
            (
                Format::Ggf,
                "line 1, column 91: expected a tag such as PB, or ;) at the end",
            ),
            (
                Format::Board,
                "line 1, column 1: expected 17, 37, 65 or 101 characters, got 64",
            ),
            (Format::Tablero, "line 12, column 8: expected a square"),
            (
                Format::Diagram,
                "line 10, column 1: expected \"black (X) to move",
            ),
        ] {
            let text = write(&History::new(position), format);
            let cut = &text[..text.trim_end().len() - 1];
            let error = read(cut, position).unwrap_err().to_string();
            assert!(error.starts_with(complaint), "{error}");
        }
    }
}
