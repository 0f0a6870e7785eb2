//! Runs the program and replays transcripts, with differences one can read.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use outflank::protocol::Tongue;

/// Nothing here takes this long, so whoever waits longer waits in vain.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The program under test.
pub(crate) fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_outflank"))
}

/// One of the examples. `cargo test` builds them; a test run by itself may
/// find an old one or none.
pub(crate) fn example(name: &str) -> Command {
    let programs = Path::new(env!("CARGO_BIN_EXE_outflank")).parent();
    let path = programs.unwrap().join("examples").join(name);
    assert!(path.exists(), "run `cargo build --examples` first");
    Command::new(path)
}

/// Everything the program says to an input that ends.
pub(crate) fn answer(input: &str) -> String {
    let mut child = Engine::start(&mut program());
    child.send_bytes(input.as_bytes());
    child.close_input();
    child.rest().join("\n")
}

/// The program on a pipe.
pub(crate) struct Engine {
    pub(crate) child: Child,
    input: Option<ChildStdin>,
    lines: Option<Receiver<String>>,
}

impl Engine {
    /// Starts a program that speaks lines.
    pub(crate) fn start(command: &mut Command) -> Engine {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take();
        let output = child.stdout.take().expect("its output is a pipe");
        Engine {
            child,
            input,
            lines: Some(read_lines(output)),
        }
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes. A program that has ended does not hear them.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    /// Ends the program's input.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line, or none at the end of the output.
    pub(crate) fn line(&mut self) -> Option<String> {
        let lines = self.lines.as_ref()?;
        match lines.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no line within {PATIENCE:?}"),
        }
    }

    /// The lines up to the first that begins with this, which is the last.
    pub(crate) fn until(&mut self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(line) = self.line() {
            lines.push(line);
            if lines.last().is_some_and(|line| line.starts_with(beginning)) {
                return lines;
            }
        }
        panic!("no {beginning:?} among {lines:#?}");
    }

    /// All lines to the end of the output.
    pub(crate) fn rest(&mut self) -> Vec<String> {
        std::iter::from_fn(|| self.line()).collect()
    }

    /// The exit code, once the program has ended by itself.
    pub(crate) fn exit_code(&mut self) -> Option<i32> {
        exit_code(&mut self.child)
    }
}

/// The exit code of a program that must end by itself.
pub(crate) fn exit_code(child: &mut Child) -> Option<i32> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            return status.code();
        }
        if start.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("the program does not end");
        }
        thread::sleep(Duration::from_millis(2));
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_lines(output: ChildStdout) -> Receiver<String> {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        let reader: Lines<_> = BufReader::new(output).lines();
        for line in reader.map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    lines
}

/// The path of something in the repository.
pub(crate) fn in_repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// One line of a transcript.
#[derive(Clone, Debug, PartialEq)]
enum Line {
    /// `> `: what the controller sends.
    Sent(String),
    /// `< `: what the engine answers.
    Answered(String),
    /// `...`: any lines.
    Anything,
    /// Whatever else stands there: why the case exists.
    Remark(String),
}

/// A conversation as it should be.
pub(crate) struct Transcript(Vec<Line>);

impl Transcript {
    /// Reads the marks `> `, `< ` and `...`; other lines are remarks.
    pub(crate) fn read(text: &str) -> Transcript {
        let line = |line: &str| match line.split_at_checked(2) {
            _ if line == "..." => Line::Anything,
            Some(("> ", sent)) => Line::Sent(sent.to_owned()),
            Some(("< ", answered)) => Line::Answered(answered.to_owned()),
            _ if line == ">" => Line::Sent(String::new()),
            _ if line == "<" => Line::Answered(String::new()),
            _ => Line::Remark(line.to_owned()),
        };
        Transcript(text.lines().map(line).collect())
    }

    /// Holds the conversation with the program, and compares. With `UPDATE=1`
    /// in the environment, gives back the transcript as it went instead.
    pub(crate) fn replay(&self, name: &str) -> Option<String> {
        let went = self.hold();
        if std::env::var_os("UPDATE").is_some() {
            return Some(went);
        }
        let disagreement = self.compare(&went);
        assert!(
            disagreement.is_none(),
            "{name}: the conversation went otherwise:\n{went}"
        );
        None
    }

