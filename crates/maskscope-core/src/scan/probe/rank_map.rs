//! Probes that note the first visit of each cell, or of each texel of several cells: any visit, or any that decides.

use std::fmt::{self, Write};
use std::ops::Range;

use super::watch::{Probe, VisitOutcome};
use crate::{geom::Size, scan::visit::Visit};

/// For each texel of a grid laid over the overlap box, the rank of the first visit that touched it.
///
/// A texel is a square of cells, so the grid can be as coarse as the screen: its memory does not grow with the scan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankMap {
    /// The local cell under the grid's top left corner.
    origin: (i64, i64),
    /// Cells along one side of a texel.
    cells_per_texel: u32,
    /// Texels in a row.
    pub columns: u32,
    /// Rows of texels.
    pub rows: u32,
    /// The ranks, row by row; [`NEVER`](Self::NEVER) for texels without a visit. Ranks count from 0.
    pub ranks: Vec<u32>,
    /// The rank of each texel's second visit; empty as long as no texel is visited twice.
    again: Vec<u32>,
    next_rank: u32,
}

impl RankMap {
    /// The rank of a texel that no visit touched.
    pub const NEVER: u32 = u32::MAX;

    /// A grid of `columns` by `rows` texels of `cells_per_texel` cells a side, from local cell `origin` on.
    ///
    /// # Panics
    /// If it takes more bytes than memory can have.
    pub fn new(origin: (i64, i64), cells_per_texel: u32, columns: u32, rows: u32) -> Self {
        let count = Size::new(columns, rows).area();
        let ranks = vec![Self::NEVER; usize::try_from(count).expect("a grid that fits in memory")];
        Self { origin, cells_per_texel: cells_per_texel.max(1), columns, rows, ranks, again: Vec::new(), next_rank: 0 }
    }

    /// A grid with one texel for each cell of a box of `size`.
    ///
    /// # Panics
    /// If it takes more bytes than memory can have.
    pub fn of_cells(size: Size) -> Self {
        Self::new((0, 0), 1, size.width, size.height)
    }

    /// The first rank in the square of `side` cells whose top left is local cell `(x, y)`; `None` if nothing in it was
    /// visited. A texel counts if any part of it lies in the square.
    #[inline]
    pub fn earliest(&self, x: i64, y: i64, side: u32) -> Option<u64> {
        self.earliest_of(self.columns_of(x, side), self.rows_of(y, side))
    }

    /// The columns of texels with some part in the `width` cells from local column `x` on.
    pub fn columns_of(&self, x: i64, width: u32) -> Range<usize> {
        self.texels(x - self.origin.0, width, self.columns)
    }

    /// The rows of texels with some part in the `height` cells from local row `y` on.
    pub fn rows_of(&self, y: i64, height: u32) -> Range<usize> {
        self.texels(y - self.origin.1, height, self.rows)
    }

    /// The first rank in these columns and rows of texels; `None` if nothing in them was visited.
    ///
    /// # Panics
    /// If they reach beyond the grid.
    #[inline]
    pub fn earliest_of(&self, columns: Range<usize>, rows: Range<usize>) -> Option<u64> {
        let stride = usize::try_from(self.columns).expect("u32 fits in usize");
        let first = rows.flat_map(|row| &self.ranks[row * stride..][columns.clone()]).min()?;
        (*first != Self::NEVER).then_some(u64::from(*first))
    }

    /// The rank of the cell `(x, y)`, local to the overlap box, or [`NEVER`](Self::NEVER); `None` if the cell does not
    /// have its own texel.
    pub fn rank_of_cell(&self, x: i64, y: i64) -> Option<u32> {
        self.ranks.get(self.texel_of_cell(x, y)?).copied()
    }

    /// The rank of the second visit of the cell `(x, y)`, as [`rank_of_cell`](Self::rank_of_cell) gives the first.
    pub fn second_rank_of_cell(&self, x: i64, y: i64) -> Option<u32> {
        let texel = self.texel_of_cell(x, y)?;
        Some(self.again.get(texel).copied().unwrap_or(Self::NEVER))
    }

    /// The texel of the cell `(x, y)`, if it is its own.
    fn texel_of_cell(&self, x: i64, y: i64) -> Option<usize> {
        let inside = |at: i64, count: u32| u32::try_from(at).ok().filter(|&at| at < count);
        let (column, row) = (inside(x - self.origin.0, self.columns)?, inside(y - self.origin.1, self.rows)?);
        let texel = u64::from(row) * u64::from(self.columns) + u64::from(column);
        usize::try_from(texel).ok().filter(|_| self.cells_per_texel == 1)
    }

