//! A game other than Othello on the table: the same words, with the catalog
//! behind them.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use super::file::{LARGEST, io_refusal};
use super::thinking::{End, Thinking, WhenHit};
use super::{Refusal, Session};
use crate::catalog::{CannotBegin, Catalog, Match, Refused};
use crate::game::Outcome;
use crate::limits::{Budget, Stop};
use crate::players::Limits;
use crate::protocol::{Clock, Code, Command, Go, Query, Reply, Setup, dialect::excerpt};
use crate::search::clock::{self, Overhead};
use crate::store;

/// The games that have a table of their own, with all their notations.
const OTHELLO: [&str; 4] = ["othello", "reversi", "rothelo", "tablero"];

/// A new game of this name, if it is not a kind of Othello.
pub(super) fn begin(
    name: &str,
    settings: &[(String, String)],
) -> Result<Option<Box<dyn Match>>, Refusal> {
    if OTHELLO.iter().any(|known| known.eq_ignore_ascii_case(name)) {
        return Ok(None);
    }
    let begun = Catalog::default().begin(name, settings);
    begun.map(Some).map_err(|error| {
        let code = match error {
            CannotBegin::UnknownGame(..) => Code::UnknownGame,
            CannotBegin::BadSetting(..) => Code::BadArgument,
        };
        Refusal::new(code, error.to_string())
    })
}

/// Whether a command is about the game on the table.
fn is_about_game(command: &Command) -> bool {
    !matches!(
        command,
        Command::Handshake(_)
            | Command::IsReady
            | Command::Ping(_)
            | Command::Echo(_)
            | Command::Help(_)
            | Command::SetOption { .. }
            | Command::Settings
            | Command::CpuTime
            | Command::Mode(_)
            | Command::Clock(_)
            | Command::NewGame { .. }
            | Command::Stop
            | Command::PonderHit
            | Command::Quit
    )
}

impl<W: Write> Session<W> {
    /// Obeys a command about a game other than Othello. Gives back what is
    /// about anything else.
    pub(super) fn obey_elsewhere(&mut self, command: Command) -> Result<Option<Command>, Refusal> {
        let Some(mut game) = self.other.take() else {
            return Ok(Some(command));
        };
        if !is_about_game(&command) {
            self.other = Some(game);
            return Ok(Some(command));
        }
        let obeyed = self.obey_at(&mut *game, command);
        self.other = Some(game);
        obeyed.map(|()| None)
    }

    fn obey_at(&mut self, game: &mut dyn Match, command: Command) -> Result<(), Refusal> {
        match command {
            Command::Restart => game.restart(),
            Command::Play(words) => play(game, &words)?,
            Command::Undo(count) | Command::TakeBack(count) => undo(game, count)?,
            Command::Redo(count) => redo(game, count)?,
            Command::Position { from, moves } => set_position(game, &from, &moves)?,
            Command::SetBoard(board) => set_board(game, &board)?,
            Command::Legal => self.say(&Reply::Legal(game.legal())),
            Command::Status => self.say(&status(game)),
            Command::Show(what) => {
                let shown = show(game, what.as_deref())?;
                self.say_all(shown);
            }
            Command::Query(query) => self.say(&answer(game, query)),
            Command::Save { file, format: None } => save(game, &file)?,
            Command::Load { file, moves: None } => load(game, &file)?,
            Command::Perft(length) => {
                self.think_elsewhere(Thinking::count_in(&self.thinker, game.copy(), length))
            }
            Command::Go(go) => self.go_elsewhere(game, &go)?,
            _ => {
                let message = "this command has no meaning in this game, expected one of play undo \
                               redo legal go show status save load position new";
                return Err(Refusal::new(Code::BadArgument, message));
            }
        }
        Ok(())
    }

    fn think_elsewhere(&mut self, thinking: Thinking) {
        self.thinking = Some(thinking);
        self.last_said = Instant::now();
    }

