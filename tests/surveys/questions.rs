//! Common properties of all questions: each is asked, shown and saved, and agrees with other code.

use std::{fs, path::Path};

use maskscope::files::{Limits, decode, load_scene, sample_sprite};
use maskscope_core::{
    geom::Offset,
    mask::truth::Truth,
    scan::{Count, Scan},
    scene::{Actor, Convention, Placement, PreCheck, Profile, Scene, Snap, Sprite},
    survey::{
        Choices, Disagreement, Divergence, QUESTIONS, Question, QuestionAbout, Reader, Summary, Survey, Variation,
        Witness, question,
    },
};
use serde_json::{Value, json};

use crate::{
    headless::{answer, run},
    random::offsets,
};

fn pair() -> String {
    "samples/gem.png samples/coin.png".to_owned()
}

fn sprites() -> [Sprite; 2] {
    ["gem.png", "coin.png"].map(|name| sample_sprite(name).expect("a sample"))
}

/// Returns the options without which a question cannot be asked.
fn options(asked: &Question) -> &'static str {
    match asked.about {
        QuestionAbout::Two => "--scan rows --scan columns",
        QuestionAbout::Scan => "--scan rows",
        QuestionAbout::Hitboxes => "--shape-b circle --candidates",
        _ => "",
    }
}

#[test]
fn every_question_is_asked_and_written_in_every_format() {
    let folder = tempfile::tempdir().expect("a folder");
    for asked in QUESTIONS {
        let line = format!("survey {} {} {} --at 4,3", asked.name, pair(), options(asked));
        let (code, text, err) = run(&line);
        assert_eq!((code, err.as_str()), (0, ""), "{line}");
        assert!(text.ends_with('\n') && text.trim().len() > 20, "{line}: {text}");
        let file = |extension: &str| {
            let path = folder.path().join(format!("{}.{extension}", asked.name));
            let (code, _, err) = run(&format!("{line} -o {}", path.display()));
            assert_eq!((code, err.as_str()), (0, ""), "{line} as {extension}");
            fs::read(path).expect("a file")
        };
        let output = answer(&line);
        assert!(output.as_object().is_some_and(|object| object.len() >= 2), "{line}: {output}");
        assert_eq!(serde_json::from_slice::<Value>(&file("json")).expect("JSON"), output, "{line}");
        let csv = String::from_utf8(file("csv")).expect("UTF-8");
        let columns = |line: &str| line.split(',').count();
        assert!(csv.lines().count() > 1 && columns(&csv) > 1, "{line}: {csv}");
        assert!(csv.lines().all(|one| columns(one) == columns(csv.lines().next().unwrap_or_default())), "{line}");
        assert!(decode(&file("png"), Path::new("chart.png"), &Limits::default()).is_ok(), "{line}");
        let help = run("survey --help").1.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(help.contains(asked.sentence), "{}: {help}", asked.name);
        assert_eq!(question(asked.name), Some(asked));
    }
    assert_eq!(question("costs"), None);
}

/// Returns the visits of a scan at every offset, row by row, and whether anything is shared.
fn counted([a, b]: &[Sprite; 2], scan: Scan) -> Vec<(Offset, u64, bool)> {
    let near = offsets(a.size(), b.size()).map(|at| (at, Truth::of(a.mask().mask(), b.mask().mask(), at)));
    let overlapping = near.filter(|(_, truth)| truth.overlap_box.is_some());
    let counted = overlapping.map(|(at, truth)| {
        let mut count = Count::default();
        scan.run(&a.raster().mask_for(scan), &b.raster().mask_for(scan), at, None, &mut count);
        (at, count.visits, truth.masks_overlap())
    });
    counted.collect()
}

/// Returns the values of a grid, row by row.
fn values(grid: &Value) -> Vec<i64> {
    let rows = grid["values"].as_array().expect("rows");
    assert_eq!(grid["height"], rows.len());
    let row = |row: &Value| {
        assert_eq!(grid["width"], row.as_array().map_or(0, Vec::len));
        row.as_array().expect("a row").iter().map(|value| value.as_i64().expect("a whole number")).collect::<Vec<_>>()
    };
    rows.iter().flat_map(row).collect()
}

#[test]
fn the_difference_is_the_visits_of_the_first_minus_those_of_the_second() {
    let output = answer(&format!("survey difference {} --scan words --scan sample:4", pair()));
    let sprites = sprites();
    let scans = ["words", "sample:4"].map(|name| counted(&sprites, name.parse().expect("a scan")));
    let minus =
        |(one, other): (&(Offset, u64, bool), &(Offset, u64, bool))| one.1.cast_signed() - other.1.cast_signed();
    assert_eq!(values(&output), scans[0].iter().zip(&scans[1]).map(minus).collect::<Vec<_>>());
    assert_eq!((&output["x"], &output["y"]), (&json!(scans[0][0].0.x), &json!(scans[0][0].0.y)));
}

