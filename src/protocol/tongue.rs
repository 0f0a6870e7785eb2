//! Which dialect is being spoken: the first line that says something tells.

use super::command::Handshake;
use super::dialect::Dialect;
use super::gtp::{self, Gtp};
use super::native::{self, Native};
use super::nboard::NBoard;

/// A dialect by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tongue {
    /// Our own, which is also UGI's and UCI's once they have introduced
    /// themselves.
    Native,
    /// Our own in UGI's dress from the beginning.
    Ugi,
    /// Our own in UCI's dress from the beginning.
    Uci,
    /// The Go Text Protocol.
    Gtp,
    /// NBoard's.
    NBoard,
}

impl Tongue {
    /// The names it can be asked for by.
    pub const NAMES: [(&'static str, Tongue); 5] = [
        ("native", Tongue::Native),
        ("ugi", Tongue::Ugi),
        ("uci", Tongue::Uci),
        ("gtp", Tongue::Gtp),
        ("nboard", Tongue::NBoard),
    ];

    /// The dialect of this name, in either case.
    pub fn named(name: &str) -> Option<Tongue> {
        let known = |(known, _): &&(&str, Tongue)| known.eq_ignore_ascii_case(name);
        Tongue::NAMES.iter().find(known).map(|(_, tongue)| *tongue)
    }

    /// The dialect of a conversation that begins with this line; `None` if it
    /// says nothing and the next one must tell.
    ///
    /// ```
    /// use outflank::protocol::Tongue;
    ///
    /// assert_eq!(Tongue::of("1 protocol_version"), Some(Tongue::Gtp));
    /// assert_eq!(Tongue::of("ping 1"), Some(Tongue::NBoard));
    /// assert_eq!(Tongue::of("play f5d6"), Some(Tongue::Native));
    /// assert_eq!(Tongue::of("# hello"), None);
    /// ```
    pub fn of(line: &str) -> Option<Tongue> {
        let text = line.split('#').next().unwrap_or("");
        let words: Vec<&str> = text.split_whitespace().collect();
        let is_number = |word: &str| word.parse::<u32>().is_ok();
        Some(match words.as_slice() {
            [] => return None,
            ["nboard", ..] => Tongue::NBoard,
            ["ping", number] if is_number(number) => Tongue::NBoard,
            [id, _, ..] if is_number(id) => Tongue::Gtp,
            ["play", side, _, ..] if is_side(side) => Tongue::Gtp,
            [word, ..] if gtp::is_known(word) && !native::is_known(word) => Tongue::Gtp,
            _ => Tongue::Native,
        })
    }

    /// Begins to speak it.
    pub fn speak(self) -> Box<dyn Dialect> {
        match self {
            Tongue::Native => Box::new(Native::default()),
            Tongue::Ugi => Box::new(Native::dressed(Handshake::Ugi)),
            Tongue::Uci => Box::new(Native::dressed(Handshake::Uci)),
            Tongue::Gtp => Box::new(Gtp::default()),
            Tongue::NBoard => Box::new(NBoard::default()),
        }
    }
}

fn is_side(word: &str) -> bool {
    ["b", "w", "black", "white"].contains(&word.to_ascii_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_of_every_controller_tells_its_dialect() {
        for (line, tongue) in [
            ("ugi", Tongue::Native),
            ("uci", Tongue::Native),
            ("isready", Tongue::Native),
            ("ping", Tongue::Native),
            ("setboard X", Tongue::Native),
            ("mode 3", Tongue::Native),
            ("level 10", Tongue::Native),
            ("hint 3", Tongue::Native),
            ("go", Tongue::Native),
            ("play f5", Tongue::Native),
            ("undo", Tongue::Native),
            ("quit", Tongue::Native),
            ("nonsense", Tongue::Native),
            ("nboard 1", Tongue::NBoard),
            ("nboard 2", Tongue::NBoard),
            ("ping 1", Tongue::NBoard),
            ("protocol_version", Tongue::Gtp),
            ("list_commands", Tongue::Gtp),
            ("known_command play", Tongue::Gtp),
            ("boardsize 8", Tongue::Gtp),
            ("clear_board", Tongue::Gtp),
            ("komi 6.5", Tongue::Gtp),
            ("genmove b", Tongue::Gtp),
            ("name", Tongue::Gtp),
            ("play B f5", Tongue::Gtp),
            ("play white F5", Tongue::Gtp),
            ("set_game Othello", Tongue::Gtp),
            ("7 quit", Tongue::Gtp),
        ] {
            assert_eq!(Tongue::of(line), Some(tongue), "{line}");
        }
        for line in ["", "  ", "# why", "\t"] {
            assert_eq!(Tongue::of(line), None, "{line:?}");
        }
    }
}
