//! Every scan against the brute-force truth, and every visit order against a grid written by hand.

use std::num::NonZeroU32;

use maskscope::{
    files::{Order, sample_pairs, sample_sprite},
    geom::{Cell, IntRect, Offset, Size},
    mask::{Mask, Prepared, overlap_box, truth::Truth},
    scan::{Channels, Count, Hit, Outcome, Scan, Step, StripeWidth, Trace, Visit},
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
        Scan::Cross { revisit: true },
        Scan::X { revisit: true },
        Scan::SummedArea { granularity: n(4) },
        Scan::Channels(Channels { union: true, ..Channels::default() }),
        Scan::Channels(Channels { as_written: true, ..Channels::default() }),
        Scan::Stripes(StripeWidth::W32),
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
    assert!(hit.is_some() || count.visits > 0, "{}", case());
    if visits_each_cell_once(scan) {
        assert!(count.cells <= shared.area(), "{}", case());
    }
    // Coarse rectangles may claim a hit that is not there, but never miss one; every other scan may miss at most.
    let may_claim = matches!(scan, Scan::SummedArea { .. }) && !scan.is_exact();
    assert!(!may_claim || hit.is_some() || !truth.masks_overlap(), "{}", case());
    let Some(hit) = hit else { return };
    let visit = hit.visit.in_space_of(shared);
    assert_eq!(visit.intersection(shared), Some(visit), "{}", case());
    if let Some((x, y)) = hit.cell {
        let cell = Cell::new(x.into(), y.into()) + shared.origin();
        assert!(a.mask().get_cell(cell) && b.mask().get_cell(cell - offset.cell()), "{}", case());
        assert!(visit.contains(cell), "{}", case());
    } else if !may_claim {
        let is_shared = |x, y| a.mask().get_cell(Cell::new(x, y)) && b.mask().get_cell(Cell::new(x, y) - offset.cell());
        let mut rows = visit.y..visit.bottom();
        assert!(rows.any(|y| (visit.x..visit.right()).any(|x| is_shared(x, y))), "{}", case());
    }
    match scan {
        Scan::Stripes(width) => assert_eq!(first_hit(hit, shared), pygame_first_hit(a, b, offset, width), "{}", case()),
        Scan::Channels(_) => {
            assert_eq!((first_hit(hit, shared), Some(visit)), (truth.first, truth.bounds), "{}", case());
        }
        _ => {}
    }
}

fn visits_each_cell_once(scan: Scan) -> bool {
    match scan {
        Scan::Cross { revisit } | Scan::X { revisit } => !revisit,
        Scan::Channels(channels) => !channels.union,
        Scan::SummedArea { .. } | Scan::Blocks => false,
        _ => true,
    }
}

fn first_hit(hit: Hit, shared: IntRect) -> Option<Cell> {
    hit.cell.map(|(x, y)| Cell::new(x.into(), y.into()) + shared.origin())
}

