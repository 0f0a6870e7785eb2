//! `outflank train network`: a network from games.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::bar::Bar;
use crate::command::Outcome;
use crate::store;
use crate::training::network;

/// Fit a network for 8x8 boards to games and write it to a file.
///
/// A run that was interrupted goes on with the epoch it was at when it is
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
    /// Go on from this network instead of from chance.
    #[arg(long, value_name = "WEIGHTS")]
    from: Option<PathBuf>,
    /// How much of a label is how the game went on: 0 for the search alone, 1
    /// for the score in the end.
    #[arg(long, default_value_t = 0.8, value_name = "SHARE")]
    later: f32,
    /// How often every position is seen.
    #[arg(long, default_value_t = 8)]
    epochs: u32,
    /// Positions to a step.
    #[arg(long, default_value_t = 16_384)]
    batch: usize,
    /// How far a step goes at first.
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
    /// Another seed gives another beginning and another order.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(arguments: Arguments) -> Outcome {
    let settings = network::Settings {
        later_share: arguments.later,
        epochs: arguments.epochs,
        batch: arguments.batch,
        rate: arguments.rate,
        seed: arguments.seed,
    };
    let from = arguments.from.as_deref();
    let from = from
        .map(|path| store::read(path, super::LARGEST_WEIGHTS))
        .transpose()?;
    let mut bar = Bar::new("epochs", arguments.epochs.into());
    let checkpoint = arguments.weights.with_extension("unfinished");
    let weights = network::fit(
        &settings,
        from.as_deref(),
        &arguments.games,
        &arguments.exact_only,
        &checkpoint,
        &mut |fitted| {
            log::info!("epoch {}: error {:.3}", fitted.epochs, fitted.error);
            bar.set(fitted.epochs.into());
        },
    )?;
    bar.finish();
    store::write(&arguments.weights, |out| out.write_all(&weights))?;
    Ok(ExitCode::SUCCESS)
}
