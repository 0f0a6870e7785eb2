//! How good a position looks, by rules made by hand: who has more moves, who
//! holds the corners, whose discs can be got at.
//!
//! It serves every board size, and never looks ahead.

use crate::othello::word::Word;
use crate::othello::{Board, Size, Square};

/// One disc, in the unit of scores: hundredths of a disc for the side to move.
pub const DISC: i32 = 100;

/// What each thing is worth, in hundredths of a disc.
mod weight {
    /// A move that the other side does not have.
    pub(super) const MOVE: i32 = 70;
    /// An empty square beside a disc of the other side: a move to come.
    pub(super) const PROSPECT: i32 = 25;
    /// A corner.
    pub(super) const CORNER: i32 = 500;
    /// A disc diagonally beside an empty corner.
    pub(super) const GIVES_CORNER: i32 = -250;
    /// A disc on the edge beside an empty corner.
    pub(super) const TOUCHES_CORNER: i32 = -90;
    /// A disc on the edge that leans on an own corner, and so stays.
    pub(super) const ANCHORED: i32 = 130;
    /// Moving with an odd number of empty squares: having the last word.
    pub(super) const LAST_WORD: i32 = 60;
}

/// The sets of squares that matter on boards of one size.
#[derive(Clone, Debug)]
pub struct Evaluator<W> {
    playable: W,
    edges: W,
    first_column: W,
    last_column: W,
    corners: [Corner<W>; 4],
    largest: i32,
}

#[derive(Clone, Copy, Debug)]
struct Corner<W> {
    corner: W,
    diagonal: W,
    beside: W,
}

impl<W: Word> Evaluator<W> {
    /// For boards of this size.
    pub fn new(size: Size) -> Evaluator<W> {
        let last = size.side() - 1;
        let those = |wanted: &dyn Fn(Square) -> bool| {
            W::collect(size.squares().filter(|&square| wanted(square)))
        };
        let at = |column, row| those(&|square| (square.column(), square.row()) == (column, row));
        let corner = |column: u8, row: u8| {
            let inner_column = column.abs_diff(1).min(last - 1).max(1);
            let inner_row = row.abs_diff(1).min(last - 1).max(1);
            Corner {
                corner: at(column, row),
                diagonal: at(inner_column, inner_row),
                beside: at(inner_column, row) | at(column, inner_row),
            }
        };
        let on_edge = |square: Square| {
            [square.column(), square.row()]
                .iter()
                .any(|&line| line == 0 || line == last)
        };
        Evaluator {
            playable: W::playable(size),
            edges: those(&on_edge),
            first_column: those(&|square| square.column() == 0),
            last_column: those(&|square| square.column() == last),
            corners: [
                corner(0, 0),
                corner(last, 0),
                corner(0, last),
                corner(last, last),
            ],
            largest: size.area() as i32 * DISC - DISC,
        }
    }

    /// What the position looks worth to the side to move. Never as much as a
    /// board full of discs, so that a proven score can always be told.
    pub fn evaluate(&self, board: Board<W>) -> i32 {
        let score = self.prospects(board) + self.corners(board.player, board)
            - self.corners(board.opponent, board)
            + self.last_word(board);
        score.clamp(-self.largest, self.largest)
    }

    /// Moves one has, and will have.
    fn prospects(&self, board: Board<W>) -> i32 {
        let empties = board.empties(self.playable);
        let moves = |board: Board<W>| board.moves(self.playable).len() as i32;
        let near = |discs: W| (self.around(discs) & empties).len() as i32;
        weight::MOVE * (moves(board) - moves(board.swapped()))
            + weight::PROSPECT * (near(board.opponent) - near(board.player))
    }

    /// What the corners, and the squares beside them, are worth to whoever
    /// owns these discs.
    fn corners(&self, own: W, board: Board<W>) -> i32 {
        let taken = board.player | board.opponent;
        let mut score = 0;
        let mut held = W::EMPTY;
        for corner in &self.corners {
            if !(own & corner.corner).is_empty() {
                held |= corner.corner;
                score += weight::CORNER;
            } else if (taken & corner.corner).is_empty() {
                score += weight::GIVES_CORNER * (own & corner.diagonal).len() as i32;
                score += weight::TOUCHES_CORNER * (own & corner.beside).len() as i32;
            }
        }
        if !held.is_empty() {
            score += weight::ANCHORED * self.anchored(own & self.edges, held).len() as i32;
        }
        score
    }

