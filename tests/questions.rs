//! Questions of lines: the facts that a log gives about its checks, and what `replay` concludes from them.

use std::fs;

use maskscope::cli::{self, Outcome};
use serde_json::{Value, json};

/// A hero and a bee that fill only the middle of their boxes, which are 10 × 10.
const SPRITES: &str = r#######"{"sprite":"hero","mask":["..........","..........","..........","..........","....##....","....##....","..........","..........","..........",".........."]}
{"sprite":"bee","mask":["..........","..........","..........","..........","....##....","....##....","..........","..........","..........",".........."]}"#######;

/// A side at `x` whose kept box is tested, and that is at `end` when the frame ends.
fn kept(sprite: &str, x: i32, end: i32) -> String {
    let places = format!(r#""own":[{x},0,10,10],"last":[{x},0,10,10],"next":[{end},0,10,10],"end":[{end},0,10,10]"#);
    side(sprite, x, x, &places)
}

/// A side at `x` for which a box at `tested` is made.
fn made(sprite: &str, x: i32, tested: i32) -> String {
    side(sprite, x, tested, &format!(r#""made":true,"own":[{x},0,10,10],"end":[{x},0,10,10]"#))
}

fn side(sprite: &str, x: i32, tested: i32, places: &str) -> String {
    format!(r#"{{"sprite":"{sprite}","position":[{x},0],"shape":{{"box":[{tested},0,10,10]}},{places}}}"#)
}

fn check(frame: u32, line: &str, rule: &str, a: &str, b: &str, hit: bool) -> String {
    format!(r#"{{"frame":{frame},"a":{a},"b":{b},"hit":{hit},"rule":"{rule}","at":"game.py:{line}"}}"#)
}

/// Four frames in which line 1 hits what is drawn beside, line 2 looks ahead, line 3 pushes out, and line 4 leaves its hits to
/// the masks of line 5.
fn game() -> Vec<String> {
    let masked = |x: i32| side("bee", x, x, &format!(r#""own":[{x},0,10,10]"#)).replace(r#""shape""#, r#""ignored""#);
    let frame = |n: u32| {
        let (hero, bee) = (kept("hero", 0, 0), kept("bee", 7, 7));
        let wasp = |x: i32, end: i32| kept("bee", x, end).replacen('{', r#"{"name":"wasp","kind":"wasp","#, 1);
        [
            check(n, "1", "box", &hero, &bee, true),
            check(n, "2", "box", &made("hero", 0, 3), &kept("bee", 9, 9), true),
            check(n, "3", "box", &kept("hero", 0, -2), &kept("bee", 8, 8), true),
            check(n, "4", "box", &hero, &wasp(5, 5), true),
            check(
                n,
                "5",
                "mask",
                &masked(0).replace("bee", "hero"),
                &masked(5).replacen('{', r#"{"name":"wasp","kind":"wasp","#, 1),
                false,
            ),
        ]
    };
    SPRITES.lines().map(str::to_owned).chain((0..4).flat_map(frame)).collect()
}

/// Runs `replay`; returns exit code, JSON or text, messages.
fn replay(lines: &[String], options: &str) -> (u8, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    fs::write(&path, lines.join("\n") + "\n").expect("written");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let words = ["maskscope", "replay", path.to_str().expect("UTF-8")].into_iter().chain(options.split_whitespace());
    let Outcome::Exit(code) = cli::run(words, &mut out, &mut err) else { panic!("it opens the window") };
    (code, String::from_utf8(out).expect("UTF-8"), String::from_utf8(err).expect("UTF-8"))
}

fn answer(lines: &[String], options: &str) -> (u8, Value) {
    let (code, out, err) = replay(lines, &format!("--json {options}"));
    (code, serde_json::from_str(&out).unwrap_or_else(|why| panic!("{why}: {out}{err}")))
}

/// The line, the question and the wrong checks of each site: those that count, and those apart.
fn sites(answer: &Value) -> Vec<Value> {
    let wrong = |site: &Value| site["unfair-hit"].as_u64().unwrap_or(0) - site["apart"].as_u64().unwrap_or(0);
    let sites = answer["sites"].as_array().expect("a list");
    sites.iter().map(|site| json!([site["at"], site["question"], wrong(site), site["apart"]])).collect()
}

#[test]
fn only_lines_that_ask_here_count() {
    let (code, found) = answer(&game(), "");
    assert_eq!(
        sites(&found),
        [
            json!(["game.py:1", "here", 4, 0]),
            json!(["game.py:2", "elsewhere", 0, 4]),
            json!(["game.py:3", "contact", 0, 4]),
            json!(["game.py:4", "broad-phase", 0, 4]),
            json!(["game.py:5", "here", 0, 0]),
        ]
    );
    assert_eq!((code, &found["disagreements"]), (3, &json!(4)));
    assert_eq!(found["questions"], json!({"here": 8, "elsewhere": 4, "broad-phase": 4, "contact": 4}));
    assert_eq!((&found["sites"][3]["by"], &found["sites"][2]["answered"]), (&json!("game.py:5"), &json!(4)));
    let (_, text, err) = replay(&game(), "");
    let apart = "4 ask about elsewhere; 4 are broad phase; 4 are contact";
    let conclusion = format!("4 of 20 checks are wrong: 4 of 4 hits of hero × bee touch no pixel; {apart}");
    assert_eq!(text.lines().next(), Some(&*conclusion), "{text}");
    for reason in ["asks where hero is not drawn", "broad phase of game.py:5", "contact: 4 of 4 hits answered"] {
        assert!(text.contains(reason), "{reason}: {text}");
    }
    assert!(err.contains(apart), "{err}");
}

#[test]
fn what_is_chosen_is_judged_by_the_questions_of_the_whole_log() {
    for (line, disagreements) in [("1", 4), ("2", 0), ("3", 0), ("4", 0)] {
        let (_, found) = answer(&game(), &format!("--line game.py:{line}"));
        assert_eq!(found["disagreements"], json!(disagreements), "line {line}");
        assert_eq!(found["checks"], json!(4));
    }
    let (code, _, err) = replay(&game(), "--line game.py:2");
    assert_eq!(code, 1, "nothing that asks here was compared");
    assert!(err.contains("4 ask about elsewhere") && err.contains("none asks about here"), "{err}");
    assert_eq!(replay(&game(), "--line game.py:2 --judge-by tested").0, 0);
}

#[test]
fn a_line_is_taken_back_by_an_option_and_contact_counts_under_strict() {
    let (code, found) = answer(&game(), "--ignore game.py:1 --here game.py:2");
    assert_eq!((code, &found["disagreements"]), (3, &json!(4)));
    assert_eq!(found["sites"][0]["question"], json!("here"));
    assert_eq!(
        answer(&game(), "--ignore game.py:1").0,
        1,
        "what is left asks here of masks that are judged against themselves"
    );
    let (code, _, err) = replay(&game(), "--ignore game.py:1 --strict");
    assert_eq!(code, 3);
    assert!(err.contains("4 checks would be wrong, and look like contact"), "{err}");
    for option in ["--contact", "--ignore"] {
        let (code, _, err) = replay(&game(), &format!("--here game.py:2 {option} game.py:2"));
        assert_eq!(code, 2);
        assert!(err.contains(&format!("--here game.py:2 contradicts {option} game.py:2")), "{err}");
    }
}

#[test]
fn steps_and_incidents_name_their_question() {
    let (_, found) = answer(&game(), "--steps");
    let questions: Vec<_> =
        found["steps"].as_array().expect("a list")[..5].iter().map(|step| &step["question"]).collect();
    assert_eq!(questions, ["here", "elsewhere", "contact", "broad-phase", "here"]);
    let disagree = |step: &&Value| step["disagrees"] == json!(true);
    assert_eq!(found["steps"].as_array().expect("a list").iter().filter(disagree).count(), 4);
    let incidents = found["incidents"].as_array().expect("a list");
    let of = |incident: &Value| json!([incident["at"], incident["question"], incident["checks"]]);
    let all: Vec<_> = incidents.iter().map(of).collect();
    assert_eq!(all[0], json!(["game.py:1", "here", 4]), "checks at other lines do not end it: {all:?}");
    let (_, wrong) = answer(&game(), "--steps=wrong");
    assert_eq!(wrong["steps"].as_array().map(Vec::len), Some(4));
}

#[test]
fn without_facts_every_line_asks_here() {
    let strip = |line: String| {
        let mut value: Value = serde_json::from_str(&line).expect("JSON");
        for side in ["a", "b"] {
            if let Some(fields) = value.get_mut(side).and_then(Value::as_object_mut) {
                ["made", "own", "last", "next", "end"].iter().for_each(|fact| drop(fields.remove(*fact)));
            }
        }
        value.to_string()
    };
    let lines: Vec<_> = game().into_iter().map(strip).collect();
    let (_, found) = answer(&lines, "");
    assert_eq!((&found["disagreements"], &found["questions"]["here"]), (&json!(16), &json!(20)));
}

#[test]
fn what_is_gone_when_the_frame_ends_pushes_nothing_out() {
    let question = |end: &str| {
        let bee = kept("bee", 7, 7).replace(r#""end":[7,0,10,10]"#, end);
        let frames = (0..4).map(|n| check(n, "1", "box", &kept("hero", 0, -3), &bee, true));
        let lines: Vec<_> = SPRITES.lines().map(str::to_owned).chain(frames).collect();
        answer_of(&lines)["sites"][0]["question"].clone()
    };
    assert_eq!([question(r#""end":[7,0,10,10]"#), question(r#""made":false"#)], ["contact", "contact"]);
    assert_eq!(question(r#""end":null"#), "here");
}

#[test]
fn a_finer_check_that_took_the_place_of_boxes_is_counted_and_wrong_facts_skip_a_line() {
    let mut lines = game();
    lines.push(r#"{"frame":3,"finer":{"a":"hero","b":"wasp","at":"game.py:4"}}"#.to_owned());
    assert_eq!(answer(&lines, "").1["lines_skipped"], json!([]));
    let bad = [
        (r#""own":[0,0,-1,10]"#, "a: own has a negative size"),
        (r#""end":[0,0,1]"#, "a list of 4 is expected"),
        (r#""last":[0,0,1e999,1]"#, "number"),
        (r#""made":"yes""#, "true or false is expected"),
    ];
    for (fact, reason) in bad {
        let side = format!(r#"{{"sprite":"hero",{fact}}}"#);
        let lines = [SPRITES.to_owned(), check(1, "1", "box", &side, r#"{"sprite":"bee"}"#, true)];
        let skipped = &answer_of(&lines)["lines_skipped"];
        assert_eq!(skipped[0]["line"], json!(3), "{fact}: {skipped}");
        assert!(skipped[0]["reason"].as_str().is_some_and(|why| why.contains(reason)), "{fact}: {skipped}");
    }
    for line in
        [r#"{"finer":{"a":"hero","b":"bee","at":"x:1"}}"#, r#"{"frame":0.5,"finer":{"a":"hero","b":"bee","at":"x:1"}}"#]
    {
        assert_eq!(answer_of(&[SPRITES.to_owned(), line.to_owned()])["skipped"], json!(1), "{line}");
    }
}

/// The answer about a log that ends in an error.
fn answer_of(lines: &[String]) -> Value {
    let (_, out, err) = replay(lines, "--json");
    serde_json::from_str(&out).unwrap_or_else(|why| panic!("{why}: {out}{err}"))
}
