//! `outflank train`: the steps from nothing to weights, each a subcommand of
//! its own.

use std::error::Error;
use std::io::{self, IsTerminal, Write};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};

use super::Outcome;
use super::size;
use crate::eval::{Evaluator, weights};
use crate::othello::Size;
use crate::search::{Confidence, Step};
use crate::store;
use crate::training::player::Player;
use crate::training::{contest, fit, holdout, probcut, selfplay, shuffle};

/// Make the evaluation: play games, label them, fit weights, measure them.
#[derive(Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Selfplay(SelfplayArguments),
    Split(SplitArguments),
    Fit(FitArguments),
    Measure(MeasureArguments),
    Contest(ContestArguments),
    Probcut(ProbcutArguments),
}

pub(super) fn run(arguments: Arguments) -> Outcome {
    match arguments.command {
        Command::Selfplay(arguments) => selfplay(arguments),
        Command::Split(arguments) => split(arguments),
        Command::Fit(arguments) => fit(arguments),
        Command::Measure(arguments) => measure(arguments),
        Command::Contest(arguments) => contest(arguments),
        Command::Probcut(arguments) => probcut(arguments),
    }
}

/// Play games against itself and add them to a file.
///
/// A run that was interrupted goes on where it was when it is started again.
#[derive(Args)]
struct SelfplayArguments {
    /// The file of games.
    games: PathBuf,
    /// The file of weights to play with, or `none` to play by hand-made rules,
    /// instead of the weights that come with the program.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// How many games the file shall hold in the end.
    #[arg(long, default_value_t = 100_000)]
    count: u64,
    /// Squares to a side: 4, 6, 8 or 10.
    #[arg(long, default_value = "8", value_parser = size)]
    size: Size,
    /// Another seed gives other games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games are played at the same time.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// How deep both sides search.
    #[arg(long, default_value_t = 6)]
    depth: u32,
    /// How sure a search must be of what it cuts, in percent: 73, 87, 95, 98,
    /// 99 or 100.
    #[arg(long, default_value = "87", value_parser = confidence, value_name = "PERCENT")]
    sure: Confidence,
    /// Play perfectly from this many empty squares on.
    #[arg(long, default_value_t = 14)]
    exact: u32,
}

fn selfplay(arguments: SelfplayArguments) -> Outcome {
    let evaluator = evaluator(arguments.weights.as_deref(), arguments.size)?;
    let settings = selfplay::Settings {
        player: Player {
            evaluator: &evaluator,
            step: Step {
                depth: arguments.depth,
                confidence: arguments.sure,
            },
            exact: arguments.exact,
        },
        games: arguments.count,
        seed: arguments.seed,
        threads: arguments.threads,
    };
    let mut bar = Bar::new("games", arguments.count);
    selfplay::play(&settings, &arguments.games, &mut |games| bar.set(games))?;
    bar.finish();
    Ok(ExitCode::SUCCESS)
}

/// How sure to be, as an argument.
fn confidence(text: &str) -> Result<Confidence, String> {
    let percent = text.parse::<u8>().ok();
    let mut all = Confidence::ALL.into_iter();
    all.find(|confidence| Some(confidence.percent()) == percent)
        .ok_or_else(|| "expected 73, 87, 95, 98, 99 or 100".into())
}

