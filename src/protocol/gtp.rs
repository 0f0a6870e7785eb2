//! The Go Text Protocol, version 2, as Othello uses it, with GoGui's and
//! Quarry's additions.
//!
//! Every command gets one answer, `=` or `?` with the number of the command if
//! it had one, ended by an empty line. Replies are therefore collected until
//! the command is done. Columns skip the letter I, so the ninth and tenth are
//! J and K here and `i` and `j` everywhere else.

use super::command::{ClockWord, Command, Go, Turn};
use super::dialect::{Dialect, Fault, FaultKind, Form, Request};
use super::reply::{Code, Hint, Info, Proof, Reply, Status};
use crate::game::Color;

/// Every command, as `list_commands` shows them.
pub const COMMANDS: [&str; 46] = [
    "boardsize",
    "clear_board",
    "cputime",
    "final_score",
    "final_status_list",
    "fixed_handicap",
    "genmove",
    "gg-undo",
    "gogui-analyze_commands",
    "gogui-interrupt",
    "gogui-play_sequence",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_captured_count",
    "gogui-rules_final_result",
    "gogui-rules_game_id",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "gogui-setup",
    "gogui-setup_player",
    "gogui-title",
    "kata-analyze",
    "known_command",
    "komi",
    "list_commands",
    "list_games",
    "loadsgf",
    "lz-analyze",
    "name",
    "outflank-best_moves",
    "outflank-evaluation",
    "outflank-param",
    "outflank-stable",
    "play",
    "printsgf",
    "protocol_version",
    "quit",
    "reg_genmove",
    "set_game",
    "set_level",
    "set_option",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// The one line that is a comment and yet means something. It is no command,
/// and not answered.
const INTERRUPT: &str = "# interrupt";

/// What GoGui can show on its board.
const ANALYSES: &str = "gfx/Best moves/outflank-best_moves
gfx/Evaluation/outflank-evaluation
gfx/Stable discs/outflank-stable
param/Options/outflank-param";

/// The most moves a position has, and more.
const ALL_MOVES: u32 = 99;

/// The dialect, with as much of an answer as there is so far.
#[derive(Clone, Debug, Default)]
pub struct Gtp {
    answer: Vec<String>,
    failure: Option<&'static str>,
    /// Whether the last line asked to watch a search.
    watches: bool,
    /// Whether the answer has been begun: a search that is watched tells line
    /// by line.
    is_begun: bool,
}

/// Whether a word is one of the commands.
pub fn is_known(word: &str) -> bool {
    COMMANDS.contains(&word)
}

impl Dialect for Gtp {
    fn read(&mut self, line: &str) -> Option<Request> {
        if line.trim() == INTERRUPT {
            let form = Form {
                id: None,
                word: INTERRUPT,
            };
            let said = Ok(Command::Stop);
            return Some(Request { said, form });
        }
        let line = tidy(line);
        let mut words = line.split_whitespace().peekable();
        let id = words.peek()?.parse().ok();
        if id.is_some() {
            words.next();
        }
        let name = words.next().unwrap_or("");
        let known = COMMANDS.into_iter().find(|&known| known == name);
        let arguments: Vec<&str> = words.collect();
        let said = match known {
            Some(word) => command(word, &arguments).ok_or_else(|| fault(&line, name, true)),
            None => Err(fault(&line, name, false)),
        };
        let word = known.unwrap_or("");
        self.watches = is_watched(word);
        let form = Form { id, word };
        Some(Request { said, form })
    }

    fn is_interruptible(&self) -> bool {
        self.watches
    }

    /// A comment in any encoding is still a comment.
    fn reads_any_bytes(&self) -> bool {
        true
    }

    fn write(&mut self, reply: &Reply, form: Form, out: &mut String) {
        match reply {
            _ if form.word == INTERRUPT => {}
            Reply::InfoEnd => self.tell(form, out),
            Reply::Done if self.is_begun => {
                self.is_begun = false;
                self.answer.clear();
                out.push('\n');
            }
            Reply::Done => match self.failure.take() {
                Some(failure) => self.end('?', failure.to_owned(), form, out),
                None => {
                    let text = body(&self.answer);
                    self.end('=', text, form, out);
                }
            },
            Reply::Error { code, message } => {
                self.end('?', complaint(*code, message, form.word), form, out);
            }
            reply => self.collect(reply, form.word),
        }
    }
}

impl Gtp {
    /// Ends an answer. The blank after the sign is there even if nothing
    /// follows, for some clients look for it.
    fn end(&mut self, sign: char, text: String, form: Form, out: &mut String) {
        self.answer.clear();
        begin(sign, form, out);
        out.push(' ');
        out.push_str(&text);
        out.push_str("\n\n");
    }

    /// Tells what is new of a search that is watched, all moves in one line.
    fn tell(&mut self, form: Form, out: &mut String) {
        if self.answer.is_empty() {
            return;
        }
        if !self.is_begun {
            begin('=', form, out);
            out.push('\n');
        }
        self.is_begun = true;
        out.push_str(&self.answer.join(" "));
        out.push('\n');
        self.answer.clear();
    }

    /// Takes in a part of the answer.
    fn collect(&mut self, reply: &Reply, word: &'static str) {
        match reply {
            Reply::Info(info) if is_watched(word) => self.answer.extend(watched(info, word)),
            Reply::BestMove { .. } if is_watched(word) => {}
            Reply::BestMove { mv, .. } => self.answer.push(vertex_of(mv)),
            Reply::CpuTime(milliseconds) => {
                let seconds = *milliseconds as f64 / 1000.0;
                self.answer.push(format!("{seconds:.3}"));
            }
            Reply::Setting { name, value } => self.answer.push(parameter(name, value)),
            Reply::Text(text) => self.answer.extend(text.lines().map(str::to_owned)),
            Reply::Legal(moves) => self.answer.push(vertices(moves)),
            Reply::Notation { name, text } if name == "obf" => {
                self.answer.extend(shown(text, word));
            }
            Reply::Notation { text, .. } => self.answer.push(text.clone()),
            Reply::Status(status) if word == "final_score" => match score(status) {
                Some(score) => self.answer.push(score),
                None => self.failure = Some("cannot score"),
            },
            Reply::Status(status) => self.answer.push(verdict(status)),
            Reply::Hint(hint) => self.answer.extend(picture_of_hint(hint)),
            Reply::EvalMoves(moves) => self.answer.extend(picture_of_values(moves)),
            Reply::Stable(squares) => self.answer.extend(picture_of_stable(squares)),
            _ => {}
        }
    }
}

/// The sign and the number that an answer begins with.
fn begin(sign: char, form: Form, out: &mut String) {
    out.push(sign);
    if let Some(id) = form.id {
        out.push_str(&id.to_string());
    }
}

/// Whether a command asks to watch a search until something else is said.
fn is_watched(word: &str) -> bool {
    matches!(word, "lz-analyze" | "kata-analyze")
}

/// Control characters are dropped, tabs are blanks, and comments are cut off.
fn tidy(line: &str) -> String {
    let text = line.split('#').next().unwrap_or("");
    let kept = text.chars().filter(|c| *c == '\t' || !c.is_control());
    kept.map(|c| if c == '\t' { ' ' } else { c }).collect()
}

fn fault(line: &str, name: &str, known: bool) -> Fault {
    let rest = line.find(name).and_then(|start| line.get(start..));
    let rest = rest.unwrap_or("");
    match known {
        true => {
            let arguments = rest.get(name.len()..).unwrap_or("");
            Fault::at(FaultKind::BadArgument, line, arguments, "other arguments")
        }
        false => Fault::at(FaultKind::UnknownCommand, line, rest, "a command"),
    }
}

/// What a command means; `None` if its arguments make no sense.
fn command(word: &str, arguments: &[&str]) -> Option<Command> {
    Some(match (word, arguments) {
        ("protocol_version", _) => echo("2"),
        ("name" | "gogui-title", _) => echo("Outflank"),
        ("version", _) => echo(env!("CARGO_PKG_VERSION")),
        ("known_command", words) => {
            echo(&words.first().is_some_and(|word| is_known(word)).to_string())
        }
        ("list_commands", _) => echo(&COMMANDS.join("\n")),
        ("list_games" | "gogui-rules_game_id", _) => echo("Othello"),
        ("gogui-analyze_commands", _) => echo(ANALYSES),
        ("gogui-interrupt", _) => echo(""),
        ("gogui-rules_captured_count", _) => echo("0 0"),
        ("komi", [komi, ..]) => komi.parse::<f64>().ok().map(|_| echo(""))?,
        ("quit", _) => Command::Quit,
        ("boardsize", [size, ..]) => board_size(size)?,
        ("set_game", [name, ..]) if is_othello(name) => Command::NewGame {
            game: Some((*name).to_owned()),
            settings: Vec::new(),
        },
        ("cputime", _) => Command::CpuTime,
        ("clear_board", _) => Command::Restart,
        ("play", [side, vertex, ..]) => Command::Turns(vec![turn(side, vertex)?]),
        ("gogui-play_sequence", words) => Command::Turns(pairs(words, turn)?),
        ("gogui-setup", words) => Command::SetDiscs(pairs(words, disc)?),
        ("gogui-setup_player", [side, ..]) => Command::SetTurn(color(side)?),
        ("genmove", [side, ..]) => generate(side, true)?,
        ("reg_genmove", [side, ..]) => generate(side, false)?,
        ("lz-analyze" | "kata-analyze", words) => watch(words),
        ("undo", _) | ("gg-undo", []) => Command::TakeBack(1),
        ("gg-undo", [count, ..]) => Command::TakeBack(count.parse().ok()?),
        ("time_settings", [main, period, moves, ..]) => Command::Clock(ClockWord::Set {
            main: milliseconds(main)?,
            period: milliseconds(period)?,
            moves: moves.parse().ok()?,
        }),
        ("time_left", [side, time, moves, ..]) => Command::Clock(ClockWord::Left {
            side: color(side)?,
            time: milliseconds(time)?,
            moves: moves.parse().ok()?,
        }),
        ("final_score" | "gogui-rules_final_result", _) => Command::Status,
        ("final_status_list", ["alive", ..])
        | (
            "showboard"
            | "gogui-rules_board"
            | "gogui-rules_board_size"
            | "gogui-rules_side_to_move",
            _,
        ) => Command::Show(Some("obf".to_owned())),
        ("final_status_list", ["dead" | "seki", ..]) => echo(""),
        ("gogui-rules_legal_moves", _) => Command::Legal,
        ("loadsgf", words) => load(words)?,
        ("printsgf", []) => Command::Show(Some("sgf".to_owned())),
        ("printsgf", words) => Command::Save {
            file: words.join(" "),
            format: Some("sgf".to_owned()),
        },
        ("set_level", [level, ..]) => set_option("Level", level),
        ("outflank-param", []) => Command::Settings,
        ("set_option" | "outflank-param", [name, value @ ..]) => {
            set_option(&name.replace('_', " "), &value.join(" "))
        }
        ("outflank-best_moves", _) => Command::Hint {
            count: ALL_MOVES,
            depth: None,
        },
        ("outflank-evaluation", _) => Command::EvalMoves,
        ("outflank-stable", _) => Command::Stable,
        _ => return None,
    })
}

fn echo(text: &str) -> Command {
    Command::Echo(text.to_owned())
}

/// Sets an option. GoGui has numbers for yes and no.
fn set_option(name: &str, value: &str) -> Command {
    let value = match (name.to_ascii_lowercase().as_str(), value) {
        ("ponder", "0") => "false",
        ("ponder", "1") => "true",
        (_, value) => value,
    };
    Command::SetOption {
        name: name.to_owned(),
        value: Some(value.to_owned()),
    }
}

/// An option as GoGui shows it in a window of its own, where a name has no
/// blanks.
fn parameter(name: &str, value: &str) -> String {
    let name = name.replace(' ', "_");
    match value {
        "false" => format!("[bool] {name} 0"),
        "true" => format!("[bool] {name} 1"),
        "<empty>" => format!("[string] {name}"),
        value => format!("[string] {name} {value}"),
    }
}

fn is_othello(name: &str) -> bool {
    ["othello", "reversi"].contains(&name.to_ascii_lowercase().as_str())
}

/// Watches what becomes of every move. How often to tell is said as well, but
/// there is news whenever there is any.
fn watch(words: &[&str]) -> Command {
    Command::Go(Box::new(Go {
        side: words.iter().find_map(|word| color(word)),
        infinite: true,
        multi_pv: Some(ALL_MOVES),
        ..Go::default()
    }))
}

fn board_size(size: &str) -> Option<Command> {
    let side: u32 = size.parse().ok()?;
    Some(Command::NewGame {
        game: None,
        settings: vec![("size".to_owned(), side.to_string())],
    })
}

fn generate(side: &str, plays: bool) -> Option<Command> {
    Some(Command::Go(Box::new(Go {
        side: Some(color(side)?),
        by_clock: plays,
        plays,
        ..Go::default()
    })))
}

/// A file's name may have blanks; a number behind it is that of the first move
/// that is not made.
fn load(words: &[&str]) -> Option<Command> {
    let numbered = words.split_last().and_then(|(last, file)| {
        let number: u32 = last.parse().ok()?;
        (!file.is_empty()).then(|| (file, Some(number.saturating_sub(1))))
    });
    let (file, moves) = numbered.unwrap_or((words, None));
    let file = file.join(" ");
    (!file.is_empty()).then_some(Command::Load { file, moves })
}

fn color(word: &str) -> Option<Color> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

fn turn(side: &str, vertex: &str) -> Option<Turn> {
    Some(Turn {
        side: Some(color(side)?),
        mv: square_at(vertex)?,
        took: None,
    })
}

fn disc(side: &str, vertex: &str) -> Option<(Color, String)> {
    Some((color(side)?, square_at(vertex)?))
}

/// Reads words two by two.
fn pairs<T>(words: &[&str], read: impl Fn(&str, &str) -> Option<T>) -> Option<Vec<T>> {
    let pair = |pair: &[&str]| match pair {
        [first, second] => read(first, second),
        _ => None,
    };
    words.chunks(2).map(pair).collect()
}

fn milliseconds(word: &str) -> Option<u64> {
    let seconds: f64 = word.parse().ok()?;
    seconds
        .is_finite()
        .then_some((seconds.max(0.0) * 1000.0) as u64)
}

/// The square that others call this vertex.
fn square_at(vertex: &str) -> Option<String> {
    let vertex = vertex.to_ascii_lowercase();
    if vertex == "pass" {
        return Some(vertex);
    }
    let (column, row) = vertex.split_at_checked(1)?;
    let column = match column.chars().next()? {
        letter @ 'a'..='h' => letter,
        letter @ 'j'..='z' => char::from(letter as u8 - 1),
        _ => return None,
    };
    let row: u32 = row.parse().ok()?;
    Some(format!("{column}{row}"))
}

/// What GTP calls a square; when there is no move, that is a pass too.
fn vertex_of(square: &str) -> String {
    let mut letters = square.chars();
    match letters.next() {
        _ if matches!(square, "pass" | "none") => "pass".to_owned(),
        Some(letter @ 'i'..='y') => {
            let column = char::from(letter as u8 + 1);
            format!("{}{}", column.to_ascii_uppercase(), letters.as_str())
        }
        _ => square.to_ascii_uppercase(),
    }
}

fn vertices(squares: &[String]) -> String {
    let names: Vec<String> = squares.iter().map(|square| vertex_of(square)).collect();
    names.join(" ")
}

/// Lines behind the sign: one on the same line, more below it. An empty line
/// would end the answer.
fn body(lines: &[String]) -> String {
    let lines: Vec<&str> = lines
        .iter()
        .map(String::as_str)
        .filter(|line| !line.is_empty())
        .collect();
    match lines.as_slice() {
        [] => String::new(),
        [line] => (*line).to_owned(),
        lines => format!("\n{}", lines.join("\n")),
    }
}

/// What is shown of a position, which comes row by row with its side last.
fn shown(obf: &str, word: &str) -> Vec<String> {
    let (squares, side) = obf.split_once(' ').unwrap_or((obf, ""));
    let squares: Vec<char> = squares.chars().collect();
    let size = squares.len().isqrt().max(1);
    let rows = squares.chunks(size);
    let row_text = |row: &[char]| {
        let cells: Vec<&str> = row.iter().map(cell).collect();
        cells.join(" ")
    };
    match word {
        "gogui-rules_board_size" => vec![size.to_string()],
        "gogui-rules_side_to_move" => vec![if side == "O" { "white" } else { "black" }.to_owned()],
        // GoGui's first row is at the bottom.
        "gogui-rules_board" => rows.rev().map(row_text).collect(),
        "final_status_list" => rows
            .enumerate()
            .map(|(row, cells)| discs_of_row(row, cells))
            .collect(),
        _ => {
            let columns = (0..size).map(|column| column_letter(column).to_string());
            let heading = format!("   {}", columns.collect::<Vec<_>>().join(" "));
            let rows = rows.enumerate();
            let rows = rows.map(|(row, cells)| format!("{:2} {}", row + 1, row_text(cells)));
            [heading].into_iter().chain(rows).collect()
        }
    }
}

fn cell(disc: &char) -> &'static str {
    match disc {
        'X' => "X",
        'O' => "O",
        _ => ".",
    }
}

