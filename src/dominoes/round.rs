//! A round of a game: who holds what, what a move does, and when it is over.

use std::fmt;

use super::chain::{Chain, End};
use super::deal::Deal;
use super::tile::{self, Numbers, Tile};
use super::view::View;
use super::{PLAYERS, notation};
use crate::game::{Game, Outcome};

/// A player's place at the table, from 0. People sit at 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seat(pub usize);

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", self.0 + 1)
    }
}

/// What a player does in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Lays a tile at an end of the chain.
    Place(Tile, End),
    /// Takes a tile from the stock, for want of one that fits.
    Draw,
    /// Does nothing, for want of a tile that fits and of a stock.
    Pass,
    /// Deals another round, once this one is over. Nobody has to.
    Next,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&notation::write_move(*self))
    }
}

/// Why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// Somebody else has it, or nobody.
    #[error("{1} does not hold {0}")]
    NotHeld(Tile, Seat),
    /// The number at that end is not on it.
    #[error("{0} does not fit there, where a {1} is")]
    DoesNotFit(Tile, u8),
    /// Only a player without a tile that fits may draw or pass.
    #[error("{0} has a tile that fits")]
    CouldPlace(Seat),
    /// There is nothing to draw.
    #[error("the stock is empty")]
    StockEmpty,
    /// Only when there is nothing to draw may a player pass.
    #[error("there are tiles to draw")]
    CouldDraw,
    /// Somebody has no tile left, or nobody has one that fits.
    #[error("the round is over")]
    RoundOver,
    /// The next one begins when this one is over.
    #[error("the round is not over")]
    RoundGoesOn,
}

/// A round of a game, with the points of those before it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Round {
    pub(super) hands: Vec<Vec<Tile>>,
    pub(super) stock: Vec<Tile>,
    pub(super) chain: Chain,
    pub(super) points: Vec<u32>,
    pub(super) turn: Seat,
    /// The numbers that each player has shown not to hold.
    pub(super) lacking: Vec<Numbers>,
    pub(super) seed: u64,
    /// How many rounds were dealt before this one.
    pub(super) number: u32,
}

impl Round {
    /// The first round of a game, unless nobody plays it in such a number. The
    /// highest double is on the table already.
    pub fn first(players: usize, seed: u64) -> Option<Round> {
        let points = vec![0; players];
        PLAYERS
            .contains(&players)
            .then(|| Round::deal(points, seed, 0))
    }

    fn deal(points: Vec<u32>, seed: u64, number: u32) -> Round {
        let players = points.len();
        let mut deal = Deal::new(players, seed, number);
        deal.hands[deal.opener].retain(|tile| *tile != deal.double);
        Round {
            hands: deal.hands,
            stock: deal.stock,
            chain: Chain::new(deal.double),
            points,
            turn: Seat((deal.opener + 1) % players),
            lacking: vec![Numbers::default(); players],
            seed,
            number,
        }
    }

    /// How many play.
    pub fn players(&self) -> usize {
        self.hands.len()
    }

