//! The outlines of a mask, joined across gaps; their corners by their importance; and the convex hull. All in half pixels.

use std::collections::BinaryHeap;

use super::growing::{Corner, area, dot, meet, turn};
use crate::geom::Cell;
use crate::mask::Mask;

/// The outlines of a mask while they are traced.
#[derive(Clone, Debug)]
pub struct OutlineTrace {
    /// Cells whose left edges are traced.
    seen: Mask,
    /// The row from which on there may be others.
    row: u32,
    /// The outlines around islands that enclose most, the most first, each with a number that grows with its area.
    islands: Vec<(i64, Vec<Corner>)>,
    /// The outline of the largest hole, with a number that grows with its area.
    hole: (i64, Vec<Corner>),
}

/// The most islands that are joined.
const MOST_ISLANDS: usize = 8;

impl OutlineTrace {
    /// The beginning for a mask.
    pub fn new(mask: &Mask) -> Self {
        Self { seen: Mask::new(mask.size()), row: 0, islands: Vec::new(), hole: Default::default() }
    }

    /// Goes on in the same mask until all are traced: returns that around the island that encloses most, clockwise with y down;
    /// the same with a slit to the largest hole, if there is one; and that around the two largest islands, four and eight, joined
    /// by bridges. Cells that touch at their corners are of one island: there the outline touches itself. `None` if it is over
    /// before.
    pub fn go_on(&mut self, mask: &Mask, is_over: &dyn Fn() -> bool) -> Option<Vec<Vec<Corner>>> {
        while self.row < mask.height() {
            if is_over() {
                return None;
            }
            for run in mask.runs(self.row) {
                if self.seen.get(run.start, self.row) {
                    continue;
                }
                let corners = trace(mask, (run.start.into(), self.row.into()), &mut self.seen);
                let area = area(&corners);
                if area > 0 {
                    let at = self.islands.partition_point(|(larger, _)| *larger >= area);
                    self.islands.insert(at, (area, corners));
                    self.islands.truncate(MOST_ISLANDS);
                } else if -area > self.hole.0 {
                    self.hole = (-area, corners);
                }
            }
            self.row += 1;
        }
        let mut islands: Vec<Vec<Corner>> = Vec::new();
        for (_, island) in self.islands.drain(..) {
            // One in a hole of another lies inside its outline.
            if !islands.iter().any(|larger| encloses(larger, island[0])) {
                islands.push(island);
            }
        }
        let (_, hole) = std::mem::take(&mut self.hole);
        let slit = (!hole.is_empty()).then(|| with_slit(&islands[0], &hole, true));
        let count = islands.len();
        let bridged =
            [2, 4, 8].into_iter().filter(|most| count > most / 2).flat_map(|most| joined(&islands[..count.min(most)]));
        Some([islands[0].clone()].into_iter().chain(slit).chain(bridged).collect())
    }
}

/// True if an outline goes around a point that is not on it.
fn encloses(outline: &[Corner], point: Corner) -> bool {
    let edges = outline.iter().zip(outline.iter().cycle().skip(1));
    let crossed = edges.filter(|(from, to)| {
        let is_crossed = (from.1 <= point.1) != (to.1 <= point.1);
        is_crossed && (turn(**from, **to, point) > 0) == (from.1 < to.1)
    });
    crossed.count() % 2 == 1
}

/// The outline of the first island, which continues around the others, the nearest first, across bridges: where the way back
/// may cross the way there, as it need not once corners are taken away, and where it does not.
fn joined(islands: &[Vec<Corner>]) -> Vec<Vec<Corner>> {
    let joined = |is_open: bool| {
        let (mut joined, mut others) = (islands[0].clone(), islands[1..].to_vec());
        while let Some(at) = (0..others.len()).min_by_key(|&at| nearest(&joined, &others[at]).0) {
            joined = with_slit(&joined, &others.swap_remove(at), is_open);
        }
        joined
    };
    let mut both = vec![joined(false), joined(true)];
    both.dedup();
    both
}

/// The square of the distance between corners of two outlines that are near each other, and their numbers.
fn nearest(outline: &[Corner], other: &[Corner]) -> (i64, usize, usize) {
    /// The most corners of each that are compared.
    const MOST: usize = 512;
    let some = |all: &[Corner]| (0..all.len()).step_by(all.len().div_ceil(MOST));
    let distance = |o: usize, h: usize| {
        let ((x, y), (to_x, to_y)) = (outline[o], other[h]);
        ((to_x - x).pow(2) + (to_y - y).pow(2), o, h)
    };
    some(outline).flat_map(|o| some(other).map(move |h| distance(o, h))).min().unwrap_or_default()
}

/// An outline that continues to a hole or an island where both are near each other, goes around it, and comes back beside its
/// way there, without crossing it if that `is_open`.
fn with_slit(outer: &[Corner], hole: &[Corner], is_open: bool) -> Vec<Corner> {
    let (_, o, h) = nearest(outer, hole);
    let ways = [(false, false), (false, true), (true, false), (true, true)];
    let way = |(outer_is_late, hole_is_late)| (around(outer, o, outer_is_late), around(hole, h, hole_is_late));
    let is_allowed = |(outer, hole): &(Vec<Corner>, Vec<Corner>)| {
        let ends = |all: &[Corner]| Some((*all.first()?, *all.last()?));
        ends(outer).zip(ends(hole)).is_some_and(|(outer, hole)| !is_open || !meet((outer.1, hole.0), (hole.1, outer.0)))
    };
    let (outer, hole) = ways.into_iter().map(way).find(is_allowed).unwrap_or_else(|| way(ways[0]));
    let mut joined = [outer, hole].concat();
    joined.dedup();
    joined
}

