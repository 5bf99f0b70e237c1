//! Time of a scan: the median of many batches, timed without a probe that records.
//!
//! Reading the clock takes longer than many a scan, so a batch holds enough runs to last a millisecond, and fifty times
//! the clock's resolution. One batch cannot prove that: if it was interrupted, it seems long. So as soon as a batch
//! comes out too short, all earlier ones are dropped and the next ones hold twice the number of runs: the final
//! batches, at least five in a row, were all long enough. No timing rests on one that was interrupted, and none is 0.
//!
//! If the system counts a thread's processor time finely enough, that time counts, since a person asks for the time of
//! the scan, not for the load of the machine. Elsewhere elapsed time counts, and the median has to withstand the
//! interruptions. [`Timing::is_disturbed`] reports timings in which it probably did not.
//!
//! The masks, the offset and the answer pass through [`black_box`], so that no run is computed ahead or left out. Its
//! cost is part of every timing; `cargo bench --bench timings` measures it with a call that does nothing.

mod clock;
#[cfg(test)]
mod tests;

use std::{hint::black_box, time::Duration};

use crate::geom::{Cell, Offset};
use crate::mask::{Mask, Prepared};
use crate::scan::{NoProbe, Scan};

/// A batch lasts at least this long, and at least `RESOLUTIONS` times the clock's resolution.
const BATCH: Duration = Duration::from_millis(1);
const RESOLUTIONS: u32 = 50;

/// The least number of batches, however small the budget.
const FEWEST_BATCHES: usize = 5;

/// With this many runs a batch is long enough by any clock that does not stand still.
const MOST_RUNS: u32 = 1 << 28;

/// The least number of preparations to time; [`PREPARING`] limits the time for more.
const FEWEST_PREPARATIONS: usize = 2;
const MOST_PREPARATIONS: usize = 5;
const PREPARING: Duration = Duration::from_millis(20);

/// The spread from which a timing is likely to have been disturbed.
const DISTURBED: f64 = 0.25;

/// Time of one run of a scan, in nanoseconds: always more than 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// The median batch, divided by its runs.
    pub median_nanos: f64,
    /// The fastest batch, divided by its runs.
    pub min_nanos: f64,
    /// Half the distance between the quartiles, as a share of the median: 0.02 is ± 2 %.
    pub spread: f64,
    /// The number of timed batches.
    pub batches: usize,
}

impl Timing {
    /// This time divided by that of `rows`: below 1 is faster.
    pub fn ratio_to(&self, rows: &Self) -> f64 {
        self.median_nanos / rows.median_nanos
    }

    /// True if its batches differ too much for its median to be reliable.
    pub fn is_disturbed(&self) -> bool {
        self.spread > DISTURBED
    }

    /// The standard deviation of its batches, in nanoseconds, as their quartiles show it: 0.67 deviations lie between the
    /// median of a normal distribution and a quartile.
    fn deviation(&self) -> f64 {
        self.median_nanos * self.spread / 0.674_5
    }

    /// The steadier of two timings of the same call.
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

/// Times of a scan at placements that were sampled.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Times {
    /// One timing for each placement: of hits, and of misses.
    pub sides: [Vec<Timing>; 2],
    /// Making the tables of both masks, in nanoseconds; 0 without tables.
    pub preparing_nanos: f64,
}

/// A mean over all placements, estimated from those that were sampled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean, in nanoseconds: hits and misses count by their numbers.
    pub nanos: f64,
    /// Its standard error, in nanoseconds.
    pub error: f64,
    /// The degrees of freedom of the error.
    freedom: f64,
}

impl Times {
    /// The mean time of a run over these numbers of hits and misses; `None` if some exist and none was timed.
    pub fn mean(&self, placements: [u64; 2]) -> Option<Mean> {
        let sample = |timing: &Timing| Measurement { nanos: timing.median_nanos, deviation: timing.deviation() };
        Mean::of(&self.sides.each_ref().map(|side| side.iter().map(sample).collect()), placements)
    }

    /// The mean of this time less that of `other` at the same placement. What a placement adds to both cancels out.
    pub fn less(&self, other: &Self, placements: [u64; 2]) -> Option<Mean> {
        let sample = |(own, other): (&Timing, &Timing)| Measurement {
            nanos: own.median_nanos - other.median_nanos,
            deviation: own.deviation().hypot(other.deviation()),
        };
        let side = |at: usize| self.sides[at].iter().zip(&other.sides[at]).map(sample).collect();
        Mean::of(&[side(0), side(1)], placements)
    }
}

