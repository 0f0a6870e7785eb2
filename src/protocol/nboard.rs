//! What the NBoard GUI and its engines speak, in its versions 1 and 2.
//!
//! The controller promises to send the game before it asks anything, and marks
//! its questions with pings: what is said before the pong belongs to an older
//! one. Lines that nobody knows are passed over in silence.

use super::command::{Command, Go, Turn};
use super::dialect::{Dialect, Fault, FaultKind, Form, Request};
use super::reply::{Code, Info, Proof, Reply};

/// The dialect, with what the controller has set and the last that was heard
/// of a search.
#[derive(Clone, Debug, Default)]
pub struct NBoard {
    depth: Option<u32>,
    last: Option<Info>,
}

impl Dialect for NBoard {
    fn read(&mut self, line: &str) -> Option<Request> {
        let line = line.trim();
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let known = WORDS.into_iter().find(|word| *word == name);
        let said = match known {
            Some("nboard") => return None,
            Some(word) => self
                .command(word, rest.trim())
                .ok_or(FaultKind::BadArgument),
            // Version 1 has no word in front of a move.
            None if is_move(name) => Ok(turn(line)),
            None => Err(FaultKind::UnknownCommand),
        };
        let word = known.unwrap_or("");
        Some(Request {
            said: said.map_err(|kind| Fault::at(kind, line, rest, expected(word))),
            form: Form { id: None, word },
        })
    }

    fn write(&mut self, reply: &Reply, form: Form, out: &mut String) {
        let lines = match reply {
            Reply::Info(info) if !info.pv.is_empty() => self.news(info, form.word),
            Reply::BestMove { mv, .. } => vec![self.decision(mv)],
            Reply::Analysis { ply, score, .. } => vec![format!("analysis {ply} {}", discs(*score))],
            Reply::Pong(number) => vec![format!("pong {number}")],
            Reply::Text(text) => vec![text.clone()],
            Reply::Done if matches!(form.word, "hint" | "analyze") => vec!["status".to_owned()],
            Reply::Error { code, message } if is_told(*code) => vec![format!("status {message}")],
            _ => Vec::new(),
        };
        for line in lines {
            out.push_str(&line);
            out.push('\n');
        }
    }

    /// The names of the players come in whatever encoding the GUI has.
    fn reads_any_bytes(&self) -> bool {
        true
    }

    /// A GUI that closes is not interested in how a search to depth 60 ends.
    fn finishes_before_quit(&self) -> bool {
        false
    }
}

const WORDS: [&str; 10] = [
    "nboard", "set", "move", "hint", "go", "ping", "learn", "analyze", "clear", "quit",
];

/// What should follow a word.
fn expected(word: &str) -> &'static str {
    match word {
        "set" => "game, depth or contempt and what it is",
        "hint" => "a number of moves from 1",
        "move" => "a move",
        _ => "a command",
    }
}

impl NBoard {
    fn command(&mut self, word: &str, rest: &str) -> Option<Command> {
        Some(match word {
            "set" => self.set(rest)?,
            "move" if !rest.is_empty() => turn(rest),
            "hint" => {
                self.last = None;
                Command::Hint {
                    count: rest.parse().ok().filter(|count| *count >= 1)?,
                    depth: self.depth,
                }
            }
            "go" => {
                self.last = None;
                Command::Go(Box::new(Go {
                    depth: self.depth,
                    by_clock: true,
                    ..Go::default()
                }))
            }
            "ping" => Command::Ping(rest.to_owned()),
            // There is no book to put it into.
            "learn" => Command::Echo("learned".to_owned()),
            "analyze" => Command::Analyze { depth: self.depth },
            "clear" => Command::SetOption {
                name: "Clear Hash".to_owned(),
                value: None,
            },
            "quit" => Command::Quit,
            _ => return None,
        })
    }

    fn set(&mut self, rest: &str) -> Option<Command> {
        let (name, value) = rest.split_once(char::is_whitespace)?;
        let value = value.trim();
        match name {
            "game" => Some(Command::Game(value.to_owned())),
            "depth" => {
                let depth = value.parse().ok()?;
                self.depth = Some(depth);
                Some(Command::Echo(format!("set myname Outflank{depth}")))
            }
            "contempt" => {
                let discs: f64 = value.parse().ok()?;
                Some(Command::SetOption {
                    name: "Contempt".to_owned(),
                    value: Some(format!("{:.0}", discs.clamp(-100.0, 100.0))),
                })
            }
            _ => None,
        }
    }

    /// A line of play, while hints are asked for, and what it has cost.
    fn news(&mut self, info: &Info, word: &str) -> Vec<String> {
        let is_best = info.multipv.is_none_or(|rank| rank == 1);
        if is_best {
            self.last = Some(info.clone());
        }
        if word != "hint" {
            return Vec::new();
        }
        let line: Vec<String> = info.pv.iter().map(|mv| name_of(mv)).collect();
        let (line, score) = (line.join("-"), discs(info.score.unwrap_or(0)));
        let mut lines = vec![format!("search {line} {score} 0 {}", depth_of(info))];
        if is_best {
            let nodes = info.nodes.unwrap_or(0);
            lines.push(format!("nodestats {nodes} {}", seconds(info)));
        }
        lines
    }

