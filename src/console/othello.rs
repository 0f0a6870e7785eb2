//! Othello behind the console's boundary.

use std::time::{Duration, Instant};

use super::contest::{Contest, Deed, Discs, Order, Score, Thought};
use super::draw::{self, Labels, Marks, Place, View};
use super::file::read_game;
use super::language::Language;
use super::phrase::Phrase;
use super::player::DEFAULT_LEVEL;
use super::variant::Variant;
use super::words::short;
use crate::engine::{Effort, Engine, Line, Report, Settings, Task};
use crate::game::{Color, Game, Notation, Outcome};
use crate::limits::Budget;
use crate::othello::notation::format::{self, Format};
use crate::othello::notation::transcript;
use crate::othello::{History, IllegalMove, Move, Position, Size, Square};

/// A move as one would type it.
const EXAMPLE: &str = "f5";

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

    /// Whether more than two thirds of the squares are empty. Games part before
    /// that; later, a choice among moves costs many times the best one.
    fn is_young(&self) -> bool {
        let side = u32::from(self.position().size().side());
        3 * self.position().empties() > 2 * side * side
    }

    /// How long the computer may think, if its level does not say. On the
    /// largest board the usual ones would take many times as long as on 8x8.
    fn patience(&self, level: u32) -> Option<Duration> {
        let large = self.position().size() == Size::Ten;
        (large && level <= DEFAULT_LEVEL).then_some(Duration::from_secs(1))
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
        let apart = |c: char| c.is_whitespace() || c == ',';
        let words = text.split(apart).filter(|word| !word.is_empty());
        match (self.labels, words.collect::<Vec<_>>().as_slice()) {
            (Labels::Numbers, [row, column]) => {
                let number = |word: &str| word.parse::<u8>().ok()?.checked_sub(1);
                Square::new(number(column)?, number(row)?).map(Move::Place)
            }
            (_, [word]) => transcript::read_move(word).ok(),
            _ => None,
        }
    }

    fn name(&self, square: Square) -> String {
        draw::name(place(square), self.labels)
    }

    /// The game that a file holds.
    fn history_in(&self, text: &str, language: Language) -> Result<History, String> {
        read_game(text, self.start, language)
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

fn place(square: Square) -> Place {
    (square.column(), square.row())
}

fn places(squares: Vec<Square>) -> Vec<Place> {
    squares.into_iter().map(place).collect()
}

/// A line of the engine's with its moves as one would type them.
fn thought(line: &Line, labels: Labels) -> Thought {
    let name = |mv: &Move| match mv {
        Move::Place(square) => draw::name(place(*square), labels),
        Move::Pass => mv.to_string(),
    };
    Thought {
        line: line.moves.iter().map(name).collect(),
        score: Score::Hundredths(line.score),
        proof: line.proof,
        depth: line.depth,
    }
}

impl Contest for Othello {
    fn seats(&self) -> usize {
        Color::BOTH.len()
    }

    fn color(&self, seat: usize) -> Option<Color> {
        Color::BOTH.get(seat).copied()
    }

    fn turn(&self) -> usize {
        self.position().turn() as usize
    }

    fn outcome(&self) -> Option<Outcome<usize>> {
        Some(match self.position().outcome()? {
            Outcome::Win(color) => Outcome::Win(color as usize),
            Outcome::Draw => Outcome::Draw,
        })
    }

    fn discs(&self) -> Option<Discs> {
        let score = self.position().score();
        Some(Discs {
            black: self.position().count(Color::Black),
            white: self.position().count(Color::White),
            margin: score.difference(Color::Black).unsigned_abs(),
            with_empties: score.empties > 0,
        })
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
            return Err(language.say(expected, &[&short(text), &EXAMPLE]));
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
            seat: before.turn() as usize,
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

    fn draw(&self, view: &View, _: Language) -> String {
        let mut marks = Marks {
            legal: places(self.position().legal_squares()),
            ..Marks::default()
        };
        if let Some((last, turned)) = self.last_placed() {
            marks.last = Some(place(last));
            marks.turned = places(turned);
        }
        let grid = self.position().grid();
        grid.map_or(String::new(), |grid| draw::draw(&grid, &marks, view))
    }

    fn formats(&self) -> Vec<&'static str> {
        Format::ALL.map(Format::name).to_vec()
    }

    fn write(&self, format: &str, language: Language) -> Result<String, String> {
        match Format::named(format) {
            Some(format) => Ok(format::write(&self.history, format)),
            None => {
                let formats = self.formats().join(", ");
                Err(language.say(Phrase::ExpectedFormat, &[&short(format), &formats]))
            }
        }
    }

    fn keepsake(&self) -> String {
        format::write(&self.history, Format::Ggf)
    }

    fn check(&self, text: &str, language: Language) -> Result<(), String> {
        self.history_in(text, language).map(drop)
    }

    /// A board of another size is begun again as this kind of game begins.
    fn read(&mut self, text: &str, language: Language) -> Result<(), String> {
        let history = self.history_in(text, language)?;
        let size = history.start().size();
        if size != self.start.size() {
            self.start = self.variant.start(size);
        }
        self.history = history;
        Ok(())
    }

    fn think(&mut self, order: &Order, listener: &mut dyn FnMut(&Thought)) -> Vec<Thought> {
        self.engine.set(Settings {
            randomness: match order.varied && self.is_young() {
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
                deadline: self.patience(order.level).map(|time| Instant::now() + time),
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

    fn evaluate(&self) -> Score {
        Score::Hundredths(self.engine.evaluate(self.position()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 11 empty squares of 16 are more than two thirds, 10 are not.
    #[test]
    fn moves_are_varied_only_while_a_game_is_young() {
        let variant = Variant::Reversi;
        let mut game = Othello::new(variant, variant.start(Size::Four), Settings::default());
        game.play("a2", Language::English).unwrap();
        assert!(game.is_young());
        game.play("a1", Language::English).unwrap();
        assert!(!game.is_young());
    }
}
