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
use super::other::Other;
use super::phrase::Phrase;
use super::player::{DEFAULT_LEVEL, Kind};
use super::said::said;
use super::terminal::{Answer, Terminal};
use super::variant::Variant;
use super::words::{self, Misunderstood, Request, short, visible};
use super::worth::{score, sequence, worth};
use crate::catalog::CannotBegin;
use crate::engine::Settings;
use crate::othello::{Position, Size};

/// How a game is set up.
#[derive(Clone, Debug)]
pub struct Options {
    /// The kind of game.
    pub variant: Variant,
    /// The position that Othello begins with; if there is none, the kind of
    /// game says so, or asks.
    pub start: Option<Position>,
    /// How any other game is set up, in pairs such as `size 12x8`.
    pub settings: Vec<(String, String)>,
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
            settings: Vec::new(),
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

/// Plays until nobody wants to any more. An error means that the game cannot
/// be set up so, that the first file could not be loaded, or that nobody reads
/// what is said.
pub fn play(options: Options, terminal: &mut Terminal) -> io::Result<()> {
    let language = options.language;
    let conversation = Conversation::new(options, terminal);
    let mut conversation =
        conversation.map_err(|error| io::Error::other(said(&error.to_string(), language)))?;
    conversation.greet()?;
    let begun = conversation.begin()?;
    let held = conversation.hold(if begun { Next::Play } else { Next::Choose });
    if held.is_err() {
        // The terminal has gone away in the middle of a game.
        conversation.terminal.put_away();
    }
    held
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
    /// The file this game was saved to, which it may replace.
    pub(super) saved_to: Option<PathBuf>,
    /// The game as it was last saved or loaded.
    pub(super) kept: Option<String>,
    options: Options,
    /// Who has each seat.
    players: Vec<Kind>,
    /// The programs that play, where some do.
    guests: Vec<Option<Guest>>,
    pub(super) view: View,
    level: u32,
    chance: StdRng,
    /// Whether the computers wait for a person to let them go on.
    paused: bool,
}

impl<'a> Conversation<'a> {
    fn new(options: Options, terminal: &'a mut Terminal) -> Result<Conversation<'a>, CannotBegin> {
        let variant = options.variant;
        let contest = match variant.in_catalog() {
            Some(name) => other(variant, name, options.settings.clone(), &options)?,
            None => {
                let start = options.start.unwrap_or_else(|| variant.start(Size::Eight));
                othello(variant, start, &options)
            }
        };
        let mut conversation = Conversation {
            terminal,
            language: options.language,
            variant,
            contest,
            file: None,
            saved_to: None,
            kept: None,
            players: Vec::new(),
            guests: Vec::new(),
            view: variant.view(options.ascii, options.colored),
            level: options.level,
            chance: options.seed.map_or_else(make_rng, StdRng::seed_from_u64),
            paused: false,
            options,
        };
        conversation.seat_all();
        Ok(conversation)
    }

    /// Plays and chooses until nobody wants to any more.
    fn hold(&mut self, mut next: Next) -> io::Result<()> {
        loop {
            next = match next {
                Next::Play => self.game()?,
                Next::Choose => self.choose()?,
                Next::Leave => return Ok(()),
            }
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
        let is_set_up = self.options.start.is_some() || !self.options.settings.is_empty();
        Ok(is_set_up || !self.variant.has_menu())
    }

    /// The menu: a new game, one from a file, or none.
    fn choose(&mut self) -> io::Result<Next> {
        self.say(Phrase::Menu, &[])?;
        loop {
            let Some(answer) = self.question(Phrase::Choose, &[])? else {
                return Ok(Next::Leave);
            };
            match answer.trim() {
                "1" if self.variant == Variant::Dominoes => return self.choose_players(),
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
                    let start = self.variant.start(size);
                    self.set_up(self.variant, othello(self.variant, start, &self.options));
                    return Ok(Next::Play);
                }
                None => self.say(Phrase::ExpectedSize, &[&short(&answer)])?,
            }
        }
    }

    fn choose_players(&mut self) -> io::Result<Next> {
        loop {
            let Some(answer) = self.question(Phrase::ChoosePlayers, &[])? else {
                return Ok(Next::Leave);
            };
            match self.another(self.variant, &[answer.trim()]) {
                Ok(contest) => {
                    self.set_up(self.variant, contest);
                    return Ok(Next::Play);
                }
                Err(_) => self.say(Phrase::ExpectedPlayers, &[&short(&answer)])?,
            }
        }
    }

    /// A new game as the words after its name ask for it, or what is wrong
    /// with them.
    fn another(&self, variant: Variant, words: &[&str]) -> Result<Box<dyn Contest>, String> {
        if let Some(name) = variant.in_catalog() {
            let begun = other(variant, name, variant.settings(words), &self.options);
            return begun.map_err(|error| said(&error.to_string(), self.language));
        }
        let side = match words {
            [] => Some(8),
            [width] => width.parse().ok(),
            [width, height, ..] if width == height => width.parse().ok(),
            _ => None,
        };
        match side.and_then(Size::from_side) {
            Some(size) => Ok(othello(variant, variant.start(size), &self.options)),
            None => Err(self.language.say(Phrase::ExpectedSize, &[&words.join(" ")])),
        }
    }

    /// Puts another game on the table.
    fn set_up(&mut self, variant: Variant, contest: Box<dyn Contest>) {
        self.variant = variant;
        self.contest = contest;
        self.view = View {
            flipped: self.view.flipped,
            ..variant.view(self.options.ascii, self.options.colored)
        };
        self.file = None;
        self.saved_to = None;
        self.kept = None;
        self.seat_all();
    }

    /// Gives every seat to somebody. Whoever sits there stays, unless there are
    /// more seats or fewer than before.
    pub(super) fn seat_all(&mut self) {
        let seats = self.contest.seats();
        if self.players.len() == seats {
            return;
        }
        self.players = self.variant.players(seats, self.contest.turn());
        self.guests = (0..seats).map(|_| None).collect();
        if self.contest.color(0).is_some() {
            let named = self.options.players.clone();
            let others = named.iter().flatten().any(|kind| *kind != Kind::Human);
            for (player, named) in self.players.iter_mut().zip(named) {
                match named {
                    Some(named) => *player = named,
                    // Whoever names one opponent wants to play.
                    None if others => *player = Kind::Human,
                    None => {}
                }
            }
        }
    }

    /// One game, from the position on the table to its end or until someone
    /// leaves it.
    fn game(&mut self) -> io::Result<Next> {
        self.introduce()?;
        self.show()?;
        loop {
            if let Step::End(next) = self.turn()? {
                return Ok(next);
            }
        }
    }

    fn turn(&mut self) -> io::Result<Step> {
        self.terminal.remember(self.unsaved());
        if self.terminal.is_interrupted() && !self.has_people() {
            self.paused = true;
            self.say(Phrase::Paused, &[])?;
        }
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
            Variant::Reversi | Variant::Other(_) => self.ask(),
            Variant::Tablero => Ok(Step::End(Next::Choose)),
            Variant::Dominoes => self.another_round(),
            Variant::Rothelo => match self.confirm(Phrase::AnotherGame, &[])? {
                Some(true) => self.obey(Request::Restart),
                Some(false) | None => Ok(Step::End(Next::Leave)),
            },
        }
    }

