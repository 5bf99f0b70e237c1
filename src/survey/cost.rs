//! What scans say and cost at every offset, and others who say whether masks overlap.

use std::{cmp::Reverse, sync::Arc};

use super::{
    Budget, InWord, Lattice, Plane, Progress, Square, Survey, Verdict,
    ratios::RatioTally,
    tally::{Missed, Tally},
    winners::Wins,
    witness::Questioned,
};
use crate::{
    geom::{Cell, Offset},
    mask::{Prepared, overlap_box},
    scan::{Count, Hit, Scan},
    scene::{Laid, Raster},
};

/// How many visits each of several scans, or other witnesses, needs at the offsets at which the boxes overlap, and
/// whether it is right: the truth is what the masks share by the sprites' own rules. Another witness may stand for it.
///
/// Each answer is a run of the scan itself, counted. Scans that remember start without a hint.
#[derive(Clone, Debug)]
pub struct CostSurvey<W = Scan> {
    /// The offsets.
    pub lattice: Lattice,
    pub(super) progress: Progress,
    masks: [Arc<Prepared>; 2],
    /// Who is asked, in the order of the maps.
    asked: Vec<Questioned>,
    /// What the answers are compared with.
    against: Questioned,
    /// What is known of the next place, where a step has ended between two answers.
    begun: Option<Answers>,
    /// Whether the masks overlap, or whatever stands for the truth says so, at every offset.
    pub overlaps: Plane<bool>,
    /// The maps, in the order in which the scans were named.
    pub maps: Vec<CostMap<W>>,
    /// Which of those that compete need the fewest visits, so far.
    pub(super) wins: Wins,
    /// The place in the list of the one with whose visits those of the others are compared.
    pub(super) base: Option<usize>,
}

/// What one scan, or another witness, needs at every offset.
#[derive(Clone, Debug)]
pub struct CostMap<W = Scan> {
    /// Who was asked.
    pub asked: W,
    /// The costs, at every offset.
    pub costs: Plane<Cost>,
    /// What they come to so far.
    pub(super) tally: Tally,
    /// How much it misses, so far.
    pub(super) missed: Missed,
    /// How many times fewer visits it needs than the base, at hits, so far.
    pub(super) ratios: RatioTally,
    /// The offset with the most visits so far, and what is needed there: of equals the uppermost, of those the left one.
    pub worst: Option<(Offset, Cost)>,
    /// The same of the hits: the offset at which the masks overlap and the most visits are needed.
    pub worst_hit: Option<(Offset, Cost)>,
    /// The largest area that the masks share where they are said not to, so far, and the offset: of equals the
    /// uppermost, of those the left one.
    pub largest_miss: Option<(Offset, u64)>,
    /// How many visits more it needs than the best of those that compete, at the hit where that is the most so far, and the
    /// offset: of equals the uppermost, of those the left one.
    pub largest_loss: Option<(Offset, i64)>,
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
    /// What `scan` needs at `offset`, where the masks overlap or not as `overlap` says; it is run only where that does not
    /// follow.
    pub fn at(scan: Scan, masks: &[Arc<Prepared>; 2], offset: Offset, overlap: bool) -> Self {
        match scan.known_visits(&masks[0], &masks[1], offset, overlap) {
            Some(visits) => Self { visits: u32::try_from(visits).unwrap_or(u32::MAX), is_hit: overlap },
            None => Self::of(scan, masks, offset, None).0,
        }
    }

    /// Runs `scan`, which remembers, from `hint`; answers what it costs, and its hit in A's pixels.
    pub fn remembering(scan: Scan, laid: &Laid, hint: Option<Cell>) -> (Self, Option<Cell>) {
        let masks = laid.masks_for(scan);
        let (cost, hit) = Self::of(scan, &masks, laid.offset, hint);
        let shared = overlap_box(masks[0].mask().size(), masks[1].mask().size(), laid.offset);
        let cell = hit.and_then(|hit| hit.cell).zip(shared);
        (cost, cell.map(|((x, y), shared)| shared.origin() + Cell::new(x.into(), y.into())))
    }

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

impl InWord for Cost {
    /// Visits take 31 bits.
    fn to_word(self) -> u32 {
        self.visits.min(u32::MAX >> 1) << 1 | u32::from(self.is_hit)
    }

    fn from_word(word: u32) -> Self {
        Self { visits: word >> 1, is_hit: word & 1 != 0 }
    }
}

impl CostSurvey {
    /// A survey of `scans` over the sprites `a` and `b`, of which nothing is done.
    pub fn new(a: &Raster, b: &Raster, scans: &[Scan]) -> Self {
        Self::over(Lattice::new(a.size(), b.size()), a, b, scans)
    }

