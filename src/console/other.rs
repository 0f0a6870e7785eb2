//! Any game of the catalog behind the console's boundary.

use super::contest::{Contest, Deed, Discs, Order, Score, Thought};
use super::draw::{self, Marks, View};
use super::language::Language;
use super::phrase::Phrase;
use super::said::said;
use super::words::short;
use crate::catalog::{CannotBegin, Catalog, Match, Refused};
use crate::game::{Color, Outcome};
use crate::limits::Budget;
use crate::othello::History;
use crate::players::{self, Limits, WIN};

/// What is played by whoever cannot do anything else.
const PASS: &str = "pass";

/// Scores beyond this are wins or losses.
const DECIDED: i32 = WIN - 1_000;

/// A game of the catalog.
pub(super) struct Other {
    /// What the game goes by.
    name: &'static str,
    /// How it was set up.
    settings: Vec<(String, String)>,
    game: Box<dyn Match>,
}

impl Other {
    /// A new game of this name, set up like this.
    pub(super) fn begin(
        name: &'static str,
        settings: Vec<(String, String)>,
    ) -> Result<Other, CannotBegin> {
        let game = Catalog::default().begin(name, &settings)?;
        Ok(Other {
            name,
            settings,
            game,
        })
    }

    /// Whose seat has this name.
    fn seat(&self, name: &str) -> usize {
        let players = self.game.players();
        players
            .iter()
            .position(|player| player == name)
            .unwrap_or(0)
    }

    /// The game before the last move, if there was one.
    fn before(&self) -> Option<Box<dyn Match>> {
        let mut before = self.game.copy();
        before.undo().map(|_| before)
    }

    /// What the last move changed on the board.
    fn marks(&self) -> Option<Marks> {
        let changed = self.game.grid()?.differences(&self.before()?.grid()?);
        Some(match changed.as_slice() {
            [place] => Marks {
                last: Some(*place),
                ..Marks::default()
            },
            _ => Marks {
                turned: changed,
                ..Marks::default()
            },
        })
    }

    fn refusal(&self, refused: &Refused, text: &str, language: Language) -> String {
        match refused {
            Refused::Over => language.text(Phrase::IsOver).to_owned(),
            Refused::Illegal(reason) => format!("{}.", said(reason, language)),
            Refused::Unreadable(_) => {
                let moves = self.moves();
                let example = moves.first().map_or("", String::as_str);
                language.say(Phrase::ExpectedMove, &[&short(text), &example])
            }
        }
    }
}

/// A player's thought as the console has it.
fn thought(thought: &players::Thought<String>) -> Thought {
    let moves_until = |score: i32| (WIN - score.abs()).unsigned_abs().div_ceil(2);
    Thought {
        line: thought.line.clone(),
        score: match thought.score {
            // Whoever has looked at nothing else cannot tell.
            _ if thought.nodes <= 1 => Score::Unknown,
            score if score > DECIDED => Score::Win(moves_until(score)),
            score if score < -DECIDED => Score::Loss(moves_until(score)),
            score => Score::Hundredths(score),
        },
        proof: thought.proof,
        depth: thought.depth,
    }
}

impl Contest for Other {
    fn seats(&self) -> usize {
        self.game.players().len()
    }

    fn color(&self, seat: usize) -> Option<Color> {
        let players = self.game.players();
        let name = players.get(seat)?;
        Color::BOTH
            .into_iter()
            .find(|color| color.to_string() == *name)
    }

    fn turn(&self) -> usize {
        self.seat(&self.game.turn())
    }

    fn outcome(&self) -> Option<Outcome<usize>> {
        Some(match self.game.outcome()? {
            Outcome::Win(winner) => Outcome::Win(self.seat(&winner)),
            Outcome::Draw => Outcome::Draw,
        })
    }

    fn discs(&self) -> Option<Discs> {
        None
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = self.game.legal();
        moves.retain(|word| word != PASS);
        moves
    }

    fn play(&mut self, text: &str, language: Language) -> Result<(), String> {
        let played = self.game.play(text.trim());
        played.map_err(|refused| self.refusal(&refused, text, language))
    }

    fn pass(&mut self) -> bool {
        self.game.legal() == [PASS] && self.game.play(PASS).is_ok()
    }

    fn last(&self) -> Option<Deed> {
        let word = self.game.moves().pop()?;
        Some(Deed {
            seat: self.seat(&self.before()?.turn()),
            place: (word != PASS).then_some(word),
            turned: Vec::new(),
        })
    }

    fn length(&self) -> usize {
        self.game.moves().len()
    }

    fn undo(&mut self) -> bool {
        self.game.undo().is_some()
    }

    fn redo(&mut self) -> bool {
        self.game.redo().is_some()
    }

    fn history(&self) -> Option<&History> {
        None
    }

    /// A game that chance begins begins otherwise; a board keeps its size.
    fn restart(&mut self) {
        let now = self.game.settings();
        let replaced = |key: &String| now.iter().any(|(other, _)| other == key);
        self.settings.retain(|(key, _)| !replaced(key));
        self.settings.extend(now);
        match Catalog::default().begin(self.name, &self.settings) {
            Ok(game) => self.game = game,
            Err(_) => self.game.restart(),
        }
    }

    fn draw(&self, view: &View, language: Language) -> String {
        if let Some(grid) = self.game.grid() {
            return draw::draw(&grid, &self.marks().unwrap_or_default(), view);
        }
        // Seen from the other side, others' tiles are face down.
        let drawing = match view.flipped {
            true => self.game.draw_for(0),
            false => self.game.draw(),
        };
        let lines = drawing.lines().map(|line| said(line, language) + "\n");
        lines.collect()
    }

    fn formats(&self) -> Vec<&'static str> {
        vec![self.name]
    }

    fn write(&self, format: &str, language: Language) -> Result<String, String> {
        if format != self.name {
            return Err(language.say(Phrase::ExpectedFormat, &[&short(format), &self.name]));
        }
        let written = self.game.write();
        written.map_err(|reason| format!("{}.", said(&reason.0, language)))
    }

    /// Where the present cannot be written down, the last moment that can.
    fn keepsake(&self) -> String {
        let mut game = self.game.copy();
        loop {
            match game.write() {
                Ok(text) => return text,
                Err(_) if game.undo().is_some() => {}
                Err(_) => return String::new(),
            }
        }
    }

    fn check(&self, text: &str, language: Language) -> Result<(), String> {
        let read = self.game.copy().read(text);
        read.map_err(|reason| said(&reason.0, language))
    }

    fn read(&mut self, text: &str, language: Language) -> Result<(), String> {
        let read = self.game.read(text);
        read.map_err(|reason| said(&reason.0, language))
    }

    fn think(&mut self, order: &Order, listener: &mut dyn FnMut(&Thought)) -> Vec<Thought> {
        let usual = Limits::at_level(order.level);
        let limits = Limits {
            budget: Budget {
                stop: order.stop.clone(),
                ..usual.budget
            },
            ..usual
        };
        let best = self
            .game
            .think(&limits, &mut |best| listener(&thought(best)));
        best.iter().map(thought).collect()
    }

    fn evaluate(&self) -> Score {
        let limits = Limits {
            depth: Some(1),
            ..Limits::default()
        };
        let glance = self.game.think(&limits, &mut |_| {});
        glance.map_or(Score::Unknown, |glance| thought(&glance).score)
    }
}
