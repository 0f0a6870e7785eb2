//! From bytes to lines: what the thread that reads does, and all it does.
//!
//! Lines are handed over in batches, as many as one read brought in, so that
//! a flood of short commands costs little and a single one waits for nothing.

use std::borrow::Cow;
use std::io::{ErrorKind, Read};
use std::time::Instant;

use crossbeam_channel::Sender;

/// The most bytes a line may have, its end not counted.
pub const LONGEST_LINE: usize = 64 * 1024;

/// Lines that arrived together.
#[derive(Debug)]
pub(super) struct Batch {
    /// When they did.
    pub(super) heard: Instant,
    text: Vec<u8>,
    lines: Vec<Span>,
}

/// A line of a batch.
#[derive(Clone, Copy, Debug)]
enum Span {
    /// It ends here, and begins where the one before ended.
    Until(usize),
    /// It was too long, and is not there.
    TooLong,
}

/// Why a line is not a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum BadLine<'a> {
    /// It is longer than lines may be.
    #[error("a line of more than {LONGEST_LINE} bytes, expected a shorter one")]
    TooLong,
    /// A byte, counted from 1, is not part of any UTF-8 character.
    #[error("byte {place} is not UTF-8, expected text")]
    NotUtf8 { line: &'a [u8], place: usize },
}

/// A line, or as much of it as can be shown.
pub(super) fn legible<'a>(line: Result<&'a str, BadLine<'a>>) -> Cow<'a, str> {
    match line {
        Ok(text) => text.into(),
        Err(BadLine::NotUtf8 { line, .. }) => String::from_utf8_lossy(line),
        Err(BadLine::TooLong) => "".into(),
    }
}

impl Batch {
    /// Nothing yet, at this moment.
    fn now() -> Batch {
        Batch {
            heard: Instant::now(),
            text: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// The lines in order, without their ends.
    pub(super) fn lines(&self) -> impl Iterator<Item = Result<&str, BadLine<'_>>> {
        let mut start = 0;
        self.lines.iter().map(move |span| match *span {
            Span::TooLong => Err(BadLine::TooLong),
            Span::Until(end) => {
                let line = &self.text[start..end];
                start = end;
                text(line)
            }
        })
    }
}

/// The text of a line.
fn text(line: &[u8]) -> Result<&str, BadLine<'_>> {
    str::from_utf8(line).map_err(|error| {
        let place = error.valid_up_to() + 1;
        BadLine::NotUtf8 { line, place }
    })
}

/// Reads to the end of the input. The end, an error of the input and nobody
/// listening any more are all the same: there is nothing more to hand over.
pub(super) fn listen(mut input: impl Read, batches: &Sender<Batch>) {
    let mut buffer = vec![0; LONGEST_LINE];
    let mut splitter = Splitter::default();
    loop {
        let read = match input.read(&mut buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Ok(0) | Err(_) => break,
            Ok(read) => read,
        };
        let batch = splitter.split(&buffer[..read]);
        if !batch.lines.is_empty() && batches.send(batch).is_err() {
            return;
        }
    }
    let last = splitter.finish();
    if !last.lines.is_empty() {
        // If nobody listens any more, nobody misses it.
        let _ = batches.send(last);
    }
}

/// Finds the ends of lines in what was read, and keeps the beginning of a line
/// until its end has come.
#[derive(Debug, Default)]
struct Splitter {
    begun: Vec<u8>,
    /// The line going on is too long already; the rest of it is skipped.
    skips: bool,
    /// Whether the first line is over.
    has_begun: bool,
}

