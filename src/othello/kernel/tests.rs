//! Every version of the kernels against the naive rules.

use super::super::reference::{self, RandomBoards};
use super::super::word::Word;
use super::super::{Board, Size, Square};
use super::*;

/// One version of the kernels.
struct Version {
    name: &'static str,
    moves: fn(u64, u64) -> u64,
    flips: fn(usize, u64, u64) -> u64,
    flips_of_three: fn([usize; 3], u64, u64) -> [u64; 3],
    children: fn(u64, u64, u64, &mut Children),
}

/// Those this build has.
const VERSIONS: &[Version] = &[
    Version {
        name: "portable",
        moves: portable::moves,
        flips: portable::flips,
        flips_of_three: portable::flips_each,
        children: portable::children,
    },
    #[cfg(target_feature = "avx2")]
    Version {
        name: "avx2",
        moves: avx2::moves,
        flips: avx2::flips,
        flips_of_three: avx2::flips_each,
        children: avx2::children,
    },
    #[cfg(avx512)]
    Version {
        name: "avx512",
        moves: avx512::moves,
        flips: avx512::flips,
        flips_of_three: avx512::flips_each,
        children: avx512::children,
    },
];

/// Compares everything the versions say about a position.
fn check(board: Board, size: Size) {
    let Board { player, opponent } = board;
    let playable = u64::playable(size);
    let moves = reference::moves(board, size);
    for version in VERSIONS {
        let name = version.name;
        let found = (version.moves)(player, opponent) & playable;
        assert_eq!(found, moves, "{name}: moves of {board:?}");

        for square in board.empties(playable).squares() {
            let expected = reference::flips(board, size, square);
            let found = (version.flips)(square.index(), player, opponent);
            assert_eq!(found, expected, "{name}: flips of {square} on {board:?}");
        }

        let empties: Vec<_> = board.empties(playable).squares().collect();
        for three in empties.windows(3) {
            let squares = [three[0], three[1], three[2]];
            let expected = squares.map(|square| reference::flips(board, size, square));
            let found = (version.flips_of_three)(squares.map(Square::index), player, opponent);
            assert_eq!(found, expected, "{name}: flips of {squares:?} on {board:?}");
        }

        let mut children = Children::default();
        (version.children)(player, opponent, moves, &mut children);
        for (index, square) in moves.squares().enumerate() {
            let flips = reference::flips(board, size, square);
            assert_eq!(children.discs[index], u64::of(square), "{name}: {board:?}");
            assert_eq!(
                children.flips[index], flips,
                "{name}: {square} on {board:?}"
            );
            let after = board.after(square, flips);
            let replies = children.replies[index] & playable;
            let expected = reference::moves(after, size);
            assert_eq!(
                replies, expected,
                "{name}: replies to {square} on {board:?}"
            );
        }
        let unused = &children.discs[moves.len() as usize..];
        assert!(unused.iter().all(|&disc| disc == 0), "{name}: {board:?}");
    }
}

#[test]
fn all_versions_agree_with_the_naive_rules_on_scattered_discs() {
    let mut boards = RandomBoards::new(1);
    for size in [Size::Four, Size::Six, Size::Eight] {
        for _ in 0..30_000 {
            check(boards.scattered(size), size);
        }
    }
}

#[test]
fn all_versions_agree_with_the_naive_rules_on_positions_of_games() {
    let mut boards = RandomBoards::new(2);
    for size in [Size::Four, Size::Six, Size::Eight] {
        let squares = size.area() as u32 - 4;
        for game in 0..10_000 {
            check(boards.played(size, game % squares), size);
        }
    }
}

#[test]
fn the_last_move_turns_over_as_many_discs_as_the_naive_rules_say() {
    let mut boards = RandomBoards::new(3);
    for size in [Size::Four, Size::Six, Size::Eight] {
        for square in size.squares() {
            for _ in 0..300 {
                let player = boards.scattered::<u64>(size).player & !u64::of(square);
                let opponent = u64::playable(size) & !player & !u64::of(square);
                let board = Board { player, opponent };
                let expected = reference::flips(board, size, square).len();
                let found = count_flips(square.index(), player);
                assert_eq!(found, expected, "{square} on {board:?}");
            }
        }
    }
}

#[test]
fn a_full_and_an_empty_board_have_no_moves() {
    for board in [
        Board {
            player: 0,
            opponent: 0,
        },
        Board {
            player: u64::MAX,
            opponent: 0,
        },
        Board {
            player: 0,
            opponent: u64::MAX,
        },
        Board {
            player: 0x5555_5555_5555_5555,
            opponent: 0xaaaa_aaaa_aaaa_aaaa,
        },
    ] {
        check(board, Size::Eight);
        assert_eq!(moves(board.player, board.opponent), 0);
    }
}

#[test]
fn the_best_version_of_this_build_is_among_those_tested() {
    assert_eq!(NAME, VERSIONS.last().unwrap().name);
}
