//! How many discs the last move of a game turns over.
//!
//! When every other square is taken, a disc that is not the player's is the
//! opponent's, so each line through the last square is told by the player's
//! discs alone: a byte, looked up in a table. Squares that a short line or a
//! small board does not have look like opponents with nothing behind them,
//! which are never turned.

/// How many discs the player's disc on this square turns over, the square
/// being the only empty one of the board.
///
/// # Panics
/// If the square is not below 64.
#[inline(always)]
pub fn count_flips(square: usize, player: u64) -> u32 {
    let (column, row) = (square % 8, square / 8);
    let [rising, falling] = DIAGONALS[square];
    let across = player >> (8 * row) & 0xff;
    let upright = (player >> column & FIRST_COLUMN).wrapping_mul(TURN) >> 56;
    let rising = (player & rising).wrapping_mul(FIRST_COLUMN) >> 56;
    let falling = (player & falling).wrapping_mul(FIRST_COLUMN) >> 56;
    // A column's topmost square comes out as the lowest bit, a diagonal's
    // squares each at the bit of their column.
    let at_column = &FLIPS[column];
    let sum = at_column[across as usize]
        + at_column[rising as usize]
        + at_column[falling as usize]
        + FLIPS[row][upright as usize];
    sum as u32
}

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;

/// Gathers the bits of the first column into the highest byte.
const TURN: u64 = 0x0102_0408_1020_4080;

/// By the square played on a line and the player's discs on it, how many it
/// turns over.
static FLIPS: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut square = 0;
    while square < 8 {
        let mut line = 0;
        while line < 256 {
            table[square][line] = run(line, square as i32, 1) + run(line, square as i32, -1);
            line += 1;
        }
        square += 1;
    }
    table
};

/// The length of the run of others that a disc closes one way.
const fn run(line: usize, square: i32, step: i32) -> u8 {
    let mut at = square + step;
    let mut length = 0;
    while at >= 0 && at < 8 {
        if line & (1 << at) != 0 {
            return length;
        }
        length += 1;
        at += step;
    }
    0
}

/// For each square, the two diagonals through it.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut table = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let columns = other % 8 - square % 8;
            let rows = other / 8 - square / 8;
            if columns == -rows {
                table[square as usize][0] |= 1 << other;
            }
            if columns == rows {
                table[square as usize][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1i32;
    }
    table
};
