//! What scans cost at every offset.

use std::sync::Arc;

use super::{Budget, Offsets, Plane, Progress, Square, Survey, TooMany, Verdict, truth::Truth};
use crate::{
    geom::{Cell, Offset},
    mask::Prepared,
    scan::{Count, Hit, Scan},
    scene::Raster,
};

/// How many visits each of several scans needs at every offset at which the boxes overlap, and whether it is right.
///
/// Each answer is a run of the scan itself, counted. Scans that remember start without a hint.
#[derive(Clone, Debug)]
pub struct CostSurvey {
    offsets: Offsets,
    progress: Progress,
    /// Of the masks by the sprites' own rules.
    truth: Truth,
    /// The same at the places that are done.
    overlaps: Plane<bool>,
    maps: Vec<CostMap>,
}

/// What one scan needs at every offset.
#[derive(Clone, Debug)]
pub struct CostMap {
    scan: Scan,
    /// The masks that it reads.
    masks: [Arc<Prepared>; 2],
    costs: Plane<Cost>,
}

/// What one scan needs at one offset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Tests made, the one that hit included.
    pub visits: u32,
    /// Whether it says that the masks overlap.
    pub is_hit: bool,
}

impl Cost {
    /// Runs `scan` from `hint`, and counts; answers its hit, too.
    pub(super) fn of(
        scan: Scan,
        [a, b]: &[Arc<Prepared>; 2],
        offset: Offset,
        hint: Option<Cell>,
    ) -> (Self, Option<Hit>) {
        let mut count = Count::default();
        let hit = scan.run(a, b, offset, hint, &mut count);
        (Self { visits: u32::try_from(count.visits).unwrap_or(u32::MAX), is_hit: hit.is_some() }, hit)
    }
}

impl CostSurvey {
    /// A survey of `scans` over the sprites `a` and `b`, of which nothing is done.
    ///
    /// # Errors
    /// Where they have too many offsets.
    pub fn new(a: &Raster, b: &Raster, scans: &[Scan]) -> Result<Self, TooMany> {
        let offsets = TooMany::offsets(a.size(), b.size())?;
        let map = |&scan: &Scan| CostMap {
            scan,
            masks: [a.mask_for(scan), b.mask_for(scan)],
            costs: Plane::new(offsets.size(), Cost::default()),
        };
        Ok(Self {
            offsets,
            progress: Progress::of(offsets.size()),
            truth: Truth::of([a.mask(), b.mask()]),
            overlaps: Plane::new(offsets.size(), false),
            maps: scans.iter().map(map).collect(),
        })
    }

    /// The offsets.
    pub const fn offsets(&self) -> Offsets {
        self.offsets
    }

    /// Whether the masks overlap, at every offset.
    pub const fn overlaps(&self) -> &Plane<bool> {
        &self.overlaps
    }

    /// The maps, in the order in which the scans were named.
    pub fn maps(&self) -> &[CostMap] {
        &self.maps
    }

    /// The map of `scan`, if it takes part.
    pub fn map_of(&self, scan: Scan) -> Option<&CostMap> {
        self.maps.iter().find(|map| map.scan == scan)
    }

    /// What `map` says at column `x` and row `y`, compared with the truth.
    pub fn verdict(&self, map: &CostMap, x: u32, y: u32) -> Verdict {
        Verdict::of(map.costs.at(x, y).is_hit, self.overlaps.at(x, y))
    }

    /// The cost and the verdict of every place that is done.
    pub fn answers(&self, map: &CostMap) -> impl Iterator<Item = (Cost, Verdict)> {
        self.progress.places().map(|Square { x, y, .. }| (map.costs.at(x, y), self.verdict(map, x, y)))
    }

    /// The offset at which `map` has the most visits, of equals the uppermost, of those the left one; `None` while nothing
    /// is done.
    pub fn worst(&self, map: &CostMap) -> Option<(Offset, Cost)> {
        let places = self.progress.places().map(|Square { x, y, .. }| (y, x));
        let (y, x) = places.max_by_key(|&(y, x)| (map.costs.at(x, y).visits, std::cmp::Reverse((y, x))))?;
        Some((self.offsets.offset(x, y), map.costs.at(x, y)))
    }

    /// The largest area that the masks share where `map` says they do not, and the offset: of equals the uppermost, of
    /// those the left one. `None` where nothing is missed.
    pub fn largest_miss(&self, map: &CostMap) -> Option<(Offset, u64)> {
        let missed =
            self.progress.places().filter(|&Square { x, y, .. }| self.verdict(map, x, y) == Verdict::FalseMiss);
        let areas = missed.map(|Square { x, y, .. }| (self.truth.area(self.offsets.offset(x, y)), y, x));
        let (area, y, x) = areas.max_by_key(|&(area, y, x)| (area, std::cmp::Reverse((y, x))))?;
        Some((self.offsets.offset(x, y), area))
    }

    /// The largest number of visits of any scan; 0 while nothing is done.
    pub fn most_visits(&self) -> u32 {
        let visits = self.maps.iter().flat_map(|map| map.costs.values()).map(|cost| cost.visits);
        visits.max().unwrap_or(0)
    }
}

impl CostMap {
    /// The scan.
    pub const fn scan(&self) -> Scan {
        self.scan
    }

    /// Its costs, at every offset.
    pub const fn costs(&self) -> &Plane<Cost> {
        &self.costs
    }

    /// Runs the scan, and counts.
    fn ask(&self, offset: Offset) -> Cost {
        Cost::of(self.scan, &self.masks, offset, None).0
    }
}

impl Survey for CostSurvey {
    fn progress(&self) -> Progress {
        self.progress
    }

    fn step(&mut self, budget: Budget, cancelled: &dyn Fn() -> bool) {
        let Some(truth) = self.truth.hits(cancelled) else { return };
        let (offsets, maps) = (self.offsets, &self.maps);
        let mut answers = Vec::new();
        let ask = |place: Square| {
            let offset = offsets.offset(place.x, place.y);
            let costs: Vec<Cost> = maps.iter().map(|map| map.ask(offset)).collect();
            (truth.overlaps(offset), costs)
        };
        self.progress.advance(budget, cancelled, ask, |place, answer| answers.push((place, answer)));
        for (place, (overlap, costs)) in answers {
            self.overlaps.paint(place, overlap);
            for (map, cost) in self.maps.iter_mut().zip(costs) {
                map.costs.paint(place, cost);
            }
        }
    }
}
