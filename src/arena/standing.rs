//! How a match stands: who has won what, from the records of its games.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::rating::{Mean, Pairs};
use super::record::{Reason, Record};
use super::start::Kind;
use crate::game::Color;

/// Wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    fn add(&mut self, half_points: usize) {
        match half_points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    /// Games in all.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// One for a win, a half for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }
}

impl std::ops::Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        Tally {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

/// What one engine has done, against one other or against all.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// With the black discs.
    pub black: Tally,
    /// With the white discs.
    pub white: Tally,
    /// The pairs that are complete.
    pub pairs: Pairs,
    /// Discs won by, in games that came to their end on the board.
    pub discs: Mean,
    /// Why games were lost.
    pub losses: BTreeMap<Reason, u64>,
    /// Moves over the clock but within the margin.
    pub late: u64,
    /// By how many milliseconds in all.
    pub late_total: f64,
    /// What it cost, in discs, to give a game away.
    pub blunders: Mean,
}

impl Score {
    /// Both colours together.
    pub fn total(&self) -> Tally {
        self.black + self.white
    }

    fn add(&mut self, record: &Record, color: Color) {
        let points = record.result.points(color);
        let tally = match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        };
        tally.add(points);
        let (late, total) = record.late.of(color);
        self.late += u64::from(late);
        self.late_total += total;
        let blunders = record.blunders.iter();
        for blunder in blunders.filter(|blunder| blunder.side == color.into()) {
            self.blunders.add(f64::from(blunder.cost()));
        }
        if points == 0 {
            *self.losses.entry(record.reason).or_default() += 1;
        }
        if let Some(for_black) = record.difference {
            let sign = if color == Color::Black { 1.0 } else { -1.0 };
            self.discs.add(sign * f64::from(for_black));
        }
    }
}

/// Everything that can be said without looking at the games again.
#[derive(Clone, Debug)]
pub struct Standings {
    names: Vec<String>,
    scores: HashMap<(usize, usize), Score>,
    overall: Vec<Score>,
    /// The first game of each pair, until the second comes.
    halves: HashMap<usize, (usize, usize)>,
    openings: BTreeMap<String, Score>,
    per_opening: bool,
    distinct_openings: HashSet<u64>,
    distinct_games: HashSet<u64>,
    games: u64,
    latest: f64,
}

impl Standings {
    /// Nothing has been played yet.
    pub fn new(names: Vec<String>) -> Standings {
        Standings {
            overall: vec![Score::default(); names.len()],
            names,
            scores: HashMap::new(),
            halves: HashMap::new(),
            openings: BTreeMap::new(),
            per_opening: false,
            distinct_openings: HashSet::new(),
            distinct_games: HashSet::new(),
            games: 0,
            latest: 0.0,
        }
    }

    /// The same, with a score for every opening.
    pub fn with_openings(mut self) -> Standings {
        self.per_opening = true;
        self
    }

    /// Takes in a game. One between engines that are not known is left out.
    pub fn add(&mut self, record: &Record) {
        let index = |name: &str| self.names.iter().position(|known| known == name);
        let (Some(black), Some(white)) = (index(&record.black), index(&record.white)) else {
            return;
        };
        self.games += 1;
        self.latest = self.latest.max(record.late.worst);
        for (engine, other, color) in [(black, white, Color::Black), (white, black, Color::White)] {
            self.score_mut(engine, other).add(record, color);
            self.overall[engine].add(record, color);
        }
        self.distinct(record);
        self.complete_pair(record, black, white);
        if self.per_opening {
            // From the view of the engine listed first.
            let color = if black < white {
                Color::Black
            } else {
                Color::White
            };
            let score = self.openings.entry(opening(record)).or_default();
            score.add(record, color);
        }
    }

    fn score_mut(&mut self, engine: usize, other: usize) -> &mut Score {
        self.scores.entry((engine, other)).or_default()
    }

    fn distinct(&mut self, record: &Record) {
        let digest = |text: &str| {
            let mut hasher = DefaultHasher::new();
            text.hash(&mut hasher);
            hasher.finish()
        };
        self.distinct_openings.insert(digest(&opening(record)));
        let board = record.board.as_deref().unwrap_or("");
        self.distinct_games
            .insert(digest(&format!("{board}{}", record.moves)));
    }

    /// Joins the two games of a pair once both are there.
    fn complete_pair(&mut self, record: &Record, black: usize, white: usize) {
        let points = record.result.points(Color::Black);
        let pair = record.game / 2;
        let Some((engine, earlier)) = self.halves.remove(&pair) else {
            self.halves.insert(pair, (black, points));
            return;
        };
        // Black here was white there, so its points there are the others.
        let for_black = points
            + if engine == black {
                earlier
            } else {
                2 - earlier
            };
        for (one, other, sum) in [(black, white, for_black), (white, black, 4 - for_black)] {
            self.score_mut(one, other).pairs.add(sum);
            self.overall[one].pairs.add(sum);
        }
    }

    /// Those who take part.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// By how many milliseconds the latest move was over its time, among those
    /// within the margin.
    pub fn latest(&self) -> f64 {
        self.latest
    }

    /// What an engine has done against another.
    pub fn between(&self, engine: usize, other: usize) -> Option<&Score> {
        self.scores.get(&(engine, other))
    }

    /// What an engine has done in all.
    pub fn overall(&self, engine: usize) -> &Score {
        &self.overall[engine]
    }

    /// The engines, most points a game first.
    pub fn ranking(&self) -> Vec<usize> {
        let mut engines: Vec<usize> = (0..self.names.len()).collect();
        let rate = |engine: &usize| {
            let total = self.overall[*engine].total();
            total.points() / total.games().max(1) as f64
        };
        engines.sort_by(|one, other| rate(other).total_cmp(&rate(one)));
        engines
    }

    /// How many different openings and different games there were.
    pub fn variety(&self) -> (usize, usize) {
        (self.distinct_openings.len(), self.distinct_games.len())
    }

    /// Every opening with the score of the engine listed first, if they were
    /// asked for.
    pub fn openings(&self) -> &BTreeMap<String, Score> {
        &self.openings
    }
}

/// The opening of a game on one line.
fn opening(record: &Record) -> String {
    let words = record.words();
    let moves = words.get(..record.opening).unwrap_or(&words);
    let moves = match &record.kind {
        Kind::Othello { .. } => moves.concat(),
        Kind::Other { newgame } if record.kind.is_dealt() => newgame.clone(),
        Kind::Other { .. } => moves.join(" "),
    };
    match (&record.board, moves.is_empty()) {
        (Some(board), _) => format!("{board} {moves}").trim_end().to_owned(),
        (None, true) => "the start".into(),
        (None, false) => moves,
    }
}
