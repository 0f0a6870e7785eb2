//! `outflank train label`: better scores for games that are there already.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::bar::Bar;
use super::{confidence, evaluator};
use crate::command::{Outcome, size};
use crate::othello::Size;
use crate::search::{Confidence, Step};
use crate::training::label;
use crate::training::player::Player;

/// Search the positions of games again, and write the games with the new
/// scores to another file.
///
/// Positions of random openings get a score, too. A run that was interrupted
/// goes on where it was when it is started again.
#[derive(Args)]
pub(super) struct Arguments {
    /// The file of games.
    games: PathBuf,
    /// The file for the games with new scores.
    #[arg(long)]
    into: PathBuf,
    /// The file of weights to search with, instead of those that come with
    /// the program.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Squares to a side: 4, 6, 8 or 10.
    #[arg(long, default_value = "8", value_parser = size)]
    size: Size,
    /// How many games are searched at the same time.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// How deep to search.
    #[arg(long, default_value_t = 8)]
    depth: u32,
    /// How sure a search must be of what it cuts, in percent: 73, 87, 95, 98,
    /// 99 or 100.
    #[arg(long, default_value = "95", value_parser = confidence, value_name = "PERCENT")]
    sure: Confidence,
    /// Solve positions of up to this many empty squares.
    #[arg(long, default_value_t = 14)]
    exact: u32,
}

pub(super) fn run(arguments: Arguments) -> Outcome {
    let evaluator = evaluator(arguments.weights.as_deref(), arguments.size)?;
    let player = Player {
        evaluator: &evaluator,
        step: Step {
            depth: arguments.depth,
            confidence: arguments.sure,
        },
        exact: arguments.exact,
    };
    let count = label::count(&arguments.games, arguments.size)?;
    let mut bar = Bar::new("games", count);
    label::label(
        player,
        arguments.threads,
        &arguments.games,
        &arguments.into,
        &mut |games| bar.set(games),
    )?;
    bar.finish();
    Ok(ExitCode::SUCCESS)
}
