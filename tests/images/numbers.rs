//! Numbers at their limits and beyond: right or refused, never wrapped.

use crate::line::{answer, run};
use crate::sprites;
use std::{fs, path::Path};

use maskscope::session::{PlaybackAction, Session, Slot, Speed, StageAction};
use maskscope_core::{
    choice::Choice as _,
    geom::{Cell, Offset},
    mask::Prepared,
    scan::{Blocks, Count, Scan},
    scene::{Collision, Placement, PreCheck, Profile},
};
use serde_json::{Value, json};
use sprites::sprite;

/// Writes an image of one pixel, solid or clear, and returns its path.
fn dot(folder: &Path, is_solid: bool) -> String {
    let path = folder.join(if is_solid { "dot.png" } else { "clear.png" });
    let pixel = image::Rgba([200, 100, 50, if is_solid { 255 } else { 0 }]);
    image::RgbaImage::from_pixel(1, 1, pixel).save(&path).expect("written");
    path.to_str().expect("UTF-8").to_owned()
}

const ENDS: [i32; 6] = [i32::MIN, i32::MIN + 1, -1, 1, i32::MAX - 1, i32::MAX];

#[test]
fn at_both_ends_of_i32_every_command_answers_that_nothing_is_shared() {
    let folder = tempfile::tempdir().expect("a folder");
    let dot = dot(folder.path(), true);
    for (x, y) in ENDS.into_iter().flat_map(|x| [(x, 0), (0, x), (x, x)]) {
        let pair = format!("{dot} {dot} --at {x},{y}");
        let output = answer(&format!("check {pair} --pre-check box --pre-check circle --profile pygame --json"));
        assert_eq!(output["offset"], json!({"x": x, "y": y}));
        assert_eq!(output["boxes_overlap"], false, "{pair}");
        assert_eq!((&output["overlap_box"], &output["overlap_area"]), (&Value::Null, &json!(0)), "{pair}");
        for scan in output["scans"].as_array().expect("a list") {
            let answer = (&scan["hit"], &scan["visits"], &scan["cells"]);
            assert_eq!(answer, (&json!(false), &json!(0), &json!(0)), "{pair}: {scan}");
        }
        assert!(output["profiles"].as_array().expect("a list").iter().all(|profile| profile["hit"] == false), "{pair}");
        let order = answer(&format!("order {pair} --scan rows --json"));
        assert_eq!((&order["overlap_box"], &order["visits"]), (&Value::Null, &json!([])), "{pair}");
        let mask = folder.path().join("mask.txt");
        assert_eq!(answer(&format!("mask {pair} -o {} --json", mask.display()))["set_bits"], 0);
        assert_eq!(fs::read_to_string(&mask).expect("a file"), "", "{pair}");
    }
}

#[test]
fn what_lies_beyond_or_is_no_number_is_refused_in_a_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let dot = dot(folder.path(), true);
    let pair = format!("{dot} {dot}");
    let places = ["2147483648,0", "0,-2147483649", "2147483647.5,0", "-2147483648.6,0", "1e10,0", "1e308,0", "1e999,0"];
    let no_places = ["NaN,0", "0,inf", "-inf,0", "0x10,0", "1,2,3", ",", "1;2"];
    let at = places.into_iter().chain(no_places).map(|place| format!("check {pair} --at {place}"));
    let others = [
        "--threshold 256",
        "--threshold -1",
        "--threshold-b NaN",
        "--scan incremental:0",
        "--scan incremental:4294967296",
        "--scan sample:18446744073709551616",
        "--scan edge-in:-1",
        "--scan channels:NaN",
        "--scan channels:inf",
        "--max-side 4294967296",
        "--max-pixels 18446744073709551616",
        "--max-bytes -1",
    ];
    let others = others.into_iter().map(|option| format!("check {pair} {option}"));
    let orders = ["0x0", "0x4", "4294967296x1", "-1x4", "99999999x99999999", "4294967295x1"];
    let orders = orders.into_iter().map(|size| format!("order --scan rows --size {size}"));
    for line in at.chain(others).chain(orders) {
        let (code, out, err) = run(&line);
        assert_eq!((code, out.as_str()), (2, ""), "{line}");
        let first = err.lines().next().unwrap_or_default();
        assert!(first.starts_with("maskscope: ") && first.len() < 250, "{line}: {err}");
    }
}

