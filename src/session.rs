//! One conversation: commands in, the engine driven, replies out, over any
//! reader and writer.
//!
//! Three threads take part. One reads lines at all times; one thinks, while
//! there is something to think about; the third, which is the caller's, holds
//! the state, obeys the commands in order and is the only one that writes.
//!
//! While a search is on, `stop`, `ponderhit` and `isready` act at once, and
//! everything else waits its turn behind the search.

mod clocks;
mod file;
mod game;
mod help;
mod input;
mod options;
mod other;
mod output;
mod search;
mod thinker;
mod thinking;

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, after, bounded, never, select};

use crate::catalog::Match;
use crate::engine::Engine;
use crate::protocol::{
    Code, Command, Dialect, Fault, FaultKind, Form, Handshake, Mode, Reply, Tongue, Turn,
};
use clocks::Clocks;
use game::Table;
use input::{BadLine, Batch, legible};
use options::{Name, Options};
use output::Output;
use thinker::Thinker;
use thinking::{End, News, Thinking};

pub use input::LONGEST_LINE;

/// How a conversation is held.
#[derive(Clone, Debug, Default)]
pub struct Manners {
    /// The first error ends the conversation.
    pub strict: bool,
    /// The dialect, if not the one that the first line tells.
    pub tongue: Option<Tongue>,
    /// Options to begin with, by name.
    pub options: Vec<(String, String)>,
    /// Tells whether anybody can still read what is said, if that can be told
    /// without saying something. Not every dialect talks while it thinks.
    pub is_read: Option<fn() -> bool>,
}

/// Why a conversation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It was told to.
    Quit,
    /// There is no more input.
    EndOfInput,
    /// Nobody reads the output any more.
    OutputClosed,
    /// There was an error, and none is allowed.
    Error,
}

/// How many batches of lines are read ahead of their being obeyed.
const BATCHES_AHEAD: usize = 4;

/// How many bytes of commands may wait behind a search. When there are more,
/// no more are read, and as a `stop` among them would not be heard either, a
/// search that only a `stop` could end is ended.
const MOST_WAITING: usize = 256 * 1024;

/// A search that says nothing for this long says that it is still at work, if
/// the dialect has words for it: whoever listens knows, and if nobody does, we
/// learn it.
const SILENCE: Duration = Duration::from_secs(1);

/// Holds a conversation until it ends.
///
/// If the thread that reads is still waiting for input then, it is left behind
/// and ends with the program or with its input.
pub fn converse(
    input: impl Read + Send + 'static,
    output: impl Write,
    manners: Manners,
) -> io::Result<Ending> {
    let (sender, batches) = bounded(BATCHES_AHEAD);
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || input::listen(input, &sender))?;
    let mut session = Session::new(output, manners)?;
    match session.run(&batches) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Ending::OutputClosed),
        ending => ending,
    }
}

/// A command that is refused, and why.
#[derive(Clone, Debug, PartialEq)]
struct Refusal {
    code: Code,
    message: String,
}

impl Refusal {
    fn new(code: Code, message: impl Into<String>) -> Refusal {
        let message = message.into();
        Refusal { code, message }
    }

    /// The same with the place in front.
    fn within(self, place: &str) -> Refusal {
        Refusal::new(self.code, format!("{place}{}", self.message))
    }

    /// The same at this character of the argument.
    fn at(self, column: usize) -> Refusal {
        match column {
            0 | 1 => self,
            column => self.within(&format!("at character {column}: ")),
        }
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Refusal {
        let code = match fault.kind {
            FaultKind::UnknownCommand => Code::UnknownCommand,
            FaultKind::BadArgument => Code::BadArgument,
            FaultKind::BadText => Code::BadText,
        };
        Refusal::new(code, fault.to_string())
    }
}

impl From<BadLine<'_>> for Refusal {
    fn from(line: BadLine) -> Refusal {
        let code = match line {
            BadLine::TooLong => Code::TooLong,
            BadLine::NotUtf8 { .. } => Code::BadText,
        };
        Refusal::new(code, line.to_string())
    }
}

