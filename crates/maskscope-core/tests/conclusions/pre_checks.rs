//! Pre-checks: their results, the safe ones that never miss, and the misses of the others.

use maskscope_core::{
    choice::Choice as _,
    geom::{Offset, Size},
    mask::{Mask, Prepared},
    scene::PreCheck,
    shape::Shape,
};
use proptest::prelude::*;

fn mask(text: &str) -> Prepared {
    text.parse::<Mask>().expect("a mask").into()
}

fn full(width: u32, height: u32) -> Prepared {
    Mask::from_fn(Size::new(width, height), |_, _| true).into()
}

/// Returns the results of all pre-checks, in their order.
fn all(a: &Prepared, b: &Prepared, x: i32, y: i32) -> Vec<bool> {
    PreCheck::ALL.iter().map(|check| check.hits(a, b, Offset::new(x, y))).collect()
}

#[test]
fn touching_edges_are_apart_but_for_the_inclusive_rule() {
    let square = full(4, 4);
    //                                          box   incl  always tight circle ellipse
    assert_eq!(all(&square, &square, 3, 0), [true, true, true, true, true, true]);
    assert_eq!(all(&square, &square, 4, 0), [false, true, true, false, false, false]);
    assert_eq!(all(&square, &square, -4, 4), [false, true, true, false, false, false]);
    assert_eq!(all(&square, &square, 5, 0), [false, false, true, false, false, false]);
    assert_eq!(all(&square, &square, i32::MAX, i32::MIN), [false, false, true, false, false, false]);
}

#[test]
fn what_only_corners_share_is_missed_by_circle_and_ellipse() {
    let square = full(10, 10);
    let offset = Offset::new(9, 9);
    assert!(square.overlap_area(&square, offset) == 1);
    assert_eq!(all(&square, &square, 9, 9), [true, true, true, true, false, false]);
}

#[test]
fn the_circle_is_as_wide_as_the_longer_side_and_the_ellipse_fills_the_box() {
    let plank = full(20, 2);
    assert_eq!(all(&plank, &plank, 0, 5), [false, false, true, false, true, false], "one below the other");
    assert_eq!(all(&plank, &plank, 18, 1), [true, true, true, true, true, false], "end to end, only corners");
}

#[test]
fn tight_boxes_know_the_solid_pixels() {
    let (a, b) = (mask("#...\n....\n...."), mask("..\n.#"));
    assert_eq!(all(&a, &b, 1, 1), [true, true, true, false, true, true]);
    assert!(PreCheck::TightBox.hits(&a, &b, Offset::new(-1, -1)));
    let clear = mask("...\n...");
    assert!(!PreCheck::TightBox.hits(&a, &clear, Offset::default()), "nothing solid, nothing to hit");
}

#[test]
fn empty_sprites_meet_nothing_but_the_always_true_rule() {
    let nothing = Prepared::new(Mask::new(Size::new(0, 5)));
    let answers = all(&nothing, &full(9, 9), 3, 3);
    let but_inclusive = [answers[0], answers[2], answers[3], answers[4], answers[5]];
    assert_eq!(but_inclusive, [false, true, false, false, false]);
}

#[test]
fn names_round_trip_and_nonsense_lists_them() {
    for &check in PreCheck::ALL {
        assert_eq!(PreCheck::named(check.name()), Ok(check));
    }
    let error = PreCheck::named("sphere").expect_err("no such pre-check").to_string();
    assert_eq!(error, "'sphere' is not one of box, box-inclusive, box-always, tight-box, circle, ellipse");
}

/// True if the point `(x, y)` lies in the oval of `a`, enlarged about its middle by `scale`.
fn is_in_oval(a: &Prepared, (x, y): (f64, f64), scale: f64) -> bool {
    let Some(Shape::Ellipse([centre_x, centre_y, rx, ry])) = PreCheck::Ellipse.shape(a) else { return false };
    let along = |at: f64, centre: f64, radius: f64| ((at - centre) / (radius * scale)).powi(2);
    along(x, centre_x, rx) + along(y, centre_y, ry) < 1.0
}

/// True if any of many points of B's ellipse lies in A's, both enlarged by `scale`.
fn ovals_share_a_sample(a: &Prepared, b: &Prepared, offset: Offset, scale: f64) -> bool {
    let Some(Shape::Ellipse([x, y, rx, ry])) = PreCheck::Ellipse.shape(b) else { return false };
    let (x, y) = (x + f64::from(offset.x), y + f64::from(offset.y));
    (0..=24)
        .flat_map(|ring| (0..180).map(move |step| (f64::from(ring) / 24.0, f64::from(step).to_radians() * 2.0)))
        .any(|(share, angle)| {
            let at = share * scale * 0.999_999;
            is_in_oval(a, (x + at * rx * angle.cos(), y + at * ry * angle.sin()), scale)
        })
}

prop_compose! {
    /// A mask of up to 12 × 12, from all clear to all set.
    fn small()(width in 1..13_u32, height in 1..13_u32, percent in prop_oneof![Just(4), Just(50), Just(100)], seed: u64)
        -> Prepared
    {
        let mut state = seed;
        Mask::from_fn(Size::new(width, height), |_, _| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % 100 < percent
        }).into()
    }
}

proptest! {
    #![proptest_config(crate::cases::cases(10_000))]

    #[test]
    fn safe_ones_never_miss(a in small(), b in small(), x in -13..13, y in -13..13) {
        let offset = Offset::new(x, y);
        if a.overlap_area(&b, offset) > 0 {
            for check in PreCheck::ALL.iter().copied().filter(|check| check.is_safe()) {
                prop_assert!(check.hits(&a, &b, offset), "{check} at {x},{y}:\n{:?}\n{:?}", a.mask(), b.mask());
            }
        }
    }

    #[test]
    fn the_tighter_implies_the_wider(a in small(), b in small(), x in -26..26, y in -26..26) {
        let hits = |check: PreCheck| check.hits(&a, &b, Offset::new(x, y));
        for (tighter, wider) in [
            (PreCheck::TightBox, PreCheck::Box),
            (PreCheck::Box, PreCheck::BoxInclusive),
            (PreCheck::BoxInclusive, PreCheck::BoxAlways),
            (PreCheck::Ellipse, PreCheck::Box),
            (PreCheck::Ellipse, PreCheck::Circle),
        ] {
            prop_assert!(!hits(tighter) || hits(wider), "{tighter} without {wider} at {x},{y}");
        }
    }

    #[test]
    fn both_sprites_are_treated_alike(a in small(), b in small(), x in -26..26, y in -26..26) {
        for &check in PreCheck::ALL {
            prop_assert_eq!(check.hits(&a, &b, Offset::new(x, y)), check.hits(&b, &a, Offset::new(-x, -y)), "{}", check);
        }
    }
}

proptest! {
    #![proptest_config(crate::cases::cases(2_000))]

    #[test]
    fn ellipses_overlap_where_sampling_says_so(a in small(), b in small(), x in -13..13, y in -13..13) {
        let offset = Offset::new(x, y);
        let hits = PreCheck::Ellipse.hits(&a, &b, offset);
        prop_assert!(hits || !ovals_share_a_sample(&a, &b, offset, 1.0), "a shared point, but no overlap at {x},{y}");
        prop_assert!(!hits || ovals_share_a_sample(&a, &b, offset, 1.05), "overlap without a shared point at {x},{y}");
    }
}
