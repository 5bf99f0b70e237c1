//! Every scan compared with the brute-force truth.

use maskscope::files::{VisitOrder, sample_pairs, sample_sprite};
use maskscope_core::{
    geom::{Cell, IntRect, Offset, Size},
    mask::{Mask, Prepared, overlap_box, truth::Truth},
    scan::{Count, Cross, Hit, Scan, Stripes, Trace, X},
    scene::Collision,
};
use proptest::prelude::*;

/// Returns the black and the white cells of a checkerboard: they share nothing, so an exact scan visits everything.
fn checkerboard(size: Size) -> (Prepared, Prepared) {
    let black = Mask::from_fn(size, |x, y| (x + y) % 2 == 0);
    let white = !&black;
    (black.into(), white.into())
}

/// Asserts that the result of `scan` with B at `offset` agrees with the truth.
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
    // The visits of a miss follow from the box alone, unless a scan has a solid rule of its own and may see pixels that
    // are clear in these masks.
    let of_a_miss = scan.known_visits(a, b, offset, None);
    if !truth.masks_overlap() {
        assert!(of_a_miss.is_none_or(|visits| (hit, count.visits) == (None, visits)), "{of_a_miss:?}, {}", case());
    }
    assert!(scan.solid().is_none() || of_a_miss.is_none(), "{}", case());
    // Those of a hit follow from any box around what is shared.
    for around in [truth.bounds, truth.bounds.map(|_| shared)] {
        if let Some(visits) = scan.known_visits(a, b, offset, around) {
            assert_eq!((hit.is_some(), count.visits), (truth.masks_overlap(), visits), "{}", case());
        }
    }
    if visits_each_cell_once(scan) {
        assert!(count.cells <= shared.area(), "{}", case());
    }
    // Coarse rectangles and misread pixels may claim a hit that is not there, but never miss one; every other scan may
    // at most miss a hit.
    let may_claim = matches!(scan, Scan::SummedArea(_) | Scan::Rows(_)) && !scan.is_exact();
    assert!(!may_claim || hit.is_some() || !truth.masks_overlap(), "{}", case());
    let Some(hit) = hit else { return };
    let visit = hit.visit.in_space_of(shared);
    assert_eq!(visit.intersection(shared), Some(visit), "{}", case());
    if may_claim && matches!(scan, Scan::Rows(_)) {
        return;
    }
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
        Scan::Cross(Cross { revisit }) | Scan::X(X { revisit }) => !revisit,
        Scan::Channels(channels) => !channels.union,
        Scan::SummedArea(_) | Scan::Blocks(_) => false,
        _ => true,
    }
}

fn first_hit(hit: Hit, shared: IntRect) -> Option<Cell> {
    hit.cell.map(|(x, y)| Cell::new(x.into(), y.into()) + shared.origin())
}

/// Returns the first shared cell in the order of pygame's masks, by its definition: the shared cell with the least
/// (stripe in the right-most mask, stripe in the left-most mask, y, x).
fn pygame_first_hit(a: &Prepared, b: &Prepared, offset: Offset, width: Stripes) -> Option<Cell> {
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

/// A side near zero, one, a word or two words.
fn side() -> impl Strategy<Value = u32> {
    prop_oneof![Just(0), Just(1), 2..6_u32, 61..67_u32, 126..131_u32]
}

prop_compose! {
    /// A mask of any such size, from all clear through sparse and dense to all set.
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

/// One coordinate of an offset: mostly near, sometimes anywhere, sometimes at the limits of `i32`.
fn coordinate() -> impl Strategy<Value = i32> {
    prop_oneof![8 => -132..132_i32, 1 => any::<i32>(), 1 => prop::sample::select(vec![i32::MIN, -65, -64, -63, 63, 64, 65, i32::MAX])]
}

proptest! {
    #![proptest_config(crate::cases::cases(100_000))]

    #[test]
    fn every_scan_fits_the_truth(a in mask(), b in mask(), x in coordinate(), y in coordinate()) {
        let offset = Offset::new(x, y);
        let truth = Truth::of(&a, &b, offset);
        let (a, b) = (Prepared::new(a), Prepared::new(b));
        for scan in Scan::variants() {
            assert_fits(scan, &a, &b, offset, &truth);
        }
    }

    #[test]
    fn overlaps_fit_the_truth(a in mask(), b in mask(), x in coordinate(), y in coordinate()) {
        let offset = Offset::new(x, y);
        let truth = Truth::of(&a, &b, offset);
        prop_assert_eq!(overlap_box(a.size(), b.size(), offset), truth.overlap_box);

        let overlap = a.overlap_mask(&b, offset);
        prop_assert_eq!(overlap.as_ref().map(Mask::size), truth.overlap_box.map(IntRect::size));
        let in_a = |cell: Cell| cell + truth.overlap_box.unwrap_or_default().origin();
        prop_assert_eq!(overlap.as_ref().map_or(0, Mask::count), truth.area);
        prop_assert_eq!(overlap.as_ref().and_then(Mask::first).map(in_a), truth.first);

        let collision = Collision::of(&Prepared::new(a.clone()), &Prepared::new(b.clone()), offset);
        prop_assert_eq!(collision.overlap_bounds, truth.bounds);
        prop_assert_eq!((collision.overlap_box, collision.overlap_area), (truth.overlap_box, truth.area));
    }
}

#[test]
fn the_sizes_of_every_shape_are_covered() {
    for (width, height) in [(1, 1), (1, 9), (9, 1), (2, 2), (3, 3), (4, 4), (5, 3), (30, 30), (65, 7)] {
        let size = Size::new(width, height);
        let (a, b) = checkerboard(size);
        for scan in Scan::variants().filter(|scan| scan.is_exact()) {
            let order = VisitOrder { scan, a: &a, b: &b, offset: Offset::default(), at: Cell::ORIGIN };
            let mut trace = Trace::with_limit(100_000);
            assert_eq!(order.run(&mut trace), None);
            if visits_each_cell_once(scan) {
                assert_eq!(trace.count.cells, size.area(), "{scan} in {size}");
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
        for scan in Scan::variants().filter(|scan| scan.is_exact()) {
            let mut count = Count::default();
            let order = VisitOrder { scan, a: &a, b: &b, offset: Offset::default(), at: Cell::ORIGIN };
            assert_eq!(order.run(&mut count), None);
            // No cell is left out, and the number of visits is right, so each is visited once.
            if visits_each_cell_once(scan) {
                assert_eq!(count.cells, size.area(), "{scan} in {size}");
            }
            assert!(!order.to_text().contains('.'), "{scan} in {size}:\n{}", order.to_text());
        }
    }
}
