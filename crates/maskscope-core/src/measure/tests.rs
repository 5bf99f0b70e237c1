//! Timing by clocks that stall and stand still.

use std::cell::Cell as Counter;

use super::*;
use crate::geom::Size;

/// The median, by the clock `now`, of batches of `call`.
fn timed<T>(
    now: impl Fn() -> Duration,
    call: impl Fn() -> T,
    budget: Duration,
    cancelled: &dyn Fn() -> bool,
) -> Option<Timing> {
    Batches::default().go_on(now, call, budget, cancelled)
}

/// A clock that advances with each event, a reading or a timed call, and stalls at some of them.
struct Fake {
    /// The time in picoseconds.
    picos: Counter<u64>,
    /// The number of events so far.
    events: Counter<u64>,
    /// Duration of a reading and of a call, and the step of the clock, in picoseconds.
    reading: u64,
    call: u64,
    step: u64,
    /// Events before which it stalls, and the duration of the stall.
    stalls_at: [u64; 2],
    stall: u64,
}

const NANO: u64 = 1_000;
const MICRO: u64 = 1_000 * NANO;
const MILLI: u64 = 1_000 * MICRO;

impl Fake {
    /// A clock like that of most systems, by which a call takes `call` picoseconds.
    const fn of(call: u64) -> Self {
        let (picos, events) = (Counter::new(0), Counter::new(0));
        Self { picos, events, reading: 40 * NANO, call, step: NANO, stalls_at: [u64::MAX; 2], stall: 0 }
    }

    const fn stalling(self, stall: u64, stalls_at: [u64; 2]) -> Self {
        Self { stall, stalls_at, ..self }
    }

    fn pass(&self, picos: u64) {
        let event = self.events.replace(self.events.get() + 1);
        let stalls = self.stalls_at.iter().filter(|at| **at == event).count() as u64;
        self.picos.set(self.picos.get() + picos + stalls * self.stall);
    }

    fn now(&self) -> Duration {
        self.pass(self.reading);
        Duration::from_nanos(self.picos.get() / self.step * self.step / NANO)
    }

    /// Times the call, and compares the median and the fastest batch with the truth; returns the number of events.
    fn assert_true(self, budget: Duration) -> u64 {
        let timing = timed(|| self.now(), || self.pass(self.call), budget, &|| false).expect("not cancelled");
        #[expect(clippy::cast_precision_loss, reason = "small")]
        let truth = self.call as f64 / 1e3;
        let place = self.stalls_at;
        for nanos in [timing.median_nanos, timing.min_nanos] {
            assert!((nanos / truth - 1.0).abs() < 0.03, "{nanos} ns of {truth}, stalled at {place:?}: {timing:?}");
        }
        assert!(timing.batches >= FEWEST_BATCHES);
        self.events.get()
    }
}

#[test]
fn calls_of_any_length_are_timed() {
    for (call, budget) in [(500, 0), (20 * NANO, 8), (3 * MICRO, 30), (700 * MICRO, 30), (30 * MILLI, 30)] {
        let events = Fake::of(call).assert_true(Duration::from_millis(budget));
        // A batch lasts up to two milliseconds, or one call; finding its number of runs takes two of them.
        let longest = (2 * MILLI).max(call);
        let most = (8 * longest + budget * MILLI) / call;
        assert!(events <= most + 100, "{events} events, {most} calls");
    }
}

#[test]
fn a_stall_at_any_place_does_not_show() {
    let call = 90 * MICRO;
    let events = Fake::of(call).assert_true(Duration::ZERO);
    assert!(events > 100);
    for stall in [200 * MICRO, 10 * MILLI, 1_000 * MILLI] {
        for at in 0..=events {
            let stalled = Fake::of(call).stalling(stall, [at, u64::MAX]).assert_true(Duration::ZERO);
            assert!(stalled <= 2 * events, "it ends: {stalled} events, stalled at {at}");
        }
    }
}

#[test]
fn stalls_at_any_two_places_do_not_show() {
    let call = 300 * MICRO;
    let events = Fake::of(call).assert_true(Duration::ZERO);
    for stall in [2 * MILLI, 1_000 * MILLI] {
        for first in 0..=events {
            for second in first..=events {
                let stalled = Fake::of(call).stalling(stall, [first, second]).assert_true(Duration::ZERO);
                assert!(stalled <= 3 * events, "it ends: {stalled} events, stalled at {first} and {second}");
            }
        }
    }
}

