//! [`PolygonSearch`]: a simple polygon of few corners that follows the outline of a mask.
//!
//! One number of corners after another, from 3 on. Each begins from several polygons: the best of one corner less, with another
//! one; the corners of the outline that matter most; and those that are left when the others are taken away by their price. Each
//! is annealed by accepting ever smaller losses (G. Dueck and T. Scheuer, *Threshold accepting*, 1990), and of the best the
//! corners are moved until none can be moved any more.

use std::sync::Arc;

use super::cells::{Cells, Rule};
use super::growing::{Corner, Criteria, Growing, area};
use super::starts::StartSearch;

/// A search for a polygon, which can go on after a break.
#[derive(Clone, Debug)]
pub struct PolygonSearch {
    cells: Arc<Cells>,
    /// The most corners.
    most: usize,
    is_convex: bool,
    /// True if only polygons of `most` corners are searched.
    is_short: bool,
    /// The search for polygons to begin from, until it is done.
    starting: Option<StartSearch>,
    /// Polygons to begin from.
    starts: Vec<Vec<Corner>>,
    /// The best polygon so far, of at most `count` corners.
    best: Option<Growing>,
    /// The number of corners of the polygons that are searched.
    count: usize,
    stage: SearchStage,
    dice: Dice,
}

/// Step of the search for one number of corners.
#[derive(Clone, Debug)]
enum SearchStage {
    /// A corner is added to the best polygon: after this edge next; the best that was found.
    Grow(usize, Option<Growing>),
    /// Polygons are annealed: the present one, and those that follow.
    Anneal(Annealing, Vec<Growing>),
    /// The corners of the best are moved: this one next, since that many could not be.
    Settle(usize, usize),
}

/// A polygon while it is annealed.
#[derive(Clone, Debug)]
struct Annealing {
    polygon: Growing,
    /// The work, and what is left of it, about in rows that are read.
    work: i64,
    left: i64,
    /// The largest loss that is accepted at first.
    loss: i64,
}

/// The most work for one number of corners; the work for each pixel of a mask's width and height; the most work times these
/// pixels, since a large mask takes long enough by its rows.
const WORK: [i64; 3] = [20_000_000, 250_000, 10_000_000_000];
/// The work of a move besides its rows.
const WORK_OF_MOVE: i64 = 32;
/// The most polygons of one number of corners that are annealed: those that are best before.
const MOST_STARTS: usize = 5;
/// Moves between two looks at the clock.
const MOVES: usize = 64;

impl PolygonSearch {
    /// A search for the best polygon of at most `most` corners.
    pub fn new(cells: Arc<Cells>, most: usize, is_convex: bool) -> Self {
        let dice = Dice(0x9e37_79b9_7f4a_7c15);
        let (starting, stage) = (Some(StartSearch::default()), SearchStage::Grow(0, None));
        Self {
            cells,
            most,
            is_convex,
            is_short: false,
            starting,
            starts: Vec::new(),
            best: None,
            count: 3,
            stage,
            dice,
        }
    }

    /// A short search that begins from a polygon, too, and finds one of at most its number of corners. Corners beyond the limits
    /// are not used as a beginning.
    pub fn beside(cells: Arc<Cells>, mut given: Vec<Corner>) -> Self {
        if area(&given) < 0 {
            given.reverse();
        }
        let most = given.len();
        Self { is_short: true, count: most, starts: vec![given], ..Self::new(cells, most, false) }
    }

    /// Goes on until it is done, and returns the corners of the best polygon then, in half pixels; `None` if it is over before.
    pub fn go_on(&mut self, is_over: &dyn Fn() -> bool) -> Option<Vec<Corner>> {
        if let Some(mut starting) = self.starting.take() {
            match starting.go_on(&self.ground(1), self.most, is_over) {
                Some(starts) => self.starts.extend(starts),
                None => {
                    self.starting = Some(starting);
                    return None;
                }
            }
        }
        while self.count <= self.most && !self.is_perfect() {
            self.step();
            if is_over() {
                return None;
            }
        }
        self.best.as_ref().map(Growing::bends)
    }

    /// True if the best polygon differs in no cell, and may be the last.
    fn is_perfect(&self) -> bool {
        let price = |best| self.ground(i64::MAX).worth(best).0 + self.cells.solid * self.cells.missing;
        self.best.as_ref().is_some_and(|best| price(best) == 0) && (self.most == 3 || !self.may_leave_image())
    }

