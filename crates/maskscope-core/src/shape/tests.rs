//! The depth of lists by searches that end early, against searches that do not.

use std::f64::consts::TAU;

use proptest::prelude::*;

use super::pieces::Pieces;
use super::way_out::{WayOut, way_out_within};
use super::{PlacedShape, Shape, TOUCH};
use crate::geom::Affine;

/// One to five stars, boxes, circles, ellipses and capsules near the origin.
fn shapes() -> impl Strategy<Value = Vec<PlacedShape>> {
    let (centre, sizes) = ((-9.0..9.0, -9.0..9.0), (1.0..9.0, 1.0..9.0));
    let radii = proptest::collection::vec(2.0..12.0, 5..40);
    let shape = (0..7_u8, centre, sizes, radii).prop_map(|(kind, (x, y), (width, height), radii)| match kind {
        0 => Shape::Box([x, y, width, height]),
        1 => Shape::Circle([x, y, width]),
        2 => Shape::Ellipse([x, y, width, height]),
        3 => Shape::Capsule([x, y, y, -x, height]),
        _ => {
            let step = TAU / radii.len() as f64;
            let corner = |(radius, at): (&f64, f64)| [x + radius * (at * step).cos(), y + radius * (at * step).sin()];
            Shape::Polygon(radii.iter().zip((0..).map(f64::from)).map(corner).collect())
        }
    });
    let placed = (shape, 0.0..360.0).prop_map(|(shape, turn)| shape.placed(&Affine::rotation(turn)));
    proptest::collection::vec(placed, 1..6)
}

proptest! {
    #![proptest_config(crate::cases::cases(300))]
    #[test]
    fn a_search_that_ends_early_names_no_more_than_the_depth(a in shapes(), b in shapes(), tiny in 1..3000_u64) {
        let lists = [&a, &b].map(|shapes| shapes.iter().collect::<Vec<_>>());
        let corners = [&a, &b].map(|shapes| shapes.iter().map(PlacedShape::corners).collect::<Vec<_>>());
        let [a, b] = [0, 1].map(|at| Pieces::new(&lists[at], &corners[at]));
        let deepest = -a.least_gap(&b, f64::NEG_INFINITY, 1000);
        prop_assume!(deepest > TOUCH);
        let within = |work| way_out_within(work, &a, &b, deepest);
        let WayOut::Found(depth) = within(u64::MAX) else { panic!("all the work there is") };
        let mut known = deepest;
        for work in [1, tiny, 10 * tiny, 100 * tiny, 1000 * tiny] {
            match within(work) {
                WayOut::AtLeast(least) => {
                    prop_assert!(known <= least && least <= depth, "{known}, {least} of {depth}");
                    known = least;
                }
                WayOut::Found(found) => prop_assert_eq!(found, depth),
            }
        }
        prop_assert_eq!(within(1), WayOut::AtLeast(deepest));
    }
}
