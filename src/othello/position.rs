//! A position on a board of any size, with true colours: the form positions
//! have at the edge of the library.

use std::fmt;

use super::board::Board;
use super::score::Score;
use super::size::Size;
use super::square::Square;
use super::stability;
use super::symmetry::{self, Symmetry};
use super::word::Word;
use crate::game::{Color, Game, Outcome};

/// The colours of the four discs in the middle at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Start {
    /// White on `d4` and `e5`, black on `e4` and `d5`, as everyone plays.
    #[default]
    Standard,
    /// The same with the colours exchanged.
    Mirrored,
}

/// What a player does in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Place a disc here.
    Place(Square),
    /// Do nothing, for want of a legal square.
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(square) => square.fmt(f),
            Move::Pass => f.write_str("pass"),
        }
    }
}

impl From<Square> for Move {
    fn from(square: Square) -> Move {
        Move::Place(square)
    }
}

/// Why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The board is too small for it.
    #[error("{0} is not on the {1} board")]
    OffBoard(Square, Size),
    /// There is a disc already.
    #[error("{0} is occupied")]
    Occupied(Square),
    /// It would turn nothing over.
    #[error("{0} turns nothing over")]
    FlipsNothing(Square),
    /// A player who can move must.
    #[error("{0} has a move and may not pass")]
    MayNotPass(Color),
    /// Neither side can move.
    #[error("the game is over")]
    GameOver,
}

/// Discs on a board, and whose turn it is.
///
/// Any arrangement of discs is a position, also one that no game reaches. The
/// side to move need not have a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    size: Size,
    turn: Color,
    discs: Discs,
}

/// The discs, side to move first, in the smallest word that holds them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Discs {
    Small(Board<u64>),
    Large(Board<u128>),
}

/// Does the same with whichever kind of board a position holds.
macro_rules! on_board {
    ($position:expr, |$board:ident, $playable:ident| $body:expr) => {
        match $position.discs {
            Discs::Small($board) => {
                let $playable = <u64 as Word>::playable($position.size);
                $body
            }
            Discs::Large($board) => {
                let $playable = <u128 as Word>::playable($position.size);
                $body
            }
        }
    };
}

impl Position {
    /// An empty board.
    pub fn empty(size: Size, turn: Color) -> Position {
        let discs = match size {
            Size::Ten => Discs::Large(Board::default()),
            _ => Discs::Small(Board::default()),
        };
        Position { size, turn, discs }
    }

    /// The position games begin with.
    pub fn start(size: Size, start: Start, first: Color) -> Position {
        let mut position = Position::empty(size, first);
        let middle = size.side() / 2;
        let on_diagonal = match start {
            Start::Standard => Color::White,
            Start::Mirrored => Color::Black,
        };
        for (column, row, color) in [
            (middle - 1, middle - 1, on_diagonal),
            (middle, middle, on_diagonal),
            (middle, middle - 1, !on_diagonal),
            (middle - 1, middle, !on_diagonal),
        ] {
            let square = Square::new(column, row).expect("every board has a middle");
            position.put(square, Some(color));
        }
        position
    }

    /// A position from boards as the engine holds them, or `None` if a square
    /// has two discs or lies off a board of this size.
    pub fn from_board(board: Board, size: Size, turn: Color) -> Option<Position> {
        let playable = match size {
            Size::Ten => return None,
            _ => u64::playable(size),
        };
        let sane =
            board.player & board.opponent == 0 && (board.player | board.opponent) & !playable == 0;
        sane.then_some(Position {
            size,
            turn,
            discs: Discs::Small(board),
        })
    }

    /// The discs with the side to move first, unless the board is 10x10.
    pub fn board(&self) -> Option<Board> {
        match self.discs {
            Discs::Small(board) => Some(board),
            Discs::Large(_) => None,
        }
    }

