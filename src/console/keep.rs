//! The files a conversation leaves behind: a game is never lost by leaving.

use std::io;
use std::path::{Path, PathBuf};

use super::file::{complaint, read_text};
use super::phrase::Phrase;
use super::play::{Conversation, Next, Step};
use super::variant::Variant;
use crate::store::{self, StoreError};

/// A game that must not be lost.
pub(super) struct Keepsake {
    text: String,
    /// How the name of its file ends.
    ending: &'static str,
}

impl Keepsake {
    /// Saves the game under a name nobody uses, and says which.
    pub(super) fn put_away(&self) -> Result<PathBuf, StoreError> {
        let name = |number: u32| PathBuf::from(format!("outflank-{number}.{}", self.ending));
        let free = (1..).map(name).find(|name| !name.exists());
        let path = free.unwrap_or_else(|| name(0));
        store::write_text(&path, &self.text)?;
        Ok(path)
    }
}

impl Conversation<'_> {
    /// Saves the game, and says whether it did. A file of something else is
    /// only replaced if that is wanted.
    pub(super) fn save(&mut self, file: Option<&str>, format: Option<&str>) -> io::Result<bool> {
        let Some(path) = self.target(file)? else {
            return Ok(false);
        };
        let format = self.format(&path, format);
        let text = match self.contest.write(&format, self.language) {
            Ok(text) => text,
            Err(reason) => {
                self.terminal.say(&reason)?;
                return Ok(false);
            }
        };
        let shown = path.display().to_string();
        let own = self.saved_to.as_ref() == Some(&path);
        if path.exists() && !own && self.confirm(Phrase::Overwrite, &[&shown])? != Some(true) {
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
        self.kept = Some(self.contest.keepsake());
        self.saved_to = Some(path.clone());
        self.file = Some(path);
        Ok(true)
    }

    /// Loads a game, and says whether it did. If not, the game on the table
    /// is as it was.
    pub(super) fn load(&mut self, file: Option<&str>) -> io::Result<bool> {
        let Some(path) = self.target(file)? else {
            return Ok(false);
        };
        let text = match self.text_of(&path) {
            Ok(_) if !self.may_give_up()? => return Ok(false),
            text => text,
        };
        match text.and_then(|text| self.go_on_from(&path, &text)) {
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
        let text = self.text_of(path)?;
        self.go_on_from(path, &text)
    }

    /// The text of a file that holds a game.
    fn text_of(&self, path: &Path) -> Result<String, String> {
        let text = read_text(path, self.language)?;
        let checked = self.contest.check(&text, self.language);
        checked.map_err(|reason| format!("{}: {reason}", path.display()))?;
        Ok(text)
    }

    fn go_on_from(&mut self, path: &Path, text: &str) -> Result<(), String> {
        self.contest.read(text, self.language)?;
        self.seat_all();
        self.kept = Some(self.contest.keepsake());
        self.saved_to = None;
        self.file = Some(path.to_owned());
        Ok(())
    }

    /// Whether the game on the table may be replaced by another: because it is
    /// saved, or is not to be.
    pub(super) fn may_give_up(&mut self) -> io::Result<bool> {
        let may = !self.is_worth_keeping() || self.confirm(Phrase::GiveUp, &[])? == Some(true);
        if !may {
            self.say(Phrase::GoesOn, &[])?;
        }
        Ok(may)
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
        format.unwrap_or(self.variant.format()).to_owned()
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
            Some(false) => {
                // Whoever does not want it is not asked again.
                self.kept = Some(self.contest.keepsake());
                Ok(true)
            }
            None => self.keep_somewhere(),
        }
    }

    /// Puts the game away where a person can find it, or prints it if there is
    /// none.
    fn keep_somewhere(&mut self) -> io::Result<bool> {
        if !self.terminal.is_live() {
            self.print_game()?;
            return Ok(true);
        }
        match self.keepsake().put_away() {
            Ok(path) => self.say(Phrase::Saved, &[&path.display()])?,
            Err(error) => self.terminal.say(&complaint(&error, self.language))?,
        }
        Ok(true)
    }

    fn keepsake(&self) -> Keepsake {
        Keepsake {
            text: self.contest.keepsake(),
            ending: self.variant.ending(),
        }
    }

    /// The game, unless it has been saved.
    pub(super) fn unsaved(&self) -> Option<Keepsake> {
        self.is_worth_keeping().then(|| self.keepsake())
    }

    /// Prints the game, for want of somebody to ask.
    fn print_game(&mut self) -> io::Result<()> {
        self.terminal.say(self.contest.keepsake().trim_end())
    }

    /// Whether moves have been made since the game was last saved.
    fn is_worth_keeping(&self) -> bool {
        let done = self.contest.outcome().is_some() && !self.variant.keeps_moves();
        let moved = self.contest.length() > 0;
        moved && !done && self.kept != Some(self.contest.keepsake())
    }
}
