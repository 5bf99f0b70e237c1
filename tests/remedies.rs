//! The remedies for wrong checks: each leaves the number wrong that it says, and is offered only where it helps.

#[path = "support/dice.rs"]
mod dice;

use std::{env, fs, path::Path};

use base64::prelude::*;
use dice::Dice;
use maskscope::cli::{self, Outcome};
use serde_json::{Value, json};

/// A side of a picture.
fn length(side: usize) -> i64 {
    i64::try_from(side).expect("small")
}

/// Runs `replay` on the log `path`; returns its answer as JSON and as text.
fn replay_file(path: &Path, options: &str) -> (Value, String) {
    let answer = |more: &[&str]| {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let words = ["maskscope", "replay", path.to_str().expect("UTF-8")];
        let words = words.into_iter().chain(options.split_whitespace()).chain(more.iter().copied());
        assert!(matches!(cli::run(words, &mut out, &mut err), Outcome::Exit(_)), "it opens the window");
        String::from_utf8(out).expect("UTF-8")
    };
    let json: Value = serde_json::from_str(&answer(&["--json"])).expect("JSON");
    assert_eq!(json["lines_skipped"], json!([]));
    (json, answer(&[]))
}

fn replay(lines: &[Value], options: &str) -> (Value, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    let lines: Vec<_> = lines.iter().map(Value::to_string).collect();
    fs::write(&path, lines.join("\n") + "\n").expect("it can be written");
    replay_file(&path, options)
}

fn remedies(lines: &[Value], options: &str) -> Value {
    replay(lines, options).0["cure"]["remedies"].clone()
}

fn case(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/cases").join(path)
}

/// The remedy of a test in an answer.
fn remedy<'a>(answer: &'a Value, test: &str) -> Option<&'a Value> {
    answer["cure"]["remedies"].as_array()?.iter().find(|remedy| remedy["test"] == test)
}

/// A picture with these solid pixels, as PNG in base64.
fn png(rows: &[&str]) -> String {
    let (width, height) = (rows[0].len(), rows.len());
    let alpha = |letter: char| [200, 90, 30, if letter == '#' { 255 } else { 0 }];
    let rgba: Vec<u8> = rows.iter().flat_map(|row| row.chars().flat_map(alpha)).collect();
    let side = |length: usize| u32::try_from(length).expect("small");
    let image = image::RgbaImage::from_raw(side(width), side(height), rgba).expect("its size");
    let mut bytes = std::io::Cursor::new(Vec::new());
    image.write_to(&mut bytes, image::ImageFormat::Png).expect("a PNG");
    BASE64_STANDARD.encode(bytes.into_inner())
}

const DISC: [&str; 6] = ["..##..", ".####.", "######", "######", ".####.", "..##.."];

/// A check by boxes of two discs, A at 0,0.
fn boxes(frame: u64, at: &str, kinds: [&str; 2], (x, y): (i64, i64)) -> Value {
    let side = |kind: &str, x, y| json!({"sprite": "disc", "name": kind, "kind": kind, "position": [x, y], "shape": {"box": [x, y, 6, 6]}});
    let hit = x.abs() < 6 && y.abs() < 6;
    json!({"frame": frame, "a": side(kinds[0], 0, 0), "b": side(kinds[1], x, y), "hit": hit, "rule": "box", "at": at})
}

fn disc() -> Value {
    json!({"sprite": "disc", "mask": DISC})
}

/// The remedy of smaller boxes, with the denied hits that are carried on and those that are not.
fn smaller(px: u64, left: u64, not_covered: u64, [carried_on, not_carried_on]: [u64; 2]) -> Value {
    json!({
        "test": "box", "smaller_by": px, "leaves_wrong": left, "not_covered": not_covered, "carried_on": carried_on,
        "not_carried_on": not_carried_on, "shapes": null,
    })
}

