//! Two sets of discs, the side to move first: the form positions have where
//! they are searched.

use super::square::Square;
use super::word::Word;

/// The discs of the side to move and of the other side, without colours.
///
/// A board does not know its size. Discs never stand outside the size's
/// [playable](Word::playable) squares, and moves are looked for only there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board<W = u64> {
    /// Discs of the side to move.
    pub player: W,
    /// Discs of the other side.
    pub opponent: W,
}

impl<W: Word> Board<W> {
    /// The empty squares among the playable ones.
    #[inline]
    pub fn empties(self, playable: W) -> W {
        playable & !(self.player | self.opponent)
    }

    /// The squares where the side to move may play.
    #[inline]
    pub fn moves(self, playable: W) -> W {
        W::moves(self.player, self.opponent) & playable
    }

    /// The discs a move turns over; none if the move is not legal.
    #[inline]
    pub fn flips(self, square: Square) -> W {
        W::flips(square, self.player, self.opponent)
    }

    /// The board after a move that turns these discs over, seen from the other
    /// side.
    #[inline]
    pub fn after(self, square: Square, flips: W) -> Board<W> {
        Board {
            player: self.opponent ^ flips,
            opponent: self.player ^ flips ^ W::of(square),
        }
    }

    /// The board seen from the other side, as after a pass.
    #[inline]
    pub fn swapped(self) -> Board<W> {
        Board {
            player: self.opponent,
            opponent: self.player,
        }
    }

    /// The board as those up to 8x8 are, if it is one of them.
    #[inline]
    pub fn small(self) -> Option<Board> {
        Some(Board {
            player: self.player.small()?,
            opponent: self.opponent.small()?,
        })
    }

    /// Whether neither side has a move.
    pub fn is_over(self, playable: W) -> bool {
        self.moves(playable).is_empty() && self.swapped().moves(playable).is_empty()
    }
}
