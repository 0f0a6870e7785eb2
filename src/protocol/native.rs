//! Our own dialect: UCI's shape, UGI's words, and what Othello needs besides.
//!
//! It has three dresses. After `ugi` or `uci` the same commands are read, but
//! the answers keep to what programs written for those protocols understand.
//! `protocol.md` is the manual; its conversations are run as tests.

mod command;
mod line;
mod reply;
#[cfg(test)]
mod tests;

pub use command::{is_known, read as read_command};
pub use line::write as write_command;
pub use reply::{read as read_reply, write as write_reply};

use super::command::{Command, Handshake};
use super::dialect::{Dialect, Form, Request};
use super::reply::Reply;

/// The native dialect, in one of its dresses.
#[derive(Clone, Debug, Default)]
pub struct Native {
    dress: Handshake,
}

impl Native {
    /// The dialect in this dress, before any handshake.
    pub fn dressed(dress: Handshake) -> Native {
        Native { dress }
    }
}

impl Dialect for Native {
    /// Chess programs mean the first mover when they say white. In their dress
    /// a `go` is never refused for a word that is not known: whoever waits for
    /// its `bestmove` would wait in vain.
    fn read(&mut self, line: &str) -> Option<Request> {
        let mut said = command::read(line).transpose()?;
        if said.is_err() && self.dress != Handshake::Native {
            said = command::read_go_regardless(line).map_or(said, Ok);
        }
        if let (Ok(Command::Go(go)), Handshake::Uci) = (&mut said, self.dress) {
            go.first = std::mem::take(&mut go.white);
            go.second = std::mem::take(&mut go.black);
        }
        let form = Form::default();
        Some(Request { said, form })
    }

    /// UGI's runners ask whose turn it is, and not where there is no move.
    fn skips_passes(&self) -> bool {
        self.dress == Handshake::Ugi
    }

    /// The end of a handshake is where the dress changes: commands are read
    /// ahead of the answers to those before them.
    fn write(&mut self, reply: &Reply, _: Form, out: &mut String) {
        if let Reply::HandshakeOk(dress) = reply {
            self.dress = *dress;
        }
        reply::write(reply, self.dress, out);
    }
}
