//! The real program on real pipes: order, ends, and controllers that die.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{Engine, PATIENCE, answer, exit_code, program};

/// How often a line of the output begins like this.
fn count(output: &str, beginning: &str) -> usize {
    let begins = |line: &&str| line.starts_with(beginning);
    output.lines().filter(begins).count()
}

/// The last information before the move.
fn last_depth(output: &str) -> Option<u32> {
    let info = output.lines().rfind(|line| line.contains(" score "))?;
    let mut words = info.split_whitespace();
    words.find(|&word| word == "depth")?;
    words.next()?.parse().ok()
}

#[test]
fn a_bounded_search_is_finished_before_quit_and_before_the_end() {
    for input in [
        "go depth 9\nquit\n",
        "go depth 9\nquit",
        "go depth 9\n",
        "go depth 9",
    ] {
        let output = answer(input);
        assert_eq!(last_depth(&output), Some(9), "{input:?}");
        assert_eq!(count(&output, "bestmove "), 1, "{input:?}");
    }
}

#[test]
fn a_timed_search_finishes_at_the_end_of_input_and_ends_at_quit() {
    let output = answer("go movetime 50\n");
    assert_eq!(count(&output, "bestmove "), 1);
    let start = Instant::now();
    let output = answer("go movetime 50000\nquit\n");
    assert_eq!(count(&output, "bestmove "), 1);
    assert!(start.elapsed() < Duration::from_secs(25));
}

#[test]
fn an_endless_search_is_stopped_at_the_end_of_input_and_at_quit() {
    for input in [
        "go infinite\n",
        "go infinite\nquit\n",
        "go ponder\n",
        "go ponder btime 1000 wtime 1000\nquit\n",
        "go infinite\nstop\nquit\n",
    ] {
        let output = answer(input);
        assert_eq!(count(&output, "bestmove "), 1, "{input:?}");
        assert!(count(&output, "info depth 1 ") >= 1, "{input:?}");
    }
}

#[test]
fn two_searches_in_a_row_give_two_answers() {
    let output = answer("go depth 5\ngo depth 5\n");
    assert_eq!(count(&output, "bestmove "), 2);
    let output = answer("go infinite\ngo infinite\nstop\n");
    assert_eq!(count(&output, "bestmove "), 2);
    let output = answer("go movetime 50000\ngo movetime 50000\nplay f5\nquit\n");
    assert_eq!(count(&output, "bestmove "), 2);
}

#[test]
fn commands_behind_a_search_wait_for_it() {
    let mut engine = Engine::start(&mut program());
    engine.send_bytes(b"go infinite\nplay f5\nstatus\nisready\n");
    let before = engine.until("readyok");
    assert!(before.iter().all(|line| !line.starts_with("status")));
    engine.send("stop");
    let after = engine.until("status");
    assert_eq!(
        after.len() - 1,
        after.iter().position(|l| l.starts_with("status")).unwrap()
    );
    assert!(after.iter().any(|line| line.starts_with("bestmove ")));
    assert!(after.last().unwrap().contains("ply 1 "));
}

#[test]
fn a_position_sent_during_a_search_is_not_searched() {
    let mut engine = Engine::start(&mut program());
    engine.send_bytes(b"go infinite\nposition startpos moves f5\nstop\n");
    let best = engine.until("bestmove").pop().unwrap();
    let mv = best.split_whitespace().nth(1).unwrap().to_owned();
    assert!(["d3", "c4", "f5", "e6"].contains(&mv.as_str()), "{best}");
    engine.send("legal");
    assert_eq!(engine.line().as_deref(), Some("legal f4 d6 f6"));
}

#[test]
fn stop_is_silent_when_nothing_is_searched() {
    assert_eq!(answer("stop\nstop\nponderhit\nisready\n"), "readyok");
    let output = answer("go infinite\nstop\nstop\nisready\n");
    assert_eq!(count(&output, "bestmove "), 1);
    assert_eq!(count(&output, "readyok"), 1);
}

