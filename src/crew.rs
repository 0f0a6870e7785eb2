//! Threads that search one tree together.
//!
//! A thread that has looked at the first move of a position, and finds that
//! others have nothing to do, shares the remaining moves: it makes the
//! position a [`Split`]. Whoever joins takes one move after the other from it
//! until none is left or one of them has settled the position for all ("young
//! brothers wait", after Feldmann). The thread that shared waits for those who
//! joined, and meanwhile helps them, and only them, with what they have shared
//! in turn ("helpful master").
//!
//! Nothing here knows what is searched. To use it:
//!
//! 1. Make a [`Crew`], and in a `std::thread::scope` let each further thread
//!    [`serve`](Crew::serve); [`dismiss`](Crew::dismiss) them at the end.
//! 2. In the search, when [`wanted`](Crew::wanted) says so and at least two
//!    moves are left, [`share`](Crew::share) them: the job carries the
//!    position, its moves and a place for the best result.
//! 3. Work on the split like everybody else: take [`next`](Split::next) until
//!    there is none, and [`cut`](Split::cut) when no further move matters.
//!    Meanwhile the split is the thread's own: it is the parent of the
//!    splits it shares below, and if it [is cut](Split::is_cut) the
//!    thread must come back soon.
//! 4. [`Gather`](Crew::gather) the others, and read the result.
//!
//! With one thread nothing is ever shared, and the search is what it would be
//! without this module.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The threads of one search, and what they share now.
pub struct Crew<J> {
    shared: Mutex<Shared<J>>,
    /// Something was shared, someone has left a split, or all is over.
    news: Condvar,
    /// How many threads wait for something to do.
    idle: AtomicUsize,
}

struct Shared<J> {
    /// The splits that can be joined, in the order in which they were shared.
    open: Vec<Arc<Split<J>>>,
    over: bool,
}

/// A position whose moves several threads look into.
pub struct Split<J> {
    /// What is to be done.
    pub job: J,
    parent: Option<Arc<Split<J>>>,
    moves: usize,
    next: AtomicUsize,
    cut: AtomicBool,
    /// How many threads have joined and not left; changed under the crew's
    /// lock only.
    joined: AtomicUsize,
}

impl<J> Split<J> {
    /// The number of the next move to look into; none if all are taken or no
    /// longer matter.
    pub fn next(&self) -> Option<usize> {
        if self.cut.load(Ordering::Relaxed) {
            return None;
        }
        let next = self.next.fetch_add(1, Ordering::Relaxed);
        (next < self.moves).then_some(next)
    }

    /// Says that no further move matters.
    pub fn cut(&self) {
        self.cut.store(true, Ordering::Relaxed);
    }

    /// Whether the result of this split no longer matters, because of itself
    /// or of one that it is a part of.
    pub fn is_cut(&self) -> bool {
        let mut split = self;
        loop {
            if split.cut.load(Ordering::Relaxed) {
                return true;
            }
            match &split.parent {
                Some(parent) => split = parent,
                None => return false,
            }
        }
    }

    /// Whether this split is a part of another.
    fn is_below(&self, other: &Split<J>) -> bool {
        let mut above = self.parent.as_deref();
        while let Some(split) = above {
            if std::ptr::eq(split, other) {
                return true;
            }
            above = split.parent.as_deref();
        }
        false
    }

    /// Whether joining would yield anything to do.
    fn has_work(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.moves && !self.is_cut()
    }
}

impl<J> Default for Crew<J> {
    fn default() -> Crew<J> {
        Crew {
            shared: Mutex::new(Shared {
                open: Vec::new(),
                over: false,
            }),
            news: Condvar::new(),
            idle: AtomicUsize::new(0),
        }
    }
}

