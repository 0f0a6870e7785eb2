//! Games in files: saved in the format asked for, read in whichever they are.

use std::path::Path;
use std::sync::Arc;

use super::Refusal;
use super::game::Table;
use crate::eval::Evaluator;
use crate::othello::notation::format::{self, Format};
use crate::protocol::{Code, dialect::excerpt};
use crate::store::{self, StoreError};

/// No game is longer than this; a larger file is something else.
pub(super) const LARGEST: u64 = 1 << 20;

/// Nor are weights larger than this.
pub(super) const LARGEST_WEIGHTS: u64 = 64 << 20;

/// Writes the game to a file, whole or not at all. If no format is named, the
/// end of the file's name may name it; otherwise it is GGF, which keeps all.
pub(super) fn save(table: &Table, file: &str, format: Option<&str>) -> Result<(), Refusal> {
    let path = Path::new(file);
    let extension = path.extension().and_then(|extension| extension.to_str());
    let format = match format {
        Some(name) => Format::named(name).ok_or_else(|| unknown_format(name))?,
        None => extension.and_then(Format::named).unwrap_or(Format::Ggf),
    };
    let text = format::write(table.history(), format);
    store::write_text(path, &text).map_err(io_refusal)
}

/// Reads a game from a file, in whichever format it is, or so many of its
/// moves. A transcript begins where this kind of game begins.
pub(super) fn load(table: &mut Table, file: &str, moves: Option<u32>) -> Result<(), Refusal> {
    let text = store::read_text(file, LARGEST).map_err(io_refusal)?;
    let mut history = format::read(&text, table.start()).map_err(|reason| {
        let message = format!("\"{}\": {reason}", excerpt(file));
        Refusal::new(Code::BadFile, message)
    })?;
    while moves.is_some_and(|moves| history.moves().len() > moves as usize) {
        history.undo();
    }
    table.replace(history);
    Ok(())
}

/// The evaluation whose weights are in a file; none if no file is named.
pub(super) fn load_weights(file: &str) -> Result<Option<Arc<Evaluator>>, Refusal> {
    if file.is_empty() {
        return Ok(None);
    }
    let bytes = store::read(file, LARGEST_WEIGHTS).map_err(io_refusal)?;
    let evaluator = Evaluator::from_bytes(&bytes).map_err(|reason| {
        let message = format!("\"{}\": {reason}", excerpt(file));
        Refusal::new(Code::BadFile, message)
    })?;
    Ok(Some(Arc::new(evaluator)))
}

fn unknown_format(name: &str) -> Refusal {
    let names = Format::ALL.map(Format::name).join(", ");
    let message = format!("\"{}\", expected one of {names}", excerpt(name));
    Refusal::new(Code::BadArgument, message)
}

pub(super) fn io_refusal(error: StoreError) -> Refusal {
    let code = match error {
        StoreError::TooLarge { .. } | StoreError::NotText { .. } => Code::BadFile,
        StoreError::Read { .. } | StoreError::Write { .. } => Code::Io,
    };
    Refusal::new(code, error.to_string())
}
