//! Does an engine keep to the dialect it speaks? Asked as a controller would,
//! one verdict for each thing that controllers rely on.
//!
//! Every check starts a process of its own, so that one failure does not lead
//! to the next.

use std::time::{Duration, Instant};

use super::clock::{Clock, Limits, TimeControl};
use super::judge::Judge;
use super::link::{Link, Lost};
use super::player::Player;
use super::process::{LONGEST_LINE, Launch, Process};
use super::record::Reason;
use super::referee::{self, Rules, Seat};
use super::speech::{Dialect, Turn};
use super::start::{Start, usual};
use crate::othello::notation::transcript;
use crate::othello::{History, Size};

/// How long an engine may take over anything that needs no thought.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long it may go on after it was told to stop or to end.
const PROMPT: Duration = Duration::from_secs(2);

/// What a check came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What was looked at.
    pub check: &'static str,
    /// What is wrong, if anything is.
    pub fault: Result<(), String>,
}

/// One thing to look at; `None` if the dialect has nothing of the kind.
struct Check {
    name: &'static str,
    run: fn(&Candidate) -> Option<Result<(), String>>,
}

const CHECKS: [Check; 13] = [
    Check {
        name: "handshake: it answers a greeting and is silent when idle",
        run: |candidate| Some(handshake(candidate)),
    },
    Check {
        name: "move: a legal one, within the time for a move",
        run: |candidate| Some(first_move(candidate)),
    },
    Check {
        name: "output: lines of text, and nothing else",
        run: |candidate| Some(output(candidate)),
    },
    Check {
        name: "clock: a whole game on a clock, to its end",
        run: |candidate| Some(whole_game(candidate)),
    },
    Check {
        name: "new game: another one in the same process",
        run: |candidate| Some(second_game(candidate)),
    },
    Check {
        name: "pass: it goes on after the other side had to pass",
        run: |candidate| Some(after_a_pass(candidate)),
    },
    Check {
        name: "no move: it passes when it must",
        run: must_pass,
    },
    Check {
        name: "end of game: asked once more, it answers and does not end",
        run: game_over,
    },
    Check {
        name: "bad move: it survives one, and says so where it should",
        run: |candidate| Some(bad_move(candidate)),
    },
    Check {
        name: "unknown command: it survives one, and says so where it should",
        run: |candidate| Some(unknown_command(candidate)),
    },
    Check {
        name: "stop: it answers while it thinks, and stops when told",
        run: stop,
    },
    Check {
        name: "quit: it ends",
        run: |candidate| Some(quit(candidate)),
    },
    Check {
        name: "end of input: it ends",
        run: |candidate| Some(end_of_input(candidate)),
    },
];

/// Runs every check that the dialect has, and tells of each as it ends. An
/// engine that cannot even be greeted is asked nothing else.
pub fn examine(launch: &Launch, dialect: Dialect, tell: &mut dyn FnMut(&Verdict)) {
    let candidate = Candidate { launch, dialect };
    for (number, check) in CHECKS.iter().enumerate() {
        let Some(fault) = (check.run)(&candidate) else {
            continue;
        };
        let unheard = number == 0 && fault.is_err();
        let check = check.name;
        tell(&Verdict { check, fault });
        if unheard {
            break;
        }
    }
}

/// The engine that is looked at.
struct Candidate<'a> {
    launch: &'a Launch,
    dialect: Dialect,
}

/// A process whose lines are looked at as they pass by.
struct Watched {
    process: Process,
    /// The first thing seen that does not belong into a line.
    oddity: Option<String>,
}

impl Link for Watched {
    fn send(&mut self, text: &str) -> Result<(), Lost> {
        self.process.send(text)
    }

    fn receive(&mut self, deadline: Instant) -> Result<String, Lost> {
        let line = self.process.receive(deadline)?;
        self.oddity = self.oddity.take().or_else(|| oddity(&line));
        Ok(line)
    }
}

/// What a line should not be or have. Bytes that are no text have become
/// U+FFFD on their way.
fn oddity(line: &str) -> Option<String> {
    if line.len() >= LONGEST_LINE {
        return Some(format!("a line of {LONGEST_LINE} bytes or more"));
    }
    let odd = |c: &char| *c == '\u{fffd}' || c.is_control() && *c != '\t';
    let found = line.chars().find(odd)?;
    Some(match found {
        '\u{fffd}' => "bytes that are not UTF-8".to_owned(),
        control => format!("the control character {control:?}"),
    })
}

