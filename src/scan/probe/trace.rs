//! Probes that record visits: the first ones of a scan, or those of a window of ranks.

use super::watch::{Count, Outcome, Probe};
use crate::scan::visit::Visit;

/// Records the first visits, up to a limit, and counts them all.
#[derive(Clone, Debug)]
pub struct Trace {
    limit: usize,
    /// The recorded visits, the first ones made.
    pub visits: Vec<Visit>,
    /// Outcomes of the recorded visits, one for each; empty for scans that do not report them.
    pub outcomes: Vec<Outcome>,
    /// The number of visits, recorded or not, and of their cells.
    pub count: Count,
}

impl Trace {
    /// Records at most `limit` visits.
    pub const fn with_limit(limit: usize) -> Self {
        Self { limit, visits: Vec::new(), outcomes: Vec::new(), count: Count { visits: 0, cells: 0 } }
    }
}

impl Probe for Trace {
    #[inline]
    fn visit(&mut self, visit: Visit) {
        self.count.visit(visit);
        if self.visits.len() < self.limit {
            self.visits.push(visit);
        }
    }

    #[inline]
    fn outcome(&mut self, outcome: Outcome) {
        if self.outcomes.len() < self.limit {
            self.outcomes.push(outcome);
        }
    }
}

/// Keeps only the visits whose ranks lie in a window: any part of a long scan, without recording the rest.
#[derive(Clone, Debug)]
pub struct VisitWindow {
    first_rank: u64,
    capacity: usize,
    next_rank: u64,
    /// The kept visits, the first of rank `first_rank`.
    pub visits: Vec<Visit>,
}

impl VisitWindow {
    /// Keeps up to `capacity` visits from rank `first_rank` on; ranks count from 0.
    pub const fn new(first_rank: u64, capacity: usize) -> Self {
        Self { first_rank, capacity, next_rank: 0, visits: Vec::new() }
    }

    /// The visit of rank `rank`, if the window holds it.
    pub fn get(&self, rank: u64) -> Option<Visit> {
        let i = rank.checked_sub(self.first_rank)?;
        self.visits.get(usize::try_from(i).ok()?).copied()
    }
}

impl Probe for VisitWindow {
    #[inline]
    fn visit(&mut self, visit: Visit) {
        if self.next_rank >= self.first_rank && self.visits.len() < self.capacity {
            self.visits.push(visit);
        }
        self.next_rank += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::probe::four_visits;

    #[test]
    fn a_full_trace_still_counts() {
        let mut trace = Trace::with_limit(3);
        four_visits(&mut trace);
        assert_eq!(trace.visits, [Visit::cell(0, 0), Visit::cell(1, 0), Visit::cell(2, 0)]);
        assert_eq!(trace.count, Count { visits: 4, cells: 4 });
    }

    #[test]
    fn a_window_keeps_only_its_ranks() {
        let mut window = VisitWindow::new(1, 2);
        four_visits(&mut window);
        assert_eq!(window.visits, [Visit::cell(1, 0), Visit::cell(2, 0)]);
        assert_eq!(window.get(2), Some(Visit::cell(2, 0)));
        assert_eq!((window.get(0), window.get(3)), (None, None));
    }
}
