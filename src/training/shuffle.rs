//! Games put into random order, and some of them put aside.
//!
//! Positions of one game are alike, so whole games are put aside, never single
//! positions: weights that are measured on them have not seen their like.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

use super::record::{self, Reader, Record, RecordError};
use crate::othello::Size;
use crate::store::StoreError;

/// How games are divided.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The board.
    pub size: Size,
    /// Another seed gives another order.
    pub seed: u64,
    /// One game in so many is put aside.
    pub one_in: usize,
}

/// How many games there are now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Division {
    /// To fit weights to.
    pub kept: usize,
    /// To measure them on.
    pub aside: usize,
    /// Left out, since they were there already.
    pub repeated: usize,
}

/// Why games could not be divided.
#[derive(Debug, thiserror::Error)]
pub enum ShuffleError {
    /// The games cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The new files cannot be written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Reads games from some files and writes them to two others.
pub fn divide(
    settings: &Settings,
    games: &[PathBuf],
    kept: &Path,
    aside: &Path,
) -> Result<Division, ShuffleError> {
    let mut known = HashSet::new();
    let mut records: Vec<Record> = Vec::new();
    let mut repeated = 0;
    for path in games {
        for record in Reader::open(path, settings.size)? {
            let record = record?;
            match known.insert(squares(&record)) {
                true => records.push(record),
                false => repeated += 1,
            }
        }
    }
    records.shuffle(&mut StdRng::seed_from_u64(settings.seed));
    let (first, rest) = records.split_at(records.len() / settings.one_in.max(1));
    record::write(aside, settings.size, first)?;
    record::write(kept, settings.size, rest)?;
    Ok(Division {
        kept: rest.len(),
        aside: first.len(),
        repeated,
    })
}

/// What tells a game from another.
fn squares(record: &Record) -> Vec<u8> {
    let square = |ply: &record::Ply| ply.square.index() as u8;
    record.plies.iter().map(square).collect()
}
