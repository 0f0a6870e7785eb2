//! A search under way: the thread that thinks, and the ways to end it.

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, never, unbounded};

use crate::catalog::Match;
use crate::engine::{Effort, Engine, Line, Proof, Report, Task};
use crate::game::{Color, Game};
use crate::limits::{Budget, Stop};
use crate::othello::perft::{Passes, Perft};
use crate::othello::{Move, Position};
use crate::players::{Limits, Thought};
use crate::protocol::{Clock, Go, Info, Reply, Solve};
use crate::search::clock::{self, Allowance, Overhead, Pace};

use super::options::Options;
use super::thinker::Thinker;

/// A search under way.
pub(super) struct Thinking {
    pub(super) purpose: Purpose,
    /// What ends it.
    pub(super) end: End,
    /// How many of the best lines are shown.
    pub(super) lines: u32,
    pub(super) started: Instant,
    /// The side whose move is made when it is found, if it is.
    pub(super) plays: Option<Color>,
    /// Whether nobody wants to hear of it any more.
    pub(super) is_dismissed: bool,
    /// Whether its answer was given before it came to its end.
    pub(super) is_told: bool,
    /// What was last heard of it.
    pub(super) last: Option<Report>,
    stop: Stop,
    news: Receiver<News>,
    clock: Watch,
    /// What happens when the move that is pondered on is played.
    when_hit: Option<WhenHit>,
    /// The result, kept until it may be told.
    held: Option<Finding>,
}

/// What becomes of a search that pondered on a move when that is played.
#[derive(Clone, Copy, Debug)]
pub(super) enum WhenHit {
    /// It has so much time from then on.
    Has(Duration),
    /// It goes on to the end that it has anyway.
    GoesOn,
    /// It has thought enough.
    Ends,
}

impl WhenHit {
    /// For a `go` that gives this time, if it gives any; none if there is no
    /// pondering.
    pub(super) fn of(go: &Go, time: Option<Duration>) -> Option<WhenHit> {
        let is_bounded = go.depth.is_some() || go.nodes.is_some() || go.solve.is_some();
        let when_hit = match time {
            Some(time) => WhenHit::Has(time),
            None if is_bounded => WhenHit::GoesOn,
            None => WhenHit::Ends,
        };
        go.ponder.then_some(when_hit)
    }
}

/// What a search has found.
pub(super) enum Finding {
    /// Lines of play.
    Report(Report),
    /// The move, in a game other than Othello.
    Reply(Reply),
}

/// The time of a search, as seen by who waits for it.
#[derive(Clone, Copy, Debug, Default)]
struct Watch {
    hand: Hand,
    /// How long after its time is over a search may take to come back.
    patience: Duration,
}

/// How far the time of a search has gone.
#[derive(Clone, Copy, Debug, Default)]
enum Hand {
    /// There is no end to it.
    #[default]
    Still,
    /// It is over then.
    Running(Instant),
    /// It is over, and the answer should have come by then.
    Over(Instant),
    /// The answer should have come.
    Overdue,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A move.
    Move,
    /// The best moves.
    Hints,
    /// The worth of every position of a game.
    Analysis,
    /// A number of move sequences.
    Count(u32),
}

/// What ends a search, if nobody stops it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// A limit that is the same every time. It is waited for.
    Bound,
    /// The clock.
    Clock,
    /// Nothing: its result is only told when it is stopped.
    Nothing,
}

/// What the thinking thread has to say.
pub(super) enum News {
    /// A step forward.
    Progress(Report),
    /// What a position of the game is worth.
    Valued {
        /// After so many moves.
        ply: u32,
        /// The best that can be done there.
        line: Line,
    },
    /// The result, and the engine back.
    Done(Box<Engine>, Report),
    /// The count, unless it was stopped.
    Counted(Option<u64>),
    /// Several of these at once.
    Together(Vec<News>),
    /// A step forward in a game other than Othello.
    Said(Reply),
    /// The result in such a game.
    Found(Reply),
}

/// A search made ready.
pub(super) struct Order {
    pub(super) purpose: Purpose,
    pub(super) end: End,
    pub(super) task: Task,
    pub(super) when_hit: Option<WhenHit>,
    /// The side whose move is to be made when it is found.
    pub(super) plays: Option<Color>,
    /// When its time began.
    pub(super) started: Instant,
    /// How long after its time is over it may take to come back.
    pub(super) patience: Duration,
}