    /// Thinks for whoever is to move, as long as `go` says, or at the level
    /// that is set.
    fn go_elsewhere(&mut self, game: &dyn Match, go: &Go) -> Result<(), Refusal> {
        if !go.search_moves.is_empty() {
            let message = "searchmoves, expected a go without it in this game";
            return Err(Refusal::new(Code::BadArgument, message));
        }
        let time = time_for_move(go, game, self.options.overhead());
        let end = match time {
            _ if go.infinite || go.ponder => End::Nothing,
            Some(_) => End::Clock,
            None => End::Bound,
        };
        let bounded = go.depth.or(go.nodes.map(|_| 0)).is_some() || go.solve.is_some();
        let usual = match bounded || end != End::Bound {
            true => Limits::default(),
            false => Limits::at_level(self.options.level as u32),
        };
        let limits = Limits {
            depth: go.depth,
            budget: Budget {
                stop: Stop::default(),
                deadline: time
                    .filter(|_| end == End::Clock)
                    .and_then(|time| self.asked.checked_add(time)),
                nodes: go.nodes.or(usual.budget.nodes),
            },
            memory: (self.options.hash as usize) << 20,
        };
        let thinking = Thinking::choose(
            &self.thinker,
            game.copy(),
            limits,
            end,
            self.asked,
            WhenHit::of(go, time),
        );
        self.think_elsewhere(thinking);
        Ok(())
    }
}

/// The time a `go` gives for the move, if it gives any.
fn time_for_move(go: &Go, game: &dyn Match, overhead: Duration) -> Option<Duration> {
    /// The moves that a game is taken to have left.
    const MOVES_LEFT: u32 = 40;
    let milliseconds = |number: i64| Duration::from_millis(number.max(0) as u64);
    let own = match game.turn().as_str() {
        "black" => go.black,
        "white" => go.white,
        _ => Clock::default(),
    };
    let by_order = match game.turn() == game.first() {
        true => go.first,
        false => go.second,
    };
    let share = own.time.or(by_order.time).map(|remaining| {
        let increment = own.increment.or(by_order.increment);
        let clock = clock::Clock {
            remaining: milliseconds(remaining),
            increment: milliseconds(increment.unwrap_or(0)),
            moves_to_go: go.moves_to_go,
        };
        clock::share(clock, MOVES_LEFT, Overhead(overhead)).ideal
    });
    match (go.movetime.map(milliseconds), share) {
        (Some(fixed), Some(share)) => Some(fixed.min(share)),
        (fixed, share) => fixed.or(share),
    }
}

/// Makes all the moves, or none.
fn play(game: &mut dyn Match, words: &[String]) -> Result<(), Refusal> {
    for (index, word) in words.iter().enumerate() {
        if let Err(refused) = game.play(word) {
            let refusal = refusal(game, word, &refused);
            (0..index).for_each(|_| drop(game.undo()));
            return Err(match words.len() {
                1 => refusal,
                _ => refusal.within(&format!("move {}: ", index + 1)),
            });
        }
    }
    Ok(())
}

fn refusal(game: &dyn Match, word: &str, refused: &Refused) -> Refusal {
    match refused {
        Refused::Unreadable(error) => {
            let message = format!("\"{}\": {error}", excerpt(word));
            Refusal::new(Code::BadArgument, message)
        }
        Refused::Over => Refusal::new(Code::GameOver, format!("{refused}, expected no move")),
        Refused::Illegal(reason) => {
            let legal = game.legal().join(" ");
            Refusal::new(
                Code::IllegalMove,
                format!("{reason}, expected one of {legal}"),
            )
        }
    }
}

fn undo(game: &mut dyn Match, count: u32) -> Result<(), Refusal> {
    let made = game.moves().len();
    if count as usize > made {
        let message = format!("{count}, expected at most the {made} moves made");
        return Err(Refusal::new(Code::NothingToUndo, message));
    }
    (0..count).for_each(|_| drop(game.undo()));
    Ok(())
}

