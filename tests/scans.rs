//! Every scan against the brute-force truth, and every visit order against a grid written by hand.

use std::num::NonZeroU32;

use maskscope::{
    files::{Order, sample_pairs, sample_sprite},
    geom::{Cell, IntRect, Offset, Size},
    mask::{Mask, Prepared, overlap_box, truth::Truth},
    scan::{Count, Scan, Step, Trace, Visit},
    scene::Collision,
};
use proptest::prelude::*;

fn n(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).expect("not zero")
}

/// Each scan with its defaults, and more with other parameters.
fn scans() -> Vec<Scan> {
    let more = [
        Scan::Incremental(Step::Divisor(n(1))),
        Scan::Incremental(Step::Divisor(n(7))),
        Scan::Incremental(Step::Cells(n(7))),
        Scan::EdgeIn { increment: n(5) },
        Scan::CenterOut { increment: n(3) },
        Scan::Sample { every: n(1) },
        Scan::Sample { every: n(3) },
    ];
    Scan::ALL.into_iter().chain(more).collect()
}

/// Black and white cells of a checkerboard: nothing is shared, so an exact scan visits everything.
fn checkerboard(size: Size) -> (Prepared, Prepared) {
    let black = Mask::from_fn(size, |x, y| (x + y) % 2 == 0);
    let white = black.inverted();
    (black.into(), white.into())
}

/// What `scan` says with B at `offset` must fit the truth.
fn assert_fits(scan: Scan, a: &Prepared, b: &Prepared, offset: Offset, truth: &Truth) {
    let mut count = Count::default();
    let hit = scan.run(a, b, offset, None, &mut count);
    let case = || format!("{scan} at {},{}: {hit:?}, {truth:?}", offset.x, offset.y);
    if scan.is_exact() {
        assert_eq!(hit.is_some(), truth.masks_overlap(), "{}", case());
    }
    let Some(shared) = truth.overlap_box else {
        assert_eq!((hit, count), (None, Count::default()), "{}", case());
        return;
    };
    assert!(count.cells <= shared.area() && (hit.is_some() || count.visits > 0), "{}", case());
    // An approximate scan may miss, but every hit is a cell that both have set, inside the visit that decided.
    if let Some(hit) = hit {
        let (x, y) = hit.cell.expect("each of these scans names its cell");
        let cell = Cell::new(x.into(), y.into()) + shared.origin();
        assert!(a.mask().get_cell(cell) && b.mask().get_cell(cell - offset.cell()), "{}", case());
        assert!(hit.visit.in_space_of(shared).contains(cell), "{}", case());
    }
}

#[test]
fn every_scan_fits_the_truth_at_every_offset_of_every_sample_pair() {
    for pair in sample_pairs() {
        let [a, b] = [&pair.a, &pair.b].map(|name| sample_sprite(name).expect("a sample"));
        let (a, b) = (a.mask(), b.mask());
        let side = |n: u32| i32::try_from(n).expect("a small sprite");
        let (a_size, b_size) = (a.mask().size(), b.mask().size());
        for y in -side(b_size.height)..=side(a_size.height) {
            for x in -side(b_size.width)..=side(a_size.width) {
                let offset = Offset::new(x, y);
                let truth = Truth::of(a.mask(), b.mask(), offset);
                for scan in Scan::ALL {
                    assert_fits(scan, a, b, offset, &truth);
                }
            }
        }
    }
}

/// A side around nothing, one, a word and two words.
fn side() -> impl Strategy<Value = u32> {
    prop_oneof![Just(0), Just(1), 2..6_u32, 61..67_u32, 126..131_u32]
}

prop_compose! {
    /// A mask of any such size, from all clear over sparse and dense to all set.
    fn mask()(width in side(), height in side(), percent in prop_oneof![Just(0), Just(1), 2..99_u64, Just(100)], seed: u64)
        -> Mask
    {
        let mut state = seed;
        Mask::from_fn(Size::new(width, height), |_, _| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % 100 < percent
        })
    }
}

