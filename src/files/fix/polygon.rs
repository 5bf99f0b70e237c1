//! Polygons that keep what the author gave them: convex ones stay convex, corners keep their direction, and symmetric ones stay
//! symmetric, left to right, where that costs little.

use maskscope_core::geom::Affine;
use maskscope_core::shape::fit::Fit;
use maskscope_core::shape::{Shape, polygon_area};

/// The distance within which corners mirror each other.
const NEAR: f64 = 0.01;

/// True for a convex polygon.
pub(super) fn is_convex(shape: &Shape) -> bool {
    let Shape::Polygon(corners) = shape else { return false };
    let corner = |at: usize| corners[at % corners.len()];
    let turns = (0..corners.len()).map(|at| {
        let ([ax, ay], [bx, by], [cx, cy]) = (corner(at), corner(at + 1), corner(at + 2));
        (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    });
    let turns: Vec<_> = turns.filter(|turn| turn.abs() > 1e-9).collect();
    turns.iter().all(|turn| *turn > 0.0) || turns.iter().all(|turn| *turn < 0.0)
}

/// A shape; a polygon with its corners in the direction of another one.
pub(super) fn wound(shape: Shape, like: &Shape) -> Shape {
    let area = |shape: &Shape| match shape {
        Shape::Polygon(corners) => polygon_area(&corners.iter().map(|&[x, y]| (x, y)).collect::<Vec<_>>()),
        _ => 0.0,
    };
    let is_other = area(&shape) * area(like) < 0.0;
    match shape {
        Shape::Polygon(mut corners) if is_other => {
            corners.reverse();
            Shape::Polygon(corners)
        }
        shape => shape,
    }
}

/// The limits of a polygon: its most corners, and true if it must be convex.
type PolygonLimits = (usize, bool);

/// The polygon that was `found`; a symmetric one like it if the one before was symmetric, and it costs at most 5 % more.
pub(super) fn symmetric(
    before: &Shape,
    found: Fit,
    (most, must_be_convex): PolygonLimits,
    fit_of: impl Fn(Shape) -> Fit,
    price: impl Fn(&Fit) -> (u64, u64),
) -> Fit {
    let Shape::Polygon(corners) = &found.shape else { return found };
    if !is_symmetric(before) {
        return found;
    }
    let ((left, _), (right, _)) = found.shape.placed(&Affine::IDENTITY).bounds();
    let middle = (left + right).round() / 2.0;
    let axes = [0.0, -0.5, 0.5, -1.0, 1.0].map(|by| middle + by);
    let halves = axes.into_iter().flat_map(|axis| [(axis, 1.0), (axis, -1.0)]);
    let mirrored = halves.filter_map(|(axis, side)| mirrored(corners, axis, side)).map(Shape::Polygon);
    let is_allowed = |shape: &Shape| {
        let count = if let Shape::Polygon(corners) = shape { corners.len() } else { 0 };
        count <= most && shape.check().is_ok() && (!must_be_convex || is_convex(shape))
    };
    let best = mirrored.filter(is_allowed).map(fit_of).min_by_key(&price);
    let (forbidden, least) = price(&found);
    let costs_little = |fit: &Fit| {
        let (wrong, cost) = price(fit);
        wrong <= forbidden && 20 * cost <= 21 * least
    };
    best.filter(costs_little).unwrap_or(found)
}

/// True for a polygon whose left half mirrors its right one.
fn is_symmetric(shape: &Shape) -> bool {
    let Shape::Polygon(corners) = shape else { return false };
    let ((left, _), (right, _)) = shape.placed(&Affine::IDENTITY).bounds();
    let is_there = |[x, y]: [f64; 2]| corners.iter().any(|at| (at[0] - x).abs() < NEAR && (at[1] - y).abs() < NEAR);
    corners.iter().all(|&[x, y]| is_there([left + right - x, y]))
}

/// The half of a polygon right of an axis, or left of it for a `side` of −1, and its mirror image; `None` if the half is not in
/// one piece.
fn mirrored(corners: &[[f64; 2]], axis: f64, side: f64) -> Option<Vec<[f64; 2]>> {
    let count = corners.len();
    let is_inside = |at: usize| side * (corners[at % count][0] - axis) >= 0.0;
    let starts: Vec<_> = (0..count).filter(|&at| is_inside(at) && !is_inside(at + count - 1)).collect();
    let [start] = starts[..] else { return None };
    let half: Vec<_> = (start..start + count).take_while(|&at| is_inside(at)).map(|at| corners[at % count]).collect();
    let other = half.iter().rev().filter(|corner| corner[0] != axis).map(|&[x, y]| [2.0 * axis - x, y]);
    Some(half.iter().copied().chain(other).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use maskscope_core::mask::Mask;
    use maskscope_core::shape::fit::{FrameMask, Rule, SharedFit};

    fn polygon(corners: &[[f64; 2]]) -> Shape {
        Shape::Polygon(corners.to_vec())
    }

    #[test]
    fn convex_polygons_and_directions_are_known() {
        let square = polygon(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]]);
        let dented = polygon(&[[0.0, 0.0], [4.0, 0.0], [1.0, 1.0], [0.0, 4.0]]);
        let back = polygon(&[[0.0, 4.0], [4.0, 4.0], [4.0, 0.0], [0.0, 0.0]]);
        assert_eq!([&square, &dented, &back].map(is_convex), [true, false, true]);
        assert_eq!(wound(square.clone(), &dented), square);
        assert_eq!(wound(square.clone(), &back), back);
    }

    #[test]
    fn a_symmetric_polygon_stays_so_where_it_costs_little() {
        let mask: Mask = ".####.\n######\n######\n######".parse().expect("a mask");
        let shared = SharedFit::new(&[FrameMask::new(&mask)], &[], Rule::Fewest).expect("solid cells");
        let fit_of = |shape: Shape| {
            let (added, missed) = shared.differing(&shape);
            Fit { shape, added, missed, is_best: false }
        };
        let price = |fit: &Fit| (0, fit.added + fit.missed);
        let lopsided = polygon(&[[0.0, 4.0], [0.0, 1.0], [1.0, 0.0], [5.0, 0.0], [6.0, 1.5], [6.0, 4.0]]);
        let roof = polygon(&[[0.0, 0.0], [2.0, -1.0], [4.0, 0.0]]);
        let shape = symmetric(&roof, fit_of(lopsided.clone()), (6, true), fit_of, price).shape;
        assert!(is_symmetric(&shape) && !is_symmetric(&lopsided), "{shape:?}");
        let shape = symmetric(&lopsided, fit_of(lopsided.clone()), (6, true), fit_of, price).shape;
        assert_eq!(shape, lopsided, "the one before was not symmetric");
        let corner = polygon(&[[0.0, 0.0], [6.0, 0.0], [0.0, 4.0]]);
        let shape = symmetric(&roof, fit_of(corner.clone()), (3, true), fit_of, price).shape;
        assert_eq!(shape, corner, "a symmetric one has more corners, or costs much");
    }
}
