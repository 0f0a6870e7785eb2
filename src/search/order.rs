//! Which move first: good guesses make the search short.

use crate::othello::word::Word;
use crate::othello::{Board, Square};

/// A move and what it leads to.
#[derive(Clone, Copy)]
pub(super) struct Child<W> {
    pub(super) square: Square,
    pub(super) board: Board<W>,
    badness: u32,
}

/// The moves of a position with the most promising first: the one that was
/// best before, then those that leave the other side the fewest replies, where
/// giving it a corner counts as several. Ties stay in the order of the squares,
/// so the order is the same every time.
pub(super) fn ordered<W: Word>(
    board: Board<W>,
    moves: W,
    playable: W,
    corners: W,
    best_before: Option<Square>,
) -> Vec<Child<W>> {
    let child = |square: Square| {
        let after = board.after(square, board.flips(square));
        let replies = after.moves(playable);
        let badness = match best_before == Some(square) {
            true => 0,
            false => {
                let corner = corners.has(square) as u32;
                8 + replies.len() + 4 * (replies & corners).len() - 6 * corner
            }
        };
        Child {
            square,
            board: after,
            badness,
        }
    };
    let mut children: Vec<Child<W>> = moves.squares().map(child).collect();
    children.sort_by_key(|child| child.badness);
    children
}