impl Candidate<'_> {
    fn process(&self) -> Result<Process, String> {
        Process::start(self.launch).map_err(|error| error.to_string())
    }

    fn greet<L: Link>(&self, link: L) -> Result<Player<L>, String> {
        Player::greet(link, self.dialect, PATIENCE).map_err(|fault| fault.to_string())
    }

    fn player(&self) -> Result<Player<Process>, String> {
        self.greet(self.process()?)
    }

    /// A conversation in the dialect's own lines, after the greeting.
    fn talk(&self) -> Result<Talk, String> {
        let mut player = self.player()?;
        let started = player.new_game(&Start::usual(Size::Eight), &Limits::default());
        started.map_err(|fault| fault.to_string())?;
        Ok(Talk {
            player,
            phrases: Phrases::of(self.dialect),
        })
    }

    /// Milliseconds for a move. GTP counts in whole seconds.
    fn movetime(&self) -> u64 {
        match self.dialect {
            Dialect::Gtp => 1000,
            _ => 200,
        }
    }

    /// A clock for a game.
    fn clock(&self) -> TimeControl {
        let (base, increment) = match self.dialect {
            Dialect::Gtp => (2000, 0),
            _ => (1000, 20),
        };
        TimeControl {
            base: Duration::from_millis(base),
            increment: Duration::from_millis(increment),
        }
    }

    /// Asks for a move in a position and sees that it is legal.
    fn answer<L: Link>(&self, player: &mut Player<L>, start: History) -> Result<String, String> {
        let movetime = self.movetime();
        let limits = Limits {
            movetime: Some(movetime),
            ..Limits::default()
        };
        let mut board = Start::from(start).board();
        let begun = player.new_game(board.start(), &limits);
        begun.map_err(|fault| fault.to_string())?;
        let clock = Clock::new(&limits);
        let turn = Turn {
            start: board.start(),
            moves: board.moves(),
            times: &[],
            color: board.turn(),
            black: &clock,
            white: &clock,
        };
        let allowed = Duration::from_millis(movetime) + PROMPT;
        let answer = player.think(&turn, allowed);
        let answer = answer.map_err(|fault| fault.to_string())?;
        let mv = answer.mv.unwrap_or_else(|| "resign".into());
        board
            .play(&mv)
            .map_err(|why| format!("it plays {mv}: {why}"))?;
        Ok(mv)
    }
}

/// What is said in a dialect besides what every match needs.
struct Phrases {
    /// Asks for a sign of life, and how that begins.
    ready: (&'static str, &'static str),
    /// A move the rules do not allow, and how the complaint begins, if there
    /// has to be one.
    bad_move: (&'static str, Option<&'static str>),
    /// A command nobody knows, likewise.
    unknown: (&'static str, Option<&'static str>),
    /// Thinks for ever; how that is ended, and how the answer begins.
    endless: Option<(&'static str, &'static str, &'static str)>,
}

impl Phrases {
    fn of(dialect: Dialect) -> Phrases {
        match dialect {
            Dialect::Native => Phrases {
                ready: ("isready\n", "readyok"),
                bad_move: ("position startpos moves a1\n", Some("error ")),
                unknown: ("xyzzy\n", Some("error ")),
                endless: Some(("position startpos\ngo infinite\n", "stop\n", "bestmove ")),
            },
            Dialect::Ugi | Dialect::Uci => Phrases {
                ready: ("isready\n", "readyok"),
                bad_move: ("position startpos moves a1\n", None),
                unknown: ("xyzzy\n", None),
                endless: Some(("position startpos\ngo infinite\n", "stop\n", "bestmove ")),
            },
            Dialect::Gtp => Phrases {
                ready: ("9999 name\n", "=9999"),
                bad_move: ("7 play b a1\n", Some("?7")),
                unknown: ("8 xyzzy\n", Some("?8")),
                endless: None,
            },
            Dialect::NBoard => Phrases {
                ready: ("ping 9999\n", "pong 9999"),
                bad_move: ("move A1\n", None),
                unknown: ("xyzzy\n", None),
                endless: Some(("hint 1\n", "ping 77\n", "pong 77")),
            },
        }
    }
}

/// A conversation line by line.
struct Talk {
    player: Player<Process>,
    phrases: Phrases,
}

impl Talk {
    fn say(&mut self, text: &str) -> Result<(), String> {
        let sent = self.player.link_mut().send(text);
        sent.map_err(|lost| format!("it cannot be told {}: {lost}", text.trim_end()))
    }