#[test]
fn a_stall_while_a_short_call_is_calibrated_does_not_show() {
    let call = 45 * NANO;
    let calibrated = 2 * MILLI / call;
    for stall in [10 * MILLI, 1_000 * MILLI] {
        for at in (0..60).chain((60..calibrated).step_by(911)) {
            Fake::of(call).stalling(stall, [at, at + 1]).assert_true(Duration::ZERO);
        }
    }
}

#[test]
fn coarse_clocks_time_longer_batches() {
    for step in [5 * MICRO, 100 * MICRO, MILLI] {
        let clock = Fake { step, ..Fake::of(3 * MICRO) };
        clock.assert_true(Duration::from_millis(30));
    }
}

#[test]
fn no_time_is_0_even_by_a_clock_that_stands_still() {
    let calls = Counter::new(0_u64);
    let clock = |picos: u64| move || Duration::from_nanos(picos / NANO);
    for nothing in [clock(0), clock(5 * MILLI)] {
        let call = || calls.set(calls.get() + 1);
        let timing = timed(nothing, call, Duration::ZERO, &|| calls.get() > 1_000_000);
        assert_eq!(timing, None, "it goes on looking, and can be cancelled");
        calls.set(0);
    }
    assert_eq!(fastest(clock(0), || (), |()| ()), 0.0);
}

#[test]
fn making_tables_is_timed_without_the_stalls() {
    let prepare = |clock: Fake| fastest(|| clock.now(), || (), |()| clock.pass(clock.call));
    for at in 0..30 {
        let taken = prepare(Fake::of(50 * MICRO).stalling(10 * MILLI, [at, u64::MAX]));
        assert!((taken - 50_000.0).abs() < 100.0, "{taken} ns, stalled at {at}");
    }
    assert_eq!(prepare(Fake::of(0)), 0.0);
}

#[test]
fn the_summary_is_the_middle_of_the_batches() {
    let timing = Timing::of(vec![5.0, 1.0, 2.0, 3.0, 4.0]).expect("five batches");
    assert_eq!((timing.min_nanos, timing.median_nanos), (1.0, 3.0));
    assert_eq!(timing.spread, 1.0 / 3.0);
    assert!(timing.is_disturbed());
    assert_eq!(Timing::of(Vec::new()), None);
    let steady = Timing::of(vec![6.0; 5]).expect("five batches");
    assert!(!steady.is_disturbed());
    assert_eq!([timing.or_steadier(steady), steady.or_steadier(timing)], [steady; 2]);
}

#[test]
fn a_timing_is_plausible() {
    let mask = Prepared::new(!Mask::new(Size::new(20, 20)));
    for scan in Scan::ALL {
        let timing = measure(scan, [&mask; 2], Offset::new(1, 1), None, Duration::ZERO, &|| false);
        let timing = timing.expect("not cancelled");
        assert!(0.0 < timing.min_nanos && timing.min_nanos <= timing.median_nanos, "{scan}: {timing:?}");
        assert_eq!(timing.batches, FEWEST_BATCHES);
        assert!(measure_preparing(scan, mask.mask(), mask.mask()) >= 0.0);
    }
}

#[test]
fn a_cancelled_measurement_answers_nothing() {
    let mask = Prepared::new(Mask::new(Size::new(2, 2)));
    assert_eq!(measure(Scan::ROWS, [&mask; 2], Offset::default(), None, Duration::MAX, &|| true), None);
}

#[test]
fn a_measurement_goes_on_where_it_was_cancelled() {
    let (nanos, calls, looks) = (Counter::new(0), Counter::new(0), Counter::new(0));
    let now = || Duration::from_nanos(nanos.get());
    let call = || {
        nanos.set(nanos.get() + 100_000);
        calls.set(calls.get() + 1);
    };
    // Between two checks, at most one batch is timed.
    let looked = || {
        looks.set(looks.get() + 1);
        looks.get() % 2 == 0
    };
    let mut batches = Batches::default();
    let timing = (0..1_000).find_map(|_| batches.go_on(now, call, Duration::ZERO, &looked));
    let at_once = Batches::default().go_on(now, call, Duration::ZERO, &|| false);
    assert_eq!((timing, timing.map(|timing| timing.median_nanos)), (at_once, Some(100_000.0)));
}

