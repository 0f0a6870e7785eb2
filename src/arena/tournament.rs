//! Workers that play the games of a schedule, several at once.
//!
//! Here process, player, referee and schedule meet. Each worker keeps the
//! engines of its last game running for the next one; an engine that has
//! misbehaved is never used again, a new process takes its place. If that
//! cannot be started, the machine or whoever changed it is to blame and not
//! the engine: the match ends there, and no game is lost by it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender};

use super::board::Board;
use super::judge::Judge;
use super::plan::{Engine, Plan};
use super::player::{Fault, Player};
use super::process::{Launch, Process};
use super::record::{Lateness, Record};
use super::referee::{self, Ending, Played, Rules, Seat};
use super::schedule::Pairing;
use super::speech::{Dialect, Thought};
use super::start::Start;
use crate::game::Color;
use crate::limits::Stop;
use crate::othello::notation::obf;

/// How long an engine may think about whether it understands a dialect.
const FIND_PATIENCE: Duration = Duration::from_secs(5);

/// How long an engine may take to end by itself.
const QUIT_PATIENCE: Duration = Duration::from_millis(500);

/// An engine that cannot take part.
#[derive(Debug, thiserror::Error)]
#[error("engine {name}: {why}")]
pub struct Unfit {
    /// The engine.
    pub name: String,
    /// Why not.
    pub why: String,
}

/// Why an engine does not come to a game.
enum Absence {
    /// It cannot be started.
    Unfit(Unfit),
    /// It was started, and misbehaved before the game had begun.
    Fault(Fault),
}

impl Absence {
    /// Before the first game nobody has lost one.
    fn before_all(self, engine: &Engine) -> Unfit {
        match self {
            Absence::Unfit(unfit) => unfit,
            Absence::Fault(fault) => engine.unfit(&fault),
        }
    }
}

impl Engine {
    fn unfit(&self, why: &impl ToString) -> Unfit {
        Unfit {
            name: self.name.clone(),
            why: why.to_string(),
        }
    }
}

/// Starts every engine once, finds out the dialects that were not said, and
/// sees that all are willing to play.
pub fn examine(plan: &mut Plan, start: &Start) -> Result<(), Unfit> {
    let patience = plan.start_patience();
    for engine in &mut plan.engines {
        // Whether it can be started at all.
        Process::start(&engine.launch()).map_err(|error| engine.unfit(&error))?;
        let dialect = match engine.dialect {
            Some(dialect) => dialect,
            None => find_dialect(&engine.launch(), patience).ok_or_else(|| {
                engine.unfit(&"it answers in no dialect known; say which one it speaks, or look whether it starts at all")
            })?,
        };
        engine.dialect = Some(dialect);
        let hired = hire(engine, patience);
        let mut player = hired.map_err(|absence| absence.before_all(engine))?;
        let ready = player.new_game(start, &engine.limits);
        dismiss(player);
        ready.map_err(|fault| engine.unfit(&fault))?;
    }
    Ok(())
}

/// The first dialect in which an engine answers a greeting.
pub fn find_dialect(launch: &Launch, patience: Duration) -> Option<Dialect> {
    let patience = patience.min(FIND_PATIENCE);
    Dialect::ALL.into_iter().find(|dialect| {
        let process = Process::start(launch).ok();
        let greeted = process.and_then(|process| Player::greet(process, *dialect, patience).ok());
        greeted.map(dismiss).is_some()
    })
}

/// A running engine, greeted and set up.
fn hire(engine: &Engine, patience: Duration) -> Result<Player<Process>, Absence> {
    let process = Process::start(&engine.launch());
    let process = process.map_err(|error| Absence::Unfit(engine.unfit(&error)))?;
    introduce(process, engine, patience).map_err(Absence::Fault)
}

/// Greets an engine and sets it up.
fn introduce(
    process: Process,
    engine: &Engine,
    patience: Duration,
) -> Result<Player<Process>, Fault> {
    let dialect = engine.dialect.unwrap_or(Dialect::Native);
    let mut player = Player::greet(process, dialect, patience)?;
    for (name, value) in &engine.options {
        player.set_option(name, value)?;
    }
    Ok(player)
}

/// Lets an engine end in its own way, if it is quick about it.
fn dismiss(mut player: Player<Process>) {
    player.quit();
    player.link_mut().wait(QUIT_PATIENCE);
}

/// What the workers share.
struct Shared<I> {
    plan: Plan,
    book: Vec<Start>,
    rules: Rules,
    pairings: Mutex<I>,
    stop: Stop,
}

/// Plays games, so many at once, until there are none left, an engine cannot
/// be started or the flag is raised. Each comes out of the channel the moment
/// it ends.
pub fn start<I>(
    plan: &Plan,
    book: Vec<Start>,
    pairings: I,
    concurrency: usize,
    stop: Stop,
) -> Receiver<Result<Record, Unfit>>
where
    I: Iterator<Item = Pairing> + Send + 'static,
{
    let shared = Arc::new(Shared {
        rules: plan.rules(),
        plan: plan.clone(),
        book,
        pairings: Mutex::new(pairings),
        stop,
    });
    let (sender, records) = crossbeam_channel::bounded(concurrency);
    for _ in 0..concurrency.max(1) {
        let shared = shared.clone();
        let sender = sender.clone();
        thread::spawn(move || work(&shared, &sender));
    }
    records
}

