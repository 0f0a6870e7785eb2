//! Conversations held in memory: options, clocks, files and searches that
//! repeat.

use std::io::{self, Cursor, Write};

use outflank::session::{Ending, Manners, converse};

/// Everything said in answer to an input.
fn said(input: impl Into<Vec<u8>>) -> String {
    let mut output = Vec::new();
    converse(Cursor::new(input.into()), &mut output, Manners::default()).unwrap();
    String::from_utf8(output).unwrap()
}

fn last_line(input: &str) -> String {
    said(input).lines().last().unwrap_or("").to_owned()
}

/// The words after `bestmove` of every search.
fn moves(output: &str) -> Vec<&str> {
    let best = output
        .lines()
        .filter_map(|line| line.strip_prefix("bestmove "));
    best.map(|rest| rest.split(' ').next().unwrap()).collect()
}

/// What a search says, without what depends on the clock: a search that is
/// silent for long says that it is alive.
fn timeless(output: &str) -> Vec<String> {
    let word_pairs = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let timed = |index: &usize| {
            let before = index.checked_sub(1).map(|before| words[before]);
            !matches!(before, Some("nps" | "time"))
        };
        let kept: Vec<&str> = (0..words.len()).filter(timed).map(|i| words[i]).collect();
        kept.join(" ")
    };
    let lines = output.lines();
    let lines = lines.filter(|line| !line.starts_with("info time "));
    lines.map(word_pairs).collect()
}

#[test]
fn the_same_questions_get_the_same_answers() {
    let searches = "go depth 9\nplay f5\ngo nodes 20000\ngo\nhint 3\nplay d6\nsetoption name MultiPV value 3\ngo depth 6\n";
    let once = said(searches);
    assert_eq!(timeless(&once), timeless(&said(searches)));
    // A new game in the same process forgets all of the old one.
    let twice = said(format!(
        "{searches}setoption name MultiPV value 1\nnewgame\n{searches}"
    ));
    let lines = timeless(&twice);
    assert_eq!(lines[..lines.len() / 2], lines[lines.len() / 2..]);
}

#[test]
fn every_size_and_variant_is_played_to_its_end_by_the_engine() {
    for game in [
        "newgame othello size 4",
        "newgame othello size 6 start mirrored first white",
        "newgame rothelo",
        "newgame tablero size 10",
    ] {
        let mut script = format!("{game}\nsetoption name Level value 2\n");
        let mut played = Vec::new();
        for _ in 0..120 {
            let output = said(format!("{script}go\nstatus\n"));
            assert_pv_is_legal(&script, &output);
            let best = moves(&output).last().unwrap().to_string();
            if best == "none" {
                break;
            }
            script += &format!("play {best}\n");
            played.push(best);
        }
        let status = last_line(&format!("{script}status\n"));
        assert!(status.contains(" state over result "), "{game}: {status}");
        assert!(played.len() >= 8, "{game}");
    }
}

/// Every line of play said by the engine can be played.
fn assert_pv_is_legal(script: &str, output: &str) {
    let lines = output.lines().filter_map(|line| line.split_once(" pv "));
    for (_, pv) in lines {
        let answer = said(format!("{script}play {pv}\nisready\n"));
        assert_eq!(answer.lines().last(), Some("readyok"));
        assert!(!answer.contains("error"), "{script}{pv}: {answer}");
    }
}

#[test]
fn exact_scores_agree_with_the_solver_whoever_finds_them() {
    // The solver finds the score of a 4x4 game, the search that of every
    // reply, one ply deeper by hand.
    let value = |script: &str| -> i32 {
        let output = said(format!("newgame othello size 4\n{script}go exact\n"));
        let info = output
            .lines()
            .rfind(|line| line.contains(" proof exact "))
            .unwrap();
        let score = info.split(" cp ").nth(1).unwrap();
        score.split(' ').next().unwrap().parse().unwrap()
    };
    let legal = last_line("newgame othello size 4\nlegal\n");
    let best_reply = legal
        .split(' ')
        .skip(1)
        .map(|mv| -value(&format!("play {mv}\n")))
        .max();
    assert_eq!(Some(value("")), best_reply);
}

#[test]
fn several_lines_are_ranked_and_differ() {
    let output = said("play f5\nhint 3\nhint 99\n");
    let hints: Vec<Vec<&str>> = output
        .lines()
        .filter(|line| line.starts_with("hint ") && *line != "hint end")
        .map(|line| line.split(' ').collect())
        .collect();
    assert_eq!(hints.len(), 6);
    for three in hints.chunks(3) {
        let score = |hint: &Vec<&str>| hint[5].parse::<i32>().unwrap();
        assert!(three.is_sorted_by_key(|hint| -score(hint)));
        assert!(three[0][2] != three[1][2] && three[1][2] != three[2][2]);
    }
}

#[test]
fn only_the_moves_asked_for_are_considered() {
    for mv in ["f4", "d6", "f6"] {
        let output = said(format!("play f5\ngo depth 3 searchmoves {mv}\n"));
        assert_eq!(moves(&output), [mv]);
    }
    assert!(said("go searchmoves a1\n").starts_with("error illegal-move "));
}

#[test]
fn chance_varies_the_moves_and_repeats_with_its_seed() {
    let play = |seed: u32, count: usize| {
        let options = "setoption name Randomness value 300\nsetoption name Level value 3\n";
        let searches = "go\n".repeat(count);
        let output = said(format!(
            "{options}setoption name Seed value {seed}\n{searches}"
        ));
        moves(&output).join(" ")
    };
    assert_eq!(play(1, 20), play(1, 20));
    assert_ne!(play(1, 20), play(2, 20));
    let without = said("setoption name Seed value 1\n".to_owned() + &"go depth 3\n".repeat(5));
    let always = moves(&without);
    assert!(always.iter().all(|mv| *mv == always[0]));
}