/// An outline from one of its corners around to half a pixel before it, or `late`, from half a pixel behind it around to it.
fn around(outline: &[Corner], from: usize, late: bool) -> Vec<Corner> {
    let count = outline.len();
    let ((x, y), here) = (outline[(from + if late { 1 } else { count - 1 }) % count], outline[from]);
    let beside = (here.0 - (here.0 - x).signum(), here.1 - (here.1 - y).signum());
    let (first, last) = if late { (beside, here) } else { (here, beside) };
    let others = (1..count).map(|by| outline[(from + by) % count]);
    [first].into_iter().chain(others).chain([last]).collect()
}

/// Follows an outline, with the solid cells to its right, from the left edge of a cell up. Cells whose left edges it passes
/// are `seen`.
fn trace(mask: &Mask, (x, y): Corner, seen: &mut Mask) -> Vec<Corner> {
    let start = ((x, y + 1), (0, -1));
    let (mut at, mut way) = start;
    let mut corners = Vec::new();
    loop {
        at = (at.0 + way.0, at.1 + way.1);
        if way == (0, -1)
            && let (Ok(x), Ok(y)) = (u32::try_from(at.0), u32::try_from(at.1))
        {
            seen.set(x, y);
        }
        // The cells ahead: of the four around a corner, those on either side of the way.
        let (left, right) = ((way.1, -way.0), (-way.1, way.0));
        let is_solid = |side: Corner| {
            let cell = |at: i64, way: i64, side: i64| at + (way + side - 1) / 2;
            mask.get_cell(Cell::new(cell(at.0, way.0, side.0), cell(at.1, way.1, side.1)))
        };
        let next = match () {
            () if is_solid(left) => left,
            () if is_solid(right) => way,
            () => right,
        };
        if next != way {
            corners.push((2 * at.0, 2 * at.1));
        }
        way = next;
        if (at, way) == start {
            return corners;
        }
    }
}

/// The `most` most important corners of an outline by their numbers, the most important first: by D. Douglas and T. Peucker,
/// *Algorithms for the reduction of the number of points required to represent a digitized line* (1973), where each is the one
/// furthest from the edges between those before it.
pub fn by_importance(outline: &[Corner], most: usize) -> Vec<usize> {
    let furthest_from = |from: Corner| {
        let distance = |&(at, &corner): &(usize, &Corner)| (dot(from, corner, from), usize::MAX - at);
        outline.iter().enumerate().max_by_key(distance).map_or(0, |(at, _)| at)
    };
    let Some(&first) = outline.first() else { return Vec::new() };
    let start = furthest_from(first);
    let opposite = furthest_from(outline[start]);
    let mut important = vec![start, opposite];
    let corner = |at: usize| outline[at % outline.len()];
    // The corner between two that is furthest from their edge, by the square of its distance.
    let split = |from: usize, to: usize| {
        let (a, b) = (corner(from), corner(to));
        let distance = |at: usize| squared_distance(corner(at), a, b);
        let furthest = (from + 1..to).max_by(|&one, &other| distance(one).total_cmp(&distance(other)))?;
        Some((distance(furthest).to_bits(), furthest, from, to))
    };
    let sides = [(start, opposite), (opposite, start)];
    let around = |(from, to): (usize, usize)| (from, if to > from { to } else { to + outline.len() });
    let mut open: BinaryHeap<_> = sides.into_iter().map(around).filter_map(|(from, to)| split(from, to)).collect();
    while important.len() < most
        && let Some((_, furthest, from, to)) = open.pop()
    {
        important.push(furthest % outline.len());
        open.extend(split(from, furthest));
        open.extend(split(furthest, to));
    }
    important
}

/// The square of the distance of a point from an edge.
#[expect(clippy::cast_precision_loss, reason = "near a mask")]
fn squared_distance(point: Corner, a: Corner, b: Corner) -> f64 {
    let length = dot(a, b, a) as f64;
    match () {
        () if dot(point, a, b) <= 0 => dot(point, a, point) as f64,
        () if dot(point, b, a) <= 0 => dot(point, b, point) as f64,
        () => (turn(a, b, point) as f64).powi(2) / length,
    }
}

/// The corners of the convex hull of points, clockwise with y down, by A. Andrew's monotone chain (1979).
pub fn hull(mut points: Vec<Corner>) -> Vec<Corner> {
    points.sort_unstable();
    points.dedup();
    let chain = |points: &mut dyn Iterator<Item = Corner>| {
        let mut chain: Vec<Corner> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..]
                && turn(a, b, point) <= 0
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut hull = chain(&mut points.iter().copied());
    hull.extend(chain(&mut points.iter().rev().copied()));
    hull
}
