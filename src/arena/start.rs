//! Where a game begins: which game it is, and the moves that were agreed on.

use serde::{Deserialize, Serialize};
use std::fmt;

use super::board::{Board, Othello, Other, color};
use crate::catalog::{Catalog, Match};
use crate::game::Color;
use crate::othello::notation::transcript;
use crate::othello::{History, Position, Size};

/// Which game is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Kind {
    /// Othello.
    Othello {
        /// Squares to a side.
        size: u8,
    },
    /// Another game of the catalog.
    Other {
        /// What the native dialect says to begin it: its name and its
        /// settings, such as `gravity size 12x8`.
        newgame: String,
    },
}

impl Kind {
    /// The game of this name, on a board of this size if one is given.
    pub fn named(name: &str, size: Option<&str>) -> Result<Kind, String> {
        let catalog = Catalog::default();
        let name = catalog.known(name).unwrap_or(name);
        if name == "othello" {
            let side = size.unwrap_or("8");
            let known = side.parse().ok().and_then(Size::from_side);
            let size = known.ok_or_else(|| {
                format!("a board of {side}, expected 4, 6, 8 or 10 squares to a side")
            })?;
            return Ok(Kind::Othello { size: size.side() });
        }
        let settings: Vec<(String, String)> = size
            .map(|size| ("size".to_owned(), size.to_owned()))
            .into_iter()
            .collect();
        let game = catalog.begin(name, &settings);
        game.map_err(|error| error.to_string())?;
        let newgame = match size {
            Some(size) => format!("{name} size {size}"),
            None => name.to_owned(),
        };
        Ok(Kind::Other { newgame })
    }

    /// The board of Othello, if that is the game.
    pub fn size(&self) -> Option<Size> {
        match self {
            Kind::Othello { size } => Size::from_side((*size).into()),
            Kind::Other { .. } => None,
        }
    }

    /// Whether games differ by how they are dealt. Both engines are told of
    /// the deal, and trusted not to look into the other's hand.
    pub fn is_dealt(&self) -> bool {
        matches!(self, Kind::Other { newgame } if newgame.starts_with("dominoes"))
    }

    /// The game as it usually begins.
    pub fn start(&self) -> Result<Start, String> {
        match self {
            Kind::Othello { size } => self
                .size()
                .map(Start::usual)
                .ok_or_else(|| format!("a size of {size}, expected 4, 6, 8 or 10")),
            Kind::Other { newgame } => Start::other(newgame.clone(), Vec::new()),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Othello { size } => write!(f, "{size}x{size}"),
            Kind::Other { newgame } => f.write_str(newgame),
        }
    }
}

/// Where a game begins: a board, and moves that were agreed on, which are
/// legal.
#[derive(Clone, Debug, PartialEq)]
pub enum Start {
    /// Othello, from any board.
    Othello(History),
    /// Another game of the catalog.
    Other {
        /// What begins it.
        newgame: String,
        /// The moves that were agreed on.
        moves: Vec<String>,
        /// Who moves first.
        first: Color,
    },
}

impl Start {
    /// Othello on this board as it usually begins.
    pub fn usual(size: Size) -> Start {
        Start::from(History::new(usual(size)))
    }

    /// Another game. Whatever it is made of, it has begun and goes on.
    fn other(newgame: String, moves: Vec<String>) -> Result<Start, String> {
        let mut game = begin(&newgame)?;
        for (word, number) in moves.iter().zip(1..) {
            let played = game.play(word);
            played.map_err(|refused| format!("move {number}: {refused}"))?;
        }
        match game.outcome() {
            Some(_) => Err("the game is over, expected something left to play".into()),
            None => Ok(Start::Other {
                newgame,
                moves,
                first: color(&game.first()),
            }),
        }
    }

    /// The same game, with these moves agreed on.
    pub fn with(&self, moves: Vec<String>) -> Result<Start, String> {
        match self {
            Start::Othello(history) => {
                let written = moves.concat();
                let game = transcript::read(&written, *history.start());
                let game = game.map_err(|error| error.to_string())?;
                match game.current().is_over() {
                    true => Err("the game is over, expected something left to play".into()),
                    false => Ok(Start::Othello(game)),
                }
            }
            Start::Other { newgame, .. } => Start::other(newgame.clone(), moves),
        }
    }

    /// The same game from its first move on, dealt like this.
    pub fn dealt(&self, seed: u64) -> Result<Start, String> {
        Start::other(format!("{} seed {seed}", self.kind()), Vec::new())
    }

    /// Who moves first.
    pub fn first(&self) -> Color {
        match self {
            Start::Othello(history) => history.start().turn(),
            Start::Other { first, .. } => *first,
        }
    }

    /// Which game it is.
    pub fn kind(&self) -> Kind {
        match self {
            Start::Othello(history) => Kind::Othello {
                size: history.start().size().side(),
            },
            Start::Other { newgame, .. } => Kind::Other {
                newgame: newgame.clone(),
            },
        }
    }

    /// The board of Othello before any move, if that is the game.
    pub fn othello(&self) -> Option<&Position> {
        match self {
            Start::Othello(history) => Some(history.start()),
            Start::Other { .. } => None,
        }
    }

    /// The moves that were agreed on.
    pub fn opening(&self) -> Vec<String> {
        match self {
            Start::Othello(history) => history.moves().map(|mv| mv.to_string()).collect(),
            Start::Other { moves, .. } => moves.clone(),
        }
    }

    /// Whether the board is the one the game usually begins with.
    pub fn is_usual(&self) -> bool {
        match self.othello() {
            Some(position) => *position == usual(position.size()),
            None => true,
        }
    }

    /// The game with its opening played.
    pub fn board(&self) -> Box<dyn Board> {
        match self {
            Start::Othello(history) => Box::new(Othello::new(self.clone(), *history.current())),
            Start::Other { newgame, moves, .. } => {
                let mut game = begin(newgame).expect("this game has begun before");
                for word in moves {
                    game.play(word).expect("this opening was played before");
                }
                Box::new(Other::new(self.clone(), game))
            }
        }
    }
}

impl From<History> for Start {
    fn from(history: History) -> Start {
        Start::Othello(history)
    }
}

/// The board games of Othello of this size usually begin with.
pub fn usual(size: Size) -> Position {
    Position::start(size, Default::default(), Color::Black)
}

/// The name and the settings of a game, as the catalog wants them.
pub fn settings(newgame: &str) -> (&str, Vec<(String, String)>) {
    let mut words = newgame.split_whitespace();
    let name = words.next().unwrap_or_default();
    let mut settings = Vec::new();
    while let Some(key) = words.next() {
        let value = words.next().unwrap_or_default();
        settings.push((key.to_owned(), value.to_owned()));
    }
    (name, settings)
}

/// Begins a game of the catalog.
fn begin(newgame: &str) -> Result<Box<dyn Match>, String> {
    let (name, settings) = settings(newgame);
    let game = Catalog::default().begin(name, &settings);
    game.map_err(|error| error.to_string())
}
