//! The session's part in a search: what is searched, and what is said of it.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::game::{legal_move, names};
use super::thinking::{Finding, News, Order, Purpose, Thinking};
use super::{Refusal, SILENCE, Session};
use crate::engine::{self, Report};
use crate::game::Color;
use crate::othello::Position;
use crate::protocol::{Code, Go, Hint, Info, Proof, Reply, Turn};

impl<W: Write> Session<W> {
    /// Thinks as it is asked to. When the game is over, a side that is named
    /// has nothing left to do but to pass.
    pub(super) fn go(&mut self, mut go: Go) -> Result<(), Refusal> {
        let named = go.side;
        let side = named.unwrap_or_else(|| self.turn_to_move());
        let position = self.table.position_for(side)?;
        if position.is_over() && named.is_some() {
            if go.plays {
                self.play(side, "pass");
            }
            self.say_best(&mut std::iter::empty());
            return Ok(());
        }
        let moves = go.search_moves.iter();
        let among = moves.map(|word| legal_move(word, &position));
        let among = among.collect::<Result<_, _>>()?;
        if go.by_clock {
            self.clocks.limit(&mut go, side, self.options.overhead());
        }
        let first = self.table.first_player();
        let mut order = Order::go(&go, self.asked, &position, first, &self.options);
        order.task.among = among;
        order.plays = go.plays.then_some(side);
        self.begin(order);
        Ok(())
    }

    /// The side whose turn it is. Who cannot move is passed for, where that is
    /// the custom and nobody has asked for the passes.
    pub(super) fn turn_to_move(&self) -> Color {
        let position = self.table.position();
        let skips = self.dialect.skips_passes() && !self.options.explicit_passes;
        match position.must_pass() && skips {
            true => !position.turn(),
            false => position.turn(),
        }
    }

    pub(super) fn hint(&mut self, count: u32, depth: Option<u32>) -> Result<(), Refusal> {
        if self.table.position().is_over() {
            let message = "the game is over, expected one that is not";
            return Err(Refusal::new(Code::GameOver, message));
        }
        let order = Order::hints(count, depth, self.table.position(), &self.options);
        self.begin(order);
        Ok(())
    }

    /// Looks for the worth of every position of the game.
    pub(super) fn analyze(&mut self, depth: Option<u32>) {
        let positions: Vec<Position> = self.table.history().positions().copied().collect();
        let order = Order::hints(1, depth, self.table.position(), &self.options);
        if let Some(engine) = self.engine.take() {
            self.thinking = Some(Thinking::analyze(
                &self.thinker,
                order.task,
                positions,
                engine,
            ));
            self.last_said = Instant::now();
        }
    }

    pub(super) fn count(&mut self, depth: u32) {
        self.thinking = Some(Thinking::count(
            &self.thinker,
            *self.table.position(),
            depth,
        ));
        self.last_said = Instant::now();
    }

    /// Plays a side that the engine was told to play, unless there is
    /// something else to do first.
    pub(super) fn play_if_it_is_our_turn(&mut self) {
        let position = self.table.position();
        if self.other.is_some()
            || position.is_over()
            || !self.mode.plays(position.turn())
            || !self.waiting.is_empty()
        {
            return;
        }
        let go = Go {
            plays: true,
            by_clock: true,
            ..Go::default()
        };
        // The side to move may always move.
        let _ = self.go(go);
    }

    fn begin(&mut self, order: Order) {
        if let Some(engine) = self.engine.take() {
            log::debug!("thinking: {:?}", order.task);
            self.thinking = Some(order.begin(&self.thinker, engine));
            self.last_said = Instant::now();
        }
    }

