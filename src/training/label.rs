//! Better scores for games that are there already: every position whose exact
//! score is not known is searched again, those of the random opening included.

use std::path::Path;

use super::parallel;
use super::player::{Player, Solved, table};
use super::record::{Kind, Reader, Record, RecordError, Writer};
use super::sample::replay;
use crate::othello::Size;

/// How many games are searched before they are written.
const BATCH: usize = 64;

/// How many games a file holds.
pub fn count(games: &Path, size: Size) -> Result<u64, RecordError> {
    let mut count = 0;
    for record in Reader::open(games, size)? {
        record?;
        count += 1;
    }
    Ok(count)
}

/// Writes the games of a file with new scores to another one. Games that are
/// in there already are not searched again. The listener hears how many there
/// are.
pub fn label(
    player: Player<'_>,
    threads: usize,
    games: &Path,
    into: &Path,
    listener: &mut dyn FnMut(u64),
) -> Result<(), RecordError> {
    let size = player.evaluator.size();
    let mut writer = Writer::open(into, size)?;
    let mut reader = Reader::open(games, size)?.skip(writer.games() as usize);
    loop {
        let batch: Vec<Record> = reader.by_ref().take(BATCH).collect::<Result<_, _>>()?;
        if batch.is_empty() {
            return Ok(());
        }
        let first = writer.games();
        let labelled = parallel::map(batch.len(), threads, &|_| {}, |index| match size {
            Size::Ten => labelled::<u128>(&batch[index], player),
            _ => labelled::<u64>(&batch[index], player),
        });
        for (index, record) in labelled.into_iter().enumerate() {
            let record = record.ok_or_else(|| RecordError::Illegal {
                path: games.into(),
                game: first + index as u64 + 1,
            })?;
            writer.append(&[record])?;
        }
        listener(writer.games());
    }
}

/// A game with new scores, or `None` if it has a move that is not legal.
fn labelled<W: Solved>(record: &Record, player: Player<'_>) -> Option<Record> {
    let table = table();
    let mut plies = record.plies.clone();
    for (ply, seen) in plies
        .iter_mut()
        .zip(replay::<W>(record, player.evaluator.size())?)
    {
        if ply.kind == Kind::Exact {
            continue;
        }
        ply.value = player.think(seen.board, &table).value as i16;
        if player.solves(seen.board) {
            ply.kind = Kind::Exact;
        }
    }
    Some(Record { plies })
}