impl Order {
    /// Thinks as `go` asks, whose time began then. The moves to consider are
    /// to be filled in.
    pub(super) fn go(
        go: &Go,
        started: Instant,
        position: &Position,
        first: Color,
        options: &Options,
    ) -> Order {
        let time = time_for_move(go, position, first, options);
        let end = match time {
            _ if go.infinite || go.ponder => End::Nothing,
            Some(_) => End::Clock,
            None => End::Bound,
        };
        // A pondered move's time begins when it is no longer pondered on.
        let running = time.filter(|_| end == End::Clock);
        let deadline = running.and_then(|time| started.checked_add(time.most));
        let has_limit = go.nodes.is_some() || time.is_some() || end == End::Nothing;
        Order {
            purpose: Purpose::Move,
            end,
            task: Task {
                position: *position,
                among: Vec::new(),
                lines: go.multi_pv.unwrap_or(options.multi_pv as u32).max(1) as usize,
                effort: match (go.solve, go.depth) {
                    (Some(Solve::Exact), _) => Effort::Exact,
                    (Some(Solve::Wld), _) => Effort::Outcome,
                    (None, Some(depth)) => Effort::Depth(depth),
                    (None, None) if has_limit => Effort::Unlimited,
                    (None, None) => Effort::Level(options.level as u32),
                },
                budget: Budget {
                    stop: Stop::default(),
                    deadline,
                    nodes: go.nodes,
                },
                pace: match go.movetime {
                    None => running.and_then(|time| Pace::new(started, time)),
                    Some(_) => None,
                },
            },
            when_hit: WhenHit::of(go, time.map(|time| time.ideal)),
            plays: None,
            started,
            patience: options.overhead() / 2,
        }
    }

    /// Looks for the best moves, to a depth or at the level that is set.
    pub(super) fn hints(
        count: u32,
        depth: Option<u32>,
        position: &Position,
        options: &Options,
    ) -> Order {
        Order {
            purpose: Purpose::Hints,
            end: End::Bound,
            task: Task {
                position: *position,
                lines: count as usize,
                effort: depth.map_or(Effort::Level(options.level as u32), Effort::Depth),
                ..Task::default()
            },
            when_hit: None,
            plays: None,
            started: Instant::now(),
            patience: Duration::ZERO,
        }
    }

    /// Begins to think.
    pub(super) fn begin(self, thinker: &Thinker, mut engine: Box<Engine>) -> Thinking {
        let (sender, news) = unbounded();
        let stop = self.task.budget.stop.clone();
        let thinking = Thinking {
            lines: self.task.lines as u32,
            plays: self.plays,
            started: self.started,
            clock: Watch {
                hand: self.task.budget.deadline.map_or(Hand::Still, Hand::Running),
                patience: self.patience,
            },
            when_hit: self.when_hit,
            ..Thinking::new(self.purpose, self.end, stop, news)
        };
        thinker.run(move || {
            let at_once = matches!(self.task.effort, Effort::Depth(..=AT_ONCE));
            let mut steps = Vec::new();
            let mut listener = |report: &Report| match at_once {
                true => steps.push(News::Progress(report.clone())),
                false => tell(&sender, News::Progress(report.clone())),
            };
            let report = engine.think(&self.task, &mut listener);
            steps.push(News::Done(engine, report));
            tell(&sender, News::Together(steps));
        });
        thinking
    }
}

/// Searches that look no further than this are over in less time than it
/// takes to wake whoever waits for their news, so all of it is told at once.
const AT_ONCE: u32 = 2;

/// If nobody listens any more, the conversation is over.
fn tell(sender: &Sender<News>, news: News) {
    let _ = sender.send(news);
}

impl Thinking {
    fn new(purpose: Purpose, end: End, stop: Stop, news: Receiver<News>) -> Thinking {
        Thinking {
            purpose,
            end,
            lines: 1,
            started: Instant::now(),
            plays: None,
            is_dismissed: false,
            is_told: false,
            last: None,
            stop,
            news,
            clock: Watch::default(),
            when_hit: None,
            held: None,
        }
    }

    /// A search that should have come back, and has said nothing yet.
    #[cfg(test)]
    pub(super) fn overdue() -> Thinking {
        let mut late = Thinking::new(Purpose::Move, End::Clock, Stop::default(), never());
        late.clock.hand = Hand::Overdue;
        late
    }

