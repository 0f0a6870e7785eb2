//! What a controller says in the native dialect: one small parser per word.

use std::borrow::Cow;
use std::fmt::Write;

use nom::Parser;
use nom::combinator::{opt, success, verify};
use nom::multi::many0;
use nom::sequence::{pair, preceded};

use crate::protocol::command::{Clock, Command, Go, Handshake, Query, Setup, Solve};
use crate::protocol::dialect::{Fault, FaultKind};
use crate::protocol::lexeme::{
    Expected, Parsed, end, keyword, need, next_word, number, some_words, text, verbatim, whole,
    word, words,
};

/// Reads a line; `None` if it is blank or a comment.
pub fn read(line: &str) -> Result<Option<Command>, Fault> {
    let line_start = line.trim_start_matches([' ', '\t']);
    if end(line_start).is_ok() {
        return Ok(None);
    }
    let unknown = |_| Fault::at(FaultKind::UnknownCommand, line, line_start, "a command");
    let (input, name) = word(line_start).map_err(unknown)?;
    match arguments(&lower_case(name), line_start, input) {
        Ok((_, command)) => Ok(Some(command)),
        Err(nom::Err::Failure(Expected { rest, what })) => {
            Err(Fault::at(FaultKind::BadArgument, line, rest, what))
        }
        Err(error) => Err(unknown(error)),
    }
}

/// Whether a line with this first word would be a command.
pub fn is_known(name: &str) -> bool {
    !matches!(
        read(name),
        Err(Fault {
            kind: FaultKind::UnknownCommand,
            ..
        })
    )
}

/// What follows a command's name. The whole line is there for a bare move,
/// which has no name.
fn arguments<'a>(name: &str, line: &'a str, input: &'a str) -> Parsed<'a, Command> {
    match name {
        "native" => alone(input, Command::Handshake(Handshake::Native)),
        "ugi" => alone(input, Command::Handshake(Handshake::Ugi)),
        "uci" => alone(input, Command::Handshake(Handshake::Uci)),
        "isready" => alone(input, Command::IsReady),
        "setoption" => set_option(input),
        "newgame" | "uginewgame" | "ucinewgame" => new_game(input),
        "position" => position(input),
        "setboard" => need("one blank and the board", verbatim)
            .map(|board| Command::SetBoard(board.to_owned()))
            .parse(input),
        "moves" | "play" => played(input),
        "undo" => count(input, Command::Undo),
        "redo" => count(input, Command::Redo),
        "go" => go(input),
        "stop" => alone(input, Command::Stop),
        "ponderhit" => alone(input, Command::PonderHit),
        "show" | "d" => whole(opt(next_word))
            .map(|format| Command::Show(format.map(str::to_owned)))
            .parse(input),
        "legal" => alone(input, Command::Legal),
        "flips" => whole(need("a move", next_word))
            .map(|mv| Command::Flips(mv.to_owned()))
            .parse(input),
        "status" => alone(input, Command::Status),
        "hint" => count(input, Command::Hint),
        "eval" => alone(input, Command::Eval),
        "perft" => whole(need("a depth", number))
            .map(Command::Perft)
            .parse(input),
        "save" => save(input),
        "load" => need("a file name", text)
            .map(|file| Command::Load(file.to_owned()))
            .parse(input),
        "query" => query(input),
        "help" => whole(opt(next_word))
            .map(|topic| Command::Help(topic.map(str::to_owned)))
            .parse(input),
        "quit" => alone(input, Command::Quit),
        name if is_bare_move(name) => bare_moves(line),
        _ => Err(nom::Err::Error(Expected {
            rest: line,
            what: "a command",
        })),
    }
}

/// Commands are lower case, but nobody is told off for shouting.
fn lower_case(name: &str) -> Cow<'_, str> {
    match name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => name.to_ascii_lowercase().into(),
        false => name.into(),
    }
}

/// A command without arguments.
fn alone(input: &str, command: Command) -> Parsed<'_, Command> {
    whole(success(command)).parse(input)
}

/// An optional number of at least 1, which is 1 if left out.
fn count(input: &str, command: impl Fn(u32) -> Command) -> Parsed<'_, Command> {
    let given = need("a number from 1", verify(number, |&count: &u32| count >= 1));
    match end(input) {
        Ok((rest, ())) => Ok((rest, command(1))),
        Err(_) => whole(given).map(command).parse(input),
    }
}

