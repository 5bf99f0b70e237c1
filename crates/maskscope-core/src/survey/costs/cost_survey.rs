//! The answers and the costs of scans at every offset, and the answers of others that say whether masks overlap.

use std::{cmp::Reverse, sync::Arc};

use super::counts::Counts;
use super::ratios::{RatioTally, Ratios};
use crate::geom::{IntRect, Offset, Size};
use crate::mask::{Prepared, overlap_box};
use crate::scan::{Columns, Combined, Own, Scan};
use crate::scene::Raster;
use crate::survey::witness::Questioned;
use crate::survey::{Budget, Classification, Cost, Lattice, Plane, Progress, Square, Survey, cost::Wins};

/// Fewer than these are asked without the bounds of what is shared: finding those takes longer than a few scans that hit early.
const FEW: usize = 4;

/// The scans of PlayMyCode's article: its linear scan as it really runs, and its whole routine.
pub(in crate::survey) const LINEAR: Scan = Scan::Columns(Columns);
pub(in crate::survey) const CLEVER: Scan = Scan::Combined(Combined);

/// The visits of several scans, or other witnesses, at the offsets at which the boxes overlap, and their right or wrong
/// answers: the truth is what the masks share by the sprites' own rules. Another witness may stand for it.
///
/// Each answer is a run of the scan itself, counted. Scans that remember start without a hint.
#[derive(Clone, Debug)]
pub struct CostSurvey<W = Scan> {
    /// The offsets.
    pub lattice: Lattice,
    pub(in crate::survey) progress: Progress,
    masks: [Arc<Prepared>; 2],
    /// Those who are asked, in the order of the maps.
    asked: Vec<Questioned>,
    /// The witness with whose answers theirs are compared.
    against: Questioned,
    /// The answers known so far at the next place, if a step has ended between two of them.
    begun: Option<Answers>,
    /// True at every offset at which the masks overlap, or whatever stands for the truth says so.
    pub overlaps: Plane<bool>,
    /// The maps, in the order in which the scans were named.
    pub maps: Vec<CostMap<W>>,
    /// The wins of those that compete, so far.
    pub(in crate::survey) wins: Wins,
}

/// The costs of one scan, or another witness, at every offset.
#[derive(Clone, Debug)]
pub struct CostMap<W = Scan> {
    /// The one who was asked.
    pub asked: W,
    /// The costs, at every offset.
    pub costs: Plane<Cost>,
    /// The counts of visits so far: at misses, and at hits.
    pub(in crate::survey) visits: [Counts; 2],
    /// The counts of the areas that it misses, so far.
    pub(in crate::survey) missed: Counts,
    /// The numbers of wrong hits, of wrong misses, and of right hits that name a wrong cell, so far.
    pub(in crate::survey) false_hits: u64,
    pub(in crate::survey) false_misses: u64,
    pub(in crate::survey) wrong_cells: u64,
    /// The place in the list of the base, the one with whose visits its own are compared.
    pub(in crate::survey) base: Option<usize>,
    /// The base's visits divided by its own, at hits, so far.
    ratios: RatioTally,
    /// The offset with the most visits so far, and what is needed there: of equals the uppermost, of those the left one.
    pub worst: Option<(Offset, Cost)>,
    /// The same of the hits: the offset at which the masks overlap and the most visits are needed.
    pub worst_hit: Option<(Offset, Cost)>,
    /// The largest area that the masks share where they are said not to, so far, and the offset: of equals the
    /// uppermost, of those the left one.
    pub largest_miss: Option<(Offset, u64)>,
    /// The hit so far at which it needs the most visits more than the best of those that compete, and the number of them: of
    /// equals the uppermost, of those the left one.
    pub largest_loss: Option<(Offset, i64)>,
}

impl CostSurvey {
    /// A survey of `scans` over the sprites `a` and `b`, before its first step.
    pub fn new(a: &Raster, b: &Raster, scans: &[Scan]) -> Self {
        Self::over(Lattice::new(a.size(), b.size()), a, b, scans)
    }

    /// A survey over the offsets of `lattice`, which must be some of these sprites'.
    pub fn over(lattice: Lattice, a: &Raster, b: &Raster, scans: &[Scan]) -> Self {
        let questioned = |scan| Questioned::Scan(scan, [a.mask_for(scan), b.mask_for(scan)]);
        let survey = Self::asking(lattice, [a, b], scans, questioned, Questioned::Truth);
        Self { wins: Wins::among(scans), ..survey }
    }

