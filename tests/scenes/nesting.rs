//! Nested parents: Gilbert's answer compared with plain matrices and loops, chains in files, in the session and on the
//! command line, flips by a negative scale, and refusals.

#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "numbers of small sprites")]

use crate::dice;
use std::path::Path;

use dice::Dice;
use maskscope::{
    cli::{self, Outcome},
    files::{Limits, decode_scene, encode_scene},
    session::{Action, EngineAction, Event, Family, ParentRef, Session, Slot, StageAction, ViewAction},
};
use maskscope_core::{
    geom::Cell,
    scan::NoProbe,
    scene::{Parents, Placement, Profile, Scene},
};
use serde_json::{Value, json};

/// A matrix of three rows; its last row is always 0 0 1.
type Matrix = [[f64; 3]; 3];

const ONE: Matrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

fn times(left: Matrix, right: Matrix) -> Matrix {
    let mut product = [[0.0; 3]; 3];
    for (row, line) in product.iter_mut().enumerate() {
        for (column, cell) in line.iter_mut().enumerate() {
            *cell = (0..3).map(|n| left[row][n] * right[n][column]).sum();
        }
    }
    product
}

fn map(m: Matrix, (x, y): (f64, f64)) -> (f64, f64) {
    (m[0][0] * x + m[0][1] * y + m[0][2], m[1][0] * x + m[1][1] * y + m[1][2])
}

fn translation(x: f64, y: f64) -> Matrix {
    [[1.0, 0.0, x], [0.0, 1.0, y], [0.0, 0.0, 1.0]]
}

fn scaling(x: f64, y: f64) -> Matrix {
    [[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, 1.0]]
}

/// Rotates clockwise, because y points down.
fn rotation(degrees: f64) -> Matrix {
    let (sin, cos) = (degrees * std::f64::consts::PI / 180.0).sin_cos();
    [[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]]
}

/// Returns the two numbers of a field, or `usual` for missing ones.
fn pair(thing: &Value, field: &str, usual: f64) -> (f64, f64) {
    let number = |n: usize| thing[field][n].as_f64().unwrap_or(usual);
    (number(0), number(1))
}

/// Returns the transformation of a parent and all its parents, read from the scene's text.
fn chain(parent: &Value) -> Matrix {
    if parent.is_null() {
        return ONE;
    }
    let ((x, y), (wide, high)) = (pair(parent, "position", 0.0), pair(parent, "scale", 1.0));
    let own =
        times(translation(x, y), times(rotation(parent["rotation"].as_f64().unwrap_or(0.0)), scaling(wide, high)));
    times(chain(&parent["parent"]), own)
}

/// Returns the map from the pixels of sprite `which` to the common parent's space.
fn common_from_sprite(scene: &Value, which: &str) -> Matrix {
    let sprite = &scene[which];
    let ((mut x, mut y), (wide, high)) = (pair(sprite, "position", 0.0), pair(sprite, "scale", 1.0));
    if scene["rounding"] != "keep" {
        (x, y) = ((x + 0.5).floor(), (y + 0.5).floor());
    }
    let (ax, ay) = pair(sprite, "anchor", 0.0);
    let rows = sprite["mask"].as_array().expect("rows");
    let (w, h) = (rows[0].as_str().expect("a row").len() as f64, rows.len() as f64);
    let flip = |n: usize, side: f64| if sprite["flip"][n] == true { (-1.0, side) } else { (1.0, 0.0) };
    let (fx, fy) = (flip(0, w), flip(1, h));
    let turned = times(rotation(sprite["rotation"].as_f64().unwrap_or(0.0)), scaling(wide, high));
    let flipped = times(translation(fx.1, fy.1), scaling(fx.0, fy.0));
    let placed = times(translation(x, y), times(turned, times(translation(-ax, -ay), flipped)));
    times(chain(&sprite["parent"]), placed)
}

/// Returns the upright box around the image of a rectangle: left, top, right, bottom.
fn around(m: Matrix, [left, top, right, bottom]: [f64; 4]) -> [f64; 4] {
    let corners = [(left, top), (right, top), (left, bottom), (right, bottom)].map(|corner| map(m, corner));
    let (xs, ys) = (corners.map(|corner| corner.0), corners.map(|corner| corner.1));
    let least = |all: [f64; 4]| all.into_iter().fold(f64::INFINITY, f64::min);
    let most = |all: [f64; 4]| all.into_iter().fold(f64::NEG_INFINITY, f64::max);
    [least(xs), least(ys), most(xs), most(ys)]
}

