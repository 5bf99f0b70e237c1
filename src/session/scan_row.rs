//! Answer of a scan, with its cost.

use crate::measure::Timing;
use crate::scan::{Count, Hit, Scan};

/// Answer of a scan, with its cost.
#[derive(Clone, Copy, Debug)]
pub struct ScanRow {
    /// The scan.
    pub scan: Scan,
    /// The visit that decided.
    pub hit: Option<Hit>,
    /// Visits, and the cells they covered.
    pub count: Count,
    /// True if the answer differs from the truth, or names a cell, or a rectangle, in which the masks share nothing.
    pub is_wrong: bool,
    /// Timing, once measured.
    pub timing: Option<Timing>,
    /// True if its visits are to be guessed, and are not shown: they read 0.
    pub is_hidden: bool,
}

impl ScanRow {
    /// The same without what is to be guessed.
    pub(super) const fn hidden(self) -> Self {
        Self { count: Count { visits: 0, cells: 0 }, timing: None, is_hidden: true, ..self }
    }

    /// True if the scan has ended after `steps` visits.
    pub const fn has_stopped(&self, steps: u64) -> bool {
        self.count.visits <= steps
    }
}
