//! Which squares the patterns read.
//!
//! A shape is a list of squares. Its images under the eight symmetries of the
//! board are its *instances*; they share one table of weights, indexed by the
//! contents of their squares: a number in base three with 0 for an empty
//! square, 1 for a disc of the side to move and 2 for one of the other side.
//! Where a shape is its own mirror image, the two ways of reading it must be
//! worth the same, so only the smaller of the two numbers has a weight of its
//! own: the table is *folded*.

use std::sync::OnceLock;

use crate::othello::{Size, Square, Symmetry};

/// Room for the instances of all shapes.
pub(super) const LANES: usize = 64;

/// The shapes read on 4x4 boards: the edge, the row beside it, the diagonal,
/// and the corner.
const FOUR: &[&str] = &[
    "a1 b1 c1 d1",
    "a2 b2 c2 d2",
    "a1 b2 c3 d4",
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
];

const SIX: &[&str] = &[
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    "b2 a1 b1 c1 d1 e1 f1 e2",
    "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4",
    "a2 b2 c2 d2 e2 f2",
    "a3 b3 c3 d3 e3 f3",
    "a1 b2 c3 d4 e5 f6",
    "b1 c2 d3 e4 f5",
    "c1 d2 e3 f4",
    "b2 c2 d2 e2 b3 c3 d3 e3",
];

/// The corner in four forms, the edge with and without what lies beside it,
/// the rows, and the diagonals. Shapes of this kind have been in use since
/// Logistello (Buro 1995).
const EIGHT: &[&str] = &[
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2",
    "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4",
    "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2",
    "a2 b2 c2 d2 e2 f2 g2 h2",
    "a3 b3 c3 d3 e3 f3 g3 h3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    "a1 b2 c3 d4 e5 f6 g7 h8",
    "b1 c2 d3 e4 f5 g6 h7",
    "c1 d2 e3 f4 g5 h6",
    "d1 e2 f3 g4 h5",
    "e1 f2 g3 h4",
];

const TEN: &[&str] = &[
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1",
    "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4",
    "a2 b2 c2 d2 e2 f2 g2 h2 i2 j2",
    "b3 c3 d3 e3 f3 g3 h3 i3",
    "b4 c4 d4 e4 f4 g4 h4 i4",
    "b5 c5 d5 e5 f5 g5 h5 i5",
    "a1 b2 c3 d4 e5 f6 g7 h8 i9 j10",
    "b1 c2 d3 e4 f5 g6 h7 i8 j9",
    "c1 d2 e3 f4 g5 h6 i7 j8",
    "d1 e2 f3 g4 h5 i6 j7",
    "e1 f2 g3 h4 i5 j6",
    "f1 g2 h3 i4 j5",
];

const fn texts(size: Size) -> &'static [&'static str] {
    match size {
        Size::Four => FOUR,
        Size::Six => SIX,
        Size::Eight => EIGHT,
        Size::Ten => TEN,
    }
}

/// A shape and its table.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// Where its weights begin among those of a stage, when tables are folded.
    pub(crate) folded_start: usize,
    /// How many weights the folded table has.
    pub(crate) folded_len: usize,
    /// For each number the squares can make, its place in the folded table.
    pub(crate) fold: Vec<u32>,
}

/// Everything about the patterns of one board size.
#[derive(Debug)]
pub(crate) struct Geometry {
    pub(crate) size: Size,
    pub(crate) shapes: Vec<Shape>,
    /// The shape of each instance.
    pub(crate) shape_of: Vec<usize>,
    /// What a disc on a square adds to the number of each instance: a power
    /// of three, or nothing.
    pub(super) places: [[u16; LANES]; Square::COUNT],
    /// Where the table of each instance begins. Lanes without an instance
    /// point to an entry after the tables.
    pub(super) starts: [u32; LANES],
    /// Weights in all tables of a stage, and in the folded ones.
    pub(crate) len: usize,
    pub(crate) folded_len: usize,
}

