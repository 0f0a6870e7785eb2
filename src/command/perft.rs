//! `outflank perft`: counts move sequences, to prove the rules and time them.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use clap::{Args, ValueEnum};

use super::{Outcome, size};
use crate::game::Color;
use crate::othello::perft::{Passes, Perft};
use crate::othello::{Position, Size, Start, kernel};

/// Count every sequence of moves from the start, to a given depth.
///
/// The count goes to standard output, the time it took to standard error.
#[derive(Args)]
pub(super) struct Arguments {
    /// How many plies deep.
    depth: u32,
    /// Squares to a side: 4, 6, 8 or 10.
    #[arg(long, default_value = "8", value_parser = size)]
    size: Size,
    /// The colours of the four discs in the middle.
    #[arg(long, value_enum, default_value = "standard")]
    start: StartName,
    /// Who moves first.
    #[arg(long, value_enum, default_value = "black")]
    first: ColorName,
    /// Show the count after each first move.
    #[arg(long)]
    divide: bool,
    /// Whether a pass uses up a ply.
    #[arg(long, value_enum, default_value = "counted")]
    passes: PassesName,
    /// Memory for counts already made, in MiB. Positions that come up again,
    /// turned or mirrored, are then counted once.
    #[arg(long, default_value = "0", value_name = "MIB")]
    hash: usize,
}

/// [`Start`] on the command line.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum StartName {
    Standard,
    Mirrored,
}

/// [`Color`] on the command line.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum ColorName {
    Black,
    White,
}

#[derive(Clone, Copy, ValueEnum)]
enum PassesName {
    Counted,
    Free,
}

impl From<StartName> for Start {
    fn from(name: StartName) -> Start {
        match name {
            StartName::Standard => Start::Standard,
            StartName::Mirrored => Start::Mirrored,
        }
    }
}

impl From<ColorName> for Color {
    fn from(name: ColorName) -> Color {
        match name {
            ColorName::Black => Color::Black,
            ColorName::White => Color::White,
        }
    }
}

pub(super) fn run(arguments: Arguments) -> Outcome {
    let (start, first) = (arguments.start.into(), arguments.first.into());
    let position = Position::start(arguments.size, start, first);
    let perft = Perft {
        depth: arguments.depth,
        passes: match arguments.passes {
            PassesName::Counted => Passes::Counted,
            PassesName::Free => Passes::Free,
        },
        remembered: Perft::remembered_in(arguments.hash << 20),
    };
    let started = Instant::now();
    let mut out = io::stdout().lock();
    let count = if arguments.divide && arguments.depth > 0 {
        let counts = perft.divide(&position);
        for (mv, count) in &counts {
            writeln!(out, "{mv} {count}")?;
        }
        counts.iter().map(|(_, count)| count).sum()
    } else {
        perft.count(&position)
    };
    writeln!(out, "{count}")?;
    out.flush()?;
    let seconds = started.elapsed().as_secs_f64();
    writeln!(
        io::stderr(),
        "perft {} on {}: {count} leaves in {seconds:.3} s, {:.0} million a second ({} kernels)",
        arguments.depth,
        arguments.size,
        count as f64 / seconds / 1e6,
        kernel::NAME,
    )?;
    Ok(ExitCode::SUCCESS)
}
