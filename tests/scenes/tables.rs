//! Tables of checks: a path as CSV that moves and turns both sprites of a scene, shows other frames, and has the game's
//! answers.

use std::fs;

use maskscope::{
    cli::{self, Outcome},
    files::{Limits, Log, load_scene, parse_path},
};
use maskscope_core::{
    mask::{Mask, truth::Truth},
    replay::{Clock, Course, Judge, Move, Moved, MovedScene, Moves, Replay},
    scene::{RouteStep, Scene},
};
use proptest::prelude::*;
use serde_json::{Value, json};

fn moves(text: &str) -> Moves {
    match parse_path(text).unwrap_or_else(|why| panic!("{text}: {why}")).course {
        Course::Moves(moves) => moves,
        Course::Route(route) => panic!("{text} only moves B: {route:?}"),
    }
}

/// Reads the scene `text`.
fn scene(text: &Value) -> Scene {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("scene.json");
    fs::write(&path, text.to_string()).expect("it can be written");
    load_scene(&path, &Limits::default()).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn columns_are_found_by_their_names() {
    let moved = |position, rotation, frame: Option<&str>| Moved { position, rotation, frame: frame.map(str::to_owned) };
    let expected = Moves {
        clock: Clock::Frame,
        moves: vec![
            Move {
                line: 2,
                at: 7.0,
                sprites: [
                    moved(Some((1.5, 2.0)), Some(30.0), Some("3")),
                    moved(Some((-4.0, 5.0)), Some(-90.0), Some("walk")),
                ],
                hit: Some(true),
            },
            Move {
                line: 4,
                at: 7.0,
                sprites: [
                    moved(Some((1.0, 2.0)), Some(0.0), Some("0")),
                    moved(Some((-4.0, 5.0)), Some(0.0), Some("merged")),
                ],
                hit: None,
            },
        ],
    };
    for text in [
        "frame,ax,ay,bx,by,a_rotation,b_rotation,a_frame,b_frame,hit\n7,1.5,2,-4,5,30,-90,3,walk,true\n\n7,1,2,-4,5,0,0,0,merged,\n",
        "HIT;b_frame;a_frame;b_rotation;a_rotation;y;x;ay;ax;note;Frame\n1;walk;3;-90;30;5;-4;2;1,5;\"a;b\";7\n# remark\n;merged;0;0;0;5;-4;2;1;;7\n",
        "\u{feff}\"ax\"\t\"ay\"\tx\ty\tbx\tby\tframe\ta_rotation\tb_rotation\ta_frame\tb_frame\thit\n1,5\t2\t9\t9\t-4\t5\t7\t30\t-90\t3\twalk\tTrue\n\n1\t2\t9\t9\t-4\t5\t7\t0\t0\t0\tmerged\n",
    ] {
        assert_eq!(moves(text), expected, "{text}");
    }
    let seconds = moves("time,hit\n0.25,0\n0.5,FALSE\n");
    assert_eq!((seconds.clock, seconds.moves[0].at, seconds.moves[1].hit), (Clock::Second, 0.25, Some(false)));
    assert_eq!(seconds.moves[0].sprites, [Moved::default(), Moved::default()], "they stay where the scene places them");
}

#[test]
fn a_table_that_only_moves_b_is_a_route() {
    let step = |seconds, x, y| RouteStep { seconds, position: (x, y) };
    for (text, steps) in [
        ("0,10,-17\n0.5,12.25,-17\n", vec![step(0.0, 10.0, -17.0), step(0.5, 12.25, -17.0)]),
        ("frame,x,y\n30,1,2\n", vec![step(0.5, 1.0, 2.0)]),
        ("by,bx,time,mood\n2,1,0.5,good\n", vec![step(0.5, 1.0, 2.0)]),
        ("time;bx;by\n1;2,5;3\n", vec![step(1.0, 2.5, 3.0)]),
    ] {
        let Course::Route(route) = parse_path(text).expect("a path").course else {
            panic!("{text} is a table of checks")
        };
        assert_eq!(route.steps, steps, "{text}");
    }
}

#[test]
fn tables_that_cannot_be_judged_are_refused_in_words() {
    for (text, reason) in [
        ("frame,x,y,ax\n1,2,3,4\n", "line 1: the header names ax without ay"),
        ("frame,by\n1,2\n", "line 1: the header names by without bx"),
        ("frame,note\n1,2\n", "line 1: 'frame,note' is neither a step nor a header"),
        ("frame,hit\n1.5,1\n", "line 2: its frame, '1.5', is not a whole number"),
        ("time,hit\n0,maybe\n", "line 2: its hit, column 2: 'maybe' is neither true nor false"),
        ("time,ax,ay\n0,1\n", "line 2: it has 2 columns, and the header says that ay is column 3"),
        ("time,ax,ay\n0,1,two\n", "line 2: its ay, column 3: 'two' is not a number"),
        ("time,ax,ay\n0,1,inf\n", "line 2: the ay is not a finite number"),
        ("time,ax,ay\n0,1,2e9\n", "line 2: the ay is out of range"),
        ("time,hit\n", "it is not a path: it has no steps"),
    ] {
        let message = parse_path(text).expect_err(text).to_string();
        assert!(message.contains(reason), "{text}: {message}");
    }
}

#[test]
fn a_row_that_cannot_be_read_is_skipped_and_listed() {
    let table = "frame,ax,ay,hit\n0,0,0,0\n1,0,zero,1\n\n# a remark\n2,0,0,maybe\n3,0,0,0\n";
    let read = parse_path(table).expect("two checks");
    assert_eq!((read.course.len(), read.skipped.len()), (2, 2));
    let (code, answer, err) = replay(&wall_and_dot(), table, "--json");
    assert_eq!((code, err.as_str()), (0, ""));
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    let skipped = json!([
        {"line": 3, "reason": "its ay, column 3: 'zero' is not a number"},
        {"line": 6, "reason": "its hit, column 4: 'maybe' is neither true nor false"},
    ]);
    assert_eq!((&answer["lines_skipped"], &answer["skipped"]), (&skipped, &json!(2)));

    let route = "time,x,y\n0,0,0\n1,one,1\n0,2,2\n2,3,3\n";
    let (_, text, _) = replay(&wall_and_dot(), route, "");
    for line in [
        "skipped        2 lines\n",
        "  line 3: its x, column 2: 'one' is not a number\n",
        "  line 4: ",
        "steps      2\n",
    ] {
        assert!(text.contains(line), "{text}");
    }
}

/// Returns a scene of a wall, four cells high in the third column of A, and a dot as B.
fn wall_and_dot() -> Value {
    json!({"maskscope": 1, "a": {"mask": ["..#..", "..#..", "..#..", "..#.."], "name": "wall"}, "b": {"mask": ["#"], "name": "dot"}})
}

/// Runs `replay` on a scene with a table; returns exit code, JSON or text, messages.
fn replay(scene: &Value, table: &str, options: &str) -> (u8, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("it can be written");
        path.to_str().expect("UTF-8").to_owned()
    };
    let (scene, table) = (file("scene.json", &scene.to_string()), file("path.csv", table));
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let words = ["maskscope", "replay", &scene, "--path", &table].into_iter().chain(options.split_whitespace());
    let Outcome::Exit(code) = cli::run(words, &mut out, &mut err) else { panic!("it opens the window") };
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (code, text(out), text(err))
}

