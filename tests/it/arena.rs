//! Matches between real processes: every ending has its reason, nothing is
//! lost, and nobody is left behind.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use outflank::arena::journal::Results;
use outflank::arena::record::{Reason, Record, Winner};
use outflank::arena::start::Kind;
use outflank::catalog::Catalog;
use outflank::game::Outcome;
use tempfile::TempDir;

use crate::support::{PATIENCE, example, program};

/// Our own engine as the plan names it.
fn own(name: &str, more: &str) -> String {
    let path = program().get_program().to_string_lossy().into_owned();
    format!("name={name} cmd={path} dialect=native {more}")
}

/// The engine that misbehaves.
fn bad(fault: &str) -> String {
    let path = example("bad_engine")
        .get_program()
        .to_string_lossy()
        .into_owned();
    format!("name=bad cmd='{path} {fault}' dialect=native depth=1")
}

/// An engine that is a line of shell.
fn shell(dir: &Path, script: &str) -> String {
    let path = dir.join("engine.sh");
    fs::write(&path, format!("{script}\n")).unwrap();
    format!("name=bad cmd='sh {}'", path.display())
}

fn play(dir: &Path, arguments: &[&str]) -> Output {
    program()
        .arg("match")
        .args(arguments)
        .current_dir(dir)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn games(dir: &Path) -> Vec<Record> {
    let results = Results::read(&dir.join("match.jsonl")).unwrap();
    assert!(results.damage.is_empty(), "{:?}", results.damage);
    results.games.into_values().collect()
}

/// Plays two games on the smallest board against an engine that misbehaves,
/// and says how they ended.
fn against(engine: &str, more: &[&str]) -> Vec<Record> {
    let dir = TempDir::new().unwrap();
    let own = own("good", "depth=1");
    let mut arguments = vec![
        "--engine", engine, "--engine", &own, "--games", "2", "--size", "4",
    ];
    arguments.extend(more);
    let output = play(dir.path(), &arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    games(dir.path())
}

/// Whether a process with this text on its command line is running.
fn is_running(mark: &str) -> bool {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    processes.into_iter().any(|entry| {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        text(&line).contains(mark) && !stat.contains(") Z ")
    })
}

fn wait_until(mut holds: impl FnMut() -> bool, what: &str) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "{what}");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_match_on_every_board_size_is_fair_and_legal() {
    for size in ["4", "6", "8", "10"] {
        let dir = TempDir::new().unwrap();
        let (one, other) = (own("one", "depth=1"), own("two", "nodes=50"));
        let output = play(
            dir.path(),
            &[
                "--engine",
                &one,
                "--engine",
                &other,
                "--games",
                "4",
                "--size",
                size,
                "--random-plies",
                "4",
                "--seed",
                "7",
                "--concurrency",
                "2",
                "--ggf",
                "games.ggf",
            ],
        );
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains("from 2 different openings"));
        let games = games(dir.path());
        assert_eq!(games.len(), 4);
        for game in &games {
            let history = game.replay().unwrap();
            let end = history.current();
            assert!(end.is_over());
            assert_eq!(game.reason, Reason::Normal);
            let score = end.score().difference(outflank::game::Color::Black);
            assert_eq!(game.difference, Some(score));
            assert_eq!(game.times.len(), history.moves().len());
        }
        for pair in games.chunks(2) {
            assert_eq!(pair[0].black, pair[1].white);
            let opening = |game: &Record| game.words()[..game.opening].to_vec();
            assert_eq!(opening(&pair[0]), opening(&pair[1]));
        }
        let ggf = fs::read_to_string(dir.path().join("games.ggf")).unwrap();
        let records = outflank::othello::notation::ggf::read_file(&ggf).unwrap();
        assert_eq!(records.len(), 4);
    }
}

#[test]
fn every_way_to_misbehave_has_its_reason() {
    for (fault, limit, reason) in [
        ("crash", "", Reason::Crash),
        ("exit", "", Reason::Crash),
        ("illegal", "", Reason::IllegalMove),
        ("nonsense", "", Reason::IllegalMove),
        ("pass", "", Reason::IllegalMove),
        ("stall", "", Reason::Stall),
        ("forget", "", Reason::Stall),
    ] {
        let engine = bad(&format!("{fault} --at 2"));
        let engine = format!("{engine} {limit}");
        for game in against(&engine, &["--patience", "300"]) {
            assert_eq!(game.reason, reason, "{fault}: {}", game.detail);
            let loser = game.result.loser().map(|color| game.name(color));
            assert_eq!(loser, Some("bad"), "{fault}");
            assert_eq!(game.difference, None);
        }
    }
}

