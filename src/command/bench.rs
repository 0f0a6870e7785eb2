//! `outflank bench`: a fixed piece of work whose node count is the signature
//! of the search.
//!
//! The same sources count the same nodes on every run and every CPU, so a
//! count that moves means that the search has changed, on purpose or not.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;

use super::Outcome;
use crate::engine::{Effort, Engine, Settings, Task};
use crate::othello::kernel;
use crate::othello::notation::obf;

/// Count the nodes of a fixed set of searches, to compare builds by.
///
/// The count goes to standard output; each search, the time and the rate to
/// standard error. With more than one thread the count varies.
#[derive(Args)]
pub(super) struct Arguments {
    /// How many threads think.
    #[arg(long, default_value = "1", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Memory for positions already seen, in MiB.
    #[arg(long, default_value = "32", value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    hash: u32,
}

/// How far the positions of the midgame are looked into.
const MIDGAME: Effort = Effort::Depth(10);

/// From games of this engine against itself at depths of 4 to 6, after eight
/// random moves.
const POSITIONS: [(&str, Effort); 20] = [
    (
        "----------X--------X------XXX-----OXO----O-O----O---O----------- X",
        MIDGAME,
    ),
    (
        "------------------X--------XX------OOOO---OOOO----X------------- X",
        MIDGAME,
    ),
    (
        "----------O-------OO-X----OOOX-----OXO-----OOOO----XX-------X--- X",
        MIDGAME,
    ),
    (
        "-----------------OOOX---OOOXX-----XOX----XXOOO--------O--------- X",
        MIDGAME,
    ),
    (
        "-X-O--O---XOOO-----OOO----XOOO---XXXO----OXX------X------------- X",
        MIDGAME,
    ),
    (
        "-------------------X------OOOO----OOOXX--OOOOXX---X-OX----XXO--- X",
        MIDGAME,
    ),
    (
        "--XXXX----XXXO---OOOOO---XOXOO---XOOOOX-X-----O----------------- X",
        MIDGAME,
    ),
    (
        "OO-------OOXX----OOOXX---OOOOXO---XXXXX---XXXX------------------ X",
        MIDGAME,
    ),
    (
        "----------X-----XXXO-O--XXXOOO--XXXXOO--XXXXXO----XOOO----X-O--- X",
        MIDGAME,
    ),
    (
        "---------------X-OXXOOXX--XXXXOX-OOOXOOX-XOXOOXX---OOO-X--OO---- X",
        MIDGAME,
    ),
    (
        "-OOXXXX---OOXXX-XXXOOXXXXXXXXOOXXOOXOOOOXOOOOO--X--------------- X",
        Effort::Exact,
    ),
    (
        "---OXO----OOXO--OOOOXOO-OOXOOXOOOXXXOOOOOOXXOOXXO-XXX-----X----- O",
        Effort::Exact,
    ),
    (
        "O-XXXX---OOOX-----OOOXOOXOOXOOOOXXXXXXOOXXOXXX-OX-XXXX-----X---- X",
        Effort::Exact,
    ),
    (
        "---OOO----OOOO--XXOOOXO-XOOOOOOOXOOXOX--XXOOXO--XXOOOX--X--OOO-- X",
        Effort::Exact,
    ),
    (
        "--------X-------XXOOOOO-XXXOXOOOXOXXOXOOXOOOOOXO-OOOOXXO--OOOOXO O",
        Effort::Exact,
    ),
    (
        "----O-X----XXX-----XXOXOXXXXXXXOXXXXXXXOXXXXXX-OXXXOXX--XXXXXX-- O",
        Effort::Exact,
    ),
    (
        "---OOOOO--OOOOXO-OOXXXOO-OOOOOOO-OXXOXOX-OOXOOOO--XXXXO----XX--- X",
        Effort::Outcome,
    ),
    (
        "-XXXXXXXO-XXXOXXOOXXOOOOOXOOXOOOOOOOXOXXOOOOOOXOO----O---------- X",
        Effort::Exact,
    ),
    (
        "OXXXXXXOOOXXXXXOOOXOOXXOOXOOXOXOOOXXOOOOO-XXXOOO-----O-O-----O-- X",
        Effort::Exact,
    ),
    ("------XO----XOOX--XXXXXO---XOO-----O X", Effort::Exact),
];

pub(super) fn run(arguments: Arguments) -> Outcome {
    let mut engine = Engine::new(Settings {
        hash: arguments.hash as usize,
        threads: arguments.threads.into(),
        ..Settings::default()
    });
    let mut total = Tally::default();
    for (text, effort) in POSITIONS {
        let tally = think(&mut engine, text, effort);
        writeln!(io::stderr(), "{text:<66} {effort:?}: {tally}")?;
        total.nodes += tally.nodes;
        total.elapsed += tally.elapsed;
    }
    writeln!(io::stderr(), "in all: {total} ({} kernels)", kernel::NAME)?;
    writeln!(io::stdout(), "{}", total.nodes)?;
    Ok(ExitCode::SUCCESS)
}

/// Nodes, and the time they took.
#[derive(Default)]
struct Tally {
    nodes: u64,
    elapsed: Duration,
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let seconds = self.elapsed.as_secs_f64();
        let rate = self.nodes as f64 / seconds.max(1e-9) / 1e6;
        write!(
            f,
            "{} nodes in {seconds:.3} s, {rate:.1} M nodes/s",
            self.nodes
        )
    }
}

/// Thinks about a position, knowing nothing of those before.
fn think(engine: &mut Engine, text: &str, effort: Effort) -> Tally {
    let task = Task {
        position: obf::read_position(text).expect("the positions are well formed"),
        effort,
        ..Task::default()
    };
    engine.forget();
    engine.prepare();
    let started = Instant::now();
    let report = engine.think(&task, &mut |_| ());
    Tally {
        nodes: report.nodes,
        elapsed: started.elapsed(),
    }
}
