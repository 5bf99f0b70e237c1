//! Two masks at an offset, as every scan reads them.

use maskscope_core::geom::{Cell, IntRect, Offset, Size};
use maskscope_core::mask::{Mask, Prepared};
use maskscope_core::scan::{Hit, Pair, Visit};

fn dots(size: Size, cells: &[(u32, u32)]) -> Prepared {
    Prepared::new(Mask::from_fn(size, |x, y| cells.contains(&(x, y))))
}

fn full(size: Size) -> Prepared {
    Prepared::new(Mask::from_fn(size, |_, _| true))
}

#[test]
fn a_pair_reads_both_masks_by_its_own_cells() {
    let (a, b) = (dots(Size::new(5, 4), &[(3, 2)]), dots(Size::new(6, 3), &[(1, 1)]));
    let pair = Pair::new(&a, &b, Offset::new(2, 1)).expect("they overlap");
    assert_eq!((pair.size(), pair.in_a(1, 1), pair.in_b(1, 1)), (Size::new(3, 3), (3, 2), (1, 1)));
    assert!(pair.a_is_set(1, 1) && pair.b_is_set(1, 1) && !pair.a_is_set(0, 1) && !pair.b_is_set(1, 0));
    assert_eq!(pair.local_box_a(), IntRect { x: -2, y: -1, width: 5, height: 4 });
    assert_eq!(pair.local_box_b(), IntRect { x: 0, y: 0, width: 6, height: 3 });
    let hit = |cell, visit| pair.has_shared(Hit { visit, cell });
    assert!(hit(Some((1, 1)), Visit::cell(1, 1)) && !hit(Some((0, 1)), Visit::cell(0, 1)));
    assert!(hit(None, Visit { width: 3, ..Visit::cell(0, 1) }) && !hit(None, Visit { width: 3, ..Visit::cell(0, 0) }));
    assert!(Pair::new(&a, &b, Offset::new(5, 0)).is_none(), "edge to edge");
}

#[test]
fn a_hint_is_clamped_into_the_box() {
    let (a, b) = (full(Size::new(9, 9)), full(Size::new(5, 4)));
    let pair = Pair::new(&a, &b, Offset::new(2, 3)).expect("they overlap");
    assert_eq!((pair.hint, pair.hint_in_box()), (None, (2, 1)), "the middle");
    for ((x, y), expected) in [((4, 5), (2, 2)), ((0, 0), (0, 0)), ((8, 5), (4, 2)), ((3, 8), (1, 3))] {
        let hinted = pair.with_hint(Some(Cell::new(x, y)));
        assert_eq!((hinted.hint, hinted.hint_in_box()), (Some(Cell::new(x, y)), expected));
    }
}

#[test]
fn the_first_shared_row_is_found_in_its_columns() {
    let size = Size::new(70, 200);
    let (a, b) = (dots(size, &[(10, 150), (66, 20), (3, 160)]), full(size));
    let pair = Pair::new(&a, &b, Offset::default()).expect("they overlap");
    let around = |y: i64, height: u32| IntRect { x: 0, y, width: 70, height };
    let first = |x: u32, width: u32, shared| pair.first_shared_row(Visit { width, ..Visit::cell(x, 0) }, shared);
    assert_eq!(first(0, 64, around(0, 200)), Some(150));
    assert_eq!(first(64, 6, around(0, 200)), Some(20));
    assert_eq!(first(0, 10, around(0, 200)), Some(160));
    assert_eq!(first(11, 50, around(0, 200)), None);
    assert_eq!((first(0, 64, around(151, 49)), first(0, 64, around(100, 50))), (Some(160), None));
    let words: Vec<_> = pair.words_in(Visit { width: 70, ..Visit::cell(0, 20) }).collect();
    assert_eq!(words, [(0, u64::MAX), (0b100, 0b11_1111)]);
    assert_eq!(pair.shared_bits(Visit { width: 6, ..Visit::cell(64, 20) }), 0b100);
    assert_eq!(pair.shared_bits(Visit { width: 2, ..Visit::cell(64, 20) }), 0, "beyond its end");
}
