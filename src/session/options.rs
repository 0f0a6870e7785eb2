//! The options: their names, their ranges, and what they are set to.

use std::time::Duration;

use super::Refusal;
use crate::engine::Settings;
use crate::protocol::{Code, Kind, Reply};

/// Everything that can be set.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Options {
    pub(super) hash: i64,
    pub(super) threads: i64,
    pub(super) multi_pv: i64,
    pub(super) level: i64,
    pub(super) ponder: bool,
    pub(super) seed: i64,
    pub(super) randomness: i64,
    pub(super) contempt: i64,
    pub(super) log_file: String,
    pub(super) weights_file: String,
    pub(super) move_overhead: i64,
    pub(super) explicit_passes: bool,
}

/// A name for each option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    Hash,
    Threads,
    MultiPv,
    Level,
    Ponder,
    Seed,
    Randomness,
    Contempt,
    LogFile,
    WeightsFile,
    MoveOverhead,
    ExplicitPasses,
    ClearHash,
}

use Name::*;

const ALL: [Name; 13] = [
    Hash,
    Threads,
    MultiPv,
    Level,
    Ponder,
    Seed,
    Randomness,
    Contempt,
    LogFile,
    WeightsFile,
    MoveOverhead,
    ExplicitPasses,
    ClearHash,
];

impl Name {
    fn text(self) -> &'static str {
        match self {
            Hash => "Hash",
            Threads => "Threads",
            MultiPv => "MultiPV",
            Level => "Level",
            Ponder => "Ponder",
            Seed => "Seed",
            Randomness => "Randomness",
            Contempt => "Contempt",
            LogFile => "Log File",
            WeightsFile => "Weights File",
            MoveOverhead => "Move Overhead",
            ExplicitPasses => "Explicit Passes",
            ClearHash => "Clear Hash",
        }
    }

    fn kind(self) -> Kind {
        let spin = |default, min, max| Kind::Spin { default, min, max };
        match self {
            Hash => spin(32, 1, 65_536),
            Threads => spin(1, 1, 256),
            MultiPv => spin(1, 1, 64),
            Level => spin(16, 0, 60),
            Ponder | ExplicitPasses => Kind::Check { default: false },
            Seed => spin(0, 0, u32::MAX as i64),
            Randomness => spin(0, 0, 10_000),
            Contempt => spin(0, -100, 100),
            LogFile | WeightsFile => Kind::Text {
                default: String::new(),
            },
            MoveOverhead => spin(10, 0, 10_000),
            ClearHash => Kind::Button,
        }
    }
}

impl Default for Options {
    fn default() -> Options {
        let number = |name: Name| match name.kind() {
            Kind::Spin { default, .. } => default,
            _ => 0,
        };
        Options {
            hash: number(Hash),
            threads: number(Threads),
            multi_pv: number(MultiPv),
            level: number(Level),
            ponder: false,
            seed: number(Seed),
            randomness: number(Randomness),
            contempt: number(Contempt),
            log_file: String::new(),
            weights_file: String::new(),
            move_overhead: number(MoveOverhead),
            explicit_passes: false,
        }
    }
}

impl Options {
    /// One line for each option.
    pub(super) fn announced() -> impl Iterator<Item = Reply> {
        ALL.into_iter().map(|name| Reply::Option {
            name: name.text().to_owned(),
            kind: name.kind(),
        })
    }

    /// What each option is set to, except those that hold nothing.
    pub(super) fn told(&self) -> impl Iterator<Item = Reply> {
        let setting = |name: Name| {
            Some(Reply::Setting {
                name: name.text().to_owned(),
                value: self.value(name)?,
            })
        };
        ALL.into_iter().filter_map(setting)
    }