/// Put games into random order and some of them aside, to measure with.
#[derive(Args)]
struct SplitArguments {
    /// The files of games.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The file for the games to fit to.
    #[arg(long)]
    into: PathBuf,
    /// The file for the games put aside.
    #[arg(long)]
    aside: PathBuf,
    /// One game in so many is put aside.
    #[arg(long, default_value_t = 20)]
    one_in: usize,
    /// Squares to a side: 4, 6, 8 or 10.
    #[arg(long, default_value = "8", value_parser = size)]
    size: Size,
    /// Another seed gives another order.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn split(arguments: SplitArguments) -> Outcome {
    let settings = shuffle::Settings {
        size: arguments.size,
        seed: arguments.seed,
        one_in: arguments.one_in,
    };
    let done = shuffle::divide(
        &settings,
        &arguments.games,
        &arguments.into,
        &arguments.aside,
    )?;
    writeln!(
        io::stderr(),
        "{} games to fit to, {} put aside, {} repeated ones left out",
        done.kept,
        done.aside,
        done.repeated
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Fit weights to games and write them to a file.
///
/// A run that was interrupted goes on with the stage it was at when it is
/// started again.
#[derive(Args)]
struct FitArguments {
    /// The files of games.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Files of games of which only positions with an exact score are used.
    #[arg(long, num_args = 1.., value_name = "GAMES")]
    exact_only: Vec<PathBuf>,
    /// The file for the weights.
    #[arg(long)]
    weights: PathBuf,
    /// Squares to a side: 4, 6, 8 or 10.
    #[arg(long, default_value = "8", value_parser = size)]
    size: Size,
    /// How much of a label is the outcome of the game; the rest is the search.
    #[arg(long, default_value_t = 0.5, value_name = "SHARE")]
    outcome: f32,
    /// How strongly a stage is drawn to the weights of the next.
    #[arg(long, default_value_t = 4.0)]
    pull: f32,
    /// What a position of a neighbouring ply counts.
    #[arg(long, default_value_t = 0.5)]
    overlap: f32,
    /// Passes over the positions of a stage.
    #[arg(long, default_value_t = 20)]
    passes: u32,
}

fn fit(arguments: FitArguments) -> Outcome {
    let settings = fit::Settings {
        size: arguments.size,
        outcome_share: arguments.outcome,
        pull: arguments.pull,
        overlap: arguments.overlap,
        passes: arguments.passes,
    };
    let stages = weights::stages(arguments.size) as u64;
    let mut bar = Bar::new("stages", stages);
    let checkpoint = arguments.weights.with_extension("unfinished");
    let weights = fit::fit(
        &settings,
        &arguments.games,
        &arguments.exact_only,
        &checkpoint,
        &mut |fitted| bar.set(stages - fitted.stage as u64),
    )?;
    bar.finish();
    let bytes = weights.write();
    store::write(&arguments.weights, |out| out.write_all(&bytes))?;
    Ok(ExitCode::SUCCESS)
}

/// Measure how well weights predict games that they were not fitted to.
#[derive(Args)]
struct MeasureArguments {
    /// The files of games.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The file of weights, instead of those that come with the program.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Squares to a side: 4, 6, 8 or 10.
    #[arg(long, default_value = "8", value_parser = size)]
    size: Size,
    /// How much of a label is the outcome of the game; the rest is the search.
    #[arg(long, default_value_t = 0.5, value_name = "SHARE")]
    outcome: f32,
}

fn measure(arguments: MeasureArguments) -> Outcome {
    let evaluator = evaluator(arguments.weights.as_deref(), arguments.size)?;
    let errors = holdout::by_stage(&evaluator, &arguments.games, arguments.outcome)?;
    let mut out = io::stdout().lock();
    writeln!(out, "plies  positions  mean error  root mean square")?;
    for (stage, error) in errors.iter().enumerate() {
        if error.count > 0 {
            writeln!(
                out,
                "{:5}  {:9}  {:10.3}  {:16.3}",
                stage * weights::PLIES,
                error.count,
                error.mean_absolute(),
                error.root_mean_square()
            )?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Let two generations of weights play against each other.
///
/// Both search to the same depth. Each opening is played twice, with colours
/// exchanged.
#[derive(Args)]
struct ContestArguments {
    /// The weights of one player, or `none` for hand-made rules.
    weights: PathBuf,
    /// The weights of the other player.
    against: PathBuf,
    /// How many openings.
    #[arg(long, default_value_t = 500)]
    pairs: u64,
    /// How many random moves an opening has.
    #[arg(long, default_value_t = 8)]
    opening: u32,
    /// Squares to a side: 4, 6, 8 or 10.
    #[arg(long, default_value = "8", value_parser = size)]
    size: Size,
    /// Another seed gives other openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many pairs of games are played at the same time.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// How deep both search.
    #[arg(long, default_value_t = 4)]
    depth: u32,
    /// How sure a search must be of what it cuts, in percent: 73, 87, 95, 98,
    /// 99 or 100.
    #[arg(long, default_value = "100", value_parser = confidence, value_name = "PERCENT")]
    sure: Confidence,
    /// Both play perfectly from this many empty squares on.
    #[arg(long, default_value_t = 14)]
    exact: u32,
}

fn contest(arguments: ContestArguments) -> Outcome {
    let one = evaluator(Some(&arguments.weights), arguments.size)?;
    let other = evaluator(Some(&arguments.against), arguments.size)?;
    let player = |evaluator| Player {
        evaluator,
        step: Step {
            depth: arguments.depth,
            confidence: arguments.sure,
        },
        exact: arguments.exact,
    };
    let settings = contest::Settings {
        pairs: arguments.pairs,
        opening: arguments.opening,
        seed: arguments.seed,
        threads: arguments.threads,
    };
    let bar = Mutex::new(Bar::new("pairs of games", arguments.pairs));
    let listener = |done| {
        if let Ok(mut bar) = bar.lock() {
            bar.set(done);
        }
    };
    let score = contest::hold([player(&*one), player(&*other)], &settings, &listener);
    let [won, drawn, lost] = score.games;
    let percent = |share: f64| 100.0 * share;
    writeln!(
        io::stdout(),
        "won {won}, drawn {drawn}, lost {lost}: {:.1} +- {:.1} %, {:+.2} +- {:.2} discs a game",
        percent(score.points.0),
        percent(score.points.1),
        score.margin.0,
        score.margin.1
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Measure how far shallow searches err, and fit the model that the search
/// cuts by.
///
/// To be run after every change of weights. The two lines it prints replace
/// those of the same size in `src/search/probcut.txt`.
#[derive(Args)]
struct ProbcutArguments {
    /// The files of games to take positions from, best those put aside.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The file of weights, instead of those that come with the program.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Squares to a side: 4, 6, 8 or 10.
    #[arg(long, default_value = "8", value_parser = size)]
    size: Size,
    /// How many positions to search, and as many to solve.
    #[arg(long, default_value_t = 2000)]
    positions: usize,
    /// The deepest search.
    #[arg(long, default_value_t = 9)]
    depth: u32,
    /// Solve positions of up to this many empty squares.
    #[arg(long, default_value_t = 20)]
    exact: u32,
    /// Another seed takes other positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many positions are searched at the same time.
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

fn probcut(arguments: ProbcutArguments) -> Outcome {
    let evaluator = evaluator(arguments.weights.as_deref(), arguments.size)?;
    let settings = probcut::Settings {
        positions: arguments.positions,
        depth: arguments.depth,
        exact: arguments.exact,
        seed: arguments.seed,
        threads: arguments.threads,
    };
    let bar = Mutex::new(Bar::new("positions", 2 * arguments.positions as u64));
    let listener = |done| {
        if let Ok(mut bar) = bar.lock() {
            bar.set(done);
        }
    };
    let model = probcut::fit(&evaluator, &arguments.games, &settings, &listener)?;
    write!(io::stdout(), "{}", probcut::write(&model, arguments.size))?;
    Ok(ExitCode::SUCCESS)
}

/// The evaluation by the weights of a file or of the program, or by none.
fn evaluator(weights: Option<&Path>, size: Size) -> Result<Chosen, Box<dyn Error>> {
    Ok(match weights {
        None => Chosen::Shared(Evaluator::for_size(size)),
        Some(path) if path == "none" => Chosen::Own(Evaluator::by_hand(size)),
        Some(path) => Chosen::Own(load(path, size)?),
    })
}

/// An evaluation, the program's or one of our own.
enum Chosen {
    Shared(&'static Evaluator),
    Own(Evaluator),
}

impl Deref for Chosen {
    type Target = Evaluator;

    fn deref(&self) -> &Evaluator {
        match self {
            Chosen::Shared(evaluator) => evaluator,
            Chosen::Own(evaluator) => evaluator,
        }
    }
}

/// The weights of a file, for boards of this size.
fn load(path: &Path, size: Size) -> Result<Evaluator, Box<dyn Error>> {
    const LARGEST: u64 = 64 << 20;
    let bytes = store::read(path, LARGEST)?;
    let evaluator = Evaluator::from_bytes(&bytes);
    let evaluator = evaluator.map_err(|error| format!("{}: {error}", path.display()))?;
    match evaluator.size() == size {
        true => Ok(evaluator),
        false => {
            let found = evaluator.size();
            Err(format!(
                "{}: expected weights for {size}, got {found}",
                path.display()
            )
            .into())
        }
    }
}

/// Shows how far a step has come: a bar on a terminal, a line now and then
/// elsewhere.
struct Bar {
    bar: ProgressBar,
    plain: bool,
    next_line: Instant,
}

const BETWEEN_LINES: Duration = Duration::from_secs(10);

impl Bar {
    fn new(what: &'static str, total: u64) -> Bar {
        let bar = ProgressBar::new(total).with_message(what);
        let style = "{bar:40} {human_pos}/{human_len} {msg}, {per_sec}, {eta} left";
        bar.set_style(ProgressStyle::with_template(style).expect("the template is sound"));
        Bar {
            bar,
            plain: !io::stderr().is_terminal(),
            next_line: Instant::now(),
        }
    }

    fn set(&mut self, done: u64) {
        // What was there before this run says nothing about its speed.
        if self.bar.position() == 0 {
            self.bar.reset_eta();
        }
        self.bar.set_position(done);
        if self.plain && Instant::now() >= self.next_line {
            self.next_line = Instant::now() + BETWEEN_LINES;
            self.line();
        }
    }

    fn line(&self) {
        let (done, total) = (self.bar.position(), self.bar.length().unwrap_or(0));
        let what = self.bar.message();
        // Progress that cannot be shown is no reason to stop.
        let _ = writeln!(io::stderr(), "{done} of {total} {what}");
    }

    fn finish(self) {
        if self.plain {
            self.line();
        }
        self.bar.finish();
    }
}
