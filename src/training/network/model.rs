//! The network in fractions: what a position is worth, and how that changes
//! with every weight.
//!
//! The same layers as in [`eval::network`](crate::eval::network), where they
//! are described.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::eval::network::{
    self, B2, B3, BIAS, DENSE, MOBILITY, OUT2, OUT3, ROW, SECOND, STACK, STACKS, THIRD, W2, W3,
    WIDTH,
};
use crate::eval::orbit::{IMAGES, Orbits, PRODUCTS, RELATIVE, VIEWS, inverse};
use crate::othello::Board;

/// What is learned is a fraction of this many discs.
pub(super) const UNIT: f32 = 64.0;

/// The hidden units, in groups.
pub(super) type Hidden = [[f32; WIDTH]; VIEWS];

/// The row that each image reads, and the symmetry by which its groups are
/// moved.
pub(super) type Reading = [(u32, u8); IMAGES];

/// The weights while they are learned.
pub(super) struct Model {
    pub(super) orbits: &'static Orbits,
    /// Row after row.
    pub(super) rows: Vec<f32>,
    /// The biases of a group of the first layer, and the stacks.
    pub(super) dense: Vec<f32>,
}

/// What a position leaves behind on its way forwards.
pub(super) struct Trace {
    pub(super) reading: Reading,
    /// The hidden units before and after they are clipped and squared.
    hidden: Hidden,
    active: Hidden,
    moves: [f32; 2],
    empties: usize,
    /// The units of the next layers, before and after they are clipped.
    second_sums: [[f32; SECOND]; VIEWS],
    second: [[f32; SECOND]; VIEWS],
    third_sums: [[f32; THIRD]; VIEWS],
    third: [[f32; THIRD]; VIEWS],
    /// The value, in the unit of [`UNIT`].
    pub(super) value: f32,
}

/// Neither less than nothing nor more than one.
fn clipped(sum: f32) -> f32 {
    sum.clamp(0.0, 1.0)
}

/// How fast that changes.
fn slope(sum: f32) -> f32 {
    if sum > 0.0 && sum < 1.0 { 1.0 } else { 0.0 }
}

/// The sum of a vector, halved again and again.
fn total(mut lanes: [f32; WIDTH]) -> f32 {
    let mut half = WIDTH / 2;
    while half > 0 {
        for lane in 0..half {
            lanes[lane] += lanes[lane + half];
        }
        half /= 2;
    }
    lanes[0]
}

/// The weights of one group at this place.
fn group(weights: &[f32], place: usize) -> &[f32; WIDTH] {
    weights[place..].first_chunk().expect("a whole group")
}

impl Model {
    /// Small random weights, and biases that let everything through.
    pub(super) fn random(seed: u64) -> Model {
        let orbits = Orbits::get();
        let mut rng = StdRng::seed_from_u64(seed);
        let mut rows: Vec<f32> = (0..orbits.rows() * ROW)
            .map(|_| rng.random_range(-0.1..0.1))
            .collect();
        for (row, &unmoved) in rows.chunks_exact_mut(ROW).zip(&orbits.unmoved) {
            average(row, unmoved);
        }
        let mut around = |width: f32| rng.random_range(-width..width);
        let mut weight = |place: usize| match place {
            W2..B2 => around(0.15),
            MOBILITY..W3 | OUT3..BIAS => around(0.1),
            W3..B3 => around(0.25),
            BIAS => 0.0,
            _ => LET_THROUGH,
        };
        let stack: Vec<f32> = (0..STACK).map(&mut weight).collect();
        let mut dense = vec![LET_THROUGH; WIDTH];
        dense.extend(stack.iter().cycle().take(DENSE - WIDTH));
        Model {
            orbits,
            rows,
            dense,
        }
    }

    /// The weights that lie in a file.
    pub(super) fn from_quantised(rows: &[i8], dense: &[i16]) -> Model {
        let row = |&weight: &i8| weight as f32 / network::HIDDEN_ONE as f32;
        let other = |(place, &weight): (usize, &i16)| weight as f32 / one(place) as f32;
        Model {
            orbits: Orbits::get(),
            rows: rows.iter().map(row).collect(),
            dense: dense.iter().enumerate().map(other).collect(),
        }
    }

    /// Gives stacks that have learned nothing, as those of the first moves where
    /// games begin at random, the weights of the nearest that has. Whose turn it
    /// is to move last matters, so one of the same parity is asked.
    pub(super) fn fill_stacks(&mut self, learned: &[bool; STACKS]) {
        for empties in (0..STACKS).filter(|&empties| !learned[empties]) {
            let alike = (empties % 2..STACKS).step_by(2);
            let teacher = alike
                .filter(|&other| learned[other])
                .min_by_key(|other| other.abs_diff(empties));
            if let Some(teacher) = teacher {
                let from = stack_at(teacher);
                self.dense
                    .copy_within(from..from + STACK, stack_at(empties));
            }
        }
    }

