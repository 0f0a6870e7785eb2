//! Speaks the protocol on standard input and output: what the program does
//! when it is not told to do anything else.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use super::Outcome;
use crate::session::{self, Ending, Manners};

/// Speaks the protocol on standard input and output (also without a command).
#[derive(clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// End with exit code 2 at the first error.
    #[arg(long)]
    strict: bool,
}

pub(super) fn run(arguments: Arguments) -> Outcome {
    start_log();
    if io::stdin().is_terminal() {
        greet();
    }
    let manners = Manners {
        strict: arguments.strict,
    };
    let ending = session::converse(io::stdin(), io::stdout().lock(), manners)?;
    log::info!("ended: {ending:?}");
    Ok(match ending {
        Ending::Quit | Ending::EndOfInput | Ending::OutputClosed => ExitCode::SUCCESS,
        Ending::Error => ExitCode::from(2),
    })
}

/// Nothing is logged unless `OUTFLANK_LOG` asks for it, for example `debug`.
fn start_log() {
    let environment = env_logger::Env::new().filter("OUTFLANK_LOG");
    env_logger::Builder::from_env(environment).init();
}

/// A person is at the keyboard: say where they are. If even this cannot be
/// said, the conversation may still work.
fn greet() {
    let version = env!("CARGO_PKG_VERSION");
    let _ = writeln!(
        io::stderr(),
        "Outflank {version}: type help, a move such as f5, go, show or quit"
    );
}
