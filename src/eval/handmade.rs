//! How good a position looks by a few rules made by hand: who has more moves,
//! and who holds the corners or gives them away.
//!
//! It needs no weights and serves every board size: training begins with it.

use super::DISC;
use crate::othello::word::Word;
use crate::othello::{Board, Size, Square};

/// A move that the other side does not have, in hundredths of a disc.
const MOVE: i32 = DISC * 7 / 10;
/// A corner.
const CORNER: i32 = 8 * DISC;
/// A disc diagonally beside an empty corner.
const GIVES_CORNER: i32 = -5 * DISC / 2;

/// What the position looks worth to the side to move.
pub(super) fn value<W: Word>(board: Board<W>, size: Size) -> i32 {
    let playable = W::playable(size);
    let moves = |board: Board<W>| board.moves(playable).len() as i32;
    MOVE * (moves(board) - moves(board.swapped())) + corners(board, size)
}

/// What the corners, and the squares diagonally beside them, are worth.
fn corners<W: Word>(board: Board<W>, size: Size) -> i32 {
    let last = size.side() - 1;
    let mut score = 0;
    for (column, row) in [(0, 0), (last, 0), (0, last), (last, last)] {
        let towards_middle = |line: u8| line.abs_diff(1).min(last - 1);
        let corner = Square::new(column, row);
        let inner = Square::new(towards_middle(column), towards_middle(row));
        let (Some(corner), Some(inner)) = (corner, inner) else {
            continue;
        };
        score += match owner(board, corner) {
            0 => GIVES_CORNER * owner(board, inner),
            owner => CORNER * owner,
        };
    }
    score
}

/// 1 for a disc of the side to move, -1 for one of the other side.
fn owner<W: Word>(board: Board<W>, square: Square) -> i32 {
    board.player.has(square) as i32 - board.opponent.has(square) as i32
}
