//! Engine processes against each other.
//!
//! An engine is known here by the lines it says and nothing else, our own
//! included. In reading order, lowest first:
//!
//! - [`link`]: lines out, lines in, with a deadline;
//! - [`process`]: a child process as a link, which never outlives the runner;
//! - [`board`]: a game as the referee sees it, moves as words;
//! - [`start`]: where a game begins, whichever game;
//! - [`clock`]: what an engine may spend, and what is left of it;
//! - [`speech`]: what a controller says and hears, dialect by dialect;
//! - [`player`]: a link and a dialect, asked for moves;
//! - [`judge`]: exact results near the end;
//! - [`record`]: a finished game as a line of JSON;
//! - [`referee`]: one game, and why it ended;
//! - [`opening`]: books, read, made and shuffled;
//! - [`schedule`]: who plays whom, an iterator;
//! - [`rating`]: Elo, pairs, sequential tests: arithmetic;
//! - [`plan`]: what a match is;
//! - [`journal`]: the results file, a line the moment a game ends;
//! - [`game_file`]: games as GGF, for other programs;
//! - [`standing`]: how a match stands;
//! - [`report`]: that, for people;
//! - [`compliance`]: whether an engine keeps to its dialect;
//! - [`tournament`]: workers that join the above.

pub mod board;
pub mod clock;
pub mod compliance;
pub mod game_file;
pub mod journal;
pub mod judge;
pub mod link;
pub mod opening;
pub mod plan;
pub mod player;
pub mod process;
pub mod rating;
pub mod record;
pub mod referee;
pub mod report;
pub mod schedule;
pub mod speech;
pub mod standing;
pub mod start;
pub mod tournament;
