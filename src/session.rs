//! One conversation: commands in, the engine driven, replies out, over any
//! reader and writer.
//!
//! Three threads take part. One reads lines at all times; one thinks, while
//! there is something to think about; the third, which is the caller's, holds
//! the state, obeys the commands in order and is the only one that writes.
//!
//! While a search is on, `stop`, `ponderhit` and `isready` act at once, and
//! everything else waits its turn behind the search.

mod file;
mod game;
mod help;
mod input;
mod options;
mod output;
mod thinking;

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, after, bounded, never, select};

use crate::engine::{self, Engine, Report};
use crate::protocol::{
    Code, Command, Dialect, Fault, FaultKind, Go, Handshake, Hint, Info, Native, Proof, Reply,
};
use game::{Table, names};
use input::{BadLine, Batch};
use options::{Name, Options};
use output::Output;
use thinking::{End, News, Order, Purpose, Thinking};

pub use input::LONGEST_LINE;

/// How a conversation is held.
#[derive(Clone, Copy, Debug, Default)]
pub struct Manners {
    /// The first error ends the conversation.
    pub strict: bool,
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

/// A search that says nothing for this long says that it is still at work:
/// whoever listens knows, and if nobody does, we learn it.
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
    let mut session = Session::new(output, manners);
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
        };
        Refusal::new(code, fault.to_string())
    }
}

impl From<BadLine> for Refusal {
    fn from(line: BadLine) -> Refusal {
        let code = match line {
            BadLine::TooLong => Code::TooLong,
            BadLine::NotUtf8(_) | BadLine::Control(..) => Code::BadText,
        };
        Refusal::new(code, line.to_string())
    }
}

/// Something that waits its turn.
struct Waiting {
    line: Result<Command, Refusal>,
    cost: usize,
    /// Searches that were told to stop, or that they are no longer pondering,
    /// before they had begun.
    stopped: bool,
    hit: bool,
}

