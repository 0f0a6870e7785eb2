//! `outflank train split`: games to fit to, and games to measure with.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::command::{Outcome, size};
use crate::othello::Size;
use crate::training::shuffle;

/// Put games into random order and some of them aside, to measure with.
#[derive(Args)]
pub(super) struct Arguments {
    /// The files of games.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The file for the games to fit to.
    #[arg(long)]
    into: PathBuf,
    /// The file for the games put aside.
    #[arg(long)]
    aside: PathBuf,
    /// One game in so many is put aside.
    #[arg(long, default_value_t = 20)]
    one_in: usize,
    /// Squares to a side: 4, 6, 8 or 10.
    #[arg(long, default_value = "8", value_parser = size)]
    size: Size,
    /// Another seed gives another order.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(arguments: Arguments) -> Outcome {
    let settings = shuffle::Settings {
        size: arguments.size,
        seed: arguments.seed,
        one_in: arguments.one_in,
    };
    let done = shuffle::divide(
        &settings,
        &arguments.games,
        &arguments.into,
        &arguments.aside,
    )?;
    writeln!(
        io::stderr(),
        "{} games to fit to, {} put aside, {} repeated ones left out",
        done.kept,
        done.aside,
        done.repeated
    )?;
    Ok(ExitCode::SUCCESS)
}
