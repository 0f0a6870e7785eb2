//! From nothing to weights: games are played, positions labelled, weights
//! fitted to them and measured on games they have not seen.
//!
//! In the order of the pipeline:
//!
//! - [`record`]: the one file format of games;
//! - [`player`]: who plays, and says what positions are worth;
//! - [`selfplay`]: games that make records;
//! - [`label`]: better scores for games that are there already;
//! - [`shuffle`]: games in random order, some of them put aside;
//! - [`sample`]: positions with the score they should have;
//! - [`fit`]: weights from these;
//! - [`holdout`]: how well weights predict games they have not seen;
//! - [`contest`]: whether they play better than others;
//! - [`probcut`]: how far shallow searches err with them.

mod checkpoint;
pub mod contest;
pub mod fit;
pub mod holdout;
pub mod label;
mod parallel;
pub mod player;
pub mod probcut;
pub mod record;
pub mod sample;
pub mod selfplay;
pub mod shuffle;
