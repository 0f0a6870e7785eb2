//! How the games other than Othello are played: a position and limits in, a
//! move out.
//!
//! - [`alpha_beta`]: a plain search for any game of two colours;
//! - [`threats`]: what a position of the connect-four family looks worth;
//! - `connect_four`: connect four solved;
//! - [`dominoes`]: three ways to choose a tile.

pub mod alpha_beta;
mod connect_four;
pub mod dominoes;
pub mod threats;

use crate::connect::{self, Variant};
use crate::engine::{Effort, Engine, Proof, Report, Settings, Task};
use crate::game::Game;
use crate::limits::Budget;
use crate::othello;

/// A win, less the moves until it.
pub const WIN: i32 = 10_000;

/// How long to think. The first limit to be reached ends it.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Time, positions, and whether somebody waits.
    pub budget: Budget,
    /// Bytes of memory for positions already seen.
    pub memory: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            depth: None,
            budget: Budget::default(),
            memory: 32 << 20,
        }
    }
}

impl Limits {
    /// As far as a level of play demands: twice as many positions for every
    /// two levels, about a second's worth at level 16.
    pub fn at_level(level: u32) -> Limits {
        let nodes = 5_000u64 << (level / 2).min(40);
        Limits {
            budget: Budget {
                nodes: Some(nodes),
                ..Budget::default()
            },
            ..Limits::default()
        }
    }
}

/// What came of thinking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought<M> {
    /// The move to make and what may follow, all of it legal.
    pub line: Vec<M>,
    /// What the position is worth to the side to move; [`WIN`] is a win.
    pub score: i32,
    /// What the score is worth.
    pub proof: Proof,
    /// Plies looked ahead.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
}

/// Someone who plays a game.
pub trait Player<G: Game>: Send + Sync {
    /// Chooses a move, unless there is none. The listener hears of every step
    /// forward.
    fn think(
        &self,
        game: &G,
        limits: &Limits,
        listener: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Option<Thought<G::Move>>;
}

/// Plays connect four, Complica and Gravity to win.
#[derive(Clone, Copy, Debug, Default)]
pub struct Connector;

/// Plies that connect four is looked ahead before it is solved: enough not to
/// be taken by surprise if it cannot be.
const BEFORE_SOLVING: u32 = 8;

impl Player<connect::Position> for Connector {
    fn think(
        &self,
        game: &connect::Position,
        limits: &Limits,
        listener: &mut dyn FnMut(&Thought<connect::Move>),
    ) -> Option<Thought<connect::Move>> {
        if game.variant() != Variant::ConnectFour {
            return alpha_beta::think(game, threats::value, limits, listener);
        }
        // A limited depth is a search; what else has no end is solved.
        if limits.depth.is_some_and(|depth| depth < game.empties()) {
            return alpha_beta::think(game, threats::value, limits, listener);
        }
        let glance = Limits {
            depth: Some(BEFORE_SOLVING),
            ..limits.clone()
        };
        let guess = alpha_beta::think(game, threats::value, &glance, listener)?;
        match guess.proof {
            Proof::Exact => Some(guess),
            _ => Some(connect_four::think(game, limits, guess, listener)),
        }
    }
}

/// Plays any game of two colours by a plain search.
pub struct Searcher<G>(
    /// What a position looks worth to the side to move.
    pub fn(&G) -> i32,
);

impl<G: alpha_beta::Searchable> Player<G> for Searcher<G> {
    fn think(
        &self,
        game: &G,
        limits: &Limits,
        listener: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Option<Thought<G::Move>> {
        alpha_beta::think(game, self.0, limits, listener)
    }
}

/// Plays Othello with the engine made for it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Othello;

impl Player<othello::Position> for Othello {
    fn think(
        &self,
        position: &othello::Position,
        limits: &Limits,
        listener: &mut dyn FnMut(&Thought<othello::Move>),
    ) -> Option<Thought<othello::Move>> {
        let mut engine = Engine::new(Settings {
            hash: (limits.memory >> 20).max(1),
            ..Settings::default()
        });
        let task = Task {
            position: *position,
            lines: 1,
            effort: limits.depth.map_or(Effort::Unlimited, Effort::Depth),
            budget: limits.budget.clone(),
            ..Task::default()
        };
        let report = engine.think(&task, &mut |report| {
            if let Some(thought) = thought_of(report) {
                listener(&thought);
            }
        });
        thought_of(&report)
    }
}

fn thought_of(report: &Report) -> Option<Thought<othello::Move>> {
    report.lines.first().map(|line| Thought {
        line: line.moves.clone(),
        score: line.score,
        proof: line.proof,
        depth: line.depth,
        nodes: report.nodes,
    })
}
