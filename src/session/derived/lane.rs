//! Lanes of the scans in a race.

use super::{super::rank_grid::RankGrid, derive::Derive, recording::ScanRun};
use crate::memory::OutOfMemory;
use crate::scan::{DecidedRanks, Outcome, RankMap, Scan, Trace, Visit};

/// The most visits that a lane keeps (1 MiB), for the current one and for rectangles; of later ones only the ranks are
/// known.
const MOST_VISITS: usize = 1 << 16;

/// One scan of a race: when each texel of its picture was first visited, and its first visits.
#[derive(Clone, Debug)]
pub struct Lane {
    /// The scan that ran.
    pub scan: Scan,
    /// The rank of the first visit of each texel; of scans that split rectangles, the first that decided about it.
    pub ranks: RankMap,
    /// The first visits, up to a limit.
    pub visits: Vec<Visit>,
    /// Their outcomes, one for each, if the scan reports them; otherwise empty.
    pub outcomes: Vec<Outcome>,
}

/// The key of a lane.
#[derive(Clone, Debug, PartialEq)]
pub struct Raced {
    pub(super) run: ScanRun,
    pub(super) grid: RankGrid,
}

impl Derive for Raced {
    type Value = Lane;

    fn visits(&self) -> u64 {
        // One of many that are wanted together.
        self.run.visits().saturating_mul(Scan::ALL.len() as u64)
    }

    fn room(&self) -> Result<(), OutOfMemory> {
        self.run.subject.room(self.run.scan)
    }

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<Lane> {
        let probe = (DecidedRanks::on(self.grid.ranks()), Trace::with_limit(MOST_VISITS));
        let (ranks, trace) = self.run.watch(probe, cancelled)?;
        let Trace { visits, outcomes, .. } = trace;
        Some(Lane { scan: self.run.scan, ranks: ranks.ranks(), visits, outcomes })
    }
}
