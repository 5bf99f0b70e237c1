//! The commands: fields, numbers, messages and exit codes.

use std::{
    fs,
    io::Read,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use image::RgbaImage;
use maskscope::files::FileFormat as _;
use maskscope::{
    cli::{self, Outcome, WindowStart},
    files::{Limits, MaskFormat, encode_scene, encode_scene_with_art, load_scene, sample_pairs, sample_sprite},
};
use maskscope_core::{
    choice::Choice as _,
    geom::{Cell, IntRect, Offset},
    mask::truth::Truth,
    scan::{Count, Scan},
};
use serde_json::{Value, json};

/// The result of a command line: exit code, standard output, standard error.
#[derive(Debug)]
struct Ran {
    code: u8,
    out: String,
    err: String,
}

/// Runs the words of `line` without a process.
fn run(line: &str) -> Ran {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let args = std::iter::once("maskscope").chain(line.split_whitespace());
    let Outcome::Exit(code) = cli::run(args, &mut out, &mut err) else { panic!("{line} opens the window") };
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Ran { code, out: text(out), err: text(err) }
}

/// Returns the JSON that the words of `line` print.
fn answer(line: &str) -> Value {
    let ran = run(line);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{line}");
    serde_json::from_str(&ran.out).expect("one JSON object")
}

/// The path of a sample from the root of the crate, where tests run: that of the crate may have spaces.
fn sample(name: &str) -> String {
    format!("samples/{name}")
}

/// The ship and the rock, as most tests use them.
fn ship_and_rock() -> String {
    format!("{} {} --at 10,-17", sample("ship.png"), sample("rock.png"))
}

fn box_json(rect: Option<IntRect>) -> Value {
    rect.map_or(Value::Null, |r| json!({"x": r.x, "y": r.y, "width": r.width, "height": r.height}))
}

fn point_json(cell: Option<Cell>) -> Value {
    cell.map_or(Value::Null, |cell| json!({"x": cell.x, "y": cell.y}))
}

#[test]
fn check_says_the_truth_of_every_sample_pair() {
    for pair in sample_pairs() {
        let (a, b) = (sample_sprite(&pair.a).expect("a sample"), sample_sprite(&pair.b).expect("a sample"));
        let Offset { x, y } = pair.offset;
        let outcome = answer(&format!("check {} {} --at {x},{y} --json", sample(&pair.a), sample(&pair.b)));

        let truth = Truth::of(a.mask().mask(), b.mask().mask(), pair.offset);
        assert_eq!(outcome["boxes_overlap"], truth.overlap_box.is_some());
        assert_eq!(outcome["overlap_box"], box_json(truth.overlap_box));
        assert_eq!(outcome["masks_overlap"], truth.masks_overlap());
        assert_eq!(outcome["overlap_area"], truth.area);
        assert_eq!(outcome["overlap_bounds"], box_json(truth.bounds));
        assert_eq!(outcome["offset"], json!({"x": x, "y": y}));
        let image = |sprite: &maskscope_core::scene::Sprite, name: &str, at: Value| {
            let (size, set) = (sprite.size(), sprite.mask().mask().count());
            json!({"path": sample(name), "width": size.width, "height": size.height, "set_bits": set, "at": at})
        };
        let expected = (&image(&a, &pair.a, json!({"x": 0, "y": 0})), &image(&b, &pair.b, json!({"x": x, "y": y})));
        assert_eq!((&outcome["a"], &outcome["b"]), expected);

        let scans = outcome["scans"].as_array().expect("a list");
        assert_eq!(scans.len(), Scan::ALL.len());
        for (outcome, scan) in scans.iter().zip(Scan::ALL) {
            let mut count = Count::default();
            let hit = scan.run(a.mask(), b.mask(), pair.offset, None, &mut count);
            let origin = truth.overlap_box.unwrap_or_default().origin();
            let first = hit.and_then(|hit| hit.cell).map(|(x, y)| Cell::new(x.into(), y.into()) + origin);
            let visit = hit.map(|hit| hit.visit.in_space_of(truth.overlap_box.unwrap_or_default()));
            let expected = json!({
                "name": scan.to_string(), "exact": scan.is_exact(), "hit": hit.is_some(),
                "first_hit": point_json(first), "hit_box": box_json(visit),
                "visits": count.visits, "cells": count.cells,
            });
            let mut outcome = outcome.clone();
            let answer = outcome.as_object_mut().and_then(|fields| fields.remove("answer"));
            assert_eq!(answer.is_some(), matches!(scan, Scan::Channels(_)), "only channels answers with bounds");
            assert_eq!(outcome, expected, "{}", pair.name);
        }
    }
}

#[test]
fn channels_answers_with_bounds_or_nothing() {
    let bounds = |at: &str| {
        let outcome =
            answer(&format!("check {} {} --at {at} --scan channels --json", sample("ship.png"), sample("rock.png")));
        outcome["scans"][0]["answer"].clone()
    };
    let hit = json!({ "bounds": { "x": 28, "y": 16, "width": 7, "height": 8 }, "centre": { "x": 31.5, "y": 20.0 } });
    assert_eq!(bounds("10,-17"), hit);
    assert_eq!(bounds("39,-17"), Value::Null, "no pixel matches");
    assert_eq!(bounds("40,-17"), Value::Null, "the boxes miss");
}

#[test]
fn check_has_exactly_the_fields_of_the_contract() {
    let outcome = run(&format!("check {} --scan rows --json", ship_and_rock())).out;
    let places = [
        "{\"maskscope_answer\":1,",
        "\"a\":{\"path\":",
        "\"b\":{\"path\":",
        "\"offset\":{\"x\":10,\"y\":-17}",
        "\"threshold\":{\"a\":0,\"b\":0}",
        "\"boxes_overlap\":true",
        "\"overlap_box\":{\"x\":10,\"y\":0,\"width\":30,\"height\":24}",
        "\"masks_overlap\":true",
        "\"overlap_area\":13",
        "\"overlap_bounds\":{\"x\":28,\"y\":16,\"width\":7,\"height\":8}",
        "\"scans\":[{\"name\":\"rows\",\"exact\":true,\"hit\":true,\"first_hit\":{\"x\":28,\"y\":16},\
          \"hit_box\":{\"x\":28,\"y\":16,\"width\":1,\"height\":1},\"visits\":499,\"cells\":499}]",
        "\"pre_checks\":[]",
        "\"profiles\":[]}\n",
    ]
    .map(|field| outcome.find(field).unwrap_or_else(|| panic!("{field} in {outcome}")));
    assert!(places.is_sorted(), "{outcome}");
}

/// Texts spell out the default that characterises a strategy, and JSON has the name as it is typed.
#[test]
fn a_scan_has_one_name_in_all_texts() {
    let (pair, folder) = (ship_and_rock(), tempfile::tempdir().expect("a folder"));
    let log = folder.path().join("a.jsonl");
    let check = r#"{"frame":1,"a":{"sprite":"ball"},"b":{"sprite":"ball","position":[3,0]},"hit":true}"#;
    let sprite = r#"{"sprite":"ball","sample":"ball.png"}"#;
    fs::write(&log, format!("{{\"maskscope_log\":1}}\n{sprite}\n{check}\n")).expect("written");
    for line in [
        format!("check {pair} --scan incremental"),
        format!("survey cost {pair} --scan incremental --part 0,0,2x2"),
        format!("time {pair} --scan incremental"),
        format!("order {pair} --scan incremental"),
        format!("replay {} --scan incremental", log.display()),
        "replay samples/scenes/hills-hit.scene.json".to_owned(),
    ] {
        let ran = run(&line);
        assert!(ran.out.contains("incremental:3"), "{line}: {}{}", ran.out, ran.err);
    }
    let replayed = answer(&format!("replay {} --scan incremental --json", log.display()));
    assert_eq!(replayed["scans"][0]["name"], "incremental");
}

#[test]
fn check_asks_pre_checks_and_profiles_in_the_order_given() {
    let asked = "--scan rows --profile sfml --pre-check circle --pre-check box --profile pygame --pre-check circle";
    let outcome = answer(&format!("check {} {asked} --json", ship_and_rock()));
    let circle = json!({"name": "circle", "safe": false, "hit": true});
    assert_eq!(outcome["pre_checks"], json!([circle, {"name": "box", "safe": true, "hit": true}, circle]));
    let first = json!({"x": 28, "y": 16});
    let hit = |name: &str| json!({"name": name, "hit": true, "first_hit": first});
    assert_eq!(outcome["profiles"], json!([hit("sfml"), hit("pygame")]));

    let apart =
        answer(&format!("check {0} {0} --at 48,0 --pre-check box-always --profile flash --json", sample("ring.png")));
    assert_eq!(apart["pre_checks"], json!([{"name": "box-always", "safe": true, "hit": true}]));
    assert_eq!(apart["profiles"], json!([{"name": "flash", "hit": false, "first_hit": null}]));

    let text = run(&format!("check {} {asked}", ship_and_rock())).out;
    for line in [
        "circle     hit      can miss",
        "sfml     hit      28,16      alpha > 0    not row 0, column 0\n    order columns\n",
    ] {
        assert!(text.contains(line), "{line} in\n{text}");
    }
}

#[test]
fn unknown_pre_checks_and_profiles_exit_2_and_list_those_there_are() {
    for (option, names) in [
        ("--pre-check sphere", "box, box-inclusive, box-always, tight-box, circle, ellipse"),
        ("--profile unity", "pygame, gamemaker, xna, sfml, scratch, haxeflixel, flash"),
    ] {
        let ran = run(&format!("check {} {option}", ship_and_rock()));
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{option}");
        assert!(ran.err.contains(names), "{option}: {}", ran.err);
    }
}

#[test]
fn where_the_boxes_are_apart_nothing_is_visited() {
    for place in ["48,0", "-48,0", "2147483647,-2147483648"] {
        let outcome = answer(&format!("check {} {} --at {place} --json", sample("ring.png"), sample("ring.png")));
        assert_eq!((&outcome["boxes_overlap"], &outcome["overlap_box"]), (&json!(false), &Value::Null));
        assert_eq!((&outcome["masks_overlap"], &outcome["overlap_bounds"]), (&json!(false), &Value::Null));
        for scan in outcome["scans"].as_array().expect("a list") {
            assert_eq!((&scan["visits"], &scan["cells"], &scan["hit_box"]), (&json!(0), &json!(0), &Value::Null));
        }
    }
}

#[test]
fn thresholds_are_for_both_or_for_one() {
    let (glow, star) = (sample("glow.png"), sample("star.png"));
    let outcome = |options: &str| answer(&format!("check {glow} {star} --at 18,20 --json {options}"));
    assert_eq!(outcome("--threshold 64")["overlap_area"], 61);
    assert_eq!(outcome("--threshold 64")["threshold"], json!({"a": 64, "b": 64}));
    assert_eq!(outcome("--threshold-a 3 --threshold 9")["threshold"], json!({"a": 3, "b": 9}));
    assert_eq!(outcome("--threshold-b 255")["b"]["set_bits"], 0);
}

#[test]
fn places_in_every_form() {
    let (ship, rock) = (sample("ship.png"), sample("rock.png"));
    let offset =
        |options: &str| answer(&format!("check {ship} {rock} --scan words --json {options}"))["offset"].clone();
    assert_eq!(offset(""), json!({"x": 0, "y": 0}));
    assert_eq!(offset("--at -5,3"), json!({"x": -5, "y": 3}));
    assert_eq!(offset("--at=-5,3"), json!({"x": -5, "y": 3}));
    assert_eq!(offset("--at -2.5,2.5"), json!({"x": -2, "y": 3}));
    for (rule, x) in [("half-up", -2), ("half-even", -2), ("half-away", -3), ("floor", -3), ("truncate", -2)] {
        assert_eq!(offset(&format!("--at -2.5,0 --rounding {rule}")), json!({"x": x, "y": 0}), "{rule}");
    }
}

#[test]
fn a_wrong_command_line_exits_2_and_says_why() {
    let pair = format!("{} {}", sample("ship.png"), sample("rock.png"));
    for (line, why) in [
        (format!("check {pair} --at 2147483648,0"), "outside"),
        (format!("check {pair} --at NaN,0"), "outside"),
        (format!("check {pair} --at 5"), "X,Y"),
        (format!("check {pair} --rounding up"), "half-up"),
        (format!("check {pair} --threshold 256"), "256"),
        (format!("check {pair} --threshold-a -1"), "-1"),
        (format!("check {pair} --scan row"), "no such scan: row (did you mean rows?)"),
        (format!("check {pair} --scan sample:0"), "sample"),
        (format!("check {pair} --max-side x"), "--max-side"),
        (format!("check {}", sample("ship.png")), "give two images, or --scene"),
        (format!("fit {pair}"), "rock.png is one file too many: fit takes one"),
        (
            format!("terrain {}", sample("ship.png")),
            "ship.png is one file too many: terrain takes files by its options only",
        ),
        (format!("time {pair} --nonsense"), "--nonsense"),
        (format!("check {pair} --offset 1,2"), "no such option: --offset (did you mean --at?)"),
        (format!("check {pair} --engine godot"), "no such option: --engine (did you mean --profile?)"),
        (format!("check {pair} --polygon"), "'--polygon'"),
        (format!("fit {} --engine godot", sample("ship.png")), "no such option: --engine (did you mean --format?)"),
        (format!("fit {} --corners 8", sample("ship.png")), "(did you mean --as polygon:12, for at most 12 corners?)"),
        (format!("survey {pair}"), "the question comes first: survey cost "),
        (format!("compare {pair}"), "no such command or file: compare (did you mean check?)"),
        (format!("chek {pair}"), "no such command or file: chek (did you mean check?)"),
        ("chek".to_owned(), "no such command or file: chek (did you mean check?)"),
        ("help chek".to_owned(), "no such command: chek (did you mean check?)"),
        ("help nothing".to_owned(), "no such command: nothing; --help lists the commands"),
        (format!("order {pair}"), "order lacks --scan: rows, columns, "),
        (format!("fit {}", sample("ship.png")), "fit lacks --as: box, circle, ellipse, capsule, polygon"),
        ("survey".to_owned(), "survey lacks the question: "),
        (format!("check {pair} --threshold -1"), "'-1'"),
        ("scan --json".to_owned(), "no such command or file: scan (did you mean scans?)"),
        ("version".to_owned(), "no such command or file: version (did you mean --version?)"),
        ("row".to_owned(), "no such command or file: row (did you mean --scan rows, after a command?)"),
        ("nothing-alike a b".to_owned(), "no such command or file: nothing-alike; --help lists the commands"),
        (format!("check {pair} --at 10 -17"), "--at takes both numbers as one argument: --at=10,-17"),
        (format!("check {pair} --at 10, -17"), "--at takes both numbers as one argument: --at=10,-17"),
        (format!("check {pair} 10,-17"), "--at takes both numbers as one argument: --at=10,-17"),
        (format!("check 10,-17 {pair}"), "--at takes both numbers as one argument: --at=10,-17"),
        (format!("check {pair} 10 -17"), "--at takes both numbers as one argument: --at=10,-17"),
        (format!("check {pair} --scan edgein"), "no such scan: edgein (did you mean edge-in?)"),
        (format!("order {pair} --scan nothing-alike -o x.png"), "known scans: rows,"),
        (format!("{pair} {pair}"), "4 images: at most two are tested, A and B; frames of one sprite are one file, or"),
        (format!("check {pair} {}", sample("ship.png")), "ship.png is one file too many: at most two are tested"),
        (format!("mask {} --invert --inverted -o x.txt", sample("ship.png")), "--inverted"),
        (format!("survey hitbox {pair}"), "--shape-b"),
        (format!("ships.png {pair}"), "no such command or file: ships.png"),
        (format!("survey area {pair} --force"), "--output"),
        (format!("mask {pair}"), "--output"),
        (format!("mask {pair} -o mask.xyz"), "a mask is written as .png, .pbm, .txt, .json, .u32"),
        (format!("mask {pair} -o mask"), "mask"),
        (format!("mask {} --at 1,1 -o mask.txt", sample("ship.png")), "--at"),
        ("check - -".to_owned(), "standard input is one image: A and B cannot both be -"),
        (format!("check {pair} --grid 0x16"), "a cell of a grid is at least 1 px wide and high"),
        (format!("check {pair} --grid 16"), "a grid is WxH, WxH:MARGIN or WxH:MARGIN:SPACING"),
        ("order --size 0x4 --scan rows".to_owned(), "each side from 1 to 1,000,000"),
        ("order --size 1x1000001 --max-side 9999999 --scan rows".to_owned(), "each side from 1 to 1,000,000"),
        ("order --size 4 --scan rows".to_owned(), "WxH"),
        ("order --size 16385x1 --scan rows".to_owned(), "--max-side"),
        ("order --size 16384x16384 --scan rows".to_owned(), "--max-pixels"),
        ("order --size 4x4 --at 1,1 --scan rows".to_owned(), "--at"),
        ("order --size 4x4".to_owned(), "--scan"),
        ("order --size 4x4 --scan rows -o order.bmp".to_owned(), "order.bmp: an order is written as .png, .svg, .gif"),
        ("order --size 4x4 --scan rows --dark".to_owned(), "--output"),
        ("order --size 4x4 --scan rows --force".to_owned(), "--output"),
        ("order --scan rows".to_owned(), "or --size"),
        (format!("order {pair} --size 4x4 --scan rows"), "--size"),
    ] {
        let ran = run(&line);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{line}");
        assert!(ran.err.starts_with("maskscope: ") && ran.err.contains(why), "{line}: {}", ran.err);
    }
}

/// The images of a pattern that a shell has replaced by the names of files.
#[test]
fn all_files_of_a_pattern_open_as_the_frames_of_one_sprite() {
    let folder = tempfile::tempdir().expect("a folder");
    let files: Vec<_> = (0..3).map(|n| folder.path().join(format!("run_0{n}.png")).display().to_string()).collect();
    for file in &files {
        fs::copy(sample("ship.png"), file).expect("a copy");
    }
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let opened = cli::run(["maskscope"].into_iter().chain(files.iter().map(String::as_str)), &mut out, &mut err);
    let a = Some(folder.path().join("run_*.png"));
    assert_eq!(opened, Outcome::Open(WindowStart { a, ..WindowStart::default() }));
    fs::copy(sample("ship.png"), folder.path().join("run_07.png")).expect("a copy");
    let ran = run(&files.join(" "));
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "not all of them");
    assert_eq!(
        ran.err,
        "maskscope: 3 images: at most two are tested, A and B; frames of one sprite are one file, or numbered files by a \
         pattern in quotes, such as 'run_*.png'\n"
    );
}