#[test]
fn the_winners_are_numbered_as_they_are_named() {
    let output = answer(&format!("survey winners {}", pair()));
    let sprites = sprites();
    let contenders: Vec<Scan> = Scan::ALL.into_iter().filter(|scan| scan.hue().is_some()).collect();
    assert_eq!(output["names"], json!(contenders.iter().map(Scan::to_string).collect::<Vec<_>>()));
    let counted: Vec<_> = contenders.iter().map(|&scan| counted(&sprites, scan)).collect();
    let expected = (0..counted[0].len()).map(|place| {
        let visits: Vec<u64> = counted.iter().map(|scan| scan[place].1).collect();
        let fewest = visits.iter().min().expect("contenders");
        let best: Vec<usize> = (0..visits.len()).filter(|&at| visits[at] == *fewest).collect();
        match best[..] {
            _ if !counted[0][place].2 => -2,
            [only] => i64::try_from(only).expect("few"),
            _ => -1,
        }
    });
    assert_eq!(values(&output), expected.collect::<Vec<_>>());
    let few = answer(&format!("survey winners {} --scan words --scan x --scan cross", pair()));
    assert_eq!(few["names"], json!(["x", "cross"]), "words reads many cells per visit");
}

#[test]
fn art_that_defeats_a_scan_needs_no_images_and_is_a_scene() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["rows", "sample", "summed-area", "channels:0.5"] {
        let scene = folder.path().join("art.scene.json");
        let line = format!("survey defeat --scan {name} -o {}", scene.display());
        let output = answer(&line);
        let checked = answer(&format!("check --scene {} --scan {name} --scan rows", scene.display()));
        let visits = |at: usize| checked["scans"][at]["visits"].clone();
        let expected =
            json!({ "maskscope_answer": 1, "scan": name, "visits": visits(0), "rows": visits(1), "cells": 30 * 24 });
        assert_eq!(output, expected, "{name}");
        assert!(run(&format!("replay {} --json", scene.display())).1.contains("\"expectation\":\"held\""), "{name}");
    }
}

#[test]
fn pre_checks_and_engines_are_judged_beside_scans() {
    let line = format!("survey divergence {} --at 2,1 --scan sample --pre-check circle --profile scratch", pair());
    let output = answer(&line);
    let [a, b] = sprites();
    let scene = Scene::of([Actor::new(a, Placement::default()), Actor::new(b, Placement::at((2.0, 1.0)))]);
    let witnesses = [
        Witness::Scan("sample".parse().expect("a scan")),
        Witness::PreCheck(PreCheck::Circle),
        Witness::Profile(Profile::Scratch),
    ];
    let mut survey = Divergence::of(&scene.lay().expect("small"), &witnesses, Witness::Truth);
    assert!(survey.finish(&|| false));
    for (judged_scan, map) in
        [&output["scans"][0], &output["pre_checks"][0], &output["profiles"][0]].into_iter().zip(&survey.maps)
    {
        let judged = Summary::of(&survey, map);
        assert_eq!(judged_scan["name"], map.asked.to_string());
        assert_eq!(judged_scan["false_hits"], judged.false_hits, "{}", map.asked);
        assert_eq!(judged_scan["false_misses"], judged.false_misses, "{}", map.asked);
    }
    assert_eq!(output["profiles"][0]["offsets"], survey.lattice.size().area());
    let alone = answer(&format!("survey divergence {} --profile xna", pair()));
    assert_eq!(alone["scans"], json!([]), "no scans if only engines are asked");
}

/// Returns the lines of a table of offsets: x, y, the result to compare with, and the verdict.
fn lines(csv: &str) -> Vec<(i64, i64, bool, String)> {
    let line = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let [x, y, against, verdict] = fields[..] else { panic!("{line}") };
        let number = |text: &str| text.parse().expect("a number");
        (number(x), number(y), against.parse().expect("a verdict"), verdict.to_owned())
    };
    csv.lines().skip(1).map(line).collect()
}

