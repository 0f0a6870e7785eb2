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
    let safe = safe(board, size);
    let all = u32::MAX;
    spread(board.player, edge_stable(board, size), all, |set| {
        safe_beside(set, &safe)
    })
}

/// How many of the player's discs are [`stable`], if it is at least so many:
/// all of them, or as many as it takes to see that.
pub fn at_least(enough: u32, board: Board, size: Size) -> Option<u32> {
    let safe = safe(board, size);
    // No disc is stable that would not even be so if all the others were.
    let most = board.player & (safe_beside(board.player, &safe) | edges(size));
    if most.count_ones() < enough {
        return None;
    }
    let stable = spread(board.player, edge_stable(board, size), enough, |set| {
        safe_beside(set, &safe)
    });
    Some(stable.count_ones()).filter(|&stable| stable >= enough)
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
    spread(board.player, 0, u32::MAX, |set| {
        let along = |line: usize| safe[line] | beside(set, STEPS[line]);
        along(0) & along(1) & along(2) & along(3)
    })
}

/// Grows a set of stable discs until there are enough, or no further disc of
/// `own` is safe beside them.
#[inline(always)]
fn spread<W: Word>(own: W, seeds: W, enough: u32, safe_beside: impl Fn(W) -> W) -> W {
    let mut stable = seeds;
    loop {
        let more = own & safe_beside(stable) | stable;
        if more == stable || more.len() >= enough {
            return more;
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

const fn edges(size: Size) -> u64 {
    match size {
        Size::Four => 0x0000_0000_0f09_090f,
        Size::Six => 0x0000_3f21_2121_213f,
        Size::Eight | Size::Ten => 0xff81_8181_8181_81ff,
    }
}

/// The four directions a line of the 8x8 frame can have, side by side, so that
/// they are worked on at once: rows, columns and the two diagonals.
type Lanes = [u64; 4];

/// What one step along each of them is: columns and rows.
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 1), (1, 1)];
const STEPS: Lanes = [1, 8, 7, 9];

/// Squares with nothing 1, 2 and 4 steps further on, or further back.
static LAST: [Lanes; 3] = [ends(1), ends(2), ends(4)];
static FIRST: [Lanes; 3] = [ends(-1), ends(-2), ends(-4)];

const fn ends(steps: i32) -> Lanes {
    let mut lanes = [0; 4];
    let mut line = 0;
    while line < 4 {
        let (column_step, row_step) = DIRECTIONS[line];
        lanes[line] = leaving(column_step * steps, row_step * steps);
        line += 1;
    }
    lanes
}

/// The squares that are safe along each line whatever is beside them: the whole
/// line is taken, or they are at its end.
#[inline(always)]
fn safe(board: Board, size: Size) -> Lanes {
    let off_board = !playable(size);
    let taken = board.player | board.opponent | off_board;
    let (mut onwards, mut back) = ([taken; 4], [taken; 4]);
    for power in 0..3 {
        for line in 0..4 {
            let distance = STEPS[line] << power;
            onwards[line] &= LAST[power][line] | onwards[line] >> distance;
            back[line] &= FIRST[power][line] | back[line] << distance;
        }
    }
    std::array::from_fn(|line| {
        let beside = off_board >> STEPS[line] | off_board << STEPS[line];
        onwards[line] & back[line] | LAST[0][line] | FIRST[0][line] | beside
    })
}

/// The squares with a neighbour in the set along each line.
#[inline(always)]
fn neighbours(set: u64) -> Lanes {
    std::array::from_fn(|line| {
        set << STEPS[line] & !FIRST[0][line] | set >> STEPS[line] & !LAST[0][line]
    })
}

/// The squares that are safe along all four lines beside stable discs.
#[inline(always)]
fn safe_beside(stable: u64, safe: &Lanes) -> u64 {
    let beside = neighbours(stable);
    let along = |line: usize| safe[line] | beside[line];
    along(0) & along(1) & along(2) & along(3)
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
