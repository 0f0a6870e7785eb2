//! Connect four solved: the exact result of a position, by alpha-beta on two
//! words of bits.
//!
//! Each column takes seven bits, six cells from the bottom up and a seventh
//! that stays empty, so that no line runs from one column into the next. The
//! ideas are those of solvers since Tromp's and Pons's: the discs of one side
//! plus all discs make a key, cells that would complete four are found for the
//! whole board at once, and moves that leave the other side such a cell are
//! not even looked at.

use bytemuck::zeroed_slice_box;

use crate::connect::{Cell, Move, Position};
use crate::engine::Proof;
use crate::game::Game;
use crate::limits::Budget;
use crate::players::{Limits, Thought, WIN};

const COLUMNS: u32 = 7;
const ROWS: u32 = 6;
const CELLS: i32 = (COLUMNS * ROWS) as i32;
/// Bits from a cell to the one at its right.
const ACROSS: u32 = ROWS + 1;

/// The lowest cell of each column.
const BOTTOM: u64 = {
    let (mut cells, mut column) = (0, 0);
    while column < COLUMNS {
        cells |= 1 << (column * ACROSS);
        column += 1;
    }
    cells
};
/// Every cell.
const BOARD: u64 = BOTTOM * ((1 << ROWS) - 1);

/// The first, third and fifth cell of each column.
const ODD: u64 = BOTTOM | BOTTOM << 2 | BOTTOM << 4;
/// The second, fourth and sixth.
const EVEN: u64 = ODD << 1;

/// With more discs than this, mirror images are too rare to look for.
const MIRRORED: i32 = 14;

/// The cells of a column.
const fn column_cells(column: u32) -> u64 {
    ((1 << ROWS) - 1) << (column * ACROSS)
}

/// Columns from the middle outwards: more lines run through the middle.
const MIDDLE_FIRST: [u32; COLUMNS as usize] = [3, 2, 4, 1, 5, 0, 6];

/// A position, side to move first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Discs {
    own: u64,
    all: u64,
}

impl Discs {
    /// The discs of a connect-four position.
    pub(super) fn new(position: &Position) -> Discs {
        let mut discs = Discs { own: 0, all: 0 };
        for cell in position.size().cells() {
            let bit = 1 << bit_of(cell);
            match position.at(cell) {
                Some(color) if color == position.turn() => discs.own |= bit,
                _ => {}
            }
            if position.at(cell).is_some() {
                discs.all |= bit;
            }
        }
        discs
    }

    fn count(self) -> i32 {
        self.all.count_ones() as i32
    }

    /// The cell each column would take a disc on.
    fn open(self) -> u64 {
        (self.all + BOTTOM) & BOARD
    }

    /// The position after a disc on this cell.
    fn after(self, cell: u64) -> Discs {
        Discs {
            own: self.own ^ self.all,
            all: self.all | cell,
        }
    }

    /// Cells that would complete four for the side to move.
    fn wins(self) -> u64 {
        completing(self.own) & !self.all & BOARD
    }

    /// Cells that would complete four for the other side.
    fn threats(self) -> u64 {
        completing(self.own ^ self.all) & !self.all & BOARD
    }

    /// The cells to play on that do not lose at once; none if all do. The
    /// side to move must not be able to win at once.
    fn not_losing(self) -> u64 {
        let (open, threats) = (self.open(), self.threats());
        let forced = open & threats;
        let playable = match forced {
            0 => open,
            // Two threats cannot be met with one disc.
            _ if forced & (forced - 1) != 0 => return 0,
            _ => forced,
        };
        // Nor may a disc lie right under one of the other side's cells.
        playable & !(threats >> 1)
    }

    /// The most the side to move can hope for, if the other side answers so
    /// that cells are filled in pairs (Allis's "claimeven" and "baseinverse").
    fn ceiling(self) -> i32 {
        match self.count() % 2 {
            0 => self.ceiling_on_even(),
            _ => self.ceiling_on_odd(),
        }
    }

