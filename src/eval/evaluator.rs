//! What the search asks: what is this position worth?

use std::sync::OnceLock;

use super::feature::Features;
use super::pattern::{Geometry, LANES};
use super::weights::{ONE, PLIES, Weights, WeightsError, stages};
use super::{DISC, handmade};
use crate::othello::word::Word;
use crate::othello::{Board, Size};

/// The evaluation of boards of one size. It never changes, so that any number
/// of threads may use it.
#[derive(Debug)]
pub struct Evaluator {
    geometry: &'static Geometry,
    /// Never as much as a board full of discs, so that a proven score can
    /// always be told.
    largest: i32,
    model: Model,
}

#[derive(Debug)]
enum Model {
    ByHand,
    Trained(Tables),
}

/// The weights unfolded, for speed.
#[derive(Debug)]
struct Tables {
    /// Stage after stage, `stage_len` each: the tables, and a zero for lanes
    /// without an instance.
    numbers: Vec<i16>,
    stage_len: usize,
    /// What is added at each number of discs.
    by_discs: Vec<i32>,
}

impl Evaluator {
    /// With the weights that come with the program.
    pub fn for_size(size: Size) -> &'static Evaluator {
        static ALL: [OnceLock<Evaluator>; 4] = [const { OnceLock::new() }; 4];
        ALL[size as usize].get_or_init(|| Evaluator::by_hand(size))
    }

    /// By hand-made rules, for want of weights.
    pub fn by_hand(size: Size) -> Evaluator {
        Evaluator::new(size, Model::ByHand)
    }

    /// With these weights.
    pub fn with_weights(weights: &Weights) -> Evaluator {
        let size = weights.size();
        Evaluator::new(size, Model::Trained(Tables::new(weights)))
    }

    /// With the weights of a file, given as its contents.
    pub fn from_bytes(bytes: &[u8]) -> Result<Evaluator, WeightsError> {
        Ok(Evaluator::with_weights(&Weights::read(bytes)?))
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
        Features::of(self.geometry, board)
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
        };
        value.clamp(-self.largest, self.largest)
    }

    /// The same from scratch.
    pub fn evaluate<W: Word>(&self, board: Board<W>) -> i32 {
        self.value(&self.features(board), board)
    }
}

impl Tables {
    fn new(weights: &Weights) -> Tables {
        let size = weights.size();
        let geometry = Geometry::of(size);
        let stage_len = geometry.len + 1;
        let mut numbers = Vec::with_capacity(stage_len * stages(size));
        for stage in weights.stages() {
            for shape in &geometry.shapes {
                let table = &stage[shape.folded_start..][..shape.folded_len];
                numbers.extend(shape.fold.iter().map(|&place| table[place as usize]));
            }
            numbers.push(0);
        }
        Tables {
            numbers,
            stage_len,
            by_discs: constants(weights),
        }
    }

    /// The sum of what the features find in the tables of the stage.
    #[inline]
    fn value(&self, features: &Features, discs: usize, starts: &[u32; LANES]) -> i32 {
        let stage = stage(discs).min(self.numbers.len() / self.stage_len - 1);
        let tables = &self.numbers[stage * self.stage_len..][..self.stage_len];
        let numbers = features.numbers();
        let mut sum = self.by_discs[discs];
        for (&start, &number) in starts.iter().zip(&numbers) {
            sum += tables[start as usize + number as usize] as i32;
        }
        sum * DISC / ONE
    }
}

/// The stage of a position with so many discs.
#[inline]
pub(crate) fn stage(discs: usize) -> usize {
    discs.saturating_sub(4) / PLIES
}

/// The constants of the stages and parities, by number of discs.
fn constants(weights: &Weights) -> Vec<i32> {
    let area = weights.size().area();
    let stages: Vec<&[i16]> = weights.stages().collect();
    let constant = |discs: usize| {
        let stage = stages[stage(discs).min(stages.len() - 1)];
        stage[stage.len() - 2 + discs % 2] as i32
    };
    (0..=area).map(constant).collect()
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
            for evaluator in [trained(size, &mut rng), Evaluator::by_hand(size)] {
                random_game(size, &mut rng, |position, _| {
                    let value = evaluate(&evaluator, position);
                    for symmetry in Symmetry::ALL {
                        let seen = position.seen_through(symmetry);
                        assert_eq!(evaluate(&evaluator, &seen), value, "{position:?}");
                    }
                });
            }
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