    /// How the conversation goes, if that is not as it is written.
    pub(crate) fn disagreement(&self) -> Option<String> {
        self.compare(&self.hold())
    }

    fn compare(&self, went: &str) -> Option<String> {
        let expected: Vec<&Line> = self.spoken().collect();
        let Transcript(actual) = Transcript::read(went);
        let actual: Vec<&Line> = actual
            .iter()
            .filter(|line| !matches!(line, Line::Remark(_) | Line::Anything))
            .collect();
        (!agrees(&expected, &actual)).then(|| went.to_owned())
    }

    fn spoken(&self) -> impl Iterator<Item = &Line> {
        self.0
            .iter()
            .filter(|line| !matches!(line, Line::Remark(_)))
    }

    /// The dialect, as its first line tells.
    fn tongue(&self) -> Tongue {
        let sent = self.0.iter().filter_map(|line| match line {
            Line::Sent(text) => Tongue::of(text),
            _ => None,
        });
        sent.into_iter().next().unwrap_or(Tongue::Native)
    }

    /// Sends the lines one by one, each after the answers to the one before.
    /// To know where those end, `isready` is asked, which is answered last
    /// unless a search goes on; its answer is left out.
    fn hold(&self) -> String {
        let mut engine = Engine::start(&mut program());
        let tongue = self.tongue();
        let mut went = String::new();
        let mut expected = self.0.iter().peekable();
        while let Some(line) = expected.next() {
            match line {
                Line::Remark(remark) => writeln!(went, "{remark}").unwrap(),
                Line::Sent(sent) => {
                    writeln!(went, "> {sent}").unwrap();
                    engine.send(sent);
                    let mut answers = Vec::new();
                    while let Some(Line::Answered(_) | Line::Anything) = expected.peek() {
                        answers.extend(expected.next());
                    }
                    let heard = match tongue {
                        Tongue::Native | Tongue::Ugi | Tongue::Uci => {
                            listen(&mut engine, sent, &answers)
                        }
                        Tongue::Gtp => listen_in_gtp(&mut engine, sent),
                        Tongue::NBoard => listen_in_nboard(&mut engine, sent),
                    };
                    write_answers(&mut went, &answers, &heard);
                }
                Line::Answered(_) | Line::Anything => panic!("an answer before any question"),
            }
        }
        engine.close_input();
        let rest = engine.rest();
        assert!(rest.is_empty(), "more was said at the end: {rest:#?}");
        went
    }
}

/// The answers to a line.
fn listen(engine: &mut Engine, sent: &str, expected: &[&Line]) -> Vec<String> {
    let command = sent.split_whitespace().next().unwrap_or("");
    let endless = sent.contains("infinite") || sent.contains("ponder");
    match command {
        "quit" => engine.rest(),
        // The result of an endless search only comes when it is stopped.
        "go" if endless && expected.is_empty() => Vec::new(),
        "go" if endless => until_matches(engine, expected),
        "go" => until_one_of(engine, &["bestmove", "error", "info string error"]),
        "hint" => until_one_of(engine, &["hint end", "error"]),
        "analyze" => until_one_of(engine, &["analysis end", "error"]),
        "ping" => until_one_of(engine, &["pong", "error"]),
        "perft" => until_one_of(engine, &["perft", "error"]),
        "isready" => until_one_of(engine, &["readyok", "error"]),
        "stop" | "ponderhit" if !expected.is_empty() => {
            until_one_of(engine, &["bestmove", "error"])
        }
        _ if answers_with_move(expected) => until_one_of(engine, &["bestmove", "error"]),
        _ => {
            engine.send("isready");
            let mut lines = engine.until("readyok");
            lines.pop();
            lines
        }
    }
}

/// Whether the engine is expected to move by itself.
fn answers_with_move(expected: &[&Line]) -> bool {
    expected
        .iter()
        .any(|line| matches!(line, Line::Answered(text) if text.starts_with("bestmove")))
}

/// An answer in GTP ends with an empty line, which is left out. What is no
/// command has none.
fn listen_in_gtp(engine: &mut Engine, sent: &str) -> Vec<String> {
    if sent.split('#').next().unwrap_or("").trim().is_empty() {
        return Vec::new();
    }
    let lines = std::iter::from_fn(|| engine.line());
    lines.take_while(|line| !line.is_empty()).collect()
}

