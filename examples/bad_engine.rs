//! An engine that misbehaves on request, for whoever must live with one.
//!
//! ```text
//! cargo run --example bad_engine -- illegal --at 3
//! ```
//!
//! It is the real engine, in every dialect it speaks, with something wrong
//! between it and its output: all is well until the move it is asked for the
//! third time, and then that is one the rules do not allow.

use std::io::{self, Write};
use std::process::{self, ExitCode};
use std::thread;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use outflank::session::{self, Manners};

#[derive(Parser)]
struct Arguments {
    /// What goes wrong.
    fault: Fault,
    /// With which of the moves it goes wrong, counted from 1.
    #[arg(long, default_value_t = 1)]
    at: u32,
    /// How late an answer is, in milliseconds.
    #[arg(long, default_value_t = 500)]
    delay: u64,
    /// How much is said at once, in MiB.
    #[arg(long, default_value_t = 16)]
    flood: usize,
    /// Whatever else a driver puts on the command line.
    #[arg(allow_hyphen_values = true, trailing_var_arg = true, hide = true)]
    ignored: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Fault {
    /// Nothing: all goes well.
    Well,
    /// Dies of a signal.
    Crash,
    /// Ends without a word, as if it were done.
    Exit,
    /// Never says anything again, and does not end when it is told to.
    Stall,
    /// Forgets to answer, but goes on listening.
    Forget,
    /// Names a square that is taken.
    Illegal,
    /// Passes, whether it must or not.
    Pass,
    /// Names a move that is none.
    Nonsense,
    /// Answers, but late.
    Late,
    /// Says something that is not even text before it answers.
    Garbage,
    /// Says much too much, without a line end, before it answers.
    Flood,
    /// Answers twice.
    Twice,
    /// Says nothing at all from the beginning.
    Mute,
}

fn main() -> io::Result<ExitCode> {
    let mouth = Mouth {
        arguments: Arguments::parse(),
        output: io::stdout().lock(),
        line: Vec::new(),
        moves: 0,
    };
    session::converse(io::stdin(), mouth, Manners::default())?;
    Ok(ExitCode::SUCCESS)
}

/// Passes on what the engine says, until it is time to misbehave.
struct Mouth<W> {
    arguments: Arguments,
    output: W,
    line: Vec<u8>,
    moves: u32,
}

impl<W: Write> Write for Mouth<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            self.line.push(byte);
            if byte == b'\n' {
                let line = std::mem::take(&mut self.line);
                self.pass_on(&String::from_utf8_lossy(&line))?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

impl<W: Write> Mouth<W> {
    fn pass_on(&mut self, line: &str) -> io::Result<()> {
        if self.arguments.fault == Fault::Mute {
            return Ok(());
        }
        let Some(mv) = move_in(line) else {
            return self.say(line);
        };
        self.moves += 1;
        match self.moves == self.arguments.at {
            true => self.misbehave(line, mv),
            false => self.say(line),
        }
    }

    fn misbehave(&mut self, line: &str, mv: &str) -> io::Result<()> {
        match self.arguments.fault {
            Fault::Well => self.say(line),
            Fault::Crash => process::abort(),
            Fault::Exit => process::exit(0),
            Fault::Stall => loop {
                thread::sleep(Duration::from_secs(60));
            },
            Fault::Forget | Fault::Mute => Ok(()),
            // One of the first four discs: that square is never free again.
            Fault::Illegal => self.say(&line.replacen(mv, "e4", 1)),
            Fault::Pass => self.say(&line.replacen(mv, "pass", 1)),
            Fault::Nonsense => self.say(&line.replacen(mv, "z99", 1)),
            Fault::Late => {
                thread::sleep(Duration::from_millis(self.arguments.delay));
                self.say(line)
            }
            Fault::Garbage => {
                self.output.write_all(b"\x00\xff\xfe\x1b[31m{\"}\n\n\r\n")?;
                self.say(line)
            }
            Fault::Flood => {
                let mebibyte = vec![b'x'; 1 << 20];
                for _ in 0..self.arguments.flood {
                    self.output.write_all(&mebibyte)?;
                }
                self.say(&format!("\n{line}"))
            }
            Fault::Twice => {
                self.say(line)?;
                self.say(line)
            }
        }
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        self.output.write_all(line.as_bytes())?;
        self.output.flush()
    }
}

/// The move that a line answers with, in whatever dialect.
fn move_in(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    let first = words.next()?;
    let second = words.next()?;
    match first {
        "bestmove" => Some(second),
        "===" => second.split('/').next(),
        success if success.starts_with('=') && is_move(second) => Some(second),
        _ => None,
    }
}

/// Whether a word of a GTP answer is a move.
fn is_move(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    match word.as_bytes() {
        [b'a'..=b'k', row @ ..] => !row.is_empty() && row.iter().all(u8::is_ascii_digit),
        _ => word == "pass",
    }
}