    /// The same over the offsets of `lattice`, which must be some of these sprites'.
    pub fn over(lattice: Lattice, a: &Raster, b: &Raster, scans: &[Scan]) -> Self {
        let questioned = |scan| Questioned::Scan(scan, [a.mask_for(scan), b.mask_for(scan)]);
        let survey = Self::asking(lattice, [a, b], scans, questioned, Questioned::Truth);
        // Traps may stand in the place of rows: they are rows nevertheless.
        let base = scans.iter().position(|scan| scan.strategy() == Scan::ROWS.strategy());
        Self { wins: Wins::among(scans), base, ..survey }
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
    /// A survey of those who are `asked`, compared with one `against` them, over two sprites, of which nothing is done.
    pub(super) fn asking(
        lattice: Lattice,
        sprites: [&Raster; 2],
        asked: &[W],
        questioned: impl Fn(W) -> Questioned,
        against: Questioned,
    ) -> Self {
        let map = |&asked: &W| CostMap {
            asked,
            costs: Plane::new(lattice.size(), Cost::default()),
            tally: Tally::default(),
            missed: Missed::default(),
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
            asked: asked.iter().map(|&asked| questioned(asked)).collect(),
            against,
            begun: None,
            overlaps: Plane::new(lattice.size(), false),
            maps: asked.iter().map(map).collect(),
            wins: Wins::default(),
            base: None,
        }
    }

    /// What `map` says at column `x` and row `y`, compared with the truth.
    pub fn verdict(&self, map: &CostMap<W>, x: u32, y: u32) -> Verdict {
        Verdict::of(map.costs.at(x, y).is_hit, self.overlaps.at(x, y))
    }
}

impl<W> CostSurvey<W> {
    /// The column and row of an offset that has been asked about; `None` of any other, and while that is not done.
    pub fn found_at(&self, offset: Offset) -> Option<(u32, u32)> {
        self.lattice.asked(offset).filter(|&(x, y)| self.progress.is_known(x, y))
    }
}

impl<W> CostMap<W> {
    /// The largest number of visits; 0 while nothing is done.
    pub(super) fn most_visits(&self) -> u32 {
        self.worst.map_or(0, |(_, cost)| cost.visits)
    }
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
    /// Whether the masks overlap, and whether that which stands for the truth says so.
    truth: bool,
    overlap: bool,
    costs: Vec<Cost>,
    /// What is shared, where somebody misses it.
    missed: Option<u64>,
}

impl<W: Sync> Survey for CostSurvey<W> {
    fn progress(&self) -> Progress {
        self.progress
    }

    fn step(&mut self, budget: Budget, cancelled: &dyn Fn() -> bool) {
        let Self { lattice, progress, masks: [a, b], asked, against, begun, overlaps, maps, wins, base } = self;
        let begin = |Square { x, y, .. }: Square| {
            let offset = lattice.offset(x, y);
            let truth = a.overlaps(b, offset);
            let overlap = against.says(offset, truth).is_hit;
            Answers { offset, truth, overlap, costs: Vec::with_capacity(asked.len()), missed: None }
        };
        // Asks the next one; answers whether that was the last.
        let go_on = |answers: &mut Answers| {
            let Answers { offset, truth, overlap, ref mut costs, ref mut missed } = *answers;
            costs.extend(asked.get(costs.len()).map(|next| next.says(offset, truth)));
            let is_last = costs.len() == asked.len();
            if is_last && overlap && costs.iter().any(|cost| !cost.is_hit) {
                *missed = Some(a.overlap_area(b, offset));
            }
            is_last
        };
        let mut take = |place: Square, Answers { offset: at, overlap, costs, missed, .. }: Answers| {
            overlaps.paint(place, overlap);
            wins.add(overlap, &costs);
            let fewest = wins.fewest(&costs).filter(|_| overlap);
            let base = base.and_then(|base| costs.get(base).copied()).filter(|_| overlap);
            for (map, cost) in maps.iter_mut().zip(costs) {
                map.costs.paint(place, cost);
                map.tally.add(cost, Verdict::of(cost.is_hit, overlap));
                map.worst = larger(map.worst, Some((at, cost)), |cost| cost.visits);
                map.worst_hit = larger(map.worst_hit, overlap.then_some((at, cost)), |cost| cost.visits);
                let loss = fewest.map(|fewest| (at, i64::from(cost.visits) - i64::from(fewest)));
                map.largest_loss = larger(map.largest_loss, loss, |loss| loss);
                if let Some(base) = base {
                    map.ratios.add(at, [base, cost]);
                }
                let miss = missed.filter(|&area| !cost.is_hit && area > 0).map(|area| (at, area));
                if let Some((_, area)) = miss {
                    map.missed.add(area);
                }
                map.largest_miss = larger(map.largest_miss, miss, |area| area);
            }
        };
        if progress.is_left_to_one_thread() {
            // A scan of large sprites takes long, and the first of its kind prepares them: a step may end after each.
            progress.advance_alone(budget, cancelled, |place| {
                let is_last = go_on(begun.get_or_insert_with(|| begin(place)));
                begun.take_if(|_| is_last).into_iter().for_each(|answers| take(place, answers));
                is_last
            });
        } else {
            *begun = None;
            let ask = |place| {
                let mut answers = begin(place);
                while !go_on(&mut answers) {}
                answers
            };
            progress.advance(budget, cancelled, ask, take);
        }
    }
}
