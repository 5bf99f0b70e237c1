//! The sentences in which `replay`, `check`, `order`, `fit` and `terrain` conclude, whole, each of their variants once. A and B
//! have unlike roles and unlike numbers, so that a sentence about the other one fails.

use std::{fs, io::Cursor};

use base64::prelude::*;
use maskscope::cli::{self, Outcome};
use serde_json::{Value, json};

/// The result of a command line: exit code, standard output, standard error without the path of a file.
struct Ran {
    code: u8,
    out: String,
    err: String,
}

fn run<'a>(words: impl IntoIterator<Item = &'a str>) -> Ran {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let words = std::iter::once("maskscope").chain(words);
    let Outcome::Exit(code) = cli::run(words, &mut out, &mut err) else { panic!("it opens the window") };
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Ran { code, out: text(out), err: text(err) }
}

/// Runs `command` on a file of this name and text.
fn run_on(command: &str, name: &str, text: &str, options: &str) -> Ran {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    fs::write(&path, text).expect("it can be written");
    let words = command.split_whitespace().chain([path.to_str().expect("UTF-8")]).chain(options.split_whitespace());
    let ran = run(words);
    let said = ran.err.split_once(&format!("{name}: ")).map(|(_, said)| said.to_owned());
    Ran { err: said.unwrap_or(ran.err), ..ran }
}

fn replay(lines: &[Value], options: &str) -> Ran {
    let lines: Vec<_> = lines.iter().map(Value::to_string).collect();
    run_on("replay", "game.jsonl", &(lines.join("\n") + "\n"), options)
}

/// Runs `replay` on a log; returns its answer as JSON.
fn answer(lines: &[Value], options: &str) -> Value {
    let ran = replay(lines, &format!("{options} --json"));
    let answer: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(answer["lines_skipped"], json!([]));
    answer
}

/// The four sprites of most logs, at lines 1 to 4.
fn cast() -> Vec<Value> {
    let disc = ["..##..", ".####.", "######", "######", ".####.", "..##.."];
    vec![
        json!({"sprite": "disc", "kind": "Ship", "mask": disc}),
        json!({"sprite": "bar", "kind": "Wall", "mask": ["####", "####"]}),
        json!({"sprite": "dot", "kind": "Coin", "mask": ["#"]}),
        json!({"sprite": "hole", "kind": "Hole", "mask": ["...", "..."]}),
    ]
}

/// A sprite of a check that is tested by its pixels.
fn plain(sprite: &str, x: i32, y: i32) -> Value {
    json!({"sprite": sprite, "position": [x, y]})
}

/// One that is tested by a shape in the world.
fn shaped(sprite: &str, x: i32, y: i32, shape: &Value) -> Value {
    json!({"sprite": sprite, "position": [x, y], "shape": shape})
}

/// One that is tested by a box whose top left is its own.
fn boxed(sprite: &str, [x, y, width, height]: [i32; 4]) -> Value {
    shaped(sprite, x, y, &json!({"box": [x, y, width, height]}))
}

fn check(frame: u32, a: &Value, b: &Value, hit: bool) -> Value {
    json!({"frame": frame, "a": a, "b": b, "hit": hit})
}

/// `line` with more fields.
fn with(mut line: Value, fields: &Value) -> Value {
    for (name, value) in fields.as_object().expect("an object") {
        line[name] = value.clone();
    }
    line
}

/// Two checks of a ship and a coin, at lines 5 and 6. None is wrong.
fn coins() -> Vec<Value> {
    let ship = plain("disc", 0, 0);
    vec![check(1, &ship, &plain("dot", 3, 3), true), check(2, &ship, &plain("dot", 9, 9), false)]
}

