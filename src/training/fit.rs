//! Weights from labelled positions, by least squares.
//!
//! Stage by stage from the end of the game to its beginning: the late stages
//! have exact labels, and each stage starts from the weights of the one after
//! it and is drawn back to them (ridge regression around the neighbour), so
//! that configurations seen rarely or never in one stage inherit what the
//! others know. Positions of the neighbouring plies take part with less weight,
//! which smooths the tables further.
//!
//! The normal equations are solved by conjugate gradients, preconditioned by
//! their diagonal: that is, by how often each configuration was seen. One
//! iteration is one pass over the positions, split into a fixed number of parts
//! that run on all cores and are added up in order, so the same data give the
//! same weights to the last bit.

use std::path::{Path, PathBuf};

use super::checkpoint::Checkpoint;
use super::record::RecordError;
use super::sample::{Core, Seen, visit_samples};
use crate::eval::Features;
use crate::eval::pattern::Geometry;
use crate::eval::weights::{ONE, PLIES, Weights, WeightsError, stages};
use crate::othello::{Board, Size};
use crate::store::StoreError;

/// How weights are fitted.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The board.
    pub size: Size,
    /// How much of a label is how the game went on, the rest being the score
    /// of the search.
    pub later_share: f32,
    /// The pull of the neighbouring stage: as if each weight had been seen so
    /// many times with the value it has there.
    pub pull: f32,
    /// What a position of a neighbouring ply counts, beside those of the stage.
    pub overlap: f32,
    /// Passes over the positions of a stage.
    pub passes: u32,
}

/// Why weights could not be fitted.
#[derive(Debug, thiserror::Error)]
pub enum FitError {
    /// The games cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The weights to go on from cannot be used.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// A checkpoint cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What is told of a stage once it is fitted.
#[derive(Clone, Copy, Debug)]
pub struct Fitted {
    /// Which stage.
    pub stage: usize,
    /// How many positions it was fitted to, the neighbouring plies' left out.
    pub positions: usize,
    /// The root of the mean squared error on these, in discs.
    pub error: f64,
}

/// How many parts the positions of a stage are split into. Fixed, since the
/// order of additions shows in the last bits.
const PARTS: usize = 4;

/// A labelled position.
struct Sample<W> {
    board: Board<W>,
    label: f32,
}

/// Fits weights to the games of some files, and to the positions with an exact
/// score in some others, such as games of an earlier generation. Stages already
/// in the checkpoint are not fitted again.
pub fn fit(
    settings: &Settings,
    games: &[PathBuf],
    exact_only: &[PathBuf],
    checkpoint: &Path,
    listener: &mut dyn FnMut(Fitted),
) -> Result<Weights, FitError> {
    match settings.size {
        Size::Ten => fit_on::<u128>(settings, games, exact_only, checkpoint, listener),
        _ => fit_on::<u64>(settings, games, exact_only, checkpoint, listener),
    }
}

fn fit_on<W: Core>(
    settings: &Settings,
    games: &[PathBuf],
    exact_only: &[PathBuf],
    checkpoint: &Path,
    listener: &mut dyn FnMut(Fitted),
) -> Result<Weights, FitError> {
    let by_discs = load::<W>(settings, games, exact_only)?;
    let counts: Vec<usize> = by_discs.iter().map(Vec::len).collect();
    let length = Weights::stage_len(settings.size);
    let name = format!("{settings:?} {counts:?}");
    let mut checkpoint = Checkpoint::open(checkpoint, &name, length)?;
    for stage in (0..stages(settings.size)).rev() {
        let done = stages(settings.size) - 1 - stage;
        if done < checkpoint.parts().len() {
            continue;
        }
        let prior = checkpoint.parts().last().cloned();
        let prior = prior.unwrap_or_else(|| vec![0.0; length]);
        let equations = Equations::new(settings, &by_discs, stage);
        let (weights, error) = equations.solve(prior, settings);
        checkpoint.push(weights)?;
        listener(Fitted {
            stage,
            positions: equations.own,
            error,
        });
    }
    let quantised = |weight: &f32| (weight * ONE as f32).round() as i16;
    let numbers = checkpoint.parts().iter().rev().flatten().map(quantised);
    let weights = Weights::new(settings.size, numbers.collect());
    checkpoint.remove();
    Ok(weights)
}

/// Labelled positions by the number of discs.
fn load<W: Core>(
    settings: &Settings,
    games: &[PathBuf],
    exact_only: &[PathBuf],
) -> Result<Vec<Vec<Sample<W>>>, RecordError> {
    let mut by_discs: Vec<Vec<Sample<W>>> = Vec::new();
    by_discs.resize_with(settings.size.area() + 1, Vec::new);
    let add = |seen: &Seen<W>, label| {
        let board = seen.board;
        let discs = (board.player | board.opponent).len() as usize;
        by_discs[discs].push(Sample { board, label });
    };
    visit_samples(games, exact_only, settings.size, settings.later_share, add)?;
    Ok(by_discs)
}

/// The positions of a stage as equations: which weights should add up to what.
struct Equations {
    /// The columns of each equation, `lanes` of them.
    columns: Vec<u32>,
    lanes: usize,
    /// What they should add up to, and how much that counts.
    wanted: Vec<(f32, f32)>,
    /// How many of them are of the stage itself: the first ones.
    own: usize,
}

impl Equations {
    fn new<W: Core>(settings: &Settings, by_discs: &[Vec<Sample<W>>], stage: usize) -> Equations {
        let geometry = Geometry::of(settings.size);
        let first = 4 + stage * PLIES;
        let mut equations = Equations {
            columns: Vec::new(),
            lanes: geometry.shape_of.len() + 1,
            wanted: Vec::new(),
            own: 0,
        };
        for samples in &by_discs[first..first + PLIES] {
            equations.add(geometry, samples, 1.0);
        }
        equations.own = equations.wanted.len();
        for discs in [first - 1, first + PLIES] {
            if let (Some(samples), true) = (by_discs.get(discs), settings.overlap > 0.0) {
                equations.add(geometry, samples, settings.overlap);
            }
        }
        equations
    }

