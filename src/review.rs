//! A game looked at again: what each move was worth beside the best one.
//!
//! Every position is judged by itself, with an empty memory, so that the
//! verdicts are the same however many threads share the work.

pub mod graph;
mod picture;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::engine::{Effort, Engine, Line, Proof, Settings, Task};
use crate::game::Color;
use crate::limits::{Budget, Stop};
use crate::othello::{History, Move, Position};

/// How thoroughly a game is looked at.
#[derive(Clone, Debug)]
pub struct Care {
    /// The level at which positions are searched.
    pub level: u32,
    /// From how many empty squares on they are solved instead.
    pub solve: u32,
    /// How many positions are looked at at the same time.
    pub threads: usize,
    /// Ends the work; what has been judged by then stands.
    pub stop: Stop,
}

/// What a move was worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Which move of the game, counted from 1, passes included.
    pub number: usize,
    /// Who made it.
    pub side: Color,
    /// The move.
    pub played: Move,
    /// What it led to, in hundredths of a disc for the side that made it.
    pub score: i32,
    /// The best move, which is the one played if none is better.
    pub best: Move,
    /// What that would have led to.
    pub best_score: i32,
    /// What the scores are worth.
    pub proof: Proof,
    /// Plies looked ahead.
    pub depth: u32,
}

impl Judged {
    /// What the move gave away, in hundredths of a disc.
    pub fn lost(&self) -> i32 {
        self.best_score - self.score
    }

    /// Whether the move turned a won game into one that is not, or a drawn
    /// game into a lost one. Estimates must differ by a disc to tell.
    pub fn is_turning_point(&self) -> bool {
        let margin = match self.proof {
            Proof::Exact | Proof::Outcome => 1,
            Proof::Estimate | Proof::Percent(_) => 100,
        };
        let standing = |score: i32| (score / margin).signum();
        self.lost() >= margin && standing(self.score) < standing(self.best_score)
    }
}

/// How one side did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Moves judged.
    pub moves: u32,
    /// Of these, moves that lost less than half a disc.
    pub good: u32,
    /// Hundredths of a disc lost in all.
    pub lost: i32,
}

impl Totals {
    /// Adds up what one side did.
    pub fn of(judged: &[Judged], side: Color) -> Totals {
        let own = judged.iter().filter(|judged| judged.side == side);
        own.fold(Totals::default(), |totals, judged| Totals {
            moves: totals.moves + 1,
            good: totals.good + u32::from(judged.lost() < 50),
            lost: totals.lost + judged.lost(),
        })
    }

    /// The share of good moves in hundredths; all of none.
    pub fn accuracy(&self) -> u32 {
        match self.moves {
            0 => 100,
            moves => (100 * self.good + moves / 2) / moves,
        }
    }
}

/// Judges every move of a game but passes, which nobody chooses. The listener
/// hears of each move that is done.
///
/// ```
/// use outflank::othello::{Position, notation::transcript};
/// use outflank::review::{Care, Totals, review};
/// use outflank::game::Color;
///
/// let game = transcript::read("e6f4e3f6g5d6e7f5c5", Position::default())?;
/// let care = Care { level: 4, solve: 8, threads: 1, stop: Default::default() };
/// let judged = review(&game, &care, &|| {});
/// assert_eq!(judged.len(), 9);
/// // Black's last move ended the game.
/// assert_eq!(judged[8].lost(), 0);
/// assert!(Totals::of(&judged, Color::White).lost > 600);
/// # Ok::<(), outflank::othello::notation::ReadError>(())
/// ```
pub fn review(history: &History, care: &Care, done: &(dyn Fn() + Sync)) -> Vec<Judged> {
    let turns: Vec<(usize, &Position, Move)> = history
        .positions()
        .zip(history.moves())
        .enumerate()
        .filter(|(_, (_, played))| *played != Move::Pass)
        .map(|(index, (position, played))| (index + 1, position, played))
        .collect();
    let next = AtomicUsize::new(0);
    let judged = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..care.threads.clamp(1, turns.len().max(1)) {
            scope.spawn(|| {
                let mut judge = Judge::new(care);
                while let Some(turn) = turns.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Some(verdict) = judge.judge(*turn) else {
                        return;
                    };
                    judged.lock().expect("no judge panics").push(verdict);
                    done();
                }
            });
        }
    });
    let mut judged = judged.into_inner().expect("no judge panics");
    judged.sort_by_key(|judged: &Judged| judged.number);
    judged
}

/// Someone who looks at one position at a time.
struct Judge<'a> {
    engine: Engine,
    care: &'a Care,
}

impl Judge<'_> {
    fn new(care: &Care) -> Judge<'_> {
        let settings = Settings {
            hash: 16,
            ..Settings::default()
        };
        Judge {
            engine: Engine::new(settings),
            care,
        }
    }

    /// None if the work was ended.
    fn judge(&mut self, (number, position, played): (usize, &Position, Move)) -> Option<Judged> {
        self.engine.forget();
        let best = self.best(position, Vec::new())?;
        let choice = *best.moves.first()?;
        let line = match choice == played {
            true => best.clone(),
            false => self.best(position, vec![played])?,
        };
        // What was played may turn out to be no worse than what seemed best.
        let better = best.score > line.score;
        Some(Judged {
            number,
            side: position.turn(),
            played,
            score: line.score,
            best: if better { choice } else { played },
            best_score: best.score.max(line.score),
            proof: line.proof,
            depth: line.depth,
        })
    }

    /// The best line among these moves, or among all.
    fn best(&mut self, position: &Position, among: Vec<Move>) -> Option<Line> {
        let task = Task {
            position: *position,
            among,
            effort: match position.empties() <= self.care.solve {
                true => Effort::Exact,
                false => Effort::Level(self.care.level),
            },
            budget: Budget {
                stop: self.care.stop.clone(),
                ..Budget::default()
            },
            ..Task::default()
        };
        let report = self.engine.think(&task, &mut |_| {});
        let line = report.lines.into_iter().next();
        line.filter(|_| !self.care.stop.is_raised())
    }
}
