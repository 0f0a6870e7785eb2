//! A person at the keyboard: a game in which people and computers play either
//! side, in English, Spanish or Portuguese.
//!
//! In reading order:
//!
//! - `language`, `phrase`: everything the console says, three times over;
//! - `words`: everything it understands;
//! - `player`, `variant`: who may play, and what;
//! - `draw`: the board as text;
//! - `guest`: another program at the table;
//! - `contest`, `othello`, `other`: a game as the console needs it, Othello so,
//!   and any game of the catalog;
//! - `said`: what those say, in the other languages;
//! - `file`: games from files, and what is wrong with them;
//! - `terminal`: lines in and out, with editing if a person is there;
//! - `play`, `tell`, `keep`: the conversation, what it shows, and the files it
//!   leaves behind;
//! - `worth`, `table`: scores as people read them, and a reviewed game.

mod contest;
mod draw;
mod file;
#[cfg_attr(not(unix), path = "console/no_guest.rs")]
mod guest;
mod keep;
mod language;
mod othello;
mod other;
mod phrase;
mod play;
mod player;
mod said;
mod table;
mod tell;
mod terminal;
mod variant;
mod words;
mod worth;

pub use file::{LARGEST, no_moves, read_game, read_text};
pub use language::Language;
pub use play::{Options, play};
pub use player::{DEFAULT_LEVEL, Kind};
pub use table::{captions, table};
pub use terminal::Terminal;
pub use variant::Variant;
