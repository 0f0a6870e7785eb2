//! The clocks of the game, as controllers set them and as we count ourselves.
//!
//! Drivers disagree about what `main 0, period N, no moves` means: no limit, or
//! N for every move. Who means the latter tells before each move what the
//! clocks show, so until somebody has, it is no limit.

use std::time::Duration;

use crate::game::Color;
use crate::othello::notation::ggf::{self, TimeLeft};
use crate::protocol::{ClockWord, Go};

/// Both clocks.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Clocks {
    /// What every game begins with: the time, that of a period and its moves.
    setting: Option<(Duration, Duration, u32)>,
    rule: Rule,
    black: Option<Face>,
    white: Option<Face>,
}

/// What happens when a clock has run down.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Rule {
    /// The game is lost.
    #[default]
    SuddenDeath,
    /// So much for every so many moves, over and over.
    Overtime { period: Duration, moves: u32 },
    /// So much for every move, if somebody keeps the clocks.
    Unclear { period: Duration },
    /// So much for every move.
    PerMove { period: Duration },
}

/// What a clock shows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Face {
    time: Duration,
    /// Added with every move.
    increment: Duration,
    /// Added once, when the time is used up.
    extension: Duration,
    /// The moves that the time must do for; none if for the rest of the game.
    moves: u32,
}

impl Face {
    /// What a side's clock shows at the end of a game, if it has one.
    pub(super) fn of(game: &ggf::Game, side: Color) -> Option<Face> {
        let clock = game.clock(side)?;
        let (time, extension) = match game.time_left(side)? {
            TimeLeft::Base(time) => (time, clock.extension),
            TimeLeft::Extension(time) => (time, Duration::ZERO),
            TimeLeft::Nothing => (Duration::ZERO, Duration::ZERO),
        };
        Some(Face {
            time,
            increment: clock.increment,
            extension,
            moves: 0,
        })
    }

    fn tick(&mut self, spent: Duration) {
        if spent > self.time {
            self.time += std::mem::take(&mut self.extension);
        }
        self.time = self.time.saturating_sub(spent) + self.increment;
    }
}

impl Clocks {
    /// Clocks that show this, black's first.
    pub(super) fn set_all(&mut self, [black, white]: [Option<Face>; 2]) {
        *self = Clocks {
            setting: None,
            rule: Rule::SuddenDeath,
            black,
            white,
        };
    }

    /// Shows what they were set to. What they showed belonged to another game.
    pub(super) fn restart(&mut self) {
        let setting = self.setting.take();
        *self = Clocks::default();
        if let Some((main, period, moves)) = setting {
            self.set(main, period, moves);
        }
    }

    pub(super) fn hear(&mut self, word: ClockWord) {
        let milliseconds = Duration::from_millis;
        match word {
            ClockWord::Set {
                main,
                period,
                moves,
            } => self.set(milliseconds(main), milliseconds(period), moves),
            ClockWord::Left { side, time, moves } => self.show(side, milliseconds(time), moves),
        }
    }

    fn set(&mut self, main: Duration, period: Duration, moves: u32) {
        let face = |time| Face {
            time,
            ..Face::default()
        };
        let (rule, shown) = match (period.is_zero(), moves) {
            (true, _) if main.is_zero() => (Rule::SuddenDeath, None),
            (true, _) => (Rule::SuddenDeath, Some(face(main))),
            (false, 0) => (Rule::Unclear { period }, Some(face(main))),
            (false, moves) => {
                let rule = Rule::Overtime { period, moves };
                (rule, Some(face(main)))
            }
        };
        *self = Clocks {
            setting: Some((main, period, moves)),
            rule,
            black: shown,
            white: shown,
        };
    }

