//! The log of a running game: accepted lines, their judgement, and the answer of `replay`.

#[path = "support/cases.rs"]
mod cases;

use maskscope_core::replay::LogEntry;
use std::{fs, io::Write as _, path::Path};

use maskscope::{
    cli::{self, Outcome},
    files::{Limits, Log, is_log, load_scene},
};
use maskscope_core::{
    geom::{Cell, Offset, Rounding},
    mask::{Mask, truth::Truth},
    replay::{Judge, Replay, TestedFit},
};
use proptest::prelude::*;
use serde_json::{Value, json};

const SHIP: &str = r#######"{"sprite":"ship","mask":["..##..",".####.","######"]}"#######;
const ROCK: &str = r#####"{"sprite":"rock","mask":[".##.","####",".##."]}"#####;

/// Runs `replay` on a log of these lines; returns exit code, JSON, messages.
fn replay(lines: &[&str], options: &str) -> (u8, Value, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    fs::write(&path, lines.join("\n") + "\n").expect("it can be written");
    replay_file(&path, options)
}

fn replay_file(path: &Path, options: &str) -> (u8, Value, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let words = ["maskscope", "replay", path.to_str().expect("UTF-8"), "--json"];
    let words = words.into_iter().chain(options.split_whitespace());
    let Outcome::Exit(code) = cli::run(words, &mut out, &mut err) else { panic!("it opens the window") };
    let err = String::from_utf8(err).expect("UTF-8");
    (code, serde_json::from_slice(&out).unwrap_or(Value::Null), err)
}

fn skipped(answer: &Value) -> Vec<(u64, &str)> {
    let lines = answer["lines_skipped"].as_array().expect("a list");
    lines
        .iter()
        .map(|line| (line["line"].as_u64().expect("a line"), line["reason"].as_str().expect("a text")))
        .collect()
}

/// Returns `field` of every step.
fn steps<'a>(answer: &'a Value, field: &str) -> Vec<&'a Value> {
    answer["steps"].as_array().expect("a list").iter().map(|step| &step[field]).collect()
}

#[test]
fn every_field_of_the_answer_is_there() {
    let check = r#"{"frame":7,"a":{"sprite":"ship","position":[100,50]},"b":{"sprite":"rock","name":"rock 3","position":[104,49]},"hit":true,"rule":"box","at":"game.py:120"}"#;
    let (code, mut answer, err) = replay(&[SHIP, ROCK, "", check], "--steps --scan rows --scan sample:10");
    assert_eq!(answer.as_object_mut().and_then(|fields| fields.remove("maskscope_answer")), Some(json!(1)));
    let step = json!({
        "line": 4, "frame": 7, "a": "ship", "b": "rock 3", "offset": {"x": 4, "y": -1}, "boxes_overlap": true,
        "masks_overlap": false, "overlap_area": 0, "game_hit": true, "tested_hit": null, "verdict": "unfair-hit",
        "distance": 1.0, "depth": null, "shape_distance": null, "shape_depth": null,
        "disagrees": true, "tolerated": false, "tunnel": false,
        "why": "the game says hit by box; no pixel is shared, the closest are 1 px apart",
        "at": "game.py:120", "question": "here", "contact": false, "shown": true, "late": false,
    });
    assert_eq!(
        answer,
        json!({
            "checks": 1,
            "frames": {"first": 7, "last": 7},
            "lines_skipped": [],
            "skipped": 0,
            "disagreements": 1,
            "tolerated": 0,
            "tunnels": 0,
            "jumps": 0,
            "late": 0,
            "of_parts": 0,
            "compared": {"tested": 0, "pixels": 1},
            "questions": {"here": 1, "elsewhere": 0, "broad-phase": 0, "contact": 0},
            "kinds": [{
                "a": "ship", "b": "rock", "checks": 1, "hits": 0, "game_hits": 1, "test-wrong": 0, "unfair-hit": 1,
                "missed-touch": 0, "other-pixel": 0, "tunnels": 0,
            }],
            "sites": [{
                "at": "game.py:120", "kinds": ["ship", "rock"], "rule": "box", "checks": 1, "hits": 0, "game_hits": 1,
                "test-wrong": 0, "unfair-hit": 1, "missed-touch": 0, "other-pixel": 0, "compared": 1, "contact": 0,
                "late": 0, "of_parts": 0,
                "looks_like_contact": false, "question": "here", "sure": true, "by": null, "answered": 0, "apart": 0,
            }],
            "cure": {
                "at": "game.py:120", "kinds": ["ship", "rock"], "wrong": 1,
                "remedies": [{
                    "test": "mask", "smaller_by": null, "leaves_wrong": 0, "not_covered": 0, "carried_on": null,
                    "not_carried_on": null, "shapes": null,
                }],
            },
            "pairs": [{"a": "ship", "b": "rock 3", "checks": 1, "hits": 0, "game_hits": 1, "disagreements": 1, "tunnels": 0}],
            "incidents": [{
                "a": "ship", "b": "rock 3", "kinds": ["ship", "rock"], "verdict": "unfair-hit", "tolerated": false,
                "contact": false, "at": "game.py:120", "question": "here",
                "from": 7, "to": 7, "checks": 1,
                "worst": {
                    "line": 4, "frame": 7, "distance": 1.0, "depth": null, "shape_distance": null,
                    "shape_depth": null,
                },
            }],
            "deaf": [],
            "suspects": [],
            "scans": [{"name": "rows", "visits": 4, "wrong": 0}, {"name": "sample", "visits": 1, "wrong": 0}],
            "steps": [step],
        })
    );
    assert_eq!(code, 3);
    let conclusion =
        "1 of 1 checks is wrong: 1 of 1 hits of ship × rock touches no pixel; --allow-unfair 1 would let it pass";
    assert!(err.ends_with(&format!("game.jsonl: {conclusion}\n")), "{err}");
}

#[test]
fn a_log_without_disagreements_ends_in_0_whatever_was_skipped() {
    let lines = [
        SHIP,
        ROCK,
        "nonsense",
        r#"{"frame":1,"a":{"sprite":"ship"},"b":{"sprite":"rock","position":[9,9]},"hit":false,"rule":"box"}"#,
    ];
    let (code, answer, err) = replay(&lines, "");
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!((&answer["checks"], &answer["skipped"], &answer["steps"]), (&json!(1), &json!(1), &Value::Null));
}

