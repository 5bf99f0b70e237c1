//! How long a scan takes: the median of many batches, timed without a probe that records.
//!
//! Reading the clock costs about 95 ns, more than many a scan, so a batch holds as many runs as fill a millisecond. The
//! masks, the offset and the answer pass through [`black_box`], so that no run is computed ahead or left out.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use crate::{
    geom::{Cell, Offset},
    mask::{Mask, Prepared},
    scan::{NoProbe, Scan},
};

/// A batch lasts at least this long.
const BATCH: Duration = Duration::from_millis(1);

/// How many batches are timed at least, however small the budget.
const FEWEST_BATCHES: usize = 5;

/// How long one run of a scan takes, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// Making the tables that the scan reads, once: 0 or nearly 0 where it reads only the masks.
    pub prepare_nanos: f64,
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

    /// The summary of `batches`, each the nanoseconds of one run; `None` without any.
    fn of(prepare_nanos: f64, mut batches: Vec<f64>) -> Option<Self> {
        batches.sort_by(f64::total_cmp);
        let quantile = |quarters: usize| batches.get((batches.len().checked_sub(1)?) * quarters / 4).copied();
        let (median, half_width) = (quantile(2)?, (quantile(3)? - quantile(1)?) / 2.0);
        Some(Self {
            prepare_nanos,
            median_nanos: median,
            min_nanos: quantile(0)?,
            spread: half_width / median,
            batches: batches.len(),
        })
    }
}

/// Times `scan` over both masks with B at `offset` for about `budget`, and for at least five batches.
///
/// `cancelled` is checked between batches; `None` if cancelled.
pub fn measure(
    scan: Scan,
    a: &Mask,
    b: &Mask,
    offset: Offset,
    budget: Duration,
    cancelled: &dyn Fn() -> bool,
) -> Option<Timing> {
    measure_from(None, scan, a, b, offset, budget, cancelled)
}

/// [`measure`] for a scan that starts from `hint`, in A's pixels, as at a step of a route.
pub fn measure_from(
    hint: Option<Cell>,
    scan: Scan,
    a: &Mask,
    b: &Mask,
    offset: Offset,
    budget: Duration,
    cancelled: &dyn Fn() -> bool,
) -> Option<Timing> {
    let (a, b) = (Prepared::new(a.clone()), Prepared::new(b.clone()));
    let start = Instant::now();
    scan.prepare(&a, &b);
    let prepare_nanos = nanos(start.elapsed());

    let run = || {
        let (a, b, offset, hint) = black_box((&a, &b, offset, hint));
        scan.run(a, b, offset, hint, &mut NoProbe)
    };
    timed(prepare_nanos, run, budget, cancelled)
}

/// Times any `call` as [`measure`] times a scan. Its arguments should pass through [`black_box`].
pub fn measure_call<T>(call: impl Fn() -> T, budget: Duration, cancelled: &dyn Fn() -> bool) -> Option<Timing> {
    timed(0.0, call, budget, cancelled)
}

fn timed<T>(
    prepare_nanos: f64,
    call: impl Fn() -> T,
    budget: Duration,
    cancelled: &dyn Fn() -> bool,
) -> Option<Timing> {
    let batch = |runs: u32| {
        let start = Instant::now();
        for _ in 0..runs {
            black_box(call());
        }
        start.elapsed()
    };
    let runs = runs_that_fill_a_batch(batch, cancelled)?;
    let start = Instant::now();
    let mut batches = Vec::new();
    while batches.len() < FEWEST_BATCHES || start.elapsed() < budget {
        if cancelled() {
            return None;
        }
        batches.push(nanos(batch(runs)) / f64::from(runs));
    }
    Timing::of(prepare_nanos, batches)
}

/// How many runs make `batch` last long enough to be timed; `None` when `cancelled`.
fn runs_that_fill_a_batch(batch: impl Fn(u32) -> Duration, cancelled: &dyn Fn() -> bool) -> Option<u32> {
    let mut runs: u32 = 1;
    while batch(runs) < BATCH {
        if cancelled() {
            return None;
        }
        runs = runs.saturating_mul(2);
    }
    Some(runs)
}

fn nanos(time: Duration) -> f64 {
    time.as_secs_f64() * 1e9
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Size;

    #[test]
    fn the_summary_is_the_middle_of_the_batches() {
        let timing = Timing::of(7.0, vec![5.0, 1.0, 2.0, 3.0, 4.0]).expect("five batches");
        assert_eq!((timing.min_nanos, timing.median_nanos), (1.0, 3.0));
        assert_eq!(timing.spread, 1.0 / 3.0);
        assert_eq!(Timing::of(7.0, Vec::new()), None);
    }

    #[test]
    fn a_timing_is_plausible() {
        let mask = Mask::new(Size::new(20, 20)).inverted();
        for scan in Scan::ALL {
            let timing = measure(scan, &mask, &mask, Offset::new(1, 1), Duration::ZERO, &|| false);
            let timing = timing.expect("not cancelled");
            assert!(0.0 < timing.min_nanos && timing.min_nanos <= timing.median_nanos, "{scan}: {timing:?}");
            assert_eq!(timing.batches, FEWEST_BATCHES);
        }
    }

    #[test]
    fn a_cancelled_measurement_answers_nothing() {
        let mask = Mask::new(Size::new(2, 2));
        assert_eq!(measure(Scan::ROWS, &mask, &mask, Offset::default(), Duration::MAX, &|| true), None);
    }
}
