//! The files a conversation leaves behind: a game is never lost by leaving.

use std::io;
use std::path::{Path, PathBuf};

use super::language::Language;
use super::phrase::Phrase;
use super::play::{Conversation, Next, Step};
use super::variant::Variant;
use super::words::short;
use crate::store::{self, StoreError};

/// The format that keeps a game with all its moves.
const WHOLE: &str = "ggf";

/// No game is longer than this; a larger file is something else.
const LARGEST: u64 = 1 << 20;

impl Conversation<'_> {
    /// Saves the game, and says whether it did. A file of something else is
    /// only replaced if that is wanted.
    pub(super) fn save(&mut self, file: Option<&str>, format: Option<&str>) -> io::Result<bool> {
        let Some(path) = self.target(file)? else {
            return Ok(false);
        };
        let format = self.format(&path, format);
        let Some(text) = self.contest.write(&format) else {
            let formats = self.contest.formats().join(", ");
            self.say(Phrase::ExpectedFormat, &[&short(&format), &formats])?;
            return Ok(false);
        };
        let shown = path.display().to_string();
        let known = self.file.as_ref() == Some(&path);
        if path.exists() && !known && self.confirm(Phrase::Overwrite, &[&shown])? != Some(true) {
            self.say(Phrase::NotSaved, &[])?;
            return Ok(false);
        }
        self.write_file(path, &text)
    }

    fn write_file(&mut self, path: PathBuf, text: &str) -> io::Result<bool> {
        if let Err(error) = store::write_text(&path, text) {
            let reason = complaint(&error, self.language);
            self.say(Phrase::Failed, &[&reason])?;
            return Ok(false);
        }
        self.say(Phrase::Saved, &[&path.display()])?;
        self.kept = self.contest.write(WHOLE);
        self.file = Some(path);
        Ok(true)
    }

    /// Loads a game, and says whether it did. If not, the game on the table
    /// is as it was.
    pub(super) fn load(&mut self, file: Option<&str>) -> io::Result<bool> {
        let Some(path) = self.target(file)? else {
            return Ok(false);
        };
        match self.read_file(&path) {
            Ok(()) => {
                self.say(Phrase::Loaded, &[&path.display()])?;
                Ok(true)
            }
            Err(reason) => {
                self.say(Phrase::Failed, &[&reason])?;
                Ok(false)
            }
        }
    }

    /// Goes on from a file, or says what is wrong with it.
    pub(super) fn read_file(&mut self, path: &Path) -> Result<(), String> {
        let text = store::read_text(path, LARGEST);
        let text = text.map_err(|error| complaint(&error, self.language))?;
        let read = self.contest.read(&text, self.language);
        read.map_err(|reason| format!("{}: {reason}", path.display()))?;
        self.kept = self.contest.write(WHOLE);
        self.file = Some(path.to_owned());
        Ok(())
    }

    /// The file that is meant. Unless there is a usual one, a person is asked;
    /// none if there is no answer.
    fn target(&mut self, file: Option<&str>) -> io::Result<Option<PathBuf>> {
        let usual = match &self.file {
            Some(file) => file.clone(),
            None => self.variant.file().into(),
        };
        if let Some(file) = file {
            return Ok(Some(file.into()));
        }
        if self.variant == Variant::Rothelo {
            return Ok(Some(self.variant.file().into()));
        }
        let answer = self.question(Phrase::WhichFile, &[&usual.display()])?;
        Ok(answer.map(|answer| match answer.trim() {
            "" => usual,
            name => name.into(),
        }))
    }

    /// The format that is asked for, or that the end of the file's name
    /// names, or that this kind of game is saved in.
    fn format(&self, path: &Path, asked: Option<&str>) -> String {
        let extension = path.extension().and_then(|extension| extension.to_str());
        let known = extension.filter(|name| {
            let mut formats = self.contest.formats().into_iter();
            formats.any(|known| known.eq_ignore_ascii_case(name))
        });
        let format = asked.or(known);
        format.unwrap_or(self.variant.format().name()).to_owned()
    }

    /// Ends the game but not the conversation, with an offer to save.
    pub(super) fn end(&mut self) -> io::Result<Step> {
        match self.save_or_not()? {
            true => Ok(Step::End(Next::Choose)),
            false => Ok(Step::GoOn),
        }
    }

    /// Leaves, with an offer to save.
    pub(super) fn leave(&mut self) -> io::Result<Step> {
        match !self.is_worth_keeping() || self.save_or_not()? {
            true => Ok(Step::End(Next::Leave)),
            false => Ok(Step::GoOn),
        }
    }

    /// Leaves because there is nothing more to read. A person may still be
    /// there to answer; if not, the game is kept all the same.
    pub(super) fn leave_at_end(&mut self) -> io::Result<Step> {
        if !self.terminal.is_live() {
            if self.is_worth_keeping() {
                self.print_game()?;
            }
            return Ok(Step::End(Next::Leave));
        }
        self.leave()
    }

    /// Offers to save, and says whether the game may be left now: because it
    /// is saved, or is not to be.
    fn save_or_not(&mut self) -> io::Result<bool> {
        match self.confirm(Phrase::SaveFirst, &[])? {
            Some(true) => self.save(None, None),
            Some(false) => Ok(true),
            None => self.keep_somewhere(),
        }
    }

    /// Puts the game away where a person can find it, or prints it if there is
    /// none.
    fn keep_somewhere(&mut self) -> io::Result<bool> {
        match self.contest.write(WHOLE) {
            Some(game) if self.terminal.is_live() => match put_away(&game) {
                Ok(path) => self.say(Phrase::Saved, &[&path.display()])?,
                Err(error) => self.terminal.say(&complaint(&error, self.language))?,
            },
            _ => self.print_game()?,
        }
        Ok(true)
    }

    /// The game, unless it has been saved.
    pub(super) fn unsaved(&self) -> Option<String> {
        let game = self.contest.write(WHOLE);
        game.filter(|_| self.is_worth_keeping())
    }

    /// Prints the game, for want of somebody to ask.
    fn print_game(&mut self) -> io::Result<()> {
        match self.contest.write(WHOLE) {
            Some(text) => self.terminal.say(text.trim_end()),
            None => Ok(()),
        }
    }

    /// Whether moves have been made since the game was last saved. A finished
    /// game of those that are saved as a position has nothing left to keep.
    fn is_worth_keeping(&self) -> bool {
        let over = self.contest.outcome().is_some() && self.variant != Variant::Reversi;
        let moved = self.contest.length() > 0 && self.contest.write(WHOLE) != self.kept;
        moved && !over
    }
}

/// Saves a game under a name nobody uses, and says which.
pub(super) fn put_away(game: &str) -> Result<PathBuf, StoreError> {
    let name = |number: u32| PathBuf::from(format!("outflank-{number}.{WHOLE}"));
    let free = (1..).map(name).find(|name| !name.exists());
    let path = free.unwrap_or_else(|| name(0));
    store::write_text(&path, game)?;
    Ok(path)
}

/// What is wrong with a file, in this language but for what the system says.
fn complaint(error: &StoreError, language: Language) -> String {
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