    /// The map of `scan`, if it takes part.
    pub fn map_of(&self, scan: Scan) -> Option<&CostMap> {
        self.maps.iter().find(|map| map.asked == scan)
    }

    /// The largest number of visits of any scan; 0 while nothing is done.
    pub fn most_visits(&self) -> u32 {
        self.maps.iter().map(CostMap::most_visits).max().unwrap_or(0)
    }
}

impl<W: Copy> CostSurvey<W> {
    /// A survey of those who are `asked`, compared with one `against` them, over two sprites, before its first step. Earlier
    /// failures of scripts are forgotten.
    pub(in crate::survey) fn asking(
        lattice: Lattice,
        sprites: [&Raster; 2],
        asked: &[W],
        questioned: impl Fn(W) -> Questioned,
        against: Questioned,
    ) -> Self {
        let asked_ones: Vec<Questioned> = asked.iter().map(|&asked| questioned(asked)).collect();
        let scripts: Vec<Own> = asked_ones.iter().chain([&against]).filter_map(Questioned::script).collect();
        scripts.iter().copied().for_each(Own::forget_failure);
        let lattice = for_scripts(lattice, sprites.map(Raster::size), &scripts);
        let map = |&asked: &W| CostMap {
            asked,
            costs: Plane::new(lattice.size(), Cost::default()),
            visits: Default::default(),
            missed: Counts::default(),
            false_hits: 0,
            false_misses: 0,
            wrong_cells: 0,
            base: None,
            ratios: RatioTally::default(),
            worst: None,
            worst_hit: None,
            largest_miss: None,
            largest_loss: None,
        };
        Self {
            lattice,
            progress: Progress::of(lattice.size()),
            masks: sprites.map(|sprite| Arc::clone(sprite.mask())),
            asked: asked_ones,
            against,
            begun: None,
            overlaps: Plane::new(lattice.size(), false),
            maps: asked.iter().map(map).collect(),
            wins: Wins::default(),
        }
    }

    /// The comparison of the visits of `map` with those of its base, the median exact once the survey is complete. In steps.
    pub(in crate::survey) async fn ratios(&self, map: &CostMap<W>) -> Ratios {
        let base = map.base.and_then(|base| self.maps.get(base)).filter(|_| self.progress.is_complete());
        let pairs = base.map(|base| {
            let pairs = base.costs.values().zip(map.costs.values()).zip(self.overlaps.values());
            pairs.map(|((base, own), overlap)| overlap.then_some([base.visits, own.visits]))
        });
        map.ratios.ratios(pairs).await
    }

    /// The answer of `map` at column `x` and row `y`, compared with the truth.
    ///
    /// # Panics
    /// Where it lies beyond the grid.
    pub fn verdict(&self, map: &CostMap<W>, x: u32, y: u32) -> Classification {
        let cost = map.costs.at(x, y);
        match Classification::of(cost.is_hit, self.overlaps.at(x, y)) {
            Classification::Hit if cost.names_wrong_cell && self.against.is_truth() => Classification::WrongCell,
            verdict => verdict,
        }
    }
}

impl<W> CostSurvey<W> {
    /// True if the masks overlap at one of the places that are done, or whatever stands for the truth says so.
    pub(in crate::survey) fn has_hit(&self) -> bool {
        self.maps.iter().any(|map| map.visits[1].count > 0)
    }

    /// The masks of A and B.
    pub(in crate::survey) const fn masks(&self) -> &[Arc<Prepared>; 2] {
        &self.masks
    }

    /// The column and row of an offset that has been asked about; `None` of any other, and while that is not done.
    pub fn found_at(&self, offset: Offset) -> Option<(u32, u32)> {
        self.lattice.asked(offset).filter(|&(x, y)| self.progress.is_known(x, y))
    }
}

impl<W> CostMap<W> {
    /// The number of wrong answers so far.
    pub(in crate::survey) const fn wrong(&self) -> u64 {
        self.false_hits + self.false_misses + self.wrong_cells
    }

    /// The largest number of visits; 0 while nothing is done.
    pub(in crate::survey) fn most_visits(&self) -> u32 {
        self.worst.map_or(0, |(_, cost)| cost.visits)
    }
}

/// The most operations of scripts at misses: some twenty seconds of them.
const MOST_OPERATIONS: u64 = 400_000_000;

