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

pub(super) struct Cache {
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    player: u64,
    opponent: u64,
    lower: i8,
    upper: i8,
    best: u8,
}

/// How many entries there are: a power of two, so that finding one's place is
/// a shift.
const BITS: u32 = 14;

impl Cache {
    pub(super) fn new() -> Cache {
        Cache {
            entries: vec![Entry::default(); 1 << BITS],
        }
    }

    #[inline]
    pub(super) fn find(&self, player: u64, opponent: u64) -> Known {
        let entry = &self.entries[place(player, opponent)];
        if entry.player == player && entry.opponent == opponent {
            Known {
                lower: entry.lower as i32,
                upper: entry.upper as i32,
                best: 1 << (entry.best & 63),
            }
        } else {
            NOTHING
        }
    }

    /// Remembers the outcome of a null-window search.
    #[inline]
    pub(super) fn store(&mut self, player: u64, opponent: u64, score: i32, alpha: i32, best: u64) {
        let entry = &mut self.entries[place(player, opponent)];
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
fn place(player: u64, opponent: u64) -> usize {
    (hash(Board { player, opponent }) >> (64 - BITS)) as usize
}