struct Session<W> {
    output: Output<W>,
    dialect: Box<dyn Dialect>,
    manners: Manners,
    table: Table,
    options: Options,
    /// Away while it thinks.
    engine: Option<Box<Engine>>,
    thinking: Option<Thinking>,
    waiting: VecDeque<Waiting>,
    waiting_bytes: usize,
    quit_waits: bool,
    input_ended: bool,
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
    fn new(output: W, manners: Manners) -> Session<W> {
        let options = Options::default();
        Session {
            output: Output::new(output),
            dialect: Box::new(Native::default()),
            manners,
            table: Table::default(),
            engine: Some(Box::new(Engine::new(options.settings()))),
            options,
            thinking: None,
            waiting: VecDeque::new(),
            waiting_bytes: 0,
            quit_waits: false,
            input_ended: false,
            last_said: Instant::now(),
            ending: None,
        }
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
            // Nobody can tell whether it was sent earlier.
            if batches.is_empty() {
                self.output.flush()?;
            }
            match self.wait(batches) {
                Event::Heard(batch) => self.hear(&batch)?,
                Event::InputEnded => self.input_ended = true,
                Event::News(news) => self.pass_on(news),
                Event::Time => self.look_at_clock(),
            }
            self.tell_result();
            self.end_what_nobody_can();
        }
    }

    fn wait(&self, batches: &Receiver<Batch>) -> Event {
        let silent = never();
        let reads = !self.input_ended && self.waiting_bytes < MOST_WAITING;
        let input = if reads { batches } else { &never() };
        let news = self.thinking.as_ref().map_or(&silent, Thinking::news);
        let time = match &self.thinking {
            Some(thinking) => {
                let alive = self.last_said + SILENCE;
                let moment = thinking.deadline().map_or(alive, |end| end.min(alive));
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
            if let Ok(text) = line {
                self.output.heard(text);
            }
            let line = match line {
                Ok(text) => self.dialect.read(text).map_err(Refusal::from),
                Err(bad) => Err(Refusal::from(bad)),
            };
            let Some(line) = line.transpose() else {
                continue;
            };
            match self.thinking.is_some() {
                true => self.overhear(line, cost),
                false => self.obey(line),
            }
            self.output.relieve()?;
            if self.ending.is_some() && self.thinking.is_none() {
                break;
            }
        }
        Ok(())
    }

    /// A command during a search.
    fn overhear(&mut self, line: Result<Command, Refusal>, cost: usize) {
        let Some(thinking) = &mut self.thinking else {
            return;
        };
        match line {
            Ok(Command::IsReady) => self.say(&Reply::ReadyOk),
            Ok(Command::Stop) => {
                thinking.stop();
                // It was meant for every search asked for so far.
                self.waiting.iter_mut().for_each(|next| next.stopped = true);
            }
            Ok(Command::PonderHit) => {
                thinking.ponder_hit();
                self.waiting.iter_mut().for_each(|next| next.hit = true);
            }
            line => {
                self.quit_waits |= line == Ok(Command::Quit);
                self.waiting_bytes += cost;
                self.waiting.push_back(Waiting {
                    line,
                    cost,
                    stopped: false,
                    hit: false,
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
            self.obey(next.line);
            if let Some(thinking) = &mut self.thinking {
                if next.stopped {
                    thinking.stop();
                }
                if next.hit {
                    thinking.ponder_hit();
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
            End::Bound => false,
            End::Clock => self.quit_waits,
            End::Nothing => self.quit_waits || unheard,
        };
        if ends {
            thinking.stop();
        }
    }

    fn say(&mut self, reply: &Reply) {
        self.output.say(reply, &mut *self.dialect);
        self.last_said = Instant::now();
    }

    /// Obeys a command, or says why not.
    fn obey(&mut self, line: Result<Command, Refusal>) {
        if let Err(Refusal { code, message }) = line.and_then(|command| self.execute(command)) {
            self.say(&Reply::Error { code, message });
            if self.manners.strict {
                self.ending = Some(Ending::Error);
            }
        }
    }

    fn execute(&mut self, command: Command) -> Result<(), Refusal> {
        match command {
            Command::Handshake(handshake) => self.introduce(handshake),
            Command::IsReady => {
                self.engine().prepare();
                self.say(&Reply::ReadyOk);
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::NewGame { game, settings } => {
                self.table = Table::begin(game.as_deref(), &settings)?;
                self.engine().forget();
            }
            Command::Position { from, moves } => self.table.set_position(&from, &moves)?,
            Command::SetBoard(board) => self.table.set_board(&board)?,
            Command::Play(moves) => self.table.play(&moves)?,
            Command::Undo(count) => self.table.undo(count)?,
            Command::Redo(count) => self.table.redo(count)?,
            Command::Go(go) => self.go(&go)?,
            // With no search to end, there is nothing to do.
            Command::Stop | Command::PonderHit => {}
            Command::Show(None) => self.say_all(self.table.drawing()),
            Command::Show(Some(format)) => self.say(&self.table.written(&format)?),
            Command::Legal => self.say(&self.table.legal()),
            Command::Flips(mv) => self.say(&self.table.flips(&mv)?),
            Command::Status => self.say(&self.table.status()),
            Command::Hint(count) => self.hint(count)?,
            Command::Eval => {
                let position = *self.table.position();
                let value = self.engine().evaluate(&position);
                self.say(&Reply::Eval(value));
            }
            Command::Perft(depth) => {
                self.thinking = Some(Thinking::count(*self.table.position(), depth));
            }
            Command::Save { file, format } => file::save(&self.table, &file, format.as_deref())?,
            Command::Load(file) => file::load(&mut self.table, &file)?,
            Command::Query(query) => self.say(&self.table.query(query)),
            Command::Help(topic) => self.say_all(help::lines(topic.as_deref())?),
            Command::Quit => self.ending = Some(Ending::Quit),
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

    fn go(&mut self, go: &Go) -> Result<(), Refusal> {
        let among = self.table.choice(&go.search_moves)?;
        let first = self.table.first_player();
        let mut order = Order::go(go, self.table.position(), first, &self.options);
        order.task.among = among;
        self.begin(order);
        Ok(())
    }

    fn hint(&mut self, count: u32) -> Result<(), Refusal> {
        if self.table.position().is_over() {
            let message = "the game is over, expected one that is not";
            return Err(Refusal::new(Code::GameOver, message));
        }
        let order = Order::hints(count, self.table.position(), &self.options);
        self.begin(order);
        Ok(())
    }

    fn begin(&mut self, order: Order) {
        if let Some(engine) = self.engine.take() {
            log::debug!("thinking: {:?}", order.task);
            self.thinking = Some(order.begin(engine));
            self.last_said = Instant::now();
        }
    }

    /// Deals with what the thinking thread says.
    fn pass_on(&mut self, news: News) {
        match news {
            News::Progress(report) => self.say_progress(&report),
            News::Done(engine, report) => {
                self.engine = Some(engine);
                if let Some(thinking) = &mut self.thinking {
                    thinking.hold(report);
                }
            }
            News::Counted(count) => self.say_count(count),
        }
    }

    fn say_progress(&mut self, report: &Report) {
        let many = self.thinking.as_ref().is_some_and(|now| now.lines > 1);
        for (index, line) in report.lines.iter().enumerate() {
            let milliseconds = report.elapsed.as_millis() as u64;
            self.say(&Reply::Info(Info {
                multipv: many.then_some(index as u32 + 1),
                depth: Some(line.depth),
                seldepth: Some(report.longest),
                score: Some(line.score),
                proof: Some(proof(line.proof)),
                nodes: Some(report.nodes),
                nps: Some(per_second(report.nodes, report.elapsed)),
                time: Some(milliseconds),
                hashfull: Some(report.fullness),
                pv: names(&line.moves),
                string: None,
            }));
        }
    }

    fn say_count(&mut self, count: Option<u64>) {
        let Some(Purpose::Count(depth)) = self.thinking.take().map(|now| now.purpose) else {
            return;
        };
        match count {
            Some(count) => self.say(&Reply::Perft { depth, count }),
            None => self.obey(Err(Refusal::new(
                Code::Stopped,
                format!("perft {depth}, expected the time to finish it"),
            ))),
        }
    }

    /// Tells the result of a search, once there is one and it may be told.
    fn tell_result(&mut self) {
        let Some(thinking) = &mut self.thinking else {
            return;
        };
        let Some(report) = thinking.result() else {
            return;
        };
        match thinking.purpose {
            Purpose::Hints => self.say_hints(&report),
            Purpose::Move | Purpose::Count(_) => self.say_move(&report),
        }
        self.thinking = None;
    }

    fn say_move(&mut self, report: &Report) {
        let mut moves = report
            .lines
            .first()
            .into_iter()
            .flat_map(|line| &line.moves);
        let mv = moves.next().map_or("none".to_owned(), ToString::to_string);
        let ponder = moves.next().map(ToString::to_string);
        self.say(&Reply::BestMove { mv, ponder });
    }

    fn say_hints(&mut self, report: &Report) {
        for (index, line) in report.lines.iter().enumerate() {
            let pv = names(&line.moves);
            self.say(&Reply::Hint(Hint {
                rank: index as u32 + 1,
                mv: pv.first().cloned().unwrap_or_default(),
                score: line.score,
                proof: proof(line.proof),
                depth: line.depth,
                pv,
            }));
        }
        self.say(&Reply::HintEnd);
    }

    /// Time has passed: a deadline, or a silence that should not be longer.
    fn look_at_clock(&mut self) {
        let Some(thinking) = &mut self.thinking else {
            return;
        };
        thinking.look_at_clock();
        let time = Some(thinking.started.elapsed().as_millis() as u64);
        if self.last_said.elapsed() >= SILENCE {
            self.say(&Reply::Info(Info {
                time,
                ..Info::default()
            }));
        }
    }
}

/// The version of the native protocol.
const PROTOCOL_VERSION: &str = "1";

fn proof(proof: engine::Proof) -> Proof {
    match proof {
        engine::Proof::Estimate => Proof::Estimate,
        engine::Proof::Percent(percent) => Proof::Percent(percent),
        engine::Proof::Outcome => Proof::Wld,
        engine::Proof::Exact => Proof::Exact,
    }
}

fn per_second(nodes: u64, elapsed: Duration) -> u64 {
    let micros = elapsed.as_micros().max(1);
    (nodes as u128 * 1_000_000 / micros) as u64
}
