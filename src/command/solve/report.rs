//! How the answers are shown: a row of a table or a JSON object each, and the
//! totals.

use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

use serde_json::json;

use crate::endgame::{Bounds, Line, Solution};
use crate::othello::notation::obf;
use crate::othello::{Move, Position, Size};

/// A position with its answer.
pub(super) struct Row<'a> {
    pub(super) file: &'a str,
    pub(super) line: usize,
    pub(super) position: Position,
    pub(super) solution: Solution,
    pub(super) verdict: Option<Verdict>,
    pub(super) elapsed: Duration,
}

impl Row<'_> {
    /// Writes the row of a table, under its heading if it is the first one,
    /// with a further row for each move beyond the best.
    pub(super) fn write_text(&self, out: &mut dyn Write, heading: bool) -> io::Result<()> {
        if heading {
            writeln!(
                out,
                "{:>5} {:>7} {:>8}  {:<4} {:>16} {:>11} {:>9}",
                "line", "empties", "score", "move", "nodes", "seconds", "M nodes/s"
            )?;
        }
        let best = self.solution.lines.first().and_then(first_move);
        write!(
            out,
            "{:>5} {:>7} {:>8}  {:<4} {:>16} {:>11.3} {:>9.1}",
            self.line,
            self.position.empties(),
            Shown(self.solution.bounds).to_string(),
            best.map_or("none".into(), |mv| mv.to_string()),
            self.solution.nodes,
            self.elapsed.as_secs_f64(),
            rate(self.solution.nodes, self.elapsed),
        )?;
        match &self.verdict {
            Some(verdict) => writeln!(out, "  {verdict}")?,
            None => writeln!(out)?,
        }
        for line in self.solution.lines.iter().skip(1) {
            let mv = first_move(line).map_or(String::new(), |mv| mv.to_string());
            let score = Shown(line.bounds).to_string();
            writeln!(out, "{:>13} {score:>8}  {mv}", "")?;
        }
        Ok(())
    }

    /// Writes one JSON object on a line of its own.
    pub(super) fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let moves = self.solution.lines.iter().map(|line| {
            json!({
                "score": line.bounds.exact(),
                "lower": line.bounds.lower,
                "upper": line.bounds.upper,
                "line": line.moves.iter().map(Move::to_string).collect::<Vec<_>>(),
            })
        });
        let object = json!({
            "file": self.file,
            "line": self.line,
            "position": obf::write_position(&self.position),
            "empties": self.position.empties(),
            "complete": self.solution.complete,
            "score": self.solution.bounds.exact(),
            "lower": self.solution.bounds.lower,
            "upper": self.solution.bounds.upper,
            "outcome": self.solution.bounds.outcome(),
            "moves": moves.collect::<Vec<_>>(),
            "nodes": self.solution.nodes,
            "seconds": self.elapsed.as_secs_f64(),
            "right": self.verdict.as_ref().map(|verdict| verdict.is_right()),
        });
        writeln!(out, "{object}")
    }
}

fn first_move(line: &Line) -> Option<Move> {
    line.moves.first().copied()
}

/// Millions of nodes a second.
fn rate(nodes: u64, elapsed: Duration) -> f64 {
    nodes as f64 / elapsed.as_secs_f64().max(1e-9) / 1e6
}

/// What is proven of a score, as briefly as possible.
struct Shown(Bounds);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Bounds { lower, upper } = self.0;
        match (self.0.exact(), self.0.outcome()) {
            (Some(score), _) => write!(f, "{score:+}"),
            (None, Some(1)) => f.write_str("win"),
            (None, Some(_)) => f.write_str("loss"),
            (None, None) => write!(f, "{lower:+}..{upper:+}"),
        }
    }
}

/// How an answer compares with what its file says.
pub(super) enum Verdict {
    /// Nothing contradicts it.
    Right,
    /// The file gives the position or a move another score.
    Wrong { expected: i32 },
    /// The answer is not complete.
    Open { expected: i32 },
}

