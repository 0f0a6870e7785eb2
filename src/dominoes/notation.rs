//! Moves, tables and saved games as text, both ways.
//!
//! A move is one word: `6-5l` or `6-5r` lays a tile, whichever of its numbers
//! comes first, `draw` and `pass` say what they do, and `next` deals the next
//! round. A saved game is
//!
//! ```text
//! 2
//! |4-6||6-6|
//! 14
//! 1 2 0 6 3 4 0 2 1 4 0 3 0 1 4 4 1 3 1 1 2 5 1 5 2 4 2 6
//! 6
//! 0 0 2 3 4 5 0 4 5 6 3 5
//! 0
//! 6
//! 2 2 1 6 3 6 3 3 0 5 5 5
//! 0
//! ```
//!
//! the number of players, the table, the stock (a number, then the tiles, the
//! next to be drawn first), and for each player the tiles likewise and the
//! points so far. The first player is to move.

use nom::character::complete::{char, u8};
use nom::multi::many0;
use nom::sequence::{delimited, separated_pair};
use nom::{IResult, Parser};

use super::History;
use super::PLAYERS;
use super::chain::{Chain, End, Laid};
use super::round::{Move, Round, Seat};
use super::tile::{Numbers, Tile};
use crate::game::{Notation, Unreadable};

/// A word that is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a tile and an end such as 6-5l or 6-5r, draw, pass or next")]
pub struct NotAMove;

/// Reads a move as written. Whether it is legal is another question.
pub fn read_move(word: &str) -> Result<Move, NotAMove> {
    let word = word.to_ascii_lowercase();
    match word.as_str() {
        "draw" => Ok(Move::Draw),
        "pass" => Ok(Move::Pass),
        "next" => Ok(Move::Next),
        _ => {
            let left = word.strip_suffix('l').map(|tile| (tile, End::Left));
            let right = word.strip_suffix('r').map(|tile| (tile, End::Right));
            let (tile, end) = left.or(right).ok_or(NotAMove)?;
            let tile = read_tile(tile).ok_or(NotAMove)?;
            Ok(Move::Place(tile, end))
        }
    }
}

fn read_tile(text: &str) -> Option<Tile> {
    match *text.as_bytes() {
        [one @ b'0'..=b'9', b'-', other @ b'0'..=b'9'] => Tile::new(one - b'0', other - b'0'),
        _ => None,
    }
}

/// Writes a move so that it can be read back.
pub fn write_move(mv: Move) -> String {
    match mv {
        Move::Place(tile, End::Left) => format!("{tile}l"),
        Move::Place(tile, End::Right) => format!("{tile}r"),
        Move::Draw => "draw".to_owned(),
        Move::Pass => "pass".to_owned(),
        Move::Next => "next".to_owned(),
    }
}

/// Draws tiles as they are held: `|0-3||5-5|`.
pub fn draw_hand(tiles: &[Tile]) -> String {
    tiles.iter().map(|tile| format!("|{tile}|")).collect()
}

/// Draws the table: `|4-6||6-6|`.
pub fn draw_chain(chain: &Chain) -> String {
    let tile = |laid: &Laid| format!("|{}-{}|", laid.left, laid.right);
    chain.tiles().iter().map(tile).collect()
}

/// Why a text is no saved game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct ReadError {
    /// Where, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: Fault,
}

/// What is wrong with a saved game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Something else should stand here.
    #[error("\"{found}\", expected {expected}")]
    Unexpected {
        /// What does.
        found: String,
        /// What should.
        expected: &'static str,
    },
    /// The number of tiles is not the one announced.
    #[error("{found} tiles, expected the {expected} announced above")]
    WrongCount {
        /// As announced.
        expected: usize,
        /// As listed.
        found: usize,
    },
    /// A tile that does not match the one before it.
    #[error("tile {place} does not match the one before it")]
    Broken {
        /// Which, counted from 1.
        place: usize,
    },
    /// There is only one of each.
    #[error("tile {0} appears a second time")]
    Twice(Tile),
    /// The rest of the tiles are nowhere.
    #[error("{0} tiles in all, expected 28")]
    Missing(usize),
    /// Somebody has no tile left, or nobody has one that fits.
    #[error("the round is over, expected one that goes on")]
    RoundOver,
}

