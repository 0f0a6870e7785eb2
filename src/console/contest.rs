//! A game as the console needs it: moves are words, a position is a drawing.
//!
//! The conversation in `play` is written against this boundary alone. Players
//! have seats, counted from 0: black and white, or however many there are.

use super::draw::View;
use super::language::Language;
use crate::engine::Proof;
use crate::game::{Color, Outcome};
use crate::limits::Stop;
use crate::othello::History;

/// What was done last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Deed {
    /// By whom.
    pub(super) seat: usize,
    /// The move, as one would type it; none for a pass.
    pub(super) place: Option<String>,
    /// What it turned over.
    pub(super) turned: Vec<String>,
}

/// The discs of a game that is won by counting them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Discs {
    pub(super) black: u32,
    pub(super) white: u32,
    /// By how many the winner has won.
    pub(super) margin: u32,
    /// Whether empty squares were counted for the winner.
    pub(super) with_empties: bool,
}

/// What the computer has to think about, and how hard.
pub(super) struct Order {
    pub(super) level: u32,
    /// How many of the best moves it should find.
    pub(super) lines: usize,
    /// Whether it may choose among moves that are about as good.
    pub(super) varied: bool,
    pub(super) stop: Stop,
}

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Score {
    /// In hundredths of a disc, or of whatever the game is about.
    Hundredths(i32),
    /// A win in so many moves of one's own.
    Win(u32),
    /// A loss after so many.
    Loss(u32),
    /// Nobody can tell.
    Unknown,
}

/// A line of play the computer has thought of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Thought {
    /// The moves, as one would type them.
    pub(super) line: Vec<String>,
    /// For the side to move.
    pub(super) score: Score,
    /// What the score is worth.
    pub(super) proof: Proof,
    /// Plies looked ahead.
    pub(super) depth: u32,
}

/// A game under way, from its first position to the present one.
pub(super) trait Contest {
    /// How many play.
    fn seats(&self) -> usize;

    /// The colour of a seat, where players have colours.
    fn color(&self, seat: usize) -> Option<Color>;

    /// The seat to move.
    fn turn(&self) -> usize;

    /// The seat that has won, once the game is over, or none.
    fn outcome(&self) -> Option<Outcome<usize>>;

    /// The discs, if the game is won by counting them.
    fn discs(&self) -> Option<Discs>;

    /// The legal moves as one would type them, passing left out.
    fn moves(&self) -> Vec<String>;

    /// Plays what was typed, or says in this language why not.
    fn play(&mut self, text: &str, language: Language) -> Result<(), String>;

    /// Passes if the side to move has no move, and says whether it did.
    fn pass(&mut self) -> bool;

    /// The last move, if there is one.
    fn last(&self) -> Option<Deed>;

    /// How many moves have been made, passes included.
    fn length(&self) -> usize;

    /// Takes one move back, if there is one.
    fn undo(&mut self) -> bool;

    /// Makes the move last taken back again, if there is one.
    fn redo(&mut self) -> bool;

    /// The game, if it is one of Othello: other programs are asked about no
    /// other.
    fn history(&self) -> Option<&History>;

    /// Begins again.
    fn restart(&mut self);

    /// The position for people.
    fn draw(&self, view: &View, language: Language) -> String;

    /// The names of the formats a game can be kept in.
    fn formats(&self) -> Vec<&'static str>;

    /// The game as a file of this format holds it, or in this language why
    /// there is none.
    fn write(&self, format: &str, language: Language) -> Result<String, String>;

    /// The game with as much of it as can be kept.
    fn keepsake(&self) -> String;

    /// What is wrong in this language with a game as a file holds it, if
    /// anything is.
    fn check(&self, text: &str, language: Language) -> Result<(), String>;

    /// Goes on from a game as a file holds it, or says in this language what
    /// is wrong with it.
    fn read(&mut self, text: &str, language: Language) -> Result<(), String>;

    /// The best lines of play, best first; the listener hears of the best so
    /// far. There is one at least unless the game is over.
    fn think(&mut self, order: &Order, listener: &mut dyn FnMut(&Thought)) -> Vec<Thought>;

    /// What the position looks worth to the side to move without thinking.
    fn evaluate(&self) -> Score;
}
