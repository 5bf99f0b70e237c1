//! [`way_out`]: the shortest move that parts shapes of several convex pieces.
//!
//! A move leaves two convex pieces overlapping if it lies inside their Minkowski difference, which is convex. So the shortest
//! move that parts the shapes leads to the nearest point that is inside none of the differences of their pieces. A square around
//! the origin is halved where that point may be, the nearest quarter first, until few edges of differences pass through it.
//! Of each of these edges, the nearest point that no other difference covers is then found exactly.

use std::{cell::Cell, cmp::Ordering, collections::BinaryHeap, f64::consts::TAU};

use super::convex::{Convex, normals};
use super::ellipse::Ellipse;
use super::pieces::{Piece, Pieces};
use super::placed::{Bounds, TOUCH};
use crate::geom::Point;

/// The shortest move that parts shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WayOut {
    /// Its length; where circles or ellipses are among several pieces, at most a thousandth and [`CLOSE`] more.
    Found(f64),
    /// No shorter move parts them; whether this one does would take too much work.
    AtLeast(f64),
}

/// The px by which a length may be too long beside circles and ellipses.
const CLOSE: f64 = 1e-3;
/// The same as a share of it.
const CLOSE_SHARE: f64 = 1e-3;

/// The most steps of work: products of a point and a direction.
const MOST_WORK: u64 = 12 << 20;
/// The most edges of differences that are kept.
const MOST_EDGES: usize = 1 << 19;
/// The most edges in a part of the square that is searched exactly.
const FEW: usize = 24;
/// The number of times that the square is halved at most.
const MOST_HALVINGS: u8 = 24;

/// An edge of a difference: the difference lies where `normal · point <= reach`.
#[derive(Clone, Copy, Debug)]
struct Edge {
    /// The number of its difference.
    of: u32,
    /// Outwards, of length 1.
    normal: Point,
    reach: f64,
}

/// A square of moves, and the edges that pass through it, those of a difference one after the other.
#[derive(Debug)]
struct Square {
    /// The distance of its nearest point from the origin.
    near: f64,
    centre: Point,
    half: f64,
    /// The number of times that it was halved.
    halved: u8,
    edges: Vec<Edge>,
}

/// A search with a bound of work.
struct Search {
    work: u64,
    /// The shortest move that is known to part the shapes.
    best: f64,
}

/// The shortest move that parts shapes; no move shorter than `deepest` does.
pub fn way_out(a: &Pieces<'_>, b: &Pieces<'_>, deepest: f64) -> WayOut {
    let ((left, top), (right, bottom)) = a.bounds();
    let (low, high) = b.bounds();
    // Out of the box around all pieces.
    let far = (right - low.0).min(high.0 - left).min(bottom - low.1).min(high.1 - top);
    let (mut work, mut least) = (0, deepest);
    // Polygons inside ovals part too early, and those around them too late: both have ever more corners.
    for corners in (4..).map(|power| 1 << power) {
        let mut length = far;
        for is_around in [false, true] {
            let mut search = Search { work, best: far };
            let (edges, has_ovals, is_whole) = search.differences(a, b, corners, is_around);
            let (found, is_found) = search.nearest(edges);
            (work, length) = (search.work, found);
            if !is_around {
                least = least.max(found).min(far);
            }
            if !is_whole || !is_found {
                return WayOut::AtLeast(least);
            }
            if !has_ovals {
                return WayOut::Found(least);
            }
        }
        if length - least <= CLOSE + CLOSE_SHARE * length {
            return WayOut::Found(length.max(least));
        }
    }
    WayOut::AtLeast(least)
}