fn column_letter(column: usize) -> char {
    let letters = ('A'..='Z').filter(|letter| *letter != 'I');
    letters.into_iter().nth(column).unwrap_or('?')
}

fn discs_of_row(row: usize, cells: &[char]) -> String {
    let discs = cells.iter().enumerate().filter(|(_, disc)| **disc != '-');
    let names = discs.map(|(column, _)| format!("{}{}", column_letter(column), row + 1));
    names.collect::<Vec<_>>().join(" ")
}

/// The result as tournament programs compare it, empty squares counted for
/// the winner.
fn score(status: &Status) -> Option<String> {
    let verdict = status.result.as_ref()?;
    Some(match verdict.winner.as_str() {
        "black" => format!("B+{}", verdict.difference),
        "white" => format!("W+{}", verdict.difference),
        _ => "0".to_owned(),
    })
}

/// The result for people.
fn verdict(status: &Status) -> String {
    let discs = format!("{} to {}", status.black, status.white);
    match &status.result {
        None => format!("The game is not over; the discs are {discs}"),
        Some(verdict) if verdict.winner == "draw" => format!("A draw, {discs}"),
        Some(verdict) => {
            let winner = if verdict.winner == "black" {
                "Black"
            } else {
                "White"
            };
            format!("{winner} wins by {}, {discs}", verdict.difference)
        }
    }
}

