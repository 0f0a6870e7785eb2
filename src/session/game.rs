//! The game on the table: what the words of a command mean in it.

use super::Refusal;
use super::clocks::Face;
use crate::game::{Color, Game, Outcome};
use crate::othello::notation::format::{self, Format};
use crate::othello::notation::{self, columns, diagram, ggf, obf, sgf, transcript};
use crate::othello::{History, IllegalMove, Move, Position, Size, Square, Start, Symmetry};
use crate::protocol::{Code, Query, Reply, Setup, Status, Turn, View, reply::Verdict};

/// A game from its first position to the present one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Table {
    /// The position this kind of game begins with.
    start: Position,
    history: History,
    /// Which of the moves are passes that nobody asked for.
    silent: Vec<usize>,
    /// Passes made when the game was over already.
    idle_passes: u32,
}

impl Default for Table {
    fn default() -> Table {
        Table::new(Position::default())
    }
}

impl Table {
    fn new(start: Position) -> Table {
        Table {
            start,
            history: History::new(start),
            silent: Vec::new(),
            idle_passes: 0,
        }
    }

    /// A new game of this name, set up as the pairs of words say.
    pub(super) fn begin(
        game: Option<&str>,
        settings: &[(String, String)],
    ) -> Result<Table, Refusal> {
        let name = game.unwrap_or("othello").to_ascii_lowercase();
        let (mut start, mut first) = match name.as_str() {
            "othello" | "reversi" => (Start::Standard, Color::Black),
            "rothelo" => (Start::Mirrored, Color::Black),
            "tablero" => (Start::Standard, Color::White),
            _ => return Err(unknown_game(&name)),
        };
        let mut size = Size::Eight;
        for (key, value) in settings {
            match key.to_ascii_lowercase().as_str() {
                "size" => size = read_size(value)?,
                "start" => start = read_start(value)?,
                "first" => first = read_color(value)?,
                _ => return Err(bad_argument(key, "size, start or first")),
            }
        }
        Ok(Table::new(Position::start(size, start, first)))
    }

    /// The position now.
    pub(super) fn position(&self) -> &Position {
        self.history.current()
    }

    /// The side that moves first in this kind of game.
    pub(super) fn first_player(&self) -> Color {
        self.start.turn()
    }

    /// The whole game.
    pub(super) fn history(&self) -> &History {
        &self.history
    }

    /// The position this kind of game begins with.
    pub(super) fn start(&self) -> Position {
        self.start
    }

    /// Goes on from another game, whose size may differ.
    pub(super) fn replace(&mut self, history: History) {
        let size = history.start().size();
        if size != self.start.size() {
            self.start = Position::start(size, Start::Standard, self.start.turn());
        }
        self.history = history;
        self.silent.clear();
        self.idle_passes = 0;
    }

    /// Begins the same kind of game again.
    pub(super) fn restart(&mut self) {
        *self = Table::new(self.start);
    }

    /// Goes to the end of a game that a text holds, and gives back what its
    /// clocks show, black's first.
    pub(super) fn set_game(&mut self, text: &str) -> Result<[Option<Face>; 2], Refusal> {
        if Format::of(text) == Format::Ggf {
            let game = ggf::read(text).map_err(bad_game)?;
            self.replace(game.history().clone());
            return Ok([Color::Black, Color::White].map(|side| Face::of(&game, side)));
        }
        self.replace(format::read(text, self.start).map_err(bad_game)?);
        Ok([None; 2])
    }

    /// Puts discs on an empty board; the side to move stays the same.
    pub(super) fn set_discs(&mut self, discs: &[(Color, String)]) -> Result<(), Refusal> {
        let now = self.position();
        let mut position = Position::empty(now.size(), now.turn());
        for (color, word) in discs {
            let square: Square = word.parse().map_err(|_| bad_argument(word, "a square"))?;
            if !square.is_on(position.size()) {
                return Err(bad_argument(word, "a square of this board"));
            }
            position.put(square, Some(*color));
        }
        self.replace(History::new(position));
        Ok(())
    }

    /// The same discs with this side to move.
    pub(super) fn set_turn(&mut self, side: Color) {
        self.replace(History::new(self.position().with_turn(side)));
    }

    /// Turns and mirrors the whole game, moves taken back included.
    pub(super) fn look_through(&mut self, view: View) {
        let symmetry = symmetry(view);
        let size = self.start.size();
        let seen = |mv: Move| match mv {
            Move::Place(square) => Move::Place(symmetry.square(square, size)),
            Move::Pass => Move::Pass,
        };
        let made = self.history.moves().len();
        let mut history = History::new(self.history.start().seen_through(symmetry));
        let moves = self.history.moves().chain(self.history.undone());
        let played = history.play_all(moves.map(seen));
        debug_assert!(played.is_ok(), "{played:?}");
        while history.moves().len() > made {
            history.undo();
        }
        self.history = history;
    }

