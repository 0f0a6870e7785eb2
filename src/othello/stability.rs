//! Discs that can never be turned over again.
//!
//! A disc is turned along a line only if both its sides on that line can end
//! in a disc of the other colour. So it is safe along a line that is full, at
//! the board's edge, or beside a disc of its own colour that is itself stable;
//! and a disc that is safe along all four lines is stable. What this finds is
//! a lower bound: every disc named is stable, others may be too.
//!
//! Discs on an edge are in danger along that edge only, so how they stand
//! there settles it. Those verdicts are looked up in tables that cover every
//! way an edge can be filled.

use super::board::Board;
use super::size::Size;
use super::word::Word;

/// The player's discs that no sequence of moves can turn over, at least.
pub fn stable(board: Board, size: Size) -> u64 {
    let playable = playable(size);
    let off_board = !playable;
    let taken = board.player | board.opponent | off_board;
    let safe = LINES
        .each_ref()
        .map(|line| line.full(taken) | line.border(off_board));
    let edges = edge_stable(board, size);
    spread(board.player, edges, |set, line| {
        safe[line] | LINES[line].neighbours(set)
    })
}

/// As [`stable`], on a 10x10 board and without the tables.
///
/// The bit between two rows of such a board is never a square, so shifts need
/// no care at the edge.
pub fn stable_on_ten(board: Board<u128>) -> u128 {
    const STEPS: [i32; 4] = [1, 10, 11, 12];
    let playable = u128::playable(Size::Ten);
    let beside = |set: u128, step: i32| set.shifted(step) | set.shifted(-step);
    let safe = STEPS.map(|step| {
        let border = beside(!playable, step);
        let mut open = board.empties(playable);
        for _ in 1..Size::Ten.side() {
            open |= beside(open, step) & playable;
        }
        border | !open
    });
    spread(board.player, 0, |set, line| {
        safe[line] | beside(set, STEPS[line])
    })
}

/// Grows a set of stable discs until no further disc of `own` is safe along
/// all four lines.
fn spread<W: Word>(own: W, seeds: W, safe: impl Fn(W, usize) -> W) -> W {
    let mut stable = seeds;
    loop {
        let more = (0..4).fold(own, |discs, line| discs & safe(stable, line)) | stable;
        if more == stable {
            return stable;
        }
        stable = more;
    }
}

const fn playable(size: Size) -> u64 {
    match size {
        Size::Four => 0x0000_0000_0f0f_0f0f,
        Size::Six => 0x0000_3f3f_3f3f_3f3f,
        Size::Eight | Size::Ten => u64::MAX,
    }
}

/// One of the four directions a line of the 8x8 frame can have.
struct Line {
    step: u32,
    /// Squares with nothing 1, 2 and 4 steps further on, or further back.
    last: [u64; 3],
    first: [u64; 3],
}

/// Rows, columns and the two diagonals.
static LINES: [Line; 4] = [
    Line::new(1, 0),
    Line::new(0, 1),
    Line::new(-1, 1),
    Line::new(1, 1),
];

impl Line {
    const fn new(column_step: i32, row_step: i32) -> Line {
        let mut line = Line {
            step: (row_step * 8 + column_step) as u32,
            last: [0; 3],
            first: [0; 3],
        };
        let mut power = 0;
        while power < 3 {
            let steps = 1 << power;
            line.last[power] = leaving(column_step * steps, row_step * steps);
            line.first[power] = leaving(-column_step * steps, -row_step * steps);
            power += 1;
        }
        line
    }

    /// The squares whose whole line is taken.
    #[inline(always)]
    fn full(&self, taken: u64) -> u64 {
        let (mut onwards, mut back) = (taken, taken);
        for power in 0..3 {
            let distance = self.step << power;
            onwards &= self.last[power] | (onwards >> distance);
            back &= self.first[power] | (back << distance);
        }
        onwards & back
    }

    /// The squares with a neighbour off the board on this line.
    #[inline(always)]
    fn border(&self, off_board: u64) -> u64 {
        self.last[0] | self.first[0] | (off_board >> self.step) | (off_board << self.step)
    }

    /// The squares with a neighbour in the set on this line.
    #[inline(always)]
    fn neighbours(&self, set: u64) -> u64 {
        ((set << self.step) & !self.first[0]) | ((set >> self.step) & !self.last[0])
    }
}

