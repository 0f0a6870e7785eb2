//! What a dialect is: a way to read commands and to write replies.

use std::fmt;

use super::command::Command;
use super::reply::Reply;

/// A way of speaking. One value serves one conversation, so it may remember
/// what has been said.
pub trait Dialect: Send {
    /// Reads a line; `None` if it says nothing.
    fn read(&mut self, line: &str) -> Option<Request>;

    /// Appends a reply to what was asked in this form, with its line ends, to
    /// the text to be sent. A reply that has no place in the dialect adds
    /// nothing.
    fn write(&mut self, reply: &Reply, form: Form, out: &mut String);

    /// Whether whatever is said next ends the search that was asked for last.
    fn is_interruptible(&self) -> bool {
        false
    }

    /// Whether bytes that are no text are taken for characters nobody knows.
    /// Otherwise the line is refused.
    fn reads_any_bytes(&self) -> bool {
        false
    }

    /// Whether a side that cannot move is passed for, not asked to pass.
    fn skips_passes(&self) -> bool {
        false
    }

    /// Whether `quit` waits for the end of a search that has one.
    fn finishes_before_quit(&self) -> bool {
        true
    }
}

/// A line that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// What it says, or why that cannot be told.
    pub said: Result<Command, Fault>,
    /// How it was said.
    pub form: Form,
}

/// How something was said, as far as it matters to the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// The number the controller gave it.
    pub id: Option<u32>,
    /// The word of the dialect that was used.
    pub word: &'static str,
}

/// Why a line could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Fault {
    /// Whether the command or its argument is at fault.
    pub kind: FaultKind,
    /// The place of the fault in the line, in characters from 1.
    pub column: usize,
    /// The word found there; nothing at the end of the line.
    pub found: String,
    /// What was expected instead.
    pub expected: &'static str,
}

/// The two ways a line can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// Its first word is no command.
    UnknownCommand,
    /// The command is known, but not what follows it.
    BadArgument,
    /// It has characters that are no part of a text.
    BadText,
}

impl Fault {
    /// The fault at this place of a line, where `rest` is what could not be
    /// read.
    pub fn at(kind: FaultKind, line: &str, rest: &str, expected: &'static str) -> Fault {
        let rest_length = rest.chars().count();
        let blanks = rest.chars().take_while(|c| c.is_whitespace()).count();
        Fault {
            kind,
            column: line.chars().count().saturating_sub(rest_length) + blanks + 1,
            found: excerpt(rest),
            expected,
        }
    }
}

/// The first word of a text, cut short if it is long.
pub fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    let word = text.split_whitespace().next().unwrap_or("");
    match word.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}..", word.get(..end).unwrap_or("")),
        None => word.to_owned(),
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.found.as_str() {
            "" => write!(f, "the line ends at character {}", self.column)?,
            found => write!(f, "\"{found}\" at character {}", self.column)?,
        }
        write!(f, ", expected {}", self.expected)
    }
}