/// True if the pixel under a point is solid; `None` on the edge between two pixels, where rounding decides.
fn solid(m: Matrix, mask: &Value, (x, y): (f64, f64)) -> Option<bool> {
    let area = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    let (dx, dy) = (x - m[0][2], y - m[1][2]);
    let (u, v) = ((m[1][1] * dx - m[0][1] * dy) / area, (m[0][0] * dy - m[1][0] * dx) / area);
    if (u - u.round()).abs() < 1e-6 || (v - v.round()).abs() < 1e-6 {
        return None;
    }
    if u < 0.0 || v < 0.0 {
        return Some(false);
    }
    let row = mask[v as usize].as_str();
    Some(row.and_then(|row| row.as_bytes().get(u as usize)) == Some(&b'#'))
}

/// Left, top, right, bottom of the matching pixels (of size 0 if no pixel matches), and of the box.
type Expected = Option<([f64; 4], [f64; 4])>;

/// Computes Gilbert's answer by matrices and loops; `Err` if rounding decides it.
fn gilbert(scene: &Value) -> Result<Expected, ()> {
    let maps = ["a", "b"].map(|which| common_from_sprite(scene, which));
    let masks = [&scene["a"]["mask"], &scene["b"]["mask"]];
    let size = |mask: &Value| {
        let rows = mask.as_array().expect("rows");
        [0.0, 0.0, rows[0].as_str().expect("a row").len() as f64, rows.len() as f64]
    };
    let (a, b) = (around(maps[0], size(masks[0])), around(maps[1], size(masks[1])));
    let shared = [a[0].max(b[0]), a[1].max(b[1]), a[2].min(b[2]), a[3].min(b[3])];
    let (width, height) = (shared[2] - shared[0], shared[3] - shared[1]);
    if [width, height].iter().any(|side| (side - side.round()).abs() < 1e-6) {
        return Err(());
    }
    if width <= 0.0 || height <= 0.0 {
        return Ok(None);
    }
    let mut found = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
    for row in 0..height.ceil() as usize {
        for column in 0..width.ceil() as usize {
            let (x, y) = (shared[0] + column as f64, shared[1] + row as f64);
            let middle = (x + 0.5, y + 0.5);
            let in_both = [0, 1].map(|n| solid(maps[n], masks[n], middle));
            let [Some(in_a), Some(in_b)] = in_both else { return Err(()) };
            if in_a && in_b {
                found = [found[0].min(x), found[1].min(y), found[2].max(x + 1.0), found[3].max(y + 1.0)];
            }
        }
    }
    let nothing = [shared[0], shared[1], shared[0], shared[1]];
    Ok(Some((if found[0].is_finite() { found } else { nothing }, shared)))
}

fn number(dice: &mut Dice, from: i32, to: i32) -> f64 {
    f64::from(from + i32::try_from(dice.roll(u64::try_from((to - from) * 8).expect("a range"))).expect("small") / 8)
        + f64::from(u8::try_from(dice.roll(8)).expect("small")) / 8.0
}

fn scale(dice: &mut Dice) -> Value {
    let mut factor = |_| number(dice, 0, 2).max(0.375) * if dice.roll(4) == 0 { -1.0 } else { 1.0 };
    json!([factor(0), factor(1)])
}

/// Returns nested parents, each at most `far` from its own parent.
fn parents(dice: &mut Dice, depth: u64, far: i32) -> Value {
    if depth == 0 {
        return Value::Null;
    }
    json!({
        "position": [number(dice, -far, far), number(dice, -far, far)], "rotation": number(dice, -180, 180), "scale": scale(dice),
        "parent": parents(dice, depth - 1, far),
    })
}

fn sprite(dice: &mut Dice) -> Value {
    let (width, height) = (1 + dice.roll(17), 1 + dice.roll(17));
    let density = dice.pick(&[2, 4, 12]);
    let rows: Vec<String> =
        (0..height).map(|_| (0..width).map(|_| if dice.roll(density) > 0 { '#' } else { '.' }).collect()).collect();
    let depth = dice.roll(4);
    let far = dice.pick(&[2, 2, 2, 20]);
    // The anchor is near the middle, so that most pairs meet.
    let half = |side: u64| f64::from(u32::try_from(side / 2).expect("small")) + 0.25;
    json!({
        "mask": rows, "position": [number(dice, -far, far), number(dice, -far, far)], "rotation": number(dice, -180, 180),
        "scale": scale(dice), "flip": [dice.roll(2) == 0, dice.roll(2) == 0],
        "anchor": [half(width), half(height)], "parent": parents(dice, depth, 1),
    })
}

