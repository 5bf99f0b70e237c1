//! A simple polygon of few corners that follows the outline of a mask.
//!
//! It begins as the best triangle near the best box, and takes one corner after another on the edge where it gains most. After
//! each, all corners move by shorter and shorter steps as long as that gains anything: in the end none can be moved by one pixel.

use super::cells::Cells;
use crate::shape::TOUCH;

/// A corner between pixels.
pub type Corner = (i64, i64);

/// The price of a polygon, and twice its area; less is better.
type Worth = (i64, i64);

/// A polygon of 3 to `most` corners; `None` if cancelled. The best box has these edges.
pub fn fit(
    cells: &Cells,
    most: usize,
    [left, top, right, bottom]: [i64; 4],
    is_cancelled: &dyn Fn() -> bool,
) -> Option<Vec<Corner>> {
    let (width, height) = (right - left, bottom - top);
    let mut best: Option<Growing> = None;
    let mut consider = |corners: Vec<Corner>| {
        let mut growing = Growing::new(cells, corners);
        growing.settle(width.max(height) / 4, is_cancelled)?;
        if best.as_ref().is_none_or(|best| growing.worth < best.worth) {
            best = Some(growing);
        }
        Some(())
    };
    for (x, y, along, down) in [
        (left, top, width, height),
        (right, top, -width, height),
        (right, bottom, -width, -height),
        (left, bottom, width, -height),
    ] {
        for size in [1, 2] {
            consider(vec![(x, y), (x + size * along, y), (x, y + size * down)])?;
        }
    }
    if most > 3 {
        consider(vec![(left, top), (right, top), (right, bottom), (left, bottom)])?;
    }
    let mut best = best?;
    while best.corners.len() < most && best.grow(is_cancelled)? {}
    Some(best.corners)
}

/// A polygon while it is fitted.
struct Growing<'a> {
    cells: &'a Cells,
    /// Clockwise with y down.
    corners: Vec<Corner>,
    worth: Worth,
}

impl<'a> Growing<'a> {
    fn new(cells: &'a Cells, mut corners: Vec<Corner>) -> Self {
        let edges = |corners: &[Corner]| -> Vec<_> {
            corners.iter().copied().zip(corners.iter().copied().cycle().skip(1)).collect()
        };
        if edges(&corners).iter().map(|&(a, b)| cross(a, b)).sum::<i64>() < 0 {
            corners.reverse();
        }
        let all = edges(&corners).into_iter().map(|(a, b)| edge_worth(cells, a, b));
        let (price, area) = all.fold((cells.solid * cells.missing, 0), add);
        Self { cells, corners, worth: (price, area) }
    }

    /// Moves corners as long as that gains anything, first by `step` pixels, in the end by one.
    fn settle(&mut self, mut step: i64, is_cancelled: &dyn Fn() -> bool) -> Option<()> {
        step = step.max(1);
        while step > 0 {
            let mut has_moved = false;
            for at in 0..self.corners.len() {
                has_moved |= self.slide(at, step, is_cancelled)?;
            }
            if !has_moved {
                step /= 2;
            }
        }
        Some(())
    }

    /// Moves a corner by `step` pixels at a time as long as that gains anything; true if it did.
    fn slide(&mut self, at: usize, step: i64, is_cancelled: &dyn Fn() -> bool) -> Option<bool> {
        let mut has_moved = false;
        loop {
            if is_cancelled() {
                return None;
            }
            let (before, after) = self.beside(at);
            let (x, y) = self.corners[at];
            let rest = sub(self.worth, self.around(before, (x, y), after));
            let better = |&(dx, dy): &(i64, i64)| {
                let to = (x + step * dx, y + step * dy);
                let worth = add(rest, self.around(before, to, after));
                (worth < self.worth && self.is_simple(at, to)).then_some((worth, to))
            };
            let Some((worth, to)) = WAYS.iter().filter_map(better).min() else { return Some(has_moved) };
            (self.worth, self.corners[at]) = (worth, to);
            has_moved = true;
        }
    }