#[test]
fn replay_says_where_the_game_and_the_masks_disagree() {
    // The dot is left of the wall, in it, left of it and right of it, and so passes through it. Then A moves onto the
    // dot, as the game says, and off.
    let table = "frame,bx,by,ax,ay,hit\n1,1,1,0,0,false\n2,2,1,0,0,0\n3,1,1,0,0,\n4,3,1,0,0,false\n5,3,1,1,0,true\n6,3,1,3,0,true\n";
    let (code, out, err) = replay(&wall_and_dot(), table, "--json --steps=wrong");
    assert_eq!(code, 3);
    assert!(err.ends_with("path.csv: 2 of 6 checks are wrong: 1 of 2 hits of wall × dot touches no pixel; --allow-unfair 2 --allow-missed 1 would let it pass\n"), "{err}");
    let answer: Value = serde_json::from_str(&out).expect("JSON");
    let keys: Vec<_> = answer.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        [
            "maskscope_answer",
            "expectation",
            "scans",
            "path",
            "checks",
            "frames",
            "disagreements",
            "tunnels",
            "steps",
            "lines_skipped",
            "skipped"
        ]
    );
    assert_eq!(answer["path"], json!({"steps": 6, "hits": 2, "tunnelled": [{"step": 3, "at": {"x": 2, "y": 1}}]}));
    assert_eq!((&answer["checks"], &answer["frames"]), (&json!(6), &json!({"first": 1, "last": 6})));
    let step = |line: u64, frame: u64, offset: (i32, i32), verdict: &str, px: [Option<f64>; 2], why: Value| {
        let [distance, depth] = px;
        let is_right = verdict == "right";
        json!({
            "line": line, "frame": frame, "a": "wall", "b": "dot", "offset": {"x": offset.0, "y": offset.1},
            "boxes_overlap": true, "masks_overlap": depth.is_some(), "overlap_area": u32::from(depth.is_some()),
            "game_hit": distance.is_some(), "tested_hit": null, "verdict": verdict, "distance": distance, "depth": depth,
            "shape_distance": null, "shape_depth": null, "disagrees": !is_right, "tolerated": false, "tunnel": is_right,
            "why": why, "at": null, "question": "here", "contact": false, "shown": true, "late": false,
        })
    };
    let missed = json!("the game says miss; 1 pixel is shared, 1 px deep");
    let unfair = json!("the game says hit; no pixel is shared, the closest are 2 px apart");
    assert_eq!(
        answer["steps"],
        json!([
            step(3, 2, (2, 1), "missed-touch", [None, Some(1.0)], missed),
            step(5, 4, (3, 1), "right", [None, None], Value::Null),
            step(7, 6, (0, 1), "unfair-hit", [Some(2.0), None], unfair),
        ])
    );
    let scans = answer["scans"].as_array().expect("a list");
    assert!(
        scans
            .iter()
            .all(|scan| scan["median_ns"].as_f64().is_some_and(|nanos| nanos > 0.0) && scan["rank"].as_u64().is_some())
    );
    let (_, text, _) = replay(&wall_and_dot(), table, "");
    for line in ["steps      6", "hits       2", "tunnelled  1", "time           frames 1–6", "disagreements  2"] {
        assert!(text.lines().any(|shown| shown == line), "{line}: {text}");
    }
}

