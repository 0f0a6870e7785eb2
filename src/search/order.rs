//! Which move first: good guesses make the search short.

use arrayvec::ArrayVec;

use super::scene::Scene;
use crate::othello::Square;

/// A move, what it leads to, and how promising it is to whoever makes it.
#[derive(Clone, Copy)]
pub(super) struct Child<W> {
    pub(super) square: Square,
    pub(super) scene: Scene<W>,
    pub(super) promise: i32,
}

/// The promise of a move that has been searched.
const DONE: i32 = i32::MIN;

/// Room for the moves of any position, one on every square.
const MOST_MOVES: usize = 100;

/// The moves of a position, handed out the most promising one first.
pub(super) struct Children<W>(ArrayVec<Child<W>, MOST_MOVES>);

impl<W: Copy> Children<W> {
    pub(super) fn new() -> Children<W> {
        Children(ArrayVec::new())
    }

    pub(super) fn push(&mut self, child: Child<W>) {
        self.0.push(child);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Child<W>> {
        self.0.iter()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Child<W>> {
        self.0.iter_mut()
    }

    /// The most promising move not yet handed out; the first among equals, so
    /// that every build searches alike.
    pub(super) fn next(&mut self) -> Option<&Child<W>> {
        let mut best = 0;
        let mut promise = DONE;
        for (index, child) in self.0.iter().enumerate() {
            if child.promise > promise {
                (best, promise) = (index, child.promise);
            }
        }
        if promise == DONE {
            return None;
        }
        let child = &mut self.0[best];
        child.promise = DONE;
        Some(child)
    }
}
