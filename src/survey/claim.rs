//! PlayMyCode's claim, checked by counts.

use super::{Cost, CostMap, CostSurvey, Square, Survey as _, ratios::histogram, summary::nearest_rank};
use crate::{
    scan::{Columns, Combined, Scan},
    words::{number, percent},
};

/// How many times fewer visits one scan needs than another, over the placements at which the masks overlap.
///
/// PlayMyCode claims it of its combined routine against the linear scan: 20 to 100 times fewer in most cases, up to 350.
///
/// Source: Joseph Lenton, "JavaScript Per-Pixel HTML5 Canvas Image Collision Detection" (PlayMyCode).
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The scan that is to need more, and the one that is to need fewer.
    scans: [Scan; 2],
    /// Visits of the first divided by visits of the second, ascending: one for each placement that hits.
    pub ratios: Vec<f64>,
    /// How many placements have which ratio, in the bins of [`Ratios::histogram`](super::Ratios::histogram).
    pub histogram: Vec<u64>,
}

impl Claim {
    /// The scans that the article speaks of: what its linear scan really does, and its whole routine.
    pub const SCANS: [Scan; 2] = [Scan::Columns(Columns), Scan::Combined(Combined)];
    /// How many times fewer visits the article promises in most cases, from and to.
    pub const PROMISED: (f64, f64) = (20.0, 100.0);
    /// At most this many placements are compared while a survey is under way: sorting all would take longer than a frame.
    const MOST_SO_FAR: usize = 1 << 14;
    /// Where the bands of [`Claim::bands`] begin, the first at 0.
    pub const BANDS: [f64; 9] = [0.0, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 350.0];

    /// The visits of `linear` divided by those of `clever`, maps of `survey`, at the places that are done; while many are not,
    /// at the first of them, which lie all over the map.
    pub fn of(survey: &CostSurvey, linear: &CostMap, clever: &CostMap) -> Self {
        let mut ratios: Vec<f64> = if survey.progress().is_complete() {
            let pairs = linear.costs.values().zip(clever.costs.values()).zip(survey.overlaps.values());
            pairs.filter(|&(_, overlap)| overlap).map(|((linear, clever), _)| Self::ratio(linear, clever)).collect()
        } else {
            let places = survey.progress().places().take(Self::MOST_SO_FAR);
            let hits = places.filter(|&Square { x, y, .. }| survey.overlaps.at(x, y));
            hits.map(|Square { x, y, .. }| Self::ratio(linear.costs.at(x, y), clever.costs.at(x, y))).collect()
        };
        ratios.sort_unstable_by(f64::total_cmp);
        let histogram = histogram(&ratios);
        Self { scans: [linear.asked, clever.asked], ratios, histogram }
    }

    /// How many times fewer visits the second cost is than the first.
    pub fn ratio(linear: Cost, clever: Cost) -> f64 {
        f64::from(linear.visits) / f64::from(clever.visits.max(1))
    }

    /// The number of placements that hit.
    pub fn offsets(&self) -> u64 {
        self.ratios.len() as u64
    }

    /// The ratio that half of the placements do not exceed (nearest rank); `None` if none hits.
    pub fn median(&self) -> Option<f64> {
        (!self.ratios.is_empty()).then(|| *nearest_rank(&self.ratios, 50))
    }

    /// The mean of the ratios.
    pub fn mean(&self) -> Option<f64> {
        #[expect(clippy::cast_precision_loss, reason = "a mean is no exact number")]
        let count = self.ratios.len() as f64;
        (!self.ratios.is_empty()).then(|| self.ratios.iter().sum::<f64>() / count)
    }

    /// The largest ratio.
    pub fn max(&self) -> Option<f64> {
        self.ratios.last().copied()
    }

    /// At how many placements the ratio is `ratio` or more.
    pub fn reaching(&self, ratio: f64) -> u64 {
        self.offsets() - self.below(ratio)
    }

    /// At how many placements the clever scan needs more visits than the linear one.
    pub fn more(&self) -> u64 {
        self.below(1.0)
    }

    /// At how many placements the ratio is less than `ratio`.
    fn below(&self, ratio: f64) -> u64 {
        self.ratios.partition_point(|&own| own < ratio) as u64
    }

    /// The number of placements that have a ratio in each band: from its beginning in [`Claim::BANDS`] to below the
    /// next.
    pub fn bands(&self) -> [u64; Self::BANDS.len()] {
        let reaching = Self::BANDS.map(|start| self.reaching(start));
        std::array::from_fn(|band| reaching[band] - reaching.get(band + 1).copied().unwrap_or(0))
    }

    /// What was measured, in a sentence: `combined needs 3.3× fewer visits than columns in the median hit, 66× at best`.
    pub fn sentence(&self) -> String {
        let [linear, clever] = self.scans.map(Scan::display_name);
        let Some((median, max)) = self.median().zip(self.max()) else {
            return "the masks never overlap, so there is nothing to compare".to_owned();
        };
        format!("{clever} needs {} in the median hit, {}× at best", compared(median, &linear), factor(max))
    }

    /// The article's claim, compared with it: `claim 20 to 100×: 24 % of hits reach 20×, 14 % need more visits`.
    pub fn detail(&self) -> String {
        let share = |part: u64| percent(part, self.offsets());
        let (from, to) = Self::PROMISED;
        let (reaching, more) = (share(self.reaching(from)), share(self.more()));
        format!("claim {from} to {to}×: {reaching} of hits reach {from}×, {more} need more visits")
    }
}

/// How a scan that needs `times` times fewer visits than `base` compares with it: `3.3× fewer visits than columns`.
pub(super) fn compared(times: f64, base: &str) -> String {
    match times {
        times if times < 0.95 => format!("{}× more visits than {base}", factor(1.0 / times)),
        times if times <= 1.05 => format!("as many visits as {base}"),
        times => format!("{}× fewer visits than {base}", factor(times)),
    }
}

/// A factor with one decimal where that tells something: `3.3`, `66`.
pub(super) fn factor(n: f64) -> String {
    number(n, if n < 9.95 { 1..=1 } else { 0..=0 })
}
