//! `outflank train measure`: how well weights predict what they have not seen.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::bar::SharedBar;
use super::evaluator;
use crate::command::{Outcome, size};
use crate::eval::{Evaluator, weights};
use crate::othello::Size;
use crate::training::holdout::{self, Errors, Yardstick};

/// Measure how well weights predict games that they were not fitted to.
///
/// Without further options, what is predicted are the labels of the positions,
/// stage by stage. Otherwise it is the score of a deep search, or the exact
/// score, of positions at a given ply.
#[derive(Args)]
pub(super) struct Arguments {
    /// The files of games.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The file of weights, instead of those that come with the program.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Squares to a side: 4, 6, 8 or 10.
    #[arg(long, default_value = "8", value_parser = size)]
    size: Size,
    /// How much of a label is how the game went on: 0 for the search alone, 1
    /// for the score in the end.
    #[arg(long, default_value_t = 0.8, value_name = "SHARE")]
    later: f32,
    /// Compare with a search of this depth instead, in which nothing is cut.
    #[arg(long)]
    depth: Option<u32>,
    /// Compare with the exact score instead.
    #[arg(long, conflicts_with = "depth")]
    exact: bool,
    /// The plies to take positions from when comparing.
    #[arg(long, value_delimiter = ',', default_value = "20,30,40")]
    plies: Vec<usize>,
    /// How many positions of each ply to compare at most.
    #[arg(long, default_value_t = 1000)]
    positions: usize,
    /// How many positions are searched at the same time.
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

pub(super) fn run(arguments: Arguments) -> Outcome {
    let evaluator = evaluator(arguments.weights.as_deref(), arguments.size)?;
    let yardstick = match (arguments.depth, arguments.exact) {
        (Some(depth), _) => Yardstick::Search(depth),
        (None, true) => Yardstick::Exact,
        (None, false) => return by_stage(&evaluator, &arguments),
    };
    writeln!(io::stdout(), "  ply  {HEADING}")?;
    for &ply in &arguments.plies {
        let settings = holdout::Settings {
            yardstick,
            ply,
            positions: arguments.positions,
            threads: arguments.threads,
        };
        let bar = SharedBar::new("positions", arguments.positions as u64);
        let errors = holdout::compared(&evaluator, &arguments.games, &settings, &|done| {
            bar.set(done)
        })?;
        row(ply, &errors)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn by_stage(evaluator: &Evaluator, arguments: &Arguments) -> Outcome {
    let errors = holdout::by_stage(evaluator, &arguments.games, arguments.later)?;
    writeln!(io::stdout(), "  ply  {HEADING}")?;
    for (stage, errors) in errors.iter().enumerate() {
        if errors.count > 0 {
            row(stage * weights::PLIES, errors)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

const HEADING: &str = "positions  mean error  root mean square  deviation";

fn row(ply: usize, errors: &Errors) -> io::Result<()> {
    writeln!(
        io::stdout(),
        "{ply:5}  {:9}  {:10.2}  {:16.2}  {:9.2}",
        errors.count,
        errors.mean_absolute(),
        errors.root_mean_square(),
        errors.deviation()
    )
}