    fn stack(&self, empties: usize) -> &[f32] {
        &self.dense[stack_at(empties)..][..STACK]
    }

    /// What a position is worth.
    pub(super) fn forward(&self, board: Board) -> Trace {
        let (reading, hidden) = self.first_layer(board);
        let active = hidden.map(|group| group.map(|sum| clipped(sum) * clipped(sum)));
        let moves = [board, board.swapped()]
            .map(|board| board.moves(u64::MAX).count_ones() as f32 / network::MOVES as f32);
        let empties = board.empties(u64::MAX).count_ones() as usize;
        let stack = self.stack(empties);
        let second_sums = second_layer(stack, &active, moves);
        let second = second_sums.map(|group| group.map(clipped));
        let third_sums = third_layer(stack, &second);
        let third = third_sums.map(|group| group.map(clipped));
        let mut value = stack[BIAS];
        for view in 0..VIEWS {
            let third = third[view].iter().zip(&stack[OUT3..]);
            let second = second[view].iter().zip(&stack[OUT2..]);
            value += third
                .chain(second)
                .map(|(unit, weight)| unit * weight)
                .sum::<f32>();
        }
        Trace {
            reading,
            hidden,
            active,
            moves,
            empties,
            second_sums,
            second,
            third_sums,
            third,
            value,
        }
    }

    fn first_layer(&self, board: Board) -> (Reading, Hidden) {
        let orbits = self.orbits;
        let numbers = orbits.numbers(board);
        let mut reading = [(0, 0); IMAGES];
        let mut hidden = [*group(&self.dense, 0); VIEWS];
        for (image, read) in reading.iter_mut().enumerate() {
            let place = orbits.start[image] as usize + numbers[image] as usize;
            let (row, through) = orbits.seen[place];
            let turn = PRODUCTS[orbits.view[image] as usize][INVERSES[through as usize]];
            *read = (row, turn as u8);
            for (x, &to) in PRODUCTS[turn].iter().enumerate() {
                let weights = group(&self.rows, row as usize * ROW + x * WIDTH);
                add_scaled(&mut hidden[to], 1.0, weights);
            }
        }
        (reading, hidden)
    }

    /// Adds to the gradient what an error of the value means for the weights
    /// behind the first layer, and gives back what it means for the hidden
    /// units.
    pub(super) fn backward(&self, trace: &Trace, error: f32, gradient: &mut [f32]) -> Hidden {
        let stack = self.stack(trace.empties);
        let (biases, stacks) = gradient.split_at_mut(WIDTH);
        let gradient = &mut stacks[trace.empties * STACK..][..STACK];
        let second = third_layer_back(stack, trace, error, gradient);
        let mut hidden = second_layer_back(stack, trace, &second, gradient);
        for (group, sums) in hidden.iter_mut().zip(&trace.hidden) {
            for ((change, &sum), bias) in group.iter_mut().zip(sums).zip(&mut *biases) {
                *change *= 2.0 * clipped(sum) * slope(sum);
                *bias += *change;
            }
        }
        hidden
    }

    /// The rows and the other weights as the numbers that lie in files.
    pub(super) fn quantised(&self) -> (Vec<i8>, Vec<i16>) {
        let whole = |weight: f32, one: i32| (weight * one as f32).round();
        let rows = self.rows.iter();
        let mut rows: Vec<i8> = rows
            .map(|&weight| whole(weight, network::HIDDEN_ONE) as i8)
            .collect();
        for (row, &unmoved) in rows.chunks_exact_mut(ROW).zip(&self.orbits.unmoved) {
            equalise(row, unmoved);
        }
        let dense = self.dense.iter().enumerate();
        let dense = dense.map(|(place, &weight)| whole(weight, one(place)) as i16);
        (rows, dense.collect())
    }
}

/// What biases are at first.
const LET_THROUGH: f32 = 0.3;

const INVERSES: [usize; VIEWS] = {
    let mut inverses = [0; VIEWS];
    let mut view = 0;
    while view < VIEWS {
        inverses[view] = inverse(view);
        view += 1;
    }
    inverses
};

fn stack_at(empties: usize) -> usize {
    WIDTH + empties * STACK
}

#[inline]
fn add_scaled(to: &mut [f32; WIDTH], scale: f32, from: &[f32; WIDTH]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += scale * from;
    }
}

