//! GGF, the Generic Game Format of the game server GGS, which NBoard speaks
//! too: `(;GM[Othello]PB[black]PW[white]BO[8 <64> *]B[F5//1.2]W[D6];)`.
//!
//! A [`Game`] keeps its properties in their order and as they were written,
//! so that reading and writing gives the same text back, white space between
//! properties aside. Its moves are legal: they are played when it is read.
//! There is no way to write `]` inside a property.

mod clock;
mod value;

pub use clock::{Clock, TimeLeft};
pub use value::{Ending, Turn, Verdict};

use nom::Parser;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{char, multispace0, multispace1, one_of};
use nom::combinator::{consumed, map_opt, opt};
use nom::multi::count;
use nom::sequence::{delimited, preceded, terminated};
use std::time::Duration;

use super::scan::{self, Complaint, Step, expect};
use super::{Fault, ReadError};
use crate::game::Color;
use crate::othello::{History, IllegalMove, Move, Position};
use value::Value;

/// What a property is about.
///
/// The order is the one they are written in when a property is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tag {
    /// `GM`: always `Othello`.
    Game,
    /// `PC`: the place.
    Place,
    /// `DT`: the date, in whichever form.
    Date,
    /// `PB`: who has the black discs.
    Black,
    /// `PW`: who has the white discs.
    White,
    /// `RB`: black's rating.
    BlackRating,
    /// `RW`: white's rating.
    WhiteRating,
    /// `TI`: the clock of both sides.
    Clock,
    /// `TB`: black's clock.
    BlackClock,
    /// `TW`: white's clock.
    WhiteClock,
    /// `TY`: the kind of game, such as `8` or `s8r20`.
    Type,
    /// `RE`: the result.
    Result,
    /// `KB`: black's bid in a komi game.
    BlackKomi,
    /// `KW`: white's bid in a komi game.
    WhiteKomi,
    /// `KM`: the komi.
    Komi,
    /// `BO`: the position the game began with.
    Board,
    /// `CO`: a comment.
    Comment,
    /// `B`: a move of black's.
    BlackMove,
    /// `W`: a move of white's.
    WhiteMove,
}

impl Tag {
    /// Every tag.
    pub const ALL: [Tag; 19] = [
        Tag::Game,
        Tag::Place,
        Tag::Date,
        Tag::Black,
        Tag::White,
        Tag::BlackRating,
        Tag::WhiteRating,
        Tag::Clock,
        Tag::BlackClock,
        Tag::WhiteClock,
        Tag::Type,
        Tag::Result,
        Tag::BlackKomi,
        Tag::WhiteKomi,
        Tag::Komi,
        Tag::Board,
        Tag::Comment,
        Tag::BlackMove,
        Tag::WhiteMove,
    ];

    /// The tag as it is written.
    pub fn name(self) -> &'static str {
        match self {
            Tag::Game => "GM",
            Tag::Place => "PC",
            Tag::Date => "DT",
            Tag::Black => "PB",
            Tag::White => "PW",
            Tag::BlackRating => "RB",
            Tag::WhiteRating => "RW",
            Tag::Clock => "TI",
            Tag::BlackClock => "TB",
            Tag::WhiteClock => "TW",
            Tag::Type => "TY",
            Tag::Result => "RE",
            Tag::BlackKomi => "KB",
            Tag::WhiteKomi => "KW",
            Tag::Komi => "KM",
            Tag::Board => "BO",
            Tag::Comment => "CO",
            Tag::BlackMove => "B",
            Tag::WhiteMove => "W",
        }
    }

    fn from_name(name: &str) -> Option<Tag> {
        Tag::ALL.into_iter().find(|tag| tag.name() == name)
    }

    fn is_move(self) -> bool {
        matches!(self, Tag::BlackMove | Tag::WhiteMove)
    }

    fn may_repeat(self) -> bool {
        self.is_move() || self == Tag::Comment
    }
}

/// One property of a game, as it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    tag: Tag,
    text: String,
    value: Value,
}

impl Property {
    fn new(tag: Tag, text: &str) -> Result<Property, ReadError> {
        let value = scan::whole(text, |input| value::value(tag, input))?;
        let text = text.to_string();
        Ok(Property { tag, text, value })
    }

    /// What it is about.
    pub fn tag(&self) -> Tag {
        self.tag
    }

    /// What stands between the brackets.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// A game: its properties in order, and what they say.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    properties: Vec<Property>,
    history: History,
}

/// One line of a file: a game, or the games of a synchro pair.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Whether the number of games stands before them.
    pub numbered: bool,
    /// One game or two.
    pub games: Vec<Game>,
}

