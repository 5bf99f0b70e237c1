//! [`Growing`]: a polygon while it is fitted, and [`Criteria`], by which it is.

use super::cells::Cells;
use crate::mask::{Computation, Level};

/// A corner between pixels.
pub type Corner = (i64, i64);

/// Clear cells and solid cells that a polygon, or the part of it at one edge, covers, and twice its area.
type Covered = [i64; 3];

/// The price of the cells that a polygon adds, less that of the solid ones that it covers; and twice its area. Less is better.
pub type Worth = (i64, i64);

/// Cells to which a polygon is fitted, with their prices and the places that its corners may have.
#[derive(Clone, Copy, Debug)]
pub struct Criteria<'a> {
    /// The cells.
    pub cells: &'a Cells,
    /// The most that a forbidden cell costs.
    pub dearest: i64,
    /// The first and last column, and the first and last row of corners.
    pub limits: [(i64, i64); 2],
    /// True if it must be convex.
    pub is_convex: bool,
}

/// A simple polygon while it is fitted.
#[derive(Clone, Debug)]
pub struct Growing {
    /// Clockwise with y down.
    pub corners: Vec<Corner>,
    /// The share of each edge, which begins at the corner of the same number.
    shares: Vec<Covered>,
    /// Their sum.
    tally: Covered,
}

