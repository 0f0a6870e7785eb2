//! NBoard's protocol from the controller's side.
//!
//! The whole game is sent before every move, as GGF with the clocks in it, so
//! there is nothing to keep in step. Answers count once the newest `ping` has
//! been answered: whatever came before belongs to an older question.

use std::time::Duration;

use super::{Heard, Limits, Speech, Start, Thought, Turn, Unsayable, only_othello};
use crate::game::Color;
use crate::othello::notation::ggf::{self, Tag};
use crate::othello::notation::transcript;

/// A conversation, and the number of its last ping.
#[derive(Debug, Default)]
pub(super) struct NBoard {
    pings: u32,
    /// Whether the last ping has been answered.
    ponged: bool,
    /// Whether a move is awaited.
    thinks: bool,
    thought: Thought,
}

impl NBoard {
    fn ping(&mut self, thinks: bool) -> String {
        self.pings += 1;
        self.ponged = false;
        self.thinks = thinks;
        self.thought = Thought::default();
        format!("ping {}\n", self.pings)
    }
}

impl Speech for NBoard {
    fn hello(&mut self) -> String {
        format!("nboard 2\n{}", self.ping(false))
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<String, Unsayable> {
        Ok(format!("set {name} {value}\n{}", self.ping(false)))
    }

    fn new_game(&mut self, start: &Start, limits: &Limits) -> Result<String, Unsayable> {
        only_othello("NBoard", start)?;
        if limits.nodes.is_some() {
            return Err(Unsayable {
                dialect: "NBoard",
                what: "a number of nodes: set it in the engine's command".into(),
            });
        }
        let depth = limits.depth.map(|depth| format!("set depth {depth}\n"));
        Ok(depth.unwrap_or_default() + &self.ping(false))
    }

    fn go(&mut self, turn: &Turn) -> String {
        format!("set game {}\n{}go\n", game(turn), self.ping(true))
    }

    fn quit(&mut self) -> String {
        "quit\n".into()
    }

    fn hear(&mut self, line: &str) -> Heard {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "set" => match rest.split_once(' ') {
                Some(("myname", name)) => Heard::Name(name.trim().to_owned()),
                _ => Heard::Nothing,
            },
            "pong" if rest.trim().parse() == Ok(self.pings) => {
                self.ponged = true;
                match self.thinks {
                    true => Heard::Nothing,
                    false => Heard::Ready,
                }
            }
            "===" if self.ponged && self.thinks => read_move(rest),
            "search" if self.ponged => read_search(rest),
            "nodestats" if self.ponged => Heard::Thought(Thought {
                nodes: rest.split_whitespace().next().and_then(|n| n.parse().ok()),
                ..Thought::default()
            }),
            _ => Heard::Nothing,
        }
    }
}

/// `F5/2.50/1.33`, with blanks instead of slashes from some engines.
fn read_move(rest: &str) -> Heard {
    let mut fields = rest.split(['/', ' ']).filter(|field| !field.is_empty());
    let Some(mv) = fields.next() else {
        return Heard::Refused("=== without a move".into());
    };
    let thought = Thought {
        score: fields.next().and_then(read_score),
        ..Thought::default()
    };
    Heard::Move(mv.to_ascii_lowercase(), thought)
}

/// `F5-D6-C3 +2.50 0 18`.
fn read_search(rest: &str) -> Heard {
    let mut fields = rest.split_whitespace().skip(1);
    let score = fields.next().and_then(read_score);
    let depth = fields.nth(1).and_then(|depth| {
        let digits = depth.find(|c: char| !c.is_ascii_digit());
        let (digits, rest) = depth.split_at(digits.unwrap_or(depth.len()));
        // A percentage is a probability, and not a depth.
        digits.parse().ok().filter(|_| !rest.starts_with('%'))
    });
    Heard::Thought(Thought {
        score,
        depth,
        nodes: None,
    })
}

/// One number, or two with a comma of which the first is the better.
fn read_score(text: &str) -> Option<f64> {
    let score: f64 = text.split(',').next()?.parse().ok()?;
    score.is_finite().then_some(score)
}

/// The game so far, with its clocks.
fn game(turn: &Turn) -> String {
    let board = turn.start.othello().copied().unwrap_or_default();
    let mut game = ggf::Game::new(&board);
    for (tag, color) in [
        (Tag::BlackClock, Color::Black),
        (Tag::WhiteClock, Color::White),
    ] {
        if let Some(clock) = clock(turn, color) {
            // A clock we have written ourselves is one that can be read.
            let _ = game.set(tag, &clock.to_string());
        }
    }
    for (index, word) in turn.moves.iter().enumerate() {
        if let Ok(mv) = transcript::read_move(word) {
            let time = turn.times.get(index).copied();
            // The referee has made these moves before.
            let _ = game.play(mv, None, time.filter(|time| !time.is_zero()));
        }
    }
    ggf::write(&game)
}

/// Time by the move is an increment on nothing.
fn clock(turn: &Turn, color: Color) -> Option<ggf::Clock> {
    let limits = turn.clock(color).limits();
    let clock = |base, increment| ggf::Clock {
        base,
        increment,
        extension: Duration::ZERO,
    };
    match (limits.clock, limits.movetime) {
        (Some(control), _) => Some(clock(control.base, control.increment)),
        (None, Some(time)) => {
            let time = Duration::from_millis(time);
            Some(clock(time, time))
        }
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::clock::Clock;

    #[test]
    fn a_game_goes_over_whole_and_the_answer_counts_after_its_pong() {
        let mut nboard = NBoard::default();
        assert_eq!(nboard.hello(), "nboard 2\nping 1\n");
        assert_eq!(nboard.hear("set myname Nemo"), Heard::Name("Nemo".into()));
        assert_eq!(nboard.hear("pong 1"), Heard::Ready);
        let clock = Clock::new(&Limits {
            clock: Some("60+1".parse().unwrap()),
            ..Limits::default()
        });
        let asked = nboard.go(&Turn {
            start: &Start::usual(Default::default()),
            moves: &["f5".into()],
            times: &[Duration::from_millis(1500)],
            color: Color::White,
            black: &clock,
            white: &clock,
        });
        let game = asked.lines().next().unwrap();
        assert!(
            game.starts_with("set game (;GM[Othello]TB[01:00/00:01/00:00]"),
            "{game}"
        );
        assert!(game.ends_with("B[F5//1.500];)"), "{game}");
        assert!(asked.ends_with("\nping 2\ngo\n"));
        assert_eq!(nboard.hear("=== D6/1/2"), Heard::Nothing);
        assert_eq!(nboard.hear("pong 2"), Heard::Nothing);
        let Heard::Thought(thought) = nboard.hear("search D6-C3 -1.50 0 18 text") else {
            panic!("a thought was told");
        };
        assert_eq!((thought.score, thought.depth), (Some(-1.5), Some(18)));
        let Heard::Move(mv, thought) = nboard.hear("=== D6/-2.00/1.2") else {
            panic!("a move was told");
        };
        assert_eq!((mv.as_str(), thought.score), ("d6", Some(-2.0)));
    }

    #[test]
    fn percentages_are_no_depths_and_blanks_may_stand_for_slashes() {
        let Heard::Thought(thought) = read_search("F5 +2,-2 0 100%W") else {
            panic!("a thought was told");
        };
        assert_eq!((thought.score, thought.depth), (Some(2.0), None));
        let Heard::Move(mv, thought) = read_move("PA  0.5 3") else {
            panic!("a move was told");
        };
        assert_eq!((mv.as_str(), thought.score), ("pa", Some(0.5)));
    }
}