    fn another_round(&mut self) -> io::Result<Step> {
        if self.confirm(Phrase::AnotherRound, &[])? != Some(true) {
            return Ok(Step::End(Next::Leave));
        }
        match self.contest.play(Variant::NEXT, self.language) {
            Ok(()) => self.show()?,
            Err(reason) => self.terminal.say(&reason)?,
        }
        Ok(Step::GoOn)
    }

    /// Asks a person what to do, and does it.
    fn ask(&mut self) -> io::Result<Step> {
        let prompt = self.prompt();
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
            Variant::Dominoes => self.language.say(Phrase::TileMenu, &[&side]),
            Variant::Reversi | Variant::Rothelo | Variant::Other(_) => format!("{side}> "),
        }
    }

    fn obey(&mut self, request: Request) -> io::Result<Step> {
        match request {
            Request::Move(text) if text.is_empty() => self.ask_move()?,
            Request::Move(text) => drop(self.play(&text)?),
            Request::MoveAt(end) => self.ask_tile(end)?,
            Request::Undo => self.go_back()?,
            Request::Redo => self.go_forward()?,
            Request::Restart if !self.may_give_up()? => {}
            Request::Restart => {
                self.contest.restart();
                self.saved_to = None;
                self.kept = None;
                self.show()?;
            }
            Request::Game(words) => self.change_game(&words)?,
            Request::Player(side, kind) => self.change_player(&side, kind)?,
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

    /// Makes a move and says whether it was one.
    fn play(&mut self, text: &str) -> io::Result<bool> {
        match self.contest.play(text, self.language) {
            Ok(()) => {
                self.tell_last(None)?;
                self.show()?;
                Ok(true)
            }
            Err(reason) => {
                self.terminal.say(&reason)?;
                Ok(false)
            }
        }
    }

    /// Asks which move is meant, and makes it.
    fn ask_move(&mut self) -> io::Result<()> {
        if self.contest.outcome().is_some() {
            return self.say(Phrase::IsOver, &[]);
        }
        let example = self.contest.moves().first().cloned().unwrap_or_default();
        match self.question(Phrase::WhichMove, &[&example])? {
            Some(text) => self.play(&text).map(drop),
            None => Ok(()),
        }
    }

    /// Asks which of the moves that end like this is meant, until one is made
    /// or none is wanted.
    fn ask_tile(&mut self, end: &str) -> io::Result<()> {
        let moves = self.contest.moves();
        let tiles: Vec<&str> = moves.iter().filter_map(|mv| mv.strip_suffix(end)).collect();
        if tiles.is_empty() {
            return self.say(Phrase::NothingFits, &[]);
        }
        let numbered = tiles.iter().zip(1..);
        let numbered = numbered.map(|(tile, number)| format!("{number}: {tile}"));
        let choice = numbered.collect::<Vec<_>>().join(", ");
        while let Some(answer) = self.question(Phrase::WhichTile, &[&choice])? {
            let answer = answer.trim();
            let number = answer.parse::<usize>().ok();
            let tile = number.and_then(|number| tiles.get(number.checked_sub(1)?));
            if answer.is_empty() || self.play(&format!("{}{end}", tile.unwrap_or(&answer)))? {
                break;
            }
        }
        Ok(())
    }

    /// Takes moves back until it is a person's turn to choose.
    fn go_back(&mut self) -> io::Result<()> {
        let length = self.contest.length();
        while self.contest.undo() {
            if self.is_choice() {
                // Computers would make the same move again at once.
                self.paused = !self.has_people();
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
        self.paused = !self.has_people();
        self.tell_last(None)?;
        self.show()
    }

    /// Whether a person chooses now: computers alone are people here.
    fn is_choice(&self) -> bool {
        let person = *self.player(self.contest.turn()) == Kind::Human;
        (person || !self.has_people()) && !self.contest.moves().is_empty()
    }

    fn has_people(&self) -> bool {
        self.players.contains(&Kind::Human)
    }

    fn change_game(&mut self, words: &[String]) -> io::Result<()> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (name, about) = words.split_first().unwrap_or((&"", &[]));
        let Some(variant) = Variant::named(name) else {
            let names = Variant::names().join(", ");
            return self.say(Phrase::ExpectedGame, &[&short(name), &names]);
        };
        match self.another(variant, about) {
            Ok(contest) => {
                if self.may_give_up()? {
                    self.set_up(variant, contest);
                    self.show()?;
                }
                Ok(())
            }
            Err(reason) => self.terminal.say(&reason),
        }
    }

    fn change_player(&mut self, side: &str, kind: Kind) -> io::Result<()> {
        let Some(seat) = self.seat_named(side) else {
            let expected = self.language.text(Phrase::ExpectedSide);
            return self.say(Phrase::Misunderstood, &[&short(side), &expected]);
        };
        self.seat(seat, kind);
        self.paused = false;
        self.terminal.say(&self.seated(seat))
    }

    /// Who has a seat.
    pub(super) fn seated(&self, seat: usize) -> String {
        let name = match self.player(seat) {
            Kind::Human => self.language.text(Phrase::Human).to_owned(),
            Kind::Random => self.language.text(Phrase::Random).to_owned(),
            Kind::Engine(level) => {
                let level = level.unwrap_or(self.level);
                self.language.say(Phrase::Engine, &[&level])
            }
            Kind::Command(command) => visible(command),
        };
        format!("{}: {name}", self.side(seat))
    }

    /// The seat that a word names: its colour, or its number where there are
    /// no colours.
    fn seat_named(&self, word: &str) -> Option<usize> {
        let mut seats = 0..self.contest.seats();
        match self.contest.color(0) {
            Some(_) => {
                let color = words::color(word)?;
                seats.find(|seat| self.contest.color(*seat) == Some(color))
            }
            None => words::seat(word).filter(|seat| seats.contains(seat)),
        }
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
                self.dismiss(&reason)?;
            }
        }
        Ok(Step::GoOn)
    }

    /// Lets a person play on for whoever is to move, for this reason.
    fn dismiss(&mut self, reason: &str) -> io::Result<()> {
        let side = self.contest.turn();
        self.seat(side, Kind::Human);
        let reason = visible(reason.trim_end_matches('.'));
        self.say(Phrase::GuestLeft, &[&self.side(side), &reason])
    }

    /// The choice of another program. If it has none, a person plays on.
    fn ask_guest(&mut self, command: &str) -> io::Result<Option<String>> {
        let side = self.contest.turn();
        let stop = self.terminal.begin_thinking();
        self.terminal
            .pass_by(self.language.text(Phrase::Thinking))?;
        let answer = match self.contest.history() {
            Some(history) => {
                let guest = self.guests[side].get_or_insert_with(|| Guest::invite(command));
                guest.ask(history, &stop)
            }
            None => Err(self.language.text(Phrase::GuestsPlayOthello).to_owned()),
        };
        self.terminal.end_thinking()?;
        match answer {
            Ok(choice) => Ok(Some(choice)),
            Err(reason) => {
                self.dismiss(&said(&reason, self.language))?;
                Ok(None)
            }
        }
    }

    /// Gives a side to a player, and the one before leave to go.
    fn seat(&mut self, seat: usize, kind: Kind) {
        self.players[seat] = kind;
        self.guests[seat] = None;
    }

    /// Thinks aloud, until done or interrupted.
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
            let Some(worth) = worth(thought, language) else {
                return;
            };
            let line = sequence(&thought.line);
            // A screen that has gone away is found out by the next line.
            let _ = terminal.pass_by(&format!("{worth}: {line}"));
        };
        let thoughts = self.contest.think(&order, &mut aloud);
        self.terminal.end_thinking()?;
        Ok(thoughts)
    }

    fn hint(&mut self, count: usize) -> io::Result<()> {
        if self.contest.outcome().is_some() {
            return self.say(Phrase::IsOver, &[]);
        }
        for thought in self.think(self.level, count, false)? {
            let Some((best, then)) = thought.line.split_first() else {
                continue;
            };
            let worth = worth(&thought, self.language);
            let mut told = worth.map_or(best.clone(), |worth| format!("{best}: {worth}"));
            if !then.is_empty() {
                told += &self.language.say(Phrase::Then, &[&sequence(then)]);
            }
            self.terminal.say(&told)?;
        }
        Ok(())
    }

    fn evaluate(&mut self) -> io::Result<()> {
        if self.contest.outcome().is_some() {
            return self.say(Phrase::IsOver, &[]);
        }
        let side = self.side(self.contest.turn());
        match score(self.contest.evaluate(), self.language) {
            Some(score) => self.say(Phrase::LooksWorth, &[&side, &score]),
            None => self.say(Phrase::NotWorth, &[]),
        }
    }

    fn player(&self, seat: usize) -> &Kind {
        &self.players[seat]
    }

    /// What a side is called, with what its discs look like if it has any.
    pub(super) fn side(&self, seat: usize) -> String {
        match self.contest.color(seat) {
            Some(color) => {
                let name = self.language.text(self.variant.side(color));
                format!("{name} {}", self.view.disc(color))
            }
            None => self.language.say(Phrase::PlayerNumber, &[&(seat + 1)]),
        }
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

fn othello(variant: Variant, start: Position, options: &Options) -> Box<dyn Contest> {
    let settings = Settings {
        threads: options.threads,
        // Without a seed of its own the engine errs alike in every game.
        seed: Some(options.seed.unwrap_or_else(rand::random)),
        ..Settings::default()
    };
    Box::new(Othello::new(variant, start, settings))
}

/// A game of the catalog. One that chance begins has the seed asked for.
fn other(
    variant: Variant,
    name: &'static str,
    mut settings: Vec<(String, String)>,
    options: &Options,
) -> Result<Box<dyn Contest>, CannotBegin> {
    const SEED: &str = "seed";
    let unseeded = !settings.iter().any(|(key, _)| key == SEED);
    if let Some(seed) = options.seed
        && variant.is_dealt()
        && unseeded
    {
        settings.push((SEED.to_owned(), seed.to_string()));
    }
    Ok(Box::new(Other::begin(name, settings)?))
}