impl Criteria<'_> {
    /// The worth of a polygon.
    pub fn worth(&self, polygon: &Growing) -> Worth {
        self.worth_of(polygon.tally)
    }

    fn worth_of(&self, [clear, solid, area]: Covered) -> Worth {
        let [adding, missing] = [self.cells.adding, self.cells.missing].map(|price| price.min(self.dearest));
        (clear * adding - solid * missing, area)
    }

    /// A polygon with its corners clockwise with y down; `None` if they are not allowed.
    pub fn polygon(&self, corners: Vec<Corner>) -> Option<Growing> {
        let count = corners.len();
        let mut new = Growing { corners, shares: vec![[0; 3]; count], tally: [0; 3] };
        for edge in 0..count {
            new.shares[edge] = self.share(new.corners[edge], new.corners[(edge + 1) % count]);
            new.tally = add(new.tally, new.shares[edge]);
        }
        (count > 2 && new.tally[2] > 0 && self.allows(&new, 0, count)).then_some(new)
    }

    /// Moves neighbouring corners, the first of them `at`, if the polygon then costs at most `allowed` more than before; if
    /// that is `None`, if it is better. True if they have moved.
    pub fn shift(&self, polygon: &mut Growing, (at, moved): (usize, usize), by: Corner, allowed: Option<i64>) -> bool {
        let count = polygon.corners.len();
        polygon.shift((at, moved), by);
        let edge = |nth: usize| (at + count - 1 + nth) % count;
        let (mut tally, mut shares) = (polygon.tally, [[0; 3]; 3]);
        for (nth, share) in shares[..=moved].iter_mut().enumerate() {
            *share = self.share(polygon.corners[edge(nth)], polygon.corners[edge(nth + 1)]);
            tally = add(sub(tally, polygon.shares[edge(nth)]), *share);
        }
        let (old, new) = (self.worth(polygon), self.worth_of(tally));
        let is_welcome = allowed.map_or(new < old, |allowed| new.0 <= old.0 + allowed);
        let moves = is_welcome && tally[2] > 0 && self.allows(polygon, at, moved);
        if moves {
            polygon.tally = tally;
            (0..=moved).for_each(|nth| polygon.shares[edge(nth)] = shares[nth]);
        } else {
            polygon.shift((at, moved), (-by.0, -by.1));
        }
        moves
    }

    /// Moves neighbouring corners by `step` pixels at a time as long as that is better; true if they have moved.
    pub fn slide(&self, polygon: &mut Growing, which: (usize, usize), step: i64) -> bool {
        let mut has_moved = false;
        for (dx, dy) in WAYS {
            while self.shift(polygon, which, (step * dx, step * dy), None) {
                has_moved = true;
            }
        }
        has_moved
    }

    /// The polygon with another corner between those of an edge; `None` if that is not allowed.
    pub fn with(&self, polygon: &Growing, edge: usize, corner: Corner) -> Option<Growing> {
        let (from, to, mut other) = (polygon.corners[edge], polygon.corner(edge + 1), polygon.clone());
        let halves = [self.share(from, corner), self.share(corner, to)];
        other.tally = add(add(sub(other.tally, polygon.shares[edge]), halves[0]), halves[1]);
        other.shares[edge] = halves[0];
        other.shares.insert(edge + 1, halves[1]);
        other.corners.insert(edge + 1, corner);
        (other.tally[2] > 0 && self.allows(&other, edge + 1, 1)).then_some(other)
    }

    /// The polygon with another corner on an edge, moved to where it gains most nearby; `None` if the edge is too short.
    pub fn grown(&self, polygon: &Growing, edge: usize) -> Option<Growing> {
        let (from, to) = (polygon.corners[edge], polygon.corner(edge + 1));
        let mut grown = self.with(polygon, edge, ((from.0 + to.0) / 2, (from.1 + to.1) / 2))?;
        let mut step = (to.0 - from.0).abs().max((to.1 - from.1).abs()) / 2;
        while step > 0 {
            self.slide(&mut grown, (edge + 1, 1), step);
            step /= 2;
        }
        Some(grown)
    }

    /// The polygon without a corner; `None` if the rest is not allowed.
    pub fn without(&self, polygon: &Growing, at: usize) -> Option<Growing> {
        let count = polygon.corners.len();
        let (before, mut other) = ((at + count - 1) % count, polygon.clone());
        let gone = [before, at].map(|edge| polygon.shares[edge]);
        let joined = self.share(polygon.corners[before], polygon.corner(at + 1));
        other.tally = add(sub(sub(other.tally, gone[0]), gone[1]), joined);
        other.shares[before] = joined;
        other.corners.remove(at);
        other.shares.remove(at);
        let first = at % (count - 1);
        (count > 3 && other.tally[2] > 0 && self.allows(&other, first, 0)).then_some(other)
    }

    /// Takes a corner away and adds one near the middle of an edge, if the polygon then costs at most `allowed` more than before.
    /// True if it has.
    pub fn relocate(&self, polygon: &mut Growing, (at, edge): (usize, usize), by: Corner, allowed: i64) -> bool {
        let other = self.without(polygon, at).and_then(|less| {
            let edge = edge % less.corners.len();
            let (from, to) = (less.corners[edge], less.corner(edge + 1));
            self.with(&less, edge, ((from.0 + to.0) / 2 + by.0, (from.1 + to.1) / 2 + by.1))
        });
        let moved = other.filter(|other| self.worth(other).0 <= self.worth(polygon).0 + allowed);
        moved.map(|other| *polygon = other).is_some()
    }

    /// True if the edges at neighbouring corners share no point with others, but a corner with the next, and if the corners are
    /// where they may be.
    fn allows(&self, polygon: &Growing, at: usize, moved: usize) -> bool {
        let count = polygon.corners.len();
        let corner = |by| polygon.corner(at + count - 1 + by);
        let [columns, rows] = self.limits.map(|(first, last)| first..=last);
        let is_inside = |(x, y): Corner| columns.contains(&x) && rows.contains(&y);
        let is_turn_allowed = |by| {
            let (a, b, c) = (corner(by), corner(by + 1), corner(by + 2));
            let turn = turn(a, b, c);
            !(turn == 0 && dot(a, b, c) >= 0 || self.is_convex && turn < 0)
        };
        (1..=moved).all(|by| is_inside(corner(by)))
            && is_turn_allowed(count - 1)
            && (0..=moved).all(|one| {
                let edge = (corner(one), corner(one + 1));
                let others = one + 2..one + count - 1;
                is_turn_allowed(one) && !others.into_iter().any(|other| meet(edge, (corner(other), corner(other + 1))))
            })
    }

    /// The share of an edge in what a polygon covers.
    fn share(&self, from: Corner, to: Corner) -> Covered {
        let edge = EdgeShare { cells: self.cells, from, to };
        // A short one is counted faster than the processor is asked.
        if (from.1 - to.1).abs() < LONG { edge.run() } else { Level::best().run(edge) }
    }
}

