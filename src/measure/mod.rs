//! How long a scan takes: the median of many batches, timed without a probe that records.
//!
//! Reading the clock takes longer than many a scan, so a batch holds as many runs as last a millisecond, and fifty times as
//! long as the clock's resolution. Whether they do cannot be told from one batch: if it was interrupted, it looks long. So as
//! soon as a batch comes out too short, all before it are dropped and the next ones hold twice as many runs: at least
//! five batches in a row were long enough in the end. No timing rests on one that was interrupted, and none is 0.
//!
//! Where the system tells finely enough how long a thread has worked, that is the time that counts, since what a person asks is
//! how long the scan takes, not how busy the machine is. Elsewhere time just passes, and the median has to
//! withstand the interruptions. [`Timing::is_disturbed`] says where it probably did not.
//!
//! The masks, the offset and the answer pass through [`black_box`], so that no run is computed ahead or left out. What this
//! costs is part of every timing; `cargo bench --bench timings` says how much, by a call that does nothing.

mod clock;
#[cfg(test)]
mod tests;

use std::{hint::black_box, time::Duration};

use crate::{
    geom::{Cell, Offset},
    mask::{Mask, Prepared},
    scan::{NoProbe, Scan},
};

/// A batch lasts at least this long, and at least `RESOLUTIONS` times the clock's resolution.
const BATCH: Duration = Duration::from_millis(1);
const RESOLUTIONS: u32 = 50;

/// How many batches are timed at least, however small the budget.
const FEWEST_BATCHES: usize = 5;

/// With this many runs a batch is long enough by any clock that does not stand still.
const MOST_RUNS: u32 = 1 << 28;

/// How often tables are made to time it: at least, and at most within [`PREPARING`].
const FEWEST_PREPARATIONS: usize = 2;
const MOST_PREPARATIONS: usize = 5;
const PREPARING: Duration = Duration::from_millis(20);

/// From this spread on, something else is likely to have disturbed a timing.
const DISTURBED: f64 = 0.25;

/// How long one run of a scan takes, in nanoseconds: always more than 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// The median batch, divided by its runs.
    pub median_nanos: f64,
    /// The fastest batch, divided by its runs.
    pub min_nanos: f64,
    /// Half the distance between the quartiles, as a share of the median: 0.02 is ± 2 %.
    pub spread: f64,
    /// How many batches were timed.
    pub batches: usize,
}

impl Timing {
    /// This time divided by that of `rows`: below 1 is faster.
    pub fn ratio_to(&self, rows: &Self) -> f64 {
        self.median_nanos / rows.median_nanos
    }

    /// Whether its batches differ too much for its median to be relied on.
    pub fn is_disturbed(&self) -> bool {
        self.spread > DISTURBED
    }

    /// Of two timings of the same, the one whose batches differ less.
    #[must_use]
    pub fn or_steadier(self, other: Self) -> Self {
        if other.spread < self.spread { other } else { self }
    }

    /// The summary of `batches`, each the nanoseconds of one run; `None` without any.
    fn of(mut batches: Vec<f64>) -> Option<Self> {
        batches.sort_by(f64::total_cmp);
        let quantile = |quarters: usize| batches.get((batches.len().checked_sub(1)?) * quarters / 4).copied();
        let (median, half_width) = (quantile(2)?, (quantile(3)? - quantile(1)?) / 2.0);
        Some(Self {
            median_nanos: median,
            min_nanos: quantile(0)?,
            spread: half_width / median,
            batches: batches.len(),
        })
    }
}

/// Times `scan` over both masks with B at `offset` for about `budget`, and for at least five batches.
///
/// `hint`, in A's pixels, is where it may start from. The tables that it reads are made before, unless they are there.
/// `cancelled` is checked between batches; `None` if cancelled.
pub fn measure(
    scan: Scan,
    masks: [&Prepared; 2],
    offset: Offset,
    hint: Option<Cell>,
    budget: Duration,
    cancelled: &dyn Fn() -> bool,
) -> Option<Timing> {
    go_on_measuring(&mut Batches::default(), scan, masks, offset, hint, budget, cancelled)
}