/// The offsets of `lattice`, or so few of them that these scripts can be run at each.
fn for_scripts(lattice: Lattice, [a, b]: [Size; 2], scripts: &[Own]) -> Lattice {
    if scripts.is_empty() {
        return lattice;
    }
    // Over all offsets, the cells of the overlap boxes are both areas multiplied.
    let cells = a.area().saturating_mul(b.area()) / Lattice::whole(lattice.all()).size().area().max(1);
    let operations: u64 = scripts.iter().map(|script| script.operations_per_cell()).sum();
    lattice.at_most((MOST_OPERATIONS / cells.saturating_mul(operations).max(1)).max(1))
}

/// The one with the larger `key`, of equals the uppermost, of those the left one.
fn larger<T: Copy, K: Ord>(
    one: Option<(Offset, T)>,
    other: Option<(Offset, T)>,
    key: fn(T) -> K,
) -> Option<(Offset, T)> {
    one.into_iter().chain(other).max_by_key(|&(at, value)| (key(value), Reverse((at.y, at.x))))
}

/// The answers at one place, one after the other.
#[derive(Clone, Debug)]
struct Answers {
    offset: Offset,
    /// A box around what the masks share, if they share anything.
    shared: Option<IntRect>,
    /// True if the witness that stands for the truth says that they overlap.
    overlap: bool,
    costs: Vec<Cost>,
    /// The shared area, if somebody misses it.
    missed: Option<u64>,
}

impl<W: Sync> Survey for CostSurvey<W> {
    fn progress(&self) -> Progress {
        self.progress
    }

    fn step(&mut self, budget: Budget, cancelled: &dyn Fn() -> bool) {
        let Self { lattice, progress, masks: [a, b], asked, against, begun, overlaps, maps, wins } = self;
        let begin = |Square { x, y, .. }: Square| {
            let offset = lattice.offset(x, y);
            let shared = match asked.len() {
                ..FEW => overlap_box(a.mask().size(), b.mask().size(), offset).filter(|_| a.overlaps(b, offset)),
                _ => a.overlap_bounds(b, offset),
            };
            let overlap = against.answer(offset, shared).is_hit;
            Answers { offset, shared, overlap, costs: Vec::with_capacity(asked.len()), missed: None }
        };
        // A scan of large sprites takes long, and so do its tables: a step may end after each scan, and within a table.
        let go_on = |place, begun: &mut Option<Answers>, is_over: &dyn Fn() -> bool| {
            let Answers { offset, shared, overlap, costs, missed } = begun.get_or_insert_with(|| begin(place));
            if let Some(next) = asked.get(costs.len()).filter(|next| next.prepare(is_over)) {
                costs.push(next.answer(*offset, *shared));
            }
            let is_last = costs.len() == asked.len();
            if is_last && *overlap && costs.iter().any(|cost| !cost.is_hit) {
                *missed = Some(a.overlap_area(b, *offset));
            }
            is_last.then(|| begun.take())?
        };
        let take = |place: Square, Answers { offset: at, overlap, costs, missed, .. }: Answers| {
            overlaps.paint(place, overlap);
            wins.add(overlap, &costs);
            let fewest = wins.fewest(&costs).filter(|_| overlap);
            for (map, &cost) in maps.iter_mut().zip(&costs) {
                map.costs.paint(place, cost);
                map.visits[usize::from(overlap)].add(cost.visits);
                map.false_hits += u64::from(cost.is_hit && !overlap);
                map.false_misses += u64::from(overlap && !cost.is_hit);
                map.wrong_cells += u64::from(overlap && cost.names_wrong_cell && against.is_truth());
                map.worst = larger(map.worst, Some((at, cost)), |cost| cost.visits);
                map.worst_hit = larger(map.worst_hit, overlap.then_some((at, cost)), |cost| cost.visits);
                let loss = fewest.map(|fewest| (at, i64::from(cost.visits) - i64::from(fewest)));
                map.largest_loss = larger(map.largest_loss, loss, |loss| loss);
                if let Some(base) = map.base.and_then(|base| costs.get(base)).filter(|_| overlap) {
                    map.ratios.add(at, [base.visits, cost.visits]);
                }
                let miss = missed.filter(|&area| !cost.is_hit && area > 0).map(|area| (at, area));
                if let Some((_, area)) = miss {
                    map.missed.add(u32::try_from(area).unwrap_or(u32::MAX));
                }
                map.largest_miss = larger(map.largest_miss, miss, |area| area);
            }
        };
        progress.advance_in_parts(budget, cancelled, begun, go_on, take);
    }
}