fn scene(dice: &mut Dice) -> Value {
    let depth = dice.roll(4);
    let mut scene = json!({ "maskscope": 1, "a": sprite(dice), "b": sprite(dice), "parent": parents(dice, depth, 9) });
    if dice.roll(2) == 0 {
        scene["rounding"] = json!("keep");
    }
    scene
}

fn read(text: &str) -> Result<Scene, String> {
    decode_scene(text.as_bytes(), Path::new("nested.scene.json"), &Limits::default()).map_err(|error| error.to_string())
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-6
}

/// Returns the corners of a rectangle of the answer.
fn corners(area: &Value) -> [f64; 4] {
    let [x, y, width, height] = ["x", "y", "width", "height"].map(|field| area[field].as_f64().expect("a number"));
    [x, y, x + width, y + height]
}

#[track_caller]
fn assert_corners(area: &Value, expected: [f64; 4], what: &str, scene: &Value) {
    assert!(
        corners(area).into_iter().zip(expected).all(|(one, other)| near(one, other)),
        "{what} is {area}, not {expected:?}\n{scene}"
    );
}

/// Returns the answer of `check --profile gilbert --json` for a scene file.
fn checked(path: &Path) -> Value {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let args = [
        "maskscope",
        "check",
        "--scene",
        path.to_str().expect("a path"),
        "--profile",
        "gilbert",
        "--scan",
        "rows",
        "--json",
    ];
    let Outcome::Exit(code) = cli::run(args, &mut out, &mut err) else { panic!("it opens the window") };
    assert_eq!(code, 0, "{}", String::from_utf8_lossy(&err));
    serde_json::from_slice::<Value>(&out).expect("JSON")["profiles"][0].clone()
}

#[test]
fn gilberts_answer_is_that_of_plain_matrices_for_200_nestings() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("nested.scene.json");
    let mut dice = Dice::new(2007);
    let (mut hits, mut empty, mut apart, mut nested) = (0, 0, 0, 0);
    while hits + empty + apart < 200 {
        let text = scene(&mut dice);
        let Ok(expected) = gilbert(&text) else { continue };
        std::fs::write(&path, text.to_string()).expect("written");
        let output = checked(&path);
        let answer = &output["answer"];
        let world = chain(&text["parent"]);
        match expected {
            None => {
                assert!(answer.is_null() && output["hit"] == false, "{output}\n{text}");
                apart += 1;
            }
            Some((bounds, shared)) => {
                assert_corners(&answer["bounds"], bounds, "the bounds", &text);
                assert_corners(&answer["box"], shared, "the box", &text);
                assert_corners(&answer["world"]["bounds"], around(world, bounds), "the bounds in the world", &text);
                assert_corners(&answer["world"]["box"], around(world, shared), "the box in the world", &text);
                let is_hit = bounds[0] < bounds[2];
                assert_eq!(output["hit"], is_hit, "{text}");
                let centre = ((bounds[0] + bounds[2]) / 2.0, (bounds[1] + bounds[3]) / 2.0);
                for (shown, expected) in [(&answer["centre"], centre), (&answer["world"]["centre"], map(world, centre))]
                {
                    let shown = is_hit.then(|| (shown["x"].as_f64().expect("x"), shown["y"].as_f64().expect("y")));
                    assert!(shown.is_none_or(|(x, y)| near(x, expected.0) && near(y, expected.1)), "{shown:?}\n{text}");
                }
                assert!(is_hit || answer["centre"].is_null() && answer["world"]["centre"].is_null(), "{answer}");
                let space = if text["parent"].is_null() { "the world" } else { "the common parent's space" };
                assert_eq!(answer["space"], space);
                *(if is_hit { &mut hits } else { &mut empty }) += 1;
            }
        }
        assert_window_agrees(&text.to_string(), answer, &output["first_hit"]);
        nested += u32::from(!text["parent"]["parent"].is_null() && !text["b"]["parent"]["parent"].is_null());
    }
    assert!(hits > 60 && empty > 10 && apart > 10 && nested > 20, "{hits} {empty} {apart} {nested}");
}