    /// Criteria by which a forbidden cell costs at most `dearest`.
    fn ground(&self, dearest: i64) -> Criteria<'_> {
        let reach = |(first, last)| if self.may_leave_image() { 2 * (last - first) } else { 1 };
        let limits = self.cells.image.map(|sides| (2 * sides.0 - reach(sides), 2 * sides.1 + reach(sides)));
        Criteria { cells: &self.cells, dearest, limits, is_convex: self.is_convex }
    }

    /// True of a triangle that must leave nothing out: one that stays on the image may not exist.
    fn may_leave_image(&self) -> bool {
        self.count == 3 && self.cells.rule == Rule::Outside
    }

    /// Does the next part of the work.
    fn step(&mut self) {
        let stage = std::mem::replace(&mut self.stage, SearchStage::Settle(0, 0));
        self.stage = match stage {
            SearchStage::Grow(edge, grown) => self.grow(edge, grown),
            SearchStage::Anneal(annealing, rest) => self.anneal(annealing, rest),
            SearchStage::Settle(at, still) => self.settle(at, still),
        }
    }

    /// Adds a corner to an edge of the best polygon; after the last one, begins to anneal.
    fn grow(&mut self, edge: usize, grown: Option<Growing>) -> SearchStage {
        let ground = self.ground(i64::MAX);
        if let Some(best) = self.best.as_ref().filter(|best| edge < best.corners.len()) {
            let both = grown.into_iter().chain(ground.grown(best, edge));
            return SearchStage::Grow(edge + 1, both.min_by_key(|polygon| ground.worth(polygon)));
        }
        let is_start = |start: &&Vec<Corner>| start.len() == self.count || self.is_short && start.len() < self.count;
        let starts = self.starts.iter().filter(is_start);
        let starts = starts.filter_map(|start| ground.polygon(start.clone()));
        let mut all: Vec<_> = grown.into_iter().chain(starts).collect();
        all.sort_by_key(|polygon| ground.worth(polygon));
        all.truncate(MOST_STARTS);
        let best = all.iter().chain(&self.best).min_by_key(|polygon| ground.worth(polygon)).cloned();
        let share = match self.count {
            _ if self.is_short => 5,
            6 => 1,
            count if count.is_multiple_of(4) => 1,
            _ => 4,
        };
        let side = self.cells.width + self.cells.height;
        let work =
            WORK[0].min(WORK[1] * side).min(WORK[2] / side) / share / self.cells.haste / number(all.len().max(1));
        self.best = best;
        match all.pop() {
            Some(polygon) => SearchStage::Anneal(self.annealing(polygon, work), all),
            None => SearchStage::Settle(0, 0),
        }
    }

    /// The beginning of annealing a polygon.
    fn annealing(&self, polygon: Growing, work: i64) -> Annealing {
        let price = self.ground(1).worth(&polygon).0 + self.cells.solid;
        let loss = price / (2 * number(polygon.corners.len())) + 2;
        Annealing { polygon, work, left: work, loss }
    }

    /// Makes some moves of a polygon, and keeps the best that it becomes.
    fn anneal(&mut self, mut annealing: Annealing, mut rest: Vec<Growing>) -> SearchStage {
        let Annealing { polygon, work, left, loss } = &mut annealing;
        let (mut dice, mut best) = (self.dice, None);
        // A forbidden cell becomes dearer in the first half.
        let done = 64 - *left * 64 / *work;
        let (ground, full) = (self.ground(if done < 32 { 1 << (done / 4) } else { i64::MAX }), self.ground(i64::MAX));
        let mut least = self.best.as_ref().map(|best| full.worth(best));
        let scales = self.cells.width.max(self.cells.height).ilog2().saturating_sub(1).max(1);
        for _ in 0..MOVES {
            let at = dice.index(polygon.corners.len());
            *left -= polygon.rows_at(at) + WORK_OF_MOVE;
            let part = (*left).max(0) * 256 / *work;
            let allowed = (*loss * part * part * dice.below(256) * dice.below(256)) >> 32;
            let scale = 1 << dice.below(scales.into());
            let by = (dice.below(2 * scale + 1) - scale, dice.below(2 * scale + 1) - scale);
            let has_moved = match dice.below(8) {
                0 => ground.relocate(polygon, (at, dice.index(polygon.corners.len())), by, allowed),
                1 => ground.shift(polygon, (at, 2), by, Some(allowed)),
                _ => ground.shift(polygon, (at, 1), by, Some(allowed)),
            };
            let worth = full.worth(polygon);
            if has_moved && least.is_none_or(|least| worth < least) {
                (least, best) = (Some(worth), Some(polygon.clone()));
            }
        }
        self.dice = dice;
        self.best = best.or(self.best.take());
        match annealing {
            Annealing { left: 1.., .. } => SearchStage::Anneal(annealing, rest),
            Annealing { work, .. } => match rest.pop() {
                Some(polygon) => SearchStage::Anneal(self.annealing(polygon, work), rest),
                None => SearchStage::Settle(0, 0),
            },
        }
    }

    /// Moves a corner and an edge of the best polygon; once none can be moved, goes on to the next number of corners.
    fn settle(&mut self, at: usize, still: usize) -> SearchStage {
        if let Some(mut best) = self.best.take() {
            let (ground, count) = (self.ground(i64::MAX), best.corners.len());
            let has_moved = [1, 2].map(|moved| ground.slide(&mut best, (at, moved), 1));
            self.best = Some(best);
            let still = if has_moved.contains(&true) { 0 } else { still + 1 };
            if still < count {
                return SearchStage::Settle((at + 1) % count, still);
            }
        }
        if self.may_leave_image() && self.most > 3 {
            self.best = None;
        }
        self.count += 1;
        SearchStage::Grow(0, None)
    }
}

#[expect(clippy::cast_possible_wrap, reason = "a few hundred corners")]
const fn number(count: usize) -> i64 {
    count as i64
}

/// Random numbers, always the same, by G. Marsaglia's xorshift.
#[derive(Clone, Copy, Debug)]
struct Dice(u64);

impl Dice {
    /// A number from 0 to before `end`.
    const fn below(&mut self, end: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33).cast_signed() % end
    }

    /// The number of one of `count` things.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "less than a usize")]
    const fn index(&mut self, count: usize) -> usize {
        self.below(number(count)) as usize
    }
}
