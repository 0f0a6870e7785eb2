//! `outflank train`: the steps from nothing to weights, each a subcommand of
//! its own.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};

use super::Outcome;
use super::size;
use crate::othello::Size;
use crate::training::selfplay;

/// Make the evaluation: play games, label them, fit weights, measure them.
#[derive(Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    Selfplay(SelfplayArguments),
}

pub(super) fn run(arguments: Arguments) -> Outcome {
    match arguments.step {
        Step::Selfplay(arguments) => selfplay(arguments),
    }
}

/// Play games against itself and add them to a file.
///
/// A run that was interrupted goes on where it was when it is started again.
#[derive(Args)]
struct SelfplayArguments {
    /// The file of games.
    games: PathBuf,
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
    #[arg(long, default_value_t = 4)]
    depth: u32,
    /// Play perfectly from this many empty squares on.
    #[arg(long, default_value_t = 14)]
    exact: u32,
}

fn selfplay(arguments: SelfplayArguments) -> Outcome {
    let settings = selfplay::Settings {
        size: arguments.size,
        games: arguments.count,
        seed: arguments.seed,
        threads: arguments.threads,
        depth: arguments.depth,
        exact: arguments.exact,
    };
    let mut bar = Bar::new("games", arguments.count);
    selfplay::play(&settings, &arguments.games, &mut |games| bar.set(games))?;
    bar.finish();
    Ok(ExitCode::SUCCESS)
}

/// Shows how far a step has come: a bar on a terminal, a line now and then
/// elsewhere.
struct Bar {
    bar: ProgressBar,
    plain: bool,
    next_line: Instant,
}

const BETWEEN_LINES: Duration = Duration::from_secs(10);

impl Bar {
    fn new(what: &'static str, total: u64) -> Bar {
        let bar = ProgressBar::new(total).with_message(what);
        let style = "{bar:40} {human_pos}/{human_len} {msg}, {per_sec}, {eta} left";
        bar.set_style(ProgressStyle::with_template(style).expect("the template is sound"));
        Bar {
            bar,
            plain: !io::stderr().is_terminal(),
            next_line: Instant::now(),
        }
    }

    fn set(&mut self, done: u64) {
        // What was there before this run says nothing about its speed.
        if self.bar.position() == 0 {
            self.bar.reset_eta();
        }
        self.bar.set_position(done);
        if self.plain && Instant::now() >= self.next_line {
            self.next_line = Instant::now() + BETWEEN_LINES;
            self.line();
        }
    }

    fn line(&self) {
        let (done, total) = (self.bar.position(), self.bar.length().unwrap_or(0));
        let what = self.bar.message();
        // Progress that cannot be shown is no reason to stop.
        let _ = writeln!(io::stderr(), "{done} of {total} {what}");
    }

    fn finish(self) {
        if self.plain {
            self.line();
        }
        self.bar.finish();
    }
}
