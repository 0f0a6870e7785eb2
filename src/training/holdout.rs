//! How well weights predict games they have not seen.

use std::path::PathBuf;

use super::parallel;
use super::player::{self, Solved};
use super::record::{Kind, RecordError};
use super::sample::{Core, visit, visit_labelled};
use crate::eval::weights::PLIES;
use crate::eval::{DISC, Evaluator};
use crate::othello::{Board, Size};
use crate::search::{Confidence, Step};

/// How far predictions are off, in discs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Errors {
    /// How many there were.
    pub count: u64,
    sum: f64,
    squares: f64,
    absolute: f64,
}

impl Errors {
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
    later_share: f32,
) -> Result<Vec<Errors>, RecordError> {
    match evaluator.size() {
        Size::Ten => by_stage_on::<u128>(evaluator, games, later_share),
        _ => by_stage_on::<u64>(evaluator, games, later_share),
    }
}

fn by_stage_on<W: Core>(
    evaluator: &Evaluator,
    games: &[PathBuf],
    later_share: f32,
) -> Result<Vec<Errors>, RecordError> {
    let size = evaluator.size();
    let mut errors = vec![Errors::default(); size.area() / PLIES];
    visit_labelled::<W>(games, size, later_share, |seen, label| {
        let value = evaluator.evaluate(seen.board) as f64 / DISC as f64;
        let discs = (seen.board.player | seen.board.opponent).len() as usize;
        errors[(discs - 4) / PLIES].add(value - label as f64);
    })?;
    Ok(errors)
}

/// What values are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yardstick {
    /// The score of a search of this depth, in which nothing is cut.
    Search(u32),
    /// The exact score.
    Exact,
}

/// How values are compared.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// With what.
    pub yardstick: Yardstick,
    /// Positions after so many discs were placed.
    pub ply: usize,
    /// How many of them at most.
    pub positions: usize,
    /// How many are searched at the same time.
    pub threads: usize,
}

/// The errors of values against a yardstick, at positions of some games. The
/// listener hears how many are done.
pub fn compared(
    evaluator: &Evaluator,
    games: &[PathBuf],
    settings: &Settings,
    listener: &(dyn Fn(u64) + Sync),
) -> Result<Errors, RecordError> {
    match evaluator.size() {
        Size::Ten => compared_on::<u128>(evaluator, games, settings, listener),
        _ => compared_on::<u64>(evaluator, games, settings, listener),
    }
}

fn compared_on<W: Solved>(
    evaluator: &Evaluator,
    games: &[PathBuf],
    settings: &Settings,
    listener: &(dyn Fn(u64) + Sync),
) -> Result<Errors, RecordError> {
    let boards = at_ply::<W>(evaluator.size(), games, settings)?;
    let found = parallel::map(boards.len(), settings.threads, listener, |index| {
        let board = boards[index];
        measured(board, evaluator, settings.yardstick) - evaluator.evaluate(board)
    });
    let mut errors = Errors::default();
    for error in found {
        errors.add(error as f64 / DISC as f64);
    }
    Ok(errors)
}

/// One position of each game, as far as they are needed.
fn at_ply<W: Core>(
    size: Size,
    games: &[PathBuf],
    settings: &Settings,
) -> Result<Vec<Board<W>>, RecordError> {
    let mut boards = Vec::new();
    visit::<W>(games, size, |seen| {
        let discs = |board: Board<W>| (board.player | board.opponent).len() as usize;
        let found = seen
            .iter()
            .find(|seen| discs(seen.board) == settings.ply + 4);
        // A random opening is no position that comes up.
        let found = found.filter(|seen| seen.ply.kind != Kind::Random);
        if let (Some(seen), true) = (found, boards.len() < settings.positions) {
            boards.push(seen.board);
        }
    })?;
    Ok(boards)
}

fn measured<W: Solved>(board: Board<W>, evaluator: &Evaluator, yardstick: Yardstick) -> i32 {
    let table = player::table();
    match yardstick {
        Yardstick::Exact => W::solve(board, evaluator, &table).value,
        Yardstick::Search(depth) => {
            let step = Step {
                depth,
                confidence: Confidence::Full,
            };
            player::searched(board, evaluator, step, &table).value
        }
    }
}
