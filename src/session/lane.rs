//! What a race shows of each scan.

use super::derived::{RankGrid, Subject};
use crate::{
    geom::{Cell, Size},
    scan::{Outcome, RankMap, Scan, Trace, Visit},
};

/// A lane keeps so many visits (1 MiB), for the current one and for rectangles; of later ones only the ranks are known.
const LANE_VISITS: usize = 1 << 16;

/// One scan of a race: when each texel of its picture was first visited, and its first visits.
#[derive(Clone, Debug)]
pub struct Lane {
    /// The scan that ran.
    pub scan: Scan,
    /// The rank of each texel.
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
        let mut probe = (grid.ranks(), Trace::with_limit(LANE_VISITS));
        subject.run(scan, &mut probe);
        let (ranks, trace) = probe;
        let (visits, outcomes) = (trace.visits().to_vec(), trace.outcomes().to_vec());
        Self { scan, ranks, visits, outcomes, twin: None }
    }

    fn is_twin_of(&self, other: &Self) -> bool {
        self.visits == other.visits && self.ranks == other.ranks
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
