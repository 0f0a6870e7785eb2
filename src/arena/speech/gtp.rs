//! The Go Text Protocol from the controller's side.
//!
//! Every command gets a number, so that each answer finds its question. The
//! engine keeps the game: it is told the moves it has not seen. A refusal is
//! passed on, but for that of a pass, which some engines make by themselves.

use super::{Heard, Limits, Speech, Start, Thought, Turn, Unsayable, only_othello};
use crate::arena::clock::Clock;
use crate::game::Color;
use crate::othello::Size;

/// A conversation, and how far it has come.
#[derive(Debug, Default)]
pub(super) struct Gtp {
    last_id: u32,
    /// Commands with a smaller number belong to an older request.
    first_id: u32,
    /// The commands since then.
    said: Vec<String>,
    /// What the answer to the last command means.
    awaits: Awaited,
    /// How many moves of the game the engine has been told or has made.
    known: usize,
    size: Size,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Awaited {
    #[default]
    Ready,
    Name,
    Move,
}

impl Gtp {
    /// A new request: what came before is done with.
    fn begin(&mut self, awaits: Awaited) {
        self.first_id = self.last_id + 1;
        self.awaits = awaits;
        self.said.clear();
    }

    fn say(&mut self, command: &str) {
        self.last_id += 1;
        self.said.push(command.to_owned());
    }

    fn request(&self) -> String {
        let numbered = self.said.iter().zip(self.first_id..);
        numbered
            .map(|(command, id)| format!("{id} {command}\n"))
            .collect()
    }

    /// The command with this number, if it belongs to the last request.
    fn command(&self, id: u32) -> Option<&str> {
        let index = id.checked_sub(self.first_id)?;
        self.said.get(index as usize).map(String::as_str)
    }

    fn say_moves(&mut self, moves: &[String], first: Color) {
        let mut color = first;
        for (index, mv) in moves.iter().enumerate() {
            if index >= self.known {
                let vertex = vertex(mv, self.size);
                self.say(&format!("play {} {vertex}", letter(color)));
            }
            color = !color;
        }
        self.known = moves.len();
    }

    /// A clock's hands before a move. Time by the move is an overtime of one
    /// stone.
    fn say_time_left(&mut self, clock: &Clock, color: Color) {
        let (seconds, stones) = match (clock.left(), clock.limits().movetime) {
            (Some(left), _) => (left.as_secs_f64(), 0),
            (None, Some(time)) => (time as f64 / 1000.0, 1),
            (None, None) => return,
        };
        // Engines read whole seconds; rounding down is on the safe side.
        let whole = seconds.floor();
        self.say(&format!("time_left {} {whole} {stones}", letter(color)));
    }

    fn answer(&mut self, text: &str) -> Heard {
        match self.awaits {
            Awaited::Ready => Heard::Ready,
            Awaited::Name => Heard::Name(text.to_owned()),
            Awaited::Move if text.eq_ignore_ascii_case("resign") => Heard::Resigns,
            Awaited::Move => {
                self.known += 1;
                Heard::Move(square(text, self.size), Thought::default())
            }
        }
    }
}

impl Speech for Gtp {
    /// Only an engine that speaks this dialect knows its version.
    fn hello(&mut self) -> String {
        self.begin(Awaited::Ready);
        self.say("protocol_version");
        self.request()
    }

