//! How long a move deserves.

use std::time::{Duration, Instant};

/// The state of a player's clock.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// What is left on it.
    pub remaining: Duration,
    /// What is added with every move.
    pub increment: Duration,
    /// Moves until it is filled up again, if it ever is.
    pub moves_to_go: Option<u32>,
}

/// Time lost between our clock and the referee's, for which there must always
/// be enough left.
#[derive(Clone, Copy, Debug)]
pub struct Overhead(pub Duration);

/// The time one move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// What it should take.
    pub ideal: Duration,
    /// What it must not exceed.
    pub most: Duration,
}

impl Allowance {
    /// All of this, and no more.
    pub fn fixed(time: Duration) -> Allowance {
        Allowance {
            ideal: time,
            most: time,
        }
    }

    /// The lesser of both in every respect.
    pub fn min(self, other: Allowance) -> Allowance {
        Allowance {
            ideal: self.ideal.min(other.ideal),
            most: self.most.min(other.most),
        }
    }
}

/// When to begin looking further, and when not to any more.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Not after this, if the best move has stood the last look.
    pub settled: Instant,
    /// Not after this in any case.
    pub unsettled: Instant,
}

impl Pace {
    /// The pace of a move that began at this moment. A further look takes
    /// about as long as all before it, so one that begins in the second half
    /// of the time would hardly end within it.
    pub fn new(started: Instant, allowance: Allowance) -> Option<Pace> {
        Some(Pace {
            settled: started.checked_add(allowance.ideal / 2)?,
            unsettled: started.checked_add(allowance.ideal)?,
        })
    }
}

/// The squares that are left when the rest of the game is solved in an
/// instant, and no move needs its share of the clock any more.
const SOLVED: u32 = 16;

/// The part of the game where it is decided, in empty squares, and how much
/// more than its share a move deserves there, in percent. The rest gets less.
const DECISIVE: std::ops::RangeInclusive<u32> = 20..=44;
const DECISIVE_SHARE: u32 = 130;
const OTHER_SHARE: u32 = 70;

/// The time for one move when this many squares are empty.
///
/// Half of the empty squares are ours. What is on the clock is shared among
/// the moves that need thought, and the increment is spent as it comes. A move
/// may take three times what it should, but never so much that the others
/// would have to be made in a hurry.
pub fn share(clock: Clock, empties: u32, overhead: Overhead) -> Allowance {
    let usable = clock.remaining.saturating_sub(overhead.0);
    let own_moves = empties.saturating_sub(SOLVED).div_ceil(2).max(2);
    let moves = clock.moves_to_go.unwrap_or(own_moves).clamp(1, own_moves);
    if moves == 1 {
        return Allowance::fixed(usable);
    }
    let percent = match DECISIVE.contains(&empties) {
        true => DECISIVE_SHARE,
        false => OTHER_SHARE,
    };
    let fair = usable / moves + clock.increment.mul_f64(0.75);
    let ideal = (fair * percent / 100).min(usable / 3);
    Allowance {
        ideal,
        most: (ideal * 3).min(usable / 2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Overhead = Overhead(Duration::from_millis(10));

    fn clock(remaining: u64, increment: u64) -> Clock {
        Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go: None,
        }
    }

    #[test]
    fn a_whole_game_is_played_within_the_clock() {
        for (start, increment) in [(60_000, 0), (1_000, 0), (100, 0), (1_000, 100), (0, 50)] {
            let mut left = Duration::from_millis(start);
            for empties in (1..=60).rev().step_by(2) {
                let now = Clock {
                    remaining: left,
                    ..clock(0, increment)
                };
                let spent = share(now, empties, OVERHEAD).most;
                assert!(spent <= left, "{start}+{increment} at {empties} empties");
                left = left - spent + Duration::from_millis(increment);
            }
        }
    }

    #[test]
    fn an_empty_clock_leaves_no_time() {
        assert_eq!(share(clock(0, 0), 60, OVERHEAD).most, Duration::ZERO);
        assert_eq!(share(clock(5, 1000), 60, OVERHEAD).most, Duration::ZERO);
    }

    #[test]
    fn the_last_move_before_the_clock_is_filled_up_may_use_it_all() {
        let clock = Clock {
            moves_to_go: Some(1),
            ..clock(1000, 0)
        };
        let all = Allowance::fixed(Duration::from_millis(990));
        assert_eq!(share(clock, 40, OVERHEAD), all);
    }
}
