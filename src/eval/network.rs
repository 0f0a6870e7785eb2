//! A small network on patterns: what a position looks worth, judged by how its
//! parts go together and not only by what each is worth for itself.
//!
//! In the first layer each image of each shape adds its row ([`orbit`]) to the
//! hidden units, which come in eight groups, one for each view of the board.
//! Two further layers and a sum follow, chosen by the number of empty squares.
//! Each unit of these layers is there once for every group too, and sees the
//! groups below as its own view arranges them, so that turning the board only
//! makes the groups change places, and the sum over them all stays the same.
//!
//! Everything is integers, and sums never overflow, so every build gives the
//! same value and all eight views of a position have exactly the same.
//!
//! [`orbit`]: super::orbit

use super::DISC;
pub(crate) use super::layer::WIDTH;
use super::layer::{self, Groups, HIDDEN, Layer, Pair, Row, UNITS};
use super::orbit::{IMAGES, Orbits, PRODUCTS, RELATIVE, VIEWS};
use super::weights::WeightsError;
use crate::othello::Board;
use crate::othello::kernel;

/// Units in a group of the second layer, and of the third.
pub(crate) const SECOND: usize = 4;
pub(crate) const THIRD: usize = 4;
/// There are layers for every number of empty squares.
pub(crate) const STACKS: usize = 61;

const _: () = assert!(UNITS == VIEWS * SECOND && UNITS == VIEWS * THIRD);

/// One disc less than this is the most that is ever said.
const MOST: i32 = 64 * DISC;

/// What a full unit and a weight of one are, in integers. The hidden units are
/// squared, the others are not.
pub(crate) const HIDDEN_ONE: i32 = 1 << 7;
pub(crate) const UNIT_ONE: i32 = 1 << 10;
pub(crate) const WEIGHT_ONE: i32 = 1 << 8;
pub(crate) const FINE_ONE: i32 = 1 << 12;
/// Moves are counted in this unit.
pub(crate) const MOVES: i32 = 16;

/// How many weights there are in a row, and in a stack, in this order.
pub(crate) const ROW: usize = HIDDEN;
pub(crate) const W2: usize = 0;
pub(crate) const B2: usize = W2 + SECOND * HIDDEN;
pub(crate) const MOBILITY: usize = B2 + SECOND;
pub(crate) const W3: usize = MOBILITY + 2 * SECOND;
pub(crate) const B3: usize = W3 + THIRD * UNITS;
pub(crate) const OUT3: usize = B3 + THIRD;
pub(crate) const OUT2: usize = OUT3 + THIRD;
pub(crate) const BIAS: usize = OUT2 + SECOND;
pub(crate) const STACK: usize = BIAS + 1;
/// Weights besides the rows: the biases of a group of the first layer, and
/// the stacks.
pub(crate) const DENSE: usize = WIDTH + STACKS * STACK;

/// The network, unfolded for speed.
pub(crate) struct Network {
    orbits: &'static Orbits,
    /// A row for every number of every shape.
    rows: Box<[Row]>,
    /// What is added to each hidden unit.
    bias: Groups,
    stacks: Box<[Stack]>,
}

/// The layers for one number of empty squares.
struct Stack {
    second: Layer<{ HIDDEN / 2 }>,
    third: Layer<{ UNITS / 2 }>,
    /// What each move of either side adds to the units of the second layer.
    moves: [[i32; UNITS]; 2],
    /// What the units of the third and second layer add to the value, and what
    /// is added anyway.
    out: [[i32; UNITS]; 2],
    bias: i32,
}