#[test]
fn rows_that_do_not_fit_the_scene_are_named() {
    for (table, reason) in [
        ("frame,b_frame\n1,0\n2,1\n", "line 3: b: it shows frame 1, and the last one is 0"),
        ("frame,a_frame\n1,walk\n", "line 2: a: wall has no frame 'walk'"),
        ("frame,hit\n2,1\n1,1\n", "line 3: frame 1 comes after frame 2, and within a pair time never falls"),
        ("frame,b_rotation\n1,inf\n", "line 2: the b_rotation is not a finite number"),
    ] {
        let (code, _, err) = replay(&wall_and_dot(), table, "--json");
        assert!(code == 1 && err.contains("path.csv: ") && err.contains(reason), "{table}: {code} {err}");
    }
    let (code, _, err) = replay(&wall_and_dot(), "0,1,2\n", "--steps=all");
    assert!(code == 2 && err.contains("only moves B"), "{err}");
}

#[test]
fn without_a_wrong_answer_only_the_expectation_counts() {
    let mut scene = wall_and_dot();
    let table = "frame,x,y,hit\n1,2,1,1\n2,9,9,0\n";
    assert_eq!(replay(&scene, table, "--json").0, 0);
    scene["expect"] = json!({"overlap_area": 5});
    let (code, out, err) = replay(&scene, table, "--json");
    let answer: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, &answer["expectation"], &answer["disagreements"]), (3, &json!("failed"), &json!(0)), "{err}");
}

#[test]
fn frames_are_shown_by_number_and_by_name() {
    let scene = scene(&json!({
        "maskscope": 1, "a": {"sample": "walker.png", "grid": {"cell": [16, 16]}}, "b": {"sample": "gem.png", "position": [3, 2]},
    }));
    let table = moves("frame,a_frame\n1,0\n2,3\n3,merged\n4,0\n");
    let moved = MovedScene::new(&scene);
    for there in &table.moves {
        let check = moved.check(table.clock, there).expect("it fits");
        let mut shown = scene.clone();
        let sprite = &mut shown.sprites[0].sprite;
        let frame = there.sprites[0].frame.as_deref().expect("a frame");
        sprite.show(frame.parse().map_or(maskscope_core::scene::Shown::Merged, maskscope_core::scene::Shown::Frame));
        let (laid, expected) = (check.pair.laid(), shown.lay().expect("it fits"));
        assert!(laid.a.raster.mask().mask() == expected.a.raster.mask().mask(), "frame {frame}");
        assert_eq!((laid.offset, laid.collision()), (expected.offset, expected.collision()));
    }
}