    /// With an even number of cells left, the other side can always answer in
    /// the same column, and in another odd one where there is no room. The
    /// side to move then gets no more than the lower cell of each pair and the
    /// open cells of odd columns, and the other side no less than the upper.
    fn ceiling_on_even(self) -> i32 {
        let empty = !self.all & BOARD;
        let upper = empty & EVEN & !self.open();
        if has_four(self.own | empty & !upper) {
            return CELLS;
        }
        match has_four(self.own ^ self.all | upper) {
            true => -1,
            false => 0,
        }
    }

    /// With an odd number of cells left, the same holds once one odd column is
    /// left out. If the other side would win on a cell there that comes to it,
    /// because the side to move has to fill the one below, then it will.
    fn ceiling_on_odd(self) -> i32 {
        let (empty, open) = (!self.all & BOARD, self.open());
        let odd = open & EVEN;
        let mut threats = self.threats() & ODD & !open;
        while threats != 0 {
            let threat = threats & threats.wrapping_neg();
            threats ^= threat;
            let column = column_cells(threat.trailing_zeros() / ACROSS);
            let below = column & empty & EVEN & (threat - 1);
            let own = self.own | (empty & ODD | odd) & !column | below;
            if odd & column != 0 && !has_four(own) {
                return -1;
            }
        }
        CELLS
    }

    /// A number that no other position with as many discs has, and that is the
    /// same for the mirror image.
    fn key(self) -> u64 {
        let key = self.own + self.all + BOTTOM;
        match self.count() < MIRRORED {
            true => key.min(mirrored(key)),
            false => key,
        }
    }
}

/// Whether four of these cells are in line.
fn has_four(own: u64) -> bool {
    [1, ACROSS - 1, ACROSS, ACROSS + 1].into_iter().any(|step| {
        let two = own & own >> step;
        two & two >> (2 * step) != 0
    })
}

fn bit_of(cell: Cell) -> u32 {
    u32::from(cell.column) * ACROSS + (ROWS - 1 - u32::from(cell.row))
}

/// The same with left and right exchanged.
fn mirrored(word: u64) -> u64 {
    let column = |from: u32| {
        (word >> (from * ACROSS) & ((1 << ACROSS) - 1)) << ((COLUMNS - 1 - from) * ACROSS)
    };
    (0..COLUMNS).fold(0, |mirror, from| mirror | column(from))
}

/// Cells, empty or not, on the board or not, that make four with three of
/// these.
fn completing(own: u64) -> u64 {
    let upright = own << 1 & own << 2 & own << 3;
    [ACROSS, ACROSS - 1, ACROSS + 1]
        .into_iter()
        .fold(upright, |cells, step| cells | in_direction(own, step))
}

fn in_direction(own: u64, step: u32) -> u64 {
    let two_before = own << step & own << (2 * step);
    let two_after = own >> step & own >> (2 * step);
    two_before & (own << (3 * step) | own >> step) | two_after & (own >> (3 * step) | own << step)
}

/// Thinks about a connect-four position: who wins first of all, then how soon.
/// What is not found out within the budget is left to `guess`, which also gives
/// the score as long as there is none better.
pub(super) fn think(
    position: &Position,
    limits: &Limits,
    guess: Thought<Move>,
    listener: &mut dyn FnMut(&Thought<Move>),
) -> Thought<Move> {
    let mut inquiry = Inquiry {
        discs: Discs::new(position),
        solver: Solver::new(limits.memory, &limits.budget),
        best: guess,
    };
    if inquiry.discs.all == 0 {
        // The only first move that wins (J. D. Allen, V. Allis, 1988). The
        // benchmark proves it again.
        inquiry.best.line = vec![Move::Column(3)];
    }
    // Nothing is lost if the budget ends on the way: each step counts.
    let _ = inquiry.pursue(listener);
    inquiry.best.nodes += inquiry.solver.nodes;
    inquiry.best
}

/// A position being solved, and the best that is known of it.
struct Inquiry<'a> {
    discs: Discs,
    solver: Solver<'a>,
    best: Thought<Move>,
}

