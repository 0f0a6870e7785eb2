//! **Outflank** plays Othello and speaks lines of text.
//!
//! The crate is a library with a thin program on top. This page is its map,
//! lowest layer first: a module may use those above it in the list, never
//! those below, and each line ends with what the module must never know.
//!
//! The games: rules, and nothing but rules.
//!
//! - [`game`]: words every game shares. *Never* a particular game.
//! - [`othello`]: Othello on every board size, its positions and games as text
//!   included. *Never* what a position is worth, nor a file, nor a protocol.
//! - [`connect`]: connect four, Complica and Gravity, one board and a table of
//!   variants. *Never* what a position is worth.
//! - [`dominoes`]: dominoes for two to four. *Never* which tile is the better.
//!
//! The strength: how a move is chosen.
//!
//! - [`limits`]: when to stop. *Never* why.
//! - [`crew`]: threads that search one tree together. *Never* which tree.
//! - [`table`]: positions already seen. *Never* what for.
//! - [`eval`]: how good a position looks. *Never* what comes after it.
//! - [`endgame`]: the exact result when few squares are left. *Never* a guess
//!   that is given out as a proof.
//! - [`search`]: the best move otherwise. *Never* a print, a file or a setting:
//!   one thread and the same limits give the same node count.
//! - [`engine`]: one thinking engine, position and limits in, progress and a
//!   move out. *Never* which dialect is asking.
//! - [`players`]: who plays the other games. *Never* a tile that the player
//!   could not see.
//! - [`catalog`]: every game by its name, moves as words, and who plays it.
//!   *Never* how a front end asks.
//!
//! The talk: how programs speak.
//!
//! - [`protocol`]: text to values and back, one file per dialect. *Never* a
//!   stream, a clock or an engine: a move is still *as written* there.
//!
//! The uses: the only layers that read, write or wait.
//!
//! - [`store`]: files, whole or not at all. *Never* what is in them.
//! - [`session`]: one conversation, commands in, engine driven, replies out.
//!   *Never* how a command is spelled.
//! - [`training`]: from self-play to weights. *Never* a weight from elsewhere.
//! - [`arena`]: engine processes against each other. *Never* the engine: it
//!   knows engines, our own included, only as lines of text.
//! - [`review`]: a game looked at again. *Never* where it came from.
//! - [`console`]: a person at the keyboard. *Never* the rules of a game.
//! - [`command`]: the command line, one file per subcommand. *Never* anything
//!   another program could want: that belongs below.
//!
//! The [`report`] explains the whole to someone who has just played it: the
//! problem, the algorithm, the data, and what a choice of move costs.
//!
//! `unsafe` appears in `avx2.rs` and `avx512.rs` of `othello/kernel` and of
//! `eval/layer`, and nowhere else.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

#[cfg(unix)]
pub mod arena;
pub mod catalog;
pub mod command;
pub mod connect;
pub mod console;
pub mod crew;
pub mod dominoes;
pub mod endgame;
pub mod engine;
pub mod eval;
pub mod game;
pub mod limits;
pub mod othello;
pub mod players;
pub mod protocol;
pub mod report;
pub mod review;
pub mod search;
pub mod session;
pub mod store;
pub mod table;
pub mod training;
