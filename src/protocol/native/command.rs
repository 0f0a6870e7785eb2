//! What a controller says in the native dialect: one small parser per word.

use std::borrow::Cow;

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{map_opt, opt, success, verify};
use nom::multi::{many0, many1};
use nom::sequence::{pair, preceded};

use crate::game::Color;
use crate::protocol::command::{
    ClockWord, Command, Go, Handshake, Mode, Query, Setup, Solve, Turn, View,
};
use crate::protocol::dialect::{Fault, FaultKind};
use crate::protocol::lexeme::{
    Expected, Parsed, end, keyword, need, next_word, number, some_words, text, verbatim, whole,
    word, words,
};

/// What the program calls itself to people.
const NAME: &str = concat!("Outflank ", env!("CARGO_PKG_VERSION"));

/// Reads a line; `None` if it is blank or a comment.
pub fn read(line: &str) -> Result<Option<Command>, Fault> {
    if let Some(fault) = control_character(line) {
        return Err(fault);
    }
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

/// The first character that controls something, and is no part of a text.
fn control_character(line: &str) -> Option<Fault> {
    let is_control = |c: char| c.is_ascii_control() && c != '\t';
    let index = line.chars().position(is_control)?;
    let character = line.chars().nth(index)?;
    Some(Fault {
        kind: FaultKind::BadText,
        column: index + 1,
        found: format!("{:#04x}", u32::from(character)),
        expected: "text",
    })
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
        "options" => alone(input, Command::Settings),
        "newgame" | "uginewgame" | "ucinewgame" => new_game(input),
        "new" | "n" => alone(input, Command::Restart),
        "init" | "i" => alone(input, standard_game()),
        "game" => need("a game", text)
            .map(|game| Command::Game(game.to_owned()))
            .parse(input),
        "position" => position(input),
        "setboard" => need("one blank and the board", verbatim)
            .map(|board| Command::SetBoard(board.to_owned()))
            .parse(input),
        "discs" => whole(many0(disc)).map(Command::SetDiscs).parse(input),
        "turn" => whole(need("black or white", side))
            .map(Command::SetTurn)
            .parse(input),
        "moves" | "play" | "force" => played(input),
        "turns" => whole(need("a move", many1(turn)))
            .map(Command::Turns)
            .parse(input),
        "undo" | "u" => count(input, Command::Undo),
        "redo" | "r" => count(input, Command::Redo),
        "takeback" => count(input, Command::TakeBack),
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
        "hint" => hint(input),
        "analyze" | "a" => whole(opt(number))
            .map(|depth| Command::Analyze { depth })
            .parse(input),
        "eval" => eval(input),
        "stable" => alone(input, Command::Stable),
        "clock" => whole(clock).map(Command::Clock).parse(input),
        "mode" | "m" => whole(need("a mode from 0 to 3", mode))
            .map(Command::Mode)
            .parse(input),
        "ping" => whole(opt(next_word))
            .map(|word| Command::Ping(word.unwrap_or("").to_owned()))
            .parse(input),
        "echo" => need("something to say", text)
            .map(|text| Command::Echo(text.to_owned()))
            .parse(input),
        "version" | "v" => alone(input, Command::Echo(NAME.to_owned())),
        "cputime" => alone(input, Command::CpuTime),
        "perft" => whole(need("a depth", number))
            .map(Command::Perft)
            .parse(input),
        "save" | "s" => save(input),
        "load" | "open" | "o" => load(input),
        "query" => query(input),
        "help" | "?" => whole(opt(next_word))
            .map(|topic| Command::Help(topic.map(str::to_owned)))
            .parse(input),
        "quit" | "exit" | "q" => alone(input, Command::Quit),
        "hmirror" => alone(input, view(1)),
        "vmirror" => alone(input, view(2)),
        "rotate" => rotate(input),
        "symetry" | "symmetry" => {
            let number = verify(number, |&number: &u32| number < 8);
            whole(need("a number from 0 to 7", number))
                .map(view)
                .parse(input)
        }
        "set" => others_option(input),
        name if is_bare_move(name) => bare_moves(line),
        name => option_by_name(name, input),
    }
}

/// The whole game seen in this way, counted as Edax does.
fn view(number: u32) -> Command {
    Command::View(View {
        mirror: number & 1 != 0,
        flip: number & 2 != 0,
        transpose: number & 4 != 0,
    })
}

/// Degrees to the left, 90 if not said.
fn rotate(input: &str) -> Parsed<'_, Command> {
    let by_angle = |angle: u32| match angle {
        90 => Some(view(5)),
        180 => Some(view(3)),
        270 => Some(view(6)),
        _ => None,
    };
    match end(input) {
        Ok((rest, ())) => Ok((rest, view(5))),
        Err(_) => whole(need("90, 180 or 270", map_opt(number, by_angle))).parse(input),
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

/// The game that everybody means who names none.
fn standard_game() -> Command {
    Command::NewGame {
        game: None,
        settings: Vec::new(),
    }
}

/// `set level = 10`, as Edax also has it.
fn others_option(input: &str) -> Parsed<'_, Command> {
    let (rest, name) = need("an option", next_word).parse(input)?;
    let known = match &*lower_case(name) {
        // By itself this is the beginning of a new game.
        "n" => option_by_name("n-tasks", rest),
        name => option_by_name(name, rest),
    };
    known.map_err(|error| match error {
        nom::Err::Error(_) => failure(input, "level, n-tasks, ponder, game-time or move-time"),
        other => other,
    })
}

