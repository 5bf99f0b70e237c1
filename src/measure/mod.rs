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

/// Times of one run of a scan at several placements, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Average {
    /// The median of the placements.
    pub median_nanos: f64,
    /// Their mean.
    pub mean_nanos: f64,
    /// The mean's uncertainty, as a share of it: that of its timings, as if all were disturbed in the same direction.
    pub spread: f64,
}

impl Average {
    /// The average of one timing for each placement; `None` without any.
    #[expect(clippy::cast_precision_loss, reason = "at most a few placements")]
    pub fn of(timings: &[Timing]) -> Option<Self> {
        let mut medians: Vec<f64> = timings.iter().map(|timing| timing.median_nanos).collect();
        medians.sort_by(f64::total_cmp);
        let median_nanos = *medians.get(medians.len().checked_sub(1)? / 2)?;
        let sum: f64 = medians.iter().sum();
        let around: f64 = timings.iter().map(|timing| timing.median_nanos * timing.spread).sum();
        Some(Self { median_nanos, mean_nanos: sum / medians.len() as f64, spread: around / sum })
    }
}

/// Times of a scan over a survey.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Times {
    /// At hits; `None` without a hit.
    pub hits: Option<Average>,
    /// At misses; `None` without a miss.
    pub misses: Option<Average>,
    /// Making the tables of both masks, in nanoseconds; 0 without tables.
    pub preparing_nanos: f64,
}

impl Times {
    /// The mean time of a run over these numbers of hits and misses, in nanoseconds, and its uncertainty; `None` if some were
    /// not timed.
    #[expect(clippy::cast_precision_loss, reason = "weights")]
    pub fn expected(&self, placements: [u64; 2]) -> Option<[f64; 2]> {
        let sides = placements.into_iter().zip([self.hits, self.misses]).filter(|(count, _)| *count > 0);
        let sides = sides.map(|(count, average)| Some((count as f64, average?))).collect::<Option<Vec<_>>>()?;
        let all: f64 = sides.iter().map(|(count, _)| count).sum();
        let sum = |of: fn(&Average) -> f64| sides.iter().map(|(count, average)| count * of(average)).sum::<f64>() / all;
        (all > 0.0).then(|| [sum(|it| it.mean_nanos), sum(|it| it.mean_nanos * it.spread)])
    }
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
