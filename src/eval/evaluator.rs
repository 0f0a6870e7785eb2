//! What the search asks: what is this position worth?

use std::fmt;
use std::sync::OnceLock;

use bytemuck::zeroed_slice_box;

use super::feature::Features;
use super::network::Network;
use super::pattern::{Geometry, LANES};
use super::weights::{self, ONE, PLIES, Weights, WeightsError, stages};
use super::{DISC, handmade};
use crate::othello::word::Word;
use crate::othello::{Board, Size};

/// The evaluation of boards of one size. It never changes, so that any number
/// of threads may use it.
pub struct Evaluator {
    geometry: &'static Geometry,
    /// Never as much as a board full of discs, so that a proven score can
    /// always be told.
    largest: i32,
    model: Model,
}

enum Model {
    ByHand,
    Trained(Tables),
    Network(Box<Network>),
}

/// The weights unfolded, for speed.
struct Tables {
    geometry: &'static Geometry,
    /// The tables of each stage.
    stages: Box<[[i16; SPAN]]>,
    /// What is added at each number of discs.
    by_discs: Vec<i32>,
}

/// Room for the tables of a stage, and for the zero that lanes without an
/// instance find. A power of two, so that an index can be kept inside by a mask
/// instead of a comparison; memory that is never touched costs nothing.
const SPAN: usize = 1 << 19;

impl fmt::Debug for Evaluator {
    /// Says what kind it is. The weights are too many to show.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let model = match self.model {
            Model::ByHand => "by hand",
            Model::Trained(_) => "trained",
            Model::Network(_) => "network",
        };
        write!(f, "{} evaluation, {model}", self.geometry.size)
    }
}

impl Evaluator {
    /// The best that comes with the program: the network on 8x8, tables of
    /// weights elsewhere.
    pub fn for_size(size: Size) -> &'static Evaluator {
        static NETWORK: OnceLock<Evaluator> = OnceLock::new();
        match size {
            Size::Eight => NETWORK.get_or_init(|| embedded(NETWORK_FILE)),
            _ => Evaluator::by_tables(size),
        }
    }

    /// With the tables of weights that come with the program: less accurate
    /// than the network, and several times as fast.
    pub fn by_tables(size: Size) -> &'static Evaluator {
        static ALL: [OnceLock<Evaluator>; 4] = [const { OnceLock::new() }; 4];
        ALL[size as usize].get_or_init(|| embedded(tables_file(size)))
    }

    /// By hand-made rules, for want of weights.
    pub fn by_hand(size: Size) -> Evaluator {
        Evaluator::new(size, Model::ByHand)
    }

    /// With these weights.
    pub fn with_weights(weights: &Weights) -> Evaluator {
        let mut tables = Tables::new(weights.size());
        for (stage, numbers) in weights.stages().enumerate() {
            tables.fill(stage, numbers);
        }
        Evaluator::new(weights.size(), Model::Trained(tables))
    }

    /// With the weights of a file, given as its contents.
    pub fn from_bytes(bytes: &[u8]) -> Result<Evaluator, WeightsError> {
        if Network::is_in(bytes) {
            let network = Box::new(Network::read(bytes)?);
            return Ok(Evaluator::new(Size::Eight, Model::Network(network)));
        }
        let size = weights::size(bytes)?;
        let mut tables = Tables::new(size);
        weights::decode(bytes, size, |stage, numbers| tables.fill(stage, numbers))?;
        Ok(Evaluator::new(size, Model::Trained(tables)))
    }

    fn new(size: Size, model: Model) -> Evaluator {
        Evaluator {
            geometry: Geometry::of(size),
            largest: size.area() as i32 * DISC - DISC,
            model,
        }
    }

    /// The size of the boards.
    pub fn size(&self) -> Size {
        self.geometry.size
    }

    /// What the patterns read in a position.
    pub fn features<W: Word>(&self, board: Board<W>) -> Features {
        match self.model {
            Model::Network(_) => Features::NONE,
            _ => Features::of(self.geometry, board),
        }
    }

    /// What a position looks worth to the side to move, in the unit of
    /// [`DISC`]; the features are those of the board.
    #[inline]
    pub fn value<W: Word>(&self, features: &Features, board: Board<W>) -> i32 {
        let value = match &self.model {
            Model::ByHand => handmade::value(board, self.geometry.size),
            Model::Trained(tables) => {
                let discs = (board.player | board.opponent).len() as usize;
                tables.value(features, discs, &self.geometry.starts)
            }
            Model::Network(network) => board.small().map_or(0, |board| network.value(board)),
        };
        value.clamp(-self.largest, self.largest)
    }

    /// The same from scratch.
    pub fn evaluate<W: Word>(&self, board: Board<W>) -> i32 {
        self.value(&self.features(board), board)
    }
}

