//! `outflank match`: engines against each other, whatever they speak.

mod words;

use std::error::Error;
use std::fs::OpenOptions;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, select};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::Outcome;
use crate::arena::clock::Limits;
use crate::arena::journal::{Journal, Results};
use crate::arena::opening::Book;
use crate::arena::plan::{Openings, Plan};
use crate::arena::rating::Decision;
use crate::arena::record::Record;
use crate::arena::schedule::Shard;
use crate::arena::standing::Standings;
use crate::arena::start::{Kind, Start};
use crate::arena::{game_file, report, tournament};
use crate::limits::Stop;
use crate::store;
use words::Words;

type Attempt<T> = Result<T, Box<dyn Error>>;

/// What shells say of a program ended by Ctrl-C.
const INTERRUPTED: u8 = 130;

/// The most a file of openings or of words may hold.
const LARGEST_FILE: u64 = 1 << 28;

/// Play engines against each other.
///
/// Engines are processes that speak the native dialect, UGI, GTP or NBoard;
/// which of them is found out if it is not said. The games are refereed by our
/// own rules, and each is on disk the moment it ends.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// A TOML file with the words of a match; flags go before what it says.
    file: Option<PathBuf>,
    #[command(flatten)]
    words: Words,
    /// Continue the match that the results file holds.
    #[arg(long)]
    resume: bool,
    /// Play only this part of the match, such as 3/16.
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
}

const EXAMPLES: &str = "Examples:
  outflank match --engine ./new --engine ./old --movetime 100 --openings xot.txt --games 200
  outflank match --engine 'name=deep cmd=outflank depth=8' --engine 'cmd=gtp-rhino' --games 10
  outflank match duel.toml --resume
  outflank report part-*.jsonl --html match.html";

pub(super) fn run(arguments: Arguments) -> Outcome {
    let interrupts = Interrupts::heed()?;
    let from_file = match &arguments.file {
        Some(path) => Words::read(path, &store::read_text(path, LARGEST_FILE)?)?,
        None => Words::default(),
    };
    let words = arguments.words.or(from_file);
    let kind = words.kind()?;
    let concurrency = words.concurrency()?;
    let book = book(&words, &kind)?;
    let mut plan = words.plan(openings(&words, &kind, &book))?;
    tournament::examine(&mut plan, &book.0[0])?;
    let out = words.out.clone().unwrap_or_else(|| "match.jsonl".into());
    let (journal, earlier) = match arguments.resume && out.exists() {
        true => {
            let (journal, results) = Journal::resume(&out, &plan)?;
            (journal, Some(results))
        }
        false => (Journal::create(&out, &plan)?, None),
    };
    warn_of_crowding(&plan, concurrency);
    let mut desk = Desk::new(&plan, &words, journal, earlier.as_ref());
    let left = left(&plan, earlier.as_ref(), arguments.shard);
    let ended = desk.follow(book.0, left, concurrency, &interrupts)?;
    conclude(&plan, &words, &out)?;
    Ok(match ended {
        Ended::Interrupted => ExitCode::from(INTERRUPTED),
        Ended::Completed => ExitCode::SUCCESS,
    })
}

/// The openings, in the order in which they are played.
fn book(words: &Words, kind: &Kind) -> Attempt<Book> {
    let start = kind.start()?;
    let seed = words.seed.unwrap_or_default();
    let plies = words.plies.unwrap_or(usize::MAX);
    let pairs = words.games()? / 2;
    Ok(match (&words.openings, words.random_plies) {
        (None, None) if kind.is_dealt() => Book::dealt(&start, pairs, seed),
        _ if kind.is_dealt() => return Err("a game that is dealt has no other openings".into()),
        (Some(path), None) => {
            let text = store::read_text(path, LARGEST_FILE)?;
            let book = Book::read(&text, &start, plies);
            let book = book.map_err(|error| format!("{}: {error}", path.display()))?;
            book.shuffled(seed)
        }
        (None, Some(plies)) => Book::random(&start, plies, pairs, seed),
        (None, None) => Book(vec![start]),
        (Some(_), Some(_)) => {
            return Err("openings come from a file or from chance, not from both".into());
        }
    })
}

fn openings(words: &Words, kind: &Kind, book: &Book) -> Openings {
    let source = match (&words.openings, words.random_plies) {
        (Some(path), _) => path.display().to_string(),
        (None, Some(plies)) => format!("{plies} random plies"),
        (None, None) if kind.is_dealt() => "deals".into(),
        (None, None) => "the start".into(),
    };
    Openings {
        source,
        count: book.0.len(),
        digest: format!("{:016x}", book.digest()),
    }
}

/// The numbers of the games still to be played.
fn left(plan: &Plan, earlier: Option<&Results>, shard: Option<Shard>) -> Vec<usize> {
    let played = |game: &usize| earlier.is_some_and(|results| results.games.contains_key(game));
    let mine = |game: &usize| shard.is_none_or(|shard| shard.has(*game));
    let games = 0..plan.schedule().total();
    games.filter(mine).filter(|game| !played(game)).collect()
}

/// How a run came to its end.
enum Ended {
    Completed,
    Interrupted,
}

/// Where the records of finished games are received.
struct Desk<'a> {
    plan: &'a Plan,
    journal: Journal,
    ggf: Option<PathBuf>,
    standings: Standings,
    opened: Instant,
    /// Games taken in since then.
    taken: u32,
}

