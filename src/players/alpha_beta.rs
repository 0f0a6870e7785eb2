//! A plain alpha-beta search for any game of two colours: deeper and deeper,
//! with a table of positions seen and the likeliest moves first.
//!
//! All it wants to know of a game is its rules and what a position looks
//! worth, so it serves games that have no engine of their own.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};

use bytemuck::{Zeroable, zeroed_slice_box};

use super::{Limits, Thought, WIN};
use crate::engine::Proof;
use crate::game::{Color, Game, Outcome};

/// A game that can be searched.
pub trait Searchable: Game<Player = Color> + Hash {}

impl<G: Game<Player = Color> + Hash> Searchable for G {}

/// Scores beyond this are wins or losses.
const DECIDED: i32 = WIN - 1_000;

/// Deeper than any search gets.
const DEEPEST: u32 = 500;

/// Looks for the best move by a value for the side to move. There is none if
/// the game is over.
pub fn think<G: Searchable>(
    game: &G,
    value: fn(&G) -> i32,
    limits: &Limits,
    listener: &mut dyn FnMut(&Thought<G::Move>),
) -> Option<Thought<G::Move>> {
    let mut search = Search::new(value, limits);
    let first = search.children(game).into_iter().next()?;
    let mut best = Thought {
        line: vec![first.mv],
        score: -first.value,
        proof: Proof::Estimate,
        depth: 0,
        nodes: 0,
    };
    for depth in 1..=limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST) {
        search.cut_short = false;
        let Some(score) = search.search(game, depth, Window::WHOLE, 0) else {
            break;
        };
        let decided = score.abs() > DECIDED || !search.cut_short;
        best = Thought {
            line: search.line(game, depth),
            score,
            proof: if decided {
                Proof::Exact
            } else {
                Proof::Estimate
            },
            depth,
            nodes: search.nodes,
        };
        listener(&best);
        if decided {
            break;
        }
    }
    best.nodes = search.nodes;
    Some(best)
}

/// The scores that still matter.
#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    const WHOLE: Window = Window {
        alpha: -WIN,
        beta: WIN,
    };

    /// The same for the other side.
    fn turned(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Zeroable)]
struct Entry {
    key: u64,
    score: i32,
    /// At least one, but for a slot that was never written to.
    depth: u32,
    bound: Bound,
    /// The key of where the best move leads.
    best: u64,
}

#[derive(Clone, Copy, PartialEq, Zeroable)]
#[repr(u8)]
enum Bound {
    AtLeast,
    AtMost,
    Exact,
}

/// A move, where it leads, and what that looks worth to the other side.
struct Child<G: Game> {
    mv: G::Move,
    after: G,
    key: u64,
    value: i32,
    /// Whether the value is the end of the game.
    over: bool,
}

struct Search<'a, G: Game> {
    value: fn(&G) -> i32,
    limits: &'a Limits,
    table: Box<[Entry]>,
    /// Positions judged, whether or not they were looked into: each costs
    /// about the same, however many moves a game has.
    nodes: u64,
    /// Whether a line was judged before it had come to an end.
    cut_short: bool,
}

