//! Who watches a scan.
//!
//! A strategy is generic over its probe, so the counters, the animation and the answer come from the same code, and
//! the silent probe costs nothing.

use super::Visit;
use crate::{geom::Size, mask::Mask};

/// Is told of every visit of a scan, in order, the one that hits included.
pub trait Probe {
    /// `visit` is about to be made.
    fn visit(&mut self, visit: Visit);

    /// What the visit decided: told by scans whose visits are rectangles that can be looked at in parts.
    #[inline]
    fn outcome(&mut self, _: Outcome) {}
}

/// What a visit of a rectangle decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Nothing can be shared in it: it is pruned.
    Miss,
    /// It is looked at in parts.
    Split,
    /// Something is shared in it: it is accepted, and ends the scan.
    Hit,
}

/// Watches nothing and costs nothing: what a timed run uses.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProbe;

impl Probe for NoProbe {
    #[inline]
    fn visit(&mut self, _: Visit) {}
}

/// Counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Tests made.
    pub visits: u64,
    /// The sum of their areas, repeats counted: without it a word scan would look like cheating.
    pub cells: u64,
}

impl Probe for Count {
    #[inline]
    fn visit(&mut self, visit: Visit) {
        self.visits += 1;
        self.cells += visit.cells();
    }
}

/// Records the first visits, up to a limit, and counts them all.
#[derive(Clone, Debug)]
pub struct Trace {
    limit: usize,
    visits: Vec<Visit>,
    outcomes: Vec<Outcome>,
    count: Count,
}

impl Trace {
    /// Records at most `limit` visits.
    pub const fn with_limit(limit: usize) -> Self {
        Self { limit, visits: Vec::new(), outcomes: Vec::new(), count: Count { visits: 0, cells: 0 } }
    }

    /// The recorded visits, the first ones made.
    pub fn visits(&self) -> &[Visit] {
        &self.visits
    }

    /// What the recorded visits decided, one for each; empty for scans that do not tell.
    pub fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// Both, without a copy.
    pub fn into_visits_and_outcomes(self) -> (Vec<Visit>, Vec<Outcome>) {
        (self.visits, self.outcomes)
    }

    /// How many visits were made, recorded or not, and how many cells they covered.
    pub const fn count(&self) -> Count {
        self.count
    }