impl Search {
    /// The edges of all differences that reach nearer to the origin than the best move; whether there are ovals among the
    /// pieces; and false if some are left out because there are too many.
    fn differences(
        &mut self,
        a: &Pieces<'_>,
        b: &Pieces<'_>,
        corners: u32,
        is_around: bool,
    ) -> (Vec<Edge>, bool, bool) {
        let (mut edges, mut has_ovals, is_whole, far) = (Vec::new(), false, Cell::new(true), self.best);
        let near = |(low, high): Bounds, (other_low, other_high): Bounds| {
            is_whole.get()
                && low.0 - other_high.0 < far
                && low.1 - other_high.1 < far
                && other_low.0 - high.0 < far
                && other_low.1 - high.1 < far
        };
        let mut of = 0;
        a.pairs(b, &near, &mut |one: &Piece<'_>, other: &Piece<'_>| {
            if one.is_flat || other.is_flat {
                return;
            }
            let pair = match (one.convex, other.convex) {
                // The difference of circles is a circle.
                (Convex::Circle(one, radius), Convex::Circle(other, other_radius)) => {
                    (Convex::Circle(one, radius + other_radius), Convex::Polygon(&[other]))
                }
                pair => pair,
            };
            let is_oval = |convex: Convex<'_>| !matches!(convex, Convex::Polygon(_));
            has_ovals |= is_oval(pair.0) || is_oval(pair.1);
            let (one, other) = (polygon(pair.0, corners, is_around), polygon(pair.1, corners, is_around));
            is_whole.set(edges.len() + one.len() + other.len() <= MOST_EDGES && self.work <= MOST_WORK / 2);
            if is_whole.get() {
                self.work += 2 * (one.len() * other.len()) as u64;
                edges.extend(difference(&one, &other).map(|(normal, reach)| Edge { of, normal, reach }));
                of += 1;
            }
        });
        (edges, has_ovals, is_whole.get())
    }

    /// The length of the shortest move that leads out of all differences, and true; or what it is at least, and false.
    fn nearest(&mut self, edges: Vec<Edge>) -> (f64, bool) {
        let is_covered = |of: &[Edge]| of.iter().all(|edge| edge.reach > TOUCH);
        if !edges.chunk_by(|one, other| one.of == other.of).any(is_covered) {
            return (0.0, true);
        }
        let whole = Square { near: 0.0, centre: (0.0, 0.0), half: self.best, halved: 0, edges };
        let mut squares: BinaryHeap<Square> = self.passing(&whole, whole.centre, whole.half).into_iter().collect();
        while let Some(square) = squares.pop() {
            if square.near >= self.best {
                break;
            }
            if self.work > MOST_WORK {
                return (square.near, false);
            }
            if square.edges.len() <= FEW || square.halved >= MOST_HALVINGS {
                self.search(&square);
                continue;
            }
            let half = square.half / 2.0;
            for (x, y) in [(-half, -half), (half, -half), (-half, half), (half, half)] {
                let part = self.passing(&square, (square.centre.0 + x, square.centre.1 + y), half);
                squares.extend(part.filter(|part| part.near < self.best));
            }
        }
        (self.best, true)
    }

    /// The part of a square around `centre`, with the edges that pass through it; `None` if a difference covers all of it.
    fn passing(&mut self, whole: &Square, centre: Point, half: f64) -> Option<Square> {
        let mut edges = Vec::new();
        for of in whole.edges.chunk_by(|one, other| one.of == other.of) {
            self.work += of.len() as u64;
            let start = edges.len();
            let mut reaches_in = true;
            for edge in of {
                let middle = edge.beyond(centre);
                let around = half * (edge.normal.0.abs() + edge.normal.1.abs());
                reaches_in = middle - around < -TOUCH;
                if !reaches_in {
                    break;
                }
                if middle + around >= -TOUCH {
                    edges.push(*edge);
                }
            }
            match () {
                () if !reaches_in => edges.truncate(start),
                () if edges.len() == start => return None,
                () => {}
            }
        }
        let away = |middle: f64| (middle.abs() - half).max(0.0);
        let near = away(centre.0).hypot(away(centre.1));
        Some(Square { near, centre, half, halved: whole.halved + 1, edges })
    }

