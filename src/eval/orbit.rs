//! What the network reads: patterns together with how they lie on the board.
//!
//! A shape has up to eight images under the symmetries of the board. All of
//! them share one table, as in [`pattern`](super::pattern), but here a row of the
//! table is not one weight: it is a vector in eight groups, one for each
//! symmetry, and an image that lies on the board by the symmetry `g` adds its
//! row with the groups moved by `g`. Turning the board therefore moves the
//! groups of the sum, and changes nothing else (a *group convolution*, after
//! Cohen and Welling 2016).
//!
//! A shape that is its own image under some symmetry can be read in several
//! ways; the numbers so read share one row, of which each reads its own view.

use std::sync::OnceLock;

use super::pattern::reread;
use crate::othello::{Board, Size, Square, Symmetry};

/// How many symmetries there are.
pub(crate) const VIEWS: usize = 8;

/// How many images all shapes have together.
pub(crate) const IMAGES: usize = 32;

/// Where the images of each symmetry begin, and the last ones end. It is known when
/// the program is built, so that the sums over them stay in registers.
pub(crate) const BEGIN: [usize; VIEWS + 1] = [0, 8, 15, 19, 23, 27, 28, 31, IMAGES];

/// The shapes, of at most nine squares, so that tables stay small: blocks,
/// edges, corners and diagonals in the selection that neural-reversi found to
/// work.
const SHAPES: [&str; 8] = [
    "c2 d2 e2 f2 c3 d3 e3 f3",
    "a1 b2 c3 d4 e5 f6 g7 h8",
    "c4 d4 e4 f4 c5 d5 e5 f5",
    "a1 b1 c1 d1 e1 f1 g1 h1",
    "b1 c1 d1 e1 b2 c2 d2 e2",
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "b2 c2 d2 b3 c3 d3 b4 c4 d4",
    "b1 c2 d3 e4 f5 g6 h7",
];

/// One number for every image.
pub(crate) type Numbers = [u16; IMAGES];

/// The images of all shapes on the board, and the rows of their tables.
pub(crate) struct Orbits {
    /// What the discs in a row of the board add to the number of each image,
    /// for every row and every set of squares in it.
    chunks: Box<[[Chunk; 256]; 8]>,
    /// The symmetry by which each image lies on the board, in their order.
    pub(crate) view: [u8; IMAGES],
    /// Where the numbers of each image's shape begin among those of all.
    pub(crate) start: [u32; IMAGES],
    /// For every number of every shape the row it has, and the symmetry by
    /// which it sees that row.
    pub(crate) seen: Vec<(u32, u8)>,
    /// For every row the symmetries that do not change its number, as a set.
    pub(crate) unmoved: Vec<u8>,
}

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Chunk(Numbers);

/// A shape as it lies on the board by one symmetry.
struct Image {
    view: usize,
    /// Where the numbers of its shape begin.
    start: u32,
    squares: Vec<Square>,
}

/// The symmetry that takes another one back.
pub(crate) const fn inverse(of: usize) -> usize {
    let mut candidate = 0;
    while PRODUCTS[of][candidate] != 0 {
        candidate += 1;
    }
    candidate
}

/// Bits of a symmetry's number: what is done first, mirroring in the diagonal,
/// and then left to right and top to bottom.
const TRANSPOSE: usize = 4;
const MIRROR: usize = 2;
const FLIP: usize = 1;

/// For every two symmetries the one that is the second followed by the first.
pub(crate) const PRODUCTS: [[usize; VIEWS]; VIEWS] = {
    let mut table = [[0; VIEWS]; VIEWS];
    let mut first = 0;
    while first < VIEWS {
        let mut second = 0;
        while second < VIEWS {
            // A mirroring before the diagonal is the other one after it.
            let axes = second & (MIRROR | FLIP);
            let moved = match first & TRANSPOSE != 0 {
                true => (axes >> 1) | ((axes & 1) << 1),
                false => axes,
            };
            table[first][second] = (first ^ (second & TRANSPOSE)) ^ moved;
            second += 1;
        }
        first += 1;
    }
    table
};

/// For every two symmetries how the first sees the second: what, followed by
/// the first, is the second.
pub(crate) const RELATIVE: [[usize; VIEWS]; VIEWS] = {
    let mut table = [[0; VIEWS]; VIEWS];
    let mut first = 0;
    while first < VIEWS {
        let mut second = 0;
        while second < VIEWS {
            table[first][second] = PRODUCTS[inverse(first)][second];
            second += 1;
        }
        first += 1;
    }
    table
};