    /// The discs with the side to move first, if the board is 10x10.
    pub fn large_board(&self) -> Option<Board<u128>> {
        match self.discs {
            Discs::Small(_) => None,
            Discs::Large(board) => Some(board),
        }
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The same discs with this side to move.
    pub fn with_turn(self, turn: Color) -> Position {
        if turn == self.turn {
            return self;
        }
        let discs = match self.discs {
            Discs::Small(board) => Discs::Small(board.swapped()),
            Discs::Large(board) => Discs::Large(board.swapped()),
        };
        Position {
            turn,
            discs,
            ..self
        }
    }

    /// The colour of the disc on a square, if there is one.
    pub fn at(&self, square: Square) -> Option<Color> {
        if !square.is_on(self.size) {
            return None;
        }
        on_board!(self, |board, _playable| {
            if board.player.has(square) {
                Some(self.turn)
            } else if board.opponent.has(square) {
                Some(!self.turn)
            } else {
                None
            }
        })
    }

    /// Puts a disc on a square, or takes it off. Squares off the board are
    /// left alone.
    pub fn put(&mut self, square: Square, color: Option<Color>) {
        if !square.is_on(self.size) {
            return;
        }
        let own = color.map(|color| color == self.turn);
        match &mut self.discs {
            Discs::Small(board) => put_on(board, square, own),
            Discs::Large(board) => put_on(board, square, own),
        }
    }

    /// How many discs a colour has.
    pub fn count(&self, color: Color) -> u32 {
        on_board!(self, |board, _playable| {
            if color == self.turn {
                board.player.len()
            } else {
                board.opponent.len()
            }
        })
    }

    /// How many squares are empty.
    pub fn empties(&self) -> u32 {
        on_board!(self, |board, playable| board.empties(playable).len())
    }

    /// The squares where the side to move may play, row by row.
    pub fn legal_squares(&self) -> Vec<Square> {
        on_board!(self, |board, playable| board
            .moves(playable)
            .squares()
            .collect())
    }

    /// Whether the side to move has a square to play on.
    pub fn can_place(&self) -> bool {
        on_board!(self, |board, playable| !board.moves(playable).is_empty())
    }

    /// Whether neither side can move.
    pub fn is_over(&self) -> bool {
        on_board!(self, |board, playable| board.is_over(playable))
    }

    /// Whether the side to move has no move, but the other side does.
    pub fn must_pass(&self) -> bool {
        !self.can_place() && !self.is_over()
    }

    /// The discs that a move would turn over, row by row.
    pub fn flips(&self, square: Square) -> Result<Vec<Square>, IllegalMove> {
        self.check(square)?;
        Ok(on_board!(self, |board, _playable| board
            .flips(square)
            .squares()
            .collect()))
    }

    /// The squares of discs that nothing can turn over any more, at least.
    pub fn stable_squares(&self) -> Vec<Square> {
        let other = self.with_turn(!self.turn);
        let of_either = self.size.squares();
        let is_stable = |square: &Square| self.holds_stable(*square) || other.holds_stable(*square);
        of_either.filter(is_stable).collect()
    }

    /// Whether a disc of the side to move on this square is stable.
    fn holds_stable(&self, square: Square) -> bool {
        match self.discs {
            Discs::Small(board) => stability::stable(board, self.size).has(square),
            Discs::Large(board) => stability::stable_on_ten(board).has(square),
        }
    }

    /// The score as it stands, or as it is once the game is over.
    pub fn score(&self) -> Score {
        Score {
            black: self.count(Color::Black),
            white: self.count(Color::White),
            empties: self.empties(),
        }
    }

    /// The position turned or mirrored.
    pub fn seen_through(&self, symmetry: Symmetry) -> Position {
        let discs = match self.discs {
            Discs::Small(board) => Discs::Small(symmetry.board(board, self.size)),
            Discs::Large(board) => Discs::Large(symmetry.board(board, self.size)),
        };
        Position { discs, ..*self }
    }

    /// The one of the eight views that stands for all of them, and the
    /// symmetry that leads to it.
    pub fn canonical(&self) -> (Position, Symmetry) {
        let (discs, symmetry) = match self.discs {
            Discs::Small(board) => {
                let (board, symmetry) = symmetry::canonical(board, self.size);
                (Discs::Small(board), symmetry)
            }
            Discs::Large(board) => {
                let (board, symmetry) = symmetry::canonical(board, self.size);
                (Discs::Large(board), symmetry)
            }
        };
        (Position { discs, ..*self }, symmetry)
    }

    /// The position after placing a disc, if that is legal.
    fn after_placing(&self, square: Square) -> Result<Position, IllegalMove> {
        self.check(square)?;
        let discs = match self.discs {
            Discs::Small(board) => Discs::Small(board.after(square, board.flips(square))),
            Discs::Large(board) => Discs::Large(board.after(square, board.flips(square))),
        };
        Ok(Position {
            turn: !self.turn,
            discs,
            ..*self
        })
    }

    /// Says why a square may not be played on, if so.
    fn check(&self, square: Square) -> Result<(), IllegalMove> {
        if !square.is_on(self.size) {
            return Err(IllegalMove::OffBoard(square, self.size));
        }
        if self.at(square).is_some() {
            return Err(IllegalMove::Occupied(square));
        }
        if on_board!(self, |board, _playable| board.flips(square).is_empty()) {
            return Err(match self.is_over() {
                true => IllegalMove::GameOver,
                false => IllegalMove::FlipsNothing(square),
            });
        }
        Ok(())
    }
}

fn put_on<W: Word>(board: &mut Board<W>, square: Square, own: Option<bool>) {
    let square = W::of(square);
    board.player &= !square;
    board.opponent &= !square;
    match own {
        Some(true) => board.player |= square,
        Some(false) => board.opponent |= square,
        None => {}
    }
}

impl Default for Position {
    /// The start of the game as it is played everywhere: 8x8, black first.
    fn default() -> Position {
        Position::start(Size::Eight, Start::Standard, Color::Black)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in self.size.squares() {
            f.write_str(match self.at(square) {
                Some(Color::Black) => "X",
                Some(Color::White) => "O",
                None => "-",
            })?;
        }
        write!(f, " {}", self.turn)
    }
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
        match mv {
            Move::Place(square) => self.after_placing(square),
            Move::Pass if self.can_place() => Err(IllegalMove::MayNotPass(self.turn)),
            Move::Pass if self.is_over() => Err(IllegalMove::GameOver),
            Move::Pass => Ok(self.with_turn(!self.turn)),
        }
    }

    fn legal_moves(&self) -> Vec<Move> {
        let squares = self.legal_squares();
        if squares.is_empty() && !self.is_over() {
            return vec![Move::Pass];
        }
        squares.into_iter().map(Move::Place).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| self.score().outcome())
    }
}