    /// Everyone's seat in order.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + use<> {
        (0..self.players()).map(Seat)
    }

    /// The tiles a player holds, in the order they came.
    pub fn hand(&self, seat: Seat) -> &[Tile] {
        &self.hands[seat.0]
    }

    /// A player's points: those of the rounds that are over.
    pub fn points(&self, seat: Seat) -> u32 {
        self.points[seat.0]
    }

    /// The tiles on the table.
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// The tiles nobody holds, the next to be drawn first.
    pub fn stock(&self) -> &[Tile] {
        &self.stock
    }

    /// Which round it is, from 1.
    pub fn number(&self) -> u32 {
        self.number + 1
    }

    /// What a player can see.
    pub fn seen_by(&self, seat: Seat) -> View<'_> {
        View { round: self, seat }
    }

    /// Whether a player holds a tile that fits.
    pub fn can_place(&self, seat: Seat) -> bool {
        let ends = self.chain.ends();
        self.hand(seat).iter().any(|tile| ends.touch(*tile))
    }

    /// Whether nobody can place and there is nothing to draw.
    pub fn is_blocked(&self) -> bool {
        self.stock.is_empty() && !self.seats().any(|seat| self.can_place(seat))
    }

    /// Whether the round is over.
    pub fn is_over(&self) -> bool {
        self.hands.iter().any(Vec::is_empty) || self.is_blocked()
    }

    fn place(&mut self, tile: Tile, end: End) -> Result<(), IllegalMove> {
        let seat = self.turn;
        let held = self.hand(seat).iter().position(|held| *held == tile);
        let index = held.ok_or(IllegalMove::NotHeld(tile, seat))?;
        if !self.chain.lay(tile, end) {
            return Err(IllegalMove::DoesNotFit(tile, self.chain.end(end)));
        }
        self.hands[seat.0].remove(index);
        self.pass_on();
        Ok(())
    }

    /// Takes a tile; the turn stays. Whoever draws has no tile with a number
    /// that is open now, and drew anything else before.
    fn draw(&mut self) -> Result<(), IllegalMove> {
        self.without_a_fit()?;
        if self.stock.is_empty() {
            return Err(IllegalMove::StockEmpty);
        }
        self.lacking[self.turn.0] = self.chain.ends();
        let tile = self.stock.remove(0);
        self.hands[self.turn.0].push(tile);
        Ok(())
    }

    fn pass(&mut self) -> Result<(), IllegalMove> {
        self.without_a_fit()?;
        if !self.stock.is_empty() {
            return Err(IllegalMove::CouldDraw);
        }
        let lacking = &mut self.lacking[self.turn.0];
        *lacking = lacking.or(self.chain.ends());
        self.pass_on();
        Ok(())
    }

    fn without_a_fit(&self) -> Result<(), IllegalMove> {
        match self.can_place(self.turn) {
            true => Err(IllegalMove::CouldPlace(self.turn)),
            false => Ok(()),
        }
    }

    fn pass_on(&mut self) {
        self.turn = Seat((self.turn.0 + 1) % self.players());
    }

    /// Once the round is over, what is left in hand counts against its holder.
    fn count_points(&mut self) {
        for (points, hand) in self.points.iter_mut().zip(&self.hands) {
            *points = points.saturating_add(tile::pips(hand));
        }
    }
}

impl Game for Round {
    type Player = Seat;
    type Move = Move;
    type Illegal = IllegalMove;

    fn players(&self) -> Vec<Seat> {
        self.seats().collect()
    }

    fn turn(&self) -> Seat {
        self.turn
    }

    fn after(&self, mv: Move) -> Result<Round, IllegalMove> {
        let mut after = self.clone();
        match (mv, self.is_over()) {
            (Move::Next, true) => {
                let points = after.points;
                return Ok(Round::deal(points, self.seed, self.number + 1));
            }
            (Move::Next, false) => return Err(IllegalMove::RoundGoesOn),
            (_, true) => return Err(IllegalMove::RoundOver),
            (Move::Place(tile, end), false) => after.place(tile, end)?,
            (Move::Draw, false) => after.draw()?,
            (Move::Pass, false) => after.pass()?,
        }
        if after.is_over() {
            after.count_points();
        }
        Ok(after)
    }

    /// Everything the player to move may do in this round: tiles in the order
    /// they are held, each at the left end first.
    fn legal_moves(&self) -> Vec<Move> {
        match self.is_over() {
            true => Vec::new(),
            false => self.seen_by(self.turn).legal_moves(),
        }
    }

    /// Fewest points win, once the round is over.
    fn outcome(&self) -> Option<Outcome<Seat>> {
        if !self.is_over() {
            return None;
        }
        let fewest = self.points.iter().min()?;
        let mut winners = self.seats().filter(|seat| self.points(*seat) == *fewest);
        match (winners.next(), winners.next()) {
            (Some(winner), None) => Some(Outcome::Win(winner)),
            _ => Some(Outcome::Draw),
        }
    }
}