    /// Begins to think about one position after the other, each as the task
    /// says.
    pub(super) fn analyze(
        thinker: &Thinker,
        task: Task,
        positions: Vec<Position>,
        mut engine: Box<Engine>,
    ) -> Thinking {
        let (sender, news) = unbounded();
        let stop = task.budget.stop.clone();
        let thinking = Thinking::new(Purpose::Analysis, End::Bound, stop.clone(), news);
        thinker.run(move || {
            for (ply, position) in (0..).zip(positions) {
                let task = Task {
                    position,
                    ..task.clone()
                };
                let report = engine.think(&task, &mut |_| {});
                if stop.is_raised() {
                    break;
                }
                let best = report.lines.into_iter().next();
                let line = best.unwrap_or_else(|| finished(&position, &engine));
                tell(&sender, News::Valued { ply, line });
            }
            tell(&sender, News::Done(engine, Report::default()));
        });
        thinking
    }

    /// Begins to count move sequences.
    pub(super) fn count(thinker: &Thinker, position: Position, depth: u32) -> Thinking {
        let (sender, news) = unbounded();
        let stop = Stop::default();
        let watched = stop.clone();
        thinker.run(move || {
            let count = count(&position, depth, &watched);
            tell(&sender, News::Counted(count));
        });
        Thinking::new(Purpose::Count(depth), End::Bound, stop, news)
    }

    /// Begins to choose a move in a game other than Othello.
    pub(super) fn choose(
        thinker: &Thinker,
        game: Box<dyn Match>,
        limits: Limits,
        end: End,
        started: Instant,
        when_hit: Option<WhenHit>,
    ) -> Thinking {
        let (sender, news) = unbounded();
        let thinking = Thinking {
            started,
            when_hit,
            ..Thinking::new(Purpose::Move, end, limits.budget.stop.clone(), news)
        };
        thinker.run(move || {
            let mut listener =
                |thought: &Thought<String>| tell(&sender, News::Said(progress(thought, started)));
            let thought = game.think(&limits, &mut listener);
            let mut line = thought.into_iter().flat_map(|thought| thought.line);
            let best = Reply::BestMove {
                mv: line.next().unwrap_or_else(|| "none".to_owned()),
                ponder: line.next(),
            };
            tell(&sender, News::Found(best));
        });
        thinking
    }

    /// Begins to count move sequences in a game other than Othello.
    pub(super) fn count_in(thinker: &Thinker, game: Box<dyn Match>, depth: u32) -> Thinking {
        let (sender, news) = unbounded();
        let stop = Stop::default();
        let watched = stop.clone();
        thinker.run(move || tell(&sender, News::Counted(count_words(&*game, depth, &watched))));
        Thinking::new(Purpose::Count(depth), End::Bound, stop, news)
    }

    /// Where the thinking thread's news arrive.
    pub(super) fn news(&self) -> &Receiver<News> {
        &self.news
    }

    /// Ends the search; its result is told as soon as there is one.
    pub(super) fn stop(&mut self) {
        self.stop.raise();
        if self.end == End::Nothing {
            self.end = End::Clock;
        }
    }

    /// Ends the search, of which nobody wants to hear any more.
    pub(super) fn dismiss(&mut self) {
        self.stop();
        self.is_dismissed = true;
    }

    /// The move pondered on was played: from now on the clock counts.
    pub(super) fn ponder_hit(&mut self) {
        let Some(when_hit) = self.when_hit.take() else {
            return;
        };
        if self.end != End::Nothing {
            return;
        }
        self.end = End::Clock;
        match when_hit {
            WhenHit::Has(time) => {
                let deadline = Instant::now().checked_add(time);
                self.clock.hand = deadline.map_or(Hand::Still, Hand::Running);
            }
            WhenHit::GoesOn => self.end = End::Bound,
            WhenHit::Ends => self.stop.raise(),
        }
    }

    /// Stops the search if its time is over.
    pub(super) fn look_at_clock(&mut self) {
        let now = Instant::now();
        match self.clock.hand {
            Hand::Running(deadline) if now >= deadline => {
                self.stop.raise();
                self.clock.hand = Hand::Over(deadline + self.clock.patience);
            }
            Hand::Over(last) if now >= last => self.clock.hand = Hand::Overdue,
            _ => {}
        }
    }

    /// When to look at the clock next.
    pub(super) fn alarm(&self) -> Option<Instant> {
        match self.clock.hand {
            Hand::Running(moment) | Hand::Over(moment) => Some(moment),
            Hand::Still | Hand::Overdue => None,
        }
    }

