//! Our own dialect: UCI's shape, UGI's words, and what Othello needs besides.
//!
//! It has three dresses. After `ugi` or `uci` the same commands are read, but
//! the answers keep to what programs written for those protocols understand.
//! `protocol.md` is the manual; its conversations are run as tests.

mod command;
mod reply;
#[cfg(test)]
mod tests;

pub use command::{is_known, read as read_command, write as write_command};
pub use reply::{read as read_reply, write as write_reply};

use super::command::{Command, Handshake};
use super::dialect::{Dialect, Fault};
use super::reply::Reply;

/// The native dialect, in one of its dresses.
#[derive(Clone, Debug, Default)]
pub struct Native {
    dress: Handshake,
}

impl Dialect for Native {
    /// Chess programs mean the first mover when they say white.
    fn read(&mut self, line: &str) -> Result<Option<Command>, Fault> {
        let mut command = command::read(line)?;
        if let (Some(Command::Go(go)), Handshake::Uci) = (&mut command, self.dress) {
            go.first = std::mem::take(&mut go.white);
            go.second = std::mem::take(&mut go.black);
        }
        Ok(command)
    }

    /// The end of a handshake is where the dress changes: commands are read
    /// ahead of the answers to those before them.
    fn write(&mut self, reply: &Reply, out: &mut String) {
        if let Reply::HandshakeOk(dress) = reply {
            self.dress = *dress;
        }
        reply::write(reply, self.dress, out);
    }
}
