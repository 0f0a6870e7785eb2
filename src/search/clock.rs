//! How long a move deserves.

use std::time::Duration;

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

/// The time for one move when this many squares are empty.
///
/// Half of the empty squares are ours. The last dozen or so are solved in an
/// instant, so the time is shared among the moves before, a little more for
/// the near ones; and never more than a good part of what is left.
pub fn share(clock: Clock, empties: u32, overhead: Overhead) -> Duration {
    let usable = clock.remaining.saturating_sub(overhead.0);
    let own_moves = empties.div_ceil(2).saturating_sub(5).max(2);
    let moves = clock.moves_to_go.unwrap_or(own_moves).clamp(1, own_moves);
    let fair = usable / moves + clock.increment.mul_f64(0.75);
    let most = match moves {
        1 => usable,
        _ => usable / 2,
    };
    fair.mul_f64(1.2).min(most)
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
                let spent = share(now, empties, OVERHEAD);
                assert!(spent <= left, "{start}+{increment} at {empties} empties");
                left = left - spent + Duration::from_millis(increment);
            }
        }
    }

    #[test]
    fn an_empty_clock_leaves_no_time() {
        assert_eq!(share(clock(0, 0), 60, OVERHEAD), Duration::ZERO);
        assert_eq!(share(clock(5, 1000), 60, OVERHEAD), Duration::ZERO);
    }

    #[test]
    fn the_last_move_before_the_clock_is_filled_up_may_use_it_all() {
        let clock = Clock {
            moves_to_go: Some(1),
            ..clock(1000, 0)
        };
        assert_eq!(share(clock, 40, OVERHEAD), Duration::from_millis(990));
    }
}
