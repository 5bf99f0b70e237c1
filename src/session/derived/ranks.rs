//! Ranks of the first visits of all visible texels, for overlaps too large to rank every cell.

use super::{super::rank_grid::RankGrid, derive::Derive, recording::ScanRun};
use crate::scan::RankMap;

/// The key of ranks that the recording does not have.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    pub(super) run: ScanRun,
    pub(super) grid: RankGrid,
}

impl Derive for Ranked {
    type Value = RankMap;

    fn visits(&self) -> u64 {
        self.run.visits()
    }

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<RankMap> {
        self.run.watch(self.grid.ranks(), cancelled)
    }
}
