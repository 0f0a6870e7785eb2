//! A game as the console needs it: moves are words, a position is a drawing.
//!
//! The conversation in `play` is written against this boundary
//! alone, so that another game is played at the keyboard by implementing it.

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
    pub(super) side: Color,
    /// The move, as one would type it; none for a pass.
    pub(super) place: Option<String>,
    /// What it turned over.
    pub(super) turned: Vec<String>,
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

/// A line of play the computer has thought of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Thought {
    /// The moves, as one would type them.
    pub(super) line: Vec<String>,
    /// Hundredths of a disc for the side to move.
    pub(super) score: i32,
    /// What the score is worth.
    pub(super) proof: Proof,
    /// Plies looked ahead.
    pub(super) depth: u32,
}

/// A game under way, from its first position to the present one.
pub(super) trait Contest {
    /// The side to move.
    fn turn(&self) -> Color;

    /// The outcome, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The discs of black and white.
    fn counts(&self) -> [u32; 2];

    /// By how many discs the winner has won, and whether empty squares were
    /// counted for them.
    fn margin(&self) -> (u32, bool);

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

    /// The game, if it is one that other programs can be asked about.
    fn history(&self) -> Option<&History>;

    /// Goes back to the beginning.
    fn restart(&mut self);

    /// The position for people.
    fn draw(&self, view: &View) -> String;

    /// The names of the formats a game can be kept in.
    fn formats(&self) -> Vec<&'static str>;

    /// The game as a file holds it, in the format of this name if there is one.
    fn write(&self, format: &str) -> Option<String>;

    /// Goes on from a game as a file holds it, or says in this language what
    /// is wrong with it.
    fn read(&mut self, text: &str, language: Language) -> Result<(), String>;

    /// The best lines of play, best first; the listener hears of the best so
    /// far. There is one at least unless the game is over.
    fn think(&mut self, order: &Order, listener: &mut dyn FnMut(&Thought)) -> Vec<Thought>;

    /// What the position looks worth to the side to move without thinking, in
    /// hundredths of a disc.
    fn evaluate(&self) -> i32;
}