/// Something that waits its turn.
struct Waiting {
    line: Result<Command, Refusal>,
    form: Form,
    cost: usize,
    /// Searches that were told to stop, that they are no longer pondering, or
    /// that nobody wants to hear of them, before they had begun.
    stopped: bool,
    hit: bool,
    dropped: bool,
}

/// A line as a command, or why it is none, and how it was said.
type Heard = (Result<Command, Refusal>, Form);

struct Session<W> {
    output: Output<W>,
    dialect: Box<dyn Dialect>,
    /// Whether the dialect is the one that is spoken.
    is_settled: bool,
    /// How what is being answered was said.
    form: Form,
    strict: bool,
    is_read: Option<fn() -> bool>,
    table: Table,
    /// The game on the table, if it is not Othello.
    other: Option<Box<dyn Match>>,
    clocks: Clocks,
    mode: Mode,
    options: Options,
    /// Away while it thinks.
    engine: Option<Box<Engine>>,
    thinker: Thinker,
    thinking: Option<Thinking>,
    waiting: VecDeque<Waiting>,
    waiting_bytes: usize,
    quit_waits: bool,
    input_ended: bool,
    /// The moment from which the time of a search counts: when it was asked
    /// for, or when the one before it was over.
    asked: Instant,
    last_said: Instant,
    ending: Option<Ending>,
}

/// What the conversation waits for.
enum Event {
    Heard(Batch),
    InputEnded,
    News(News),
    Time,
}

impl<W: Write> Session<W> {
    fn new(output: W, manners: Manners) -> io::Result<Session<W>> {
        let options = Options::default();
        let mut session = Session {
            output: Output::new(output),
            dialect: manners.tongue.unwrap_or(Tongue::Native).speak(),
            is_settled: manners.tongue.is_some(),
            form: Form::default(),
            strict: manners.strict,
            is_read: manners.is_read,
            table: Table::default(),
            other: None,
            clocks: Clocks::default(),
            mode: Mode::default(),
            engine: Some(Box::new(Engine::new(options.settings()))),
            options,
            thinker: Thinker::default(),
            thinking: None,
            waiting: VecDeque::new(),
            waiting_bytes: 0,
            quit_waits: false,
            input_ended: false,
            asked: Instant::now(),
            last_said: Instant::now(),
            ending: None,
        };
        for (name, value) in &manners.options {
            session
                .set_option(name, Some(value))
                .map_err(|refusal| io::Error::new(io::ErrorKind::InvalidInput, refusal.message))?;
        }
        Ok(session)
    }

    fn run(&mut self, batches: &Receiver<Batch>) -> io::Result<Ending> {
        loop {
            self.obey_waiting()?;
            let idle = self.thinking.is_none();
            if let Some(ending) = self.ending.filter(|_| idle) {
                self.output.flush()?;
                return Ok(ending);
            }
            if idle && self.input_ended {
                self.ending = Some(Ending::EndOfInput);
                continue;
            }
            // With more to come at once, nobody can tell whether it was sent
            // earlier.
            match batches.is_empty() && self.is_silent() {
                true => self.output.flush()?,
                false => self.output.relieve()?,
            }
            match self.wait(batches) {
                Event::Heard(batch) => self.hear(&batch)?,
                Event::InputEnded => self.input_ended = true,
                Event::News(news) => self.pass_on(news),
                Event::Time => self.look_at_clock()?,
            }
            self.tell_result();
            self.end_what_nobody_can();
        }
    }

    /// Whether nothing has come from a search.
    fn is_silent(&self) -> bool {
        let thinking = self.thinking.as_ref();
        thinking.is_none_or(|thinking| thinking.news().is_empty())
    }

    fn wait(&self, batches: &Receiver<Batch>) -> Event {
        let silent = never();
        let reads = !self.input_ended && self.waiting_bytes < MOST_WAITING;
        let input = if reads { batches } else { &never() };
        let news = self.thinking.as_ref().map_or(&silent, Thinking::news);
        let time = match &self.thinking {
            Some(thinking) => {
                let alive = self.last_said + SILENCE;
                let moment = thinking.alarm().map_or(alive, |alarm| alarm.min(alive));
                after(moment.saturating_duration_since(Instant::now()))
            }
            None => never(),
        };
        select! {
            recv(input) -> batch => batch.map_or(Event::InputEnded, Event::Heard),
            recv(news) -> news => Event::News(news.expect("a search ends with its result")),
            recv(time) -> _ => Event::Time,
        }
    }