fn set_option(input: &str) -> Parsed<'_, Command> {
    let (input, _) = need("name", keyword("name")).parse(input)?;
    let (rest, text) = need("the option's name", text).parse(input)?;
    let (name, value) = match split_at_word(text, "value") {
        Some((name, value)) => (name, Some(value)),
        None => (text, None),
    };
    if name.is_empty() {
        let what = "the option's name";
        return Err(nom::Err::Failure(Expected { rest: input, what }));
    }
    let command = Command::SetOption {
        name: name.to_owned(),
        value: value.map(str::to_owned),
    };
    Ok((rest, command))
}

/// What stands before and after a word, without the blanks around it.
fn split_at_word<'a>(text: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let mut from = 0;
    loop {
        let start = from + text.get(from..)?.find(word)?;
        let (before, rest) = text.split_at_checked(start)?;
        let after = rest.strip_prefix(word)?;
        let stands_alone = (before.is_empty() || before.ends_with([' ', '\t']))
            && (after.is_empty() || after.starts_with([' ', '\t']));
        if stands_alone {
            return Some((before.trim(), after.trim()));
        }
        from = start + word.len();
    }
}

fn new_game(input: &str) -> Parsed<'_, Command> {
    let setting = pair(next_word, need("a value", next_word))
        .map(|(key, value)| (key.to_owned(), value.to_owned()));
    whole(pair(opt(next_word), many0(setting)))
        .map(|(game, settings)| Command::NewGame {
            game: game.map(str::to_owned),
            settings,
        })
        .parse(input)
}

fn position(input: &str) -> Parsed<'_, Command> {
    let (input, kind) = need("startpos, board, obf or fen", next_word).parse(input)?;
    let (from, tail) = match &*lower_case(kind) {
        "startpos" => (Setup::Start, input),
        "board" => {
            let (_, text) = need("one blank and the board", verbatim).parse(input)?;
            let (board, tail) = before_moves(text);
            (Setup::Board(board.to_owned()), tail)
        }
        form @ ("obf" | "fen") => {
            let (_, text) = need("a board", text).parse(input)?;
            let (board, tail) = before_moves(text);
            match form {
                "obf" => (Setup::Obf(board.trim().to_owned()), tail),
                _ => (Setup::Fen(board.trim().to_owned()), tail),
            }
        }
        _ => {
            let what = "startpos, board, obf or fen";
            return Err(nom::Err::Failure(Expected { rest: kind, what }));
        }
    };
    let listed = preceded(keyword("moves"), words);
    whole(opt(listed))
        .map(|moves| Command::Position {
            from: from.clone(),
            moves: moves.unwrap_or_default(),
        })
        .parse(tail)
}

/// Splits a board from the list of moves behind it. No board has an `m` in
/// it, and the blanks of one count, so the word itself is looked for.
fn before_moves(text: &str) -> (&str, &str) {
    match text.find(" moves") {
        Some(start) => text.split_at_checked(start).unwrap_or((text, "")),
        None => (text, ""),
    }
}

fn played(input: &str) -> Parsed<'_, Command> {
    whole(need("a move", some_words))
        .map(Command::Play)
        .parse(input)
}

/// A square or a pass needs no `play` in front.
fn is_bare_move(word: &str) -> bool {
    match word.as_bytes() {
        [b'a'..=b'z', digits @ ..] if !digits.is_empty() && digits.len() <= 2 => {
            digits.iter().all(u8::is_ascii_digit)
        }
        _ => matches!(word, "pass" | "pa" | "ps" | "--" | "@@@@"),
    }
}

fn bare_moves(line: &str) -> Parsed<'_, Command> {
    whole(pair(word, words))
        .map(|(first, mut others)| {
            others.insert(0, first.to_owned());
            Command::Play(others)
        })
        .parse(line)
}

/// The words that may follow `go`, and so end a list of moves.
const GO_WORDS: [&str; 17] = [
    "depth",
    "nodes",
    "movetime",
    "btime",
    "wtime",
    "binc",
    "winc",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "movestogo",
    "infinite",
    "ponder",
    "exact",
    "wld",
    "searchmoves",
];

fn go(input: &str) -> Parsed<'_, Command> {
    let mut go = Go::default();
    let mut input = input;
    while let Ok((rest, name)) = next_word(input) {
        (input, ()) = limit(&mut go, name, rest)?;
    }
    let (input, ()) = need("the end of the line", end).parse(input)?;
    Ok((input, Command::Go(Box::new(go))))
}