impl<J> Crew<J> {
    /// Whether someone has nothing to do.
    #[inline]
    pub fn wanted(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// Lets others join in a job of so many moves. The parent is the split
    /// that the sharing thread is itself working on, if any.
    pub fn share(&self, job: J, moves: usize, parent: Option<&Arc<Split<J>>>) -> Arc<Split<J>> {
        let split = Arc::new(Split {
            job,
            parent: parent.cloned(),
            moves,
            next: AtomicUsize::new(0),
            cut: AtomicBool::new(false),
            joined: AtomicUsize::new(0),
        });
        self.lock().open.push(Arc::clone(&split));
        self.news.notify_all();
        split
    }

    /// Ends a split that was shared: waits until all who joined have left,
    /// and lets `help` work on what those have shared meanwhile.
    pub fn gather(&self, split: &Arc<Split<J>>, mut help: impl FnMut(&Arc<Split<J>>)) {
        let mut shared = self.lock();
        shared.open.retain(|open| !Arc::ptr_eq(open, split));
        while split.joined.load(Ordering::Relaxed) > 0 {
            let below = |open: &Split<J>| open.is_below(split);
            shared = match shared.join(below) {
                Some(joined) => self.work(shared, joined, &mut help),
                None => self.wait(shared),
            };
        }
    }

    /// The life of a further thread: lets `help` work wherever something is
    /// shared, until the crew is dismissed.
    pub fn serve(&self, mut help: impl FnMut(&Arc<Split<J>>)) {
        let mut shared = self.lock();
        while !shared.over {
            shared = match shared.join(|_| true) {
                Some(joined) => self.work(shared, joined, &mut help),
                None => self.wait(shared),
            };
        }
    }

    /// Sends everybody home who [serves](Crew::serve).
    pub fn dismiss(&self) {
        self.lock().over = true;
        self.news.notify_all();
    }

    /// Works on a split that has been joined, and leaves it.
    fn work<'a>(
        &'a self,
        shared: MutexGuard<'a, Shared<J>>,
        split: Arc<Split<J>>,
        help: &mut impl FnMut(&Arc<Split<J>>),
    ) -> MutexGuard<'a, Shared<J>> {
        drop(shared);
        let membership = Membership { crew: self, split };
        help(&membership.split);
        drop(membership);
        self.lock()
    }

    fn wait<'a>(&'a self, shared: MutexGuard<'a, Shared<J>>) -> MutexGuard<'a, Shared<J>> {
        self.idle.fetch_add(1, Ordering::Relaxed);
        let shared = self.news.wait(shared);
        self.idle.fetch_sub(1, Ordering::Relaxed);
        shared.unwrap_or_else(PoisonError::into_inner)
    }

    /// What is guarded is valid after every step, so a thread that panicked
    /// with the lock has left nothing half done.
    fn lock(&self) -> MutexGuard<'_, Shared<J>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<J> Shared<J> {
    /// Joins the oldest of the splits that qualify, which is the nearest to
    /// the root and has the most to do.
    fn join(&self, qualifies: impl Fn(&Split<J>) -> bool) -> Option<Arc<Split<J>>> {
        let mut open = self.open.iter();
        let split = open.find(|split| split.has_work() && qualifies(split))?;
        split.joined.fetch_add(1, Ordering::Relaxed);
        Some(Arc::clone(split))
    }
}

/// Leaves the split when dropped, also if the work on it panics: whoever waits
/// must not wait forever.
struct Membership<'a, J> {
    crew: &'a Crew<J>,
    split: Arc<Split<J>>,
}

impl<J> Drop for Membership<'_, J> {
    fn drop(&mut self) {
        let _shared = self.crew.lock();
        self.split.joined.fetch_sub(1, Ordering::Relaxed);
        self.crew.news.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    /// A tree to count: every inner node has this many children.
    const WIDTH: usize = 4;

    struct Job {
        height: u32,
        leaves: AtomicUsize,
    }

    type Node = Arc<Split<Job>>;

    /// Counts leaves one by one, sharing at every node where someone is idle.
    fn count(crew: &Crew<Job>, height: u32, own: Option<&Node>) -> usize {
        if height == 0 {
            return 1;
        }
        if !crew.wanted() {
            return (0..WIDTH).map(|_| count(crew, height - 1, own)).sum();
        }
        let job = Job {
            height,
            leaves: AtomicUsize::new(0),
        };
        let split = crew.share(job, WIDTH, own);
        help(crew, &split);
        crew.gather(&split, |split| help(crew, split));
        split.job.leaves.load(Ordering::Relaxed)
    }

    fn help(crew: &Crew<Job>, split: &Node) {
        while split.next().is_some() {
            let leaves = count(crew, split.job.height - 1, Some(split));
            split.job.leaves.fetch_add(leaves, Ordering::Relaxed);
        }
    }

    #[test]
    fn every_move_is_looked_into_once_by_any_number_of_threads() {
        for threads in [1, 2, 3, 8] {
            let crew = Crew::default();
            thread::scope(|scope| {
                for _ in 1..threads {
                    scope.spawn(|| crew.serve(|split| help(&crew, split)));
                }
                for height in 0..9 {
                    assert_eq!(count(&crew, height, None), WIDTH.pow(height));
                }
                crew.dismiss();
            });
        }
    }

    #[test]
    fn a_cut_reaches_everything_below_and_nothing_above() {
        let crew: Crew<()> = Crew::default();
        let top = crew.share((), 3, None);
        let middle = crew.share((), 3, Some(&top));
        let bottom = crew.share((), 3, Some(&middle));
        assert_eq!((bottom.next(), bottom.next()), (Some(0), Some(1)));
        middle.cut();
        assert_eq!(middle.next(), None);
        assert!(bottom.is_cut() && middle.is_cut() && !top.is_cut());
        for split in [bottom, middle, top] {
            crew.gather(&split, |_| unreachable!("nobody has joined"));
        }
    }
}
