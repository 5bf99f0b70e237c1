//! What a plate knows of a scan.

use super::tiles::Tiles;
use crate::{
    files::Order,
    geom::{IntRect, Size},
    mask::Mask,
    scan::{Count, Hit, Probe, RankMap, Visit},
};

/// More visits than this are not drawn one by one.
const MOST_VISITS: u64 = 1 << 16;

/// At most so many frames show visits.
const MOST_STEPS: u64 = 240;

/// A scan that has run.
#[derive(Debug)]
pub(super) struct Record {
    pub count: Count,
    pub hit: Option<Hit>,
    pub visits: Visits,
    /// The last visit of each step of an animation.
    pub steps: Vec<Visit>,
    /// How many cells of the overlap box no visit touched.
    pub never_visited: u64,
}

/// The visits of a scan, as fine as they are drawn.
#[derive(Debug)]
pub(super) enum Visits {
    /// One by one, in order.
    Each(Vec<Mark>),
    /// When each square of the grid was first visited.
    Ranks(RankMap),
}

/// A visit as it is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub visit: Visit,
    /// Whether it tests a single cell that was tested as such before.
    pub is_again: bool,
}

impl Record {
    /// Runs the scan of `order` over a box of `size` that is drawn with `tiles`; `count` are its visits.
    pub fn new(order: &Order<'_>, size: Size, tiles: &Tiles, count: Count) -> Self {
        let watched = (Touched(Mask::new(size)), Steps::new(count.visits));
        if tiles.show_visits() && count.visits <= MOST_VISITS {
            let mut probe = (watched, Marks { tested: Mask::new(size), marks: Vec::new() });
            let hit = order.run(&mut probe);
            let (watched, Marks { marks, .. }) = probe;
            Self::of(count, hit, watched, Visits::Each(marks))
        } else {
            let grid = tiles.grid(size);
            let mut probe = (watched, RankMap::new((0, 0), tiles.cells_per_square, grid.width, grid.height));
            let hit = order.run(&mut probe);
            let (watched, ranks) = probe;
            Self::of(count, hit, watched, Visits::Ranks(ranks))
        }
    }

    fn of(count: Count, hit: Option<Hit>, (Touched(touched), steps): (Touched, Steps), visits: Visits) -> Self {
        let never_visited = touched.size().area() - touched.count();
        Self { count, hit, visits, steps: steps.visits, never_visited }
    }

    /// The number of the visit that hit, from 1, where the scan ended with it.
    pub fn hit_number(&self) -> Option<u64> {
        let last = self.steps.last()?;
        self.hit.filter(|hit| hit.visit == *last).map(|_| self.count.visits)
    }

    /// The one-by-one visits; empty where they are too many.
    pub fn marks(&self) -> &[Mark] {
        match &self.visits {
            Visits::Each(marks) => marks,
            Visits::Ranks(_) => &[],
        }
    }
}

/// Which cells have been visited.
#[derive(Debug)]
struct Touched(Mask);

impl Probe for Touched {
    fn visit(&mut self, visit: Visit) {
        let all = self.0.bounding_box();
        let Some(inside) = visit.in_space_of(all).intersection(all) else { return };
        let cell = |at: i64| u32::try_from(at).expect("inside the overlap box");
        for y in cell(inside.y)..cell(inside.bottom()) {
            for x in cell(inside.x)..cell(inside.right()) {
                self.0.set(x, y);
            }
        }
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
        self.marks.push(Mark { visit, is_again });
    }
}

/// The last visit of each step, where all visits are divided into steps as evenly as whole numbers allow.
#[derive(Debug)]
struct Steps {
    total: u64,
    made: u64,
    visits: Vec<Visit>,
}

impl Steps {
    const fn new(total: u64) -> Self {
        Self { total, made: 0, visits: Vec::new() }
    }
}

impl Probe for Steps {
    fn visit(&mut self, visit: Visit) {
        self.made += 1;
        if self.made == end_of_step(self.visits.len() as u64, self.total) {
            self.visits.push(visit);
        }
    }
}

/// How many of `total` visits are made when step `step`, from 0, ends.
pub(super) fn end_of_step(step: u64, total: u64) -> u64 {
    let steps = total.clamp(1, MOST_STEPS);
    u64::try_from(u128::from(total) * u128::from(step + 1) / u128::from(steps)).unwrap_or(u64::MAX)
}
