//! A person's own scans on the command line, in scenes and in links.

use std::{fs, path::Path};

use crate::line::{answer, run};
use maskscope::files::{Limits, Link, decode_scene, encode_scene, read_link, script_of, write_link};
use maskscope_core::geom::{Offset, Size};
use maskscope_core::mask::{Mask, Prepared};
use maskscope_core::scan::{Own, Pair, Scan, own::elsewhere};
use maskscope_core::scene::{Picture, PictureFormat, Sprite};
use maskscope_core::survey::{CostSurvey, Survey as _, use_at_most};
use serde_json::{Value, json};

const PAIR: &str = "samples/ship.png samples/rock.png --at 10,-17";

/// A script in a file of its own.
fn script(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).expect("written");
    format!("own:{}", path.display())
}

#[test]
fn a_script_is_a_scan_wherever_one_is_taken() {
    let folder = tempfile::tempdir().expect("a folder");
    let bottom = "// name: bottom-up\nfor y in 0..h { for x in 0..w { if visit(x, h - 1 - y) { return true } } }";
    let own = script(folder.path(), "a.rhai", bottom);
    let found = answer(&format!("check {PAIR} --scan rows --scan {own} --json"));
    let scan = json!({
        "name": "own:bottom-up", "exact": false, "hit": true, "first_hit": { "x": 33, "y": 23 },
        "hit_box": { "x": 33, "y": 23, "width": 1, "height": 1 }, "visits": 24, "cells": 24,
        "measured": true, "note": "visits every cell once",
    });
    assert_eq!(found["scans"][1], scan);
    assert_eq!((&found["scans"][0]["measured"], &found["scans"][0]["note"]), (&Value::Null, &Value::Null));
    let (code, out, _) = run(&format!("check {PAIR} --scan {own}"));
    assert!(code == 0 && out.contains("own:bottom-up  visits every cell once"), "{out}");
    let (code, out, _) = run(&format!("order --size 3x2 --scan {own}"));
    assert_eq!((code, out.lines().skip(2).collect::<Vec<_>>()), (0, vec!["3 4 5", "0 1 2"]));
    let cost = answer(&format!("survey cost {PAIR} --scan rows --scan {own} --json"));
    let names: Vec<&Value> = cost["scans"].as_array().expect("scans").iter().map(|scan| &scan["name"]).collect();
    assert_eq!(names, ["rows", "own:bottom-up"]);
}

#[test]
fn a_script_without_a_name_is_yours() {
    let folder = tempfile::tempdir().expect("a folder");
    let [one, other] = ["1.rhai", "2.rhai"].map(|name| script(folder.path(), name, "visit(0, 0)"));
    let found = answer(&format!("check {PAIR} --scan {one} --scan {other} --json"));
    assert_eq!((&found["scans"][0]["name"], &found["scans"][1]["name"]), (&json!("own:yours"), &json!("own:yours-2")));
    assert_eq!(found["scans"][0]["note"], "never visits 719 cells, the first 1,0");
}

#[test]
fn a_script_that_fails_names_its_file_and_the_line() {
    let folder = tempfile::tempdir().expect("a folder");
    for (text, expected) in [
        ("let x = 1;\nvisit(x 0)", "line 2: ',' is missing between the arguments of visit"),
        ("visit(99, 0)", "line 1: visit(99, 0) is outside the box of 30 × 24"),
        ("// name: rows\nfalse", "line 1: rows is the name of another scan"),
        ("// name: a b\nfalse", "line 1: a name has 1 to 32 letters, digits and -"),
    ] {
        let own = script(folder.path(), "a.rhai", text);
        let (code, _, err) = run(&format!("check {PAIR} --scan {own}"));
        assert_eq!(code, 1, "{text}: {err}");
        assert!(err.contains(&format!("a.rhai: {expected}")), "{err}");
    }
    let (code, _, err) = run(&format!("check {PAIR} --scan own:{}/none.rhai", folder.path().display()));
    assert!(code == 1 && err.contains("there is no such file"), "{err}");
}

