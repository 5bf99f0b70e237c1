//! What is counted of a map while a survey goes on, so that its numbers can be told at any time.

use super::{Cost, Histogram, Spread, Stats, Summary, Verdict};

/// Visits that are counted one by one; the larger ones are counted in bins, of which each holds a 256th of a factor of two.
const FINE: u32 = 1 << 16;
const BINS: u32 = 256;

/// What is counted of one map, hits and misses apart.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    hits: Counts,
    misses: Counts,
    false_hits: u64,
    false_misses: u64,
    pub histogram: Histogram,
}

/// How many placements need how many visits.
#[derive(Clone, Debug, Default)]
struct Counts {
    offsets: u64,
    total: u64,
    worst: u32,
    fine: Vec<u32>,
    binned: Vec<u32>,
}

impl Tally {
    /// One more placement.
    pub fn add(&mut self, cost: Cost, verdict: Verdict) {
        self.false_hits += u64::from(verdict == Verdict::FalseHit);
        self.false_misses += u64::from(verdict == Verdict::FalseMiss);
        self.histogram.add(cost, verdict);
        if verdict.masks_overlap() { &mut self.hits } else { &mut self.misses }.add(cost.visits);
    }

    /// What it comes to. `visits` are those of all placements that were added, with whether it is a hit: with them the numbers
    /// are exact. Without them, a percentile of more than 65,536 visits may be told by a 256th too low.
    pub fn summary<V: Iterator<Item = (u32, bool)>>(&self, visits: Option<impl Fn() -> V + Copy>) -> Summary {
        let (hits, misses) = (&self.hits, &self.misses);
        let of = |side: bool| {
            move |bin: usize| -> Option<Vec<u32>> {
                let own = visits?().filter(|&(visits, is_hit)| is_hit == side && Counts::bin(visits) == Some(bin));
                Some(own.map(|(visits, _)| visits).collect())
            }
        };
        let both = |bin: usize| Some([of(true)(bin)?, of(false)(bin)?].concat());
        Summary {
            all: stats(&[hits, misses], both),
            hits: stats(&[hits], of(true)),
            misses: stats(&[misses], of(false)),
            false_hits: self.false_hits,
            false_misses: self.false_misses,
        }
    }
}

/// How many pixels are shared where that is missed.
#[derive(Clone, Debug, Default)]
pub(super) struct Missed {
    counts: Counts,
    histogram: Vec<u64>,
}

/// How many pixels are shared at the placements at which a witness misses them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MissedAreas {
    /// Half of the false misses share no more. Above 65,536 px it may be told by a 256th too low.
    pub median: u32,
    /// None shares more.
    pub largest: u32,
    /// False misses by the pixels shared, in the bins of [`Histogram`].
    pub histogram: Vec<u64>,
}

impl Missed {
    /// One more false miss, of `area` px.
    pub fn add(&mut self, area: u64) {
        let area = u32::try_from(area).unwrap_or(u32::MAX);
        self.counts.add(area);
        let bin = Histogram::bin(area);
        self.histogram.resize(self.histogram.len().max(bin + 1), 0);
        self.histogram[bin] += 1;
    }

    /// What they come to.
    pub fn areas(&self) -> MissedAreas {
        let spread = stats(&[&self.counts], |_| None).spread;
        let (median, largest) = spread.map_or((0, 0), |spread| (spread.median, spread.worst));
        MissedAreas { median, largest, histogram: self.histogram.clone() }
    }
}

impl Counts {
    fn add(&mut self, visits: u32) {
        self.offsets += 1;
        self.total += u64::from(visits);
        self.worst = self.worst.max(visits);
        let (counts, at) = match Self::bin(visits) {
            None => (&mut self.fine, visits as usize),
            Some(bin) => (&mut self.binned, bin),
        };
        if counts.len() <= at {
            counts.resize(at + 1, 0);
        }
        counts[at] += 1;
    }

    /// The bin of `visits`; `None` where they are counted one by one.
    fn bin(visits: u32) -> Option<usize> {
        let power = visits.checked_ilog2().filter(|_| visits >= FINE)?;
        let part = (visits >> (power - BINS.ilog2())) - BINS;
        Some(((power - FINE.ilog2()) * BINS + part) as usize)
    }

    /// The fewest visits of a bin.
    fn start(bin: usize) -> u32 {
        let bin = u32::try_from(bin).unwrap_or(u32::MAX);
        (BINS + bin % BINS) << (FINE.ilog2() + bin / BINS - BINS.ilog2())
    }
}

