//! Choosing a move that is not always the best: varied play for those who want
//! variety, and mistakes for those who want to win.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::Line;
use crate::othello::Position;

/// Where chance comes from.
pub(super) struct Chance {
    seed: u64,
    rng: StdRng,
}

/// How strictly the best move is to be chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Temper {
    /// By how much a move may look worse than the best and still be chosen.
    pub(super) randomness: i32,
    /// How well moves are told apart.
    pub(super) error: Error,
}

/// How well a player tells good moves from bad ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Error {
    /// As well as the search does.
    None,
    /// Misjudging each by about so many hundredths of a disc.
    About(i32),
    /// Not at all.
    Blind,
}

/// How many moves are compared when one of them is to be chosen by chance.
const CHOICE: usize = 8;

impl Temper {
    /// How many moves, of so many, must be compared.
    pub(super) fn choice(self, moves: usize) -> usize {
        match (self.error, self.randomness) {
            (Error::None, 0) => 1,
            (Error::None, _) => CHOICE,
            _ => moves,
        }
    }
}

impl Chance {
    /// Chance that can be repeated, or cannot.
    pub(super) fn new(seed: Option<u64>) -> Chance {
        Chance {
            seed: seed.unwrap_or(0),
            rng: match seed {
                Some(seed) => StdRng::seed_from_u64(seed),
                None => rand::make_rng(),
            },
        }
    }

    /// Moves the line to play to the front. What is misjudged depends on the
    /// position and the seed alone: asked again, one errs again.
    pub(super) fn choose(&mut self, lines: &mut [Line], temper: Temper, position: &Position) {
        if lines.len() < 2 {
            return;
        }
        let mut errors = StdRng::seed_from_u64(self.seed ^ fingerprint(position));
        let chosen = match temper.error {
            Error::None => self.nearly_best(lines, temper.randomness),
            Error::Blind => errors.random_range(0..lines.len()),
            Error::About(error) => seems_best(lines, error, &mut errors),
        };
        lines[..=chosen].rotate_right(1);
    }

    /// One of the lines that are hardly worse than the best.
    fn nearly_best(&mut self, lines: &[Line], randomness: i32) -> usize {
        let least = lines[0].score - randomness;
        let near = lines.iter().filter(|line| line.score >= least).count();
        match randomness {
            0 => 0,
            _ => self.rng.random_range(0..near),
        }
    }
}

/// The line that looks best to someone who misjudges each a little.
fn seems_best(lines: &[Line], error: i32, rng: &mut StdRng) -> usize {
    // Three throws of a die are nearly normal; their deviation is its width.
    let mut misjudgement = || {
        (0..3)
            .map(|_| rng.random_range(-error..=error))
            .sum::<i32>()
    };
    let seems = lines.iter().map(|line| line.score + misjudgement());
    let best = seems.enumerate().max_by_key(|(_, score)| *score);
    best.map_or(0, |(index, _)| index)
}

/// A number for the position.
fn fingerprint(position: &Position) -> u64 {
    use crate::othello::word::Word;
    let mix = |a: u64, b: u64| a.rotate_left(32) ^ b;
    match (position.board(), position.large_board()) {
        (Some(board), _) => mix(board.player.scatter(), board.opponent.scatter()),
        (_, Some(board)) => mix(board.player.scatter(), board.opponent.scatter()),
        _ => 0,
    }
}
