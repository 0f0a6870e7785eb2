//! `outflank solve`: exact endgame scores of positions in files.

mod input;
mod report;

use std::error::Error;
use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};

use super::{Outcome, size};
use crate::endgame::{Goal, Progress, Question, Solver};
use crate::engine;
use crate::limits::{Budget, Stop};
use crate::othello::Size;
use crate::table::Table;
use input::{Input, Item, Unsolvable};
use report::{Row, Totals, Verdict};

/// Solve the positions of OBF files: the score with best play, and the move.
///
/// Where a file gives scores they are compared with what was found. The exit
/// code is 1 if any differs, a line cannot be read, or the work was
/// interrupted.
#[derive(Args)]
pub(super) struct Arguments {
    /// OBF files, one position a line; `-` is standard input.
    #[arg(value_name = "FILE", required_unless_present = "start")]
    files: Vec<PathBuf>,
    /// Solve the game from its first move, with 4, 6 or 8 squares to a side.
    #[arg(long, value_name = "SIZE", value_parser = size, conflicts_with = "files")]
    start: Option<Size>,
    /// How many threads think. One counts the same nodes on every run.
    #[arg(long, default_value = "1", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Memory for positions already seen, in MiB.
    #[arg(long, default_value = "256", value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    hash: u32,
    /// Find out who wins, not by how much.
    #[arg(long)]
    wld: bool,
    /// Find the score of every move, not of the best alone.
    #[arg(long)]
    all_moves: bool,
    /// Write one JSON object per position instead of a table.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: Arguments) -> Outcome {
    let inputs = match arguments.start {
        Some(size) => vec![Input::start(size)],
        None => read_all(&arguments.files)?,
    };
    let stop = Stop::default();
    raise_on_interrupt(stop.clone())?;
    let positions = inputs.iter().map(|input| input.items.len()).sum::<usize>();
    let table = Arc::new(Table::new((arguments.hash as usize) << 20));
    let solver = Solver::new(table, arguments.threads.into());
    let mut work = Work {
        budget: Budget {
            stop,
            ..Budget::default()
        },
        bar: bar(positions, solver.counter()),
        solver,
        totals: Totals::default(),
        arguments,
    };
    for input in &inputs {
        work.solve_all(input)?;
    }
    work.bar.finish_and_clear();
    work.end()
}

fn read_all(files: &[PathBuf]) -> Result<Vec<Input>, Box<dyn Error>> {
    files.iter().map(|path| Input::read(path)).collect()
}

/// The first Ctrl-C ends the search with what it has proven so far, a second
/// one the program.
pub(super) fn raise_on_interrupt(stop: Stop) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || {
        if stop.is_raised() {
            std::process::exit(130);
        }
        stop.raise();
    })
}

/// A bar that shows only where a person is looking.
fn bar(positions: usize, counter: Arc<AtomicU64>) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:24} {pos}/{len}  {elapsed}  {msg}{nodes}")
        .expect("the template is well formed")
        .with_key(
            "nodes",
            move |_: &ProgressState, out: &mut dyn fmt::Write| {
                // A bar that cannot be drawn is no reason to stop.
                let _ = write!(out, "{} nodes", HumanCount(counter.load(Ordering::Relaxed)));
            },
        );
    let bar = ProgressBar::new(positions as u64).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Everything that goes on from one position to the next.
struct Work {
    arguments: Arguments,
    solver: Solver,
    budget: Budget,
    bar: ProgressBar,
    totals: Totals,
}

impl Work {
    fn solve_all(&mut self, input: &Input) -> io::Result<()> {
        for item in &input.items {
            match item {
                _ if self.budget.stop.is_raised() => self.totals.skipped += 1,
                Ok(item) => self.solve(&input.name, item)?,
                Err(error) => self.complain(&input.name, error)?,
            }
            self.bar.inc(1);
        }
        Ok(())
    }

    fn solve(&mut self, file: &str, item: &Item) -> io::Result<()> {
        let started = Instant::now();
        let empties = item.entry.position.empties();
        self.warn(file, item)?;
        let mut question = self.question(item);
        let surveyed = engine::survey(&self.solver, &mut question, &self.budget);
        let bar = &self.bar;
        let mut solution = self.solver.solve(&question, &self.budget, &mut |progress| {
            bar.set_message(news(empties, progress));
        });
        solution.nodes += surveyed;
        let row = Row {
            file,
            line: item.line,
            position: item.entry.position,
            verdict: Verdict::on(&solution, &item.entry),
            solution,
            elapsed: started.elapsed(),
        };
        let heading = self.totals.is_empty();
        self.totals.add(&row);
        self.bar.suspend(|| {
            let mut out = io::stdout().lock();
            match self.arguments.json {
                true => row.write_json(&mut out),
                false => row.write_text(&mut out, heading),
            }?;
            out.flush()
        })
    }

    fn question(&self, item: &Item) -> Question {
        Question {
            goal: match self.arguments.wld {
                true => Goal::Outcome,
                false => Goal::Exact,
            },
            lines: match self.arguments.all_moves {
                true => usize::MAX,
                false => 1,
            },
            ..Question::exact(item.board, item.entry.position.size())
        }
    }

    /// Says how long a large position may take.
    fn warn(&self, file: &str, item: &Item) -> io::Result<()> {
        let Item { line, .. } = item;
        let position = &item.entry.position;
        let empties = position.empties();
        if empties < HARD {
            return Ok(());
        }
        let threads = self.arguments.threads.into();
        let expected = report::expected_time(position.size(), empties, threads);
        self.bar.suspend(|| {
            writeln!(
                io::stderr(),
                "{file}:{line}: {empties} empty squares, expected to take {expected}; \
                 Ctrl-C ends it with what is proven so far"
            )
        })
    }

    fn complain(&mut self, file: &str, error: &Unsolvable) -> io::Result<()> {
        self.totals.unreadable += 1;
        self.bar
            .suspend(|| writeln!(io::stderr(), "{file}: {error}"))
    }

    fn end(&self) -> Outcome {
        let mut out: Box<dyn Write> = match self.arguments.json {
            true => Box::new(io::stderr()),
            false => Box::new(io::stdout()),
        };
        self.totals.write(&mut out)?;
        Ok(match self.totals.all_right() {
            true => ExitCode::SUCCESS,
            false => ExitCode::FAILURE,
        })
    }
}

/// From this many empty squares on a position may take minutes.
const HARD: u32 = 30;

fn news(empties: u32, progress: &Progress) -> String {
    format!(
        "{empties} empty, {} {:+}..{:+}, ",
        progress.best, progress.bounds.lower, progress.bounds.upper
    )
}