#[test]
fn options_before_the_command_are_taken_as_behind_it() {
    let outcome = run(&format!("check {} --json", ship_and_rock())).out;
    for line in ["--json check", "--json --quiet check", "--quiet --json check"] {
        assert_eq!(run(&format!("{line} {}", ship_and_rock())).out, outcome, "{line}");
    }
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let words = ["maskscope", "check", &sample("ship.png"), &sample("rock.png"), "--at", "10, -17", "--json"];
    assert_eq!(cli::run(words, &mut out, &mut err), Outcome::Exit(0), "a space behind the comma");
    assert_eq!(String::from_utf8(out).expect("UTF-8"), outcome);
}

#[test]
fn no_message_is_longer_than_2_kb_and_names_are_cut_in_their_middle() {
    let long = "a".repeat(100_000);
    for line in [
        format!("check {long}.png {long}.png"),
        format!("check {} {long}.png", sample("ship.png")),
        format!("mask {} -o {long}.xyz", sample("ship.png")),
        format!("check {} --frame {long}", ship_and_rock()),
        format!("check {} --scan {long}", ship_and_rock()),
        format!("check {} --{long}", ship_and_rock()),
        format!("{long} a b"),
    ] {
        let Ran { code, out, err } = run(&line);
        assert!(code != 0 && out.is_empty(), "{}", &line[..40]);
        assert!(err.len() < 2_020 && err.contains(" … "), "{} bytes: {}", err.len(), &err[..err.len().min(300)]);
    }
}

