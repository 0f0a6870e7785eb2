//! Words every game shares: colours, outcomes, and a history with undo and redo.
//!
//! A game here is its rules alone. What is *at stake* in a position, how it is
//! written down and who is thinking about it are other modules' business.

use std::fmt;
use std::ops::Not;

/// One of the two sides of a board game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// The dark discs.
    Black,
    /// The light discs.
    White,
}

impl Color {
    /// Both of them.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];
}

impl Not for Color {
    type Output = Color;

    /// The other side.
    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::Black => "black",
            Color::White => "white",
        })
    }
}

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome<P = Color> {
    /// This side won.
    Win(P),
    /// Nobody did.
    Draw,
}

/// The rules of a game, as far as everyone else needs to know them.
///
/// A value of the type is one position: small, and cheap to copy.
pub trait Game: Clone {
    /// Who plays: a [`Color`] on most boards, a seat where there are more.
    type Player: Copy + PartialEq;
    /// What a player may do in one turn, passing included.
    type Move: Copy + PartialEq;
    /// Why a move is refused.
    type Illegal: std::error::Error;

    /// Everyone who plays.
    fn players(&self) -> Vec<Self::Player>;

    /// Who moves next, or would if the game were not over.
    fn turn(&self) -> Self::Player;

    /// The position after a move, if the move is legal.
    fn after(&self, mv: Self::Move) -> Result<Self, Self::Illegal>;

    /// Every legal move; a forced pass is one, and a finished game has none.
    fn legal_moves(&self) -> Vec<Self::Move>;

    /// The outcome, once the game is over.
    fn outcome(&self) -> Option<Outcome<Self::Player>>;
}

/// A board of discs, for whoever wants to draw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    columns: u8,
    /// Row by row from the top, each from the left.
    discs: Vec<Option<Color>>,
}

impl Grid {
    /// The board with these discs, by column and row from 0.
    pub fn new(columns: u8, rows: u8, disc: impl Fn(u8, u8) -> Option<Color>) -> Grid {
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        Grid {
            columns,
            discs: places.map(|(column, row)| disc(column, row)).collect(),
        }
    }

    /// How many columns there are.
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// How many rows there are.
    pub fn rows(&self) -> u8 {
        let columns = usize::from(self.columns.max(1));
        (self.discs.len() / columns) as u8
    }

    /// The disc at this column and row from 0, if there is one.
    pub fn at(&self, column: u8, row: u8) -> Option<Color> {
        let index = usize::from(row) * usize::from(self.columns) + usize::from(column);
        self.discs.get(index).copied().flatten()
    }

    /// The columns and rows where this board has another disc than that one.
    pub fn differences(&self, other: &Grid) -> Vec<(u8, u8)> {
        let places = (0..self.rows()).flat_map(|row| (0..self.columns).map(move |c| (c, row)));
        places
            .filter(|(column, row)| self.at(*column, *row) != other.at(*column, *row))
            .collect()
    }
}

/// A text that is not what it should be: what came, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unreadable(pub String);

/// A game whose moves and positions can be written down, so that front ends
/// can play it without knowing which it is.
pub trait Notation: Game<Player: fmt::Display, Move: fmt::Display> {
    /// Reads a move, which is one word. Whether it is legal is another
    /// question.
    fn read_move(&self, word: &str) -> Result<Self::Move, Unreadable>;

    /// The position for people, each line with its end.
    fn draw(&self) -> String;

    /// The position for people who may see what this player sees.
    fn draw_for(&self, _seat: usize) -> String {
        self.draw()
    }

    /// The board, where the game has one of discs.
    fn grid(&self) -> Option<Grid> {
        None
    }

