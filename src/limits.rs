//! When to stop thinking: shared by everything that searches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A flag that ends a search. Its clones are the same flag, so it can be
/// raised from any thread.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks whoever watches this flag to end.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag has been raised.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What a search may spend. The default is everything.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Ends the search at once when raised.
    pub stop: Stop,
    /// The moment to end at.
    pub deadline: Option<Instant>,
    /// The number of positions to look at.
    pub nodes: Option<u64>,
}

impl Budget {
    /// Whether a search that has looked at this many positions must end.
    ///
    /// Reading the clock costs about as much as a few nodes, so ask every few
    /// thousand of them, at node counts that do not depend on time.
    pub fn is_spent(&self, nodes: u64) -> bool {
        self.stop.is_raised()
            || self.nodes.is_some_and(|limit| nodes >= limit)
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
    }
}