/// A move with its score on the board, the best in colour and told in words.
fn picture_of_hint(hint: &Hint) -> Vec<String> {
    let vertex = vertex_of(&hint.mv);
    let discs = f64::from(hint.score) / 100.0;
    let label = format!("LABEL {vertex} {:+}", rounded(hint.score));
    if hint.rank > 1 {
        return vec![label];
    }
    let worth = match hint.proof {
        Proof::Estimate => format!("at depth {}", hint.depth),
        Proof::Percent(percent) => format!("with {percent}% certainty"),
        Proof::Wld => "as far as who wins".to_owned(),
        Proof::Exact => "for certain".to_owned(),
    };
    let line = vertices(&hint.pv);
    vec![
        format!("TEXT {line}: {discs:+.2} discs {worth}"),
        format!("COLOR #40c040 {vertex}"),
        label,
    ]
}

/// What is new of a move, as clients of Leela Zero or KataGo read it.
fn watched(info: &Info, word: &str) -> Option<String> {
    let vertex = vertex_of(info.pv.first()?);
    let discs = f64::from(info.score?) / 100.0;
    let visits = info.nodes.unwrap_or(0);
    let chance = chance_of_winning(discs, info.proof);
    let worth = match word {
        "kata-analyze" => format!("winrate {chance:.4} scoreLead {discs:.2}"),
        _ => format!("winrate {:.0}", chance * 10_000.0),
    };
    let order = info.multipv.unwrap_or(1).saturating_sub(1);
    let line = vertices(&info.pv);
    Some(format!(
        "info move {vertex} visits {visits} {worth} order {order} pv {line}"
    ))
}

