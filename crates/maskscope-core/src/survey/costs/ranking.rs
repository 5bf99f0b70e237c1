//! [`Ranking`]: the scans of a survey, the best first, and what may be claimed of the first.

use std::cmp::Ordering;

use super::winners::{WonRegion, regions, shaded};
use crate::geom::{Offset, Size};
use crate::measure::Mean;
use crate::palette::{Rgb, hex};
use crate::scan::{Contest, Reads, Scan};
use crate::survey::publishing::pause;
use crate::survey::{Cost, CostSurvey, Stats, Summary, Survey, SurveyTimes};

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
///
/// Where no placement hits, no scan can be shown wrong, and so none is proven right.
#[derive(Debug)]
pub struct Ranking {
    /// Every scan once, the best first; some may be wrong somewhere.
    pub order: Vec<usize>,
    /// Those that are never wrong, the best first: whatever a visit reads, and one pixel per visit. None without a hit.
    right: [Vec<usize>; 2],
    /// Of these, those that compete for the fewest visits: of scans that are equal everywhere the first.
    contest: [Vec<usize>; 2],
    /// Those of the first that are timed: a script is interpreted, so its time says nothing.
    timed: Vec<usize>,
    /// The placements at which the first has the fewest visits: of all, and with one pixel per visit of hits. `None` while the
    /// survey is incomplete.
    shares: [Option<FewestShares>; 2],
    /// The scans that are on a map of the fewest visits; none while the survey is incomplete.
    winners: [Vec<bool>; 2],
    /// The largest regions of such a map of the fewest visits.
    regions: [Vec<WonRegion<FewestAt>>; 2],
    /// The colour of each scan on such a map.
    colors: Vec<Rgb>,
    /// Some hits and some misses spread over the survey, at which the scans are timed; empty while it is incomplete, and where
    /// none is timed.
    pub samples: [Vec<Offset>; 2],
    /// Hits and misses.
    placements: [u64; 2],
    /// The typical and the mean visits of each scan.
    keys: Vec<[f64; 3]>,
}

/// Scans with the fewest visits at a placement, by their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::survey) struct FewestAt {
    /// The best of them.
    pub first: usize,
    /// The second best; `None` if the first alone has the fewest.
    pub second: Option<usize>,
    /// True if the masks overlap there.
    pub is_hit: bool,
}

/// At how many placements a scan has the fewest visits. Scans that are equal to it everywhere count as the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FewestShares {
    /// The number of placements at which it alone has the fewest.
    pub alone: u64,
    /// The number of those at which others have as few.
    pub ties: u64,
    /// The number of all.
    pub all: u64,
}

