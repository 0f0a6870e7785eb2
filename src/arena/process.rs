//! A child process as a link, which never outlives the runner.
//!
//! Every engine runs in a process group of its own, together with a keeper: a
//! shell that waits for the end of its input and then kills its whole group.
//! The runner holds the other end of that input. However the runner ends, by
//! `kill -9` too, the pipe closes, and the engine and whatever it has started
//! are gone. Ending an engine is the same thing done on purpose.
//!
//! A process can leave its group, but it keeps its environment: each engine
//! has a mark of its own there, by which the keeper finds what it has started
//! wherever there is a `/proc`.
//!
//! Reading and writing wait with a deadline, and no more than one line's
//! worth of output is held at a time: an engine that floods its output waits
//! until somebody reads it.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

use super::link::{Link, Lost};

/// The most bytes of a line that are looked at; the rest is skipped.
pub const LONGEST_LINE: usize = 64 * 1024;

/// How long an engine that reads nothing is waited for.
const WRITE_PATIENCE: Duration = Duration::from_secs(10);

/// The variable that holds an engine's mark.
const MARK: &str = "OUTFLANK_KEEPER";

/// What the keeper does, with the mark as its argument. It looks again after
/// it has killed, for what it found may have started another meanwhile.
const KEEP: &str = r#"
read -r end
for round in 1 2 3; do
    left=$(grep -lszxF "$1" /proc/[0-9]*/environ | cut -d / -f 3)
    [ "$left" ] || break
    kill -9 $left
done
kill -9 0
"#;

/// What to run, and where.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Launch {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Variables added to the environment.
    pub environment: BTreeMap<String, String>,
    /// The working directory, if not the runner's.
    pub directory: Option<PathBuf>,
}

/// A program that could not be started. A working directory that does not
/// exist is one of the reasons, so it is told as well.
#[derive(Debug, thiserror::Error)]
#[error("cannot start \"{command}\"{place}: {source}")]
pub struct StartError {
    command: String,
    place: String,
    source: io::Error,
}

/// A running engine.
pub struct Process {
    engine: Child,
    input: Option<ChildStdin>,
    output: ChildStdout,
    lines: Lines,
    keeper: Keeper,
}

impl Process {
    /// Starts an engine.
    pub fn start(launch: &Launch) -> Result<Process, StartError> {
        start(launch).map_err(|source| StartError {
            command: shell_words::join(&launch.command),
            place: match &launch.directory {
                Some(directory) => format!(" in {}", directory.display()),
                None => String::new(),
            },
            source,
        })
    }

    /// Gives the engine this long to end by itself.
    pub fn wait(&mut self, patience: Duration) {
        let deadline = Instant::now() + patience;
        while Instant::now() < deadline {
            let heard = self.receive(deadline);
            if matches!(self.engine.try_wait(), Ok(Some(_)) | Err(_)) {
                return;
            }
            if heard.is_err() {
                thread::sleep(Duration::from_millis(1));
            }
        }
    }

    /// Ends the engine's input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Whether the engine ends by itself within this time.
    pub fn has_ended(&mut self, patience: Duration) -> bool {
        self.wait(patience);
        matches!(self.engine.try_wait(), Ok(Some(_)))
    }

    /// How the engine ended, or that it closed this pipe: told to people.
    fn ending(&mut self, pipe: &str) -> String {
        // An engine that closes a pipe is usually about to end.
        for _ in 0..20 {
            if let Ok(Some(status)) = self.engine.try_wait() {
                return format!("the engine ended, {status}");
            }
            thread::sleep(Duration::from_millis(1));
        }
        format!("the engine closed its {pipe}")
    }

    /// Reads what has come. False at the end.
    fn fill(&mut self) -> io::Result<bool> {
        let mut bytes = [0; 8 * 1024];
        let read = self.output.read(&mut bytes)?;
        self.lines.extend(&bytes[..read]);
        Ok(read > 0)
    }
}

fn start(launch: &Launch) -> io::Result<Process> {
    let [program, arguments @ ..] = launch.command.as_slice() else {
        return Err(io::Error::new(ErrorKind::InvalidInput, "no command given"));
    };
    let mark = format!("{:016x}", rand::random::<u64>());
    let keeper = Keeper::start(&mark)?;
    let mut command = Command::new(program);
    command
        .args(arguments)
        .envs(&launch.environment)
        .env(MARK, &mark)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(keeper.group());
    if let Some(directory) = &launch.directory {
        command.current_dir(directory);
    }
    let mut engine = command.spawn()?;
    let (Some(input), Some(output)) = (engine.stdin.take(), engine.stdout.take()) else {
        return Err(io::Error::other("its pipes are missing"));
    };
    let flags = fcntl_getfl(&input)?;
    fcntl_setfl(&input, flags | OFlags::NONBLOCK)?;
    Ok(Process {
        engine,
        input: Some(input),
        output,
        lines: Lines::default(),
        keeper,
    })
}