    /// Waits for a line that begins like this.
    fn expect(&mut self, beginning: &str, asked: &str, patience: Duration) -> Result<(), String> {
        let deadline = Instant::now() + patience;
        loop {
            let line = self.player.link_mut().receive(deadline);
            let line = line.map_err(|lost| {
                format!(
                    "after {}: expected {beginning}, but {lost}",
                    asked.trim_end()
                )
            })?;
            if line.starts_with(beginning) {
                return Ok(());
            }
            if Instant::now() > deadline {
                return Err(format!("it talks on instead of saying {beginning}"));
            }
        }
    }

    fn is_ready(&mut self, patience: Duration) -> Result<(), String> {
        let (question, answer) = self.phrases.ready;
        self.say(question)?;
        self.expect(answer, question, patience)
    }

    /// Says something wrong, hears the complaint if there has to be one, and
    /// sees that the engine is still there.
    fn provoke(&mut self, (text, complaint): (&str, Option<&str>)) -> Result<(), String> {
        self.say(text)?;
        if let Some(complaint) = complaint {
            self.expect(complaint, text, PATIENCE)?;
        }
        self.is_ready(PATIENCE)
    }

    /// Whether the process has ended by now, or does so soon.
    fn ends(&mut self, after: &str) -> Result<(), String> {
        match self.player.link_mut().has_ended(PROMPT) {
            true => Ok(()),
            false => Err(format!(
                "it still runs {} s after {after}",
                PROMPT.as_secs()
            )),
        }
    }
}

fn handshake(candidate: &Candidate) -> Result<(), String> {
    let mut talk = candidate.talk()?;
    talk.is_ready(PATIENCE)?;
    // What belongs to the last answer may still be on its way.
    let settled = Instant::now() + Duration::from_millis(200);
    let idle = settled + Duration::from_millis(200);
    loop {
        match talk.player.link_mut().receive(idle) {
            Err(Lost::Silent) => return Ok(()),
            Err(Lost::Closed(how)) => return Err(how),
            Ok(line) if Instant::now() > settled => {
                return Err(format!("it says \"{line}\" without being asked"));
            }
            Ok(_) => {}
        }
    }
}

fn first_move(candidate: &Candidate) -> Result<(), String> {
    let mut player = candidate.player()?;
    let start = History::new(usual(Size::Eight));
    candidate.answer(&mut player, start).map(drop)
}

fn output(candidate: &Candidate) -> Result<(), String> {
    let mut player = candidate.greet(Watched {
        process: candidate.process()?,
        oddity: None,
    })?;
    // Whether the move is a good one is looked at elsewhere.
    let _ = candidate.answer(&mut player, game("f5d6c3")?);
    match &player.link_mut().oddity {
        Some(oddity) => Err(format!("it says {oddity}")),
        None => Ok(()),
    }
}

fn second_game(candidate: &Candidate) -> Result<(), String> {
    let mut player = candidate.player()?;
    for moves in ["f5d6c3", ""] {
        candidate.answer(&mut player, game(moves)?)?;
    }
    Ok(())
}

/// The candidate against itself, on a clock.
fn whole_game(candidate: &Candidate) -> Result<(), String> {
    let limits = Limits {
        clock: Some(candidate.clock()),
        ..Limits::default()
    };
    let (mut black, mut white) = (candidate.player()?, candidate.player()?);
    let mut board = Start::usual(Size::Eight).board();
    let seats = [
        Seat {
            player: &mut black,
            limits: &limits,
        },
        Seat {
            player: &mut white,
            limits: &limits,
        },
    ];
    let rules = Rules {
        // A busy machine is not the engine's fault.
        margin: Duration::from_millis(500),
        patience: PATIENCE,
        adjudicate: None,
    };
    let played = referee::play(&mut *board, seats, &rules, &mut Judge::default());
    match played.ending.reason {
        Reason::Normal | Reason::Resignation => Ok(()),
        reason => Err(format!("{}: {}", reason.name(), played.ending.detail)),
    }
}

/// After these moves black has none.
const BEFORE_PASS: &str = "f5d6c6f4f3g5h6g3e3g4f6h5h4h3e6g6h7h8h2h1c5g2g1f1";

/// After these nobody has: black has taken every disc, with squares left.
const WHOLE_GAME: &str =
    "f5f4g3e6f7g4g5h2e3h4f3d6h3h5h1g2h6g6f6h7h8g7g8f8e8e7d8f2g1paf1pad7pac7pad3";

fn game(moves: &str) -> Result<History, String> {
    transcript::read(moves, usual(Size::Eight)).map_err(|error| error.to_string())
}

fn after_a_pass(candidate: &Candidate) -> Result<(), String> {
    let mut player = candidate.player()?;
    let moves = format!("{BEFORE_PASS}pa");
    candidate.answer(&mut player, game(&moves)?).map(drop)
}

/// UGI's runners never ask where there is nothing to choose.
fn must_pass(candidate: &Candidate) -> Option<Result<(), String>> {
    let asked = !matches!(candidate.dialect, Dialect::Ugi | Dialect::Uci);
    asked.then(|| {
        let mut player = candidate.player()?;
        candidate.answer(&mut player, game(BEFORE_PASS)?).map(drop)
    })
}

/// Controllers that end a game after two passes ask once more.
fn game_over(candidate: &Candidate) -> Option<Result<(), String>> {
    let asked = !matches!(candidate.dialect, Dialect::Ugi | Dialect::Uci);
    asked.then(|| {
        let mut player = candidate.player()?;
        let answer = candidate.answer(&mut player, game(WHOLE_GAME)?);
        let polite = ["it plays pass:", "it plays pa:", "it plays none:"];
        match answer {
            Err(why) if !polite.iter().any(|answer| why.starts_with(answer)) => Err(why),
            _ => Ok(()),
        }
    })
}

fn bad_move(candidate: &Candidate) -> Result<(), String> {
    let mut talk = candidate.talk()?;
    let phrase = talk.phrases.bad_move;
    talk.provoke(phrase)
}

fn unknown_command(candidate: &Candidate) -> Result<(), String> {
    let mut talk = candidate.talk()?;
    let phrase = talk.phrases.unknown;
    talk.provoke(phrase)
}

fn stop(candidate: &Candidate) -> Option<Result<(), String>> {
    let (think, stop, answer) = Phrases::of(candidate.dialect).endless?;
    let check = || {
        let mut talk = candidate.talk()?;
        talk.say(think)?;
        if candidate.dialect != Dialect::NBoard {
            talk.is_ready(PROMPT)?;
        }
        talk.say(stop)?;
        talk.expect(answer, stop, PROMPT)?;
        talk.is_ready(PATIENCE)
    };
    Some(check())
}

fn quit(candidate: &Candidate) -> Result<(), String> {
    let mut talk = candidate.talk()?;
    talk.player.quit();
    talk.ends("quit")
}

fn end_of_input(candidate: &Candidate) -> Result<(), String> {
    let mut talk = candidate.talk()?;
    talk.player.link_mut().close_input();
    talk.ends("the end of its input")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_text_are_nothing_odd() {
        for line in ["", "info\tscore é", &"x".repeat(LONGEST_LINE - 1)] {
            assert_eq!(oddity(line), None);
        }
        for (line, expected) in [
            ("a\0b", "the control character '\\0'"),
            ("\u{1b}[31m", "the control character '\\u{1b}'"),
            ("a\u{fffd}", "bytes that are not UTF-8"),
            (&"x".repeat(LONGEST_LINE), "a line of 65536 bytes or more"),
        ] {
            assert_eq!(oddity(line).as_deref(), Some(expected));
        }
    }

    #[test]
    fn the_games_are_what_they_are_said_to_be() {
        assert!(game(BEFORE_PASS).unwrap().current().must_pass());
        let after = game(&format!("{BEFORE_PASS}pa")).unwrap();
        assert!(after.current().can_place());
        assert!(game(WHOLE_GAME).unwrap().current().is_over());
    }
}