/// An option by the name that Edax has for it.
fn option_by_name<'a>(name: &str, input: &'a str) -> Parsed<'a, Command> {
    let set = |name: &str, value: String| Command::SetOption {
        name: name.to_owned(),
        value: Some(value),
    };
    let (input, _) = opt(keyword("=")).parse(input)?;
    match name {
        "level" | "l" => whole(need("a value", next_word))
            .map(|value| set("Level", value.to_owned()))
            .parse(input),
        "n-tasks" => whole(need("a value", next_word))
            .map(|value| set("Threads", value.to_owned()))
            .parse(input),
        "ponder" => whole(need("on or off", next_word))
            .map(|value| set("Ponder", truth(value).to_owned()))
            .parse(input),
        "hash-table-size" | "h" => whole(need("a number of bits", map_opt(number, mebibytes)))
            .map(|size| set("Hash", size.to_string()))
            .parse(input),
        "ui-log-file" => need("a file name", text)
            .map(|file| set("Log File", file.to_owned()))
            .parse(input),
        "game-time" | "t" => whole(need(TIME, map_opt(next_word, milliseconds)))
            .map(|main| clocks(main, 0, 0))
            .parse(input),
        "move-time" => whole(need(TIME, map_opt(next_word, milliseconds)))
            .map(|period| clocks(0, period, 1))
            .parse(input),
        _ => Err(nom::Err::Error(Expected {
            rest: input,
            what: "a command",
        })),
    }
}

fn clocks(main: u64, period: u64, moves: u32) -> Command {
    Command::Clock(ClockWord::Set {
        main,
        period,
        moves,
    })
}

/// Edax's words for yes and no.
fn truth(word: &str) -> &str {
    match word {
        "on" => "true",
        "off" => "false",
        word => word,
    }
}

/// What a table of Edax takes: two to the so many entries of 24 bytes.
fn mebibytes(bits: u32) -> Option<u64> {
    let bytes = 24u64.checked_shl(bits).filter(|_| bits < 48)?;
    Some((bytes >> 20).max(1))
}

const TIME: &str = "a time such as 10, 1:30 or 1:00:00";

/// A time as Edax writes it: seconds, behind minutes, hours and days if need
/// be, with decimals.
fn milliseconds(word: &str) -> Option<u64> {
    const FACTORS: [f64; 4] = [1.0, 60.0, 3600.0, 86_400.0];
    let parts: Vec<&str> = word.rsplit(':').collect();
    if parts.len() > FACTORS.len() {
        return None;
    }
    let mut seconds = 0.0;
    for (part, factor) in parts.into_iter().zip(FACTORS) {
        let number: f64 = part.parse().ok()?;
        seconds += number * factor;
    }
    let fits = (0.0..1e9).contains(&seconds);
    fits.then_some((seconds * 1000.0).round() as u64)
}

/// The final word on a line: this was expected here.
fn failure<'a>(rest: &'a str, what: &'static str) -> nom::Err<Expected<'a>> {
    nom::Err::Failure(Expected { rest, what })
}

/// A blank and a colour.
fn side(input: &str) -> Parsed<'_, Color> {
    let black = keyword("black").map(|_| Color::Black);
    let white = keyword("white").map(|_| Color::White);
    alt((black, white)).parse(input)
}

fn disc(input: &str) -> Parsed<'_, (Color, String)> {
    let (input, side) = side(input)?;
    let (input, square) = need("a square", next_word).parse(input)?;
    Ok((input, (side, square.to_owned())))
}

/// A move, who makes it and how long it took.
fn turn(input: &str) -> Parsed<'_, Turn> {
    let (input, side) = opt(side).parse(input)?;
    let (input, mv) = next_word(input)?;
    let took = preceded(keyword("took"), need(MILLISECONDS, number));
    let (input, took) = opt(took).parse(input)?;
    let mv = mv.to_owned();
    Ok((input, Turn { side, mv, took }))
}

/// How the clocks are set, or what one shows.
fn clock(input: &str) -> Parsed<'_, ClockWord> {
    let time = || need(MILLISECONDS, number);
    let moves = || preceded(keyword("moves"), need("a number of moves", number));
    if let Ok((input, side)) = side(input) {
        let (input, time) = time().parse(input)?;
        let (input, moves) = opt(moves()).parse(input)?;
        let moves = moves.unwrap_or(0);
        return Ok((input, ClockWord::Left { side, time, moves }));
    }
    let (input, _) = need("black, white or main", keyword("main")).parse(input)?;
    let (input, main) = time().parse(input)?;
    let (input, period) = opt(preceded(keyword("period"), time())).parse(input)?;
    let (input, moves) = opt(moves()).parse(input)?;
    let clock = ClockWord::Set {
        main,
        period: period.unwrap_or(0),
        moves: moves.unwrap_or(0),
    };
    Ok((input, clock))
}