impl Inquiry<'_> {
    fn pursue(&mut self, listener: &mut dyn FnMut(&Thought<Move>)) -> Result<(), Spent> {
        let least = -score_of_win(self.discs.count() + 1);
        let most = score_of_win(self.discs.count());
        let (least, most) = match self.outcome()? {
            1.. => (1, most),
            0 => (0, 0),
            _ => (least, -1),
        };
        self.settle(least, most, listener);
        let score = self.solver.score(self.discs, least, most)?;
        if let Some(mv) = self.move_with(score)? {
            self.best.line = vec![mv];
        }
        self.settle(score, score, listener);
        Ok(())
    }

    /// Who wins: 1, 0 or -1. Unless every move loses, the best known move is
    /// one that leads there.
    fn outcome(&mut self) -> Result<i32, Spent> {
        for outcome in [1, 0] {
            if let Some(mv) = self.move_with(outcome)? {
                self.best.line = vec![mv];
                return Ok(outcome);
            }
        }
        Ok(-1)
    }

    /// A move with at least this score, if there is one: the best known move
    /// where it is such a one.
    fn move_with(&mut self, score: i32) -> Result<Option<Move>, Spent> {
        let known = self.best.line.first().copied();
        let others = MIDDLE_FIRST.map(|column| Move::Column(column as u8));
        for mv in known.into_iter().chain(others) {
            if self.reaches(mv, score)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    fn reaches(&mut self, mv: Move, score: i32) -> Result<bool, Spent> {
        let Move::Column(column) = mv else {
            return Ok(false);
        };
        let cell = self.discs.open() & column_cells(u32::from(column));
        match cell {
            0 => Ok(false),
            _ if cell & self.discs.wins() != 0 => Ok(true),
            _ => Ok(!self.solver.exceeds(self.discs.after(cell), -score)?),
        }
    }

    /// Tells what is known: a score between these bounds.
    fn settle(&mut self, least: i32, most: i32, listener: &mut dyn FnMut(&Thought<Move>)) {
        let nearest_to_draw = if least > 0 { least } else { most };
        self.best.score = match nearest_to_draw {
            0 => 0,
            score => score.signum() * (WIN - self.plies(score)),
        };
        self.best.proof = match least == most {
            true => Proof::Exact,
            false => Proof::Outcome,
        };
        self.best.depth = (CELLS - self.discs.count()) as u32;
        let told = Thought {
            nodes: self.best.nodes + self.solver.nodes,
            ..self.best.clone()
        };
        listener(&told);
    }

    /// How many discs are played until the game ends with this score.
    fn plies(&self, score: i32) -> i32 {
        let left = CELLS - self.discs.count();
        // The winner has so many discs of those left still to play.
        let winner_moves = (left + i32::from(score > 0)) / 2 - score.abs() + 1;
        2 * winner_moves - i32::from(score > 0)
    }
}

/// What is known of positions seen: a lower or an upper bound of their score.
struct Memory {
    slots: Box<[u64]>,
}

/// What a slot says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    AtLeast(i32),
    AtMost(i32),
}

impl Memory {
    fn new(bytes: usize) -> Memory {
        let count = (bytes / size_of::<u64>()).max(2);
        Memory {
            slots: zeroed_slice_box(1 << count.ilog2()),
        }
    }

    /// The highest bits of a product depend on all bits of the key.
    fn slot(&self, key: u64) -> usize {
        let bits = self.slots.len().ilog2();
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - bits)) as usize
    }

    fn find(&self, key: u64) -> Option<Bound> {
        let slot = self.slots[self.slot(key)];
        if slot >> 8 != key {
            return None;
        }
        let score = (slot as u8 >> 1) as i32 - CELLS;
        match slot & 1 {
            0 => Some(Bound::AtMost(score)),
            _ => Some(Bound::AtLeast(score)),
        }
    }

    fn keep(&mut self, key: u64, bound: Bound) {
        let (score, kind) = match bound {
            Bound::AtMost(score) => (score, 0),
            Bound::AtLeast(score) => (score, 1),
        };
        let slot = self.slot(key);
        self.slots[slot] = key << 8 | ((score + CELLS) as u64) << 1 | kind;
    }
}

/// Solves positions, and remembers what it has seen of them.
///
/// A score is how many discs the winner has not played yet when the game ends,
/// the winning one included: the sooner the win, the more. It is negative for
/// a loss and 0 for a draw.
pub(super) struct Solver<'a> {
    memory: Memory,
    budget: &'a Budget,
    pub(super) nodes: u64,
}

