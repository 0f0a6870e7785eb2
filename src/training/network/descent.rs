//! One step of the descent: a batch of positions, and every weight moved a
//! little.

use super::Sample;
use super::model::{Hidden, Model, Reading, UNIT, average};
use crate::eval::network::{DENSE, ROW, WIDTH};
use crate::eval::orbit::PRODUCTS;

/// How many parts the work is split into. Fixed, since the order of additions
/// shows in the last bits.
const PARTS: usize = 2;

/// No weight grows beyond this, so that rows fit into bytes, and sums of
/// products into 32 bits.
const LARGEST_IN_ROWS: f32 = 0.99;
const LARGEST: f32 = 3.5;

/// The weights, and what is remembered of their gradients.
pub(super) struct Descent {
    pub(super) model: Model,
    rows: Momentum,
    dense: Momentum,
    /// The gradient of the rows, kept for its memory.
    gradient: Vec<f32>,
    steps: u32,
}

/// Running means of the gradient of each weight, and of its square.
struct Momentum {
    mean: Vec<f32>,
    square: Vec<f32>,
}

/// How fast the means forget, and what keeps a division from going wrong.
const MEAN_KEEPS: f32 = 0.9;
const SQUARE_KEEPS: f32 = 0.999;
const TINY: f32 = 1e-8;

impl Momentum {
    fn new(count: usize) -> Momentum {
        Momentum {
            mean: vec![0.0; count],
            square: vec![0.0; count],
        }
    }
}

/// What one part of a batch found.
struct Found {
    /// The sum of squared errors, in discs.
    error: f64,
    dense: Vec<f32>,
    /// For each position what its error means for the hidden units, and the
    /// rows it read.
    hidden: Vec<(Hidden, Reading)>,
}

impl Descent {
    pub(super) fn new(model: Model) -> Descent {
        let count = model.rows.len();
        Descent {
            model,
            rows: Momentum::new(count),
            dense: Momentum::new(DENSE),
            gradient: vec![0.0; count],
            steps: 0,
        }
    }

    /// How many steps have been made.
    pub(super) fn steps(&self) -> u32 {
        self.steps
    }

    /// Learns from a batch. The sum of squared errors before, in discs.
    pub(super) fn step(&mut self, batch: &[Sample], rate: f32) -> f64 {
        let parts = self.forwards_and_backwards(batch);
        self.steps += 1;
        let corrected = Rate::new(rate, self.steps);
        self.move_rows(&parts, corrected);
        let mut gradient = vec![0.0; DENSE];
        for part in &parts {
            let pairs = gradient.iter_mut().zip(&part.dense);
            pairs.for_each(|(sum, found)| *sum += found);
        }
        let Momentum { mean, square } = &mut self.dense;
        let weights = &mut self.model.dense;
        corrected.apply(&gradient, weights, mean, square, LARGEST);
        parts.iter().map(|part| part.error).sum()
    }

    fn forwards_and_backwards(&self, batch: &[Sample]) -> Vec<Found> {
        let model = &self.model;
        let scale = 1.0 / batch.len() as f32;
        let part = move |samples: &[Sample]| {
            let mut found = Found {
                error: 0.0,
                dense: vec![0.0; DENSE],
                hidden: Vec::with_capacity(samples.len()),
            };
            for sample in samples {
                let trace = model.forward(sample.board);
                let error = trace.value - sample.label / UNIT;
                found.error += f64::from(error * UNIT).powi(2);
                let hidden = model.backward(&trace, error * scale, &mut found.dense);
                found.hidden.push((hidden, trace.reading));
            }
            found
        };
        std::thread::scope(|scope| {
            let parts = batch.chunks(batch.len().div_ceil(PARTS));
            let threads: Vec<_> = parts
                .map(|samples| scope.spawn(move || part(samples)))
                .collect();
            let results = threads.into_iter().map(|thread| thread.join());
            results.map(|part| part.expect("no part panics")).collect()
        })
    }

