//! Polygons: whether they cross themselves, and the convex pieces that they consist of.

use std::collections::HashMap;

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
    if (0..corners.len()).all(|at| is_convex(corners[at], next(at, 1), next(at, 2))) {
        return vec![corners];
    }
    let (mut triangles, _) = triangulated(&corners);
    // All run the same way: of a sliver, rounding may say otherwise.
    let turned = |&[a, b, c]: &[usize; 3]| turn(corners[a], corners[b], corners[c]);
    if triangles.as_chunks().0.iter().map(turned).sum::<f64>() < 0.0 {
        triangles.as_chunks_mut::<3>().0.iter_mut().for_each(|triangle| triangle.reverse());
    }
    joined(&triangles, &corners)
}

/// True if a polygon that runs clockwise is convex at `b`, between `a` and `c`, or straight but for rounding.
fn is_convex(a: Point, b: Point, c: Point) -> bool {
    /// The sine of an angle up to which a corner is straight.
    const STRAIGHT: f64 = 1e-12;
    turn(a, b, c) >= -STRAIGHT * length(a, b) * length(b, c)
}

/// The distance of two corners.
fn length((x, y): Point, (to_x, to_y): Point) -> f64 {
    (to_x - x).hypot(to_y - y)
}

/// Joins triangles along every side that leaves the piece convex, the longest first. By Hertel and Mehlhorn, at most four times
/// the smallest possible number of pieces is left.
fn joined(from: &[usize], corners: &[Point]) -> Vec<Vec<Point>> {
    // A side by its number: the corner that it starts from, and the sides before and after it around its piece.
    let around = |side: usize, by: usize| side - side % 3 + (side + by) % 3;
    let mut before: Vec<_> = (0..from.len()).map(|side| around(side, 2)).collect();
    let mut after: Vec<_> = (0..from.len()).map(|side| around(side, 1)).collect();
    let ends = |side: usize| (from[side], from[around(side, 1)]);
    let numbers: HashMap<_, _> = (0..from.len()).map(|side| (ends(side), side)).collect();
    let twin = |side: &usize| numbers.get(&(ends(*side).1, from[*side])).map(|twin| (*side, *twin));
    let mut twins: Vec<_> = (0..from.len()).filter_map(|side| twin(&side)).filter(|(one, twin)| one < twin).collect();
    let length_of = |side: usize| length(corners[from[side]], corners[ends(side).1]);
    twins.sort_by(|one, other| length_of(other.0).total_cmp(&length_of(one.0)));
    let mut pieces = vec![true; from.len()];
    for (one, twin) in twins {
        let [(start, end), (other_start, other_end)] = [one, twin].map(|side| (before[side], after[side]));
        let stays_convex = |before: usize, after: usize| {
            is_convex(corners[from[before]], corners[from[after]], corners[from[around(after, 1)]])
        };
        if stays_convex(start, other_end) && stays_convex(other_start, end) {
            (after[start], before[other_end]) = (other_end, start);
            (after[other_start], before[end]) = (end, other_start);
            (pieces[one], pieces[twin]) = (false, false);
        }
    }
    let mut joined = Vec::new();
    for first in 0..from.len() {
        let (mut side, mut piece) = (first, Vec::new());
        while std::mem::take(&mut pieces[side]) {
            piece.push(corners[from[side]]);
            side = after[side];
        }
        joined.extend((!piece.is_empty()).then_some(piece));
    }
    joined
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
    use std::f64::consts::TAU;

    use proptest::prelude::*;

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
    fn no_diagonal_stays_at_a_corner_that_is_straight_but_for_rounding() {
        // A square of 5 px, and one with a dent in its left side, each with corners at every pixel of its sides.
        let dent = [(0.0, 5.0), (0.0, 4.0), (2.0, 3.0), (0.0, 2.0), (0.0, 1.0)];
        let sides = (0..15).map(|at| match (at / 5, f64::from(at % 5)) {
            (0, n) => (n, 0.0),
            (1, n) => (5.0, n),
            (_, n) => (5.0 - n, 5.0),
        });
        let left = (0..5).map(|n| (0.0, 5.0 - f64::from(n)));
        let square: Vec<Point> = sides.clone().chain(left).collect();
        let dented: Vec<Point> = sides.chain(dent).collect();
        for degrees in 0..360 {
            let (sin, cos) = f64::from(degrees).to_radians().sin_cos();
            let turned = |corners: &[Point]| -> Vec<Point> {
                corners.iter().map(|(x, y)| (x * cos - y * sin, x * sin + y * cos)).collect()
            };
            assert_eq!(pieces(&turned(&square)).len(), 1, "{degrees}°");
            assert!(pieces(&turned(&dented)).len() <= 3, "{degrees}°: one corner turns inwards");
        }
    }

    proptest! {
        #![proptest_config(crate::cases::cases(256))]
        #[test]
        fn triangles_are_joined_while_they_stay_convex(radii in proptest::collection::vec(1..9_u8, 3..64), is_grid: bool) {
            let corner = |(radius, at): (&u8, f64)| {
                let (y, x) = (at * TAU / radii.len() as f64).sin_cos();
                let (x, y) = (f64::from(*radius) * x, f64::from(*radius) * y);
                // On a grid, many corners lie on a line.
                if is_grid { ((4.0 * x).round(), (4.0 * y).round()) } else { (x, y) }
            };
            let corners = distinct(radii.iter().zip((0..).map(f64::from)).map(corner));
            prop_assume!(corners.len() > 2 && !crosses_itself(&corners));
            let turns = |piece: &[Point], is_wrong: fn(f64) -> bool| {
                let next = |at: usize| piece[at % piece.len()];
                (0..piece.len()).filter(|&at| is_wrong(turn(next(at), next(at + 1), next(at + 2)))).count()
            };
            let (pieces, inwards) = (pieces(&corners), turns(&corners, |turn| turn < 0.0));
            for piece in &pieces {
                prop_assert_eq!(turns(piece, |turn| turn < -1e-9), 0, "{:?}", piece);
            }
            let covered: f64 = pieces.iter().map(|piece| area(piece)).sum();
            prop_assert!((covered - area(&corners)).abs() < 1e-6, "{} for {}", covered, area(&corners));
            // A corner that turns inwards keeps two diagonals at most.
            prop_assert!(pieces.len() <= 2 * inwards + 1, "{} pieces, {} corners turn inwards", pieces.len(), inwards);
        }
    }

    #[test]
    fn corners_that_repeat_are_left_out() {
        let [a, b, c, _] = BOX;
        assert_eq!(distinct([a, a, b, c, c, a].into_iter()), [a, b, c]);
        assert_eq!(distinct([a, a, a].into_iter()), [a]);
    }
}
