//! What a position of the connect-four family looks worth: the lines of four
//! that one side can still complete, the more discs on them the better.

use crate::connect::board::CellSet;
use crate::connect::{Position, Size};
use crate::game::Game;

/// What a line with one, two or three discs is worth, in hundredths.
const WORTH: [i32; 3] = [2, 10, 40];

/// The value for the side to move.
pub fn value(position: &Position) -> i32 {
    let own = position.board().of(position.turn());
    let other = position.board().of(!position.turn());
    let size = position.size();
    lines_worth(own, other, size) - lines_worth(other, own, size)
}

/// The worth of all lines on which there are only discs of `own`.
fn lines_worth(own: &CellSet, other: &CellSet, size: Size) -> i32 {
    let rows = u32::from(size.rows());
    let all = (1u32 << rows) - 1;
    let long = all >> 3.min(rows);
    let mut worth = 0;
    for column in 0..usize::from(size.columns()) {
        worth += line_worth(
            four(own, column, upright),
            four(other, column, upright),
            long,
        );
        if column + 4 <= usize::from(size.columns()) {
            worth += line_worth(four(own, column, level), four(other, column, level), all);
            worth += line_worth(
                four(own, column, falling),
                four(other, column, falling),
                long,
            );
            worth += line_worth(
                four(own, column, rising),
                four(other, column, rising),
                long << 3,
            );
        }
    }
    worth
}

/// Four words, each with a bit for every line that begins in this column: its
/// first cell, its second, and so on.
fn four(set: &CellSet, column: usize, cell: fn(&[u32], usize, usize) -> u32) -> [u32; 4] {
    std::array::from_fn(|place| cell(set.columns(), column, place))
}

fn upright(columns: &[u32], column: usize, place: usize) -> u32 {
    columns[column] >> place
}

fn level(columns: &[u32], column: usize, place: usize) -> u32 {
    columns[column + place]
}

fn falling(columns: &[u32], column: usize, place: usize) -> u32 {
    columns[column + place] >> place
}

fn rising(columns: &[u32], column: usize, place: usize) -> u32 {
    columns[column + place] << place
}

/// Counts the discs on many lines at once, bit by bit.
fn line_worth(own: [u32; 4], other: [u32; 4], valid: u32) -> i32 {
    let free = valid & !(other[0] | other[1] | other[2] | other[3]);
    let (one_before, two_before) = (own[0] ^ own[1], own[0] & own[1]);
    let (one_after, two_after) = (own[2] ^ own[3], own[2] & own[3]);
    let three = one_before & two_after | two_before & one_after;
    let two = one_before & one_after | (two_before ^ two_after) & !(one_before | one_after);
    let one = (one_before ^ one_after) & !(two_before | two_after);
    let count = |lines: u32| (lines & free).count_ones() as i32;
    WORTH[0] * count(one) + WORTH[1] * count(two) + WORTH[2] * count(three)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect::{Cell, Variant};
    use crate::game::Color;

    /// The same, line by line and cell by cell.
    fn slow_value(position: &Position) -> i32 {
        let mut worth = 0;
        for start in position.size().cells() {
            for (columns, rows) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let further = |cell: &Cell| cell.step(columns, rows, position.size());
                let line = std::iter::successors(Some(start), further).take(4);
                let cells: Vec<Option<Color>> = line.map(|cell| position.at(cell)).collect();
                let of = |color| cells.iter().filter(|cell| **cell == Some(color)).count();
                let (own, other) = (of(position.turn()), of(!position.turn()));
                worth += match (cells.len(), own, other) {
                    (4, 1..=3, 0) => WORTH[own - 1],
                    (4, 0, 1..=3) => -WORTH[other - 1],
                    _ => 0,
                };
            }
        }
        worth
    }

    #[test]
    fn lines_are_counted_as_one_by_one() {
        let mut chance = 3u64;
        let sizes = [(4, 4), (7, 6), (13, 3), (3, 9), (20, 20)];
        for (columns, rows) in sizes.into_iter().cycle().take(40) {
            let size = Size::new(columns, rows).unwrap();
            let mut position = Position::start_on(Variant::Gravity, size).unwrap();
            while position.outcome().is_none() {
                assert_eq!(value(&position), slow_value(&position), "{position:?}");
                let moves = position.legal_moves();
                chance = chance
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let mv = moves[(chance >> 33) as usize % moves.len()];
                position = position.after(mv).unwrap();
            }
        }
    }
}