    /// The move that was chosen, what it is worth and how long it took.
    fn decision(&self, mv: &str) -> String {
        let name = name_of(mv);
        let line = self.last.as_ref();
        match line.filter(|info| info.pv.first().is_some_and(|first| first == mv)) {
            Some(info) => {
                let score = discs(info.score.unwrap_or(0));
                format!("=== {name}/{score}/{}", seconds(info))
            }
            None => format!("=== {name}"),
        }
    }
}

/// `F5`, `f5//1.2` or `PA/0.00/3`.
fn turn(text: &str) -> Command {
    let mut parts = text.split('/').map(str::trim);
    let mv = parts.next().unwrap_or("").to_owned();
    let took = parts.nth(1).and_then(|time| time.parse::<f64>().ok());
    let took = took.filter(|seconds| seconds.is_finite() && *seconds >= 0.0);
    Command::Turns(vec![Turn {
        side: None,
        mv,
        took: took.map(|seconds| (seconds * 1000.0) as u64),
    }])
}

fn is_move(word: &str) -> bool {
    let mv = word.split('/').next().unwrap_or("").to_ascii_lowercase();
    match mv.as_bytes() {
        [b'a'..=b'j', row @ ..] => !row.is_empty() && row.iter().all(u8::is_ascii_digit),
        _ => mv == "pa",
    }
}

/// A move as the GUI reads it; when there is none, that is a pass too.
fn name_of(mv: &str) -> String {
    match mv {
        "pass" | "none" => "PA".to_owned(),
        mv => mv.to_ascii_uppercase(),
    }
}

fn discs(centidiscs: i32) -> String {
    format!("{:.2}", f64::from(centidiscs) / 100.0)
}

fn seconds(info: &Info) -> String {
    format!("{:.2}", info.time.unwrap_or(0) as f64 / 1000.0)
}

/// How far was looked, or how certain the score is.
fn depth_of(info: &Info) -> String {
    match info.proof {
        Some(Proof::Exact) => "100%".to_owned(),
        Some(Proof::Wld) => "100%W".to_owned(),
        Some(Proof::Percent(percent)) => format!("{percent}%"),
        Some(Proof::Estimate) | None => info.depth.unwrap_or(0).to_string(),
    }
}

/// Whether the controller hears of a mistake. What is no command of this
/// dialect may be one of a later version.
fn is_told(code: Code) -> bool {
    !matches!(code, Code::UnknownCommand | Code::BadText | Code::TooLong)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

    use super::*;
    use proptest::prelude::*;

    fn written(nboard: &mut NBoard, reply: Reply, word: &'static str) -> String {
        let mut out = String::new();
        nboard.write(&reply, Form { id: None, word }, &mut out);
        out
    }

    fn line(score: i32, proof: Proof) -> Info {
        Info {
            depth: Some(18),
            score: Some(score),
            proof: Some(proof),
            nodes: Some(1000),
            time: Some(1330),
            pv: vec!["f5".into(), "pass".into(), "c3".into()],
            ..Info::default()
        }
    }

    #[test]
    fn hints_are_streamed_and_marked_with_what_they_are_worth() {
        for (proof, depth) in [
            (Proof::Estimate, "18"),
            (Proof::Percent(95), "95%"),
            (Proof::Wld, "100%W"),
            (Proof::Exact, "100%"),
        ] {
            let mut nboard = NBoard::default();
            let said = written(&mut nboard, Reply::Info(line(-250, proof)), "hint");
            let expected = format!("search F5-PA-C3 -2.50 0 {depth}\nnodestats 1000 1.33\n");
            assert_eq!(said, expected);
        }
    }

    #[test]
    fn a_decision_has_slashes() {
        let mut nboard = NBoard::default();
        let news = Reply::Info(line(250, Proof::Estimate));
        assert_eq!(written(&mut nboard, news, "go"), "");
        let best = |mv: &str| Reply::BestMove {
            mv: mv.into(),
            ponder: None,
        };
        assert_eq!(written(&mut nboard, best("f5"), "go"), "=== F5/2.50/1.33\n");
        assert_eq!(written(&mut nboard, best("pass"), "go"), "=== PA\n");
        assert_eq!(written(&mut nboard, best("none"), "go"), "=== PA\n");
    }

    #[test]
    fn a_move_may_come_with_its_value_and_time() {
        for (text, took) in [
            ("move F5", None),
            ("move f5//1.2", Some(1200)),
            ("F5/0.5/2", Some(2000)),
            ("move PA//0", Some(0)),
        ] {
            let said = NBoard::default().read(text).unwrap().said.unwrap();
            let Command::Turns(turns) = said else {
                panic!("{text}");
            };
            assert_eq!(turns[0].took, took, "{text}");
        }
    }

    #[test]
    fn contempt_is_an_option_in_whole_discs() {
        for (text, value) in [("-100", "-100"), ("0", "0"), ("2.7", "3"), ("1e9", "100")] {
            let said = NBoard::default().read(&format!("set contempt {text}"));
            let option = Command::SetOption {
                name: "Contempt".into(),
                value: Some(value.into()),
            };
            assert_eq!(said.unwrap().said.unwrap(), option, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_line_is_read(line in "\\PC{0,60}") {
            NBoard::default().read(&line);
        }

        #[test]
        fn arguments_of_any_kind_are_read(index in 0..WORDS.len(), rest in "[ a-z0-9./+-]{0,20}") {
            NBoard::default().read(&format!("{} {rest}", WORDS[index]));
        }
    }
}
