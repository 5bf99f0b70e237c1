//! A person's own scans on the command line, in scenes and in links.

use std::{fs, path::Path};

use crate::line::{answer, run};
use maskscope::files::{Limits, Link, decode_scene, encode_scene, read_link, write_link};
use maskscope::scan::{Own, Scan};
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
        ("\"rows\"", "7", "invalid type"),
    ] {
        let error = decode(&SCENE.replace(from, to)).expect_err("refused").to_string();
        assert!(error.contains(expected), "{error}");
    }
    let long = SCENE.replace("visit(0, 0)", &"a".repeat(20_000));
    assert!(decode(&long).expect_err("refused").to_string().contains("at most 16 KiB"));
}
