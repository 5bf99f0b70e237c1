//! Rows of the table of scans: what each scan answered and cost, and the columns by which they can be sorted.

use serde::{Deserialize, Serialize};

use maskscope_core::measure::Timing;
use maskscope_core::scan::{Count, Hit, Scan};

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
    /// The row without the numbers that are to be guessed.
    pub(super) const fn hidden(self) -> Self {
        Self { count: Count { visits: 0, cells: 0 }, timing: None, is_hidden: true, ..self }
    }

    /// True if the scan has ended after `steps` visits.
    pub const fn has_stopped(&self, steps: u64) -> bool {
        self.count.visits <= steps
    }
}

/// A column by which the table can be sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScanColumn {
    /// The strategy's place in the list.
    Strategy,
    /// The number of visits it made.
    Visits,
    /// Its median time.
    Time,
}

impl ScanColumn {
    /// The value by which the scan of a place is sorted; `None` while that is not known.
    pub(super) fn value(self, place: usize, rows: &[ScanRow]) -> Option<f64> {
        let row = || rows.get(place);
        #[expect(clippy::cast_precision_loss, reason = "only compared")]
        match self {
            Self::Strategy => Some(place as f64),
            Self::Visits => row().map(|row| row.count.visits as f64),
            Self::Time => row().and_then(|row| row.timing).map(|timing| timing.median_nanos),
        }
    }
}
