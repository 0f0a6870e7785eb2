//! Exact results near the end, for games that need not be played on and for
//! the moves that gave them away.

use std::sync::Arc;

use super::record::Blunder;
use crate::endgame::{Question, Solver};
use crate::game::Color;
use crate::limits::Budget;
use crate::othello::{History, Position};
use crate::table::Table;

/// Memory for positions already solved.
const TABLE_BYTES: usize = 16 << 20;

/// A solver, made when it is first needed.
#[derive(Default)]
pub struct Judge {
    solver: Option<Solver>,
}

impl Judge {
    /// The result with best play, in discs for black. None on boards that are
    /// too large to solve.
    pub fn for_black(&mut self, position: &Position) -> Option<i32> {
        let score = self.for_mover(position)?;
        Some(match position.turn() {
            Color::Black => score,
            Color::White => -score,
        })
    }

    fn for_mover(&mut self, position: &Position) -> Option<i32> {
        let board = position.board()?;
        let solver = self
            .solver
            .get_or_insert_with(|| Solver::new(Arc::new(Table::new(TABLE_BYTES)), 1));
        let question = Question::exact(board, position.size());
        let solution = solver.solve(&question, &Budget::default(), &mut |_| {});
        solution.bounds.exact()
    }

    /// The first move of each side that gave away a win or a draw, among the
    /// moves made with at most so many empty squares.
    pub fn blunders(&mut self, game: &History, empties: u32, from_ply: usize) -> Vec<Blunder> {
        let positions: Vec<&Position> = game.positions().collect();
        let moves: Vec<_> = game.moves().collect();
        let mut found: Vec<Blunder> = Vec::new();
        // Backwards, for a solved position makes the one before it cheap.
        let mut after = None;
        for ply in (from_ply..=moves.len()).rev() {
            if positions[ply].empties() > empties {
                break;
            }
            let Some(before) = self.for_black(positions[ply]) else {
                break;
            };
            if let Some(after) = after {
                let mover = positions[ply].turn();
                let sign = if mover == Color::Black { 1 } else { -1 };
                let (before, after): (i32, i32) = (sign * before, sign * after);
                if after.signum() < before.signum() {
                    found.retain(|blunder| blunder.side != mover.into());
                    found.push(Blunder {
                        side: mover.into(),
                        ply: ply + 1,
                        mv: moves[ply].to_string(),
                        before,
                        after,
                    });
                }
            }
            after = Some(before);
        }
        found.sort_by_key(|blunder| blunder.ply);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::start::usual;
    use crate::game::Game;
    use crate::othello::{Move, Size};

    /// 6x6 from near the end by trying every move: an independent account.
    fn minimax(position: &Position) -> i32 {
        if position.is_over() {
            return position.score().difference(position.turn());
        }
        let moves = position.legal_moves();
        let worth = |mv: &Move| -minimax(&position.after(*mv).expect("a legal move"));
        moves.iter().map(worth).max().expect("a move to make")
    }

    #[test]
    fn each_sides_first_losing_move_is_found_and_priced() {
        // First and last legal moves by turns: a game with mistakes in it.
        let mut game = History::new(usual(Size::Four));
        for turn in 0.. {
            let legal = game.current().legal_moves();
            let chosen = if turn % 3 == 0 {
                legal.first()
            } else {
                legal.last()
            };
            let Some(&mv) = chosen else {
                break;
            };
            game.play(mv).expect("a legal move");
        }
        let found = Judge::default().blunders(&game, 12, 0);
        let positions: Vec<&Position> = game.positions().collect();
        let mut expected: Vec<(Color, usize, i32, i32)> = Vec::new();
        for ply in 0..positions.len() - 1 {
            let mover = positions[ply].turn();
            let before = minimax(positions[ply]);
            let next = minimax(positions[ply + 1]);
            let after = if positions[ply + 1].turn() == mover {
                next
            } else {
                -next
            };
            let first = expected.iter().all(|(color, ..)| *color != mover);
            if after.signum() < before.signum() && first {
                expected.push((mover, ply + 1, before, after));
            }
        }
        assert!(
            !expected.is_empty(),
            "a game without mistakes proves nothing"
        );
        let found: Vec<_> = found.iter().map(|b| (b.ply, b.before, b.after)).collect();
        let expected: Vec<_> = expected.iter().map(|e| (e.1, e.2, e.3)).collect();
        assert_eq!(found, expected);
    }
}
