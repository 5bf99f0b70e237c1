//! The verdicts of `replay` about a game: three witnesses, incidents, suspects, jumps, and the rules that let some pass.

use std::{fs, io::Cursor};

use base64::prelude::*;
use maskscope::cli::{self, Outcome};
use serde_json::{Value, json};

const DISC: &str =
    r#######"{"sprite":"disc","kind":"Disc","mask":[".##.","####","####",".##."],"shape":{"box":[0,0,4,4]}}"#######;
const BALL: &str = r#######"{"sprite":"ball","mask":[".##.","####","####",".##."],"shape":{"circle":[2,2,2]}}"#######;
const MASK: &str = r#####"{"sprite":"mask","mask":[".##.","####","####",".##."]}"#####;

/// Runs `replay --json` on a log of these lines; returns exit code, answer, messages.
fn replay(lines: &[&str], options: &str) -> (u8, Value, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    fs::write(&path, lines.join("\n") + "\n").expect("it can be written");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let words = ["maskscope", "replay", path.to_str().expect("UTF-8"), "--json", "--steps=all"];
    let words = words.into_iter().chain(options.split_whitespace());
    let Outcome::Exit(code) = cli::run(words, &mut out, &mut err) else { panic!("it opens the window") };
    (code, serde_json::from_slice(&out).unwrap_or(Value::Null), String::from_utf8(err).expect("UTF-8"))
}

/// A check of two sprites, A at 0,0 and B at `x`,`y`, which the game answers by `hit`.
fn check(frame: u32, [a, b]: [&str; 2], (x, y): (i32, i32), hit: bool) -> String {
    json!({"frame": frame, "a": {"sprite": a}, "b": {"sprite": b, "position": [x, y]}, "hit": hit}).to_string()
}

/// Replays checks of `pair`, each of a place of B and the game's answer, after the lines of all sprites.
fn checked(pair: [&str; 2], checks: &[((i32, i32), bool)], options: &str) -> (u8, Value, String) {
    let checks = checks.iter().zip(1..).map(|(&(at, hit), frame)| check(frame, pair, at, hit));
    let lines: Vec<_> = [DISC, BALL, MASK].map(str::to_owned).into_iter().chain(checks).collect();
    replay(&lines.iter().map(String::as_str).collect::<Vec<_>>(), options)
}

/// The `fields` of every step.
fn steps(answer: &Value, fields: &[&str]) -> Vec<Value> {
    let all = answer["steps"].as_array().expect("a list");
    all.iter().map(|step| fields.iter().map(|field| step[field].clone()).collect()).collect()
}

#[test]
#[expect(clippy::approx_constant, reason = "px are answered in single precision")]
fn the_first_verdict_that_fits_is_the_verdict() {
    let (code, answer, err) = checked(
        ["disc", "disc"],
        &[((3, 3), true), ((3, 3), false), ((5, 0), true), ((1, 1), true), ((9, 9), false)],
        "",
    );
    let fields = ["verdict", "tested_hit", "distance", "depth", "shape_distance", "shape_depth"];
    assert_eq!(
        json!(steps(&answer, &fields)),
        json!([
            ["unfair-hit", true, 1.4142135, null, null, null],
            ["test-wrong", true, null, null, null, 1.0],
            ["test-wrong", false, null, null, 1.0, null],
            ["right", true, null, null, null, null],
            ["right", false, null, null, null, null],
        ])
    );
    assert_eq!((code, &answer["disagreements"]), (3, &json!(3)), "{err}");
    let whys = steps(&answer, &["why"]);
    assert_eq!(
        json!(whys),
        json!([
            ["the game says hit; its boxes overlap 1 × 1, no pixel is shared, the closest are 1.4 px apart"],
            ["the game says miss; its boxes overlap 1 × 1, no pixel is shared"],
            ["the game says hit; its boxes are 1 px apart, no pixel is shared"],
            [null],
            [null],
        ])
    );
}

#[test]
fn shapes_that_merely_touch_contradict_no_answer() {
    let (code, answer, _) = checked(["disc", "disc"], &[((4, 0), false)], "");
    assert_eq!(json!(steps(&answer, &["verdict", "tested_hit"])), json!([["right", null]]));
    assert_eq!(code, 0);
    let (_, answer, _) = checked(["disc", "disc"], &[((4, 0), true)], "");
    assert_eq!(json!(steps(&answer, &["verdict", "distance"])), json!([["unfair-hit", 1.0]]));
}

