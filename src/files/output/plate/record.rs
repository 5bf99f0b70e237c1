//! The run of a scan, as a plate shows it.

use super::tiles::GridTiles;
use crate::files::VisitOrder;
use maskscope_core::geom::{Cell, IntRect, Size};
use maskscope_core::mask::Mask;
use maskscope_core::scan::{Count, Coverage, DecidedRanks, Hit, Probe, RankMap, Trace, Visit, VisitOutcome};

/// More visits than this are not drawn one by one.
pub(super) const MOST_VISITS: u64 = 1 << 16;

/// The most frames that show visits.
const MOST_STEPS: u64 = 240;

/// A scan that has run.
#[derive(Debug)]
pub(super) struct Record {
    pub count: Count,
    pub hit: Option<Hit>,
    pub visits: DrawnVisits,
    /// The last visit of each step of an animation.
    pub steps: Vec<Visit>,
    /// The number of cells of the overlap box without a visit.
    pub never_visited: u64,
    /// The number of visits that lie outside the overlap box, where none is drawn.
    pub beyond: u64,
}

/// The visits of a scan, in the detail in which they are drawn.
#[derive(Debug)]
pub(super) enum DrawnVisits {
    /// One by one, in order.
    Each(Vec<Mark>),
    /// Rank of the first visit of each square of the grid, without visits that were then split.
    Ranks(RankMap),
}

/// A visit as it is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub visit: Visit,
    /// True if it tests a single cell that was tested as such before.
    pub is_again: bool,
    /// Its outcome, if the scan reports it.
    pub outcome: Option<VisitOutcome>,
}

/// A run that can be watched: of a scan, or of a trace that holds all of it.
pub(super) enum Watchable<'a> {
    Order(&'a VisitOrder<'a>),
    Traced(Trace, Option<Hit>),
}

impl Watchable<'_> {
    fn run(&self, probe: &mut impl Probe) -> Option<Hit> {
        match self {
            Self::Order(order) => order.run(probe),
            Self::Traced(trace, hit) => {
                trace.show(probe);
                *hit
            }
        }
    }
}

impl Record {
    /// Watches the run of a scan over a box of `size` that is drawn with `tiles`; `count` are its visits, and `ends` how many
    /// have been made when each step of an animation ends.
    pub fn new(run: &Watchable<'_>, size: Size, tiles: &GridTiles, count: Count, ends: Vec<u64>) -> Self {
        let watched = Watched::new(size, ends);
        if tiles.show_visits() && count.visits <= MOST_VISITS {
            let mut probe = (watched, Marks { tested: Mask::new(size), marks: Vec::new() });
            let hit = run.run(&mut probe);
            let (watched, Marks { marks, .. }) = probe;
            watched.into_record(count, hit, DrawnVisits::Each(marks))
        } else {
            let grid = tiles.grid(size);
            let ranks = RankMap::new((0, 0), tiles.cells_per_square, grid.width, grid.height);
            let mut probe = (watched, DecidedRanks::on(ranks));
            let hit = run.run(&mut probe);
            let (watched, decided) = probe;
            watched.into_record(count, hit, DrawnVisits::Ranks(decided.ranks()))
        }
    }

    /// The number of the visit that hit, from 1, where the scan ended with it.
    pub fn hit_number(&self) -> Option<u64> {
        let last = self.steps.last()?;
        self.hit.filter(|hit| hit.visit == *last).map(|_| self.count.visits)
    }

    /// The one-by-one visits; empty if they are too many.
    pub fn marks(&self) -> &[Mark] {
        match &self.visits {
            DrawnVisits::Each(marks) => marks,
            DrawnVisits::Ranks(_) => &[],
        }
    }
}

/// True if a visit lies in an overlap box of `size`; a scan may leave it.
pub(super) fn lies_in(visit: Visit, size: Size) -> bool {
    let all = IntRect::new(Cell::ORIGIN, size);
    let cells = visit.in_space_of(all);
    cells.intersection(all) == Some(cells)
}

/// Probes of a scan.
#[derive(Debug)]
struct Watched {
    covered: Coverage,
    steps: Steps,
    beyond: u64,
}

impl Watched {
    fn new(size: Size, ends: Vec<u64>) -> Self {
        Self { covered: Coverage::of(size), steps: Steps { ends, made: 0, visits: Vec::new() }, beyond: 0 }
    }

    fn into_record(self, count: Count, hit: Option<Hit>, visits: DrawnVisits) -> Record {
        let Coverage(covered) = self.covered;
        let never_visited = covered.size().area() - covered.count();
        Record { count, hit, visits, steps: self.steps.visits, never_visited, beyond: self.beyond }
    }
}

impl Probe for Watched {
    fn visit(&mut self, visit: Visit) {
        self.covered.visit(visit);
        self.steps.visit(visit);
        self.beyond += u64::from(!lies_in(visit, self.covered.0.size()));
    }
}

/// Every visit, and whether it repeats one.
#[derive(Debug)]
struct Marks {
    /// Cells visited on their own.
    tested: Mask,
    marks: Vec<Mark>,
}

impl Probe for Marks {
    fn visit(&mut self, visit: Visit) {
        let all = self.tested.bounding_box();
        let IntRect { x, y, .. } = visit.in_space_of(all);
        let cell = u32::try_from(x).ok().zip(u32::try_from(y).ok());
        let cell = cell.filter(|&(x, y)| visit.cells() == 1 && x < all.width && y < all.height);
        let is_again = cell.is_some_and(|(x, y)| self.tested.get(x, y));
        if let Some((x, y)) = cell {
            self.tested.set(x, y);
        }
        self.marks.push(Mark { visit, is_again, outcome: None });
    }

    fn outcome(&mut self, outcome: VisitOutcome) {
        if let Some(mark) = self.marks.last_mut() {
            mark.outcome = Some(outcome);
        }
    }
}

/// The last visit of each step.
#[derive(Debug)]
struct Steps {
    /// The number of visits that have been made when each step ends, in rising order.
    ends: Vec<u64>,
    made: u64,
    visits: Vec<Visit>,
}

impl Probe for Steps {
    fn visit(&mut self, visit: Visit) {
        self.made += 1;
        if self.ends.get(self.visits.len()) == Some(&self.made) {
            self.visits.push(visit);
        }
    }
}

/// Ends of steps into which `total` visits are divided evenly, within one.
pub(super) fn even_steps(total: u64) -> Vec<u64> {
    (1..=total.clamp(1, MOST_STEPS)).map(|step| end_of_step(total, step)).collect()
}

/// The end of step `step` of them, from 1; 0 is where the first begins.
pub(super) fn end_of_step(total: u64, step: u64) -> u64 {
    let steps = total.clamp(1, MOST_STEPS);
    u64::try_from(u128::from(total) * u128::from(step) / u128::from(steps)).unwrap_or(u64::MAX)
}