    /// Sets up a board and makes moves from there.
    pub(super) fn set_position(&mut self, from: &Setup, moves: &[String]) -> Result<(), Refusal> {
        let position = match from {
            Setup::Start => self.start,
            Setup::Board(text) => columns::read(text).map_err(illegal_position)?,
            Setup::Obf(text) => obf::read_position(text).map_err(illegal_position)?,
            Setup::Fen(text) => read_fen(text)?,
        };
        let mut history = History::new(position);
        play(&mut history, moves)?;
        self.replace(history);
        Ok(())
    }

    /// Sets up a board given as one string.
    pub(super) fn set_board(&mut self, text: &str) -> Result<(), Refusal> {
        let position = notation::read_board(text).map_err(illegal_position)?;
        self.replace(History::new(position));
        Ok(())
    }

    /// Makes all the moves, or none.
    pub(super) fn play(&mut self, moves: &[String]) -> Result<(), Refusal> {
        play(&mut self.history, moves)
    }

    /// Makes moves, each by the side it names, or none of them. Gives back who
    /// made them.
    pub(super) fn take_turns(&mut self, turns: &[Turn]) -> Result<Vec<Color>, Refusal> {
        let mut after = self.clone();
        let sides = turns.iter().map(|turn| after.take_turn(turn));
        let sides = sides.collect::<Result<_, _>>()?;
        *self = after;
        Ok(sides)
    }

    fn take_turn(&mut self, turn: &Turn) -> Result<Color, Refusal> {
        let mv = read_move(&turn.mv)?;
        let on_turn = self.position().turn();
        let side = turn.side.unwrap_or(match self.position().must_pass() {
            true if mv != Move::Pass => !on_turn,
            _ => on_turn,
        });
        if self.position().is_over() && mv == Move::Pass {
            self.idle_passes += 1;
            return Ok(side);
        }
        self.position_for(side)?;
        if side != on_turn {
            let made = self.history.moves().len();
            self.silent.retain(|&index| index < made);
            self.silent.push(made);
            let _ = self.history.play(Move::Pass);
        }
        let played = self.history.play(mv);
        played.map_err(|reason| illegal(reason, self.position()))?;
        Ok(side)
    }

    /// The position with this side to move, which it is if the other one has
    /// to pass, or if the game is over.
    pub(super) fn position_for(&self, side: Color) -> Result<Position, Refusal> {
        let position = self.position();
        if position.turn() == side || position.must_pass() || position.is_over() {
            return Ok(position.with_turn(side));
        }
        let legal = names(position.legal_moves()).join(" ");
        let message = format!(
            "it is not {side}'s turn, expected one of {legal} by {}",
            !side
        );
        Err(Refusal::new(Code::IllegalMove, message))
    }

    /// Takes this many turns back, or none.
    pub(super) fn take_back(&mut self, count: u32) -> Result<(), Refusal> {
        let mut before = self.clone();
        for _ in 0..count {
            before.take_one_back()?;
        }
        *self = before;
        Ok(())
    }

    fn take_one_back(&mut self) -> Result<(), Refusal> {
        if let Some(fewer) = self.idle_passes.checked_sub(1) {
            self.idle_passes = fewer;
            return Ok(());
        }
        self.undo(1)?;
        let made = self.history.moves().len();
        if self.silent.pop_if(|index| *index + 1 == made).is_some() {
            self.history.undo();
        }
        Ok(())
    }

    /// Takes this many moves back, or none.
    pub(super) fn undo(&mut self, count: u32) -> Result<(), Refusal> {
        let made = self.history.moves().len();
        if (count as usize) > made {
            let message = format!("{count}, expected at most the {made} moves made");
            return Err(Refusal::new(Code::NothingToUndo, message));
        }
        for _ in 0..count {
            self.history.undo();
        }
        Ok(())
    }

    /// Makes this many of the moves taken back again, or none.
    pub(super) fn redo(&mut self, count: u32) -> Result<(), Refusal> {
        let undone = self.history.undone().len();
        if (count as usize) > undone {
            let message = format!("{count}, expected at most the {undone} moves taken back");
            return Err(Refusal::new(Code::NothingToRedo, message));
        }
        for _ in 0..count {
            self.history.redo();
        }
        Ok(())
    }

    pub(super) fn legal(&self) -> Reply {
        Reply::Legal(names(self.position().legal_moves()))
    }

    pub(super) fn flips(&self, word: &str) -> Result<Reply, Refusal> {
        let position = self.position();
        let squares = match legal_move(word, position)? {
            Move::Place(square) => position
                .flips(square)
                .map_err(|reason| illegal(reason, position))?,
            Move::Pass => Vec::new(),
        };
        Ok(Reply::Flips(names(squares)))
    }

