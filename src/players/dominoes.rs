//! Ways to choose a tile: two that are easy to foresee, and one that thinks
//! about what the others may hold.
//!
//! All of them see what a player at the table sees, and nothing else.

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

use super::{Limits, Player, Thought};
use crate::dominoes::{End, Move, Numbers, Round, Seat, Tile, View};
use crate::engine::Proof;
use crate::game::Game;

/// A way to choose a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// The first tile held that fits.
    FirstFit,
    /// The fitting tile with the most pips, the first of them on a tie.
    MostPips,
    /// The tile that turns out best over many deals that could be the one on
    /// the table.
    Deals,
}

impl Strategy {
    /// The strategy that belongs to a machine's seat: the first machine plays
    /// the most pips, the others what fits first. For a person, the best.
    pub fn usual(seat: Seat) -> Strategy {
        match seat {
            Seat(0) => Strategy::Deals,
            Seat(1) => Strategy::MostPips,
            Seat(_) => Strategy::FirstFit,
        }
    }

    /// What to do in this position. Where a tile fits at both ends, the two
    /// simple strategies lay it at the left one.
    pub fn choose(self, view: &View<'_>) -> Move {
        let moves = view.legal_moves();
        match self {
            Strategy::FirstFit => moves[0],
            Strategy::MostPips => most_pips(&moves),
            Strategy::Deals if moves.len() == 1 => moves[0],
            Strategy::Deals => best_over_deals(view, &moves),
        }
    }
}

/// The first of the moves with the most pips; moves come left end first.
fn most_pips(moves: &[Move]) -> Move {
    let pips = |mv: &Move| match mv {
        Move::Place(tile, _) => tile.pips(),
        _ => 0,
    };
    let later_loses_ties = |best: Move, mv: &Move| if pips(mv) > pips(&best) { *mv } else { best };
    moves[1..].iter().fold(moves[0], later_loses_ties)
}

/// Deals looked at for a choice.
const DEALS: usize = 100;

/// Deals the tiles that cannot be seen again and again, in ways that agree with
/// what has been shown, plays each to its end, and takes the move after which
/// the own points compare best with those of the others.
fn best_over_deals(view: &View<'_>, moves: &[Move]) -> Move {
    let mut chance = StdRng::seed_from_u64(fingerprint(view));
    let mut sums = vec![0i64; moves.len()];
    for _ in 0..DEALS {
        let hands = imagine(view, &mut chance);
        for (mv, sum) in moves.iter().zip(&mut sums) {
            let mut table = hands.clone();
            table.place(*mv);
            *sum += table.play_out(view.seat());
        }
    }
    let best = sums.iter().min();
    let place = sums.iter().position(|sum| Some(sum) == best);
    moves[place.unwrap_or(0)]
}

/// A seed that depends on what is seen, so that the same view gives the same
/// choice.
fn fingerprint(view: &View<'_>) -> u64 {
    let tiles = view.hand().iter().map(|tile| set_of(*tile));
    let held: u64 = tiles.fold(0, |all, tile| all | u64::from(tile));
    held << 16 ^ (view.chain().tiles().len() as u64) << 8 ^ view.in_stock() as u64
}

/// A deal that could be the one on the table.
fn imagine(view: &View<'_>, chance: &mut StdRng) -> Table {
    let mut unseen: Vec<Tile> = view.unseen().collect();
    unseen.shuffle(chance);
    let mut hands = vec![0; view.players()];
    hands[view.seat().0] = view
        .hand()
        .iter()
        .fold(0, |hand, tile| hand | set_of(*tile));
    // Whoever is known to lack the most chooses first.
    let mut others: Vec<Seat> = (0..view.players()).map(Seat).collect();
    others.retain(|seat| *seat != view.seat());
    let could_hold = |seat: Seat| {
        let lacking = view.lacking(seat);
        unseen.iter().filter(|tile| !lacking.touch(**tile)).count()
    };
    others.sort_by_key(|seat| could_hold(*seat));
    for seat in others {
        hands[seat.0] = take(&mut unseen, view.held(seat), view.lacking(seat));
    }
    // What was put back came in an order of its own.
    unseen.shuffle(chance);
    Table {
        hands,
        stock: unseen,
        ends: End::BOTH.map(|end| view.chain().end(end)),
        turn: view.seat().0,
    }
}

/// Takes so many of the tiles, those without the lacking numbers while there
/// are any.
fn take(tiles: &mut Vec<Tile>, count: usize, lacking: Numbers) -> u32 {
    // Among tiles that are equally possible, the order stays that of chance.
    tiles.sort_by_key(|tile| lacking.touch(*tile));
    tiles
        .drain(..count.min(tiles.len()))
        .fold(0, |hand, tile| hand | set_of(tile))
}