    fn ask_name(&mut self) -> Option<String> {
        self.begin(Awaited::Name);
        self.say("name");
        Some(self.request())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<String, Unsayable> {
        self.begin(Awaited::Ready);
        self.say(format!("{name} {value}").trim_end());
        Ok(self.request())
    }

    fn new_game(&mut self, start: &Start, limits: &Limits) -> Result<String, Unsayable> {
        let unsayable = |what: &str| Unsayable {
            dialect: "GTP",
            what: what.to_owned(),
        };
        let board = only_othello("GTP", start)?;
        if !start.is_usual() {
            return Err(unsayable(
                "a board set up by hand: use openings that are moves",
            ));
        }
        if limits.depth.is_some() || limits.nodes.is_some() {
            return Err(unsayable(
                "a depth or a number of nodes: set it in the engine's command",
            ));
        }
        self.begin(Awaited::Ready);
        self.known = 0;
        self.size = board.size();
        self.say(&format!("boardsize {}", self.size.side()));
        self.say("clear_board");
        if let Some(settings) = time_settings(limits) {
            self.say(&settings);
        }
        Ok(self.request())
    }

    fn go(&mut self, turn: &Turn) -> String {
        self.begin(Awaited::Move);
        self.say_moves(turn.moves, turn.start.first());
        for color in [Color::Black, Color::White] {
            self.say_time_left(turn.clock(color), color);
        }
        self.say(&format!("genmove {}", letter(turn.color)));
        self.request()
    }

    fn quit(&mut self) -> String {
        "quit\n".into()
    }

    fn hear(&mut self, line: &str) -> Heard {
        let Some((fails, id, text)) = read(line) else {
            return Heard::Nothing;
        };
        let Some(command) = self.command(id) else {
            return Heard::Nothing;
        };
        match fails {
            true if command.ends_with(" pass") => Heard::Nothing,
            true => Heard::Refused(format!("{command}: {text}")),
            false if id == self.last_id => self.answer(text),
            false => Heard::Nothing,
        }
    }
}

/// The first line of an answer: whether it is a failure, to which command,
/// and what it says. Some engines put a blank before the number.
fn read(line: &str) -> Option<(bool, u32, &str)> {
    let fails = match line.chars().next()? {
        '=' => false,
        '?' => true,
        _ => return None,
    };
    let rest = line[1..].trim_start();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (id, text) = rest.split_at(digits);
    Some((fails, id.parse().ok()?, text.trim()))
}

fn time_settings(limits: &Limits) -> Option<String> {
    let seconds = |time: f64| {
        if time.fract() == 0.0 {
            format!("{time:.0}")
        } else {
            time.to_string()
        }
    };
    match (limits.clock, limits.movetime) {
        (Some(clock), _) if clock.increment.is_zero() => Some(format!(
            "time_settings {} 0 0",
            seconds(clock.base.as_secs_f64())
        )),
        (Some(clock), _) => Some(format!(
            "time_settings {} {} 0",
            seconds(clock.base.as_secs_f64()),
            seconds(clock.increment.as_secs_f64()),
        )),
        (None, Some(time)) => Some(format!(
            "time_settings 0 {} 1",
            seconds(time as f64 / 1000.0)
        )),
        (None, None) => None,
    }
}

fn letter(color: Color) -> char {
    match color {
        Color::Black => 'b',
        Color::White => 'w',
    }
}

/// A square in Go's letters, which leave out the i.
fn vertex(mv: &str, size: Size) -> String {
    shift(mv, size, |letter| match letter {
        'i' => 'j',
        'j' => 'k',
        other => other,
    })
}

/// A square in Othello's letters.
fn square(vertex: &str, size: Size) -> String {
    shift(&vertex.to_ascii_lowercase(), size, |letter| match letter {
        'j' => 'i',
        'k' => 'j',
        other => other,
    })
}

fn shift(word: &str, size: Size, letter: impl Fn(char) -> char) -> String {
    if size != Size::Ten || word == "pass" {
        return word.to_owned();
    }
    let mut characters = word.chars();
    let first = characters.next().map(letter);
    first.into_iter().chain(characters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    fn go(gtp: &mut Gtp, made: &str, color: Color) -> String {
        let clock = Clock::new(&Limits {
            clock: Some("9.9+1".parse().unwrap()),
            ..Limits::default()
        });
        gtp.go(&Turn {
            start: &Start::usual(gtp.size),
            moves: &moves(made),
            times: &[],
            color,
            black: &clock,
            white: &Clock::default(),
        })
    }

    #[test]
    fn an_engine_is_told_the_moves_it_has_not_seen() {
        let mut gtp = Gtp::default();
        let start = Start::usual(Size::Eight);
        let begin = gtp.new_game(&start, &Limits::default()).unwrap();
        assert_eq!(begin, "1 boardsize 8\n2 clear_board\n");
        assert_eq!(gtp.hear("=1"), Heard::Nothing);
        assert_eq!(gtp.hear("= 2 "), Heard::Ready);
        let asked = go(&mut gtp, "f5", Color::White);
        assert_eq!(asked, "3 play b f5\n4 time_left b 9 0\n5 genmove w\n");
        assert_eq!(gtp.hear("=3 "), Heard::Nothing);
        assert_eq!(gtp.hear(""), Heard::Nothing);
        assert_eq!(
            gtp.hear("=5 D6"),
            Heard::Move("d6".into(), Thought::default())
        );
        let asked = go(&mut gtp, "f5 d6 pass", Color::White);
        assert_eq!(asked, "6 play b pass\n7 time_left b 9 0\n8 genmove w\n");
        assert_eq!(gtp.hear("?6 syntax error"), Heard::Nothing);
        assert_eq!(
            gtp.hear("?7 no"),
            Heard::Refused("time_left b 9 0: no".into())
        );
        assert_eq!(gtp.hear("=8 RESIGN"), Heard::Resigns);
    }

    #[test]
    fn answers_to_older_questions_are_not_taken_for_new_ones() {
        let mut gtp = Gtp::default();
        gtp.hello();
        go(&mut gtp, "", Color::Black);
        assert_eq!(gtp.hear("=1 2"), Heard::Nothing);
        assert_eq!(gtp.hear("=77 f5"), Heard::Nothing);
    }

    #[test]
    fn the_letter_i_is_left_out_on_large_boards() {
        assert_eq!(vertex("i1", Size::Ten), "j1");
        assert_eq!(square("K10", Size::Ten), "j10");
        assert_eq!(square("pass", Size::Ten), "pass");
        assert_eq!(vertex("h8", Size::Eight), "h8");
    }

    #[test]
    fn what_cannot_be_said_is_said_to_be_so() {
        let limits = Limits {
            depth: Some(3),
            ..Limits::default()
        };
        let error = Gtp::default().new_game(&Start::usual(Size::Eight), &limits);
        let error = error.unwrap_err().to_string();
        assert!(error.starts_with("GTP has no words for a depth"), "{error}");
    }
}
