//! When to stop, for the threads of one solve.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::limits::Budget;

/// A search has been told to end, and its result means nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// Watches the budget. Each thread tells how many positions it has looked at
/// every few thousand of them, at counts that do not depend on time, and only
/// then are the clock and the flag looked at.
pub(super) struct Watch<'a> {
    budget: &'a Budget,
    nodes: &'a AtomicU64,
    spent: AtomicBool,
}

/// How many positions a thread looks at between two looks at the budget.
const INTERVAL: u64 = 16_384;

impl<'a> Watch<'a> {
    /// A watch that keeps the count of all threads here.
    pub(super) fn new(budget: &'a Budget, nodes: &'a AtomicU64) -> Watch<'a> {
        nodes.store(0, Ordering::Relaxed);
        Watch {
            budget,
            nodes,
            spent: AtomicBool::new(budget.is_spent(0)),
        }
    }

    /// Whether the search must end.
    #[inline]
    pub(super) fn is_spent(&self) -> bool {
        self.spent.load(Ordering::Relaxed)
    }

    /// Takes note of a thread that has looked at so many positions, of which
    /// it has told so many before.
    #[inline]
    pub(super) fn note(&self, nodes: u64, told: &mut u64) {
        if nodes - *told >= INTERVAL {
            self.count(nodes, told);
            let all = self.nodes.load(Ordering::Relaxed);
            if self.budget.is_spent(all) {
                self.spent.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Adds what a thread has not told yet to the count of all.
    pub(super) fn count(&self, nodes: u64, told: &mut u64) {
        self.nodes.fetch_add(nodes - *told, Ordering::Relaxed);
        *told = nodes;
    }

    /// Positions looked at by all threads, as far as they have told.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}
