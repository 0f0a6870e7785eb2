//! A small memory of positions that one thread keeps to itself.
//!
//! Positions of few empty squares are met again soon or never, so each simply
//! replaces whatever lay in its place.

use crate::othello::Board;
use crate::table::hash;

/// What is known of a position: bounds, and the move that was best, as a set.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub lower: i32,
    pub upper: i32,
    pub best: u64,
}

const NOTHING: Known = Known {
    lower: -128,
    upper: 128,
    best: 0,
};

/// Each number of empty squares has a part of its own, the larger the more
/// squares there are: such positions are fewer, but save more when they are met
/// again, and would be lost among the many of few squares.
pub(super) struct Cache {
    parts: Vec<Vec<Entry>>,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    player: u64,
    opponent: u64,
    lower: i8,
    upper: i8,
    best: u8,
}

/// How many entries a part has: a power of two, so that finding one's place is
/// a shift.
const fn bits(empties: u32) -> u32 {
    empties + 3
}

impl Cache {
    /// For positions of up to so many empty squares.
    pub(super) fn new(most: u32) -> Cache {
        Cache {
            parts: (0..=most)
                .map(|empties| vec![Entry::default(); 1 << bits(empties)])
                .collect(),
        }
    }

    #[inline]
    pub(super) fn find(&self, empties: u32, player: u64, opponent: u64) -> Known {
        let entry = &self.parts[empties as usize][place(empties, player, opponent)];
        if entry.player != player || entry.opponent != opponent {
            return NOTHING;
        }
        Known {
            lower: entry.lower.into(),
            upper: entry.upper.into(),
            best: 1 << (entry.best & 63),
        }
    }

    /// Remembers the outcome of a null-window search.
    #[inline]
    pub(super) fn store(
        &mut self,
        empties: u32,
        player: u64,
        opponent: u64,
        score: i32,
        alpha: i32,
        best: u64,
    ) {
        let entry = &mut self.parts[empties as usize][place(empties, player, opponent)];
        if entry.player != player || entry.opponent != opponent {
            *entry = Entry {
                player,
                opponent,
                lower: -128,
                upper: 127,
                best: 0,
            };
        }
        if score > alpha {
            entry.lower = score as i8;
        } else {
            entry.upper = score as i8;
        }
        entry.best = best.trailing_zeros() as u8;
    }
}

#[inline]
fn place(empties: u32, player: u64, opponent: u64) -> usize {
    (hash(Board { player, opponent }) >> (64 - bits(empties))) as usize
}