/// A timing whose batches spread by a share of it.
fn known(nanos: f64, spread: f64) -> Timing {
    Timing { median_nanos: nanos, min_nanos: nanos, spread, batches: 5 }
}

fn times(hits: &[f64], misses: &[f64]) -> Times {
    let side = |nanos: &[f64]| nanos.iter().map(|nanos| known(*nanos, 0.0)).collect();
    Times { sides: [side(hits), side(misses)], preparing_nanos: 0.0 }
}

#[test]
fn a_mean_weighs_hits_and_misses_by_their_numbers() {
    // Hits: mean 20, variance 100 over 3; misses: mean 5, variance 2 over 2.
    let mean = times(&[10.0, 20.0, 30.0], &[4.0, 6.0]).mean([3_000, 1_000]).expect("timed");
    assert_eq!(mean.nanos, 0.75 * 20.0 + 0.25 * 5.0);
    let error = (0.75_f64.powi(2) * 100.0 / 3.0 + 0.25_f64.powi(2) * 2.0 / 2.0).sqrt();
    assert!((mean.error - error).abs() < 1e-12, "{mean:?}");
    // Almost all of it is that of the hits, which has two degrees of freedom.
    let [low, high] = mean.interval();
    assert!((high - low - 2.0 * 4.303 * error).abs() < 1e-9, "{low} to {high}");
    // A side without placements has no part in it, and one without a timing leaves it unknown.
    let of_hits = times(&[10.0, 20.0, 30.0], &[]);
    assert_eq!(of_hits.mean([5, 0]).map(|mean| mean.nanos), Some(20.0));
    assert_eq!((of_hits.mean([5, 1]), of_hits.mean([0, 0])), (None, None));
}

#[test]
fn two_times_are_compared_by_their_differences_at_the_same_placements() {
    let placements = [16, 0];
    // The placements differ far more than the scans. One of these takes 3 to 5 ns longer everywhere.
    let nanos: Vec<f64> = (0..16).map(|at| f64::from(10 + 40 * at)).collect();
    let slower: Vec<f64> = nanos.iter().zip(0..).map(|(nanos, at)| nanos + f64::from(3 + at % 3)).collect();
    let (one, other) = (times(&nanos, &[]), times(&slower, &[]));
    let [[_, end], [start, _]] = [&one, &other].map(|it| it.mean(placements).expect("timed").interval());
    assert!(start < end, "by its own interval neither is faster");
    let later = other.less(&one, placements).expect("timed");
    assert!(later.nanos > 3.9 && later.interval()[0] > 3.0, "{later:?}");
    // A difference that changes its sign tells nothing.
    let mixed: Vec<f64> = nanos.iter().zip(0..).map(|(nanos, at)| nanos + f64::from(4 * (at % 2) - 1)).collect();
    let later = times(&mixed, &[]).less(&one, placements).expect("timed");
    assert!(later.nanos > 0.0 && later.interval()[0] < 0.0, "{later:?}");
}

#[test]
fn one_placement_has_no_spread_but_that_of_its_batches() {
    let time = |nanos, spread| Times { sides: [vec![known(nanos, spread)], Vec::new()], preparing_nanos: 0.0 };
    let steady = time(30.0, 0.001).less(&time(20.0, 0.001), [1, 0]).expect("timed");
    assert!(steady.interval()[0] > 9.0, "{steady:?}");
    let disturbed = time(30.0, 0.4).less(&time(20.0, 0.4), [1, 0]).expect("timed");
    assert!(disturbed.interval()[0] < 0.0, "{disturbed:?}");
}

#[test]
fn few_degrees_of_freedom_make_an_interval_wide() {
    assert_eq!(
        [0.5, 1.0, 2.0, 14.99, 15.0, 30.0, 400.0].map(student),
        [12.706, 12.706, 4.303, 2.145, 2.131, 2.042, 2.042]
    );
}