/// Lays out the weights of a layer: unit `g` of a kernel sees group `h` of the
/// inputs through `g^-1 h`.
fn laid_out<const PAIRS: usize>(
    weights: &[i16],
    bias: [i32; SECOND],
    group: usize,
) -> Layer<PAIRS> {
    let inputs = VIEWS * group;
    let mut layer = Layer {
        weights: [[[0; 2]; UNITS]; PAIRS],
        bias: [0; UNITS],
    };
    for unit in 0..UNITS {
        let (g, kernel) = (unit / SECOND, unit % SECOND);
        layer.bias[unit] = bias[kernel];
        for input in 0..inputs {
            let (h, k) = (input / group, input % group);
            let seen = RELATIVE[g][h];
            layer.weights[input / 2][unit][input % 2] = weights[kernel * inputs + seen * group + k];
        }
    }
    layer
}

const MAGIC: &[u8; 8] = b"OutflNet";
const VERSION: u8 = 1;
/// Magic, version, three times 0, and a CRC-32 of the rest.
const HEADER: usize = 16;

/// A network as a file: the header, and then the folded rows and the other
/// weights, little-endian, compressed with Zstandard.
pub(crate) fn write(folded: &[i8], dense: &[i16]) -> Vec<u8> {
    const LEVEL: i32 = 19;
    let mut plain: Vec<u8> = folded.iter().map(|&weight| weight as u8).collect();
    plain.extend(dense.iter().flat_map(|weight| weight.to_le_bytes()));
    let packed = zstd::bulk::compress(&plain, LEVEL);
    let mut bytes = MAGIC.to_vec();
    bytes.extend([VERSION, 0, 0, 0]);
    bytes.extend(crc32fast::hash(&plain).to_le_bytes());
    bytes.extend(packed.expect("memory can be compressed into memory"));
    bytes
}

/// The folded rows and the other weights in a file's contents.
///
/// This runs whenever the program starts: what is taken apart is not copied.
pub(crate) fn read(bytes: &[u8]) -> Result<(Vec<i8>, Vec<i16>), WeightsError> {
    let (header, packed) = bytes
        .split_at_checked(HEADER)
        .ok_or(WeightsError::Damaged)?;
    if !Network::is_in(header) {
        return Err(WeightsError::Foreign);
    }
    if header[8] != VERSION {
        return Err(WeightsError::Version(header[8]));
    }
    let rows = Orbits::get().rows() * ROW;
    let length = rows + 2 * DENSE;
    let plain = zstd::bulk::decompress(packed, length).map_err(|_| WeightsError::Damaged)?;
    if plain.len() != length || crc32fast::hash(&plain).to_le_bytes() != header[12..] {
        return Err(WeightsError::Damaged);
    }
    let (dense, _) = plain[rows..].as_chunks::<2>();
    let dense = dense.iter().map(|&pair| i16::from_le_bytes(pair)).collect();
    let mut folded: Vec<i8> = bytemuck::allocation::cast_vec(plain);
    folded.truncate(rows);
    Ok((folded, dense))
}