impl Verdict {
    /// Compares the position's score, and that of every move that both know.
    /// Nothing comes of a file that says nothing.
    pub(super) fn on(solution: &Solution, entry: &obf::Entry) -> Option<Verdict> {
        let expected = entry.value()?;
        let excluded = |bounds: Bounds, score| score < bounds.lower || bounds.upper < score;
        if excluded(solution.bounds, expected) {
            return Some(Verdict::Wrong { expected });
        }
        for (mv, expected) in entry.moves() {
            let found = solution.lines.iter().find(|line| line.moves[0] == mv);
            if found.is_some_and(|line| excluded(line.bounds, expected)) {
                return Some(Verdict::Wrong { expected });
            }
        }
        Some(match solution.complete {
            true => Verdict::Right,
            false => Verdict::Open { expected },
        })
    }

    fn is_right(&self) -> bool {
        matches!(self, Verdict::Right)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Right => f.write_str("right"),
            Verdict::Wrong { expected } => write!(f, "WRONG, the file says {expected:+}"),
            Verdict::Open { expected } => write!(f, "open, the file says {expected:+}"),
        }
    }
}

/// What all the rows amount to.
#[derive(Default)]
pub(super) struct Totals {
    solved: usize,
    incomplete: usize,
    right: usize,
    wrong: usize,
    nodes: u64,
    elapsed: Duration,
    /// Lines that hold no position.
    pub(super) unreadable: usize,
    /// Positions not begun.
    pub(super) skipped: usize,
}

impl Totals {
    /// Whether no row has been added yet.
    pub(super) fn is_empty(&self) -> bool {
        self.solved + self.incomplete == 0
    }

    pub(super) fn add(&mut self, row: &Row) {
        match row.solution.complete {
            true => self.solved += 1,
            false => self.incomplete += 1,
        }
        match row.verdict {
            Some(Verdict::Right) => self.right += 1,
            Some(Verdict::Wrong { .. }) => self.wrong += 1,
            Some(Verdict::Open { .. }) | None => {}
        }
        self.nodes += row.solution.nodes;
        self.elapsed += row.elapsed;
    }

    /// Whether every position was solved and no file contradicts.
    pub(super) fn all_right(&self) -> bool {
        self.wrong + self.unreadable + self.skipped + self.incomplete == 0
    }

    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let seconds = self.elapsed.as_secs_f64();
        let rate = rate(self.nodes, self.elapsed);
        write!(
            out,
            "{} solved in {seconds:.3} s, {} nodes, {rate:.1} M nodes/s",
            self.solved, self.nodes
        )?;
        for (count, what) in [
            (self.right, "right"),
            (self.wrong, "wrong"),
            (self.incomplete, "interrupted"),
            (self.skipped, "not begun"),
            (self.unreadable, "unreadable"),
        ] {
            if count > 0 {
                write!(out, "; {count} {what}")?;
            }
        }
        writeln!(out)
    }
}

/// How long a position of this many empty squares takes, by a rule of thumb:
/// six million nodes with 20, twice as many with each further one. Smaller
/// boards have fewer moves: the whole game of 6x6, 32 squares, takes 0.6 billion.
pub(super) fn expected_time(size: Size, empties: u32, threads: u32) -> String {
    const NODES_PER_SECOND: f64 = 5e7;
    let (nodes_with_20, growth) = match size {
        Size::Four | Size::Six => (5e5, 1.8_f64),
        Size::Eight | Size::Ten => (6e6, 2.0_f64),
    };
    let nodes = nodes_with_20 * growth.powf(f64::from(empties) - 20.0);
    let seconds = nodes / NODES_PER_SECOND / f64::from(threads);
    let (amount, unit) = match seconds {
        ..120.0 => (seconds, "seconds"),
        ..7200.0 => (seconds / 60.0, "minutes"),
        ..172_800.0 => (seconds / 3600.0, "hours"),
        ..63_115_200.0 => (seconds / 86_400.0, "days"),
        _ => (seconds / 31_557_600.0, "years"),
    };
    format!("about {amount:.0} {unit}")
}