#[test]
fn an_illegal_move_is_shown_with_the_position_and_what_was_legal() {
    let games = against(&bad("nonsense"), &[]);
    let detail = &games[0].detail;
    assert!(detail.contains("position -----OX--XO-----"), "{detail}");
    assert!(detail.contains("legal: b1 a2 d3 c4"), "{detail}");
}

#[test]
fn lateness_is_forgiven_within_the_margin_and_counted() {
    let late = bad("late --delay 400 --at 2").replace("depth=1", "movetime=100");
    for game in against(&late, &["--margin", "200"]) {
        assert_eq!(game.reason, Reason::Time, "{}", game.detail);
    }
    // It is late once, in whichever game it is asked for the second time.
    let games = against(&late, &["--margin", "60000"]);
    assert!(games.iter().all(|game| game.reason == Reason::Normal));
    let late: u32 = games
        .iter()
        .map(|game| game.late.black + game.late.white)
        .sum();
    assert!(late >= 1);
    let worst = games.iter().map(|game| game.late.worst).fold(0.0, f64::max);
    assert!(worst >= 250.0, "{worst}");
    let totals = games
        .iter()
        .map(|game| game.late.black_total + game.late.white_total);
    assert!(totals.sum::<f64>() >= worst);
}

#[test]
fn garbage_floods_and_second_answers_do_no_harm() {
    for fault in ["garbage --at 1", "flood --flood 3 --at 1"] {
        for game in against(&bad(fault), &[]) {
            assert_eq!(game.reason, Reason::Normal, "{fault}: {}", game.detail);
        }
    }
}

#[test]
fn an_engine_that_never_stops_talking_loses() {
    let dir = TempDir::new().unwrap();
    let babbler = shell(
        dir.path(),
        "read hello; echo nativeok; while read -r line; do case $line in isready) echo readyok;; \
         go*) yes nonsense;; esac; done",
    );
    for game in against(
        &format!("{babbler} dialect=native"),
        &["--patience", "30000"],
    ) {
        assert_eq!(game.reason, Reason::Violation, "{}", game.detail);
    }
}

#[test]
fn an_engine_that_closes_a_pipe_loses_and_the_pipe_is_named() {
    for (ready, go, expected) in [
        (
            "exec 0<&-; echo readyok",
            ":",
            "the engine closed its input",
        ),
        ("echo readyok", "exec 1>&-", "the engine closed its output"),
    ] {
        let dir = TempDir::new().unwrap();
        let script = format!(
            "read hello; echo nativeok; while read -r line; do case $line in \
             isready) {ready};; go*) {go};; esac; done; sleep 60"
        );
        let closer = shell(dir.path(), &script);
        for game in against(&format!("{closer} dialect=native"), &[]) {
            assert_eq!(game.reason, Reason::Crash, "{}", game.detail);
            assert_eq!(game.detail, expected);
        }
    }
}

#[test]
fn engines_that_cannot_take_part_are_named_before_the_first_game() {
    let dir = TempDir::new().unwrap();
    let own = own("good", "depth=1");
    for (engine, expected) in [
        (
            "/no/such/engine",
            "engine engine: cannot start \"/no/such/engine\": No such file",
        ),
        (
            "name=mute cmd='sleep 100' dialect=gtp",
            "engine mute: no answer to its greeting",
        ),
        (
            "name=gone cmd=true dialect=native",
            "engine gone: the engine ended, exit status: 0",
        ),
        ("name=go cmd=cat dialect=gtp depth=3", "engine go: "),
    ] {
        let arguments = [
            "--engine",
            engine,
            "--engine",
            &own,
            "--start-patience",
            "300",
        ];
        let output = play(dir.path(), &arguments);
        assert_eq!(output.status.code(), Some(1));
        let complaint = text(&output.stderr);
        assert!(complaint.contains(expected), "{complaint}");
        assert!(!dir.path().join("match.jsonl").exists());
    }
}

#[test]
fn an_engine_that_can_no_longer_be_started_ends_the_match_and_loses_nothing() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("engine");
    let script = "#!/bin/sh\nread hello; echo nativeok; while read -r line; do case $line in \
                  isready) echo readyok;; go*) rm \"$0\"; exit 1;; esac; done\n";
    fs::write(&path, script).unwrap();
    let runs = <fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o755);
    fs::set_permissions(&path, runs).unwrap();
    let vanishing = format!("name=bad cmd={} dialect=native", path.display());
    let own = own("good", "depth=1");
    let arguments = ["--engine", &own, "--engine", &vanishing, "--size", "4"];
    let output = play(dir.path(), &arguments);
    assert_eq!(output.status.code(), Some(1));
    let complaint = text(&output.stderr);
    assert!(
        complaint.contains("engine bad: cannot start"),
        "{complaint}"
    );
    // The game in which it went away is its fault, the others were not played.
    let games = games(dir.path());
    assert_eq!(games.len(), 1);
    assert_eq!(games[0].reason, Reason::Crash);
}

