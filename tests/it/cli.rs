//! The program as a whole: what it prints, what it refuses, how it exits.

use std::process::{Command, Output};

/// Runs the program with these arguments.
fn outflank(arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(arguments.split_whitespace())
        .output()
        .unwrap()
}

/// What a successful run prints.
fn printed(arguments: &str) -> String {
    let output = outflank(arguments);
    assert!(output.status.success(), "{arguments}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn perft_prints_the_count_and_nothing_else() {
    assert_eq!(printed("perft 8"), "390216\n");
    assert_eq!(printed("perft 0"), "1\n");
    assert_eq!(printed("perft 7 --size 10"), "55180\n");
    assert_eq!(printed("perft 9 --passes free"), "3005320\n");
    assert_eq!(printed("perft 9 --hash 1"), "3005288\n");
    assert_eq!(printed("perft 7 --start mirrored --first white"), "55092\n");
}

#[test]
fn perft_divides_by_the_first_move() {
    // By symmetry each of the four first moves has a quarter of the 8200.
    assert_eq!(
        printed("perft 6 --divide"),
        "d3 2050\nc4 2050\nf5 2050\ne6 2050\n8200\n"
    );
}

#[test]
fn perft_says_how_long_it_took_on_the_other_stream() {
    let output = outflank("perft 5");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.starts_with("perft 5 on 8x8: 1396 leaves in ") && said.contains(" million a second"),
        "{said}"
    );
}

#[test]
fn a_command_line_that_makes_no_sense_exits_with_2() {
    for arguments in [
        "perft",
        "perft seven",
        "perft 3 --size 5",
        "perft 3 --first red",
        "unheard-of",
        "--level 99",
    ] {
        let output = outflank(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(output.stdout.is_empty(), "{arguments}");
        assert!(!output.stderr.is_empty(), "{arguments}");
    }
}

#[test]
fn the_commands_in_the_readme_print_what_it_says() {
    let readme = include_str!("../../README.md");
    let examples: Vec<_> = readme
        .lines()
        .filter_map(|line| line.strip_prefix("cargo run --release -- "))
        .filter_map(|line| line.split_once('#'))
        .filter_map(|(arguments, says)| Some((arguments, says.rsplit_once(": ")?.1)))
        .collect();
    assert!(!examples.is_empty());
    for (arguments, expected) in examples {
        assert_eq!(printed(arguments).trim_end(), expected, "{arguments}");
    }
}
