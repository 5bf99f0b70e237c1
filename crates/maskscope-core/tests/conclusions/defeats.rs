//! Masks that defeat a scan, checked by running it.

use maskscope_core::{
    geom::Size,
    mask::{Mask, Prepared},
    scan::{Contest, Count, Scan, Visit},
    survey::{Defeat, TooMany},
};

use crate::random::Dice;

fn sizes() -> Vec<Size> {
    let sides = [(1, 1), (1, 9), (2, 2), (3, 3), (4, 3), (16, 16), (30, 24), (64, 7), (65, 66), (70, 3)];
    sides.map(|(width, height)| Size::new(width, height)).into()
}

fn defeat(scan: Scan, size: Size) -> Defeat {
    Defeat::of(scan, size).expect("small")
}

/// Runs the scan on the scene; returns visits, verdict, area, and the visit that hit.
fn done(defeat: &Defeat) -> (u64, bool, u64, Option<Visit>) {
    let laid = defeat.scene().lay().expect("small");
    let [a, b] = laid.masks_for(defeat.scan);
    let mut count = Count::default();
    let hit = defeat.scan.run(&a, &b, laid.offset, None, &mut count);
    (count.visits, hit.is_some(), laid.collision().overlap_area, hit.map(|hit| hit.visit))
}

#[test]
fn the_sentence_agrees_with_the_scan_over_the_scene() {
    for scan in Scan::variants() {
        for size in sizes() {
            let defeat = defeat(scan, size);
            let (visits, is_hit, area, _) = done(&defeat);
            assert_eq!((visits, is_hit, area), (defeat.visits, defeat.is_hit, defeat.overlap_area), "{scan} {size}");
            let scene = defeat.scene();
            let collision = scene.lay().expect("small").collision();
            assert_eq!(collision.box_overlap(), size);
            assert!(scene.expectation.expect("it expects the truth").holds(&collision));
            assert_eq!(scene.about, defeat.sentence());
        }
    }
}

#[test]
fn no_random_art_is_worse_for_an_exact_scan() {
    let mut dice = Dice::new(71);
    for scan in Scan::variants().filter(|scan| scan.is_exact()) {
        for size in sizes() {
            let defeat = defeat(scan, size);
            assert_eq!(defeat.is_hit, defeat.overlap_area > 0, "{scan} is exact");
            for percent in [0, 2, 20, 50, 90, 100] {
                let [a, b] = [(); 2].map(|()| Prepared::new(dice.mask(size, percent)));
                let mut count = Count::default();
                scan.run(&a, &b, Defeat::OFFSET, None, &mut count);
                assert!(count.visits <= defeat.visits, "{scan} {size}: {} > {}", count.visits, defeat.visits);
            }
        }
    }
}

#[test]
fn a_scan_that_looks_at_cells_hits_in_the_last_of_all() {
    let borrows = |scan: Scan| matches!(scan.about().contest, Contest::Borrows(_));
    let reads_cells = |&scan: &Scan| scan.hue().is_some() || borrows(scan) || scan.remembers();
    for scan in Scan::variants().filter(reads_cells) {
        for size in sizes() {
            let defeat = defeat(scan, size);
            if scan.to_string().contains("revisit") {
                assert!(defeat.visits >= size.area(), "{scan} {size}");
                continue;
            }
            assert_eq!((defeat.visits, defeat.is_hit, defeat.overlap_area), (size.area(), true, 1), "{scan} {size}");
        }
    }
}

#[test]
fn counting_halves_of_halves_is_driven_to_every_cell() {
    for size in sizes() {
        let defeat = defeat("summed-area".parse().expect("a scan"), size);
        assert_eq!((defeat.visits, defeat.is_hit), (2 * size.area() - 1, true), "{size}");
        assert_eq!(done(&defeat).3.map(|visit| (visit.width, visit.height)), Some((1, 1)));
    }
}

#[test]
fn approximate_scans_miss_or_claim_as_much_as_they_can() {
    let size = Size::new(30, 24);
    let of = |name: &str, size| defeat(name.parse().expect("a scan"), size);
    let sampled = of("sample", size);
    assert_eq!((sampled.is_hit, sampled.overlap_area), (false, 30 * 24 - 3 * 3), "all but its samples");
    assert_eq!(sampled.sentence(), "sample:10 finds nothing, and 711 px are shared.");
    for name in ["channels:as-written", "channels:0.5", "channels:0.75:as-written"] {
        let blind = of(name, size);
        assert_eq!((blind.is_hit, blind.overlap_area), (false, 30 * 24), "{name} does not see alpha {}", blind.alpha);
        assert!(blind.alpha > 0);
    }
    for name in ["summed-area:4", "rows:equal-zeros", "rows:logical"] {
        let claimed = of(name, size);
        assert_eq!((claimed.is_hit, claimed.overlap_area), (true, 0), "{name}");
        assert_eq!(claimed.sentence(), format!("Nothing is shared, and {name} says that something is."));
    }
}

#[test]
fn a_side_of_nothing_is_one_and_large_sizes_are_refused() {
    assert_eq!(defeat(Scan::ROWS, Size::new(0, 0)).masks, [(); 2].map(|()| "#".parse::<Mask>().expect("a mask")));
    let size = Size::new(5_000, 5_000);
    assert_eq!(Defeat::of(Scan::ROWS, size), Err(TooMany { size }));
}
