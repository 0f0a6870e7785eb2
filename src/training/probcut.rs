//! How far shallow searches err, measured and fitted: the numbers behind
//! [`search::probcut`](crate::search::probcut).
//!
//! Positions of recorded games are searched to one depth after the other with
//! nothing cut, and those near the end are solved. Pairs of depths of the same
//! parity give errors; their root mean square, by empty squares and the two
//! depths, is what the logarithmic model is fitted to.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::holdout::Errors as Spread;
use super::player::{self, Solved};
use super::record::RecordError;
use super::sample::{self, Core};
use crate::eval::Evaluator;
use crate::othello::word::Word;
use crate::othello::{Board, Size};
use crate::search::probcut::{Deviation, Model};
use crate::search::{Confidence, Step};

/// How the errors are measured.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How many positions to search, and how many to solve.
    pub positions: usize,
    /// The deepest search.
    pub depth: u32,
    /// The most empty squares of a position that is solved.
    pub exact: u32,
    /// Another seed takes other positions.
    pub seed: u64,
    /// How many positions are searched at the same time.
    pub threads: usize,
}

/// The deepest search whose error against the end of the game is measured.
const DEEPEST_PROBE: u32 = 8;

/// The terms that can be told apart when the deep search goes to the end of the
/// game, so that its depth is the number of empty squares.
const AT_THE_END: [bool; Deviation::TERMS] = {
    let mut used = [false; Deviation::TERMS];
    (used[0], used[1], used[3]) = (true, true, true);
    used
};

/// The errors of a shallow search against a deep one, by empty squares and the
/// two depths.
type Errors = BTreeMap<(u32, u32, u32), Spread>;

/// Fits a model to the searches of positions from some files of games. The
/// listener hears how many positions are done, of twice as many as asked for.
pub fn fit(
    evaluator: &Evaluator,
    games: &[PathBuf],
    settings: &Settings,
    listener: &(dyn Fn(u64) + Sync),
) -> Result<Model, RecordError> {
    match evaluator.size() {
        Size::Ten => fit_on::<u128>(evaluator, games, settings, listener),
        _ => fit_on::<u64>(evaluator, games, settings, listener),
    }
}

fn fit_on<W: Solved>(
    evaluator: &Evaluator,
    games: &[PathBuf],
    settings: &Settings,
    listener: &(dyn Fn(u64) + Sync),
) -> Result<Model, RecordError> {
    let size = evaluator.size();
    let playable = W::playable(size);
    let boards = choose::<W>(games, size, settings)?;
    let empties = |board: Board<W>| board.empties(playable).len();
    let done = AtomicUsize::new(0);
    let tell = || listener(done.fetch_add(1, Ordering::Relaxed) as u64 + 1);

    let open: Vec<Board<W>> = boards
        .iter()
        .copied()
        .filter(|&b| empties(b) > settings.depth)
        .collect();
    let midgame = measured(&open, settings, |board| {
        tell();
        let scores = scores(board, evaluator, settings.depth);
        pairs(empties(board), &scores)
    });
    let late = |board: &Board<W>| (DEEPEST_PROBE + 1..=settings.exact).contains(&empties(*board));
    let late: Vec<Board<W>> = boards.iter().copied().filter(late).collect();
    let endgame = measured(&late, settings, |board| {
        tell();
        let left = empties(board);
        let exact = W::solve(board, evaluator, &player::table()).value;
        let scores = scores(board, evaluator, DEEPEST_PROBE);
        let error = |(depth, score): (usize, &i32)| ((left, depth as u32, left), exact - score);
        scores.iter().enumerate().map(error).collect()
    });
    Ok(Model {
        midgame: regress(&midgame, [true; Deviation::TERMS]),
        endgame: regress(&endgame, AT_THE_END),
    })
}

/// Positions of the games where there is a move, in random order.
fn choose<W: Core>(
    games: &[PathBuf],
    size: Size,
    settings: &Settings,
) -> Result<Vec<Board<W>>, RecordError> {
    let mut rng = StdRng::seed_from_u64(settings.seed);
    let mut boards = Vec::new();
    sample::visit::<W>(games, size, |seen| {
        // One position of a game, so that each is a new one.
        boards.extend(seen.choose(&mut rng).map(|seen| seen.board));
    })?;
    for last in (1..boards.len()).rev() {
        boards.swap(last, rng.random_range(0..=last));
    }
    Ok(boards)
}

/// The errors of as many boards as are asked for.
fn measured<W: Word>(
    boards: &[Board<W>],
    settings: &Settings,
    measure: impl Fn(Board<W>) -> Vec<((u32, u32, u32), i32)> + Sync,
) -> Errors {
    let boards = &boards[..settings.positions.min(boards.len())];
    let part = boards.len().div_ceil(settings.threads.max(1)).max(1);
    let lists: Vec<Vec<_>> = std::thread::scope(|scope| {
        let measure = &measure;
        let work = |part: &'_ [Board<W>]| part.iter().flat_map(|&board| measure(board)).collect();
        let threads: Vec<_> = boards
            .chunks(part)
            .map(|part| scope.spawn(move || work(part)))
            .collect();
        let join = |thread: std::thread::ScopedJoinHandle<'_, Vec<_>>| thread.join();
        threads
            .into_iter()
            .map(|thread| join(thread).expect("searching does not panic"))
            .collect()
    });
    let mut errors = Errors::new();
    for (cell, error) in lists.into_iter().flatten() {
        errors
            .entry(cell)
            .or_default()
            .add(f64::from(error) / 100.0);
    }
    errors
}