#[test]
fn lines_that_cannot_be_understood_are_skipped_with_their_reason() {
    let ab = r#""a":{"sprite":"ship"},"b":{"sprite":"rock"}"#;
    let lines = [
        SHIP.to_owned(),
        ROCK.to_owned(),
        "[1]".to_owned(),
        "{}".to_owned(),
        r#"{"sprite":"ship","mask":["x"]}"#.to_owned(),
        r#"{"sprite":"ship","png":"*"}"#.to_owned(),
        r##"{"sprite":"ship","image":"ship.png","sample":"rock.png"}"##.to_owned(),
        r#########"{"sprite":"ship","mask":["########"],"anchor":"somewhere"}"#########.to_owned(),
        r#"{"sprite":"hole","image":"nowhere.png"}"#.to_owned(),
        r#"{"sprite":"dust","png":"AAAA"}"#.to_owned(),
        format!(r#"{{{ab}}}"#),
        format!(r#"{{"frame":1.5,{ab}}}"#),
        format!(r#"{{"frame":4,{ab},"area":0.5}}"#),
        format!(r#"{{"frame":4,{ab},"first":[0,0.5]}}"#),
        format!(r#"{{"frame":4,{ab},"rounding":"up"}}"#),
        r#"{"frame":4,"a":{"sprite":"ship"},"b":{"position":[1,2]}}"#.to_owned(),
        r#"{"frame":4,"a":{"sprite":"ship"},"b":{"sprite":"boat"}}"#.to_owned(),
        r#"{"frame":4,"a":{"sprite":"ship"},"b":{"sprite":"hole"}}"#.to_owned(),
        r#"{"frame":4,"a":{"sprite":"ship"},"b":{"sprite":"dust"}}"#.to_owned(),
        r#"{"frame":4,"a":{"sprite":"ship","scale":0},"b":{"sprite":"rock"}}"#.to_owned(),
        format!(r#"{{"frame":5,"rule":"box",{ab}}}"#),
        format!(r#"{{"frame":4,{ab}}}"#),
        format!(r#"{{"time":6,{ab}}}"#),
        r#"{"maskscope_log":1,"fps":0}"#.to_owned(),
        r#"{"frame":6,"a":{"#.to_owned(),
    ];
    let lines: Vec<_> = lines.iter().map(String::as_str).collect();
    let (code, answer, _) = replay(&lines, "");
    assert_eq!((code, &answer["checks"]), (0, &json!(1)), "the ship is still what it was");
    let skipped = skipped(&answer);
    let expected = [
        (3, "it is not an object"),
        (4, "it is neither a header, nor a sprite, nor a check of a and b"),
        (5, "the mask of ship: row 0 holds 'x'"),
        (6, "the png of ship: "),
        (7, "ship needs exactly one of image, sample, mask and png"),
        (8, "anchor is 'somewhere'"),
        (11, "it has neither a frame nor a time"),
        (12, "its frame, 1.5, is not a whole number"),
        (13, "its area is not a whole number from 0"),
        (14, "its first pixel is not a cell"),
        (15, "'up' is not one of half-up"),
        (16, "b names no sprite"),
        (17, "b is the sprite 'boat', which no line before defines"),
        (18, ""),
        (19, "the png of b: "),
        (20, "the scale of a is out of range"),
        (22, "frame 4 comes after frame 5, and within a pair time never falls"),
        (23, "it counts seconds, and the checks before it count frames"),
        (24, "fps is 0, and must be above 0"),
        (25, "it ends too early, at character 16"),
    ];
    let lines = |list: &[(u64, &str)]| list.iter().map(|(line, _)| *line).collect::<Vec<_>>();
    assert_eq!(lines(&skipped), lines(&expected), "{skipped:#?}");
    for ((line, entry), (_, expected)) in skipped.iter().zip(expected) {
        assert!(entry.starts_with(expected), "line {line}: {entry}");
    }
    assert!(skipped[13].1.ends_with("nowhere.png: there is no such file"), "{}", skipped[13].1);
}

#[test]
fn the_last_sprite_of_a_name_holds() {
    let at = |frame: u32| {
        format!(
            r#"{{"frame":{frame},"a":{{"sprite":"dot"}},"b":{{"sprite":"dot","name":"other","position":[1,0]}},"hit":true}}"#
        )
    };
    let own = r##"{"frame":9,"a":{"sprite":"dot","mask":["#"]},"b":{"sprite":"dot","name":"other","position":[1,0]},"hit":true}"##;
    let (first, second) = (at(1), at(2));
    let lines = [r##"{"sprite":"dot","mask":["#"]}"##, &first, r###"{"sprite":"dot","mask":["##"]}"###, &second, own];
    let (_, answer, _) = replay(&lines, "--steps");
    assert_eq!(steps(&answer, "overlap_area"), [0, 1, 0], "a check's own mask replaces the sprite's");
}

#[test]
fn a_check_may_change_every_field_of_a_sprite() {
    let folder = tempfile::tempdir().expect("a folder");
    let copy = |name: &str| {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(name);
        fs::copy(from, folder.path().join(name)).expect("it can be copied");
    };
    ["rock.png", "walker.png", "ship.png"].into_iter().for_each(copy);
    let a = r#""sprite":"s","position":[3.5,-2],"rotation":30,"scale":[1,2],"flip":[true,false],"anchor":[4,5],"parent":{"position":[1,2],"rotation":15}"#;
    let b =
        r#""sprite":"walker","frame":2,"solid":{"threshold":100,"inverted":true},"position":[5,5],"filter":"bilinear""#;
    let common = r#""rounding":"floor","parent":{"position":[0.5,0.25],"scale":2}"#;
    let log = format!(
        "{}\n{}\n{{\"frame\":1,\"a\":{{{a}}},\"b\":{{{b}}},{common},\"hit\":true}}\n",
        r#"{"sprite":"s","image":"ship.png","rotation":90,"anchor":"centred"}"#,
        r##"{"sprite":"walker","image":"walker.png","grid":{"cell":[16,16]},"solid":{"threshold":7}}"##
    );
    // The scene with the same fields.
    let scene = format!("{{\"maskscope\":1,\"a\":{{{a}}},\"b\":{{{b}}},{common}}}")
        .replace(r#""sprite":"s""#, r#""image":"ship.png""#)
        .replace(r#""sprite":"walker""#, r#""image":"walker.png","grid":{"cell":[16,16]}"#);
    let [log_path, scene_path] = ["game.jsonl", "scene.json"].map(|name| folder.path().join(name));
    fs::write(&log_path, log).expect("it can be written");
    fs::write(&scene_path, scene).expect("it can be written");
    let laid = load_scene(&scene_path, &Limits::default()).expect("a scene").lay().expect("it fits");
    let (_, answer, _) = replay_file(&log_path, "--steps");
    assert_eq!(skipped(&answer), []);
    assert_eq!(steps(&answer, "overlap_area"), [laid.collision().overlap_area]);
    assert_ne!(laid.collision().overlap_area, 0);
    assert_eq!(steps(&answer, "offset"), [&json!({"x": laid.offset.x, "y": laid.offset.y})]);
}

#[test]
fn areas_and_first_pixels_are_compared_where_the_game_gives_them() {
    let with = |more: &str| {
        let check = format!(
            r##"{{"frame":1,"a":{{"sprite":"rock","position":[10,20]}},"b":{{"sprite":"rock","name":"b","position":[12,20]}}{more}}}"##
        );
        let (_, answer, _) = replay(&[ROCK, &check], "--steps");
        (steps(&answer, "disagrees")[0].as_bool().expect("a truth value"), steps(&answer, "why")[0].clone())
    };
    // The cells 12,21 and 13,21 are shared.
    assert_eq!(with(r#","hit":true,"area":2,"first":[12,21]"#), (false, Value::Null));
    assert_eq!(with(r#","hit":true,"first":[13.0,21]"#), (false, Value::Null));
    assert_eq!(with(r#","hit":true,"area":3"#), (true, json!("the game says that 3 pixels are shared; there are 2")));
    assert_eq!(with(r#","hit":true,"first":[12,20]"#), (true, json!("the game says that 12,20 is shared; it is not")));
    assert_eq!(with(r#","hit":null,"area":3,"first":[0,0]"#), (false, Value::Null), "the game gave no answer");
    assert_eq!(
        with(r#","hit":false,"rule":"circle""#),
        (true, json!("the game says miss by circle; 2 pixels are shared, 1.4 px deep"))
    );
}

#[test]
fn a_tunnel_is_a_flight_through_solid_pixels_between_two_misses() {
    let wall = r##"{"sprite":"wall","mask":["#","#","#","#","#","#"]}"##;
    let dot = r##"{"sprite":"dot","mask":["#"]}"##;
    let at = |frame: u32, x: i32, y: i32| {
        format!(r#"{{"frame":{frame},"a":{{"sprite":"wall"}},"b":{{"sprite":"dot","position":[{x},{y}]}},"hit":true}}"#)
    };
    let tunnels = |lines: &[&str]| {
        let lines: Vec<_> = [wall, dot].iter().chain(lines).copied().collect();
        let (_, answer, _) = replay(&lines, "--steps");
        steps(&answer, "tunnel").iter().map(|tunnel| tunnel.as_bool().expect("a truth value")).collect::<Vec<_>>()
    };
    assert_eq!(tunnels(&[&at(1, -5, 2), &at(2, 5, 2)]), [false, true]);
    assert_eq!(tunnels(&[&at(1, -5, 2), &at(2, 0, 2), &at(3, 5, 2)]), [false; 3], "it hit on its way");
    assert_eq!(tunnels(&[&at(1, -5, -9), &at(2, 5, -9)]), [false; 2], "it passed above");
    assert_eq!(tunnels(&[&at(1, -5, 2), r#"{"maskscope_log":1}"#, &at(1, 5, 2)]), [false; 2], "another run");
    // From -3,-1 to 3,6 in 7 moves: after 3 of them x is about 0, with halves rounded up.
    assert_eq!(tunnels(&[&at(1, -1, -1), &at(2, 1, 8)]), [false, true]);
    let turned = at(2, 5, 2).replace(r#""position""#, r#""rotation":90,"anchor":[0.5,0.5],"position""#);
    assert_eq!(tunnels(&[&at(1, -5, 2), &turned]), [false; 2], "it was turned meanwhile");
    let other = at(2, 5, 2).replace(r#""sprite":"dot""#, r#""sprite":"dot","name":"other""#);
    assert_eq!(tunnels(&[&at(1, -5, 2), &other]), [false; 2], "another pair");
}

#[test]
fn frames_start_again_with_a_header_and_its_sprites_hold() {
    let at =
        |frame: i64| format!(r#"{{"frame":{frame},"a":{{"sprite":"ship"}},"b":{{"sprite":"rock"}},"rule":"box"}}"#);
    let (one, two, three) = (at(100), at(-3), at(7));
    let lines =
        [r#"{"maskscope_log":1,"game":"g"}"#, SHIP, ROCK, &one, r#"{"maskscope_log":2,"later":1}"#, &two, &three];
    let (code, answer, err) = replay(&lines, "");
    assert_eq!((code, &answer["checks"], &answer["skipped"]), (0, &json!(3), &json!(0)));
    assert_eq!(answer["frames"], json!({"first": 100, "last": 7}), "the first run's first and the last run's last");
    assert!(err.contains("it is a log of version 2"), "{err}");
}

#[test]
fn seconds_stand_in_place_of_frames() {
    let at = |time: &str| format!(r#"{{"time":{time},"a":{{"sprite":"ship"}},"b":{{"sprite":"rock"}}}}"#);
    let (one, two) = (at("0.25"), at("1e1"));
    let (_, answer, _) = replay(&[SHIP, ROCK, &one, &two], "--steps=all");
    assert_eq!((&answer["frames"], &answer["seconds"]), (&Value::Null, &json!({"first": 0.25, "last": 10.0})));
    assert_eq!(
        (steps(&answer, "frame"), steps(&answer, "time")),
        (vec![&Value::Null; 2], vec![&json!(0.25), &json!(10.0)])
    );
    let (code, answer, _) = replay(&[SHIP], "");
    assert_eq!((code, &answer["frames"], &answer["seconds"]), (1, &Value::Null, &Value::Null));
    assert!(answer.as_object().expect("an object").contains_key("seconds"));
}

#[test]
fn one_pair_alone_can_be_counted() {
    let at = |b: &str, hit: bool| {
        format!(
            r#"{{"frame":1,"a":{{"sprite":"ship"}},"b":{{"sprite":"rock","name":"{b}"}},"hit":{hit},"rule":"box"}}"#
        )
    };
    let (right, wrong) = (at("r,1", true), at("r2", false));
    let lines = [SHIP, ROCK, &right, &wrong, "{}"];
    let (code, answer, _) = replay(&lines, "--pair ship,r,1 --scan rows");
    assert_eq!(
        (code, &answer["checks"], &answer["disagreements"], &answer["skipped"]),
        (0, &json!(1), &json!(0), &json!(1))
    );
    let one = answer["scans"][0]["visits"].clone();
    let (code, answer, _) = replay(&lines, "--pair ship,r2 --scan rows --steps=wrong");
    assert_eq!((code, answer["pairs"].as_array().expect("a list").len()), (3, 1));
    assert_eq!((steps(&answer, "b"), &answer["scans"][0]["visits"]), (vec![&json!("r2")], &one), "the same placement");
    let (code, _, err) = replay(&lines, "--pair ship,moon");
    assert_eq!(
        (code, err.contains("there is no check of ship,moon; the pairs are ship,r,1 · ship,r2")),
        (2, true),
        "{err}"
    );
}

#[test]
fn a_pair_the_other_way_round_is_named() {
    let checks: Vec<_> = (0..12)
        .map(|n| format!(r#"{{"frame":1,"a":{{"sprite":"ship"}},"b":{{"sprite":"rock","name":"r{n}"}},"hit":true}}"#))
        .collect();
    let lines: Vec<_> = [SHIP, ROCK].into_iter().chain(checks.iter().map(String::as_str)).collect();
    for (pair, turned) in [("r1,ship", "ship,r1"), ("r11,ship", "ship,r11")] {
        let (code, _, err) = replay(&lines, &format!("--pair {pair}"));
        let message = format!("there is no check of {pair}; there are checks of {turned}, the other way round");
        assert!(code == 2 && err.contains(&message), "{err}");
    }
}

#[test]
fn a_rotation_that_is_no_number_says_so() {
    for (rotation, why) in [
        ("NaN", "NaN is not a number, at character 44"),
        ("Infinity", "Infinity is not a number, at character 44"),
        ("-Infinity", "-Infinity is not a number, at character 45"),
        ("1e999", "a number is too large, at character 48"),
        ("\"9\"", "a number is expected, at character 46"),
    ] {
        let check = format!(r#"{{"frame":1,"a":{{"sprite":"ship","rotation":{rotation}}},"b":{{"sprite":"rock"}}}}"#);
        let (_, answer, _) = replay(&[SHIP, ROCK, &check], "");
        assert_eq!(skipped(&answer), [(3, why)], "{rotation}");
    }
}

#[test]
fn options_and_files_of_another_kind_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("it can be written");
        path
    };
    let log = write("game.jsonl", SHIP);
    let csv = write("path.csv", "frame,x,y\n1,2,3\n");
    let scene = write("scene.json", r#"{"maskscope":1,"a":{"sample":"ship.png"},"b":{"sample":"rock.png"}}"#);
    for (path, options, code, message) in [
        (&log, "--path p.csv", 2, "--path is for a scene"),
        (&log, "--expect-only", 2, "--expect-only is for a scene"),
        (&csv, "", 2, "it is a path; it moves the sprites of a scene: replay SCENE --path CSV"),
        (&scene, "--steps", 2, "--steps is for a log"),
        (&scene, "--pair a,b", 2, "--pair is for a log"),
        (&scene, "--scan rows", 2, "--scan is for a log"),
        (&write("empty.jsonl", ""), "", 1, "it ends too early"),
        (&write("half.json", "{\"maskscope\":1,\n\"a\":{}"), "", 1, "it ends too early"),
        (&folder.path().join("nothing"), "", 1, "there is no such file"),
    ] {
        let (ended, _, err) = replay_file(path, options);
        assert_eq!((ended, err.contains(message)), (code, true), "{options}: {err}");
    }
}

#[test]
fn logs_are_distinguished_from_scenes() {
    assert!(is_log(b"\xEF\xBB\xBF\r\n{\"sprite\":\"a\"}\n"));
    assert!(is_log(b"{broken\n{}\n{\"frame\":1,\"a\":{},\"b\":{}}\n"));
    assert!(!is_log(b"{\"width\":1,\"height\":1,\"rows\":[\"#\"]}\n"), "a mask");
    assert!(!is_log(br#"{"maskscope":1}"#) && !is_log(b"{\n\"maskscope\":1\n}") && !is_log(b"1,2,3\n") && !is_log(b""));
}

#[test]
fn the_last_line_is_read_if_it_is_whole() {
    let check = r#"{"frame":1,"a":{"sprite":"ship"},"b":{"sprite":"rock"}}"#;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    for (end, counted) in [(check.len(), [1, 0]), (check.len() - 1, [0, 1])] {
        fs::write(&path, format!("\u{feff}{SHIP}\r\n{ROCK}\r\n{}", &check[..end])).expect("it can be written");
        let (_, answer, _) = replay_file(&path, "");
        assert_eq!([&answer["checks"], &answer["skipped"]], counted.map(|n| json!(n)).each_ref());
    }
}

#[test]
fn images_share_one_limit_and_are_decoded_once() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["ship.png", "rock.png"] {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(name);
        fs::copy(from, folder.path().join(name)).expect("it can be copied");
    }
    let path = folder.path().join("game.jsonl");
    let image = |name: &str| format!("{{\"sprite\":\"{name}\",\"image\":\"{name}.png\"}}\n");
    let check = |a: &str, b: &str| {
        format!("{{\"frame\":1,\"a\":{{\"sprite\":\"{a}\"}},\"b\":{{\"sprite\":\"{b}\",\"name\":\"b\"}}}}\n")
    };
    // The ship fits, however often it is defined; the rock does not fit in addition.
    let log = [
        image("ship"),
        image("ship"),
        image("rock"),
        check("ship", "ship"),
        check("ship", "rock"),
        check("ship", "ship"),
    ];
    fs::write(&path, log.concat()).expect("it can be written");
    let ship =
        maskscope::files::load(&folder.path().join("ship.png"), &Limits::default()).expect("a ship").size().area();
    let (_, answer, _) = replay_file(&path, &format!("--max-pixels {}", ship + 10));
    assert_eq!(answer["checks"], 2);
    let skipped = skipped(&answer);
    assert_eq!(skipped.len(), 1);
    assert!(skipped[0].0 == 5 && skipped[0].1.contains("other images of this log have 1,680 px"), "{skipped:?}");
}

#[test]
fn a_mask_image_counts_once_however_many_frames_it_masks() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["sheet.png", "solid.png"] {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/walker.png");
        fs::copy(from, folder.path().join(name)).expect("it can be copied");
    }
    let path = folder.path().join("game.jsonl");
    let mut log =
        r#"{"sprite":"walker","image":"sheet.png","grid":{"cell":[16,16]},"solid":{"mask_image":"solid.png"}}"#
            .to_owned();
    log += "\n";
    for frame in 0..8 {
        log += &format!(
            "{{\"frame\":{frame},\"a\":{{\"sprite\":\"walker\",\"frame\":{frame}}},\"b\":{{\"sprite\":\"walker\",\"name\":\"b\"}}}}\n"
        );
    }
    fs::write(&path, log).expect("it can be written");
    let sheet = maskscope::files::load(&folder.path().join("sheet.png"), &Limits::default()).expect("a sheet");
    // Both images fit once; the cells of the grid are parts of the sheet.
    let (_, answer, _) = replay_file(&path, &format!("--max-pixels {}", 2 * sheet.size().area()));
    assert_eq!((skipped(&answer), &answer["checks"]), (Vec::new(), &json!(8)));
    let (_, answer, _) = replay_file(&path, &format!("--max-pixels {}", 2 * sheet.size().area() - 1));
    assert!(skipped(&answer)[0].1.contains("other images of this log have"), "{:?}", skipped(&answer));
}

/// Reads a log in pieces of `length`.
fn read(text: &[u8], length: usize) -> Replay {
    let mut log = Log::new(Path::new("game.jsonl"), Limits::default());
    let (mut judge, mut replay) = (Judge::new(&[]), Replay::new(&[]));
    for piece in text.chunks(length) {
        log.read(piece, |entry| replay.keep(judge.observe(entry)));
    }
    log.end(|entry: LogEntry| replay.keep(judge.observe(entry)));
    replay
}

#[test]
fn pieces_may_end_anywhere() {
    let mut text = Vec::new();
    for line in [SHIP, ROCK, "{}"] {
        writeln!(text, "{line}").expect("memory");
    }
    for frame in 0..40 {
        writeln!(
            text,
            r#"{{"frame":{frame},"a":{{"sprite":"ship"}},"b":{{"sprite":"rock","position":[{},-1]}},"hit":true}}"#,
            frame - 20
        )
        .expect("memory");
    }
    let whole = read(&text, text.len());
    assert_eq!((whole.steps.len(), whole.skipped_lines), (40, 1));
    for length in [1, 2, 3, 7, 64, 1000] {
        let pieces = read(&text, length);
        assert_eq!((&pieces.steps, &pieces.skipped), (&whole.steps, &whole.skipped), "pieces of {length}");
    }
    // Each step's place leads to its line.
    for step in &whole.steps {
        let line =
            text[usize::try_from(step.place).expect("small")..].split(|byte| *byte == b'\n').next().expect("a line");
        assert!(line.starts_with(format!("{{\"frame\":{},", step.at).as_bytes()));
    }
}

#[test]
fn the_fit_of_kinds_keeps_the_worst_differences_not_the_last() {
    let sprites = [
        json!({"sprite": "dot", "kind": "Thing", "mask": ["#..", "...", "..."]}),
        json!({"sprite": "bar", "kind": "Thing", "mask": ["####", "####"]}),
    ];
    let check = |sprite: &str, x: i32, side: i32| {
        let at = |name: &str, x: i32| {
            let shape = json!({"box": [x, 0, side, side]});
            json!({"sprite": sprite, "name": name, "position": [x, 0], "shape": shape})
        };
        json!({"frame": 1, "a": at("one", 0), "b": at("other", x)})
    };
    // The closest pixels are 1, 2 and 1 px apart, then the masks overlap to a depth of 1, 2 and 1 px.
    let checks = [("dot", [1, 2, 1], 3), ("bar", [3, 2, 3], 1)];
    let checks = checks.into_iter().flat_map(|(sprite, places, side)| places.map(|x| check(sprite, x, side)));
    let text: String = sprites.into_iter().chain(checks).map(|line| format!("{line}\n")).collect();
    let replay = read(text.as_bytes(), text.len());
    let expected = TestedFit { hits: 0, unfair: 3, missed: 3, widest_gap: 2.0, deepest_miss: 2.0 };
    assert_eq!((replay.kinds.len(), &replay.kinds[0].fit), (1, &expected));
}

fn masks() -> impl Strategy<Value = Mask> {
    let side = prop_oneof![1..4_u32, 62..67_u32];
    (side.clone(), 1..9_u32, any::<u64>()).prop_map(|(width, height, seed)| {
        let mut state = seed;
        Mask::from_fn(maskscope_core::geom::Size::new(width, height), |_, _| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state >> 62 == 0
        })
    })
}

/// One of two masks, and B's position.
type Placed = (bool, (i32, i32));

proptest! {
    #![proptest_config(cases::cases(200))]

    /// Areas and tunnels equal those found by brute force.
    #[test]
    fn brute_force_judges_the_same(
        masks in [masks(), masks(), masks()],
        checks in prop::collection::vec((any::<bool>(), (-70..70_i32, -12..12_i32), any::<bool>()), 1..12),
    ) {
        let rows = |mask: &Mask| json!(mask.to_text().lines().collect::<Vec<_>>());
        let mut text = String::new();
        for (name, mask) in ["a", "b", "c"].iter().zip(&masks) {
            text += &format!("{}\n", json!({"sprite": name, "mask": rows(mask)}));
        }
        for (frame, (other, (x, y), hit)) in checks.iter().enumerate() {
            let b = if *other { "c" } else { "b" };
            let b = json!({"sprite": b, "name": "b", "position": [f64::from(*x) - 0.5, f64::from(*y) + 0.25]});
            text += &format!("{}\n", json!({"frame": frame, "a": {"sprite": "a"}, "b": b, "hit": hit}));
        }
        let replay = read(text.as_bytes(), 100);
        prop_assert_eq!(replay.steps.len(), checks.len());
        let offset = |(x, y): (i32, i32)| {
            let round = |n: f64| Rounding::HalfUp.round(n).expect("small");
            Offset::new(round(f64::from(x) - 0.5), round(f64::from(y) + 0.25))
        };
        let mask = |other: bool| &masks[1 + usize::from(other)];
        let area = |(other, at): Placed| Truth::of(&masks[0], mask(other), offset(at)).area;
        let mut before: Option<Placed> = None;
        let mut ways: Vec<u32> = Vec::new();
        for (step, &(other, at, hit)) in replay.steps.iter().zip(&checks) {
            let now = (other, at);
            prop_assert_eq!(step.offset, offset(at));
            prop_assert_eq!(u64::from(step.overlap_area), area(now));
            prop_assert_eq!(step.disagrees(), hit != (area(now) > 0));
            let through = |before: Placed| {
                let alike = mask(before.0) == mask(other);
                alike && area(before) == 0 && area(now) == 0 && way(offset(before.1), offset(at)).iter().any(|&on_the_way| {
                    Truth::of(&masks[0], mask(other), on_the_way).masks_overlap()
                })
            };
            let length = |before: Placed| {
                let (from, to) = (offset(before.1), offset(at));
                from.x.abs_diff(to.x).max(from.y.abs_diff(to.y))
            };
            let side = [&masks[0], mask(other)].map(|mask| mask.width().max(mask.height())).into_iter().max();
            let usual = ways.iter().rev().take(8).max().copied();
            let is_jump = |length: u32| Some(length) > side && usual.is_some_and(|usual| length > 4 * usual);
            let is_jump = before.map(length).is_some_and(is_jump);
            ways.extend(before.map(length).filter(|_| !is_jump));
            prop_assert_eq!(step.tunnel(), !is_jump && before.is_some_and(through));
            before = Some(now);
        }
    }
}

/// Returns the positions between two, each one cell further along the longer axis, with the other coordinate rounded
/// half up.
fn way(from: Offset, to: Offset) -> Vec<Offset> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let moves = dx.abs().max(dy.abs());
    let at = |start: i32, by: i32, n: i32| {
        (f64::from(start) + f64::from(by) * f64::from(n) / f64::from(moves) + 0.5).floor()
    };
    #[expect(clippy::cast_possible_truncation, reason = "small")]
    let place = |n: i32| Offset::new(at(from.x, dx, n) as i32, at(from.y, dy, n) as i32);
    (1..moves).map(place).collect()
}

#[test]
fn a_check_is_found_again_as_a_scene() {
    let check = r#"{"frame":1,"a":{"sprite":"ship","position":[100,50]},"b":{"sprite":"rock","name":"rock 3","position":[104.5,49],"rotation":30},"rounding":"floor"}"#;
    let text = format!("{SHIP}\n{ROCK}\n{check}\n{}\n", ROCK.replace("####", "#..#"));
    let mut log = Log::new(Path::new("game.jsonl"), Limits::default());
    let (mut judge, mut replay) = (Judge::new(&[]), Replay::new(&[]));
    log.read(text.as_bytes(), |entry| replay.keep(judge.observe(entry)));
    let (again, scene) = log.again(replay.steps[0].line.into(), check.as_bytes()).expect("it is a check");
    assert_eq!(again.pair.offset, replay.steps[0].offset);
    let laid = scene.lay().expect("it fits");
    assert_eq!((laid.offset, laid.a.origin), (replay.steps[0].offset, Cell::new(100, 50)));
    assert_eq!(laid.collision().overlap_area, u64::from(replay.steps[0].overlap_area), "the rock is what it was then");
    assert_eq!(scene.sprites.each_ref().map(|actor| actor.sprite.name.as_str()), ["ship", "rock 3"]);
    assert!(log.again(1, SHIP.as_bytes()).is_err());
}

#[test]
fn a_mask_image_of_another_size_is_refused_though_it_fits_another_sprite() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, sample) in [("ship.png", "ship.png"), ("solid.png", "ship.png"), ("rock.png", "rock.png")] {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(sample);
        fs::copy(from, folder.path().join(name)).expect("it can be copied");
    }
    let path = folder.path().join("game.jsonl");
    let sprite = |name: &str| {
        format!("{{\"sprite\":\"{name}\",\"image\":\"{name}.png\",\"solid\":{{\"mask_image\":\"solid.png\"}}}}\n")
    };
    let check = |b: &str| {
        format!("{{\"frame\":1,\"a\":{{\"sprite\":\"ship\"}},\"b\":{{\"sprite\":\"{b}\",\"name\":\"b\"}}}}\n")
    };
    fs::write(&path, [sprite("ship"), sprite("rock"), check("ship"), check("rock")].concat())
        .expect("it can be written");
    let (_, answer, _) = replay_file(&path, "");
    assert_eq!((&answer["checks"], skipped(&answer)[0].0), (&json!(1), 4), "{answer}");
}

#[test]
fn frames_are_whole_as_far_as_they_are_counted_exactly() {
    let check =
        |frame: &str| format!(r#"{{"frame":{frame},"a":{{"sprite":"ship"}},"b":{{"sprite":"ship","name":"b"}}}}"#);
    let checks = ["-9007199254740992", "9007199254740992", "9007199254740994"].map(check);
    let (_, answer, _) = replay(&[SHIP, &checks[0], &checks[1], &checks[2]], "");
    assert_eq!(answer["frames"], json!({"first": -9_007_199_254_740_992_i64, "last": 9_007_199_254_740_992_i64}));
    assert_eq!(skipped(&answer), [(4, "its frame, 9007199254740994, is not a whole number")]);
}

#[test]
fn the_newest_version_of_all_headers_counts_and_only_the_last_run_may_be_empty() {
    let newer = |headers: &str| {
        let mut log = Log::new(Path::new("game.jsonl"), Limits::default());
        log.read(headers.as_bytes(), |_| {});
        log.notes.newer
    };
    let header = |version| format!("{{\"maskscope_log\":{version}}}\n");
    assert_eq!(newer(&header(1)), None);
    assert_eq!(newer(&[header(2), header(4), header(3), header(1)].concat()), Some(4));

    let check = r#"{"frame":1,"a":{"sprite":"ship"},"b":{"sprite":"ship","name":"b"}}"#;
    let run = |game: &str| format!(r#"{{"maskscope_log":1,"game":"{game}"}}"#);
    let lines = [SHIP, &run("none"), &run("one"), check, &run("nobody"), &run("two"), ""].join("\n");
    let replay = read(lines.as_bytes(), lines.len());
    let runs: Vec<_> = replay.runs.iter().map(|run| (run.first, &*run.game)).collect();
    assert_eq!(runs, [(0, "one"), (1, "two")]);
}

#[test]
fn what_a_scan_remembers_and_what_it_misses_is_counted_along_a_log() {
    let check = |frame: u32, x: i32| {
        format!(r#"{{"frame":{frame},"a":{{"sprite":"wall"}},"b":{{"sprite":"dot","position":[{x},3]}}}}"#)
    };
    let lines = [
        r###"{"sprite":"wall","mask":["..#","..#","..#","..#"]}"###,
        r#####"{"sprite":"dot","mask":["###"]}"#####,
        &check(1, 0),
        &check(2, 1),
        &check(3, 2),
    ];
    let (_, answer, _) = replay(&lines, "--scan last-hit --scan sample:10");
    let last_hit = &answer["scans"][0];
    let first = replay(&lines[..3], "--scan last-hit").1["scans"][0]["visits"].as_u64().expect("a number");
    assert_eq!(last_hit["visits"], first + 2, "from the second check on, one visit is enough");
    // The sample reads the first cell of the overlap box, which the wall fills in the last check only.
    assert_eq!((&answer["scans"][1]["wrong"], &last_hit["wrong"]), (&json!(2), &json!(0)));
}

/// A log in which the loop of a game read these cells of a box of 3 × 2 at 10,20, and answered.
fn loop_log(visits: &str, hit: bool) -> [String; 2] {
    let sprite = json!({"sprite": "bar", "mask": ["###", "#.#"]}).to_string();
    let a = r#""a":{"sprite":"bar","position":[10,20]}"#;
    let b = r#""b":{"sprite":"bar","name":"b","position":[10,20]}"#;
    [sprite, format!(r#"{{"frame":1,{a},{b},"hit":{hit},"visits":{visits}}}"#)]
}

/// The verdict on the loop of a log.
fn verdict_on_loop(visits: &str, hit: bool) -> String {
    let [sprite, check] = loop_log(visits, hit);
    let mut log = Log::new(Path::new("game.jsonl"), Limits::default());
    log.read(format!("{sprite}\n").as_bytes(), |entry| panic!("{entry:?}"));
    let (check, _) = log.again(2, check.as_bytes()).expect("a check");
    check.recorded_loop().map_or_else(|| "no loop".to_owned(), |(_, verdict)| verdict.finding.to_string())
}

#[test]
fn the_loop_of_a_game_is_judged() {
    let whole = "[[10,20],[11,20],[12,20],[10,21],[11,21],[12,21]]";
    for (visits, hit, expected) in [
        (whole, false, "misses 5 shared pixels here"),
        ("[[10,20]]", true, "visits no cell twice"),
        (whole, true, "visits every cell once, in the order of rows"),
        ("[[10,20],[11,20],[10,21],[11,21]]", false, "never visits 2 cells, the first 2,0: column 2"),
        ("[[9,20],[10,20],[13,20]]", true, "reads 2 cells outside the box, the first −1,0"),
        ("[[10,20,3,2]]", true, "visits no cell twice"),
        ("[[11,20],[11,20]]", true, "visits 1 cell twice"),
        ("[]", true, "no loop"),
    ] {
        assert_eq!(verdict_on_loop(visits, hit), expected, "{visits}");
    }
}

#[test]
fn visits_that_are_no_cells_are_refused_with_their_place() {
    for visits in ["[[10,20],[1.5,20]]", "[[10,20],[10,20,0,1]]", "[[10,20],[10,20,1,-1]]"] {
        let [sprite, check] = loop_log(visits, true);
        let (_, answer, _) = replay(&[&sprite, &check], "");
        let why = "its visit 2 is not [x, y] or [x, y, width, height] in cells";
        assert_eq!(skipped(&answer), [(2, why)], "{visits}");
    }
}

#[test]
fn visits_beyond_a_million_are_left_out_and_counted() {
    let many = vec!["[10,20]"; 600_000].join(",");
    let [sprite, check] = loop_log(&format!("[{many}]"), true);
    let mut log = Log::new(Path::new("game.jsonl"), Limits::default());
    let text = format!("{sprite}\n{check}\n{check}\n{}\n", loop_log("[[10,20]]", true)[1]);
    log.read(text.as_bytes(), |_| {});
    assert_eq!(log.notes.unread_visits, 600_001, "a check has all of them or is without");
    let read = |log: &mut Log, line| log.again(line, check.as_bytes()).expect("a check").0.visits.len();
    assert_eq!((read(&mut log, 2), read(&mut log, 3)), (600_000, 0));
}

/// A check of two solid squares of 10 px, A's at 0,0 and B's at `x`,0, tested as circles of `radius` around their middles.
fn area_check(x: f64, radius: f64, hit: bool, more: [&str; 3]) -> String {
    let [of_a, kind, of_check] = more;
    let side = |left: f64| {
        format!(r#""sprite":"square","position":[{left},0],"shape":{{"circle":[{},5,{radius}]}}"#, left + 5.0)
    };
    let (a, b) = (side(0.0), side(x));
    let a = format!(r#"{{{a},"kind":"{kind}"{of_a}}}"#);
    format!(r#"{{"frame":1,"a":{a},"b":{{{b},"name":"mob","kind":"mob"}},"hit":{hit},"rule":"area"{of_check}}}"#)
}

/// A header of Godot with this distance, and the square.
fn areas(within: &str) -> [String; 2] {
    let rows = vec![format!("\"{}\"", "#".repeat(10)); 10].join(",");
    [format!(r#"{{"maskscope_log":1{within}}}"#), format!(r#"{{"sprite":"square","mask":[{rows}]}}"#)]
}

fn replay_areas(within: &str, checks: &[String], options: &str) -> (u8, Value, String) {
    let lines: Vec<_> = areas(within).into_iter().chain(checks.iter().cloned()).collect();
    replay(&lines.iter().map(String::as_str).collect::<Vec<_>>(), options)
}

#[test]
fn shapes_touch_within_the_distance_of_the_header() {
    let plain = ["", "player", ""];
    let near = [area_check(10.0, 4.9997, true, plain), area_check(10.0, 5.0003, false, plain)];
    let (_, answer, _) = replay_areas("", &near, "--steps");
    assert_eq!(steps(&answer, "verdict"), ["test-wrong", "test-wrong"]);
    let (_, answer, _) = replay_areas(r#","within":0.001"#, &near, "--steps");
    assert_eq!(steps(&answer, "tested_hit"), [&Value::Null; 2]);
    assert_eq!(steps(&answer, "verdict"), ["unfair-hit", "right"], "the squares lie edge to edge");
    let far = [area_check(10.0, 4.99, true, plain)];
    let (_, answer, _) = replay_areas(r#","within":0.001"#, &far, "--steps");
    assert_eq!(steps(&answer, "verdict"), ["test-wrong"]);
    let (_, answer, _) = replay_areas(r#","within":-1"#, &far, "--steps");
    assert_eq!(skipped(&answer), [(1, "within is -1, and must be at least 0")]);
}

#[test]
fn contact_without_a_shape_is_counted_and_has_no_verdict() {
    let shape = r#"{"sprite":"wall shape","shape":{"box":[0,0,0,0]}}"#;
    let bare = r#"{"frame":1,"a":{"sprite":"square","kind":"player"},"b":{"sprite":"wall shape","kind":"wall"},"hit":true,"rule":"slide","contact":true}"#;
    let wrong = area_check(30.0, 4.0, true, ["", "player", ""]);
    let (code, answer, _) = replay_areas("", &[shape.to_owned(), bare.to_owned(), wrong], "--steps");
    assert_eq!((code, &answer["disagreements"], &answer["questions"]["contact"]), (3, &json!(1), &json!(1)));
    assert_eq!(steps(&answer, "verdict"), [&Value::Null, &json!("test-wrong")]);
    assert_eq!((steps(&answer, "tested_hit")[0], steps(&answer, "contact")[0]), (&Value::Null, &json!(true)));
    // What touched decides where it is known.
    let known = area_check(30.0, 4.0, false, ["", "player", r#","contact":true"#]);
    let unfair = area_check(10.5, 5.5, true, ["", "player", r#","contact":true"#]);
    let (_, answer, _) = replay_areas("", &[known, unfair], "--steps");
    assert_eq!(steps(&answer, "verdict"), ["right", "unfair-hit"]);
    assert_eq!(answer["disagreements"], 0);
}

#[test]
fn a_missed_touch_within_the_way_of_a_moved_body_is_one_step_late() {
    let check = |way: &str| area_check(7.0, 3.0, false, [&format!(r#","step":{way}"#), "player", ""]);
    let (code, answer, _) = replay_areas("", &[check("[3,0]"), check("[2,0]"), check("[0,-3]")], "--steps");
    assert_eq!((code, &answer["disagreements"], &answer["late"]), (3, &json!(3), &json!(2)));
    assert_eq!(steps(&answer, "late"), [&json!(true), &json!(false), &json!(true)]);
    assert_eq!(answer["sites"][0]["late"], 2);
    let (_, answer, _) = replay_areas("", &[check("[3,0]")], "");
    assert_eq!((&answer["late"], &answer["cure"]), (&json!(1), &Value::Null), "nothing makes the picture wait");
}

#[test]
fn a_missed_touch_of_a_part_is_stated_and_does_not_count() {
    let of = |kind: &str, hit: bool| area_check(7.0, if hit { 4.0 } else { 3.0 }, hit, ["", kind, ""]);
    let (code, answer, _) = replay_areas("", &[of("player Hurtbox", false), of("player Hurtbox", true)], "");
    assert_eq!((code, &answer["of_parts"], &answer["disagreements"]), (0, &json!(1), &json!(0)));
    let (code, answer, _) = replay_areas("", &[of("player", false)], "");
    assert_eq!((code, &answer["of_parts"], &answer["disagreements"]), (3, &json!(0), &json!(1)));
}

#[test]
fn areas_that_the_engine_does_not_test_are_listed_with_what_to_change() {
    let deaf = |reason: &str| format!(r#"{{"frame":9,"deaf":"{reason}","area":"player.tscn Box","other":"a.tscn B"}}"#);
    let check = area_check(7.0, 4.0, true, ["", "player", ""]);
    let (code, answer, _) = replay_areas("", &[check, deaf("moved-static"), deaf("asleep")], "");
    assert_eq!(code, 0);
    let found = &answer["deaf"][0];
    assert_eq!(
        (&found["reason"], &found["area"], &found["frame"]),
        (&json!("moved-static"), &json!("player.tscn Box"), &json!(9))
    );
    assert!(found["cure"].as_str().is_some_and(|cure| cure.contains("AnimatableBody2D")));
    assert_eq!(skipped(&answer), [(5, "its reason is unknown: asleep")]);
}

#[test]
fn areas_have_remedies_in_the_classes_of_godot() {
    let unfair = |x: f64| area_check(x, 8.0, true, ["", "player", r#","at":"mob.gd:9""#]);
    let (_, answer, _) = replay_areas("", &[unfair(12.0), unfair(13.0), unfair(14.0)], "");
    let cure = &answer["cure"];
    let first = &cure["remedies"][0];
    assert_eq!((&cure["wrong"], &first["test"], &first["leaves_wrong"]), (&json!(3), &json!("shape"), &json!(0)));
    let changes = first["shapes"].as_array().expect("a list");
    let kinds: Vec<_> = changes.iter().map(|change| &change["kind"]).collect();
    assert_eq!(kinds, ["player", "mob"], "one alone leaves some");
    for change in changes {
        assert!(change["change"].as_str().is_some_and(|words| words.starts_with("radius 8 → 5")), "{change}");
        assert_eq!((&change["file"], &change["from"]), (&Value::Null, &json!({"circle": [0, 0, 8]})));
    }
    let tests: Vec<_> = cure["remedies"].as_array().expect("a list").iter().map(|it| &it["test"]).collect();
    assert!(tests.iter().all(|test| *test == "shape"), "Godot tests no masks");
}
