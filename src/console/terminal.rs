//! Where the conversation is held: a terminal with line editing, or a pipe.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use super::keep::Keepsake;
use crate::limits::Stop;

/// What came of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// A line, without its end.
    Line(String),
    /// Ctrl-C instead of an answer.
    Interrupted,
    /// Ctrl-D, or the end of the input.
    End,
}

/// The keyboard and the screen, or what stands for them.
pub struct Terminal {
    input: Input,
    out: Box<dyn Write>,
    interrupt: Interrupt,
}

enum Input {
    /// A person at a terminal.
    Editor(Box<DefaultEditor>),
    /// Anything else. What is read is also shown, so that the output is the
    /// whole conversation.
    Lines(Box<dyn BufRead>),
}

/// What a signal should do: Ctrl-C, or a word from the system to end.
#[derive(Clone, Default)]
struct Interrupt(Arc<Mutex<Aim>>);

#[derive(Default)]
struct Aim {
    /// Ends the thinking that goes on, if any does.
    stop: Option<Stop>,
    /// What must not be lost if the program ends.
    keepsake: Option<Keepsake>,
}

impl Interrupt {
    fn aim(&self) -> MutexGuard<'_, Aim> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the thinking. If there is none, or it has been told before, ends
    /// the program, and not even then the game.
    fn strike(&self) {
        let aim = self.aim();
        match &aim.stop {
            Some(stop) if !stop.is_raised() => stop.raise(),
            _ => {
                if let Some(game) = &aim.keepsake {
                    // There is nobody left to tell of a failure.
                    let _ = game.put_away();
                }
                std::process::exit(130);
            }
        }
    }
}

/// No answer is longer; the rest of such a line is not looked at.
const LONGEST_LINE: u64 = 4096;

impl Terminal {
    /// Standard input and output.
    pub fn standard() -> Terminal {
        let live = io::stdin().is_terminal() && io::stdout().is_terminal();
        let editor = live.then(|| DefaultEditor::new().ok()).flatten();
        let interrupt = Interrupt::default();
        let input = match editor {
            Some(editor) => {
                let raised = interrupt.clone();
                // Without it Ctrl-C ends the program, as it does elsewhere.
                let _ = ctrlc::set_handler(move || raised.strike());
                Input::Editor(Box::new(editor))
            }
            None => Input::Lines(Box::new(io::stdin().lock())),
        };
        Terminal {
            input,
            out: Box::new(io::stdout()),
            interrupt,
        }
    }

    /// Any reader and writer, as a pipe is.
    pub fn new(input: impl BufRead + 'static, out: impl Write + 'static) -> Terminal {
        Terminal {
            input: Input::Lines(Box::new(input)),
            out: Box::new(out),
            interrupt: Interrupt::default(),
        }
    }

    /// Whether a person sees each character as it is printed.
    pub fn is_live(&self) -> bool {
        matches!(self.input, Input::Editor(_))
    }

    /// How many characters fit in a line.
    pub(super) fn room(&self) -> usize {
        match &self.input {
            Input::Editor(_) => width(),
            Input::Lines(_) => usize::MAX,
        }
    }

    /// Prints a line, or several.
    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", wrapped(text, self.room()))
    }

    /// Shows a line until the next is shown, on a screen; nothing in a pipe.
    pub(super) fn pass_by(&mut self, text: &str) -> io::Result<()> {
        if !self.is_live() {
            return Ok(());
        }
        let shown: String = text.chars().take(width().saturating_sub(1)).collect();
        write!(self.out, "\r\x1b[K{shown}")?;
        self.out.flush()
    }

    /// A flag that Ctrl-C raises until the thinking ends.
    pub(super) fn begin_thinking(&mut self) -> Stop {
        let stop = Stop::default();
        self.interrupt.aim().stop = Some(stop.clone());
        stop
    }

    /// There is nothing to interrupt any more.
    pub(super) fn end_thinking(&mut self) -> io::Result<()> {
        self.interrupt.aim().stop = None;
        self.pass_by("")
    }

    /// What to put away if the program is made to end.
    pub(super) fn remember(&mut self, game: Option<Keepsake>) {
        self.interrupt.aim().keepsake = game;
    }

    /// Asks for a line.
    pub(super) fn ask(&mut self, prompt: &str) -> io::Result<Answer> {
        self.out.flush()?;
        match &mut self.input {
            Input::Editor(editor) => edited(editor, prompt),
            Input::Lines(lines) => {
                write!(self.out, "{prompt}")?;
                self.out.flush()?;
                let line = read_line(lines)?;
                writeln!(self.out, "{}", line.as_deref().unwrap_or(""))?;
                Ok(line.map_or(Answer::End, Answer::Line))
            }
        }
    }
}

