//! The 28 tiles, and sets of the numbers on them.

use std::fmt;

/// The highest number on a tile.
pub const HIGHEST: u8 = 6;

/// A tile, whichever way it is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tile {
    low: u8,
    high: u8,
}

impl Tile {
    /// How many tiles there are.
    pub const COUNT: usize = 28;

    /// The tile with these two numbers, in either order, if there is one.
    pub fn new(one: u8, other: u8) -> Option<Tile> {
        let (low, high) = (one.min(other), one.max(other));
        (high <= HIGHEST).then_some(Tile { low, high })
    }

    /// Every tile: 0-0, 0-1, .. 6-6.
    pub fn all() -> impl Iterator<Item = Tile> {
        (0..=HIGHEST).flat_map(|low| (low..=HIGHEST).map(move |high| Tile { low, high }))
    }

    /// The smaller number.
    pub fn low(self) -> u8 {
        self.low
    }

    /// The greater number.
    pub fn high(self) -> u8 {
        self.high
    }

    /// The sum of the two numbers.
    pub fn pips(self) -> u32 {
        u32::from(self.low + self.high)
    }

    /// Whether the two numbers are the same.
    pub fn is_double(self) -> bool {
        self.low == self.high
    }

    /// The number beside this one, if this one is on the tile.
    pub fn beside(self, number: u8) -> Option<u8> {
        match number {
            _ if number == self.low => Some(self.high),
            _ if number == self.high => Some(self.low),
            _ => None,
        }
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.low, self.high)
    }
}

/// The pips of some tiles together.
pub fn pips(tiles: &[Tile]) -> u32 {
    tiles.iter().map(|tile| tile.pips()).sum()
}

/// A set of the numbers 0 to 6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Numbers(u8);

impl Numbers {
    /// The set of these numbers.
    pub fn of(numbers: impl IntoIterator<Item = u8>) -> Numbers {
        Numbers(numbers.into_iter().fold(0, |set, number| set | 1 << number))
    }

    /// Those that are in either of the sets.
    pub fn or(self, others: Numbers) -> Numbers {
        Numbers(self.0 | others.0)
    }

    /// Whether the number is in the set.
    pub fn has(self, number: u8) -> bool {
        self.0 >> number & 1 != 0
    }

    /// Whether one of the tile's numbers is in the set.
    pub fn touch(self, tile: Tile) -> bool {
        self.has(tile.low) || self.has(tile.high)
    }
}
