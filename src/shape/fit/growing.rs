//! [`Growing`]: a polygon while it is fitted.

use super::cells::Cells;

/// A corner between pixels.
pub type Corner = (i64, i64);

/// The price of the cells that a polygon adds, less that of the solid ones that it covers; and twice its area. Less is better.
type Worth = (i64, i64);

/// A simple polygon while it is fitted.
#[derive(Clone, Debug)]
pub struct Growing<'a> {
    cells: &'a Cells,
    /// Clockwise with y down.
    pub corners: Vec<Corner>,
    /// Its worth at these prices.
    pub worth: Worth,
    /// The prices of a clear cell that is covered, and of a solid one that is left out.
    prices: [i64; 2],
}

impl<'a> Growing<'a> {
    /// A polygon with its corners clockwise with y down.
    pub fn new(cells: &'a Cells, corners: Vec<Corner>) -> Self {
        let mut new = Self { cells, corners, worth: (0, 0), prices: [cells.adding, cells.missing] };
        new.weigh();
        new
    }

    /// The polygon where a forbidden cell costs no more than `most`.
    pub fn priced(&self, most: i64) -> Self {
        let mut priced =
            Self { prices: [self.cells.adding, self.cells.missing].map(|price| price.min(most)), ..self.clone() };
        priced.weigh();
        priced
    }

    fn weigh(&mut self) {
        self.worth = self.share(0, self.corners.len() - 1);
    }

    /// Moves corners and edges as long as that gains anything, by steps from the first down to a pixel.
    pub fn settle(&mut self, first: i64, is_cancelled: &dyn Fn() -> bool) -> Option<()> {
        let mut step = first.max(1);
        while step > 0 {
            let mut has_moved = false;
            for at in 0..self.corners.len() {
                has_moved |= self.slide(at, 1, step, is_cancelled)?;
                has_moved |= self.slide(at, 2, step, is_cancelled)?;
            }
            if !has_moved {
                step /= 2;
            }
        }
        Some(())
    }

    /// Settles while a forbidden cell costs more and more.
    pub fn enforce(&mut self, is_cancelled: &dyn Fn() -> bool) -> Option<()> {
        let full = [self.cells.adding, self.cells.missing];
        loop {
            self.weigh();
            self.settle(2, is_cancelled)?;
            if self.prices == full {
                return Some(());
            }
            self.prices = [0, 1].map(|at| full[at].min(2 * self.prices[at]));
        }
    }

    /// Moves neighbouring corners, the first of them `at`, by `step` pixels at a time as long as that gains anything; true if it
    /// did.
    fn slide(&mut self, at: usize, moved: usize, step: i64, is_cancelled: &dyn Fn() -> bool) -> Option<bool> {
        let rest = sub(self.worth, self.share(at, moved));
        let mut has_moved = false;
        for (dx, dy) in WAYS {
            let by = (step * dx, step * dy);
            loop {
                if is_cancelled() {
                    return None;
                }
                self.shift(at, moved, by);
                let worth = add(rest, self.share(at, moved));
                if worth >= self.worth || worth.1 <= 0 || !self.is_simple(at, moved) {
                    self.shift(at, moved, sub((0, 0), by));
                    break;
                }
                self.worth = worth;
                has_moved = true;
            }
        }
        Some(has_moved)
    }

    fn shift(&mut self, at: usize, moved: usize, by: Corner) {
        let count = self.corners.len();
        for moved in 0..moved {
            let corner = &mut self.corners[(at + moved) % count];
            *corner = add(*corner, by);
        }
    }

    /// Adds a corner where it gains most; false if it gains nothing anywhere.
    pub fn grow(&mut self, is_cancelled: &dyn Fn() -> bool) -> Option<bool> {
        let mut best: Option<Self> = None;
        for at in 0..self.corners.len() {
            let (before, after) = (self.corners[at], self.corners[(at + 1) % self.corners.len()]);
            let mut grown = self.clone();
            grown.corners.insert(at + 1, ((before.0 + after.0) / 2, (before.1 + after.1) / 2));
            grown.weigh();
            if !grown.is_simple(at + 1, 1) {
                continue;
            }
            let mut step = (after.0 - before.0).abs().max((after.1 - before.1).abs()) / 2;
            while step > 0 {
                grown.slide(at + 1, 1, step, is_cancelled)?;
                step /= 2;
            }
            if best.as_ref().is_none_or(|best| grown.worth < best.worth) {
                best = Some(grown);
            }
        }
        let Some(mut best) = best else { return Some(false) };
        best.settle(self.cells.width.max(self.cells.height) / 16, is_cancelled)?;
        let is_better = best.worth.0 < self.worth.0;
        if is_better {
            *self = best;
        }
        Some(is_better)
    }