/// The rows from which on an edge is counted with the processor's wider instructions.
const LONG: i64 = 16;

/// The share of an edge in what a polygon covers, to be counted.
///
/// Edges that go down are right ones of the polygon, whose rows reach to the last cell before them; those that go up are left
/// ones, and take away all cells up to them.
struct EdgeShare<'a> {
    cells: &'a Cells,
    from: Corner,
    to: Corner,
}

impl Computation for EdgeShare<'_> {
    type Answer = Covered;

    #[inline(always)]
    fn run(self) -> Covered {
        let EdgeShare { cells, from, to } = self;
        let goes_down = from.1 < to.1;
        let (top, bottom) = if goes_down { (from, to) } else { (to, from) };
        let (wide, high) = (bottom.0 - top.0, 2 * (bottom.1 - top.1));
        let (mut clear, mut solid) = (0, 0);
        if high > 0 {
            // The column behind the last cell of a row, and the rest of a division by `high`.
            let split = |n: i64| (n.div_euclid(high), n.rem_euclid(high));
            let (mut end, mut rest) = split(wide + high / 2 - i64::from(goes_down));
            end += top.0;
            let step = split(2 * wide);
            for row in top.1..bottom.1 {
                let [clear_before, solid_before] = cells.left_of(end, row);
                clear += clear_before;
                solid += solid_before;
                (end, rest) = (end + step.0, rest + step.1);
                if rest >= high {
                    (end, rest) = (end + 1, rest - high);
                }
            }
        }
        let covered = if goes_down { [clear, solid] } else { [-clear, -solid] };
        [covered[0], covered[1], cross(from, to)]
    }
}

impl Growing {
    /// The corner of a number, counted on around the polygon.
    pub fn corner(&self, number: usize) -> Corner {
        self.corners[number % self.corners.len()]
    }

    /// The rows that the edges at a corner touch.
    pub fn rows_at(&self, at: usize) -> i64 {
        let [before, here, after] = [self.corners.len() - 1, 0, 1].map(|by| self.corner(at + by).1);
        (here - before).abs() + (after - here).abs()
    }

    fn shift(&mut self, (at, moved): (usize, usize), by: Corner) {
        let count = self.corners.len();
        for moved in 0..moved {
            let (x, y) = &mut self.corners[(at + moved) % count];
            (*x, *y) = (*x + by.0, *y + by.1);
        }
    }
}

const WAYS: [(i64, i64); 8] = [(0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];

fn cross(a: Corner, b: Corner) -> i64 {
    a.0 * b.1 - a.1 * b.0
}

/// Positive if the way turns clockwise at `b`, with y down.
pub fn turn(a: Corner, b: Corner, c: Corner) -> i64 {
    cross((b.0 - a.0, b.1 - a.1), (c.0 - a.0, c.1 - a.1))
}

/// Positive if the ways from `b` to `a` and to `c` point to the same side.
pub fn dot(a: Corner, b: Corner, c: Corner) -> i64 {
    (a.0 - b.0) * (c.0 - b.0) + (a.1 - b.1) * (c.1 - b.1)
}

/// True if two edges share a point.
fn meet((a, b): (Corner, Corner), (c, d): (Corner, Corner)) -> bool {
    let apart = |[a, b, c, d]: [i64; 4]| a.max(b) < c.min(d) || c.max(d) < a.min(b);
    if apart([a.0, b.0, c.0, d.0]) || apart([a.1, b.1, c.1, d.1]) {
        return false;
    }
    let sides = |a, b, c, d| turn(a, b, c).signum() * turn(a, b, d).signum();
    sides(a, b, c, d) <= 0 && sides(c, d, a, b) <= 0
}

fn add(one: Covered, other: Covered) -> Covered {
    [one[0] + other[0], one[1] + other[1], one[2] + other[2]]
}

fn sub(one: Covered, other: Covered) -> Covered {
    [one[0] - other[0], one[1] - other[1], one[2] - other[2]]
}
