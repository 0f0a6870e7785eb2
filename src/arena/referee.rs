//! One game, and why it ended.
//!
//! The referee has the only board that counts. It asks the players for moves
//! in turn, makes forced passes itself, and keeps the clocks.

use std::time::Duration;

use super::board::{Board, Verdict};
use super::clock::{Clock, Limits, Punctuality};
use super::judge::Judge;
use super::link::Link;
use super::player::{Answer, Fault, Player};
use super::record::{Lateness, Reason, Winner};
use super::speech::{Thought, Turn};
use crate::game::{Color, Outcome};

/// The most moves of a game: in Complica two players can go on for ever.
const LONGEST_GAME: usize = 1000;

/// What holds for every game of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// How far over its clock an engine may be.
    pub margin: Duration,
    /// How long an engine without a clock may think.
    pub patience: Duration,
    /// With how many empty squares a game is solved instead of played on.
    pub adjudicate: Option<u32>,
}

/// A player and what it may spend.
pub struct Seat<'a, L> {
    /// The engine.
    pub player: &'a mut Player<L>,
    /// Its limits.
    pub limits: &'a Limits,
}

/// How a game went.
#[derive(Clone, Debug)]
pub struct Played {
    /// How it ended.
    pub ending: Ending,
    /// How long each move took, those of the opening and passes included.
    pub times: Vec<Duration>,
    /// What the players thought of each move.
    pub thoughts: Vec<Thought>,
    /// Moves over the clock.
    pub late: Lateness,
}

/// Why a game ended, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// Why.
    pub reason: Reason,
    /// Who won.
    pub result: Winner,
    /// The result in discs, if the board has one.
    pub verdict: Option<Verdict>,
    /// More about it, for people.
    pub detail: String,
}

impl Ending {
    /// The game came to a result on the board.
    fn decided(reason: Reason, verdict: Verdict) -> Ending {
        Ending {
            reason,
            result: verdict.outcome.into(),
            verdict: Some(verdict),
            detail: String::new(),
        }
    }

    /// Nobody has won, and nobody might ever.
    fn endless() -> Ending {
        Ending {
            reason: Reason::Length,
            result: Winner::Draw,
            verdict: None,
            detail: format!("nobody has won within {LONGEST_GAME} moves"),
        }
    }

    /// A side has lost, whatever the board says.
    pub fn lost(reason: Reason, loser: Color, detail: String) -> Ending {
        Ending {
            reason,
            result: Outcome::Win(!loser).into(),
            verdict: None,
            detail,
        }
    }

    /// What a player did instead of playing ends the game.
    pub fn fault(fault: &Fault, loser: Color) -> Ending {
        let reason = match fault {
            Fault::Crash(_) => Reason::Crash,
            Fault::Stall { .. } => Reason::Stall,
            Fault::Violation(_) | Fault::Unsayable(_) => Reason::Violation,
        };
        Ending::lost(reason, loser, fault.to_string())
    }
}

/// A game in progress.
struct Game<'a, L> {
    board: &'a mut dyn Board,
    seats: [Seat<'a, L>; 2],
    clocks: [Clock; 2],
    rules: &'a Rules,
    times: Vec<Duration>,
    thoughts: Vec<Thought>,
    late: Lateness,
}

/// Plays a game from the board as it is, black's seat first, to its end.
pub fn play<'a, L: Link>(
    board: &'a mut dyn Board,
    seats: [Seat<'a, L>; 2],
    rules: &'a Rules,
    judge: &mut Judge,
) -> Played {
    let agreed = board.moves().len();
    let mut game = Game {
        clocks: [Clock::new(seats[0].limits), Clock::new(seats[1].limits)],
        board,
        seats,
        rules,
        times: vec![Duration::ZERO; agreed],
        thoughts: vec![Thought::default(); agreed],
        late: Lateness::default(),
    };
    let ending = game.begin().unwrap_or_else(|| game.run(judge));
    Played {
        ending,
        times: game.times,
        thoughts: game.thoughts,
        late: game.late,
    }
}