    pub(super) fn stable(&self) -> Reply {
        Reply::Stable(names(self.position().stable_squares()))
    }

    /// What each move looks worth, by what the position behind it looks worth
    /// to the other side.
    pub(super) fn values(&self, mut evaluate: impl FnMut(&Position) -> i32) -> Reply {
        let position = self.position();
        let mut after = |mv: Move| Some((mv.to_string(), -evaluate(&position.after(mv).ok()?)));
        Reply::EvalMoves(
            position
                .legal_moves()
                .into_iter()
                .filter_map(&mut after)
                .collect(),
        )
    }

    pub(super) fn status(&self) -> Reply {
        let position = self.position();
        let score = position.score();
        let result = position.outcome().map(|outcome| Verdict {
            winner: match outcome {
                Outcome::Win(color) => color.to_string(),
                Outcome::Draw => "draw".to_owned(),
            },
            difference: score.difference(Color::Black).unsigned_abs(),
        });
        let state = match position {
            _ if result.is_some() => "over",
            position if position.must_pass() => "pass",
            _ => "playing",
        };
        Reply::Status(Status {
            turn: match result {
                Some(_) => "none".to_owned(),
                None => position.turn().to_string(),
            },
            black: score.black,
            white: score.white,
            empties: score.empties,
            ply: self.history.moves().len() as u32,
            state: state.to_owned(),
            result,
        })
    }

    /// The answer to one of UGI's questions, when it is this side's turn. The
    /// first player is the side that
    /// moves first in this kind of game.
    pub(super) fn query(&self, query: Query, turn: Color) -> Reply {
        let position = self.position();
        let first = self.first_player();
        let answer = match (query, position.outcome()) {
            (Query::GameOver, outcome) => outcome.is_some().to_string(),
            (Query::FirstPlayersTurn, _) => (turn == first).to_string(),
            (Query::Result, None) => "none".to_owned(),
            (Query::Result, Some(Outcome::Draw)) => "draw".to_owned(),
            (Query::Result, Some(Outcome::Win(side))) if side == first => "p1win".to_owned(),
            (Query::Result, Some(Outcome::Win(_))) => "p2win".to_owned(),
        };
        Reply::Response(answer)
    }

    /// The position for people, then how the game stands.
    pub(super) fn drawing(&self) -> Vec<Reply> {
        let drawing = diagram::write(self.position(), diagram::Marks::Legal);
        let lines = drawing.lines().map(|line| Reply::Text(line.to_owned()));
        lines.chain([self.status()]).collect()
    }

    /// The position, or the game, in a notation.
    pub(super) fn written(&self, format: &str) -> Result<Reply, Refusal> {
        let name = format.to_ascii_lowercase();
        let text = match name.as_str() {
            "board" => columns::write(self.position()),
            "obf" => obf::write_position(self.position()),
            "moves" => match names(self.history.moves()) {
                moves if moves.is_empty() => "none".to_owned(),
                moves => moves.join(" "),
            },
            "ggf" => ggf::write(&(&self.history).into()),
            "sgf" => sgf::write(&self.history),
            _ => return Err(bad_argument(format, "board, obf, moves, ggf or sgf")),
        };
        Ok(Reply::Notation { name, text })
    }
}

/// A view mirrors in the diagonal last, a symmetry does so first.
fn symmetry(view: View) -> Symmetry {
    let index = 4 * usize::from(view.transpose) + 2 * usize::from(view.mirror);
    Symmetry::ALL[index + usize::from(view.flip)].inverse()
}

/// Names of moves or squares.
pub(super) fn names(items: impl IntoIterator<Item = impl ToString>) -> Vec<String> {
    items.into_iter().map(|item| item.to_string()).collect()
}

/// Makes all the moves, passes left out put back, or none of them.
fn play(history: &mut History, words: &[String]) -> Result<(), Refusal> {
    if let [word] = words
        && let Ok(mv) = read_move(word)
        && history.play(mv).is_ok()
    {
        return Ok(());
    }
    let mut moves = Vec::new();
    for word in words {
        let written = transcript::read_moves(word).map_err(|error| bad_move(word, &error.fault))?;
        moves.extend(written.iter().map(|written| written.mv));
    }
    transcript::play(history, moves.iter().copied()).map_err(|refused| {
        let mut reached = history.clone();
        let before = moves[..refused.index].iter().copied();
        // What led there has just been found to be legal.
        let _ = transcript::play(&mut reached, before);
        let passes = reached.current().must_pass() && moves[refused.index] != Move::Pass;
        if passes {
            let _ = reached.play(Move::Pass);
        }
        let refusal = illegal(refused.reason, reached.current());
        match moves.len() {
            1 => refusal,
            _ => refusal.within(&format!("move {}: ", refused.index + 1)),
        }
    })
}

