//! The columns of the table of scans: their places, from the left.

pub(super) const KEY: usize = 0;
pub(super) const STRATEGY: usize = 1;
pub(super) const VERDICT: usize = 2;
pub(super) const VISITS: usize = 3;
pub(super) const CELLS: usize = 4;
pub(super) const TIME: usize = 5;
pub(super) const SPREAD: usize = 6;