    fn add<W: Core>(&mut self, geometry: &'static Geometry, samples: &[Sample<W>], counts: f32) {
        for sample in samples {
            let board = sample.board;
            let numbers = Features::of(geometry, board).numbers();
            for (&shape, number) in geometry.shape_of.iter().zip(numbers) {
                let shape = &geometry.shapes[shape];
                let column = shape.folded_start as u32 + shape.fold[number as usize];
                self.columns.push(column);
            }
            let parity = (board.player | board.opponent).len() % 2;
            self.columns.push(geometry.folded_len as u32 + parity);
            self.wanted.push((sample.label, counts));
        }
    }

    /// The weights nearest to fulfilling the equations, beginning with those
    /// of the neighbouring stage, and the error that is left.
    fn solve(&self, prior: Vec<f32>, settings: &Settings) -> (Vec<f32>, f64) {
        let width = prior.len();
        let pull = settings.pull;
        let mut weights = prior;
        // What is still missing, and from it the direction of steepest descent.
        let mut rest = self.accumulate(width, |index, columns| {
            let (wanted, counts) = self.wanted[index];
            counts * (wanted - sum(columns, &weights))
        });
        let seen = self.accumulate(width, |index, _| self.wanted[index].1);
        let scaled = |rest: &[f32]| -> Vec<f32> {
            let scale = |(&rest, &seen): (&f32, &f32)| rest / (seen + pull);
            rest.iter().zip(&seen).map(scale).collect()
        };
        let mut step = vec![0.0; width];
        let mut preconditioned = scaled(&rest);
        let mut direction = preconditioned.clone();
        let mut size = dot(&rest, &preconditioned);
        for _ in 0..settings.passes {
            if size <= 0.0 {
                break;
            }
            let mut image = self.accumulate(width, |index, columns| {
                self.wanted[index].1 * sum(columns, &direction)
            });
            add_scaled(&mut image, pull, &direction);
            let length = (size / dot(&direction, &image)) as f32;
            add_scaled(&mut step, length, &direction);
            add_scaled(&mut rest, -length, &image);
            preconditioned = scaled(&rest);
            let before = std::mem::replace(&mut size, dot(&rest, &preconditioned));
            let keep = (size / before) as f32;
            for (direction, new) in direction.iter_mut().zip(&preconditioned) {
                *direction = new + keep * *direction;
            }
        }
        add_scaled(&mut weights, 1.0, &step);
        let error = self.error(&weights);
        (weights, error)
    }

    /// For every equation a number is computed from its columns and added to
    /// each of them.
    fn accumulate(&self, width: usize, number: impl Fn(usize, &[u32]) -> f32 + Sync) -> Vec<f32> {
        let count = self.wanted.len();
        let part = |part: usize| {
            let mut sums = vec![0.0; width];
            for index in count * part / PARTS..count * (part + 1) / PARTS {
                let columns = &self.columns[index * self.lanes..][..self.lanes];
                let number = number(index, columns);
                for &column in columns {
                    sums[column as usize] += number;
                }
            }
            sums
        };
        let part = &part;
        let parts: Vec<Vec<f32>> = std::thread::scope(|scope| {
            let spawn = |number| scope.spawn(move || part(number));
            let threads: Vec<_> = (0..PARTS).map(spawn).collect();
            let join = |thread: std::thread::ScopedJoinHandle<'_, Vec<f32>>| thread.join();
            let joined: Result<_, _> = threads.into_iter().map(join).collect();
            joined.expect("adding up does not panic")
        });
        let mut parts = parts.into_iter();
        let mut total = parts.next().unwrap_or_default();
        for part in parts {
            add_scaled(&mut total, 1.0, &part);
        }
        total
    }

    /// The root of the mean squared error on the stage's own positions.
    fn error(&self, weights: &[f32]) -> f64 {
        let squared = |(columns, &(wanted, _)): (&[u32], &(f32, f32))| {
            let error = (wanted - sum(columns, weights)) as f64;
            error * error
        };
        let equations = self.columns.chunks_exact(self.lanes).zip(&self.wanted);
        let total: f64 = equations.take(self.own).map(squared).sum();
        (total / self.own.max(1) as f64).sqrt()
    }
}

#[inline]
fn sum(columns: &[u32], weights: &[f32]) -> f32 {
    columns.iter().map(|&column| weights[column as usize]).sum()
}

fn dot(one: &[f32], other: &[f32]) -> f64 {
    let product = |(&one, &other): (&f32, &f32)| one as f64 * other as f64;
    one.iter().zip(other).map(product).sum()
}

fn add_scaled(sum: &mut [f32], factor: f32, other: &[f32]) {
    for (sum, other) in sum.iter_mut().zip(other) {
        *sum += factor * other;
    }
}
