//! `outflank review`: what each move of a game was worth.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread::available_parallelism;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::Outcome;
use super::play::language;
use super::solve::raise_on_interrupt;
use crate::console::{self, Language};
use crate::limits::Stop;
use crate::othello::{History, Position};
use crate::review::{Care, graph, review};
use crate::store;

/// Look at a game again: the best move, what was played and what it lost.
///
/// Scores are discs for the side that moves, with best play from there on:
/// `=` is proven, `99%` is nearly so, `@12` is an estimate from 12 plies
/// ahead. A move that loses 2 discs is marked `?`, one that loses 6 `??`. A
/// move is good if it loses less than half a disc, and the accuracy is the
/// share of good moves.
#[derive(Args)]
pub(super) struct Arguments {
    /// The game, in any format; `-` is standard input.
    game: PathBuf,
    /// The level at which positions are searched, 0 to 60.
    #[arg(long, default_value_t = LEVEL, value_parser = clap::value_parser!(u32).range(0..=60))]
    level: u32,
    /// From how many empty squares on scores are exact.
    #[arg(long, value_name = "EMPTIES", default_value_t = SOLVE)]
    exact: u32,
    /// How many positions are looked at at the same time. Unless given, as
    /// many as there are cores; the result is the same.
    #[arg(long, value_name = "COUNT")]
    threads: Option<std::num::NonZero<usize>>,
    /// Draw the score over the game, to a file that ends in .svg or .png.
    #[arg(long, value_name = "FILE", value_parser = graph_file)]
    graph: Option<PathBuf>,
    /// The language: en, es or pt. Unless given, the locale's.
    #[arg(long, value_name = "LANGUAGE", value_parser = language)]
    lang: Option<Language>,
}

/// What a game of 60 moves takes some seconds with.
const LEVEL: u32 = 14;
const SOLVE: u32 = 20;

fn graph_file(text: &str) -> Result<PathBuf, String> {
    match extension(Path::new(text)).as_str() {
        "svg" | "png" => Ok(text.into()),
        _ => Err("expected a file name that ends in .svg or .png".into()),
    }
}

fn extension(path: &Path) -> String {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.unwrap_or("").to_ascii_lowercase()
}

pub(super) fn run(arguments: Arguments) -> Outcome {
    let language = arguments.lang.unwrap_or_else(Language::of_environment);
    let history = read(&arguments.game, language)?;
    let stop = Stop::default();
    raise_on_interrupt(stop.clone())?;
    let threads = arguments.threads.or_else(|| available_parallelism().ok());
    let care = Care {
        level: arguments.level,
        solve: arguments.exact,
        threads: threads.map_or(1, Into::into),
        stop,
    };
    let bar = bar(history.moves().len());
    let judged = review(&history, &care, &|| bar.inc(1));
    bar.finish_and_clear();
    io::stdout().write_all(console::table(&judged, language).as_bytes())?;
    if let Some(path) = &arguments.graph {
        draw(path, &history, &judged, console::captions(language))?;
    }
    Ok(match care.stop.is_raised() {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    })
}

fn read(path: &Path, language: Language) -> Result<History, Box<dyn std::error::Error>> {
    let text = match path.as_os_str() == "-" {
        true => io::read_to_string(io::stdin().take(console::LARGEST))?,
        false => console::read_text(path, language)?,
    };
    let wrong = |reason: &str| format!("{}: {reason}", path.display());
    let history = console::read_game(&text, Position::default(), language);
    let history = history.map_err(|reason| wrong(&reason))?;
    let moves = history.moves().len();
    match moves {
        0 => Err(wrong(console::no_moves(language)).into()),
        _ => Ok(history),
    }
}

fn draw(
    path: &Path,
    history: &History,
    judged: &[crate::review::Judged],
    captions: [&str; 2],
) -> Result<(), Box<dyn std::error::Error>> {
    let bytes = match extension(path).as_str() {
        "png" => {
            graph::png(history, judged, captions).ok_or("there is no memory for the picture")?
        }
        _ => graph::svg(history, judged, captions).into_bytes(),
    };
    store::write(path, |out| out.write_all(&bytes))?;
    Ok(())
}

/// A bar that shows only where a person is looking.
fn bar(moves: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:24} {pos}/{len}  {elapsed}")
        .expect("the template is well formed");
    ProgressBar::new(moves as u64).with_style(style)
}
