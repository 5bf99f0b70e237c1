//! The misreadings of the articles in the test of a pixel: they find every shared pixel, and report others besides.

use maskscope_core::{
    geom::{Offset, Size},
    mask::{Mask, Prepared},
    scan::{Count, Hit, NoProbe, Rows, Scan},
};
use proptest::prelude::*;

fn mask(text: &str) -> Prepared {
    text.parse::<Mask>().expect("a mask").into()
}

fn first_hit(misreading: Rows, a: &Prepared, b: &Prepared) -> Option<(u32, u32)> {
    let hit: Option<Hit> = Scan::Rows(misreading).run(a, b, Offset::default(), None, &mut NoProbe);
    hit.and_then(|hit| hit.cell)
}

#[test]
fn two_clear_pixels_are_equal() {
    assert_eq!(first_hit(Rows::EqualZeros, &mask("#.#"), &mask(".##")), Some((2, 0)), "both set");
    assert_eq!(first_hit(Rows::EqualZeros, &mask("#.#"), &mask("..#")), Some((1, 0)), "both clear: wrong");
    assert_eq!(first_hit(Rows::EqualZeros, &mask("#.#"), &mask(".#.")), None);
}

#[test]
fn one_set_bit_answers_for_all_below_it_in_its_word() {
    let (a, b) = (mask("...#...."), mask(".....#.."));
    assert_eq!(first_hit(Rows::Logical, &a, &b), Some((0, 0)), "bits 3 and 5 answer for bit 0");
    assert_eq!(first_hit(Rows::Logical, &a, &mask("........")), None);
    let at = |n: u32| Prepared::new(Mask::from_fn(Size::new(40, 1), |x, _| x == n));
    assert_eq!(first_hit(Rows::Logical, &at(31), &at(32)), None, "no word holds bits of both");
    assert_eq!(first_hit(Rows::Logical, &at(33), &at(35)), Some((32, 0)), "the word begins at 32");
}

prop_compose! {
    fn small()(width in 1..40_u32, height in 1..5_u32, percent in 0..101_u64, seed: u64) -> Prepared {
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
    fn a_misreading_never_misses_and_never_comes_later(a in small(), b in small(), x in -40..40, y in -5..5) {
        let offset = Offset::new(x, y);
        let visits = |scan: Scan| {
            let mut count = Count::default();
            let hit = scan.run(&a, &b, offset, None, &mut count);
            (hit.is_some(), count.visits)
        };
        let (hits, all) = visits(Scan::ROWS);
        for scan in [Rows::EqualZeros, Rows::Logical].map(Scan::Rows) {
            let (sees, looks) = visits(scan);
            prop_assert!(sees || !hits, "{scan} misses");
            prop_assert!(looks <= all, "{scan}");
        }
    }
}
