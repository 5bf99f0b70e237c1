//! [`way_out`]: the shortest move that parts shapes of several convex pieces.
//!
//! A move leaves two convex pieces overlapping if it lies inside their Minkowski difference, which is convex. So the shortest
//! move that parts the shapes leads to the nearest point that is inside none of the differences of their pieces. A square around
//! the origin is halved where that point may be, the nearest quarter first, until few edges of differences pass through it.
//! Of each of these edges, the nearest point that no other difference covers is then found exactly. A difference is made where a
//! square is no larger than the box around it: most never are.

use std::{borrow::Cow, collections::BTreeMap, f64::consts::TAU};

use super::capsule::Capsule;
use super::convex::{Convex, normals};
use super::ellipse::Ellipse;
use super::pieces::{Node, Piece, Pieces};
use super::placed::{Bounds, TOUCH, gaps, united};
use crate::geom::Point;

/// The shortest move that parts shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WayOut {
    /// Its length; where round pieces are among several, at most a thousandth and [`CLOSE`] more.
    Found(f64),
    /// No shorter move parts them; whether this one does would take too much work.
    AtLeast(f64),
}

/// The px by which a length may be too long beside round pieces.
const CLOSE: f64 = 1e-3;
/// The share of a length by which it may be too long there.
const CLOSE_SHARE: f64 = 1e-3;

/// The most steps of work, such as an edge that is compared with a square: at most 50 ms, mostly 40, optimised.
const MOST_WORK: u64 = 4 << 20;
/// The work of comparing a pair of nodes with a square.
const PAIR: u64 = 2;
/// The work of making an edge of a difference.
const EDGE: u64 = 4;
/// The work of making a corner of a polygon, mostly in place of an oval.
const CORNER: u64 = 6;
/// The most pairs of nodes that are halved to find a difference that covers a square.
const MOST_TRIED: usize = 128;
/// The size of a box, by half the side of a square, from which on its differences are made whether or not they may cover it.
const LARGE: f64 = 128.0;
/// The most edges in a part of the square that is searched exactly.
const FEW: usize = 24;
/// The number of times that the square is halved at most.
const MOST_HALVINGS: u8 = 24;

/// An edge of a difference: the difference lies where `normal · point <= reach`.
#[derive(Clone, Copy, Debug)]
struct DifferenceEdge {
    /// The number of its difference.
    of: u32,
    /// Outwards, of length 1.
    normal: Point,
    reach: f64,
}

/// A square of moves.
#[derive(Debug)]
struct MoveSquare {
    /// The distance of its nearest point from the origin.
    near: f64,
    centre: Point,
    half: f64,
    /// The number of times that it was halved.
    halved: u8,
    /// The edges that pass through it, those of a difference one after the other.
    edges: Vec<DifferenceEdge>,
    /// Nodes whose differences may pass through it, and cannot cover it.
    pairs: Vec<[Node; 2]>,
}

/// A piece as a polygon: its corners, and the outward normal of each side with the distance of the side from the origin.
struct PolygonOutline<'a> {
    corners: Cow<'a, [Point]>,
    sides: Vec<(Point, f64)>,
}

/// The polygons in place of ovals: the number of their corners, and whether they lie around the ovals or inside.
type OvalForm = (u32, bool);

/// A search with a bound of work.
struct BoundedSearch<'a> {
    a: &'a Pieces<'a>,
    b: &'a Pieces<'a>,
    outlines: [Vec<PolygonOutline<'a>>; 2],
    form: OvalForm,
    /// The number of differences that were made.
    made: u32,
    /// The work that is left.
    work: u64,
    /// No shorter move parts the shapes.
    least: f64,
    /// The shortest move that is known to part the shapes.
    best: f64,
}

/// The shortest move that parts shapes; no move shorter than `deepest` does.
pub fn way_out(a: &Pieces<'_>, b: &Pieces<'_>, deepest: f64) -> WayOut {
    way_out_within(MOST_WORK, a, b, deepest)
}

pub(super) fn way_out_within(mut work: u64, a: &Pieces<'_>, b: &Pieces<'_>, deepest: f64) -> WayOut {
    let ((left, top), (right, bottom)) = a.bounds();
    let (low, high) = b.bounds();
    // Out of the box around all pieces.
    let mut best = (right - low.0).min(high.0 - left).min(bottom - low.1).min(high.1 - top);
    let mut least = deepest.min(best);
    let is_oval = |piece: &Piece<'_>| !matches!(piece.convex, Convex::Polygon(_));
    let has_ovals = a.all().iter().chain(b.all()).any(is_oval);
    // Polygons inside ovals part too early, and those around them too late: both have ever more corners.
    for corners in (4..).map(|power| 1 << power) {
        for is_around in [false, true] {
            let mut search = BoundedSearch::new([a, b], (corners, is_around), [least, best], work);
            let (found, is_found) = search.nearest();
            work = search.work;
            if !is_around {
                least = least.max(found).min(best);
            } else if is_found {
                best = found.max(least);
            }
            if !is_found {
                return WayOut::AtLeast(least);
            }
            if !has_ovals {
                return WayOut::Found(least);
            }
        }
        if best - least <= CLOSE + CLOSE_SHARE * best {
            return WayOut::Found(best);
        }
    }
    WayOut::AtLeast(least)
}