/// As [`measure`], from the `batches` that an earlier call has timed of the same before it was cancelled.
pub fn go_on_measuring(
    batches: &mut Batches,
    scan: Scan,
    [a, b]: [&Prepared; 2],
    offset: Offset,
    hint: Option<Cell>,
    budget: Duration,
    cancelled: &dyn Fn() -> bool,
) -> Option<Timing> {
    scan.prepare(a, b);
    let run = || {
        let (a, b, offset, hint) = black_box((a, b, offset, hint));
        scan.run(a, b, offset, hint, &mut NoProbe)
    };
    batches.go_on(clock::now, run, budget, cancelled)
}

/// Times any `call` as [`measure`] times a scan. Its arguments should pass through [`black_box`].
pub fn measure_call<T>(call: impl Fn() -> T, budget: Duration, cancelled: &dyn Fn() -> bool) -> Option<Timing> {
    go_on_measuring_call(&mut Batches::default(), call, budget, cancelled)
}

/// As [`measure_call`], from the `batches` that an earlier call has timed of the same before it was cancelled.
pub fn go_on_measuring_call<T>(
    batches: &mut Batches,
    call: impl Fn() -> T,
    budget: Duration,
    cancelled: &dyn Fn() -> bool,
) -> Option<Timing> {
    batches.go_on(clock::now, call, budget, cancelled)
}

/// How long it takes to make the tables that `scan` reads, in nanoseconds: the fastest of a few times.
///
/// 0 where it reads only the masks, and where making them takes less than the clock can tell.
pub fn measure_preparing(scan: Scan, a: &Mask, b: &Mask) -> f64 {
    let masks = || [a, b].map(|mask| Prepared::new(mask.clone()));
    fastest(clock::now, masks, |[a, b]| scan.prepare(a, b))
}

/// The batches that have been timed so far.
#[derive(Clone, Debug, Default)]
pub struct Batches {
    /// The clock's resolution, once it is known.
    resolution: Option<Duration>,
    /// How many runs a batch holds.
    runs: u32,
    /// The nanoseconds of one run, of each batch that was long enough.
    each: Vec<f64>,
    spent: Duration,
}

impl Batches {
    /// The median, by the clock `now`, of these batches and further ones of `call`.
    fn go_on<T>(
        &mut self,
        now: impl Fn() -> Duration,
        call: impl Fn() -> T,
        budget: Duration,
        cancelled: &dyn Fn() -> bool,
    ) -> Option<Timing> {
        let resolution = *self.resolution.get_or_insert_with(|| clock::resolution(&now));
        let long_enough = BATCH.max(RESOLUTIONS * resolution);
        self.runs = self.runs.max(1);
        while self.each.len() < FEWEST_BATCHES || self.spent < budget {
            if cancelled() {
                return None;
            }
            let start = now();
            for _ in 0..self.runs {
                black_box(call());
            }
            let taken = now().saturating_sub(start);
            if taken < long_enough && self.runs < MOST_RUNS {
                // Where an earlier batch of as many runs was long enough, it had been interrupted.
                (self.runs, self.spent) = (2 * self.runs, Duration::ZERO);
                self.each.clear();
            } else {
                self.spent += taken;
                self.each.push(nanos(taken.max(resolution)) / f64::from(self.runs));
            }
        }
        Timing::of(self.each.clone())
    }
}

/// The fewest nanoseconds, by the clock `now`, in which `work` is done on what `input` makes each time; 0 below the
/// clock's resolution.
fn fastest<T>(now: impl Fn() -> Duration, input: impl Fn() -> T, work: impl Fn(&T)) -> f64 {
    let resolution = clock::resolution(&now);
    let (mut fastest, mut spent) = (Duration::MAX, Duration::ZERO);
    for time in 0..MOST_PREPARATIONS {
        if time >= FEWEST_PREPARATIONS && spent >= PREPARING {
            break;
        }
        let input = black_box(input());
        let start = now();
        work(&input);
        let taken = now().saturating_sub(start);
        spent += taken;
        fastest = fastest.min(taken);
    }
    // Between the two readings, one of them passes in any case.
    if fastest <= 2 * resolution { 0.0 } else { nanos(fastest.saturating_sub(resolution)) }
}

fn nanos(time: Duration) -> f64 {
    time.as_secs_f64() * 1e9
}