impl Desk<'_> {
    fn new<'a>(
        plan: &'a Plan,
        words: &Words,
        journal: Journal,
        earlier: Option<&Results>,
    ) -> Desk<'a> {
        let mut standings = Standings::new(plan.names());
        if let Some(results) = earlier {
            results.damage.iter().for_each(|damage| tell(damage));
            results.games.values().for_each(|game| standings.add(game));
        }
        Desk {
            plan,
            journal,
            ggf: words.ggf.clone(),
            standings,
            opened: Instant::now(),
            taken: 0,
        }
    }

    /// Plays the games and takes them in until there are no more, the test is
    /// decided, an engine cannot be started, or somebody presses Ctrl-C. The
    /// engines of games that are still going on then die with us.
    fn follow(
        &mut self,
        book: Vec<Start>,
        left: Vec<usize>,
        concurrency: usize,
        interrupts: &Interrupts,
    ) -> Attempt<Ended> {
        // A match that is continued may have been decided before.
        if self.is_decided() {
            return Ok(Ended::Completed);
        }
        let interrupts = interrupts.listen();
        let bar = progress_bar(left.len(), self.standings.games());
        let concurrency = concurrency.min(left.len());
        let stop = Stop::default();
        let mut wanted = left.into_iter().peekable();
        let schedule = self.plan.schedule();
        let pairings = schedule.filter(move |pairing| wanted.next_if_eq(&pairing.game).is_some());
        let records = tournament::start(self.plan, book, pairings, concurrency, stop.clone());
        let mut unfit = None;
        loop {
            select! {
                recv(interrupts) -> _ => {
                    bar.finish_and_clear();
                    tell(&"interrupted; --resume goes on from here");
                    return Ok(Ended::Interrupted);
                }
                recv(records) -> record => match record {
                    Ok(Ok(record)) => self.take(&record, &bar)?,
                    // The games that others are playing are waited for.
                    Ok(Err(absent)) => unfit = Some(absent),
                    Err(_) => break,
                }
            }
            if self.is_decided() {
                stop.raise();
            }
        }
        bar.finish_and_clear();
        match unfit {
            Some(unfit) => Err(unfit.into()),
            None => Ok(Ended::Completed),
        }
    }

    fn take(&mut self, record: &Record, bar: &ProgressBar) -> Attempt<()> {
        self.journal.write(record)?;
        if let Some(path) = &self.ggf {
            let text = game_file::ggf(record, self.plan)? + "\n";
            let file = OpenOptions::new().append(true).create(true).open(path);
            file.and_then(|mut file| file.write_all(text.as_bytes()))
                .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        }
        self.standings.add(record);
        self.show_progress(bar);
        for line in report::blunders(record) {
            bar.suspend(|| tell(&line));
        }
        if !record.reason.is_fair() {
            bar.suspend(|| tell(&report::mishap(record)));
        }
        Ok(())
    }

    /// A line that changes on a terminal; elsewhere a new one with every tenth.
    fn show_progress(&mut self, bar: &ProgressBar) {
        bar.inc(1);
        self.taken += 1;
        let (done, all) = (bar.position(), bar.length().unwrap_or_default());
        let each = self.opened.elapsed() / self.taken;
        let left = HumanDuration(each.mul_f64((all - done) as f64));
        let progress = format!("{left:#} left, {}", report::progress(&self.standings));
        if bar.is_hidden() && done * 10 / all.max(1) > (done - 1) * 10 / all.max(1) {
            tell(&format!("{done}/{all} games, {progress}"));
        }
        bar.set_message(progress);
    }

    fn is_decided(&self) -> bool {
        let pairs = &self.standings.overall(0).pairs;
        let sprt = self.plan.sprt.as_ref();
        sprt.is_some_and(|sprt| sprt.decision(pairs) != Decision::Continue)
    }
}

/// Engines that wait for a processor lose time that they are charged with.
fn warn_of_crowding(plan: &Plan, concurrency: usize) {
    let processors = std::thread::available_parallelism().map_or(usize::MAX, usize::from);
    let is_timed = |limits: &Limits| limits.clock.is_some() || limits.movetime.is_some();
    let mut engines = plan.engines.iter();
    if concurrency > processors && engines.any(|engine| is_timed(&engine.limits)) {
        tell(&format!(
            "{concurrency} games at once share {processors} processors: engines may lose on time \
             that they have not had"
        ));
    }
}

/// A line for the user, who may have closed standard error.
fn tell(line: &dyn std::fmt::Display) {
    let _ = writeln!(io::stderr(), "outflank: {line}");
}

/// Ctrl-C. Before the games begin, and if it is pressed twice, it ends the
/// program at once; the engines die with it.
struct Interrupts {
    pressed: Receiver<()>,
    heard: Arc<AtomicBool>,
}

impl Interrupts {
    fn heed() -> Result<Interrupts, ctrlc::Error> {
        let (sender, pressed) = crossbeam_channel::bounded(1);
        let heard = Arc::new(AtomicBool::new(false));
        let listening = heard.clone();
        ctrlc::set_handler(move || {
            let again = sender.try_send(()).is_err();
            if again || !listening.load(Ordering::Relaxed) {
                std::process::exit(INTERRUPTED.into());
            }
        })?;
        Ok(Interrupts { pressed, heard })
    }

    /// From now on somebody waits for it.
    fn listen(&self) -> &Receiver<()> {
        self.heard.store(true, Ordering::Relaxed);
        &self.pressed
    }
}

fn progress_bar(left: usize, played: u64) -> ProgressBar {
    let target = match io::stderr().is_terminal() {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::hidden(),
    };
    let bar = ProgressBar::with_draw_target(Some(left as u64 + played), target);
    bar.set_position(played);
    let style = ProgressStyle::with_template("{pos}/{len} games in {elapsed}, {msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_message("the first are being played");
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

/// Says how the match went, from the file: what counts is what is on disk.
fn conclude(plan: &Plan, words: &Words, out: &Path) -> Outcome {
    let results = Results::read(out)?;
    super::report::present(plan, &results, words.report.as_deref(), words.per_opening())
}
