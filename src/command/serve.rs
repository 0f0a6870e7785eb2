//! Speaks the protocol on standard input and output: what the program does
//! when it is not told to do anything else.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use super::Outcome;
use crate::protocol::Tongue;
use crate::session::{self, Ending, Manners};

/// Speaks the protocol on standard input and output (also without a command).
#[derive(clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// End with exit code 2 at the first error.
    #[arg(long)]
    strict: bool,
    /// The protocol to speak, if the first line is not to tell.
    #[arg(long, value_parser = tongue)]
    protocol: Option<Tongue>,
    /// How well to play when nothing else is said, from 0 to 60.
    #[arg(long, value_name = "N")]
    level: Option<u32>,
    /// How many threads think.
    #[arg(long, value_name = "N")]
    threads: Option<u32>,
    /// Memory for positions already seen, in MiB.
    #[arg(long, value_name = "N")]
    hash: Option<u32>,
    /// Write down what is said in both directions.
    #[arg(long, value_name = "FILE")]
    log: Option<String>,
}

fn tongue(name: &str) -> Result<Tongue, String> {
    let names = Tongue::NAMES.map(|(name, _)| name).join(", ");
    Tongue::named(name).ok_or_else(|| format!("expected one of {names}"))
}

impl Arguments {
    /// The options that were given, by the names they have in the protocol.
    fn options(&self) -> Vec<(String, String)> {
        let number = |number: Option<u32>| number.map(|number| number.to_string());
        let given = [
            ("Level", number(self.level)),
            ("Threads", number(self.threads)),
            ("Hash", number(self.hash)),
            ("Log File", self.log.clone()),
        ];
        let named = |(name, value): (&str, Option<String>)| Some((name.to_owned(), value?));
        given.into_iter().filter_map(named).collect()
    }
}

pub(super) fn run(arguments: Arguments) -> Outcome {
    start_log();
    if io::stdin().is_terminal() {
        greet();
    }
    let manners = Manners {
        strict: arguments.strict,
        tongue: arguments.protocol,
        options: arguments.options(),
        #[cfg(unix)]
        is_read: Some(is_output_read),
        #[cfg(not(unix))]
        is_read: None,
    };
    let ending = match session::converse(io::stdin(), io::stdout().lock(), manners) {
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
            writeln!(io::stderr(), "outflank: {error}")?;
            return Ok(ExitCode::from(2));
        }
        ending => ending?,
    };
    log::info!("ended: {ending:?}");
    Ok(match ending {
        Ending::Quit | Ending::EndOfInput | Ending::OutputClosed => ExitCode::SUCCESS,
        Ending::Error => ExitCode::from(2),
    })
}

/// Whether anybody has the other end of standard output: a controller that
/// died during a long search would never be told of its result.
#[cfg(unix)]
fn is_output_read() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let output = io::stdout();
    let mut ends = [PollFd::new(&output, PollFlags::empty())];
    let polled = poll(&mut ends, Some(&Timespec::default()));
    let is_gone = PollFlags::ERR | PollFlags::HUP;
    polled.is_err() || !ends[0].revents().intersects(is_gone)
}

/// Nothing is logged unless `OUTFLANK_LOG` asks for it, for example `debug`:
/// to standard error, or to the end of the file that `OUTFLANK_LOG_FILE` names.
fn start_log() {
    let environment = env_logger::Env::new().filter("OUTFLANK_LOG");
    let mut log = env_logger::Builder::from_env(environment);
    let file = std::env::var_os("OUTFLANK_LOG_FILE");
    let file = file.and_then(|name| File::options().create(true).append(true).open(name).ok());
    if let Some(file) = file {
        log.target(env_logger::Target::Pipe(Box::new(file)));
    }
    log.init();
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
