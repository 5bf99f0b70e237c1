//! The visit order of every strategy, compared with a grid written by hand.

use std::num::NonZeroU32;

use maskscope::files::VisitOrder;
use maskscope_core::{
    geom::{Cell, Offset, Size},
    mask::{Mask, Prepared},
    scan::{Blocks, Count, Hit, LastHit, Scan, Stripes, SummedArea, Trace, Visit, VisitOutcome, Words},
};

/// Orders written by hand: the rank of the first visit of each cell, from 0 and row by row; `.` for a cell without a
/// visit.
const ORDERS: &[(&str, &str)] = &[
    ("rows", "0 1 2 3 4 / 5 6 7 8 9 / 10 11 12 13 14"),
    ("rows", "0 1 2 3 4"),
    ("rows", "0 / 1 / 2 / 3 / 4"),
    ("rows", "0 1 / 2 3"),
    ("columns", "0 3 6 9 12 / 1 4 7 10 13 / 2 5 8 11 14"),
    ("columns", "0 1 2 3 4"),
    ("columns", "0 / 1 / 2 / 3 / 4"),
    ("columns", "0 2 / 1 3"),
    ("incremental", "0 9 1 10 2 / 3 11 4 12 5 / 6 13 7 14 8"),
    ("incremental", "0 4 1 5 / 8 12 9 13 / 2 6 3 7 / 10 14 11 15"),
    ("incremental", "0 3 1 4 2"),
    ("incremental", "0 / 3 / 1 / 4 / 2"),
    ("incremental", "0 1 / 2 3"),
    ("incremental:1", "0 1 2 / 3 4 5"),
    ("incremental:2px", "0 6 1 7 2 / 10 13 11 14 12 / 3 8 4 9 5"),
    ("incremental:9px", "0 1 2 / 3 4 5"),
    // By columns if both sides are below 4, otherwise by thirds.
    ("combined", "0 2 / 1 3"),
    ("combined", "0 3 6 / 1 4 7 / 2 5 8"),
    ("combined", "0 4 1 5 / 8 12 9 13 / 2 6 3 7 / 10 14 11 15"),
    ("combined", "0 9 1 10 2 / 3 11 4 12 5 / 6 13 7 14 8"),
    ("combined", "0 / 3 / 1 / 4 / 2"),
    ("combined", "0 3 1 4 2"),
    ("edge-in", "0 1 2 3 4 / 11 12 13 14 5 / 10 9 8 7 6"),
    ("edge-in", "0 1 2 3 / 11 12 13 4 / 10 15 14 5 / 9 8 7 6"),
    ("edge-in", "0 1 2 3 4"),
    ("edge-in", "0 / 1 / 2 / 3 / 4"),
    ("edge-in", "0 1 / 3 2"),
    ("edge-in:2", "0 8 1 9 2 / 13 6 14 7 10 / 5 12 4 11 3"),
    ("edge-in:3", "0 6 11 1 / 14 4 10 7 / 9 5 15 12 / 3 13 8 2"),
    ("center-out", "14 13 12 11 10 / 3 2 1 0 9 / 4 5 6 7 8"),
    ("center-out", "15 14 13 12 / 4 3 2 11 / 5 0 1 10 / 6 7 8 9"),
    ("center-out", "4 3 2 1 0"),
    ("center-out", "4 / 3 / 2 / 1 / 0"),
    ("center-out", "3 2 / 0 1"),
    ("center-out:2", "7 14 6 13 5 / 9 1 8 0 12 / 2 10 3 11 4"),
    ("cross", "7 8 5 9 10 / 0 1 2 3 4 / 11 12 6 13 14"),
    ("cross", "7 4 8 9 / 0 1 2 3 / 10 5 11 12 / 13 6 14 15"),
    ("cross", "0 1 2 3 4"),
    ("cross", "1 / 2 / 0 / 3 / 4"),
    ("cross", "0 1 / 2 3"),
    ("x", "0 2 9 3 1 / 10 6 4 5 11 / 8 12 13 14 7"),
    ("x", "0 8 9 1 / 10 2 3 11 / 12 5 4 13 / 7 14 15 6"),
    ("x", "0 5 1 / 6 2 7 / 4 8 3"),
    ("x", "0 2 4 3 1"),
    ("x", "0 / 1 / 2 / 3 / 4"),
    ("sample", "0 . . . . / . . . . . / . . . . ."),
    ("sample", "0 . . . . . . . . . 1"),
    ("sample:2", "0 . 1 . 2 / . . . . . / 3 . 4 . 5"),
    ("sample:3", "0 . . 1 / . . . . / . . . . / 2 . . 3"),
    ("sample:1", "0 1 / 2 3"),
    // The first visit is of the whole box.
    ("summed-area", "0 0 0 / 0 0 0"),
    ("channels", "0 1 2 3 4 / 5 6 7 8 9 / 10 11 12 13 14"),
    // A visit is a row.
    ("words", "0 0 0 0 0 / 1 1 1 1 1 / 2 2 2 2 2"),
    ("words", "0 / 1 / 2"),
    // A visit is a row of a stripe.
    ("stripes", "0 0 0 0 0 / 1 1 1 1 1 / 2 2 2 2 2"),
    // The first visit is of a block around the whole box.
    ("blocks", "0 0 0 / 0 0 0"),
    ("hilbert", "0 3 / 1 2"),
    ("hilbert", "0 1 14 15 / 3 2 13 12 / 4 7 8 11 / 5 6 9 10"),
    ("hilbert", "0 1 8 / 3 2 7 / 4 5 6"),
    ("hilbert", "0 1 2 3 4"),
    ("hilbert", "0 / 1 / 2 / 3 / 4"),
    ("last-hit", "14 1 2 3 9 / 13 8 0 4 10 / 12 7 6 5 11"),
    ("last-hit", "0 1 / 3 2"),
];

