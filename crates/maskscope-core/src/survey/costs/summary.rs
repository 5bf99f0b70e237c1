//! [`Summary`]: the visits of a scan over a survey in statistics.

use crate::survey::publishing::{at_once, pause};
use crate::survey::{CostMap, CostSurvey, Stats};

/// The visits of a scan over many placements, hits and misses apart.
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
    /// The number of claimed hits where nothing is shared.
    pub false_hits: u64,
    /// The number of hits that it misses.
    pub false_misses: u64,
    /// The number of hits at which it names a cell that is not shared.
    pub wrong_cells: u64,
}

impl Summary {
    /// The summary of `map` at the places of `survey` that are done. While some are not, a percentile above 65,536 visits may
    /// be a 256th too low.
    pub fn of<W: Copy>(survey: &CostSurvey<W>, map: &CostMap<W>) -> Self {
        at_once(Self::publish(survey, map))
    }

    /// The summary, found in steps.
    async fn publish<W: Copy>(survey: &CostSurvey<W>, map: &CostMap<W>) -> Self {
        let [misses, hits] = &map.visits;
        let all = || {
            let all = map.costs.values().map(|cost| cost.visits).zip(survey.overlaps.values());
            survey.progress.is_complete().then_some(all)
        };
        let side = |hit: bool| all().map(|all| all.map(move |(visits, overlap)| (overlap == hit).then_some(visits)));
        Self {
            all: hits.with(misses).stats(all().map(|all| all.map(|one| Some(one.0)))).await,
            hits: hits.stats(side(true)).await,
            misses: misses.stats(side(false)).await,
            false_hits: map.false_hits,
            false_misses: map.false_misses,
            wrong_cells: map.wrong_cells,
        }
    }

    /// The summaries of all maps of `survey`, in steps.
    pub(in crate::survey) async fn of_each<W: Copy>(survey: &CostSurvey<W>) -> Vec<Self> {
        let mut summaries = Vec::new();
        for map in &survey.maps {
            summaries.push(Self::publish(survey, map).await);
            pause().await;
        }
        summaries
    }

    /// The number of wrong answers.
    pub const fn wrong(&self) -> u64 {
        self.false_hits + self.false_misses + self.wrong_cells
    }

    /// True if something speaks for the scan: some placements hit, at which it could have been wrong, and no answer was.
    pub(in crate::survey) const fn is_proven(&self) -> bool {
        self.hits.offsets > 0 && self.wrong() == 0
    }

    /// The number of placements at which the masks overlap, and of those at which only the boxes do.
    pub const fn placements(&self) -> [u64; 2] {
        [self.hits.offsets, self.misses.offsets]
    }
}
