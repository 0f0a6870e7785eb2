//! `outflank play`: a game at the keyboard.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use super::perft::{ColorName, StartName};
use super::{Outcome, size};
use crate::console::{self, Kind, Language, Options, Terminal, Variant};
use crate::othello::{Position, Size};

/// Play at the keyboard: people and computers on either side.
///
/// Without options, you have black on 8x8 and the computer has white. Type a
/// move such as f5, or help: there is undo, hint, save, load and more. Words
/// of all three languages are understood, whichever is spoken. Ctrl-C ends
/// the computer's thinking, Ctrl-D leaves; a game is never lost by leaving.
#[derive(Args)]
#[command(after_long_help = EXAMPLES, disable_help_flag = true)]
pub(super) struct Arguments {
    /// Who plays black: human, random, engine, engine:LEVEL (0 to 60), or the
    /// command line of another engine, in any dialect that `match` knows.
    #[arg(long, value_name = "PLAYER", value_parser = player)]
    black: Option<Kind>,
    /// Who plays white, likewise.
    #[arg(long, value_name = "PLAYER", value_parser = player)]
    white: Option<Kind>,
    /// How strong the computer plays, 0 to 60.
    #[arg(long, value_name = "LEVEL", default_value_t = console::DEFAULT_LEVEL,
          value_parser = clap::value_parser!(u32).range(0..=60))]
    level: u32,
    /// Squares to a side: 4, 6, 8 or 10.
    #[arg(long, value_parser = size)]
    size: Option<Size>,
    /// The colours of the four discs in the middle.
    #[arg(long, value_enum)]
    start: Option<StartName>,
    /// Who moves first.
    #[arg(long, value_enum)]
    first: Option<ColorName>,
    /// The kind of game: rv (Othello, also called reversi), rothelo (stars
    /// and balls, one-letter commands) or tablero (boards of 4 to 10, rows
    /// and columns by number).
    #[arg(short = 'g', long = "game", visible_alias = "variant", value_name = "GAME",
          default_value = "rv", value_parser = variant)]
    game: Variant,
    /// Go on with a game from a file, in any format.
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// The language: en, es or pt. Unless given, the locale's.
    #[arg(long, value_name = "LANGUAGE", value_parser = language)]
    lang: Option<Language>,
    /// No colours, even in a terminal.
    #[arg(long)]
    no_color: bool,
    /// Letters for discs, even in a terminal.
    #[arg(long)]
    ascii: bool,
    /// Where chance begins, to have the same game again.
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// How many threads the computer thinks with.
    #[arg(long, value_name = "COUNT", default_value = "1")]
    threads: std::num::NonZero<usize>,
    /// The user interface. There is this one; windows speak the protocol.
    #[arg(short, long, value_enum, default_value = "console")]
    ui: Ui,
    /// Columns of the board, for games that have a choice.
    #[arg(short = 'x', long = "tamX", value_name = "COLUMNS")]
    columns: Option<usize>,
    /// Rows of the board, for games that have a choice.
    #[arg(short = 'y', long = "tamY", value_name = "ROWS")]
    rows: Option<usize>,
    /// This page.
    #[arg(short, long, action = clap::ArgAction::HelpLong)]
    help: Option<bool>,
}

const EXAMPLES: &str = "\
Examples:
  outflank play                               you (black) against the computer
  outflank play --black engine --white human  the computer begins
  outflank play --white human                 two people
  outflank play --black engine:4 --white engine:12
  outflank play --white 'edax -gtp'           another engine has white
  outflank play --game rothelo --lang pt
  outflank play --game tablero --size 6
  outflank play --load game.ggf
  printf 'f5\\nhint\\n' | outflank play         the same from a script";

#[derive(Clone, Copy, ValueEnum)]
enum Ui {
    Console,
}

fn player(text: &str) -> Result<Kind, String> {
    Kind::read_or_command(text)
        .ok_or_else(|| "expected human, random, engine, engine:LEVEL or a command".into())
}

fn variant(text: &str) -> Result<Variant, String> {
    Variant::named(text).ok_or_else(|| {
        let names: Vec<&str> = Variant::names().collect();
        format!("expected one of {}", names.join(", "))
    })
}

pub(super) fn language(text: &str) -> Result<Language, String> {
    Language::of(text).ok_or_else(|| "expected en, es or pt".into())
}

pub(super) fn run(arguments: Arguments) -> Outcome {
    let Ui::Console = arguments.ui;
    let start = start(&arguments)?;
    let mut terminal = Terminal::standard();
    let colored =
        terminal.is_live() && !arguments.no_color && std::env::var_os("NO_COLOR").is_none();
    let options = Options {
        variant: arguments.game,
        start,
        players: [arguments.black, arguments.white],
        language: arguments.lang.unwrap_or_else(Language::of_environment),
        level: arguments.level,
        load: arguments.load,
        ascii: arguments.ascii || !std::io::stdout().is_terminal(),
        colored,
        seed: arguments.seed,
        threads: arguments.threads.get(),
    };
    console::play(options, &mut terminal)?;
    Ok(ExitCode::SUCCESS)
}

/// The position the options ask for, if they ask for any.
fn start(arguments: &Arguments) -> Result<Option<Position>, String> {
    let size = match (arguments.columns, arguments.rows) {
        (None, None) => arguments.size,
        (columns, rows) => Some(square(columns, rows)?),
    };
    let usual = arguments.game.start(size.unwrap_or_default());
    let start = match arguments.start {
        Some(start) => Position::start(usual.size(), start.into(), usual.turn()),
        None => usual,
    };
    let start = match arguments.first {
        Some(first) => start.with_turn(first.into()),
        None => start,
    };
    Ok((size.is_some() || start != usual).then_some(start))
}

/// Othello's boards are square; one number is enough.
fn square(columns: Option<usize>, rows: Option<usize>) -> Result<Size, String> {
    let side = match (columns, rows) {
        (Some(columns), Some(rows)) if columns != rows => None,
        (side, other) => side.or(other),
    };
    side.and_then(Size::from_side)
        .ok_or_else(|| "this board is square and has 4, 6, 8 or 10 squares to a side".into())
}
