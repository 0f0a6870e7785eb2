//! A board in a game: whose turn it is, what moves do, and how it ends.

use std::fmt;

use super::board::Board;
use super::cell::{Cell, column_name};
use super::variant::{Landing, Size, Variant};
use crate::game::{Color, Game, Outcome};

/// What a player does in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Drops a disc into a column, 0 for `a`.
    Column(u8),
    /// Lets a disc go on a cell.
    Cell(Cell),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Column(column) => write!(f, "{}", column_name(*column)),
            Move::Cell(cell) => cell.fmt(f),
        }
    }
}

/// Why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The board has no such column or cell.
    #[error("{0} is not on the {1} board")]
    OffBoard(Move, Size),
    /// There is no room in the column.
    #[error("column {0} is full")]
    Full(Move),
    /// There is a disc already.
    #[error("{0} is occupied")]
    Occupied(Cell),
    /// The game is played with columns, or with cells, and this is the other.
    #[error("{0} is not how a disc is played in {1}")]
    WrongKind(Move, Variant),
    /// Somebody has won, or the board is full.
    #[error("the game is over")]
    GameOver,
}

/// Why some discs on a board are no position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsound {
    /// The game is not played on such a board.
    #[error("{0} is not played on a {1} board")]
    Size(Variant, Size),
    /// A disc that would have fallen further.
    #[error("there is nothing under the disc on {0}")]
    Floating(Cell),
    /// Whoever had it first would have won.
    #[error("both sides have four in line")]
    TwoWinners,
}

/// Discs on a board of one of the games, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    variant: Variant,
    size: Size,
    turn: Color,
    board: Board,
    /// Follows from the board, and is asked for often.
    outcome: Option<Outcome>,
}

impl Position {
    /// The empty board of a game, white to move.
    pub fn start(variant: Variant) -> Position {
        Position {
            variant,
            size: variant.usual_size(),
            turn: Color::White,
            board: Board::default(),
            outcome: None,
        }
    }

    /// The empty board of this size, white to move.
    pub fn start_on(variant: Variant, size: Size) -> Result<Position, Unsound> {
        Position::set_up(variant, size, Color::White, Board::default())
    }

    /// A position with these discs. The two sides need not have the same
    /// number of them, but each disc must lie where discs come to rest.
    pub fn set_up(
        variant: Variant,
        size: Size,
        turn: Color,
        board: Board,
    ) -> Result<Position, Unsound> {
        if !variant.admits(size) {
            return Err(Unsound::Size(variant, size));
        }
        let mut position = Position {
            variant,
            size,
            turn,
            board,
            outcome: None,
        };
        if let Some(cell) = position.floating() {
            return Err(Unsound::Floating(cell));
        }
        let [black, white] = [Color::Black, Color::White].map(|color| board.of(color).has_line());
        if black && white && variant.landing() != Landing::Push {
            return Err(Unsound::TwoWinners);
        }
        position.outcome = position.find_outcome();
        Ok(position)
    }

    /// Which game it is.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The discs.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The colour of the disc on a cell, if there is one.
    pub fn at(&self, cell: Cell) -> Option<Color> {
        self.board.at(cell)
    }

    /// How many cells are empty.
    pub fn empties(&self) -> u32 {
        self.size.area() - self.board.discs()
    }

    /// Where a disc comes to rest if it is played like this, and what the
    /// rules have against it otherwise.
    pub fn landing(&self, mv: Move) -> Result<Cell, IllegalMove> {
        if self.outcome.is_some() {
            return Err(IllegalMove::GameOver);
        }
        match (self.variant.landing(), mv) {
            (Landing::Slide, Move::Cell(cell)) => self.slide(cell),
            (Landing::Fall | Landing::Push, Move::Column(column)) => self.fall(column),
            _ => Err(IllegalMove::WrongKind(mv, self.variant)),
        }
    }

