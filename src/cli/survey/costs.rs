use std::fmt;

use serde::Serialize;

use crate::{
    cli::table::{
        Column::{Left, Right},
        table,
    },
    files::BoxJson,
    geom::{IntRect, Offset},
    survey::{CostMap, CostSurvey, Offsets, Stats, Summary},
    words::{percent, point, thousands},
};

/// What each scan costs.
#[derive(Debug, Serialize)]
pub(super) struct Costs {
    offsets: BoxJson,
    scans: Vec<Entry>,
    #[serde(skip)]
    placements: String,
}

/// Where each scan is wrong.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(super) struct Divergences(Costs);

#[derive(Debug, Serialize)]
struct Entry {
    name: String,
    exact: bool,
    all: StatsJson,
    hits: StatsJson,
    misses: StatsJson,
    false_hits: u64,
    false_misses: u64,
    #[serde(skip)]
    shown_name: String,
    /// The largest area that is missed, and where.
    #[serde(skip)]
    largest_miss: Option<(Offset, u64)>,
}

/// Visits over some offsets; without any there is nothing to tell.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct StatsJson {
    offsets: u64,
    mean: Option<f64>,
    median: Option<u32>,
    p95: Option<u32>,
    worst: Option<u32>,
    total: u64,
}

impl From<Stats> for StatsJson {
    fn from(Stats { offsets, total, spread }: Stats) -> Self {
        Self {
            offsets,
            mean: spread.map(|spread| spread.mean),
            median: spread.map(|spread| spread.median),
            p95: spread.map(|spread| spread.p95),
            worst: spread.map(|spread| spread.worst),
            total,
        }
    }
}

impl Costs {
    pub(super) fn new(survey: &CostSurvey) -> Self {
        Self {
            offsets: box_of(survey.offsets()),
            scans: survey.maps().iter().map(|map| Entry::new(survey, map)).collect(),
            placements: placements(survey),
        }
    }
}

impl Divergences {
    pub(super) fn new(survey: &CostSurvey) -> Self {
        Self(Costs::new(survey))
    }
}

/// The offsets as a box.
pub(super) fn box_of(offsets: Offsets) -> BoxJson {
    IntRect::new(offsets.first(), offsets.size()).into()
}

/// `7,134 offsets: masks overlap at 4,817, only boxes at 2,317`.
pub(super) fn placements(survey: &CostSurvey) -> String {
    let all = survey.offsets().size().area();
    let hits = survey.overlaps().values().iter().filter(|&&overlap| overlap).count() as u64;
    let [all, hits, misses] = [all, hits, all - hits].map(thousands);
    format!("{all} offsets: masks overlap at {hits}, only boxes at {misses}")
}

impl Entry {
    fn new(survey: &CostSurvey, map: &CostMap) -> Self {
        let scan = map.scan();
        let Summary { all, hits, misses, false_hits, false_misses } = Summary::of(survey, map);
        Self {
            name: scan.to_string(),
            exact: scan.is_exact(),
            all: all.into(),
            hits: hits.into(),
            misses: misses.into(),
            false_hits,
            false_misses,
            shown_name: scan.display_name() + if scan.is_exact() { "" } else { " ≈" },
            largest_miss: survey.largest_miss(map),
        }
    }
}

/// A count, where there is anything to count.
fn count(n: Option<u32>) -> String {
    n.map_or_else(|| "–".to_owned(), |n| thousands(n.into()))
}

/// A mean with three digits or so: `4.3`, `109`.
fn mean(n: Option<f64>) -> String {
    let decimals = |n: f64| usize::from(n < 99.95);
    n.map_or_else(|| "–".to_owned(), |n| format!("{n:.0$}", decimals(n)))
}

/// A number of wrong answers; nothing where there is none.
fn wrong(n: u64) -> String {
    if n == 0 { String::new() } else { thousands(n) }
}

impl fmt::Display for Costs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |scan: &Entry| {
            let Entry { all, hits, misses, .. } = scan;
            let spread = [mean(all.mean), count(all.median), count(all.p95), count(all.worst)];
            let [usual, median, p95, worst] = spread;
            let apart = (mean(hits.mean), mean(misses.mean));
            let wrong = wrong(scan.false_hits + scan.false_misses);
            [scan.shown_name.clone(), usual, median, p95, worst, apart.0, apart.1, wrong]
        };
        let rows: Vec<_> = self.scans.iter().map(row).collect();
        let [mean, median, p95, worst, hit, miss, wrong] =
            ["mean", "median", "95th", "worst", "mean, hit", "mean, miss", "wrong"].map(Right);
        let columns = [Left("visits per offset"), mean, median, p95, worst, hit, miss, wrong];
        write!(f, "{}\n\n{}", self.placements, table(columns, &rows))
    }
}

impl fmt::Display for Divergences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |scan: &Entry| {
            let share = percent(scan.false_hits + scan.false_misses, scan.all.offsets);
            let (area, at) = scan.largest_miss.map_or_else(Default::default, |(offset, area)| {
                (format!("{} px", thousands(area)), point(offset.cell()))
            });
            let [hits, misses] = [scan.false_hits, scan.false_misses].map(wrong);
            [scan.shown_name.clone(), hits, misses, share, area, at]
        };
        let rows: Vec<_> = self.0.scans.iter().map(row).collect();
        let [hits, misses, share, area, at] = ["false hits", "false misses", "wrong", "largest miss", "at"].map(Right);
        write!(f, "{}\n\n{}", self.0.placements, table([Left("scan"), hits, misses, share, area, at], &rows))
    }
}