impl<'a> BoundedSearch<'a> {
    fn new([a, b]: [&'a Pieces<'a>; 2], form: OvalForm, [least, best]: [f64; 2], work: u64) -> Self {
        let outlines = |of: &'a Pieces<'a>| of.all().iter().map(|piece| PolygonOutline::new(piece.convex, form));
        let outlines = [a, b].map(|of| outlines(of).collect::<Vec<_>>());
        let corners: usize = outlines.iter().flatten().map(|outline| outline.corners.len()).sum();
        let work = work.saturating_sub(CORNER * corners as u64);
        Self { a, b, outlines, form, made: 0, work, least, best }
    }

    /// The length of the shortest move that leads out of all differences, and true; or what it is at least, and false.
    fn nearest(&mut self) -> (f64, bool) {
        let all = [self.a.root(), self.b.root()];
        let whole =
            MoveSquare { near: 0.0, centre: (0.0, 0.0), half: self.best, halved: 0, edges: vec![], pairs: vec![all] };
        if self.part(&whole, whole.centre, 0.0).is_some() {
            return (0.0, self.work > 0);
        }
        // In the order of their keys, which is that of numbers from 0 up.
        let key = |square: &MoveSquare| [square.near, square.centre.0, square.centre.1].map(f64::to_bits);
        let mut squares = BTreeMap::from([(key(&whole), whole)]);
        while let Some((_, square)) = squares.pop_first() {
            if square.near >= self.best {
                break;
            }
            if square.edges.len() <= FEW && square.pairs.is_empty() || square.halved >= MOST_HALVINGS {
                self.search(&square);
                continue;
            }
            let half = square.half / 2.0;
            for (x, y) in [(-half, -half), (half, -half), (-half, half), (half, half)] {
                let part = self.part(&square, (square.centre.0 + x, square.centre.1 + y), half);
                squares.extend(part.filter(|part| part.near < self.best).map(|part| (key(&part), part)));
            }
            if self.work == 0 {
                return (square.near, false);
            }
        }
        (self.best, true)
    }

    /// The part of a square around `centre`; `None` if a difference covers all of it, or if it is nearer than the least move.
    fn part(&mut self, whole: &MoveSquare, centre: Point, half: f64) -> Option<MoveSquare> {
        let away = |middle: f64| (middle.abs() - half).max(0.0);
        let near = away(centre.0).hypot(away(centre.1));
        if half > 0.0 && (centre.0.abs() + half).hypot(centre.1.abs() + half) < self.least {
            return None;
        }
        let mut part = MoveSquare { near, centre, half, halved: whole.halved + 1, edges: vec![], pairs: vec![] };
        for of in whole.edges.chunk_by(|one, other| one.of == other.of) {
            self.work = self.work.saturating_sub(of.len() as u64);
            if part.is_covered(of.iter().copied()) {
                return None;
            }
        }
        let (mut pairs, mut halved) = (whole.pairs.clone(), 0);
        while let Some(pair) = pairs.pop() {
            self.work = self.work.saturating_sub(PAIR);
            if self.work == 0 {
                break;
            }
            let around = self.around(pair);
            let (x, y) = gaps(around, part.bounds());
            if x >= 0.0 || y >= 0.0 {
                continue;
            }
            let ((left, top), (right, bottom)) = around;
            let contains = united(around, part.bounds()) == around;
            let is_large = (right - left).max(bottom - top) >= LARGE * half || part.halved >= MOST_HALVINGS;
            if !(is_large || contains && halved < MOST_TRIED) {
                part.pairs.push(pair);
            } else if let Some(halves) = pair[0].halves_with(pair[1]) {
                halved += 1;
                pairs.extend(halves);
            } else if self.is_covered_by(&mut part, pair) {
                return None;
            }
        }
        Some(part)
    }

    /// The box around the differences of two nodes.
    fn around(&self, [node, other]: [Node; 2]) -> Bounds {
        let ((left, top), (right, bottom)) = self.a.around(node);
        let (low, high) = self.b.around(other);
        ((left - high.0, top - high.1), (right - low.0, bottom - low.1))
    }