/// Returns the black and the white cells of a checkerboard: they share nothing, so an exact scan visits everything.
fn checkerboard(size: Size) -> (Prepared, Prepared) {
    let black = Mask::from_fn(size, |x, y| (x + y) % 2 == 0);
    let white = !&black;
    (black.into(), white.into())
}

fn summed_area(granularity: u32) -> Scan {
    Scan::SummedArea(SummedArea { granularity: NonZeroU32::new(granularity).expect("not zero") })
}

#[test]
fn every_order_is_the_one_written_by_hand() {
    for (name, grid) in ORDERS {
        let rows: Vec<Vec<&str>> = grid.split(" / ").map(|row| row.split(' ').collect()).collect();
        let side = |length: usize| u32::try_from(length).expect("small");
        let size = Size::new(side(rows[0].len()), side(rows.len()));
        let (a, b) = checkerboard(size);
        let scan = name.parse().expect("a scan");
        let order = VisitOrder { scan, a: &a, b: &b, offset: Offset::default(), at: Cell::ORIGIN }.to_text();
        let ranks: Vec<Vec<&str>> = order.lines().map(|row| row.split_whitespace().collect()).collect();
        assert_eq!(ranks, rows, "{name} in a box of {size}:\n{order}");
    }
}

#[test]
fn every_strategy_has_an_order_written_by_hand() {
    for scan in Scan::ALL {
        let is_there = ORDERS.iter().any(|(name, _)| name.split(':').next() == Some(&*scan.strategy()));
        assert!(is_there, "{scan}: write its order down in `ORDERS` of tests/orders.rs");
    }
}

#[test]
fn incremental_in_30_by_30_begins_and_ends_as_the_article_says() {
    let (a, b) = checkerboard(Size::new(30, 30));
    let mut trace = Trace::with_limit(900);
    let scan: Scan = "incremental".parse().expect("a scan");
    scan.run(&a, &b, Offset::default(), None, &mut trace);
    let first = [(0, 0), (10, 0), (20, 0), (0, 10), (10, 10), (20, 10), (0, 20), (10, 20), (20, 20), (1, 0)];
    assert_eq!(trace.visits[..10], first.map(|(x, y)| Visit::cell(x, y)));
    assert_eq!(trace.visits.last(), Some(&Visit::cell(29, 29)));
    assert_eq!(trace.visits.len(), 900);
}