impl<'a, G: Searchable> Search<'a, G> {
    fn new(value: fn(&G) -> i32, limits: &'a Limits) -> Search<'a, G> {
        let slots = (limits.memory / size_of::<Entry>()).max(1);
        Search {
            value,
            limits,
            // Zeroed by the system as it is touched: a quick move does not pay
            // for a large table.
            table: zeroed_slice_box(slots),
            nodes: 0,
            cut_short: false,
        }
    }

    /// The score of a position, or nothing if the budget is spent. The first
    /// depth is always finished, so that there is a move.
    fn search(&mut self, game: &G, depth: u32, window: Window, ply: u32) -> Option<i32> {
        if depth + ply > 1 && self.limits.budget.is_spent(self.nodes) {
            return None;
        }
        let key = key(game);
        let known = self.find(key);
        if let Some(score) = known.and_then(|entry| cutoff(entry, depth, window, ply)) {
            self.cut_short = true;
            return Some(score);
        }
        let mut children = self.children(game);
        let best = |child: &Child<G>| known.is_some_and(|entry| entry.best == child.key);
        if let Some(place) = children.iter().position(best) {
            children[..=place].rotate_right(1);
        }
        let (score, best) = self.best_of(&children, depth, window, ply)?;
        let bound = match score {
            _ if score <= window.alpha => Bound::AtMost,
            _ if score >= window.beta => Bound::AtLeast,
            _ => Bound::Exact,
        };
        self.keep(Entry {
            key,
            score: from_here(score, ply),
            depth,
            bound,
            best: children[best].key,
        });
        Some(score)
    }

    /// The best score and which child has it.
    fn best_of(
        &mut self,
        children: &[Child<G>],
        depth: u32,
        mut window: Window,
        ply: u32,
    ) -> Option<(i32, usize)> {
        let mut best = (-WIN, 0);
        for (index, child) in children.iter().enumerate() {
            let score = -match depth == 1 || child.over {
                true => {
                    self.cut_short |= !child.over;
                    from_the_root(child.value, ply + 1)
                }
                false => self.search(&child.after, depth - 1, window.turned(), ply + 1)?,
            };
            if score > best.0 {
                best = (score, index);
            }
            window.alpha = window.alpha.max(score);
            if window.alpha >= window.beta {
                break;
            }
        }
        Some(best)
    }

    /// Every move that leads somewhere else than those before it, the one that
    /// looks worst for the other side first.
    fn children(&mut self, game: &G) -> Vec<Child<G>> {
        let mut children: Vec<Child<G>> = Vec::new();
        for mv in game.legal_moves() {
            let Ok(after) = game.after(mv) else { continue };
            let key = key(&after);
            if children.iter().any(|child| child.key == key) {
                continue;
            }
            let outcome = after.outcome();
            children.push(Child {
                mv,
                key,
                value: match outcome {
                    Some(outcome) => final_score(outcome, after.turn()),
                    None => (self.value)(&after),
                },
                over: outcome.is_some(),
                after,
            });
        }
        self.nodes += children.len() as u64;
        children.sort_by_key(|child| child.value);
        children
    }

    fn slot(&self, key: u64) -> usize {
        (key % self.table.len() as u64) as usize
    }

    fn find(&self, key: u64) -> Option<Entry> {
        let entry = self.table[self.slot(key)];
        (entry.key == key && entry.depth > 0).then_some(entry)
    }

    fn keep(&mut self, entry: Entry) {
        let slot = self.slot(entry.key);
        self.table[slot] = entry;
    }

    /// The best moves as far as they are remembered.
    fn line(&mut self, game: &G, depth: u32) -> Vec<G::Move> {
        let (mut game, mut line) = (game.clone(), Vec::new());
        while line.len() < depth as usize {
            let Some(entry) = self.find(key(&game)) else {
                break;
            };
            let mut children = self.children(&game).into_iter();
            let Some(best) = children.find(|child| child.key == entry.best) else {
                break;
            };
            line.push(best.mv);
            game = best.after;
        }
        line
    }
}

/// A number for a position, the same in every run.
fn key<G: Hash>(game: &G) -> u64 {
    BuildHasherDefault::<DefaultHasher>::new().hash_one(game)
}

fn final_score(outcome: Outcome, turn: Color) -> i32 {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Win(winner) if winner == turn => WIN,
        Outcome::Win(_) => -WIN,
    }
}

/// A score with its moves counted from this ply on, as the table keeps it.
fn from_here(score: i32, ply: u32) -> i32 {
    match score.abs() > DECIDED {
        true => score + score.signum() * ply as i32,
        false => score,
    }
}

/// The opposite: a win is worth less the later it comes.
fn from_the_root(score: i32, ply: u32) -> i32 {
    match score.abs() > DECIDED {
        true => score - score.signum() * ply as i32,
        false => score,
    }
}

/// The score of a position already seen, where it settles the matter.
fn cutoff(entry: Entry, depth: u32, window: Window, ply: u32) -> Option<i32> {
    let score = from_the_root(entry.score, ply);
    let settled = match entry.bound {
        Bound::Exact => true,
        Bound::AtLeast => score >= window.beta,
        Bound::AtMost => score <= window.alpha,
    };
    (settled && entry.depth >= depth && ply > 0).then_some(score)
}
