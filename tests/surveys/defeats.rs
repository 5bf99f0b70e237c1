//! Masks that defeat a scan, as files and as `check` finds them.

use std::path::Path;

use maskscope::files::{Limits, decode_scene, encode_scene};
use maskscope_core::geom::Size;
use maskscope_core::scan::{NoProbe, Scan};
use maskscope_core::survey::Defeat;
use maskscope_core::words::{plural, thousands};
use serde_json::Value;

use crate::headless::{answer, run};

#[test]
fn a_false_miss_is_in_the_file_of_the_scene() {
    let blind = ["channels:as-written", "channels:0.5", "channels:as-written:0.75", "sample:4"];
    for scan in blind.map(|name| name.parse().expect("a scan")) {
        let defeat = Defeat::of(scan, Size::new(30, 24)).expect("small");
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