#[test]
fn the_most_frequent_fault_is_said_of_the_kinds_that_have_it() {
    let (ship, seen) = (boxed("disc", [0, 0, 6, 6]), plain("disc", 0, 0));
    let wall = |x, y| boxed("bar", [x, y, 4, 2]);
    let small = |x, y| shaped("bar", x, y, &json!({"box": [x + 1, y, 2, 2]}));
    let bar = |x, y| plain("bar", x, y);
    let unseen = "; none could be compared by pixels: no picture of Ship, Wall, Coin was seen";
    for (checks, conclusion, more, incidents) in [
        (
            vec![
                check(1, &ship, &wall(2, 2), true),
                check(2, &ship, &wall(9, 0), true),
                check(3, &ship, &wall(9, 9), false),
            ],
            "1 of 5 checks is wrong: 1 of 3 checks of Ship × Wall contradicts what was tested",
            "",
            "  frame 2: disc × bar, 1 check, test wrong: a hit, 3 px apart (line 8)",
        ),
        (
            vec![
                check(1, &ship, &wall(2, 2), false),
                check(2, &ship, &wall(9, 0), true),
                check(3, &ship, &wall(9, 9), false),
            ],
            "2 of 5 checks are wrong: 2 of 3 checks of Ship × Wall contradict what was tested",
            "",
            "  frame 1: disc × bar, 2 checks, test wrong: a hit, 3 px apart (line 8)",
        ),
        (
            vec![
                check(1, &ship, &wall(2, 2), true),
                check(2, &ship, &wall(5, 5), true),
                check(3, &ship, &wall(9, 9), false),
            ],
            "1 of 5 checks is wrong: 1 of 2 hits of Ship × Wall touches no pixel",
            "; --allow-unfair 1.5 would let it pass",
            "  frame 2: disc × bar, 1 check, unfair hit, 1.4 px apart (line 8)",
        ),
        (
            vec![
                check(1, &ship, &wall(2, 2), true),
                check(2, &ship, &wall(5, 5), true),
                check(3, &ship, &wall(5, -1), true),
                check(4, &ship, &wall(9, 9), false),
            ],
            "2 of 6 checks are wrong: 2 of 3 hits of Ship × Wall touch no pixel",
            "; --allow-unfair 1.5 would let it pass",
            "  frame 2: disc × bar, 2 checks, unfair hit, 1.4 px apart (line 8)",
        ),
        (
            vec![
                check(1, &seen, &small(2, 2), true),
                check(2, &seen, &small(-3, 2), false),
                check(3, &seen, &small(9, 9), false),
            ],
            "1 of 5 checks is wrong: 1 of 2 touches of Ship × Wall is missed",
            "; --allow-missed 1 would let it pass",
            "  frame 2: disc × bar, 1 check, missed touch, 1 px deep (line 8)",
        ),
        (
            vec![
                check(1, &seen, &small(2, 2), true),
                check(2, &seen, &small(-3, 2), false),
                check(3, &seen, &small(9, 9), false),
                check(4, &seen, &small(5, 2), false),
            ],
            "2 of 6 checks are wrong: 2 of 3 touches of Ship × Wall are missed",
            "; --allow-missed 1 would let it pass",
            "  frame 2: disc × bar, 1 check, missed touch, 1 px deep (line 8)\n  \
                frame 4: disc × bar, 1 check, missed touch, 1 px deep (line 10)",
        ),
        (
            vec![
                with(check(1, &seen, &bar(2, 2), true), &json!({"area": 8})),
                with(check(2, &seen, &bar(-3, 2), true), &json!({"area": 3})),
                check(3, &seen, &bar(9, 9), false),
            ],
            "1 of 5 checks is wrong: 1 of 2 hits of Ship × Wall names other pixels",
            unseen,
            "  frame 2: disc × bar, 1 check, other pixel (line 8)",
        ),
        (
            vec![
                with(check(1, &seen, &bar(2, 2), true), &json!({"area": 7})),
                with(check(2, &seen, &bar(-3, 2), true), &json!({"first": [1, 5]})),
                with(check(3, &seen, &bar(-2, 2), true), &json!({"area": 4})),
                check(4, &seen, &bar(9, 9), false),
            ],
            "2 of 6 checks are wrong: 2 of 3 hits of Ship × Wall name other pixels",
            unseen,
            "  frame 1: disc × bar, 2 checks, other pixel (line 7)",
        ),
        (
            vec![
                check(1, &ship, &wall(5, 5), true),
                check(2, &seen, &small(-3, 2), false),
                check(3, &seen, &small(-3, 2), false),
                check(4, &ship, &wall(9, 0), false),
            ],
            "3 of 6 checks are wrong: 2 of 2 touches of Ship × Wall are missed",
            "; --allow-unfair 1.5 --allow-missed 1 would let it pass",
            "  frame 1: disc × bar, 1 check, unfair hit, 1.4 px apart (line 7)\n  \
                frame 2: disc × bar, 2 checks, missed touch, 1 px deep (line 8)",
        ),
        (
            vec![
                check(1, &ship, &wall(5, 5), true),
                check(2, &seen, &small(-2, 2), false),
                check(3, &seen, &small(-3, 2), false),
            ],
            "3 of 5 checks are wrong: 1 of 3 checks of Ship × Wall contradicts what was tested",
            "",
            "  frame 1: disc × bar, 1 check, unfair hit, 1.4 px apart (line 7)\n  \
                frame 2: disc × bar, 1 check, test wrong: a miss, 1 px deep (line 8)\n  \
                frame 3: disc × bar, 1 check, missed touch, 1 px deep (line 9)",
        ),
    ] {
        let ran = replay(&[cast(), coins(), checks].concat(), "");
        assert_eq!((ran.code, ran.err), (3, format!("{conclusion}{more}\n")));
        assert!(ran.out.starts_with(conclusion), "{conclusion}: {}", ran.out);
        let listed = format!("\nincidents, the worst first\n{incidents}\n\nchecks ");
        assert!(ran.out.contains(&listed), "{incidents}: {}", ran.out);
    }
}