    /// The lowest empty cell of a column, or its top if it can be pushed down.
    fn fall(&self, column: u8) -> Result<Cell, IllegalMove> {
        let mv = Move::Column(column);
        if column >= self.size.columns() {
            return Err(IllegalMove::OffBoard(mv, self.size));
        }
        let discs = self.board.column(column).count_ones() as u8;
        let room = self.size.rows() - discs;
        match (room, self.variant.landing()) {
            (0, Landing::Push) => Ok(Cell { column, row: 0 }),
            (0, _) => Err(IllegalMove::Full(mv)),
            _ => Ok(Cell {
                column,
                row: room - 1,
            }),
        }
    }

    /// The last empty cell on the way to the nearest edge.
    fn slide(&self, cell: Cell) -> Result<Cell, IllegalMove> {
        if !cell.is_on(self.size) {
            return Err(IllegalMove::OffBoard(Move::Cell(cell), self.size));
        }
        if self.at(cell).is_some() {
            return Err(IllegalMove::Occupied(cell));
        }
        let (columns, rows) = pull(cell, self.size);
        if (columns, rows) == (0, 0) {
            return Ok(cell);
        }
        let further = |cell: &Cell| cell.step(columns, rows, self.size);
        let way = std::iter::successors(Some(cell), further);
        let free = way.take_while(|cell| self.at(*cell).is_none());
        Ok(free.last().unwrap_or(cell))
    }

    /// Whether this move pushes a disc off the board.
    fn pushes(&self, landing: Cell) -> bool {
        self.board.at(landing).is_some()
    }

    /// A disc with nothing under it, in games where discs fall.
    fn floating(&self) -> Option<Cell> {
        let floats = |cell: &Cell| {
            let below = cell.step(0, 1, self.size);
            self.at(*cell).is_some() && below.is_some_and(|below| self.at(below).is_none())
        };
        match self.variant.landing() {
            Landing::Slide => None,
            Landing::Fall | Landing::Push => self.size.cells().find(floats),
        }
    }

    /// Four in line win, unless the other side has them too. A full board is
    /// a draw, unless it can be pushed.
    fn find_outcome(&self) -> Option<Outcome> {
        let [black, white] =
            [Color::Black, Color::White].map(|color| self.board.of(color).has_line());
        match (black, white) {
            (true, false) => Some(Outcome::Win(Color::Black)),
            (false, true) => Some(Outcome::Win(Color::White)),
            _ if self.variant.landing() == Landing::Push => None,
            _ => (self.empties() == 0).then_some(Outcome::Draw),
        }
    }
}

/// Which way a disc is drawn on a cell, in columns and rows: towards every
/// edge that is nearest, where opposite ones cancel.
fn pull(cell: Cell, size: Size) -> (i8, i8) {
    let (left, top) = (cell.column, cell.row);
    let right = size.columns() - 1 - cell.column;
    let bottom = size.rows() - 1 - cell.row;
    let nearest = left.min(right).min(top).min(bottom);
    let between = |before, after| i8::from(after == nearest) - i8::from(before == nearest);
    (between(left, right), between(top, bottom))
}

impl Game for Position {
    type Player = Color;
    type Move = Move;
    type Illegal = IllegalMove;

    fn players(&self) -> Vec<Color> {
        Color::BOTH.to_vec()
    }

    fn turn(&self) -> Color {
        self.turn
    }

    fn after(&self, mv: Move) -> Result<Position, IllegalMove> {
        let cell = self.landing(mv)?;
        let mut after = *self;
        if self.pushes(cell) {
            after.board.push_down(cell.column, self.size.rows());
        }
        after.board.put(cell, self.turn);
        after.turn = !self.turn;
        after.outcome = after.find_outcome();
        Ok(after)
    }

    fn legal_moves(&self) -> Vec<Move> {
        let columns = || (0..self.size.columns()).map(Move::Column);
        let mut moves: Vec<Move> = match self.variant.landing() {
            Landing::Slide => self.size.cells().map(Move::Cell).collect(),
            Landing::Fall | Landing::Push => columns().collect(),
        };
        moves.retain(|mv| self.landing(*mv).is_ok());
        moves
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = super::notation::write_board(self);
        write!(f, "{} {} {board}", self.variant, self.size)
    }
}