    fn value(&self, name: Name) -> Option<String> {
        let text = |text: &str| match text {
            "" => "<empty>".to_owned(),
            text => text.to_owned(),
        };
        Some(match name {
            Hash => self.hash.to_string(),
            Threads => self.threads.to_string(),
            MultiPv => self.multi_pv.to_string(),
            Level => self.level.to_string(),
            Ponder => self.ponder.to_string(),
            Seed => self.seed.to_string(),
            Randomness => self.randomness.to_string(),
            Contempt => self.contempt.to_string(),
            LogFile => text(&self.log_file),
            WeightsFile => text(&self.weights_file),
            MoveOverhead => self.move_overhead.to_string(),
            ExplicitPasses => self.explicit_passes.to_string(),
            ClearHash => return None,
        })
    }

    /// Sets an option and says which it was. Case does not matter in names,
    /// nor in `true` and `false`.
    pub(super) fn set(&mut self, name: &str, value: Option<&str>) -> Result<Name, Refusal> {
        let known = ALL
            .into_iter()
            .find(|known| known.text().eq_ignore_ascii_case(name))
            .ok_or_else(|| unknown(name))?;
        match (known, known.kind()) {
            (Hash, _) => {
                let hash = number(known, value)?;
                check_room(hash)?;
                self.hash = hash;
            }
            (Threads, _) => self.threads = number(known, value)?,
            (MultiPv, _) => self.multi_pv = number(known, value)?,
            (Level, _) => self.level = number(known, value)?,
            (Ponder, _) => self.ponder = truth(known, value)?,
            (Seed, _) => self.seed = number(known, value)?,
            (Randomness, _) => self.randomness = number(known, value)?,
            (Contempt, _) => self.contempt = number(known, value)?,
            (LogFile, _) => self.log_file = file(value),
            (WeightsFile, _) => self.weights_file = file(value),
            (MoveOverhead, _) => self.move_overhead = number(known, value)?,
            (ExplicitPasses, _) => self.explicit_passes = truth(known, value)?,
            (ClearHash, _) => {}
        }
        Ok(known)
    }

    /// Time lost between our clock and the referee's.
    pub(super) fn overhead(&self) -> Duration {
        Duration::from_millis(self.move_overhead as u64)
    }

    /// The part of the options that the engine keeps.
    pub(super) fn settings(&self) -> Settings {
        Settings {
            hash: self.hash as usize,
            threads: self.threads as usize,
            randomness: self.randomness as i32,
            seed: (self.seed != 0).then_some(self.seed as u64),
            contempt: self.contempt as i32,
        }
    }
}

fn unknown(name: &str) -> Refusal {
    let names = ALL.map(Name::text).join(", ");
    Refusal::new(
        Code::UnknownOption,
        format!("\"{name}\", expected one of {names}"),
    )
}

fn refused(name: Name, value: Option<&str>, expected: &str) -> Refusal {
    let name = name.text();
    let got = match value {
        Some(value) => format!("\"{value}\""),
        None => "no value".to_owned(),
    };
    Refusal::new(
        Code::BadArgument,
        format!("{got} for {name}, expected {expected}"),
    )
}

fn number(name: Name, value: Option<&str>) -> Result<i64, Refusal> {
    let Kind::Spin { min, max, .. } = name.kind() else {
        return Err(refused(name, value, "another kind of value"));
    };
    value
        .and_then(|value| value.parse().ok())
        .filter(|number| (min..=max).contains(number))
        .ok_or_else(|| refused(name, value, &format!("a number from {min} to {max}")))
}

/// The name of a file, or nothing.
fn file(value: Option<&str>) -> String {
    value
        .filter(|&file| file != "<empty>")
        .unwrap_or("")
        .to_owned()
}

fn truth(name: Name, value: Option<&str>) -> Result<bool, Refusal> {
    match value.map(str::to_ascii_lowercase).as_deref() {
        Some("true") => Ok(true),
        Some("false") => Ok(false),
        _ => Err(refused(name, value, "true or false")),
    }
}

/// Asks for the memory and gives it back untouched, since a table that cannot
/// be had would end the program when it is wanted.
fn check_room(mebibytes: i64) -> Result<(), Refusal> {
    let bytes = (mebibytes as usize) << 20;
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| {
        let message = format!("{mebibytes} for Hash, expected no more memory than there is");
        Refusal::new(Code::BadArgument, message)
    })
}
