//! The same work for many things, on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};

/// What the work makes of each number up to a count, in order. The listener
/// hears how many are done.
pub(super) fn map<T: Send>(
    count: usize,
    threads: usize,
    listener: &(dyn Fn(u64) + Sync),
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let take = || {
        let mut results = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return results;
            }
            results.push((number, work(number)));
            listener(done.fetch_add(1, Ordering::Relaxed) as u64 + 1);
        }
    };
    let mut results: Vec<(usize, T)> = std::thread::scope(|scope| {
        let take = &take;
        let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(take)).collect();
        let parts = threads
            .into_iter()
            .map(|thread| thread.join().expect("the work does not panic"));
        parts.flatten().collect()
    });
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_come_in_order_whoever_made_them() {
        for threads in [0, 1, 3] {
            let squares = super::map(100, threads, &|_| {}, |number| number * number);
            assert!(
                squares
                    .iter()
                    .enumerate()
                    .all(|(n, &square)| square == n * n)
            );
            assert_eq!(squares.len(), 100);
        }
    }
}