/// A score cannot be told within the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spent;

/// How often the budget is looked at, in nodes.
const LOOK_UP: u64 = 4096;

impl<'a> Solver<'a> {
    pub(super) fn new(bytes: usize, budget: &'a Budget) -> Solver<'a> {
        Solver {
            memory: Memory::new(bytes),
            budget,
            nodes: 0,
        }
    }

    /// The exact score, known to be within these bounds. Each question halves
    /// what is left, those nearest to a draw first, as they are the cheapest.
    pub(super) fn score(&mut self, discs: Discs, least: i32, most: i32) -> Result<i32, Spent> {
        let (mut least, mut most) = (least, most);
        while least < most {
            let middle = least + (most - least) / 2;
            let bound = match middle {
                ..0 => middle.max((most - 1).min(least / 2)),
                _ => middle.min(least.max(most / 2)),
            };
            match self.exceeds(discs, bound)? {
                true => least = bound + 1,
                false => most = bound,
            }
        }
        Ok(least)
    }

    /// Whether the score is above a bound.
    pub(super) fn exceeds(&mut self, discs: Discs, bound: i32) -> Result<bool, Spent> {
        if discs.wins() & discs.open() != 0 {
            return Ok(score_of_win(discs.count()) > bound);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK_UP) && self.budget.is_spent(self.nodes) {
            return Err(Spent);
        }
        let count = discs.count();
        let candidates = discs.not_losing();
        let known = match candidates {
            0 if count == CELLS => (0, 0),
            0 => (-score_of_win(count + 1), -score_of_win(count + 1)),
            // Nobody wins with the last two discs.
            _ if count >= CELLS - 2 => (0, 0),
            _ => (
                -score_of_win(count + 3),
                score_of_win(count + 2).min(discs.ceiling()),
            ),
        };
        if known.0 > bound || known.1 <= bound {
            return Ok(known.0 > bound);
        }
        let key = discs.key();
        match self.memory.find(key) {
            Some(Bound::AtLeast(score)) if score > bound => return Ok(true),
            Some(Bound::AtMost(score)) if score <= bound => return Ok(false),
            _ => {}
        }
        let exceeds = self.any_exceeds(discs, candidates, bound)?;
        self.memory.keep(
            key,
            match exceeds {
                true => Bound::AtLeast(bound + 1),
                false => Bound::AtMost(bound),
            },
        );
        Ok(exceeds)
    }

    fn any_exceeds(&mut self, discs: Discs, candidates: u64, bound: i32) -> Result<bool, Spent> {
        let (cells, count) = ordered(discs, candidates);
        // Sometimes it is known before anything is searched.
        for cell in &cells[..count] {
            let next = discs.after(*cell);
            let known = match self.memory.find(next.key()) {
                Some(Bound::AtMost(score)) => score.min(next.ceiling()),
                _ => next.ceiling(),
            };
            if -known > bound {
                return Ok(true);
            }
        }
        for cell in &cells[..count] {
            if !self.exceeds(discs.after(*cell), -bound - 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The cells to try, and how many there are: those that make the most threats
/// first, then those nearest to the middle.
fn ordered(discs: Discs, candidates: u64) -> ([u64; COLUMNS as usize], usize) {
    let (mut cells, mut worths) = ([0; COLUMNS as usize], [0; COLUMNS as usize]);
    let mut count = 0;
    for column in MIDDLE_FIRST {
        let cell = candidates & column_cells(column);
        if cell == 0 {
            continue;
        }
        let worth = discs.after(cell).threats().count_ones();
        let mut place = count;
        while place > 0 && worths[place - 1] < worth {
            (cells[place], worths[place]) = (cells[place - 1], worths[place - 1]);
            place -= 1;
        }
        (cells[place], worths[place]) = (cell, worth);
        count += 1;
    }
    (cells, count)
}

/// The score of a win by the next disc on a board with this many.
pub(super) fn score_of_win(count: i32) -> i32 {
    (CELLS + 1 - count) / 2
}
