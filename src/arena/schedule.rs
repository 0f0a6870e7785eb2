//! Who plays whom, with which opening: an iterator.
//!
//! The whole schedule follows from a few numbers, so every run of a match,
//! every shard and every continuation agree on what game 4711 is.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everyone meets everyone.
    #[default]
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
}

/// One game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Its number.
    pub game: usize,
    /// Which opening, by its place in the book.
    pub opening: usize,
    /// Which engine has the black discs.
    pub black: usize,
    /// Which has the white ones.
    pub white: usize,
}

/// A part of a match: this one of so many, written `3/16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    count: usize,
}

/// A text that is no part of anything.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no shard, expected one such as 3/16, the first being 1/16")]
pub struct BadShard(String);

impl FromStr for Shard {
    type Err = BadShard;

    fn from_str(text: &str) -> Result<Shard, BadShard> {
        let bad = || BadShard(text.to_owned());
        let (number, count) = text.split_once('/').ok_or_else(bad)?;
        let number: usize = number.parse().map_err(|_| bad())?;
        let count = count.parse().map_err(|_| bad())?;
        match number {
            1.. if number <= count => Ok(Shard {
                index: number - 1,
                count,
            }),
            _ => Err(bad()),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

impl Shard {
    /// Whether a game belongs to this part. The games of a pair stay together.
    pub fn has(self, game: usize) -> bool {
        (game / 2) % self.count == self.index
    }
}

/// All games of a match, in order.
#[derive(Clone, Debug)]
pub struct Schedule {
    encounters: Vec<(usize, usize)>,
    openings: usize,
    total: usize,
    next: usize,
}

impl Schedule {
    /// Every two engines that meet play so many pairs, each pair with the next
    /// of the openings, which begin again when they run out.
    pub fn new(format: Format, engines: usize, pairs: usize, openings: usize) -> Schedule {
        let first = match format {
            Format::RoundRobin => engines,
            Format::Gauntlet => 1,
        };
        let encounters: Vec<(usize, usize)> = (0..first)
            .flat_map(|one| (one + 1..engines).map(move |other| (one, other)))
            .collect();
        Schedule {
            total: 2 * pairs * encounters.len(),
            encounters,
            openings: openings.max(1),
            next: 0,
        }
    }

    /// How many games there are in all.
    pub fn total(&self) -> usize {
        self.total
    }
}

impl Iterator for Schedule {
    type Item = Pairing;

    fn next(&mut self) -> Option<Pairing> {
        let game = self.next;
        if game >= self.total {
            return None;
        }
        self.next += 1;
        let pair = game / 2;
        let (one, other) = self.encounters[pair % self.encounters.len()];
        let (black, white) = match game % 2 {
            0 => (one, other),
            _ => (other, one),
        };
        Some(Pairing {
            game,
            opening: pair / self.encounters.len() % self.openings,
            black,
            white,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, HashSet};

    #[test]
    fn everyone_meets_everyone_with_both_colours_and_every_opening() {
        let games: Vec<Pairing> = Schedule::new(Format::RoundRobin, 4, 5, 5).collect();
        assert_eq!(games.len(), 2 * 5 * 6);
        let mut met = HashMap::new();
        for game in &games {
            assert_ne!(game.black, game.white);
            let openings: &mut HashSet<usize> = met.entry((game.black, game.white)).or_default();
            assert!(openings.insert(game.opening), "an opening twice: {game:?}");
        }
        assert_eq!(met.len(), 12);
        assert!(met.values().all(|openings| openings.len() == 5));
    }

    #[test]
    fn a_gauntlet_is_run_by_the_first() {
        let games: Vec<Pairing> = Schedule::new(Format::Gauntlet, 3, 2, 9).collect();
        assert_eq!(games.len(), 8);
        assert!(games.iter().all(|game| game.black == 0 || game.white == 0));
    }

    #[test]
    fn the_games_of_a_pair_differ_in_nothing_but_colours() {
        let games: Vec<Pairing> = Schedule::new(Format::RoundRobin, 3, 7, 4).collect();
        for pair in games.chunks(2) {
            assert_eq!(pair[0].opening, pair[1].opening);
            assert_eq!(
                (pair[0].black, pair[0].white),
                (pair[1].white, pair[1].black)
            );
        }
    }

    #[test]
    fn shards_share_the_games_out_in_whole_pairs() {
        let shards: Vec<Shard> = (1..=3).map(|n| format!("{n}/3").parse().unwrap()).collect();
        for game in Schedule::new(Format::RoundRobin, 2, 10, 1) {
            let owners: Vec<_> = shards.iter().filter(|shard| shard.has(game.game)).collect();
            assert_eq!(owners.len(), 1);
            assert!(owners[0].has(game.game ^ 1));
        }
        for text in ["", "3", "0/3", "4/3", "1/0", "-1/3", "a/b"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
