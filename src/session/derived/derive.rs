//! A derived thing: its key, its value, and how the one is made from the other.
//!
//! [`KeptValues`] compares keys: what is asked for and has no value yet is a [`Job`], which any thread can run. Its result
//! finds the place where it is kept by its type, and is dropped if it is no longer asked for.

use std::{any::Any, fmt::Debug, sync::Arc};

use maskscope_core::memory::OutOfMemory;
use maskscope_core::scan::own::elsewhere;

/// The key of a derived thing: all that its value depends on. Cheap to clone and to compare.
pub trait Derive: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// The derived value.
    type Value: Debug + Send + Sync + 'static;

    /// True for work that waits until everything else has come to rest.
    const IS_TIMING: bool = false;

    /// True for work that keeps what it has done when it is cancelled: the same key goes on from there.
    const GOES_ON: bool = false;

    /// About how many visits it takes to make the value; the most by default, for work that is always left to a worker.
    fn visits(&self) -> u64 {
        u64::MAX
    }

    /// About how many visits it makes before it looks whether it is cancelled and can go on later; 0 if it looks often.
    fn visits_at_once(&self) -> u64 {
        if Self::GOES_ON { 0 } else { self.visits() }
    }

    /// Asks for the memory of large tables that making the value takes.
    ///
    /// # Errors
    /// If too little is left.
    fn room(&self) -> Result<(), OutOfMemory> {
        Ok(())
    }

    /// Makes the value; `None` if cancelled before it is done.
    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<Self::Value>;

    /// True if something disturbed the making, so that it is worth another try.
    fn is_disturbed(_: &Self::Value) -> bool {
        false
    }

    /// Chooses one of two values for the same key, an `earlier` and a `newer` one.
    fn better(_earlier: Self::Value, newer: Self::Value) -> Self::Value {
        newer
    }
}

/// The most times a value is made if its making is disturbed each time.
pub const ROUNDS: u32 = 3;

/// A value with the key it was made for.
#[derive(Debug)]
struct MadeValue<K: Derive> {
    key: K,
    value: K::Value,
    /// The number of times it has been made.
    rounds: u32,
}

/// The values of one kind: those that are asked for, and those that are made.
#[derive(Debug)]
pub struct KeptValues<K: Derive> {
    asked: Vec<K>,
    made: Vec<MadeValue<K>>,
}

impl<K: Derive> Default for KeptValues<K> {
    fn default() -> Self {
        Self { asked: Vec::new(), made: Vec::new() }
    }
}

impl<K: Derive> KeptValues<K> {
    /// Asks for the values of these keys, the most urgent first, and no longer for others.
    pub(super) fn ask(&mut self, keys: impl IntoIterator<Item = K>) {
        self.asked.clear();
        for key in keys {
            if !self.asked.contains(&key) {
                self.asked.push(key);
            }
        }
    }

    /// Forgets the value for `key`, so that it is made again where it is asked for.
    pub(super) fn forget(&mut self, key: &K) {
        self.made.retain(|made| made.key != *key);
    }

    /// The value for `key`.
    pub(super) fn get(&self, key: &K) -> Option<&K::Value> {
        self.made.iter().find(|made| made.key == *key).map(|made| &made.value)
    }

    /// The value that is asked for, once it is there.
    pub fn fresh(&self) -> Option<&K::Value> {
        self.get(self.asked.first()?)
    }

    /// The value that is asked for, once it is there, with its key.
    pub(super) fn fresh_with_key(&self) -> Option<(&K, &K::Value)> {
        Some((self.asked.first()?, self.fresh()?))
    }

    /// The value that is asked for; the one before until it is made.
    pub fn latest(&self) -> Option<&K::Value> {
        self.fresh().or_else(|| self.last().map(|(_, value)| value))
    }

    /// True if [`Self::latest`] is the one before.
    pub fn is_stale(&self) -> bool {
        !self.made.is_empty() && self.fresh().is_none()
    }

    /// The value that was made last, with its key.
    pub(super) fn last(&self) -> Option<(&K, &K::Value)> {
        self.made.last().map(|made| (&made.key, &made.value))
    }
}

/// A place that keeps what jobs make.
pub(super) trait Keep {
    /// Adds the jobs whose results are missing, and after them those whose results were disturbed.
    fn add_wanted(&self, jobs: &mut Vec<Job>);

    /// Takes a result of its own kind, and drops it if it is no longer asked for; gives back one of another kind.
    fn take(&mut self, result: JobResult) -> Option<JobResult>;
}