/// A set of one tile: the more pips it has, the lower its bit.
fn set_of(tile: Tile) -> u32 {
    1 << RANK[usize::from(tile.low())][usize::from(tile.high())]
}

/// Tiles by falling pips, and where each of them stands.
const BY_PIPS: [(u8, u8); Tile::COUNT] = by_pips();
const RANK: [[u8; 7]; 7] = ranks();
/// The tiles that have a number.
const WITH: [u32; 7] = with_numbers();

const fn by_pips() -> [(u8, u8); Tile::COUNT] {
    let mut tiles = [(0, 0); Tile::COUNT];
    let (mut count, mut pips) = (0, 13);
    while pips > 0 {
        pips -= 1;
        let mut low = 0;
        while low <= pips / 2 {
            if pips - low <= 6 {
                tiles[count] = (low, pips - low);
                count += 1;
            }
            low += 1;
        }
    }
    tiles
}

const fn ranks() -> [[u8; 7]; 7] {
    let (mut ranks, mut rank) = ([[0; 7]; 7], 0);
    while rank < Tile::COUNT {
        let (low, high) = BY_PIPS[rank];
        ranks[low as usize][high as usize] = rank as u8;
        rank += 1;
    }
    ranks
}

const fn with_numbers() -> [u32; 7] {
    let (mut sets, mut rank) = ([0; 7], 0);
    while rank < Tile::COUNT {
        let (low, high) = BY_PIPS[rank];
        sets[low as usize] |= 1 << rank;
        sets[high as usize] |= 1 << rank;
        rank += 1;
    }
    sets
}

/// A round with all tiles known, in the few words a quick play-out needs. The
/// last tile of the stock is drawn next.
#[derive(Clone, Debug)]
struct Table {
    hands: Vec<u32>,
    stock: Vec<Tile>,
    ends: [u8; 2],
    turn: usize,
}

impl Table {
    fn place(&mut self, mv: Move) {
        if let Move::Place(tile, end) = mv {
            self.lay(set_of(tile), end as usize);
        }
    }

    /// Lays a tile at an end that it fits, and passes the turn on.
    fn lay(&mut self, tile: u32, end: usize) {
        let (low, high) = BY_PIPS[tile.trailing_zeros() as usize];
        self.hands[self.turn] &= !tile;
        self.ends[end] = low + high - self.ends[end];
        self.turn = (self.turn + 1) % self.hands.len();
    }

    /// Plays on, everyone laying the most pips, and says by how much the
    /// points of a seat exceed the average of the others' at the end, times
    /// their number.
    fn play_out(mut self, seat: Seat) -> i64 {
        while !self.is_over() {
            let [left, right] = self.fitting();
            let held = self.hands[self.turn] & (left | right);
            let best = held & held.wrapping_neg();
            match (best, self.stock.pop()) {
                (0, Some(tile)) => self.hands[self.turn] |= set_of(tile),
                (0, None) => self.turn = (self.turn + 1) % self.hands.len(),
                (_, unused) => {
                    self.stock.extend(unused);
                    self.lay(best, usize::from(best & left == 0));
                }
            }
        }
        let points: Vec<i64> = self.hands.iter().map(|hand| pips(*hand)).collect();
        let own = points[seat.0];
        let others: i64 = points.iter().sum::<i64>() - own;
        own * (points.len() as i64 - 1) - others
    }

    /// The tiles that fit at the left end, and those that fit at the right.
    fn fitting(&self) -> [u32; 2] {
        self.ends.map(|number| WITH[usize::from(number)])
    }

    fn is_over(&self) -> bool {
        let [left, right] = self.fitting();
        let held = self.hands.iter().fold(0, |all, hand| all | hand);
        self.hands.contains(&0) || self.stock.is_empty() && held & (left | right) == 0
    }
}

fn pips(mut hand: u32) -> i64 {
    let mut pips = 0;
    while hand != 0 {
        let (low, high) = BY_PIPS[hand.trailing_zeros() as usize];
        pips += i64::from(low + high);
        hand &= hand - 1;
    }
    pips
}

/// Plays dominoes: every seat by its usual strategy, or all by the same.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dealer {
    /// The strategy of every seat, if it is not the usual one.
    pub strategy: Option<Strategy>,
}

impl Player<Round> for Dealer {
    fn think(
        &self,
        round: &Round,
        _: &Limits,
        _: &mut dyn FnMut(&Thought<Move>),
    ) -> Option<Thought<Move>> {
        round.outcome().is_none().then(|| {
            let seat = round.turn();
            let strategy = self.strategy.unwrap_or(Strategy::usual(seat));
            Thought {
                line: vec![strategy.choose(&round.seen_by(seat))],
                score: 0,
                proof: Proof::Estimate,
                depth: 1,
                nodes: 1,
            }
        })
    }
}