impl Network {
    /// Whether a file claims to be a network.
    pub(crate) fn is_in(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// The network in these bytes, the contents of a file.
    pub(crate) fn read(bytes: &[u8]) -> Result<Network, WeightsError> {
        let (folded, dense) = read(bytes)?;
        Ok(Network::new(&folded, &dense))
    }

    /// From the folded rows and the other weights, as they lie in files.
    pub(crate) fn new(folded: &[i8], dense: &[i16]) -> Network {
        let orbits = Orbits::get();
        let (rows, _) = folded.as_chunks::<HIDDEN>();
        let unfolded = |&(row, through): &(u32, u8)| {
            let (groups, _) = rows[row as usize].as_chunks::<WIDTH>();
            let seen = PRODUCTS[through as usize].map(|from| groups[from]);
            Row(bytemuck::cast(seen))
        };
        Network {
            orbits,
            rows: orbits.seen.iter().map(unfolded).collect(),
            bias: [std::array::from_fn(|unit| dense[unit]); VIEWS],
            stacks: dense[WIDTH..].chunks_exact(STACK).map(Stack::new).collect(),
        }
    }

    /// What a position looks worth to the side to move, in hundredths of a
    /// disc.
    #[inline]
    pub(crate) fn value(&self, board: Board) -> i32 {
        let empties = (!(board.player | board.opponent)).count_ones() as usize;
        let hidden = self.hidden(board);
        let own = kernel::moves(board.player, board.opponent).count_ones() as i32;
        let other = kernel::moves(board.opponent, board.player).count_ones() as i32;
        self.stacks[empties % STACKS].value(&hidden, [own, other])
    }

    /// The hidden units, squared.
    #[inline]
    fn hidden(&self, board: Board) -> [Pair; HIDDEN / 2] {
        let numbers = self.orbits.numbers(board);
        let place = |image: usize| self.orbits.start[image] + numbers[image] as u32;
        let places: [u32; IMAGES] = std::array::from_fn(place);
        let hidden = layer::rows(&self.rows, &places, &self.bias);
        let mut squared = [[0; 2]; HIDDEN / 2];
        for (square, unit) in squared
            .as_flattened_mut()
            .iter_mut()
            .zip(hidden.as_flattened())
        {
            let unit = (*unit).clamp(0, HIDDEN_ONE as i16);
            *square = unit * unit;
        }
        squared
    }
}

impl Stack {
    fn new(weights: &[i16]) -> Stack {
        /// Squares of hidden units times weights, and units times weights.
        const SECOND_ONE: i32 = HIDDEN_ONE * HIDDEN_ONE * WEIGHT_ONE;
        const THIRD_ONE: i32 = UNIT_ONE * WEIGHT_ONE;
        let fine = |at: usize, one: i32| weights[at] as i32 * (one / FINE_ONE);
        let second = std::array::from_fn(|j| fine(B2 + j, SECOND_ONE));
        let third = std::array::from_fn(|m| fine(B3 + m, THIRD_ONE));
        let per_move = |side: usize, unit: usize| {
            fine(MOBILITY + 2 * (unit % SECOND) + side, SECOND_ONE / MOVES)
        };
        let out = |place: usize, unit: usize| weights[place + unit % SECOND] as i32;
        Stack {
            second: laid_out(&weights[W2..B2], second, WIDTH),
            third: laid_out(&weights[W3..B3], third, SECOND),
            moves: [0, 1].map(|side| std::array::from_fn(|unit| per_move(side, unit))),
            out: [OUT3, OUT2].map(|place| std::array::from_fn(|unit| out(place, unit))),
            bias: weights[BIAS] as i32,
        }
    }

    #[inline]
    fn value(&self, hidden: &[Pair; HIDDEN / 2], moves: [i32; 2]) -> i32 {
        let mut sums = layer::sums(&self.second, hidden);
        for (unit, sum) in sums.iter_mut().enumerate() {
            *sum += moves[0] * self.moves[0][unit] + moves[1] * self.moves[1][unit];
        }
        let second = clipped::<{ HIDDEN_ONE * HIDDEN_ONE * WEIGHT_ONE / UNIT_ONE }>(&sums);
        let third = clipped::<WEIGHT_ONE>(&layer::sums(&self.third, &second));
        let mut value = self.bias * UNIT_ONE;
        for (units, out) in [third, second].iter().zip(&self.out) {
            let products = units.as_flattened().iter().zip(out);
            value += products.map(|(&unit, out)| unit as i32 * out).sum::<i32>();
        }
        (value as i64 * MOST as i64 / (UNIT_ONE * FINE_ONE) as i64) as i32
    }
}

/// Sums as units: none is less than nothing or more than one.
#[inline]
fn clipped<const SCALE: i32>(sums: &[i32; UNITS]) -> [Pair; UNITS / 2] {
    let mut units = [[0; 2]; UNITS / 2];
    for (unit, sum) in units.as_flattened_mut().iter_mut().zip(sums) {
        *unit = (sum >> SCALE.trailing_zeros()).clamp(0, UNIT_ONE) as i16;
    }
    units
}
