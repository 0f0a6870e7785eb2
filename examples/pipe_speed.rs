//! Measures an engine from the other end of its pipes.
//!
//! ```text
//! cargo run --release --example pipe_speed -- target/release/outflank
//! cargo run --release --example pipe_speed -- target/release/outflank --games 1000
//! ```
//!
//! How long it takes to start, what memory it needs before it thinks, how soon
//! it answers while two threads search, how many simple commands it obeys in a
//! second, and how late its moves are when each has ten milliseconds: beside how
//! late a thread is that only sleeps as long, which is the machine's doing.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;

#[derive(Parser)]
struct Arguments {
    /// The engine.
    program: String,
    /// How often each answer is waited for.
    #[arg(long, default_value_t = 1000)]
    tries: usize,
    /// How many games are played with ten milliseconds for every move.
    #[arg(long, default_value_t = 10)]
    games: usize,
}

/// The engine at work.
struct Engine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(program: &str) -> io::Result<Engine> {
        let mut process = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let pipes = process.stdin.take().zip(process.stdout.take());
        let (input, output) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        let output = BufReader::new(output);
        Ok(Engine {
            process,
            input,
            output,
        })
    }

    fn send(&mut self, line: &str) -> io::Result<()> {
        self.input.write_all(format!("{line}\n").as_bytes())
    }

    /// The first line that begins with this.
    fn until(&mut self, beginning: &str) -> io::Result<String> {
        let mut line = String::new();
        while self.output.read_line(&mut line)? > 0 {
            if line.starts_with(beginning) {
                return Ok(line);
            }
            line.clear();
        }
        Err(io::ErrorKind::UnexpectedEof.into())
    }

    /// How long the answer to a line takes.
    fn answer_time(&mut self, line: &str, beginning: &str) -> io::Result<Duration> {
        let start = Instant::now();
        self.send(line)?;
        self.until(beginning)?;
        Ok(start.elapsed())
    }

    /// Memory in use, in KiB, where the system tells.
    fn memory(&self) -> Option<u64> {
        let status = format!("/proc/{}/status", self.process.id());
        let status = std::fs::read_to_string(status).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Times, and how they are told.
struct Times(Vec<Duration>);

impl Times {
    fn at(&self, percent: usize) -> f64 {
        let index = (self.0.len() * percent / 100).min(self.0.len() - 1);
        self.0[index].as_secs_f64() * 1000.0
    }
}

fn show(name: &str, mut times: Vec<Duration>) -> io::Result<()> {
    times.sort();
    let times = Times(times);
    let (half, most, all) = (times.at(50), times.at(99), times.at(100));
    let count = times.0.len();
    writeln!(
        io::stdout(),
        "{name:32} median {half:8.3} ms   99% {most:8.3} ms   worst {all:8.3} ms   of {count}"
    )
}

fn main() -> io::Result<()> {
    let arguments = Arguments::parse();
    start_up(&arguments)?;
    answers_during_search(&arguments)?;
    stops(&arguments)?;
    pings(&arguments)?;
    throughput(&arguments)?;
    games(&arguments)
}

fn start_up(arguments: &Arguments) -> io::Result<()> {
    let mut times = Vec::new();
    let mut memory = 0;
    for _ in 0..50 {
        let start = Instant::now();
        let mut engine = Engine::start(&arguments.program)?;
        engine.send("native")?;
        engine.until("id")?;
        times.push(start.elapsed());
        engine.until("nativeok")?;
        memory = memory.max(engine.memory().unwrap_or(0));
    }
    show("start to the first reply", times)?;
    writeln!(
        io::stdout(),
        "{:32} {memory} KiB",
        "memory before isready or go"
    )
}

fn searching(arguments: &Arguments) -> io::Result<Engine> {
    let mut engine = Engine::start(&arguments.program)?;
    engine.send("setoption name Threads value 2")?;
    engine.answer_time("isready", "readyok")?;
    Ok(engine)
}

/// A little time in which the search gets going, not the same every time.
fn a_while(index: usize) {
    thread::sleep(Duration::from_micros(1000 + 137 * (index as u64 % 50)));
}

fn answers_during_search(arguments: &Arguments) -> io::Result<()> {
    let mut engine = searching(arguments)?;
    engine.send("go infinite")?;
    let mut times = Vec::new();
    for index in 0..arguments.tries {
        a_while(index);
        times.push(engine.answer_time("isready", "readyok")?);
    }
    show("isready during a search", times)
}

fn stops(arguments: &Arguments) -> io::Result<()> {
    let mut engine = searching(arguments)?;
    let mut times = Vec::new();
    for index in 0..arguments.tries {
        engine.send("go infinite")?;
        a_while(index);
        times.push(engine.answer_time("stop", "bestmove")?);
    }
    show("stop to bestmove", times)
}

/// As NBoard asks: nothing of the old search may be said behind the pong.
fn pings(arguments: &Arguments) -> io::Result<()> {
    let mut engine = Engine::start(&arguments.program)?;
    engine.send("nboard 2\nset depth 60")?;
    let mut times = Vec::new();
    for index in 0..arguments.tries {
        engine.send("hint 3")?;
        a_while(index);
        times.push(engine.answer_time(&format!("ping {index}"), &format!("pong {index}"))?);
        let mut next = String::new();
        engine.send("learn")?;
        engine.output.read_line(&mut next)?;
        assert_eq!(next.trim_end(), "learned", "said behind the pong");
    }
    show("ping during hint to pong", times)
}

fn throughput(arguments: &Arguments) -> io::Result<()> {
    const PAIRS: usize = 500_000;
    let mut engine = Engine::start(&arguments.program)?;
    engine.answer_time("isready", "readyok")?;
    let flood = "play f5\nundo\n".repeat(PAIRS) + "isready\n";
    let start = Instant::now();
    engine.input.write_all(flood.as_bytes())?;
    engine.until("readyok")?;
    let rate = 2.0 * PAIRS as f64 / start.elapsed().as_secs_f64();
    writeln!(io::stdout(), "{:32} {rate:.0} a second", "play and undo")
}

/// Games of the engine against itself. A move is late by what it takes beyond
/// its ten milliseconds.
fn games(arguments: &Arguments) -> io::Result<()> {
    const TIME: Duration = Duration::from_millis(10);
    /// What the option is unless it is set.
    const OVERHEAD: Duration = Duration::from_millis(10);
    let mut engine = Engine::start(&arguments.program)?;
    engine.answer_time("isready", "readyok")?;
    let sleeper = Sleeper::start(TIME);
    let mut late = Vec::new();
    for game in 0..arguments.games {
        engine.send("newgame")?;
        // Another beginning for every game.
        let opening = ["d3 c5", "c4 e3", "f5 d6", "e6 f4", "f5 f6", "d3 c3"][game % 6];
        engine.send(&format!("play {opening}"))?;
        loop {
            let start = Instant::now();
            engine.send("go movetime 10")?;
            let best = engine.until("bestmove")?;
            late.push(start.elapsed().saturating_sub(TIME));
            let mv = best.split_whitespace().nth(1).unwrap_or("none");
            if mv == "none" {
                break;
            }
            engine.send(&format!("play {mv}"))?;
        }
    }
    let too_late = late.iter().filter(|late| **late > OVERHEAD).count();
    show("moves with 10 ms, late by", late)?;
    writeln!(
        io::stdout(),
        "{:32} {too_late}",
        "of them beyond Move Overhead"
    )?;
    show("sleeps of 10 ms, late by", sleeper.wake())
}

/// Sleeps for the same time again and again while something else is measured.
struct Sleeper {
    enough: Arc<AtomicBool>,
    thread: thread::JoinHandle<Vec<Duration>>,
}

impl Sleeper {
    fn start(time: Duration) -> Sleeper {
        let enough = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&enough);
        let thread = thread::spawn(move || {
            let mut late = Vec::new();
            while !told.load(Ordering::Relaxed) {
                let start = Instant::now();
                thread::sleep(time);
                late.push(start.elapsed().saturating_sub(time));
            }
            late
        });
        Sleeper { enough, thread }
    }

    /// How late it woke up each time.
    fn wake(self) -> Vec<Duration> {
        self.enough.store(true, Ordering::Relaxed);
        self.thread.join().unwrap_or_default()
    }
}