#[test]
fn words_are_cut_at_multiples_of_64_of_a() {
    let (a, b) = (Prepared::new(Mask::new(Size::new(200, 2))), Prepared::new(Mask::new(Size::new(130, 1))));
    let visits = |x| {
        let mut trace = Trace::with_limit(99);
        Scan::Words(Words).run(&a, &b, Offset::new(x, 1), None, &mut trace);
        trace.visits.iter().map(|visit| (visit.x, visit.width)).collect::<Vec<_>>()
    };
    assert_eq!(visits(30), [(0, 34), (34, 64), (98, 32)]);
    assert_eq!(visits(64), [(0, 64), (64, 64), (128, 2)]);
    assert_eq!(visits(63), [(0, 1), (1, 64), (65, 64), (129, 1)]);
    assert_eq!(visits(-129), [(0, 1)]);
    assert_eq!(visits(199), [(0, 1)]);
}

#[test]
fn revisiting_looks_at_everything_after_the_shape() {
    let (a, b) = checkerboard(Size::new(5, 3));
    for (scan, visits) in [("cross:revisit", 7 + 15), ("x:revisit", 9 + 15)] {
        let mut trace = Trace::with_limit(99);
        scan.parse::<Scan>().expect("a scan").run(&a, &b, Offset::default(), None, &mut trace);
        assert_eq!(trace.count.visits, visits, "{scan}");
        let sweep = &trace.visits[trace.visits.len() - 15..];
        assert!(sweep.iter().copied().eq((0..3).flat_map(|y| (0..5).map(move |x| Visit::cell(x, y)))), "{scan}");
    }
}

#[test]
fn last_hit_starts_at_the_hint() {
    let (a, b) = checkerboard(Size::new(5, 3));
    let first = |offset: Offset, hint: Cell| {
        let mut trace = Trace::with_limit(1);
        Scan::LastHit(LastHit).run(&a, &b, offset, Some(hint), &mut trace);
        (trace.visits[0].x, trace.visits[0].y)
    };
    // The hint is a pixel of A; the box begins at the offset, and a hint outside is clamped to it.
    assert_eq!(first(Offset::new(1, 1), Cell::new(3, 2)), (2, 1));
    assert_eq!(first(Offset::new(1, 1), Cell::new(0, 0)), (0, 0));
    assert_eq!(first(Offset::new(1, 1), Cell::new(i64::MAX / 2, 1)), (3, 0));
    assert_eq!(first(Offset::new(-2, 0), Cell::new(4, -9)), (2, 0));
}

#[test]
fn stripes_are_cut_where_a_stripe_of_either_mask_ends() {
    let (a, b) = (Prepared::new(Mask::new(Size::new(200, 3))), Prepared::new(Mask::new(Size::new(130, 2))));
    let mut trace = Trace::with_limit(99);
    Scan::Stripes(Stripes::W64).run(&a, &b, Offset::new(30, 1), None, &mut trace);
    let visits: Vec<_> = trace.visits.iter().map(|visit| (visit.x, visit.y, visit.width)).collect();
    let runs = [(0, 34), (34, 30), (64, 34), (98, 30), (128, 2)];
    let expected: Vec<_> = runs.iter().flat_map(|&(x, width)| [(x, 0, width), (x, 1, width)]).collect();
    assert_eq!(visits, expected);
}

#[test]
fn summed_area_halves_the_longer_side() {
    let (a, b) = checkerboard(Size::new(3, 2));
    let mut trace = Trace::with_limit(99);
    summed_area(1).run(&a, &b, Offset::default(), None, &mut trace);
    let visits: Vec<_> =
        trace.visits.iter().map(|v| [v.x, v.y, v.width.cast_signed(), v.height.cast_signed()]).collect();
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
    let decided = visits.iter().map(|visit| if is_cell(visit) { VisitOutcome::Miss } else { VisitOutcome::Split });
    assert!(trace.outcomes.iter().copied().eq(decided));
}

