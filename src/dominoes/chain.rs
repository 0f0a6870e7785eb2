//! The tiles on the table, laid end to end.

use super::tile::{Numbers, Tile};

/// One of the two ends of the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Where the chain begins.
    Left,
    /// Where it ends.
    Right,
}

impl End {
    /// Both, the left one first.
    pub const BOTH: [End; 2] = [End::Left, End::Right];
}

/// A tile as it lies on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Laid {
    /// The number on its left.
    pub left: u8,
    /// The number on its right.
    pub right: u8,
}

/// Tiles laid so that numbers that touch are the same. There is at least one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chain(Vec<Laid>);

impl Chain {
    /// A chain of one tile.
    pub fn new(tile: Tile) -> Chain {
        Chain(vec![Laid {
            left: tile.low(),
            right: tile.high(),
        }])
    }

    /// The chain of these tiles, or the place of the first that does not match
    /// the one before it; a chain without tiles breaks at its beginning.
    pub fn of(tiles: Vec<Laid>) -> Result<Chain, usize> {
        let breaks = tiles.windows(2).position(|two| two[0].right != two[1].left);
        match breaks {
            Some(before) => Err(before + 1),
            None if tiles.is_empty() => Err(0),
            None => Ok(Chain(tiles)),
        }
    }

    /// The tiles from left to right.
    pub fn tiles(&self) -> &[Laid] {
        &self.0
    }

    /// The number at an end.
    pub fn end(&self, end: End) -> u8 {
        let (first, last) = (self.0.first(), self.0.last());
        let number = match end {
            End::Left => first.map(|tile| tile.left),
            End::Right => last.map(|tile| tile.right),
        };
        number.expect("a chain has a tile")
    }

    /// The numbers at the two ends.
    pub fn ends(&self) -> Numbers {
        Numbers::of(End::BOTH.map(|end| self.end(end)))
    }

    /// Whether the tile can be laid at this end.
    pub fn fits(&self, tile: Tile, end: End) -> bool {
        tile.beside(self.end(end)).is_some()
    }

    /// Lays a tile at an end, turned as needed. Says whether it fits; if not,
    /// nothing has changed.
    pub fn lay(&mut self, tile: Tile, end: End) -> bool {
        let touching = self.end(end);
        let Some(open) = tile.beside(touching) else {
            return false;
        };
        match end {
            End::Left => self.0.insert(
                0,
                Laid {
                    left: open,
                    right: touching,
                },
            ),
            End::Right => self.0.push(Laid {
                left: touching,
                right: open,
            }),
        }
        true
    }
}