impl Link for Process {
    fn send(&mut self, text: &str) -> Result<(), Lost> {
        let deadline = Instant::now() + WRITE_PATIENCE;
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            let Some(input) = &mut self.input else {
                return Err(Lost::Closed("its input was closed".into()));
            };
            match input.write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    wait_for(input, PollFlags::OUT, deadline)?;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(Lost::Closed(self.ending("input"))),
            }
        }
        Ok(())
    }

    fn receive(&mut self, deadline: Instant) -> Result<String, Lost> {
        loop {
            if let Some(line) = self.lines.next() {
                return Ok(line);
            }
            wait_for(&self.output, PollFlags::IN, deadline)?;
            match self.fill() {
                Ok(true) => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Ok(false) | Err(_) => return Err(Lost::Closed(self.ending("output"))),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.engine.kill();
        self.keeper.let_go();
        let _ = self.engine.wait();
    }
}

/// Waits until a pipe can be used, or has closed.
fn wait_for(pipe: impl AsFd, event: PollFlags, deadline: Instant) -> Result<(), Lost> {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let timeout = Timespec {
            tv_sec: left.as_secs() as i64,
            tv_nsec: left.subsec_nanos().into(),
        };
        match poll(&mut [PollFd::new(&pipe, event)], Some(&timeout)) {
            Ok(0) => return Err(Lost::Silent),
            Ok(_) => return Ok(()),
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(Lost::Closed(error.to_string())),
        }
    }
}

/// The shell that kills its process group, and whatever has this mark, when
/// its input ends.
struct Keeper(Child);

impl Keeper {
    fn start(mark: &str) -> io::Result<Keeper> {
        let shell = Command::new("/bin/sh")
            .args(["-c", KEEP, "keeper", &format!("{MARK}={mark}")])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        Ok(Keeper(shell))
    }

    fn group(&self) -> i32 {
        self.0.id() as i32
    }

    /// Closes the pipe and waits until the group is gone.
    fn let_go(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.let_go();
    }
}

/// Bytes that become lines. A line too long is cut, and never held whole.
#[derive(Debug, Default)]
struct Lines {
    bytes: Vec<u8>,
    /// Where the next line begins.
    start: usize,
    /// Up to here there is no line end.
    searched: usize,
    /// The line that begins here was cut: skip to its end.
    skips: bool,
}

impl Lines {
    fn extend(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.start);
        self.searched -= self.start;
        self.start = 0;
        self.bytes.extend_from_slice(bytes);
    }

    fn next(&mut self) -> Option<String> {
        loop {
            let found = self.bytes[self.searched..]
                .iter()
                .position(|&byte| byte == b'\n');
            let Some(found) = found else {
                self.searched = self.bytes.len();
                return self.cut();
            };
            let end = self.searched + found;
            let line = text(&self.bytes[self.start..end]);
            self.start = end + 1;
            self.searched = self.start;
            if !std::mem::take(&mut self.skips) {
                return Some(line);
            }
        }
    }

    /// The beginning of a line that goes on for too long.
    fn cut(&mut self) -> Option<String> {
        if self.bytes.len() - self.start < LONGEST_LINE {
            return None;
        }
        let line = text(&self.bytes[self.start..]);
        self.start = self.bytes.len();
        let first_piece = !std::mem::replace(&mut self.skips, true);
        first_piece.then_some(line)
    }
}

/// A line as text, whatever its bytes.
fn text(bytes: &[u8]) -> String {
    let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_whole_whatever_pieces_they_come_in() {
        let mut lines = Lines::default();
        lines.extend(b"one\r\ntw");
        assert_eq!(lines.next().as_deref(), Some("one"));
        assert_eq!(lines.next(), None);
        lines.extend(b"o\n\nthree");
        assert_eq!(lines.next().as_deref(), Some("two"));
        assert_eq!(lines.next().as_deref(), Some(""));
        assert_eq!(lines.next(), None);
    }

    #[test]
    fn a_line_without_end_is_cut_and_its_rest_skipped() {
        let mut lines = Lines::default();
        let piece = vec![b'x'; LONGEST_LINE];
        lines.extend(&piece);
        assert_eq!(lines.next().map(|line| line.len()), Some(LONGEST_LINE));
        for _ in 0..10 {
            lines.extend(&piece);
            assert_eq!(lines.next(), None);
            assert!(lines.bytes.len() <= 2 * LONGEST_LINE);
        }
        lines.extend(b"end\nnext\n");
        assert_eq!(lines.next().as_deref(), Some("next"));
    }

    #[test]
    fn a_program_or_directory_that_does_not_exist_is_named() {
        for (command, directory, expected) in [
            (
                "/no/such/engine",
                None,
                "cannot start \"/no/such/engine -x\": No such file",
            ),
            (
                "true",
                Some("/no/such/place"),
                "cannot start \"true -x\" in /no/such/place: No such file",
            ),
        ] {
            let launch = Launch {
                command: vec![command.into(), "-x".into()],
                directory: directory.map(PathBuf::from),
                ..Launch::default()
            };
            let error = Process::start(&launch).err().map(|error| error.to_string());
            assert!(error.is_some_and(|error| error.starts_with(expected)));
        }
    }
}