    /// Finds the nearest point of the edges in a square that no difference covers.
    fn search(&mut self, square: &Square) {
        for edge in &square.edges {
            let foot = (edge.reach * edge.normal.0, edge.reach * edge.normal.1);
            let line = Line { foot, along: (-edge.normal.1, edge.normal.0) };
            let (mut from, mut to) = line.inside_box(square.centre, square.half);
            let mut covered = Vec::new();
            self.work += square.edges.len() as u64;
            for of in square.edges.chunk_by(|one, other| one.of == other.of) {
                if of[0].of == edge.of {
                    // Its own end, at the next edges of the difference.
                    let (low, high) = line.inside(of, TOUCH);
                    (from, to) = (from.max(low), to.min(high));
                } else {
                    covered.push(line.inside(of, -TOUCH));
                }
            }
            covered.retain(|(low, high)| low < high);
            covered.sort_by(|one, other| one.0.total_cmp(&other.0));
            // What is left between them: the nearest to the foot.
            let mut free = from;
            let ends = covered.into_iter().chain([(f64::INFINITY, f64::INFINITY)]);
            for (low, high) in ends {
                let end = low.min(to);
                if free <= end {
                    let at = 0.0_f64.clamp(free, end);
                    self.best = self.best.min(at.hypot(edge.reach));
                }
                free = free.max(high);
            }
        }
    }
}

impl Edge {
    /// The distance of a point from the edge's line, outwards.
    fn beyond(&self, (x, y): Point) -> f64 {
        self.normal.0 * x + self.normal.1 * y - self.reach
    }
}

/// A line by its point nearest to the origin.
struct Line {
    foot: Point,
    along: Point,
}

impl Line {
    /// The part inside a square, from a place along the line to another; from a larger to a smaller one if it is empty.
    fn inside_box(&self, centre: Point, half: f64) -> (f64, f64) {
        let half = half + TOUCH;
        let sides = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)];
        let sides = sides.map(|normal| {
            let reach = normal.0 * centre.0 + normal.1 * centre.1 + half;
            Edge { of: 0, normal, reach }
        });
        self.inside(&sides, 0.0)
    }

    /// The part inside `edges` that have moved outwards by `grown`.
    fn inside(&self, edges: &[Edge], grown: f64) -> (f64, f64) {
        let mut part = (f64::NEG_INFINITY, f64::INFINITY);
        for edge in edges {
            let outside = edge.beyond(self.foot) - grown;
            let slope = edge.normal.0 * self.along.0 + edge.normal.1 * self.along.1;
            let at = -outside / slope;
            match () {
                () if slope.abs() < 1e-12 => {
                    if outside > 0.0 || outside >= 0.0 && grown < 0.0 {
                        return (f64::INFINITY, f64::NEG_INFINITY);
                    }
                }
                () if slope > 0.0 => part.1 = part.1.min(at),
                () => part.0 = part.0.max(at),
            }
        }
        part
    }
}

/// The squares nearest to the origin come first.
impl Ord for Square {
    fn cmp(&self, other: &Self) -> Ordering {
        other.near.total_cmp(&self.near)
    }
}

impl PartialOrd for Square {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Square {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Square {}

/// The corners of a convex piece, clockwise with y down; of an oval, those of a polygon inside it or around it.
fn polygon(piece: Convex<'_>, corners: u32, is_around: bool) -> Vec<Point> {
    let ellipse = match piece {
        Convex::Polygon(corners) => return corners.to_vec(),
        Convex::Circle(centre, radius) => Ellipse { centre, radii: (radius, radius), along: (1.0, 0.0) },
        Convex::Ellipse(ellipse) => *ellipse,
    };
    let step = TAU / f64::from(corners);
    let longer = if is_around { 1.0 / (step / 2.0).cos() } else { 1.0 };
    let (long, short) = ellipse.radii;
    let oval = Ellipse { radii: (long * longer, short * longer), ..ellipse };
    (0..corners).map(|corner| oval.at(f64::from(corner) * step)).collect()
}

/// The edges of the difference of two convex polygons: the outward normal of each, and its distance from the origin.
fn difference<'a>(a: &'a [Point], b: &'a [Point]) -> impl Iterator<Item = (Point, f64)> {
    let furthest = |normal: Point, of: &mut dyn Iterator<Item = Point>| {
        of.map(|(x, y)| normal.0 * x + normal.1 * y).fold(f64::NEG_INFINITY, f64::max)
    };
    let from_a = normals(a)
        .map(move |(normal, (x, y))| (normal, furthest(normal, &mut b.iter().map(|other| (x - other.0, y - other.1)))));
    let from_b = normals(b).map(move |((nx, ny), (x, y))| {
        let normal = (-nx, -ny);
        (normal, furthest(normal, &mut a.iter().map(|other| (other.0 - x, other.1 - y))))
    });
    from_a.chain(from_b)
}
