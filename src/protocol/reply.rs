//! Everything an engine can say, in whatever dialect it says it.

use std::fmt;

use super::command::Handshake;

/// One thing an engine says. Most are one line.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// A fact about the engine: its name, author or protocol version.
    Id {
        /// Which fact.
        key: String,
        /// What it is.
        value: String,
    },
    /// An option that can be set.
    Option {
        /// Its name, which may have blanks.
        name: String,
        /// What it holds.
        kind: Kind,
    },
    /// What an option is set to.
    Setting {
        /// Its name, which may have blanks.
        name: String,
        /// What it holds now.
        value: String,
    },
    /// The introduction is over.
    HandshakeOk(Handshake),
    /// Able to think.
    ReadyOk,
    /// News of a search.
    Info(Info),
    /// These were all the lines of the news.
    InfoEnd,
    /// The end of a search: the move to play.
    BestMove {
        /// The move, `pass`, or `none` if the game is over.
        mv: String,
        /// The answer expected to it.
        ponder: Option<String>,
    },
    /// One of the best moves.
    Hint(Hint),
    /// There are no more hints.
    HintEnd,
    /// The legal moves.
    Legal(Vec<String>),
    /// The discs a move turns over.
    Flips(Vec<String>),
    /// How the game stands.
    Status(Status),
    /// What the position looks worth, in hundredths of a disc.
    Eval(i32),
    /// What each move looks worth, in hundredths of a disc.
    EvalMoves(Vec<(String, i32)>),
    /// The discs that can never be turned over.
    Stable(Vec<String>),
    /// What a position of the game is worth to the side to move there.
    Analysis {
        /// After so many moves.
        ply: u32,
        /// Hundredths of a disc.
        score: i32,
        /// What the score is worth.
        proof: Proof,
    },
    /// There are no more positions.
    AnalysisEnd,
    /// It is quiet: what was asked to be said back.
    Pong(String),
    /// How long the processors have worked, in milliseconds.
    CpuTime(u64),
    /// How many move sequences there are.
    Perft {
        /// Of this length.
        depth: u32,
        /// So many.
        count: u64,
    },
    /// The position or the game in a notation.
    Notation {
        /// Which notation.
        name: String,
        /// The text in it.
        text: String,
    },
    /// The answer to one of UGI's questions.
    Response(String),
    /// A line of explanation.
    Help(String),
    /// A line for people, such as a row of a drawn board.
    Text(String),
    /// The command has been obeyed, and all there was to say to it said.
    Done,
    /// A command was refused, and nothing has changed.
    Error {
        /// What kind of failure.
        code: Code,
        /// What came, and what was expected.
        message: String,
    },
}

/// What an option holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// True or false.
    Check {
        /// To begin with.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// To begin with.
        default: i64,
        /// At least.
        min: i64,
        /// At most.
        max: i64,
    },
    /// Nothing: it acts when it is set.
    Button,
    /// Text.
    Text {
        /// To begin with.
        default: String,
    },
}

/// News of a search. What is not known is left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// Rank of the line among the best ones, from 1.
    pub multipv: Option<u32>,
    /// Plies searched.
    pub depth: Option<u32>,
    /// Plies of the longest line looked at.
    pub seldepth: Option<u32>,
    /// Hundredths of a disc for the side to move.
    pub score: Option<i32>,
    /// What the score is worth.
    pub proof: Option<Proof>,
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// Positions looked at in a second.
    pub nps: Option<u64>,
    /// Milliseconds since the search began.
    pub time: Option<u64>,
    /// How full the memory of positions is, in thousandths.
    pub hashfull: Option<u32>,
    /// The line of best play.
    pub pv: Vec<String>,
    /// Words for people.
    pub string: Option<String>,
}

/// What a score is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// It is what the position looks like.
    Estimate,
    /// It holds with this probability.
    Percent(u8),
    /// Its sign is certain: who wins, or a draw.
    Wld,
    /// It is certain to the last disc.
    Exact,
}

/// One of the best moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// From 1 for the best.
    pub rank: u32,
    /// The move.
    pub mv: String,
    /// Hundredths of a disc for the side to move.
    pub score: i32,
    /// What the score is worth.
    pub proof: Proof,
    /// Plies searched.
    pub depth: u32,
    /// The line of best play, beginning with the move.
    pub pv: Vec<String>,
}

/// How the game stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Status {
    /// The side to move, or `none` if the game is over.
    pub turn: String,
    /// Black discs.
    pub black: u32,
    /// White discs.
    pub white: u32,
    /// Empty squares.
    pub empties: u32,
    /// Moves made, passes included.
    pub ply: u32,
    /// `playing`, `pass` if the side to move must, or `over`.
    pub state: String,
    /// Who won, once the game is over.
    pub result: Option<Verdict>,
}

/// The result of a finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// `black`, `white` or `draw`.
    pub winner: String,
    /// By how many discs, empty squares counted for the winner.
    pub difference: u32,
}

/// The kinds of failure. Their names never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// The first word of the line is no command.
    UnknownCommand,
    /// A command's argument is missing, malformed or out of range.
    BadArgument,
    /// The line has bytes that are not text.
    BadText,
    /// The line is longer than lines may be.
    TooLong,
    /// There is no such game.
    UnknownGame,
    /// There is no such option.
    UnknownOption,
    /// The rules do not allow the move.
    IllegalMove,
    /// The text is no position.
    IllegalPosition,
    /// The game is over.
    GameOver,
    /// So many moves have not been made.
    NothingToUndo,
    /// So many moves have not been taken back.
    NothingToRedo,
    /// A file could not be read or written.
    Io,
    /// A file holds no game.
    BadFile,
    /// It was stopped before there was an answer.
    Stopped,
}

impl Code {
    /// Every code.
    pub const ALL: [Code; 14] = [
        Code::UnknownCommand,
        Code::BadArgument,
        Code::BadText,
        Code::TooLong,
        Code::UnknownGame,
        Code::UnknownOption,
        Code::IllegalMove,
        Code::IllegalPosition,
        Code::GameOver,
        Code::NothingToUndo,
        Code::NothingToRedo,
        Code::Io,
        Code::BadFile,
        Code::Stopped,
    ];

    /// The code as it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Code::UnknownCommand => "unknown-command",
            Code::BadArgument => "bad-argument",
            Code::BadText => "bad-text",
            Code::TooLong => "too-long",
            Code::UnknownGame => "unknown-game",
            Code::UnknownOption => "unknown-option",
            Code::IllegalMove => "illegal-move",
            Code::IllegalPosition => "illegal-position",
            Code::GameOver => "game-over",
            Code::NothingToUndo => "nothing-to-undo",
            Code::NothingToRedo => "nothing-to-redo",
            Code::Io => "io",
            Code::BadFile => "bad-file",
            Code::Stopped => "stopped",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
