//! A game as the referee sees it: moves are words, and the rules say what
//! they do.
//!
//! Another game for two is refereed by implementing [`Board`] for it.

use crate::game::{Color, Game, Outcome};
use crate::othello::notation::{obf, transcript};
use crate::othello::{History, Move, Position, Size};

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

    /// The position, if the game is Othello and could be solved.
    fn othello(&self) -> Option<Position> {
        None
    }
}

/// Where a game begins: a board, and moves that were agreed on, which are
/// legal.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    history: History,
}

impl Start {
    /// Games on this board as they usually begin.
    pub fn usual(size: Size) -> Start {
        Start::from(History::new(usual(size)))
    }

    /// The board, before any move.
    pub fn position(&self) -> &Position {
        self.history.start()
    }

    /// The board, after the moves that were agreed on.
    pub fn after(&self) -> &Position {
        self.history.current()
    }

    /// The moves that were agreed on.
    pub fn opening(&self) -> Vec<String> {
        self.history.moves().map(|mv| mv.to_string()).collect()
    }

    /// Whether the board is the one games usually begin with.
    pub fn is_usual(&self) -> bool {
        *self.position() == usual(self.position().size())
    }
}

impl From<History> for Start {
    fn from(history: History) -> Start {
        Start { history }
    }
}

/// The board games of this size usually begin with.
pub fn usual(size: Size) -> Position {
    Position::start(size, Default::default(), Color::Black)
}

/// How a game ended on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who won.
    pub outcome: Outcome,
    /// Black's discs less white's, empty squares counted for the winner.
    pub difference: i32,
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
            difference,
        }
    }
}

/// Othello by our own rules.
pub struct Othello {
    start: Start,
    position: Position,
    moves: Vec<String>,
}

impl Othello {
    /// A game with its opening played.
    pub fn new(start: Start) -> Othello {
        Othello {
            position: *start.after(),
            moves: start.opening(),
            start,
        }
    }

    /// All moves in a row, `pa` for a pass.
    pub fn transcript(&self) -> String {
        let short = |word: &String| match word.as_str() {
            "pass" => "pa".to_owned(),
            square => square.to_owned(),
        };
        self.moves.iter().map(short).collect()
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

    fn othello(&self) -> Option<Position> {
        Some(self.position)
    }
}