#[test]
fn summed_area_accepts_by_pigeonhole_and_coarsely() {
    let prepared = |text: &str| Prepared::new(text.parse().expect("a mask"));
    let (a, b) = (prepared("##.\n##."), prepared(".##\n###"));
    let run = |granularity| {
        let mut trace = Trace::with_limit(99);
        let hit = summed_area(granularity).run(&a, &b, Offset::default(), None, &mut trace);
        (hit.expect("they overlap"), trace.outcomes.to_vec())
    };
    let (hit, outcomes) = run(1);
    assert_eq!((hit.visit.width, hit.visit.height, hit.cell), (3, 2, None), "4 and 5 of 6 cells must share one");
    assert_eq!(outcomes, [VisitOutcome::Hit]);
    // The masks share nothing, but a coarse visit cannot tell.
    let (a, b) = checkerboard(Size::new(4, 4));
    let coarse = summed_area(4);
    assert!(coarse.run(&a, &b, Offset::default(), None, &mut Count::default()).is_some_and(|hit| hit.cell.is_none()));
}

#[test]
fn blocks_lie_on_the_grid_of_a_and_skip_what_is_empty() {
    let a = Prepared::new(!Mask::new(Size::new(20, 2)));
    let b = Prepared::new(Mask::from_fn(Size::new(20, 2), |x, y| (x, y) == (14, 0)));
    let mut trace = Trace::with_limit(99);
    let hit = Scan::Blocks(Blocks).run(&a, &b, Offset::new(5, 0), None, &mut trace).expect("they overlap");
    let large: Vec<_> = trace.visits.iter().filter(|visit| visit.cells() > 1).map(|v| (v.x, v.width)).collect();
    // The box, then A's blocks of columns 5 to 7, 8 to 15 and 16 to 19; B is empty in the first.
    assert_eq!(large, [(0, 15), (0, 3), (3, 8), (11, 4)]);
    assert_eq!((hit.cell, trace.count.visits), (Some((14, 0)), 1 + 1 + (1 + 16) + (1 + 4)));
    let (a, b) = (Prepared::new(Mask::new(Size::new(200, 200))), a);
    assert_eq!(Scan::Blocks(Blocks).run(&a, &b, Offset::new(60, 60), None, &mut trace), None);
}

#[test]
fn channels_read_everything_and_answer_with_bounds() {
    let full = |width, height| Prepared::new(!Mask::new(Size::new(width, height)));
    let (a, b) = (full(4, 3), full(4, 4));
    let run = |name: &str, offset| {
        let mut trace = Trace::with_limit(99);
        let hit = name.parse::<Scan>().expect("a scan").run(&a, &b, offset, None, &mut trace);
        (hit, trace.count.visits, trace.visits[0])
    };
    let bounds = Visit { width: 2, height: 1, ..Visit::cell(0, 0) };
    let (hit, visits, _) = run("channels", Offset::new(2, 2));
    assert_eq!(hit, Some(Hit { visit: bounds, cell: Some((0, 0)) }));
    assert_eq!(visits, 2);
    // The union of both boxes extends 2 cells to the left of the overlap and 2 above it.
    let (hit, visits, first) = run("channels:union", Offset::new(2, 2));
    assert_eq!(hit.map(|hit| hit.visit), Some(bounds));
    assert_eq!((visits, first.x, first.y), (6 * 6, -2, -2));
}

#[test]
fn as_written_loses_a_match_that_lies_only_in_the_corner() {
    let full = |side| Prepared::new(!Mask::new(Size::new(side, side)));
    let (a, b) = (full(3), full(3));
    let run = |name: &str, x| {
        name.parse::<Scan>().expect("a scan").run(&a, &b, Offset::new(x, 2), None, &mut Count::default())
    };
    assert!(run("channels", 2).is_some() && run("channels:as-written", 2).is_none());
    assert!(run("channels:as-written", 1).is_some());
}
