//! Positions with the score they should have, taken from recorded games.
//!
//! Where the exact score is known, that is the label. Before that it is a
//! blend of what the search said and of how the game went on: of the label of
//! the position that followed, and so, ever fainter, of everything the search
//! said later and of the exact score in the end (the "lambda-return" of temporal
//! difference learning, Sutton 1988). What was searched a few moves later is
//! nearer to the end, and better known; what came in the end owes much to moves
//! that nobody would play again. A random move is no sign of what the position
//! before it is worth. Positions that nobody searched are left out.

use std::path::{Path, PathBuf};

use super::record::{Kind, Ply, Reader, Record, RecordError, UNKNOWN};
use crate::eval::{DISC, final_score};
use crate::game::Color;
use crate::othello::word::Word;
use crate::othello::{Board, Position, Size, Start};

/// The boards that games are recorded on.
pub trait Core: Word {
    /// The board of a position, if it is of this kind.
    fn board(position: &Position) -> Option<Board<Self>>;

    /// The board games start from.
    fn start(size: Size) -> Board<Self> {
        let start = Position::start(size, Start::Standard, Color::Black);
        Self::board(&start).expect("the core suits the size")
    }
}

impl Core for u64 {
    fn board(position: &Position) -> Option<Board> {
        position.board()
    }
}

impl Core for u128 {
    fn board(position: &Position) -> Option<Board<u128>> {
        position.large_board()
    }
}

/// A position of a recorded game, before the move that was made.
#[derive(Clone, Copy, Debug)]
pub struct Seen<W> {
    /// The discs, side to move first.
    pub board: Board<W>,
    /// Whether the second player is to move.
    second: bool,
    /// The move, how it was chosen, and the value of the position.
    pub ply: Ply,
}

impl<W> Seen<W> {
    /// A score of the side to move as the first player sees it, or the other
    /// way round.
    fn by_first(&self, score: f32) -> f32 {
        if self.second { -score } else { score }
    }
}

/// The scores that the positions of a game should have, in discs, where
/// anything is known. So much of each is how the game went on, the rest the
/// search: 0 for the search alone, 1 for the score in the end.
pub fn labels<W: Core>(game: &[Seen<W>], later_share: f32, size: Size) -> Vec<Option<f32>> {
    // As the first player sees it.
    let mut later = game.last().and_then(|last| in_the_end(last, size));
    let mut labels = vec![None; game.len()];
    for (seen, label) in game.iter().zip(&mut labels).rev() {
        let value = match seen.ply.value {
            UNKNOWN => None,
            value => Some(seen.by_first(value as f32 / DISC as f32)),
        };
        let known = match (seen.ply.kind, value, later) {
            (Kind::Searched, Some(value), Some(later)) => {
                Some(value + later_share * (later - value))
            }
            _ => value,
        };
        *label = known.map(|score| seen.by_first(score));
        later = match seen.ply.kind {
            Kind::Random => None,
            Kind::Searched => known.or(later),
            Kind::Exact => known,
        };
    }
    labels
}

/// The final score after the last move, as the first player sees it, if the
/// game is over.
fn in_the_end<W: Core>(last: &Seen<W>, size: Size) -> Option<f32> {
    let playable = W::playable(size);
    let square = last.ply.square;
    let board = last.board.after(square, last.board.flips(square));
    let score = || -final_score(board, playable) as f32 / DISC as f32;
    board.is_over(playable).then(|| last.by_first(score()))
}

/// The positions of a game in the order they came, or `None` if it has a move
/// that is not legal.
pub fn replay<W: Core>(record: &Record, size: Size) -> Option<Vec<Seen<W>>> {
    let playable = W::playable(size);
    let mut board = W::start(size);
    // Whose eyes scores are seen through: passes matter here.
    let mut second = false;
    let mut seen = Vec::with_capacity(record.plies.len());
    for &ply in &record.plies {
        if board.moves(playable).is_empty() {
            board = board.swapped();
            second = !second;
        }
        if !ply.square.is_on(size) || !board.moves(playable).has(ply.square) {
            return None;
        }
        seen.push(Seen { board, second, ply });
        board = board.after(ply.square, board.flips(ply.square));
        second = !second;
    }
    Some(seen)
}

