//! Games that the engine plays against itself, to learn from.
//!
//! A game begins with random moves, more or fewer of them, so that no two are
//! alike; some of the positions there are searched, so that nothing that can
//! happen is quite unknown. Then both sides search to a small depth. Once few squares are empty
//! the exact score is known; now and then a random move is thrown in there, and
//! the position after it solved anew, so that positions after mistakes are
//! among the records as well.
//!
//! Each game depends on the seed and its number alone: the file is the same
//! whatever the number of threads, and an interrupted run goes on as if nothing
//! had happened.

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};

use super::player::{Player, Solved, table};
use super::record::{Kind, Ply, Record, RecordError, UNKNOWN, Writer};
use crate::othello::word::Word;
use crate::othello::{Board, Move, Size, Square};
use crate::table::Table;

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    /// Who plays both sides.
    pub player: Player<'a>,
    /// How many games the file shall hold in the end.
    pub games: u64,
    /// Another seed gives other games.
    pub seed: u64,
    /// How many games are played at the same time.
    pub threads: usize,
}

/// Of so many moves where the exact score is known, one is random.
const ONE_RANDOM_IN: u32 = 8;

/// From this ply on every position of a random opening is searched. Before it
/// fewer are, the earlier the fewer, since games have them in common.
const SEARCHED_FROM: usize = 15;

/// How many games are written at a time.
const BATCH: u64 = 32;

/// Plays until the file holds as many games as asked for. The listener hears
/// how many there are.
pub fn play(
    settings: &Settings<'_>,
    path: &Path,
    listener: &mut dyn FnMut(u64),
) -> Result<(), RecordError> {
    let mut writer = Writer::open(path, settings.player.evaluator.size())?;
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
fn game(settings: &Settings<'_>, number: u64) -> Record {
    let seed = settings.seed.scatter().wrapping_add(number);
    let mut rng = StdRng::seed_from_u64(seed);
    match settings.player.evaluator.size() {
        Size::Ten => game_on::<u128>(settings.player, &mut rng),
        _ => game_on::<u64>(settings.player, &mut rng),
    }
}

fn game_on<W: Solved>(player: Player<'_>, rng: &mut StdRng) -> Record {
    let mut game = Game::<W>::start(player, rng);
    game.play_randomly();
    game.play_by_search();
    game.play_exactly();
    Record { plies: game.plies }
}

/// A game under way.
struct Game<'a, W> {
    player: Player<'a>,
    rng: &'a mut StdRng,
    table: Arc<Table>,
    playable: W,
    board: Board<W>,
    /// Whether the second player is to move.
    second: bool,
    plies: Vec<Ply>,
}

impl<'a, W: Solved> Game<'a, W> {
    fn start(player: Player<'a>, rng: &'a mut StdRng) -> Game<'a, W> {
        let size = player.evaluator.size();
        Game {
            player,
            rng,
            table: table(),
            playable: W::playable(size),
            board: W::start(size),
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

    fn any(&mut self, moves: W) -> Square {
        let squares = moves.squares();
        squares.choose(self.rng).expect("there is a move")
    }

    /// An opening of random length, more often short than long.
    fn play_randomly(&mut self) {
        let area = self.player.evaluator.size().area();
        let mut length = || self.rng.random_range(area / 8..=area * 9 / 16);
        for _ in 0..length().min(length()) {
            let Some(moves) = self.moves() else { break };
            let value = match self.rng.random_range(0..=SEARCHED_FROM) <= self.plies.len() {
                true => self.player.think(self.board, &self.table).value as i16,
                false => UNKNOWN,
            };
            let square = self.any(moves);
            self.place(square, Kind::Random, value);
        }
    }

    fn play_by_search(&mut self) {
        while self.moves().is_some() && !self.player.solves(self.board) {
            let thought = self.player.think(self.board, &self.table);
            let square = first_square(&thought.line);
            self.place(square, Kind::Searched, thought.value as i16);
        }
    }

    /// Best play to the end, with a mistake now and then.
    fn play_exactly(&mut self) {
        let mut line: VecDeque<Move> = VecDeque::new();
        let mut first_player_value = 0;
        while let Some(moves) = self.moves() {
            line.pop_front_if(|mv| *mv == Move::Pass);
            if line.is_empty() {
                let thought = self.player.think(self.board, &self.table);
                first_player_value = self.seen_by_first(thought.value);
                line = thought.line.into();
            }
            let mut square = first_square(line.make_contiguous());
            line.pop_front();
            if self.rng.random_ratio(1, ONE_RANDOM_IN) {
                square = self.any(moves);
                line.clear();
            }
            let value = self.seen_by_first(first_player_value);
            self.place(square, Kind::Exact, value as i16);
        }
    }

    /// A value of the side to move as the first player sees it, or the other
    /// way round.
    fn seen_by_first(&self, value: i32) -> i32 {
        if self.second { -value } else { value }
    }
}

/// The first move of a line that does not begin with a pass.
fn first_square(line: &[Move]) -> Square {
    match line {
        &[Move::Place(square), ..] => square,
        _ => unreachable!("whoever has a move makes one"),
    }
}