#[test]
fn engines_are_compared_as_check_asks_them_one_by_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("answers.csv");
    let images = "samples/ship.png samples/rock.png";
    for (one, other, heading) in [
        ("pygame", "sfml", "sfml"),
        ("sfml", "xna", "xna"),
        ("pygame", "rows", "rows"),
        ("sfml", "truth", "masks_overlap"),
    ] {
        let output =
            answer(&format!("survey divergence {images} --profile {one} --against {other} -o {}", path.display()));
        let csv = fs::read_to_string(&path).expect("written");
        assert!(csv.starts_with(&format!("x,y,{heading},{one}\n")), "{csv:.60}");
        let lines = lines(&csv);
        let count = |verdict: &str| lines.iter().filter(|(.., own)| own == verdict).count();
        let (false_hits, false_misses) = (count("false hit"), count("false miss"));
        assert_ne!(false_hits + false_misses, 0, "{one} and {other} differ somewhere, so that this test is not empty");
        let expected = json!([{
            "name": one, "against": other, "offsets": lines.len(), "false_hits": false_hits, "false_misses": false_misses,
        }]);
        assert_eq!((&output["profiles"], &output["scans"]), (&expected, &json!([])));
        // Some of the offsets at which they differ, and some at which they do not.
        let wrong = lines.iter().filter(|(.., verdict)| verdict.starts_with("false")).step_by(5);
        for (x, y, against, verdict) in lines.iter().step_by(211).chain(wrong) {
            let checked = answer(&format!(
                "check {images} --at {x},{y} --scan rows --profile {one} --profile sfml --profile xna"
            ));
            let asked = |name: &str| match name {
                "truth" => checked["masks_overlap"].as_bool(),
                "rows" => checked["scans"][0]["hit"].as_bool(),
                _ => {
                    let mut profiles = checked["profiles"].as_array().expect("a list").iter();
                    profiles.find(|profile| profile["name"] == name).and_then(|profile| profile["hit"].as_bool())
                }
            };
            let [one_hits, other_hits] = [one, other].map(|name| asked(name).expect("an answer"));
            let expected = match (one_hits, other_hits) {
                (true, true) => "hit",
                (false, false) => "miss",
                (true, false) => "false hit",
                (false, true) => "false miss",
            };
            assert_eq!((*against, verdict.as_str()), (other_hits, expected), "{one} against {other} at {x},{y}");
        }
    }
}

#[test]
fn conventions_disagree_as_the_library_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("turned.json");
    let turned = json!({
        "maskscope": 1, "a": { "sample": "gem.png", "rotation": 10 }, "b": { "sample": "coin.png", "position": [30.25, 20] },
    });
    fs::write(&path, turned.to_string()).expect("written");
    let scene = load_scene(&path, &Limits::default()).expect("a scene");
    let keep: Reader = "keep,bilinear,corner".parse().expect("a convention");
    let floor = Convention { snap: Snap::Floor, ..Convention::default() };
    assert_eq!("floor".parse(), Ok(Reader::World(floor)));
    for (options, readers, variation) in [
        ("", Choices::READERS, Variation::Angles),
        (
            "--reader keep,bilinear,corner --reader pygame --fractions 5",
            [keep, Reader::Engine(Profile::Pygame)],
            Variation::Fractions(5),
        ),
    ] {
        let output = answer(&format!("survey disagreement --scene {} {options}", path.display()));
        let mut survey = Disagreement::new(&scene, readers, variation).expect("small");
        assert!(survey.finish(&|| false));
        let number = |hits: Option<[bool; 2]>| hits.map_or(-1, |[one, other]| i64::from(one) + 2 * i64::from(other));
        assert_eq!(values(&output), survey.answers.values().map(number).collect::<Vec<_>>());
        assert_eq!(output["names"], json!(readers.map(|reader| reader.to_string())));
    }
}

#[test]
fn what_a_question_does_not_take_is_refused() {
    let pair = pair();
    for (line, why) in [
        (format!("survey difference {pair} --scan rows"), "two scans"),
        (format!("survey difference {pair}"), "two scans"),
        ("survey defeat".to_owned(), "one scan"),
        ("survey winners".to_owned(), "two images"),
        (format!("survey thresholds {pair} --scan rows"), "takes no scans"),
        (format!("survey disagreement {pair} --scan rows"), "takes no scans"),
        (format!("survey cost {pair} --profile xna"), "--profile"),
        (format!("survey cost {pair} --against xna"), "--against"),
        (format!("survey divergence {pair} --profile xna --against flix"), "haxeflixel"),
        ("survey defeat --scan rows --at 3,4".to_owned(), "--at"),
        (format!("survey area {pair} --fractions 4"), "--fractions"),
        (format!("survey disagreement {pair} --reader xna"), "two are compared"),
        (format!("survey disagreement {pair} --reader round --reader xna"), "half-up"),
        (format!("survey disagreement {pair} --fractions 0"), "--fractions"),
    ] {
        let (code, out, err) = run(&line);
        assert_eq!((code, out.as_str()), (2, ""), "{line}: {err}");
        assert!(err.contains(why), "{line}: {err}");
    }
}