    /// The words that set up a game like this one, such as `size 12x8`.
    fn settings(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// The position in one line, where the game has a way to write it.
    fn write_board(&self) -> Option<String> {
        None
    }

    /// Reads a position of the same kind of game.
    fn read_board(&self, _text: &str) -> Result<Self, Unreadable> {
        Err(Unreadable("a board has no meaning in this game".to_owned()))
    }

    /// The game as a file keeps it: unless the game has a format of its own,
    /// its moves in a row.
    fn write_game(history: &History<Self>) -> Result<String, Unreadable> {
        let moves: Vec<String> = history.moves().map(|mv| mv.to_string()).collect();
        Ok(moves.join(" ") + "\n")
    }

    /// Reads a game that a file has kept, one that begins like this.
    fn read_game(start: &Self, text: &str) -> Result<History<Self>, Unreadable> {
        read_moves(start.clone(), text)
    }
}

/// The game that begins like this and goes on with these words.
pub fn read_moves<G: Notation>(start: G, words: &str) -> Result<History<G>, Unreadable> {
    let mut history = History::new(start);
    for (word, number) in words.split_whitespace().zip(1..) {
        let wrong = |reason: String| Unreadable(format!("move {number}: {reason}"));
        let mv = history.current().read_move(word);
        let mv = mv.map_err(|error| wrong(format!("\"{word}\", {error}")))?;
        history.play(mv).map_err(|error| wrong(error.to_string()))?;
    }
    Ok(history)
}

/// How many sequences of this many legal moves there are: the proof of a
/// game's rules, since a wrong rule soon gives a wrong number.
pub fn count_sequences<G: Game>(game: &G, length: u32) -> u64 {
    if length == 0 {
        return 1;
    }
    let after = |mv| game.after(mv).ok();
    let next = game.legal_moves().into_iter().filter_map(after);
    next.map(|game| count_sequences(&game, length - 1)).sum()
}

/// A game from its first position to its last, with the moves taken back kept
/// until another one is made.
#[derive(Clone, Debug, PartialEq)]
pub struct History<G: Game> {
    start: G,
    steps: Vec<(G::Move, G)>,
    made: usize,
}

/// A list of moves of which one is illegal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {}: {reason}", index + 1)]
pub struct IllegalAt<E> {
    /// Which move, counted from 0.
    pub index: usize,
    /// What is wrong with it.
    pub reason: E,
}

impl<G: Game> History<G> {
    /// A history with no moves yet.
    pub fn new(start: G) -> History<G> {
        History {
            start,
            steps: Vec::new(),
            made: 0,
        }
    }

    /// The position the game began with.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// The position now.
    pub fn current(&self) -> &G {
        match self.made.checked_sub(1) {
            Some(last) => &self.steps[last].1,
            None => &self.start,
        }
    }

    /// The moves made, first to last, without those taken back.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = G::Move> + ExactSizeIterator {
        self.steps[..self.made].iter().map(|(mv, _)| *mv)
    }

    /// The moves taken back and not yet replaced, next to redo first.
    pub fn undone(&self) -> impl DoubleEndedIterator<Item = G::Move> + ExactSizeIterator {
        self.steps[self.made..].iter().map(|(mv, _)| *mv)
    }

    /// Every position from the start to now: one more than there are moves.
    pub fn positions(&self) -> impl Iterator<Item = &G> {
        std::iter::once(&self.start).chain(self.steps[..self.made].iter().map(|(_, after)| after))
    }

    /// Makes a move. The moves that had been taken back are forgotten.
    pub fn play(&mut self, mv: G::Move) -> Result<(), G::Illegal> {
        let after = self.current().after(mv)?;
        self.forget_undone();
        self.steps.push((mv, after));
        self.made += 1;
        Ok(())
    }

    /// Makes all the moves, or none if one of them is illegal.
    pub fn play_all(
        &mut self,
        moves: impl IntoIterator<Item = G::Move>,
    ) -> Result<(), IllegalAt<G::Illegal>> {
        let mut steps = Vec::new();
        for (index, mv) in moves.into_iter().enumerate() {
            let now = steps.last().map_or(self.current(), |(_, after)| after);
            let after = now
                .after(mv)
                .map_err(|reason| IllegalAt { index, reason })?;
            steps.push((mv, after));
        }
        if !steps.is_empty() {
            self.forget_undone();
            self.steps.append(&mut steps);
            self.made = self.steps.len();
        }
        Ok(())
    }

    /// Takes the last move back and says which it was.
    pub fn undo(&mut self) -> Option<G::Move> {
        self.made = self.made.checked_sub(1)?;
        Some(self.steps[self.made].0)
    }

    /// Forgets the moves that have been taken back.
    pub fn forget_undone(&mut self) {
        self.steps.truncate(self.made);
    }

    /// Makes the move last taken back again and says which it was.
    pub fn redo(&mut self) -> Option<G::Move> {
        let (mv, _) = self.steps.get(self.made)?;
        self.made += 1;
        Some(*mv)
    }
}
