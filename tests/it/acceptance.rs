//! What real controllers rely on, a test for each.

use std::process::{Command, Stdio};

use crate::support::{Engine, answer, program};

/// A 4x4 game to its last move but one; white has just had to pass.
const ALMOST: &str = "boardsize 4\nplay b d3\nplay w d2\nplay b d1\nplay w b4\nplay b a4\n\
play w d4\nplay b c4\nplay w pass\n";

/// What is answered in GTP, without the empty lines, an answer after the other.
fn gtp(input: &str) -> Vec<String> {
    let said = answer(input);
    let blocks = said.split("\n\n").map(|block| block.trim().to_owned());
    blocks.collect()
}

fn bytes_said(input: &[u8], command: &mut Command) -> Vec<u8> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    use std::io::Write;
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap().stdout
}

#[test]
fn t01_crlf_comes_and_lf_goes_in_all_dialects() {
    for input in [
        "legal\r\ngo depth 1\r\nquit\r\n",
        "ugi\r\nisready\r\nquit\r\n",
        "uci\r\nisready\r\nquit\r\n",
        "1 name\r\nshowboard\r\nquit\r\n",
        "nboard 2\r\nset depth 1\r\nping 1\r\ngo\r\nping 2\r\nquit\r\n",
    ] {
        let said = bytes_said(input.as_bytes(), &mut program());
        assert!(said.len() > 8 && !said.contains(&b'\r'), "{input:?}");
        let plain = input.replace('\r', "");
        let count = |bytes: &[u8]| bytes.iter().filter(|byte| **byte == b'\n').count();
        let same = bytes_said(plain.as_bytes(), &mut program());
        assert_eq!(count(&said), count(&same), "{input:?}");
    }
}

#[test]
fn t02_a_number_is_given_back_once() {
    assert_eq!(gtp("7 name\nname\n"), ["=7 Outflank", "= Outflank"]);
}

#[test]
fn t03_empty_lines_and_comments_say_nothing() {
    assert_eq!(gtp("name\n\n# hello\n  \n"), ["= Outflank"]);
}

/// What is not UTF-8 is in comments and in the names of players.
#[test]
fn bytes_in_another_encoding_are_no_mistake() {
    let input = b"name\n# caf\xe9\n7 name # caf\xe9\n8 caf\xe9\n";
    let said = bytes_said(input, &mut program());
    assert_eq!(said, b"= Outflank\n\n=7 Outflank\n\n?8 unknown command\n\n");
    let input = b"nboard 2\nset depth 1\nset game (;GM[Othello]PB[Ren\xe9];)\nmove F5\nmove D6\n";
    let said = bytes_said(input, &mut program());
    assert_eq!(said, b"set myname Outflank1\n");
    let said = bytes_said(b"# caf\xe9\nlegal\n", &mut program());
    assert!(said.starts_with(b"error bad-text byte 6 "));
}

#[test]
fn t04_after_the_last_move_genmove_passes_twice() {
    let said = gtp(&format!("{ALMOST}play b a1\ngenmove w\ngenmove b\n"));
    assert_eq!(said[said.len() - 2..], ["= pass", "= pass"]);
}

#[test]
fn t05_a_pass_is_accepted_when_the_game_is_over() {
    let said = gtp(&format!("{ALMOST}play b a1\nplay w pass\nplay b pass\n"));
    assert!(said.iter().all(|answer| answer == "="), "{said:?}");
}

#[test]
fn t06_a_clock_that_nobody_keeps_does_not_limit() {
    let search = "set_level 6\ngenmove b\n";
    let timed = gtp(&format!("time_settings 0 1 0\n{search}"));
    assert_eq!(timed.last(), gtp(search).last());
}

#[test]
fn t07_no_time_left_is_no_time() {
    // At this level the answer would take for ever.
    let said = gtp("set_level 60\ntime_settings 60 0 0\ntime_left b 0 0\ngenmove b\n");
    assert_eq!(said.len(), 4);
    assert!(said[3].starts_with("= "), "{said:?}");
}

#[test]
fn t08_gogui_learns_the_end_and_sees_rows_from_below() {
    let said = gtp(&format!(
        "{ALMOST}play b a1\ngogui-rules_legal_moves\ngogui-rules_board\n"
    ));
    let [.., legal, board] = &said[..] else {
        panic!("{said:?}");
    };
    assert_eq!(legal, "=");
    let rows: Vec<&str> = board.lines().skip(1).collect();
    assert_eq!(rows.first(), Some(&"X X X O"));
    assert_eq!(rows.last(), Some(&"X . . X"));
}

