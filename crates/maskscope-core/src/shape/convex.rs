//! The gap between convex shapes: their distance, or the depth of their overlap.

use super::capsule::Capsule;
use super::ellipse::Ellipse;
use super::polygon::{Edge, edges};
use crate::geom::Point;

/// A convex shape.
#[derive(Clone, Copy, Debug)]
pub enum Convex<'a> {
    /// A circle: its centre and its radius.
    Circle(Point, f64),
    /// An ellipse.
    Ellipse(&'a Ellipse),
    /// A capsule: the ends of its segment and its radius.
    Capsule([Point; 2], f64),
    /// A capsule whose caps are ellipses.
    OvalCapsule(&'a Capsule),
    /// A convex polygon by its corners, clockwise with y down; flat ones have two corners, or one.
    Polygon(&'a [Point]),
}

/// Directions closer than this, in radians, are one.
const CLOSE: f64 = 1e-9;

/// Returns the distance of two convex shapes that share no point, and the negative depth of shapes that overlap: the length of
/// the shortest move that parts them.
pub fn gap(a: Convex<'_>, b: Convex<'_>) -> f64 {
    match (a, b) {
        (Convex::Circle(one, radius), Convex::Circle(other, other_radius)) => {
            length(sub(other, one)) - radius - other_radius
        }
        (Convex::Circle(centre, radius), Convex::Polygon(corners))
        | (Convex::Polygon(corners), Convex::Circle(centre, radius)) => to_polygon(centre, corners) - radius,
        (Convex::Polygon(a), Convex::Polygon(b)) => between_polygons(a, b),
        (Convex::Ellipse(_) | Convex::OvalCapsule(_), _) | (_, Convex::Ellipse(_) | Convex::OvalCapsule(_)) => {
            widest(a, b)
        }
        // The distance of each is that of its segment, less its radius.
        (Convex::Capsule(ends, radius), other) | (other, Convex::Capsule(ends, radius)) => {
            gap(Convex::Polygon(&ends), other) - radius
        }
    }
}

/// The distance of a point from a convex polygon; negative inside it.
pub fn to_polygon(point: Point, corners: &[Point]) -> f64 {
    let outside =
        normals(corners).map(|(normal, from)| dot(normal, sub(point, from))).fold(f64::NEG_INFINITY, f64::max);
    if corners.len() > 2 && outside <= 0.0 { outside } else { to_edges(point, corners) }
}

/// The distance of a point from the nearest edge.
pub fn to_edges(point: Point, corners: &[Point]) -> f64 {
    edges(corners).map(|edge| to_edge(point, edge)).fold(f64::INFINITY, f64::min)
}

/// Polygons overlap as deep as along the normal of the edge along which they overlap least: the axes of separation.
fn between_polygons(a: &[Point], b: &[Point]) -> f64 {
    let along = |normals: &mut dyn Iterator<Item = (Point, Point)>, others: &[Point]| {
        let nearest = |(normal, from): (Point, Point)| {
            others.iter().map(|&corner| dot(normal, sub(corner, from))).fold(f64::INFINITY, f64::min)
        };
        normals.map(nearest).fold(f64::NEG_INFINITY, f64::max)
    };
    let apart = along(&mut axes(a), b).max(along(&mut axes(b), a));
    if apart.is_finite() && apart <= 0.0 {
        return apart;
    }
    let nearest =
        |points: &[Point], corners| points.iter().map(|&point| to_edges(point, corners)).fold(f64::INFINITY, f64::min);
    nearest(a, b).min(nearest(b, a))
}

/// A direction, of length 1, and the point of the difference of two shapes that lies furthest in it.
#[derive(Clone, Copy)]
struct SupportPoint {
    normal: Point,
    point: Point,
}

impl SupportPoint {
    /// The gap between the shapes along the direction.
    fn gap(self) -> f64 {
        -dot(self.point, self.normal)
    }
}

/// The largest gap between the shapes along any direction, which is their distance or negative depth. Between two directions,
/// the points that lie furthest in these bound it; a direction is added between while that is above the largest found.
fn widest(a: Convex<'_>, b: Convex<'_>) -> f64 {
    let origin = a.middle();
    let extreme = |normal: Point| {
        let opposite = (-normal.0, -normal.1);
        SupportPoint { normal, point: sub(a.furthest(normal, origin), b.furthest(opposite, origin)) }
    };
    let around = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)].map(extreme);
    let mut widest = around.iter().map(|it| it.gap()).fold(f64::NEG_INFINITY, f64::max);
    let mut spans: Vec<_> = (0..4).map(|at| (around[at], around[(at + 1) % 4])).collect();
    while let Some((from, to)) = spans.pop() {
        if let Some((bound, normal)) = bound_between(from, to)
            && bound > widest + 1e-10 + 1e-6 * widest.abs()
        {
            let between = extreme(normal);
            widest = widest.max(between.gap());
            spans.extend([(from, between), (between, to)]);
        }
    }
    widest
}