#[test]
fn checks_by_circles_are_left_by_smaller_boxes_and_counted() {
    let (answer, text) = replay_file(&case("23-cure-of-mixed-tests/mixed.jsonl"), "");
    assert_eq!((&answer["cure"]["at"], &answer["cure"]["wrong"]), (&json!("game.py:10"), &json!(28)));
    assert_eq!(remedy(&answer, "box"), Some(&smaller(2, 14, 8, [4, 0])));
    let words = "  or boxes 2 px smaller on each side: leaves 14 of 28 wrong checks: \
        2 unfair hits, 4 missed touches, 8 that boxes do not decide; \
        4 denied hits carried on straight; after a hit the game goes on differently\n";
    assert!(text.contains(words), "{text}");
}

#[test]
fn smaller_boxes_are_judged_under_the_tolerances() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/game.jsonl");
    let (answer, _) = replay_file(&sample, "--allow-unfair 15");
    assert_eq!((&answer["cure"]["wrong"], remedy(&answer, "box")), (&json!(7), None), "1 px smaller leaves 6");
    // At 0 px its line leaves 4, and at any other size more.
    let (answer, text) = replay_file(&case("24-cure-under-tolerance/boxes.jsonl"), "--allow-unfair 4");
    assert_eq!((&answer["disagreements"], &answer["cure"]["wrong"]), (&json!(20), &json!(10)));
    assert_eq!(remedy(&answer, "box"), None);
    for remedy in answer["cure"]["remedies"].as_array().expect("a list") {
        assert!(remedy["leaves_wrong"].as_u64() < answer["cure"]["wrong"].as_u64(), "{remedy}");
    }
    assert!(!text.contains("leaves 17"), "{text}");
}

#[test]
fn a_tolerance_for_missed_touches_counts_as_well() {
    // A corner without a pixel, and a touch that is 1 px deep.
    let lines = [disc(), boxes(1, "a.py:1", ["A", "B"], (5, 5)), boxes(2, "a.py:1", ["A", "B"], (5, 0))];
    assert_eq!(remedies(&lines, "").as_array().map(Vec::len), Some(1), "1 px smaller misses the touch");
    let found = remedies(&lines, "--allow-missed 1");
    assert_eq!(found[1], smaller(1, 0, 0, [1, 0]), "the log goes on after the first hit");
}

#[test]
fn denied_hits_are_carried_on_straight() {
    let checks =
        |kind: &str, from: (i64, i64)| [boxes(1, "a.py:1", ["A", kind], from), boxes(2, "a.py:1", ["A", kind], (5, 5))];
    // Two frames later pixels are shared, and boxes hit that are 1 px smaller. The others fly past: they share pixels
    // once.
    let [inward, past, past_too] = [checks("B", (6, 6)), checks("C", (8, 5)), checks("D", (8, 5))];
    let found = |checks: &[&[Value; 2]]| {
        let lines = checks.iter().flat_map(|checks| checks.iter().cloned());
        let (answer, text) = replay(&[disc()].into_iter().chain(lines).collect::<Vec<_>>(), "");
        (remedy(&answer, "box").cloned(), text)
    };
    let (remedy, text) = found(&[&inward]);
    assert_eq!(remedy, Some(smaller(1, 0, 0, [1, 0])));
    let words = "  or boxes 1 px smaller on each side: leaves 0 of 1 wrong check: 0 unfair hits, 0 missed touches; \
        1 denied hit carried on straight; after a hit the game goes on differently\n";
    assert!(text.contains(words), "{text}");
    assert_eq!(found(&[&past]).0, None);
    assert_eq!(found(&[&inward, &past]).0, Some(smaller(1, 1, 0, [2, 0])), "half of them stay wrong");
    assert_eq!(found(&[&inward, &past, &past_too]).0, None, "more than half");
    let (answer, text) = replay(&[disc(), boxes(1, "a.py:1", ["A", "B"], (5, 5))], "");
    assert_eq!(answer["cure"]["remedies"][1], smaller(1, 0, 0, [0, 1]));
    assert!(text.contains(" 0 missed touches; 1 denied hit not carried on, as no way is known\n"), "{text}");
}

