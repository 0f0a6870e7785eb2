//! The kernels, version against version in one run:
//! `cargo bench --bench rules`.

use std::sync::LazyLock;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use outflank::game::{Color, Game};
use outflank::othello::kernel::{self, Children};
use outflank::othello::perft::Perft;
use outflank::othello::{Position, Size, Start};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

fn main() {
    divan::main();
}

/// Positions of random games with at least one legal move: player, opponent,
/// moves, and one of the moves.
static POSITIONS: LazyLock<Vec<(u64, u64, u64, usize)>> = LazyLock::new(|| {
    let mut rng = StdRng::seed_from_u64(1);
    let mut positions = Vec::new();
    while positions.len() < 1024 {
        let mut position = Position::default();
        let plies = rng.random_range(0..60);
        for _ in 0..plies {
            if let Some(mv) = position.legal_moves().choose(&mut rng) {
                position = position.after(*mv).expect("a legal move can be made");
            }
        }
        let legal = position.legal_squares();
        if let (Some(board), Some(square)) = (position.board(), legal.choose(&mut rng)) {
            let moves = kernel::moves(board.player, board.opponent);
            positions.push((board.player, board.opponent, moves, square.index()));
        }
    }
    positions
});

/// Times a function of one position over all of them.
fn over_positions(bencher: Bencher, f: impl Fn((u64, u64, u64, usize)) -> u64) {
    let positions = &*POSITIONS;
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| {
            positions
                .iter()
                .fold(0, |all, position| all ^ f(black_box(*position)))
        });
}

/// A count of move sequences that stands on one version of the kernels.
fn perft(
    player: u64,
    opponent: u64,
    moves: u64,
    depth: u32,
    children: impl Fn(u64, u64, u64, &mut Children) + Copy,
) -> u64 {
    if depth == 1 || moves == 0 {
        return moves.count_ones().max(1) as u64;
    }
    let mut all = Children::default();
    children(player, opponent, moves, &mut all);
    let (mut left, mut index, mut count) = (moves, 0, 0);
    while left != 0 {
        let square = left.trailing_zeros() as usize;
        let (player, opponent) = kernel::play(square, all.flips[index], player, opponent);
        count += perft(player, opponent, all.replies[index], depth - 1, children);
        left &= left - 1;
        index += 1;
    }
    count
}

/// The benchmarks of one version.
macro_rules! benches {
    ($version:ident) => {
        mod $version {
            use super::*;
            use outflank::othello::kernel::$version::{children, flips, moves};

            #[divan::bench]
            fn moves_of_a_position(bencher: Bencher) {
                over_positions(bencher, |(player, opponent, _, _)| moves(player, opponent));
            }

            #[divan::bench]
            fn flips_of_a_move(bencher: Bencher) {
                over_positions(bencher, |(player, opponent, _, square)| {
                    flips(square, player, opponent)
                });
            }

            #[divan::bench]
            fn children_of_a_position(bencher: Bencher) {
                let all = &mut Children::default();
                let all = std::cell::RefCell::new(all);
                over_positions(bencher, |(player, opponent, legal, _)| {
                    let mut all = all.borrow_mut();
                    children(player, opponent, legal, &mut all);
                    black_box(all.replies[0])
                });
            }

            /// Only the first nine plies have no game that ends or passes.
            #[divan::bench(sample_count = 20)]
            fn perft_8(bencher: Bencher) {
                let start = Position::default().board().expect("8x8 is a small board");
                bencher.counter(ItemsCount::new(390_216u64)).bench(|| {
                    let legal = moves(start.player, start.opponent);
                    let count = perft(start.player, start.opponent, legal, 8, children);
                    assert_eq!(count, 390_216);
                    count
                });
            }
        }
    };
}

benches!(portable);
#[cfg(target_feature = "avx2")]
benches!(avx2);
#[cfg(avx512)]
benches!(avx512);

/// The counts as the `perft` command makes them, by board size.
#[divan::bench(args = [4, 6, 8, 10], sample_count = 10)]
fn perft_7_on_every_size(bencher: Bencher, side: usize) {
    let size = Size::from_side(side).expect("these are the sizes");
    let start = Position::start(size, Start::Standard, Color::Black);
    bencher.bench(|| Perft::new(7).count(&start));
}
