//! Two players against each other: is the new generation better?
//!
//! Openings are random, and each is played twice with colours exchanged. The
//! two games of an opening belong together: what an opening gives to one side
//! it takes away again, so errors are estimated from the pairs.

use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};

use super::parallel;
use super::player::{Player, Solved, table};
use crate::eval::{DISC, final_score};
use crate::othello::word::Word;
use crate::othello::{Board, Move, Size};

/// How a contest is held.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How many openings, each played twice.
    pub pairs: u64,
    /// How many random moves an opening has.
    pub opening: u32,
    /// Another seed gives other openings.
    pub seed: u64,
    /// How many pairs are played at the same time.
    pub threads: usize,
}

/// What came out, as the first player sees it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// Games won, drawn and lost.
    pub games: [u64; 3],
    /// The mean difference in discs over the pairs, and the error of that mean.
    pub margin: (f64, f64),
    /// The mean points, where a win is 1 and a draw a half, and its error.
    pub points: (f64, f64),
}

/// Lets two players play. The listener hears how many pairs are done.
pub fn hold(
    players: [Player<'_>; 2],
    settings: &Settings,
    listener: &(dyn Fn(u64) + Sync),
) -> Score {
    match players[0].evaluator.size() {
        Size::Ten => hold_on::<u128>(players, settings, listener),
        _ => hold_on::<u64>(players, settings, listener),
    }
}

fn hold_on<W: Solved>(
    players: [Player<'_>; 2],
    settings: &Settings,
    listener: &(dyn Fn(u64) + Sync),
) -> Score {
    let pair = |number| pair::<W>(players, settings, number as u64);
    let pairs = parallel::map(settings.pairs as usize, settings.threads, listener, pair);
    summary(pairs.into_iter())
}

/// The margins of the first player in both games of an opening.
fn pair<W: Solved>(players: [Player<'_>; 2], settings: &Settings, number: u64) -> [i32; 2] {
    let seed = settings.seed.scatter().wrapping_add(number);
    let mut rng = StdRng::seed_from_u64(seed);
    let [one, other] = players;
    let opening = opening::<W>(one.evaluator.size(), settings.opening, &mut rng);
    [game(opening, [one, other]), -game(opening, [other, one])]
}

/// A board after so many random moves, where the game is not over yet.
fn opening<W: Solved>(size: Size, length: u32, rng: &mut StdRng) -> Board<W> {
    let playable = W::playable(size);
    loop {
        let mut board = W::start(size);
        for _ in 0..length {
            let squares = board.moves(playable).squares();
            board = match squares.choose(rng) {
                Some(square) => board.after(square, board.flips(square)),
                None => board.swapped(),
            };
        }
        if !board.is_over(playable) {
            return board;
        }
        // Another seed for another try.
        let _: u64 = rng.random();
    }
}

/// The margin by which the player to move wins, in discs.
fn game<W: Solved>(mut board: Board<W>, players: [Player<'_>; 2]) -> i32 {
    let playable = W::playable(players[0].evaluator.size());
    // Nobody may profit from what the other one has remembered.
    let tables = [table(), table()];
    let mut turn = 0;
    while !board.is_over(playable) {
        if !board.moves(playable).is_empty() {
            let thought = players[turn].think(board, &tables[turn]);
            if let Some(&Move::Place(square)) = thought.line.first() {
                board = board.after(square, board.flips(square));
            }
        } else {
            board = board.swapped();
        }
        turn = 1 - turn;
    }
    let score = final_score(board, playable) / DISC;
    if turn == 0 { score } else { -score }
}

fn summary(pairs: impl Iterator<Item = [i32; 2]>) -> Score {
    let mut games = [0; 3];
    let mut margins = Vec::new();
    let mut points = Vec::new();
    for pair in pairs {
        for margin in pair {
            games[(1 - margin.signum()) as usize] += 1;
        }
        let worth = |margin: i32| (1 + margin.signum()) as f64 / 2.0;
        margins.push((pair[0] + pair[1]) as f64 / 2.0);
        points.push((worth(pair[0]) + worth(pair[1])) / 2.0);
    }
    Score {
        games,
        margin: mean(&margins),
        points: mean(&points),
    }
}

/// The mean of some numbers, and its standard error.
fn mean(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len().max(1) as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0).max(1.0) / count).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_wins_the_other_loses() {
        let score = summary([[10, -10], [4, 0]].into_iter());
        assert_eq!(score.games, [2, 1, 1]);
        assert_eq!(score.margin, (1.0, 1.0));
        assert_eq!(score.points.0, (0.5 + 0.75) / 2.0);
    }
}