/// To know where the answers end in NBoard, a ping of our own is sent, unless
/// that would end a search.
fn listen_in_nboard(engine: &mut Engine, sent: &str) -> Vec<String> {
    match sent.split_whitespace().next().unwrap_or("") {
        "quit" => engine.rest(),
        "go" => until_one_of(engine, &["==="]),
        "analyze" | "hint" => until_one_of(engine, &["status"]),
        "ping" => until_one_of(engine, &["pong"]),
        _ => {
            engine.send("ping 999");
            let mut lines = engine.until("pong 999");
            lines.pop();
            lines
        }
    }
}

/// Lines until the last one expected has come.
fn until_matches(engine: &mut Engine, expected: &[&Line]) -> Vec<String> {
    let mut lines = Vec::new();
    let last = expected.iter().rev().find_map(|line| match line {
        Line::Answered(text) => Some(text),
        _ => None,
    });
    while let Some(line) = engine.line() {
        let done = last.is_some_and(|last| fits(last, &line));
        lines.push(line);
        if done {
            break;
        }
    }
    lines
}

/// Lines until one begins with any of these.
fn until_one_of(engine: &mut Engine, beginnings: &[&str]) -> Vec<String> {
    let mut lines = Vec::new();
    while let Some(line) = engine.line() {
        let done = beginnings.iter().any(|start| line.starts_with(start));
        lines.push(line);
        if done {
            break;
        }
    }
    lines
}

/// Writes what was heard, with the marks of what was expected where they fit.
fn write_answers(out: &mut String, expected: &[&Line], heard: &[String]) {
    let answered: Vec<Line> = heard.iter().cloned().map(Line::Answered).collect();
    let actual: Vec<&Line> = answered.iter().collect();
    let kept = std::env::var_os("UPDATE").is_some() && agrees(expected, &actual);
    if kept {
        for line in expected {
            match line {
                Line::Answered(text) => writeln!(out, "{}", format!("< {text}").trim_end()),
                _ => writeln!(out, "..."),
            }
            .unwrap();
        }
        return;
    }
    for line in heard {
        let line = match std::env::var_os("UPDATE") {
            Some(_) => masked(line),
            None => line.clone(),
        };
        writeln!(out, "{}", format!("< {line}").trim_end()).unwrap();
    }
}

/// A line with marks for what depends on the clock.
fn masked(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    for index in 1..words.len() {
        if matches!(words[index - 1], "nps" | "time") {
            words[index] = "[..]";
        }
    }
    words.join(" ")
}

/// Whether the lines are as expected, `...` standing for any.
fn agrees(expected: &[&Line], actual: &[&Line]) -> bool {
    match (expected, actual) {
        ([], []) => true,
        ([Line::Anything, rest @ ..], actual) => {
            (0..=actual.len()).any(|skipped| agrees(rest, &actual[skipped..]))
        }
        ([Line::Answered(pattern), rest @ ..], [Line::Answered(line), others @ ..]) => {
            fits(pattern, line) && agrees(rest, others)
        }
        ([first, rest @ ..], [other, others @ ..]) => first == other && agrees(rest, others),
        _ => false,
    }
}

/// Whether a line is as expected, `[..]` standing for any text in it.
pub(crate) fn fits(pattern: &str, line: &str) -> bool {
    let line = line.trim_end();
    match pattern.trim_end().split_once("[..]") {
        None => pattern.trim_end() == line,
        Some((start, rest)) => line.strip_prefix(start).is_some_and(|tail| {
            let starts = (0..=tail.len()).filter_map(|at| tail.get(at..));
            starts.into_iter().any(|tail| fits(rest, tail))
        }),
    }
}

/// Where a program is. If it is nowhere, the test cannot tell anything, which
/// is a failure where everything is supposed to be tested.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var("PATH").unwrap_or_default();
    let places = std::env::split_paths(&path).chain(["/usr/games".into()]);
    let found = places
        .map(|place| place.join(name))
        .find(|file| file.exists());
    if found.is_none() {
        let complaint = format!("NOT TESTED: {name} is not installed");
        assert!(std::env::var_os("CI").is_none(), "{complaint}");
        // Past the test harness, which keeps what passing tests print.
        let _ = writeln!(std::io::stderr(), "{complaint}");
    }
    found
}