#[test]
fn numbers_of_games_that_make_no_sense_are_refused() {
    let dir = TempDir::new().unwrap();
    let own = own("good", "depth=1");
    for (flag, number, expected) in [
        ("--games", "1000000000000", "expected an even number from 2"),
        ("--concurrency", "0", "0 games at once, expected 1 to 1000"),
        ("--concurrency", "1001", "1001 games at once, expected"),
    ] {
        let arguments = ["--engine", &own, "--engine", &own, flag, number];
        let output = play(dir.path(), &arguments);
        assert_eq!(output.status.code(), Some(1));
        let complaint = text(&output.stderr);
        assert!(complaint.contains(expected), "{complaint}");
    }
}

#[test]
fn a_bad_opening_is_named_by_its_line() {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("book.txt"), "f5d6\nf5f5\n").unwrap();
    let own = own("good", "depth=1");
    let arguments = [
        "--engine",
        &own,
        "--engine",
        "cat",
        "--openings",
        "book.txt",
    ];
    let output = play(dir.path(), &arguments);
    let complaint = text(&output.stderr);
    assert!(complaint.contains("book.txt: line 2: "), "{complaint}");
    assert!(complaint.contains("move 2: f5 is occupied"), "{complaint}");
}

/// Starts a match that does not end by itself, against an engine that has
/// started another process, and one more that has left its group.
fn endless(dir: &Path, mark: &str) -> std::process::Child {
    let forking = shell(
        dir,
        &format!(
            "sleep {mark} & setsid sleep {mark} & read hello; echo nativeok; \
             while read -r line; do case $line in \
             isready) echo readyok;; go*) sleep {mark};; esac; done"
        ),
    );
    let own = own("good", "depth=1");
    let forking = format!("{forking} dialect=native");
    let arguments = [
        "match", "--engine", &forking, "--engine", &own, "--games", "2",
    ];
    let runner = program()
        .args(arguments)
        .current_dir(dir)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    wait_until(|| is_running(mark), "the engine has not started");
    runner
}

fn signal(name: &str, process: u32) {
    let sent = Command::new("kill")
        .args([name, &process.to_string()])
        .status();
    assert!(sent.is_ok_and(|status| status.success()));
}

#[test]
fn no_process_outlives_the_runner_however_it_ends() {
    for (name, mark) in [
        ("-KILL", "86401.25"),
        ("-INT", "86402.25"),
        ("-TERM", "86403.25"),
    ] {
        let dir = TempDir::new().unwrap();
        let mut runner = endless(dir.path(), mark);
        signal(name, runner.id());
        assert!(!runner.wait().unwrap().success());
        wait_until(|| !is_running(mark), "a process was left behind");
    }
}

#[test]
fn an_engine_that_is_restarted_leaves_nothing_behind() {
    let dir = TempDir::new().unwrap();
    let mark = "86404.25";
    let forking = shell(
        dir.path(),
        &format!(
            "sleep {mark} & setsid sleep {mark} & read hello; echo nativeok; \
             while read -r line; do case $line in \
             isready) echo readyok;; go*) sleep {mark};; esac; done"
        ),
    );
    let games = against(&format!("{forking} dialect=native"), &["--patience", "200"]);
    assert!(games.iter().all(|game| game.reason == Reason::Stall));
    assert!(!is_running(mark));
}

fn standard(dir: &Path, more: &[&str]) -> Output {
    let (one, other) = (own("one", "depth=1"), own("two", "depth=2"));
    let mut arguments = vec!["--engine", &one, "--engine", &other, "--size", "6"];
    arguments.extend(["--games", "12", "--random-plies", "4"]);
    arguments.extend(more);
    play(dir, &arguments)
}

fn moves(games: &[Record]) -> Vec<(usize, String)> {
    games
        .iter()
        .map(|game| (game.game, game.moves.clone()))
        .collect()
}