/// How many characters the screen is wide.
fn width() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0))
}

/// A text whose lines are broken between words and between tiles, unless they
/// are drawn in colour: a board is narrow, and its codes take no room.
fn wrapped(text: &str, width: usize) -> String {
    let lines = text.split('\n').map(|line| match line.contains('\x1b') {
        true => line.to_owned(),
        false => wrapped_line(line, width),
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn wrapped_line(line: &str, width: usize) -> String {
    let mut broken = String::new();
    let mut column = 0;
    // Tiles lie side by side, `|4-6||6-6|`: each is a word.
    let apart = line.replace("||", "|\0|");
    for word in apart.split_inclusive([' ', '\0']) {
        let word = word.trim_end_matches('\0');
        let length = word.trim_end().chars().count();
        if column > 0 && column + length > width {
            broken.truncate(broken.trim_end().len());
            broken.push('\n');
            column = 0;
        }
        broken += word;
        column += word.chars().count();
    }
    broken
}

fn edited(editor: &mut DefaultEditor, prompt: &str) -> io::Result<Answer> {
    match editor.readline(prompt) {
        Ok(line) => {
            // A line that cannot be remembered can still be obeyed.
            let _ = editor.add_history_entry(&line);
            Ok(Answer::Line(line))
        }
        Err(ReadlineError::Interrupted) => Ok(Answer::Interrupted),
        Err(ReadlineError::Io(error)) => Err(error),
        Err(_) => Ok(Answer::End),
    }
}

/// The next line, or as much of it as is looked at, with nothing in it that
/// would upset a terminal. None at the end.
fn read_line(input: &mut Box<dyn BufRead>) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    input
        .by_ref()
        .take(LONGEST_LINE)
        .read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    let text = String::from_utf8_lossy(&bytes);
    let visible = |c: char| if c.is_control() { '?' } else { c };
    let line = text.trim_end_matches(['\n', '\r']);
    Ok(Some(line.chars().map(visible).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_boards_stay_whole() {
        assert_eq!(wrapped("one two three\nfour", 8), "one two\nthree\nfour");
        assert_eq!(wrapped("   a b c d", 10), "   a b c d");
        assert_eq!(wrapped("unbreakable", 4), "unbreakable");
        assert_eq!(wrapped("table |4-6||6-6|", 11), "table |4-6|\n|6-6|");
        let colored = "\x1b[42m . . . .\x1b[0m";
        assert_eq!(wrapped(colored, 8), colored);
    }

    #[test]
    fn an_answer_is_a_line_of_text_however_it_ends() {
        let mut input: Box<dyn BufRead> = Box::new(&b"f5\r\n\xff\x07\nlast"[..]);
        let mut next = || read_line(&mut input).unwrap();
        assert_eq!(next().as_deref(), Some("f5"));
        assert_eq!(next().as_deref(), Some("\u{fffd}?"));
        assert_eq!(next().as_deref(), Some("last"));
        assert_eq!(next(), None);
    }

    #[test]
    fn of_an_endless_line_only_the_beginning_is_kept() {
        let long = "x".repeat(1 << 20) + "\nf5\n";
        let mut input: Box<dyn BufRead> = Box::new(io::Cursor::new(long));
        let first = read_line(&mut input).unwrap().unwrap();
        assert_eq!(first.len() as u64, LONGEST_LINE);
        assert_eq!(read_line(&mut input).unwrap().as_deref(), Some("f5"));
    }
}
