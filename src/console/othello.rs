//! Othello behind the console's boundary.

use super::contest::{Contest, Deed, Order, Thought};
use super::draw::{self, Labels, Marks, View};
use super::language::Language;
use super::phrase::Phrase;
use super::variant::Variant;
use super::words::short;
use crate::engine::{Effort, Engine, Line, Report, Settings, Task};
use crate::game::{Color, Game, Outcome};
use crate::limits::Budget;
use crate::othello::notation::format::{self, Format};
use crate::othello::notation::transcript;
use crate::othello::{History, IllegalMove, Move, Position, Square};

/// A game of Othello, and the engine that thinks about it.
pub(super) struct Othello {
    variant: Variant,
    labels: Labels,
    start: Position,
    history: History,
    engine: Engine,
}

impl Othello {
    pub(super) fn new(variant: Variant, start: Position, settings: Settings) -> Othello {
        Othello {
            variant,
            labels: variant.view(true, false).labels,
            start,
            history: History::new(start),
            engine: Engine::new(settings),
        }
    }

    fn position(&self) -> &Position {
        self.history.current()
    }

    /// The position before the last move, and the move.
    fn before(&self) -> Option<(&Position, Move)> {
        let last = self.history.moves().next_back()?;
        let before = self.history.positions().nth(self.length() - 1)?;
        Some((before, last))
    }

    /// The square of the last move and what it turned over.
    fn last_placed(&self) -> Option<(Square, Vec<Square>)> {
        match self.before()? {
            (before, Move::Place(square)) => Some((square, before.flips(square).ok()?)),
            (_, Move::Pass) => None,
        }
    }

    /// The move that a text names: `f5`, or row and column where those are
    /// numbers.
    fn read_move(&self, text: &str) -> Option<Move> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match (self.labels, words.as_slice()) {
            (Labels::Numbers, [row, column]) => {
                let number = |word: &str| word.parse::<u8>().ok()?.checked_sub(1);
                Square::new(number(column)?, number(row)?).map(Move::Place)
            }
            (_, [word]) => transcript::read_move(word).ok(),
            _ => None,
        }
    }

    fn name(&self, square: Square) -> String {
        draw::name(square, self.labels)
    }

    fn refusal(&self, reason: IllegalMove, language: Language) -> String {
        match reason {
            IllegalMove::OffBoard(square, size) => {
                language.say(Phrase::OffBoard, &[&self.name(square), &size])
            }
            IllegalMove::Occupied(square) => language.say(Phrase::Occupied, &[&self.name(square)]),
            IllegalMove::FlipsNothing(square) => {
                language.say(Phrase::TurnsNothing, &[&self.name(square)])
            }
            IllegalMove::MayNotPass(_) => language.text(Phrase::MayNotPass).to_owned(),
            IllegalMove::GameOver => language.text(Phrase::IsOver).to_owned(),
        }
    }
}

/// A line of the engine's with its moves as one would type them.
fn thought(line: &Line, labels: Labels) -> Thought {
    let name = |mv: &Move| match mv {
        Move::Place(square) => draw::name(*square, labels),
        Move::Pass => mv.to_string(),
    };
    Thought {
        line: line.moves.iter().map(name).collect(),
        score: line.score,
        proof: line.proof,
        depth: line.depth,
    }
}

impl Contest for Othello {
    fn turn(&self) -> Color {
        self.position().turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position().outcome()
    }

    fn counts(&self) -> [u32; 2] {
        [Color::Black, Color::White].map(|color| self.position().count(color))
    }

    fn margin(&self) -> (u32, bool) {
        let score = self.position().score();
        let difference = score.difference(Color::Black).unsigned_abs();
        (difference, score.empties > 0)
    }

    fn moves(&self) -> Vec<String> {
        let squares = self.position().legal_squares();
        squares
            .into_iter()
            .map(|square| self.name(square))
            .collect()
    }

    fn play(&mut self, text: &str, language: Language) -> Result<(), String> {
        let Some(mv) = self.read_move(text) else {
            let expected = match self.labels {
                Labels::Numbers => Phrase::ExpectedRowAndColumn,
                Labels::Letters | Labels::Capitals => Phrase::ExpectedMove,
            };
            return Err(language.say(expected, &[&short(text)]));
        };
        let played = self.history.play(mv);
        played.map_err(|reason| self.refusal(reason, language))
    }

    fn pass(&mut self) -> bool {
        self.position().must_pass() && self.history.play(Move::Pass).is_ok()
    }

    fn last(&self) -> Option<Deed> {
        let (before, mv) = self.before()?;
        let names = |squares: Vec<Square>| squares.into_iter().map(|square| self.name(square));
        Some(Deed {
            side: before.turn(),
            place: match mv {
                Move::Place(square) => Some(self.name(square)),
                Move::Pass => None,
            },
            turned: self
                .last_placed()
                .map_or(Vec::new(), |(_, turned)| names(turned).collect()),
        })
    }

    fn length(&self) -> usize {
        self.history.moves().len()
    }

    fn undo(&mut self) -> bool {
        self.history.undo().is_some()
    }

    fn redo(&mut self) -> bool {
        self.history.redo().is_some()
    }

    fn history(&self) -> Option<&History> {
        Some(&self.history)
    }

    fn restart(&mut self) {
        self.history = History::new(self.start);
    }

    fn draw(&self, view: &View) -> String {
        let mut marks = Marks {
            legal: self.position().legal_squares(),
            ..Marks::default()
        };
        if let Some((last, turned)) = self.last_placed() {
            marks.last = Some(last);
            marks.turned = turned;
        }
        draw::draw(self.position(), &marks, view)
    }

    fn formats(&self) -> Vec<&'static str> {
        Format::ALL.map(Format::name).to_vec()
    }

    fn write(&self, format: &str) -> Option<String> {
        Format::named(format).map(|format| format::write(&self.history, format))
    }

    /// A board of another size is begun again as this kind of game begins.
    fn read(&mut self, text: &str, language: Language) -> Result<(), String> {
        let history = format::read(text, self.start).map_err(|error| {
            let place = [&error.place.line, &error.place.column];
            language.say(Phrase::At, &[place[0], place[1], &error.fault])
        })?;
        let size = history.start().size();
        if size != self.start.size() {
            self.start = self.variant.start(size);
        }
        self.history = history;
        Ok(())
    }

    fn think(&mut self, order: &Order, listener: &mut dyn FnMut(&Thought)) -> Vec<Thought> {
        self.engine.set(Settings {
            randomness: match order.varied {
                true => self.variant.variety(),
                false => 0,
            },
            ..self.engine.settings().clone()
        });
        let task = Task {
            position: *self.position(),
            lines: order.lines,
            effort: Effort::Level(order.level),
            budget: Budget {
                stop: order.stop.clone(),
                ..Budget::default()
            },
            ..Task::default()
        };
        let labels = self.labels;
        let report = self.engine.think(&task, &mut |report: &Report| {
            if let Some(line) = report.lines.first() {
                listener(&thought(line, labels));
            }
        });
        let lines = report.lines.iter();
        lines.map(|line| thought(line, labels)).collect()
    }

    fn evaluate(&self) -> i32 {
        self.engine.evaluate(self.position())
    }
}
