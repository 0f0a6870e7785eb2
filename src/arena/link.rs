//! Lines out, lines in, with a deadline: all that is known of an engine.

use std::time::Instant;

/// The other end of a conversation.
pub trait Link: Send {
    /// Sends text, which ends with a line end.
    fn send(&mut self, text: &str) -> Result<(), Lost>;

    /// The next line, without its end, if it comes before the deadline.
    fn receive(&mut self, deadline: Instant) -> Result<String, Lost>;
}

/// Why there is no line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Lost {
    /// None came in time.
    #[error("no answer in time")]
    Silent,
    /// The other end is gone, and this is how it went.
    #[error("{0}")]
    Closed(String),
}

/// A link to a function that answers each line with lines: an engine without
/// a process.
pub struct Script<F> {
    answer: F,
    pending: std::collections::VecDeque<String>,
}

impl<F: FnMut(&str) -> Vec<String> + Send> Script<F> {
    /// A conversation with this function.
    pub fn new(answer: F) -> Script<F> {
        Script {
            answer,
            pending: Default::default(),
        }
    }
}

impl<F: FnMut(&str) -> Vec<String> + Send> Link for Script<F> {
    fn send(&mut self, text: &str) -> Result<(), Lost> {
        for line in text.lines() {
            self.pending.extend((self.answer)(line));
        }
        Ok(())
    }

    fn receive(&mut self, _deadline: Instant) -> Result<String, Lost> {
        self.pending.pop_front().ok_or(Lost::Silent)
    }
}
