//! `outflank report`: the results of one or several runs of a match.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::Outcome;
use crate::arena::journal::Results;
use crate::arena::plan::Plan;
use crate::arena::record::Record;
use crate::arena::report;
use crate::arena::standing::Standings;
use crate::store;

/// Tell how a match went, from its results files.
///
/// Several files are put together if they belong to the same match, such as
/// the shards that were played on different machines.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The results files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Write a page for a browser here, with every game to replay.
    #[arg(long, value_name = "FILE.html")]
    html: Option<PathBuf>,
    /// Tell the score of every opening.
    #[arg(long)]
    per_opening: bool,
}

pub(super) fn run(arguments: Arguments) -> Outcome {
    let Some(results) = Results::merge(&arguments.files)? else {
        return Ok(ExitCode::SUCCESS);
    };
    for damage in &results.damage {
        writeln!(io::stderr(), "outflank: {damage}")?;
    }
    let plan = results.plan.clone();
    present(
        &plan,
        &results,
        arguments.html.as_deref(),
        arguments.per_opening,
    )
}

/// Shows results on standard output, and on a page if one is asked for.
pub(super) fn present(
    plan: &Plan,
    results: &Results,
    html: Option<&Path>,
    per_opening: bool,
) -> Outcome {
    let mut standings = Standings::new(plan.names());
    if per_opening {
        standings = standings.with_openings();
    }
    results.games.values().for_each(|game| standings.add(game));
    if let Some(path) = html {
        let games: Vec<&Record> = results.games.values().collect();
        store::write_text(path, &report::page(plan, &standings, &games))?;
    }
    let mut out = io::stdout().lock();
    out.write_all(report::summary(plan, &standings).as_bytes())?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