#[test]
fn a_match_cut_short_is_resumed_with_the_same_pairings() {
    let whole = TempDir::new().unwrap();
    assert!(standard(whole.path(), &[]).status.success());
    let file = whole.path().join("match.jsonl");
    let text_of_file = fs::read_to_string(&file).unwrap();
    let expected = moves(&games(whole.path()));
    let plan = text_of_file.find('\n').unwrap();
    // Before and within the plan and behind it, in the middle of a game, and
    // within the last one.
    for cut in [
        0,
        plan / 2,
        plan,
        plan + 1,
        text_of_file.len() / 2,
        text_of_file.len() / 3,
        text_of_file.len() - 1,
    ] {
        let dir = TempDir::new().unwrap();
        fs::write(dir.path().join("match.jsonl"), &text_of_file[..cut]).unwrap();
        let output = standard(dir.path(), &["--resume"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert_eq!(moves(&games(dir.path())), expected);
    }
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("match.jsonl"), "{\"outflank_notes\"").unwrap();
    let output = standard(dir.path(), &["--resume"]);
    assert!(text(&output.stderr).contains("line 1 is no match plan"));
    let again = standard(whole.path(), &[]);
    assert!(text(&again.stderr).contains("match.jsonl exists: --resume continues it"));
    let other = standard(whole.path(), &["--resume", "--seed", "2"]);
    assert!(text(&other.stderr).contains("this is another match, for the seed differs"));
}

#[test]
fn shards_make_up_the_whole_match() {
    let whole = TempDir::new().unwrap();
    assert!(standard(whole.path(), &[]).status.success());
    let dir = TempDir::new().unwrap();
    let files: Vec<PathBuf> = (1..=3)
        .map(|number| {
            let (shard, out) = (format!("{number}/3"), format!("part-{number}.jsonl"));
            let output = standard(dir.path(), &["--shard", &shard, "--out", &out]);
            assert!(output.status.success(), "{}", text(&output.stderr));
            dir.path().join(out)
        })
        .collect();
    let merged = Results::merge(&files).unwrap().unwrap();
    let merged: Vec<Record> = merged.games.into_values().collect();
    assert_eq!(moves(&merged), moves(&games(whole.path())));
    let report = |files: &[PathBuf]| program().arg("report").args(files).output().unwrap();
    let together = report(&files);
    assert!(together.status.success(), "{}", text(&together.stderr));
    let alone = report(&[whole.path().join("match.jsonl")]);
    assert_eq!(text(&together.stdout), text(&alone.stdout));
}

#[test]
fn a_match_between_three_has_a_table() {
    let dir = TempDir::new().unwrap();
    let engines = [
        own("one", "depth=1"),
        own("two", "depth=2"),
        own("three", "depth=3"),
    ];
    let mut arguments: Vec<&str> = Vec::new();
    for engine in &engines {
        arguments.extend(["--engine", engine]);
    }
    arguments.extend(["--games", "2", "--size", "4", "--random-plies", "3"]);
    let output = play(dir.path(), &arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let summary = text(&output.stdout);
    assert_eq!(games(dir.path()).len(), 6);
    for expected in ["rank  engine", "   1  ", "one", "two", "three", " against "] {
        assert!(summary.contains(expected), "{summary}");
    }
}

#[test]
fn adjudicated_games_have_the_result_of_perfect_play() {
    let dir = TempDir::new().unwrap();
    let (one, other) = (own("one", "depth=1"), own("two", "depth=2"));
    let output = play(
        dir.path(),
        &[
            "--engine",
            &one,
            "--engine",
            &other,
            "--games",
            "6",
            "--size",
            "6",
            "--random-plies",
            "6",
            "--adjudicate",
            "8",
            "--blame",
            "12",
        ],
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    for game in games(dir.path()) {
        let history = game.replay().unwrap();
        let end = history.current();
        if game.reason == Reason::Adjudicated {
            assert!(end.empties() <= 8);
            assert_eq!(game.difference, Some(minimax(end, -99, 99)));
        }
        for blunder in &game.blunders {
            assert!(blunder.cost() > 0);
            assert_eq!(game.words()[blunder.ply - 1], blunder.mv);
        }
    }
}

/// The result with best play in discs for black, the plain way.
fn minimax(position: &outflank::othello::Position, alpha: i32, beta: i32) -> i32 {
    use outflank::game::{Color, Game};
    if position.is_over() {
        return position.score().difference(Color::Black);
    }
    let (mut alpha, mut beta) = (alpha, beta);
    for mv in position.legal_moves() {
        if alpha >= beta {
            break;
        }
        let value = minimax(&position.after(mv).unwrap(), alpha, beta);
        match position.turn() {
            Color::Black => alpha = alpha.max(value),
            Color::White => beta = beta.min(value),
        }
    }
    match position.turn() {
        Color::Black => alpha,
        Color::White => beta,
    }
}

#[test]
fn a_decided_test_ends_the_match() {
    let dir = TempDir::new().unwrap();
    let (one, other) = (own("one", "depth=1"), bad("illegal"));
    let output = play(
        dir.path(),
        &[
            "--engine",
            &one,
            "--engine",
            &other,
            "--games",
            "2000",
            "--size",
            "4",
            "--sprt",
            "0,200",
            "--random-plies",
            "2",
        ],
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    let summary = text(&output.stdout);
    assert!(summary.contains("200 Elo accepted"), "{summary}");
    assert!(games(dir.path()).len() < 200);
}

/// A match of another game between two of our own engines, the second with
/// these limits.
fn play_other(dir: &Path, limits: &str, game: &[&str], more: &[&str]) -> Output {
    let (one, other) = (own("one", "depth=1"), own("two", limits));
    let mut arguments = vec!["--engine", &one, "--engine", &other, "--game"];
    arguments.extend(game);
    arguments.extend(more);
    play(dir, &arguments)
}

#[test]
fn the_other_games_for_two_are_played_and_refereed_too() {
    for (game, newgame) in [
        (&["connect4", "--random-plies", "4"][..], "connect4"),
        (&["complica", "--random-plies", "4"], "complica"),
        (
            &["gravity", "--size", "6x5", "--random-plies", "4"],
            "gravity size 6x5",
        ),
        (&["dominoes", "--seed", "7"], "dominoes seed "),
    ] {
        let dir = TempDir::new().unwrap();
        let output = play_other(
            dir.path(),
            "time=0.5+0.01",
            game,
            &["--games", "6", "--margin", "60000"],
        );
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains("from 3 different openings"));
        let games = games(dir.path());
        assert_eq!(games.len(), 6, "{game:?}");
        for record in &games {
            let Kind::Other { newgame: begun } = &record.kind else {
                panic!("{:?} is not {game:?}", record.kind);
            };
            assert!(begun.starts_with(newgame), "{begun}");
            assert!(record.reason.is_fair(), "{}", record.detail);
            assert_eq!(record.result, winner_by_the_catalog(begun, &record.moves));
        }
        for pair in games.chunks(2) {
            assert_eq!(pair[0].kind, pair[1].kind);
            assert_eq!(pair[0].black, pair[1].white);
            let opening = |game: &Record| game.words()[..game.opening].to_vec();
            assert_eq!(opening(&pair[0]), opening(&pair[1]));
        }
    }
}

/// Who has won the game that goes like this; nobody if it is not over.
fn winner_by_the_catalog(newgame: &str, moves: &str) -> Winner {
    let words: Vec<&str> = newgame.split(' ').collect();
    let settings: Vec<(String, String)> = words[1..]
        .chunks(2)
        .map(|pair| (pair[0].to_owned(), pair[1].to_owned()))
        .collect();
    let mut game = Catalog::default().begin(words[0], &settings).unwrap();
    for word in moves.split(' ') {
        assert_eq!(game.outcome(), None, "{moves}");
        game.play(word).unwrap();
    }
    match game.outcome() {
        Some(Outcome::Win(player)) if player == "black" || player == "p1" => Winner::Black,
        Some(Outcome::Win(_)) => Winner::White,
        Some(Outcome::Draw) | None => Winner::Draw,
    }
}

#[test]
fn another_game_is_resumed_like_othello() {
    let more = ["--games", "6", "--random-plies", "3"];
    let whole = TempDir::new().unwrap();
    let output = play_other(whole.path(), "depth=2", &["connect4"], &more);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let file = fs::read_to_string(whole.path().join("match.jsonl")).unwrap();
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("match.jsonl"), &file[..file.len() / 2]).unwrap();
    let output = play_other(
        dir.path(),
        "depth=2",
        &["connect4"],
        &["--resume", "--games", "6", "--random-plies", "3"],
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(moves(&games(dir.path())), moves(&games(whole.path())));
    let other = play_other(whole.path(), "depth=2", &["complica"], &["--resume"]);
    assert!(text(&other.stderr).contains("this is another match, for "));
}

#[test]
fn what_has_no_meaning_in_another_game_is_refused() {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("book.txt"), "d d\nd d d d d d d\n").unwrap();
    for (game, more, expected) in [
        ("go", &[][..], "\"go\", expected one of othello"),
        (
            "dominoes players 3",
            &[],
            "\"dominoes players 3\", expected",
        ),
        ("connect4", &["--size", "8"], "\"8\", expected 7x6"),
        (
            "connect4",
            &["--adjudicate", "8"],
            "adjudicate is for Othello",
        ),
        ("gravity", &["--ggf", "games.ggf"], "ggf is for Othello"),
        (
            "dominoes",
            &["--random-plies", "2"],
            "has no other openings",
        ),
        (
            "connect4",
            &["--openings", "book.txt"],
            "book.txt: line 2: move 7: ",
        ),
        (
            "connect4",
            &["--each", "dialect=gtp"],
            "GTP has no words for connect4",
        ),
        (
            "connect4",
            &["--each", "dialect=ugi"],
            "UGI has no words for connect4",
        ),
    ] {
        let path = program().get_program().to_string_lossy().into_owned();
        let mut arguments = vec!["--engine", &path, "--engine", &path, "--game", game];
        arguments.extend(more);
        let output = play(dir.path(), &arguments);
        assert_eq!(output.status.code(), Some(1), "{game} {more:?}");
        let complaint = text(&output.stderr);
        assert!(complaint.contains(expected), "{complaint}");
    }
    assert!(!dir.path().join("match.jsonl").exists());
}

#[test]
fn illegal_moves_of_other_games_have_the_same_reason() {
    let dir = TempDir::new().unwrap();
    let (one, other) = (own("one", "depth=1"), bad("nonsense --at 2"));
    let arguments = ["--engine", &one, "--engine", &other, "--games", "2"];
    let output = play(
        dir.path(),
        &[&arguments[..], &["--game", "complica"]].concat(),
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    for game in games(dir.path()) {
        assert_eq!(game.reason, Reason::IllegalMove);
        let loser = game.result.loser().map(|color| game.name(color));
        assert_eq!(loser, Some("bad"));
        assert!(game.detail.contains("legal: a b c d"), "{}", game.detail);
    }
}

/// A program of Debian's, by one of its names, if it is here.
fn foreign(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut programs =
        std::env::split_paths(&path).flat_map(|dir| names.iter().map(move |name| dir.join(name)));
    let found = programs.find(|program| program.exists());
    let name = names[0];
    if found.is_none() {
        assert!(std::env::var_os("CI").is_none(), "there is no {name}");
        let _ = writeln!(
            io::stderr(),
            "NOT TESTED: what needs {name}, for want of it"
        );
    }
    found
}

/// What a page holds after a script has run in it.
fn browse(browser: &Path, dir: &Path, page: &str, script: &str) -> String {
    let script = format!("<script>{script}</script></body>");
    fs::write(dir.join("clicked.html"), page.replace("</body>", &script)).unwrap();
    let shown = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
        ])
        .arg(format!("--user-data-dir={}", dir.join("profile").display()))
        .args(["--virtual-time-budget=1000", "--dump-dom"])
        .arg(format!("file://{}", dir.join("clicked.html").display()))
        .stdin(Stdio::null())
        .output()
        .expect("the browser starts");
    let shown = text(&shown.stdout);
    let seen = shown.split("<pre id=\"seen\">").nth(1);
    seen.expect("the script ran to its end").to_owned()
}

/// How a script notes what the page shows, and tells it at the end.
const NOTES: &str = r##"
const seen = [];
const note = what => seen.push(what + "=" + document.getElementById("state").textContent.split(",").slice(0, 3).join());
const press = key => document.dispatchEvent(new KeyboardEvent("keydown", { key }));
function tell() {
  const end = document.createElement("pre");
  end.id = "seen"; end.textContent = seen.join("\n") + "\n"; document.body.append(end);
}
"##;

/// Clicks through a game as a reader would, then goes through it by keys.
const CLICKS: &str = r##"
document.querySelectorAll("#list tr")[1].click();
note("second");
for (let i = 0; i < 3; i++) document.getElementById("on").click();
note("three");
document.getElementById("back").click();
note("two");
document.querySelector("#moves span").click();
note("one");
document.getElementById("last").click();
note("last");
seen.push("discs=" + document.querySelectorAll("#board circle[fill='#111']").length);
press("ArrowUp"); press("ArrowDown");
note("down");
press("ArrowRight"); press("ArrowRight"); press("ArrowLeft");
note("right");
press("End");
note("end");
seen.push("hash=" + location.hash);
document.getElementById("who").value = "two";
document.getElementById("who").dispatchEvent(new Event("change"));
seen.push("rows=" + document.querySelectorAll("#list tr").length);
tell();
"##;

#[test]
fn the_page_replays_a_game_in_a_real_browser() {
    let dir = TempDir::new().unwrap();
    let output = standard(dir.path(), &["--report", "page.html"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let page = fs::read_to_string(dir.path().join("page.html")).unwrap();
    assert!(!page.contains("http"), "the page needs the network");
    let game = &games(dir.path())[1];
    let Some(browser) = foreign(&BROWSERS) else {
        return;
    };
    let seen = browse(&browser, dir.path(), &page, &format!("{NOTES}{CLICKS}"));
    let history = game.replay().unwrap();
    let state = |ply: usize| {
        use outflank::game::Color;
        let position = history.positions().nth(ply).unwrap();
        let last = history.moves().len();
        let (black, white) = (position.count(Color::Black), position.count(Color::White));
        format!("move {ply} of {last}, black {black}, white {white}")
    };
    let last = history.moves().len();
    for (what, ply) in [
        ("second", 0),
        ("three", 3),
        ("two", 2),
        ("one", 1),
        ("last", last),
        ("down", 0),
        ("right", 1),
        ("end", last),
    ] {
        let expected = format!("{what}={}\n", state(ply));
        assert!(seen.contains(&expected), "{expected} is not in {seen}");
    }
    let black = history.current().count(outflank::game::Color::Black);
    assert!(seen.contains(&format!("discs={black}\n")), "{seen}");
    assert!(seen.contains(&format!("hash=#1/{last}\n")), "{seen}");
    assert!(seen.contains("rows=12\n"), "{seen}");
}

const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

#[test]
fn the_page_tells_why_games_were_lost_and_shows_other_games() {
    let dir = TempDir::new().unwrap();
    let (one, other) = (own("one", "depth=1"), bad("nonsense --at 2"));
    let more = [
        "--games",
        "2",
        "--game",
        "connect4",
        "--report",
        "page.html",
    ];
    let arguments = [&["--engine", &one, "--engine", &other], &more[..]].concat();
    assert!(play(dir.path(), &arguments).status.success());
    let page = fs::read_to_string(dir.path().join("page.html")).unwrap();
    let Some(browser) = foreign(&BROWSERS) else {
        return;
    };
    let script = r##"
seen.push("reasons=" + document.getElementById("reasons").textContent.replace(/\s+/g, " "));
document.querySelector("table tr[data-game='1']").click();
press("End");
note("end");
seen.push("drawing=" + JSON.stringify(document.getElementById("drawing").textContent));
tell();
"##;
    let seen = browse(&browser, dir.path(), &page, &format!("{NOTES}{script}"));
    assert!(
        seen.contains("reasons=engineillegal moveone0 bad2"),
        "{seen}"
    );
    let game = &games(dir.path())[1];
    let pictures = game.walk(|board| board.draw()).unwrap();
    let last = pictures.len() - 1;
    assert!(
        seen.contains(&format!("end=move {last} of {last}")),
        "{seen}"
    );
    let picture = pictures[last]
        .replace('X', "\u{25cf}")
        .replace('O', "\u{25cb}");
    let picture = serde_json::to_string(&picture).unwrap();
    assert!(seen.contains(&format!("drawing={picture}\n")), "{seen}");
}

/// What the compliance check says of an engine, and whether it passes.
fn compliance(dialect: &str, engine: &Command) -> (bool, String) {
    let output = program()
        .args(["compliance", "--dialect", dialect])
        .arg(engine.get_program())
        .args(engine.get_args())
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    (output.status.success(), text(&output.stdout))
}

#[test]
fn our_own_engine_keeps_to_every_dialect() {
    for dialect in ["native", "ugi", "uci", "gtp", "nboard"] {
        let (passes, verdicts) = compliance(dialect, &program());
        assert!(passes, "{verdicts}");
        assert!(verdicts.starts_with(&format!("dialect {dialect}\nok    handshake")));
        assert!(verdicts.ends_with("\n0 failed\n"));
    }
}

#[test]
fn an_engine_that_misbehaves_fails_where_it_should() {
    for (fault, failing) in [
        ("illegal", "FAIL  move: "),
        ("exit", "FAIL  move: "),
        ("nonsense", "FAIL  pass: "),
        ("twice", "FAIL  clock: "),
        ("garbage", "FAIL  output: "),
        ("flood --flood 1", "FAIL  output: "),
    ] {
        let arguments = fault.split(' ');
        let (passes, verdicts) = compliance("native", example("bad_engine").args(arguments));
        assert!(!passes, "{fault}: {verdicts}");
        assert!(verdicts.contains(failing), "{fault}: {verdicts}");
        assert!(verdicts.contains("ok    handshake"), "{fault}: {verdicts}");
    }
}

#[test]
fn a_foreign_engine_plays_with_us_and_with_itself() {
    let Some(rhino) = foreign(&["gtp-rhino", "/usr/games/gtp-rhino"]) else {
        return;
    };
    let rhino = rhino.to_str().expect("its path is text");
    for other in [own("own", "depth=1"), rhino.to_owned()] {
        let dir = TempDir::new().unwrap();
        let arguments = [
            "--engine",
            rhino,
            "--engine",
            &other,
            "--games",
            "2",
            "--random-plies",
            "8",
        ];
        let output = play(dir.path(), &arguments);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let games = games(dir.path());
        assert_eq!(games.len(), 2);
        assert!(
            games.iter().all(|game| game.reason == Reason::Normal),
            "{games:?}"
        );
    }
}

/// The commands of the README that begin like this.
fn readme_commands(beginning: &str) -> Vec<String> {
    let readme = fs::read_to_string(crate::support::in_repository("README.md")).unwrap();
    let commands = readme.lines().filter(|line| line.starts_with(beginning));
    commands.map(str::to_owned).collect()
}

#[test]
fn the_matches_in_the_readme_can_be_played() {
    use std::os::unix::fs::symlink;
    if foreign(&["gtp-rhino", "/usr/games/gtp-rhino"]).is_none() {
        return;
    }
    let commands = readme_commands("outflank match ");
    assert!(commands.len() >= 7, "{commands:?}");
    let dir = TempDir::new().unwrap();
    for name in ["outflank", "new", "old", "other"] {
        symlink(program().get_program(), dir.path().join(name)).unwrap();
    }
    let examples = crate::support::in_repository("examples");
    symlink(examples, dir.path().join("examples")).unwrap();
    fs::write(dir.path().join("xot.txt"), "f5d6c3d3c4\nf5f6e6f4g5\n").unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:/usr/games:{path}", dir.path().display());
    for (number, command) in commands.iter().enumerate() {
        // As it is written, but for fewer games and less time.
        let words = command.split(" --games ").collect::<Vec<_>>();
        let rest = words.get(1).and_then(|rest| rest.split_once(' '));
        let short = format!(
            "{} --games 2 {}",
            words[0],
            rest.map_or("", |(_, rest)| rest)
        )
        .replace("time=10'", "time=2'")
        .replace("--movetime 100", "--movetime 10");
        let out = match command.contains("--out") {
            true => String::new(),
            false => format!("--out {number}.jsonl"),
        };
        let output = Command::new("sh")
            .args(["-c", &format!("{short} {out}")])
            .env("PATH", &path)
            .current_dir(dir.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(output.status.success(), "{short}: {}", text(&output.stderr));
        let summary = text(&output.stdout);
        assert!(summary.contains("\n2 games, "), "{short}: {summary}");
    }
}

/// The plan of the examples, made short, in a directory of its own.
fn example_plan(games: &str) -> (TempDir, String) {
    let dir = TempDir::new().unwrap();
    let plan = crate::support::in_repository("examples/duel.toml");
    let plan = fs::read_to_string(plan).unwrap();
    let path = program().get_program().to_string_lossy().into_owned();
    let plan = plan.replace("cmd = \"outflank\"", &format!("cmd = \"{path}\""));
    let plan = plan.replace("games = 20", games);
    fs::write(dir.path().join("duel.toml"), plan).unwrap();
    (dir, path)
}

/// Runs an example in that directory.
fn run_example(script: &str, arguments: &[&str], dir: &Path, path: &str) -> Command {
    let mut command = Command::new("sh");
    command
        .arg(crate::support::in_repository(script))
        .args(arguments)
        .env("OUTFLANK", path)
        .current_dir(dir)
        .stdin(Stdio::null());
    command
}

#[test]
fn the_plan_in_examples_can_be_played_in_shards() {
    let (dir, path) = example_plan("games = 2");
    let output = run_example("examples/match_slurm.sh", &["duel.toml"], dir.path(), &path)
        .env("SLURM_ARRAY_TASK_ID", "1")
        .env("SLURM_ARRAY_TASK_COUNT", "1")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let results = Results::read(&dir.path().join("part-1.jsonl")).unwrap();
    assert_eq!(results.games.len(), 2);
    assert_eq!(
        results.plan.engines[1]
            .dialect
            .map(|dialect| dialect.name()),
        Some("ugi")
    );
}

#[test]
fn gnu_parallel_plays_a_match_and_goes_on_with_it() {
    if foreign(&["parallel"]).is_none() {
        return;
    }
    let (dir, path) = example_plan("games = 4");
    let script = "examples/match_parallel.sh";
    for _ in 0..2 {
        let output = run_example(script, &["2", "duel.toml"], dir.path(), &path)
            .env("HOME", dir.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        let summary = text(&output.stdout);
        assert!(summary.contains("\n4 games, "), "{summary}");
        assert!(dir.path().join("match.html").exists());
        // The second time, what has been played stays played.
        fs::remove_file(dir.path().join("part-2.jsonl")).unwrap();
    }
}

#[test]
fn the_scripts_in_examples_are_without_reproach() {
    let Some(shellcheck) = foreign(&["shellcheck"]) else {
        return;
    };
    let scripts = fs::read_dir(crate::support::in_repository("examples")).unwrap();
    let scripts = scripts.map(|entry| entry.unwrap().path());
    let scripts: Vec<PathBuf> = scripts
        .filter(|path| path.extension().is_some_and(|end| end == "sh"))
        .collect();
    assert!(scripts.len() >= 4);
    let output = Command::new(shellcheck).args(&scripts).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stdout));
}
