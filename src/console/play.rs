//! The conversation: whose turn it is, what they say, what comes of it.

use std::io;
use std::path::PathBuf;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{SeedableRng, make_rng};

use super::contest::{Contest, Order, Thought};
use super::draw::View;
use super::guest::Guest;
use super::language::Language;
use super::othello::Othello;
use super::phrase::Phrase;
use super::player::{DEFAULT_LEVEL, Kind};
use super::terminal::{Answer, Terminal};
use super::variant::Variant;
use super::words::{self, Misunderstood, Request, short};
use super::worth::{discs, worth};
use crate::engine::Settings;
use crate::game::Color;
use crate::othello::{Position, Size};

/// How a game is set up.
#[derive(Clone, Debug)]
pub struct Options {
    /// The kind of game.
    pub variant: Variant,
    /// The position it begins with; if there is none, the kind of game says
    /// so, or asks.
    pub start: Option<Position>,
    /// Who plays black and white; if nobody is named, the kind of game says.
    pub players: [Option<Kind>; 2],
    /// The language spoken.
    pub language: Language,
    /// How strong the computer plays.
    pub level: u32,
    /// A game to go on with.
    pub load: Option<PathBuf>,
    /// Whether discs are letters even where the terminal has better.
    pub ascii: bool,
    /// Whether the terminal understands colours.
    pub colored: bool,
    /// Where chance begins; none for another beginning every time.
    pub seed: Option<u64>,
    /// How many threads the computer thinks with.
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            variant: Variant::default(),
            start: None,
            players: [None, None],
            language: Language::default(),
            level: DEFAULT_LEVEL,
            load: None,
            ascii: true,
            colored: false,
            seed: None,
            threads: 1,
        }
    }
}

/// Plays until nobody wants to any more. An error means that the first file
/// could not be loaded, or that nobody reads what is said.
pub fn play(options: Options, terminal: &mut Terminal) -> io::Result<()> {
    let mut conversation = Conversation::new(options, terminal);
    conversation.greet()?;
    let begun = conversation.begin()?;
    let mut next = if begun { Next::Play } else { Next::Choose };
    loop {
        next = match next {
            Next::Play => conversation.game()?,
            Next::Choose => conversation.choose()?,
            Next::Leave => return Ok(()),
        }
    }
}

/// What comes after a game, or after the choice of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Play,
    Choose,
    Leave,
}

/// What comes after one turn, or one answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    GoOn,
    End(Next),
}

pub(super) struct Conversation<'a> {
    pub(super) terminal: &'a mut Terminal,
    pub(super) language: Language,
    pub(super) variant: Variant,
    pub(super) contest: Box<dyn Contest>,
    /// The file this game was saved to or loaded from.
    pub(super) file: Option<PathBuf>,
    /// The game as it was last saved or loaded.
    pub(super) kept: Option<String>,
    options: Options,
    players: [Kind; 2],
    /// The programs that play, where some do.
    guests: [Option<Guest>; 2],
    pub(super) view: View,
    level: u32,
    chance: StdRng,
    /// Whether the computers wait for a person to let them go on.
    paused: bool,
}

impl<'a> Conversation<'a> {
    fn new(options: Options, terminal: &'a mut Terminal) -> Conversation<'a> {
        let variant = options.variant;
        let mut players = variant.players();
        for (player, named) in players.iter_mut().zip(&options.players) {
            if let Some(named) = named {
                player.clone_from(named);
            }
        }
        let start = options.start.unwrap_or_else(|| variant.start(Size::Eight));
        Conversation {
            terminal,
            language: options.language,
            variant,
            contest: contest(variant, start, &options),
            file: None,
            kept: None,
            players,
            guests: [None, None],
            view: variant.view(options.ascii, options.colored),
            level: options.level,
            chance: options.seed.map_or_else(make_rng, StdRng::seed_from_u64),
            paused: false,
            options,
        }
    }

    /// Says who we are and how to ask for more.
    fn greet(&mut self) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        self.say(Phrase::Greeting, &[&version])
    }

    /// Whether a game can begin without asking which.
    fn begin(&mut self) -> io::Result<bool> {
        if let Some(file) = self.options.load.take() {
            let loaded = self.read_file(&file);
            loaded.map_err(io::Error::other)?;
            return Ok(true);
        }
        Ok(self.variant != Variant::Tablero || self.options.start.is_some())
    }

