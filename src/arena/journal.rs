//! The results file: the plan on the first line, then one game a line, each
//! written the moment it ends.
//!
//! A file that was cut off in the middle of a line loses that game and no
//! other. Files of the same plan can be put together.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::plan::Plan;
use super::record::Record;
use super::start::Kind;
use crate::store::{self, StoreError};

/// The most a results file may hold.
const LARGEST_FILE: u64 = 1 << 32;

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Header {
    /// The version of this format.
    outflank_match: u32,
    plan: Plan,
}

const VERSION: u32 = 1;

/// Everything a file holds.
#[derive(Clone, Debug)]
pub struct Results {
    /// What was played.
    pub plan: Plan,
    /// The games, in the order of the schedule.
    pub games: BTreeMap<usize, Record>,
    /// Lines that could not be read.
    pub damage: Vec<Damage>,
    /// Whether the last line has no end.
    torn: bool,
}

/// A line that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: line {line} is no game, and is left out: {why}", path.display())]
pub struct Damage {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: String,
}

/// Why results cannot be kept or found.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file has no plan.
    #[error("{}: line 1 is no match plan: {why}", path.display())]
    NoPlan {
        /// The file.
        path: PathBuf,
        /// What is wrong with its first line.
        why: String,
    },
    /// The file holds another match.
    #[error("{}: this is another match, for {what} differs", path.display())]
    OtherPlan {
        /// The file.
        path: PathBuf,
        /// What differs.
        what: String,
    },
    /// There is a file already.
    #[error("{} exists: --resume continues it, --out names another file", .0.display())]
    Exists(PathBuf),
    /// A game could not be written.
    #[error("cannot write {}: {source}", path.display())]
    Append {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        source: std::io::Error,
    },
}

/// A results file that is written to.
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Begins a file. One that exists is left alone.
    pub fn create(path: &Path, plan: &Plan) -> Result<Journal, JournalError> {
        let file = OpenOptions::new().append(true).create_new(true).open(path);
        let file = file.map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => JournalError::Exists(path.into()),
            _ => JournalError::Append {
                path: path.into(),
                source: error,
            },
        })?;
        let mut journal = Journal {
            path: path.into(),
            file,
        };
        journal.append(&header(plan))?;
        Ok(journal)
    }

    /// Continues a file of the same plan. Damaged lines are cleared away, and
    /// a file that was cut off within its first line is begun again.
    pub fn resume(path: &Path, plan: &Plan) -> Result<(Journal, Results), JournalError> {
        let first = line(&header(plan)).unwrap_or_default() + "\n";
        let torn = store::read(path, first.len() as u64 - 1);
        if torn.is_ok_and(|found| first.as_bytes().starts_with(&found)) {
            store::write_text(path, &first)?;
        }
        let results = Results::read(path)?;
        same_plan(path, &results.plan, plan)?;
        if results.torn || !results.damage.is_empty() {
            store::write(path, |out| {
                writeln!(out, "{}", line(&header(plan))?)?;
                let mut games = results.games.values();
                games.try_for_each(|game| writeln!(out, "{}", line(game)?))
            })?;
        }
        let file = OpenOptions::new().append(true).open(path);
        let file = file.map_err(|source| JournalError::Append {
            path: path.into(),
            source,
        })?;
        let journal = Journal {
            path: path.into(),
            file,
        };
        Ok((journal, results))
    }

    /// Writes a game down.
    pub fn write(&mut self, record: &Record) -> Result<(), JournalError> {
        self.append(record)
    }

    /// One line in one piece, so that a file is never cut between two bytes of
    /// a line unless the system itself fails.
    fn append(&mut self, value: &impl Serialize) -> Result<(), JournalError> {
        let written = line(value).and_then(|text| self.file.write_all((text + "\n").as_bytes()));
        written.map_err(|source| JournalError::Append {
            path: self.path.clone(),
            source,
        })
    }
}

fn header(plan: &Plan) -> Header {
    Header {
        outflank_match: VERSION,
        plan: plan.clone(),
    }
}

fn line(value: &impl Serialize) -> std::io::Result<String> {
    serde_json::to_string(value).map_err(Into::into)
}

impl Results {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Results, JournalError> {
        let bytes = store::read(path, LARGEST_FILE)?;
        let mut lines = bytes.split(|&byte| byte == b'\n').enumerate();
        let (_, first) = lines.next().unwrap_or_default();
        let header: Header =
            serde_json::from_slice(first).map_err(|error| JournalError::NoPlan {
                path: path.into(),
                why: error.to_string(),
            })?;
        let mut results = Results {
            plan: header.plan,
            games: BTreeMap::new(),
            damage: Vec::new(),
            torn: !bytes.ends_with(b"\n"),
        };
        for (above, line) in lines.filter(|(_, line)| !line.is_empty()) {
            if let Err(why) = results.add(line) {
                results.damage.push(Damage {
                    path: path.into(),
                    line: above + 1,
                    why,
                });
            }
        }
        Ok(results)
    }

    fn add(&mut self, line: &[u8]) -> Result<(), String> {
        let game: Record = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        match game.kind {
            Kind::Othello { .. } => drop(game.replay()?),
            Kind::Other { .. } => drop(game.walk(|_| ())?),
        }
        if game.game >= self.plan.schedule().total() {
            return Err(format!("game {} is not in the schedule", game.game));
        }
        self.games.entry(game.game).or_insert(game);
        Ok(())
    }

    /// Reads several files of one match.
    pub fn merge(paths: &[PathBuf]) -> Result<Option<Results>, JournalError> {
        let mut merged: Option<Results> = None;
        for path in paths {
            let results = Results::read(path)?;
            match &mut merged {
                None => merged = Some(results),
                Some(merged) => {
                    same_plan(path, &results.plan, &merged.plan)?;
                    merged.damage.extend(results.damage);
                    for (number, game) in results.games {
                        merged.games.entry(number).or_insert(game);
                    }
                }
            }
        }
        Ok(merged)
    }
}

/// Whether two plans are the same, and where not.
fn same_plan(path: &Path, found: &Plan, expected: &Plan) -> Result<(), JournalError> {
    let differing = [
        ("the list of engines", found.engines != expected.engines),
        ("the format", found.format != expected.format),
        ("the number of games", found.games != expected.games),
        ("the seed", found.seed != expected.seed),
        ("the game or its board", found.kind != expected.kind),
        ("the book of openings", found.openings != expected.openings),
        ("the margin", found.margin != expected.margin),
        ("the sequential test", found.sprt != expected.sprt),
    ];
    let differing = differing.into_iter().find(|(_, differs)| *differs);
    match differing {
        None if found == expected => Ok(()),
        other => Err(JournalError::OtherPlan {
            path: path.into(),
            what: other.map_or("a rule of the games", |(what, _)| what).into(),
        }),
    }
}