    /// Every thread moves rows of its own.
    fn move_rows(&mut self, parts: &[Found], rate: Rate) {
        let share = self.model.orbits.rows().div_ceil(PARTS) * ROW;
        let unmoved = self.model.orbits.unmoved.chunks(share / ROW);
        let weights = self.model.rows.chunks_mut(share).zip(unmoved);
        let means = self.rows.mean.chunks_mut(share);
        let means = means.zip(self.rows.square.chunks_mut(share));
        let all = self.gradient.chunks_mut(share).zip(weights).zip(means);
        std::thread::scope(|scope| {
            for (index, ((gradient, (weights, unmoved)), (mean, square))) in all.enumerate() {
                scope.spawn(move || {
                    add_up(parts, index * share / ROW, gradient);
                    for (row, &unmoved) in gradient.chunks_exact_mut(ROW).zip(unmoved) {
                        average(row, unmoved);
                    }
                    rate.apply(gradient, weights, mean, square, LARGEST_IN_ROWS);
                });
            }
        });
    }

    /// How many numbers [`state`](Descent::state) gives.
    pub(super) fn state_len(&self) -> usize {
        2 + 3 * (self.model.rows.len() + DENSE)
    }

    /// Everything there is to go on from, after so many epochs.
    pub(super) fn state(&self, epochs: u32) -> Vec<f32> {
        let mut state = vec![epochs as f32, self.steps as f32];
        for numbers in [
            &self.model.rows,
            &self.model.dense,
            &self.rows.mean,
            &self.rows.square,
            &self.dense.mean,
            &self.dense.square,
        ] {
            state.extend_from_slice(numbers);
        }
        state
    }

    /// Goes back to a state. How many epochs it has behind it.
    pub(super) fn restore(&mut self, state: &[f32]) -> u32 {
        let (counts, mut rest) = state.split_at(2);
        self.steps = counts[1] as u32;
        for numbers in [
            &mut self.model.rows,
            &mut self.model.dense,
            &mut self.rows.mean,
            &mut self.rows.square,
            &mut self.dense.mean,
            &mut self.dense.square,
        ] {
            let (these, others) = rest.split_at(numbers.len());
            numbers.copy_from_slice(these);
            rest = others;
        }
        counts[0] as u32
    }
}

/// The gradient of the rows from this one on.
fn add_up(parts: &[Found], first: usize, gradient: &mut [f32]) {
    gradient.fill(0.0);
    for (hidden, reading) in parts.iter().flat_map(|part| &part.hidden) {
        for &(row, turn) in reading {
            let place = (row as usize).checked_sub(first).map(|row| row * ROW);
            let Some(row) = place.and_then(|place| gradient.get_mut(place..place + ROW)) else {
                continue;
            };
            for (to, &from) in row.chunks_exact_mut(WIDTH).zip(&PRODUCTS[turn as usize]) {
                for (to, from) in to.iter_mut().zip(&hidden[from]) {
                    *to += from;
                }
            }
        }
    }
}

/// How far a step goes.
#[derive(Clone, Copy)]
struct Rate {
    rate: f32,
    /// Makes up for squares whose mean has only begun.
    squares: f32,
}

impl Rate {
    fn new(rate: f32, step: u32) -> Rate {
        let begun = |keeps: f32| 1.0 - keeps.powi(step as i32);
        Rate {
            rate: rate / begun(MEAN_KEEPS),
            squares: 1.0 / begun(SQUARE_KEEPS),
        }
    }

    fn apply(
        self,
        gradient: &[f32],
        weights: &mut [f32],
        means: &mut [f32],
        squares: &mut [f32],
        largest: f32,
    ) {
        let means = means.iter_mut().zip(squares);
        for ((change, weight), (mean, square)) in gradient.iter().zip(weights).zip(means) {
            *mean += (1.0 - MEAN_KEEPS) * (change - *mean);
            *square += (1.0 - SQUARE_KEEPS) * (change * change - *square);
            let step = self.rate * *mean / ((*square * self.squares).sqrt() + TINY);
            *weight = (*weight - step).clamp(-largest, largest);
        }
    }
}