#[cfg(unix)]
#[test]
fn text_in_json_moves_nothing_on_a_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let odd = folder.path().join("a\u{7f}b\u{9b}31m\u{202e}c\u{2066}é\u{2028}\u{85}.png");
    fs::copy(sample("ship.png"), &odd).expect("a copy");
    let odd = odd.to_str().expect("UTF-8").to_owned();
    let answered = |args: &[&str]| {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let code = cli::run(["maskscope"].iter().chain(args), &mut out, &mut err);
        assert_eq!((code, &*String::from_utf8_lossy(&err)), (Outcome::Exit(0), ""), "{args:?}");
        String::from_utf8(out).expect("UTF-8")
    };
    let target = folder.path().join("m.txt").display().to_string();
    for args in [
        vec!["check", &odd, &odd, "--json"],
        vec!["mask", &odd, "-o", &target, "--json"],
        vec!["survey", "hitbox", &odd, &odd, "--shape", "box", "--json"],
        vec!["survey", "cost", &odd, &odd, "--json"],
        vec!["time", &odd, &odd, "--json"],
        vec!["fit", &odd, "--as", "box", "--json"],
    ] {
        let json = answered(&args);
        assert!(!json.trim_end().chars().any(maskscope_core::words::is_unprintable), "{args:?}: {json}");
        serde_json::from_str::<Value>(&json).expect("JSON");
    }
    let outcome: Value = serde_json::from_str(&answered(&["check", &odd, &odd, "--json"])).expect("JSON");
    assert_eq!(outcome["a"]["path"], odd, "it is the same text");
}

#[test]
fn the_sheet_of_an_atlas_is_found_or_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let atlas = fs::read_to_string(sample("atlas.json")).expect("a sample").replace("atlas.png", "gone.png");
    fs::write(path("hero.json"), &atlas).expect("a file");
    fs::copy(sample("atlas.png"), path("other.png")).expect("a copy");
    let check = |options: &str| run(&format!("check {} {} {options}", path("hero.json"), sample("rock.png")));
    let truth = run(&format!("check {} {}", sample("atlas.json"), sample("rock.png"))).out;
    let numbers = |out: &str| out.lines().skip(3).map(str::to_owned).collect::<Vec<_>>();

    let lost = check("");
    assert_eq!(lost.code, 1);
    let outcome =
        format!("maskscope: {}: its sheet {} is missing; --sheet names another\n", path("hero.json"), path("gone.png"));
    assert_eq!(lost.err, outcome, "both files are named");
    let found = check(&format!("--sheet-a {}", path("other.png")));
    assert_eq!((found.code, found.err.as_str(), numbers(&found.out)), (0, "", numbers(&truth)));
    let both = check(&format!("--sheet {}", path("other.png")));
    assert_eq!(both.code, 1, "the rock has no sheet");
    assert!(both.err.contains("rock.png: it is not an atlas, so it has no sheet to name"), "{}", both.err);
    let none = check(&format!("--sheet-a {}", path("none.png")));
    assert_eq!(none.code, 1);
    assert!(
        none.err.contains("hero.json: its sheet ") && none.err.contains("none.png: there is no such file"),
        "{}",
        none.err
    );

    fs::copy(sample("atlas.png"), path("hero.png")).expect("a copy");
    let alike = check("");
    assert_eq!((alike.code, numbers(&alike.out)), (0, numbers(&truth)));
    let (hero, gone, image) = (path("hero.json"), path("gone.png"), path("hero.png"));
    assert_eq!(
        alike.err,
        format!("maskscope: {hero}: its sheet {gone} is missing: {image} is taken\n"),
        "and it is said"
    );
}

#[test]
fn a_file_that_is_no_image_exits_1_and_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("text.png"), "Dear reader").expect("written");
    fs::write(path("empty.png"), "").expect("written");
    fs::create_dir(path("folder.png")).expect("made");
    for (name, why) in [
        ("missing.png", "no such file"),
        ("text.png", "this is a text file"),
        ("empty.png", "0 bytes"),
        ("folder.png", "a directory"),
    ] {
        for line in ["check A B", "check B A", "mask A -o M", "order A B --scan rows", "time A B --scan rows"] {
            let word = |word| match word {
                "A" => path(name),
                "B" => sample("ship.png"),
                "M" => path("mask.png"),
                word => word.to_owned(),
            };
            let line = line.split(' ').map(word).collect::<Vec<_>>().join(" ");
            let ran = run(&line);
            assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{line}");
            assert!(ran.err.contains(name) && ran.err.contains(why), "{line}: {}", ran.err);
        }
    }
    assert!(!Path::new(&path("mask.png")).exists());
}