    /// The menu: a new game, one from a file, or none.
    fn choose(&mut self) -> io::Result<Next> {
        self.say(Phrase::Menu, &[])?;
        loop {
            let Some(answer) = self.question(Phrase::Choose, &[])? else {
                return Ok(Next::Leave);
            };
            match answer.trim() {
                "1" => return self.choose_size(),
                "2" => match self.load(None)? {
                    true => return Ok(Next::Play),
                    false => self.say(Phrase::Menu, &[])?,
                },
                "3" => return Ok(Next::Leave),
                _ => self.say(Phrase::ExpectedChoice, &[&short(&answer)])?,
            }
        }
    }

    fn choose_size(&mut self) -> io::Result<Next> {
        loop {
            let Some(answer) = self.question(Phrase::ChooseSize, &[])? else {
                return Ok(Next::Leave);
            };
            let side = answer.trim().parse().ok();
            match side.and_then(Size::from_side) {
                Some(size) => {
                    self.set_up(self.variant, self.variant.start(size));
                    return Ok(Next::Play);
                }
                None => self.say(Phrase::ExpectedSize, &[&short(&answer)])?,
            }
        }
    }

    /// Puts another game on the table.
    fn set_up(&mut self, variant: Variant, start: Position) {
        self.variant = variant;
        self.contest = contest(variant, start, &self.options);
        self.view = View {
            flipped: self.view.flipped,
            ..variant.view(self.options.ascii, self.options.colored)
        };
        self.file = None;
        self.kept = None;
    }

    /// One game, from the position on the table to its end or until someone
    /// leaves it.
    fn game(&mut self) -> io::Result<Next> {
        self.show()?;
        loop {
            if let Step::End(next) = self.turn()? {
                return Ok(next);
            }
        }
    }

    fn turn(&mut self) -> io::Result<Step> {
        if self.contest.outcome().is_some() {
            return self.over();
        }
        if self.contest.pass() {
            self.tell_last(None)?;
            self.show()?;
            return Ok(Step::GoOn);
        }
        match self.player(self.contest.turn()) {
            Kind::Human => self.ask(),
            _ if self.paused => self.ask(),
            kind => self.let_play(&kind.clone()),
        }
    }

    /// What happens when a game has ended.
    fn over(&mut self) -> io::Result<Step> {
        match self.variant {
            Variant::Reversi => self.ask(),
            Variant::Tablero => Ok(Step::End(Next::Choose)),
            Variant::Rothelo => match self.confirm(Phrase::AnotherGame, &[])? {
                Some(true) => self.obey(Request::Restart),
                Some(false) | None => Ok(Step::End(Next::Leave)),
            },
        }
    }

    /// Asks a person what to do, and does it.
    fn ask(&mut self) -> io::Result<Step> {
        let prompt = self.prompt();
        self.terminal.remember(self.unsaved());
        let line = match self.terminal.ask(&prompt)? {
            Answer::Line(line) => line,
            Answer::Interrupted => {
                self.say(Phrase::HowToLeave, &[])?;
                return Ok(Step::GoOn);
            }
            Answer::End => return self.leave_at_end(),
        };
        if line.trim().is_empty() {
            if !std::mem::take(&mut self.paused) {
                self.say(Phrase::NothingTyped, &[])?;
            }
            return Ok(Step::GoOn);
        }
        let key = self.variant.key(&line);
        match key.map_or_else(|| words::read(&line), Ok) {
            Ok(request) => self.obey(request),
            Err(Misunderstood { came, expected }) => {
                let expected = self.language.text(expected);
                self.say(Phrase::Misunderstood, &[&came, &expected])?;
                Ok(Step::GoOn)
            }
        }
    }

    fn prompt(&self) -> String {
        if self.contest.outcome().is_some() {
            return self.language.text(Phrase::OverPrompt).to_owned();
        }
        let side = self.side(self.contest.turn());
        match self.variant {
            Variant::Tablero => self.language.say(Phrase::RowAndColumn, &[&side]),
            Variant::Reversi | Variant::Rothelo => format!("{side}> "),
        }
    }

    fn obey(&mut self, request: Request) -> io::Result<Step> {
        match request {
            Request::Move(text) => self.play(&text)?,
            Request::Undo => self.go_back()?,
            Request::Redo => self.go_forward()?,
            Request::Restart => {
                self.contest.restart();
                self.kept = None;
                self.show()?;
            }
            Request::Game(words) => self.change_game(&words)?,
            Request::Player(side, kind) => self.change_player(side, kind)?,
            Request::Go => return self.play_for_person(),
            Request::Hint(count) => self.hint(count)?,
            Request::Eval => self.evaluate()?,
            Request::Moves => {
                let moves = self.contest.moves().join(", ");
                self.say(Phrase::LegalMoves, &[&moves])?;
            }
            Request::Show => self.show()?,
            Request::Flip => {
                self.view.flipped = !self.view.flipped;
                self.show()?;
            }
            Request::Level(level) => self.set_level(level.unwrap_or(self.level))?,
            Request::Language(language) => {
                self.language = language;
                self.show()?;
            }
            Request::Save { file, format } => {
                self.save(file.as_deref(), format.as_deref())?;
            }
            Request::Load(file) => {
                if self.load(file.as_deref())? {
                    self.show()?;
                }
            }
            Request::End => return self.end(),
            Request::Help => self.help()?,
            Request::Quit => return self.leave(),
        }
        Ok(Step::GoOn)
    }