fn embedded(bytes: &[u8]) -> Evaluator {
    Evaluator::from_bytes(bytes).expect("the embedded weights are sound")
}

/// The weight files that come with the program.
const NETWORK_FILE: &[u8] = include_bytes!("weights/8x8.network");

fn tables_file(size: Size) -> &'static [u8] {
    match size {
        Size::Four => include_bytes!("weights/4x4.weights"),
        Size::Six => include_bytes!("weights/6x6.weights"),
        Size::Eight => include_bytes!("weights/8x8.weights"),
        Size::Ten => include_bytes!("weights/10x10.weights"),
    }
}

impl Tables {
    fn new(size: Size) -> Tables {
        let geometry = Geometry::of(size);
        assert!(geometry.len < SPAN, "the tables have room");
        Tables {
            geometry,
            stages: zeroed_slice_box(stages(size)),
            by_discs: vec![0; size.area() + 1],
        }
    }

    /// Takes in the weights of a stage.
    fn fill(&mut self, stage: usize, numbers: &[i16]) {
        unfold(self.geometry, numbers, &mut self.stages[stage]);
        let constants = &numbers[self.geometry.folded_len..];
        // The full board has no stage of its own.
        for discs in 4 + stage * PLIES..=4 + (stage + 1) * PLIES {
            self.by_discs[discs] = constants[discs % 2] as i32;
        }
    }

    /// The sum of what the features find in the tables of the stage.
    #[inline]
    fn value(&self, features: &Features, discs: usize, starts: &[u32; LANES]) -> i32 {
        let tables = &self.stages[stage(discs).min(self.stages.len() - 1)];
        let numbers = features.numbers();
        let place = |lane: usize| (starts[lane] + numbers[lane] as u32) as usize % SPAN;
        // All places first: that is a few vector instructions.
        let places: [usize; LANES] = std::array::from_fn(place);
        let found = places.iter().map(|&place| tables[place] as i32);
        (self.by_discs[discs] + found.sum::<i32>()) * DISC / ONE
    }
}

/// Gives every number that squares can make its weight.
fn unfold(geometry: &Geometry, numbers: &[i16], tables: &mut [i16; SPAN]) {
    let mut rest = &mut tables[..];
    for shape in &geometry.shapes {
        let folded = &numbers[shape.folded_start..][..shape.folded_len];
        let (table, after) = rest.split_at_mut(shape.fold.len());
        for (weight, &place) in table.iter_mut().zip(&shape.fold) {
            *weight = folded[place as usize];
        }
        rest = after;
    }
}

