//! What is said: one place where replies become text, and where text leaves.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::time::SystemTime;

use super::input::{BadLine, legible};
use crate::protocol::{Dialect, Form, Reply};

/// Text is kept until nobody could tell the difference, but not longer than
/// this.
const MOST_KEPT: usize = 32 * 1024;

/// Where replies go.
pub(super) struct Output<W> {
    writer: W,
    kept: String,
    journal: Option<Journal>,
}

impl<W: Write> Output<W> {
    pub(super) fn new(writer: W) -> Output<W> {
        Output {
            writer,
            kept: String::new(),
            journal: None,
        }
    }

    /// Says something in a dialect, in answer to something of this form, and
    /// whether the dialect has words for it.
    pub(super) fn say(&mut self, reply: &Reply, form: Form, dialect: &mut dyn Dialect) -> bool {
        let start = self.kept.len();
        dialect.write(reply, form, &mut self.kept);
        if let Some(journal) = &mut self.journal {
            self.kept[start..]
                .lines()
                .for_each(|line| journal.note('<', line));
        }
        self.kept.len() > start
    }

    /// Where it goes.
    #[cfg(test)]
    pub(super) fn writer(&mut self) -> &mut W {
        &mut self.writer
    }

    /// Sends what has piled up, if it is much.
    pub(super) fn relieve(&mut self) -> io::Result<()> {
        match self.kept.len() > MOST_KEPT {
            true => self.flush(),
            false => Ok(()),
        }
    }

    /// Sends everything said so far.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        if self.kept.is_empty() {
            return Ok(());
        }
        self.writer.write_all(self.kept.as_bytes())?;
        self.kept.clear();
        self.writer.flush()
    }

    /// Notes a line that came in.
    pub(super) fn heard(&mut self, line: Result<&str, BadLine>) {
        if let Some(journal) = &mut self.journal {
            journal.note('>', &legible(line));
        }
    }

    /// Writes down what is said in both directions, or stops doing so.
    pub(super) fn keep_journal(&mut self, file: Option<&Path>) -> io::Result<()> {
        self.journal = file.map(Journal::open).transpose()?;
        Ok(())
    }
}

/// A file with every line of the conversation, `>` in and `<` out, each with
/// the moment it passed.
struct Journal(File);

impl Journal {
    fn open(path: &Path) -> io::Result<Journal> {
        File::options()
            .create(true)
            .append(true)
            .open(path)
            .map(Journal)
    }

    /// Writes at once: the line before a crash is the interesting one. A full
    /// disk is no reason to stop playing.
    fn note(&mut self, direction: char, line: &str) {
        let now = SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .unwrap_or_default();
        let (seconds, micros) = (now.as_secs(), now.subsec_micros());
        let _ = writeln!(self.0, "{seconds}.{micros:06} {direction} {line}");
    }
}