    /// Deals with what the thinking thread says.
    pub(super) fn pass_on(&mut self, news: News) {
        let heard = self.thinking.as_ref().is_some_and(Thinking::is_heard);
        match news {
            News::Progress(report) if heard => self.say_progress(&report),
            News::Valued { ply, line } if heard => self.say(&Reply::Analysis {
                ply,
                score: line.score,
                proof: proof(line.proof),
            }),
            News::Progress(_) | News::Valued { .. } => {}
            News::Together(all) => all.into_iter().for_each(|news| self.pass_on(news)),
            News::Done(engine, report) => {
                self.engine = Some(engine);
                self.hold(Finding::Report(report));
            }
            News::Counted(count) => self.say_count(count),
            News::Said(reply) if heard => self.say(&reply),
            News::Said(_) => {}
            News::Found(reply) => self.hold(Finding::Reply(reply)),
        }
    }

    /// Keeps a result until it may be told.
    fn hold(&mut self, finding: Finding) {
        if let Some(thinking) = &mut self.thinking {
            thinking.hold(finding);
        }
    }

    /// Is done with a search, and ready for the next.
    fn leave_search(&mut self) -> Option<Thinking> {
        self.asked = Instant::now();
        self.thinking.take()
    }

    fn say_progress(&mut self, report: &Report) {
        let Some(thinking) = &mut self.thinking else {
            return;
        };
        let many = thinking.lines > 1;
        thinking.last = Some(report.clone());
        self.say_lines(report, many);
        self.answer_in_time();
    }

    fn say_lines(&mut self, report: &Report, many: bool) {
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
        self.say(&Reply::InfoEnd);
    }

    fn say_count(&mut self, count: Option<u64>) {
        let Some(thinking) = self.leave_search() else {
            return;
        };
        let Purpose::Count(depth) = thinking.purpose else {
            return;
        };
        match count {
            _ if thinking.is_dismissed => return,
            Some(count) => self.say(&Reply::Perft { depth, count }),
            None => {
                let message = format!("perft {depth}, expected the time to finish it");
                return self.refuse(Refusal::new(Code::Stopped, message));
            }
        }
        self.say(&Reply::Done);
    }

    /// Tells the result of a search, once there is one and it may be told.
    pub(super) fn tell_result(&mut self) {
        let Some(finding) = self.thinking.as_mut().and_then(Thinking::result) else {
            return;
        };
        let Some(thinking) = self.leave_search() else {
            return;
        };
        if thinking.is_heard() {
            self.conclude(&thinking, &finding);
        }
        if thinking.plays.is_some() && !thinking.is_dismissed {
            self.play_if_it_is_our_turn();
        }
    }

    /// Says what a search has found.
    fn conclude(&mut self, thinking: &Thinking, finding: &Finding) {
        match (finding, thinking.purpose) {
            (Finding::Reply(best), _) => self.say(best),
            (Finding::Report(report), Purpose::Hints) => self.say_hints(report),
            (Finding::Report(report), Purpose::Move) => self.say_move(report, thinking),
            (_, Purpose::Analysis) => self.say(&Reply::AnalysisEnd),
            (_, Purpose::Count(_)) => {}
        }
        self.say(&Reply::Done);
    }

    /// Answers with the best found so far, since a search whose time is over
    /// has not come back: a machine with too much to do may keep it waiting.
    /// It is left to end by itself, and what it finds then is not told.
    fn answer_in_time(&mut self) {
        let Some(mut thinking) = self.thinking.take_if(|now| now.is_overdue()) else {
            return;
        };
        if let Some(last) = thinking.last.clone() {
            log::warn!("a search did not end in time");
            self.conclude(&thinking, &Finding::Report(last));
            thinking.is_told = true;
        }
        self.thinking = Some(thinking);
    }

    /// Says which move to play, and makes it if that was asked for. What was
    /// searched since the last news is news as well.
    fn say_move(&mut self, report: &Report, thinking: &Thinking) {
        let told = thinking.last.as_ref().map(|last| last.nodes);
        if told != Some(report.nodes) {
            self.say_lines(report, thinking.lines > 1);
        }
        let best = report.lines.first();
        let mut moves = best.into_iter().flat_map(|line| names(&line.moves));
        let mv = self.say_best(&mut moves);
        if let Some(side) = thinking.plays {
            self.play(side, &mv);
            self.clocks.spend(side, thinking.started.elapsed());
        }
    }

