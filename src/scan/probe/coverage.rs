//! Probes that note the visited cells, and the visits of one cell.

use super::watch::Probe;
use crate::{geom::Size, mask::Mask, scan::visit::Visit};

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
