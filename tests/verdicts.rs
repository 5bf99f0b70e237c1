//! The verdicts of `replay` about a game: three witnesses, incidents, suspects, jumps, and the rules that let some pass.

use std::fs;

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
    assert_eq!(answer["suspects"][0]["reason"], "unlike-picture");
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
                let radius = if n % 2 == 0 { 20.0 } else { 12.0 };
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
            "1 of 1 check is wrong: 1 of 1 hit of Disc × Disc touches no pixel; --allow-unfair 1.5 would let it pass\n"
        ),
        "{err}"
    );
    assert_eq!(code, 3);
    let (code, answer, _) = checked(["disc", "disc"], near, "--allow-unfair 1.5");
    assert_eq!((code, &answer["disagreements"], &answer["tolerated"]), (0, &json!(0), &json!(1)));
    assert_eq!(answer["incidents"][0]["tolerated"], true);
    assert_eq!(answer["kinds"][0]["unfair-hit"], 1, "kinds count verdicts whatever the options");
    let (code, answer, _) = checked(["disc", "disc"], near, "--against tested");
    assert_eq!((code, &answer["disagreements"], &answer["tolerated"]), (0, &json!(0), &json!(0)));
    let (code, ..) = checked(["disc", "disc"], &[((5, 0), true)], "--against tested --allow-unfair 99");
    assert_eq!(code, 3, "nothing lets a wrong test pass");
    let (code, ..) = checked(["mask", "mask"], near, "--against tested");
    assert_eq!(code, 3, "without a tested witness the pixels count");
    let (code, _, err) = checked(["disc", "disc"], near, "--allow-unfair -1");
    assert_eq!(code, 2, "{err}");
}

#[test]
fn an_incident_is_one_verdict_of_a_pair_one_after_the_other() {
    let hit = |x| ((x, 3), true);
    let (_, answer, _) = checked(["mask", "mask"], &[hit(3), hit(4), hit(3), ((9, 9), false), hit(5)], "");
    let told: Vec<_> = answer["incidents"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| json!([it["verdict"], it["from"], it["to"], it["checks"], it["worst"]["frame"]]))
        .collect();
    assert_eq!(json!(told), json!([["unfair-hit", 1, 3, 3, 2], ["unfair-hit", 5, 5, 1, 5]]));
    assert_eq!(answer["incidents"][0]["kinds"], json!(["mask", "mask"]));
}

#[test]
fn far_checks_count_and_a_log_without_checks_is_no_success() {
    let header = r#"{"maskscope_log":1}"#;
    let (code, answer, _) = replay(&[header, r#"{"frame":1,"far":39}"#, r#"{"frame":2,"far":1}"#], "");
    assert_eq!((code, &answer["checks"], &answer["frames"]), (0, &json!(40), &Value::Null));
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
    let (code, answer, _) = checked(["mask", "mask"], &through, "");
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
    let told: Vec<_> = answer["suspects"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| json!([it["sprite"], it["reason"], it["checks"], it["line"]]))
        .collect();
    assert_eq!(json!(told), json!([["mask", "unlike-size", 1, 3], ["empty", "empty", 1, 3]]));
    assert_eq!(code, 0);
    let (code, ..) = replay(&[MASK, empty, &large.to_string()], "--strict");
    assert_eq!(code, 3);
}