/// Smaller boxes change all that a line tests.
#[test]
fn a_remedy_is_counted_over_all_kinds_of_a_line() {
    let mut lines = vec![disc(), boxes(1, "a.py:1", ["A", "B"], (5, 5)), boxes(2, "a.py:1", ["A", "B"], (5, -5))];
    let smaller = |lines: &[Value]| remedy(&replay(lines, "").0, "box").cloned();
    assert_eq!(smaller(&lines).map(|it| it["leaves_wrong"].clone()), Some(json!(0)));
    lines.push(boxes(3, "a.py:1", ["A", "C"], (5, 0)));
    assert_eq!(smaller(&lines).map(|it| it["leaves_wrong"].clone()), Some(json!(1)), "it misses a touch of A and C");
    let other_line = [&lines[..3], &[boxes(3, "a.py:2", ["A", "C"], (5, 0))]].concat();
    assert_eq!(smaller(&other_line).map(|it| it["leaves_wrong"].clone()), Some(json!(0)));
    lines.push(boxes(4, "a.py:1", ["A", "D"], (-5, 0)));
    assert_eq!(smaller(&lines), None, "that leaves no fewer");
    let unfair = boxes(5, "a.py:1", ["A", "D"], (-5, -5));
    let (answer, text) = replay(&[lines, vec![unfair]].concat(), "");
    assert_eq!((&answer["cure"]["wrong"], &answer["cure"]["kinds"]), (&json!(3), &json!(["A", "B"])));
    assert!(text.contains("\nremedies for A × B and 2 other pairs, a.py:1, by this log\n"), "{text}");
}

#[test]
fn of_lines_with_the_same_number_of_wrong_checks_the_first_is_cured() {
    let check = |frame: u64, at: &str| boxes(frame, at, ["A", "B"], (5, 5));
    let (answer, text) = replay(&[disc(), check(1, "a.py:2"), check(2, "a.py:1")], "");
    assert_eq!(answer["cure"]["at"], "a.py:2");
    assert!(text.contains("\nremedies for A × B, a.py:2, by this log\n"), "{text}");
}

/// A ring whose mask, beside the picture, is a full square.
fn with_other_mask() -> Value {
    let rows = ["######", "#....#", "#....#", "#....#", "#....#", "######"];
    json!({"sprite": "ring", "png": png(&rows), "mask": vec![rows[0]; 6]})
}

#[test]
fn masks_are_offered_only_where_they_answer_as_the_pictures_do() {
    let check = |frame: u64, sprite: &str| {
        let mut check = boxes(frame, "a.py:1", ["A", "B"], if frame.is_multiple_of(2) { (5, 5) } else { (0, 9) });
        check["a"]["sprite"] = json!(sprite);
        check
    };
    let log = |rings: u64, checks: u64| {
        let sprite = |frame| if frame <= rings { "ring" } else { "disc" };
        let checks = (1..=checks).map(|frame| check(frame, sprite(frame)));
        [disc(), with_other_mask()].into_iter().chain(checks).collect::<Vec<_>>()
    };
    let (answer, text) = replay(&log(3, 100), "");
    assert_eq!(remedy(&answer, "mask"), None, "3 of 100 have another mask");
    assert!(!text.contains("test the masks"), "{text}");
    let (answer, text) = replay(&log(2, 100), "");
    assert_eq!(remedy(&answer, "mask").expect("2 of 100 are few")["leaves_wrong"], 0);
    let words = "  test the masks of the pictures: leaves 0 of 50 wrong checks; \
        in 2 of 100 checks a mask is not that of the picture\n";
    assert!(text.contains(words), "{text}");
    let (_, text) = replay(&log(0, 100), "");
    assert!(text.contains("leaves 0 of 50 wrong checks\n"), "{text}");
}

/// A hook that is mirrored and turned, and its picture at first.
const HOOK: [[&str; 4]; 3] =
    [["###.", "#...", "#...", "#..."], [".###", "...#", "...#", "...#"], ["####", "...#", "...#", "...."]];
/// A shape that no picture of it has.
const CORE: [&str; 4] = ["....", ".##.", ".##.", "...."];

/// Checks by masks: A at 0,0 with a mask beside its picture, B a pixel at `x`,`y`; the game answers by the mask.
fn by_mask(frame: u64, sprite: &str, mask: &[&str], (x, y): (usize, usize)) -> Value {
    let hit = mask[y].as_bytes()[x] == b'#';
    json!({
        "frame": frame, "a": {"sprite": sprite, "kind": "Hook"}, "b": {"sprite": "dot", "position": [x, y]}, "hit": hit,
        "rule": "mask", "at": "a.py:1",
    })
}

