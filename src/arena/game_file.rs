//! Games of a match as GGF, for other programs.

use std::time::Duration;

use super::plan::Plan;
use super::record::{Reason, Record};
use crate::game::Color;
use crate::othello::notation::ReadError;
use crate::othello::notation::ggf::{self, Ending, Tag, Verdict};

/// A record that is no game.
#[derive(Debug, thiserror::Error)]
#[error("game {game} cannot be written as GGF: {why}")]
pub struct Unwritable {
    game: usize,
    why: String,
}

/// The game on one line.
pub fn ggf(record: &Record, plan: &Plan) -> Result<String, Unwritable> {
    let unwritable = |why: String| Unwritable {
        game: record.game,
        why,
    };
    let history = record.replay().map_err(unwritable)?;
    let mut game = ggf::Game::new(history.start());
    tags(&mut game, record, plan).map_err(|error| unwritable(error.to_string()))?;
    for (index, mv) in history.moves().enumerate() {
        let score = record.scores.get(index).copied().flatten();
        let time = record.times.get(index).filter(|time| **time > 0.0);
        let time = time.map(|time| Duration::from_secs_f64(time / 1000.0));
        game.play(mv, score, time)
            .map_err(|error| unwritable(error.to_string()))?;
    }
    Ok(ggf::write(&game))
}

fn tags(game: &mut ggf::Game, record: &Record, plan: &Plan) -> Result<(), ReadError> {
    game.set(Tag::Place, "Outflank")?;
    for (color, name, clock) in [
        (Color::Black, Tag::Black, Tag::BlackClock),
        (Color::White, Tag::White, Tag::WhiteClock),
    ] {
        let player = record.name(color);
        // There is no way to write a closing bracket.
        game.set(name, &player.replace(']', ")"))?;
        let engine = plan.engines.iter().find(|engine| engine.name == player);
        if let Some(control) = engine.and_then(|engine| engine.limits.clock) {
            let start = ggf::Clock {
                base: control.base,
                increment: control.increment,
                extension: Duration::ZERO,
            };
            game.set(clock, &start.to_string())?;
        }
    }
    game.set(Tag::Result, &verdict(record).to_string())
}

fn verdict(record: &Record) -> Verdict {
    let ending = match record.reason {
        Reason::Normal => None,
        Reason::Adjudicated => Some(Ending::Agreed),
        Reason::Resignation => Some(Ending::Resigned),
        Reason::Time => Some(Ending::Time),
        _ => Some(Ending::Left),
    };
    // Whoever loses without a result on the board loses everything.
    let everything = record.kind.size().map_or(0, |size| size.area() as i32);
    let lost = record.result.loser().map(|loser| match loser {
        Color::Black => -everything,
        Color::White => everything,
    });
    let difference = record.difference.or(lost).unwrap_or(0);
    Verdict {
        difference: Some(f64::from(difference)),
        ending,
    }
}