    /// Adds the difference of two pieces to a square; true if it covers all of it.
    fn is_covered_by(&mut self, square: &mut MoveSquare, pair: [Node; 2]) -> bool {
        let [one, other] = pair.map(Node::first);
        let pieces = [&self.a.all()[one], &self.b.all()[other]];
        if pieces.iter().any(|piece| piece.is_flat) {
            return false;
        }
        let circle;
        let [one, other] = match pieces.map(|piece| piece.convex) {
            // The difference of circles is a circle.
            [Convex::Circle(centre, radius), Convex::Circle(other, other_radius)] => {
                let together = Convex::Circle(centre, radius + other_radius);
                circle = [
                    PolygonOutline::new(together, self.form),
                    PolygonOutline { corners: vec![other].into(), sides: vec![] },
                ];
                circle.each_ref()
            }
            _ => [&self.outlines[0][one], &self.outlines[1][other]],
        };
        self.made += 1;
        let of = self.made;
        let mut edges = 0;
        let is_covered = square.is_covered(
            one.less(other).map(|(normal, reach)| DifferenceEdge { of, normal, reach }).inspect(|_| edges += 1),
        );
        self.work = self.work.saturating_sub(EDGE * edges);
        is_covered
    }

    /// Finds the nearest point of the edges in a square that no difference covers.
    fn search(&mut self, square: &MoveSquare) {
        for edge in &square.edges {
            let foot = (edge.reach * edge.normal.0, edge.reach * edge.normal.1);
            let line = FootLine { foot, along: (-edge.normal.1, edge.normal.0) };
            let (mut from, mut to) = line.inside_box(square.centre, square.half);
            let mut covered = Vec::new();
            self.work = self.work.saturating_sub(square.edges.len() as u64);
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

impl MoveSquare {
    fn bounds(&self) -> Bounds {
        let ((x, y), half) = (self.centre, self.half);
        ((x - half, y - half), (x + half, y + half))
    }

    /// Adds the edges of a difference that pass through it; true if the difference covers all of it.
    fn is_covered(&mut self, difference: impl Iterator<Item = DifferenceEdge>) -> bool {
        let start = self.edges.len();
        for edge in difference {
            let middle = edge.beyond(self.centre);
            let around = self.half * (edge.normal.0.abs() + edge.normal.1.abs());
            if middle - around >= -TOUCH {
                self.edges.truncate(start);
                return false;
            }
            if middle + around >= -TOUCH {
                self.edges.push(edge);
            }
        }
        self.edges.len() == start
    }
}

impl DifferenceEdge {
    /// The distance of a point from the edge's line, outwards.
    fn beyond(&self, (x, y): Point) -> f64 {
        self.normal.0 * x + self.normal.1 * y - self.reach
    }
}

/// A line by its point nearest to the origin.
struct FootLine {
    foot: Point,
    along: Point,
}

impl FootLine {
    /// The part inside a square, from a place along the line to another; from a larger to a smaller one if it is empty.
    fn inside_box(&self, centre: Point, half: f64) -> (f64, f64) {
        let half = half + TOUCH;
        let sides = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)];
        let sides = sides.map(|normal| {
            let reach = normal.0 * centre.0 + normal.1 * centre.1 + half;
            DifferenceEdge { of: 0, normal, reach }
        });
        self.inside(&sides, 0.0)
    }

    /// The part inside `edges` that have moved outwards by `grown`.
    fn inside(&self, edges: &[DifferenceEdge], grown: f64) -> (f64, f64) {
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

impl<'a> PolygonOutline<'a> {
    fn new(piece: Convex<'a>, (corners, is_around): OvalForm) -> Self {
        let step = TAU / f64::from(corners);
        let longer = if is_around { 1.0 / (step / 2.0).cos() } else { 1.0 };
        let longer = |(long, short): (f64, f64)| (long * longer, short * longer);
        let oval = |ellipse: Ellipse| {
            let oval = Ellipse { radii: longer(ellipse.radii), ..ellipse };
            (0..corners).map(|corner| oval.at(f64::from(corner) * step)).collect()
        };
        let capsule = |capsule: Capsule| Capsule { radii: longer(capsule.radii), ..capsule }.outline(corners).into();
        let corners: Cow<'_, [Point]> = match piece {
            Convex::Polygon(corners) => corners.into(),
            Convex::Circle(centre, radius) => oval(Ellipse { centre, radii: (radius, radius), along: (1.0, 0.0) }),
            Convex::Ellipse(ellipse) => oval(*ellipse),
            Convex::Capsule(ends, radius) => capsule(Capsule::round(ends, radius)),
            Convex::OvalCapsule(oval) => capsule(*oval),
        };
        let side = |(normal, (x, y)): (Point, Point)| (normal, normal.0 * x + normal.1 * y);
        Self { sides: normals(&corners).map(side).collect(), corners }
    }

    /// The difference of two polygons: the outward normal of each of its edges, and the distance of the edge from the origin.
    fn less(&self, other: &Self) -> impl Iterator<Item = (Point, f64)> {
        let beside = |(normal, reach): (Point, f64), corners: &[Point]| {
            let along = corners.iter().map(|(x, y)| normal.0 * x + normal.1 * y);
            reach - along.fold(f64::INFINITY, f64::min)
        };
        let of_other = move |&side: &(Point, f64)| ((-side.0.0, -side.0.1), beside(side, &self.corners));
        let own = self.sides.iter().map(move |&side| (side.0, beside(side, &other.corners)));
        own.chain(other.sides.iter().map(of_other))
    }
}