#[test]
fn masks_of_one_pixel_meet_at_one_offset_only() {
    let (a, b) = (sprite("a.png", "#"), sprite("b.png", "#"));
    for (x, y) in (-2..=2).flat_map(|y| (-2..=2).map(move |x| (x, y))) {
        let (offset, meets) = (Offset::new(x, y), (x, y) == (0, 0));
        let collision = Collision::of(a.mask(), b.mask(), offset);
        assert_eq!((collision.masks_overlap(), collision.overlap_area), (meets, u64::from(meets)));
        for scan in Scan::ALL {
            let mut count = Count::default();
            let hit = scan.run(a.mask(), b.mask(), offset, Some(Cell::new(i64::MAX, i64::MIN)), &mut count);
            // Blocks make a visit at each of their three levels.
            let visits = if scan == Scan::Blocks(Blocks) { 3 } else { 1 };
            let expected = if meets { visits } else { 0 };
            assert_eq!((hit.is_some(), count.visits), (meets, expected), "{scan:?} at {x},{y}");
        }
        for check in PreCheck::ALL.iter().copied().filter(|check| check.is_safe()) {
            assert!(check.hits(a.mask(), b.mask(), offset) || !meets, "{check:?} at {x},{y}");
        }
    }
}

#[test]
fn no_scan_no_pre_check_and_no_profile_errs_at_the_ends() {
    let texts = ["#", ".", "#.#\n.#.\n#.#"];
    for (a, b) in texts.into_iter().flat_map(|a| texts.map(|b| (sprite("a.png", a), sprite("b.png", b)))) {
        for (x, y) in
            ENDS.into_iter().filter(|end| end.unsigned_abs() > 9).flat_map(|x| [(x, 0), (0, x), (x, -x.max(-i32::MAX))])
        {
            let offset = Offset::new(x, y);
            assert!(!Collision::of(a.mask(), b.mask(), offset).boxes_overlap());
            for scan in Scan::ALL {
                let mut count = Count::default();
                assert_eq!(scan.run(a.mask(), b.mask(), offset, None, &mut count), None, "{scan:?} at {x},{y}");
                assert_eq!(count, Count::default(), "{scan:?} at {x},{y}");
            }
            for check in PreCheck::ALL.iter().copied().filter(|&check| check != PreCheck::BoxAlways) {
                assert!(!check.hits(a.mask(), b.mask(), offset), "{check:?} at {x},{y}");
            }
        }
    }
}

#[test]
fn surveys_of_one_pixel_have_one_offset() {
    let folder = tempfile::tempdir().expect("a folder");
    let (dot, clear) = (dot(folder.path(), true), dot(folder.path(), false));
    for (pair, area) in [(format!("{dot} {dot}"), 1), (format!("{dot} {clear}"), 0), (format!("{clear} {clear}"), 0)] {
        let output = answer(&format!("survey area {pair} --json"));
        let expected =
            json!({"maskscope_answer": 1, "x": 0, "y": 0, "width": 1, "height": 1, "step": 1, "values": [[area]]});
        assert_eq!(output, expected);
        for kind in ["cost", "divergence"] {
            let output = answer(&format!("survey {kind} {pair} --json"));
            assert_eq!(output["offsets"], json!({"x": 0, "y": 0, "width": 1, "height": 1}), "{kind}");
            for scan in output["scans"].as_array().expect("a list") {
                assert_eq!(scan["hits"]["offsets"], area, "{kind} {scan}");
                assert_eq!((&scan["false_hits"], &scan["false_misses"]), (&json!(0), &json!(0)), "{kind} {scan}");
            }
        }
        assert_eq!(answer(&format!("survey claim {pair} --json"))["offsets"], area);
    }
}