/// Sprites without a picture or a mask.
fn unseen() -> Vec<Value> {
    let sprite = |name: &str| json!({"sprite": name, "kind": name, "shape": {"box": [0, 0, 9, 9]}});
    ["Hero", "Door", "Cat", "Dog"].map(sprite).into()
}

#[test]
fn what_no_number_of_wrong_checks_covers_is_added() {
    let test = |frame, a, b| with(check(frame, &plain(a, 0, 0), &plain(b, 30, 0), false), &json!({"rule": "box"}));
    let compared = check(11, &boxed("disc", [0, 0, 6, 6]), &boxed("bar", [9, 0, 4, 2]), false);
    let ten = (1..=10).map(|frame| test(frame, "Hero", "Door"));
    let ten_and_one: Vec<_> = ten.chain([compared.clone()]).collect();
    let far = json!({"frame": 11, "far": 5});
    let four_kinds = vec![test(1, "Hero", "Door"), test(1, "Cat", "Dog")];
    let three_kinds = vec![test(1, "Hero", "Door"), test(2, "Hero", "Door"), test(1, "Cat", "Door")];
    for (checks, options, code, conclusion, error) in [
        (vec![], "", 1, "no check", "it holds no check\n"),
        (
            coins(),
            "",
            1,
            "0 of 2 checks are wrong; none could be compared by pixels: no picture of Coin, Ship was seen",
            "none could be compared by pixels: no picture of Coin, Ship was seen; --judge-by tested accepts that\n",
        ),
        (
            four_kinds.clone(),
            "",
            1,
            "0 of 2 checks are wrong; none could be compared by pixels: no picture of Cat, Dog, Door and 1 more was seen",
            "none could be compared by pixels: no picture of Cat, Dog, Door and 1 more was seen; --judge-by tested accepts that\n",
        ),
        (
            four_kinds,
            "--judge-by tested",
            0,
            "0 of 2 checks are wrong; none could be compared by pixels: no picture of Cat, Dog, Door and 1 more was seen",
            "",
        ),
        (
            three_kinds,
            "",
            1,
            "0 of 3 checks are wrong; none could be compared by pixels: no picture of Door, Hero, Cat was seen",
            "none could be compared by pixels: no picture of Door, Hero, Cat was seen; --judge-by tested accepts that\n",
        ),
        (
            ten_and_one.clone(),
            "",
            0,
            "0 of 11 checks are wrong; only 1 could be compared by pixels: no picture of Door, Hero was seen",
            "",
        ),
        (
            [ten_and_one, vec![far.clone()]].concat(),
            "",
            0,
            "0 of 16 checks are wrong; only 1 of 11 not far apart could be compared by pixels: no picture of Door, Hero was seen",
            "",
        ),
        (
            vec![far],
            "",
            1,
            "0 of 5 checks are wrong; none could be compared by pixels: all were far apart",
            "none could be compared by pixels: all were far apart; --judge-by tested accepts that\n",
        ),
        (vec![compared], "", 0, "0 of 1 checks are wrong", ""),
    ] {
        let ran = replay(&[cast(), unseen(), checks].concat(), options);
        assert_eq!((ran.code, ran.out.lines().next(), &*ran.err), (code, Some(conclusion), error));
    }
}

