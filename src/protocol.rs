//! What programs say to each other, as values: text in, value out, and back.
//!
//! Nothing here reads a stream, writes one, waits or plays. A move is still
//! the word someone wrote, a board still a piece of text; the session asks the
//! game what they mean.
//!
//! In reading order:
//!
//! - [`command`]: everything a controller can say;
//! - [`reply`]: everything an engine can say;
//! - [`dialect`]: what a dialect is, and how it names a fault in a line;
//! - [`lexeme`]: the small parsers that dialects share;
//! - [`native`]: our own dialect, in its three dresses native, UGI and UCI;
//! - [`gtp`]: the Go Text Protocol, as Othello uses it;
//! - [`nboard`]: what the NBoard GUI and its engines speak;
//! - [`tongue`]: which dialect is being spoken.

// Other people's text arrives here first: nothing in it may bring us down.
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

pub mod command;
pub mod dialect;
pub mod gtp;
pub mod lexeme;
pub mod native;
pub mod nboard;
pub mod reply;
pub mod tongue;

pub use command::{
    Clock, ClockWord, Command, Go, Handshake, Mode, Query, Setup, Solve, Turn, View,
};
pub use dialect::{Dialect, Fault, FaultKind, Form, Request};
pub use gtp::Gtp;
pub use native::Native;
pub use nboard::NBoard;
pub use reply::{Code, Hint, Info, Kind, Proof, Reply, Status};
pub use tongue::Tongue;
