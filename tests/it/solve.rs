//! `outflank solve` and `outflank bench` as their users meet them.

use std::io::Write;
use std::process::{Output, Stdio};

use crate::support::program;

/// Three empty squares; every move's score by plain minimax in Python.
const SMALL: &str = "XXXXXXXOXXXXXXOOXXXXXOOOXXXXOOOOXXXOOOOOXXOOOOOOXOOOOOO-OOOOOO-- X";
const SCORES: &str = "h7:+12; g8:+12; h8:+18;";

/// Runs the program with these arguments on this standard input.
fn run(arguments: &str, input: &[u8]) -> Output {
    let mut child = program()
        .args(arguments.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses its arguments does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn solve(arguments: &str, input: &str) -> Output {
    run(&format!("solve - {arguments}"), input.as_bytes())
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// Standard output, with an exit code as expected.
fn printed(output: &Output, code: i32) -> String {
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn a_position_gets_a_row_and_the_file_a_total() {
    let text = printed(&solve("", &format!("% three left\n\n{SMALL}\n")), 0);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert_eq!(words(lines[0])[..4], ["line", "empties", "score", "move"]);
    assert_eq!(words(lines[1])[..4], ["3", "3", "+18", "h8"]);
    assert!(lines[2].starts_with("1 solved in "), "{text}");
}

#[test]
fn scores_in_the_file_are_judged() {
    let right = printed(&solve("", &format!("{SMALL}; {SCORES}")), 0);
    assert!(right.lines().nth(1).unwrap().ends_with("  right"));
    let wrong = printed(&solve("", &format!("{SMALL}; h8:+16;")), 1);
    assert!(wrong.contains("WRONG, the file says +16"), "{wrong}");
    assert!(wrong.trim_end().ends_with("; 1 wrong"), "{wrong}");
}

#[test]
fn every_move_is_scored_and_judged_if_asked() {
    let all = printed(&solve("--all-moves", &format!("{SMALL}; {SCORES}")), 0);
    let rows: Vec<&str> = all.lines().skip(1).collect();
    assert_eq!(words(rows[0])[2..4], ["+18", "h8"]);
    let mut others = [words(rows[1]), words(rows[2])];
    others.sort();
    assert_eq!(others, [["+12", "g8"], ["+12", "h7"]]);
    let wrong = solve("--all-moves", &format!("{SMALL}; h8:+18; g8:+10;"));
    assert!(printed(&wrong, 1).contains("WRONG, the file says +10"));
}

#[test]
fn who_wins_can_be_asked_alone() {
    let text = printed(&solve("--wld", &format!("{SMALL}; {SCORES}")), 0);
    let score = words(text.lines().nth(1).unwrap())[2].to_owned();
    assert!(score == "win" || score == "+18", "{text}");
    let wrong = solve("--wld", &format!("{SMALL}; -2"));
    assert!(printed(&wrong, 1).contains("WRONG"));
}

#[test]
fn bad_lines_are_named_and_the_rest_is_solved() {
    let ten = format!("{} X", "-".repeat(100));
    let input = format!("hello\n{SMALL}\n{SMALL}; a1:+4;\n{ten}\n\u{0}\n{SMALL}\n");
    let output = solve("", &input);
    let text = printed(&output, 1);
    let said = String::from_utf8(output.stderr).unwrap();
    let places = said.lines().map(|line| line.split([',', ':']).nth(1));
    let expected = [" line 1", " line 3", " line 4", " line 5"];
    assert_eq!(places.collect::<Vec<_>>(), expected.map(Some), "{said}");
    assert!(text.contains("2 solved"), "{text}");
    assert!(text.contains("4 unreadable"), "{text}");
}

#[test]
fn bytes_that_are_no_text_spoil_their_line_only() {
    let input = [b"\xff\xfe\n", SMALL.as_bytes()].concat();
    let text = printed(&run("solve -", &input), 1);
    assert!(text.contains("1 solved"), "{text}");
}

#[test]
fn positions_without_a_choice_are_solved_at_once() {
    let full = format!("{}{} X", "X".repeat(40), "O".repeat(24));
    let one_colour = format!("{}{} O", "X".repeat(30), "-".repeat(34));
    let empty = format!("{} X", "-".repeat(64));
    let must_pass = "XO-------------- O\n";
    let input = format!("{full}\n{one_colour}\n{empty}\n{must_pass}");
    let text = printed(&solve("", &input), 0);
    let rows = text.lines().skip(1).map(|line| words(line)[2..4].to_vec());
    let expected = [
        ["+16", "none"],
        ["-64", "none"],
        ["+0", "none"],
        ["-16", "pass"],
    ];
    assert_eq!(rows.take(4).collect::<Vec<_>>(), expected, "{text}");
}

#[test]
fn programs_read_one_object_per_position() {
    let text = printed(&solve("--json", &format!("{SMALL}; {SCORES}\n")), 0);
    assert_eq!(text.lines().count(), 1, "{text}");
    let object: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(object["score"], 18);
    assert_eq!(object["empties"], 3);
    assert_eq!(object["position"], SMALL);
    assert_eq!(object["moves"][0]["line"][0], "h8");
    assert_eq!(object["right"], true);
    assert_eq!(object["complete"], true);
}

#[test]
fn the_small_game_is_solved_from_its_start() {
    let text = printed(&run("solve --start 4", b""), 0);
    assert_eq!(words(text.lines().nth(1).unwrap())[1..3], ["12", "-10"]);
}

#[test]
fn a_missing_file_is_an_error() {
    let output = run("solve no-such-file.obf", b"");
    assert!(printed(&output, 1).is_empty());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("no-such-file.obf"), "{said}");
    assert_eq!(run("solve", b"").status.code(), Some(2));
}

#[test]
fn bench_counts_the_same_nodes_on_every_run() {
    let first = printed(&run("bench", b""), 0);
    let count: u64 = first.trim_end().parse().unwrap();
    assert!(count > 1_000_000, "{count}");
    assert_eq!(printed(&run("bench", b""), 0), first);
}