/// Reads a saved game; the rounds after it are dealt with this seed.
pub fn read(text: &str, seed: u64) -> Result<Round, ReadError> {
    let mut reader = Reader::new(text);
    let players = reader.number("2 to 4 players", |count| PLAYERS.contains(&count))?;
    let chain = reader.chain()?;
    let stock = reader.tiles()?;
    let (mut hands, mut points) = (Vec::new(), Vec::new());
    for _ in 0..players {
        hands.push(reader.tiles()?);
        points.push(reader.number("points", |points| u32::try_from(points).is_ok())? as u32);
    }
    reader.end()?;
    let round = Round {
        hands,
        stock,
        chain,
        points,
        turn: Seat(0),
        lacking: vec![Numbers::default(); players],
        seed,
        number: 0,
    };
    match round.is_over() {
        true => Err(reader.fault(Fault::RoundOver)),
        false => Ok(round),
    }
}

/// A saved game cannot say whose turn it is: it must be the first player's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsaveable {
    /// Somebody else moves.
    #[error("{0} is to move, expected p1, whose turn it is in a saved game")]
    Turn(Seat),
    /// Nobody moves.
    #[error("the round is over, expected one that goes on")]
    RoundOver,
}

/// Writes a game that waits for the first player.
pub fn write(round: &Round) -> Result<String, Unsaveable> {
    if round.is_over() {
        return Err(Unsaveable::RoundOver);
    }
    if round.turn != Seat(0) {
        return Err(Unsaveable::Turn(round.turn));
    }
    let table = draw_chain(&round.chain);
    let mut text = format!(
        "{}\n{table}\n{}",
        round.players(),
        write_tiles(&round.stock)
    );
    for seat in round.seats() {
        text += &write_tiles(round.hand(seat));
        text += &format!("{}\n", round.points(seat));
    }
    Ok(text)
}

/// The number of tiles, and the tiles as pairs of numbers.
fn write_tiles(tiles: &[Tile]) -> String {
    let pairs = tiles
        .iter()
        .map(|tile| format!("{} {}", tile.low(), tile.high()));
    format!("{}\n{}\n", tiles.len(), pairs.collect::<Vec<_>>().join(" "))
}

