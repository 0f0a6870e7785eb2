//! An engine that can be asked for moves: a link and a dialect.

use std::time::{Duration, Instant};

use super::clock::Limits;
use super::link::{Link, Lost};
use super::speech::{Dialect, Heard, Speech, Thought, Turn, Unsayable};
use super::start::Start;

/// The most text an engine may say to one question.
const LONGEST_ANSWER: usize = 16 << 20;

/// What an engine did instead of what it was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It is gone.
    #[error("{0}")]
    Crash(String),
    /// It said nothing of use for this long.
    #[error("no answer to {asked} within {} ms", patience.as_millis())]
    Stall {
        /// What it was asked.
        asked: &'static str,
        /// How long it was waited for.
        patience: Duration,
    },
    /// It said something else than it should have.
    #[error("{0}")]
    Violation(String),
    /// It cannot be asked.
    #[error(transparent)]
    Unsayable(#[from] Unsayable),
}

/// What an engine answers when it is asked for a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The move as written, or none if it resigns.
    pub mv: Option<String>,
    /// What it thinks of it.
    pub thought: Thought,
    /// How long it took, from the question to the answer.
    pub elapsed: Duration,
}

/// An engine ready to talk.
pub struct Player<L> {
    link: L,
    speech: Box<dyn Speech>,
    patience: Duration,
    name: Option<String>,
}

impl<L: Link> Player<L> {
    /// Greets the engine at the other end, which has this long to answer that
    /// and anything else but a move.
    pub fn greet(link: L, dialect: Dialect, patience: Duration) -> Result<Player<L>, Fault> {
        let mut player = Player {
            link,
            speech: dialect.speech(),
            patience,
            name: None,
        };
        let hello = player.speech.hello();
        player.request("its greeting", &hello, is_ready)?;
        if let Some(question) = player.speech.ask_name() {
            let is_name = |heard: &Heard| matches!(heard, Heard::Name(_));
            player.request("its name", &question, is_name)?;
        }
        Ok(player)
    }

    /// The name the engine gave itself.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The other end.
    pub fn link_mut(&mut self) -> &mut L {
        &mut self.link
    }

    /// Sets an option.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let text = self.speech.set_option(name, value)?;
        self.send(&text)
    }

    /// Begins a game.
    pub fn new_game(&mut self, start: &Start, limits: &Limits) -> Result<(), Fault> {
        let text = self.speech.new_game(start, limits)?;
        self.request("a new game", &text, is_ready)
    }

    /// Asks for a move and waits for it, so long at most.
    pub fn think(&mut self, turn: &Turn, wait: Duration) -> Result<Answer, Fault> {
        self.hear_idle_talk()?;
        let text = self.speech.go(turn);
        let asked = Instant::now();
        self.send(&text)?;
        let mut thought = Thought::default();
        let heard = self.listen("a move", wait, |heard| match heard {
            Heard::Thought(news) => {
                thought = news.or(thought);
                None
            }
            Heard::Move(mv, last) => Some((Some(mv), last)),
            Heard::Resigns => Some((None, Thought::default())),
            _ => None,
        })?;
        let elapsed = asked.elapsed();
        let (mv, last) = heard;
        Ok(Answer {
            mv,
            thought: last.or(thought),
            elapsed,
        })
    }

    /// Says goodbye.
    pub fn quit(&mut self) {
        let text = self.speech.quit();
        // Whoever does not hear it is made to end anyway.
        let _ = self.link.send(&text);
    }

    /// What was said since the last answer means nothing, unless it is a move.
    fn hear_idle_talk(&mut self) -> Result<(), Fault> {
        let mut heard = 0;
        while heard < LONGEST_ANSWER {
            let Ok(line) = self.link.receive(Instant::now()) else {
                break;
            };
            heard += line.len() + 1;
            if let Heard::Move(mv, _) = self.speech.hear(&line) {
                return Err(Fault::Violation(format!("it plays {mv} unasked")));
            }
        }
        Ok(())
    }

    fn send(&mut self, text: &str) -> Result<(), Fault> {
        self.link.send(text).map_err(|lost| match lost {
            Lost::Closed(how) => Fault::Crash(how),
            Lost::Silent => Fault::Violation("it does not read its input".into()),
        })
    }

    /// Asks something and waits until it is answered.
    fn request(
        &mut self,
        asked: &'static str,
        text: &str,
        is_answer: impl Fn(&Heard) -> bool,
    ) -> Result<(), Fault> {
        self.send(text)?;
        let mut name = self.name.take();
        let answered = self.listen(asked, self.patience, |heard| {
            let answers = is_answer(&heard);
            if let Heard::Name(text) = heard {
                name = Some(text);
            }
            answers.then_some(())
        });
        self.name = name;
        answered
    }

    /// Listens until something heard is an answer.
    fn listen<T>(
        &mut self,
        asked: &'static str,
        patience: Duration,
        mut answer: impl FnMut(Heard) -> Option<T>,
    ) -> Result<T, Fault> {
        let deadline = Instant::now() + patience;
        let mut heard = 0;
        loop {
            let line = self.link.receive(deadline).map_err(|lost| match lost {
                Lost::Silent => Fault::Stall { asked, patience },
                Lost::Closed(how) => Fault::Crash(how),
            })?;
            heard += line.len() + 1;
            match self.speech.hear(&line) {
                Heard::Refused(why) => {
                    return Err(Fault::Violation(format!("it refused {asked}: {why}")));
                }
                other => {
                    if let Some(answer) = answer(other) {
                        return Ok(answer);
                    }
                }
            }
            if heard > LONGEST_ANSWER {
                let flood = format!("more than {LONGEST_ANSWER} bytes in place of {asked}");
                return Err(Fault::Violation(flood));
            }
            if Instant::now() > deadline {
                return Err(Fault::Stall { asked, patience });
            }
        }
    }
}

fn is_ready(heard: &Heard) -> bool {
    *heard == Heard::Ready
}
