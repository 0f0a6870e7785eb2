//! Openings: read from a file or made by chance, and shuffled.

use std::collections::HashSet;

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};

use super::start::{Start, usual};
use crate::othello::notation::{ReadError, ggf, obf, transcript};
use crate::othello::{History, Size};

/// Where games begin, in the order they are played.
#[derive(Clone, Debug, PartialEq)]
pub struct Book(pub Vec<Start>);

/// A line that is no opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// This line cannot be used.
    #[error("line {line}: {why}")]
    Line {
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// There is no opening at all.
    #[error("expected an opening, got none")]
    Empty,
}

impl Book {
    /// Reads a file of openings of the game that begins like this. For Othello
    /// they are transcripts or OBF positions one to a line, or games in GGF;
    /// for other games moves with blanks between them. Of moves no more than
    /// `plies` are taken.
    pub fn read(text: &str, start: &Start, plies: usize) -> Result<Book, BookError> {
        let mut starts = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let content = line.trim();
            if content.is_empty() || content.starts_with(['%', '#']) {
                continue;
            }
            let read = read_line(content, start, plies);
            starts.extend(read.map_err(|why| BookError::Line {
                line: index + 1,
                why,
            })?);
        }
        match starts.is_empty() {
            true => Err(BookError::Empty),
            false => Ok(Book(starts)),
        }
    }

    /// Openings of this many random moves, different from each other as long
    /// as that is easy.
    pub fn random(start: &Start, plies: usize, count: usize, seed: u64) -> Book {
        let mut chance = StdRng::seed_from_u64(seed);
        let mut seen = HashSet::new();
        let openings = (0..count).map(|_| {
            let mut opening = random_opening(start, plies, &mut chance);
            for _ in 0..20 {
                if seen.insert(opening.clone()) {
                    break;
                }
                opening = random_opening(start, plies, &mut chance);
            }
            let agreed = start.with(opening);
            agreed.expect("random moves are legal moves")
        });
        Book(openings.collect())
    }

    /// So many deals of a game that is dealt, each with its number.
    pub fn dealt(start: &Start, count: usize, seed: u64) -> Book {
        let seeds = (0..).map(|number| seed.wrapping_add(number));
        // A deal that is over before it has begun is none.
        let deals = seeds.filter_map(|seed| start.dealt(seed).ok());
        Book(deals.take(count).collect())
    }

    /// The openings in an order that depends on the seed alone.
    pub fn shuffled(mut self, seed: u64) -> Book {
        self.0.shuffle(&mut StdRng::seed_from_u64(seed));
        self
    }

    /// A number that two different books hardly share: FNV-1a over their text.
    pub fn digest(&self) -> u64 {
        let texts = self.0.iter().map(describe);
        let bytes = texts.flat_map(String::into_bytes);
        bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        })
    }
}

/// An opening on one line: the board unless it is the usual one, the moves.
pub fn describe(start: &Start) -> String {
    let board = match start {
        Start::Othello(_) if start.is_usual() => String::new(),
        Start::Othello(history) => obf::write_position(history.start()) + ";",
        Start::Other { newgame, .. } => format!("{newgame};"),
    };
    board + &start.opening().join(" ") + "\n"
}

fn read_line(line: &str, start: &Start, plies: usize) -> Result<Vec<Start>, String> {
    let Some(board) = start.othello() else {
        let moves = line.split_whitespace().take(plies).map(str::to_owned);
        return Ok(vec![start.with(moves.collect())?]);
    };
    let size = board.size();
    let numbered = line.strip_prefix(['1', '2']).unwrap_or(line);
    if numbered.trim_start().starts_with("(;") {
        let records = ggf::read_file(line).map_err(|error| error.fault.to_string())?;
        let games = records.iter().flat_map(|record| &record.games);
        return games
            .map(|game| opening_of(game.history(), size, plies))
            .collect();
    }
    let history = match obf::read(line) {
        Ok(entry) => History::new(entry.position),
        Err(_) if looks_like_a_board(line) => {
            let error = obf::read(line).err().map(|error| within_line(&error));
            return Err(error.unwrap_or_default());
        }
        Err(_) => transcript::read(line, usual(size)).map_err(|error| within_line(&error))?,
    };
    Ok(vec![opening_of(&history, size, plies)?])
}

/// What is wrong with a line, which the reader took for a whole text.
fn within_line(error: &ReadError) -> String {
    format!("column {}: {}", error.place.column, error.fault)
}

/// No transcript has so many of these in a row.
fn looks_like_a_board(line: &str) -> bool {
    let squares = line.chars().take_while(|c| "XO-.*xo".contains(*c));
    squares.count() >= Size::Four.area()
}