#[test]
fn is_ready_is_answered_during_every_kind_of_search() {
    for go in [
        "go infinite",
        "go ponder",
        "go movetime 60000",
        "perft 30",
        "go exact",
    ] {
        let mut engine = Engine::start(&mut program());
        engine.send(go);
        engine.send("isready");
        let lines = engine.until("readyok");
        let ended = |line: &String| line.starts_with("bestmove") || line.starts_with("perft");
        assert!(!lines.iter().any(ended), "{go}");
        engine.send("stop");
        match go.starts_with("perft") {
            true => engine.until("error stopped"),
            false => engine.until("bestmove"),
        };
    }
}

#[test]
fn pondering_becomes_thinking_when_the_move_is_played() {
    let mut engine = Engine::start(&mut program());
    engine.send("go ponder movetime 20");
    engine.send("isready");
    engine.until("readyok");
    thread::sleep(Duration::from_millis(60));
    engine.send("isready");
    let lines = engine.until("readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
    engine.send("ponderhit");
    engine.until("bestmove");
}

#[test]
fn pondering_to_a_depth_goes_on_to_it_when_the_move_is_played() {
    let output = answer("isready\ngo ponder depth 9\nponderhit\nlegal\n");
    assert_eq!(last_depth(&output), Some(9));
    assert_eq!(count(&output, "bestmove "), 1);
    // Nobody pondered here, so there is nothing to hit.
    let output = answer("newgame othello size 4\ngo infinite\nponderhit\n");
    assert_eq!(count(&output, "bestmove "), 1);
}

#[test]
fn a_solved_position_is_not_answered_before_an_endless_search_is_stopped() {
    let mut engine = Engine::start(&mut program());
    engine.send("newgame othello size 4");
    engine.send("go infinite");
    engine.until("info depth 12 ");
    engine.send("isready");
    let lines = engine.until("readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
    engine.send("stop");
    engine.until("bestmove");
}

#[test]
fn the_program_ends_when_nobody_reads_its_output() {
    for input in [
        "go infinite\n",
        "go depth 40\n",
        "perft 30\n",
        "hint 5\ngo infinite\n",
        "set_level 60\ngenmove b\n",
        "nboard 2\nset depth 60\ngo\n",
    ] {
        let mut child = program()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(input.as_bytes()).unwrap();
        let mut first = [0; 1];
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut first).unwrap();
        drop(stdout);
        // The input stays open: only the output tells.
        assert_eq!(exit_code(&mut child), Some(0), "{input:?}");
        drop(stdin);
    }
}

/// A controller that starts the program, has it search and is killed leaves
/// no process behind.
#[cfg(unix)]
#[test]
fn a_controller_that_is_killed_leaves_no_process() {
    // Nothing is said during the last two.
    for search in [
        "go infinite",
        "go depth 50",
        "perft 40",
        "set_level 60\ngenmove b",
        "nboard 2\nset depth 60\ngo",
    ] {
        // The shell is the controller; it tells us who its engine is.
        let script = r#"
            mkfifo "$1/in" "$1/out"
            "$2" < "$1/in" > "$1/out" &
            exec 3> "$1/in" 4< "$1/out"
            echo "$!"
            echo "$3" >&3
            cat <&4 > /dev/null &
            echo "$!"
            wait
        "#;
        let directory = tempfile::tempdir().unwrap();
        let mut controller = Command::new("sh")
            .arg("-c")
            .arg(script)
            .arg("controller")
            .arg(directory.path())
            .arg(env!("CARGO_BIN_EXE_outflank"))
            .arg(search)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut ids = String::new();
        let output = controller.stdout.as_mut().unwrap();
        while ids.lines().count() < 2 || !ids.ends_with('\n') {
            let mut byte = [0];
            output.read_exact(&mut byte).unwrap();
            ids.push(byte[0] as char);
        }
        let ids: Vec<u32> = ids.lines().map(|id| id.parse().unwrap()).collect();
        assert!(is_alive(ids[0]), "{search}: the engine runs");
        kill(ids[1]);
        controller.kill().unwrap();
        controller.wait().unwrap();
        let start = Instant::now();
        while is_alive(ids[0]) {
            assert!(start.elapsed() < PATIENCE, "{search}: still there");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

#[cfg(unix)]
fn kill(id: u32) {
    let status = Command::new("kill").args(["-9", &id.to_string()]).status();
    assert!(status.unwrap().success());
}

/// Whether a process runs. One that has ended and that nobody waits for any
/// more does not.
#[cfg(unix)]
fn is_alive(id: u32) -> bool {
    match std::fs::read_to_string(format!("/proc/{id}/stat")) {
        Ok(stat) => !stat.contains(") Z "),
        Err(_) => false,
    }
}

#[test]
fn the_first_error_ends_a_strict_conversation() {
    for arguments in [&["--strict"][..], &["serve", "--strict"]] {
        let mut engine = Engine::start(program().args(arguments));
        engine.send_bytes(b"play f5\nplay a1\nplay d6\n");
        let lines = engine.rest();
        assert_eq!(lines.len(), 1);
        assert!(lines[0].starts_with("error illegal-move "));
        assert_eq!(engine.exit_code(), Some(2));
    }
}

#[test]
fn an_orderly_end_is_a_success() {
    for input in ["", "quit\n", "fly\n", "go depth 3\n", "\0\n"] {
        let mut engine = Engine::start(&mut program());
        engine.send_bytes(input.as_bytes());
        engine.close_input();
        engine.rest();
        assert_eq!(engine.exit_code(), Some(0), "{input:?}");
    }
}

#[test]
fn a_gigabyte_without_a_line_end_is_one_mistake_in_little_memory() {
    let mut engine = Engine::start(&mut program());
    let piece = vec![b'x'; 1 << 20];
    for _ in 0..1024 {
        engine.send_bytes(&piece);
    }
    engine.send_bytes(b"\nisready\n");
    let lines = engine.until("readyok");
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].starts_with("error too-long "));
    #[cfg(target_os = "linux")]
    assert!(peak_memory(engine.child.id()) < 64 << 10);
}

/// The most memory a process has had, in KiB.
#[cfg(target_os = "linux")]
fn peak_memory(id: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    line.unwrap()
        .split_whitespace()
        .nth(1)
        .unwrap()
        .parse()
        .unwrap()
}

#[test]
fn carriage_returns_marks_and_missing_ends_do_not_matter() {
    let expected = "legal f4 d6 f6";
    for input in [
        "f5\nlegal\n",
        "f5\r\nlegal\r\n",
        "\u{feff}f5\nlegal",
        "  f5\t\n\n# why\n\tlegal # now\n",
    ] {
        assert_eq!(answer(input), expected, "{input:?}");
    }
}

#[test]
fn standard_error_is_silent() {
    let child = program()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.as_ref().unwrap();
    stdin.write_all(b"fly\ngo depth 4\nquit\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.stderr.is_empty());
    assert!(output.stdout.ends_with(b"\n"));
}

/// On a terminal, that is. `script` gives the program one.
#[cfg(target_os = "linux")]
#[test]
fn a_person_is_greeted_in_one_line_that_no_program_reads() {
    let directory = tempfile::tempdir().unwrap();
    let [said, greeting] = ["said", "greeting"].map(|name| directory.path().join(name));
    let line = format!(
        "'{}' > '{}' 2> '{}'",
        env!("CARGO_BIN_EXE_outflank"),
        said.display(),
        greeting.display()
    );
    let mut terminal = Command::new("script")
        .args(["--quiet", "--command", &line, "/dev/null"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut keyboard = terminal.stdin.take().unwrap();
    keyboard.write_all(b"legal\nquit\n").unwrap();
    assert_eq!(exit_code(&mut terminal), Some(0));
    let [said, greeting] = [said, greeting].map(|file| std::fs::read_to_string(file).unwrap());
    assert_eq!(said, "legal d3 c4 f5 e6\n");
    assert_eq!(greeting.lines().count(), 1, "{greeting}");
    assert!(greeting.starts_with("Outflank "), "{greeting}");
}

#[test]
fn a_log_goes_where_it_is_asked_to() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("log");
    let mut command = program();
    command.env("OUTFLANK_LOG", "info");
    command.env("OUTFLANK_LOG_FILE", &file);
    let mut engine = Engine::start(&mut command);
    engine.send_bytes(b"isready\nquit\n");
    assert_eq!(engine.rest(), ["readyok"]);
    assert_eq!(engine.exit_code(), Some(0));
    let log = std::fs::read_to_string(file).unwrap();
    assert!(log.contains("ended: Quit"), "{log}");
}