impl Splitter {
    fn split(&mut self, bytes: &[u8]) -> Batch {
        let mut batch = Batch::now();
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            match piece.strip_suffix(b"\n") {
                Some(end) => {
                    self.extend(end, &mut batch);
                    self.end_line(&mut batch);
                }
                None => self.extend(piece, &mut batch),
            }
        }
        batch
    }

    /// What came behind the last line end.
    fn finish(mut self) -> Batch {
        let mut batch = Batch::now();
        if !self.begun.is_empty() {
            self.end_line(&mut batch);
        }
        batch
    }

    fn extend(&mut self, piece: &[u8], batch: &mut Batch) {
        // A carriage return may stand behind the longest line.
        let fits = self.begun.len() + piece.len() <= LONGEST_LINE + 1;
        if self.skips {
            return;
        }
        if fits {
            self.begun.extend_from_slice(piece);
            return;
        }
        self.begun.clear();
        self.skips = true;
        batch.lines.push(Span::TooLong);
    }

    fn end_line(&mut self, batch: &mut Batch) {
        let skipped = std::mem::take(&mut self.skips);
        let is_first = !std::mem::replace(&mut self.has_begun, true);
        if skipped {
            return;
        }
        let line = self.begun.strip_suffix(b"\r").unwrap_or(&self.begun);
        let line = match is_first {
            true => line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line),
            false => line,
        };
        match line.len() <= LONGEST_LINE {
            true => {
                batch.text.extend_from_slice(line);
                batch.lines.push(Span::Until(batch.text.len()));
            }
            false => batch.lines.push(Span::TooLong),
        }
        self.begun.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every line of an input that arrives in pieces of this many bytes.
    fn heard(input: &[u8], piece: usize) -> Vec<Result<String, String>> {
        let mut splitter = Splitter::default();
        let mut batches: Vec<Batch> = input
            .chunks(piece)
            .map(|bytes| splitter.split(bytes))
            .collect();
        batches.push(splitter.finish());
        let lines = batches.iter().flat_map(Batch::lines);
        let owned = |line: Result<&str, BadLine>| match line {
            Ok(text) => Ok(text.to_owned()),
            Err(bad) => Err(bad.to_string()),
        };
        lines.map(owned).collect()
    }

    #[test]
    fn lines_are_the_same_however_they_arrive() {
        let input = "\u{feff}go\r\n\n é \r\nlast".as_bytes();
        for piece in 1..input.len() {
            let lines: Vec<String> = heard(input, piece).into_iter().flatten().collect();
            assert_eq!(lines, ["go", "", " é ", "last"]);
        }
    }

    #[test]
    fn a_long_line_is_one_mistake_and_costs_no_memory() {
        let mut splitter = Splitter::default();
        let piece = vec![b'x'; 1 << 20];
        let mut mistakes = 0;
        for _ in 0..64 {
            mistakes += splitter.split(&piece).lines().count();
            assert!(splitter.begun.capacity() <= 2 * LONGEST_LINE);
        }
        assert_eq!(mistakes, 1);
        let batch = splitter.split(b"x\nstop\n");
        assert_eq!(batch.lines().collect::<Vec<_>>(), [Ok("stop")]);
    }

    #[test]
    fn the_longest_line_is_still_a_line() {
        for (length, end, fits) in [
            (LONGEST_LINE, "\n", true),
            (LONGEST_LINE, "\r\n", true),
            (LONGEST_LINE, "", true),
            (LONGEST_LINE + 1, "\n", false),
            (LONGEST_LINE + 1, "", false),
            (LONGEST_LINE + 2, "", false),
        ] {
            let mut input = vec![b'x'; length];
            input.extend_from_slice(end.as_bytes());
            for piece in [1000, input.len()] {
                let lines = heard(&input, piece);
                assert_eq!(lines.len(), 1);
                assert_eq!(lines[0].is_ok(), fits, "{length} {end:?}");
            }
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_named() {
        let lines = heard(b"ok\n\xff\xfe\nx\xc3\n", 100);
        assert_eq!(
            lines,
            [
                Ok("ok".to_owned()),
                Err("byte 1 is not UTF-8, expected text".to_owned()),
                Err("byte 2 is not UTF-8, expected text".to_owned()),
            ]
        );
    }
}