fn hook(name: &str, picture: &[&str], mask: &[&str]) -> Value {
    json!({"sprite": name, "png": png(picture), "mask": mask})
}

fn dot() -> Value {
    json!({"sprite": "dot", "mask": ["#"]})
}

fn suspects(answer: &Value) -> Vec<(&Value, &Value)> {
    let all = answer["suspects"].as_array().expect("a list");
    all.iter().map(|suspect| (&suspect["sprite"], &suspect["reason"])).collect()
}

#[test]
fn only_a_mask_that_was_of_the_picture_once_is_to_be_made_again() {
    let [first, mirrored, turned] = HOOK;
    let again = json!([{
        "test": "mask made again", "smaller_by": null, "leaves_wrong": 0, "not_covered": 0, "carried_on": null,
        "not_carried_on": null,
        "shapes": null,
    }]);
    let words = "\nremedies for Hook × dot, a.py:1, by this log\n  \
        make the mask again whenever the picture changes or turns: leaves 0 of ";
    let earlier = [json!({"sprite": "early", "png": png(&first)}), by_mask(1, "early", &first, (0, 0))];
    let log = |picture: &[&str], mask: &[&str], has_earlier: bool, places: &[(usize, usize)]| {
        let checks = (2..).zip(places).map(|(frame, at)| by_mask(frame, "late", mask, *at));
        let mut lines = vec![dot(), hook("late", picture, mask)];
        lines.extend(earlier.iter().filter(|_| has_earlier).cloned());
        lines.extend(checks);
        let (answer, text) = replay(&lines, "");
        assert_eq!(text.contains(words), answer["cure"]["remedies"] == again, "{text}");
        answer
    };
    let wrong = [(2, 1), (3, 3)];
    // Another picture since: the mask is that of the first.
    let square = ["....", "..##", "..##", "...."];
    let answer = log(&square, &first, true, &wrong);
    assert_eq!((&answer["cure"]["wrong"], &answer["cure"]["remedies"]), (&json!(1), &again));
    assert_eq!(suspects(&answer), [(&json!("late"), &json!("unlike-picture"))]);
    let answer = log(&square, &first, false, &wrong);
    assert_eq!((&answer["cure"], suspects(&answer)), (&Value::Null, vec![]), "it may be another shape on purpose");
    // The picture itself, mirrored or turned since.
    for picture in [mirrored, turned] {
        let answer = log(&picture, &first, false, &[(0, 3), (3, 1)]);
        assert_eq!(answer["cure"]["remedies"], again);
        assert_eq!(suspects(&answer), [(&json!("late"), &json!("unlike-picture"))]);
    }
    let answer = log(&first, &CORE, true, &[(1, 1), (0, 0)]);
    assert_eq!((&answer["cure"], suspects(&answer)), (&Value::Null, vec![]), "a core on purpose");
    // Another sprite of the kind fills its box.
    let full = ["####"; 4];
    let earlier = [json!({"sprite": "early", "png": png(&full)}), by_mask(1, "early", &full, (0, 0))];
    let lines = [&[dot(), hook("late", &square, &full)][..], &earlier, &[by_mask(2, "late", &full, (1, 0))]].concat();
    let (answer, _) = replay(&lines, "");
    assert_eq!((&answer["disagreements"], &answer["cure"], suspects(&answer)), (&json!(1), &Value::Null, vec![]));
}