fn second_layer(stack: &[f32], active: &Hidden, moves: [f32; 2]) -> [[f32; SECOND]; VIEWS] {
    let mut units = [[0.0; SECOND]; VIEWS];
    for (view, units) in units.iter_mut().enumerate() {
        for (kernel, unit) in units.iter_mut().enumerate() {
            let mut lanes = [0.0; WIDTH];
            for (inputs, &seen) in active.iter().zip(&RELATIVE[view]) {
                let weights = group(stack, W2 + kernel * ROW + seen * WIDTH);
                for ((lane, input), weight) in lanes.iter_mut().zip(inputs).zip(weights) {
                    *lane += input * weight;
                }
            }
            let [own, other] = [0, 1].map(|side| stack[MOBILITY + 2 * kernel + side] * moves[side]);
            *unit = total(lanes) + stack[B2 + kernel] + own + other;
        }
    }
    units
}

fn third_layer(stack: &[f32], second: &[[f32; SECOND]; VIEWS]) -> [[f32; THIRD]; VIEWS] {
    let mut units = [[0.0; THIRD]; VIEWS];
    for (view, units) in units.iter_mut().enumerate() {
        for (kernel, unit) in units.iter_mut().enumerate() {
            *unit = stack[B3 + kernel];
            for (inputs, &seen) in second.iter().zip(&RELATIVE[view]) {
                let weights = &stack[third_at(kernel, seen)..][..SECOND];
                let products = inputs.iter().zip(weights);
                *unit += products.map(|(input, weight)| input * weight).sum::<f32>();
            }
        }
    }
    units
}

fn third_at(kernel: usize, seen: usize) -> usize {
    W3 + (kernel * VIEWS + seen) * SECOND
}

/// From the error of the value to the units of the second layer.
fn third_layer_back(
    stack: &[f32],
    trace: &Trace,
    error: f32,
    gradient: &mut [f32],
) -> [[f32; SECOND]; VIEWS] {
    gradient[BIAS] += error;
    let out: [f32; SECOND] = std::array::from_fn(|unit| error * stack[OUT2 + unit]);
    let mut second = [out; VIEWS];
    for (view, seen_from) in RELATIVE.iter().enumerate() {
        for (unit, full) in trace.second[view].iter().enumerate() {
            gradient[OUT2 + unit] += error * full;
        }
        for kernel in 0..THIRD {
            gradient[OUT3 + kernel] += error * trace.third[view][kernel];
            let change = error * stack[OUT3 + kernel] * slope(trace.third_sums[view][kernel]);
            gradient[B3 + kernel] += change;
            for (other, &seen) in seen_from.iter().enumerate() {
                let place = third_at(kernel, seen);
                for unit in 0..SECOND {
                    gradient[place + unit] += change * trace.second[other][unit];
                    second[other][unit] += change * stack[place + unit];
                }
            }
        }
    }
    second
}

/// From the units of the second layer to the hidden ones.
fn second_layer_back(
    stack: &[f32],
    trace: &Trace,
    second: &[[f32; SECOND]; VIEWS],
    gradient: &mut [f32],
) -> Hidden {
    let mut hidden = [[0.0; WIDTH]; VIEWS];
    for (view, seen_from) in RELATIVE.iter().enumerate() {
        for kernel in 0..SECOND {
            let change = second[view][kernel] * slope(trace.second_sums[view][kernel]);
            if change == 0.0 {
                continue;
            }
            gradient[B2 + kernel] += change;
            for (side, moves) in trace.moves.iter().enumerate() {
                gradient[MOBILITY + 2 * kernel + side] += change * moves;
            }
            for (other, &seen) in seen_from.iter().enumerate() {
                let place = W2 + kernel * ROW + seen * WIDTH;
                add_scaled(&mut hidden[other], change, group(stack, place));
                let to = gradient[place..].first_chunk_mut().expect("a whole group");
                add_scaled(to, change, &trace.active[other]);
            }
        }
    }
    hidden
}

/// Makes a row, or its gradient, the same for all symmetries that leave its
/// number unmoved.
pub(super) fn average(row: &mut [f32], unmoved: u8) {
    if unmoved == 1 {
        return;
    }
    let before: Vec<f32> = row.to_vec();
    let symmetries = || (0..VIEWS).filter(|view| unmoved & (1 << view) != 0);
    let count = unmoved.count_ones() as f32;
    for (x, to) in row.chunks_exact_mut(WIDTH).enumerate() {
        for (lane, weight) in to.iter_mut().enumerate() {
            let seen = |view: usize| before[PRODUCTS[view][x] * WIDTH + lane];
            *weight = symmetries().map(seen).sum::<f32>() / count;
        }
    }
}

/// The same for whole numbers, exactly: the first of equal groups counts.
fn equalise(row: &mut [i8], unmoved: u8) {
    let same = |x: usize| {
        let symmetries = PRODUCTS.iter().enumerate();
        let unmoved = symmetries.filter(move |(view, _)| unmoved & (1 << view) != 0);
        unmoved.map(move |(_, products)| products[x])
    };
    for x in 0..VIEWS {
        let first = same(x).min().unwrap_or(x);
        row.copy_within(first * WIDTH..(first + 1) * WIDTH, x * WIDTH);
    }
}