/// Reads a saved game line by line, and sees to it that no tile comes twice.
struct Reader<'a> {
    lines: std::str::Lines<'a>,
    line: usize,
    seen: Vec<Tile>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        Reader {
            lines: text.lines(),
            line: 0,
            seen: Vec::new(),
        }
    }

    /// The next line without the blanks around it; empty after the last.
    fn next(&mut self) -> &'a str {
        self.line += 1;
        self.lines.next().unwrap_or("").trim()
    }

    fn fault(&self, fault: Fault) -> ReadError {
        ReadError {
            line: self.line,
            fault,
        }
    }

    fn unexpected(&self, found: &str, expected: &'static str) -> ReadError {
        const ENOUGH: usize = 40;
        self.fault(Fault::Unexpected {
            found: found.chars().take(ENOUGH).collect(),
            expected,
        })
    }

    fn number(
        &mut self,
        expected: &'static str,
        good: impl Fn(usize) -> bool,
    ) -> Result<usize, ReadError> {
        let text = self.next();
        let number = read_number(text).filter(|number| good(*number));
        number.ok_or_else(|| self.unexpected(text, expected))
    }

    fn chain(&mut self) -> Result<Chain, ReadError> {
        let expected = "tiles such as |4-6||6-6|";
        let text = self.next();
        let laid = match chain(text) {
            Ok(("", laid)) if !laid.is_empty() => laid,
            Ok((rest, _)) => return Err(self.unexpected(rest, expected)),
            Err(_) => return Err(self.unexpected(text, expected)),
        };
        for Laid { left, right } in &laid {
            let tile = Tile::new(*left, *right);
            self.see(tile.ok_or_else(|| self.unexpected(text, "numbers from 0 to 6"))?)?;
        }
        Chain::of(laid).map_err(|index| self.fault(Fault::Broken { place: index + 1 }))
    }

    /// A number on one line, and so many tiles on the next.
    fn tiles(&mut self) -> Result<Vec<Tile>, ReadError> {
        let expected = self.number("a number of tiles", |count| count <= Tile::COUNT)?;
        let text = self.next();
        let numbers: Vec<&str> = text.split_whitespace().collect();
        let mut tiles = Vec::new();
        for pair in numbers.chunks(2) {
            tiles.push(self.tile(pair)?);
        }
        match tiles.len() {
            found if found == expected => Ok(tiles),
            found => Err(self.fault(Fault::WrongCount { expected, found })),
        }
    }

    fn tile(&mut self, pair: &[&str]) -> Result<Tile, ReadError> {
        let number = |word: &&str| read_number(word).and_then(|number| number.try_into().ok());
        let tile = match pair {
            [one, other] => number(one).zip(number(other)),
            _ => None,
        };
        let tile = tile.and_then(|(one, other)| Tile::new(one, other));
        let tile =
            tile.ok_or_else(|| self.unexpected(&pair.join(" "), "two numbers from 0 to 6"))?;
        self.see(tile)?;
        Ok(tile)
    }

    fn see(&mut self, tile: Tile) -> Result<(), ReadError> {
        if self.seen.contains(&tile) {
            return Err(self.fault(Fault::Twice(tile)));
        }
        self.seen.push(tile);
        Ok(())
    }

    /// Nothing may follow, and no tile be missing.
    fn end(&mut self) -> Result<(), ReadError> {
        if self.seen.len() != Tile::COUNT {
            return Err(self.fault(Fault::Missing(self.seen.len())));
        }
        let rest = self.lines.clone().find(|line| !line.trim().is_empty());
        match rest {
            Some(text) => {
                self.line += 1;
                Err(self.unexpected(text, "the end"))
            }
            None => Ok(()),
        }
    }
}

/// A number without a sign.
fn read_number(text: &str) -> Option<usize> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

fn chain(input: &str) -> IResult<&str, Vec<Laid>> {
    let laid = separated_pair(u8, char('-'), u8).map(|(left, right)| Laid { left, right });
    many0(delimited(char('|'), laid, char('|'))).parse(input)
}

impl Notation for Round {
    fn read_move(&self, word: &str) -> Result<Move, Unreadable> {
        read_move(word).map_err(unreadable)
    }

    /// The table, then everyone's tiles, those of machines first.
    fn draw(&self) -> String {
        draw_for(self, |_| true)
    }

    /// The same with the tiles of others face down.
    fn draw_for(&self, seat: usize) -> String {
        draw_for(self, |other| other.0 == seat)
    }

    fn settings(&self) -> Vec<(String, String)> {
        vec![("players".to_owned(), Round::players(self).to_string())]
    }

    fn write_game(history: &History) -> Result<String, Unreadable> {
        write(history.current()).map_err(unreadable)
    }

    fn read_game(start: &Round, text: &str) -> Result<History, Unreadable> {
        let round = read(text, start.seed).map_err(unreadable)?;
        Ok(History::new(round))
    }
}

fn unreadable(error: impl std::error::Error) -> Unreadable {
    Unreadable(error.to_string())
}

fn draw_for(round: &Round, sees: impl Fn(Seat) -> bool) -> String {
    let mut text = format!(
        "table {}\nstock {}\n",
        draw_chain(&round.chain),
        round.stock.len()
    );
    let machines_first = round.seats().skip(1).chain([Seat(0)]);
    for seat in machines_first {
        let hand = match sees(seat) {
            true => draw_hand(round.hand(seat)),
            false => "|?-?|".repeat(round.hand(seat).len()),
        };
        text += &format!("{seat} {hand} points {}\n", round.points(seat));
    }
    text
}