#[test]
fn limits_are_lowered_and_raised_by_options() {
    let ship = sample("ship.png");
    for option in ["--max-side 41", "--max-pixels 1679", "--max-bytes 10"] {
        let ran = run(&format!("check {ship} {ship} {option}"));
        let name = option.split(' ').next().unwrap_or_default();
        assert!(ran.code == 1 && ran.err.contains(name), "{option}: {}", ran.err);
    }
    assert_eq!(run(&format!("check {ship} {ship} --max-side 42 --max-pixels 1680")).code, 0);
    assert_eq!(answer("order --size 16385x1 --scan words --max-side 20000 --json")["hit"], false);
}

#[test]
fn a_mask_is_written_in_each_format() {
    let folder = tempfile::tempdir().expect("a folder");
    let ship = sample_sprite("ship.png").expect("a sample");
    let mask = ship.mask().mask();
    // The gap between its engines is a hole; the tips of its wings are one pixel wide.
    let health = json!({
        "borders": {"left": true, "top": true, "right": true, "bottom": true},
        "islands": {"count": 1, "smallest": mask.count(), "largest": mask.count(), "single": 0},
        "holes": 1,
        "thin": 8,
    });
    for &format in MaskFormat::ALL {
        let file = folder.path().join(format!("mask.{}", format.extension()));
        let outcome = answer(&format!("mask {} -o {} --format {format} --json", sample("ship.png"), file.display()));
        assert_eq!(fs::read(&file).expect("a file"), format.encode(mask, "mask").expect("pixels"), "{format}");
        let expected = json!({"maskscope_answer": 1, "path": file, "format": format.name(), "width": 40, "height": 42, "set_bits": mask.count(), "health": health});
        assert_eq!(outcome, expected);
    }
}

#[test]
fn the_overlap_of_two_masks_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("overlap.txt");
    let (ship, rock) = (sample_sprite("ship.png").expect("a sample"), sample_sprite("rock.png").expect("a sample"));
    let overlap = ship.mask().mask().overlap_mask(rock.mask().mask(), Offset::new(10, -17)).expect("boxes overlap");
    let written = |options: &str| {
        assert_eq!(run(&format!("mask {} -o {} {options}", ship_and_rock(), file.display())).code, 0);
        fs::read_to_string(&file).expect("text")
    };
    assert_eq!(written(""), overlap.to_text());
    assert_eq!(written("--invert"), (!overlap).to_text());

    let apart = format!("mask {0} {0} --at 99,99 -o", sample("ship.png"));
    let png = folder.path().join("overlap.png");
    let ran = run(&format!("{apart} {}", png.display()));
    assert!(ran.code == 1 && ran.err.contains("overlap.png") && !png.exists(), "{}", ran.err);
    assert_eq!(answer(&format!("{apart} {} --json", file.display()))["set_bits"], 0);
    assert_eq!(fs::read(&file).expect("a file"), b"");
}

#[test]
fn scans_lists_each_with_its_parameters() {
    let outcome = answer("scans --json");
    let scans = outcome["scans"].as_array().expect("a list");
    let names: Vec<_> = scans.iter().filter_map(|scan| scan["name"].as_str()).collect();
    assert_eq!(names, Scan::ALL.map(Scan::strategy));
    let sample = scans.iter().find(|scan| scan["name"] == "sample").expect("it is listed");
    assert_eq!(sample["parameters"], json!([{"name": "every", "default": 10}]));
    assert_eq!(sample["exact"], false);
    assert!(sample["source"].as_str().is_some_and(|source| source.contains("Alex")));
}

#[test]
fn an_order_is_local_and_ends_with_the_hit() {
    let outcome = answer(&format!("order {} --scan sample:2 --json", ship_and_rock()));
    assert_eq!(outcome["scan"], "sample:2");
    assert_eq!(outcome["overlap_box"], json!({"x": 10, "y": 0, "width": 30, "height": 24}));
    assert_eq!(outcome["hit"], true);
    let visits = outcome["visits"].as_array().expect("a list");
    assert_eq!(
        (&visits[0], &visits[1], &visits[15]),
        (&json!([0, 0, 1, 1]), &json!([2, 0, 1, 1]), &json!([0, 2, 1, 1]))
    );
    let checked = answer(&format!("check {} --scan sample:2 --json", ship_and_rock()));
    assert_eq!(checked["scans"][0]["visits"], visits.len());
}

#[test]
fn an_order_of_a_size_visits_everything_and_is_written_as_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let outcome = answer(&format!("order --size 4x3 --scan edge-in:1 -o {} --json", file("order.txt")));
    assert_eq!((&outcome["scan"], &outcome["hit"]), (&json!("edge-in"), &json!(false)));
    assert_eq!(outcome["overlap_box"], json!({"x": 0, "y": 0, "width": 4, "height": 3}));
    assert_eq!(outcome["visits"].as_array().map(Vec::len), Some(12));
    let grid = " 0  1  2  3\n 9 10 11  4\n 8  7  6  5\n";
    assert_eq!(fs::read_to_string(file("order.txt")).expect("text"), grid);

    assert_eq!(run(&format!("order --size 4x3 --scan edge-in -o {}", file("order.json"))).code, 0);
    let written = fs::read_to_string(file("order.json")).expect("text");
    assert_eq!(serde_json::from_str::<Value>(&written).expect("JSON"), outcome);
}

#[test]
fn an_order_is_drawn_in_the_format_of_its_extension() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, start) in [("o.png", &b"\x89PNG"[..]), ("o.SVG", b"<svg "), ("o.gif", b"GIF89a"), ("o.apng", b"\x89PNG")]
    {
        let path = folder.path().join(name);
        let order = |more: &str| {
            let ran = run(&format!("order {} --scan rows -o {} {more}", ship_and_rock(), path.display()));
            assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{name}");
            fs::read(&path).expect("a file")
        };
        let light = order("");
        assert!(light.starts_with(start), "{name}");
        assert_ne!(light, order("--dark"), "{name}");
    }
    let missing = folder.path().join("missing/o.svg");
    assert_eq!(run(&format!("order --size 4x3 --scan rows -o {}", missing.display())).code, 1);
}

#[test]
fn times_are_plausible() {
    let outcome = answer(&format!("time {} --scan rows --scan words --json", ship_and_rock()));
    assert_eq!(outcome["debug"], cfg!(debug_assertions));
    let scans = outcome["scans"].as_array().expect("a list");
    let names: Vec<_> = scans.iter().map(|scan| (scan["name"].clone(), scan["visits"].clone())).collect();
    assert_eq!(names, [(json!("rows"), json!(499)), (json!("words"), json!(17))]);
    for scan in scans {
        let number = |field: &str| scan[field].as_f64().expect(field);
        assert!(0.0 < number("min_ns") && number("min_ns") <= number("median_ns"), "{scan}");
        assert!(0.0 <= number("prepare_ns") && 0.0 < number("ratio_to_rows"), "{scan}");
    }
    assert_eq!(scans[0]["ratio_to_rows"], 1.0);
}

#[test]
fn text_for_people_has_the_same_answers() {
    let outcome = run(&format!("check {}", ship_and_rock())).out;
    assert!(outcome.contains("HIT    masks overlap: 13 of 720 px, 1.8 %, within 7 × 8 at 28,16"), "{outcome}");
    assert!(outcome.contains("sample:10      ≈  miss, wrong"), "{outcome}");
    for line in ["scans".to_owned(), format!("order {} --scan words", ship_and_rock())] {
        assert!(run(&line).out.contains("words"), "{line}");
    }
    let (ring, gem) = (sample("ring.png"), sample("gem.png"));
    let headline = |options: &str| run(&format!("check {ring} {gem} {options}")).out;
    assert!(headline("--at 15,15").contains("MISS   boxes overlap, masks do not"));
    assert!(headline("--at 60,0").contains("MISS   boxes apart by 12 px in x, 0 px in y"));
    assert!(headline("--at 48,0").contains("MISS   boxes touch, no pixel shared"));
    assert!(headline("--threshold-b 255").contains("EMPTY  mask of B has no solid pixel"));
}

#[test]
fn help_and_version_are_answers() {
    for line in ["--help", "--version", "check --help", "mask -h", "order --help", "help", "help survey"] {
        let ran = run(line);
        assert!(ran.code == 0 && ran.err.is_empty() && !ran.out.is_empty(), "{line}");
    }
}

