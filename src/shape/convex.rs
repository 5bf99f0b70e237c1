//! The gap between convex shapes: their distance, or the depth of their overlap.

use std::f64::consts::TAU;

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
    /// A convex polygon by its corners, clockwise with y down; flat ones have two corners, or one.
    Polygon(&'a [Point]),
}

/// Directions from which the best one is searched, along an ellipse and evenly around.
const DIRECTIONS: u16 = 48;

/// Directions that are searched as one, in radians.
const CLOSE: f64 = 1e-6;

/// Steps of a search by golden section: it ends about 1e-9 of where it began.
const STEPS: u8 = 45;

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
        (Convex::Ellipse(_), _) | (_, Convex::Ellipse(_)) => widest(a, b),
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
    let apart = along(&mut normals(a), b).max(along(&mut normals(b), a));
    if apart.is_finite() && apart <= 0.0 {
        return apart;
    }
    let nearest =
        |points: &[Point], corners| points.iter().map(|&point| to_edges(point, corners)).fold(f64::INFINITY, f64::min);
    nearest(a, b).min(nearest(b, a))
}

/// The largest gap between the shapes along any direction, which is their distance or negative depth. It is searched around the
/// best of many directions: all in which a polygon has an edge, and more where an ellipse bends more.
fn widest(a: Convex<'_>, b: Convex<'_>) -> f64 {
    let origin = a.middle();
    let along = |angle: f64| {
        let (y, x) = angle.sin_cos();
        -a.reach((x, y), origin) - b.reach((-x, -y), origin)
    };
    let angles = (0..DIRECTIONS).map(|step| f64::from(step) / f64::from(DIRECTIONS) * TAU);
    let mut angles: Vec<f64> = angles.collect();
    angles.extend(a.bends().map(|(x, y)| y.atan2(x)));
    angles.extend(b.bends().map(|(x, y)| (-y).atan2(-x)));
    angles.iter_mut().for_each(|angle| *angle = angle.rem_euclid(TAU));
    angles.sort_by(f64::total_cmp);
    // Of directions closer than that, rounding alone would say which is better, and on which side of them the best lies.
    angles.dedup_by(|next, last| *next - *last < CLOSE);
    angles.pop_if(|last| *last > TAU - CLOSE);
    let gaps: Vec<f64> = angles.iter().map(|angle| along(*angle)).collect();
    let count = angles.len();
    let mut widest = f64::NEG_INFINITY;
    for at in 0..count {
        let (before, after) = ((at + count - 1) % count, (at + 1) % count);
        if gaps[at] >= gaps[before] && gaps[at] >= gaps[after] {
            let from = if at == 0 { angles[before] - TAU } else { angles[before] };
            let to = if after == 0 { angles[after] + TAU } else { angles[after] };
            widest = widest.max(gaps[at]).max(best_between(along, from, to));
        }
    }
    widest
}

/// The largest value of a function with one maximum between `from` and `to`.
fn best_between(value: impl Fn(f64) -> f64, mut from: f64, mut to: f64) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let (mut low, mut high) = (to - GOLDEN * (to - from), from + GOLDEN * (to - from));
    let (mut at_low, mut at_high) = (value(low), value(high));
    for _ in 0..STEPS {
        if at_low < at_high {
            (from, low, at_low) = (low, high, at_high);
            high = from + GOLDEN * (to - from);
            at_high = value(high);
        } else {
            (to, high, at_high) = (high, low, at_low);
            low = to - GOLDEN * (to - from);
            at_low = value(low);
        }
    }
    at_low.max(at_high)
}

impl Convex<'_> {
    /// A point of the shape.
    fn middle(&self) -> Point {
        match *self {
            Self::Circle(centre, _) => centre,
            Self::Ellipse(ellipse) => ellipse.centre,
            Self::Polygon(corners) => corners.first().copied().unwrap_or_default(),
        }
    }

    /// The reach of the shape from `origin` in the direction `normal`, of length 1.
    fn reach(&self, normal: Point, origin: Point) -> f64 {
        match *self {
            Self::Circle(centre, radius) => dot(sub(centre, origin), normal) + radius,
            Self::Ellipse(ellipse) => dot(sub(ellipse.centre, origin), normal) + ellipse.reach(normal),
            Self::Polygon(corners) => {
                corners.iter().map(|&corner| dot(sub(corner, origin), normal)).fold(f64::NEG_INFINITY, f64::max)
            }
        }
    }

    /// Directions of normals between which it bends evenly.
    fn bends(&self) -> impl Iterator<Item = Point> {
        let (ellipse, corners) = match *self {
            Self::Circle(..) => (None, &[][..]),
            Self::Ellipse(ellipse) => (Some(ellipse), &[][..]),
            Self::Polygon(corners) => (None, corners),
        };
        let around = (0..DIRECTIONS).map(|step| f64::from(step) / f64::from(DIRECTIONS) * TAU);
        let along_ellipse = ellipse.into_iter().flat_map(move |it| around.clone().map(|angle| it.normal_at(angle)));
        along_ellipse.chain(normals(corners).map(|(normal, _)| normal))
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

fn length((x, y): Point) -> f64 {
    x.hypot(y)
}