/// Making the masks again is the remedy where they are the fault of all wrong checks, not of some.
#[test]
fn a_mask_on_purpose_among_old_ones_is_not_made_again() {
    let [first, mirrored, _] = HOOK;
    let old = [dot(), hook("late", &mirrored, &first), by_mask(1, "late", &first, (0, 3))];
    assert_eq!(remedies(&old, "")[0]["test"], "mask made again");
    let core = [hook("core", &first, &CORE), by_mask(2, "core", &CORE, (1, 1))];
    assert_eq!(replay(&[&old[..], &core].concat(), "").0["cure"], Value::Null);
    // One old mask and one on purpose decide a check together.
    let both = json!({
        "frame": 1, "a": {"sprite": "late", "kind": "Hook"}, "b": {"sprite": "core", "kind": "Core"}, "hit": false,
        "rule": "mask", "at": "a.py:1",
    });
    let lines = [hook("late", &mirrored, &first), hook("core", &first, &CORE), both];
    let (answer, _) = replay(&lines, "");
    assert_eq!((&answer["disagreements"], &answer["cure"]), (&json!(1), &Value::Null));
}

/// A test by masks, wrong or at another place, is not cured by a test of masks.
#[test]
fn masks_that_are_tested_are_not_offered() {
    let mut lines = vec![disc(), boxes(1, "a.py:1", ["A", "B"], (5, 5))];
    lines[1]["rule"] = json!("mask");
    for side in ["a", "b"] {
        lines[1][side].as_object_mut().expect("a side").remove("shape");
    }
    assert_eq!(replay(&lines, "").0["cure"], Value::Null, "its loop is wrong");
    lines[1]["b"]["shape"] = json!({"mask": true, "at": [2, 2]});
    let (answer, _) = replay(&lines, "");
    assert_eq!((&answer["disagreements"], &answer["cure"]), (&json!(1), &Value::Null), "its place is wrong");
}

#[test]
fn arcade_26_is_told_in_its_own_words() {
    let header = json!({"maskscope_log": 1, "engine": "arcade 2.6.17"});
    let square = |x: i64, y: i64| json!([[x, y], [x + 6, y], [x + 6, y + 6], [x, y + 6]]);
    let octagon = json!([[2, 0], [4, 0], [6, 2], [6, 4], [4, 6], [2, 6], [0, 4], [0, 2]]);
    let sprite = json!({"sprite": "disc", "mask": DISC, "hit_boxes": {"simple": square(0, 0), "detailed": octagon}});
    let mut check = boxes(1, "game.py:7", ["A", "B"], (5, 5));
    check["rule"] = json!("hit box");
    check["a"]["shape"] = json!({"polygon": square(0, 0)});
    check["b"]["shape"] = json!({"polygon": square(5, 5)});
    let (answer, text) = replay(&[header, sprite.clone(), check.clone()], "");
    assert_eq!(remedy(&answer, "algo_detailed").expect("it helps")["leaves_wrong"], 0);
    assert!(text.contains("\n  hit_box_algorithm='Detailed', for the textures of both: "), "{text}");
    assert!(text.contains(" by sprite.hit_box = sprite.texture.hit_box_points\n"), "{text}");
    assert!(!text.contains("arcade.hitbox") && !text.contains("sync_hit_box"), "{text}");
    let (_, text) = replay(&[sprite, check], "");
    assert!(text.contains("\n  hit_box_algorithm=arcade.hitbox.algo_detailed, "), "{text}");
}

/// Sprites, their solid pixels, and for one of them an old mask beside its picture.
struct Things {
    names: Vec<String>,
    pictures: Vec<Vec<String>>,
    masks: Vec<Vec<String>>,
}

type Place = (i64, i64);

fn shares(a: &[String], b: &[String], (x, y): Place) -> bool {
    let is_solid = |rows: &[String], x: i64, y: i64| {
        let row = usize::try_from(y).ok().and_then(|y| rows.get(y));
        let letter = row.zip(usize::try_from(x).ok()).and_then(|(row, x)| row.as_bytes().get(x).copied());
        letter == Some(b'#')
    };
    let (width, height) = (length(b[0].len()), length(b.len()));
    (0..height).any(|down| (0..width).any(|across| is_solid(b, across, down) && is_solid(a, x + across, y + down)))
}