#[test]
fn a_circle_that_leaves_corners_out_misses_touches() {
    // Both discs share one pixel, and the circles are √(3² + 3²) - 4 = 0.24 px apart.
    let corner = r#####"{"sprite":"square","mask":["####","####","####","####"],"shape":{"circle":[2,2,2]}}"#####;
    let (code, answer, _) = replay(&[corner, &check(1, ["square", "square"], (3, 3), false)], "");
    let fields = ["verdict", "tested_hit", "depth", "overlap_area", "why"];
    let why = "the game says miss; its circles are 0.2 px apart, 1 pixel is shared, 1 px deep";
    assert_eq!(json!(steps(&answer, &fields)), json!([["missed-touch", false, 1.0, 1, why]]));
    assert_eq!(code, 3);
}

#[test]
fn a_mask_beside_its_picture_is_what_is_tested() {
    let both = r#####"{"sprite":"both","sample":"rock.png","mask":["##","##"]}"#####;
    let (_, answer, _) = replay(&[both, &check(1, ["both", "both"], (5, 5), true)], "");
    assert_eq!(
        json!(steps(&answer, &["verdict", "tested_hit", "masks_overlap"])),
        json!([["test-wrong", false, true]])
    );
    assert_eq!(answer["suspects"], json!([]), "it may be another shape on purpose");
    let elsewhere = json!({"frame": 1, "a": {"sprite": "mask", "shape": {"mask": true, "at": [10, 0]}},
        "b": {"sprite": "mask", "shape": {"mask": ["##"], "at": [13, 1]}}, "hit": true});
    let (_, answer, _) = replay(&[MASK, &elsewhere.to_string()], "");
    assert_eq!(json!(steps(&answer, &["verdict", "tested_hit"])), json!([["right", true]]));
}

#[test]
fn a_shape_in_a_check_lies_in_the_world() {
    let boxes = json!({"frame": 1, "a": {"sprite": "door", "shape": {"box": [0, 0, 10.5, 8]}},
        "b": {"sprite": "mask", "position": [9, 7], "shape": {"box": [10, 7, 2, 2]}}, "hit": false});
    let door = r#"{"sprite":"door"}"#;
    let (code, answer, _) = replay(&[door, MASK, &boxes.to_string()], "");
    assert_eq!(
        json!(steps(&answer, &["verdict", "masks_overlap", "overlap_area", "shape_depth", "boxes_overlap"])),
        json!([["test-wrong", null, null, 0.5, true]])
    );
    assert_eq!((code, &answer["suspects"][0]["reason"]), (3, &json!("no-picture")));
}