#[test]
fn the_own_scans_of_a_scene_are_asked_with_the_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.scene.json");
    let write = |script: &str| {
        let scene = json!({
            "maskscope": 1, "a": { "sample": "ship.png" }, "b": { "sample": "rock.png", "position": [10, -17] },
            "scans": ["rows", { "own": "bottom-up", "script": script }],
        });
        fs::write(&path, scene.to_string()).expect("written");
    };
    let scene = path.display();
    write("for y in 0..h { for x in 0..w { if visit(x, h - 1 - y) { return true } } }");
    for command in ["check --scene", "time --scene", "replay"] {
        let scans = answer(&format!("{command} {scene} --json"));
        let scans = scans["scans"].as_array().expect("scans").clone();
        assert_eq!(scans.len(), Scan::ALL.len() + 1, "{command}");
        assert!(scans.iter().any(|scan| scan["name"] == "own:bottom-up"), "{command}");
    }
    let part = "--part 8,-18,3x3 --json";
    let cost = answer(&format!("survey cost --scene {scene} {part}"));
    assert_eq!(
        cost["scans"].as_array().and_then(|scans| scans.last()).map(|scan| &scan["name"]),
        Some(&json!("own:bottom-up"))
    );
    let only = answer(&format!("check --scene {scene} --scan words --json"));
    assert_eq!(only["scans"].as_array().map(Vec::len), Some(1));
    write("visit(0, 0);\nvisit(99, 0)");
    let commands =
        [format!("check --scene {scene}"), format!("survey cost --scene {scene} {part}"), format!("replay {scene}")];
    for command in commands {
        let (code, _, err) = run(&command);
        assert_eq!(code, 1, "{command}: {err}");
        assert!(err.contains("a.scene.json: its scan own:bottom-up: line 2: visit(99, 0) is outside"), "{err}");
    }
}

#[test]
fn a_script_that_fails_is_refused_by_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = script(folder.path(), "a.rhai", "visit(0, 0);\nvisit(99, 0)");
    let log = folder.path().join("a.jsonl");
    let check = r#"{"frame":1,"a":{"sprite":"ball"},"b":{"sprite":"ball","position":[3,0]},"hit":true}"#;
    let sprite = r#"{"sprite":"ball","sample":"ball.png"}"#;
    fs::write(&log, format!("{{\"maskscope_log\":1}}\n{sprite}\n{check}\n")).expect("written");
    let small = "samples/ball.png samples/ball.png";
    for command in [
        format!("order {PAIR}"),
        format!("order --size 5x5 -o {}/a.svg", folder.path().display()),
        format!("time {PAIR}"),
        format!("survey cost {small} --part=0,0,2x2"),
        format!("survey divergence {small} --part=0,0,2x2"),
        format!("replay {}", log.display()),
    ] {
        let (code, _, err) = run(&format!("{command} --scan {own}"));
        assert!(code == 1 && err.contains("a.rhai: line 2: visit(99, 0) is outside the box of"), "{command}: {err}");
    }
    assert!(!folder.path().join("a.svg").exists());
}

#[test]
fn a_script_competes_as_long_as_it_reads_cells_and_is_never_wrong() {
    let folder = tempfile::tempdir().expect("a folder");
    let cells =
        |cells: &str| format!("for y in 0..h {{ for x in 0..{cells} {{ if visit(x, h - 1 - y) {{ return true }} }} }}");
    let rows = "for y in 0..h { let x = 0; while x < w { let n = min(64, w - x); if visit_row(x, y, n) { return true } x += n; } }";
    for (text, competes) in [(&*cells("w"), true), (&*cells("w - 1"), false), (rows, false)] {
        let own = script(folder.path(), "a.rhai", text);
        let survey =
            |kind: &str| format!("survey {kind} samples/ball.png samples/ball.png --scan rows --scan {own} --json");
        let found = answer(&survey("winners"));
        let names = if competes { json!(["rows", "own:yours"]) } else { json!(["rows"]) };
        assert_eq!(found["names"], names, "{text}");
        let has = |winner: i32| {
            found["values"]
                .as_array()
                .expect("rows")
                .iter()
                .flat_map(|row| row.as_array())
                .flatten()
                .any(|value| *value == winner)
        };
        assert_eq!([has(0), has(1)], [true, competes], "{text}");
        let cost = answer(&survey("cost"));
        assert_eq!((&cost["scans"][0]["measured"], &cost["scans"][1]["measured"]), (&Value::Null, &json!(true)));
    }
}

#[test]
fn the_time_of_a_script_is_compared_with_no_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = script(folder.path(), "a.rhai", "visit(0, 0)");
    let found = answer(&format!("time {PAIR} --scan rows --scan {own} --json"));
    assert!(found["scans"][0]["ratio_to_rows"].is_number() && found["scans"][1]["ratio_to_rows"].is_null());
    assert!(found["scans"][1]["median_ns"].is_number());
}