/// Reads what follows one of the words of `go`.
fn limit<'a>(go: &mut Go, name: &'a str, input: &'a str) -> Parsed<'a, ()> {
    match &*lower_case(name) {
        "depth" => set(input, "a depth", &mut go.depth),
        "nodes" => set(input, "a number of nodes", &mut go.nodes),
        "movetime" => set(input, MILLISECONDS, &mut go.movetime),
        "btime" => set(input, MILLISECONDS, &mut go.black.time),
        "wtime" => set(input, MILLISECONDS, &mut go.white.time),
        "binc" => set(input, MILLISECONDS, &mut go.black.increment),
        "winc" => set(input, MILLISECONDS, &mut go.white.increment),
        "p1time" => set(input, MILLISECONDS, &mut go.first.time),
        "p2time" => set(input, MILLISECONDS, &mut go.second.time),
        "p1inc" => set(input, MILLISECONDS, &mut go.first.increment),
        "p2inc" => set(input, MILLISECONDS, &mut go.second.increment),
        "movestogo" => set(input, "a number of moves", &mut go.moves_to_go),
        "infinite" => Ok((input, go.infinite = true)),
        "ponder" => Ok((input, go.ponder = true)),
        "exact" => Ok((input, go.solve = Some(Solve::Exact))),
        "wld" => Ok((input, go.solve = Some(Solve::Wld))),
        "searchmoves" => {
            let mv = verify(next_word, |word: &str| !GO_WORDS.contains(&word));
            let (rest, moves) = many0(mv.map(str::to_owned)).parse(input)?;
            if moves.is_empty() {
                let what = "a move";
                return Err(nom::Err::Failure(Expected { rest: input, what }));
            }
            go.search_moves = moves;
            Ok((rest, ()))
        }
        _ => {
            let what = "a limit such as depth, nodes, movetime or infinite";
            Err(nom::Err::Failure(Expected { rest: name, what }))
        }
    }
}

const MILLISECONDS: &str = "a number of milliseconds";

/// Reads a number into one of the limits.
fn set<'a, N: std::str::FromStr>(
    input: &'a str,
    what: &'static str,
    place: &mut Option<N>,
) -> Parsed<'a, ()> {
    let (rest, value) = need(what, number).parse(input)?;
    *place = Some(value);
    Ok((rest, ()))
}

fn save(input: &str) -> Parsed<'_, Command> {
    let (rest, text) = need("a file name", text).parse(input)?;
    // A file name may have blanks, so the format is looked for from the end.
    let named = text.rsplit_once(" as ").and_then(|(file, format)| {
        let format = format.trim();
        let is_word = !format.is_empty() && !format.contains([' ', '\t']);
        is_word.then(|| (file.trim_end(), Some(format.to_owned())))
    });
    let (file, format) = named.unwrap_or((text, None));
    let file = file.to_owned();
    Ok((rest, Command::Save { file, format }))
}

fn query(input: &str) -> Parsed<'_, Command> {
    let (rest, name) = whole(need("gameover, p1turn or result", next_word)).parse(input)?;
    let query = match name {
        "gameover" => Query::GameOver,
        "p1turn" => Query::FirstPlayersTurn,
        "result" => Query::Result,
        _ => {
            let what = "gameover, p1turn or result";
            return Err(nom::Err::Failure(Expected { rest: name, what }));
        }
    };
    Ok((rest, Command::Query(query)))
}

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
        Command::NewGame { game, settings } => new_game_line(game.as_deref(), settings),
        Command::Position { from, moves } => position_line(from, moves),
        Command::SetBoard(board) => format!("setboard {board}"),
        Command::Play(moves) => format!("play {}", moves.join(" ")),
        Command::Undo(count) => format!("undo {count}"),
        Command::Redo(count) => format!("redo {count}"),
        Command::Go(go) => go_line(go),
        Command::Stop => "stop".into(),
        Command::PonderHit => "ponderhit".into(),
        Command::Show(format) => with_option("show", format.as_deref()),
        Command::Legal => "legal".into(),
        Command::Flips(mv) => format!("flips {mv}"),
        Command::Status => "status".into(),
        Command::Hint(count) => format!("hint {count}"),
        Command::Eval => "eval".into(),
        Command::Perft(depth) => format!("perft {depth}"),
        Command::Save { file, format: None } => format!("save {file}"),
        Command::Save {
            file,
            format: Some(format),
        } => format!("save {file} as {format}"),
        Command::Load(file) => format!("load {file}"),
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
    let flags = [
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