/// A measurement at one placement, in nanoseconds.
struct Measurement {
    nanos: f64,
    /// The standard deviation of the measurement itself.
    deviation: f64,
}

impl Mean {
    /// The mean of two strata, weighted by `placements`, with Welch's degrees of freedom.
    #[expect(clippy::cast_precision_loss, reason = "weights, and a few samples")]
    fn of(sides: &[Vec<Measurement>; 2], placements: [u64; 2]) -> Option<Self> {
        let all = placements.iter().sum::<u64>() as f64;
        let (mut nanos, mut variance, mut by_freedom) = (0.0, 0.0, 0.0);
        for (side, count) in sides.iter().zip(placements).filter(|(_, count)| *count > 0) {
            let (weight, n) = (count as f64 / all, side.len() as f64);
            let mean = side.iter().map(|sample| sample.nanos).sum::<f64>() / n;
            let squares: f64 = side.iter().map(|sample| (sample.nanos - mean).powi(2)).sum();
            let (of_mean, freedom) = match side[..] {
                [] => return None,
                // One placement has no spread but that of its measurement.
                [ref only] => (only.deviation.powi(2), (FEWEST_BATCHES - 1) as f64),
                _ => (squares / (n - 1.0) / n, n - 1.0),
            };
            let part = weight.powi(2) * of_mean;
            nanos += weight * mean;
            variance += part;
            by_freedom += part.powi(2) / freedom;
        }
        let freedom = if by_freedom > 0.0 { variance.powi(2) / by_freedom } else { 1.0 };
        (all > 0.0).then(|| Self { nanos, error: variance.sqrt(), freedom })
    }

    /// The interval that holds the true mean in 95 of 100 cases, by Student's distribution.
    pub fn interval(&self) -> [f64; 2] {
        let around = self.error * student(self.freedom);
        [self.nanos - around, self.nanos + around]
    }
}

/// The quantile of Student's distribution that 2.5 % exceed; of a fraction of a degree that of the whole one below, which is
/// larger.
fn student(freedom: f64) -> f64 {
    const QUANTILES: [f64; 30] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
        2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
    ];
    let whole = (1..=QUANTILES.len()).rev().zip(QUANTILES.iter().rev());
    #[expect(clippy::cast_precision_loss, reason = "at most 30")]
    let quantile = whole.into_iter().find(|(degrees, _)| *degrees as f64 <= freedom).map(|(_, quantile)| *quantile);
    quantile.unwrap_or(QUANTILES[0])
}

/// Times `scan` over both masks with B at `offset` for about `budget`, and for at least five batches.
///
/// `hint`, in A's pixels, is a cell from which the scan may start. Its tables are made before, unless they exist.
/// `cancelled` is checked between batches; returns `None` if cancelled.
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

/// Continues [`measure`] from the `batches` that an earlier, cancelled call has timed of the same scan.
pub fn go_on_measuring(
    batches: &mut Batches,
    scan: Scan,
    [a, b]: [&Prepared; 2],
    offset: Offset,
    hint: Option<Cell>,
    budget: Duration,
    cancelled: &dyn Fn() -> bool,
) -> Option<Timing> {
    scan.prepare(a, b, &|| false);
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

/// Continues [`measure_call`] from the `batches` that an earlier, cancelled call has timed of the same call.
pub fn go_on_measuring_call<T>(
    batches: &mut Batches,
    call: impl Fn() -> T,
    budget: Duration,
    cancelled: &dyn Fn() -> bool,
) -> Option<Timing> {
    batches.go_on(clock::now, call, budget, cancelled)
}

/// The time to make the tables of `scan`, in nanoseconds: the fastest of a few times.
///
/// 0 if it reads only the masks, or if making its tables takes less than the clock can resolve.
pub fn measure_preparing(scan: Scan, a: &Mask, b: &Mask) -> f64 {
    let masks = || [a, b].map(|mask| Prepared::new(mask.clone()));
    fastest(clock::now, masks, |[a, b]| _ = scan.prepare(a, b, &|| false))
}

/// The batches timed so far.
#[derive(Clone, Debug, Default)]
pub struct Batches {
    /// The clock's resolution, once it is known.
    resolution: Option<Duration>,
    /// The number of runs in a batch.
    runs: u32,
    /// Nanoseconds of one run, for each batch that was long enough.
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
                // If an earlier batch of the same number of runs was long enough, it had been interrupted.
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

/// The fewest nanoseconds, by the clock `now`, that `work` takes on a fresh result of `input`; 0 below the clock's
/// resolution.
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