impl Orbits {
    /// Worked out once.
    pub(crate) fn get() -> &'static Orbits {
        static ORBITS: OnceLock<Orbits> = OnceLock::new();
        ORBITS.get_or_init(Orbits::new)
    }

    fn new() -> Orbits {
        let mut orbits = Orbits {
            chunks: Box::new([[Chunk([0; IMAGES]); 256]; 8]),
            view: [0; IMAGES],
            start: [0; IMAGES],
            seen: Vec::new(),
            unmoved: Vec::new(),
        };
        let mut images: Vec<Image> = SHAPES.iter().flat_map(|text| orbits.add(text)).collect();
        images.sort_by_key(|image| image.view);
        assert_eq!(images.len(), IMAGES, "the images of all shapes");
        for (number, image) in images.iter().enumerate() {
            orbits.view[number] = image.view as u8;
            orbits.start[number] = image.start;
            assert!((BEGIN[image.view]..BEGIN[image.view + 1]).contains(&number));
            orbits.read(number, &image.squares);
        }
        orbits
    }

    /// Adds the rows of a shape. Its images.
    fn add(&mut self, text: &str) -> Vec<Image> {
        let squares = text.split(' ').map(|name| name.parse());
        let squares: Vec<Square> = squares.collect::<Result<_, _>>().expect("squares");
        let start = self.seen.len() as u32;
        let mut images: Vec<Image> = Vec::new();
        // The symmetries that leave the shape in place, and what each of its
        // numbers is then read as.
        let mut stays: Vec<(usize, Vec<u32>)> = Vec::new();
        for (view, symmetry) in Symmetry::ALL.into_iter().enumerate() {
            let moved = |&square: &Square| symmetry.square(square, Size::Eight);
            let moved: Vec<Square> = squares.iter().map(moved).collect();
            let place = |square| moved.iter().position(|known| known == square);
            if let Some(order) = squares.iter().map(place).collect::<Option<Vec<usize>>>() {
                stays.push((view, reread(&order)));
            }
            let covers = |image: &Image| moved.iter().all(|square| image.squares.contains(square));
            if !images.iter().any(covers) {
                images.push(Image {
                    view,
                    start,
                    squares: moved,
                });
            }
        }
        self.add_rows(3usize.pow(squares.len() as u32), &stays);
        images
    }

    /// Lets an image read these squares.
    fn read(&mut self, image: usize, squares: &[Square]) {
        for (digit, square) in squares.iter().enumerate() {
            let row = &mut self.chunks[square.row() as usize];
            for (set, Chunk(numbers)) in row.iter_mut().enumerate() {
                if set & (1 << square.column()) != 0 {
                    numbers[image] += 3u16.pow(digit as u32);
                }
            }
        }
    }

    /// Gives every number of a shape its row: that of the smallest number that
    /// can be read in its place.
    fn add_rows(&mut self, numbers: usize, stays: &[(usize, Vec<u32>)]) {
        let start = self.seen.len();
        for number in 0..numbers {
            let readings = stays
                .iter()
                .map(|(view, read)| (*view, read[number] as usize));
            match readings.clone().find(|&(_, read)| read < number) {
                // What is read here as `number` is read through `view` as `read`.
                Some((view, read)) => {
                    let (row, through) = self.seen[start + read];
                    let through = PRODUCTS[through as usize][inverse(view)];
                    self.seen.push((row, through as u8));
                }
                None => {
                    self.seen.push((self.unmoved.len() as u32, 0));
                    let same = readings.filter(|&(_, read)| read == number);
                    self.unmoved
                        .push(same.fold(0, |set, (view, _)| set | 1 << view));
                }
            }
        }
    }

    /// How many rows all tables have.
    pub(crate) fn rows(&self) -> usize {
        self.unmoved.len()
    }

    /// The number in base three that each image reads: 0 for an empty square,
    /// 1 for a disc of the side to move and 2 for one of the other side.
    #[inline]
    pub(crate) fn numbers(&self, board: Board) -> Numbers {
        let mut own = [0; IMAGES];
        let mut other = [0; IMAGES];
        let rows = self.chunks.iter();
        for (row, (mine, theirs)) in rows.zip(
            board
                .player
                .to_le_bytes()
                .into_iter()
                .zip(board.opponent.to_le_bytes()),
        ) {
            for image in 0..IMAGES {
                own[image] += row[mine as usize].0[image];
                other[image] += row[theirs as usize].0[image];
            }
        }
        std::array::from_fn(|image| own[image] + 2 * other[image])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_what_doing_one_after_the_other_does() {
        for square in Size::Eight.squares() {
            for (first, one) in Symmetry::ALL.into_iter().enumerate() {
                for (second, other) in Symmetry::ALL.into_iter().enumerate() {
                    let both = Symmetry::ALL[PRODUCTS[first][second]];
                    let after = one.square(other.square(square, Size::Eight), Size::Eight);
                    assert_eq!(both.square(square, Size::Eight), after);
                }
            }
        }
    }

    #[test]
    fn there_are_as_many_rows_as_counting_gives() {
        let orbits = Orbits::get();
        assert_eq!(orbits.seen.len(), 5 * 6561 + 2 * 19683 + 2187);
    }
}
