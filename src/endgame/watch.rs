//! When to stop, for the threads of one solve.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::limits::Budget;

/// A search has been told to end, and its result means nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// Watches the budget. The clock and the flag are looked at every few thousand
/// positions, at counts that do not depend on time.
pub(super) struct Watch<'a> {
    budget: &'a Budget,
    next: AtomicU64,
    spent: AtomicBool,
}

/// How many positions a thread looks at between two looks at the budget.
const INTERVAL: u64 = 16_384;

impl Watch<'_> {
    pub(super) fn new(budget: &Budget) -> Watch<'_> {
        Watch {
            budget,
            next: AtomicU64::new(0),
            spent: AtomicBool::new(false),
        }
    }

    /// Whether the search must end, asked by a thread that has looked at this
    /// many positions.
    #[inline]
    pub(super) fn check(&self, nodes: u64) -> Result<(), Stopped> {
        if nodes >= self.next.load(Ordering::Relaxed) {
            self.next.store(nodes + INTERVAL, Ordering::Relaxed);
            if self.budget.is_spent(nodes) {
                self.spent.store(true, Ordering::Relaxed);
            }
        }
        match self.spent.load(Ordering::Relaxed) {
            true => Err(Stopped),
            false => Ok(()),
        }
    }
}
