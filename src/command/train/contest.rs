//! `outflank train contest`: one generation against another.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::bar::SharedBar;
use super::{confidence, evaluator};
use crate::command::{Outcome, size};
use crate::othello::Size;
use crate::search::{Confidence, Step};
use crate::training::contest;
use crate::training::player::Player;

/// Let two generations of weights play against each other.
///
/// Both search to the same depth. Each opening is played twice, with colours
/// exchanged.
#[derive(Args)]
pub(super) struct Arguments {
    /// The weights of one player, or `none` for hand-made rules.
    weights: PathBuf,
    /// The weights of the other player.
    against: PathBuf,
    /// How many openings.
    #[arg(long, default_value_t = 500)]
    pairs: u64,
    /// How many random moves an opening has.
    #[arg(long, default_value_t = 8)]
    opening: u32,
    /// Squares to a side: 4, 6, 8 or 10.
    #[arg(long, default_value = "8", value_parser = size)]
    size: Size,
    /// Another seed gives other openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many pairs of games are played at the same time.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// How deep both search.
    #[arg(long, default_value_t = 4)]
    depth: u32,
    /// How sure a search must be of what it cuts, in percent: 73, 87, 95, 98,
    /// 99 or 100.
    #[arg(long, default_value = "100", value_parser = confidence, value_name = "PERCENT")]
    sure: Confidence,
    /// Both play perfectly from this many empty squares on.
    #[arg(long, default_value_t = 14)]
    exact: u32,
}

pub(super) fn run(arguments: Arguments) -> Outcome {
    let one = evaluator(Some(&arguments.weights), arguments.size)?;
    let other = evaluator(Some(&arguments.against), arguments.size)?;
    let player = |evaluator| Player {
        evaluator,
        step: Step {
            depth: arguments.depth,
            confidence: arguments.sure,
        },
        exact: arguments.exact,
    };
    let settings = contest::Settings {
        pairs: arguments.pairs,
        opening: arguments.opening,
        seed: arguments.seed,
        threads: arguments.threads,
    };
    let bar = SharedBar::new("pairs of games", arguments.pairs);
    let score = contest::hold([player(&*one), player(&*other)], &settings, &|done| {
        bar.set(done)
    });
    let [won, drawn, lost] = score.games;
    let percent = |share: f64| 100.0 * share;
    writeln!(
        io::stdout(),
        "won {won}, drawn {drawn}, lost {lost}: {:.1} +- {:.1} %, {:+.2} +- {:.2} discs a game",
        percent(score.points.0),
        percent(score.points.1),
        score.margin.0,
        score.margin.1
    )?;
    Ok(ExitCode::SUCCESS)
}