    /// Says the first two moves of a line, and gives back the first.
    fn say_best(&mut self, moves: &mut dyn Iterator<Item = String>) -> String {
        let mv = moves.next().unwrap_or_else(|| "none".to_owned());
        let best = Reply::BestMove {
            mv: mv.clone(),
            ponder: moves.next(),
        };
        self.say(&best);
        mv
    }

    /// Makes a move that was found, if there was one.
    fn play(&mut self, side: Color, mv: &str) {
        let turn = Turn {
            side: Some(side),
            mv: mv.to_owned(),
            took: None,
        };
        let played = self.table.take_turns(&[turn]);
        debug_assert!(played.is_ok() || mv == "none", "{played:?}");
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
    pub(super) fn look_at_clock(&mut self) -> io::Result<()> {
        let Some(thinking) = &mut self.thinking else {
            return Ok(());
        };
        thinking.look_at_clock();
        let time = Some(thinking.started.elapsed().as_millis() as u64);
        self.answer_in_time();
        if self.last_said.elapsed() < SILENCE {
            return Ok(());
        }
        self.say(&Reply::Info(Info {
            time,
            ..Info::default()
        }));
        self.last_said = Instant::now();
        match self.is_read {
            Some(is_read) if !is_read() => Err(io::ErrorKind::BrokenPipe.into()),
            _ => Ok(()),
        }
    }
}

pub(super) fn proof(proof: engine::Proof) -> Proof {
    match proof {
        engine::Proof::Estimate => Proof::Estimate,
        engine::Proof::Percent(percent) => Proof::Percent(percent),
        engine::Proof::Outcome => Proof::Wld,
        engine::Proof::Exact => Proof::Exact,
    }
}

pub(super) fn per_second(nodes: u64, elapsed: Duration) -> u64 {
    let micros = elapsed.as_micros().max(1);
    (nodes as u128 * 1_000_000 / micros) as u64
}

#[cfg(test)]
mod tests {
    use super::super::{Manners, Session};
    use super::*;
    use crate::engine::{Engine, Line, Settings};
    use crate::othello::Move;

    fn report(nodes: u64, square: &str) -> Report {
        Report {
            lines: vec![Line {
                score: 100,
                proof: engine::Proof::Estimate,
                depth: 3,
                moves: vec![Move::Place(square.parse().unwrap())],
            }],
            nodes,
            ..Report::default()
        }
    }

    /// A session that waits for a search whose time is over.
    fn overdue() -> Session<Vec<u8>> {
        let mut session = Session::new(Vec::new(), Manners::default()).unwrap();
        session.thinking = Some(Thinking::overdue());
        session.engine = None;
        session
    }

    fn said(session: &mut Session<Vec<u8>>) -> String {
        session.output.flush().unwrap();
        String::from_utf8(std::mem::take(session.output.writer())).unwrap()
    }

    #[test]
    fn a_search_that_does_not_come_back_is_answered_for_once() {
        let mut session = overdue();
        session.pass_on(News::Progress(report(7, "f5")));
        let lines = said(&mut session);
        assert!(lines.starts_with("info depth 3 "), "{lines}");
        assert!(lines.ends_with("\nbestmove f5\n"), "{lines}");
        // What it still says is not passed on, nor is its end.
        session.pass_on(News::Progress(report(8, "d3")));
        let engine = Box::new(Engine::new(Settings::default()));
        session.pass_on(News::Done(engine, report(9, "d3")));
        assert!(session.thinking.is_some());
        session.tell_result();
        assert_eq!(said(&mut session), "");
        assert!(session.thinking.is_none() && session.engine.is_some());
    }

    #[test]
    fn a_search_that_has_said_nothing_is_waited_for() {
        let mut session = overdue();
        session.look_at_clock().unwrap();
        assert_eq!(said(&mut session), "");
        let engine = Box::new(Engine::new(Settings::default()));
        session.pass_on(News::Done(engine, report(9, "d3")));
        session.tell_result();
        assert!(said(&mut session).ends_with("\nbestmove d3\n"));
    }
}
