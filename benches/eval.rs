//! The evaluation: loading the weights, a move, a value.
//! `cargo bench --bench eval`.

use std::sync::LazyLock;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use outflank::eval::{Evaluator, Features};
use outflank::game::Game;
use outflank::othello::word::Word;
use outflank::othello::{Board, Position, Size, Square};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

fn main() {
    divan::main();
}

static EVALUATOR: LazyLock<&Evaluator> = LazyLock::new(|| Evaluator::for_size(Size::Eight));

/// Positions 16 plies into random games, with their features and a move.
static POSITIONS: LazyLock<Vec<(Board, Features, Square)>> = LazyLock::new(|| {
    let mut rng = StdRng::seed_from_u64(1);
    let mut positions = Vec::new();
    while positions.len() < 1024 {
        let mut position = Position::default();
        for _ in 0..rng.random_range(14..=18) {
            if let Some(mv) = position.legal_moves().choose(&mut rng) {
                position = position.after(*mv).expect("a legal move can be made");
            }
        }
        let board = position.board().expect("a small board");
        if let Some(&square) = position.legal_squares().choose(&mut rng) {
            positions.push((board, EVALUATOR.features(board), square));
        }
    }
    positions
});

fn each<T>(bencher: Bencher, body: impl Fn(&(Board, Features, Square)) -> T + Sync) {
    let positions = &*POSITIONS;
    bencher.counter(ItemsCount::new(positions.len())).bench(|| {
        for position in positions {
            black_box(body(position));
        }
    });
}

#[divan::bench]
fn from_scratch(bencher: Bencher) {
    each(bencher, |&(board, ..)| EVALUATOR.features(board));
}

#[divan::bench]
fn after_a_move(bencher: Bencher) {
    each(bencher, |(board, features, square)| {
        features.after(*square, board.flips(*square))
    });
}

#[divan::bench]
fn flips_alone(bencher: Bencher) {
    each(bencher, |(board, _, square)| {
        <u64 as Word>::flips(*square, board.player, board.opponent)
    });
}

#[divan::bench]
fn value(bencher: Bencher) {
    each(bencher, |(board, features, _)| {
        EVALUATOR.value(features, *board)
    });
}

#[divan::bench]
fn load() -> usize {
    let bytes = include_bytes!("../src/eval/weights/8x8.weights");
    let evaluator = Evaluator::from_bytes(bytes).expect("the embedded weights are sound");
    evaluator.size().area()
}