fn work<I: Iterator<Item = Pairing>>(shared: &Shared<I>, records: &Sender<Result<Record, Unfit>>) {
    let mut worker = Worker {
        players: HashMap::new(),
        judge: Judge::default(),
    };
    while !shared.stop.is_raised() {
        let next = shared
            .pairings
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .next();
        let Some(pairing) = next else {
            break;
        };
        let played = worker.play(shared, pairing);
        if played.is_err() {
            shared.stop.raise();
        }
        if records.send(played).is_err() {
            break;
        }
    }
    for (_, player) in worker.players.drain() {
        dismiss(player);
    }
}

/// What a worker keeps from one game to the next.
struct Worker {
    players: HashMap<usize, Player<Process>>,
    judge: Judge,
}

impl Worker {
    fn play<I>(&mut self, shared: &Shared<I>, pairing: Pairing) -> Result<Record, Unfit> {
        let seats = [pairing.black, pairing.white];
        self.players.retain(|engine, _| seats.contains(engine));
        let engines = seats.map(|seat| &shared.plan.engines[seat]);
        let mut board = shared.book[pairing.opening].board();
        let played = match self.take_seats(seats, engines, shared.plan.start_patience()) {
            Err((Absence::Unfit(unfit), _)) => return Err(unfit),
            Err((Absence::Fault(fault), color)) => forfeit(&*board, &fault, color),
            Ok([mut black, mut white]) => {
                let seats_taken = [
                    Seat {
                        player: &mut black,
                        limits: &engines[0].limits,
                    },
                    Seat {
                        player: &mut white,
                        limits: &engines[1].limits,
                    },
                ];
                let judge = &mut self.judge;
                let played = referee::play(&mut *board, seats_taken, &shared.rules, judge);
                self.keep(seats, [black, white], &played.ending);
                played
            }
        };
        let mut record = record(pairing.game, engines, &*board, played);
        self.blame(&mut record, shared.plan.blame);
        Ok(record)
    }

    /// Both engines, running; or the one that does not come.
    fn take_seats(
        &mut self,
        seats: [usize; 2],
        engines: [&Engine; 2],
        patience: Duration,
    ) -> Result<[Player<Process>; 2], (Absence, Color)> {
        let black = self.take(seats[0], engines[0], patience);
        let black = black.map_err(|absence| (absence, Color::Black))?;
        match self.take(seats[1], engines[1], patience) {
            Ok(white) => Ok([black, white]),
            Err(absence) => {
                self.players.insert(seats[0], black);
                Err((absence, Color::White))
            }
        }
    }

    fn take(
        &mut self,
        seat: usize,
        engine: &Engine,
        patience: Duration,
    ) -> Result<Player<Process>, Absence> {
        match self.players.remove(&seat) {
            Some(player) => Ok(player),
            None => hire(engine, patience),
        }
    }

    /// Keeps the engines that have behaved.
    fn keep(&mut self, seats: [usize; 2], players: [Player<Process>; 2], ending: &Ending) {
        let culprit = match ending.reason.is_fair() {
            true => None,
            false => ending.result.loser(),
        };
        let colors = [Color::Black, Color::White];
        for ((seat, player), color) in seats.into_iter().zip(players).zip(colors) {
            if culprit != Some(color) {
                self.players.insert(seat, player);
            }
        }
    }

    /// Finds the moves that gave the game away.
    fn blame(&mut self, record: &mut Record, empties: Option<u32>) {
        if let (Some(empties), true, Ok(game)) = (empties, record.reason.is_fair(), record.replay())
        {
            record.blunders = self.judge.blunders(&game, empties, record.opening);
        }
    }
}

/// A game that never began.
fn forfeit(board: &dyn Board, fault: &Fault, loser: Color) -> Played {
    let agreed = board.moves().len();
    Played {
        ending: Ending::fault(fault, loser),
        times: vec![Duration::ZERO; agreed],
        thoughts: vec![Thought::default(); agreed],
        late: Lateness::default(),
    }
}

fn record(game: usize, engines: [&Engine; 2], board: &dyn Board, played: Played) -> Record {
    let start = board.start();
    let milliseconds = |time: &Duration| (time.as_secs_f64() * 1e5).round() / 100.0;
    Record {
        game,
        black: engines[0].name.clone(),
        white: engines[1].name.clone(),
        kind: start.kind(),
        board: start
            .othello()
            .filter(|_| !start.is_usual())
            .map(obf::write_position),
        opening: start.opening().len(),
        moves: board.transcript(),
        times: played.times.iter().map(milliseconds).collect(),
        scores: played
            .thoughts
            .iter()
            .map(|thought| thought.score)
            .collect(),
        depths: played
            .thoughts
            .iter()
            .map(|thought| thought.depth)
            .collect(),
        result: played.ending.result,
        difference: played.ending.verdict.and_then(|verdict| verdict.difference),
        reason: played.ending.reason,
        detail: played.ending.detail,
        late: played.late,
        blunders: Vec::new(),
    }
}