impl Things {
    fn new(dice: &mut Dice) -> Self {
        let mut things = Self { names: Vec::new(), pictures: Vec::new(), masks: Vec::new() };
        for number in 0..4 {
            let (width, height) = (6 + dice.below(12), 6 + dice.below(12));
            // A lens in the middle, more or less round.
            let pixel = |x: usize, y: usize, round: f64| {
                let side = |at: usize, length: usize| (2.0 * at as f64 + 1.0) / length as f64 - 1.0;
                side(x, width).abs().powf(round) + side(y, height).abs().powf(round) <= 1.0
            };
            let round = 0.8 + dice.below(30) as f64 / 10.0;
            let row = |y: usize| (0..width).map(|x| if pixel(x, y, round) { '#' } else { '.' }).collect::<String>();
            let mut picture: Vec<String> = (0..height).map(row).collect();
            picture[0].replace_range(..1, "#");
            let mut mask = picture.clone();
            if number == 3 {
                mask.reverse(); // it is turned over since
            }
            things.names.push(format!("thing{number}"));
            things.pictures.push(picture);
            things.masks.push(mask);
        }
        things
    }

    fn lines(&self) -> Vec<Value> {
        let line = |number: usize| {
            let rows: Vec<&str> = self.pictures[number].iter().map(String::as_str).collect();
            json!({"sprite": self.names[number], "png": png(&rows), "mask": self.masks[number]})
        };
        (0..4).map(line).collect()
    }

    fn size(&self, number: usize) -> (i64, i64) {
        (length(self.pictures[number][0].len()), length(self.pictures[number].len()))
    }
}

/// A check of a generated log: two things, where B stands, how they are tested, the line, and the answer.
#[derive(Clone)]
struct Tested {
    things: [usize; 2],
    at: Place,
    by: &'static str,
    line: usize,
    hit: bool,
    inset: f64,
}

impl Tested {
    fn new(dice: &mut Dice, things: &Things, is_by_masks: bool) -> Self {
        let pair = if is_by_masks { [dice.below(3), 3] } else { [dice.below(4), dice.below(4)] };
        let ((width, height), (wide, high)) = (things.size(pair[0]), things.size(pair[1]));
        let along = |dice: &mut Dice, low: i64, high: i64| {
            low + i64::try_from(dice.roll((high - low).cast_unsigned())).expect("small")
        };
        let at = (along(dice, -wide - 2, width + 3), along(dice, -high - 2, height + 3));
        let by = match dice.below(11) {
            _ if is_by_masks => "mask",
            0..8 => "box",
            8 | 9 => "box and circle",
            _ => "circle",
        };
        let mut check = Self { things: pair, at, by, line: 1 + dice.below(2), hit: false, inset: 0.0 };
        check.hit = check.answer(things);
        // Some games contradict their boxes, until they answer by smaller ones.
        check.hit ^= by == "box" && dice.roll(12) == 0;
        check
    }

    /// The test's answer.
    fn answer(&self, things: &Things) -> bool {
        let ([a, b], (x, y)) = (self.things, self.at);
        let (one, other) = (things.size(a), things.size(b));
        let depth = |at: i64, one: i64, other: i64| (one.min(at + other) - at.max(0)) as f64;
        match self.by {
            "box" => depth(x, one.0, other.0).min(depth(y, one.1, other.1)) > 2.0 * self.inset,
            "box and circle" => {
                let middle = |at: i64, side: i64| at as f64 + side as f64 / 2.0;
                // From the circle's middle to the box.
                let gap =
                    |side: i64, middle: f64| (self.inset - middle).max(middle - (side as f64 - self.inset)).max(0.0);
                let has_sides = 2.0 * self.inset < one.0.min(one.1) as f64;
                let gap = gap(one.0, middle(x, other.0)).hypot(gap(one.1, middle(y, other.1)));
                has_sides && gap < other.0.min(other.1) as f64 / 2.0
            }
            "circle" => {
                let middle = |at: i64, one: i64, other: i64| at as f64 + other as f64 / 2.0 - one as f64 / 2.0;
                let reach = (one.0.min(one.1) + other.0.min(other.1)) as f64 / 2.0;
                middle(x, one.0, other.0).hypot(middle(y, one.1, other.1)) < reach
            }
            "pictures" => shares(&things.pictures[a], &things.pictures[b], self.at),
            _ => shares(&things.masks[a], &things.masks[b], self.at),
        }
    }