    /// Takes in lines: obeys them, or has them wait behind a search.
    fn hear(&mut self, batch: &Batch) -> io::Result<()> {
        for line in batch.lines() {
            let cost = line.map_or(0, str::len) + size_of::<Waiting>();
            self.output.heard(line);
            self.interrupt();
            let Some((line, form)) = self.understand(line) else {
                continue;
            };
            match self.thinking.is_some() {
                true => self.overhear(line, form, cost),
                false => {
                    self.asked = self.asked.max(batch.heard);
                    self.obey(line, form);
                }
            }
            self.output.relieve()?;
            if self.ending.is_some() && self.thinking.is_none() {
                break;
            }
        }
        Ok(())
    }

    /// Ends the search asked for last, if it goes on until something is said.
    fn interrupt(&mut self) {
        if !self.dialect.is_interruptible() {
            return;
        }
        match (self.waiting.back_mut(), &mut self.thinking) {
            (Some(last), _) => last.stopped = true,
            (None, Some(thinking)) => thinking.stop(),
            (None, None) => {}
        }
    }

    /// Reads a line in the dialect that is spoken, which the first line tells.
    fn understand(&mut self, line: Result<&str, BadLine>) -> Option<Heard> {
        let text = legible(line);
        if !self.is_settled
            && let Some(tongue) = Tongue::of(&text)
        {
            log::info!("spoken to in {tongue:?}");
            self.dialect = tongue.speak();
            self.is_settled = true;
        }
        match line {
            Err(BadLine::NotUtf8 { .. }) if self.dialect.reads_any_bytes() => {}
            Err(bad) => return Some((Err(bad.into()), Form::default())),
            Ok(_) => {}
        }
        let request = self.dialect.read(&text)?;
        Some((request.said.map_err(Refusal::from), request.form))
    }

    /// A command during a search.
    fn overhear(&mut self, line: Result<Command, Refusal>, form: Form, cost: usize) {
        let Some(thinking) = &mut self.thinking else {
            return;
        };
        match line {
            // Who has the answer takes the search to be over, and everything
            // said since to be done when this is answered.
            Ok(Command::IsReady) if thinking.is_heard() => self.say(&Reply::ReadyOk),
            Ok(Command::Stop) => {
                thinking.stop();
                // It was meant for every search asked for so far.
                self.waiting.iter_mut().for_each(|next| next.stopped = true);
            }
            Ok(Command::PonderHit) => {
                thinking.ponder_hit();
                self.waiting.iter_mut().for_each(|next| next.hit = true);
            }
            // Nothing more is said of the search, whenever it ends.
            Ok(Command::Ping(text)) if self.waiting.is_empty() && thinking.is_heard() => {
                thinking.dismiss();
                self.say(&Reply::Pong(text));
            }
            line => {
                if let Ok(Command::Ping(_)) = line {
                    thinking.dismiss();
                    self.waiting.iter_mut().for_each(|next| next.dropped = true);
                }
                self.quit_waits |= line == Ok(Command::Quit);
                self.waiting_bytes += cost;
                self.waiting.push_back(Waiting {
                    line,
                    form,
                    cost,
                    stopped: false,
                    hit: false,
                    dropped: false,
                });
            }
        }
    }

    /// Obeys what has been waiting until there is a search to wait for again.
    fn obey_waiting(&mut self) -> io::Result<()> {
        while self.thinking.is_none() && self.ending.is_none() {
            let Some(next) = self.waiting.pop_front() else {
                break;
            };
            self.waiting_bytes -= next.cost;
            self.obey(next.line, next.form);
            if let Some(thinking) = &mut self.thinking {
                if next.stopped {
                    thinking.stop();
                }
                if next.hit {
                    thinking.ponder_hit();
                }
                if next.dropped {
                    thinking.dismiss();
                }
            }
            self.output.relieve()?;
        }
        self.end_what_nobody_can();
        Ok(())
    }