    /// Adds a corner where it gains most; false if it gains nothing anywhere.
    fn grow(&mut self, is_cancelled: &dyn Fn() -> bool) -> Option<bool> {
        let mut best: Option<Growing> = None;
        for at in 0..self.corners.len() {
            let (before, after) = (self.corners[at], self.corners[(at + 1) % self.corners.len()]);
            let middle = ((before.0 + after.0) / 2, (before.1 + after.1) / 2);
            let mut corners = self.corners.clone();
            corners.insert(at + 1, middle);
            let change = sub(self.around(before, middle, after), edge_worth(self.cells, before, after));
            let mut grown = Growing { cells: self.cells, corners, worth: add(self.worth, change) };
            if !grown.is_simple(at + 1, middle) {
                continue;
            }
            let mut step = (after.0 - before.0).abs().max((after.1 - before.1).abs()) / 2;
            while step > 0 {
                grown.slide(at + 1, step, is_cancelled)?;
                step /= 2;
            }
            if best.as_ref().is_none_or(|best| grown.worth < best.worth) {
                best = Some(grown);
            }
        }
        let Some(mut best) = best.filter(|best| best.worth.0 < self.worth.0) else { return Some(false) };
        let side = best.cells.width.max(best.cells.height);
        best.settle(side / 16, is_cancelled)?;
        *self = best;
        Some(true)
    }

    fn beside(&self, at: usize) -> (Corner, Corner) {
        let count = self.corners.len();
        (self.corners[(at + count - 1) % count], self.corners[(at + 1) % count])
    }

    /// The share of both edges at a corner in the worth of the polygon.
    fn around(&self, before: Corner, at: Corner, after: Corner) -> Worth {
        add(edge_worth(self.cells, before, at), edge_worth(self.cells, at, after))
    }

    /// True if no edges share a point, but neighbours their corner, after corner `at` has moved `to` there.
    fn is_simple(&self, at: usize, to: Corner) -> bool {
        let count = self.corners.len();
        let corner = |by: usize| if by % count == 0 { to } else { self.corners[(at + by) % count] };
        let (before, after) = (corner(count - 1), corner(1));
        let folds = |a: Corner, b: Corner, c: Corner| turn(a, b, c) == 0 && dot(a, b, c) >= 0;
        if folds(before, to, after) || folds(to, before, corner(count - 2)) || folds(to, after, corner(2)) {
            return false;
        }
        if count == 3 {
            return turn(before, to, after) > 0;
        }
        (1..count - 1).all(|by| {
            let (from, end) = (corner(by), corner(by + 1));
            (by == 1 || !meet((to, after), (from, end))) && (by == count - 2 || !meet((before, to), (from, end)))
        })
    }
}

const WAYS: [(i64, i64); 8] = [(0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];

/// The share of an edge in the worth of a polygon.
///
/// Edges that go down are right ones of the polygon, whose rows reach to the last cell before them; those that go up are left
/// ones, and take away all cells up to them.
fn edge_worth(cells: &Cells, a: Corner, b: Corner) -> Worth {
    let slope = pixels(b.0 - a.0) / pixels(b.1 - a.1);
    let goes_down = a.1 < b.1;
    let mut price = 0;
    for row in a.1.min(b.1)..a.1.max(b.1) {
        let x = pixels(a.0) + (pixels(row - a.1) + 0.5) * slope - 0.5;
        #[expect(clippy::cast_possible_truncation, reason = "near a mask")]
        let end = if goes_down { (x - TOUCH).ceil() } else { (x + TOUCH).floor() + 1.0 } as i64;
        let solid = cells.in_row(row, 0, end);
        price += cells.price(end - solid, -solid);
    }
    (if goes_down { price } else { -price }, cross(a, b))
}

fn cross(a: Corner, b: Corner) -> i64 {
    a.0 * b.1 - a.1 * b.0
}

/// Positive if the way turns clockwise at `b`, with y down.
fn turn(a: Corner, b: Corner, c: Corner) -> i64 {
    cross((b.0 - a.0, b.1 - a.1), (c.0 - a.0, c.1 - a.1))
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

fn add(one: Worth, other: Worth) -> Worth {
    (one.0 + other.0, one.1 + other.1)
}

fn sub(one: Worth, other: Worth) -> Worth {
    (one.0 - other.0, one.1 - other.1)
}

#[expect(clippy::cast_precision_loss, reason = "near a mask")]
const fn pixels(n: i64) -> f64 {
    n as f64
}
