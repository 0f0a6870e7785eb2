//! From nothing to weights: games are played, positions labelled, weights
//! fitted to them and measured on games they have not seen.
//!
//! In the order of the pipeline:
//!
//! - [`record`]: the one file format of games;
//! - [`selfplay`]: games that make records.

pub mod record;
pub mod selfplay;