    /// Ends a search that is in the way of a `quit`, or that nobody is left to
    /// stop. One with a bound is always finished.
    fn end_what_nobody_can(&mut self) {
        let unheard = self.input_ended || self.waiting_bytes >= MOST_WAITING;
        let Some(thinking) = &mut self.thinking else {
            return;
        };
        let ends = match thinking.end {
            End::Bound => self.quit_waits && !self.dialect.finishes_before_quit(),
            End::Clock => self.quit_waits,
            End::Nothing => self.quit_waits || unheard,
        };
        if ends {
            thinking.stop();
        }
    }

    fn say(&mut self, reply: &Reply) {
        if self.output.say(reply, self.form, &mut *self.dialect) {
            self.last_said = Instant::now();
        }
    }

    /// Obeys a command, or says why not.
    fn obey(&mut self, line: Result<Command, Refusal>, form: Form) {
        self.form = form;
        match line.and_then(|command| self.execute(command)) {
            Ok(()) if self.thinking.is_none() => self.say(&Reply::Done),
            Ok(()) => {}
            Err(refusal) => self.refuse(refusal),
        }
    }

    fn refuse(&mut self, refusal: Refusal) {
        let Refusal { code, message } = refusal;
        self.say(&Reply::Error { code, message });
        if self.strict {
            self.ending = Some(Ending::Error);
        }
    }

    fn execute(&mut self, command: Command) -> Result<(), Refusal> {
        let Some(command) = self.obey_elsewhere(command)? else {
            return Ok(());
        };
        let moves_on = moves_on(&command);
        match command {
            Command::Handshake(handshake) => self.introduce(handshake),
            Command::IsReady => {
                self.engine().prepare();
                self.say(&Reply::ReadyOk);
            }
            Command::Ping(text) => self.say(&Reply::Pong(text)),
            Command::Echo(text) => self.say_all(help::as_text(&text)),
            Command::Help(topic) => self.say_all(help::lines(topic.as_deref())?),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::Settings => self.say_all(self.options.told().collect()),
            Command::CpuTime => self.say(&Reply::CpuTime(cpu_time()?)),
            Command::Mode(mode) => self.mode = mode,
            Command::Clock(word) => self.clocks.hear(word),
            Command::NewGame { game, settings } => self.begin_game(game.as_deref(), &settings)?,
            Command::Restart => {
                self.table.restart();
                self.forget_game();
            }
            Command::Game(text) => self.clocks.set_all(self.table.set_game(&text)?),
            Command::Position { from, moves } => self.table.set_position(&from, &moves)?,
            Command::SetBoard(board) => self.table.set_board(&board)?,
            Command::SetDiscs(discs) => self.table.set_discs(&discs)?,
            Command::SetTurn(side) => self.table.set_turn(side),
            Command::View(view) => self.table.look_through(view),
            Command::Play(moves) => self.table.play(&moves)?,
            Command::Turns(turns) => self.take_turns(&turns)?,
            Command::Undo(count) => self.table.undo(count)?,
            Command::TakeBack(count) => self.table.take_back(count)?,
            Command::Redo(count) => self.table.redo(count)?,
            Command::Load { file, moves } => file::load(&mut self.table, &file, moves)?,
            Command::Save { file, format } => file::save(&self.table, &file, format.as_deref())?,
            Command::Show(None) => self.say_all(self.table.drawing()),
            Command::Show(Some(format)) => self.say(&self.table.written(&format)?),
            Command::Legal => self.say(&self.table.legal()),
            Command::Flips(mv) => self.say(&self.table.flips(&mv)?),
            Command::Stable => self.say(&self.table.stable()),
            Command::Status => self.say(&self.table.status()),
            Command::Query(query) => {
                let turn = self.turn_to_move();
                self.say(&self.table.query(query, turn));
            }
            Command::Eval => self.say_value(),
            Command::EvalMoves => self.say_values(),
            Command::Go(go) => self.go(*go)?,
            Command::Hint { count, depth } => self.hint(count, depth)?,
            Command::Analyze { depth } => self.analyze(depth),
            Command::Perft(depth) => self.count(depth),
            // With no search to end, there is nothing to do.
            Command::Stop | Command::PonderHit => {}
            Command::Quit => self.ending = Some(Ending::Quit),
        }
        if moves_on {
            self.play_if_it_is_our_turn();
        }
        Ok(())
    }