/// Who plays what, counted as Edax does.
fn mode(input: &str) -> Parsed<'_, Mode> {
    let by_number = |number: u32| {
        let (black, white) = match number {
            0 => (false, true),
            1 => (true, false),
            2 => (true, true),
            3 => (false, false),
            _ => return None,
        };
        Some(Mode { black, white })
    };
    map_opt(number, by_number).parse(input)
}

fn hint(input: &str) -> Parsed<'_, Command> {
    let (input, count) = match keyword("depth").parse(input) {
        Ok(_) => (input, None),
        Err(_) if end(input).is_ok() => (input, None),
        Err(_) => {
            let count = verify(number, |&count: &u32| count >= 1);
            let (input, count) = need("a number from 1", count).parse(input)?;
            (input, Some(count))
        }
    };
    let depth = preceded(keyword("depth"), need("a depth", number));
    whole(opt(depth))
        .map(|depth| Command::Hint {
            count: count.unwrap_or(1),
            depth,
        })
        .parse(input)
}

fn eval(input: &str) -> Parsed<'_, Command> {
    whole(opt(keyword("moves")))
        .map(|moves| match moves {
            Some(_) => Command::EvalMoves,
            None => Command::Eval,
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
        .map(|words| Command::Play(words.into_iter().map(undropped).collect()))
        .parse(input)
}

/// A square or a pass needs no `play` in front.
fn is_bare_move(word: &str) -> bool {
    let is_pass = matches!(word, "pass" | "pa" | "ps" | "--" | "@@@@");
    is_pass || is_square(word) || dropped(word).is_some()
}

/// A letter and one digit or two.
fn is_square(word: &str) -> bool {
    match word.as_bytes() {
        [letter, digits @ ..] if matches!(digits.len(), 1 | 2) => {
            letter.is_ascii_alphabetic() && digits.iter().all(u8::is_ascii_digit)
        }
        _ => false,
    }
}

/// The square in `P@f5`, as pieces are dropped in chess.
fn dropped(word: &str) -> Option<&str> {
    let square = word.strip_prefix("P@").or(word.strip_prefix("p@"));
    square.filter(|square| is_square(square))
}

/// A move without the `P@` of a piece that is dropped.
fn undropped(word: String) -> String {
    match dropped(&word) {
        Some(square) => square.to_owned(),
        None => word,
    }
}

fn bare_moves(line: &str) -> Parsed<'_, Command> {
    whole(pair(word, words))
        .map(|(first, mut others)| {
            others.insert(0, first.to_owned());
            Command::Play(others.into_iter().map(undropped).collect())
        })
        .parse(line)
}

/// The words that may follow `go`, and so end a list of moves.
const GO_WORDS: [&str; 21] = [
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
    "multipv",
    "infinite",
    "ponder",
    "exact",
    "wld",
    "searchmoves",
    "side",
    "clock",
    "play",
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

/// Reads a `go` for what is known of it, if it is one.
pub(super) fn read_go_regardless(line: &str) -> Option<Command> {
    let (mut input, name) = word(line.trim_start_matches([' ', '\t'])).ok()?;
    if !name.eq_ignore_ascii_case("go") {
        return None;
    }
    let mut go = Go::default();
    while let Ok((rest, name)) = next_word(input) {
        input = limit(&mut go, name, rest).map_or(rest, |(rest, ())| rest);
    }
    Some(Command::Go(Box::new(go)))
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
        "multipv" => set(input, "a number of moves", &mut go.multi_pv),
        "infinite" => Ok((input, go.infinite = true)),
        "ponder" => Ok((input, go.ponder = true)),
        "exact" => Ok((input, go.solve = Some(Solve::Exact))),
        "wld" => Ok((input, go.solve = Some(Solve::Wld))),
        "side" => {
            let (rest, side) = need("black or white", side).parse(input)?;
            Ok((rest, go.side = Some(side)))
        }
        "clock" => Ok((input, go.by_clock = true)),
        "play" => Ok((input, go.plays = true)),
        "searchmoves" => {
            let mv = verify(next_word, |word: &str| {
                !GO_WORDS.contains(&&*lower_case(word))
            });
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

/// A file name may have blanks, so the number of moves is looked for from the
/// end.
fn load(input: &str) -> Parsed<'_, Command> {
    let (rest, text) = need("a file name", text).parse(input)?;
    let numbered = text.rsplit_once(" moves ").and_then(|(file, moves)| {
        let moves = moves.trim().parse().ok()?;
        Some((file.trim_end(), Some(moves)))
    });
    let (file, moves) = numbered.unwrap_or((text, None));
    let file = file.to_owned();
    Ok((rest, Command::Load { file, moves }))
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
