//! `outflank play`: a game at the keyboard.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use super::Outcome;
use super::perft::{ColorName, StartName};
use crate::console::{self, Kind, Language, Options, Terminal, Variant};
use crate::othello::{Position, Size};

/// Play at the keyboard: people and computers on either side.
///
/// Without options it is Othello: you have black on 8x8 and the computer has
/// white. Type a move such as f5, or help: there is undo, hint, save, load and
/// more, and `game c4` goes on with connect four. Words of all three languages
/// are understood, whichever is spoken. Ctrl-C ends the computer's thinking,
/// Ctrl-D leaves; a game is never lost by leaving.
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
    /// The board: 4, 6, 8 or 10 squares to a side; for gravity, columns and
    /// rows such as 13x3.
    #[arg(long, value_name = "SIZE", value_parser = sides)]
    size: Option<Sides>,
    /// The colours of the four discs in the middle of Othello.
    #[arg(long, value_enum)]
    start: Option<StartName>,
    /// Who moves first in Othello.
    #[arg(long, value_enum)]
    first: Option<ColorName>,
    /// The kind of game: rv (Othello, also called reversi), rothelo (stars
    /// and balls, one-letter commands), tablero (boards of 4 to 10, rows
    /// and columns by number), c4 (connect four), co (Complica), gr
    /// (Gravity) or dominoes.
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
    /// How many play dominoes, 2 to 4: you and so many machines less one.
    #[arg(long, value_name = "COUNT")]
    players: Option<usize>,
    /// How the machines play dominoes: usual (the first lays the most pips, the
    /// others what fits first), first, most, or deals, the strongest.
    #[arg(long, value_name = "STRATEGY")]
    strategy: Option<String>,
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
  outflank play -g gr -x 13 -y 3              Gravity, 13 columns and 3 rows
  outflank play -g c4 --black human           connect four, two people
  outflank play --game dominoes --players 3   you against two machines
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
        let names = Variant::names().join(", ");
        format!("expected one of {names}")
    })
}

pub(super) fn language(text: &str) -> Result<Language, String> {
    Language::of(text).ok_or_else(|| "expected en, es or pt".into())
}

pub(super) fn run(arguments: Arguments) -> Outcome {
    let Ui::Console = arguments.ui;
    let (start, settings) = match arguments.game.is_othello() {
        true => (start(&arguments)?, Vec::new()),
        false => (None, settings(&arguments)?),
    };
    let mut terminal = Terminal::standard();
    let colored = terminal.is_live() && !arguments.no_color && colors_are_welcome();
    let options = Options {
        variant: arguments.game,
        start,
        settings,
        players: [arguments.black, arguments.white],
        language: arguments.lang.unwrap_or_else(Language::of_environment),
        level: arguments.level,
        load: arguments.load,
        ascii: arguments.ascii || !std::io::stdout().is_terminal() || !Language::has_discs(),
        colored,
        seed: arguments.seed,
        threads: arguments.threads.get(),
    };
    console::play(options, &mut terminal)?;
    Ok(ExitCode::SUCCESS)
}

/// Whether the environment has nothing against colours.
fn colors_are_welcome() -> bool {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let plain = std::env::var_os("TERM").is_some_and(|kind| kind == "dumb");
    !unwanted && !plain
}

/// Columns and rows.
#[derive(Clone, Copy)]
struct Sides(usize, usize);

/// Reads `8`, which is a square, or `13x3`.
fn sides(text: &str) -> Result<Sides, String> {
    let (columns, rows) = text.split_once(['x', 'X']).unwrap_or((text, text));
    let sides = columns.parse().ok().zip(rows.parse().ok());
    let sides = sides.map(|(columns, rows)| Sides(columns, rows));
    sides.ok_or_else(|| "expected a number, or columns and rows such as 13x3".into())
}

/// The position the options ask for, if they ask for any.
fn start(arguments: &Arguments) -> Result<Option<Position>, String> {
    refuse(arguments.players.is_some(), "--players", "dominoes")?;
    refuse(arguments.strategy.is_some(), "--strategy", "dominoes")?;
    let size = match (arguments.columns, arguments.rows, arguments.size) {
        (None, None, None) => None,
        (None, None, Some(Sides(columns, rows))) => Some(square(Some(columns), Some(rows))?),
        (columns, rows, _) => Some(square(columns, rows)?),
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

/// The settings the options ask for, of a game that is not Othello.
fn settings(arguments: &Arguments) -> Result<Vec<(String, String)>, String> {
    refuse(arguments.start.is_some(), "--start", "Othello")?;
    refuse(arguments.first.is_some(), "--first", "Othello")?;
    let is_dominoes = arguments.game == Variant::Dominoes;
    let sides = [arguments.black.is_some(), arguments.white.is_some()];
    refuse(is_dominoes && sides[0], "--black", "games with colours")?;
    refuse(is_dominoes && sides[1], "--white", "games with colours")?;
    let usual = |side: Option<usize>| side.map_or(USUAL_SIDE.to_owned(), |side| side.to_string());
    let size = match (arguments.columns, arguments.rows, arguments.size) {
        (None, None, size) => size.map(|Sides(columns, rows)| format!("{columns}x{rows}")),
        (columns, rows, _) => Some(format!("{}x{}", usual(columns), usual(rows))),
    };
    let players = arguments.players.map(|count| count.to_string());
    let strategy = arguments.strategy.clone();
    let asked = [("size", size), ("players", players), ("strategy", strategy)];
    let given = asked
        .into_iter()
        .filter_map(|(key, value)| Some((key.to_owned(), value?)));
    Ok(given.collect())
}

/// Where only one side of a board is given, the other is as usual.
const USUAL_SIDE: &str = "10";

/// An error if an option is used where it means nothing.
fn refuse(used: bool, option: &str, games: &str) -> Result<(), String> {
    match used {
        true => Err(format!("{option} means something for {games} only")),
        false => Ok(()),
    }
}