impl<K: Derive> Keep for KeptValues<K> {
    fn add_wanted(&self, jobs: &mut Vec<Job>) {
        let missing = self.asked.iter().filter(|key| self.get(key).is_none());
        jobs.extend(missing.map(|key| Job::of(key.clone())));
        let is_asked = |made: &&MadeValue<K>| self.asked.contains(&made.key);
        let disturbed = self.made.iter().filter(|made| made.rounds < ROUNDS && K::is_disturbed(&made.value));
        jobs.extend(disturbed.filter(is_asked).map(|made| Job { round: made.rounds, ..Job::of(made.key.clone()) }));
    }

    fn take(&mut self, result: JobResult) -> Option<JobResult> {
        let mut new = match result.0.downcast::<MadeValue<K>>() {
            Ok(made) => *made,
            Err(other) => return Some(JobResult(other)),
        };
        if self.asked.contains(&new.key) {
            if let Some(place) = self.made.iter().position(|made| made.key == new.key) {
                let earlier = self.made.remove(place);
                let rounds = earlier.rounds.saturating_add(new.rounds);
                new = MadeValue { key: new.key, value: K::better(earlier.value, new.value), rounds };
            }
            // Earlier values were only there until one that is asked for came.
            self.made.retain(|made| self.asked.contains(&made.key));
            self.made.push(new);
        }
        None
    }
}

/// Work whose result is missing. It can be compared, sent to a thread, and run anywhere.
#[derive(Clone, Debug)]
pub struct Job {
    work: Arc<dyn AnyKey>,
    /// The number of times its result has been made before.
    round: u32,
    is_timing: bool,
    goes_on: bool,
}

/// Result of a job, with its key.
#[derive(Debug)]
pub struct JobResult(Box<dyn Any + Send>);

impl Job {
    pub(super) fn of<K: Derive>(key: K) -> Self {
        Self { work: Arc::new(key), round: 0, is_timing: K::IS_TIMING, goes_on: K::GOES_ON }
    }

    /// True if it makes the values of the keys `K`.
    pub fn is<K: Derive>(&self) -> bool {
        (&*self.work as &dyn Any).is::<K>()
    }

    /// About how many visits it makes.
    pub fn visits(&self) -> u64 {
        self.work.visits()
    }

    /// About how many visits [`Self::go_on`] makes after its time is over; 0 if it stops at once.
    pub fn visits_at_once(&self) -> u64 {
        self.work.visits_at_once()
    }

    /// The number of times its result has been made before, disturbed each time.
    pub const fn round(&self) -> u32 {
        self.round
    }

    /// True for the work that should wait until everything else has come to rest.
    pub const fn is_timing(&self) -> bool {
        self.is_timing
    }

    /// Does the work, or stops early if cancelled.
    ///
    /// # Errors
    /// If too little memory is left for it.
    pub fn run(&self, cancelled: &dyn Fn() -> bool) -> Result<Option<JobResult>, OutOfMemory> {
        self.work.work(cancelled)
    }

    /// Does the work, or as much of it as can be done until `is_over`; this job then goes on from there. Work of a kind that
    /// keeps nothing is done as a whole.
    ///
    /// # Errors
    /// As [`Self::run`].
    pub fn go_on(&self, is_over: &dyn Fn() -> bool) -> Result<Option<JobResult>, OutOfMemory> {
        self.run(if self.goes_on { is_over } else { &|| false })
    }
}

impl PartialEq for Job {
    fn eq(&self, other: &Self) -> bool {
        self.round == other.round && self.work.is_same(&*other.work)
    }
}

impl JobResult {
    /// The key and the value, where they are of the kind of `K`.
    pub(super) fn open<K: Derive>(self) -> Result<(K, K::Value), Self> {
        let made = self.0.downcast::<MadeValue<K>>().map_err(Self)?;
        Ok((made.key, made.value))
    }
}

/// A key of any kind, ready to run.
trait AnyKey: Any + Debug + Send + Sync {
    fn visits(&self) -> u64;
    fn visits_at_once(&self) -> u64;
    fn is_same(&self, other: &dyn AnyKey) -> bool;
    fn work(&self, cancelled: &dyn Fn() -> bool) -> Result<Option<JobResult>, OutOfMemory>;
}

impl<K: Derive> AnyKey for K {
    fn visits(&self) -> u64 {
        Derive::visits(self)
    }

    fn visits_at_once(&self) -> u64 {
        Derive::visits_at_once(self)
    }

    fn is_same(&self, other: &dyn AnyKey) -> bool {
        (other as &dyn Any).downcast_ref::<K>() == Some(self)
    }