/// Reads one game, which may have the number 1 before it. If it has no `BO`,
/// it begins as games on 8x8 do.
///
/// ```
/// use outflank::othello::notation::ggf;
///
/// let text = "(;GM[Othello]PB[me]TI[5:00//2:00]\
///             BO[8 ---------------------------O*------*O--------------------------- *]\
///             B[F5/0.50/12.3]W[d6//4];)";
/// let game = ggf::read(text)?;
/// assert_eq!(game.history().moves().len(), 2);
/// assert_eq!(ggf::write(&game), text);
/// # Ok::<(), outflank::othello::notation::ReadError>(())
/// ```
pub fn read(text: &str) -> Result<Game, ReadError> {
    let number = opt(terminated(char('1'), multispace1));
    scan::whole(text, delimited((multispace0, number), game, multispace0))
}

/// Whether a text begins like a game, or like the line of a file of games.
pub fn is_likely(text: &str) -> bool {
    let number: &[char] = &['1', '2'];
    let unnumbered = text.trim_start().trim_start_matches(number);
    unnumbered.trim_start().starts_with("(;")
}

/// Reads a file of games, each of which may have the number of games on its
/// line before it.
pub fn read_file(text: &str) -> Result<Vec<Record>, ReadError> {
    scan::whole(text, records)
}

/// Writes one game, on one line unless a property holds a line end.
pub fn write(game: &Game) -> String {
    let property = |property: &Property| format!("{}[{}]", property.tag.name(), property.text);
    let properties: String = game.properties.iter().map(property).collect();
    format!("(;{properties};)")
}

/// Writes a file of games, one record to a line.
pub fn write_file(records: &[Record]) -> String {
    let mut text = String::new();
    for record in records {
        if record.numbered {
            text += &format!("{} ", record.games.len());
        }
        text.extend(record.games.iter().map(write));
        text.push('\n');
    }
    text
}

impl Game {
    /// A game that begins with this position and has no moves yet.
    pub fn new(start: &Position) -> Game {
        let property = |tag, text: String, value| Property { tag, text, value };
        Game {
            properties: vec![
                property(Tag::Game, "Othello".into(), Value::Text),
                property(Tag::Type, start.size().side().to_string(), Value::Text),
                property(Tag::Board, value::write_board(start), Value::Board(*start)),
            ],
            history: History::new(*start),
        }
    }

    /// The properties in order.
    pub fn properties(&self) -> &[Property] {
        &self.properties
    }

    /// The text of the first property with this tag.
    pub fn get(&self, tag: Tag) -> Option<&str> {
        self.find(tag).map(Property::text)
    }

    /// Sets or adds a property. The board and the moves are not set: the one
    /// is fixed when the game begins, the others are [played](Game::play).
    pub fn set(&mut self, tag: Tag, text: &str) -> Result<(), ReadError> {
        if tag == Tag::Board || tag.is_move() {
            let fault = Fault::unexpected("any tag but BO, B and W", tag.name());
            return Err(ReadError::new(text, 0, fault));
        }
        self.put(Property::new(tag, text)?);
        Ok(())
    }

    /// Makes a move and notes what the player thought of it, in discs, and
    /// how long it took.
    pub fn play(
        &mut self,
        mv: Move,
        eval: Option<f64>,
        time: Option<Duration>,
    ) -> Result<(), IllegalMove> {
        let color = self.history.current().turn();
        self.history.play(mv)?;
        self.note(Turn {
            color,
            mv,
            eval: eval.filter(|eval| eval.is_finite()),
            time,
        });
        Ok(())
    }

    /// The game as it was played, passes that were left out put back.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The moves as they were written.
    pub fn turns(&self) -> impl Iterator<Item = &Turn> {
        self.properties
            .iter()
            .filter_map(|property| match &property.value {
                Value::Turn(turn) => Some(turn),
                _ => None,
            })
    }

    /// The result, if the game states one.
    pub fn verdict(&self) -> Option<Verdict> {
        match self.find(Tag::Result)?.value {
            Value::Verdict(verdict) => Some(verdict),
            _ => None,
        }
    }

    /// The clock of a side at the start, if the game has one.
    pub fn clock(&self, color: Color) -> Option<Clock> {
        let own = match color {
            Color::Black => Tag::BlackClock,
            Color::White => Tag::WhiteClock,
        };
        match self.find(own).or_else(|| self.find(Tag::Clock))?.value {
            Value::Clock(clock) => Some(clock),
            _ => None,
        }
    }

    /// The time a side has left after its moves, if it has a clock. A move
    /// without a time took none.
    pub fn time_left(&self, color: Color) -> Option<TimeLeft> {
        let turns = self.turns().filter(|turn| turn.color == color);
        let spent = turns.map(|turn| turn.time.unwrap_or_default());
        self.clock(color)?.after(spent)
    }

    fn find(&self, tag: Tag) -> Option<&Property> {
        self.properties.iter().find(|property| property.tag == tag)
    }

