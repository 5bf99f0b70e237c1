//! Counts of numbers, and what follows from them: mean, percentiles, histogram. The numbers themselves are not kept.

use std::cmp::Ordering;

use crate::survey::publishing::{at_once, pause};

/// Numbers below this are counted one by one; larger ones in bins, each a 256th of a factor of two wide.
const FINE: u32 = 1 << 16;
const BINS: u32 = 256;
/// Numbers that are looked at in one step.
const IN_A_STEP: u32 = 1 << 14;
/// Bars of a histogram of numbers for each factor of ten.
const BARS_PER_DECADE: u32 = 30;

/// The count of the numbers of each size: visits, areas, or bins of something else.
#[derive(Clone, Debug, Default)]
pub(in crate::survey) struct Counts {
    pub count: u64,
    pub total: u64,
    largest: u32,
    bins: Vec<u32>,
}

/// Some numbers, such as the visits at some placements, in statistics.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// The count of the numbers: one for each placement.
    pub offsets: u64,
    /// Their sum.
    pub total: u64,
    /// The usual and the largest one; `None` without any.
    pub spread: Option<Spread>,
    /// The numbers in each bar of a logarithmic axis; 0 lies with 1. The last bar holds the largest of them.
    pub histogram: Vec<u64>,
}

/// The spread of at least one number. Percentiles are nearest ranks: numbers that occur.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// Half of the numbers are at most this.
    pub median: u32,
    /// 95 % of the numbers are at most this.
    pub p95: u32,
    /// The largest number.
    pub worst: u32,
}

impl Stats {
    /// Bars of a histogram for each factor of ten.
    pub const PER_DECADE: u32 = BARS_PER_DECADE;

    /// The statistics of `numbers`.
    pub fn of(numbers: impl IntoIterator<Item = u32, IntoIter: Clone>) -> Self {
        let numbers = numbers.into_iter();
        let mut counts = Counts::default();
        numbers.clone().for_each(|number| counts.add(number));
        at_once(counts.stats(Some(numbers.map(Some))))
    }

    /// The bar of a number in a histogram.
    pub fn bar(number: u32) -> usize {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most some hundred bars")]
        let bar = (f64::from(number.max(1)).log10() * f64::from(BARS_PER_DECADE) + 1e-9).floor() as usize;
        bar
    }

    /// The number at which a bar begins.
    pub fn start(bar: usize) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "at most some hundred bars")]
        let decades = bar as f64 / f64::from(BARS_PER_DECADE);
        10_f64.powf(decades)
    }
}

impl Counts {
    /// Counts one more number.
    pub fn add(&mut self, number: u32) {
        self.count += 1;
        self.total += u64::from(number);
        self.largest = self.largest.max(number);
        let bin = bin(number);
        if self.bins.len() <= bin {
            self.bins.resize(bin + 1, 0);
        }
        self.bins[bin] += 1;
    }

    /// The counts of the numbers in both.
    #[must_use]
    pub fn with(&self, other: &Self) -> Self {
        let (longer, shorter) = if self.bins.len() < other.bins.len() { (other, self) } else { (self, other) };
        let mut bins = longer.bins.clone();
        bins.iter_mut().zip(&shorter.bins).for_each(|(sum, count)| *sum += count);
        Self {
            count: self.count + other.count,
            total: self.total + other.total,
            largest: self.largest.max(other.largest),
            bins,
        }
    }

    /// The bin that holds the number which at least `percent` per cent of all do not exceed, and the rank of that number
    /// among those in the bin, from 1; `None` without numbers.
    pub(super) fn nearest_rank(&self, percent: u64) -> Option<(usize, u64)> {
        let mut rank = (self.count * percent).div_ceil(100).max(1);
        self.bins.iter().enumerate().find_map(|(bin, &count)| {
            let found = (rank <= count.into()).then_some((bin, rank));
            rank = rank.saturating_sub(count.into());
            found
        })
    }

    /// The statistics, in steps. `numbers` are all that were counted, `None` for any other: with them the percentiles are
    /// exact. Without them, one above 65,536 may be a 256th too low.
    pub async fn stats(&self, numbers: Option<impl Iterator<Item = Option<u32>> + Clone>) -> Stats {
        #[expect(clippy::cast_precision_loss, reason = "a mean need not be exact")]
        let mean = self.total as f64 / self.count as f64;
        let spread = self.percentile(50, numbers.clone()).await.zip(self.percentile(95, numbers).await);
        Stats {
            offsets: self.count,
            total: self.total,
            spread: spread.map(|(median, p95)| Spread { mean, median, p95, worst: self.largest }),
            histogram: self.bars(|bin| Stats::bar(start(bin))),
        }
    }

