//! Costs of scans and the summaries that follow from them; several questions are answered by them.

use std::sync::Arc;

use super::{Ask, CostMap, CostSurvey, Found, Input, Ratios, Refusal, Setting, Stats, Winners};
use crate::scan::Scan;

/// The costs of scans, and what follows from them.
#[derive(Debug)]
pub struct CostAnswer {
    /// The visits of every scan at every offset.
    pub survey: CostSurvey,
    /// The summary of each scan, in the order of the survey's maps.
    pub summaries: Vec<Summary>,
    /// The comparison of each scan with its base, in the same order.
    pub ratios: Vec<Ratios>,
    /// The scans that need the fewest.
    pub winners: Winners,
    /// The largest number of visits of any scan.
    pub most_visits: u32,
}

impl CostAnswer {
    /// The answer of `survey` so far.
    pub fn of(survey: &CostSurvey) -> Self {
        Self {
            survey: survey.clone(),
            summaries: survey.maps.iter().map(|map| Summary::of(survey, map)).collect(),
            ratios: survey.maps.iter().map(|map| survey.ratios(map)).collect(),
            winners: Winners::of(survey),
            most_visits: survey.most_visits(),
        }
    }

    /// The summary of `scan`, if it takes part.
    pub fn summary(&self, scan: Scan) -> Option<&Summary> {
        self.summaries.get(self.place(scan)?)
    }

    /// The scan with whose visits those of `scan` are compared: rows, or columns for PlayMyCode's whole routine. `None` where
    /// it takes no part.
    pub fn base(&self, scan: Scan) -> Option<Scan> {
        let maps = &self.survey.maps;
        Some(maps[maps[self.place(scan)?].base?].asked)
    }

    /// The comparison of `scan` with its base, where both take part.
    pub fn ratios(&self, scan: Scan) -> Option<&Ratios> {
        self.base(scan)?;
        self.ratios.get(self.place(scan)?)
    }

    fn place(&self, scan: Scan) -> Option<usize> {
        self.survey.maps.iter().position(|map| map.asked == scan)
    }
}

impl Ask for CostSurvey {
    const INPUTS: &'static [Input] = &[Input::Masks, Input::Part, Input::Scans];

    fn ask(setting: &Setting) -> Result<Self, Refusal> {
        let [a, b] = &setting.pair;
        Ok(Self::over(setting.lattice(), &a.raster, &b.raster, &setting.choices.scans))
    }

    fn found(&self) -> Found {
        Arc::new(CostAnswer::of(self))
    }
}

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
}

impl Summary {
    /// The summary of `map` at the places of `survey` that are done. While some are not, a percentile above 65,536 visits may
    /// be a 256th too low.
    pub fn of<W: Copy>(survey: &CostSurvey<W>, map: &CostMap<W>) -> Self {
        let [misses, hits] = &map.visits;
        let all = || {
            let all = map.costs.values().map(|cost| cost.visits).zip(survey.overlaps.values());
            survey.progress.is_complete().then_some(all)
        };
        let side = |hit: bool| all().map(|all| all.filter(move |one| one.1 == hit).map(|one| one.0));
        Self {
            all: hits.with(misses).stats(all().map(|all| all.map(|one| one.0))),
            hits: hits.stats(side(true)),
            misses: misses.stats(side(false)),
            false_hits: map.false_hits,
            false_misses: map.false_misses,
        }
    }

    /// The number of wrong answers.
    pub const fn wrong(&self) -> u64 {
        self.false_hits + self.false_misses
    }

    /// The number of placements at which the masks overlap, and of those at which only the boxes do.
    pub const fn placements(&self) -> [u64; 2] {
        [self.hits.offsets, self.misses.offsets]
    }
}
