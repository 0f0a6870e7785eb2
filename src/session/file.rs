//! Games in files: which format a file has, and what is in it.

use std::path::Path;

use super::Refusal;
use super::game::{Table, write_ggf};
use crate::othello::notation::{columns, diagram, ggf, obf, tablero, transcript};
use crate::othello::{History, Position};
use crate::protocol::{Code, dialect::excerpt};
use crate::store::{self, StoreError};

/// No game is longer than this; a larger file is something else.
const LARGEST: u64 = 1 << 20;

/// The formats a game can be saved in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Ggf,
    Transcript,
    Board,
    Rothelo,
    Obf,
    Tablero,
    Diagram,
}

/// Every format by its name.
const NAMES: [(&str, Format); 7] = [
    ("ggf", Format::Ggf),
    ("transcript", Format::Transcript),
    ("board", Format::Board),
    ("rothelo", Format::Rothelo),
    ("obf", Format::Obf),
    ("tablero", Format::Tablero),
    ("diagram", Format::Diagram),
];

/// Writes the game to a file, whole or not at all. If no format is named, the
/// end of the file's name may name it; otherwise it is GGF, which keeps all.
pub(super) fn save(table: &Table, file: &str, format: Option<&str>) -> Result<(), Refusal> {
    let path = Path::new(file);
    let extension = path.extension().and_then(|extension| extension.to_str());
    let format = match format {
        Some(name) => named(name).ok_or_else(|| unknown_format(name))?,
        None => extension.and_then(named).unwrap_or(Format::Ggf),
    };
    let text = write(table.history(), format);
    store::write_text(path, &text).map_err(io_refusal)
}

/// Reads a game from a file, in whichever format it is. A transcript begins
/// where this kind of game begins.
pub(super) fn load(table: &mut Table, file: &str) -> Result<(), Refusal> {
    let text = store::read_text(file, LARGEST).map_err(io_refusal)?;
    table.replace(read(&text, table.start()).map_err(|reason| {
        let message = format!("\"{}\": {reason}", excerpt(file));
        Refusal::new(Code::BadFile, message)
    })?);
    Ok(())
}

fn named(name: &str) -> Option<Format> {
    let known = NAMES
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(name));
    known.map(|(_, format)| *format)
}

fn unknown_format(name: &str) -> Refusal {
    let names = NAMES.map(|(name, _)| name).join(", ");
    let message = format!("\"{}\", expected one of {names}", excerpt(name));
    Refusal::new(Code::BadArgument, message)
}

fn io_refusal(error: StoreError) -> Refusal {
    let code = match error {
        StoreError::TooLarge { .. } | StoreError::NotText { .. } => Code::BadFile,
        StoreError::Read { .. } | StoreError::Write { .. } => Code::Io,
    };
    Refusal::new(code, error.to_string())
}

fn write(history: &History, format: Format) -> String {
    let position = history.current();
    match format {
        Format::Ggf => write_ggf(history) + "\n",
        Format::Transcript => transcript::write(history, transcript::Passes::Written) + "\n",
        Format::Board => columns::write(position) + "\n",
        // The assignment's file has exactly as many characters as it needs.
        Format::Rothelo => columns::write_file(position),
        Format::Obf => obf::write_position(position) + ";\n",
        Format::Tablero => tablero::write(position),
        Format::Diagram => diagram::write(position, diagram::Marks::None),
    }
}

/// Tells the format by what a file looks like. The complaint about a file that
/// looks like nothing is that about a transcript.
fn read(text: &str, start: Position) -> Result<History, String> {
    let beginning = text.trim_start();
    if beginning.starts_with("(;") {
        let game = ggf::read(text.trim()).map_err(|error| error.to_string())?;
        return Ok(game.history().clone());
    }
    if beginning.to_ascii_uppercase().starts_with("TAMANYO") {
        let position = tablero::read(text).map_err(|error| error.to_string())?;
        return Ok(History::new(position));
    }
    let position = columns::read(text)
        .or_else(|_| obf::read(text.trim_end()).map(|entry| entry.position))
        .or_else(|_| diagram::read(text));
    match position {
        Ok(position) => Ok(History::new(position)),
        Err(_) => transcript::read(text, start).map_err(|error| error.to_string()),
    }
}
