//! Where the conversation is held: a terminal with line editing, or a pipe.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use super::keep::Keepsake;
use super::words::visible;
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
    /// Ends the thinking that goes on, unless a person is being asked.
    stop: Option<Stop>,
    /// When it was ended.
    raised: Option<Instant>,
    /// What must not be lost if the program ends.
    keepsake: Option<Keepsake>,
}

/// How long thinking may take to end before another Ctrl-C ends the program.
const GRACE: Duration = Duration::from_secs(2);

impl Interrupt {
    fn aim(&self) -> MutexGuard<'_, Aim> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the thinking. If there is none, or it does not end, ends the
    /// program, and not even then the game.
    fn strike(&self) {
        let mut aim = self.aim();
        match (&aim.stop, aim.raised) {
            (Some(stop), None) => {
                stop.raise();
                aim.raised = Some(Instant::now());
            }
            (Some(_), Some(raised)) if raised.elapsed() < GRACE => {}
            _ => {
                aim.put_away();
                std::process::exit(130);
            }
        }
    }
}

impl Aim {
    /// Saves what must not be lost, and says where if anybody hears it.
    fn put_away(&self) {
        if let Some(game) = &self.keepsake
            && let Ok(path) = game.put_away()
        {
            let _ = writeln!(io::stderr(), "\n{}", path.display());
        }
    }
}

/// How much room is left for an answer beside the question.
const ANSWER: usize = 8;

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
        // Room is left for the ^C that a terminal shows by itself.
        let shown: String = text.chars().take(width().saturating_sub(3)).collect();
        write!(self.out, "\r\x1b[K{shown}")?;
        self.out.flush()
    }

    /// A flag that Ctrl-C raises.
    pub(super) fn begin_thinking(&mut self) -> Stop {
        let mut aim = self.interrupt.aim();
        aim.raised = None;
        aim.stop.insert(Stop::default()).clone()
    }

    /// Forgets what was shown of the thinking. Ctrl-C is still heeded, until a
    /// person is asked.
    pub(super) fn end_thinking(&mut self) -> io::Result<()> {
        self.pass_by("")
    }

    /// Whether there was a Ctrl-C since a person was asked, or since the last
    /// thinking began.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupt.aim().raised.is_some()
    }

    /// What to put away if the program is made to end.
    pub(super) fn remember(&mut self, game: Option<Keepsake>) {
        self.interrupt.aim().keepsake = game;
    }

    /// Puts it away now, if there is a person who would miss it.
    pub(super) fn put_away(&self) {
        if self.is_live() {
            self.interrupt.aim().put_away();
        }
    }

    /// Asks for a line.
    pub(super) fn ask(&mut self, prompt: &str) -> io::Result<Answer> {
        let room = self.room().saturating_sub(ANSWER);
        let prompt = wrapped(prompt, room);
        let prompt = match prompt.rsplit_once('\n') {
            Some((before, prompt)) => {
                writeln!(self.out, "{before}")?;
                prompt
            }
            None => &prompt,
        };
        self.out.flush()?;
        match &mut self.input {
            Input::Editor(editor) => {
                self.interrupt.aim().stop = None;
                let answer = edited(editor, prompt);
                self.begin_thinking();
                answer
            }
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

/// A text whose lines are broken between words and between tiles.
fn wrapped(text: &str, width: usize) -> String {
    let lines = text.split('\n').map(|line| wrapped_line(line, width));
    lines.collect::<Vec<_>>().join("\n")
}

fn wrapped_line(line: &str, width: usize) -> String {
    let indent = indent(line, width);
    let mut broken = String::new();
    let mut column = 0;
    // Tiles lie side by side, `|4-6||6-6|`: each is a word.
    let apart = line.replace("||", "|\0|");
    for word in apart.split_inclusive([' ', '\0']) {
        let word = word.trim_end_matches('\0');
        if column > indent && column + room_of(word.trim_end()) > width {
            broken.truncate(broken.trim_end().len());
            broken.push('\n');
            broken += &" ".repeat(indent);
            column = indent;
        }
        broken += word;
        column += room_of(word);
    }
    broken
}

/// Where a line goes on that is too long: below its last column if it has
/// some, as the words of the help have.
fn indent(line: &str, width: usize) -> usize {
    let column = match line.starts_with("  ") {
        true => line.rfind("  ").map_or(0, |blanks| blanks + 2),
        false => 0,
    };
    if 2 * column <= width { column } else { 0 }
}

/// How many characters are seen of a text: codes for colours are not.
fn room_of(text: &str) -> usize {
    let mut pieces = text.split('\x1b');
    let plain = pieces.next().map_or(0, |piece| piece.chars().count());
    let colored = pieces.map(|piece| {
        let seen = piece.split_once('m').map_or("", |(_, seen)| seen);
        seen.chars().count()
    });
    plain + colored.sum::<usize>()
}

fn edited(editor: &mut DefaultEditor, prompt: &str) -> io::Result<Answer> {
    match editor.readline(prompt) {
        Ok(line) => {
            // A line that cannot be remembered can still be obeyed.
            let _ = editor.add_history_entry(&line);
            Ok(Answer::Line(visible(&line)))
        }
        Err(ReadlineError::Interrupted) => Ok(Answer::Interrupted),
        // A key that is no letter of any alphabet is a wrong answer.
        Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
            Ok(Answer::Line(char::REPLACEMENT_CHARACTER.to_string()))
        }
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
    Ok(Some(visible(text.trim_end_matches(['\n', '\r']))))
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
        let colored = "the \x1b[42mO\x1b[0m disc";
        assert_eq!(wrapped(colored, 5), "the \x1b[42mO\x1b[0m\ndisc");
        assert_eq!(wrapped("  a   b c d e", 12), "  a   b c d\n      e");
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
