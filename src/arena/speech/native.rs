//! Our own dialect from the controller's side, in each of its dresses.

use super::{Heard, Limits, Speech, Start, Thought, Turn, Unsayable, only_othello};
use crate::arena::start::{Kind, settings};
use crate::game::Color;
use crate::othello::notation::obf;
use crate::protocol::native::{read_reply, write_command};
use crate::protocol::{self, Command, Go, Handshake, Reply, Setup};

/// A conversation in one dress.
pub(super) struct Native {
    dress: Handshake,
}

impl Native {
    pub(super) fn new(dress: Handshake) -> Native {
        Native { dress }
    }

    /// The clock of a colour, under the name this dress has for it: to chess
    /// programs white is whoever moves first, and in some games there are no
    /// colours, but always a first and a second.
    fn set_clock(&self, go: &mut Go, color: Color, start: &Start, clock: protocol::Clock) {
        let is_first = color == start.first();
        let has_colors = start.othello().is_some();
        let slot = match (self.dress, color) {
            (Handshake::Native, Color::Black) if has_colors => &mut go.black,
            (Handshake::Native, Color::White) if has_colors => &mut go.white,
            (Handshake::Uci, _) if is_first => &mut go.white,
            (Handshake::Uci, _) => &mut go.black,
            (Handshake::Ugi | Handshake::Native, _) if is_first => &mut go.first,
            (Handshake::Ugi | Handshake::Native, _) => &mut go.second,
        };
        *slot = clock;
    }

    fn limits(&self, turn: &Turn) -> Go {
        let limits = turn.own_clock().limits();
        let mut go = Go {
            depth: limits.depth,
            nodes: limits.nodes,
            movetime: limits.movetime.map(|time| time as i64),
            ..Go::default()
        };
        if limits.clock.is_some() {
            for color in [Color::Black, Color::White] {
                self.set_clock(&mut go, color, turn.start, time_left(turn, color));
            }
        }
        go
    }
}

/// What is left on a clock. If only one side has one, both are told of that.
fn time_left(turn: &Turn, color: Color) -> protocol::Clock {
    let clock = match turn.clock(color).left() {
        Some(_) => turn.clock(color),
        None => turn.own_clock(),
    };
    protocol::Clock {
        time: clock.left().map(|left| left.as_millis() as i64),
        increment: Some(clock.increment().as_millis() as i64),
    }
}

impl Speech for Native {
    fn hello(&mut self) -> String {
        write(&[Command::Handshake(self.dress)])
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<String, Unsayable> {
        Ok(write(&[Command::SetOption {
            name: name.to_owned(),
            value: Some(value.to_owned()),
        }]))
    }

    fn new_game(&mut self, start: &Start, _limits: &Limits) -> Result<String, Unsayable> {
        let begin = match self.dress {
            Handshake::Native => write(&[new_game(start)]),
            Handshake::Ugi => only_othello("UGI", start).map(|_| "uginewgame\n".into())?,
            Handshake::Uci => only_othello("UCI", start).map(|_| "ucinewgame\n".into())?,
        };
        Ok(begin + &write(&[Command::IsReady]))
    }

    fn go(&mut self, turn: &Turn) -> String {
        let plain = turn.start.is_usual() && self.dress == Handshake::Native;
        let from = match turn.start.othello() {
            Some(board) if !plain && *board != Default::default() => {
                Setup::Obf(obf::write_position(board))
            }
            _ => Setup::Start,
        };
        let position = Command::Position {
            from,
            moves: turn.moves.to_vec(),
        };
        write(&[position, Command::Go(Box::new(self.limits(turn)))])
    }

    fn quit(&mut self) -> String {
        write(&[Command::Quit])
    }

    fn hear(&mut self, line: &str) -> Heard {
        match read_reply(line) {
            Reply::HandshakeOk(dress) if dress == self.dress => Heard::Ready,
            Reply::ReadyOk => Heard::Ready,
            Reply::Id { key, value } if key == "name" => Heard::Name(value),
            Reply::Info(info) if info.multipv.unwrap_or(1) == 1 => Heard::Thought(Thought {
                score: info.score.map(|score| f64::from(score) / 100.0),
                depth: info.depth,
                nodes: info.nodes,
            }),
            Reply::BestMove { mv, .. } if mv == "resign" => Heard::Resigns,
            Reply::BestMove { mv, .. } => Heard::Move(mv, Thought::default()),
            Reply::Error { code, message } => Heard::Refused(format!("{code} {message}")),
            _ => Heard::Nothing,
        }
    }
}

fn new_game(start: &Start) -> Command {
    let (game, settings) = match start.kind() {
        Kind::Othello { size } => ("othello".into(), vec![("size".into(), size.to_string())]),
        Kind::Other { newgame } => {
            let (name, settings) = settings(&newgame);
            (name.to_owned(), settings)
        }
    };
    Command::NewGame {
        game: Some(game),
        settings,
    }
}

fn write(commands: &[Command]) -> String {
    let mut text = String::new();
    for command in commands {
        text += &write_command(command);
        text.push('\n');
    }
    text
}