/// The beginning of a game, from which there must be something left to play.
fn opening_of(game: &History, size: Size, plies: usize) -> Result<Start, String> {
    if game.start().size() != size {
        return Err(format!("a {} board, expected {size}", game.start().size()));
    }
    let mut opening = game.clone();
    while opening.moves().len() > plies {
        opening.undo();
    }
    opening.forget_undone();
    match opening.current().is_over() {
        true => Err("the game is over, expected something left to play".into()),
        false => Ok(opening.into()),
    }
}

fn random_opening(start: &Start, plies: usize, chance: &mut StdRng) -> Vec<String> {
    let mut board = start.board();
    for _ in 0..plies {
        let legal = board.legal();
        let chosen = legal.choose(chance).map(|word| board.play(word));
        if !matches!(chosen, Some(Ok(()))) {
            break;
        }
    }
    let mut moves = board.moves().to_vec();
    // The last moves are taken back if they ended the game.
    while start.with(moves.clone()).is_err() {
        moves.pop();
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::start::Kind;

    fn read(text: &str) -> Result<Book, BookError> {
        Book::read(text, &Start::usual(Size::Eight), usize::MAX)
    }

    #[test]
    fn transcripts_positions_and_games_are_openings() {
        let text = "# even ones\nf5d6c3\n\nF5F6 e6\r\n\
            ------------------X--------XX------OXX-----O-------------------- O; D3:-2;\n\
            (;GM[Othello]PB[a]PW[b]B[f5]W[d6];)\n";
        let Book(starts) = read(text).unwrap();
        let opening: Vec<String> = starts
            .iter()
            .map(|start| start.opening().join(""))
            .collect();
        assert_eq!(opening, ["f5d6c3", "f5f6e6", "", "f5d6"]);
        assert!(starts[0].is_usual() && !starts[2].is_usual());
    }

    #[test]
    fn a_bad_line_is_named() {
        for (text, expected) in [
            ("f5d6\nf5f5\n", "line 2: column 3: move 2: f5 is occupied"),
            ("f5d6\n\nhello\n", "line 3: column 1: expected a move"),
            ("X----O X\n", "line 1: "),
            ("----------------X X\n", "line 1: "),
            (
                "(;GM[Othello]B[a1];)",
                "line 1: move 1: a1 turns nothing over",
            ),
            ("# nothing\n", "expected an opening, got none"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text:?}: {error}");
        }
        let six = Start::usual(Size::Six);
        let small = Book::read("f5\n", &six, 9).unwrap_err().to_string();
        assert!(small.starts_with("line 1: "), "{small}");
    }

    #[test]
    fn chance_repeats_itself_and_avoids_repetition() {
        let start = Start::usual(Size::Eight);
        let book = Book::random(&start, 6, 50, 7);
        assert_eq!(book, Book::random(&start, 6, 50, 7));
        assert_ne!(book, Book::random(&start, 6, 50, 8));
        let different: HashSet<String> = book.0.iter().map(describe).collect();
        assert_eq!(different.len(), 50);
        assert!(book.0.iter().all(|start| start.opening().len() == 6));
    }

    #[test]
    fn openings_are_never_whole_games() {
        for game in ["othello", "connect4", "complica", "gravity"] {
            let size = (game == "othello").then_some("4");
            let start = Kind::named(game, size).unwrap().start().unwrap();
            for start in Book::random(&start, 60, 20, 1).0 {
                assert_eq!(start.board().result(), None, "{start:?}");
            }
        }
    }

    #[test]
    fn moves_of_other_games_are_openings_too() {
        let start = Kind::named("gravity", Some("5x4"))
            .unwrap()
            .start()
            .unwrap();
        let Book(starts) = Book::read("c2 A1\nb3\n", &start, 9).unwrap();
        assert_eq!(starts[0].opening(), ["c2", "A1"]);
        assert_eq!(describe(&starts[1]), "gravity size 5x4;b3\n");
        for (text, expected) in [
            ("c2\nc2 c9\n", "line 2: move 2: "),
            ("a1 a1\n", "line 1: move 2: "),
            ("f5d6\n", "line 1: move 1: "),
        ] {
            let error = Book::read(text, &start, 9).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text:?}: {error}");
        }
    }

    #[test]
    fn deals_differ_and_repeat_themselves() {
        let start = Kind::named("dominoes", None).unwrap().start().unwrap();
        let book = Book::dealt(&start, 3, 7);
        assert_eq!(book, Book::dealt(&start, 3, 7));
        let hands = |start: &Start| start.board().legal();
        assert_eq!(hands(&book.0[0]), hands(&book.0[0]));
        assert_eq!(describe(&book.0[2]), "dominoes seed 9;\n");
    }
}