    /// Replaces the property with this tag, or adds it where it belongs.
    fn put(&mut self, property: Property) {
        let tag = property.tag;
        match self.properties.iter_mut().find(|known| known.tag == tag) {
            Some(known) => *known = property,
            None => {
                let later = self.properties.iter().position(|known| known.tag > tag);
                let index = later.unwrap_or(self.properties.len());
                self.properties.insert(index, property);
            }
        }
    }

    /// Writes down a move that has been played.
    fn note(&mut self, turn: Turn) {
        let tag = match turn.color {
            Color::Black => Tag::BlackMove,
            Color::White => Tag::WhiteMove,
        };
        let text = turn.to_string();
        // What counts is what is written, and that is rounded.
        let value = scan::whole(&text, |input| value::value(tag, input));
        let value = value.unwrap_or(Value::Turn(turn));
        self.properties.push(Property { tag, text, value });
    }
}

impl From<&History> for Game {
    /// The moves made so far, and the result once the game is over.
    fn from(history: &History) -> Game {
        let mut game = Game::new(history.start());
        for (position, mv) in history.positions().zip(history.moves()) {
            game.note(Turn {
                color: position.turn(),
                mv,
                eval: None,
                time: None,
            });
        }
        game.history = history.clone();
        game.history.forget_undone();
        if history.current().is_over() {
            let difference = history.current().score().difference(Color::Black);
            let verdict = Verdict {
                difference: Some(f64::from(difference)),
                ending: None,
            };
            game.put(Property {
                tag: Tag::Result,
                text: verdict.to_string(),
                value: Value::Verdict(verdict),
            });
        }
        game
    }
}

fn records(input: &str) -> Step<'_, Vec<Record>> {
    let mut records = Vec::new();
    let (mut rest, _) = multispace0(input)?;
    while !rest.is_empty() {
        let (after, record) = terminated(record, multispace0).parse(rest)?;
        records.push(record);
        rest = after;
    }
    Ok((rest, records))
}

fn record(input: &str) -> Step<'_, Record> {
    let number = terminated(one_of("12"), multispace1);
    let (rest, number) = opt(number).parse(input)?;
    let games = if number == Some('2') { 2 } else { 1 };
    let (rest, games) = count(preceded(multispace0, game), games).parse(rest)?;
    let numbered = number.is_some();
    Ok((rest, Record { numbered, games }))
}

fn game(input: &str) -> Step<'_, Game> {
    let mut properties: Vec<(&str, Property)> = Vec::new();
    let opening = expect("a game, which begins with (;", tag("(;"));
    let (mut rest, _) = terminated(opening, multispace0).parse(input)?;
    while !rest.starts_with(";)") {
        let (after, property) = terminated(property, multispace0).parse(rest)?;
        let known = |(_, known): &(&str, Property)| known.tag == property.tag;
        if !property.tag.may_repeat() && properties.iter().any(known) {
            let expected = format!("{} only once", property.tag.name());
            return Err(Complaint::expected(expected, rest).into());
        }
        properties.push((rest, property));
        rest = after;
    }
    let (rest, _) = tag(";)").parse(rest)?;
    let history = replay(&properties)?;
    let properties = properties
        .into_iter()
        .map(|(_, property)| property)
        .collect();
    let game = Game {
        properties,
        history,
    };
    Ok((rest, game))
}

fn property(input: &str) -> Step<'_, Property> {
    let name = take_while1(|c: char| c.is_ascii_alphanumeric());
    let tag = map_opt(name, Tag::from_name);
    let (rest, tag) = expect("a tag such as PB, or ;) at the end", tag).parse(input)?;
    let value = consumed(|input| value::value(tag, input));
    let opening = expect("[", char('['));
    let closing = expect("]", char(']'));
    let (rest, (text, value)) = delimited(opening, value, closing).parse(rest)?;
    let text = text.to_string();
    Ok((rest, Property { tag, text, value }))
}

/// Plays the moves among the properties, each of which comes with the text
/// that begins with it.
fn replay<'a>(properties: &[(&'a str, Property)]) -> Result<History, nom::Err<Complaint<'a>>> {
    let board = properties
        .iter()
        .find_map(|(_, property)| match property.value {
            Value::Board(position) => Some(position),
            _ => None,
        });
    let mut history = History::new(board.unwrap_or_default());
    let turns = properties
        .iter()
        .filter_map(|(at, property)| match property.value {
            Value::Turn(turn) => Some((*at, turn)),
            _ => None,
        });
    for (index, (at, turn)) in turns.enumerate() {
        let position = *history.current();
        if position.turn() != turn.color {
            let left_out = history.play(Move::Pass);
            let expected = format!("a move of {}", position.turn());
            left_out.map_err(|_| Complaint::expected(expected, at))?;
        }
        let played = history.play(turn.mv);
        played.map_err(|reason| {
            Complaint::new(at, Fault::illegal(index, reason, history.current()))
        })?;
    }
    Ok(history)
}