/// The squares of the frame from which a step this long leaves it.
const fn leaving(column_step: i32, row_step: i32) -> u64 {
    let mut squares = 0;
    let mut square = 0;
    while square < 64 {
        let column = square % 8 + column_step;
        let row = square / 8 + row_step;
        if column < 0 || column > 7 || row < 0 || row > 7 {
            squares |= 1 << square;
        }
        square += 1;
    }
    squares
}

/// The player's discs on the four edges that are stable for what the edges
/// alone tell.
fn edge_stable(board: Board, size: Size) -> u64 {
    let (table, last): (&[u8], u32) = match size {
        Size::Four => (&EDGES_OF_4, 3),
        Size::Six => (&EDGES_OF_6, 5),
        Size::Eight | Size::Ten => (&EDGES_OF_8, 7),
    };
    let verdict = |own: u64, other: u64| -> u64 {
        let index = TERNARY[own as usize & 255] + 2 * TERNARY[other as usize & 255];
        table[index as usize] as u64
    };
    let row = |row: u32| {
        let at = 8 * row;
        verdict(board.player >> at, board.opponent >> at) << at
    };
    let column = |column: u32| {
        let own = column_as_row(board.player >> column);
        let other = column_as_row(board.opponent >> column);
        row_as_column(verdict(own, other)) << column
    };
    row(0) | row(last) | column(0) | column(last)
}

/// The first column's squares as the bits of a byte.
#[inline(always)]
fn column_as_row(set: u64) -> u64 {
    (set & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The bits of a byte as the first column's squares.
#[inline(always)]
fn row_as_column(byte: u64) -> u64 {
    ((byte & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & 0x0001_0101_0101_0101) | (byte >> 7 << 56)
}

/// The bits of a byte read as digits in base 3.
static TERNARY: [u16; 256] = {
    let mut table = [0; 256];
    let mut bits = 1;
    while bits < 256 {
        // Without its lowest bit the number is smaller, so already known.
        table[bits] = table[bits & (bits - 1)] + 3u16.pow(bits.trailing_zeros());
        bits += 1;
    }
    table
};

static EDGES_OF_4: [u8; 81] = edge_table(4);
static EDGES_OF_6: [u8; 729] = edge_table(6);
static EDGES_OF_8: [u8; 6561] = edge_table(8);

/// For every filling of an edge, in base 3 (0 empty, 1 own, 2 other), the own
/// discs that survive whatever is placed on it, by either side, in any order.
///
/// An edge with fewer empty squares is decided first, since what can happen to
/// an edge is what can happen after each way to fill one more square.
const fn edge_table<const N: usize>(length: u32) -> [u8; N] {
    let mut table = [0; N];
    let mut empty_wanted = 0;
    while empty_wanted <= length {
        let mut index = 0;
        while index < N {
            let (own, other) = digits(index);
            let taken = own | other;
            if length - taken.count_ones() == empty_wanted {
                let mut survivors = own;
                let mut square = 0;
                while square < length {
                    if taken & (1 << square) == 0 {
                        let (a, b) = place(square, own, other);
                        survivors &= table[ternary(a, b)];
                        let (b, a) = place(square, other, own);
                        survivors &= table[ternary(a, b)];
                    }
                    square += 1;
                }
                table[index] = survivors;
            }
            index += 1;
        }
        empty_wanted += 1;
    }
    table
}

/// The two sides of an edge after `mine` takes a square of it.
const fn place(square: u32, mine: u8, theirs: u8) -> (u8, u8) {
    let flipped = run(square, 1, mine, theirs) | run(square, -1, mine, theirs);
    (mine | flipped | (1 << square), theirs & !flipped)
}

const fn run(square: u32, step: i32, mine: u8, theirs: u8) -> u8 {
    let mut flipped = 0;
    let mut at = square as i32 + step;
    while at >= 0 && at < 8 && theirs & (1 << at) != 0 {
        flipped |= 1 << at;
        at += step;
    }
    if at >= 0 && at < 8 && mine & (1 << at) != 0 {
        flipped
    } else {
        0
    }
}

const fn ternary(own: u8, other: u8) -> usize {
    (TERNARY[own as usize] + 2 * TERNARY[other as usize]) as usize
}

const fn digits(mut index: usize) -> (u8, u8) {
    let (mut own, mut other) = (0, 0);
    let mut square = 0;
    while index > 0 {
        match index % 3 {
            1 => own |= 1 << square,
            2 => other |= 1 << square,
            _ => {}
        }
        index /= 3;
        square += 1;
    }
    (own, other)
}

#[cfg(test)]
mod tests;