#[test]
fn t09_nothing_of_the_old_search_is_said_behind_the_pong() {
    let mut engine = Engine::start(&mut program());
    engine.send("nboard 2");
    engine.send("set depth 60");
    for number in 0..50 {
        engine.send("hint 3");
        if number % 2 == 0 {
            engine.until("search ");
        }
        engine.send(&format!("ping {number}"));
        engine.until(&format!("pong {number}"));
        engine.send("learn");
        assert_eq!(engine.line().as_deref(), Some("learned"));
    }
}

#[test]
fn t10_a_game_that_ends_in_a_pass_keeps_the_colours() {
    let game = "set game (;GM[Othello]PB[]PW[]TY[4]BO[4 -----O*--*O----- *]\
B[D3]W[D2]B[D1]W[B4]B[A4]W[D4]B[C4]W[PA//3.1];)\n";
    let said = answer(&format!("nboard 2\nset depth 9\n{game}go\n"));
    let best = said.lines().last().unwrap();
    assert!(best.starts_with("=== A1/14.00/"), "{best}");
}

#[test]
fn t11_slashes_and_a_name_of_one_word() {
    let said = answer("nboard 2\nset depth 1\ngo\n");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "set myname Outflank1");
    let fields: Vec<&str> = lines[1].strip_prefix("=== ").unwrap().split('/').collect();
    assert_eq!(fields.len(), 3);
    assert!(fields[1..].iter().all(|field| field.parse::<f64>().is_ok()));
}

#[test]
fn t12_ugi_lines_are_long_enough_and_the_answer_has_two_words() {
    let said = answer("ugi\nstop\nisready\ngo depth 3\nstop\n");
    let search: Vec<&str> = said.split("readyok\n").nth(1).unwrap().lines().collect();
    assert!(search.iter().all(|line| line.len() >= 8));
    assert_eq!(search.last().unwrap().split(' ').count(), 2);
    assert!(said.contains("ugiok\nreadyok\n"));
}

#[test]
fn t13_what_drivers_say_besides_does_no_harm() {
    let mut command = program();
    command.args(["--game", "ataxx", "-nobook"]);
    let input = b"ugi\nsetoption name debug value true\nmoves f5\nquery p1turn\nquit\n";
    let said = String::from_utf8(bytes_said(input, &mut command)).unwrap();
    assert!(said.ends_with("ugiok\nresponse false\n"), "{said}");
}

#[test]
fn t14_a_search_without_a_line_end_is_answered() {
    let mut engine = Engine::start(&mut program());
    engine.send_bytes(b"go depth 6");
    engine.close_input();
    assert!(engine.rest().last().unwrap().starts_with("bestmove "));
    assert_eq!(engine.exit_code(), Some(0));
}

#[test]
fn t15_quit_ends_what_would_go_on() {
    for input in [
        "go infinite\nquit\n",
        "go movetime 600000\nquit\n",
        "nboard 2\nset depth 60\nhint 5\nquit\n",
    ] {
        let mut engine = Engine::start(&mut program());
        engine.send_bytes(input.as_bytes());
        engine.rest();
        assert_eq!(engine.exit_code(), Some(0), "{input:?}");
    }
}

#[test]
fn t16_isready_does_not_wait_for_a_search() {
    let mut engine = Engine::start(&mut program());
    engine.send("go infinite");
    engine.until("info depth 1 ");
    for _ in 0..100 {
        engine.send("isready");
        engine.until("readyok");
    }
}

#[test]
fn t17_lopsided_boards_in_both_orders() {
    for (moves, rows, columns) in [
        (
            "f5",
            "---------------------------OX------XXX-------------------------- O",
            "O---------------------------OX------XX-------X-------------------",
        ),
        (
            "f5d6",
            "---------------------------OX------OXX-----O-------------------- X",
            "X---------------------------OOO-----XX-------X-------------------",
        ),
        (
            "f5d6c3",
            "------------------X--------XX------OXX-----O-------------------- O",
            "O------------------X--------XOO-----XX-------X-------------------",
        ),
    ] {
        let said = answer(&format!(
            "play {moves}\nshow obf\nsetboard {rows}\nshow board\nsetboard {columns}\nshow obf\n"
        ));
        let expected = format!("obf {rows}\nboard {columns}\nobf {rows}");
        assert_eq!(said, expected);
    }
}