fn redo(game: &mut dyn Match, count: u32) -> Result<(), Refusal> {
    let undone = game.undone();
    if count as usize > undone {
        let message = format!("{count}, expected at most the {undone} moves taken back");
        return Err(Refusal::new(Code::NothingToRedo, message));
    }
    (0..count).for_each(|_| drop(game.redo()));
    Ok(())
}

fn set_board(game: &mut dyn Match, board: &str) -> Result<(), Refusal> {
    game.set_board(board)
        .map_err(|error| Refusal::new(Code::IllegalPosition, error.to_string()))
}

/// Sets up a board and makes moves from there; if anything is wrong, the game
/// stays as it is.
fn set_position(game: &mut dyn Match, from: &Setup, moves: &[String]) -> Result<(), Refusal> {
    let mut other = game.copy();
    match from {
        Setup::Start => other.restart(),
        Setup::Board(board) => set_board(&mut *other, board)?,
        Setup::Obf(_) | Setup::Fen(_) => {
            let message = "obf or fen, expected startpos or board in this game";
            return Err(Refusal::new(Code::BadArgument, message));
        }
    }
    play(&mut *other, moves)?;
    match from {
        Setup::Board(board) => set_board(game, board)?,
        _ => game.restart(),
    }
    play(game, moves)
}

fn show(game: &dyn Match, what: Option<&str>) -> Result<Vec<Reply>, Refusal> {
    let players = game.players();
    let drawing = match what {
        None => game.draw(),
        Some("moves") => return Ok(vec![notation("moves", game.moves().join(" "))]),
        Some("board") if game.board().is_some() => {
            return Ok(vec![notation("board", game.board().unwrap_or_default())]);
        }
        Some(name) => match players.iter().position(|player| player == name) {
            Some(seat) => game.draw_for(seat),
            None => {
                let board = game.board().map_or("", |_| "board, ");
                let players = players.join(", ");
                let message = format!(
                    "\"{}\", expected moves, {board}or one of {players}",
                    excerpt(name)
                );
                return Err(Refusal::new(Code::BadArgument, message));
            }
        },
    };
    let lines = drawing.lines().map(|line| Reply::Text(line.to_owned()));
    Ok(lines.chain([status(game)]).collect())
}

fn notation(name: &str, text: String) -> Reply {
    let text = if text.is_empty() {
        "none".to_owned()
    } else {
        text
    };
    Reply::Notation {
        name: name.to_owned(),
        text,
    }
}

/// How the game stands: `status turn white ply 3 state playing`.
fn status(game: &dyn Match) -> Reply {
    let ply = game.moves().len();
    Reply::Text(match game.outcome() {
        None => format!("status turn {} ply {ply} state playing", game.turn()),
        Some(Outcome::Draw) => format!("status turn none ply {ply} state over result draw"),
        Some(Outcome::Win(winner)) => {
            format!("status turn none ply {ply} state over result {winner}")
        }
    })
}

/// The answer to one of UGI's questions.
fn answer(game: &dyn Match, query: Query) -> Reply {
    Reply::Response(match (query, game.outcome()) {
        (Query::GameOver, outcome) => outcome.is_some().to_string(),
        (Query::FirstPlayersTurn, _) => (game.turn() == game.first()).to_string(),
        (Query::Result, None) => "none".to_owned(),
        (Query::Result, Some(Outcome::Draw)) => "draw".to_owned(),
        (Query::Result, Some(Outcome::Win(side))) if side == game.first() => "p1win".to_owned(),
        (Query::Result, Some(Outcome::Win(_))) => "p2win".to_owned(),
    })
}

fn save(game: &dyn Match, file: &str) -> Result<(), Refusal> {
    let text = game
        .write()
        .map_err(|error| Refusal::new(Code::IllegalPosition, error.to_string()))?;
    store::write_text(Path::new(file), &text).map_err(io_refusal)
}

fn load(game: &mut dyn Match, file: &str) -> Result<(), Refusal> {
    let text = store::read_text(file, LARGEST).map_err(io_refusal)?;
    game.read(&text).map_err(|error| {
        let message = format!("\"{}\": {error}", excerpt(file));
        Refusal::new(Code::BadFile, message)
    })
}