/// Every option of every command that takes a value.
#[test]
fn a_wrong_value_is_refused_in_words_of_ours() {
    let overview = run("--help").out;
    let commands = overview.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("commands");
    let commands: Vec<_> = commands.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).collect();
    let mut tried = 0;
    // `man` makes the folder that it is given, whatever its name.
    for command in commands.into_iter().filter(|name| !["", "help", "man"].contains(name)) {
        let help = run(&format!("{command} --help")).out;
        let options = help.lines().filter_map(|line| Some(line.trim_start().split_once(" <")?.0.split_once("--")?.1));
        for option in options.filter(|option| !option.contains(' ')) {
            for value in
                ["0.5", "x", "x,x", "1x", "99999999999999999999999", "#ff00ff:x", "rows:x", "sample:x", "box:x"]
            {
                let outcome = run(&format!("{command} --{option}={value}")).err;
                for theirs in ["invalid digit", "invalid float", "number too large", "cannot parse", "..=", "ParseInt"]
                {
                    assert!(!outcome.contains(theirs), "{command} --{option}={value}: {outcome}");
                }
                tried += 1;
            }
        }
    }
    assert!(tried > 500, "{tried} values were tried");
    for (value, range) in [("0.5", "from 0 to 255"), ("256", "from 0 to 255")] {
        let outcome = run(&format!("check {} --threshold {value}", ship_and_rock())).err;
        assert!(outcome.contains(&format!("'--threshold <0-255>': a whole number {range} is expected")), "{outcome}");
    }
}

#[test]
fn help_groups_the_options_of_images_and_ends_with_the_general_ones() {
    let of_images = [
        "--threshold",
        "--key",
        "--mask-image",
        "--inverted",
        "--frame",
        "--sheet",
        "--grid",
        "--layer",
        "--hide",
        "--max",
    ];
    let is_of_images = |option: &String| {
        of_images
            .iter()
            .any(|start| option.strip_prefix(start).is_some_and(|end| end.is_empty() || end.starts_with('-')))
    };
    let options = |text: &str| -> Vec<String> {
        let option =
            |line: &str| line.trim_start().split([' ', ',']).find(|word| word.starts_with("--")).map(str::to_owned);
        text.lines().filter_map(option).collect()
    };
    for command in ["", "check ", "mask ", "order ", "survey ", "time ", "replay ", "follow ", "terrain ", "scans "] {
        let help = run(&format!("{command}--help")).out;
        let (general, images) = help.split_once("\nImages:\n").unwrap_or((&help, ""));
        assert_eq!(images.is_empty(), command == "scans ", "{command}");
        let (general, images) = (options(general), options(images));
        assert!(images.iter().all(is_of_images), "{command}{images:?}");
        assert!(!general.iter().any(is_of_images), "{command}{general:?}");
        let quiet = general.iter().position(|option| option == "--quiet").expect("--quiet");
        let behind = &general[quiet + 1..];
        assert!(behind.iter().all(|option| ["--help", "--version"].contains(&&**option)), "{command}{behind:?}");
    }
}

#[test]
fn images_without_a_command_ask_for_the_window() {
    let open = |line: &str| {
        let args = std::iter::once("maskscope").chain(line.split_whitespace());
        cli::run(args, &mut Vec::new(), &mut Vec::new())
    };
    let images = |a: Option<&str>, b: Option<&str>, limits| {
        Outcome::Open(WindowStart {
            a: a.map(PathBuf::from),
            b: b.map(PathBuf::from),
            at: None,
            scene: None,
            lesson: None,
            follow: None,
            stops: None,
            limits,
        })
    };
    assert_eq!(open(""), images(None, None, Limits::default()));
    assert_eq!(open("./check"), images(Some("./check"), None, Limits::default()));
    let Outcome::Open(placed) = open("a.png b.png --at -3,2.5") else { panic!("a window") };
    assert_eq!(placed.at, Some((-3.0, 2.5)));
    assert!(matches!(open("a.png --at 0,0"), Outcome::Exit(2)), "there is no B to place");
    assert_eq!(open("--quiet a.png b.png"), images(Some("a.png"), Some("b.png"), Limits::default()));
    let limits = Limits { max_side: 9, ..Limits::default() };
    assert_eq!(open("a.png b.png --max-side 9"), images(Some("a.png"), Some("b.png"), limits));
}

#[test]
fn a_lesson_is_asked_for_by_its_name() {
    let args = |line: &'static str| std::iter::once("maskscope").chain(line.split_whitespace());
    for name in maskscope::files::lesson_names() {
        let ran = cli::run(["maskscope", "--lesson", name], &mut Vec::new(), &mut Vec::new());
        assert!(matches!(ran, Outcome::Open(WindowStart { lesson: Some(lesson), .. }) if lesson == name), "{name}");
    }
    for (line, message) in [
        ("--lesson rows", "row-by-row"),
        ("--lesson", "boxes-lie"),
        ("--lesson row-by-row a.png", "cannot be used with"),
        ("--lesson row-by-row --scene x.scene.json", "cannot be used with"),
    ] {
        let mut err = Vec::new();
        assert_eq!(cli::run(args(line), &mut Vec::new(), &mut err), Outcome::Exit(2), "{line}");
        let err = String::from_utf8(err).expect("UTF-8");
        assert!(err.contains(message), "{line}: {err}");
    }
    assert!(run("--help").out.contains("--lesson"));
}

/// The real program, without a display.
fn program() -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_maskscope"));
    program.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    program
}

#[test]
fn the_program_answers_and_exits_without_a_display() {
    let (ship, rock) = (sample("ship.png"), sample("rock.png"));
    let output = program().args(["check", &ship, &rock, "--at", "10,-17", "--json"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0));
    let outcome: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(outcome["overlap_area"], 13);

    let output = program().args(["check", &ship, "missing.png"]).output().expect("it runs");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "maskscope: missing.png: there is no such file\n");

    let output = program().args(["check", "--nonsense"]).output().expect("it runs");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut program = program();
    program.args(["order", "--size", "1000x1000", "--scan", "rows", "--json"]);
    let mut child = program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let mut first = [0; 8];
    child.stdout.take().expect("a pipe").read_exact(&mut first).expect("some bytes");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_exits_1() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("it is there on Linux");
    let output = program().arg("scans").stdout(full).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("the answer cannot be written"));
}

#[cfg(target_os = "linux")]
#[test]
fn odd_names_are_lossy_in_json_and_escaped_in_messages() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let folder = tempfile::tempdir().expect("a folder");
    let odd = folder.path().join(OsStr::from_bytes(b"odd\xff\n.png"));
    fs::copy(sample("ship.png"), &odd).expect("copied");
    let output = program().arg("check").args([&odd, &odd]).arg("--json").output().expect("it runs");
    let outcome: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert!(outcome["a"]["path"].as_str().is_some_and(|path| path.ends_with("odd\u{FFFD}\n.png")), "{outcome}");

    let missing = folder.path().join(OsStr::from_bytes(b"odd\xfe\n.png"));
    let output = program().arg("check").args([&odd, &missing]).output().expect("it runs");
    assert!(String::from_utf8_lossy(&output.stderr).contains(r"odd\xFE\n.png"), "{output:?}");
}

#[test]
fn frames_are_exported_one_by_one_and_all_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let target = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let spinner = sample("spinner.gif");
    let one = answer(&format!("mask {spinner} --frame 3 -o {} --json", target("one.txt")));
    let all = answer(&format!("mask {spinner} --all-frames -o {} --json", target("spin.txt")));
    let files = all["files"].as_array().expect("a list");
    assert_eq!(files.len(), 8);
    let read = |name: &str| fs::read_to_string(target(name)).expect("a file");
    assert_eq!(read("one.txt"), read("spin3.txt"));
    assert_ne!(read("spin0.txt"), read("spin3.txt"));
    assert_eq!(files[3]["set_bits"], one["set_bits"]);
    assert!(!Path::new(&target("spin8.txt")).exists() && !Path::new(&target("spin.txt")).exists());
    let first = answer(&format!("mask {spinner} -o {} --json", target("first.txt")));
    assert_eq!(first["set_bits"], files[0]["set_bits"], "without --frame it is the first");

    let atlas = sample("atlas.json");
    answer(&format!("mask {atlas} --all-frames -o {} --json", target("atlas.rs")));
    assert!(read("atlas4.rs").contains("ATLAS4_WIDTH"));
    let beyond = run(&format!("mask {spinner} --frame 8 -o {}", target("no.txt")));
    assert_eq!(beyond.code, 2);
    assert!(beyond.err.contains("the last frame of") && beyond.err.contains(" is 7"), "{}", beyond.err);
    assert_eq!(run(&format!("mask {spinner} --frame 1 --all-frames -o x.txt")).code, 2);

    let tiles = RgbaImage::new(11, 1);
    tiles.save(target("tiles.png")).expect("a picture");
    let set = r#"<tileset tilewidth="1" tileheight="1"><image source="tiles.png" width="11" height="1"/></tileset>"#;
    fs::write(target("tiles.tsx"), set).expect("a file");
    let all = answer(&format!("mask {} --all-frames -o {} --json", target("tiles.tsx"), target("tile.txt")));
    let paths: Vec<_> = all["files"].as_array().expect("a list").iter().map(|file| file["path"].as_str()).collect();
    assert!(paths.is_sorted() && paths.len() == 11, "{paths:?}");
    assert_eq!(paths[3], Some(&*target("tile03.txt")));
}

