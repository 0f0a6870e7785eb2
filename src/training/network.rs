//! The network's weights from labelled positions, by gradient descent.
//!
//! Adam (Kingma and Ba 2015) on batches of positions in random order, with a
//! rate that falls along half a cosine to nothing. A batch is worked on in
//! rounds: every thread takes some of the positions forwards and backwards
//! through the small layers; then every thread adds up what that means for some
//! of the rows of the first layer, and moves them. Nothing is written by two
//! threads, and the parts are of a fixed number and added up in order, so the
//! same data give the same weights to the last bit.
//!
//! - `model`: the network in fractions, forwards and backwards;
//! - `descent`: one step.

mod descent;
mod model;

use std::path::{Path, PathBuf};

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

use super::checkpoint::Checkpoint;
use super::fit::FitError;
use super::record::RecordError;
use super::sample::{Seen, visit_samples};
use crate::eval::network;
use crate::othello::word::Word;
use crate::othello::{Board, Size};
use descent::Descent;
use model::Model;

/// How a network is fitted.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How much of a label is how the game went on, the rest being the score
    /// of the search.
    pub later_share: f32,
    /// How often every position is seen.
    pub epochs: u32,
    /// Positions to a step.
    pub batch: usize,
    /// How far a step goes at first.
    pub rate: f32,
    /// Another seed, another beginning and another order.
    pub seed: u64,
}

/// What is told after every epoch.
#[derive(Clone, Copy, Debug)]
pub struct Fitted {
    /// How many are done.
    pub epochs: u32,
    /// How many positions there are.
    pub positions: usize,
    /// The root of the mean squared error on these while they were learned, in
    /// discs.
    pub error: f64,
}

/// A labelled position.
#[derive(Clone, Copy)]
struct Sample {
    board: Board,
    /// In discs.
    label: f32,
}

/// The first steps are short, until it is known how steep the way is.
const WARM_UP: f32 = 200.0;

/// Fits a network to the games of some files, and to the positions with an
/// exact score in some others. It goes on from the network of a file, given as
/// its contents, or else from chance. Epochs that are in the checkpoint are not
/// learned again. The result is the contents of a weight file.
pub fn fit(
    settings: &Settings,
    from: Option<&[u8]>,
    games: &[PathBuf],
    exact_only: &[PathBuf],
    checkpoint: &Path,
    listener: &mut dyn FnMut(Fitted),
) -> Result<Vec<u8>, FitError> {
    let learned = from.map(network::read).transpose()?;
    let model = match &learned {
        Some((rows, dense)) => Model::from_quantised(rows, dense),
        None => Model::random(settings.seed),
    };
    let mut descent = Descent::new(model);
    let samples = load(settings, games, exact_only)?;
    let from = from.map(crc32fast::hash);
    let name = format!("network {settings:?} {from:?} {}", samples.len());
    let mut checkpoint = Checkpoint::open(checkpoint, &name, descent.state_len())?;
    let mut done = 0;
    if let Some(state) = checkpoint.parts().last() {
        done = descent.restore(state);
    }
    for epoch in done..settings.epochs {
        let error = learn(&mut descent, settings, &samples, epoch);
        checkpoint.replace(descent.state(epoch + 1))?;
        listener(Fitted {
            epochs: epoch + 1,
            positions: samples.len(),
            error,
        });
    }
    checkpoint.remove();
    // Another network knows every number of empty squares already.
    if learned.is_none() {
        descent.model.fill_stacks(&stacks_learned(&samples));
    }
    let (rows, dense) = descent.model.quantised();
    Ok(network::write(&rows, &dense))
}

/// Sees every position once, as far as they fill batches. The error meanwhile.
fn learn(descent: &mut Descent, settings: &Settings, samples: &[Sample], epoch: u32) -> f64 {
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let seed = settings.seed.wrapping_add(u64::from(epoch) << 32);
    order.shuffle(&mut StdRng::seed_from_u64(seed));
    let batch = settings.batch.clamp(1, samples.len().max(1));
    let steps = samples.len() / batch;
    let all = (steps as u32 * settings.epochs) as f32;
    let mut sum = 0.0;
    for places in order.chunks_exact(batch) {
        let step = descent.steps() as f32;
        let falling = 0.5 + 0.5 * (step / all * std::f32::consts::PI).cos();
        let rising = ((step + 1.0) / WARM_UP).min(1.0);
        let batch: Vec<Sample> = places
            .iter()
            .map(|&place| samples[place as usize])
            .collect();
        sum += descent.step(&batch, settings.rate * falling * rising);
    }
    (sum / (steps * batch).max(1) as f64).sqrt()
}

/// A stack has learned something once it has seen so many positions.
const ENOUGH: usize = 100;

/// Which numbers of empty squares enough positions have.
fn stacks_learned(samples: &[Sample]) -> [bool; network::STACKS] {
    let mut counts = [0; network::STACKS];
    for sample in samples {
        counts[sample.board.empties(u64::MAX).len() as usize % network::STACKS] += 1;
    }
    counts.map(|count| count >= ENOUGH)
}

/// Every labelled position.
fn load(
    settings: &Settings,
    games: &[PathBuf],
    exact_only: &[PathBuf],
) -> Result<Vec<Sample>, RecordError> {
    let mut samples = Vec::new();
    let add = |seen: &Seen<u64>, label| {
        let board = seen.board;
        samples.push(Sample { board, label });
    };
    visit_samples(games, exact_only, Size::Eight, settings.later_share, add)?;
    Ok(samples)
}