    /// Whether an answer should have been given, and was not.
    pub(super) fn is_overdue(&self) -> bool {
        matches!(self.clock.hand, Hand::Overdue) && self.is_heard()
    }

    /// Whether anybody still waits to hear of it.
    pub(super) fn is_heard(&self) -> bool {
        !self.is_dismissed && !self.is_told
    }

    /// Keeps a result until it may be told. There will be no more news.
    pub(super) fn hold(&mut self, finding: Finding) {
        self.held = Some(finding);
        self.news = never();
    }

    /// The result, once there is one and it may be told.
    pub(super) fn result(&mut self) -> Option<Finding> {
        match self.end {
            End::Nothing => None,
            _ => self.held.take(),
        }
    }
}

/// What a game that is over is worth to the side that would be to move.
fn finished(position: &Position, engine: &Engine) -> Line {
    Line {
        score: engine.evaluate(position),
        proof: Proof::Exact,
        depth: 0,
        moves: Vec::new(),
    }
}

/// The time a `go` gives for the move, if it gives any.
fn time_for_move(
    go: &Go,
    position: &Position,
    first: Color,
    options: &Options,
) -> Option<Allowance> {
    let milliseconds = |number: i64| Duration::from_millis(number.max(0) as u64);
    let own = match position.turn() {
        Color::Black => go.black,
        Color::White => go.white,
    };
    let by_order = match position.turn() == first {
        true => go.first,
        false => go.second,
    };
    let Clock { time, increment } = Clock {
        time: own.time.or(by_order.time),
        increment: own.increment.or(by_order.increment),
    };
    let share = time.map(|remaining| {
        let clock = clock::Clock {
            remaining: milliseconds(remaining),
            increment: milliseconds(increment.unwrap_or(0)),
            moves_to_go: go.moves_to_go,
        };
        let overhead = Overhead(options.overhead());
        let share = clock::share(clock, position.empties(), overhead);
        // Who thinks in the other's time can afford a little more of the own.
        let most = clock.remaining.saturating_sub(overhead.0);
        match options.ponder {
            true => Allowance {
                ideal: (share.ideal + share.ideal / 4).min(most),
                most: share.most,
            },
            false => share,
        }
    });
    let fixed = go.movetime.map(milliseconds).map(Allowance::fixed);
    match (fixed, share) {
        (Some(fixed), Some(share)) => Some(fixed.min(share)),
        (fixed, share) => fixed.or(share),
    }
}

/// Plies that are counted without looking up: a fraction of a second's work.
const UNWATCHED: u32 = 6;

/// Counts move sequences, looking up now and then whether anyone still wants
/// to know.
fn count(position: &Position, depth: u32, stop: &Stop) -> Option<u64> {
    if stop.is_raised() {
        return None;
    }
    let moves = position.legal_moves();
    if depth <= UNWATCHED || moves.is_empty() {
        let perft = Perft {
            passes: Passes::Counted,
            ..Perft::new(depth)
        };
        return Some(perft.count(position));
    }
    moves.into_iter().try_fold(0u64, |total, mv: Move| {
        let after = position.after(mv).ok()?;
        Some(total.saturating_add(count(&after, depth - 1, stop)?))
    })
}

/// The same for games whose moves are words.
fn count_words(game: &dyn Match, depth: u32, stop: &Stop) -> Option<u64> {
    /// Plies that are counted without looking up.
    const AT_ONCE: u32 = 3;
    if stop.is_raised() {
        return None;
    }
    if depth <= AT_ONCE {
        return Some(game.count(depth));
    }
    game.legal().iter().try_fold(0u64, |total, word| {
        let mut after = game.copy();
        after.play(word).ok()?;
        Some(total.saturating_add(count_words(&*after, depth - 1, stop)?))
    })
}

/// What is thought so far, as it is told.
fn progress(thought: &Thought<String>, started: Instant) -> Reply {
    let elapsed = started.elapsed();
    Reply::Info(Info {
        depth: Some(thought.depth),
        score: Some(thought.score),
        proof: Some(super::search::proof(thought.proof)),
        nodes: Some(thought.nodes),
        nps: Some(super::search::per_second(thought.nodes, elapsed)),
        time: Some(elapsed.as_millis() as u64),
        pv: thought.line.clone(),
        ..Info::default()
    })
}