/// One coordinate of an offset: mostly near, at times anywhere, at times at the ends of `i32`.
fn coordinate() -> impl Strategy<Value = i32> {
    prop_oneof![8 => -132..132_i32, 1 => any::<i32>(), 1 => prop::sample::select(vec![i32::MIN, -65, -64, -63, 63, 64, 65, i32::MAX])]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_scan_fits_the_truth(a in mask(), b in mask(), x in coordinate(), y in coordinate()) {
        let offset = Offset::new(x, y);
        let truth = Truth::of(&a, &b, offset);
        let (a, b) = (Prepared::new(a), Prepared::new(b));
        for scan in scans() {
            assert_fits(scan, &a, &b, offset, &truth);
        }
    }

    #[test]
    fn overlaps_fit_the_truth(a in mask(), b in mask(), x in coordinate(), y in coordinate()) {
        let offset = Offset::new(x, y);
        let truth = Truth::of(&a, &b, offset);
        prop_assert_eq!(overlap_box(a.size(), b.size(), offset), truth.overlap_box);
        prop_assert_eq!(a.overlap_area(&b, offset), truth.area);

        let overlap = a.overlap(&b, offset);
        prop_assert_eq!(overlap.as_ref().map(Mask::size), truth.overlap_box.map(IntRect::size));
        let in_a = |cell: Cell| cell + truth.overlap_box.unwrap_or_default().origin();
        prop_assert_eq!(overlap.as_ref().map_or(0, Mask::count), truth.area);
        prop_assert_eq!(overlap.as_ref().and_then(Mask::first).map(in_a), truth.first);

        let collision = Collision::of(&a, &b, offset);
        prop_assert_eq!(collision.overlap_bounds, truth.bounds);
        prop_assert_eq!((collision.overlap_box, collision.overlap_area), (truth.overlap_box, truth.area));
    }
}

/// Asserts the visit order of the scan `name` in the box that `grid`, ranks from 0, is as large as.
fn assert_order(name: &str, grid: &str) {
    let rows: Vec<Vec<&str>> = grid.trim().lines().map(|row| row.split_whitespace().collect()).collect();
    let size = Size::new(u32::try_from(rows[0].len()).expect("small"), u32::try_from(rows.len()).expect("small"));
    let (a, b) = checkerboard(size);
    let scan = name.parse().expect("a scan");
    let order = Order { scan, a: &a, b: &b, offset: Offset::default() }.to_text();
    let ranks: Vec<Vec<&str>> = order.lines().map(|row| row.split_whitespace().collect()).collect();
    assert_eq!(ranks, rows, "{name} in a box of {size}:\n{order}");
}

#[test]
fn rows_and_columns() {
    assert_order("rows", " 0  1  2  3  4 \n 5  6  7  8  9 \n 10 11 12 13 14");
    assert_order("columns", " 0  3  6  9 12 \n 1  4  7 10 13 \n 2  5  8 11 14");
    for scan in ["rows", "columns"] {
        assert_order(scan, "0 1 2 3 4");
        assert_order(scan, "0 \n 1 \n 2 \n 3 \n 4");
    }
    assert_order("rows", "0 1 \n 2 3");
    assert_order("columns", "0 2 \n 1 3");
}

#[test]
fn incremental_by_thirds() {
    assert_order("incremental", "0 9 1 10 2 \n 3 11 4 12 5 \n 6 13 7 14 8");
    assert_order("incremental", "0 4 1 5 \n 8 12 9 13 \n 2 6 3 7 \n 10 14 11 15");
    assert_order("incremental", "0 3 1 4 2");
    assert_order("incremental", "0 \n 3 \n 1 \n 4 \n 2");
    assert_order("incremental", "0 1 \n 2 3");
}

#[test]
fn incremental_by_other_steps() {
    assert_order("incremental:1", "0 1 2 \n 3 4 5");
    assert_order("incremental:2px", "0 6 1 7 2 \n 10 13 11 14 12 \n 3 8 4 9 5");
    assert_order("incremental:9px", "0 1 2 \n 3 4 5");
}

#[test]
fn incremental_in_30_by_30_begins_and_ends_as_the_article_says() {
    let (a, b) = checkerboard(Size::new(30, 30));
    let mut trace = Trace::with_limit(900);
    let scan: Scan = "incremental".parse().expect("a scan");
    scan.run(&a, &b, Offset::default(), None, &mut trace);
    let first = [(0, 0), (10, 0), (20, 0), (0, 10), (10, 10), (20, 10), (0, 20), (10, 20), (20, 20), (1, 0)];
    assert_eq!(trace.visits()[..10], first.map(|(x, y)| Visit::cell(x, y)));
    assert_eq!(trace.visits().last(), Some(&Visit::cell(29, 29)));
    assert_eq!(trace.visits().len(), 900);
}

