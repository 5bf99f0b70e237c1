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

/// Two checks of a ship and a coin, at lines 5 and 6, of which none is wrong.
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