/// A picture as PNG in base64: its `#` have one colour, what else there is another or, with alpha, is clear.
fn png(rows: [&str; 4], has_alpha: bool) -> String {
    let color = |cell: u8| match cell {
        b'#' => [255, 0, 255, 255],
        _ if has_alpha => [0; 4],
        _ => [90, 90, 0, 255],
    };
    let rgba: Vec<u8> = rows.concat().bytes().flat_map(color).collect();
    let picture = image::DynamicImage::from(image::RgbaImage::from_raw(4, 4, rgba).expect("its size"));
    let picture = if has_alpha { picture } else { picture.to_rgb8().into() };
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, image::ImageFormat::Png).expect("it can be encoded");
    BASE64_STANDARD.encode(bytes.into_inner())
}

#[test]
fn each_suspect_has_a_cure_in_the_words_of_its_engine() {
    let rock = json!({"sprite": "rock", "kind": "Rock", "png": png(["####", "#..#", "#..#", "####"], false)});
    let picture = png([".###", "...#", "...#", "...#"], true);
    let hook = json!({"sprite": "hook", "kind": "Hook", "png": picture, "mask": ["###.", "#...", "#...", "#..."]});
    let other = json!({"sprite": "hole~2", "kind": "Hole", "mask": [".."]});
    let engine = |name: &str| vec![json!({"maskscope_log": 1, "engine": name})];
    let ship = boxed("disc", [99, 99, 6, 6]);
    let full = plain("rock", 0, 0);
    for (header, sprite, tested, at, words) in [
        (
            vec![],
            &rock,
            &full,
            json!({}),
            "rock (Rock): full, 2 checks from line 6 on. Load the picture with its alpha channel, \
                or make the colour around it transparent first.",
        ),
        (
            vec![],
            &rock,
            &full,
            json!({"at": "game.py:7"}),
            "rock (Rock): full, 2 checks from line 6 on. Load the picture with its alpha channel by convert_alpha(), \
                or set its colour key first.",
        ),
        (
            engine("pygame 2.6.1"),
            &rock,
            &full,
            json!({}),
            "rock (Rock): full, 2 checks from line 7 on. Load the picture with its alpha channel by convert_alpha(), \
                or set its colour key first.",
        ),
        (
            engine("godot 4.4"),
            &rock,
            &full,
            json!({}),
            "rock (Rock): full, 2 checks from line 7 on. Load the picture with its alpha channel, \
                or make the colour around it transparent first.",
        ),
        (
            vec![],
            &rock,
            &full,
            json!({"at": "enemy.gd:7"}),
            "rock (Rock): full, 2 checks from line 6 on. Load the picture with its alpha channel, \
                or make the colour around it transparent first.",
        ),
        (
            engine("arcade 3.3"),
            &rock,
            &full,
            json!({"at": "game.py:7"}),
            "rock (Rock): full, 2 checks from line 7 on. Load the picture with its alpha channel, \
                or make the colour around it transparent first.",
        ),
        (
            vec![],
            &rock,
            &plain("hole", 0, 0),
            json!({}),
            "hole (Hole): empty, 2 checks from line 6 on. \
                Make the mask of the picture that is drawn, or lower its threshold.",
        ),
        (
            vec![],
            &hook,
            &plain("hook", 0, 0),
            json!({}),
            "hook (Hook): unlike-picture, 2 checks from line 6 on. \
                Make the mask again whenever the picture changes or turns.",
        ),
        (
            vec![],
            &rock,
            &boxed("bar", [0, 0, 6, 2]),
            json!({}),
            "bar (Wall): unlike-size, 2 checks from line 6 on. \
                Take the box from the picture again after it turns or grows.",
        ),
    ] {
        let test = |frame| with(with(check(frame, tested, &ship, false), &json!({"rule": "mask"})), &at);
        let lines = [header, cast(), vec![sprite.clone(), test(1), test(2)]].concat();
        let ran = replay(&lines, "");
        assert_eq!((ran.code, &*ran.err), (0, ""), "{words}");
        assert!(ran.out.contains(&format!("\nsuspects\n  {words}\n\nchecks ")), "{words}: {}", ran.out);
        let (_, cure) = words.split_once(" on. ").expect("a cure");
        assert_eq!(answer(&lines, "")["suspects"][0]["cure"], cure);
        let ran = replay(&lines, "--strict");
        assert_eq!((ran.code, &*ran.err), (3, "a sprite is suspect\n"), "{words}");
    }
    let tests = [plain("hole", 0, 0), plain("hole", 0, 0), plain("hole~2", 0, 0), boxed("Cat", [0, 0, 9, 9])];
    let tests = (1..).zip(&tests).map(|(frame, it)| check(frame, it, &ship, false));
    let ran = replay(&[cast(), unseen(), vec![other], tests.collect()].concat(), "");
    let words = "\nsuspects\n  \
        Hole: empty, 2 sprites, 3 checks from line 10 on. \
        Make the mask of the picture that is drawn, or lower its threshold.\n  \
        Cat: no-picture, 1 check from line 13 on. \
        Log its picture or its mask, so that pixels can be compared.\n\nchecks ";
    assert!(ran.out.contains(words), "{}", ran.out);
}

