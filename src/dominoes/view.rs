//! What a player can see of a round, and nothing else.

use super::chain::{Chain, End};
use super::round::{Move, Round, Seat};
use super::tile::{Numbers, Tile};

/// A round as one player sees it: the own tiles, those on the table, and how
/// many the others have.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub(super) round: &'a Round,
    pub(super) seat: Seat,
}

impl<'a> View<'a> {
    /// Whose view it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// How many play.
    pub fn players(&self) -> usize {
        self.round.players()
    }

    /// The own tiles, in the order they came.
    pub fn hand(&self) -> &'a [Tile] {
        self.round.hand(self.seat)
    }

    /// The tiles on the table.
    pub fn chain(&self) -> &'a Chain {
        self.round.chain()
    }

    /// How many tiles a player holds.
    pub fn held(&self, seat: Seat) -> usize {
        self.round.hand(seat).len()
    }

    /// How many tiles there are to draw.
    pub fn in_stock(&self) -> usize {
        self.round.stock().len()
    }

    /// The numbers that a player has shown not to hold, by drawing or passing.
    pub fn lacking(&self, seat: Seat) -> Numbers {
        self.round.lacking[seat.0]
    }

    /// The tiles that others hold or that are still to be drawn.
    pub fn unseen(&self) -> impl Iterator<Item = Tile> {
        let laid = |tile: Tile| {
            let mut tiles = self.chain().tiles().iter();
            tiles.any(|laid| Tile::new(laid.left, laid.right) == Some(tile))
        };
        Tile::all().filter(move |tile| !laid(*tile) && !self.hand().contains(tile))
    }

    /// What the player may do when it is their turn: tiles in the order they
    /// are held, each at the left end first.
    pub fn legal_moves(&self) -> Vec<Move> {
        let fits = |(tile, end): &(Tile, End)| self.chain().fits(*tile, *end);
        let tiles = self.hand().iter();
        let places = tiles.flat_map(|tile| End::BOTH.map(|end| (*tile, end)));
        let moves: Vec<Move> = places
            .filter(fits)
            .map(|(tile, end)| Move::Place(tile, end))
            .collect();
        match (moves.is_empty(), self.in_stock()) {
            (false, _) => moves,
            (true, 0) => vec![Move::Pass],
            (true, _) => vec![Move::Draw],
        }
    }
}
