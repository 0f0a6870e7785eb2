//! How far a step has come.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Shows how far a step has come: a bar on a terminal, a line now and then
/// elsewhere.
pub(super) struct Bar {
    bar: ProgressBar,
    plain: bool,
    next_line: Instant,
}

const BETWEEN_LINES: Duration = Duration::from_secs(10);

impl Bar {
    pub(super) fn new(what: &'static str, total: u64) -> Bar {
        let bar = ProgressBar::new(total).with_message(what);
        let style = "{bar:40} {human_pos}/{human_len} {msg}, {per_sec}, {eta} left";
        bar.set_style(ProgressStyle::with_template(style).expect("the template is sound"));
        Bar {
            bar,
            plain: !io::stderr().is_terminal(),
            next_line: Instant::now(),
        }
    }

    pub(super) fn set(&mut self, done: u64) {
        // What was there before this run says nothing about its speed.
        if self.bar.position() == 0 {
            self.bar.reset_eta();
        }
        self.bar.set_position(done);
        if self.plain && Instant::now() >= self.next_line {
            self.next_line = Instant::now() + BETWEEN_LINES;
            self.line();
        }
    }

    fn line(&self) {
        let (done, total) = (self.bar.position(), self.bar.length().unwrap_or(0));
        let what = self.bar.message();
        // Progress that cannot be shown is no reason to stop.
        let _ = writeln!(io::stderr(), "{done} of {total} {what}");
    }

    pub(super) fn finish(self) {
        if self.plain {
            self.line();
        }
        self.bar.finish();
    }
}

/// A bar that any thread may move.
pub(super) struct SharedBar(Mutex<Bar>);

impl SharedBar {
    pub(super) fn new(what: &'static str, total: u64) -> SharedBar {
        SharedBar(Mutex::new(Bar::new(what, total)))
    }

    pub(super) fn set(&self, done: u64) {
        // A bar that cannot be moved is no reason to stop.
        if let Ok(mut bar) = self.0.lock() {
            bar.set(done);
        }
    }
}