impl Ranking {
    /// The ranking of the scans of `survey`, which has these `summaries`.
    pub(in crate::survey) async fn publish(survey: &CostSurvey, summaries: &[Summary]) -> Self {
        let maps = &survey.maps;
        let keys: Vec<_> = summaries.iter().map(key).collect();
        let is_first = |at: &usize| maps[..*at].iter().all(|map| map.asked != maps[*at].asked);
        let mut order: Vec<usize> = (0..maps.len()).filter(is_first).collect();
        order.sort_by(|one, other| compare(&keys[*one], &keys[*other]));
        let right: Vec<usize> = order.iter().copied().filter(|at| summaries[*at].is_proven()).collect();
        let reads_pixels = |at: &usize| maps[*at].asked.reads() == Reads::Cell;
        let right = [right.clone(), right.into_iter().filter(reads_pixels).collect()];
        let timed: Vec<usize> = right[0].iter().copied().filter(|at| maps[*at].asked.is_built_in()).collect();
        let scans: Vec<Scan> = maps.iter().map(|map| map.asked).collect();
        let colors = (0..scans.len()).map(|at| shaded(hue(scans[at]), &scans, at)).collect();
        let contest = [each_once(survey, &right[0]).await, each_once(survey, &right[1]).await];
        let mut ranking = Self {
            order,
            right,
            contest,
            timed,
            shares: [None; 2],
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
        if survey.progress().is_complete() && !ranking.timed.is_empty() {
            ranking.samples = [samples(survey, true).await, samples(survey, false).await];
        }
        ranking
    }

    /// Those of `among` that are never wrong, the best first; none without a hit.
    pub fn right(&self, among: Among) -> &[usize] {
        &self.right[among as usize]
    }

    /// Those of `among` that are never wrong and that none of them precedes: several where they are alike.
    pub fn first(&self, among: Among) -> &[usize] {
        let right = self.right(among);
        let alike = |at: &&usize| compare(&self.keys[**at], &self.keys[right[0]]) == Ordering::Equal;
        &right[..right.iter().take_while(alike).count()]
    }

    /// The placements at which the first of `among` has the fewest visits; `None` while the survey is incomplete, and where others are alike
    /// that do not have the same visits everywhere.
    pub fn shares(&self, among: Among) -> Option<FewestShares> {
        let (contest, first) = (&self.contest[among as usize], self.first(among));
        let alike = first.iter().filter(|at| contest.contains(at)).count();
        self.shares[among as usize].filter(|_| alike == 1)
    }

    /// The colour of a scan on a map of the fewest visits.
    ///
    /// # Panics
    /// If the survey has no such scan.
    pub fn color(&self, at: usize) -> Rgb {
        self.colors[at]
    }

    /// Those that compete for the fewest visits among `among`, the best first: of scans that are equal everywhere the first.
    pub(in crate::survey) fn contest(&self, among: Among) -> &[usize] {
        &self.contest[among as usize]
    }

    pub(in crate::survey) fn regions(&self, among: Among) -> &[WonRegion<FewestAt>] {
        &self.regions[among as usize]
    }

    /// The best of those of `among` with the fewest visits at column `x` and row `y`. `None` at a miss with one pixel per visit,
    /// where each of them reads every cell, and where none is proven right.
    pub(in crate::survey) fn fewest(&self, survey: &CostSurvey, among: Among, x: u32, y: u32) -> Option<FewestAt> {
        let costs = |place: usize| survey.maps[self.contest(among)[place]].costs.at(x, y);
        self.fewest_by(among, survey.overlaps.at(x, y), costs)
    }

    /// The scans of [`Self::fewest`] for each column of row `y`.
    fn fewest_of_row(&self, survey: &CostSurvey, among: Among, y: u32) -> Vec<Option<FewestAt>> {
        let rows: Vec<_> = self.contest(among).iter().map(|at| survey.maps[*at].costs.row(y)).collect();
        let overlaps = survey.overlaps.row(y).into_iter().enumerate();
        overlaps.map(|(x, is_hit)| self.fewest_by(among, is_hit, |place| rows[place][x])).collect()
    }

    /// The best of those that compete, by their costs at one placement, in the order of the contest.
    fn fewest_by(&self, among: Among, is_hit: bool, costs: impl Fn(usize) -> Cost) -> Option<FewestAt> {
        let mut fewest: Option<(u32, FewestAt)> = None;
        for (place, &at) in self.contest(among).iter().enumerate().filter(|_| among == Among::All || is_hit) {
            let visits = costs(place).visits;
            match &mut fewest {
                Some((least, _)) if visits > *least => {}
                Some((least, found)) if visits == *least => _ = found.second.get_or_insert(at),
                _ => fewest = Some((visits, FewestAt { first: at, second: None, is_hit })),
            }
        }
        fewest.map(|(_, found)| found)
    }

    /// Counts the places at which the first has the fewest, and notes who has the fewest somewhere.
    async fn count(&mut self, survey: &CostSurvey, among: Among) {
        let Some(&own) = self.contest(among).first() else { return };
        let (mut shares, mut winners) = (FewestShares::default(), vec![false; survey.maps.len()]);
        for y in 0..survey.lattice.size().height {
            for FewestAt { first, second, .. } in self.fewest_of_row(survey, among, y).into_iter().flatten() {
                [Some(first), second].into_iter().flatten().for_each(|at| winners[at] = true);
                // Of those that tie, the first to compete is named first.
                shares.alone += u64::from(first == own && second.is_none());
                shares.ties += u64::from(first == own && second.is_some());
                shares.all += 1;
            }
            pause().await;
        }
        (self.shares[among as usize], self.winners[among as usize]) = (Some(shares), winners);
    }

    /// True if the scan has the fewest visits somewhere: its colour is on the map.
    pub fn wins(&self, among: Among, at: usize) -> bool {
        self.winners[among as usize].get(at).copied().unwrap_or(false)
    }

    /// The scans that are timed: those that are never wrong, but for scripts, which are interpreted.
    pub fn timed(&self) -> &[usize] {
        &self.timed
    }

    /// The mean time of a scan over all placements, once it is measured.
    pub fn mean(&self, at: usize, times: &SurveyTimes) -> Option<Mean> {
        times.of_scan(at)?.mean(self.placements)
    }

    /// The fastest of those of `among` that are never wrong: first the one with the least mean time, then those that their
    /// differences from it at the same placements do not tell apart from it. Empty until all are measured.
    pub fn fastest(&self, among: Among, times: &SurveyTimes) -> Vec<usize> {
        let timed = self.right(among).iter().filter_map(|&at| Some((at, self.mean(at, times)?.nanos)));
        let mut timed: Vec<_> = timed.collect();
        timed.sort_by(|(_, one), (_, other)| one.total_cmp(other));
        let Some(least) = timed.first().and_then(|(first, _)| times.of_scan(*first)) else { return Vec::new() };
        let is_near = |(at, _): &(usize, f64)| {
            let later = times.of_scan(*at).and_then(|own| own.less(least, self.placements));
            later.is_some_and(|later| later.interval()[0] <= 0.0)
        };
        timed.into_iter().filter(is_near).map(|(at, _)| at).collect()
    }

    /// The number of hits and of misses.
    pub const fn placements(&self) -> [u64; 2] {
        self.placements
    }
}

/// Of `scans`, those that differ somewhere from all before them.
async fn each_once(survey: &CostSurvey, scans: &[usize]) -> Vec<usize> {
    let mut different: Vec<usize> = Vec::new();
    'scans: for &at in scans {
        for &other in &different {
            if are_equal(survey, [at, other]).await {
                continue 'scans;
            }
        }
        different.push(at);
    }
    different
}

/// True if two scans need the same visits everywhere.
async fn are_equal(survey: &CostSurvey, pair: [usize; 2]) -> bool {
    let [one, other] = pair.map(|at| &survey.maps[at]);
    if one.visits.iter().zip(&other.visits).any(|(one, other)| one.total != other.total) {
        return false;
    }
    for y in 0..survey.lattice.size().height {
        let [one, other] = [one, other].map(|map| map.costs.row(y));
        if one.iter().zip(&other).any(|(one, other)| one.visits != other.visits) {
            return false;
        }
        pause().await;
    }
    true
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