/// Bounds the gap along any direction between two others, and says where it could be that large; `None` where it is largest
/// in one of the two.
fn bound_between(from: SupportPoint, to: SupportPoint) -> Option<(f64, Point)> {
    let (across, down) = sub(to.point, from.point);
    let ways = [(down, -across), (-from.point.0, -from.point.1), (-to.point.0, -to.point.1)];
    let normals = ways.map(|(x, y)| (x / x.hypot(y), y / x.hypot(y))).into_iter();
    let between = normals.filter(|&way| cross(from.normal, way) > CLOSE && cross(way, to.normal) > CLOSE);
    let bounds = between.map(|way| (-dot(from.point, way).max(dot(to.point, way)), way));
    bounds.max_by(|one, other| one.0.total_cmp(&other.0))
}

impl Convex<'_> {
    /// A point of the shape.
    fn middle(&self) -> Point {
        match *self {
            Self::Circle(centre, _) => centre,
            Self::Ellipse(ellipse) => ellipse.centre,
            Self::Capsule([end, _], _) => end,
            Self::OvalCapsule(capsule) => capsule.ends[0],
            Self::Polygon(corners) => corners.first().copied().unwrap_or_default(),
        }
    }

    /// A point of it that lies furthest in the direction `normal`, of length 1, relative to `origin`.
    fn furthest(&self, normal: Point, origin: Point) -> Point {
        match *self {
            Self::Circle(centre, radius) => {
                let (x, y) = sub(centre, origin);
                (x + radius * normal.0, y + radius * normal.1)
            }
            Self::Ellipse(ellipse) => ellipse.furthest(normal, origin),
            Self::Capsule(ends, radius) => Capsule::round(ends, radius).furthest(normal, origin),
            Self::OvalCapsule(capsule) => capsule.furthest(normal, origin),
            Self::Polygon(corners) => {
                let seen = corners.iter().map(|&corner| sub(corner, origin));
                let furthest = seen.max_by(|&one, &other| dot(one, normal).total_cmp(&dot(other, normal)));
                furthest.unwrap_or_default()
            }
        }
    }
}

/// The outward normals of a polygon's edges, of length 1, each with a corner of its edge.
pub fn normals(corners: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    edges(corners).filter_map(|(from, to)| {
        let (x, y) = sub(to, from);
        let length = x.hypot(y);
        (length > 0.0).then(|| ((y / length, -x / length), from))
    })
}

/// The directions, of length 1, along which the least gap to another polygon may lie: the normals of the edges, and for a segment
/// also both ways along it. Each has the corner that lies furthest in it.
fn axes(corners: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    let ways = if let [from, to] = *corners { Some([(from, to), (to, from)]) } else { None };
    let along = ways.into_iter().flatten().filter_map(|(from, to)| {
        let (x, y) = sub(to, from);
        let length = x.hypot(y);
        (length > 0.0).then(|| ((x / length, y / length), to))
    });
    normals(corners).chain(along)
}

fn to_edge(point: Point, (from, to): Edge) -> f64 {
    let (along, to_point) = (sub(to, from), sub(point, from));
    let squared = dot(along, along);
    let part = if squared > 0.0 { (dot(to_point, along) / squared).clamp(0.0, 1.0) } else { 0.0 };
    length((to_point.0 - part * along.0, to_point.1 - part * along.1))
}

fn sub(a: Point, b: Point) -> Point {
    (a.0 - b.0, a.1 - b.1)
}

fn dot(a: Point, b: Point) -> f64 {
    a.0 * b.0 + a.1 * b.1
}

fn cross(a: Point, b: Point) -> f64 {
    a.0 * b.1 - a.1 * b.0
}

fn length((x, y): Point) -> f64 {
    x.hypot(y)
}
