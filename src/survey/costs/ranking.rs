//! [`Ranking`]: the scans of a survey, the best first, and what may be claimed of the first.

use std::cmp::Ordering;

use super::winners::{WonRegion, regions, shaded};
use crate::geom::{Offset, Size};
use crate::measure::Times;
use crate::palette::{Rgb, hex};
use crate::scan::{Contest, Reads, Scan};
use crate::survey::publishing::pause;
use crate::survey::{Cost, CostSurvey, Stats, Summary, Survey};

/// The scans that are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Among {
    /// Whatever a visit reads.
    #[default]
    All,
    /// Those that read one pixel of both masks a visit.
    OnePixel,
}

/// The scans of a survey by a typical hit, then the mean of hits, then that of misses. Scans are named by their places among
/// the maps of the survey.
#[derive(Debug)]
pub struct Ranking {
    /// Every scan once, the best first; some may be wrong somewhere.
    pub order: Vec<usize>,
    /// Those that are never wrong, the best first: whatever a visit reads, and one pixel a visit.
    right: [Vec<usize>; 2],
    /// Those of the first that are timed: a script is interpreted, so its time says nothing.
    timed: Vec<usize>,
    /// At how many placements nothing never wrong needs fewer visits than the first, of how many: of all, and of hits with one
    /// pixel a visit. `None` while the survey is incomplete.
    unbeaten: [Option<[u64; 2]>; 2],
    /// The scans that are on a map of the fewest visits; none while the survey is incomplete.
    winners: [Vec<bool>; 2],
    /// The largest regions of such a map of the fewest visits.
    regions: [Vec<WonRegion<FewestAt>>; 2],
    /// The colour of each scan on such a map.
    colors: Vec<Rgb>,
    /// Some hits and some misses spread over the survey, at which the scans are timed; empty while it is incomplete.
    pub samples: [Vec<Offset>; 2],
    /// Hits and misses.
    placements: [u64; 2],
    /// The typical and the mean visits of each scan.
    keys: Vec<[f64; 3]>,
}

/// The scan with the fewest visits at a placement, by its place, and whether the masks overlap there.
pub(in crate::survey) type FewestAt = (usize, bool);

impl Ranking {
    /// The ranking of the scans of `survey`, which has these `summaries`.
    pub(in crate::survey) async fn publish(survey: &CostSurvey, summaries: &[Summary]) -> Self {
        let maps = &survey.maps;
        let keys: Vec<_> = summaries.iter().map(key).collect();
        let is_first = |at: &usize| maps[..*at].iter().all(|map| map.asked != maps[*at].asked);
        let mut order: Vec<usize> = (0..maps.len()).filter(is_first).collect();
        order.sort_by(|one, other| compare(&keys[*one], &keys[*other]));
        let right: Vec<usize> = order.iter().copied().filter(|at| summaries[*at].wrong() == 0).collect();
        let reads_pixels = |at: &usize| maps[*at].asked.reads() == Reads::Cell;
        let right = [right.clone(), right.into_iter().filter(reads_pixels).collect()];
        let timed = right[0].iter().copied().filter(|at| maps[*at].asked.is_built_in()).collect();
        let scans: Vec<Scan> = maps.iter().map(|map| map.asked).collect();
        let colors = (0..scans.len()).map(|at| shaded(hue(scans[at]), &scans, at)).collect();
        let mut ranking = Self {
            order,
            right,
            timed,
            unbeaten: [None; 2],
            winners: <_>::default(),
            regions: <_>::default(),
            colors,
            samples: <_>::default(),
            placements: summaries.first().map_or([0; 2], Summary::placements),
            keys,
        };
        let size = survey.lattice.size();
        for among in [Among::All, Among::OnePixel] {
            ranking.regions[among as usize] = regions(size, |y| ranking.fewest_of_row(survey, among, y)).await;
            if survey.progress().is_complete() {
                ranking.count(survey, among).await;
            }
        }
        if survey.progress().is_complete() {
            ranking.samples = [samples(survey, true).await, samples(survey, false).await];
        }
        ranking
    }

    /// Those of `among` that are never wrong, the best first.
    pub fn right(&self, among: Among) -> &[usize] {
        &self.right[among as usize]
    }

    /// Those of `among` that are never wrong and that none of them precedes: several where they are alike.
    pub fn first(&self, among: Among) -> &[usize] {
        let right = self.right(among);
        let alike = |at: &&usize| compare(&self.keys[**at], &self.keys[right[0]]) == Ordering::Equal;
        &right[..right.iter().take_while(alike).count()]
    }

    /// At how many placements the first of `among` is unbeaten, and of how many.
    pub const fn unbeaten(&self, among: Among) -> Option<[u64; 2]> {
        self.unbeaten[among as usize]
    }

    /// The colour of a scan on a map of the fewest visits.
    pub fn color(&self, at: usize) -> Rgb {
        self.colors[at]
    }

    pub(in crate::survey) fn regions(&self, among: Among) -> &[WonRegion<FewestAt>] {
        &self.regions[among as usize]
    }