    fn begin_game(
        &mut self,
        game: Option<&str>,
        settings: &[(String, String)],
    ) -> Result<(), Refusal> {
        let other = other::begin(game.unwrap_or("othello"), settings)?;
        if other.is_none() {
            self.table = Table::begin(game, settings)?;
        }
        self.other = other;
        self.forget_game();
        Ok(())
    }

    /// Nothing of a game matters to the next: its clocks begin anew.
    fn forget_game(&mut self) {
        self.engine().forget();
        self.clocks.restart();
    }

    fn say_value(&mut self) {
        let position = *self.table.position();
        let value = self.engine().evaluate(&position);
        self.say(&Reply::Eval(value));
    }

    fn say_values(&mut self) {
        let table = self.table.clone();
        let values = table.values(|position| self.engine().evaluate(position));
        self.say(&values);
    }

    /// Makes moves and takes their time off the clocks.
    fn take_turns(&mut self, turns: &[Turn]) -> Result<(), Refusal> {
        let sides = self.table.take_turns(turns)?;
        for (side, turn) in sides.into_iter().zip(turns) {
            if let Some(took) = turn.took {
                self.clocks.spend(side, Duration::from_millis(took));
            }
        }
        Ok(())
    }

    fn say_all(&mut self, replies: Vec<Reply>) {
        replies.iter().for_each(|reply| self.say(reply));
    }

    fn engine(&mut self) -> &mut Engine {
        self.engine
            .as_mut()
            .expect("commands are obeyed while nothing is thought about")
    }

    fn introduce(&mut self, handshake: Handshake) {
        let id = |key: &str, value: &str| Reply::Id {
            key: key.to_owned(),
            value: value.to_owned(),
        };
        let name = concat!("Outflank ", env!("CARGO_PKG_VERSION"));
        self.say(&id("name", name));
        self.say(&id("author", "the Outflank authors"));
        if handshake == Handshake::Native {
            self.say(&id("protocol", PROTOCOL_VERSION));
        }
        Options::announced().for_each(|option| self.say(&option));
        self.say(&Reply::HandshakeOk(handshake));
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), Refusal> {
        let mut options = self.options.clone();
        match options.set(name, value)? {
            Name::ClearHash => self.engine().forget(),
            Name::LogFile => {
                let file = Some(options.log_file.as_str()).filter(|file| !file.is_empty());
                self.output
                    .keep_journal(file.map(Path::new))
                    .map_err(|error| {
                        let message = format!("cannot write {}: {error}", options.log_file);
                        Refusal::new(Code::Io, message)
                    })?;
            }
            Name::WeightsFile => {
                let evaluator = file::load_weights(&options.weights_file)?;
                self.engine().judge_by(evaluator);
            }
            _ => self.engine().set(options.settings()),
        }
        self.options = options;
        Ok(())
    }
}

/// Whether a command may make it the engine's turn. Moves are taken back to
/// look at them, not to have them made again.
fn moves_on(command: &Command) -> bool {
    matches!(
        command,
        Command::Mode(_)
            | Command::NewGame { .. }
            | Command::Restart
            | Command::Game(_)
            | Command::Position { .. }
            | Command::SetBoard(_)
            | Command::Play(_)
            | Command::Turns(_)
    )
}

/// How long the processors have worked for this program, in milliseconds.
fn cpu_time() -> Result<u64, Refusal> {
    #[cfg(unix)]
    {
        use rustix::time::{ClockId, clock_gettime};
        let time = clock_gettime(ClockId::ProcessCPUTime);
        Ok(time.tv_sec as u64 * 1000 + time.tv_nsec as u64 / 1_000_000)
    }
    #[cfg(not(unix))]
    {
        let message = "cputime, expected a system that tells it";
        Err(Refusal::new(Code::Io, message))
    }
}

/// The version of the native protocol.
const PROTOCOL_VERSION: &str = "1";
