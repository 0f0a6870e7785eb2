//! Who gets what at the beginning of a round, the same for the same seed.

use super::tile::Tile;

/// How many tiles everyone gets.
pub const HAND: usize = 7;

/// The tiles dealt for a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Deal {
    /// Everyone's tiles, in the order they were drawn.
    pub(super) hands: Vec<Vec<Tile>>,
    /// What is left, the next to be drawn first.
    pub(super) stock: Vec<Tile>,
    /// Who has the highest double.
    pub(super) opener: usize,
    /// The highest double anyone has.
    pub(super) double: Tile,
}

impl Deal {
    /// Shuffles and deals, and again while nobody has a double.
    pub(super) fn new(players: usize, seed: u64, round: u32) -> Deal {
        let mut chance = Chance::new(seed, round);
        loop {
            if let Some(deal) = Deal::once(shuffled(&mut chance), players) {
                return deal;
            }
        }
    }

    /// Deals shuffled tiles, unless nobody gets a double.
    fn once(tiles: Vec<Tile>, players: usize) -> Option<Deal> {
        let (dealt, stock) = tiles.split_at(players * HAND);
        let hands: Vec<Vec<Tile>> = dealt.chunks(HAND).map(<[Tile]>::to_vec).collect();
        let double = dealt
            .iter()
            .copied()
            .filter(|tile| tile.is_double())
            .max()?;
        Some(Deal {
            opener: hands.iter().position(|hand| hand.contains(&double))?,
            hands,
            stock: stock.to_vec(),
            double,
        })
    }
}

fn shuffled(chance: &mut Chance) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = Tile::all().collect();
    for last in (1..tiles.len()).rev() {
        tiles.swap(last, chance.below(last + 1));
    }
    tiles
}

/// Numbers by chance (Steele, Lea and Flood's SplitMix64): a few lines of our
/// own, so that a seed gives the same tiles in every version.
struct Chance(u64);

impl Chance {
    fn new(seed: u64, round: u32) -> Chance {
        let mut chance = Chance(seed);
        Chance(chance.next() ^ u64::from(round))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number less than `limit`; no one is likelier by more than one part in
    /// 2^59 for the few tiles there are.
    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_with_a_double_means_another_deal() {
        let (doubles, others): (Vec<Tile>, Vec<Tile>) = Tile::all().partition(|t| t.is_double());
        let unlucky = [&others[..14], &doubles, &others[14..]].concat();
        assert_eq!(Deal::once(unlucky.clone(), 2), None);
        assert!(Deal::once(unlucky, 3).is_some());
    }

    #[test]
    fn some_seed_is_unlucky_and_deals_again() {
        let first_try = |seed| Deal::once(shuffled(&mut Chance::new(seed, 0)), 2);
        let unlucky = (0..2000).find(|seed| first_try(*seed).is_none());
        let deal = Deal::new(2, unlucky.expect("about one in 150 is"), 0);
        assert!(deal.hands[deal.opener].contains(&deal.double));
    }

    #[test]
    fn the_highest_double_is_found_and_every_tile_dealt_once() {
        for (seed, players) in (0..300).zip([2, 3, 4].into_iter().cycle()) {
            let deal = Deal::new(players, seed, 0);
            assert_eq!(deal.hands.len(), players);
            assert!(deal.hands.iter().all(|hand| hand.len() == HAND));
            let held = deal.hands.concat();
            let higher = held
                .iter()
                .filter(|tile| tile.is_double() && **tile > deal.double);
            assert_eq!(higher.count(), 0);
            assert!(deal.hands[deal.opener].contains(&deal.double));
            let mut all = [held, deal.stock].concat();
            all.sort();
            assert!(all.into_iter().eq(Tile::all()));
        }
    }

    #[test]
    fn seeds_and_rounds_deal_differently_and_repeat() {
        let deal = |seed, round| Deal::new(3, seed, round);
        assert_eq!(deal(7, 1), deal(7, 1));
        assert_ne!(deal(7, 1), deal(7, 2));
        assert_ne!(deal(7, 1), deal(8, 1));
    }
}