#[test]
fn what_is_taken_for_something_else_is_called_what_it_is() {
    let scene = sample("scenes/hills-hit.scene.json");
    let cases = [
        (format!("replay {}", sample("ship.png")), "it is an image, PNG"),
        (format!("check {scene} {}", sample("rock.png")), "it is a scene, which is opened as such, or by --scene"),
    ];
    for (line, why) in cases {
        let Ran { code, err, .. } = run(&line);
        assert!(code == 1 && err.contains(why), "{line}: {code}, {err}");
    }
}

/// The path of a file in `tests/support/cases`.
fn case(path: &str) -> String {
    format!("tests/support/cases/{path}")
}

#[test]
fn shapes_are_taken_from_files_by_name() {
    let (blob, rock) = (case("05-physicseditor-json/blob.png"), sample("rock.png"));
    let shapes = case("05-physicseditor-json/shapes.json");
    let typed = "--shape-a circle:18,30,12 --shape-a polygon:26,8,42,8,44,18,34,26,25,20";
    for at in ["0,0", "30,-30", "40,10", "-40,20"] {
        let check = |shape: &str| answer(&format!("check {blob} {rock} --at={at} {shape} --json"))["shapes"].clone();
        let expected = check(typed);
        assert!(expected.is_object(), "{at}");
        for from in [format!("{shapes}:blob"), format!("{shapes}:body\u{a0}\"blob\""), format!("{shapes}:")] {
            // A title has a space.
            let from = from.replace('\u{a0}', " ");
            let (mut out, mut err) = (Vec::new(), Vec::new());
            let at = format!("--at={at}");
            let args = ["maskscope", "check", &blob, &rock, &at, "--shape-a", &from, "--json"];
            cli::run(args, &mut out, &mut err);
            let said: Value =
                serde_json::from_slice(&out).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&err)));
            assert_eq!(said["shapes"], expected, "{from} at {at}");
        }
        // Together with the mask, they are a list.
        assert_eq!(
            check(&format!("--shape-a {shapes}:blob --shape-a mask")),
            check(&format!("{typed} --shape-a mask"))
        );
        assert_eq!(answer(&format!("check {shapes} {rock} --at={at} --shape-a file --json"))["shapes"], expected);
        assert_eq!(answer(&format!("check {shapes} {rock} --at={at} --shape-a file:blob --json"))["shapes"], expected);
    }
    for (line, code, why) in [
        (format!("check {blob} {rock} --shape-a file:blob"), 2, "blob.png holds no hitbox".to_owned()),
        (
            format!("check {blob} {rock} --shape-b {shapes}:hit"),
            1,
            "shapes.json: it has no hitbox 'hit'; it has body \"blob\"".to_owned(),
        ),
        (format!("check {blob} {rock} --shape none.json:hit"), 1, "none.json: there is no such file".to_owned()),
        (format!("check {blob} {rock} --shape square:1,2"), 2, "a shape is mask, box, tight-box".to_owned()),
    ] {
        let ran = run(&line);
        assert_eq!(ran.code, code, "{line}: {}", ran.err);
        assert!(ran.err.contains(&why), "{line}: {}", ran.err);
    }
}

#[test]
fn shapes_of_another_file_are_those_of_the_frames_by_their_names() {
    let rock = sample("rock.png");
    let (tiles, sheet) = (case("08-tiled-template/tiles.tsx"), case("08-tiled-template/tiles.png"));
    let shapes = |line: &str| answer(&format!("check {line} --json"))["shapes"].clone();
    for frame in 0..2 {
        let own = shapes(&format!("{tiles} {rock} --frame-a {frame} --at 4,-30 --shape-a file:solid"));
        let other =
            shapes(&format!("{sheet} {rock} --grid-a 16x16 --frame-a {frame} --at 4,-30 --shape-a {tiles}:solid"));
        assert_eq!(own, other);
    }
    let ran = run(&format!("check {sheet} {rock} --shape-a {tiles}:solid"));
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("tiles.png has 1 frame of other names"), "{}", ran.err);
}

#[test]
fn the_end_of_a_name_is_enough_where_it_is_the_only_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let node = |name: &str, parent: &str| {
        format!(
            "[node name=\"{name}\" type=\"CollisionPolygon2D\" parent=\"{parent}\"]\npolygon = PoolVector2Array( 0, 0, 4, 0, 4, 3 )\n"
        )
    };
    let scene = format!(
        "[gd_scene format=2]\n[ext_resource path=\"res://a.png\" type=\"Texture\" id=1]\n[node name=\"Ship\" type=\"Area2D\"]\n\
        [node name=\"Sprite\" type=\"Sprite\" parent=\".\"]\ntexture = ExtResource( 1 )\n{}{}{}\
        [node name=\"Friend\" parent=\".\" instance=ExtResource( 9 )]\n",
        node("Shape", "Wing/Hull"),
        node("Shape", "Left/Tip"),
        node("Shape", "Right/Tip")
    );
    fs::write(folder.path().join("ship.tscn"), scene).expect("it can be written");
    RgbaImage::new(8, 8).save(folder.path().join("a.png")).expect("it can be written");
    let ship = folder.path().join("ship.tscn");
    let check = |name: &str| run(&format!("check {0} {0} --shape-a file:{name} --json", ship.display()));
    let shapes = |name: &str| serde_json::from_str::<Value>(&check(name).out).expect("JSON")["shapes"].clone();
    assert_eq!(shapes("Hull"), shapes("Wing/Hull"));
    // What the file has beyond its shapes is named.
    assert!(check("Hull").err.ends_with("ship.tscn: left out: 1 instanced scene\n"), "{}", check("Hull").err);
    for (name, why) in [
        ("Tip", "has several hitboxes 'Tip': body \"Left/Tip\" and body \"Right/Tip\""),
        (
            "ull",
            "has no hitbox 'ull'; it has body \"Wing/Hull\", body \"Left/Tip\" and body \"Right/Tip\"; left out: 1",
        ),
    ] {
        let ran = check(name);
        assert!(ran.code == 2 && ran.err.contains(why), "{name}: {}", ran.err);
    }
}

#[test]
fn what_is_printed_can_be_pasted() {
    let checked = |at: &str| run(&format!("check samples/ship.png samples/rock.png --at {at}"));
    let (typed, pasted) = (checked("10,-17"), checked("10,−17"));
    assert!(typed.out.contains("B at 10,-17") && !typed.out.contains('−'), "{}", typed.out);
    assert_eq!(typed.out, pasted.out);
    assert_eq!(run("check samples/ship.png samples/rock.png --shape-a box:−1,2,9,9").code, 0);
}

#[test]
fn options_of_an_earlier_version_are_read_and_named() {
    let old = run("replay samples/game.jsonl --at asteroids.py:56 --against tested");
    assert!(old.err.contains("--at: this option is called --line now"), "{}", old.err);
    assert!(old.err.contains("--against: this option is called --judge-by now"), "{}", old.err);
    let new = run("replay samples/game.jsonl --line asteroids.py:56 --judge-by tested");
    assert_eq!((old.out, old.code), (new.out, new.code));
    let [old, new] = ["steps", "for"].map(|name| run(&format!("terrain --keys samples/keys.txt --{name} 9 --json")));
    assert!(old.out == new.out && old.err.contains("--steps: this option is called --for now"), "{}", old.err);
    assert!(!run("replay --help").out.contains("--against") && new.err.is_empty());
}

