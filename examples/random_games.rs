//! Plays random games and writes down every choice there was, for other
//! programs to check: `tests/second_opinion.py` replays them by other rules.
//!
//! ```text
//! cargo run --release --example random_games -- 3 --size 10 --seed 7
//! ```
//!
//! One game a line: the start, then each turn as `legal,moves>move`, then
//! `black-white` discs.

use std::io::{self, BufWriter, Write};

use clap::Parser;
use outflank::game::{Color, Game};
use outflank::othello::{Position, Size, Start};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

#[derive(Parser)]
struct Arguments {
    /// How many games.
    games: u64,
    /// Squares to a side: 4, 6, 8 or 10.
    #[arg(long, default_value_t = 8)]
    size: usize,
    /// Another seed gives other games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> io::Result<()> {
    let arguments = Arguments::parse();
    let size = Size::from_side(arguments.size).expect("a size of 4, 6, 8 or 10");
    let mut rng = StdRng::seed_from_u64(arguments.seed);
    let mut out = BufWriter::new(io::stdout().lock());
    for _ in 0..arguments.games {
        let (name, start) = match rng.random_bool(0.5) {
            true => ("standard", Start::Standard),
            false => ("mirrored", Start::Mirrored),
        };
        write!(out, "{name}")?;
        let mut position = Position::start(size, start, Color::Black);
        loop {
            let legal = position.legal_moves();
            let Some(mv) = legal.choose(&mut rng) else {
                break;
            };
            let names: Vec<String> = legal.iter().map(ToString::to_string).collect();
            write!(out, " {}>{mv}", names.join(","))?;
            position = position.after(*mv).expect("a legal move can be made");
        }
        let score = position.score();
        writeln!(out, " {}-{}", score.black, score.white)?;
    }
    out.flush()
}