/// Asserts that the session shows the answer of the command line in the window.
fn assert_window_agrees(text: &str, answer: &Value, first_hit: &Value) {
    let mut session = Session::default();
    let scene = read(text).expect("a scene");
    session.apply(Action::Event(Event::SceneLoaded(Box::new(scene), None)));
    session.apply(Action::Engine(EngineAction::Watch(true)));
    let row = session.derived().engine_rows().iter().find(|row| row.profile == Profile::Gilbert).expect("a row");
    assert_eq!(row.first_hit.is_some(), !first_hit.is_null());
    assert_eq!(row.answer.is_none(), answer.is_null());
    if let Some(found) = row.answer {
        let area = corners(&answer["bounds"]);
        assert!(near(found.bounds.origin.0, area[0]) && near(found.bounds.origin.1 + found.bounds.size.1, area[3]));
        let area = corners(&answer["box"]);
        assert!(near(found.shared.origin.0, area[0]) && near(found.shared.origin.1 + found.shared.size.1, area[3]));
    }
}

/// Opens the scene `text` in a session.
fn session(text: &str) -> Session {
    let mut session = Session::default();
    session.apply(Action::Event(Event::SceneLoaded(Box::new(read(text).expect("a scene")), None)));
    session
}

fn rows(session: &Session, slot: Slot) -> (String, Cell) {
    let placed = session.stage().get(slot).expect("a sprite");
    (placed.raster().mask().mask().to_text().trim_end().to_owned(), placed.position())
}

