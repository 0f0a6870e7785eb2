//! Clocks: `base[/increment[/extension]]`, each time `[[d.]h:]m:s`.

use std::fmt;
use std::time::Duration;

use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{char, digit1, u32};
use nom::combinator::{map, opt};
use nom::sequence::{preceded, terminated};

use super::super::scan::{Step, expect};

/// What a clock is set to at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time for the whole game.
    pub base: Duration,
    /// Added after every move.
    pub increment: Duration,
    /// Added once, when the base is used up. Two minutes if nothing is said.
    pub extension: Duration,
}

/// What a clock shows after some moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeLeft {
    /// So much, with the extension to come.
    Base(Duration),
    /// So much, and the extension is part of it.
    Extension(Duration),
    /// Nothing: the game is lost on time.
    Nothing,
}

impl Clock {
    const EXTENSION: Duration = Duration::from_secs(120);

    /// What the clock shows after moves that took so long, or `None` if it
    /// never ran: programs write `0` or `0//0` for a game without clocks.
    pub fn after(self, spent: impl IntoIterator<Item = Duration>) -> Option<TimeLeft> {
        if self.base.is_zero() && self.increment.is_zero() {
            return None;
        }
        let start = TimeLeft::Base(self.base);
        Some(
            spent
                .into_iter()
                .fold(start, |left, spent| self.tick(left, spent)),
        )
    }

    /// One move.
    fn tick(self, left: TimeLeft, spent: Duration) -> TimeLeft {
        let after = |left: Duration| Some(left.checked_sub(spent)?.saturating_add(self.increment));
        match left {
            TimeLeft::Base(left) => after(left)
                .map(TimeLeft::Base)
                .or_else(|| after(left.saturating_add(self.extension)).map(TimeLeft::Extension)),
            TimeLeft::Extension(left) => after(left).map(TimeLeft::Extension),
            TimeLeft::Nothing => None,
        }
        .unwrap_or(TimeLeft::Nothing)
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [base, increment, extension] = [self.base, self.increment, self.extension].map(Time);
        write!(f, "{base}/{increment}/{extension}")
    }
}

/// A time as a clock shows it, with as much in front of the minutes as needed.
struct Time(Duration);

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minutes = self.0.as_secs() / 60;
        let (days, hours) = (minutes / (24 * 60), minutes / 60 % 24);
        if days > 0 {
            write!(f, "{days}.")?;
        }
        if minutes >= 60 {
            write!(f, "{hours:02}:")?;
        }
        write!(f, "{:02}:{:02}", minutes % 60, self.0.as_secs() % 60)?;
        match self.0.subsec_nanos() {
            0 => Ok(()),
            nanos => f.write_str(format!(".{nanos:09}").trim_end_matches('0')),
        }
    }
}

pub(super) fn clock(input: &str) -> Step<'_, Clock> {
    let part = || map(opt(preceded(char('/'), opt(time))), Option::flatten);
    map((time, part(), part()), |(base, increment, extension)| {
        Clock {
            base,
            increment: increment.unwrap_or_default(),
            extension: extension.unwrap_or(Clock::EXTENSION),
        }
    })
    .parse(input)
}

/// A time with as many parts as were written, seconds alone included.
pub(super) fn time(input: &str) -> Step<'_, Duration> {
    let whole = |unit: char, length: u64| {
        map(terminated(u32, char(unit)), move |number| {
            u64::from(number) * length
        })
    };
    let (day, hour, minute) = (24 * 60 * 60, 60 * 60, 60);
    let leading = alt((
        map(
            (whole('.', day), whole(':', hour), whole(':', minute)),
            |(d, h, m)| d + h + m,
        ),
        map((whole(':', hour), whole(':', minute)), |(h, m)| h + m),
        whole(':', minute),
    ));
    let time = map((opt(leading), seconds), |(leading, seconds)| {
        Duration::from_secs(leading.unwrap_or(0)).saturating_add(seconds)
    });
    expect("a time such as 5:00", time).parse(input)
}

/// Seconds, down to the nanosecond.
fn seconds(input: &str) -> Step<'_, Duration> {
    let fraction = map(preceded(char('.'), digit1), |digits: &str| {
        let digits = digits.bytes().chain(std::iter::repeat(b'0')).take(9);
        digits.fold(0, |nanos, digit| nanos * 10 + u32::from(digit - b'0'))
    });
    map((u32, opt(fraction)), |(seconds, nanos)| {
        Duration::new(u64::from(seconds), nanos.unwrap_or(0))
    })
    .parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Clock {
        let (rest, clock) = clock(text).unwrap();
        assert_eq!(rest, "");
        clock
    }

    fn seconds(numbers: [f64; 3]) -> Clock {
        let [base, increment, extension] = numbers.map(Duration::from_secs_f64);
        Clock {
            base,
            increment,
            extension,
        }
    }

    #[test]
    fn every_part_of_a_clock_may_be_missing_from_the_left_or_the_right() {
        assert_eq!(read("15:00//02:00"), seconds([900.0, 0.0, 120.0]));
        assert_eq!(read("5:00"), seconds([300.0, 0.0, 120.0]));
        assert_eq!(read("01:00/00:05/0"), seconds([60.0, 5.0, 0.0]));
        assert_eq!(read("1:02:03/0:1.5/"), seconds([3723.0, 1.5, 120.0]));
        assert_eq!(read("2.1:00:00"), seconds([176_400.0, 0.0, 120.0]));
        assert_eq!(read("0"), seconds([0.0, 0.0, 120.0]));
    }

    #[test]
    fn clocks_are_written_with_all_their_parts() {
        for text in [
            "15:00/00:00/02:00",
            "01:02:03/00:01.5/00:00",
            "2.01:00:00/00:00/02:00",
        ] {
            assert_eq!(read(text).to_string(), text);
        }
    }

    #[test]
    fn the_extension_is_added_once_and_the_increment_after_every_move() {
        let clock = seconds([10.0, 1.0, 5.0]);
        let after = |spent: &[u64]| clock.after(spent.iter().copied().map(Duration::from_secs));
        let secs = Duration::from_secs;
        assert_eq!(after(&[]), Some(TimeLeft::Base(secs(10))));
        assert_eq!(after(&[4]), Some(TimeLeft::Base(secs(7))));
        assert_eq!(after(&[10]), Some(TimeLeft::Base(secs(1))));
        assert_eq!(after(&[4, 9]), Some(TimeLeft::Extension(secs(4))));
        assert_eq!(after(&[4, 9, 4]), Some(TimeLeft::Extension(secs(1))));
        assert_eq!(after(&[4, 9, 5]), Some(TimeLeft::Nothing));
        assert_eq!(after(&[16, 0]), Some(TimeLeft::Nothing));
        assert_eq!(read("0//0").after([secs(3)]), None);
    }
}