    fn work(&self, cancelled: &dyn Fn() -> bool) -> Result<Option<JobResult>, OutOfMemory> {
        self.room()?;
        let made = |value| JobResult(Box::new(MadeValue { key: self.clone(), value, rounds: 1 }));
        // Work without a run of a script that it needs counts as cancelled: it is done again.
        let cancelled = || cancelled() || elsewhere::lacks_runs();
        let value = elsewhere::with_known_runs(|| self.make(&cancelled));
        Ok(value.filter(|_| K::GOES_ON || !elsewhere::lacks_runs()).map(made))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    /// Makes twice its number.
    #[derive(Clone, Debug, PartialEq)]
    struct Double(u64);

    impl Derive for Double {
        type Value = u64;

        fn visits(&self) -> u64 {
            self.0
        }

        fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<u64> {
            (!cancelled()).then_some(2 * self.0)
        }
    }

    /// Another kind that looks the same.
    #[derive(Clone, Debug, PartialEq)]
    struct Half(u64);

    impl Derive for Half {
        type Value = u64;

        fn visits(&self) -> u64 {
            self.0
        }

        fn make(&self, _: &dyn Fn() -> bool) -> Option<u64> {
            Some(self.0 / 2)
        }
    }

    fn wanted(kept: &KeptValues<Double>) -> Vec<Job> {
        let mut jobs = Vec::new();
        kept.add_wanted(&mut jobs);
        jobs
    }

    fn made(job: &Job) -> JobResult {
        job.run(&|| false).expect("there is memory").expect("not cancelled")
    }

    #[test]
    fn a_result_finds_its_place_by_its_type() {
        let mut kept = KeptValues::default();
        kept.ask([Double(4)]);
        let other = kept.take(made(&Job::of(Half(4)))).expect("given back");
        assert_eq!(other.open::<Half>().expect("a half"), (Half(4), 2));
        assert!(kept.take(made(&wanted(&kept)[0])).is_none());
        assert_eq!((kept.fresh(), wanted(&kept).len()), (Some(&8), 0));
    }

    #[test]
    fn what_is_no_longer_asked_for_stays_until_the_next_value_and_late_results_are_dropped() {
        let mut kept = KeptValues::default();
        kept.ask([Double(1)]);
        let first = wanted(&kept);
        kept.take(made(&first[0]));
        kept.ask([Double(2)]);
        assert_eq!((kept.fresh(), kept.latest(), kept.is_stale()), (None, Some(&2), true));
        kept.take(made(&first[0]));
        assert!(kept.is_stale(), "a late result is not newer");
        kept.take(made(&wanted(&kept)[0]));
        assert_eq!((kept.fresh(), kept.is_stale()), (Some(&4), false));
        kept.ask([Double(1)]);
        assert_eq!(wanted(&kept), first, "it was not kept");
    }

    /// Makes its number by counting down from 10, and is not content before 7.
    #[derive(Clone, Debug)]
    struct Tried(Arc<AtomicU64>, u64);

    impl PartialEq for Tried {
        fn eq(&self, other: &Self) -> bool {
            self.1 == other.1
        }
    }

    impl Derive for Tried {
        type Value = u64;

        fn visits(&self) -> u64 {
            0
        }

        fn make(&self, _: &dyn Fn() -> bool) -> Option<u64> {
            Some(self.0.fetch_sub(1, Ordering::Relaxed))
        }

        fn is_disturbed(value: &u64) -> bool {
            *value > 7
        }

        fn better(earlier: u64, newer: u64) -> u64 {
            earlier.min(newer)
        }
    }

    #[test]
    fn what_is_disturbed_is_made_again_a_few_times_and_the_better_is_kept() {
        for (from, left) in [(9, 7), (20, 18)] {
            let mut kept = KeptValues::default();
            let rounds = Arc::new(AtomicU64::new(from));
            kept.ask([Tried(Arc::clone(&rounds), 0)]);
            let mut taken = Vec::new();
            loop {
                let mut jobs = Vec::new();
                kept.add_wanted(&mut jobs);
                let Some(job) = jobs.pop() else { break };
                taken.push(job.round());
                kept.take(made(&job));
                assert!(!kept.is_stale() && kept.fresh() == Some(&(from + 1 - taken.len() as u64)));
            }
            assert_eq!(kept.fresh(), Some(&left));
            assert_eq!(taken, (0..ROUNDS).take_while(|round| from - u64::from(*round) >= left).collect::<Vec<_>>());
            kept.take(made(&Job::of(Tried(Arc::new(AtomicU64::new(30)), 0))));
            assert_eq!(kept.fresh(), Some(&left), "a late worse one changes nothing");
        }
    }

    #[test]
    fn jobs_are_the_same_where_their_kinds_and_keys_are() {
        assert_eq!(Job::of(Double(1)), Job::of(Double(1)));
        assert_ne!(Job::of(Double(1)), Job::of(Double(2)));
        assert_ne!(Job::of(Double(1)), Job::of(Half(1)));
        assert!(matches!(Job::of(Double(1)).run(&|| true), Ok(None)));
    }
}
