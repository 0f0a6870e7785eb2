//! Files that hold games, and what is wrong with them.

use std::path::Path;

use super::language::Language;
use super::phrase::Phrase;
use super::said::said;
use crate::othello::notation::format;
use crate::othello::{History, Position};
use crate::store::{self, StoreError};

/// No game is longer than this; a larger file is something else.
pub const LARGEST: u64 = 1 << 20;

/// The text of a file, or in this language why there is none.
pub fn read_text(path: &Path, language: Language) -> Result<String, String> {
    let text = store::read_text(path, LARGEST);
    text.map_err(|error| complaint(&error, language))
}

/// The game of Othello that a text in any format holds, moves alone beginning
/// with this position; or in this language what is wrong with it and where.
pub fn read_game(text: &str, start: Position, language: Language) -> Result<History, String> {
    format::read(text, start).map_err(|error| {
        let fault = said(&error.fault.to_string(), language);
        let (line, column) = (error.place.line, error.place.column);
        language.say(Phrase::At, &[&line, &column, &fault])
    })
}

/// The complaint about a text that is no game because nobody moves in it.
pub fn no_moves(language: Language) -> &'static str {
    language.text(Phrase::NoMoves)
}

/// What is wrong with a file, in this language but for what the system says.
pub(super) fn complaint(error: &StoreError, language: Language) -> String {
    match error {
        StoreError::Read { path, source } => {
            language.say(Phrase::CannotRead, &[&path.display(), source])
        }
        StoreError::Write { path, source } => {
            language.say(Phrase::CannotWrite, &[&path.display(), source])
        }
        StoreError::TooLarge { path, .. } => language.say(Phrase::TooLarge, &[&path.display()]),
        StoreError::NotText { path, offset } => {
            language.say(Phrase::NotText, &[&path.display(), &(offset + 1)])
        }
    }
}
