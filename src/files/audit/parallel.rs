//! [`in_parallel`]: the same work on many things, on all cores.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Works on each of the `items`; returns the results in their order. `reached` receives the number of those that are done.
pub(super) fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
    reached: impl Fn(u64) + Sync,
) -> Vec<R> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(items.len())));
    let run = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { break };
            let result = work(item);
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done.push((at, result));
            reached(done.len() as u64);
        }
    };
    let threads = thread::available_parallelism().map_or(1, std::num::NonZero::get).min(items.len());
    thread::scope(|scope| {
        for _ in 1..threads {
            // Where no thread can be had, the others do its work.
            thread::Builder::new().spawn_scoped(scope, run).ok();
        }
        run();
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..500).collect();
        let last = Mutex::new(0);
        let results = in_parallel(&items, |item| item * item, |done| *last.lock().expect("no panic") = done);
        assert_eq!(results, items.iter().map(|item| item * item).collect::<Vec<_>>());
        assert_eq!(*last.lock().expect("no panic"), 500);
        assert!(in_parallel(&[], |item: &u64| *item, |_| {}).is_empty());
    }
}