/// The scores of a position at every depth from none on, with nothing cut.
fn scores<W: Solved>(board: Board<W>, evaluator: &Evaluator, depth: u32) -> Vec<i32> {
    let step = Step {
        depth,
        confidence: Confidence::Full,
    };
    let mut scores = vec![evaluator.evaluate(board)];
    player::deepened(board, evaluator, step, &player::table(), &mut |line| {
        scores.push(line.score);
    });
    scores
}

/// The errors of the shallower of each two scores whose depths have the same
/// parity.
fn pairs(empties: u32, scores: &[i32]) -> Vec<((u32, u32, u32), i32)> {
    let mut errors = Vec::new();
    for (depth, score) in scores.iter().enumerate() {
        for probe in (depth % 2..depth).step_by(2) {
            let cell = (empties, probe as u32, depth as u32);
            errors.push((cell, score - scores[probe]));
        }
    }
    errors
}

/// The coefficients that come nearest to the logarithms of the errors, each
/// cell counting by how often it was measured. Terms that are not used are
/// zero.
fn regress(errors: &Errors, used: [bool; Deviation::TERMS]) -> Deviation {
    const N: usize = Deviation::TERMS;
    let mut matrix = [[0.0; N]; N];
    let mut right = [0.0; N];
    for (&(empties, probe, depth), error) in errors.iter().filter(|(_, error)| error.count >= 4) {
        let mut terms = Deviation::terms(empties, probe, depth);
        for (term, used) in terms.iter_mut().zip(used) {
            *term *= f64::from(u8::from(used));
        }
        let weight = error.count as f64;
        let target = error.root_mean_square().max(0.1).ln();
        for row in 0..N {
            right[row] += weight * terms[row] * target;
            for column in 0..N {
                matrix[row][column] += weight * terms[row] * terms[column];
            }
        }
    }
    for (index, row) in matrix.iter_mut().enumerate() {
        // A little of nothing, for terms that never vary.
        row[index] += 1e-6;
    }
    Deviation {
        coefficients: solve(matrix, right),
    }
}

/// The solution of a system of linear equations, by Gaussian elimination.
fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for pivot in 0..N {
        let size = |row: &usize| matrix[*row][pivot].abs();
        let largest = (pivot..N).max_by(|a, b| size(a).total_cmp(&size(b)));
        let largest = largest.expect("there is a row");
        matrix.swap(pivot, largest);
        right.swap(pivot, largest);
        for row in pivot + 1..N {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let above = matrix[pivot];
            for (number, above) in matrix[row].iter_mut().zip(above).skip(pivot) {
                *number -= factor * above;
            }
            right[row] -= factor * right[pivot];
        }
    }
    let mut solution = [0.0; N];
    for row in (0..N).rev() {
        let known: f64 = (row + 1..N)
            .map(|column| matrix[row][column] * solution[column])
            .sum();
        solution[row] = (right[row] - known) / matrix[row][row];
    }
    solution
}

/// The model as the lines that [`search::probcut`](crate::search::probcut)
/// reads.
pub fn write(model: &Model, size: Size) -> String {
    let line = |name: &str, deviation: &Deviation| {
        let numbers = deviation.coefficients.map(|number| format!("{number:.5}"));
        format!("{} {name} {}\n", size.side(), numbers.join(" "))
    };
    line("midgame", &model.midgame) + &line("endgame", &model.endgame)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_found_again_from_its_errors() {
        let model = Deviation {
            coefficients: [1.5, -0.4, 0.3, -0.6, 0.35, 0.1, 0.05, 0.2, -0.1],
        };
        let mut errors = Errors::new();
        for empties in 10..=56 {
            for depth in 2..=10 {
                for probe in (depth % 2..depth).step_by(2) {
                    let discs = model.discs(empties, probe, depth);
                    let cell = errors.entry((empties, probe, depth)).or_default();
                    (0..4).for_each(|_| cell.add(discs));
                }
            }
        }
        let found = regress(&errors, [true; Deviation::TERMS]);
        for (a, b) in found.coefficients.iter().zip(model.coefficients) {
            assert!((a - b).abs() < 1e-3, "{found:?}");
        }
    }

    #[test]
    fn only_depths_of_one_parity_are_compared() {
        let found = pairs(40, &[0, 10, 20, 40, 70]);
        let expected = [
            ((40, 0, 2), 20),
            ((40, 1, 3), 30),
            ((40, 0, 4), 70),
            ((40, 2, 4), 50),
        ];
        assert_eq!(found, expected);
    }
}