#[test]
fn files_of_another_kind_are_named_as_such() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = folder.path().join("text.txt").display().to_string();
    fs::write(&text, "hello there\n").expect("it can be written");
    let refused = |line: &str| run(line).err;
    assert!(refused(&format!("replay {text}")).contains("it is neither a scene nor the log of a game"));
    let keys = refused(&format!("terrain --keys {text}"));
    assert!(keys.contains("it has 2 words, and a change has three"), "{keys}");
    fs::write(&text, "left\n").expect("it can be written");
    let keys = refused(&format!("terrain --keys {text}"));
    assert!(keys.contains("it has 1 word, and a change has three"), "{keys}");
    let game = refused(&format!("run --headless {text}"));
    assert!(cfg!(windows) || game.contains("it is neither a Python script (.py) nor an executable program"), "{game}");
}

#[test]
fn checks_are_lines_of_json() {
    let lines = run("replay samples/game.jsonl --steps=wrong --jsonl");
    assert_eq!((lines.code, lines.out.lines().count()), (3, 29), "{}", lines.err);
    let read = |line: &str| serde_json::from_str::<Value>(line).expect("an object");
    let listed = read(&run("replay samples/game.jsonl --steps=wrong --json").out);
    for (line, listed) in lines.out.lines().map(read).zip(listed["steps"].as_array().expect("a list")) {
        assert_eq!((&line["line"], &line["why"]), (&listed["line"], &listed["why"]));
    }
    assert_eq!(run("replay samples/game.jsonl --jsonl").code, 2);
}

#[test]
fn sprites_of_godot_are_as_large_as_their_nodes_draw_them() {
    let [ball, bar] = ["ball", "bar"].map(|name| case(&format!("32-godot-node-scale/{name}.tscn")));
    let checked = answer(&format!("check {ball} {bar} --at 0,0 --shape file --json"));
    let size = |slot: &str| [&checked[slot]["width"], &checked[slot]["height"]].map(Value::to_string).join(" × ");
    assert_eq!([size("a"), size("b")], ["20 × 20", "48 × 36"], "{checked}");
    // A circle of 10 px, a box of 36 × 18 px: at 24,18 the circle ends where the box begins in x.
    let hit = |at: &str| answer(&format!("check {ball} {bar} --at {at} --shape file --json"))["shapes"]["hit"].clone();
    assert_eq!(["13,-8", "14,-8"].map(hit), [json!(true), json!(false)]);
}

#[test]
fn a_body_that_is_not_the_pictures_is_tested_where_it_is_named_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let scene = "[gd_scene format=3]\n[ext_resource path=\"res://a.png\" type=\"Texture\" id=1]\n\
        [sub_resource type=\"CircleShape2D\" id=2]\n[node name=\"Level\" type=\"Node2D\"]\n\
        [node name=\"Sky\" type=\"Sprite2D\" parent=\".\"]\ntexture = ExtResource( 1 )\n\
        [node name=\"Goal\" type=\"Area2D\" parent=\".\"]\n\
        [node name=\"Shape\" type=\"CollisionShape2D\" parent=\"Goal\"]\nshape = SubResource( 2 )\n";
    fs::write(folder.path().join("level.tscn"), scene).expect("it can be written");
    RgbaImage::from_pixel(8, 8, image::Rgba([0, 0, 0, 255]))
        .save(folder.path().join("a.png"))
        .expect("it can be written");
    let level = folder.path().join("level.tscn").display().to_string();
    let ran = run(&format!("fit {level} --shape file"));
    let why = "does not say which hitbox is its picture's; it has body \"Goal\": name one";
    assert!(ran.code == 2 && ran.err.contains(why), "{}", ran.err);
    assert_eq!(run(&format!("fit {level} --shape file:Goal")).code, 0);
}

#[test]
fn a_precise_mask_of_game_maker_has_its_tolerance_and_all_frames() {
    let folder = tempfile::tempdir().expect("a folder");
    let image = |name: &str, column: u32, alpha: u8| {
        let mut image = RgbaImage::new(8, 8);
        image.put_pixel(column, 0, image::Rgba([0, 0, 0, alpha]));
        image.save(folder.path().join(name)).expect("it can be written");
    };
    for (name, column, alpha) in [("a.png", 1, 255), ("b.png", 2, 255), ("c.png", 3, 8)] {
        image(name, column, alpha);
    }
    let sprite = r#"{"bboxMode":0,"collisionKind":0,"collisionTolerance":8,"bbox_left":0,"bbox_right":7,"bbox_top":0,
        "bbox_bottom":7,"width":8,"height":8,"name":"s","frames":[{"name":"a"},{"name":"b"},{"name":"c"},],}"#;
    fs::write(folder.path().join("s.yy"), sprite).expect("it can be written");
    let [sprite, frame] = ["s.yy", "c.png"].map(|name| folder.path().join(name).display().to_string());
    let of = |image: &str, options: &str| {
        let ran = run(&format!("check {image} {image} {options} --json"));
        let answer: Value = serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}", ran.err));
        (answer["a"]["set_bits"].clone(), answer["threshold"]["a"].clone())
    };
    let a = |options: &str| of(&sprite, options);
    assert_eq!(a(""), (json!(1), json!(0)));
    // The pixel of the third frame is not above the tolerance.
    assert_eq!(a("--shape-a file:s"), (json!(2), json!(8)));
    assert_eq!(a("--shape-a file:s --threshold-a 4"), (json!(3), json!(4)));
    assert_eq!(a("--shape-a file:s --frame-a 1"), (json!(1), json!(8)));
    // Taken for an image of its own, it means the same.
    assert_eq!(of(&frame, ""), (json!(1), json!(0)));
    assert_eq!(of(&frame, &format!("--shape-a {sprite}:s")), (json!(0), json!(8)));
}

#[test]
fn bodies_without_images_are_those_of_an_atlas() {
    let folder = tempfile::tempdir().expect("a folder");
    let frame = |name: &str, x: u32| {
        format!(
            r#"{{"filename":"{name}","frame":{{"x":{x},"y":0,"w":8,"h":8}},"rotated":false,"trimmed":false,
            "spriteSourceSize":{{"x":0,"y":0,"w":8,"h":8}},"sourceSize":{{"w":8,"h":8}}}}"#
        )
    };
    let body = |name: &str, x: u32| {
        format!(r#""{name}":{{"type":"fromPhysicsEditor","fixtures":[{{"circle":{{"x":{x},"y":4,"radius":2}}}}]}}"#)
    };
    let atlas = format!(r#"{{"frames":[{},{}],"meta":{{"image":"sheet.png"}}}}"#, frame("b.png", 0), frame("a.png", 8));
    let write = |name: &str, text: String| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("it can be written");
        path.display().to_string()
    };
    RgbaImage::new(16, 8).save(folder.path().join("sheet.png")).expect("it can be written");
    let (atlas, shapes) =
        (write("sheet.json", atlas), write("shapes.json", format!("{{{},{}}}", body("a", 2), body("b", 6))));
    let rock = sample("rock.png");
    // In the same order, not by name, they would be exchanged.
    for (frame, name, circle) in [(1, "a", "circle:2,4,2"), (0, "b", "circle:6,4,2")] {
        let check = |shape: &str| answer(&format!("check {atlas} {rock} --frame-a {frame} --shape-a {shape} --json"));
        assert_eq!(check(&format!("{shapes}:{name}"))["shapes"], check(circle)["shapes"], "{name}");
    }
    let refused = run(&format!("check {shapes} {rock}"));
    assert!(refused.code == 1 && refused.err.contains("a.png is missing"), "{}", refused.err);
}

#[test]
fn a_grid_and_numbered_files_are_frames() {
    let rock = sample("rock.png");
    let set = |image: &str, frame: usize| {
        answer(&format!("check {image} {rock} --frame-a {frame} --json"))["a"]["set_bits"].clone()
    };
    for pattern in ["run_*.png", "run_%02d.png"] {
        let image = case(&format!("03-numbered-files/{pattern}"));
        assert_eq!([0, 1, 2, 3].map(|frame| set(&image, frame)), [156, 208, 256, 316].map(Value::from), "{pattern}");
        assert_eq!(run(&format!("check {image} {rock} --frame-a 4")).code, 2);
    }
    let sheet = case("14-polygon-for-each-frame/sheet.png");
    let whole = answer(&format!("check {sheet} {rock} --json"))["a"]["set_bits"].as_u64().expect("a number");
    let cells = [0, 1, 2].map(|frame| set(&format!("{sheet} --grid-a 32x32"), frame).as_u64().expect("a number"));
    assert_eq!(cells.iter().sum::<u64>(), whole);
    for (grid, code, why) in
        [("32", 2, "a grid is WxH"), ("64x64", 2, "sheet.png: no cell of 64 × 64 px fits into 96 × 32 px")]
    {
        let ran = run(&format!("check {sheet} {sheet} --grid {grid}"));
        assert_eq!(ran.code, code);
        assert!(ran.err.contains(why), "{}", ran.err);
    }
    let ran = run(&format!("check {} {rock} --grid-a 8x8", case("03-numbered-files/run_*.png")));
    assert!(ran.err.contains("run_*.png: it has frames of its own"), "{}", ran.err);
}

