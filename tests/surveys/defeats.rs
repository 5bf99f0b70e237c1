//! Masks that defeat a scan, checked by running it.

use std::path::Path;

use maskscope::files::{Limits, decode_scene, encode_scene};
use maskscope_core::words::{plural, thousands};
use maskscope_core::{
    geom::Size,
    mask::{Mask, Prepared},
    scan::{Contest, Count, NoProbe, Scan, Visit},
    survey::{Defeat, TooMany},
};

use serde_json::Value;

use crate::headless::{answer, run};
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
fn a_false_miss_is_in_the_file_of_the_scene() {
    let blind = ["channels:as-written", "channels:0.5", "channels:as-written:0.75", "sample:4"];
    for scan in blind.map(|name| name.parse().expect("a scan")) {
        let defeat = defeat(scan, Size::new(30, 24));
        assert!(!defeat.is_hit && defeat.overlap_area > 0, "{scan}");
        let text = encode_scene(&defeat.scene(), None, false);
        let scene = decode_scene(text.as_bytes(), Path::new("defeat"), &Limits::default()).expect("a scene");
        let laid = scene.lay().expect("small");
        let [a, b] = laid.masks_for(scan);
        assert_eq!(scan.run(&a, &b, laid.offset, None, &mut NoProbe), None, "{scan}");
        assert_eq!(laid.collision().overlap_area, defeat.overlap_area, "{scan}");
    }
}

/// Scans of every kind of parameter, and of several together.
fn scans() -> impl Iterator<Item = Scan> {
    let others = [
        "incremental:64 incremental:1px incremental:5px edge-in:1 edge-in:3 edge-in:100 center-out:1 center-out:2",
        "center-out:100 cross:revisit x:revisit sample:1 sample:2 sample:7 sample:100 summed-area:2 summed-area:8",
        "summed-area:100 stripes:32 rows:equal-zeros rows:logical channels:1 channels:0.002 channels:0.5:union",
        "channels:as-written:union channels:as-written:0.5 channels:as-written:0.001 channels:0.75:as-written",
        "channels:as-written:1 channels:as-written:0.5:union",
    ];
    let others = others
        .into_iter()
        .flat_map(str::split_whitespace)
        .map(|name| name.parse().unwrap_or_else(|error| panic!("{name}: {error}")));
    Scan::variants().chain(others)
}

/// Returns what `check` finds in a scene about `scan`: overlap of the masks, their area, the scan's answer and its visits, and those
/// of rows.
fn checked(path: &Path, scan: Scan) -> (bool, u64, bool, u64, u64) {
    let output = answer(&format!("check --scene {} --scan {scan} --scan rows", path.display()));
    let (own, rows) = (&output["scans"][0], &output["scans"][output["scans"].as_array().map_or(0, Vec::len) - 1]);
    assert_eq!((&own["name"], &rows["name"]), (&scan.to_string().into(), &"rows".into()), "{output}");
    let number = |value: &Value| value.as_u64().expect("a number");
    let is = |value: &Value| value.as_bool().expect("yes or no");
    (
        is(&output["masks_overlap"]),
        number(&output["overlap_area"]),
        is(&own["hit"]),
        number(&own["visits"]),
        number(&rows["visits"]),
    )
}

/// The answer about art is that of `check` and `order` for the file that is written with it.
#[test]
fn the_sentence_agrees_with_check_of_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("art.scene.json");
    let pairs = ["", "gem.png coin.png 8,8", "gem.png coin.png 16,16", "ship.png rock.png 0,0"].map(|pair| {
        let mut words = pair.split_whitespace().map(str::to_owned);
        let images = words.by_ref().take(2).map(|name| format!("samples/{name}"));
        let images = images.collect::<Vec<_>>().join(" ");
        words.next().map_or(images.clone(), |at| format!("{images} --at {at}"))
    });
    let (mut wrong, mut right) = (0, 0);
    for scan in scans() {
        for pair in &pairs {
            let line = format!("survey defeat {pair} --scan {scan} -o {} --force", path.display());
            let (code, out, err) = run(&line);
            assert_eq!((code, &*err), (0, ""), "{line}");
            let (sentence, numbers) = out.trim_end().split_once('\n').expect("two lines");
            let (overlap, area, is_hit, visits, rows) = checked(&path, scan);
            let name = scan.display_name();
            let (count, px) = (plural(visits, "visit"), thousands(area));
            let expected = match (overlap, is_hit) {
                (false, true) => format!("Nothing is shared, and {name} says that something is."),
                (false, false) => format!("Nothing is shared, and {name} needs {count} to say so."),
                (true, true) if visits == 1 => format!("{name} finds what is shared with its only visit."),
                (true, true) => format!("{name} finds what is shared with the last of {count}."),
                (true, false) if area == 1 => format!("{name} finds nothing, and 1 px is shared."),
                (true, false) => format!("{name} finds nothing, and {px} px are shared."),
            };
            assert_eq!(sentence, expected, "{line}");
            assert!(
                numbers.starts_with(&format!("{name} {count}, rows {}, of ", thousands(rows))),
                "{line}: {numbers}"
            );
            *if overlap == is_hit { &mut right } else { &mut wrong } += 1;
            let order = answer(&format!("order --scene {} --scan {scan}", path.display()));
            assert_eq!(order["visits"].as_array().map(|visits| visits.len() as u64), Some(visits), "{line}");
            assert_eq!(order["hit"], is_hit, "{line}");
            assert!(!scan.is_exact() || overlap == is_hit, "{line}: an exact scan is right");
        }
    }
    assert!(wrong > 40 && right > 100, "{wrong} of them are wrong, {right} right");
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