    /// The grid as text: ranks right-aligned, one space apart, `.` for texels without a visit.
    pub fn to_text(&self) -> String {
        let visited = self.ranks.iter().filter(|&&rank| rank != Self::NEVER);
        let width = visited.max().map_or(1, |&rank| rank.to_string().len());
        let columns = usize::try_from(self.columns.max(1)).expect("u32 fits in usize");
        let bytes = (width + 1) * self.ranks.len();
        let mut text = String::with_capacity(bytes);
        for row in self.ranks.chunks(columns) {
            for (column, &rank) in row.iter().enumerate() {
                let space = if column > 0 { " " } else { "" };
                let rank: &dyn fmt::Display = if rank == Self::NEVER { &'.' } else { &rank };
                write!(text, "{space}{rank:>width$}").expect("writing to a string");
            }
            text.push('\n');
        }
        text
    }

    /// The texels, along one axis, that `start .. start + length` cells touch, clipped to `count` texels.
    #[inline]
    fn texels(&self, start: i64, length: u32, count: u32) -> Range<usize> {
        let texel = |cell: i64| match u32::try_from(cell) {
            // A division of short numbers takes a fraction of the time, and there are millions of visits.
            Ok(cell) => i64::from(cell / self.cells_per_texel),
            Err(_) => cell.div_euclid(i64::from(self.cells_per_texel)),
        };
        let first = texel(start);
        let last = if length == 1 { first } else { texel(start + i64::from(length) - 1) };
        let clip = |texel: i64| usize::try_from(texel.clamp(0, i64::from(count))).expect("clamped to u32");
        clip(first)..clip(last + 1)
    }
}

impl Probe for RankMap {
    #[inline]
    fn visit(&mut self, visit: Visit) {
        let rank = self.next_rank;
        self.next_rank = rank.saturating_add(1);
        let columns = self.texels(i64::from(visit.x) - self.origin.0, visit.width, self.columns);
        let stride = usize::try_from(self.columns).expect("u32 fits in usize");
        for row in self.texels(i64::from(visit.y) - self.origin.1, visit.height, self.rows) {
            for texel in row * stride + columns.start..row * stride + columns.end {
                if self.ranks[texel] == Self::NEVER {
                    self.ranks[texel] = rank;
                } else {
                    self.visit_again(texel, rank);
                }
            }
        }
    }
}

impl RankMap {
    fn visit_again(&mut self, texel: usize, rank: u32) {
        if self.again.is_empty() {
            self.again = vec![Self::NEVER; self.ranks.len()];
        }
        self.again[texel] = rank.min(self.again[texel]);
    }
}

/// Ranks visits, but not rectangles that are split: those cover everything, and decide nothing.
#[derive(Debug)]
pub struct DecidedRanks {
    ranks: RankMap,
    /// The latest visit, until it is known whether it decides.
    latest: Option<Visit>,
}

impl DecidedRanks {
    /// Ranks them on the grid of `ranks`, which has none yet.
    pub const fn on(ranks: RankMap) -> Self {
        Self { ranks, latest: None }
    }

    /// The ranks, once the scan has ended.
    pub fn ranks(mut self) -> RankMap {
        self.rank_latest();
        self.ranks
    }

    fn rank_latest(&mut self) {
        if let Some(visit) = self.latest.take() {
            self.ranks.visit(visit);
        }
    }
}

impl Probe for DecidedRanks {
    fn visit(&mut self, visit: Visit) {
        self.rank_latest();
        self.latest = Some(visit);
    }

    fn outcome(&mut self, outcome: VisitOutcome) {
        if outcome == VisitOutcome::Split {
            self.latest = None;
            // It has a rank, but touches no texel.
            self.ranks.next_rank = self.ranks.next_rank.saturating_add(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::probe::four_visits;

    #[test]
    fn the_first_visit_of_a_texel_counts() {
        let mut map = RankMap::new((0, 0), 2, 3, 1);
        four_visits(&mut map);
        assert_eq!(map.to_text(), "0 2 .\n");
        assert_eq!(map.rank_of_cell(0, 0), None, "a texel is two cells wide");
        let mut shifted = RankMap::new((-1, 0), 2, 3, 1);
        four_visits(&mut shifted);
        assert_eq!(shifted.to_text(), "0 1 3\n");
    }

    #[test]
    fn a_cell_has_the_rank_of_its_texel() {
        let mut map = RankMap::new((1, 0), 1, 4, 1);
        four_visits(&mut map);
        assert_eq!(map.rank_of_cell(3, 0), Some(3));
        assert_eq!(map.rank_of_cell(4, 0), Some(RankMap::NEVER));
        assert_eq!((map.rank_of_cell(0, 0), map.rank_of_cell(1, 1)), (None, None), "beside the grid");
    }
}