#[test]
fn a_mask_is_written_to_standard_output() {
    let ship = sample("ship.png");
    let (mask, sprite) = (run(&format!("mask {ship} -o - --format txt")), sample_sprite("ship.png").expect("a sample"));
    assert_eq!((mask.code, mask.err.as_str()), (0, ""));
    assert_eq!(mask.out.trim_end(), sprite.mask().mask().to_text().trim_end());
    for (options, why) in [("", "-: "), (" --format txt --json", "-o -: "), (" --format txt --all-frames", "-o -: ")] {
        let ran = run(&format!("mask {ship} -o -{options}"));
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{}", ran.err);
        assert!(ran.err.contains(why), "{}", ran.err);
    }
    assert!(!Path::new("-").exists());
}

#[test]
fn layers_are_taken_and_left_out() {
    let torch = sample("torch.aseprite");
    let set = |options: &str| {
        answer(&format!("check {torch} {torch} {options} --json"))["a"]["set_bits"].as_u64().expect("a number")
    };
    let [whole, glow, flame] = ["", "--layer-a glow", "--layer flame"].map(set);
    assert!(glow > 0 && flame > 0 && flame < whole, "{whole} {glow} {flame}");
    assert_eq!(set("--hide-layer glow --hide-layer handle"), flame);
    assert_eq!(set("--layer flame --layer glow --hide-layer-a glow"), flame);
    assert_eq!(set("--hide-layer-b glow"), whole, "of B alone");
    assert!(set("--layer sketch") != whole, "hidden in the file");
    let folder = tempfile::tempdir().expect("a folder");
    let scene = folder.path().join("torch.scene.json");
    fs::copy(&torch, folder.path().join("torch.aseprite")).expect("the folder can be written");
    let text = r#"{"maskscope":1,"a":{"image":"torch.aseprite","layers":["flame"]},"b":{"sample":"rock.png"}}"#;
    fs::write(&scene, text).expect("the folder can be written");
    let scene = scene.display().to_string();
    assert_eq!(answer(&format!("check --scene {scene} --json"))["a"]["set_bits"], json!(flame));
    let loaded = load_scene(Path::new(&scene), &Limits::default()).expect("a scene");
    let written: Value = serde_json::from_str(&encode_scene(&loaded, None, false)).expect("JSON");
    assert_eq!(written["a"]["layers"], json!(["flame"]));
    let with_art: Value = serde_json::from_str(&encode_scene_with_art(&loaded)).expect("JSON");
    assert_eq!(with_art["a"]["layers"], Value::Null, "its pixels are those of the layers");
    fs::write(&scene, with_art.to_string()).expect("the folder can be written");
    assert_eq!(answer(&format!("check --scene {scene} --json"))["a"]["set_bits"], json!(flame));
    for (line, code, why) in [
        (
            format!("check {torch} {torch} --layer smoke"),
            2,
            "torch.aseprite: it has no layer 'smoke'; it has glow, handle and 2 more",
        ),
        (format!("check {torch} {torch} --hide-layer smoke"), 2, "--hide-layer: "),
        (format!("check {} {torch} --layer-a flame", sample("ship.png")), 2, "ship.png: it has no layers"),
        (format!("check --scene {scene} --layer flame"), 2, "cannot be used with"),
    ] {
        let ran = run(&line);
        assert_eq!(ran.code, code, "{line}: {}", ran.err);
        assert!(ran.err.contains(why), "{line}: {}", ran.err);
    }
}

#[test]
fn a_layer_is_the_mask_of_each_frame() {
    let (torch, folder) = (sample("torch.aseprite"), tempfile::tempdir().expect("a folder"));
    fs::copy(&torch, folder.path().join("torch.aseprite")).expect("the folder can be written");
    let path = folder.path().join("torch.scene.json");
    let check = |actor: &Value| {
        let text = json!({ "maskscope": 1, "a": actor, "b": { "sample": "rock.png" } });
        fs::write(&path, text.to_string()).expect("the folder can be written");
        run(&format!("check --json --scene {}", path.display()))
    };
    let set = |ran: &Ran| serde_json::from_str::<Value>(&ran.out).expect("JSON")["a"]["set_bits"].clone();
    let mut sets = Vec::new();
    for frame in ["0", "1", "2", "merged"] {
        let shown = frame.parse().map_or(json!(frame), |n: usize| json!(n));
        let actor =
            json!({ "image": "torch.aseprite", "layers": ["handle"], "frame": shown, "solid": { "layer": "flame" } });
        let alone =
            answer(&format!("check {torch} {torch} --layer flame --frame-a {frame} --json"))["a"]["set_bits"].clone();
        assert_eq!(set(&check(&actor)), alone, "frame {frame}");
        let loaded = load_scene(&path, &Limits::default()).expect("a scene");
        let written: Value = serde_json::from_str(&encode_scene(&loaded, Some(folder.path()), false)).expect("JSON");
        let solid = json!({ "threshold": 0, "layer": "flame" });
        assert_eq!((&written["a"]["solid"], &written["a"]["layers"]), (&solid, &json!(["handle"])));
        let with_art: Value = serde_json::from_str(&encode_scene_with_art(&loaded)).expect("JSON");
        assert_eq!(with_art["a"]["solid"]["layer"], Value::Null, "its levels are held");
        assert_eq!(set(&check(&with_art["a"])), alone, "frame {frame}, held");
        sets.push(alone);
    }
    assert!(sets[..3].iter().any(|set| *set != sets[0]), "the frames differ: {sets:?}");
    for (actor, why) in [
        (json!({ "image": "torch.aseprite", "solid": { "layer": "smoke" } }), "it has no layer 'smoke'"),
        (
            json!({ "sample": "ship.png", "solid": { "layer": "flame" } }),
            "a is solid by a layer, which belongs to an image",
        ),
        (
            json!({ "image": "torch.aseprite", "solid": { "layer": "flame", "key": { "color": "#ff00ff" } } }),
            "a has several of a key colour, a mask image and a layer",
        ),
    ] {
        let ran = check(&actor);
        assert!(ran.code == 1 && ran.err.contains(why), "{actor}: {}", ran.err);
    }
}

#[test]
fn a_shape_is_fitted_to_each_frame() {
    let sheet = format!("{} --grid 32x32", case("14-polygon-for-each-frame/sheet.png"));
    let all = answer(&format!("fit {sheet} --as polygon:6 --all-frames --json"));
    let frames = all["frames"].as_array().expect("a list");
    assert_eq!(frames.len(), 3);
    for (number, frame) in frames.iter().enumerate() {
        let mut alone = answer(&format!("fit {sheet} --as polygon:6 --frame {number} --json"));
        alone.as_object_mut().expect("an object").insert("frame".to_owned(), number.into());
        alone["name"] = Value::Null;
        assert!(frame["shape"]["polygon"].is_array());
        let fields = frame.as_object().expect("an object");
        assert!(fields.iter().all(|(field, value)| alone[field] == *value), "{frame}, not {alone}");
    }
    for format in ["pygame", "phaser", "godot", "love"] {
        let code = run(&format!("fit {sheet} --as polygon:6 --all-frames --format {format}"));
        assert_eq!((code.code, &*code.err), (0, ""), "{format}");
        assert!((0..3).all(|frame| code.out.contains(&format!("sheet {frame}"))), "{format}: {}", code.out);
    }
    let shapes: Value = serde_json::from_str(&run(&format!("fit {sheet} --as box --all-frames --format json")).out)
        .expect("the shapes of a scene file");
    assert_eq!(shapes["frames"].as_object().map(serde_json::Map::len), Some(3));
    let ran = run(&format!("fit {sheet} --as box --all-frames --frame 1"));
    assert_eq!(ran.code, 2, "{}", ran.err);
}
