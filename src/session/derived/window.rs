//! The visits around a rank beyond the recording.

use super::{derive::Derive, recording::ScanRun};
use crate::scan::VisitWindow;

/// Visits by which a window is moved.
const STEP: u64 = 1 << 16;
/// Visits that a window holds.
const LENGTH: usize = 1 << 17;

/// The key of the visits from a rank on.
#[derive(Clone, Debug, PartialEq)]
pub struct Windowed {
    run: ScanRun,
    first_rank: u64,
}

impl Windowed {
    /// The window around `rank`, whose predecessors are seen as well.
    pub(super) const fn around(run: ScanRun, rank: u64) -> Self {
        Self { run, first_rank: (rank / STEP).saturating_sub(1) * STEP }
    }

    /// True if it is a window of the same run.
    pub(super) fn is_of(&self, run: &ScanRun) -> bool {
        self.run == *run
    }
}

impl Derive for Windowed {
    type Value = VisitWindow;

    fn visits(&self) -> u64 {
        self.run.visits()
    }

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<VisitWindow> {
        self.run.watch(VisitWindow::new(self.first_rank, LENGTH), cancelled)
    }
}
