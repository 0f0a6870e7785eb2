//! A command as a line of the native dialect: what reading undoes.

use std::fmt::Write;

use crate::protocol::command::{
    Clock, ClockWord, Command, Go, Handshake, Query, Setup, Solve, Turn, View,
};

/// The line that says this, without its line end.
pub fn write(command: &Command) -> String {
    match command {
        Command::Handshake(Handshake::Native) => "native".into(),
        Command::Handshake(Handshake::Ugi) => "ugi".into(),
        Command::Handshake(Handshake::Uci) => "uci".into(),
        Command::IsReady => "isready".into(),
        Command::SetOption { name, value: None } => format!("setoption name {name}"),
        Command::SetOption {
            name,
            value: Some(value),
        } => format!("setoption name {name} value {value}"),
        Command::Settings => "options".into(),
        Command::NewGame { game, settings } => new_game_line(game.as_deref(), settings),
        Command::Restart => "new".into(),
        Command::Game(text) => format!("game {text}"),
        Command::Position { from, moves } => position_line(from, moves),
        Command::SetBoard(board) => format!("setboard {board}"),
        Command::Play(moves) => format!("play {}", moves.join(" ")),
        Command::SetDiscs(discs) => discs.iter().fold("discs".into(), |line, (side, square)| {
            format!("{line} {side} {square}")
        }),
        Command::SetTurn(side) => format!("turn {side}"),
        Command::View(view) => format!("symetry {}", view_number(*view)),
        Command::Turns(turns) => turns.iter().fold("turns".into(), turn_line),
        Command::TakeBack(count) => format!("takeback {count}"),
        Command::Undo(count) => format!("undo {count}"),
        Command::Redo(count) => format!("redo {count}"),
        Command::Go(go) => go_line(go),
        Command::Stop => "stop".into(),
        Command::PonderHit => "ponderhit".into(),
        Command::Show(format) => with_option("show", format.as_deref()),
        Command::Legal => "legal".into(),
        Command::Flips(mv) => format!("flips {mv}"),
        Command::Status => "status".into(),
        Command::Hint { count, depth: None } => format!("hint {count}"),
        Command::Hint {
            count,
            depth: Some(depth),
        } => format!("hint {count} depth {depth}"),
        Command::Analyze { depth } => {
            with_option("analyze", depth.map(|depth| depth.to_string()).as_deref())
        }
        Command::Eval => "eval".into(),
        Command::EvalMoves => "eval moves".into(),
        Command::Stable => "stable".into(),
        Command::Clock(clock) => clock_line(clock),
        Command::Mode(mode) => match (mode.black, mode.white) {
            (false, true) => "mode 0".into(),
            (true, false) => "mode 1".into(),
            (true, true) => "mode 2".into(),
            (false, false) => "mode 3".into(),
        },
        Command::Ping(text) => with_option("ping", Some(text.as_str()).filter(|t| !t.is_empty())),
        Command::Echo(text) => format!("echo {text}"),
        Command::CpuTime => "cputime".into(),
        Command::Perft(depth) => format!("perft {depth}"),
        Command::Save { file, format: None } => format!("save {file}"),
        Command::Save {
            file,
            format: Some(format),
        } => format!("save {file} as {format}"),
        Command::Load { file, moves: None } => format!("load {file}"),
        Command::Load {
            file,
            moves: Some(moves),
        } => format!("load {file} moves {moves}"),
        Command::Query(Query::GameOver) => "query gameover".into(),
        Command::Query(Query::FirstPlayersTurn) => "query p1turn".into(),
        Command::Query(Query::Result) => "query result".into(),
        Command::Help(topic) => with_option("help", topic.as_deref()),
        Command::Quit => "quit".into(),
    }
}

fn with_option(name: &str, argument: Option<&str>) -> String {
    match argument {
        Some(argument) => format!("{name} {argument}"),
        None => name.to_owned(),
    }
}

/// A view as Edax counts them.
fn view_number(view: View) -> u32 {
    u32::from(view.mirror) + 2 * u32::from(view.flip) + 4 * u32::from(view.transpose)
}

fn turn_line(mut line: String, turn: &Turn) -> String {
    if let Some(side) = turn.side {
        let _ = write!(line, " {side}");
    }
    let _ = write!(line, " {}", turn.mv);
    if let Some(took) = turn.took {
        let _ = write!(line, " took {took}");
    }
    line
}

fn clock_line(clock: &ClockWord) -> String {
    match clock {
        ClockWord::Set {
            main,
            period,
            moves,
        } => format!("clock main {main} period {period} moves {moves}"),
        ClockWord::Left { side, time, moves } => format!("clock {side} {time} moves {moves}"),
    }
}

fn new_game_line(game: Option<&str>, settings: &[(String, String)]) -> String {
    let mut line = with_option("newgame", game);
    for (key, value) in settings {
        let _ = write!(line, " {key} {value}");
    }
    line
}

fn position_line(from: &Setup, moves: &[String]) -> String {
    let mut line = match from {
        Setup::Start => "position startpos".to_owned(),
        Setup::Board(board) => format!("position board {board}"),
        Setup::Obf(board) => format!("position obf {board}"),
        Setup::Fen(board) => format!("position fen {board}"),
    };
    if !moves.is_empty() {
        let _ = write!(line, " moves {}", moves.join(" "));
    }
    line
}

fn go_line(go: &Go) -> String {
    let mut line = "go".to_owned();
    let mut number = |name: &str, value: Option<i128>| {
        if let Some(value) = value {
            let _ = write!(line, " {name} {value}");
        }
    };
    number("depth", go.depth.map(i128::from));
    number("nodes", go.nodes.map(i128::from));
    number("movetime", go.movetime.map(i128::from));
    let clocks: [(&Clock, &str, &str); 4] = [
        (&go.black, "btime", "binc"),
        (&go.white, "wtime", "winc"),
        (&go.first, "p1time", "p1inc"),
        (&go.second, "p2time", "p2inc"),
    ];
    for (clock, time, increment) in clocks {
        number(time, clock.time.map(i128::from));
        number(increment, clock.increment.map(i128::from));
    }
    number("movestogo", go.moves_to_go.map(i128::from));
    number("multipv", go.multi_pv.map(i128::from));
    if let Some(side) = go.side {
        let _ = write!(line, " side {side}");
    }
    let flags = [
        (go.by_clock, " clock"),
        (go.plays, " play"),
        (go.infinite, " infinite"),
        (go.ponder, " ponder"),
        (go.solve == Some(Solve::Exact), " exact"),
        (go.solve == Some(Solve::Wld), " wld"),
    ];
    for (_, word) in flags.iter().filter(|(given, _)| *given) {
        line.push_str(word);
    }
    if !go.search_moves.is_empty() {
        let _ = write!(line, " searchmoves {}", go.search_moves.join(" "));
    }
    line
}