/// The statistics of all placements in `parts`; `values` gives the visits in a bin.
fn stats(parts: &[&Counts], values: impl Fn(usize) -> Option<Vec<u32>>) -> Stats {
    let offsets: u64 = parts.iter().map(|part| part.offsets).sum();
    let total: u64 = parts.iter().map(|part| part.total).sum();
    let percentile = |percent: u64| {
        let rank = (offsets * percent).div_ceil(100).max(1);
        let mut before = 0;
        let count = |counts: fn(&Counts) -> &Vec<u32>, at: usize| -> u64 {
            parts.iter().filter_map(|part| counts(part).get(at)).copied().map(u64::from).sum()
        };
        let longest = |counts: fn(&Counts) -> &Vec<u32>| parts.iter().map(|part| counts(part).len()).max().unwrap_or(0);
        for visits in 0..longest(|part| &part.fine) {
            before += count(|part| &part.fine, visits);
            if before >= rank {
                return u32::try_from(visits).unwrap_or(u32::MAX);
            }
        }
        for bin in 0..longest(|part| &part.binned) {
            let inside = count(|part| &part.binned, bin);
            if before + inside >= rank {
                let exact = values(bin).and_then(|mut values| {
                    let at = usize::try_from(rank - before - 1).ok().filter(|at| *at < values.len())?;
                    Some(*values.select_nth_unstable(at).1)
                });
                return exact.unwrap_or_else(|| Counts::start(bin));
            }
            before += inside;
        }
        0
    };
    #[expect(clippy::cast_precision_loss, reason = "a mean need not be exact")]
    let spread = (offsets > 0).then(|| Spread {
        mean: total as f64 / offsets as f64,
        median: percentile(50),
        p95: percentile(95),
        worst: parts.iter().map(|part| part.worst).max().unwrap_or(0),
    });
    Stats { offsets, total, spread }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::iter::Empty;

    #[test]
    fn a_bin_begins_with_the_fewest_visits_that_lie_in_it() {
        assert_eq!([0, 1, FINE - 1].map(Counts::bin), [None; 3]);
        for bin in 0..(16 * BINS) as usize {
            let start = Counts::start(bin);
            assert_eq!(Counts::bin(start), Some(bin));
            assert_eq!(Counts::bin(start - 1), bin.checked_sub(1), "{start}");
        }
        assert_eq!(Counts::bin(u32::MAX), Some((16 * BINS - 1) as usize));
    }

    #[test]
    fn what_is_counted_is_what_sorting_finds() {
        let mut number = 1_u32;
        let costs: Vec<(Cost, Verdict)> = (0..5_000)
            .map(|at| {
                number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let visits = number >> (1 + at % 24);
                let verdict =
                    [Verdict::Hit, Verdict::Miss, Verdict::FalseMiss, Verdict::FalseHit][(number >> 9) as usize % 4];
                (Cost { visits, is_hit: matches!(verdict, Verdict::Hit | Verdict::FalseHit) }, verdict)
            })
            .collect();
        for count in [0, 1, 2, 39, 5_000] {
            let costs = &costs[..count];
            let mut tally = Tally::default();
            costs.iter().for_each(|&(cost, verdict)| tally.add(cost, verdict));
            let visits = || costs.iter().map(|(cost, verdict)| (cost.visits, verdict.masks_overlap()));
            let exact = tally.summary(Some(visits));
            let of = |kept: &dyn Fn(bool) -> bool| {
                Stats::of(visits().filter(|&(_, is_hit)| kept(is_hit)).map(|(visits, _)| visits).collect())
            };
            assert_eq!(exact.all, of(&|_| true));
            assert_eq!((exact.hits, exact.misses), (of(&|is_hit| is_hit), of(&|is_hit| !is_hit)));
            let count = |of: Verdict| costs.iter().filter(|&&(_, verdict)| verdict == of).count() as u64;
            assert_eq!((exact.false_hits, exact.false_misses), (count(Verdict::FalseHit), count(Verdict::FalseMiss)));
            // Without the visits a large percentile is a little too low.
            let near = tally.summary(None::<fn() -> Empty<(u32, bool)>>);
            if let Some((exact, near)) = exact.all.spread.zip(near.all.spread) {
                assert!(near.p95 <= exact.p95 && near.p95 >= exact.p95 - exact.p95 / 256 - 1);
                assert_eq!((near.mean, near.worst), (exact.mean, exact.worst));
            }
        }
    }
}
