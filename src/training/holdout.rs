//! How well weights predict games they have not seen.

use std::path::PathBuf;

use super::record::RecordError;
use super::sample::{Core, visit};
use crate::eval::weights::PLIES;
use crate::eval::{DISC, Evaluator};
use crate::othello::Size;

/// How far predictions are off, in discs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Error {
    /// How many there were.
    pub count: u64,
    sum: f64,
    squares: f64,
    absolute: f64,
}

impl Error {
    /// Takes in one more.
    pub fn add(&mut self, error: f64) {
        self.count += 1;
        self.sum += error;
        self.squares += error * error;
        self.absolute += error.abs();
    }

    /// The mean of their sizes.
    pub fn mean_absolute(&self) -> f64 {
        self.absolute / self.count.max(1) as f64
    }

    /// The root of the mean of their squares.
    pub fn root_mean_square(&self) -> f64 {
        (self.squares / self.count.max(1) as f64).sqrt()
    }

    /// How much they scatter around their mean.
    pub fn deviation(&self) -> f64 {
        let count = self.count.max(1) as f64;
        (self.squares / count - (self.sum / count).powi(2))
            .max(0.0)
            .sqrt()
    }
}

/// The errors on the labelled positions of some games, stage by stage.
pub fn by_stage(
    evaluator: &Evaluator,
    games: &[PathBuf],
    outcome_share: f32,
) -> Result<Vec<Error>, RecordError> {
    match evaluator.size() {
        Size::Ten => by_stage_on::<u128>(evaluator, games, outcome_share),
        _ => by_stage_on::<u64>(evaluator, games, outcome_share),
    }
}

fn by_stage_on<W: Core>(
    evaluator: &Evaluator,
    games: &[PathBuf],
    outcome_share: f32,
) -> Result<Vec<Error>, RecordError> {
    let size = evaluator.size();
    let mut errors = vec![Error::default(); size.area() / PLIES];
    visit::<W>(games, size, |seen| {
        for seen in seen {
            let Some(label) = seen.label(outcome_share) else {
                continue;
            };
            let value = evaluator.evaluate(seen.board) as f64 / DISC as f64;
            let discs = (seen.board.player | seen.board.opponent).len() as usize;
            errors[(discs - 4) / PLIES].add(value - label as f64);
        }
    })?;
    Ok(errors)
}
