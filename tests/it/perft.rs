//! The published counts, file by file.

use std::fs;
use std::path::Path;

use outflank::game::Color;
use outflank::othello::perft::{Passes, Perft};
use outflank::othello::{Position, Size, Start};

/// Rows with more leaves than this are skipped, unless the environment
/// variable `PERFT_BUDGET` names another number.
const BUDGET: u64 = 250_000_000;

/// Checks every row of every file with a perft set up by `prepare`.
fn check_all(budget: u64, prepare: impl Fn(Perft) -> Perft) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/perft");
    let mut rows = 0;
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        rows += check_file(&text, budget, &prepare)
            .unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
    }
    assert!(rows > 40, "only {rows} rows checked");
}

/// Checks a file and returns how many rows were within the budget.
fn check_file(text: &str, budget: u64, prepare: &impl Fn(Perft) -> Perft) -> Result<usize, String> {
    let (mut size, mut passes, mut rows) = (Size::Eight, Passes::Counted, 0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |word: &str| word.parse::<u64>().map_err(|_| line.to_string());
        match words[..] {
            [] => {}
            ["size", side] => size = Size::from_side(number(side)? as usize).ok_or(line)?,
            ["passes", "counted"] => passes = Passes::Counted,
            ["passes", "free"] => passes = Passes::Free,
            ["perft", depth, count] if number(count)? <= budget => {
                let depth = number(depth)? as u32;
                let start = Position::start(size, Start::Standard, Color::Black);
                let perft = prepare(Perft {
                    passes,
                    ..Perft::new(depth)
                });
                let found = perft.count(&start);
                if found != number(count)? {
                    return Err(format!("{line}: counted {found}"));
                }
                if depth > 0 {
                    let divided: u64 = perft.divide(&start).iter().map(|(_, count)| count).sum();
                    assert_eq!(divided, found, "{line}, divided");
                }
                rows += 1;
            }
            ["perft", _, _] => {}
            _ => return Err(line.into()),
        }
    }
    Ok(rows)
}

#[test]
fn counts_are_as_published() {
    let budget = std::env::var("PERFT_BUDGET")
        .map(|budget| budget.parse().expect("PERFT_BUDGET is a number of leaves"))
        .unwrap_or(BUDGET);
    check_all(budget, |perft| perft);
}

#[test]
fn remembering_counts_does_not_change_them() {
    // One place makes every position collide, many make few do.
    for remembered in [1, 100_000] {
        check_all(400_000, |perft| Perft {
            remembered,
            ..perft
        });
    }
}

#[test]
fn mirrored_and_white_first_starts_have_the_same_tree() {
    for size in Size::ALL {
        let standard = Position::start(size, Start::Standard, Color::Black);
        for start in [Start::Standard, Start::Mirrored] {
            for first in [Color::Black, Color::White] {
                let other = Position::start(size, start, first);
                assert_eq!(
                    Perft::new(6).count(&other),
                    Perft::new(6).count(&standard),
                    "{other:?}"
                );
            }
        }
    }
}