/// Calls back with every position of every game in some files.
pub fn visit<W: Core>(
    paths: &[PathBuf],
    size: Size,
    mut visitor: impl FnMut(&[Seen<W>]),
) -> Result<u64, RecordError> {
    let mut games = 0;
    for path in paths {
        for (number, record) in Reader::open(path, size)?.enumerate() {
            let seen = replay(&record?, size).ok_or_else(|| illegal(path, number))?;
            visitor(&seen);
            games += 1;
        }
    }
    Ok(games)
}

/// Calls back with every labelled position of every game in some files, and
/// with its [label](labels).
pub fn visit_labelled<W: Core>(
    paths: &[PathBuf],
    size: Size,
    later_share: f32,
    mut visitor: impl FnMut(&Seen<W>, f32),
) -> Result<u64, RecordError> {
    visit(paths, size, |game: &[Seen<W>]| {
        for (seen, label) in game.iter().zip(labels(game, later_share, size)) {
            if let Some(label) = label {
                visitor(seen, label);
            }
        }
    })
}

/// The same for all games of some files, and for the positions with an exact
/// score in some others.
pub fn visit_samples<W: Core>(
    games: &[PathBuf],
    exact_only: &[PathBuf],
    size: Size,
    later_share: f32,
    mut visitor: impl FnMut(&Seen<W>, f32),
) -> Result<(), RecordError> {
    visit_labelled(games, size, later_share, &mut visitor)?;
    visit_labelled(exact_only, size, later_share, |seen, label| {
        if seen.ply.kind == Kind::Exact {
            visitor(seen, label);
        }
    })?;
    Ok(())
}

/// A game with a checksum that fits and a move that does not.
fn illegal(path: &Path, number: usize) -> RecordError {
    RecordError::Illegal {
        path: path.into(),
        game: number as u64 + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of the first moves that there are, with these kinds and values.
    fn game(plies: &[(Kind, i16)]) -> Vec<Seen<u64>> {
        let mut board = <u64 as Core>::start(Size::Four);
        let mut seen = Vec::new();
        for (number, &(kind, value)) in plies.iter().enumerate() {
            let square = board.moves(u64::playable(Size::Four)).squares().next();
            let square = square.expect("nobody passes so early");
            seen.push(Seen {
                board,
                second: number % 2 == 1,
                ply: Ply {
                    square,
                    kind,
                    value,
                },
            });
            board = board.after(square, board.flips(square));
        }
        seen
    }

    #[test]
    fn a_label_is_the_search_and_ever_less_of_what_came_later() {
        use Kind::{Exact, Searched};
        let plies = [
            (Searched, 400),
            (Searched, 0),
            (Searched, 800),
            (Exact, 200),
        ];
        // Values of the side to move; to the first player they are 4, 0, 8, -2.
        let labels = labels(&game(&plies), 0.5, Size::Four);
        let third = 8.0 / 2.0 - 2.0 / 2.0;
        let first = 4.0 / 2.0 + 0.0 / 4.0 + third / 4.0;
        assert_eq!(labels[0], Some(first));
        assert_eq!(labels[1], Some(-third / 2.0));
        assert_eq!(labels[2], Some(third));
        assert_eq!(labels[3], Some(2.0));
    }

    #[test]
    fn all_of_what_came_later_is_the_exact_score() {
        use Kind::{Exact, Searched};
        let plies = [(Searched, 400), (Searched, 0), (Exact, 600), (Exact, -600)];
        let labels = labels(&game(&plies), 1.0, Size::Four);
        assert_eq!(labels, [6.0, -6.0, 6.0, -6.0].map(Some));
    }

    #[test]
    fn a_random_move_tells_nothing_of_what_was_before_it() {
        use Kind::{Exact, Random, Searched};
        let plies = [
            (Searched, 400),
            (Random, UNKNOWN),
            (Random, 300),
            (Exact, 600),
        ];
        let labels = labels(&game(&plies), 0.5, Size::Four);
        assert_eq!(labels, [Some(4.0), None, Some(3.0), Some(6.0)]);
    }
}