    fn play(&mut self, text: &str) -> io::Result<()> {
        match self.contest.play(text, self.language) {
            Ok(()) => {
                self.tell_last(None)?;
                self.show()
            }
            Err(reason) => self.terminal.say(&reason),
        }
    }

    /// Takes moves back until it is a person's turn to choose.
    fn go_back(&mut self) -> io::Result<()> {
        let length = self.contest.length();
        while self.contest.undo() {
            if self.is_choice() {
                return self.show();
            }
        }
        while self.contest.length() < length && self.contest.redo() {}
        self.say(Phrase::NothingToUndo, &[])
    }

    /// Makes moves again until it is a person's turn to choose, or all are
    /// made.
    fn go_forward(&mut self) -> io::Result<()> {
        if !self.contest.redo() {
            return self.say(Phrase::NothingToRedo, &[]);
        }
        while !self.is_choice() && self.contest.redo() {}
        self.tell_last(None)?;
        self.show()
    }

    /// Whether a person chooses now: computers alone are people here.
    fn is_choice(&self) -> bool {
        let nobody = !self.players.contains(&Kind::Human);
        let person = *self.player(self.contest.turn()) == Kind::Human;
        (nobody || person) && !self.contest.moves().is_empty()
    }

    fn change_game(&mut self, words: &[String]) -> io::Result<()> {
        let (name, sizes) = match words {
            [] => ("", &[][..]),
            [name, sizes @ ..] => (name.as_str(), sizes),
        };
        let Some(variant) = Variant::named(name) else {
            let names: Vec<&str> = Variant::names().collect();
            return self.say(Phrase::ExpectedGame, &[&short(name), &names.join(", ")]);
        };
        let side = match sizes {
            [] => Some(8),
            [width] => width.parse().ok(),
            [width, height, ..] if width == height => width.parse().ok(),
            _ => None,
        };
        match side.and_then(Size::from_side) {
            Some(size) => {
                self.set_up(variant, variant.start(size));
                self.show()
            }
            None => self.say(Phrase::ExpectedSize, &[&sizes.join(" ")]),
        }
    }

    fn change_player(&mut self, side: Color, kind: Kind) -> io::Result<()> {
        let name = match &kind {
            Kind::Human => self.language.text(Phrase::Human).to_owned(),
            Kind::Random => self.language.text(Phrase::Random).to_owned(),
            Kind::Engine(level) => {
                let level = level.unwrap_or(self.level);
                self.language.say(Phrase::Engine, &[&level])
            }
            Kind::Command(command) => command.clone(),
        };
        self.seat(side, kind);
        self.paused = false;
        self.terminal.say(&format!("{}: {name}", self.side(side)))
    }

    fn set_level(&mut self, level: u32) -> io::Result<()> {
        self.level = level;
        self.say(Phrase::LevelIs, &[&level])
    }

    fn play_for_person(&mut self) -> io::Result<Step> {
        if self.contest.outcome().is_some() {
            self.say(Phrase::IsOver, &[])?;
            return Ok(Step::GoOn);
        }
        self.let_play(&Kind::Engine(None))
    }

    /// Lets a player other than a person make a move.
    fn let_play(&mut self, kind: &Kind) -> io::Result<Step> {
        let (choice, thought) = match kind {
            Kind::Engine(level) => {
                let thoughts = self.think(level.unwrap_or(self.level), 1, true)?;
                let best = thoughts.into_iter().next();
                (
                    best.as_ref().and_then(|best| best.line.first().cloned()),
                    best,
                )
            }
            Kind::Command(command) => match self.ask_guest(command)? {
                Some(choice) => (Some(choice), None),
                None => return Ok(Step::GoOn),
            },
            Kind::Random | Kind::Human => (None, None),
        };
        // Whoever has no opinion leaves it to chance.
        let choice = choice.or_else(|| self.contest.moves().choose(&mut self.chance).cloned());
        let choice = choice.unwrap_or_default();
        match self.contest.play(&choice, self.language) {
            Ok(()) => {
                self.tell_last(thought.as_ref())?;
                self.show()?;
            }
            Err(reason) => {
                // Whoever plays against the rules does not play on.
                let side = self.contest.turn();
                self.seat(side, Kind::Human);
                self.say(Phrase::GuestLeft, &[&self.side(side), &reason])?;
            }
        }
        Ok(Step::GoOn)
    }

