//! Everything a controller can say, in whatever dialect it says it.

use crate::game::Color;

/// One thing a controller asks for.
///
/// Moves, boards, games and files are the words of the line, not yet looked
/// at: whether they make sense depends on the game on the table.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Introduce yourself, and speak this way from now on.
    Handshake(Handshake),
    /// Answer as soon as you are able to think.
    IsReady,
    /// Set an option, or press it if it is a button.
    SetOption {
        /// The option's name, blanks included.
        name: String,
        /// The new value, to the end of the line.
        value: Option<String>,
    },
    /// Say what the options are set to.
    Settings,
    /// Begin a game.
    NewGame {
        /// Which one, the usual one if not said.
        game: Option<String>,
        /// How it is set up, as pairs of words.
        settings: Vec<(String, String)>,
    },
    /// Begin the same kind of game again.
    Restart,
    /// Go to the end of the game that this text holds, in whatever notation.
    Game(String),
    /// Go to the position reached from a board by these moves.
    Position {
        /// The board to begin with.
        from: Setup,
        /// The moves made from there.
        moves: Vec<String>,
    },
    /// Put these discs on the board, as 65 characters.
    SetBoard(String),
    /// Put these discs on an empty board.
    SetDiscs(Vec<(Color, String)>),
    /// Have this side move next.
    SetTurn(Color),
    /// Turn and mirror the board, and with it the whole game.
    View(View),
    /// Make these moves.
    Play(Vec<String>),
    /// Make these moves, each by whom it says. Who cannot move is passed for,
    /// and when the game is over everybody may pass.
    Turns(Vec<Turn>),
    /// Undo this many turns, passes that nobody asked for included.
    TakeBack(u32),
    /// Take this many moves back.
    Undo(u32),
    /// Make this many of the moves taken back again.
    Redo(u32),
    /// Think, and name a move.
    Go(Box<Go>),
    /// Stop thinking, and name the best move so far.
    Stop,
    /// The move you are pondering on was played: think for yourself now.
    PonderHit,
    /// Show the position for people, or in a notation.
    Show(Option<String>),
    /// List the legal moves.
    Legal,
    /// List what a move would turn over.
    Flips(String),
    /// Say whose turn it is, who has what, and whether the game is over.
    Status,
    /// Name the best moves.
    Hint {
        /// So many.
        count: u32,
        /// Looking so many plies ahead, if not as far as the level does.
        depth: Option<u32>,
    },
    /// Say what every position of the game is worth.
    Analyze {
        /// Looking so many plies ahead, if not as far as the level does.
        depth: Option<u32>,
    },
    /// Say what the position looks worth without searching.
    Eval,
    /// Say what each move looks worth without searching.
    EvalMoves,
    /// List the discs that can never be turned over.
    Stable,
    /// What the clocks of the game are, or show.
    Clock(ClockWord),
    /// Which sides to play without being asked to.
    Mode(Mode),
    /// Drop what you are thinking about, and say this back when it is quiet.
    Ping(String),
    /// Say this, which the dialect knows by itself.
    Echo(String),
    /// Say how long the processors have worked for you.
    CpuTime,
    /// Count the move sequences of this length.
    Perft(u32),
    /// Write the game to a file.
    Save {
        /// Where to.
        file: String,
        /// In which format, if not the file name's own.
        format: Option<String>,
    },
    /// Read a game from a file.
    Load {
        /// Which.
        file: String,
        /// How many of its moves to make, if not all.
        moves: Option<u32>,
    },
    /// Answer one of UGI's questions.
    Query(Query),
    /// Explain the commands, or one of them.
    Help(Option<String>),
    /// End.
    Quit,
}

/// The ways our own dialect can be dressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Handshake {
    /// All there is to say.
    #[default]
    Native,
    /// As runners of the Universal Game Interface expect it.
    Ugi,
    /// As chess programs would expect it.
    Uci,
}

/// The board that a `position` command begins with.
#[derive(Clone, Debug, PartialEq)]
pub enum Setup {
    /// The one games begin with.
    Start,
    /// Side to move first, then column by column.
    Board(String),
    /// Row by row, then the side to move.
    Obf(String),
    /// Row by row with digits for runs of empty squares.
    Fen(String),
}

/// One of the eight ways to look at a square board: mirrored left to right,
/// then top to bottom, then in the diagonal from a1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// Left to right.
    pub mirror: bool,
    /// Top to bottom.
    pub flip: bool,
    /// In the diagonal.
    pub transpose: bool,
}

/// What UGI runners ask so that they need not know the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Is the game over?
    GameOver,
    /// Does the first player move next?
    FirstPlayersTurn,
    /// Who won?
    Result,
}

/// A move with what is known about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// By whom it was made, if that was said.
    pub side: Option<Color>,
    /// The move.
    pub mv: String,
    /// How long it took, in milliseconds.
    pub took: Option<u64>,
}

/// What there is to say about the clocks of a game, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockWord {
    /// How both are set: the time for the game, then so much for so many moves
    /// over and over.
    Set {
        /// For the game.
        main: u64,
        /// For every so many moves when that is used up.
        period: u64,
        /// How many.
        moves: u32,
    },
    /// What one of them shows.
    Left {
        /// Whose.
        side: Color,
        /// So much.
        time: u64,
        /// Which must do for so many moves; none if for the rest of the game.
        moves: u32,
    },
}

/// Which sides the engine plays of its own accord.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mode {
    /// Black.
    pub black: bool,
    /// White.
    pub white: bool,
}

impl Mode {
    /// Whether this side is the engine's.
    pub fn plays(self, side: Color) -> bool {
        match side {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }
}

/// How long and how far to think. Whatever is said holds together: the first
/// limit to be reached ends the search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Go {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Milliseconds for this move.
    pub movetime: Option<i64>,
    /// The black side's clock.
    pub black: Clock,
    /// The white side's clock.
    pub white: Clock,
    /// The clock of whoever moved first in the game.
    pub first: Clock,
    /// The clock of the other one.
    pub second: Clock,
    /// Moves until the clocks are filled up again.
    pub moves_to_go: Option<u32>,
    /// Think until told to stop.
    pub infinite: bool,
    /// Think in the other side's time, until `ponderhit` or `stop`.
    pub ponder: bool,
    /// Solve the position to the end of the game.
    pub solve: Option<Solve>,
    /// Of how many moves to tell the line, if not of as many as is set.
    pub multi_pv: Option<u32>,
    /// Consider only these moves.
    pub search_moves: Vec<String>,
    /// Think for this side, passing for the other if it cannot move.
    pub side: Option<Color>,
    /// Keep to the clocks of the game, if it has any.
    pub by_clock: bool,
    /// Make the move, too.
    pub plays: bool,
}

/// What is left on a clock, in milliseconds. A clock that has run over is
/// negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// For the rest of the game, or until it is filled up.
    pub time: Option<i64>,
    /// Added with every move.
    pub increment: Option<i64>,
}

/// How much of the result to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solve {
    /// The number of discs.
    Exact,
    /// Who wins.
    Wld,
}