/// The first shared cell in the order of pygame's masks, from its definition: of all shared cells the one with the least
/// (stripe in the right-most mask, stripe in the left-most mask, y, x).
fn pygame_first_hit(a: &Prepared, b: &Prepared, offset: Offset, width: StripeWidth) -> Option<Cell> {
    let shared = overlap_box(a.mask().size(), b.mask().size(), offset)?;
    let cells = (shared.y..shared.bottom()).flat_map(|y| (shared.x..shared.right()).map(move |x| Cell::new(x, y)));
    let both = cells.filter(|&cell| a.mask().get_cell(cell) && b.mask().get_cell(cell - offset.cell()));
    let stripe = i64::from(width.columns());
    both.min_by_key(|cell| {
        let (in_a, in_b) = (cell.x / stripe, (cell.x - i64::from(offset.x)) / stripe);
        // At an offset of 0, A counts as the left-most.
        let (right_most, left_most) = if offset.x >= 0 { (in_b, in_a) } else { (in_a, in_b) };
        (right_most, left_most, cell.y, cell.x)
    })
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
    #![proptest_config(ProptestConfig { cases: 100_000, failure_persistence: None, ..ProptestConfig::default() })]

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

        let overlap = a.overlap(&b, offset);
        prop_assert_eq!(overlap.as_ref().map(Mask::size), truth.overlap_box.map(IntRect::size));
        let in_a = |cell: Cell| cell + truth.overlap_box.unwrap_or_default().origin();
        prop_assert_eq!(overlap.as_ref().map_or(0, Mask::count), truth.area);
        prop_assert_eq!(overlap.as_ref().and_then(Mask::first).map(in_a), truth.first);

        let collision = Collision::of(&Prepared::new(a.clone()), &Prepared::new(b.clone()), offset);
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
fn cross_begins_with_the_middle_row() {
    assert_order("cross", "7 8 5 9 10 \n 0 1 2 3 4 \n 11 12 6 13 14");
    assert_order("cross", "7 4 8 9 \n 0 1 2 3 \n 10 5 11 12 \n 13 6 14 15");
    assert_order("cross", "0 1 2 3 4");
    assert_order("cross", "1 \n 2 \n 0 \n 3 \n 4");
    assert_order("cross", "0 1 \n 2 3");
}

#[test]
fn x_begins_with_the_diagonals() {
    assert_order("x", "0 2 9 3 1 \n 10 6 4 5 11 \n 8 12 13 14 7");
    assert_order("x", "0 8 9 1 \n 10 2 3 11 \n 12 5 4 13 \n 7 14 15 6");
    assert_order("x", "0 5 1 \n 6 2 7 \n 4 8 3");
    assert_order("x", "0 2 4 3 1");
    assert_order("x", "0 \n 1 \n 2 \n 3 \n 4");
}

#[test]
fn revisiting_looks_at_everything_after_the_shape() {
    let (a, b) = checkerboard(Size::new(5, 3));
    for (scan, visits) in [("cross:revisit", 7 + 15), ("x:revisit", 9 + 15)] {
        let mut trace = Trace::with_limit(99);
        scan.parse::<Scan>().expect("a scan").run(&a, &b, Offset::default(), None, &mut trace);
        assert_eq!(trace.count().visits, visits, "{scan}");
        let sweep = &trace.visits()[trace.visits().len() - 15..];
        assert!(sweep.iter().copied().eq((0..3).flat_map(|y| (0..5).map(move |x| Visit::cell(x, y)))), "{scan}");
    }
}

#[test]
fn hilbert_skips_what_lies_outside_the_box() {
    assert_order("hilbert", "0 3 \n 1 2");
    assert_order("hilbert", "0 1 14 15 \n 3 2 13 12 \n 4 7 8 11 \n 5 6 9 10");
    assert_order("hilbert", "0 1 8 \n 3 2 7 \n 4 5 6");
    assert_order("hilbert", "0 1 2 3 4");
    assert_order("hilbert", "0 \n 1 \n 2 \n 3 \n 4");
}

#[test]
fn last_hit_starts_in_the_middle_or_at_the_hint() {
    assert_order("last-hit", "14 1 2 3 9 \n 13 8 0 4 10 \n 12 7 6 5 11");
    assert_order("last-hit", "0 1 \n 3 2");
    let (a, b) = checkerboard(Size::new(5, 3));
    let first = |offset: Offset, hint: Cell| {
        let mut trace = Trace::with_limit(1);
        Scan::LastHit.run(&a, &b, offset, Some(hint), &mut trace);
        (trace.visits()[0].x, trace.visits()[0].y)
    };
    // The hint is a pixel of A; the box begins at the offset, and a hint outside it is clamped into it.
    assert_eq!(first(Offset::new(1, 1), Cell::new(3, 2)), (2, 1));
    assert_eq!(first(Offset::new(1, 1), Cell::new(0, 0)), (0, 0));
    assert_eq!(first(Offset::new(1, 1), Cell::new(i64::MAX / 2, 1)), (3, 0));
    assert_eq!(first(Offset::new(-2, 0), Cell::new(4, -9)), (2, 0));
}

#[test]
fn stripes_are_cut_where_a_stripe_of_either_mask_ends() {
    assert_order("stripes", "0 0 0 0 0 \n 1 1 1 1 1 \n 2 2 2 2 2");
    let (a, b) = (Prepared::new(Mask::new(Size::new(200, 3))), Prepared::new(Mask::new(Size::new(130, 2))));
    let mut trace = Trace::with_limit(99);
    Scan::Stripes(StripeWidth::W64).run(&a, &b, Offset::new(30, 1), None, &mut trace);
    let visits: Vec<_> = trace.visits().iter().map(|visit| (visit.x, visit.y, visit.width)).collect();
    let runs = [(0, 34), (34, 30), (64, 34), (98, 30), (128, 2)];
    let expected: Vec<_> = runs.iter().flat_map(|&(x, width)| [(x, 0, width), (x, 1, width)]).collect();
    assert_eq!(visits, expected);
}

#[test]
fn summed_area_halves_the_longer_side() {
    let (a, b) = checkerboard(Size::new(3, 2));
    let mut trace = Trace::with_limit(99);
    Scan::SummedArea { granularity: n(1) }.run(&a, &b, Offset::default(), None, &mut trace);
    let visits: Vec<_> =
        trace.visits().iter().map(|v| [v.x, v.y, v.width.cast_signed(), v.height.cast_signed()]).collect();
    let expected = [
        [0, 0, 3, 2],
        [0, 0, 1, 2],
        [0, 0, 1, 1],
        [0, 1, 1, 1],
        [1, 0, 2, 2],
        [1, 0, 1, 2],
        [1, 0, 1, 1],
        [1, 1, 1, 1],
        [2, 0, 1, 2],
        [2, 0, 1, 1],
        [2, 1, 1, 1],
    ];
    assert_eq!(visits, expected);
    let is_cell = |visit: &[i32; 4]| visit[2] * visit[3] == 1;
    let decided = visits.iter().map(|visit| if is_cell(visit) { Outcome::Miss } else { Outcome::Split });
    assert!(trace.outcomes().iter().copied().eq(decided));
}

#[test]
fn summed_area_accepts_by_pigeonhole_and_coarsely() {
    let prepared = |text: &str| Prepared::new(text.parse().expect("a mask"));
    let (a, b) = (prepared("##.\n##."), prepared(".##\n###"));
    let run = |granularity| {
        let mut trace = Trace::with_limit(99);
        let hit = Scan::SummedArea { granularity: n(granularity) }.run(&a, &b, Offset::default(), None, &mut trace);
        (hit.expect("they overlap"), trace.outcomes().to_vec())
    };
    let (hit, outcomes) = run(1);
    assert_eq!((hit.visit.width, hit.visit.height, hit.cell), (3, 2, None), "4 and 5 of 6 cells must share one");
    assert_eq!(outcomes, [Outcome::Hit]);
    // Apart in fact, but a coarse look cannot tell.
    let (a, b) = checkerboard(Size::new(4, 4));
    let coarse = Scan::SummedArea { granularity: n(4) };
    assert!(coarse.run(&a, &b, Offset::default(), None, &mut Count::default()).is_some_and(|hit| hit.cell.is_none()));
}

#[test]
fn blocks_lie_on_the_grid_of_a_and_skip_what_is_empty() {
    let a = Prepared::new(Mask::new(Size::new(20, 2)).inverted());
    let b = Prepared::new(Mask::from_fn(Size::new(20, 2), |x, y| (x, y) == (14, 0)));
    let mut trace = Trace::with_limit(99);
    let hit = Scan::Blocks.run(&a, &b, Offset::new(5, 0), None, &mut trace).expect("they overlap");
    let large: Vec<_> = trace.visits().iter().filter(|visit| visit.cells() > 1).map(|v| (v.x, v.width)).collect();
    // The box, then A's blocks of columns 5 to 7, 8 to 15 and 16 to 19; the first holds nothing of B's.
    assert_eq!(large, [(0, 15), (0, 3), (3, 8), (11, 4)]);
    assert_eq!((hit.cell, trace.count().visits), (Some((14, 0)), 1 + 1 + (1 + 16) + (1 + 4)));
    let (a, b) = (Prepared::new(Mask::new(Size::new(200, 200))), a);
    assert_eq!(Scan::Blocks.run(&a, &b, Offset::new(60, 60), None, &mut trace), None);
}

#[test]
fn channels_read_everything_and_answer_with_bounds() {
    assert_order("channels", "0 1 2 3 4 \n 5 6 7 8 9 \n 10 11 12 13 14");
    let full = |width, height| Prepared::new(Mask::new(Size::new(width, height)).inverted());
    let (a, b) = (full(4, 3), full(4, 4));
    let run = |name: &str, offset| {
        let mut trace = Trace::with_limit(99);
        let hit = name.parse::<Scan>().expect("a scan").run(&a, &b, offset, None, &mut trace);
        (hit, trace.count().visits, trace.visits()[0])
    };
    let bounds = Visit { width: 2, height: 1, ..Visit::cell(0, 0) };
    let (hit, visits, _) = run("channels", Offset::new(2, 2));
    assert_eq!(hit, Some(Hit { visit: bounds, cell: Some((0, 0)) }));
    assert_eq!(visits, 2);
    // The union of both boxes reaches 2 cells left of the overlap and 2 above it.
    let (hit, visits, first) = run("channels:union", Offset::new(2, 2));
    assert_eq!(hit.map(|hit| hit.visit), Some(bounds));
    assert_eq!((visits, first.x, first.y), (6 * 6, -2, -2));
}

#[test]
fn as_written_loses_a_match_that_lies_only_in_the_corner() {
    let full = |side| Prepared::new(Mask::new(Size::new(side, side)).inverted());
    let (a, b) = (full(3), full(3));
    let run = |name: &str, x| {
        name.parse::<Scan>().expect("a scan").run(&a, &b, Offset::new(x, 2), None, &mut Count::default())
    };
    assert!(run("channels", 2).is_some() && run("channels:as-written", 2).is_none());
    assert!(run("channels:as-written", 1).is_some());
}

#[test]
fn the_sizes_of_every_shape_are_covered() {
    for (width, height) in [(1, 1), (1, 9), (9, 1), (2, 2), (3, 3), (4, 4), (5, 3), (30, 30), (65, 7)] {
        let size = Size::new(width, height);
        let (a, b) = checkerboard(size);
        for scan in scans().into_iter().filter(|scan| scan.is_exact()) {
            let order = Order { scan, a: &a, b: &b, offset: Offset::default() };
            let mut trace = Trace::with_limit(100_000);
            assert_eq!(order.run(&mut trace), None);
            if visits_each_cell_once(scan) {
                assert_eq!(trace.count().cells, size.area(), "{scan} in {size}");
            }
            assert!(!order.to_text().contains('.'), "{scan} in {size}:\n{}", order.to_text());
        }
    }
}

#[test]
fn exact_scans_visit_every_cell_once() {
    for (width, height) in (1..=12).flat_map(|width| (1..=12).map(move |height| (width, height))) {
        let size = Size::new(width, height);
        let (a, b) = checkerboard(size);
        for scan in scans().into_iter().filter(|scan| scan.is_exact()) {
            let mut count = Count::default();
            let order = Order { scan, a: &a, b: &b, offset: Offset::default() };
            assert_eq!(order.run(&mut count), None);
            // As many cells as there are, and none left out: each once.
            if visits_each_cell_once(scan) {
                assert_eq!(count.cells, size.area(), "{scan} in {size}");
            }
            assert!(!order.to_text().contains('.'), "{scan} in {size}:\n{}", order.to_text());
        }
    }
}