    /// The best of those of `among` with the fewest visits at column `x` and row `y`. `None` at a miss with one pixel a visit:
    /// there each of them reads every cell.
    pub(in crate::survey) fn fewest(&self, survey: &CostSurvey, among: Among, x: u32, y: u32) -> Option<FewestAt> {
        let costs = |place: usize| survey.maps[self.right(among)[place]].costs.at(x, y);
        self.fewest_by(among, survey.overlaps.at(x, y), costs)
    }

    /// The same for each column of row `y`.
    fn fewest_of_row(&self, survey: &CostSurvey, among: Among, y: u32) -> Vec<Option<FewestAt>> {
        let rows: Vec<_> = self.right(among).iter().map(|at| survey.maps[*at].costs.row(y)).collect();
        let overlaps = survey.overlaps.row(y).into_iter().enumerate();
        overlaps.map(|(x, is_hit)| self.fewest_by(among, is_hit, |place| rows[place][x])).collect()
    }

    /// The same by the costs there of those that are never wrong, by their place among them.
    fn fewest_by(&self, among: Among, is_hit: bool, costs: impl Fn(usize) -> Cost) -> Option<FewestAt> {
        let right = self.right(among).iter().enumerate().filter(|_| among == Among::All || is_hit);
        right.min_by_key(|(place, _)| costs(*place).visits).map(|(_, at)| (*at, is_hit))
    }

    /// Counts the places at which the first is unbeaten, and notes who has the fewest somewhere.
    async fn count(&mut self, survey: &CostSurvey, among: Among) {
        let Some(&first) = self.right(among).first() else { return };
        let visits = |at: usize, x, y| survey.maps[at].costs.at(x, y).visits;
        let (mut counts, mut winners) = ([0; 2], vec![false; survey.maps.len()]);
        for y in 0..survey.lattice.size().height {
            for (x, best) in (0..).zip(self.fewest_of_row(survey, among, y)) {
                let Some((best, _)) = best else { continue };
                winners[best] = true;
                counts[0] += u64::from(best == first || visits(first, x, y) == visits(best, x, y));
                counts[1] += 1;
            }
            pause().await;
        }
        (self.unbeaten[among as usize], self.winners[among as usize]) = (Some(counts), winners);
    }

    /// True if the scan has the fewest visits somewhere: its colour is on the map.
    pub fn wins(&self, among: Among, at: usize) -> bool {
        self.winners[among as usize].get(at).copied().unwrap_or(false)
    }

    /// The scans that are never wrong and fastest by these times, in the order of the maps: several where their spread does not
    /// tell them apart. Empty until all are measured, but for scripts, which never are.
    pub fn fastest(&self, times: &[Option<&Times>]) -> Vec<usize> {
        let expected = |&at: &usize| Some((at, times.get(at).copied()??.expected(self.placements)?));
        let Some(all) = self.timed.iter().map(expected).collect::<Option<Vec<_>>>() else { return Vec::new() };
        let Some((_, [mean, around])) = all.iter().min_by(|(_, one), (_, other)| one[0].total_cmp(&other[0])) else {
            return Vec::new();
        };
        let end = mean + around;
        let mut near: Vec<_> = all.iter().filter(|(_, [mean, around])| mean - around <= end).collect();
        near.sort_by(|(_, one), (_, other)| one[0].total_cmp(&other[0]));
        near.into_iter().map(|(at, _)| *at).collect()
    }

    /// The number of hits and of misses.
    pub const fn placements(&self) -> [u64; 2] {
        self.placements
    }
}

/// The typical hit, the mean hit and the mean miss; nothing counts as 0 for every scan alike.
fn key(summary: &Summary) -> [f64; 3] {
    let spread = |stats: &Stats| stats.spread.map_or([0.0; 2], |spread| [f64::from(spread.median), spread.mean]);
    let ([typical, hit], [_, miss]) = (spread(&summary.hits), spread(&summary.misses));
    [typical, hit, miss]
}

fn compare(one: &[f64; 3], other: &[f64; 3]) -> Ordering {
    one.iter()
        .zip(other)
        .map(|(one, other)| one.total_cmp(other))
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
}

/// The columns and rows of a survey, row by row.
/// Up to sixteen hits or misses, equally far from each other row by row; fewer where a run takes long.
async fn samples(survey: &CostSurvey, is_hit: bool) -> Vec<Offset> {
    const LONG: u32 = 1 << 20;
    let most = if survey.most_visits() > LONG { 4 } else { 16 };
    let (mut places, Size { width, height }) = (Vec::new(), survey.lattice.size());
    for y in 0..height {
        places.extend((0..width).zip(survey.overlaps.row(y)).filter(|(_, it)| *it == is_hit).map(|(x, _)| (x, y)));
        pause().await;
    }
    let count = places.len().min(most);
    (0..count)
        .map(|at| places[(2 * at + 1) * places.len() / (2 * count)])
        .map(|(x, y)| survey.lattice.offset(x, y))
        .collect()
}

/// The colour of a scan that has the fewest visits.
fn hue(scan: Scan) -> Rgb {
    match scan.about().contest {
        Contest::Hue(hue) | Contest::Apart(hue, _) => hue,
        Contest::Borrows(_) | Contest::Absent(_) => hex(0xF0F2F5),
    }
}