/// A score as those clients want it. What is certain is certain; the rest is
/// bent so that a lead of four discs wins three games of four.
fn chance_of_winning(discs: f64, proof: Option<Proof>) -> f64 {
    const BEND: f64 = 4.0 / 1.1;
    match proof {
        Some(Proof::Exact | Proof::Wld) if discs == 0.0 => 0.5,
        Some(Proof::Exact | Proof::Wld) => f64::from(u8::from(discs > 0.0)),
        _ => 1.0 / (1.0 + (-discs / BEND).exp()),
    }
}

/// Whole discs.
fn rounded(centidiscs: i32) -> i32 {
    (f64::from(centidiscs) / 100.0).round() as i32
}

fn picture_of_values(moves: &[(String, i32)]) -> Vec<String> {
    const MOST: f64 = 20.0;
    let mut lines = vec!["TEXT what each move looks worth, in discs".to_owned()];
    for (mv, cp) in moves.iter().filter(|(mv, _)| mv != "pass") {
        let (vertex, discs) = (vertex_of(mv), f64::from(*cp) / 100.0);
        let strength = (discs / MOST).clamp(-1.0, 1.0);
        lines.push(format!("INFLUENCE {vertex} {strength:.2}"));
        lines.push(format!("LABEL {vertex} {:+}", rounded(*cp)));
    }
    lines
}

