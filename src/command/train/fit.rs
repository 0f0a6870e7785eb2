//! `outflank train fit`: weights from games.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::bar::Bar;
use crate::command::{Outcome, size};
use crate::eval::weights;
use crate::othello::Size;
use crate::store;
use crate::training::fit;

/// Fit weights to games and write them to a file.
///
/// A run that was interrupted goes on with the stage it was at when it is
/// started again.
#[derive(Args)]
pub(super) struct Arguments {
    /// The files of games.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Files of games of which only positions with an exact score are used.
    #[arg(long, num_args = 1.., value_name = "GAMES")]
    exact_only: Vec<PathBuf>,
    /// The file for the weights.
    #[arg(long)]
    weights: PathBuf,
    /// Squares to a side: 4, 6, 8 or 10.
    #[arg(long, default_value = "8", value_parser = size)]
    size: Size,
    /// How much of a label is how the game went on: 0 for the search alone, 1
    /// for the score in the end.
    #[arg(long, default_value_t = 0.8, value_name = "SHARE")]
    later: f32,
    /// How strongly a stage is drawn to the weights of the next.
    #[arg(long, default_value_t = 4.0)]
    pull: f32,
    /// What a position of a neighbouring ply counts.
    #[arg(long, default_value_t = 0.5)]
    overlap: f32,
    /// Passes over the positions of a stage.
    #[arg(long, default_value_t = 20)]
    passes: u32,
}

pub(super) fn run(arguments: Arguments) -> Outcome {
    let settings = fit::Settings {
        size: arguments.size,
        later_share: arguments.later,
        pull: arguments.pull,
        overlap: arguments.overlap,
        passes: arguments.passes,
    };
    let stages = weights::stages(arguments.size) as u64;
    let mut bar = Bar::new("stages", stages);
    let checkpoint = arguments.weights.with_extension("unfinished");
    let weights = fit::fit(
        &settings,
        &arguments.games,
        &arguments.exact_only,
        &checkpoint,
        &mut |fitted| bar.set(stages - fitted.stage as u64),
    )?;
    bar.finish();
    let bytes = weights.write();
    store::write(&arguments.weights, |out| out.write_all(&bytes))?;
    Ok(ExitCode::SUCCESS)
}
