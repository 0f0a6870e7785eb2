//! How well the other games are played, in figures: `cargo bench --bench players`.
//!
//! - connect four won by the first player from the empty board, and the time
//!   each move took;
//! - connect four solved exactly with 20 empty cells;
//! - the third way to play dominoes against the other two over 10,000 rounds.
//!
//! A word after `--` names one of the three: `first`, `twenty` or `dominoes`.

#![allow(clippy::print_stdout)]

use std::time::{Duration, Instant};

use outflank::connect::{Position, Variant};
use outflank::dominoes::{Move, Round};
use outflank::engine::Proof;
use outflank::game::{Color, Game};
use outflank::players::dominoes::Strategy;
use outflank::players::{Connector, Limits, Player};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let runs = |name: &str| wanted.is_empty() || wanted.iter().any(|word| word == name);
    if runs("first") {
        first_player_wins();
    }
    if runs("twenty") {
        twenty_empty_cells();
    }
    if runs("dominoes") {
        strategies();
    }
}

/// Each side thinks for as long as it takes to know how soon the game ends.
fn first_player_wins() {
    println!("connect four, both sides perfect, one thread, 256 MiB");
    let limits = Limits {
        memory: 256 << 20,
        ..Limits::default()
    };
    let mut position = Position::start(Variant::ConnectFour);
    let mut longest = Duration::ZERO;
    while position.outcome().is_none() {
        let started = Instant::now();
        let mut known = None;
        let thought = Connector.think(&position, &limits, &mut |thought| {
            if thought.proof != Proof::Estimate {
                known.get_or_insert(started.elapsed());
            }
        });
        let Some(thought) = thought else { break };
        let winner_known = known.unwrap_or(started.elapsed());
        if position.turn() == Color::White {
            longest = longest.max(winner_known);
        }
        println!(
            "{:>2} {} {} score {:>6}, winner known after {:.2?}, {} positions in {:.2?}",
            43 - position.empties(),
            position.turn(),
            thought.line[0],
            thought.score,
            winner_known,
            thought.nodes,
            started.elapsed()
        );
        position = position.after(thought.line[0]).expect("moves are legal");
    }
    println!(
        "{:?}; the first player knew a winning move within {longest:.2?} each time",
        position.outcome()
    );
}

fn twenty_empty_cells() {
    const POSITIONS: usize = 100;
    let mut chance = StdRng::seed_from_u64(20);
    let (mut total, mut longest, mut nodes) = (Duration::ZERO, Duration::ZERO, 0);
    for _ in 0..POSITIONS {
        let position = random_position(20, &mut chance);
        let started = Instant::now();
        let thought = Connector.think(&position, &Limits::default(), &mut |_| {});
        let thought = thought.expect("the game is not over");
        assert_eq!(thought.proof, Proof::Exact);
        nodes += thought.nodes;
        total += started.elapsed();
        longest = longest.max(started.elapsed());
    }
    let mean = total / POSITIONS as u32;
    println!(
        "connect four with 20 empty cells: {POSITIONS} solved exactly, {nodes} positions, mean {mean:.2?}, longest {longest:.2?}"
    );
}

fn random_position(empties: u32, chance: &mut StdRng) -> Position {
    loop {
        let mut position = Position::start(Variant::ConnectFour);
        while position.empties() > empties && position.outcome().is_none() {
            let moves = position.legal_moves();
            let mv = moves[chance.random_range(0..moves.len())];
            position = position.after(mv).expect("moves are legal");
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}

fn strategies() {
    const ROUNDS: u32 = 10_000;
    for other in [Strategy::FirstFit, Strategy::MostPips] {
        // Half of the rounds in each seat.
        let (mut own, mut others, mut won, mut shared) = (0, 0, 0, 0);
        for (seed, seat) in [(1, 0), (2, 1)] {
            let mut round = Round::first(2, seed).expect("two can play");
            for _ in 0..ROUNDS / 2 {
                let before = [0, 1].map(|seat| round.points(outflank::dominoes::Seat(seat)));
                round = play_round(round, seat, other);
                let after = [0, 1].map(|seat| round.points(outflank::dominoes::Seat(seat)));
                let gained = [after[0] - before[0], after[1] - before[1]];
                own += gained[seat];
                others += gained[1 - seat];
                won += u32::from(gained[seat] < gained[1 - seat]);
                shared += u32::from(gained[0] == gained[1]);
                round = round.after(Move::Next).expect("the round is over");
            }
        }
        let mean = |points: u32| f64::from(points) / f64::from(ROUNDS);
        println!(
            "dominoes for two, {ROUNDS} rounds, third strategy against {other:?}: {:.2} points a round against {:.2}, {won} rounds won, {shared} shared",
            mean(own),
            mean(others)
        );
    }
}

fn play_round(mut round: Round, seat: usize, other: Strategy) -> Round {
    while round.outcome().is_none() {
        let turn = round.turn();
        let strategy = if turn.0 == seat {
            Strategy::Deals
        } else {
            other
        };
        let mv = strategy.choose(&round.seen_by(turn));
        round = round.after(mv).expect("moves are legal");
    }
    round
}