#[test]
fn a_survey_asks_a_slow_script_at_fewer_placements() {
    let disc = Sprite::new("disc", Picture::new(Size::new(128, 128), vec![255; 4 << 14], PictureFormat::Png, true), 0);
    let [rows, hilbert] = ["rows", "hilbert"].map(|name| {
        let own = Own::new(name, script_of(name.parse().expect("a scan")).expect("its script"));
        let survey = CostSurvey::new(disc.raster(), disc.raster(), &[own.into()]);
        (survey.lattice.step(), own.operations_per_cell())
    });
    assert!(rows.0 > 1 && hilbert.0 >= 2 * rows.0, "{rows:?} {hilbert:?}");
}

#[test]
fn a_survey_of_scripts_that_run_elsewhere_requests_many_runs_at_once() {
    use_at_most(1);
    let mask = |every: u32| {
        let pixels = (0..20 * 20_u32).flat_map(|n| if n % every == 0 { [255; 4] } else { [0; 4] }).collect();
        Sprite::new("mask", Picture::new(Size::new(20, 20), pixels, PictureFormat::Png, true), 0)
    };
    let (a, b) = (mask(7), mask(11));
    let scripts = ["rows", "columns"].map(|name| {
        let text = script_of(name.parse().expect("a scan")).expect("its script");
        Scan::Own(Own::new(&format!("{name}-elsewhere"), text))
    });
    let mut here = CostSurvey::new(a.raster(), b.raster(), &scripts);
    assert!(here.finish(&|| false));
    elsewhere::open();
    let mut survey = CostSurvey::new(a.raster(), b.raster(), &scripts);
    let mut requests = 0;
    while !elsewhere::with_known_runs(|| survey.finish(&elsewhere::lacks_runs)) {
        let request = elsewhere::take_request().expect("a run is lacking");
        let (text, bytes) = request.pack();
        let (text, bytes) = elsewhere::perform(&text, &bytes).expect("a request");
        request.answer(&text, &bytes);
        requests += 1;
    }
    elsewhere::close();
    use_at_most(u64::MAX);
    for (map, of_here) in survey.maps.iter().zip(&here.maps) {
        assert!(map.costs.values().eq(of_here.costs.values()), "{}", map.asked);
        assert_eq!(map.worst, of_here.worst, "{}", map.asked);
    }
    let placements = survey.progress().total();
    assert!(placements == 39 * 39 && (10..100).contains(&requests), "{requests} requests for {placements} placements");
}

#[test]
fn a_visit_has_the_variables_of_its_lines() {
    let [a, b] = Mask::checkerboard(Size::new(30, 24)).map(Prepared::new);
    let pair = Pair::new(&a, &b, Offset::default()).expect("the same box");
    let text = "fn far(x, n) {\n  x + n\n}\nfor y in 0..h {\n  for x in 0..w {\n    let n = far(x, 1);\n    visit(x, y);\n  }\n}";
    let own = Own::new("watched", text);
    let values = |y: i64, x: i64| vec![("n".to_owned(), x + 1), ("x".to_owned(), x), ("y".to_owned(), y)];
    assert_eq!(own.values_on(&pair, 29..31), [values(0, 29), values(1, 0)]);
    assert_eq!(own.values_on(&pair, 719..800), [values(23, 29)], "as far as there are visits");
    let definitions = [("y", 7), ("x", 7), ("n", 7), ("x", 2), ("n", 2), ("z", 7)];
    let lines = definitions.map(|(name, line)| own.definition(name, line));
    assert_eq!(lines, [Some(4), Some(5), Some(6), Some(1), Some(1), None]);
}

