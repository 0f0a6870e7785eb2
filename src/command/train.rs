//! `outflank train`: the steps from nothing to weights, each a subcommand of
//! its own.

use std::error::Error;
use std::ops::Deref;
use std::path::Path;

use clap::{Args, Subcommand};

use super::Outcome;
use crate::eval::Evaluator;
use crate::othello::Size;
use crate::search::Confidence;
use crate::store;

mod bar;
mod contest;
mod fit;
mod label;
mod measure;
mod network;
mod probcut;
mod selfplay;
mod split;

/// Make the evaluation: play games, label them, fit weights, measure them.
#[derive(Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Selfplay(selfplay::Arguments),
    Label(label::Arguments),
    Split(split::Arguments),
    Fit(fit::Arguments),
    Measure(measure::Arguments),
    Network(network::Arguments),
    Contest(contest::Arguments),
    Probcut(probcut::Arguments),
}

pub(super) fn run(arguments: Arguments) -> Outcome {
    match arguments.command {
        Command::Selfplay(arguments) => selfplay::run(arguments),
        Command::Label(arguments) => label::run(arguments),
        Command::Split(arguments) => split::run(arguments),
        Command::Fit(arguments) => fit::run(arguments),
        Command::Measure(arguments) => measure::run(arguments),
        Command::Network(arguments) => network::run(arguments),
        Command::Contest(arguments) => contest::run(arguments),
        Command::Probcut(arguments) => probcut::run(arguments),
    }
}

/// How sure to be, as an argument.
fn confidence(text: &str) -> Result<Confidence, String> {
    let percent = text.parse::<u8>().ok();
    let mut all = Confidence::ALL.into_iter();
    all.find(|confidence| Some(confidence.percent()) == percent)
        .ok_or_else(|| "expected 73, 87, 95, 98, 99 or 100".into())
}

/// The evaluation by the weights of a file or of the program, or by none.
fn evaluator(weights: Option<&Path>, size: Size) -> Result<Chosen, Box<dyn Error>> {
    Ok(match weights {
        None => Chosen::Shared(Evaluator::for_size(size)),
        Some(path) if path == "none" => Chosen::Own(Evaluator::by_hand(size)),
        Some(path) => Chosen::Own(load(path, size)?),
    })
}

/// An evaluation, the program's or one of our own.
enum Chosen {
    Shared(&'static Evaluator),
    Own(Evaluator),
}

impl Deref for Chosen {
    type Target = Evaluator;

    fn deref(&self) -> &Evaluator {
        match self {
            Chosen::Shared(evaluator) => evaluator,
            Chosen::Own(evaluator) => evaluator,
        }
    }
}

/// More than any file of weights has.
const LARGEST_WEIGHTS: u64 = 64 << 20;

/// The weights of a file, for boards of this size.
fn load(path: &Path, size: Size) -> Result<Evaluator, Box<dyn Error>> {
    let bytes = store::read(path, LARGEST_WEIGHTS)?;
    let evaluator = Evaluator::from_bytes(&bytes);
    let evaluator = evaluator.map_err(|error| format!("{}: {error}", path.display()))?;
    match evaluator.size() == size {
        true => Ok(evaluator),
        false => {
            let found = evaluator.size();
            Err(format!(
                "{}: expected weights for {size}, got {found}",
                path.display()
            )
            .into())
        }
    }
}