    /// Somebody keeps the clocks, and this is what one of them shows.
    fn show(&mut self, side: Color, time: Duration, moves: u32) {
        let mut increment = Duration::ZERO;
        if let Rule::Unclear { period } = self.rule {
            let main = self.face(side).map_or(Duration::ZERO, |face| face.time);
            self.rule = match main.is_zero() {
                true => Rule::PerMove { period },
                false => Rule::SuddenDeath,
            };
            if !main.is_zero() {
                increment = period;
                for side in [Color::Black, Color::White] {
                    self.face(side).get_or_insert_default().increment = period;
                }
            }
        }
        let face = self.face(side).get_or_insert_default();
        *face = Face {
            time,
            increment: face.increment.max(increment),
            extension: Duration::ZERO,
            moves,
        };
    }

    fn face(&mut self, side: Color) -> &mut Option<Face> {
        match side {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }

    /// Limits a search to what this side's clock allows.
    pub(super) fn limit(&mut self, go: &mut Go, side: Color, overhead: Duration) {
        let rule = self.rule;
        let Some(face) = *self.face(side) else {
            return;
        };
        let milliseconds = |time: Duration| Some(time.as_millis() as i64);
        let (time, moves) = match rule {
            Rule::Unclear { .. } => return,
            Rule::PerMove { period } => {
                go.movetime = milliseconds(for_one_move(period).saturating_sub(overhead));
                return;
            }
            Rule::Overtime { period, moves } if face.time.is_zero() => (period, moves),
            Rule::Overtime { .. } | Rule::SuddenDeath => (face.time, face.moves),
        };
        let time = match moves {
            1 => for_one_move(time),
            _ => time,
        };
        let clock = match side {
            Color::Black => &mut go.black,
            Color::White => &mut go.white,
        };
        clock.time = milliseconds(time);
        clock.increment = milliseconds(face.increment);
        go.moves_to_go = Some(moves).filter(|moves| *moves > 0);
    }

    /// Takes the time of a move off a clock.
    pub(super) fn spend(&mut self, side: Color, spent: Duration) {
        let rule = self.rule;
        let Some(face) = self.face(side) else {
            return;
        };
        face.tick(spent);
        if let Rule::Overtime { period, moves } = rule {
            let was_in_period = face.moves > 0;
            face.moves = face.moves.saturating_sub(1);
            if face.time.is_zero() || (was_in_period && face.moves == 0) {
                (face.time, face.moves) = (period, moves);
            }
        }
    }
}

/// As much of a clock as may be spent on one move. Who keeps the clocks takes
/// a move that is late by a moment for a loss, so some is kept in hand, but
/// never more than a fifth.
fn for_one_move(time: Duration) -> Duration {
    const IN_HAND: Duration = Duration::from_millis(40);
    time.saturating_sub(IN_HAND.min(time / 5))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn set(main: u64, period: u64, moves: u32) -> ClockWord {
        ClockWord::Set {
            main: main * 1000,
            period: period * 1000,
            moves,
        }
    }

    fn left(seconds: u64, moves: u32) -> ClockWord {
        ClockWord::Left {
            side: Color::Black,
            time: seconds * 1000,
            moves,
        }
    }

    /// Milliseconds for the move or on the clock, the increment, and the moves
    /// to go that black gets after these words.
    fn allowed(words: &[ClockWord], spent: &[u64]) -> (Option<i64>, i64, u32) {
        let mut clocks = Clocks::default();
        words.iter().for_each(|word| clocks.hear(*word));
        for seconds in spent {
            clocks.spend(Color::Black, Duration::from_secs(*seconds));
        }
        let mut go = Go::default();
        clocks.limit(&mut go, Color::Black, OVERHEAD);
        let time = go.movetime.or(go.black.time);
        (
            time,
            go.black.increment.unwrap_or(0),
            go.moves_to_go.unwrap_or(0),
        )
    }

    #[test]
    fn every_reading_of_the_three_numbers() {
        // No clock at all, or one that nobody keeps.
        assert_eq!(allowed(&[], &[]), (None, 0, 0));
        assert_eq!(allowed(&[set(0, 0, 0)], &[]), (None, 0, 0));
        assert_eq!(allowed(&[set(0, 1, 0)], &[]), (None, 0, 0));
        assert_eq!(allowed(&[set(60, 1, 0)], &[]), (None, 0, 0));
        // Sudden death, counted by ourselves or by somebody.
        assert_eq!(allowed(&[set(60, 0, 0)], &[]), (Some(60_000), 0, 0));
        assert_eq!(allowed(&[set(60, 0, 0)], &[10, 20]), (Some(30_000), 0, 0));
        assert_eq!(allowed(&[set(60, 0, 0)], &[70]), (Some(0), 0, 0));
        assert_eq!(allowed(&[set(60, 0, 0), left(7, 0)], &[]).0, Some(7000));
        assert_eq!(allowed(&[left(7, 0)], &[]).0, Some(7000));
        assert_eq!(allowed(&[set(60, 0, 0), left(0, 0)], &[]).0, Some(0));
        // So much a move, or an increment.
        let per_move = (Some(2950), 0, 0);
        assert_eq!(allowed(&[set(0, 3, 0), left(3, 0)], &[]), per_move);
        let fischer = [set(60, 3, 0), left(58, 0)];
        assert_eq!(allowed(&fischer, &[]), (Some(58_000), 3000, 0));
        let again = [set(60, 3, 0), left(58, 0), left(57, 0)];
        assert_eq!(allowed(&again, &[]), (Some(57_000), 3000, 0));
    }

    #[test]
    fn overtime_is_filled_up_again() {
        let clock = set(10, 30, 3);
        assert_eq!(allowed(&[clock], &[]), (Some(10_000), 0, 0));
        assert_eq!(allowed(&[clock], &[4]), (Some(6_000), 0, 0));
        assert_eq!(allowed(&[clock], &[12]), (Some(30_000), 0, 3));
        assert_eq!(allowed(&[clock], &[12, 5]), (Some(25_000), 0, 2));
        assert_eq!(allowed(&[clock], &[12, 5, 5, 5]), (Some(30_000), 0, 3));
        assert_eq!(allowed(&[set(0, 30, 3)], &[]), (Some(30_000), 0, 3));
        assert_eq!(allowed(&[clock, left(9, 2)], &[]), (Some(9_000), 0, 2));
    }

    #[test]
    fn the_last_move_of_a_period_does_not_take_all_of_it() {
        assert_eq!(allowed(&[set(0, 5, 1)], &[]), (Some(4_960), 0, 1));
        assert_eq!(allowed(&[left(2, 1)], &[]), (Some(1_960), 0, 1));
        let short = Duration::from_millis(50);
        assert_eq!(for_one_move(short), Duration::from_millis(40));
    }

    #[test]
    fn another_game_begins_with_full_clocks() {
        let left_after = |words: &[ClockWord]| {
            let mut clocks = Clocks::default();
            words.iter().for_each(|word| clocks.hear(*word));
            clocks.spend(Color::Black, Duration::from_secs(20));
            clocks.restart();
            clocks.black.map(|face| (face.time.as_secs(), face.moves))
        };
        assert_eq!(left_after(&[set(60, 0, 0)]), Some((60, 0)));
        assert_eq!(left_after(&[set(60, 0, 0), left(7, 0)]), Some((60, 0)));
        assert_eq!(left_after(&[set(10, 30, 3)]), Some((10, 0)));
        // Nobody has set any.
        assert_eq!(left_after(&[left(7, 0)]), None);
        assert_eq!(left_after(&[]), None);
    }

    #[test]
    fn an_extension_comes_once() {
        let face = Face {
            time: Duration::from_secs(5),
            increment: Duration::from_secs(1),
            extension: Duration::from_secs(120),
            moves: 0,
        };
        let mut clocks = Clocks::default();
        clocks.set_all([Some(face), None]);
        clocks.spend(Color::Black, Duration::from_secs(6));
        assert_eq!(clocks.black.map(|face| face.time.as_secs()), Some(120));
        clocks.spend(Color::Black, Duration::from_secs(200));
        assert_eq!(clocks.black.map(|face| face.time.as_secs()), Some(1));
        clocks.spend(Color::White, Duration::from_secs(200));
        assert_eq!(clocks.white, None);
    }
}
