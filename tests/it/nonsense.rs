//! Bad input in any amount, in every dialect: sensible lines from
//! `data/nonsense`, the same with bytes changed, lost or doubled, and noise.
//!
//! Ten thousand lines of each, or as many as `FUZZ_LINES` says, from the seed
//! `FUZZ_SEED`. A panic ends the test; so does a session that no longer
//! answers, since the last question is asked when the one before is answered.

use std::fs;
use std::io::{self, Cursor, Read, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use outflank::protocol::{ClockWord, Command, Dialect, Go, Mode, Tongue};
use outflank::session::{Ending, Manners, converse};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::support::in_repository;

/// Makes lines of a dialect, none of which begins a long search, ends the
/// conversation or writes a file.
struct Nonsense {
    random: StdRng,
    sense: Vec<String>,
    /// Read along, so that it knows what a line means. Our own dialect may
    /// change its dress on the way, and hear more in a line then.
    readers: Vec<Box<dyn Dialect>>,
}

impl Nonsense {
    fn new(tongue: Tongue, name: &str, seed: u64) -> Nonsense {
        let file = in_repository("tests/data/nonsense").join(format!("{name}.txt"));
        let text = fs::read_to_string(file).unwrap();
        let tongues = match tongue {
            Tongue::Native => vec![Tongue::Native, Tongue::Ugi],
            tongue => vec![tongue],
        };
        Nonsense {
            random: StdRng::seed_from_u64(seed),
            sense: text.lines().map(str::to_owned).collect(),
            readers: tongues.into_iter().map(Tongue::speak).collect(),
        }
    }

    /// Appends a line.
    fn line(&mut self, out: &mut Vec<u8>) {
        let start = out.len();
        self.any_line(out);
        let line = out[start..].iter_mut();
        line.filter(|byte| **byte == b'\n')
            .for_each(|byte| *byte = b' ');
        if self.is_too_much(&out[start..]) {
            out.truncate(start);
        }
        out.push(b'\n');
    }

    fn any_line(&mut self, out: &mut Vec<u8>) {
        let start = out.len();
        let random = &mut self.random;
        match random.random_range(0..10) {
            0 => (0..random.random_range(0..60)).for_each(|_| out.push(random.random())),
            1 => {
                (0..random.random_range(0..90)).for_each(|_| out.push(random.random_range(32..127)))
            }
            kind => {
                let index = random.random_range(0..self.sense.len());
                out.extend_from_slice(self.sense[index].as_bytes());
                if kind >= 5 {
                    mutate(random, out, start);
                }
            }
        }
    }

    fn is_too_much(&mut self, line: &[u8]) -> bool {
        // As the session will see it.
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let text = String::from_utf8_lossy(line);
        let requests = self.readers.iter_mut().map(|reader| reader.read(&text));
        let commands = requests.flatten().filter_map(|request| request.said.ok());
        commands.fold(false, |found, command| found | is_too_much(&command))
    }
}

fn mutate(random: &mut StdRng, out: &mut Vec<u8>, start: usize) {
    for _ in 0..random.random_range(1..4) {
        let length = out.len() - start;
        if length == 0 {
            return;
        }
        let at = start + random.random_range(0..length);
        match random.random_range(0..5) {
            0 => out[at] = random.random(),
            1 => drop(out.remove(at)),
            2 => out.insert(at, random.random_range(32..127)),
            3 => {
                let copy = out[at..].to_vec();
                out.extend_from_slice(&copy);
            }
            _ => out.truncate(at),
        }
    }
}

/// Whether a command asks for more than a moment's work, for the end, or for
/// a file.
fn is_too_much(command: &Command) -> bool {
    match command {
        Command::Quit | Command::Save { .. } => true,
        Command::Load { file, .. } => !file.starts_with("/nonexistent/"),
        Command::SetOption { name, value } => is_costly(name, value.as_deref()),
        Command::Go(go) => is_long(go),
        Command::Hint { depth, .. } | Command::Analyze { depth } => depth.is_some_and(|n| n > 2),
        Command::Perft(depth) => *depth > 3,
        Command::Mode(mode) => *mode != Mode::default(),
        Command::Clock(ClockWord::Set { main, period, .. }) => main.max(period) > &10,
        Command::Clock(ClockWord::Left { time, .. }) => *time > 10,
        Command::Game(text) => text.contains("TI[") || text.contains("TB["),
        // NBoard's `set depth`.
        Command::Echo(text) => {
            let depth = text.strip_prefix("set myname Outflank");
            depth.is_some_and(|depth| !["1", "2"].contains(&depth))
        }
        _ => false,
    }
}

fn is_costly(name: &str, value: Option<&str>) -> bool {
    let number = value.and_then(|value| value.parse::<u64>().ok());
    match name.to_ascii_lowercase().as_str() {
        "level" | "threads" => number.is_some_and(|number| number > 2),
        "hash" => number.is_some_and(|number| number > 8),
        "log file" => true,
        _ => false,
    }
}

fn is_long(go: &Go) -> bool {
    let clocks = [go.black, go.white, go.first, go.second];
    let times = clocks.into_iter().filter_map(|clock| clock.time);
    go.solve.is_some()
        || go.depth.is_some_and(|depth| depth > 2)
        || go.nodes.is_some_and(|nodes| nodes > 50)
        || times.chain(go.movetime).any(|time| time > 5)
}

/// Counts what is said and keeps only the end of it.
#[derive(Clone, Default)]
struct Tail(Arc<Mutex<(u64, Vec<u8>)>>);

impl Tail {
    fn ends_with(&self, end: &str) -> bool {
        self.0.lock().unwrap().1.ends_with(end.as_bytes())
    }
}

impl Write for Tail {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut tail = self.0.lock().unwrap();
        tail.0 += bytes.iter().filter(|byte| **byte == b'\n').count() as u64;
        tail.1.extend_from_slice(bytes);
        let excess = tail.1.len().saturating_sub(128);
        tail.1.drain(..excess);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Something to ask, and what must be said last then.
type Question = (&'static str, &'static str);

/// Nonsense as a stream that is made while it is read, then two sensible
/// questions, the second once the first is answered.
struct Stream {
    nonsense: Nonsense,
    lines: u64,
    questions: [Question; 2],
    asked: usize,
    answers: Tail,
    made: Cursor<Vec<u8>>,
}

impl Stream {
    fn make_more(&mut self) {
        let mut made = Vec::new();
        for _ in 0..self.lines.min(200) {
            self.nonsense.line(&mut made);
            self.lines -= 1;
        }
        if made.is_empty() && self.asked < self.questions.len() {
            if let Some((_, answer)) = self.asked.checked_sub(1).map(|last| self.questions[last]) {
                while !self.answers.ends_with(answer) {
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
            made.extend_from_slice(self.questions[self.asked].0.as_bytes());
            self.asked += 1;
        }
        self.made = Cursor::new(made);
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.made.position() == self.made.get_ref().len() as u64 {
            self.make_more();
        }
        self.made.read(buffer)
    }
}

fn number(name: &str, usual: u64) -> u64 {
    match std::env::var(name) {
        Ok(number) => number.parse().unwrap(),
        Err(_) => usual,
    }
}

/// Talks nonsense, then asks.
fn survives(tongue: Tongue, name: &str, questions: [Question; 2]) {
    let lines = number("FUZZ_LINES", 10_000);
    let tail = Tail::default();
    let stream = Stream {
        nonsense: Nonsense::new(tongue, name, number("FUZZ_SEED", 1)),
        lines,
        questions,
        asked: 0,
        answers: tail.clone(),
        made: Cursor::default(),
    };
    let manners = Manners {
        tongue: Some(tongue),
        options: vec![("Level".to_owned(), "1".to_owned())],
        ..Manners::default()
    };
    let ending = converse(stream, tail.clone(), manners).unwrap();
    assert_eq!(ending, Ending::EndOfInput);
    let said = tail.0.lock().unwrap().0;
    assert!(said > lines / 10, "only {said} lines were said");
    assert!(tail.ends_with(questions[1].1));
}

#[test]
fn nonsense_native() {
    let help = (
        "\nstop\nhelp isready\n",
        "help isready : answer readyok, also during a search\n",
    );
    survives(Tongue::Native, "native", [help, ("isready\n", "readyok\n")]);
}

#[test]
fn nonsense_gtp() {
    let name = ("\n901 name\n", "=901 Outflank\n\n");
    let known = ("902 known_command fly\n", "=902 false\n\n");
    survives(Tongue::Gtp, "gtp", [name, known]);
}

#[test]
fn nonsense_nboard() {
    let ping = ("\nping 901\n", "pong 901\n");
    survives(
        Tongue::NBoard,
        "nboard",
        [ping, ("ping 902\n", "pong 902\n")],
    );
}