/// What a weight of one behind the rows is, in integers.
fn one(place: usize) -> i32 {
    match place.checked_sub(WIDTH).map(|place| place % STACK) {
        None => network::HIDDEN_ONE,
        Some(W2..B2 | W3..B3) => network::WEIGHT_ONE,
        Some(_) => network::FINE_ONE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::Network;
    use crate::othello::reference::RandomBoards;
    use crate::othello::{Size, Symmetry};

    /// A network without sense whose stacks all differ.
    fn model() -> Model {
        let mut model = Model::random(7);
        let mut rng = StdRng::seed_from_u64(5);
        for weight in &mut model.dense[WIDTH..] {
            *weight += rng.random_range(-0.1..0.1);
        }
        model
    }

    fn boards() -> impl Iterator<Item = Board> {
        let mut boards = RandomBoards::new(3);
        (0..200).map(move |number| boards.played(Size::Eight, number % 58))
    }

    #[test]
    fn whole_numbers_say_what_fractions_say() {
        let model = model();
        let (rows, dense) = model.quantised();
        let network = Network::new(&rows, &dense);
        for board in boards() {
            let expected = model.forward(board).value * UNIT;
            let found = network.value(board) as f32 / 100.0;
            let tolerance = 1.0 + 0.04 * expected.abs();
            assert!((found - expected).abs() < tolerance, "{found}, {expected}");
        }
    }

    #[test]
    fn a_stack_that_learned_nothing_asks_the_nearest_of_its_parity() {
        let mut model = model();
        let stacks: Vec<Vec<f32>> = (0..STACKS).map(|n| model.stack(n).to_vec()).collect();
        model.fill_stacks(&std::array::from_fn(|empties| (10..=52).contains(&empties)));
        for (empties, teacher) in [(60, 52), (53, 51), (52, 52), (30, 30), (9, 11), (0, 10)] {
            assert_eq!(model.stack(empties), stacks[teacher], "{empties}");
        }
    }

    #[test]
    fn what_was_written_is_where_learning_goes_on() {
        let (rows, dense) = model().quantised();
        let again = Model::from_quantised(&rows, &dense).quantised();
        assert!(again == (rows, dense));
    }

    #[test]
    fn the_eight_views_of_a_position_have_exactly_the_same_value() {
        let (rows, dense) = model().quantised();
        let network = Network::new(&rows, &dense);
        for board in boards() {
            let value = network.value(board);
            for symmetry in Symmetry::ALL {
                let seen = symmetry.board(board, Size::Eight);
                assert_eq!(network.value(seen), value, "{board:?}");
            }
        }
    }

    /// The slope found by a small step either way.
    fn measured(
        model: &mut Model,
        board: Board,
        weight: fn(&mut Model) -> &mut Vec<f32>,
        place: usize,
    ) -> f32 {
        const STEP: f32 = 1e-3;
        let before = weight(model)[place];
        let mut value = |by: f32| {
            weight(model)[place] = before + by;
            model.forward(board).value
        };
        let slope = (value(STEP) - value(-STEP)) / (2.0 * STEP);
        weight(model)[place] = before;
        slope
    }

    fn assert_near(found: f32, expected: f32, what: &str) {
        let tolerance = 1e-3 + 0.03 * expected.abs();
        assert!(
            (found - expected).abs() < tolerance,
            "{what}: {found}, {expected}"
        );
    }

    #[test]
    fn the_gradient_is_the_slope() {
        let mut model = model();
        for board in boards().take(20) {
            let trace = model.forward(board);
            let mut gradient = vec![0.0; DENSE];
            let hidden = model.backward(&trace, 1.0, &mut gradient);
            let at = stack_at(trace.empties);
            let places = [
                W2 + 7,
                W2 + ROW + 9,
                B2 + 1,
                MOBILITY + 2,
                W3 + 9,
                B3,
                OUT3,
                OUT2 + 1,
                BIAS,
            ];
            for place in places.map(|place| at + place).into_iter().chain([0, 3]) {
                let slope = measured(&mut model, board, |model| &mut model.dense, place);
                assert_near(gradient[place], slope, "small layers");
            }
            for image in [0, 5, 9, 17, 31] {
                let (row, _) = trace.reading[image];
                let (x, lane) = (image % VIEWS, image % WIDTH);
                let readers = trace.reading.iter().filter(|reading| reading.0 == row);
                let gradient: f32 = readers
                    .map(|&(_, turn)| hidden[PRODUCTS[turn as usize][x]][lane])
                    .sum();
                let place = row as usize * ROW + x * WIDTH + lane;
                let slope = measured(&mut model, board, |model| &mut model.rows, place);
                assert_near(gradient, slope, "rows");
            }
        }
    }
}
