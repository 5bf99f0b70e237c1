//! Probes that record: the first visits of a scan, those of a window of ranks, the visited cells, the visits of one cell.

use super::super::visit::Visit;
use super::watch::{Count, Probe, VisitOutcome};
use crate::{geom::Size, mask::Mask};

/// Records the first visits, up to a limit, and counts them all.
#[derive(Clone, Debug)]
pub struct Trace {
    limit: usize,
    /// The recorded visits, the first ones made.
    pub visits: Vec<Visit>,
    /// Outcomes of the recorded visits, one for each; empty for scans that do not report them.
    pub outcomes: Vec<VisitOutcome>,
    /// The number of visits, recorded or not, and of their cells.
    pub count: Count,
}

impl Trace {
    /// Records at most `limit` visits.
    pub const fn with_limit(limit: usize) -> Self {
        Self { limit, visits: Vec::new(), outcomes: Vec::new(), count: Count { visits: 0, cells: 0 } }
    }
}

impl Trace {
    /// Shows the recorded visits and their outcomes to another probe, as the scan did.
    pub fn show(&self, probe: &mut impl Probe) {
        for (at, visit) in self.visits.iter().enumerate() {
            probe.visit(*visit);
            if let Some(outcome) = self.outcomes.get(at) {
                probe.outcome(*outcome);
            }
        }
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
    fn outcome(&mut self, outcome: VisitOutcome) {
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

/// Cells of the overlap box that any visit reads.
#[derive(Clone, Debug)]
pub struct Coverage(pub Mask);

impl Coverage {
    /// A box of `size` without visits.
    pub fn of(size: Size) -> Self {
        Self(Mask::new(size))
    }

    /// Adds the part of a rectangle inside the box.
    fn cover(&mut self, visit: Visit) {
        let clip = |start: i32, length: u32| {
            let end = i64::from(start) + i64::from(length);
            let inside = |n: i64| u32::try_from(n.max(0)).unwrap_or(u32::MAX);
            inside(start.into())..inside(end)
        };
        for y in clip(visit.y, visit.height) {
            self.0.set_run(clip(visit.x, visit.width), y);
        }
    }
}

impl Probe for Coverage {
    #[inline]
    fn visit(&mut self, visit: Visit) {
        // Most scans visit single cells, and millions of them.
        match (visit.width, visit.height, u32::try_from(visit.x), u32::try_from(visit.y)) {
            (1, 1, Ok(x), Ok(y)) if x < self.0.width() && y < self.0.height() => self.0.set(x, y),
            _ => self.cover(visit),
        }
    }
}

/// Ranks of the visits that touch one cell.
#[derive(Clone, Debug)]
pub struct CellHistory {
    cell: (i64, i64),
    limit: usize,
    next_rank: u64,
    /// The ranks, from 0, ascending.
    pub ranks: Vec<u64>,
}

impl CellHistory {
    /// Notes the first `limit` visits of local cell `(x, y)`.
    pub const fn of(cell: (i64, i64), limit: usize) -> Self {
        Self { cell, limit, next_rank: 0, ranks: Vec::new() }
    }
}

impl Probe for CellHistory {
    #[inline]
    fn visit(&mut self, visit: Visit) {
        let inside = |at: i64, start: i32, length: u32| (0..i64::from(length)).contains(&(at - i64::from(start)));
        let touches = inside(self.cell.0, visit.x, visit.width) && inside(self.cell.1, visit.y, visit.height);
        if touches && self.ranks.len() < self.limit {
            self.ranks.push(self.next_rank);
        }
        self.next_rank += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::RankMap;
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

    #[test]
    fn a_cell_remembers_each_of_its_visits() {
        let mut history = CellHistory::of((2, 0), 2);
        let mut map = RankMap::of_cells(Size::new(4, 1));
        let mut coverage = Coverage::of(Size::new(4, 1));
        for probe in [&mut history as &mut dyn Probe, &mut map, &mut coverage] {
            probe.visit(Visit { width: 3, ..Visit::cell(0, 0) });
            for x in [2, 1, 2] {
                probe.visit(Visit::cell(x, 0));
            }
        }
        assert_eq!(history.ranks, [0, 1], "the third is beyond the limit");
        assert_eq!(map.to_text(), "0 0 0 .\n");
        assert_eq!(
            [0, 1, 2, 3].map(|x| map.second_rank_of_cell(x, 0)),
            [None, Some(2), Some(1), None].map(|rank| { Some(rank.unwrap_or(RankMap::NEVER)) })
        );
        assert_eq!(coverage.0.to_text(), "###.\n");
    }
}