    /// The choice of another program. If it has none, a person plays on.
    fn ask_guest(&mut self, command: &str) -> io::Result<Option<String>> {
        let side = self.contest.turn();
        let stop = self.terminal.begin_thinking();
        self.terminal
            .pass_by(self.language.text(Phrase::Thinking))?;
        let guest = self.guests[side as usize].get_or_insert_with(|| Guest::invite(command));
        let answer = match self.contest.history() {
            Some(history) => guest.ask(history, &stop),
            None => Err(command.to_owned()),
        };
        self.terminal.end_thinking()?;
        match answer {
            Ok(choice) => Ok(Some(choice)),
            Err(reason) => {
                self.seat(side, Kind::Human);
                self.say(Phrase::GuestLeft, &[&self.side(side), &reason])?;
                Ok(None)
            }
        }
    }

    /// Gives a side to a player, and the one before leave to go.
    fn seat(&mut self, side: Color, kind: Kind) {
        self.players[side as usize] = kind;
        self.guests[side as usize] = None;
    }

    /// Thinks aloud, until done or interrupted. Where no person plays, an
    /// interruption also makes the computers wait.
    fn think(&mut self, level: u32, lines: usize, varied: bool) -> io::Result<Vec<Thought>> {
        let order = Order {
            level,
            lines,
            varied,
            stop: self.terminal.begin_thinking(),
        };
        let (terminal, language) = (&mut *self.terminal, self.language);
        terminal.pass_by(language.text(Phrase::Thinking))?;
        let mut aloud = |thought: &Thought| {
            let worth = worth(thought, language);
            let line = thought.line.join(" ");
            let said = language.say(Phrase::ThinkingOf, &[&worth, &line]);
            // A screen that has gone away is found out by the next line.
            let _ = terminal.pass_by(&said);
        };
        let thoughts = self.contest.think(&order, &mut aloud);
        self.terminal.end_thinking()?;
        if order.stop.is_raised() && !self.players.contains(&Kind::Human) {
            self.paused = true;
            self.say(Phrase::Paused, &[])?;
        }
        Ok(thoughts)
    }

    fn hint(&mut self, count: usize) -> io::Result<()> {
        if self.contest.outcome().is_some() {
            return self.say(Phrase::IsOver, &[]);
        }
        for thought in self.think(self.level, count, false)? {
            let worth = worth(&thought, self.language);
            let line = thought.line.join(" ");
            self.terminal.say(&format!("{line}: {worth}"))?;
        }
        Ok(())
    }

    fn evaluate(&mut self) -> io::Result<()> {
        let side = self.side(self.contest.turn());
        let score = discs(self.contest.evaluate());
        self.say(Phrase::LooksWorth, &[&side, &score])
    }

    fn player(&self, side: Color) -> &Kind {
        &self.players[side as usize]
    }

    /// What a side is called, with what its discs look like.
    pub(super) fn side(&self, color: Color) -> String {
        let name = self.language.text(self.variant.side(color));
        format!("{name} {}", self.view.symbol(color))
    }

    pub(super) fn say(
        &mut self,
        phrase: Phrase,
        blanks: &[&dyn std::fmt::Display],
    ) -> io::Result<()> {
        self.terminal.say(&self.language.say(phrase, blanks))
    }

    /// The answer to a question, unless there is none to come.
    pub(super) fn question(
        &mut self,
        phrase: Phrase,
        blanks: &[&dyn std::fmt::Display],
    ) -> io::Result<Option<String>> {
        let prompt = self.language.say(phrase, blanks);
        Ok(match self.terminal.ask(&prompt)? {
            Answer::Line(line) => Some(line),
            Answer::Interrupted | Answer::End => None,
        })
    }

    /// Asks until the answer is yes or no, unless there is none to come.
    pub(super) fn confirm(
        &mut self,
        phrase: Phrase,
        blanks: &[&dyn std::fmt::Display],
    ) -> io::Result<Option<bool>> {
        while let Some(answer) = self.question(phrase, blanks)? {
            match words::yes_or_no(&answer) {
                Some(answer) => return Ok(Some(answer)),
                None => self.say(Phrase::YesOrNo, &[])?,
            }
        }
        Ok(None)
    }
}

fn contest(variant: Variant, start: Position, options: &Options) -> Box<dyn Contest> {
    let settings = Settings {
        threads: options.threads,
        // Without a seed of its own the engine errs alike in every game.
        seed: Some(options.seed.unwrap_or_else(rand::random)),
        ..Settings::default()
    };
    Box::new(Othello::new(variant, start, settings))
}
