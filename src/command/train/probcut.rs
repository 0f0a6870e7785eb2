//! `outflank train probcut`: what the search may cut, fitted to the weights.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::bar::SharedBar;
use super::evaluator;
use crate::command::{Outcome, size};
use crate::othello::Size;
use crate::training::probcut;

/// Measure how far shallow searches err, and fit the model that the search
/// cuts by.
///
/// To be run after every change of weights. The two lines it prints replace
/// those of the same size in `src/search/probcut.txt`.
#[derive(Args)]
pub(super) struct Arguments {
    /// The files of games to take positions from, best those put aside.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The file of weights, instead of those that come with the program.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Squares to a side: 4, 6, 8 or 10.
    #[arg(long, default_value = "8", value_parser = size)]
    size: Size,
    /// How many positions to search, and as many to solve.
    #[arg(long, default_value_t = 2000)]
    positions: usize,
    /// The deepest search.
    #[arg(long, default_value_t = 9)]
    depth: u32,
    /// Solve positions of up to this many empty squares.
    #[arg(long, default_value_t = 20)]
    exact: u32,
    /// Another seed takes other positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many positions are searched at the same time.
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

pub(super) fn run(arguments: Arguments) -> Outcome {
    let evaluator = evaluator(arguments.weights.as_deref(), arguments.size)?;
    let settings = probcut::Settings {
        positions: arguments.positions,
        depth: arguments.depth,
        exact: arguments.exact,
        seed: arguments.seed,
        threads: arguments.threads,
    };
    let bar = SharedBar::new("positions", 2 * arguments.positions as u64);
    let model = probcut::fit(&evaluator, &arguments.games, &settings, &|done| {
        bar.set(done)
    })?;
    write!(io::stdout(), "{}", probcut::write(&model, arguments.size))?;
    Ok(ExitCode::SUCCESS)
}
