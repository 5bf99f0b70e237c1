//! [`Growing`]: a polygon while it is fitted, and [`Criteria`], by which it is.

use std::ops::Range;

use super::cells::Cells;
use crate::mask::{Computation, Level};

/// A corner, in half pixels.
pub type Corner = (i64, i64);

/// Clear cells and solid cells that a polygon, or the part of it at one edge, covers, and its area in eighths of a cell.
type Covered = [i64; 3];

/// The price of the cells that a polygon adds, less that of the solid ones that it covers; and eight times its area. Less is
/// better.
pub type Worth = (i64, i64);

/// Cells to which a polygon is fitted, with their prices and the places that its corners may have.
#[derive(Clone, Copy, Debug)]
pub struct Criteria<'a> {
    /// The cells.
    pub cells: &'a Cells,
    /// The most that a forbidden cell costs.
    pub dearest: i64,
    /// The first and last column, and the first and last row of corners, in half pixels.
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
    /// Their sum, without the cells that edges and corners only touch.
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
        new.tally = sub(new.tally, self.touched(&new, 0, count));
        (count > 2 && new.tally[2] > 0 && self.allows(&new, 0, count)).then_some(new)
    }

    /// Moves neighbouring corners, the first of them `at`, if the polygon then costs at most `allowed` more than before; if
    /// that is `None`, if it is better. True if they have moved.
    pub fn shift(&self, polygon: &mut Growing, (at, moved): (usize, usize), by: Corner, allowed: Option<i64>) -> bool {
        let count = polygon.corners.len();
        let edge = |nth: usize| (at + count - 1 + nth) % count;
        let (mut tally, mut shares) = (add(polygon.tally, self.touched(polygon, edge(0), moved + 2)), [[0; 3]; 3]);
        polygon.shift((at, moved), by);
        for (nth, share) in shares[..=moved].iter_mut().enumerate() {
            *share = self.share(polygon.corners[edge(nth)], polygon.corners[edge(nth + 1)]);
            tally = add(sub(tally, polygon.shares[edge(nth)]), *share);
        }
        tally = sub(tally, self.touched(polygon, edge(0), moved + 2));
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

    /// Moves neighbouring corners by `step` half pixels at a time as long as that is better; true if they have moved.
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
        other.tally = add(other.tally, self.touched(polygon, edge, 2));
        other.tally = add(add(sub(other.tally, polygon.shares[edge]), halves[0]), halves[1]);
        other.shares[edge] = halves[0];
        other.shares.insert(edge + 1, halves[1]);
        other.corners.insert(edge + 1, corner);
        other.tally = sub(other.tally, self.touched(&other, edge, 3));
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
        other.tally = add(other.tally, self.touched(polygon, before, 3));
        other.tally = add(sub(sub(other.tally, gone[0]), gone[1]), joined);
        other.shares[before] = joined;
        other.corners.remove(at);
        other.shares.remove(at);
        let first = at % (count - 1);
        other.tally = sub(other.tally, self.touched(&other, first + count - 2, 2));
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

    /// The cells that the shares of edges count at `many` corners from one on, although their centres are the corners.
    fn touched(&self, polygon: &Growing, at: usize, many: usize) -> Covered {
        (at..at + many.min(polygon.corners.len())).fold([0; 3], |touched, at| {
            let here = polygon.corner(at);
            if here.0 & here.1 & 1 == 0 {
                return touched;
            }
            let (before, after) = (polygon.corner(at + polygon.corners.len() - 1), polygon.corner(at + 1));
            let times = times_counted(before, here, after);
            let [clear, solid] = self.in_row(here.1.div_euclid(2), here.0.div_euclid(2)..here.0.div_euclid(2) + 1);
            [touched[0] + times * clear, touched[1] + times * solid, touched[2]]
        })
    }

    /// The clear and the solid cells of these columns of a row.
    fn in_row(&self, row: i64, columns: Range<i64>) -> [i64; 2] {
        let [before, upto] = [columns.start, columns.end].map(|column| self.cells.left_of(column, row));
        [upto[0] - before[0], upto[1] - before[1]]
    }

    /// The share of an edge in what a polygon covers.
    fn share(&self, from: Corner, to: Corner) -> Covered {
        if from.1 == to.1 {
            // Cells with their centres on a top edge are inside as the edges beside them count, below a bottom edge they are not.
            let columns = (from.0 + 1).div_euclid(2)..to.0.div_euclid(2);
            let is_top = from.1 & 1 == 1 && columns.start < columns.end;
            let [clear, solid] = if is_top { self.in_row(from.1.div_euclid(2), columns) } else { [0; 2] };
            return [-clear, -solid, cross(from, to)];
        }
        let edge = EdgeShare { cells: self.cells, from, to };
        // A short one is counted faster than the processor is asked.
        if (from.1 - to.1).abs() < LONG { edge.run() } else { Level::best().run(edge) }
    }
}

/// The half pixels from which on an edge is counted with the processor's wider instructions.
const LONG: i64 = 32;

