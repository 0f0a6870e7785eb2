//! What is called stable must survive everything that can still happen.

use super::super::Square;
use super::super::reference::{self, RandomBoards};
use super::*;

/// The player's discs that survive every way the game can go on, whoever is
/// to move.
fn survivors<W: Word>(board: Board<W>, size: Size) -> W {
    let turned = turned(board, size, false) | turned(board.swapped(), size, false);
    board.player & !turned
}

/// The discs that some continuation turns over.
fn turned<W: Word>(board: Board<W>, size: Size, passed: bool) -> W {
    let moves = reference::moves(board, size);
    if moves.is_empty() && passed {
        return W::EMPTY;
    }
    if moves.is_empty() {
        return turned(board.swapped(), size, true);
    }
    moves.squares().fold(W::EMPTY, |all, square| {
        let flips = reference::flips(board, size, square);
        all | flips | turned(board.after(square, flips), size, false)
    })
}

/// Compares what is named stable with the truth in random late positions, and
/// returns how many discs were named and how many there are.
fn check<W: Word>(size: Size, stable: impl Fn(Board<W>) -> W) -> (u32, u32) {
    let mut boards = RandomBoards::new(3);
    let (mut named, mut true_ones) = (0, 0);
    for game in 0..500 {
        let board = boards.played(size, 1 + game % 6);
        for board in [board, board.swapped()] {
            let truth = survivors(board, size);
            let found = stable(board);
            assert!((found & !truth).is_empty(), "{board:?} on {size}");
            named += found.len();
            true_ones += truth.len();
        }
    }
    (named, true_ones)
}

#[test]
fn no_continuation_turns_a_stable_disc() {
    for (size, percent) in [(Size::Four, 60), (Size::Six, 60), (Size::Eight, 60)] {
        let (named, all) = check(size, |board| stable(board, size));
        // A bound, but a useful one.
        assert!(named * 100 > all * percent, "{size}: {named} of {all}");
    }
    let (named, all) = check(Size::Ten, stable_on_ten);
    assert!(named * 100 > all * 50, "10x10: {named} of {all}");
}

#[test]
fn a_corner_is_stable_and_so_is_what_leans_on_it() {
    // a1, b1, a2 and b2 of the player, nothing else.
    let board = Board {
        player: 0x0303,
        opponent: 0,
    };
    assert_eq!(stable(board, Size::Eight), 0x0103);
    assert_eq!(stable(board, Size::Four), 0x0103);
    let corner = |column, row| u128::of(Square::new(column, row).unwrap());
    let large = Board {
        player: corner(9, 9) | corner(8, 9) | corner(9, 8) | corner(8, 8),
        opponent: 0,
    };
    assert_eq!(stable_on_ten(large), large.player & !corner(8, 8));
}

#[test]
fn enough_is_found_exactly_where_there_are_so_many() {
    let mut boards = RandomBoards::new(4);
    for game in 0..3000 {
        let size = [Size::Four, Size::Six, Size::Eight][game % 3];
        let board = boards.played(size, 1 + game as u32 % 14);
        let all = stable(board, size).count_ones();
        for enough in 0..=size.area() as u32 {
            let found = at_least(enough, board, size);
            assert_eq!(found.is_some(), enough <= all, "{enough} of {board:?}");
            assert!(found.is_none_or(|found| (enough..=all).contains(&found)));
        }
    }
}

/// The squares of an edge, written out, whose `O` survives every filling.
fn unturned(edge: &mut Vec<u8>) -> u64 {
    let mut safe = (0..edge.len()).fold(0, |set, at| set | u64::from(edge[at] == b'O') << at);
    for at in 0..edge.len() {
        for disc in *b"OX" {
            if edge[at] == b'.' {
                let before = edge.clone();
                fill(edge, at, disc);
                safe &= unturned(edge);
                *edge = before;
            }
        }
    }
    safe
}

/// Places a disc and turns what it encloses to its left and right.
fn fill(edge: &mut [u8], at: usize, disc: u8) {
    edge[at] = disc;
    let encloses = |run: &[u8]| run.iter().all(|&other| other != disc && other != b'.');
    let right = (at + 1..edge.len()).find(|&end| edge[end] == disc);
    if let Some(end) = right.filter(|&end| encloses(&edge[at + 1..end])) {
        edge[at..end].fill(disc);
    }
    let left = (0..at).rev().find(|&end| edge[end] == disc);
    if let Some(end) = left.filter(|&end| encloses(&edge[end + 1..at])) {
        edge[end..at].fill(disc);
    }
}

#[test]
fn edge_tables_hold_what_trying_every_filling_finds() {
    for (length, table) in [(4, &EDGES_OF_4[..]), (6, &EDGES_OF_6), (8, &EDGES_OF_8)] {
        for (index, &verdict) in table.iter().enumerate() {
            let digit = |at| index / 3usize.pow(at) % 3;
            let mut edge: Vec<u8> = (0..length).map(|at| b".OX"[digit(at)]).collect();
            // Trying takes too long where most of a long edge is empty.
            if edge.iter().filter(|&&square| square == b'.').count() <= 5 {
                assert_eq!(unturned(&mut edge), verdict as u64, "{edge:?}");
            }
        }
    }
}

#[test]
fn every_disc_of_a_full_board_is_stable() {
    let full = Board {
        player: 0x0123_4567_89ab_cdef,
        opponent: !0x0123_4567_89ab_cdef,
    };
    assert_eq!(stable(full, Size::Eight), full.player);
}
