//! The visits of one cell that the recording does not have: when the selected scan visits it, and how often.

use super::derive::Derive;
use super::recording::{ScanRun, history_of};
use crate::{geom::Cell, scan::CellHistory};

/// The key of the visits of a cell, local to the overlap box.
#[derive(Clone, Debug, PartialEq)]
pub struct CellWatched {
    pub(super) run: ScanRun,
    pub(super) cell: Cell,
}

impl Derive for CellWatched {
    type Value = CellHistory;

    fn visits(&self) -> u64 {
        self.run.visits()
    }

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<CellHistory> {
        self.run.watch(history_of(self.cell), cancelled)
    }
}