#[test]
fn combined_is_columns_in_a_tiny_box_only() {
    assert_order("combined", "0 2 \n 1 3");
    assert_order("combined", "0 3 6 \n 1 4 7 \n 2 5 8");
    assert_order("combined", "0 4 1 5 \n 8 12 9 13 \n 2 6 3 7 \n 10 14 11 15");
    assert_order("combined", "0 9 1 10 2 \n 3 11 4 12 5 \n 6 13 7 14 8");
    assert_order("combined", "0 \n 3 \n 1 \n 4 \n 2");
    assert_order("combined", "0 3 1 4 2");
}

#[test]
fn edge_in_is_a_clockwise_spiral() {
    assert_order("edge-in", "0 1 2 3 4 \n 11 12 13 14 5 \n 10 9 8 7 6");
    assert_order("edge-in", "0 1 2 3 \n 11 12 13 4 \n 10 15 14 5 \n 9 8 7 6");
    assert_order("edge-in", "0 1 2 3 4");
    assert_order("edge-in", "0 \n 1 \n 2 \n 3 \n 4");
    assert_order("edge-in", "0 1 \n 3 2");
    assert_order("edge-in:2", "0 8 1 9 2 \n 13 6 14 7 10 \n 5 12 4 11 3");
    assert_order("edge-in:3", "0 6 11 1 \n 14 4 10 7 \n 9 5 15 12 \n 3 13 8 2");
}

#[test]
fn center_out_is_the_spiral_backwards() {
    assert_order("center-out", "14 13 12 11 10 \n 3 2 1 0 9 \n 4 5 6 7 8");
    assert_order("center-out", "15 14 13 12 \n 4 3 2 11 \n 5 0 1 10 \n 6 7 8 9");
    assert_order("center-out", "4 3 2 1 0");
    assert_order("center-out", "4 \n 3 \n 2 \n 1 \n 0");
    assert_order("center-out", "3 2 \n 0 1");
    assert_order("center-out:2", "7 14 6 13 5 \n 9 1 8 0 12 \n 2 10 3 11 4");
}

#[test]
fn sample_visits_a_lattice() {
    assert_order("sample", "0 . . . . \n . . . . . \n . . . . .");
    assert_order("sample", "0 . . . . . . . . . 1");
    assert_order("sample:2", "0 . 1 . 2 \n . . . . . \n 3 . 4 . 5");
    assert_order("sample:3", "0 . . 1 \n . . . . \n . . . . \n 2 . . 3");
    assert_order("sample:1", "0 1 \n 2 3");
}

#[test]
fn words_visits_a_row_at_once() {
    assert_order("words", "0 0 0 0 0 \n 1 1 1 1 1 \n 2 2 2 2 2");
    assert_order("words", "0 \n 1 \n 2");
}

#[test]
fn words_are_cut_at_multiples_of_64_of_a() {
    let (a, b) = (Prepared::new(Mask::new(Size::new(200, 2))), Prepared::new(Mask::new(Size::new(130, 1))));
    let visits = |x| {
        let mut trace = Trace::with_limit(99);
        Scan::Words.run(&a, &b, Offset::new(x, 1), None, &mut trace);
        trace.visits().iter().map(|visit| (visit.x, visit.width)).collect::<Vec<_>>()
    };
    assert_eq!(visits(30), [(0, 34), (34, 64), (98, 32)]);
    assert_eq!(visits(64), [(0, 64), (64, 64), (128, 2)]);
    assert_eq!(visits(63), [(0, 1), (1, 64), (65, 64), (129, 1)]);
    assert_eq!(visits(-129), [(0, 1)]);
    assert_eq!(visits(199), [(0, 1)]);
}

#[test]
fn exact_scans_visit_every_cell_once() {
    for (width, height) in (1..=12).flat_map(|width| (1..=12).map(move |height| (width, height))) {
        let size = Size::new(width, height);
        let (a, b) = checkerboard(size);
        for scan in scans().into_iter().filter(|scan| scan.is_exact()) {
            let mut count = Count::default();
            let order = Order { scan, a: &a, b: &b, offset: Offset::default() };
            assert!(!order.run(&mut count));
            // As many cells as there are, and none left out: each once.
            assert_eq!(count.cells, size.area(), "{scan} in {size}");
            assert!(!order.to_text().contains('.'), "{scan} in {size}:\n{}", order.to_text());
        }
    }
}
