//! The remedies of games in Arcade: hit boxes that leave fewer checks wrong.

use std::fs;

use maskscope::cli::{self, Outcome};
use serde_json::{Value, json};

/// The lower left half of a square of 8 × 8 px.
const MASK: [&str; 8] =
    ["#.......", "##......", "###.....", "####....", "#####...", "######..", "#######.", "########"];

fn square(x: i32, y: i32) -> Value {
    json!([[x, y], [x + 8, y], [x + 8, y + 8], [x, y + 8]])
}

/// A sprite whose simple hit box is its square; `detailed` is the other.
fn sprite(name: &str, detailed: &Value) -> String {
    json!({"sprite": name, "mask": MASK, "hit_boxes": {"simple": square(0, 0), "detailed": detailed}}).to_string()
}

/// A check of the wedge at 0,0 and of a sprite at `x`,`y`, both by their squares; the game answers as Arcade does.
fn check(frame: u32, name: &str, (x, y): (i32, i32)) -> String {
    let (a, b) = (json!({"polygon": square(0, 0)}), json!({"polygon": square(x, y)}));
    let b = json!({"sprite": name, "name": "b", "kind": "B", "position": [x, y], "shape": b});
    let hit = x.abs() < 8 && y.abs() < 8;
    json!({"frame": frame, "a": {"sprite": "wedge", "shape": a}, "b": b, "hit": hit, "rule": "hit box", "at": "game.py:7"})
        .to_string()
}

fn replay(lines: &[String], options: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    fs::write(&path, lines.join("\n") + "\n").expect("it can be written");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let words = ["maskscope", "replay", path.to_str().expect("UTF-8")];
    let ended = cli::run(words.iter().chain(options), &mut out, &mut err);
    assert!(matches!(ended, Outcome::Exit(3)), "{}", String::from_utf8_lossy(&err));
    String::from_utf8(out).expect("UTF-8")
}

fn remedies(lines: &[String]) -> Value {
    remedies_under(lines, &[])
}

fn remedies_under(lines: &[String], options: &[&str]) -> Value {
    let answer: Value = serde_json::from_str(&replay(lines, &[&["--json"], options].concat())).expect("JSON");
    answer["cure"]["remedies"].clone()
}

fn remedy(test: &str, left: u64, not_covered: u64) -> Value {
    json!({
        "test": test, "smaller_by": null, "leaves_wrong": left, "not_covered": not_covered, "carried_on": null,
        "not_carried_on": null,
        "shapes": null,
    })
}

/// Two wedges in the corners of whose squares the other has no pixel, and two that share pixels.
const PLACES: [(i32, i32); 4] = [(6, -4), (-6, 4), (1, 1), (3, 0)];

fn wedges(detailed: &Value) -> Vec<String> {
    let checks = (1..).zip(PLACES).map(|(frame, place)| check(frame, "wedge", place));
    [sprite("wedge", detailed)].into_iter().chain(checks).collect()
}

#[test]
fn hit_boxes_are_counted_on_the_log() {
    let triangle = json!([[0, 0], [8, 8], [0, 8]]);
    let lines = wedges(&triangle);
    assert_eq!(remedies(&lines), json!([remedy("algo_detailed", 0, 0), remedy("fitted polygon", 0, 0)]));
    let cure = "\nremedies for wedge × B, game.py:7, by this log\n  \
        hit_box_algorithm=arcade.hitbox.algo_detailed, for the textures of both: leaves 0 of 2 wrong checks\n  \
        hit_box_points=…, for the textures of both: leaves 0 of 2 wrong checks\n    \
        the points: maskscope fit IMAGE --as polygon --convex --threshold 127 --format arcade\n  \
        a sprite takes the hit box of a new texture by sprite.sync_hit_box_to_texture()\n";
    let text = replay(&lines, &[]);
    assert!(text.contains(cure), "{text}");
}

/// An algorithm that leaves no fewer is left out, as is one that is wrong elsewhere.
#[test]
fn only_what_helps_is_a_remedy() {
    let fitted = remedy("fitted polygon", 0, 0);
    assert_eq!(remedies(&wedges(&square(0, 0))), json!([fitted]));
    let corner = json!([[0, 7], [1, 8], [0, 8]]);
    assert_eq!(remedies(&wedges(&corner)), json!([fitted]), "it misses where pixels are shared");
}

/// Pixels are 1 px apart at the first place, and 2.2 px at the second, where the detailed hit box misses.
#[test]
fn what_a_tolerance_lets_pass_is_not_left() {
    let detailed = json!([[0, 2], [6, 2], [6, 8], [0, 8]]);
    let places = [(5, -3), (6, -4)];
    let checks = (1..).zip(places).map(|(frame, place)| check(frame, "wedge", place));
    let lines: Vec<_> = [sprite("wedge", &detailed)].into_iter().chain(checks).collect();
    let both = |left| json!([remedy("algo_detailed", left, 0), remedy("fitted polygon", left, 0)]);
    assert_eq!((remedies(&lines), remedies_under(&lines, &["--allow-unfair", "1.5"])), (both(1), both(0)));
}

/// Arcade's test of concave polygons hits their gaps, which contradicts the polygon.
#[test]
fn a_concave_polygon_is_tested_as_arcade_does() {
    let hook = json!([[0, 0], [1, 0], [1, 7], [8, 7], [8, 8], [0, 8]]);
    let lines = [vec![sprite("wedge", &hook)], vec![check(1, "wedge", (6, -4)), check(2, "wedge", (3, -2))]].concat();
    assert_eq!(remedies(&lines), json!([remedy("fitted polygon", 0, 0)]));
}

/// A sprite whose hit boxes are not in the log.
#[test]
fn what_is_not_known_is_said() {
    let triangle = json!([[0, 0], [8, 8], [0, 8]]);
    let other = json!({"sprite": "other", "mask": MASK}).to_string();
    let mut lines = wedges(&triangle);
    lines.extend([other, check(5, "other", (6, -4)), check(6, "other", (1, 1))]);
    assert_eq!(remedies(&lines), json!([remedy("algo_detailed", 1, 2), remedy("fitted polygon", 1, 2)]));
    let text = replay(&lines, &[]);
    assert!(text.contains("leaves 1 of 3 wrong checks, 2 checks not covered\n"), "{text}");
}
