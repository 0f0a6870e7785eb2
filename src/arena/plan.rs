//! What a match is: everything that decides which games are played and how.
//!
//! Two runs with the same plan play the same pairings with the same openings.
//! How many games run at once and where the results go is not part of it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::clock::Limits;
use super::process::Launch;
use super::rating::Sprt;
use super::referee::Rules;
use super::schedule::{Format, Schedule};
use super::speech::Dialect;
use super::start::Kind;

/// A match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Who takes part.
    pub engines: Vec<Engine>,
    /// Who meets whom.
    pub format: Format,
    /// How many games every two engines that meet play.
    pub games: usize,
    /// What chance begins with.
    pub seed: u64,
    /// Which game is played.
    #[serde(flatten)]
    pub kind: Kind,
    /// Where the openings come from.
    pub openings: Openings,
    /// Milliseconds an engine may be over its clock.
    pub margin: u64,
    /// Milliseconds an engine without a clock may think.
    pub patience: u64,
    /// Milliseconds an engine may take to start and to begin a game.
    pub start_patience: u64,
    /// With how many empty squares a game is solved instead of played on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjudicate: Option<u32>,
    /// From how many empty squares on the moves that gave a game away are
    /// looked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blame: Option<u32>,
    /// The test that may end the match early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
}

/// The openings of a match, so that one can tell them from others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Openings {
    /// The file, or what they are instead.
    pub source: String,
    /// How many.
    pub count: usize,
    /// A digest of all of them in order.
    pub digest: String,
}

/// One of those who take part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Engine {
    /// What it is called in the results.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// How it is spoken to; found out if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialect: Option<Dialect>,
    /// Options set before the first game.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// Variables added to its environment.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub environment: BTreeMap<String, String>,
    /// Where it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
    /// What it may spend.
    pub limits: Limits,
}

impl Engine {
    /// What to run.
    pub fn launch(&self) -> Launch {
        Launch {
            command: self.command.clone(),
            environment: self.environment.clone(),
            directory: self.directory.clone(),
        }
    }
}

impl Plan {
    /// What the referee must know.
    pub fn rules(&self) -> Rules {
        Rules {
            margin: Duration::from_millis(self.margin),
            patience: Duration::from_millis(self.patience),
            adjudicate: self.adjudicate,
        }
    }

    /// How long an engine may take to start and to begin a game.
    pub fn start_patience(&self) -> Duration {
        Duration::from_millis(self.start_patience)
    }

    /// All games, in order.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(
            self.format,
            self.engines.len(),
            self.games / 2,
            self.openings.count,
        )
    }

    /// The names of those who take part.
    pub fn names(&self) -> Vec<String> {
        let engines = self.engines.iter();
        engines.map(|engine| engine.name.clone()).collect()
    }
}
