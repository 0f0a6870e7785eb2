//! A minimal controller: the engine against itself, each side with a clock.
//!
//! ```text
//! cargo run --release --example controller -- target/release/outflank
//! ```
//!
//! It needs nothing but the standard library, and knows nothing about Othello:
//! the engine keeps the game and says who has won.

use std::env;
use std::error::Error;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// A program that speaks lines.
struct Engine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(program: &str, arguments: &[String]) -> io::Result<Engine> {
        let mut process = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let pipes = process.stdin.take().zip(process.stdout.take());
        let (input, output) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Engine {
            process,
            input,
            output: BufReader::new(output),
        })
    }

    fn send(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.input, "{line}")
    }

    /// What follows this word, on the first line that begins with it.
    fn answer(&mut self, word: &str) -> Result<String, Box<dyn Error>> {
        let mut line = String::new();
        while self.output.read_line(&mut line)? > 0 {
            let (first, rest) = line.trim_end().split_once(' ').unwrap_or((&line, ""));
            match first.trim_end() {
                "error" => return Err(rest.into()),
                first if first == word => return Ok(rest.to_owned()),
                _ => line.clear(),
            }
        }
        Err("the engine has ended".into())
    }
}

/// Each side has this much for the game, and this much more for every move.
const TIME: Duration = Duration::from_millis(1000);
const INCREMENT: Duration = Duration::from_millis(20);

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (program, arguments) = arguments.split_first().ok_or("which engine?")?;
    let mut engine = Engine::start(program, arguments)?;
    engine.send("native")?;
    engine.answer("nativeok")?;
    engine.send("isready")?;
    engine.answer("readyok")?;

    let moves = play(&mut engine)?;
    let mut out = io::stdout().lock();
    writeln!(out, "moves {}", moves.join(" "))?;
    engine.send("status")?;
    writeln!(out, "{}", engine.answer("status")?)?;
    engine.send("quit")?;
    engine.process.wait()?;
    Ok(())
}

/// Has the engine play to the end of the game.
fn play(engine: &mut Engine) -> Result<Vec<String>, Box<dyn Error>> {
    let mut clocks = [TIME, TIME];
    let mut moves = Vec::new();
    loop {
        let [black, white] = clocks.map(|clock| clock.as_millis());
        let increment = INCREMENT.as_millis();
        let start = Instant::now();
        engine.send(&format!(
            "go btime {black} wtime {white} binc {increment} winc {increment}"
        ))?;
        let answer = engine.answer("bestmove")?;
        let clock = &mut clocks[moves.len() % 2];
        *clock = clock.checked_sub(start.elapsed()).ok_or("out of time")? + INCREMENT;
        let mv = answer.split(' ').next().unwrap_or("");
        if mv == "none" {
            return Ok(moves);
        }
        engine.send(&format!("play {mv}"))?;
        moves.push(mv.to_owned());
    }
}
