//! The command line: one file per subcommand.
//!
//! Commands are the only place, besides the front ends they start, where
//! standard output is written, and the only one that decides an exit code:
//! 0 for success, 1 for a failure, 2 for a command line nobody understands.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::othello::Size;

mod bench;
#[cfg(unix)]
mod compliance;
mod drivers;
#[cfg(unix)]
mod r#match;
mod perft;
mod play;
#[cfg(unix)]
mod report;
mod review;
mod serve;
mod solve;
mod train;

/// An Othello engine that speaks lines of text.
#[derive(Parser)]
#[command(version, about, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: serve::Arguments,
}

#[derive(Subcommand)]
enum Command {
    Bench(bench::Arguments),
    #[cfg(unix)]
    Compliance(compliance::Arguments),
    #[cfg(unix)]
    Match(Box<r#match::Arguments>),
    Play(play::Arguments),
    Review(review::Arguments),
    Perft(perft::Arguments),
    #[cfg(unix)]
    Report(report::Arguments),
    Serve(serve::Arguments),
    Solve(solve::Arguments),
    Train(train::Arguments),
}

/// What running a command comes to; an error is shown to the user.
type Outcome = Result<ExitCode, Box<dyn Error>>;

/// Runs the command that the program's arguments ask for.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse_from(given());
    let outcome = match arguments.command {
        None => serve::run(arguments.serve),
        Some(Command::Serve(arguments)) => serve::run(arguments),
        Some(Command::Bench(arguments)) => bench::run(arguments),
        #[cfg(unix)]
        Some(Command::Compliance(arguments)) => compliance::run(arguments),
        #[cfg(unix)]
        Some(Command::Match(arguments)) => r#match::run(*arguments),
        Some(Command::Play(arguments)) => play::run(arguments),
        Some(Command::Review(arguments)) => review::run(arguments),
        Some(Command::Perft(arguments)) => perft::run(arguments),
        #[cfg(unix)]
        Some(Command::Report(arguments)) => report::run(arguments),
        Some(Command::Solve(arguments)) => solve::run(arguments),
        Some(Command::Train(arguments)) => train::run(arguments),
    };
    outcome.unwrap_or_else(|error| report(&*error))
}

/// A board size as an argument.
fn size(text: &str) -> Result<Size, String> {
    let side = text.parse().ok();
    side.and_then(Size::from_side)
        .ok_or_else(|| "a board has 4, 6, 8 or 10 squares to a side".into())
}

/// The program's name and arguments, those for other programs translated.
fn given() -> Vec<String> {
    let mut words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
    let name = words.next().unwrap_or_default();
    let words: Vec<String> = words.collect();
    let commands = Arguments::command();
    let is_command = |word: &str| word == "help" || commands.find_subcommand(word).is_some();
    let mut given = drivers::translate(&words, is_command);
    given.insert(0, name);
    given
}

/// Tells the user what went wrong.
///
/// A reader that closed its end of the pipe has had all it wanted: that is
/// no failure, and there is nobody left to tell.
fn report(error: &(dyn Error + 'static)) -> ExitCode {
    let broken_pipe = error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
    if broken_pipe {
        return ExitCode::SUCCESS;
    }
    // If even standard error is gone, the exit code still tells.
    let _ = writeln!(io::stderr(), "outflank: {error}");
    ExitCode::FAILURE
}