fn read_move(word: &str) -> Result<Move, Refusal> {
    transcript::read_move(word).map_err(|error| bad_move(word, &error.fault))
}

/// The move that a word names, which must be legal in this position.
pub(super) fn legal_move(word: &str, position: &Position) -> Result<Move, Refusal> {
    let mv = read_move(word)?;
    match position.after(mv) {
        Ok(_) => Ok(mv),
        Err(reason) => Err(illegal(reason, position)),
    }
}

fn bad_move(word: &str, fault: &notation::Fault) -> Refusal {
    let word = crate::protocol::dialect::excerpt(word);
    Refusal::new(Code::BadArgument, format!("\"{word}\": {fault}"))
}

fn bad_argument(word: &str, expected: &str) -> Refusal {
    let word = crate::protocol::dialect::excerpt(word);
    Refusal::new(
        Code::BadArgument,
        format!("\"{word}\", expected {expected}"),
    )
}

fn unknown_game(name: &str) -> Refusal {
    let name = crate::protocol::dialect::excerpt(name);
    let message = format!("\"{name}\", expected othello, reversi, rothelo or tablero");
    Refusal::new(Code::UnknownGame, message)
}

/// A text that is no game: a move that the rules refuse has its own code.
fn bad_game(error: notation::ReadError) -> Refusal {
    let code = match error.fault {
        notation::Fault::Illegal { .. } => Code::IllegalMove,
        notation::Fault::Unexpected { .. } => Code::BadArgument,
    };
    Refusal::new(code, error.to_string())
}

fn illegal_position(error: notation::ReadError) -> Refusal {
    Refusal::new(Code::IllegalPosition, error.fault.to_string()).at(error.place.column)
}

/// A move that the rules refuse, with those they allow.
fn illegal(reason: IllegalMove, position: &Position) -> Refusal {
    if reason == IllegalMove::GameOver {
        let message = format!("{reason}, expected no move");
        return Refusal::new(Code::GameOver, message);
    }
    let legal = names(position.legal_moves()).join(" ");
    Refusal::new(
        Code::IllegalMove,
        format!("{reason}, expected one of {legal}"),
    )
}

/// Reads `6` or `6x6`.
fn read_size(word: &str) -> Result<Size, Refusal> {
    let side = match word.split_once(['x', 'X']) {
        Some((width, height)) if width == height => width,
        _ => word,
    };
    side.parse()
        .ok()
        .and_then(Size::from_side)
        .ok_or_else(|| bad_argument(word, "a size of 4, 6, 8 or 10"))
}

fn read_start(word: &str) -> Result<Start, Refusal> {
    match word.to_ascii_lowercase().as_str() {
        "standard" => Ok(Start::Standard),
        "mirrored" => Ok(Start::Mirrored),
        _ => Err(bad_argument(word, "standard or mirrored")),
    }
}

fn read_color(word: &str) -> Result<Color, Refusal> {
    match word.to_ascii_lowercase().as_str() {
        "black" => Ok(Color::Black),
        "white" => Ok(Color::White),
        _ => Err(bad_argument(word, "black or white")),
    }
}

/// Reads rows from the top, `/` between them and digits for empty squares, and
/// the side to move: `8/8/8/3ox3/3xo3/8/8/8 x`. What follows is counters that
/// Othello does not have. A board without `/` and digits is OBF.
///
/// Where discs are pawns, as chess programs have them, row 8 is at the top, and
/// behind the board may stand what is still in hand.
fn read_fen(text: &str) -> Result<Position, Refusal> {
    let mut words = text.split_whitespace();
    let (board, side) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    let board = board.split('[').next().unwrap_or("");
    let mut rows: Vec<String> = board.split('/').map(read_fen_row).collect();
    let count = rows.len();
    if let Some(row) = rows.iter().find(|row| count > 1 && row.len() != count) {
        let length = row.len();
        let message = format!("{count} rows, expected {count} squares in each, got {length}");
        return Err(Refusal::new(Code::IllegalPosition, message));
    }
    if board.contains(['p', 'P']) {
        rows.reverse();
    }
    let squares = rows.concat().replace('p', "X").replace('P', "O");
    obf::read_position(format!("{squares} {side}").trim_end()).map_err(illegal_position)
}

/// A row with its empty squares written out.
fn read_fen_row(row: &str) -> String {
    let mut squares = String::new();
    let mut run = 0usize;
    for c in row.chars() {
        match c.to_digit(10) {
            Some(digit) => run = (run * 10 + digit as usize).min(Size::Ten.area()),
            None => {
                squares.extend(std::iter::repeat_n('-', std::mem::take(&mut run)));
                squares.push(c);
            }
        }
    }
    squares.extend(std::iter::repeat_n('-', run));
    squares
}