#[test]
fn a_failure_has_its_place_and_the_cell() {
    let [a, b] = Mask::checkerboard(Size::new(30, 24)).map(Prepared::new);
    let pair = Pair::new(&a, &b, Offset::default()).expect("the same box");
    let failure = |text: &str| Own::new("failing", text).run_on(&pair).end.expect_err("it fails");
    for (text, place, outside) in [
        ("let x = 0;\n  visit(30, 4)", (2, 3), Some((30, 4))),
        ("visit(3, -2)", (1, 1), Some((3, -2))),
        ("visit_row(28, 4, 3)", (1, 1), Some((30, 4))),
        ("counts(0, 20, 2, 9)", (1, 1), Some((1, 24))),
        ("fn f(x) {\n visit(x, 0)\n}\nf(99)", (2, 2), Some((99, 0))),
        ("let a = 1;\nlet b = nothing(a);", (2, 9), None),
    ] {
        let failure = failure(text);
        assert_eq!((failure.line.zip(failure.column), failure.outside), (Some(place), outside), "{text}");
    }
    assert_eq!(failure(r#"throw "a\x1b[2J\nb""#).to_string(), "line 1: throws a[2J b");
    for text in ["for w in 0..3 { visit(w, 0); }", "try { throw 1 } catch (w) { visit(w, 0) }"] {
        assert_eq!(failure(text).to_string(), "line 1: w cannot be defined again", "{text}");
    }
}

/// A scene with an own scan.
const SCENE: &str = r####"{
    "maskscope": 1,
    "a": { "mask": ["###"] },
    "b": { "mask": ["#"] },
    "scan": "own:zigzag",
    "scans": ["rows", { "own": "zigzag", "script": "visit(0, 0)" }]
}"####;

#[test]
fn scenes_and_links_carry_scripts() {
    let decode = |text: &str| decode_scene(text.as_bytes(), Path::new("my.scene.json"), &Limits::default());
    let scene = decode(SCENE).expect("a scene");
    let own = Scan::Own(Own::new("zigzag", "visit(0, 0)"));
    assert_eq!((scene.scan, &*scene.scans), (Some(own), &[Scan::ROWS, own][..]));
    let again = decode(&encode_scene(&scene, None, false)).expect("the same");
    assert_eq!((again.scan, again.scans), (scene.scan, scene.scans.clone()));
    let Link::Scene(linked) = read_link(&write_link(&scene), &Limits::default()).expect("a link") else {
        panic!("a link to a scene")
    };
    assert_eq!((linked.scan, linked.scans), (scene.scan, scene.scans));

    for (from, to, expected) in [
        ("\"own\": \"zigzag\"", "\"own\": \"zig zag\"", "a scan's name has 1 to 32 letters, digits and -"),
        ("\"script\"", "\"text\"", "text"),
        ("\"rows\"", "\"raws\"", "'raws' is not a scan"),
        ("\"rows\"", "7", "its scans: an object with named fields is expected"),
    ] {
        let error = decode(&SCENE.replace(from, to)).expect_err("refused").to_string();
        assert!(error.contains(expected), "{error}");
    }
    let long = SCENE.replace("visit(0, 0)", &"a".repeat(20_000));
    assert!(decode(&long).expect_err("refused").to_string().contains("at most 16 KiB"));
}

#[test]
fn scripts_that_ended_the_program_or_took_its_memory_are_refused_in_a_sentence() {
    let cases = Path::new("tests/support/cases");
    for (path, expected) in [
        ("31-script-closures-overflow/nest.rhai", "line 3: unexpected '||'"),
        ("31-script-curry-bomb/bomb.rhai", "line 1: 'Fn' cannot be used here"),
        ("31-script-curry-bomb/arrays.rhai", "line 1: 'Fn' cannot be used here"),
        ("31-script-sort-panic/sort.rhai", "line 1: unexpected '|'"),
    ] {
        let path = cases.join(path);
        let (code, out, err) = run(&format!("order --size 30x24 --scan own:{}", path.display()));
        assert_eq!((code, out.as_str()), (1, ""), "{err}");
        assert_eq!(err, format!("maskscope: {}: {expected}\n", path.display()));
    }
}

/// The script names the first cell of the box, which is shared at some hits only; whether it hits is always right.
#[test]
fn a_survey_counts_a_named_cell_that_is_not_shared_as_wrong() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = script(folder.path(), "a.rhai", "for y in 0..h { for x in 0..w { if visit(x, y) { return [0, 0]; } } }");
    let line = |kind: &str| format!("survey {kind} samples/ship.png samples/rock.png --scan rows --scan {own}");
    // Of 4,800 hits, cell 0,0 of the box is shared at 100: counted with numpy.
    let wrong = 4_700;
    for kind in ["divergence", "cost"] {
        let found = answer(&format!("{} --json", line(kind)));
        let counts =
            |at: usize| ["false_hits", "false_misses", "wrong_cells"].map(|name| found["scans"][at][name].clone());
        assert_eq!([counts(0), counts(1)], [[0, 0, 0], [0, 0, wrong]].map(|counts| counts.map(Value::from)), "{kind}");
    }
    let (code, out, _) = run(&line("divergence"));
    assert!(code == 0 && out.contains("wrong cells") && out.contains("4,700"), "{out}");
    let found = answer(&format!("{} --json", line("winners")));
    assert_eq!(found["names"], json!(["rows"]), "it does not compete");
    let (_, out, _) = run(&line("cost"));
    assert!(out.contains("rows needs"), "{out}");
    assert!(!out.contains("yours needs") && out.contains("1 of 2 scans compared, those never wrong here"), "{out}");
    let csv = folder.path().join("a.csv");
    run(&format!("{} -o {}", line("divergence"), csv.display()));
    let csv = fs::read_to_string(csv).expect("written");
    assert_eq!(csv.matches("wrong cell").count(), wrong);
    // Whoever only compares it with another asks for no cells.
    let found =
        answer(&format!("survey divergence samples/ship.png samples/rock.png --scan {own} --against rows --json"));
    assert_eq!(found["scans"][0]["wrong_cells"], 0);
}

