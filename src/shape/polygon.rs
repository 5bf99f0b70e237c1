//! Polygons: whether they cross themselves, and the convex pieces that they consist of.

use earcut::{Earcut, deviation};

use crate::geom::Point;

/// The share of its area by which the triangles of a polygon that does not cross itself may differ from it.
const ROUNDING: f64 = 1e-9;

/// The corners without those that repeat the one before them.
pub fn distinct(corners: impl Iterator<Item = Point>) -> Vec<Point> {
    let mut distinct: Vec<Point> = Vec::new();
    for corner in corners {
        if distinct.last() != Some(&corner) {
            distinct.push(corner);
        }
    }
    while distinct.len() > 1 && distinct.first() == distinct.last() {
        distinct.pop();
    }
    distinct
}

/// True if two edges of a polygon cross. Edges that only touch do not.
pub fn crosses_itself(corners: &[Point]) -> bool {
    let edges: Vec<_> = edges(corners).collect();
    let crosses_later = |(number, one): (usize, &Edge)| edges[number + 1..].iter().any(|other| cross(*one, *other));
    let is_line = || edges.iter().all(|(_, corner)| turn(edges[0].0, edges[0].1, *corner) == 0.0);
    // Where edges cross in a corner, triangles cover more than the polygon, whose parts may even cancel each other.
    let is_covered = || area(corners) != 0.0 && triangulated(corners).1 <= ROUNDING;
    edges.iter().enumerate().any(crosses_later) || !is_line() && !is_covered()
}

/// An edge, from corner to corner.
pub type Edge = (Point, Point);

/// The edges of a polygon; a point has one, to itself.
pub fn edges(corners: &[Point]) -> impl Iterator<Item = Edge> + Clone {
    corners.iter().copied().zip(corners.iter().copied().cycle().skip(1))
}

/// Twice the area of the triangle `a`, `b`, `c`: positive if it runs clockwise with y down.
pub fn turn(a: Point, b: Point, c: Point) -> f64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

/// The convex pieces of a polygon, each clockwise with y down.
pub fn pieces(corners: &[Point]) -> Vec<Vec<Point>> {
    let mut corners = corners.to_vec();
    if area(&corners) < 0.0 {
        corners.reverse();
    }
    let next = |corner: usize, by: usize| corners[(corner + by) % corners.len()];
    let is_convex = (0..corners.len()).all(|at| turn(corners[at], next(at, 1), next(at, 2)) >= 0.0);
    if is_convex {
        return vec![corners];
    }
    let triangle = |&numbers: &[usize; 3]| {
        let [a, b, c] = numbers.map(|number| corners[number]);
        if turn(a, b, c) < 0.0 { vec![a, c, b] } else { vec![a, b, c] }
    };
    triangulated(&corners).0.as_chunks().0.iter().map(triangle).collect()
}

/// True if the edges share a point that is inside both.
fn cross((a, b): Edge, (c, d): Edge) -> bool {
    let parts = |(a, b): Edge, c: Point, d: Point| turn(a, b, c) * turn(a, b, d) < 0.0;
    parts((a, b), c, d) && parts((c, d), a, b)
}

/// Twice the area of a polygon: positive if it runs clockwise with y down.
pub fn area(corners: &[Point]) -> f64 {
    let Some(&first) = corners.first() else { return 0.0 };
    edges(corners).map(|(a, b)| turn(first, a, b)).sum()
}

/// The corners of triangles that cover the polygon, by their numbers, and the share of its area by which these differ from it.
fn triangulated(corners: &[Point]) -> (Vec<usize>, f64) {
    // Relative to a corner: far from the origin, no precision is lost.
    let (x, y) = corners.first().copied().unwrap_or_default();
    let points = || corners.iter().map(move |corner| [corner.0 - x, corner.1 - y]);
    let mut triangles = Vec::new();
    Earcut::new().earcut(points(), &[], &mut triangles);
    let difference = deviation(points(), &[], &triangles);
    (triangles, difference)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOX: [Point; 4] = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)];

    #[test]
    fn edges_that_cross_are_found() {
        assert!(!crosses_itself(&BOX));
        assert!(crosses_itself(&[BOX[0], BOX[2], BOX[1], BOX[3]]), "a bow tie");
        let through_a_corner = [(0.0, 0.0), (4.0, 4.0), (4.0, 0.0), (2.0, 2.0), (0.0, 4.0)];
        assert!(crosses_itself(&through_a_corner), "two parts of one size");
        let through_a_corner = [(0.0, 0.0), (4.0, 4.0), (4.0, 0.0), (2.0, 2.0), (-2.0, 6.0)];
        assert!(crosses_itself(&through_a_corner));
        let touching = [(0.0, 0.0), (4.0, 0.0), (2.0, 2.0), (4.0, 4.0), (0.0, 4.0), (2.0, 2.0)];
        assert!(!crosses_itself(&touching), "two triangles that touch in a corner");
        let pentagram: Vec<Point> = (0..5).map(|n| (f64::from(n) * 144.0).to_radians().sin_cos()).collect();
        assert!(crosses_itself(&pentagram));
    }

    #[test]
    fn pieces_are_convex_and_cover_the_polygon() {
        let comb = [(0.0, 0.0), (6.0, 0.0), (6.0, 5.0), (4.0, 5.0), (4.0, 1.0), (2.0, 1.0), (2.0, 5.0), (0.0, 5.0)];
        for corners in [BOX.to_vec(), comb.to_vec(), comb.into_iter().rev().collect()] {
            let pieces = pieces(&corners);
            let is_clockwise = |piece: &Vec<Point>| area(piece) > 0.0;
            assert!(pieces.iter().all(is_clockwise));
            let covered: f64 = pieces.iter().map(|piece| area(piece)).sum();
            assert!((covered - area(&corners).abs()).abs() < 1e-9);
        }
        assert_eq!(pieces(&BOX).len(), 1);
    }

    #[test]
    fn corners_that_repeat_are_left_out() {
        let [a, b, c, _] = BOX;
        assert_eq!(distinct([a, a, b, c, c, a].into_iter()), [a, b, c]);
        assert_eq!(distinct([a, a, a].into_iter()), [a]);
    }
}