#[test]
fn a_clock_that_ran_down_was_that_of_another_game() {
    let depth = |words: &str| {
        let output = said(format!("isready\nlevel 9\n{words}\ngo clock\n"));
        let info = output.lines().rfind(|line| line.contains(" score "));
        info.unwrap().split(' ').nth(2).unwrap().to_owned()
    };
    assert_eq!(depth("clock black 0\nnewgame"), "9");
    assert_eq!(depth("clock black 0\nnew"), "9");
    assert_ne!(depth("clock black 0"), "9");
}

#[test]
fn every_clock_is_understood_and_never_runs_out() {
    for go in [
        "go movetime 0",
        "go movetime -5",
        "go btime 1",
        "go wtime 100",
        "go btime 0 wtime 0",
        "go btime -100",
        "go winc 10 binc 10 wtime 50 btime 50",
        "go p1time 40 p2time 40 p1inc 1 p2inc 1",
        "go movestogo 1 btime 30",
        "go btime 30 movestogo 0",
        "go nodes 0",
        "go nodes 1",
        "go depth 0",
        "go depth 1 nodes 5 movetime 10",
        "go btime 9223372036854775807 nodes 100",
        "go movetime 9223372036854775807 depth 2",
    ] {
        let output = said(format!("{go}\n"));
        assert_eq!(moves(&output).len(), 1, "{go}: {output}");
        assert!(output.contains(" score cp "), "{go}");
    }
}

#[test]
fn more_threads_find_a_move_too() {
    let output =
        said("setoption name Threads value 4\ngo depth 8\ngo movetime 20\ngo nodes 1000\n");
    assert_eq!(moves(&output).len(), 3);
}

#[test]
fn options_out_of_range_are_refused_and_change_nothing() {
    for (name, value) in [
        ("Hash", "0"),
        ("Hash", "much"),
        ("Threads", "257"),
        ("Level", "61"),
        ("level", "-1"),
        ("Ponder", "maybe"),
        ("Seed", "-1"),
        ("RANDOMNESS", ""),
        ("MultiPV", "0"),
        ("move overhead", "10001"),
    ] {
        let output = said(format!("setoption name {name} value {value}\nisready\n"));
        assert!(
            output.starts_with("error bad-argument "),
            "{name} {value}: {output}"
        );
    }
    assert!(said("setoption name Fancy value 1\n").starts_with("error unknown-option "));
    let polite = said("ugi\nsetoption name Fancy value 1\nfly\nisready\n");
    assert!(polite.ends_with("ugiok\nreadyok\n"));
}

#[test]
fn the_log_file_has_both_directions_with_the_time() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("talk of today.log");
    let name = file.display();
    said(format!(
        "setoption name Log File value {name}\nplay f5\nlegal\nsetoption name Log File value\nlegal\n"
    ));
    let log = std::fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = log
        .lines()
        .map(|line| line.split_once(' ').unwrap().1)
        .collect();
    assert_eq!(
        lines,
        [
            "> play f5",
            "> legal",
            "< legal f4 d6 f6",
            "> setoption name Log File value"
        ]
    );
    let (seconds, _) = log.split_once('.').unwrap();
    assert!(seconds.parse::<u64>().unwrap() > 1_600_000_000);
    let nowhere = said("setoption name Log File value /nowhere/at/all\n");
    assert!(nowhere.starts_with("error io "));
}

#[test]
fn a_game_saved_in_any_format_is_loaded_again() {
    let directory = tempfile::tempdir().unwrap();
    for format in [
        "ggf",
        "transcript",
        "board",
        "rothelo",
        "obf",
        "tablero",
        "diagram",
    ] {
        let file = directory.path().join(format!("a game.{format}.txt"));
        let file = file.display();
        let output = said(format!(
            "play f5 d6 c3\nshow obf\nsave {file} as {format}\nnewgame\nload {file}\nshow obf\n"
        ));
        let boards: Vec<&str> = output.lines().collect();
        assert_eq!(boards.len(), 2, "{format}: {output}");
        assert_eq!(boards[0], boards[1], "{format}");
    }
}

#[test]
fn a_file_that_holds_no_game_changes_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("poem.txt");
    std::fs::write(&file, "roses are red").unwrap();
    let name = file.display();
    let output = said(format!(
        "play f5\nload {name}\nload {name}.gone\nsave /nowhere/x\nshow moves\n"
    ));
    let lines: Vec<&str> = output.lines().collect();
    assert!(lines[0].starts_with("error bad-file "));
    assert!(lines[1].starts_with("error io "));
    assert!(lines[2].starts_with("error io "));
    assert_eq!(lines[3], "moves f5");
}

#[test]
fn a_writer_that_fails_ends_the_conversation() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let ending = converse(Cursor::new("go infinite\n"), Closed, Manners::default());
    assert_eq!(ending.unwrap(), Ending::OutputClosed);
}

/// A queue that is full must not make a search endless.
#[test]
fn a_flood_behind_an_endless_search_ends_it() {
    let flood = "play f5\nundo\n".repeat(100_000);
    let output = said(format!("go infinite\n{flood}status\n"));
    assert_eq!(moves(&output).len(), 1);
    assert!(output.trim_end().ends_with("ply 0 state playing"));
}
