//! Who may play a side.

use super::words::plain;

/// How strong the computer plays if nobody says otherwise.
pub const DEFAULT_LEVEL: u32 = 16;

/// The kind of player a side has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Someone at the keyboard.
    Human,
    /// Chance alone.
    Random,
    /// This engine, at this level, or at the one that is set.
    Engine(Option<u32>),
    /// Another program, started by this command line.
    Command(String),
}

const HUMAN: &[&str] = &["human", "humano", "humana", "person", "persona", "pessoa"];
const RANDOM: &[&str] = &["random", "aleatorio", "aleatoria"];
const ENGINE: &[&str] = &[
    "engine",
    "motor",
    "computer",
    "maquina",
    "ordenador",
    "computador",
];

impl Kind {
    /// Reads `human`, `random` or `engine:12` in any language.
    pub fn read(text: &str) -> Option<Kind> {
        let text = plain(text);
        let (name, level) = match text.split_once([':', ' ']) {
            Some((name, level)) => (name, Some(level)),
            None => (text.as_str(), None),
        };
        match level {
            None if HUMAN.contains(&name) => Some(Kind::Human),
            None if RANDOM.contains(&name) => Some(Kind::Random),
            None if ENGINE.contains(&name) => Some(Kind::Engine(None)),
            Some(level) if ENGINE.contains(&name) => {
                let level = level.parse().ok().filter(|level| *level <= 60)?;
                Some(Kind::Engine(Some(level)))
            }
            _ => None,
        }
    }

    /// The same, or else the command line of another program.
    pub fn read_or_command(text: &str) -> Option<Kind> {
        let first = plain(text.split([':', ' ']).next().unwrap_or(""));
        let ours = [HUMAN, RANDOM, ENGINE].concat().contains(&first.as_str());
        Kind::read(text)
            .or_else(|| (!ours && !first.is_empty()).then(|| Kind::Command(text.into())))
    }
}