#[test]
fn a_script_that_only_says_false_wins_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = script(folder.path(), "a.rhai", "false");
    let clear = folder.path().join("clear.txt");
    fs::write(&clear, "...\n...\n").expect("written");
    for pair in ["samples/ball.png samples/ball.png".to_owned(), format!("{} samples/ball.png", clear.display())] {
        let (code, out, err) = run(&format!("survey cost {pair} --scan rows --scan {own}"));
        let lines = out.lines().skip(1).take_while(|line| !line.contains("visits per offset"));
        let conclusion = lines.collect::<Vec<_>>().join("\n");
        assert!(code == 0 && !conclusion.contains("yours"), "{out}{err}");
        let found = answer(&format!("survey winners {pair} --scan rows --scan {own} --json"));
        let values = found["values"].as_array().expect("rows").iter().flat_map(|row| row.as_array()).flatten();
        assert!(values.into_iter().all(|value| *value != 1), "it never wins");
        let (code, out, err) = run(&format!("survey difference {pair} --scan {own} --scan rows"));
        assert!(code == 0 && !out.contains("needs fewer in"), "{out}{err}");
    }
    let (_, out, _) = run(&format!("survey difference samples/ball.png samples/ball.png --scan {own} --scan rows"));
    let hits = out.split_once("masks overlap at ").and_then(|(_, rest)| rest.split_once(", only")).expect("counts").0;
    let sentence = format!("yours is wrong at {hits} of {hits} hits: its visits are not compared");
    assert_eq!(out.lines().skip(1).collect::<Vec<_>>(), ["", &*sentence], "no table follows");
}

#[test]
fn what_defeats_a_script_that_names_a_wrong_cell_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = script(folder.path(), "a.rhai", "for y in 0..h { for x in 0..w { if visit(x, y) { return [0, 0]; } } }");
    let (code, out, err) = run(&format!("survey defeat --scan {own}"));
    assert_eq!((code, &*err), (0, ""), "{out}");
    assert_eq!(out.lines().next(), Some("Something is shared, and yours names a cell that is not."), "{out}");
    let scene = folder.path().join("a.scene.json");
    run(&format!("survey defeat --scan {own} -o {}", scene.display()));
    let found = answer(&format!("check --scene {} --scan {own} --json", scene.display()));
    let first = &found["scans"][0]["first_hit"];
    assert_eq!(
        (&found["overlap_area"], first),
        (&json!(1), &json!({ "x": 0, "y": 0 })),
        "it is shared in the last cell"
    );
    assert_ne!(found["overlap_bounds"]["x"], 0);
    let right =
        script(folder.path(), "b.rhai", "for y in 0..h { for x in 0..w { if visit(x, y) { return [x, y]; } } }");
    let (_, out, _) = run(&format!("survey defeat --scan {right}"));
    assert!(out.starts_with("yours finds what is shared with the last of "), "{out}");
}

#[test]
fn the_art_that_defeats_a_script_is_a_scene_that_opens() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "// name: half\nfor y in 0..h { for x in 0..w / 2 { if visit(x, y) { return true } } }";
    let own = script(folder.path(), "a.rhai", text);
    let scene = folder.path().join("half.scene.json");
    let (code, out, err) = run(&format!("survey defeat --scan {own} -o {}", scene.display()));
    assert_eq!((code, &*err), (0, ""), "{out}");
    let found = answer(&format!("check --scene {} --scan {own} --json", scene.display()));
    assert_eq!((&found["masks_overlap"], &found["scans"][0]["hit"]), (&json!(true), &json!(false)));
    let found = answer(&format!("check --scene {} --json", scene.display()));
    let names: Vec<_> = found["scans"].as_array().expect("scans").iter().map(|scan| scan["name"].clone()).collect();
    assert_eq!(names.last(), Some(&json!("own:half")), "its script is in the scene");
    let opened = decode_scene(&fs::read(&scene).expect("written"), &scene, &Limits::default()).expect("a scene");
    assert_eq!(opened.scan.map(|scan| scan.to_string()).as_deref(), Some("own:half"), "it is shown");
}
