//! An outside engine at the table: a program that speaks any of the dialects.
//!
//! It runs on a thread of its own, so that a person need not wait for it: one
//! who gives it up leaves it to its deadline.

use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

use crate::arena::clock::{Clock, Limits};
use crate::arena::player::Player;
use crate::arena::process::{Launch, Process};
use crate::arena::speech::{Dialect, Turn};
use crate::arena::start::Start;
use crate::limits::Stop;
use crate::othello::History;

/// How long an engine may take to answer a greeting.
const GREETING: Duration = Duration::from_secs(3);
/// How long it may think, in milliseconds.
const MOVE: u64 = 1000;
/// How long its move is waited for all the same.
const PATIENCE: Duration = Duration::from_secs(30);
/// How often a person may be heard who does not want to wait.
const GLANCE: Duration = Duration::from_millis(50);

/// An engine and the way to it.
pub(super) struct Guest {
    questions: Sender<History>,
    answers: Receiver<Result<String, String>>,
}

impl Guest {
    /// Starts the program of a command line.
    pub(super) fn invite(command: &str) -> Guest {
        let (questions, asked) = bounded(1);
        let (answered, answers) = bounded(1);
        let command = command.to_owned();
        thread::spawn(move || attend(&command, &asked, &answered));
        Guest { questions, answers }
    }

    /// Its move, or why there is none.
    pub(super) fn ask(&self, history: &History, stop: &Stop) -> Result<String, String> {
        let gone = || "it is gone".to_owned();
        self.questions.send(history.clone()).map_err(|_| gone())?;
        loop {
            match self.answers.recv_timeout(GLANCE) {
                Ok(answer) => return answer,
                Err(RecvTimeoutError::Disconnected) => return Err(gone()),
                Err(RecvTimeoutError::Timeout) if stop.is_raised() => {
                    return Err("Ctrl-C".to_owned());
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// Answers questions until there are no more, or one cannot be answered.
fn attend(command: &str, asked: &Receiver<History>, answered: &Sender<Result<String, String>>) {
    let mut player = match hire(command) {
        Ok(player) => player,
        Err(reason) => {
            // Whoever does not wait for the reason need not have it.
            let _ = answered.send(Err(reason));
            return;
        }
    };
    for history in asked {
        let answer = think(&mut player, history);
        let failed = answer.is_err();
        if answered.send(answer).is_err() || failed {
            break;
        }
    }
    player.quit();
}

/// A running engine that has answered a greeting in some dialect.
fn hire(command: &str) -> Result<Player<Process>, String> {
    let words = shell_words::split(command).map_err(|error| error.to_string())?;
    let launch = Launch {
        command: words,
        ..Launch::default()
    };
    // Whether it can be started at all.
    Process::start(&launch).map_err(|error| error.to_string())?;
    let greet = |dialect| {
        let process = Process::start(&launch).ok()?;
        Player::greet(process, dialect, GREETING).ok()
    };
    let mut dialects = Dialect::ALL.into_iter();
    let player = dialects.find_map(greet);
    player.ok_or_else(|| format!("\"{command}\" answers in no dialect known"))
}

/// The game is told from its beginning each time, since moves may have been
/// taken back.
fn think(player: &mut Player<Process>, history: History) -> Result<String, String> {
    let limits = Limits {
        movetime: Some(MOVE),
        ..Limits::default()
    };
    let clock = Clock::new(&limits);
    let moves: Vec<String> = history.moves().map(|mv| mv.to_string()).collect();
    let times = vec![Duration::ZERO; moves.len()];
    let color = history.current().turn();
    let start = Start::from(History::new(*history.start()));
    player
        .new_game(&start, &limits)
        .map_err(|fault| fault.to_string())?;
    let turn = Turn {
        start: &start,
        moves: &moves,
        times: &times,
        color,
        black: &clock,
        white: &clock,
    };
    let answer = player.think(&turn, PATIENCE);
    let answer = answer.map_err(|fault| fault.to_string())?;
    answer.mv.ok_or_else(|| "it gives up".to_owned())
}