#[test]
fn a_session_takes_no_place_that_is_no_number_or_too_far() {
    let mut session = Session::default();
    let (a, b) = (sprite("a.png", "##\n##"), sprite("b.png", "##\n##"));
    session.apply(StageAction::ShowPair { a, b, offset: Offset::new(1, 1) }.into());
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e308, -1e308, 4e9, f64::MAX] {
        let usual = Placement::default();
        for placement in [
            Placement { position: (bad, 0.0), ..usual },
            Placement { position: (0.0, bad), ..usual },
            Placement { rotation: bad, ..usual },
            Placement { scale: (bad, 1.0), ..usual },
            Placement { scale: (1.0, bad), ..usual },
        ] {
            session.apply(StageAction::Pose { slot: Slot::B, placement }.into());
            session.apply(StageAction::Settle.into());
            let placed = session.stage().get(Slot::B).expect("a sprite");
            let now = placed.placement();
            let numbers = [now.position.0, now.position.1, now.rotation, now.scale.0, now.scale.1];
            assert!(numbers.iter().all(|n| n.is_finite() && n.abs() <= Placement::FAR), "{placement:?}: {now:?}");
            // However the numbers were limited, the answer is that of a new comparison of both masks.
            let ((a, b), offset) = session.stage().both().zip(session.stage().offset()).expect("a pair");
            let truth = Collision::of(
                &Prepared::new(a.raster().mask().mask().clone()),
                &Prepared::new(b.raster().mask().mask().clone()),
                offset,
            );
            let shown = session.derived().collision().expect("known at once");
            assert_eq!(
                (shown.overlap_box, shown.overlap_area),
                (truth.overlap_box, truth.overlap_area),
                "{placement:?}"
            );
        }
    }
    for x in [Placement::FAR, -Placement::FAR] {
        let placement = Placement { position: (x, -x), ..Placement::default() };
        session.apply(StageAction::Pose { slot: Slot::B, placement }.into());
        for direction in [Cell::new(1, 1), Cell::new(-1, -1), Cell::new(10, -10)] {
            session.apply(StageAction::Nudge { slot: Slot::B, by: direction }.into());
        }
        assert!(!session.derived().collision().expect("known").boxes_overlap(), "at {x}");
    }
}

#[test]
fn a_cursor_stays_within_its_scan_whatever_is_asked() {
    let mut session = Session::default();
    let (a, b) = (sprite("a.png", "#.\n.#"), sprite("b.png", ".#\n#."));
    session.apply(StageAction::ShowPair { a, b, offset: Offset::new(0, 0) }.into());
    for to in [0, 1, 3, 4, 5, u64::from(u32::MAX), u64::MAX] {
        session.apply(PlaybackAction::Scrub(to).into());
        assert_eq!(session.playback().position(), to.min(session.steps()));
    }
    for seconds in [0.0, -1.0, f64::NAN, f64::INFINITY, f64::MAX, f64::MIN_POSITIVE] {
        session.apply(PlaybackAction::First.into());
        session.apply(PlaybackAction::Play.into());
        session.tick(seconds);
        assert!(session.playback().position() <= session.steps(), "{seconds}");
    }
    for speed in [f64::NAN, f64::INFINITY, -1.0, 0.0, 1e308] {
        if let Some(speed) = Speed::new(speed) {
            session.apply(PlaybackAction::SetSpeed(speed).into());
            session.tick(1.0);
            assert!(session.playback().position() <= session.steps());
        }
    }
}

#[test]
fn every_profile_answers_for_one_pixel() {
    let folder = tempfile::tempdir().expect("a folder");
    let dot = dot(folder.path(), true);
    for &profile in Profile::ALL {
        for (at, is_far) in [("0,0", false), ("2,0", true), ("2147483647,-2147483648", true)] {
            let output = answer(&format!("check {dot} {dot} --at {at} --profile {profile} --json"));
            let hit = output["profiles"][0]["hit"].as_bool().expect("a verdict");
            assert!(!(hit && is_far), "{profile} at {at}");
        }
    }
}