#[test]
fn a_list_is_as_deep_as_the_move_that_parts_all_of_it() {
    let list = |shapes: Value| json!({"sprite": "door", "shape": shapes});
    let stars: Vec<_> = (0..64)
        .map(|at| {
            let corner = |n: u32| {
                let (y, x) = (f64::from(n) * std::f64::consts::TAU / 256.0).sin_cos();
                let radius = if n.is_multiple_of(2) { 20.0 } else { 12.0 };
                [f64::from(at) + radius * x, radius * y]
            };
            json!({"polygon": (0..256).map(corner).collect::<Vec<_>>()})
        })
        .collect();
    let line =
        |frame: u32, a: Value, b: Value| json!({"frame": frame, "a": list(a), "b": list(b), "hit": false}).to_string();
    let beside = json!([{"box": [8, 0, 10, 10]}, {"box": [-8, 0, 10, 10]}]);
    let lines = [line(1, json!({"box": [0, 0, 10, 10]}), beside), line(2, json!(stars), json!(stars))];
    let (_, answer, err) = replay(&[r#"{"sprite":"door"}"#, &lines[0], &lines[1]], "");
    let steps = steps(&answer, &["verdict", "shape_depth", "why"]);
    assert_eq!(steps[0], json!(["test-wrong", 10.0, "the game says miss; its shapes overlap, 10 px deep"]), "{err}");
    assert_eq!(json!([steps[1][0], steps[1][1]]), json!(["test-wrong", null]), "too much work");
    let why = steps[1][2].as_str().expect("a reason");
    let least = why
        .strip_prefix("the game says miss; its shapes overlap, at least ")
        .and_then(|it| it.strip_suffix(" px deep"));
    let least: f64 = least.and_then(|least| least.parse().ok()).unwrap_or_else(|| panic!("{why}"));
    assert!((1.0..=40.0).contains(&least), "{why}");
}

#[test]
fn a_mask_tested_against_a_shape_hits_where_a_solid_centre_lies_inside() {
    // The ball's circle reaches the disc-shaped mask's centre at 0.5 px from its left edge.
    let (_, answer, _) = checked(["ball", "mask"], &[((3, 0), true), ((4, 0), false)], "");
    assert_eq!(json!(steps(&answer, &["tested_hit"])), json!([[true], [false]]));
}

#[test]
fn rules_let_verdicts_pass_and_say_so() {
    let near = &[((3, 3), true)][..];
    let (code, _, err) = checked(["disc", "disc"], near, "");
    assert!(
        err.ends_with(
            "1 of 1 checks is wrong: 1 of 1 hits of Disc × Disc touches no pixel; --allow-unfair 1.5 would let it pass\n"
        ),
        "{err}"
    );
    assert_eq!(code, 3);
    let (code, answer, _) = checked(["disc", "disc"], near, "--allow-unfair 1.5");
    assert_eq!((code, &answer["disagreements"], &answer["tolerated"]), (0, &json!(0), &json!(1)));
    assert_eq!(answer["incidents"][0]["tolerated"], true);
    assert_eq!(answer["kinds"][0]["unfair-hit"], 1, "kinds count verdicts whatever the options");
    let (code, answer, _) = checked(["disc", "disc"], near, "--judge-by tested");
    assert_eq!((code, &answer["disagreements"], &answer["tolerated"]), (0, &json!(0), &json!(0)));
    let (code, ..) = checked(["disc", "disc"], &[((5, 0), true)], "--judge-by tested --allow-unfair 99");
    assert_eq!(code, 3, "nothing lets a wrong test pass");
    let (code, ..) = checked(["mask", "mask"], near, "--judge-by tested");
    assert_eq!(code, 3, "without a tested witness the pixels count");
    let (code, _, err) = checked(["disc", "disc"], near, "--allow-unfair -1");
    assert_eq!(code, 2, "{err}");
}

#[test]
fn an_incident_is_one_verdict_of_a_pair_one_after_the_other() {
    let hit = |x| ((x, 3), true);
    let (_, answer, _) = checked(["mask", "mask"], &[hit(3), hit(4), hit(3), ((9, 9), false), hit(5)], "");
    let listed: Vec<_> = answer["incidents"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| json!([it["verdict"], it["from"], it["to"], it["checks"], it["worst"]["frame"]]))
        .collect();
    assert_eq!(json!(listed), json!([["unfair-hit", 1, 3, 3, 2], ["unfair-hit", 5, 5, 1, 5]]));
    assert_eq!(answer["incidents"][0]["kinds"], json!(["mask", "mask"]));
}

#[test]
fn far_checks_count_and_a_log_without_checks_is_no_success() {
    let header = r#"{"maskscope_log":1}"#;
    let far = [header, r#"{"frame":1,"far":39}"#, r#"{"frame":2,"far":1}"#];
    let (code, answer, err) = replay(&far, "");
    assert_eq!((code, &answer["checks"], &answer["frames"]), (1, &json!(40), &Value::Null));
    assert!(
        err.contains("none could be compared by pixels: all were far apart; --judge-by tested accepts that"),
        "{err}"
    );
    let (code, answer, _) = replay(&far, "--judge-by tested");
    assert_eq!((code, &answer["checks"]), (0, &json!(40)));
    let (code, answer, err) = replay(&[header], "");
    assert_eq!((code, &answer["checks"]), (1, &json!(0)), "{err}");
    assert!(err.contains("it holds no check"), "{err}");
    let (_, answer, _) = checked(["mask", "mask"], &[((9, 9), false)], "--kinds mask,mask");
    assert_eq!(answer["checks"], 1);
}

#[test]
fn kinds_are_counted_apart_and_the_other_order_is_named() {
    let (code, _, err) = checked(["disc", "mask"], &[((9, 9), false)], "--kinds mask,Disc");
    assert_eq!(code, 2);
    assert!(err.contains("there are checks of Disc,mask, the other way round"), "{err}");
    let numbered = DISC.replace("disc", "rock~2").replace(r#""kind":"Disc","#, "");
    let (_, answer, _) = replay(&[&numbered, MASK, &check(1, ["rock~2", "mask"], (9, 9), false)], "");
    assert_eq!(answer["kinds"][0]["a"], "rock");
}

#[test]
fn a_respawn_is_a_jump_and_no_tunnel() {
    let wall = r####"{"sprite":"wall","mask":["#","#","#","#"]}"####;
    let ball = r####"{"sprite":"dot","mask":["#"]}"####;
    let log = |extra: &str| {
        let places = [-40, -38, -36, 30];
        let checks = places.iter().zip(1..).map(|(&x, frame)| check(frame, ["wall", "dot"], (x, 1), false));
        let mut lines: Vec<String> = [wall.to_owned(), ball.to_owned()].into_iter().chain(checks).collect();
        lines[5] = lines[5].replace("\"hit\"", &format!("{extra}\"hit\""));
        let (_, answer, _) = replay(&lines.iter().map(String::as_str).collect::<Vec<_>>(), "");
        [answer["tunnels"].clone(), answer["jumps"].clone()]
    };
    assert_eq!(log(""), [json!(0), json!(1)], "66 px is more than four times 2");
    let slow = [(-3, 1), (1, 1)].map(|at| (at, false));
    let (_, answer, _) = checked(["mask", "mask"], &slow, "");
    assert_eq!((&answer["tunnels"], &answer["jumps"]), (&json!(0), &json!(0)));
    let through = [(-9, 0), (9, 0)].map(|at| (at, false));
    let (code, answer, _) = checked(["mask", "mask"], &through, "--judge-by tested");
    assert_eq!(
        (code, &answer["tunnels"], &answer["jumps"]),
        (0, &json!(1), &json!(0)),
        "tunnels change no exit status"
    );
    let view = r#"{"maskscope_log":1,"view":[0,0,30,20]}"#;
    let lines = [view, MASK, &check(1, ["mask", "mask"], (-9, 0), false), &check(2, ["mask", "mask"], (9, 0), false)];
    let (_, answer, _) = replay(&lines, "");
    assert_eq!((&answer["tunnels"], &answer["jumps"]), (&json!(0), &json!(1)), "more than a third of the screen");
}

#[test]
fn suspects_are_named_with_their_cure() {
    let large = json!({"frame": 1, "a": {"sprite": "mask", "shape": {"box": [0, 0, 6, 4]}},
        "b": {"sprite": "empty", "position": [9, 9]}, "hit": false});
    let empty = r#"{"sprite":"empty","mask":["..",".."]}"#;
    let (code, answer, _) = replay(&[MASK, empty, &large.to_string()], "");
    let listed: Vec<_> = answer["suspects"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| json!([it["sprite"], it["reason"], it["checks"], it["line"]]))
        .collect();
    assert_eq!(json!(listed), json!([["mask", "unlike-size", 1, 3], ["empty", "empty", 1, 3]]));
    assert_eq!(code, 0);
    let (code, ..) = replay(&[MASK, empty, &large.to_string()], "--strict");
    assert_eq!(code, 3);
}

/// A check in which a player, a box of 10 × 10, meets a tile, a box of 10 × 10 at 0,20: `line` of the game says `hit`.
fn landing(frame: u32, y: f64, hit: bool, line: u32) -> String {
    json!({
        "frame": frame, "hit": hit, "rule": "box", "at": format!("game/level.py:{line}"),
        "a": {"sprite": "player", "position": [0, y.round()], "shape": {"box": [0, y, 10, 10]}},
        "b": {"sprite": "tile", "position": [0, 20], "shape": {"box": [0, 20, 10, 10]}},
    })
    .to_string()
}

/// A sprite whose picture, or whose mask, has its only pixel in its top left corner: boxes that overlap share no pixel.
fn corner(name: &str, of: &str) -> String {
    format!("{{\"sprite\":\"{name}\",\"kind\":\"{}\",{of}}}", name[..1].to_uppercase() + &name[1..])
}

const CORNER: &str = r##########""mask":["#.........","..........","..........","..........","..........","..........","..........","..........","..........",".........."]"##########;

/// Replays `checks` of the player and the tile.
fn landings(checks: &[String], options: &str) -> (u8, Value, String) {
    let sprites = [corner("player", CORNER), corner("tile", CORNER)];
    replay(&sprites.iter().chain(checks).map(String::as_str).collect::<Vec<_>>(), options)
}

#[test]
fn checks_are_counted_by_line_and_no_incident_spans_two() {
    let checks = [landing(1, 12.0, true, 88), landing(1, 12.0, true, 90), landing(2, 12.0, true, 90)];
    let (code, answer, _) = landings(&checks, "");
    let sites: Vec<_> = answer["sites"].as_array().expect("a list").iter().collect();
    let counted: Vec<_> =
        sites.iter().map(|it| json!([it["at"], it["checks"], it["unfair-hit"], it["rule"]])).collect();
    assert_eq!(json!(counted), json!([["game/level.py:88", 1, 1, "box"], ["game/level.py:90", 2, 2, "box"]]));
    assert_eq!(sites[0]["kinds"], json!(["Player", "Tile"]));
    let incidents: Vec<_> = answer["incidents"].as_array().expect("a list").iter().collect();
    let counted: Vec<_> = incidents.iter().map(|it| json!([it["at"], it["checks"]])).collect();
    assert_eq!((json!(counted), code), (json!([["game/level.py:88", 1], ["game/level.py:90", 2]]), 3));
    assert_eq!(steps(&answer, &["at"])[2], json!(["game/level.py:90"]));
    let counts = |options: &str| {
        let (code, answer, _) = landings(&checks, options);
        json!([code, answer["checks"], answer["disagreements"], answer["ignored"]])
    };
    assert_eq!(counts("--line level.py:90"), json!([3, 2, 2, null]));
    assert_eq!(counts("--ignore level.py:90"), json!([3, 1, 1, 2]));
    assert_eq!(counts("--ignore level.py:90 --ignore game/level.py:88"), json!([1, 0, 0, 3]));
    let (code, _, err) = landings(&checks, "--line evel.py:90");
    assert_eq!(code, 2);
    assert!(
        err.contains("there is no check at evel.py:90; the lines are game/level.py:88 · game/level.py:90"),
        "{err}"
    );
    let (code, _, err) = landings(&checks, "--line level.py");
    assert!(code == 2 && err.contains("FILE:LINE"), "{err}");
}

#[test]
fn contact_is_offered_and_counts_only_where_it_is_taken() {
    // It falls into the tile, is put on top of it, and falls again.
    let bounces = [(14.0, true), (10.0, false), (13.0, true), (10.0, false), (12.0, true), (10.0, false)];
    let checks: Vec<_> = bounces.iter().zip(1..).map(|(&(y, hit), frame)| landing(frame, y, hit, 88)).collect();
    let (code, answer, err) = landings(&checks, "");
    assert_eq!(
        (code, &answer["disagreements"], &answer["sites"][0]["looks_like_contact"]),
        (3, &json!(3), &json!(true))
    );
    assert!(err.contains("3 at game/level.py:88 look like contact"), "{err}");
    assert_eq!(answer["cure"], Value::Null, "what looks like contact has no cure by pixels");
    let (_, answer, _) = landings(&checks[..4], "");
    assert_eq!(answer["sites"][0]["looks_like_contact"], json!(false), "twice may be by chance");
    for (sprites, option) in [(r#"{"kind":"Tile","contact":true}"#, ""), ("", "--contact level.py:88")] {
        let lines = [corner("player", CORNER), corner("tile", CORNER), sprites.to_owned()];
        let lines: Vec<_> = lines.iter().chain(&checks).map(String::as_str).collect();
        let (code, answer, err) = replay(&lines, option);
        let site = &answer["sites"][0];
        assert_eq!((code, &answer["disagreements"], &site["contact"]), (0, &json!(0), &json!(6)), "{err}");
        assert_eq!((&site["unfair-hit"], &site["looks_like_contact"]), (&json!(3), &json!(false)));
        assert_eq!((&answer["incidents"][0]["contact"], &answer["steps"][0]["contact"]), (&json!(true), &json!(true)));
    }
    // A wrong answer about the tested boxes is wrong at a wall, too.
    let lie = landing(7, 5.0, true, 88);
    let (code, answer, _) = landings(&[lie], "--contact level.py:88");
    assert_eq!((code, &answer["steps"][0]["verdict"]), (3, &json!("test-wrong")));
    // Most hits end apart: a bullet, not a wall.
    let flies = [(14.0, true), (2.0, false), (14.0, true), (10.0, false), (14.0, true), (1.0, false)];
    let checks: Vec<_> = flies.iter().zip(1..).map(|(&(y, hit), frame)| landing(frame, y, hit, 88)).collect();
    let (_, answer, _) = landings(&checks, "");
    assert_eq!(answer["sites"][0]["looks_like_contact"], json!(false));
    assert_eq!((&answer["cure"]["at"], &answer["cure"]["wrong"]), (&json!("game/level.py:88"), &json!(3)));
}

#[test]
fn what_is_pushed_out_of_a_wall_has_no_cure() {
    // Each frame, the player moves into the tile, is put beside it, and is tested by the next line.
    let frames = |next: f64| (1..4).flat_map(move |at| [landing(at, 12.0, true, 24), landing(at, next, false, 32)]);
    let (_, answer, _) = landings(&frames(10.0).collect::<Vec<_>>(), "");
    assert_eq!((&answer["sites"][0]["unfair-hit"], &answer["cure"]), (&json!(3), &Value::Null));
    let (_, answer, _) = landings(&frames(5.0).collect::<Vec<_>>(), "");
    assert_eq!(answer["cure"]["at"], json!("game/level.py:24"));
}

#[test]
fn kinds_that_look_like_contact_at_one_line_have_no_cure_at_another() {
    let bounces = [(14.0, true), (10.0, false), (13.0, true), (10.0, false), (12.0, true), (10.0, false)];
    let mut checks: Vec<_> = bounces.iter().zip(1..).map(|(&(y, hit), frame)| landing(frame, y, hit, 88)).collect();
    checks.push(landing(7, 30.5, false, 90));
    let (_, answer, _) = landings(&[checks.clone(), vec![landing(8, 12.0, true, 90)]].concat(), "");
    let sites = &answer["sites"];
    assert_eq!((&sites[1]["unfair-hit"], &sites[1]["looks_like_contact"]), (&json!(1), &json!(false)));
    assert_eq!(answer["cure"], Value::Null, "a test for standing has none");
    let (_, answer, _) = landings(&checks, "--contact level.py:88");
    assert_eq!(answer["cure"], Value::Null);
    let (_, answer, _) = landings(&[landing(8, 12.0, true, 90)], "");
    assert_eq!(answer["cure"]["at"], json!("game/level.py:90"));
}

#[test]
fn edge_to_edge_is_within_one_pixel() {
    let rests = |y: f64| {
        let fall = |frame| [landing(frame, 14.0, true, 88), landing(frame + 1, y, y > 10.0, 88)];
        landings(&[1, 3, 5].map(fall).concat(), "").1["sites"][0]["looks_like_contact"].clone()
    };
    for (y, expected) in [(8.9, false), (9.0, true), (10.0, true), (9.5, true)] {
        assert_eq!(rests(y), json!(expected), "{y}");
    }
    // At 11 and beyond it hits again, so only half of the hits end edge to edge.
    assert_eq!((rests(11.0), rests(11.5)), (json!(false), json!(false)));
}

#[test]
fn what_was_not_compared_is_no_verdict() {
    let unseen = |name: &str| format!("{{\"sprite\":\"{name}\",\"kind\":\"{name}\",\"shape\":{{\"box\":[0,0,9,9]}}}}");
    let test = json!({"frame": 1, "a": {"sprite": "Hero"}, "b": {"sprite": "Door", "position": [30, 0]}, "hit": false, "rule": "box"});
    let lines = [unseen("Hero"), unseen("Door"), test.to_string()];
    let lines: Vec<_> = lines.iter().map(String::as_str).collect();
    let (code, answer, err) = replay(&lines, "");
    assert_eq!((code, &answer["compared"]), (1, &json!({"tested": 1, "pixels": 0})));
    assert!(err.contains("none could be compared by pixels: no picture of Door, Hero was seen"), "{err}");
    assert_eq!(replay(&lines, "--judge-by tested").0, 0);
    // A mask that is tested says nothing about itself.
    let own = json!({"frame": 1, "a": {"sprite": "mask"}, "b": {"sprite": "mask", "position": [9, 9]}, "hit": false, "rule": "mask"});
    let (code, answer, _) = replay(&[MASK, &own.to_string()], "");
    assert_eq!((code, &answer["compared"]["pixels"]), (1, &json!(0)));
}

#[test]
fn few_compared_checks_are_counted_in_the_conclusion() {
    let unseen = r#"{"sprite":"Door","shape":{"box":[0,0,9,9]}}"#;
    let test = |b: &str, hit| {
        json!({"frame": 1, "a": {"sprite": "mask", "shape": {"box": [0, 0, 4, 4]}}, "b": {"sprite": b, "position": [3, 3]}, "hit": hit})
            .to_string()
    };
    let conclusion = |doors: usize| {
        let checks = std::iter::repeat_n(test("Door", true), doors).chain([test("disc", true)]);
        let lines: Vec<_> = [MASK, DISC, unseen].map(str::to_owned).into_iter().chain(checks).collect();
        replay(&lines.iter().map(String::as_str).collect::<Vec<_>>(), "").2
    };
    assert!(
        conclusion(10).contains("only 1 could be compared by pixels: no picture of Door was seen"),
        "{}",
        conclusion(10)
    );
    assert!(!conclusion(9).contains("compared"), "a tenth is enough");
}

#[test]
fn places_that_were_never_shown_are_stated_and_probes_are_no_suspects() {
    let unseen = r#"{"sprite":"feet","kind":"Player floor_rect"}"#;
    let probe = r#"{"kind":"Player floor_rect","probe":true}"#;
    let test =
        r#"{"frame":1,"shown":false,"a":{"sprite":"feet","shape":{"box":[0,0,3,3]}},"b":{"sprite":"disc"},"hit":true}"#;
    let (_, answer, _) = replay(&[DISC, unseen, test], "");
    assert_eq!((&answer["steps"][0]["shown"], &answer["suspects"][0]["reason"]), (&json!(false), &json!("no-picture")));
    let (_, answer, _) = replay(&[DISC, unseen, probe, test], "");
    assert_eq!((&answer["suspects"], &answer["skipped"]), (&json!([]), &json!(0)));
}

/// A sprite line with a picture of `side` × `side` px, whose border has one colour and whose inside another.
fn framed(side: u32, alpha: bool, is_uniform: bool) -> String {
    let ink = |x: u32, y: u32| match (x.min(y) == 0 || x.max(y) == side - 1, is_uniform) {
        (true, false) => [255, u8::try_from(x).expect("small"), 255, 255],
        (true, true) => [255, 0, 255, 255],
        (false, _) => [90, 90, 0, 255],
    };
    let picture = image::RgbaImage::from_fn(side, side, |x, y| image::Rgba(ink(x, y)));
    let mut png = Cursor::new(Vec::new());
    let picture = image::DynamicImage::from(picture);
    let picture = if alpha { picture } else { picture.to_rgb8().into() };
    picture.write_to(&mut png, image::ImageFormat::Png).expect("it can be encoded");
    json!({"sprite": "rock", "png": BASE64_STANDARD.encode(png.into_inner())}).to_string()
}

#[test]
fn a_mask_is_suspect_if_its_picture_seems_to_have_lost_its_alpha_channel() {
    let suspects = |sprite: &str, shape: Value| {
        let rock = match shape {
            Value::Null => json!({"sprite": "rock"}),
            shape => json!({"sprite": "rock", "shape": shape}),
        };
        let test =
            json!({"frame": 1, "a": rock, "b": {"sprite": "mask", "position": [99, 99]}, "hit": false, "rule": "mask"});
        let (_, answer, _) = replay(&[MASK, sprite, &test.to_string()], "");
        answer["suspects"].as_array().expect("a list").iter().map(|it| it["reason"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(suspects(&framed(10, false, true), Value::Null), ["full"], "no check of it is wrong");
    assert_eq!(suspects(&framed(10, true, true), Value::Null), [""; 0], "art with an alpha channel may be full");
    assert_eq!(suspects(&framed(10, false, false), Value::Null), [""; 0], "the border has several colours");
    // A border of 24 px has 92 of 576, 16 %; one of 26 has 100 of 676, 14.8 %.
    assert_eq!(suspects(&framed(24, false, true), Value::Null), ["full"]);
    assert_eq!(suspects(&framed(26, false, true), Value::Null), [""; 0]);
    assert_eq!(suspects(&framed(10, false, true), json!({"box": [0, 0, 10, 10]})), [""; 0], "tested by its box");
}
