//! A game as the referee sees it: moves are words, and the rules say what
//! they do.

use super::start::Start;
use crate::catalog::Match;
use crate::game::{Color, Game, Outcome};
use crate::othello::notation::{diagram, obf, transcript};
use crate::othello::{Move, Position};

/// A game being played.
pub trait Board: Send {
    /// Where it began.
    fn start(&self) -> &Start;

    /// The moves made since then, forced passes included.
    fn moves(&self) -> &[String];

    /// The side to move.
    fn turn(&self) -> Color;

    /// What the side to move has to do, if it has nothing to choose.
    fn forced(&self) -> Option<String>;

    /// Every legal move.
    fn legal(&self) -> Vec<String>;

    /// Makes a move, or says why not.
    fn play(&mut self, word: &str) -> Result<(), String>;

    /// How the game ended, once it has.
    fn result(&self) -> Option<Verdict>;

    /// The position in one line.
    fn text(&self) -> String;

    /// The position for people, each line with its end.
    fn draw(&self) -> String;

    /// All moves as a record has them.
    fn transcript(&self) -> String {
        self.moves().join(" ")
    }

    /// The position, if the game is Othello and could be solved.
    fn othello(&self) -> Option<Position> {
        None
    }
}

/// How a game ended on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who won.
    pub outcome: Outcome,
    /// Black's discs less white's, empty squares counted for the winner, in
    /// games where that matters.
    pub difference: Option<i32>,
}

impl Verdict {
    /// The verdict that a difference in discs means.
    pub fn of(difference: i32) -> Verdict {
        let outcome = match difference.signum() {
            1 => Outcome::Win(Color::Black),
            -1 => Outcome::Win(Color::White),
            _ => Outcome::Draw,
        };
        Verdict {
            outcome,
            difference: Some(difference),
        }
    }
}

/// Othello by our own rules.
pub(super) struct Othello {
    start: Start,
    position: Position,
    moves: Vec<String>,
}

impl Othello {
    /// The game that begins like this, in this position after its opening.
    pub(super) fn new(start: Start, position: Position) -> Othello {
        Othello {
            position,
            moves: start.opening(),
            start,
        }
    }
}

impl Board for Othello {
    fn start(&self) -> &Start {
        &self.start
    }

    fn moves(&self) -> &[String] {
        &self.moves
    }

    fn turn(&self) -> Color {
        self.position.turn()
    }

    fn forced(&self) -> Option<String> {
        self.position.must_pass().then(|| Move::Pass.to_string())
    }

    fn legal(&self) -> Vec<String> {
        let moves = self.position.legal_moves();
        moves.iter().map(Move::to_string).collect()
    }

    fn play(&mut self, word: &str) -> Result<(), String> {
        let mv = transcript::read_move(word).map_err(|error| error.fault.to_string())?;
        self.position = self.position.after(mv).map_err(|error| error.to_string())?;
        self.moves.push(mv.to_string());
        Ok(())
    }

    fn result(&self) -> Option<Verdict> {
        let position = &self.position;
        position
            .is_over()
            .then(|| Verdict::of(position.score().difference(Color::Black)))
    }

    fn text(&self) -> String {
        obf::write_position(&self.position)
    }

    fn draw(&self) -> String {
        diagram::write(&self.position, diagram::Marks::None)
    }

    /// All moves in a row, `pa` for a pass.
    fn transcript(&self) -> String {
        let short = |word: &String| match word.as_str() {
            "pass" => "pa".to_owned(),
            square => square.to_owned(),
        };
        self.moves.iter().map(short).collect()
    }

    fn othello(&self) -> Option<Position> {
        Some(self.position)
    }
}

/// Another game of the catalog, by its own rules.
pub(super) struct Other {
    start: Start,
    game: Box<dyn Match>,
    moves: Vec<String>,
}

impl Other {
    /// The game that begins like this, with its opening played.
    pub(super) fn new(start: Start, game: Box<dyn Match>) -> Other {
        Other {
            moves: start.opening(),
            start,
            game,
        }
    }
}

/// The two who play any game have two colours here: where they have seats, the
/// first seat is black's.
pub fn color(player: &str) -> Color {
    match player {
        "black" | "p1" => Color::Black,
        _ => Color::White,
    }
}

impl Board for Other {
    fn start(&self) -> &Start {
        &self.start
    }

    fn moves(&self) -> &[String] {
        &self.moves
    }

    fn turn(&self) -> Color {
        color(&self.game.turn())
    }

    /// Whoever can do nothing but pass need not be asked.
    fn forced(&self) -> Option<String> {
        let legal = self.game.legal();
        (legal == ["pass"]).then(|| "pass".to_owned())
    }

    fn legal(&self) -> Vec<String> {
        self.game.legal()
    }

    fn play(&mut self, word: &str) -> Result<(), String> {
        self.game.play(word).map_err(|error| error.to_string())?;
        self.moves.extend(self.game.moves().pop());
        Ok(())
    }

    fn result(&self) -> Option<Verdict> {
        let outcome = match self.game.outcome()? {
            Outcome::Win(winner) => Outcome::Win(color(&winner)),
            Outcome::Draw => Outcome::Draw,
        };
        Some(Verdict {
            outcome,
            difference: None,
        })
    }

    fn text(&self) -> String {
        let moves = || format!("{} after {}", self.start.kind(), self.moves.join(" "));
        self.game.board().unwrap_or_else(moves)
    }

    fn draw(&self) -> String {
        self.game.draw()
    }
}