impl<L: Link> Game<'_, L> {
    /// Tells both players of the game; a player that does not come loses it.
    fn begin(&mut self) -> Option<Ending> {
        let start = self.board.start();
        for (seat, color) in self.seats.iter_mut().zip([Color::Black, Color::White]) {
            if let Err(fault) = seat.player.new_game(start, seat.limits) {
                return Some(Ending::fault(&fault, color));
            }
        }
        None
    }

    fn run(&mut self, judge: &mut Judge) -> Ending {
        loop {
            if let Some(verdict) = self.board.result() {
                return Ending::decided(Reason::Normal, verdict);
            }
            if let Some(verdict) = self.adjudicated(judge) {
                return Ending::decided(Reason::Adjudicated, verdict);
            }
            if self.board.moves().len() >= LONGEST_GAME {
                return Ending::endless();
            }
            let made = match self.board.forced() {
                Some(pass) => self.make(&pass, Duration::ZERO, Thought::default()),
                None => self.turn(),
            };
            if let Err(ending) = made {
                return *ending;
            }
        }
    }

    fn adjudicated(&self, judge: &mut Judge) -> Option<Verdict> {
        let position = self.board.othello()?;
        let near = position.empties() <= self.rules.adjudicate?;
        let for_black = if near {
            judge.for_black(&position)
        } else {
            None
        };
        for_black.map(Verdict::of)
    }

    /// Asks the side to move, and makes its move.
    fn turn(&mut self) -> Result<(), Box<Ending>> {
        let color = self.board.turn();
        let answer = self
            .ask(color)
            .map_err(|fault| Box::new(self.unanswered(&fault, color)))?;
        self.spend(color, answer.elapsed)?;
        match answer.mv {
            Some(mv) => self.make(&mv, answer.elapsed, answer.thought),
            None => Err(Box::new(Ending::lost(
                Reason::Resignation,
                color,
                format!("in {}", self.board.text()),
            ))),
        }
    }

    fn ask(&mut self, color: Color) -> Result<Answer, Fault> {
        let [black, white] = &self.clocks;
        let turn = Turn {
            start: self.board.start(),
            moves: self.board.moves(),
            times: &self.times,
            color,
            black,
            white,
        };
        let wait = match turn.own_clock().allowance() {
            Some(allowance) => allowance + self.rules.margin,
            None => self.rules.patience,
        };
        self.seats[color as usize].player.think(&turn, wait)
    }

    /// Silence is a loss on time for whoever has a clock.
    fn unanswered(&self, fault: &Fault, color: Color) -> Ending {
        let allowance = self.clocks[color as usize].allowance();
        match (fault, allowance) {
            (Fault::Stall { .. }, Some(allowance)) => Ending::lost(
                Reason::Time,
                color,
                format!(
                    "no move within {} ms and a margin of {} ms",
                    allowance.as_millis(),
                    self.rules.margin.as_millis()
                ),
            ),
            _ => Ending::fault(fault, color),
        }
    }

    /// Takes the time off the mover's clock.
    fn spend(&mut self, color: Color, elapsed: Duration) -> Result<(), Box<Ending>> {
        match self.clocks[color as usize].spend(elapsed, self.rules.margin) {
            Punctuality::InTime => {}
            Punctuality::Late(over) => self.late.add(color, over),
            Punctuality::Lost(over) => {
                let detail = format!("{} ms over", over.as_millis());
                return Err(Box::new(Ending::lost(Reason::Time, color, detail)));
            }
        }
        Ok(())
    }

    fn make(&mut self, mv: &str, time: Duration, thought: Thought) -> Result<(), Box<Ending>> {
        let color = self.board.turn();
        if let Err(why) = self.board.play(mv) {
            return Err(Box::new(self.illegal(mv, &why, color)));
        }
        self.times.push(time);
        self.thoughts.push(thought);
        Ok(())
    }

    /// Everything one needs to see what went wrong.
    fn illegal(&self, mv: &str, why: &str, color: Color) -> Ending {
        let mv: String = mv.chars().take(40).collect();
        let detail = format!(
            "\"{mv}\": {why}; position {}; legal: {}",
            self.board.text(),
            self.board.legal().join(" ")
        );
        Ending::lost(Reason::IllegalMove, color, detail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::link::Script;
    use crate::arena::speech::Dialect;
    use crate::arena::start::{Start, usual};
    use crate::othello::{Position, Size};

    const RULES: Rules = Rules {
        margin: Duration::from_millis(50),
        patience: Duration::from_secs(1),
        adjudicate: None,
    };

    /// An engine that answers `go` with this line, or with the first legal
    /// move if the line is `first`.
    fn engine(answer: &'static str) -> Player<impl Link> {
        let mut moves = String::new();
        let script = Script::new(move |line: &str| match line.split_once(' ') {
            _ if line == "native" => vec!["id name test".into(), "nativeok".into()],
            _ if line == "isready" => vec!["readyok".into()],
            Some(("position", rest)) => {
                let made = rest.split_once("moves ").map_or("", |(_, made)| made);
                moves = made.replace(' ', "").replace("pass", "pa");
                vec![]
            }
            _ if line.starts_with("go") && answer == "first" => {
                let start = usual(Size::Four);
                let game = crate::othello::notation::transcript::read(&moves, start).unwrap();
                vec![format!("bestmove {}", first_of(game.current()))]
            }
            _ if line.starts_with("go") => vec![answer.to_owned()],
            _ => vec![],
        });
        Player::greet(script, Dialect::Native, Duration::from_secs(1)).unwrap()
    }

    fn first_of(position: &Position) -> String {
        position.legal_squares()[0].to_string()
    }

    fn ending(answer: &'static str) -> (Ending, usize) {
        let mut board = Start::usual(Size::Four).board();
        let (mut black, mut white) = (engine("first"), engine(answer));
        let limits = Limits::default();
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
        let played = play(&mut *board, seats, &RULES, &mut Judge::default());
        assert_eq!(played.times.len(), board.moves().len());
        assert_eq!(played.thoughts.len(), board.moves().len());
        (played.ending, board.moves().len())
    }

    #[test]
    fn a_game_ends_on_the_board_with_the_boards_result() {
        let (ending, moves) = ending("first");
        assert_eq!(ending.reason, Reason::Normal);
        assert!(ending.verdict.is_some() && moves > 4);
    }

    #[test]
    fn every_other_ending_has_its_reason_and_its_loser() {
        for (answer, reason, detail) in [
            (
                "bestmove resign",
                Reason::Resignation,
                "in -X---XX--XO----- O",
            ),
            (
                "bestmove b2",
                Reason::IllegalMove,
                "b2 is occupied; position ",
            ),
            ("bestmove zz", Reason::IllegalMove, "\"zz\": "),
            (
                "error io it is gone",
                Reason::Violation,
                "it refused a move: io it is gone",
            ),
            ("hello", Reason::Stall, "no answer to a move within 1000 ms"),
        ] {
            let (ending, moves) = ending(answer);
            assert_eq!(ending.reason, reason, "{answer}");
            assert!(
                ending.detail.contains(detail),
                "{answer}: {}",
                ending.detail
            );
            assert_eq!((ending.result, moves), (Winner::Black, 1), "{answer}");
            assert_eq!(ending.verdict, None);
        }
    }
}