    /// Takes away one corner after another, and adds one where it gains most, as long as that is better.
    pub fn relocate(&mut self, is_cancelled: &dyn Fn() -> bool) -> Option<()> {
        let mut at = 0;
        while at < self.corners.len() {
            let other = self.without(at);
            at += 1;
            if let Some(mut other) = other
                && other.grow(is_cancelled)?
                && other.worth < self.worth
            {
                *self = other;
                at = 0;
            }
        }
        Some(())
    }

    /// The polygon without the corner that matters least; `None` if none can be taken away.
    pub fn pruned(&self) -> Option<Self> {
        (0..self.corners.len()).filter_map(|at| self.without(at)).min_by_key(|other| other.worth)
    }

    /// The polygon without a corner; `None` if the rest is not simple.
    fn without(&self, at: usize) -> Option<Self> {
        let mut other = self.clone();
        other.corners.remove(at);
        let count = other.corners.len();
        if count < 3 || !other.is_simple((at + count - 1) % count, 2) {
            return None;
        }
        other.weigh();
        (other.worth.1 > 0).then_some(other)
    }

    /// The share of the edges at neighbouring corners in the worth of the polygon.
    fn share(&self, at: usize, moved: usize) -> Worth {
        (0..=moved).map(|by| self.edge_worth(self.corner(at, by), self.corner(at, by + 1))).fold((0, 0), add)
    }

    /// The corner that many corners behind the one before `at`.
    fn corner(&self, at: usize, by: usize) -> Corner {
        let count = self.corners.len();
        self.corners[(at + count - 1 + by) % count]
    }

    /// True if the edges at neighbouring corners share no point with others, but a corner with the next.
    fn is_simple(&self, at: usize, moved: usize) -> bool {
        let corner = |by| self.corner(at, by);
        let folds = |by| {
            let (a, b, c) = (corner(by), corner(by + 1), corner(by + 2));
            turn(a, b, c) == 0 && dot(a, b, c) >= 0
        };
        let count = self.corners.len();
        !folds(count - 1)
            && (0..=moved).all(|one| {
                let edge = (corner(one), corner(one + 1));
                !folds(one) && (one + 2..one + count - 1).all(|other| !meet(edge, (corner(other), corner(other + 1))))
            })
    }

    /// The share of an edge in the worth of a polygon.
    ///
    /// Edges that go down are right ones of the polygon, whose rows reach to the last cell before them; those that go up are left
    /// ones, and take away all cells up to them.
    fn edge_worth(&self, a: Corner, b: Corner) -> Worth {
        let goes_down = a.1 < b.1;
        let (top, bottom) = if goes_down { (a, b) } else { (b, a) };
        let (wide, high) = (bottom.0 - top.0, 2 * (bottom.1 - top.1));
        let (mut ends, mut solids) = (0, 0);
        if high > 0 {
            // The column behind the last cell of a row, and the rest of a division by `high`.
            let split = |n: i64| (n.div_euclid(high), n.rem_euclid(high));
            let mut end = add((top.0, 0), split(wide + high / 2 - i64::from(goes_down)));
            let step = split(2 * wide);
            for row in top.1..bottom.1 {
                ends += end.0;
                solids += self.cells.left_of(end.0, row);
                end = add(end, step);
                if end.1 >= high {
                    end = (end.0 + 1, end.1 - high);
                }
            }
        }
        let price = (ends - solids) * self.prices[0] - solids * self.prices[1];
        (if goes_down { price } else { -price }, cross(a, b))
    }
}

const WAYS: [(i64, i64); 8] = [(0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];

fn cross(a: Corner, b: Corner) -> i64 {
    a.0 * b.1 - a.1 * b.0
}

/// Positive if the way turns clockwise at `b`, with y down.
fn turn(a: Corner, b: Corner, c: Corner) -> i64 {
    cross(sub(b, a), sub(c, a))
}

/// Positive if the ways from `b` to `a` and to `c` point to the same side.
fn dot(a: Corner, b: Corner, c: Corner) -> i64 {
    (a.0 - b.0) * (c.0 - b.0) + (a.1 - b.1) * (c.1 - b.1)
}

/// True if two edges share a point.
fn meet((a, b): (Corner, Corner), (c, d): (Corner, Corner)) -> bool {
    let sides = |a, b, c, d| turn(a, b, c).signum() * turn(a, b, d).signum();
    let lies_on = |a, b, c| turn(a, b, c) == 0 && dot(a, c, b) <= 0;
    sides(a, b, c, d) < 0 && sides(c, d, a, b) < 0
        || lies_on(a, b, c)
        || lies_on(a, b, d)
        || lies_on(c, d, a)
        || lies_on(c, d, b)
}

fn add(one: Corner, other: Corner) -> Corner {
    (one.0 + other.0, one.1 + other.1)
}

fn sub(one: Corner, other: Corner) -> Corner {
    (one.0 - other.0, one.1 - other.1)
}
