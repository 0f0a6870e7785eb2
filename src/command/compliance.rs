//! `outflank compliance`: does an engine keep to the dialect it speaks?

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use super::Outcome;
use crate::arena::compliance;
use crate::arena::process::{Launch, Process};
use crate::arena::speech::Dialect;
use crate::arena::tournament::find_dialect;

/// Check an engine against the dialect it speaks, as a controller would.
///
/// One verdict a line; the exit code is 1 if one of them is bad.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The dialect it is spoken to in: native, ugi, uci, gtp or nboard. Found
    /// out if not said.
    #[arg(long, value_parser = dialect)]
    dialect: Option<Dialect>,
    /// The engine's command and its arguments.
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<String>,
}

fn dialect(name: &str) -> Result<Dialect, String> {
    let found = Dialect::ALL.into_iter().find(|known| known.name() == name);
    found.ok_or_else(|| "expected native, ugi, uci, gtp or nboard".into())
}

pub(super) fn run(arguments: Arguments) -> Outcome {
    let launch = Launch {
        command: arguments.command,
        ..Launch::default()
    };
    Process::start(&launch)?;
    let dialect = match arguments.dialect {
        Some(dialect) => dialect,
        None => find_dialect(&launch, Duration::MAX)
            .ok_or("it answers in no dialect known; --dialect says which one it speaks")?,
    };
    let mut out = io::stdout().lock();
    writeln!(out, "dialect {}", dialect.name())?;
    let mut failed = 0;
    let mut told = Ok(());
    compliance::examine(&launch, dialect, &mut |verdict| {
        let line = match &verdict.fault {
            Ok(()) => format!("ok    {}", verdict.check),
            Err(why) => format!("FAIL  {} ({why})", verdict.check),
        };
        failed += usize::from(verdict.fault.is_err());
        if told.is_ok() {
            told = writeln!(out, "{line}").and_then(|()| out.flush());
        }
    });
    told?;
    writeln!(out, "{failed} failed")?;
    Ok(match failed {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}