    fn line(&self, frame: usize, things: &Things) -> Value {
        let side = |at: usize, (x, y): Place| {
            let number = self.things[at];
            let (width, height) = things.size(number);
            let [left, top, wide, high] = [x, y, width, height].map(|n| n as f64);
            // No two checks are of one pair: then no hit is carried on.
            let name = format!("{at} in {frame}");
            let mut side = json!({"sprite": things.names[number], "name": name, "kind": "Thing", "position": [x, y]});
            match (self.by, at) {
                ("box", _) | ("box and circle", 0) => {
                    // A box without a side overlaps nothing.
                    let inside =
                        |from: f64, side: f64| (from + self.inset.min(side / 2.0), (side - 2.0 * self.inset).max(0.0));
                    let ((left, wide), (top, high)) = (inside(left, wide), inside(top, high));
                    side["shape"] = json!({"box": [left, top, wide, high]});
                }
                ("circle" | "box and circle", _) => {
                    side["shape"] = json!({"circle": [left + wide / 2.0, top + high / 2.0, wide.min(high) / 2.0]});
                }
                ("pictures", _) => side["mask"] = json!(things.pictures[number]),
                _ => {}
            }
            side
        };
        json!({
            "frame": frame, "a": side(0, (0, 0)), "b": side(1, self.at), "hit": self.hit, "rule": self.by,
            "at": format!("game.py:{}", self.line),
        })
    }
}

fn log(things: &Things, checks: &[Tested]) -> Vec<Value> {
    let checks = checks.iter().enumerate().map(|(frame, check)| check.line(frame, things));
    things.lines().into_iter().chain(checks).collect()
}

/// Each remedy, when a game follows it, leaves the number of wrong checks at its line that it has promised, and fewer than before.
#[test]
fn a_remedy_that_is_followed_leaves_what_was_promised() {
    let mut offered = [0; 3];
    for seed in 0..200 {
        let mut dice = Dice::new(seed);
        let mut things = Things::new(&mut dice);
        let is_by_masks = seed % 4 == 3;
        if !is_by_masks {
            // Masks beside pictures only where they are tested.
            things.masks = things.pictures.clone();
        }
        let count = 80 + dice.below(80);
        let checks: Vec<_> = (0..count).map(|_| Tested::new(&mut dice, &things, is_by_masks)).collect();
        let options =
            dice.pick(&["", "", "--allow-unfair 2", "--allow-missed 1.5", "--allow-unfair 3 --allow-missed 1"]);
        let (answer, _) = replay(&log(&things, &checks), options);
        let Some(line) = answer["cure"]["at"].as_str().map(str::to_owned) else { continue };
        let wrong_at = |checks: &[Tested]| {
            let (answer, _) = replay(&log(&things, checks), &format!("{options} --at {line}"));
            answer["disagreements"].as_u64().expect("a number")
        };
        assert_eq!(answer["cure"]["wrong"], wrong_at(&checks), "{seed}");
        for remedy in answer["cure"]["remedies"].as_array().expect("a list") {
            let followed = |check: &Tested| {
                let mut check = check.clone();
                let number = line.rsplit(':').next().and_then(|number| number.parse().ok());
                if Some(check.line) != number {
                    return check;
                }
                match remedy["test"].as_str() {
                    Some("box") if check.by.starts_with("box") => {
                        check.inset = remedy["smaller_by"].as_f64().expect("px");
                    }
                    Some("mask") => check.by = "mask",
                    Some("mask made again") => check.by = "pictures",
                    _ => {}
                }
                check.hit = check.answer(&things);
                check
            };
            let left = wrong_at(&checks.iter().map(followed).collect::<Vec<_>>());
            assert_eq!(remedy["leaves_wrong"], left, "seed {seed}, {options}: {remedy}");
            assert!(remedy["leaves_wrong"].as_u64() < answer["cure"]["wrong"].as_u64(), "seed {seed}: {remedy}");
            let at =
                ["mask", "box", "mask made again"].iter().position(|test| remedy["test"] == *test).expect("a test");
            offered[at] += 1;
        }
    }
    assert!(offered.iter().all(|count| *count >= 8), "of each some are offered: {offered:?}");
}
