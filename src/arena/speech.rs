//! What a controller says to an engine and hears from it, dialect by dialect.
//!
//! A [`Speech`] turns what the referee wants into lines and lines into what
//! was [`Heard`]. It sends nothing itself, and it waits for nothing.

mod gtp;
mod native;
mod nboard;

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::clock::{Clock, Limits};
use super::start::Start;
use crate::game::Color;
use crate::othello::Position;
use crate::protocol::Handshake;

/// The dialects an engine can be spoken to in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// Our own.
    Native,
    /// The Universal Game Interface.
    Ugi,
    /// Our own as chess programs would expect it.
    Uci,
    /// The Go Text Protocol, version 2.
    Gtp,
    /// NBoard's protocol, version 2.
    NBoard,
}

impl Dialect {
    /// Every dialect, in the order in which they are tried.
    pub const ALL: [Dialect; 5] = [
        Dialect::Native,
        Dialect::Gtp,
        Dialect::Ugi,
        Dialect::NBoard,
        Dialect::Uci,
    ];

    /// The dialect's name, as it is written in a plan.
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Native => "native",
            Dialect::Ugi => "ugi",
            Dialect::Uci => "uci",
            Dialect::Gtp => "gtp",
            Dialect::NBoard => "nboard",
        }
    }

    /// A conversation in this dialect.
    pub fn speech(self) -> Box<dyn Speech> {
        match self {
            Dialect::Native => Box::new(native::Native::new(Handshake::Native)),
            Dialect::Ugi => Box::new(native::Native::new(Handshake::Ugi)),
            Dialect::Uci => Box::new(native::Native::new(Handshake::Uci)),
            Dialect::Gtp => Box::new(gtp::Gtp::default()),
            Dialect::NBoard => Box::new(nboard::NBoard::default()),
        }
    }
}

/// One side of a conversation with one engine.
pub trait Speech: Send {
    /// The first words. The answer is [`Heard::Ready`].
    fn hello(&mut self) -> String;

    /// Asks for the engine's name, where the first words do not. The answer is
    /// [`Heard::Name`].
    fn ask_name(&mut self) -> Option<String> {
        None
    }

    /// Sets an option. There need not be an answer.
    fn set_option(&mut self, name: &str, value: &str) -> Result<String, Unsayable>;

    /// Begins a game. The answer is [`Heard::Ready`].
    fn new_game(&mut self, start: &Start, limits: &Limits) -> Result<String, Unsayable>;

    /// Asks for a move. The answer is [`Heard::Move`] or [`Heard::Resigns`].
    fn go(&mut self, turn: &Turn) -> String;

    /// The last words.
    fn quit(&mut self) -> String;

    /// What a line means.
    fn hear(&mut self, line: &str) -> Heard;
}

/// What is on the table when an engine is asked for a move.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// Where the game began.
    pub start: &'a Start,
    /// The moves made since, passes included.
    pub moves: &'a [String],
    /// How long each of them took.
    pub times: &'a [Duration],
    /// The side to move.
    pub color: Color,
    /// Black's clock.
    pub black: &'a Clock,
    /// White's clock.
    pub white: &'a Clock,
}

impl Turn<'_> {
    /// The clock of the side to move.
    pub fn own_clock(&self) -> &Clock {
        self.clock(self.color)
    }

    /// The clock of a side.
    pub fn clock(&self, color: Color) -> &Clock {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }
}

/// What a line of an engine means.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// Nothing that matters.
    Nothing,
    /// It has done what it was asked.
    Ready,
    /// Its name.
    Name(String),
    /// What it thinks so far.
    Thought(Thought),
    /// Its move.
    Move(String, Thought),
    /// It gives the game up.
    Resigns,
    /// It cannot do what it was asked, and says why.
    Refused(String),
}

/// What an engine thinks of its move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Thought {
    /// Discs it expects to win by.
    pub score: Option<f64>,
    /// Plies it has looked ahead.
    pub depth: Option<u32>,
    /// Positions it has looked at.
    pub nodes: Option<u64>,
}

impl Thought {
    /// This one, completed by what was known before.
    pub fn or(self, earlier: Thought) -> Thought {
        Thought {
            score: self.score.or(earlier.score),
            depth: self.depth.or(earlier.depth),
            nodes: self.nodes.or(earlier.nodes),
        }
    }
}

/// The board of Othello that a game begins with, for dialects that know no
/// other game.
fn only_othello<'a>(dialect: &'static str, start: &'a Start) -> Result<&'a Position, Unsayable> {
    start.othello().ok_or_else(|| Unsayable {
        dialect,
        what: format!("{}, only for Othello", start.kind()),
    })
}

/// Something for which a dialect has no words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{dialect} has no words for {what}")]
pub struct Unsayable {
    /// The dialect.
    pub dialect: &'static str,
    /// What cannot be said in it.
    pub what: String,
}