/// The share of an edge in what a polygon covers, to be counted.
///
/// Edges that go down are right ones of the polygon, whose rows reach to the last cell before them; those that go up are left
/// ones, and take away all cells up to them. An edge that ends at the middle of a row counts there if it comes from below.
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
        let (wide, high) = (bottom.0 - top.0, bottom.1 - top.1);
        let rows = top.1.div_euclid(2)..bottom.1.div_euclid(2);
        // The column behind the last cell of a row, and the rest of a division by twice the height.
        let split = |n: i64| (n.div_euclid(2 * high), n.rem_euclid(2 * high));
        let first = (2 * rows.start + 1 - top.1) * wide + top.0 * high;
        let (mut end, mut rest) = split(first + high - i64::from(goes_down));
        let step = split(2 * wide);
        let (mut clear, mut solid) = (0, 0);
        for row in rows {
            let [clear_before, solid_before] = cells.left_of(end, row);
            clear += clear_before;
            solid += solid_before;
            (end, rest) = (end + step.0, rest + step.1);
            if rest >= 2 * high {
                (end, rest) = (end + 1, rest - 2 * high);
            }
        }
        let covered = if goes_down { [clear, solid] } else { [-clear, -solid] };
        [covered[0], covered[1], cross(from, to)]
    }
}

/// The number of times, from -1 to 1, that the edges of a polygon count the cell whose centre is its corner `here`: just below
/// it, the corner lies left of the polygon's inside, right of it, or between.
fn times_counted(before: Corner, here: Corner, after: Corner) -> i64 {
    let below_right_of_way = after.1 < here.1 || after.1 == here.1 && after.0 > here.0;
    let below_right_of_way_back = before.1 > here.1 || before.1 == here.1 && before.0 < here.0;
    let is_inside = if turn(before, here, after) > 0 {
        below_right_of_way && below_right_of_way_back
    } else {
        below_right_of_way || below_right_of_way_back
    };
    i64::from(is_inside) - i64::from(before.1 > here.1)
}

impl Growing {
    /// The corner of a number, counted on around the polygon.
    pub fn corner(&self, number: usize) -> Corner {
        self.corners[number % self.corners.len()]
    }

    /// The corners without those on the straight line between their neighbours.
    pub fn bends(&self) -> Vec<Corner> {
        let count = self.corners.len();
        let is_bend = |at: &usize| turn(self.corner(at + count - 1), self.corner(*at), self.corner(at + 1)) != 0;
        (0..count).filter(is_bend).map(|at| self.corners[at]).collect()
    }

    /// The rows that the edges at a corner touch, about.
    pub fn rows_at(&self, at: usize) -> i64 {
        let [before, here, after] = [self.corners.len() - 1, 0, 1].map(|by| self.corner(at + by).1);
        ((here - before).abs() + (after - here).abs()) / 2
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

/// Twice the area of a polygon: positive if its corners run clockwise with y down.
pub fn area(corners: &[Corner]) -> i64 {
    corners.iter().zip(corners.iter().cycle().skip(1)).map(|(from, to)| cross(*from, *to)).sum()
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
pub fn meet((a, b): (Corner, Corner), (c, d): (Corner, Corner)) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Size, whole};
    use crate::shape::Shape;
    use crate::shape::fit::Rule;

    /// Corners at the middles of cells, and edges through them, count the cells that the shape covers: also after moves.
    #[test]
    fn polygons_on_half_pixels_count_their_cells() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut below = |end: i64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 33).cast_signed() % end
        };
        let index = |n: i64| usize::try_from(n).expect("it is not negative");
        let (mut compared, mut in_middles) = (0, 0);
        while compared < 20_000 {
            let mask = crate::mask::Mask::from_fn(Size::new(5, 4), |_, _| below(2) == 0);
            let cells = Cells::new(mask.clone(), Rule::Fewest);
            let criteria = Criteria { cells: &cells, dearest: i64::MAX, limits: [(-1, 11), (-1, 9)], is_convex: false };
            let corners = (0..3 + below(4)).map(|_| (below(13) - 1, below(11) - 1)).collect();
            let Some(mut polygon) = criteria.polygon(corners) else { continue };
            for _ in 0..8 {
                let at = index(below(6)) % polygon.corners.len();
                let by = (below(5) - 2, below(5) - 2);
                match below(4) {
                    0 => polygon = criteria.with(&polygon, at, (below(13) - 1, below(11) - 1)).unwrap_or(polygon),
                    1 => polygon = criteria.without(&polygon, at).unwrap_or(polygon),
                    moved => drop(criteria.shift(&mut polygon, (at, 1 + index(moved) % 2), by, Some(100))),
                }
                let half = |n: i64| whole(n) / 2.0;
                let shape = Shape::Polygon(polygon.corners.iter().map(|&(x, y)| [half(x), half(y)]).collect());
                let (added, missed) = shape.differing(&mask);
                let expected = added.cast_signed() + missed.cast_signed() - cells.solid;
                assert_eq!(criteria.worth(&polygon).0, expected, "{:?}\n{}", polygon.corners, mask.to_text());
                in_middles += polygon.corners.iter().filter(|(x, y)| x & y & 1 == 1).count();
                compared += 1;
            }
        }
        assert!(in_middles > 1_000);
    }
}
