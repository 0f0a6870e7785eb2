//! What an engine may spend on its moves, and what is left of it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The limits of one engine, all of which hold together. None at all means
/// that it plays at its own pace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// A clock for the whole game.
    #[serde(rename = "time", skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// Milliseconds for every move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// Plies to look ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Positions to look at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// Time for a game and more with every move, written `60+0.5` in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "String")]
pub struct TimeControl {
    /// For the whole game.
    pub base: Duration,
    /// Added after every move.
    pub increment: Duration,
}

/// A text that is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no time control, expected seconds such as 60 or 5+0.1")]
pub struct BadTimeControl(String);

impl FromStr for TimeControl {
    type Err = BadTimeControl;

    fn from_str(text: &str) -> Result<TimeControl, BadTimeControl> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let bad = || BadTimeControl(text.to_owned());
        let base = seconds(base).filter(|base| !base.is_zero());
        Ok(TimeControl {
            base: base.ok_or_else(bad)?,
            increment: seconds(increment).ok_or_else(bad)?,
        })
    }
}

/// Whole milliseconds, for that is what engines are told.
fn seconds(text: &str) -> Option<Duration> {
    const LONGEST: f64 = 1e7;
    let seconds: f64 = text.trim().parse().ok()?;
    let sane = (0.0..=LONGEST).contains(&seconds);
    sane.then(|| Duration::from_millis((seconds * 1000.0).round() as u64))
}

/// A time control as a file has it: seconds need no quotes.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Seconds(f64),
    Text(String),
}

impl TryFrom<Written> for TimeControl {
    type Error = BadTimeControl;

    fn try_from(written: Written) -> Result<TimeControl, BadTimeControl> {
        match written {
            Written::Seconds(seconds) => seconds.to_string().parse(),
            Written::Text(text) => text.parse(),
        }
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> String {
        control.to_string()
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.base.as_secs_f64())?;
        match self.increment {
            Duration::ZERO => Ok(()),
            increment => write!(f, "+{}", increment.as_secs_f64()),
        }
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [
            self.clock.map(|clock| format!("{clock} s")),
            self.movetime.map(|time| format!("{time} ms a move")),
            self.depth.map(|depth| format!("depth {depth}")),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
        ];
        let words: Vec<String> = words.into_iter().flatten().collect();
        match words.is_empty() {
            true => f.write_str("own pace"),
            false => f.write_str(&words.join(", ")),
        }
    }
}

/// The clock of one player in one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    limits: Limits,
    left: Duration,
}

/// How a move's time compares with what there was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Punctuality {
    /// Within what there was.
    InTime,
    /// Over it by this much, but within the margin.
    Late(Duration),
    /// Over the margin too: the game is lost.
    Lost(Duration),
}

impl Clock {
    /// A clock at the start of a game.
    pub fn new(limits: &Limits) -> Clock {
        Clock {
            limits: limits.clone(),
            left: limits.clock.map(|clock| clock.base).unwrap_or_default(),
        }
    }

    /// What the engine was promised.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What is left for the rest of the game, if it is limited.
    pub fn left(&self) -> Option<Duration> {
        self.limits.clock.map(|_| self.left)
    }

    /// What is added with every move.
    pub fn increment(&self) -> Duration {
        let clock = self.limits.clock;
        clock.map(|clock| clock.increment).unwrap_or_default()
    }

    /// The most the next move may take.
    pub fn allowance(&self) -> Option<Duration> {
        let movetime = self.limits.movetime.map(Duration::from_millis);
        [self.left(), movetime].into_iter().flatten().min()
    }

    /// Takes a move's time off the clock. What goes over it within the margin
    /// is forgiven, but counted.
    pub fn spend(&mut self, elapsed: Duration, margin: Duration) -> Punctuality {
        let over = match self.allowance() {
            Some(allowance) => elapsed.saturating_sub(allowance),
            None => Duration::ZERO,
        };
        if over > margin {
            return Punctuality::Lost(over);
        }
        self.left = self.left.saturating_sub(elapsed) + self.increment();
        match over {
            Duration::ZERO => Punctuality::InTime,
            over => Punctuality::Late(over),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_seconds_with_decimals() {
        for (text, base, increment) in
            [("60", 60_000, 0), ("5+0.1", 5_000, 100), ("0.25+0", 250, 0)]
        {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.base, Duration::from_millis(base));
            assert_eq!(control.increment, Duration::from_millis(increment));
            assert_eq!(control.to_string().parse(), Ok(control));
        }
        for text in [
            "", "0", "-1", "five", "1+", "1+-1", "1+1+1", "inf", "nan", "1e300",
        ] {
            let error = text.parse::<TimeControl>().unwrap_err();
            assert!(error.to_string().contains("expected seconds"), "{text}");
        }
    }

    #[test]
    fn a_clock_counts_down_forgives_the_margin_and_no_more() {
        let ms = Duration::from_millis;
        let limits = Limits {
            clock: Some("1+0.1".parse().unwrap()),
            ..Limits::default()
        };
        let mut clock = Clock::new(&limits);
        assert_eq!(clock.spend(ms(400), ms(50)), Punctuality::InTime);
        assert_eq!(clock.left(), Some(ms(700)));
        assert_eq!(clock.spend(ms(730), ms(50)), Punctuality::Late(ms(30)));
        assert_eq!(clock.left(), Some(ms(100)));
        assert_eq!(clock.spend(ms(151), ms(50)), Punctuality::Lost(ms(51)));
    }

    #[test]
    fn without_limits_no_move_is_late() {
        let mut clock = Clock::default();
        let hour = Duration::from_secs(3600);
        assert_eq!(clock.spend(hour, Duration::ZERO), Punctuality::InTime);
        assert_eq!(clock.allowance(), None);
    }
}