/// A row: A's position and B's, in quarters of a pixel, B's rotation in quarter turns, and the game's answer.
type Row = ((i32, i32), (i32, i32), i32, Option<bool>);

proptest! {
    #![proptest_config(crate::cases::cases(60))]

    /// The checks of a table equal those of a scene with the same placements, by brute force, and those of a log.
    #[test]
    fn brute_force_judges_the_same(
        cells in prop::collection::vec(any::<bool>(), 48),
        rows in prop::collection::vec(((-40..40_i32, -40..40_i32), (-40..40_i32, -40..40_i32), 0..4_i32, any::<Option<bool>>()), 1..12),
    ) {
        let grid = |cells: &[bool]| -> Vec<String> {
            cells.chunks(6).map(|row| row.iter().map(|&cell| if cell { '#' } else { '.' }).collect()).collect()
        };
        let (a, b) = (grid(&cells[..24]), grid(&cells[24..]));
        let text = json!({"maskscope": 1, "a": {"mask": a, "name": "a"}, "b": {"mask": b, "name": "b", "anchor": "centred"}});
        let scene = scene(&text);
        let quarter = |n: i32| f64::from(n) / 4.0;
        let mut table = "frame,ax,ay,bx,by,b_rotation,hit\n".to_owned();
        let mut log = format!("{}\n{}\n", json!({"sprite": "a", "mask": a}), json!({"sprite": "b", "mask": b, "anchor": "centred"}));
        for (frame, &((ax, ay), (bx, by), turn, hit)) in rows.iter().enumerate() {
            let (ax, ay, bx, by, turn) = (quarter(ax), quarter(ay), quarter(bx), quarter(by), turn * 90);
            table += &format!("{frame},{ax},{ay},{bx},{by},{turn},{}\n", hit.map_or(String::new(), |hit| hit.to_string()));
            let both = json!({"frame": frame, "a": {"sprite": "a", "position": [ax, ay]}, "b": {"sprite": "b", "position": [bx, by], "rotation": turn}, "hit": hit});
            log += &format!("{both}\n");
        }
        let judged = judged(&scene, &moves(&table));
        let logged = logged(&log);
        prop_assert_eq!(judged.steps.len(), rows.len());
        for ((step, other), row) in judged.steps.iter().zip(&logged.steps).zip(&rows) {
            prop_assert_eq!((step.at, step.offset, step.overlap_area, step.pixels), (other.at, other.offset, other.overlap_area, other.pixels));
            prop_assert_eq!((step.game, step.disagrees(), step.tunnel()), (other.game, other.disagrees(), other.tunnel()));
            let (area, offset) = brute(&scene, row);
            prop_assert_eq!((u64::from(step.overlap_area), step.offset), (area, offset));
            prop_assert_eq!(step.disagrees(), row.3.is_some_and(|hit| hit != (area > 0)));
        }
    }
}

/// Returns the shared area of the sprites of `scene` placed by `row`, and the offset of B.
fn brute(scene: &Scene, &((ax, ay), (bx, by), turn, _): &Row) -> (u64, maskscope_core::geom::Offset) {
    let mut there = scene.clone();
    there.sprites[0].placement.position = (f64::from(ax) / 4.0, f64::from(ay) / 4.0);
    there.sprites[1].placement.position = (f64::from(bx) / 4.0, f64::from(by) / 4.0);
    there.sprites[1].placement.rotation = f64::from(turn * 90);
    let laid = there.lay().expect("it fits");
    let [a, b]: [&Mask; 2] = [laid.a.raster.mask().mask(), laid.b.raster.mask().mask()];
    (Truth::of(a, b, laid.offset).area, laid.offset)
}

fn judged(scene: &Scene, moves: &Moves) -> Replay {
    let (moved, mut judge, mut replay) = (MovedScene::new(scene), Judge::new(&[]), Replay::new(&[]));
    for there in &moves.moves {
        let check = moved.check(moves.clock, there).expect("it fits");
        let judged = judge.judge(&check).expect("it follows");
        replay.keep(maskscope_core::replay::LogEvent::Check(Box::new(judged)));
    }
    replay
}

fn logged(text: &str) -> Replay {
    let (mut log, mut judge, mut replay) =
        (Log::new("game.jsonl".as_ref(), Limits::default()), Judge::new(&[]), Replay::new(&[]));
    log.read(text.as_bytes(), |entry| replay.keep(judge.observe(entry)));
    replay
}
