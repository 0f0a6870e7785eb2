//! Where the conversation is held: a terminal with line editing, or a pipe.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

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

/// The flag that Ctrl-C raises while the computer thinks.
#[derive(Clone, Default)]
struct Interrupt(Arc<Mutex<Stop>>);

impl Interrupt {
    /// A new flag in the place of the last one.
    fn arm(&self) -> Stop {
        let stop = Stop::default();
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = stop.clone();
        stop
    }

    fn raise(&self) {
        let stop = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        stop.raise();
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
                let _ = ctrlc::set_handler(move || raised.raise());
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

    /// Prints a line, or several.
    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// Shows a line until the next is shown, on a screen; nothing in a pipe.
    pub(super) fn pass_by(&mut self, text: &str) -> io::Result<()> {
        if !self.is_live() {
            return Ok(());
        }
        let width = terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0));
        let shown: String = text.chars().take(width.saturating_sub(1)).collect();
        write!(self.out, "\r\x1b[K{shown}")?;
        self.out.flush()
    }

    /// A flag that Ctrl-C raises from now on.
    pub(super) fn arm(&mut self) -> Stop {
        self.interrupt.arm()
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
