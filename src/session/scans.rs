//! The table of scans: which are listed, which is selected, how they are sorted.

use crate::scan::Scan;

/// The scans of the table, in the order in which they are numbered.
#[derive(Clone, Debug)]
pub struct ScanList {
    scans: Vec<Scan>,
    selected: usize,
    sort: Option<(ScanColumn, Order)>,
}

/// A column by which the table can be sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScanColumn {
    /// The strategy's place in the list.
    Strategy,
    /// How many visits it made.
    Visits,
    /// Its median time.
    Time,
    /// How many times fewer visits than rows.
    Fewer,
}

/// Ascending or descending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Up,
    Down,
}

/// Changes to the table.
#[derive(Clone, Copy, Debug)]
pub enum ScanAction {
    /// Selects the scan of this place in the list, from 0.
    Select(usize),
    /// Gives the selected scan other parameters.
    SetParameters(Scan),
    /// Sorts by a column; again, the other way round; a third time, no longer.
    SortBy(ScanColumn),
}

impl Default for ScanList {
    fn default() -> Self {
        Self { scans: Scan::ALL.to_vec(), selected: 0, sort: None }
    }
}

impl ScanList {
    /// The scans, numbered as listed.
    pub fn scans(&self) -> &[Scan] {
        &self.scans
    }

    /// The selected scan.
    pub fn selected(&self) -> Scan {
        self.scans[self.selected]
    }

    /// Its place in the list, from 0.
    pub const fn selected_index(&self) -> usize {
        self.selected
    }

    /// The column the table is sorted by, and whether the smallest comes first.
    pub fn sort(&self) -> Option<(ScanColumn, bool)> {
        self.sort.map(|(column, order)| (column, order == Order::Up))
    }

    pub(super) fn apply(&mut self, action: ScanAction) {
        match action {
            ScanAction::Select(index) if index < self.scans.len() => self.selected = index,
            ScanAction::Select(_) => {}
            ScanAction::SetParameters(scan) => {
                if scan.strategy() == self.selected().strategy() {
                    self.scans[self.selected] = scan;
                }
            }
            ScanAction::SortBy(column) => {
                self.sort = match self.sort {
                    Some((sorted, Order::Up)) if sorted == column => Some((column, Order::Down)),
                    Some((sorted, Order::Down)) if sorted == column => None,
                    _ => Some((column, Order::Up)),
                };
            }
        }
    }
}