    /// The edge discs reached from the corners without a gap.
    fn anchored(&self, edge_discs: W, corners: W) -> W {
        let mut anchored = corners;
        loop {
            let more = anchored | (self.beside(anchored) & edge_discs);
            if more == anchored {
                return anchored;
            }
            anchored = more;
        }
    }

    fn last_word(&self, board: Board<W>) -> i32 {
        match board.empties(self.playable).len() % 2 {
            0 => -weight::LAST_WORD,
            _ => weight::LAST_WORD,
        }
    }

    /// The squares left, right, above and below of these.
    fn beside(&self, set: W) -> W {
        let stride = W::STRIDE as i32;
        self.sideways(set) | set.shifted(stride) | set.shifted(-stride)
    }

    /// The eight neighbours of these squares.
    fn around(&self, set: W) -> W {
        let stride = W::STRIDE as i32;
        let row = set | self.sideways(set);
        row | row.shifted(stride) | row.shifted(-stride)
    }

    fn sideways(&self, set: W) -> W {
        (set & !self.last_column).shifted(1) | (set & !self.first_column).shifted(-1)
    }
}

/// The score of a finished game for the side to move, the empty squares
/// counted for the winner.
pub fn final_score<W: Word>(board: Board<W>, playable: W) -> i32 {
    let difference = board.player.len() as i32 - board.opponent.len() as i32;
    let empties = board.empties(playable).len() as i32;
    (difference + difference.signum() * empties) * DISC
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Color;
    use crate::othello::{Position, Start, Symmetry};

    fn evaluate(position: &Position) -> i32 {
        let size = position.size();
        match (position.board(), position.large_board()) {
            (Some(board), _) => Evaluator::new(size).evaluate(board),
            (_, Some(board)) => Evaluator::new(size).evaluate(board),
            _ => unreachable!("a position has one of the two boards"),
        }
    }

    fn place(position: &mut Position, squares: &str, color: Color) {
        for square in squares.split(' ') {
            position.put(square.parse().unwrap(), Some(color));
        }
    }

    #[test]
    fn a_corner_is_good_for_its_owner_on_every_board() {
        for size in Size::ALL {
            let plain = Position::start(size, Start::Standard, Color::Black);
            let mut better = plain;
            place(&mut better, "a1", Color::Black);
            assert!(evaluate(&better) > evaluate(&plain), "{size}");
            let mut worse = plain;
            place(&mut worse, "a1", Color::White);
            assert!(evaluate(&worse) < evaluate(&plain), "{size}");
        }
    }

    #[test]
    fn the_eight_views_of_a_position_look_equally_good() {
        for size in Size::ALL {
            let mut position = Position::start(size, Start::Standard, Color::Black);
            place(&mut position, "a1 b1 c3 d2", Color::Black);
            place(&mut position, "b2 a3 d1", Color::White);
            for symmetry in Symmetry::ALL {
                let seen = position.seen_through(symmetry);
                assert_eq!(evaluate(&seen), evaluate(&position), "{size}");
            }
        }
    }

    #[test]
    fn neighbours_do_not_leak_around_the_edges() {
        let evaluator: Evaluator<u64> = Evaluator::new(Size::Eight);
        let h1: Square = "h1".parse().unwrap();
        let around: Vec<String> = (evaluator.around(u64::of(h1)) & !u64::of(h1))
            .squares()
            .map(|square| square.to_string())
            .collect();
        assert_eq!(around, ["g1", "g2", "h2"]);
    }

    #[test]
    fn empty_squares_count_for_the_winner() {
        let playable = u64::playable(Size::Four);
        let board = Board {
            player: 0b1,
            opponent: 0,
        };
        assert_eq!(final_score(board, playable), 16 * DISC);
        assert_eq!(final_score(board.swapped(), playable), -16 * DISC);
    }
}