#[test]
fn a_negative_scale_is_a_flip_about_where_it_stands() {
    let with = |fields: &str| {
        let session =
            session(&format!(r####"{{"maskscope":1,"a":{{"mask":["##.","#.."],{fields}}},"b":{{"mask":["#"]}}}}"####));
        rows(&session, Slot::A)
    };
    assert_eq!(with(r#""scale":[-1,1]"#), (".##\n..#".to_owned(), Cell::new(-3, 0)));
    assert_eq!(with(r#""scale":[1,-1],"position":[4,5]"#), ("#..\n##.".to_owned(), Cell::new(4, 3)));
    assert_eq!(
        with(r#""scale":[-1,1],"anchor":[1.5,1]"#),
        with(r#""flip":[true,false],"anchor":[1.5,1]"#),
        "about its middle"
    );
    assert_eq!(with(r#""scale":[-1,-1],"anchor":[1.5,1]"#), with(r#""rotation":180,"anchor":[1.5,1]"#));
    assert_eq!(with(r#""parent":{"scale":[-1,1]}"#), with(r#""scale":[-1,1]"#), "in a parent, too");
    assert_eq!(with(r#""scale":[-1,1],"flip":[true,false],"position":[3,0]"#), ("##.\n#..".to_owned(), Cell::ORIGIN));
    assert_eq!(with(r#""scale":[-2,1]"#).0, "..####\n....##");
}

#[test]
fn every_engine_sees_a_flip_by_a_scale_as_one_by_a_flip() {
    let mut dice = Dice::new(3);
    for round in 0..60 {
        let (a, b) = (sprite(&mut dice), sprite(&mut dice));
        let width = a["mask"][0].as_str().expect("a row").len();
        let laid = |a: Value| {
            let scene = json!({ "maskscope": 1, "a": a, "b": { "mask": b["mask"], "position": [round % 9 - 4, round % 5 - 2] } });
            read(&scene.to_string()).expect("a scene").lay().expect("small")
        };
        let flipped = laid(json!({ "mask": a["mask"], "flip": [true, false] }));
        let scaled = laid(json!({ "mask": a["mask"], "scale": [-1, 1], "position": [width, 0] }));
        assert_eq!(flipped.collision(), scaled.collision());
        for profile in
            [Profile::Pygame, Profile::GameMaker, Profile::Sfml, Profile::HaxeFlixel, Profile::Flash, Profile::Gilbert]
        {
            let ask = |laid: &maskscope_core::scene::Laid| profile.run(&laid.a, &laid.b, &mut NoProbe);
            assert_eq!(ask(&flipped), ask(&scaled), "{profile} in round {round}: {a} {b}");
        }
    }
}

#[test]
fn touching_is_null_and_nothing_shared_is_a_rectangle_of_size_0() {
    let answer = |b: &str, parent: &str| {
        let text = format!(r####"{{"maskscope":1,"rounding":"keep","a":{{"mask":["#.","#."]}},"b":{b}{parent}}}"####);
        let laid = read(&text).expect("a scene").lay().expect("small");
        Profile::Gilbert.answer(&laid.a, &laid.b)
    };
    for parent in ["", r#","parent":{"rotation":30,"parent":{"scale":[3,-0.5]}}"#] {
        assert_eq!(answer(r####"{"mask":["#"],"position":[2,0]}"####, parent), None, "they touch");
        let nothing = answer(r####"{"mask":["#"],"position":[1,0.5]}"####, parent).expect("the bounds meet");
        assert_eq!((nothing.bounds.origin, nothing.bounds.size), ((1.0, 0.5), (0.0, 0.0)));
        assert_eq!((nothing.shared.size, nothing.centre(), nothing.is_hit()), ((1.0, 1.0), None, false));
        let half = answer(r####"{"mask":["#"],"position":[-0.5,0.25]}"####, parent).expect("the bounds meet");
        assert_eq!((half.shared.origin, half.shared.size), ((0.0, 0.25), (0.5, 1.0)), "the fractional box");
        assert_eq!(
            (half.bounds.origin, half.bounds.size),
            ((0.0, 0.0 + 0.25), (0.0, 0.0)),
            "its pixel is read at 0.5, beyond B"
        );
        let hit = answer(r####"{"mask":["##"],"position":[-0.5,0.25]}"####, parent).expect("the bounds meet");
        assert_eq!((hit.bounds.origin, hit.bounds.size, hit.centre()), ((0.0, 0.25), (1.0, 1.0), Some((0.5, 0.75))));
        assert_eq!(hit.shared.size, (1.5, 1.0));
    }
}

#[test]
fn the_corners_of_the_world_are_reached_and_what_lies_beyond_is_refused() {
    let laid = |fields: &str| {
        let text = format!(r####"{{"maskscope":1,"a":{{"mask":["##"]}},"b":{{"mask":["##"],{fields}}}}}"####);
        read(&text).expect("a scene").lay()
    };
    let far = laid(r#""position":[1e9,-1e9],"parent":{"position":[1e9,0]}"#).expect("still in the world");
    assert_eq!(far.b.origin, Cell::new(2_000_000_000, -1_000_000_000));
    let small =
        laid(r#""parent":{"scale":[0.01,0.01],"parent":{"scale":[0.01,-0.01],"parent":{"scale":[0.01,0.01]}}}"#);
    assert!(small.expect("a speck").b.raster.size().area() <= 2);
    for (fields, why) in [
        (r#""position":[1e9,0],"parent":{"position":[1e9,0],"parent":{"position":[1e9,0]}}"#, "too far away"),
        (
            r#""scale":[100,100],"parent":{"scale":[100,100],"parent":{"scale":[100,100]}}"#,
            "cells, the limit is 100,000,000",
        ),
        (r#""scale":[100,0.01],"parent":{"scale":[100,0.01],"parent":{"scale":[100,0.01]}}"#, "flatten it to a line"),
    ] {
        let refused = laid(fields).expect_err(fields).to_string();
        assert!(refused.contains(why), "{refused}");
    }
}

#[test]
fn absurd_chains_and_numbers_are_refused_in_words() {
    let nested = |depth: usize, inner: &str| format!("{}{inner}{}", "{\"parent\":".repeat(depth), "}".repeat(depth));
    let with = |of: &str, parent: &str| {
        let own = if of == "b" { format!(",\"parent\":{parent}") } else { String::new() };
        let common = if of == "b" { String::new() } else { format!(",\"parent\":{parent}") };
        read(&format!(r####"{{"maskscope":1,"a":{{"mask":["#"]}},"b":{{"mask":["#"]{own}}}{common}}}"####))
    };
    for of in ["b", "the scene"] {
        let refused = |parent: &str| with(of, parent).expect_err(parent);
        assert_eq!(
            with(of, &nested(15, "{}")).expect("16 of them").parents.all().len(),
            if of == "b" { 0 } else { 16 }
        );
        let deep = refused(&nested(16, "{}"));
        assert!(deep.contains(of) && deep.contains("17 parents are inside one another, the limit is 16"), "{deep}");
        assert!(refused(&nested(500, "{}")).contains("it cannot be read any further"), "JSON itself ends at 128");
        let flat = r#"{"scale":[100,0.01],"parent":{"scale":[100,0.01],"parent":{"scale":[100,0.01]}}}"#;
        assert!(refused(flat).contains("flatten everything to a line"));
        let zero = refused(r#"{"parent":{"scale":[0,1]}}"#);
        let range = "is out of range, which is 0.01 to 100, and -0.01 to -100 to flip";
        assert!(zero.contains(&format!("the scale of parent of the parent of {of} {range}")), "{zero}");
        let far = refused(r#"{"position":[0,-2e9]}"#);
        assert!(far.contains("out of range, which is -1,000,000,000 to 1,000,000,000"), "{far}");
        assert!(refused(r#"{"flip":[true,false]}"#).contains("there is no field 'flip'"), "a negative scale does that");
    }
}

/// A pair in which everything is nested.
const NESTED: &str = r####"{"maskscope":1,"rounding":"keep",
    "a":{"mask":["###","#.#"],"parent":{"rotation":30,"scale":[2,1],"parent":{"position":[1,2.5]}}},
    "b":{"mask":["##"],"position":[1,1],"parent":{"scale":[-1,1.5]}},
    "parent":{"position":[3,4],"rotation":-20,"parent":{"scale":[1,2]}}}"####;

#[test]
fn chains_are_kept_by_swap_undo_and_files() {
    let mut session = session(NESTED);
    let chains = |session: &Session| {
        [Family::Own(Slot::A), Family::Own(Slot::B), Family::Common]
            .map(|family| session.stage().parents(family).clone())
    };
    let before = chains(&session);
    assert_eq!(before.each_ref().map(|parents| parents.all().len()), [2, 1, 2]);
    let text = encode_scene(&session.scene().expect("two sprites"), None, true);
    assert_eq!(chains(&self::session(&text)), before, "in the file, and so in the copy that is kept for a crash");

    session.apply(StageAction::Swap.into());
    let [a, b, common] = before.clone();
    assert_eq!(chains(&session), [b.clone(), a.clone(), common.clone()], "each goes with its sprite");
    session.apply(StageAction::Undo.into());
    assert_eq!(chains(&session), before);

    let moved = vec![Placement { rotation: 45.0, ..a.all()[0] }];
    session.apply(StageAction::SetParents { family: Family::Own(Slot::A), parents: moved.clone() }.into());
    assert_eq!(session.stage().parents(Family::Own(Slot::A)).all(), moved);
    let turned = rows(&session, Slot::A);
    session.apply(StageAction::Undo.into());
    assert_eq!(chains(&session), before);
    session.apply(StageAction::Redo.into());
    assert_eq!(rows(&session, Slot::A), turned);

    let flat = vec![Placement { scale: (100.0, 0.01), ..Placement::default() }; 3];
    session.apply(StageAction::SetParents { family: Family::Common, parents: flat }.into());
    assert_eq!(session.stage().parents(Family::Common), &common, "it is refused");
    assert!(session.messages().iter().any(|message| message.detail.contains("flatten")), "and the reason is shown");
}

#[test]
fn a_sprite_in_turned_parents_is_moved_by_whole_cells_of_the_world() {
    let mut session = session(NESTED);
    for slot in Slot::ALL {
        let (mask, at) = rows(&session, slot);
        session.apply(StageAction::Nudge { slot, by: Cell::new(7, -3) }.into());
        assert_eq!(rows(&session, slot), (mask, at + Cell::new(7, -3)));
    }
}

#[test]
fn a_parent_is_chosen_while_it_is_one_of_the_active_sprite() {
    let mut session = session(NESTED);
    let choose = |session: &mut Session, family, index| {
        let parent = ParentRef { family, index };
        session.apply(ViewAction::ChooseParent(Some(parent)).into());
        session.chosen_parent() == Some(parent)
    };
    session.apply(StageAction::Activate(Slot::A).into());
    assert!(choose(&mut session, Family::Own(Slot::A), 1) && choose(&mut session, Family::Common, 1));
    assert!(!choose(&mut session, Family::Own(Slot::B), 0) && !choose(&mut session, Family::Common, 2));
    assert!(choose(&mut session, Family::Own(Slot::A), 1));
    session.apply(StageAction::Activate(Slot::B).into());
    assert_eq!(session.chosen_parent(), None);
    session.apply(StageAction::Activate(Slot::A).into());
    session.apply(StageAction::SetParents { family: Family::Own(Slot::A), parents: Vec::new() }.into());
    assert_eq!(session.chosen_parent(), None, "it is gone");
}

#[test]
fn a_chain_of_one_is_what_a_parent_was_before() {
    let text = r#"{"maskscope":1,"a":{"sample":"moon.png"},"b":{"sample":"bee.png","position":[22.5,9.25]},
        "rounding":"keep","parent":{"position":[1,2],"rotation":15}}"#;
    let scene = read(text).expect("a scene");
    let parent = Placement { rotation: 15.0, ..Placement::at((1.0, 2.0)) };
    assert_eq!(scene.parents, Parents::new([parent]).expect("one"));
    assert!(scene.sprites.iter().all(|actor| actor.parents == Parents::NONE));
}