    /// The number that at least `percent` per cent of all do not exceed, in steps.
    async fn percentile(&self, percent: u64, numbers: Option<impl Iterator<Item = Option<u32>>>) -> Option<u32> {
        let (at, rank) = self.nearest_rank(percent)?;
        let wide = numbers.into_iter().filter(|_| start(at) >= FINE).flatten();
        let inside = wide.map(|number| number.filter(|number| bin(*number) == at));
        Some(nth(inside, rank, u32::cmp).await.unwrap_or_else(|| start(at)))
    }

    /// The count of the numbers in each bar of a histogram, given the bar of each bin.
    pub fn bars(&self, bar: impl Fn(usize) -> usize) -> Vec<u64> {
        let mut bars = Vec::new();
        for (bin, &count) in self.bins.iter().enumerate().filter(|(_, count)| **count > 0) {
            let bar = bar(bin);
            bars.resize(bars.len().max(bar + 1), 0);
            bars[bar] += u64::from(count);
        }
        bars
    }
}

/// The number of rank `rank`, from 1, among `all` that are not left out; `None` if there are fewer. In steps.
pub(in crate::survey) async fn nth<T: Copy>(
    all: impl Iterator<Item = Option<T>>,
    rank: u64,
    order: impl Fn(&T, &T) -> Ordering,
) -> Option<T> {
    let mut numbers = Vec::new();
    for (number, at) in all.zip(1_u64..) {
        numbers.extend(number);
        if at.is_multiple_of(IN_A_STEP.into()) {
            pause().await;
        }
    }
    let at = usize::try_from(rank - 1).ok().filter(|at| *at < numbers.len())?;
    Some(*numbers.select_nth_unstable_by(at, order).1)
}

/// The bin of a number.
fn bin(number: u32) -> usize {
    let Some(power) = number.checked_ilog2().filter(|_| number >= FINE) else { return number as usize };
    let part = (number >> (power - BINS.ilog2())) - BINS;
    (FINE + (power - FINE.ilog2()) * BINS + part) as usize
}

/// The least number of a bin.
fn start(bin: usize) -> u32 {
    let bin = u32::try_from(bin).unwrap_or(u32::MAX);
    bin.checked_sub(FINE).map_or(bin, |wide| (BINS + wide % BINS) << (FINE.ilog2() + wide / BINS - BINS.ilog2()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::iter::Empty;

    #[test]
    fn a_bin_begins_with_the_least_number_that_lies_in_it() {
        let last = FINE + 16 * BINS - 1;
        for at in (0..=last).map(|at| at as usize) {
            assert_eq!(bin(start(at)), at);
            assert_eq!(start(at).checked_sub(1).map(bin), at.checked_sub(1), "{at}");
        }
        assert_eq!(bin(u32::MAX), last as usize);
        assert_eq!([0, 1, FINE - 1].map(bin), [0, 1, 0xFFFF], "one by one");
    }

    #[test]
    fn what_is_counted_is_what_sorting_finds() {
        let mut number = 1_u32;
        let numbers: Vec<u32> = (0..5_000)
            .map(|at| {
                number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                number >> (1 + at % 24)
            })
            .collect();
        for count in [0, 1, 2, 39, 5_000] {
            let numbers = &numbers[..count];
            let mut sorted = numbers.to_vec();
            sorted.sort_unstable();
            let percentile = |percent: usize| sorted[(count * percent).div_ceil(100).max(1) - 1];
            let total: u64 = numbers.iter().copied().map(u64::from).sum();
            let spread = sorted.last().map(|&worst| Spread {
                mean: total as f64 / count as f64,
                median: percentile(50),
                p95: percentile(95),
                worst,
            });
            let exact = Stats::of(numbers.iter().copied());
            assert_eq!((exact.offsets, exact.total, exact.spread), (count as u64, total, spread));
            assert_eq!(exact.histogram.iter().sum::<u64>(), count as u64);
            // In two parts.
            let mut parts = [Counts::default(), Counts::default()];
            for (at, &number) in numbers.iter().enumerate() {
                parts[usize::from(at % 3 == 0)].add(number);
            }
            let both = parts[0].with(&parts[1]);
            assert_eq!(at_once(both.stats(Some(numbers.iter().copied().map(Some)))), exact);
            // Without the numbers a large percentile is a little too low.
            let near = at_once(both.stats(None::<Empty<Option<u32>>>));
            if let Some((exact, near)) = exact.spread.zip(near.spread) {
                assert!(near.p95 <= exact.p95 && near.p95 >= exact.p95 - exact.p95 / 256 - 1);
                assert_eq!((near.mean, near.worst), (exact.mean, exact.worst));
            }
        }
    }
}