fn picture_of_stable(squares: &[String]) -> Vec<String> {
    let mut lines = vec![format!("TEXT {} stable discs", squares.len())];
    if !squares.is_empty() {
        lines.push(format!("COLOR #8080ff {}", vertices(squares)));
    }
    lines
}

/// The protocol's own words for what went wrong.
fn complaint(code: Code, message: &str, word: &str) -> String {
    match (word, code) {
        ("boardsize", Code::BadArgument) if !message.contains("expected other") => {
            "unacceptable size"
        }
        ("loadsgf", Code::Io | Code::BadFile) => "cannot load file",
        ("set_game", _) => "unsupported game",
        ("fixed_handicap", _) => "invalid number of stones",
        (_, Code::UnknownCommand) => "unknown command",
        (_, Code::BadArgument | Code::BadText | Code::TooLong) => "syntax error",
        (_, Code::IllegalMove | Code::GameOver) => "illegal move",
        (_, Code::NothingToUndo) => "cannot undo",
        _ => message,
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

    use super::*;
    use proptest::prelude::*;

    fn said(line: &str) -> Result<Command, Fault> {
        Gtp::default().read(line).unwrap().said
    }

    #[test]
    fn columns_skip_the_letter_i_both_ways() {
        for (vertex, square) in [("A1", "a1"), ("H8", "h8"), ("J9", "i9"), ("K10", "j10")] {
            assert_eq!(square_at(vertex).as_deref(), Some(square));
            assert_eq!(vertex_of(square), vertex);
        }
        assert_eq!(square_at("I9"), None);
        assert_eq!(vertex_of("pass"), "pass");
        assert_eq!(vertex_of("none"), "pass");
    }

    #[test]
    fn control_characters_comments_and_blanks_are_nothing() {
        let mut gtp = Gtp::default();
        for line in ["", "  \t ", "# a comment", "\u{1}\u{2}", " # interrupted"] {
            assert_eq!(gtp.read(line), None, "{line:?}");
        }
        assert_eq!(said("na\u{7}me\r # hello"), Ok(echo("Outflank")));
        let form = gtp.read("  17\tname").unwrap().form;
        assert_eq!((form.id, form.word), (Some(17), "name"));
    }

    #[test]
    fn a_file_may_be_loaded_up_to_a_move() {
        let load = |file: &str, moves| Command::Load {
            file: file.to_owned(),
            moves,
        };
        assert_eq!(said("loadsgf a game.sgf"), Ok(load("a game.sgf", None)));
        assert_eq!(said("loadsgf game.sgf 5"), Ok(load("game.sgf", Some(4))));
        assert_eq!(said("loadsgf 5"), Ok(load("5", None)));
    }

    #[test]
    fn a_search_that_is_watched_tells_all_moves_in_a_line_until_something_is_said() {
        let mut gtp = Gtp::default();
        let request = gtp.read("7 lz-analyze w 20").unwrap();
        assert!(gtp.is_interruptible());
        let line = |rank: u32, mv: &str, score: i32, proof: Proof| {
            Reply::Info(Info {
                multipv: Some(rank),
                score: Some(score),
                proof: Some(proof),
                nodes: Some(90),
                pv: vec![mv.into(), "pass".into()],
                ..Info::default()
            })
        };
        let mut out = String::new();
        let replies = [
            line(1, "f5", 200, Proof::Exact),
            line(2, "i9", 0, Proof::Estimate),
            Reply::InfoEnd,
            line(1, "f5", -200, Proof::Wld),
            Reply::InfoEnd,
            Reply::BestMove {
                mv: "f5".into(),
                ponder: None,
            },
            Reply::Done,
        ];
        replies
            .iter()
            .for_each(|reply| gtp.write(reply, request.form, &mut out));
        let expected = "=7\n\
            info move F5 visits 90 winrate 10000 order 0 pv F5 pass \
            info move J9 visits 90 winrate 5000 order 1 pv J9 pass\n\
            info move F5 visits 90 winrate 0 order 0 pv F5 pass\n\n";
        assert_eq!(out, expected);
        gtp.read("");
        let next = gtp.read("name").unwrap();
        assert!(!gtp.is_interruptible());
        let mut out = String::new();
        gtp.write(&Reply::Text("Outflank".into()), next.form, &mut out);
        gtp.write(&Reply::Done, next.form, &mut out);
        assert_eq!(out, "= Outflank\n\n");
    }

    #[test]
    fn a_lead_of_four_discs_wins_three_games_of_four() {
        let chance = |discs| chance_of_winning(discs, Some(Proof::Estimate));
        assert_eq!(chance(0.0), 0.5);
        assert!((chance(4.0) - 0.75).abs() < 0.001);
        assert!((chance(-4.0) - 0.25).abs() < 0.001);
    }

    #[test]
    fn options_are_set_by_names_without_blanks() {
        for (line, name, value) in [
            ("set_option Move_Overhead 5", "Move Overhead", "5"),
            ("outflank-param Ponder 1", "Ponder", "true"),
            ("outflank-param Log_File", "Log File", ""),
        ] {
            let said = said(line).unwrap();
            let name = name.to_owned();
            let value = Some(value.to_owned());
            assert_eq!(said, Command::SetOption { name, value }, "{line}");
        }
        assert_eq!(parameter("Ponder", "false"), "[bool] Ponder 0");
        assert_eq!(parameter("Move Overhead", "5"), "[string] Move_Overhead 5");
        assert_eq!(parameter("Log File", "<empty>"), "[string] Log_File");
    }

    proptest! {
        #[test]
        fn any_line_gets_one_answer_or_none(line in "\\PC{0,60}") {
            let mut gtp = Gtp::default();
            if let Some(request) = gtp.read(&line) {
                let mut out = String::new();
                gtp.write(&Reply::Text("a\n\nb".into()), request.form, &mut out);
                gtp.write(&Reply::Done, request.form, &mut out);
                prop_assert_eq!(out.matches("\n\n").count(), usize::from(!out.is_empty()));
            }
        }

        #[test]
        fn arguments_of_any_kind_are_understood_or_refused(
            index in 0..COMMANDS.len(),
            rest in "( [a-z0-9.+-]{0,6}){0,4}",
        ) {
            let line = format!("{}{rest}", COMMANDS[index]);
            if let Some(Request { said: Err(fault), .. }) = Gtp::default().read(&line) {
                prop_assert!(fault.column <= line.chars().count() + 1);
            }
        }
    }
}