/// The stage of a position with so many discs.
#[inline]
pub(crate) fn stage(discs: usize) -> usize {
    discs.saturating_sub(4) / PLIES
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Color, Game};
    use crate::othello::{Move, Position, Start, Symmetry};
    use rand::rngs::StdRng;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};

    /// Weights without sense, as large as they come.
    fn trained(size: Size, rng: &mut StdRng) -> Evaluator {
        let count = Weights::stage_len(size) * stages(size);
        let numbers = (0..count).map(|_| rng.random_range(-300..=300)).collect();
        Evaluator::with_weights(&Weights::new(size, numbers))
    }

    /// Does the same with the board of a position, whichever kind it is.
    macro_rules! on_board {
        ($position:expr, |$board:ident| $body:expr) => {
            match ($position.board(), $position.large_board()) {
                (Some($board), _) => $body,
                (_, Some($board)) => $body,
                _ => unreachable!("a position has one of the two boards"),
            }
        };
    }

    fn evaluate(evaluator: &Evaluator, position: &Position) -> i32 {
        on_board!(position, |board| evaluator.evaluate(board))
    }

    fn after(features: &Features, position: &Position, mv: Move) -> Features {
        match mv {
            Move::Pass => features.passed(),
            Move::Place(square) => on_board!(position, |board| {
                features.after(square, board.flips(square))
            }),
        }
    }

    /// Every position of a random game.
    fn random_game(size: Size, rng: &mut StdRng, mut visit: impl FnMut(&Position, Option<Move>)) {
        let mut position = Position::start(size, Start::Standard, Color::Black);
        loop {
            let mv = position.legal_moves().choose(rng).copied();
            visit(&position, mv);
            let Some(mv) = mv else { break };
            position = position.after(mv).unwrap();
        }
    }

    #[test]
    fn features_kept_up_to_date_are_those_read_from_scratch() {
        let mut rng = StdRng::seed_from_u64(1);
        for size in Size::ALL {
            let evaluator = trained(size, &mut rng);
            let mut kept: Option<Features> = None;
            random_game(size, &mut rng, |position, mv| {
                let scratch = on_board!(position, |board| evaluator.features(board));
                let features = kept.unwrap_or(scratch);
                assert_eq!(features, scratch, "{position:?}");
                kept = mv.map(|mv| after(&features, position, mv));
            });
        }
    }

    #[test]
    fn the_eight_views_of_a_position_look_exactly_equally_good() {
        let mut rng = StdRng::seed_from_u64(2);
        for size in Size::ALL {
            let (trained, by_hand) = (trained(size, &mut rng), Evaluator::by_hand(size));
            for evaluator in [&trained, &by_hand, Evaluator::for_size(size)] {
                random_game(size, &mut rng, |position, _| {
                    let value = evaluate(evaluator, position);
                    for symmetry in Symmetry::ALL {
                        let seen = position.seen_through(symmetry);
                        assert_eq!(evaluate(evaluator, &seen), value, "{position:?}");
                    }
                });
            }
        }
    }

    #[test]
    fn the_weights_that_come_with_the_program_are_sound_and_for_their_board() {
        for size in Size::ALL {
            assert_eq!(Evaluator::for_size(size).size(), size);
            assert_eq!(Evaluator::by_tables(size).size(), size);
        }
    }

    /// The game is a draw (Takizawa 2023), and its first moves are no mistakes.
    #[test]
    fn the_first_positions_look_balanced() {
        let mut position = Position::default();
        for mv in ["f5", "d6", "c3", "d3", "c4"] {
            let value = evaluate(Evaluator::for_size(Size::Eight), &position);
            assert!(value.abs() < 4 * DISC, "{value} before {mv}");
            position = position.after(Move::Place(mv.parse().unwrap())).unwrap();
        }
    }

    #[test]
    fn nothing_looks_as_good_as_a_full_board() {
        let mut rng = StdRng::seed_from_u64(3);
        for size in Size::ALL {
            let count = Weights::stage_len(size) * stages(size);
            let weights = Weights::new(size, vec![i16::MAX; count]);
            let evaluator = Evaluator::with_weights(&weights);
            random_game(size, &mut rng, |position, _| {
                assert!(evaluate(&evaluator, position) < size.area() as i32 * DISC);
            });
        }
    }

    #[test]
    fn a_corner_is_good_for_its_owner_on_every_board() {
        for size in Size::ALL {
            let evaluator = Evaluator::by_hand(size);
            let plain = Position::start(size, Start::Standard, Color::Black);
            for (color, sign) in [(Color::Black, 1), (Color::White, -1)] {
                let mut other = plain;
                other.put("a1".parse().unwrap(), Some(color));
                let gain = evaluate(&evaluator, &other) - evaluate(&evaluator, &plain);
                assert!(gain * sign > 0, "{size}");
            }
        }
    }
}
