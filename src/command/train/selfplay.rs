//! `outflank train selfplay`: games to learn from.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::bar::Bar;
use super::{confidence, evaluator};
use crate::command::{Outcome, size};
use crate::othello::Size;
use crate::search::{Confidence, Step};
use crate::training::player::Player;
use crate::training::selfplay;

/// Play games against itself and add them to a file.
///
/// A run that was interrupted goes on where it was when it is started again.
#[derive(Args)]
pub(super) struct Arguments {
    /// The file of games.
    games: PathBuf,
    /// The file of weights to play with, or `none` to play by hand-made rules,
    /// instead of the weights that come with the program.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// How many games the file shall hold in the end.
    #[arg(long, default_value_t = 100_000)]
    count: u64,
    /// Squares to a side: 4, 6, 8 or 10.
    #[arg(long, default_value = "8", value_parser = size)]
    size: Size,
    /// Another seed gives other games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games are played at the same time.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// How deep both sides search.
    #[arg(long, default_value_t = 6)]
    depth: u32,
    /// How sure a search must be of what it cuts, in percent: 73, 87, 95, 98,
    /// 99 or 100.
    #[arg(long, default_value = "87", value_parser = confidence, value_name = "PERCENT")]
    sure: Confidence,
    /// Play perfectly from this many empty squares on.
    #[arg(long, default_value_t = 14)]
    exact: u32,
}

pub(super) fn run(arguments: Arguments) -> Outcome {
    let evaluator = evaluator(arguments.weights.as_deref(), arguments.size)?;
    let settings = selfplay::Settings {
        player: Player {
            evaluator: &evaluator,
            step: Step {
                depth: arguments.depth,
                confidence: arguments.sure,
            },
            exact: arguments.exact,
        },
        games: arguments.count,
        seed: arguments.seed,
        threads: arguments.threads,
    };
    let mut bar = Bar::new("games", arguments.count);
    selfplay::play(&settings, &arguments.games, &mut |games| bar.set(games))?;
    bar.finish();
    Ok(ExitCode::SUCCESS)
}