#[test]
fn t18_it_needs_no_file_and_no_surroundings() {
    let directory = tempfile::tempdir().unwrap();
    let mut command = program();
    command.env_clear().current_dir(directory.path());
    let said = String::from_utf8(bytes_said(b"native\ngo depth 3\n", &mut command)).unwrap();
    assert!(said.starts_with("id name Outflank"));
    assert!(said.contains("\nbestmove "));
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
}

#[test]
fn t19_a_ping_may_come_first() {
    assert_eq!(answer("ping 1\n"), "pong 1");
    assert_eq!(answer("ping\n"), "pong");
}

#[test]
fn t20_the_language_of_the_user_changes_nothing() {
    let input = b"nboard 2\nset depth 2\nanalyze\n";
    let german = bytes_said(
        input,
        program().env("LANG", "de_DE.UTF-8").env("LC_ALL", "de_DE"),
    );
    assert_eq!(german, bytes_said(input, program().env("LC_ALL", "C")));
    assert!(String::from_utf8(german).unwrap().contains('.'));
}

/// Sabaki's and Lizzie's way: a line of all moves over and over until anything
/// is said, be it an empty line.
#[test]
fn a_search_is_watched_until_something_is_said() {
    for (line, answer) in [
        ("", None),
        ("# interrupt", None),
        ("name", Some("= Outflank")),
        ("8 stop", Some("?8 unknown command")),
    ] {
        let mut engine = Engine::start(&mut program());
        engine.send("3 lz-analyze b 10");
        assert_eq!(engine.line().as_deref(), Some("=3"));
        for _ in 0..3 {
            let news = engine.line().unwrap();
            assert_eq!(news.matches("info move ").count(), 4, "{news}");
            assert_eq!(news.matches(" pv ").count(), 4, "{news}");
        }
        engine.send(line);
        while engine.line().is_some_and(|news| !news.is_empty()) {}
        if let Some(answer) = answer {
            assert_eq!(engine.line().as_deref(), Some(answer));
            assert_eq!(engine.line().as_deref(), Some(""));
        }
        engine.send("9 known_command lz-analyze");
        assert_eq!(engine.line().as_deref(), Some("=9 true"), "{line:?}");
    }
}

#[test]
fn a_search_that_waits_to_be_watched_does_not_end_the_one_before() {
    let search = "set_level 6\ngenmove b\n";
    let said = gtp(&format!("{search}kata-analyze\nname\n"));
    assert_eq!(said[..2], gtp(search));
    assert!(said[2].starts_with("=\ninfo move "), "{}", said[2]);
    assert_eq!(said[3], "= Outflank");
}

/// The same search is behind every dialect.
#[test]
fn every_dialect_plays_the_same_moves() {
    let mut moves: Vec<String> = Vec::new();
    for _ in 0..8 {
        let list = moves.join(" ");
        let (plays, game) = match moves.is_empty() {
            true => (String::new(), String::new()),
            false => (format!("play {list}\n"), format!("game {list}\n")),
        };
        let native = answer(&format!("{plays}go depth 5\n"));
        let best = native.lines().last().unwrap();
        let best = best.split(' ').nth(1).unwrap().to_owned();
        let nboard = answer(&format!("nboard 2\nset {game}\nset depth 5\ngo\n"));
        let chosen = nboard.lines().last().unwrap().strip_prefix("=== ").unwrap();
        assert_eq!(chosen.split('/').next().unwrap().to_ascii_lowercase(), best);
        let native = answer(&format!("level 5\n{plays}go\n"));
        let by_level = native.lines().last().unwrap().split(' ').nth(1).unwrap();
        let sides = ["b", "w"].into_iter().cycle();
        let sequence: Vec<String> = moves
            .iter()
            .zip(sides)
            .map(|(mv, side)| format!("{side} {mv}"))
            .collect();
        let side = ["b", "w"][moves.len() % 2];
        let sequence = sequence.join(" ");
        let said = gtp(&format!(
            "set_level 5\ngogui-play_sequence {sequence}\nreg_genmove {side}\n"
        ));
        let vertex = said.last().unwrap().strip_prefix("= ").unwrap();
        assert_eq!(vertex.to_ascii_lowercase(), by_level);
        moves.push(best);
    }
}
