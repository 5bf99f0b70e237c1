//! What scans cost over many placements, in a few numbers.

use super::{Cost, CostMap, CostSurvey, Verdict};

/// What a scan needs over many placements, hits and misses apart.
///
/// A placement counts as a hit where the masks overlap, whatever the scan says of it: so the same placements are compared
/// for every scan.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// All placements.
    pub all: Stats,
    /// Those at which the masks overlap.
    pub hits: Stats,
    /// Those at which only the boxes do.
    pub misses: Stats,
    /// How often it claims a hit where nothing is shared.
    pub false_hits: u64,
    /// How many hits it misses.
    pub false_misses: u64,
}

/// Visits over some placements.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stats {
    /// How many placements there are.
    pub offsets: u64,
    /// The sum of their visits.
    pub total: u64,
    /// What is usual and what is the worst; `None` without placements.
    pub spread: Option<Spread>,
}

/// Visits at some placements, of which there is at least one. Percentiles are nearest ranks: values that occur.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// Half of the placements need no more.
    pub median: u32,
    /// 95 % of the placements need no more.
    pub p95: u32,
    /// No placement needs more.
    pub worst: u32,
}

impl Summary {
    /// What `map` needs at the places of `survey` that are done. While some are not, a percentile above 65,536 visits may be
    /// told by a 256th too low.
    pub fn of<W: Copy>(survey: &CostSurvey<W>, map: &CostMap<W>) -> Self {
        let visits = || map.costs.values().map(|cost| cost.visits).zip(survey.overlaps.values());
        map.tally.summary(survey.progress.is_complete().then_some(visits))
    }

    /// How many answers are wrong.
    pub const fn wrong(&self) -> u64 {
        self.false_hits + self.false_misses
    }
}

impl Stats {
    /// The statistics of `visits`, one number for each placement.
    pub fn of(mut visits: Vec<u32>) -> Self {
        visits.sort_unstable();
        let offsets = visits.len() as u64;
        let total = visits.iter().copied().map(u64::from).sum();
        #[expect(clippy::cast_precision_loss, reason = "a mean need not be exact")]
        let spread = visits.last().map(|&worst| Spread {
            mean: total as f64 / offsets as f64,
            median: *nearest_rank(&visits, 50),
            p95: *nearest_rank(&visits, 95),
            worst,
        });
        Self { offsets, total, spread }
    }
}

/// The smallest of `sorted` that is at least as large as `percent` per cent of them.
///
/// # Panics
/// If `sorted` is empty.
pub(super) fn nearest_rank<T>(sorted: &[T], percent: usize) -> &T {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    &sorted[rank - 1]
}

/// How many placements need how many visits, on a log scale: one bin for each of [`Histogram::PER_DECADE`] equal parts
/// of a factor of ten.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    /// Placements at which the masks overlap, by bin.
    pub hits: Vec<u64>,
    /// Placements at which only the boxes do, by bin. As many bins.
    pub misses: Vec<u64>,
}

impl Histogram {
    /// Bins for each factor of ten.
    pub const PER_DECADE: u32 = 30;

    /// What `map` needs at the places of its survey that are done. The last bin holds the worst of them.
    pub fn of(map: &CostMap) -> Self {
        map.tally.histogram.clone()
    }

    /// One more placement.
    pub(super) fn add(&mut self, cost: Cost, verdict: Verdict) {
        let bin = Self::bin(cost.visits);
        if bin >= self.hits.len() {
            self.hits.resize(bin + 1, 0);
            self.misses.resize(bin + 1, 0);
        }
        let side = if verdict.masks_overlap() { &mut self.hits } else { &mut self.misses };
        side[bin] += 1;
    }

    /// The bin of a number of visits; 0 lies with 1.
    pub fn bin(visits: u32) -> usize {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most some hundred bins")]
        let bin = (f64::from(visits.max(1)).log10() * f64::from(Self::PER_DECADE) + 1e-9).floor() as usize;
        bin
    }

    /// The number of visits at which bin `bin` begins.
    pub fn start(bin: usize) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "at most some hundred bins")]
        let decades = bin as f64 / f64::from(Self::PER_DECADE);
        10_f64.powf(decades)
    }
}