#[test]
fn a_probe_and_an_area_are_no_suspects_whatever_their_boxes() {
    let reasons = |kind: Vec<Value>, rule: &str| {
        let test = check(1, &boxed("bar", [0, 0, 6, 2]), &boxed("disc", [99, 99, 6, 6]), false);
        let test = with(test, &json!({ "rule": rule }));
        let found = answer(&[cast(), kind, vec![test]].concat(), "");
        found["suspects"].as_array().expect("a list").iter().map(|it| it["reason"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(reasons(vec![], "box"), ["unlike-size"]);
    assert_eq!(reasons(vec![json!({"kind": "Wall", "probe": true})], "box"), [""; 0]);
    assert_eq!(reasons(vec![], "area"), [""; 0]);
}

/// A check in which a player, a box of 10 × 10, meets a tile, a box of 10 × 10 at 0,20. Each has its only pixel in a corner.
fn landing(frame: u32, y: i32, hit: bool) -> Value {
    check(frame, &boxed("player", [0, y, 10, 10]), &boxed("tile", [0, 20, 10, 10]), hit)
}

/// It falls into the tile and is put on top of it, at a line of the game, from this frame on.
fn bounces(at: &Value, frame: u32) -> Vec<Value> {
    let places = [(14, true), (10, false), (13, true), (10, false), (12, true), (10, false)];
    (frame..).zip(places).map(|(frame, (y, hit))| with(landing(frame, y, hit), at)).collect()
}

/// Three times it falls into the tile, and is found at `next` by the following check.
fn falls(at: &Value, next: [i32; 2]) -> Vec<Value> {
    let ([x, y], tile) = (next, boxed("tile", [0, 20, 10, 10]));
    let fall = |frame| [landing(frame, 14, true), check(frame + 1, &boxed("player", [x, y, 10, 10]), &tile, false)];
    [1, 3, 5].into_iter().flat_map(fall).map(|line| with(line, at)).collect()
}

#[test]
fn what_may_be_contact_is_said_with_its_place() {
    let row = |number: usize| if number == 0 { "#........." } else { ".........." };
    let corner: Vec<_> = (0..10).map(row).collect();
    let sprite = |name: &str, kind: &str| json!({"sprite": name, "kind": kind, "mask": corner});
    let sprites = vec![sprite("player", "Player"), sprite("tile", "Tile")];
    let (one, other) = (json!({"at": "a.py:88"}), json!({"at": "a.py:90"}));
    let tile = json!({"kind": "Tile", "contact": true});
    let fell = "\nincidents, the worst first\n  \
        frame 1: player × tile, 1 check, unfair hit, 6 px apart (line 3, a.py:88)\n";
    for (checks, code, error, listed) in [
        (
            bounces(&one, 1),
            3,
            "3 of 6 checks are wrong: 3 of 3 hits of Player × Tile touch no pixel; \
                3 at a.py:88 look like contact; --allow-unfair 8 would let it pass\n",
            "\na.py:88  Player × Tile       6          3      3         6  looks like contact\n",
        ),
        (
            bounces(&json!({}), 1),
            3,
            "3 of 6 checks are wrong: 3 of 3 hits of Player × Tile touch no pixel; \
                3 of Player × Tile look like contact; --allow-unfair 8 would let it pass\n",
            "\nincidents, the worst first\n  frame 5: player × tile, 1 check, unfair hit, 8 px apart (line 7)\n",
        ),
        (
            [bounces(&one, 1), bounces(&other, 7)].concat(),
            3,
            "6 of 12 checks are wrong: 6 of 6 hits of Player × Tile touch no pixel; \
                6 at 2 places look like contact; --allow-unfair 8 would let it pass\n",
            "\na.py:90  Player × Tile       6          3      3         6  looks like contact\n",
        ),
        (
            falls(&one, [10, 15]),
            3,
            "3 of 6 checks are wrong: 3 of 3 hits of Player × Tile touch no pixel; \
                3 at a.py:88 look like contact; --allow-unfair 6 would let it pass\n",
            fell,
        ),
        // Two corners that touch are not edge to edge.
        (
            falls(&one, [10, 10]),
            3,
            "3 of 6 checks are wrong: 3 of 3 hits of Player × Tile touch no pixel; \
                --allow-unfair 6 would let it pass\n",
            fell,
        ),
        (
            [vec![tile], bounces(&one, 1)].concat(),
            0,
            "",
            "\na.py:88  Player × Tile       6          3                6  contact\n",
        ),
        (
            vec![with(with(landing(1, 12, true), &one), &json!({"shown": false}))],
            3,
            "1 of 1 checks is wrong: 1 of 1 hits of Player × Tile touches no pixel; --allow-unfair 8 would let it pass\n",
            "\n  frame 1: player × tile, 1 check, unfair hit, 8 px apart, never drawn there (line 3, a.py:88)\n",
        ),
    ] {
        let ran = replay(&[sprites.clone(), checks].concat(), "");
        assert_eq!((ran.code, &*ran.err), (code, error));
        assert!(ran.out.contains(listed), "{listed}: {}", ran.out);
    }
}

#[test]
fn why_a_check_is_wrong_is_said_by_what_was_tested_and_by_the_pixels() {
    let circle = |x: i32, y: i32, radius: i32| json!({"circle": [x, y, radius]});
    let own = |x: i32, y: i32| json!({"mask": true, "at": [x, y]});
    let disc = |shape: Value| shaped("disc", 0, 0, &shape);
    let bar = |x: i32, shape: Value| shaped("bar", x, 2, &shape);
    let (ship, seen) = (boxed("disc", [0, 0, 6, 6]), plain("disc", 0, 0));
    for (a, b, hit, more, verdict, why) in [
        (
            disc(own(0, 0)),
            plain("bar", -3, 2),
            false,
            json!({"rule": "mask"}),
            "test-wrong",
            "the game says miss by mask; its masks share 2 pixels, 2 pixels are shared",
        ),
        (
            disc(own(0, 0)),
            plain("dot", 3, 3),
            false,
            json!({}),
            "test-wrong",
            "the game says miss; its masks share 1 pixel, 1 pixel is shared",
        ),
        (
            disc(own(0, 0)),
            plain("bar", 5, 6),
            true,
            json!({}),
            "test-wrong",
            "the game says hit; its masks are 2.2 px apart, no pixel is shared",
        ),
        (
            shaped("hole", 0, 0, &own(0, 0)),
            plain("bar", 0, 0),
            true,
            json!({}),
            "test-wrong",
            "the game says hit; its masks share no pixel, no pixel is shared",
        ),
        (
            plain("hole", 0, 0),
            plain("bar", 0, 0),
            true,
            json!({}),
            "unfair-hit",
            "the game says hit; no pixel is shared",
        ),
        (
            ship.clone(),
            boxed("bar", [6, 2, 4, 2]),
            true,
            json!({"rule": "box"}),
            "unfair-hit",
            "the game says hit by box; its boxes touch, no pixel is shared, the closest are 1 px apart",
        ),
        (
            ship.clone(),
            bar(4, json!({"box": [4.5, 2, 4, 2]})),
            false,
            json!({}),
            "test-wrong",
            "the game says miss; its boxes overlap 1.5 × 2, 4 pixels are shared",
        ),
        (
            ship,
            bar(7, json!({"box": [7.5, 2, 4, 2]})),
            true,
            json!({}),
            "test-wrong",
            "the game says hit; its boxes are 1.5 px apart, no pixel is shared",
        ),
        (
            disc(circle(3, 3, 3)),
            bar(6, circle(8, 3, 2)),
            true,
            json!({"rule": "circle"}),
            "unfair-hit",
            "the game says hit by circle; its circles touch, no pixel is shared, the closest are 1 px apart",
        ),
        (
            disc(circle(3, 3, 3)),
            bar(6, circle(9, 3, 2)),
            true,
            json!({}),
            "test-wrong",
            "the game says hit; its circles are 1 px apart, no pixel is shared",
        ),
        (
            disc(circle(3, 3, 3)),
            bar(3, circle(5, 3, 2)),
            false,
            json!({}),
            "test-wrong",
            "the game says miss; its circles overlap, 3 px deep, 6 pixels are shared",
        ),
        (
            disc(json!({"polygon": [[0, 0], [6, 0], [0, 6]]})),
            bar(2, json!({"polygon": [[1, 1], [7, 1], [7, 7]]})),
            false,
            json!({}),
            "test-wrong",
            "the game says miss; its polygons overlap, 2.8 px deep, 8 pixels are shared",
        ),
        (
            disc(json!({"polygon": [[0, 0], [6, 0], [0, 6]]})),
            bar(9, json!({"polygon": [[9, 1], [17, 1], [17, 7]]})),
            true,
            json!({}),
            "test-wrong",
            "the game says hit; its polygons are 3.2 px apart, no pixel is shared",
        ),
        (
            disc(json!({"ellipse": [3, 3, 3, 2]})),
            bar(3, json!({"ellipse": [5, 3, 2, 1]})),
            false,
            json!({}),
            "test-wrong",
            "the game says miss; its ellipses overlap, 2.6 px deep, 6 pixels are shared",
        ),
        (
            disc(circle(3, 3, 3)),
            boxed("bar", [5, 2, 4, 2]),
            false,
            json!({}),
            "test-wrong",
            "the game says miss; its shapes overlap, 1 px deep, 2 pixels are shared",
        ),
        (
            disc(circle(3, 3, 3)),
            boxed("bar", [6, 2, 4, 2]),
            true,
            json!({}),
            "unfair-hit",
            "the game says hit; its shapes touch, no pixel is shared, the closest are 1 px apart",
        ),
        (
            shaped("hole", 0, 0, &own(0, 0)),
            boxed("bar", [0, 0, 4, 2]),
            true,
            json!({}),
            "test-wrong",
            "the game says hit; its shapes share nothing, no pixel is shared",
        ),
        (
            disc(own(0, 0)),
            boxed("bar", [8, 2, 4, 2]),
            true,
            json!({}),
            "test-wrong",
            "the game says hit; its shapes are 2.5 px apart, no pixel is shared",
        ),
        (
            seen.clone(),
            plain("dot", 3, 3),
            true,
            json!({"area": 5}),
            "other-pixel",
            "the game says that 5 pixels are shared; there is 1",
        ),
        (
            seen.clone(),
            plain("bar", 2, 2),
            true,
            json!({"area": 1, "first": [0, 0]}),
            "other-pixel",
            "the game says that 1 pixel is shared; there are 8; the game says that 0,0 is shared; it is not",
        ),
        (
            seen.clone(),
            plain("bar", 1, 2),
            false,
            json!({}),
            "missed-touch",
            "the game says miss; 8 pixels are shared, 4 px deep",
        ),
        (
            seen,
            plain("bar", -9, 2),
            true,
            json!({"rule": "circle"}),
            "unfair-hit",
            "the game says hit by circle; no pixel is shared, the closest are 6 px apart",
        ),
        (
            boxed("zone", [0, 0, 5, 5]),
            boxed("disc", [4, 0, 6, 6]),
            false,
            json!({}),
            "test-wrong",
            "the game says miss; its boxes overlap 1 × 5",
        ),
    ] {
        let lines = [cast(), vec![json!({"sprite": "zone"}), with(check(1, &a, &b, hit), &more)]].concat();
        let found = answer(&lines, "--steps=all");
        let step = &found["steps"][0];
        assert_eq!((&step["why"], &step["verdict"]), (&json!(why), &json!(verdict)));
    }
}

/// The depth of a diamond of 7 × 7 px in one of 9 × 9, the root of 32, is 5.66 px.
#[test]
fn a_depth_is_rounded_and_the_least_one_is_rounded_down() {
    let diamond = |radius: i32| {
        let cell = |x: i32, y: i32| if x.abs() + y.abs() <= radius { '#' } else { '.' };
        let row = |y: i32| (-radius..=radius).map(|x| cell(x, y)).collect::<String>();
        (-radius..=radius).map(row).collect::<Vec<_>>()
    };
    // A few of its many pieces are too much work already.
    let saw = |x: i32| {
        let teeth = (0..254).map(|at| [x + at, 1000 + at % 2 * 5]);
        json!({"polygon": teeth.chain([[x + 253, 1020], [x, 1020]]).collect::<Vec<_>>()})
    };
    let list = |x: i32, saws: usize| Value::Array([vec![json!("mask")], vec![saw(x); saws]].concat());
    for (saws, words, incident) in [
        (1, "its shapes overlap, 5.7 px deep", "test wrong: a miss, 5.7 px deep"),
        (4, "its shapes overlap, at least 5.6 px deep", "test wrong"),
    ] {
        let (small, large) = (shaped("small", 1, 1, &list(1000, saws)), shaped("large", 0, 0, &list(5000, saws)));
        let lines = [
            json!({"sprite": "small", "kind": "Small", "mask": diamond(3)}),
            json!({"sprite": "large", "kind": "Large", "mask": diamond(4)}),
            check(1, &small, &large, false),
        ];
        let text = replay(&lines, "--steps=all").out;
        let step =
            format!("\nframe 1, line 3: small × large at -1,-1: the game says miss; {words}, 25 pixels are shared\n");
        assert!(text.contains(&step), "{text}");
        assert!(text.contains(&format!("\n  frame 1: small × large, 1 check, {incident} (line 3)\n")), "{text}");
    }
}

#[test]
fn listed_steps_say_what_is_shared_and_what_flew_through() {
    let test = |frame, x, hit| check(frame, &plain("disc", 0, 0), &plain("bar", x, 2), hit);
    let unseen =
        with(check(4, &boxed("zone", [0, 0, 5, 5]), &boxed("disc", [9, 0, 6, 6]), false), &json!({"rule": "box"}));
    let checks = vec![json!({"sprite": "zone"}), test(1, -9, false), test(2, 9, false), test(3, -9, true)];
    let lines = [cast(), checks, vec![test(4, 1, true), unseen]].concat();
    let wrong = "frame 2, line 7: disc × bar at 9,2: one flew through the other\n\
        frame 3, line 8: disc × bar at -9,2: the game says hit; no pixel is shared, the closest are 6 px apart; \
        one flew through the other\n";
    let all = format!(
        "frame 1, line 6: disc × bar at -9,2: 0 px are shared\n{wrong}\
        frame 4, line 9: disc × bar at 1,2: 8 px are shared\n\
        frame 4, line 10: zone × disc at 9,0: right\n"
    );
    for (which, words) in [("wrong", wrong), ("all", &*all)] {
        let text = replay(&lines, &format!("--steps={which}")).out;
        assert!(text.ends_with(&format!(" by pixels\n\n{words}")), "{words}: {text}");
    }
}