    /// True when visits were made that are not recorded.
    pub fn is_cut(&self) -> bool {
        self.count.visits > self.visits.len() as u64
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

/// Keeps only the visits whose ranks lie in a window: any place of a long scan, without recording the rest.
#[derive(Clone, Debug)]
pub struct VisitWindow {
    first_rank: u64,
    capacity: usize,
    next_rank: u64,
    visits: Vec<Visit>,
}

impl VisitWindow {
    /// Keeps up to `capacity` visits from rank `first_rank` on; ranks count from 0.
    pub const fn new(first_rank: u64, capacity: usize) -> Self {
        Self { first_rank, capacity, next_rank: 0, visits: Vec::new() }
    }

    /// The visit of rank `rank`, where the window holds it.
    pub fn get(&self, rank: u64) -> Option<Visit> {
        let i = rank.checked_sub(self.first_rank)?;
        self.visits.get(usize::try_from(i).ok()?).copied()
    }

    /// The kept visits, the first of rank [`first_rank`](Self::first_rank).
    pub fn visits(&self) -> &[Visit] {
        &self.visits
    }

    /// The rank of the first kept visit.
    pub const fn first_rank(&self) -> u64 {
        self.first_rank
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

/// For each texel of a grid laid over the overlap box, the rank of the first visit that touched it.
///
/// A texel is a square of cells, so the grid can be as coarse as the screen: its memory does not grow with the scan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankMap {
    /// The local cell under the grid's top left corner.
    origin: (i64, i64),
    /// Cells along one side of a texel.
    cells_per_texel: u32,
    columns: u32,
    rows: u32,
    ranks: Vec<u32>,
    /// The rank of each texel's second visit; empty while no texel was visited twice.
    again: Vec<u32>,
    next_rank: u32,
}

impl RankMap {
    /// The rank of a texel that no visit touched.
    pub const NEVER: u32 = u32::MAX;

    /// A grid of `columns` by `rows` texels of `cells_per_texel` cells a side, from local cell `origin` on.
    pub fn new(origin: (i64, i64), cells_per_texel: u32, columns: u32, rows: u32) -> Self {
        let count = Size::new(columns, rows).area();
        let ranks = vec![Self::NEVER; usize::try_from(count).expect("a grid that fits in memory")];
        Self { origin, cells_per_texel: cells_per_texel.max(1), columns, rows, ranks, again: Vec::new(), next_rank: 0 }
    }

    /// A grid with one texel for each cell of a box of `size`.
    pub fn of_cells(size: Size) -> Self {
        Self::new((0, 0), 1, size.width, size.height)
    }

    /// Texels in a row.
    pub const fn columns(&self) -> u32 {
        self.columns
    }

    /// Rows of texels.
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// The ranks, row by row; [`NEVER`](Self::NEVER) where nothing was visited. Ranks count from 0.
    pub fn ranks(&self) -> &[u32] {
        &self.ranks
    }

    /// The first rank in the square of `side` cells whose top left is local cell `(x, y)`; `None` where nothing in it was
    /// visited. A texel counts when it lies in the square in part.
    #[inline]
    pub fn earliest(&self, x: i64, y: i64, side: u32) -> Option<u64> {
        let columns = self.texels(x - self.origin.0, side, self.columns);
        let rows = self.texels(y - self.origin.1, side, self.rows);
        let stride = usize::try_from(self.columns).expect("u32 fits in usize");
        let first = rows.flat_map(|row| &self.ranks[row * stride..][columns.clone()]).min()?;
        (*first != Self::NEVER).then_some(u64::from(*first))
    }

    /// The rank of the cell `(x, y)`, local to the overlap box, or [`NEVER`](Self::NEVER); `None` where the grid does
    /// not hold it on its own.
    pub fn rank_of_cell(&self, x: i64, y: i64) -> Option<u32> {
        self.ranks.get(self.texel_of_cell(x, y)?).copied()
    }

    /// The rank of the second visit of the cell `(x, y)`, as [`rank_of_cell`](Self::rank_of_cell) gives the first.
    pub fn second_rank_of_cell(&self, x: i64, y: i64) -> Option<u32> {
        let texel = self.texel_of_cell(x, y)?;
        Some(self.again.get(texel).copied().unwrap_or(Self::NEVER))
    }

    /// The texel that the cell `(x, y)` has for its own.
    fn texel_of_cell(&self, x: i64, y: i64) -> Option<usize> {
        let inside = |at: i64, count: u32| u32::try_from(at).ok().filter(|&at| at < count);
        let (column, row) = (inside(x - self.origin.0, self.columns)?, inside(y - self.origin.1, self.rows)?);
        let texel = u64::from(row) * u64::from(self.columns) + u64::from(column);
        usize::try_from(texel).ok().filter(|_| self.cells_per_texel == 1)
    }

    /// The grid as text: ranks right-aligned, one space apart, `.` where nothing was visited.
    pub fn to_text(&self) -> String {
        let cell = |rank: u32| if rank == Self::NEVER { ".".to_owned() } else { rank.to_string() };
        let visited = self.ranks.iter().filter(|&&rank| rank != Self::NEVER);
        let width = visited.max().map_or(1, |&rank| rank.to_string().len());
        let columns = usize::try_from(self.columns.max(1)).expect("u32 fits in usize");
        let row = |ranks: &[u32]| {
            let cells: Vec<String> = ranks.iter().map(|&rank| format!("{:>width$}", cell(rank))).collect();
            cells.join(" ") + "\n"
        };
        self.ranks.chunks(columns).map(row).collect()
    }

    /// The texels, along one axis, that `start .. start + length` cells touch, clipped to `count` texels.
    #[inline]
    fn texels(&self, start: i64, length: u32, count: u32) -> std::ops::Range<usize> {
        let side = i64::from(self.cells_per_texel);
        let clip = |texel: i64| usize::try_from(texel.clamp(0, i64::from(count))).expect("clamped to u32");
        clip(start.div_euclid(side))..clip((start + i64::from(length) - 1).div_euclid(side) + 1)
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
    /// Counts a visit that is not to be seen: it has a rank, but touches no texel.
    pub const fn skip(&mut self) {
        self.next_rank = self.next_rank.saturating_add(1);
    }

    fn visit_again(&mut self, texel: usize, rank: u32) {
        if self.again.is_empty() {
            self.again = vec![Self::NEVER; self.ranks.len()];
        }
        self.again[texel] = rank.min(self.again[texel]);
    }
}

/// Which cells of the overlap box are covered by any visit.
#[derive(Clone, Debug)]
pub struct Coverage(Mask);

impl Coverage {
    /// Nothing of a box of `size` is covered yet.
    pub fn of(size: Size) -> Self {
        Self(Mask::new(size))
    }

    /// The covered cells.
    pub const fn mask(&self) -> &Mask {
        &self.0
    }
}

impl Probe for Coverage {
    fn visit(&mut self, visit: Visit) {
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

/// The ranks of the visits that touch one cell: when it is looked at, and how often.
#[derive(Clone, Debug)]
pub struct CellHistory {
    cell: (i64, i64),
    limit: usize,
    next_rank: u64,
    ranks: Vec<u64>,
}

impl CellHistory {
    /// Notes the first `limit` visits of local cell `(x, y)`.
    pub const fn of(cell: (i64, i64), limit: usize) -> Self {
        Self { cell, limit, next_rank: 0, ranks: Vec::new() }
    }

    /// The ranks, from 0, ascending.
    pub fn ranks(&self) -> &[u64] {
        &self.ranks
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

/// Two probes that watch the same run.
impl<P: Probe, Q: Probe> Probe for (P, Q) {
    #[inline]
    fn visit(&mut self, visit: Visit) {
        self.0.visit(visit);
        self.1.visit(visit);
    }

    #[inline]
    fn outcome(&mut self, outcome: Outcome) {
        self.0.outcome(outcome);
        self.1.outcome(outcome);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn four_visits(probe: &mut impl Probe) {
        for x in 0..4 {
            probe.visit(Visit::cell(x, 0));
        }
    }

    #[test]
    fn a_full_trace_still_counts() {
        let mut trace = Trace::with_limit(3);
        four_visits(&mut trace);
        assert_eq!(trace.visits(), [Visit::cell(0, 0), Visit::cell(1, 0), Visit::cell(2, 0)]);
        assert_eq!(trace.count(), Count { visits: 4, cells: 4 });
        assert!(trace.is_cut());
    }

    #[test]
    fn a_window_keeps_only_its_ranks() {
        let mut window = VisitWindow::new(1, 2);
        four_visits(&mut window);
        assert_eq!(window.visits(), [Visit::cell(1, 0), Visit::cell(2, 0)]);
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
        assert_eq!(history.ranks(), [0, 1], "the third is beyond the limit");
        assert_eq!(map.to_text(), "0 0 0 .\n");
        assert_eq!(
            [0, 1, 2, 3].map(|x| map.second_rank_of_cell(x, 0)),
            [None, Some(2), Some(1), None].map(|rank| { Some(rank.unwrap_or(RankMap::NEVER)) })
        );
        assert_eq!(coverage.mask().to_text(), "###.\n");
    }

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
