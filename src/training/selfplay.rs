//! Games that the engine plays against itself, to learn from.
//!
//! A game begins with random moves, more or fewer of them, so that no two are
//! alike. Then both sides search to a small depth. Once few squares are empty
//! the exact score is known; now and then a random move is thrown in there, and
//! the position after it solved anew, so that positions after mistakes are
//! among the records as well.
//!
//! Each game depends on the seed and its number alone: the file is the same
//! whatever the number of threads, and an interrupted run goes on as if nothing
//! had happened.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};

use super::record::{Kind, Ply, Record, RecordError, UNKNOWN, Writer};
use crate::endgame::{self, Solver};
use crate::eval::{DISC, Evaluator};
use crate::game::Color;
use crate::limits::Budget;
use crate::othello::word::Word;
use crate::othello::{Board, Move, Position, Size, Square, Start};
use crate::search::{self, Confidence, Remembered, Step};
use crate::table::Table;

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The board.
    pub size: Size,
    /// How many games the file shall hold in the end.
    pub games: u64,
    /// Another seed gives other games.
    pub seed: u64,
    /// How many games are played at the same time.
    pub threads: usize,
    /// The depth of the searches.
    pub depth: u32,
    /// Solve from this many empty squares on.
    pub exact: u32,
}

/// Of so many moves where the exact score is known, one is random.
const ONE_RANDOM_IN: u32 = 8;

/// How many games are written at a time.
const BATCH: u64 = 32;

/// The bytes of a table for one game.
const TABLE: usize = 1 << 20;

