//! A finished game as it is written down: one line of JSON.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::board::Board;
use super::start::{Kind, Start};
use crate::game::{Color, Outcome};
use crate::othello::History;
use crate::othello::notation::{obf, transcript};

/// One game, with everything that is worth knowing of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Its number in the schedule, from 0. The games `2n` and `2n + 1` are a
    /// pair: the same opening with the colours swapped.
    pub game: usize,
    /// Who had the black discs, or the first seat.
    pub black: String,
    /// Who had the white discs, or the second seat.
    pub white: String,
    /// Which game: of Othello, the squares to a side.
    #[serde(flatten)]
    pub kind: Kind,
    /// The board it began with, if not the usual one, as OBF.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// How many of the moves were agreed on before the engines played.
    pub opening: usize,
    /// All moves in a row, `pa` for a pass; of other games with blanks between
    /// them.
    pub moves: String,
    /// How long each move took, in milliseconds.
    pub times: Vec<f64>,
    /// What each mover expected to win by, in discs.
    pub scores: Vec<Option<f64>>,
    /// How many plies each mover looked ahead.
    pub depths: Vec<Option<u32>>,
    /// Who won.
    pub result: Winner,
    /// Black's discs less white's, empty squares counted for the winner. None
    /// if the game did not come to its end on the board.
    pub difference: Option<i32>,
    /// Why it ended.
    pub reason: Reason,
    /// More about that, for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// Moves over the clock but within the margin: how many, and by how many
    /// milliseconds at worst.
    #[serde(default, skip_serializing_if = "Lateness::is_none")]
    pub late: Lateness,
    /// The first move of each side that gave the game away, as far back as it
    /// was looked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blunders: Vec<Blunder>,
}

/// The winner of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// Black.
    Black,
    /// White.
    White,
    /// Nobody.
    Draw,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Neither side could move.
    Normal,
    /// It was solved, and its result is certain.
    Adjudicated,
    /// Nobody had won after as many moves as a game may have.
    Length,
    /// The loser gave it up.
    Resignation,
    /// The loser's move was against the rules.
    IllegalMove,
    /// The loser took too long.
    Time,
    /// The loser's process ended.
    Crash,
    /// The loser did not answer.
    Stall,
    /// The loser did not keep to its protocol.
    Violation,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Reason; 9] = [
        Reason::Normal,
        Reason::Adjudicated,
        Reason::Length,
        Reason::Resignation,
        Reason::IllegalMove,
        Reason::Time,
        Reason::Crash,
        Reason::Stall,
        Reason::Violation,
    ];

    /// The reason as people say it.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Normal => "normal end",
            Reason::Adjudicated => "adjudicated",
            Reason::Length => "too long",
            Reason::Resignation => "resignation",
            Reason::IllegalMove => "illegal move",
            Reason::Time => "time",
            Reason::Crash => "crash",
            Reason::Stall => "stall",
            Reason::Violation => "protocol violation",
        }
    }

    /// Whether the game came to a result that its moves account for.
    pub fn is_fair(self) -> bool {
        matches!(
            self,
            Reason::Normal | Reason::Adjudicated | Reason::Length | Reason::Resignation
        )
    }
}

/// Moves that took longer than there was time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Lateness {
    /// How many of black's.
    pub black: u32,
    /// How many of white's.
    pub white: u32,
    /// By how many milliseconds at worst.
    pub worst: f64,
    /// By how many milliseconds black was over in all.
    #[serde(default)]
    pub black_total: f64,
    /// By how many milliseconds white was over in all.
    #[serde(default)]
    pub white_total: f64,
}

impl Lateness {
    /// Counts a move of this side that was over its time by so much.
    pub fn add(&mut self, color: Color, over: Duration) {
        let over = over.as_secs_f64() * 1000.0;
        let (count, total) = match color {
            Color::Black => (&mut self.black, &mut self.black_total),
            Color::White => (&mut self.white, &mut self.white_total),
        };
        *count += 1;
        *total += over;
        self.worst = self.worst.max(over);
    }

    /// How many moves of this side, and by how many milliseconds in all.
    pub fn of(&self, color: Color) -> (u32, f64) {
        match color {
            Color::Black => (self.black, self.black_total),
            Color::White => (self.white, self.white_total),
        }
    }

    fn is_none(&self) -> bool {
        self.black == 0 && self.white == 0
    }
}

/// A move that turned a win into something less, or a draw into a loss.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Blunder {
    /// Who made it.
    pub side: Winner,
    /// Which move of the game, from 1, passes counted.
    pub ply: usize,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The result before it, in discs for the mover.
    pub before: i32,
    /// The result after it.
    pub after: i32,
}

impl Blunder {
    /// How many discs it cost.
    pub fn cost(&self) -> i32 {
        self.before - self.after
    }
}

impl From<Outcome> for Winner {
    fn from(outcome: Outcome) -> Winner {
        match outcome {
            Outcome::Win(color) => color.into(),
            Outcome::Draw => Winner::Draw,
        }
    }
}

impl From<Color> for Winner {
    fn from(color: Color) -> Winner {
        match color {
            Color::Black => Winner::Black,
            Color::White => Winner::White,
        }
    }
}

impl Winner {
    /// Points for a side in halves: 2 for a win, 1 for a draw.
    pub fn points(self, color: Color) -> usize {
        match self {
            Winner::Draw => 1,
            winner if winner == color.into() => 2,
            _ => 0,
        }
    }

    /// The side that lost.
    pub fn loser(self) -> Option<Color> {
        match self {
            Winner::Black => Some(Color::White),
            Winner::White => Some(Color::Black),
            Winner::Draw => None,
        }
    }
}

impl Record {
    /// The name of the engine with this colour.
    pub fn name(&self, color: Color) -> &str {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// Where the game began, before any move.
    fn start(&self) -> Result<Start, String> {
        match &self.board {
            Some(text) => {
                let position = obf::read_position(text).map_err(|error| error.to_string())?;
                Ok(Start::from(History::new(position)))
            }
            None => self.kind.start(),
        }
    }

    /// A game of Othello by our rules, or why it is none.
    pub fn replay(&self) -> Result<History, String> {
        let start = self.start()?;
        let position = start.othello().ok_or("it is not Othello")?;
        transcript::read(&self.moves, *position).map_err(|error| error.to_string())
    }

    /// Whichever game it is, with every position as `look` sees it, the first
    /// included; or why it is none.
    pub fn walk<T>(&self, mut look: impl FnMut(&dyn Board) -> T) -> Result<Vec<T>, String> {
        let mut board = self.start()?.board();
        let mut seen = vec![look(&*board)];
        for (word, number) in self.words().iter().zip(1..) {
            let played = board.play(word);
            played.map_err(|why| format!("move {number}: {why}"))?;
            seen.push(look(&*board));
        }
        Ok(seen)
    }

    /// The moves one by one, as they are written in the record.
    pub fn words(&self) -> Vec<String> {
        if let Kind::Other { .. } = self.kind {
            return self.moves.split_whitespace().map(str::to_owned).collect();
        }
        let written = transcript::read_moves(&self.moves).unwrap_or_default();
        written
            .iter()
            .map(|written| written.mv.to_string())
            .collect()
    }
}
