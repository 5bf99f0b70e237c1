//! What a race shows of each scan.

use super::derived::{RankGrid, Subject};
use crate::{
    geom::{Cell, Size},
    scan::{Outcome, Probe, RankMap, Scan, Trace, Visit},
};

/// A lane keeps so many visits (1 MiB), for the current one and for rectangles; of later ones only the ranks are known.
const LANE_VISITS: usize = 1 << 16;

/// One scan of a race: when each texel of its picture was first visited, and its first visits.
#[derive(Clone, Debug)]
pub struct Lane {
    /// The scan that ran.
    pub scan: Scan,
    /// The rank of the first visit of each texel; of scans that split rectangles, the first that decided about it.
    pub ranks: RankMap,
    /// The first visits, up to a limit.
    pub visits: Vec<Visit>,
    /// What they decided, one for each, where the scan tells; otherwise empty.
    pub outcomes: Vec<Outcome>,
    /// The scan listed before it, if any, that made the very same visits.
    pub twin: Option<Scan>,
}

impl Lane {
    pub(super) fn of(subject: &Subject, scan: Scan, grid: RankGrid) -> Self {
        let mut probe = (Decided::by(grid.ranks()), Trace::with_limit(LANE_VISITS));
        subject.run(scan, &mut probe);
        let (ranks, trace) = (probe.0.ranks(), probe.1);
        let (visits, outcomes) = (trace.visits().to_vec(), trace.outcomes().to_vec());
        Self { scan, ranks, visits, outcomes, twin: None }
    }

    fn is_twin_of(&self, other: &Self) -> bool {
        self.visits == other.visits && self.ranks == other.ranks
    }
}

/// Ranks visits, but not rectangles that are split: those cover everything, and decide nothing.
struct Decided {
    ranks: RankMap,
    /// The latest visit, until it is known whether it decides.
    latest: Option<Visit>,
}

impl Decided {
    const fn by(ranks: RankMap) -> Self {
        Self { ranks, latest: None }
    }

    fn rank_latest(&mut self) {
        if let Some(visit) = self.latest.take() {
            self.ranks.visit(visit);
        }
    }

    /// The ranks, once the scan has ended.
    fn ranks(mut self) -> RankMap {
        self.rank_latest();
        self.ranks
    }
}

impl Probe for Decided {
    fn visit(&mut self, visit: Visit) {
        self.rank_latest();
        self.latest = Some(visit);
    }

    fn outcome(&mut self, outcome: Outcome) {
        if outcome == Outcome::Split {
            self.latest = None;
            self.ranks.skip();
        }
    }
}

impl RankGrid {
    /// A whole overlap box of `size` in at most `texels` along each axis.
    pub(super) fn fitting(size: Size, texels: Size) -> Self {
        let side = |cells: u32, texels: u32| cells.div_ceil(texels.max(1));
        let cells_per_texel = side(size.width, texels.width).max(side(size.height, texels.height)).max(1);
        let along = |cells: u32| cells.div_ceil(cells_per_texel);
        Self { origin: Cell::ORIGIN, cells_per_texel, texels: Size::new(along(size.width), along(size.height)) }
    }

    /// A map of it in which nothing is visited yet.
    pub(super) fn ranks(self) -> RankMap {
        RankMap::new((self.origin.x, self.origin.y), self.cells_per_texel, self.texels.width, self.texels.height)
    }
}

/// The lanes that are known, and what they were made for.
#[derive(Debug, Default)]
pub(super) struct Lanes {
    key: Option<(Subject, RankGrid)>,
    lanes: Vec<Lane>,
}

impl Lanes {
    /// The lane of `scan`, if it was made for this.
    pub(super) fn get(&self, subject: &Subject, grid: RankGrid, scan: Scan) -> Option<&Lane> {
        let is_fresh = self.key.as_ref().is_some_and(|(kept, kept_grid)| kept == subject && *kept_grid == grid);
        self.lanes.iter().find(|lane| is_fresh && lane.scan == scan)
    }

    /// Takes a lane; those made for something else go.
    pub(super) fn add(&mut self, subject: Subject, grid: RankGrid, mut lane: Lane) {
        let key = Some((subject, grid));
        if self.key != key {
            (self.key, self.lanes) = (key, Vec::new());
        }
        lane.twin = self.lanes.iter().find(|other| lane.is_twin_of(other)).map(|other| other.scan);
        self.lanes.push(lane);
    }
}