impl Geometry {
    /// The patterns of a board size.
    pub(crate) fn of(size: Size) -> &'static Geometry {
        static ALL: [OnceLock<Geometry>; 4] = [const { OnceLock::new() }; 4];
        ALL[size as usize].get_or_init(|| Geometry::new(size))
    }

    fn new(size: Size) -> Geometry {
        let mut geometry = Geometry {
            size,
            shapes: Vec::new(),
            shape_of: Vec::new(),
            places: [[0; LANES]; Square::COUNT],
            starts: [0; LANES],
            len: 0,
            folded_len: 0,
        };
        for text in texts(size) {
            let squares = text.split(' ').map(|name| name.parse());
            let squares: Vec<Square> = squares.collect::<Result<_, _>>().expect("squares");
            geometry.add(&squares);
        }
        let unused = geometry.shape_of.len()..LANES;
        geometry.starts[unused].fill(geometry.len as u32);
        geometry
    }

    /// Adds a shape with all its instances.
    fn add(&mut self, squares: &[Square]) {
        let mut instances: Vec<Vec<Square>> = Vec::new();
        // The ways to read the shape itself: each puts the squares in an order.
        let mut readings = Vec::new();
        for symmetry in Symmetry::ALL {
            let moved = |&square: &Square| symmetry.square(square, self.size);
            let image: Vec<Square> = squares.iter().map(moved).collect();
            if is_same_set(&image, squares) {
                readings.push(image.iter().map(|&s| place_in(squares, s)).collect());
            }
            if !instances.iter().any(|known| is_same_set(known, &image)) {
                instances.push(image);
            }
        }
        let (fold, folded_len) = folded(squares.len(), &readings);
        for instance in instances {
            self.add_instance(&instance);
        }
        let shape = Shape {
            folded_start: self.folded_len,
            folded_len,
            fold,
        };
        self.len += shape.fold.len();
        self.folded_len += shape.folded_len;
        self.shapes.push(shape);
    }

    fn add_instance(&mut self, squares: &[Square]) {
        let lane = self.shape_of.len();
        self.shape_of.push(self.shapes.len());
        self.starts[lane] = self.len as u32;
        for (digit, square) in squares.iter().enumerate() {
            self.places[square.index()][lane] = 3u16.pow(digit as u32);
        }
    }

    /// A number that changes with the shapes, by which a weight file tells
    /// what it was made for.
    pub(crate) fn fingerprint(&self) -> u32 {
        crc32fast::hash(texts(self.size).join("/").as_bytes())
    }
}

fn is_same_set(one: &[Square], other: &[Square]) -> bool {
    one.iter().all(|square| other.contains(square))
}

fn place_in(squares: &[Square], square: Square) -> usize {
    let place = squares.iter().position(|&known| known == square);
    place.expect("the sets are the same")
}

/// For each number of so many digits, its place among those that are the
/// smallest of their readings, and how many of those there are.
fn folded(digits: usize, readings: &[Vec<usize>]) -> (Vec<u32>, usize) {
    let readings: Vec<Vec<u32>> = readings.iter().map(|order| reread(order)).collect();
    let count = 3usize.pow(digits as u32);
    let mut fold: Vec<u32> = Vec::with_capacity(count);
    let mut next = 0;
    for number in 0..count {
        let read = readings.iter().map(|images| images[number] as usize);
        let smallest = read.min().unwrap_or(number);
        if smallest == number {
            fold.push(next);
            next += 1;
        } else {
            fold.push(fold[smallest]);
        }
    }
    (fold, next as usize)
}

/// For each number the one whose digit `order[i]` is its digit `i`. Each is
/// found from the one without its highest digit.
pub(super) fn reread(order: &[usize]) -> Vec<u32> {
    let mut images = vec![0];
    for &place in order {
        let lower = images.len();
        for digit in 1..3 {
            let higher = digit * 3u32.pow(place as u32);
            images.extend_from_within(..lower);
            let added = images.len() - lower;
            images[added..]
                .iter_mut()
                .for_each(|image| *image += higher);
        }
    }
    images
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_read_on_every_board() {
        for size in Size::ALL {
            let geometry = Geometry::of(size);
            for square in size.squares() {
                let places = geometry.places[square.index()];
                assert!(places.iter().any(|&place| place > 0), "{square} on {size}");
            }
        }
    }

    /// The instances of a shape are as many as its images, and the folded
    /// sizes are those that counting mirrored numbers gives: `(3^n + 3^m) / 2`
    /// where `m` squares stay or change places in pairs.
    #[test]
    fn shapes_have_the_instances_and_weights_that_arithmetic_gives() {
        let geometry = Geometry::of(Size::Eight);
        let expected = [
            // The corner: three squares stay, three pairs change places.
            (4, (19683 + 729) / 2),
            // Two by five has no mirror image of its own.
            (8, 59049),
            // The edge: five pairs.
            (4, (59049 + 243) / 2),
            // The triangle: b2 and a1 stay, four pairs.
            (4, (59049 + 729) / 2),
            (4, (59049 + 243) / 2),
            (4, (6561 + 81) / 2),
            (4, (6561 + 81) / 2),
            (4, (6561 + 81) / 2),
            (2, 0),
        ];
        for (index, &(instances, weights)) in expected.iter().enumerate() {
            let found = geometry.shape_of.iter().filter(|&&shape| shape == index);
            assert_eq!(found.count(), instances, "{}", EIGHT[index]);
            if weights > 0 {
                assert_eq!(
                    geometry.shapes[index].folded_len, weights,
                    "{}",
                    EIGHT[index]
                );
            }
        }
    }

    #[test]
    fn there_is_room_for_all_instances() {
        for size in Size::ALL {
            let geometry = Geometry::of(size);
            assert!(geometry.shape_of.len() <= LANES, "{size}");
            assert!(geometry.folded_len < geometry.len);
        }
    }
}