/// Plays until the file holds as many games as asked for. The listener hears
/// how many there are.
pub fn play(
    settings: &Settings,
    path: &Path,
    listener: &mut dyn FnMut(u64),
) -> Result<(), RecordError> {
    let mut writer = Writer::open(path, settings.size)?;
    let next = AtomicU64::new(writer.games());
    let (sender, receiver) = crossbeam_channel::bounded(settings.threads * 2);
    std::thread::scope(|scope| {
        for _ in 0..settings.threads.max(1) {
            let (next, sender) = (&next, sender.clone());
            scope.spawn(move || {
                while let Some(batch) = next_batch(next, settings.games) {
                    let games: Vec<Record> = batch.clone().map(|n| game(settings, n)).collect();
                    // Nobody listens any more if writing has failed.
                    if sender.send((batch.start, games)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        // Batches are written in the order of their numbers.
        let mut waiting = BTreeMap::new();
        for (number, games) in receiver {
            waiting.insert(number, games);
            while let Some(games) = waiting.remove(&writer.games()) {
                writer.append(&games)?;
                listener(writer.games());
            }
        }
        Ok(())
    })
}

/// The numbers of the games that a thread shall play next.
fn next_batch(next: &AtomicU64, end: u64) -> Option<std::ops::Range<u64>> {
    let start = next.fetch_add(BATCH, Ordering::Relaxed);
    (start < end).then(|| start..(start + BATCH).min(end))
}

/// One game.
fn game(settings: &Settings, number: u64) -> Record {
    let seed = settings.seed.scatter().wrapping_add(number);
    let mut rng = StdRng::seed_from_u64(seed);
    match settings.size {
        Size::Ten => game_on::<u128>(settings, &mut rng),
        _ => game_on::<u64>(settings, &mut rng),
    }
}

fn game_on<W: Core>(settings: &Settings, rng: &mut StdRng) -> Record {
    let mut game = Game::<W>::start(settings, rng);
    game.play_randomly();
    game.play_by_search();
    game.play_exactly();
    Record { plies: game.plies }
}

/// The boards that games are played on.
trait Core: Remembered {
    fn board(position: &Position) -> Option<Board<Self>>;

    /// The exact score of a position in discs, and best play, at least its
    /// first move.
    fn solve(board: Board<Self>, size: Size, table: &Arc<Table>) -> (i32, Vec<Move>);
}

impl Core for u64 {
    fn board(position: &Position) -> Option<Board> {
        position.board()
    }

    fn solve(board: Board, size: Size, table: &Arc<Table>) -> (i32, Vec<Move>) {
        let mut solver = Solver::new(table.clone(), 1);
        let question = endgame::Question::exact(board, size);
        let solution = solver.solve(&question, &Budget::default(), &mut |_| {});
        let line = solution.lines.into_iter().next();
        (
            solution.bounds.lower,
            line.map_or(Vec::new(), |line| line.moves),
        )
    }
}

/// There is no solver for large boards, but a search that goes to the end.
impl Core for u128 {
    fn board(position: &Position) -> Option<Board<u128>> {
        position.large_board()
    }

    fn solve(board: Board<u128>, size: Size, table: &Arc<Table>) -> (i32, Vec<Move>) {
        let empties = board.empties(u128::playable(size)).len();
        let step = Step {
            depth: empties,
            confidence: Confidence::Full,
        };
        let line = searched(board, size, step, table);
        (line.score / DISC, line.moves)
    }
}

/// The best line of a position where the side to move has a move.
fn searched<W: Remembered>(board: Board<W>, size: Size, step: Step, table: &Table) -> search::Line {
    let question = search::Question {
        board,
        size,
        among: board
            .moves(W::playable(size))
            .squares()
            .map(Move::Place)
            .collect(),
        lines: 1,
        steps: step.deepening(),
        last_start: None,
        threads: 1,
    };
    let findings = search::search(
        &question,
        Evaluator::for_size(size),
        &Budget::default(),
        table,
        &mut |_| {},
    );
    let best = findings.lines.into_iter().next();
    best.expect("a search without limits finds a line")
}

/// A game under way.
struct Game<'a, W> {
    settings: &'a Settings,
    rng: &'a mut StdRng,
    table: Arc<Table>,
    playable: W,
    board: Board<W>,
    /// Whether the second player is to move.
    second: bool,
    plies: Vec<Ply>,
}

impl<'a, W: Core> Game<'a, W> {
    fn start(settings: &'a Settings, rng: &'a mut StdRng) -> Game<'a, W> {
        let start = Position::start(settings.size, Start::Standard, Color::Black);
        Game {
            settings,
            rng,
            table: Arc::new(Table::new(TABLE)),
            playable: W::playable(settings.size),
            board: W::board(&start).expect("the core suits the size"),
            second: false,
            plies: Vec::new(),
        }
    }

    /// The moves of whoever is to move next, unless the game is over.
    fn moves(&mut self) -> Option<W> {
        for _ in 0..2 {
            let moves = self.board.moves(self.playable);
            if !moves.is_empty() {
                return Some(moves);
            }
            self.board = self.board.swapped();
            self.second = !self.second;
        }
        None
    }

    fn place(&mut self, square: Square, kind: Kind, value: i16) {
        self.board = self.board.after(square, self.board.flips(square));
        self.second = !self.second;
        self.plies.push(Ply {
            square,
            kind,
            value,
        });
    }

    fn empties(&self) -> u32 {
        self.board.empties(self.playable).len()
    }

    fn any(&mut self, moves: W) -> Square {
        let squares = moves.squares();
        squares.choose(self.rng).expect("there is a move")
    }

    /// An opening of random length, more often short than long.
    fn play_randomly(&mut self) {
        let area = self.settings.size.area();
        let mut length = || self.rng.random_range(area / 8..=area * 9 / 16);
        for _ in 0..length().min(length()) {
            let Some(moves) = self.moves() else { break };
            let square = self.any(moves);
            self.place(square, Kind::Random, UNKNOWN);
        }
    }

    fn play_by_search(&mut self) {
        let size = self.settings.size;
        let step = Step {
            depth: self.settings.depth,
            confidence: Confidence::Percent95,
        };
        while self.empties() > self.settings.exact && self.moves().is_some() {
            let line = searched(self.board, size, step, &self.table);
            let &[Move::Place(square), ..] = &line.moves[..] else {
                unreachable!("whoever has a move makes one")
            };
            self.place(square, Kind::Searched, line.score as i16);
        }
    }

    /// Best play to the end, with a mistake now and then.
    fn play_exactly(&mut self) {
        let mut line = Vec::new().into_iter();
        let mut first_player_score = 0;
        while let Some(moves) = self.moves() {
            let mut next = line.find(|mv| *mv != Move::Pass);
            if next.is_none() {
                let (score, moves) = W::solve(self.board, self.settings.size, &self.table);
                first_player_score = if self.second { -score } else { score };
                line = moves.into_iter();
                next = line.next();
            }
            let Some(Move::Place(mut square)) = next else {
                unreachable!("whoever has a move makes one")
            };
            let score = match self.second {
                true => -first_player_score,
                false => first_player_score,
            };
            if self.rng.random_ratio(1, ONE_RANDOM_IN) {
                square = self.any(moves);
                line = Vec::new().into_iter();
            }
            self.place(square, Kind::Exact, (score * DISC) as i16);
        }
    }
}
