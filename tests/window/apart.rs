//! The checks of a log that only look wrong, and the lines of the game with their questions.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use maskscope::session::LogPlayer;
use serde_json::{Value, json};

use crate::driver::Window;
use crate::logs::opened;

/// A sprite of 10 by 10 px with a solid corner: the place at which it stands, that of its tested box, and that of its
/// rectangle where the frame ends.
fn side(sprite: &str, at: [i32; 2], tested: [i32; 2], end: [i32; 2]) -> Value {
    let rect = |[x, y]: [i32; 2]| json!([x, y, 10, 10]);
    json!({
        "sprite": sprite, "position": at, "shape": {"box": rect(tested)},
        "made": tested != at, "own": rect(at), "end": rect(end),
    })
}

/// A log in which `game.py:24` looks ahead of `hero`, `game.py:48` hits `bee` beside the pixels, `game.py:60` pushes `hero`
/// out of `tile` three times, and `game.py:70` out of `spark` once. All of them are hits by boxes that share no pixel.
fn log() -> Vec<Value> {
    let rows: Vec<_> = (0..10).map(|row| if row == 0 { "#........." } else { ".........." }).collect();
    let sprites = ["hero", "bee", "tile", "spark"].map(|name| json!({"sprite": name, "mask": rows}));
    let check = |frame: u32, line: u32, a: Value, b: Value| json!({"frame": frame, "a": a, "b": b, "hit": true, "rule": "box", "at": format!("game.py:{line}")});
    let still = |sprite: &str, at: [i32; 2]| side(sprite, at, at, at);
    let ahead = |frame: u32, x: i32| check(frame, 24, side("hero", [0, 0], [5, 0], [0, 0]), still("bee", [x, 0]));
    let pushed = |frame: u32, line: u32, from: &str| {
        check(frame, line, side("hero", [0, 14], [0, 14], [0, 10]), still(from, [0, 20]))
    };
    let checks = [
        ahead(1, 11),
        ahead(2, 12),
        ahead(3, 13),
        check(4, 48, still("hero", [0, 0]), still("bee", [8, 0])),
        pushed(5, 60, "tile"),
        pushed(6, 60, "tile"),
        pushed(7, 60, "tile"),
        pushed(8, 70, "spark"),
    ];
    sprites.into_iter().chain(checks).collect()
}

/// The frame of the shown check.
fn frame(window: &Window) -> Option<f64> {
    window.session().log().and_then(LogPlayer::step).map(|(_, step)| step.at)
}

#[test]
fn what_only_looks_wrong_is_listed_by_its_question_and_counts_after_a_click() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = opened(&folder, &log());
    assert_eq!(frame(&window), Some(4.0), "the only one that counts");
    assert!(window.mentions("1 of 8 checks is wrong, in 1 incident"));
    for label in [
        "Only look wrong, 7",
        "Asks elsewhere, 3 checks",
        "Broad phase, 0 checks",
        "Contact, 3 checks",
        "May be contact, 1 check",
    ] {
        assert!(window.shows(label), "{label}");
    }
    let reason = "hero × bee: asks where hero is not drawn.";
    assert!(!window.shows(reason), "it is closed");
    window.click("Asks elsewhere, 3 checks");
    assert!(window.shows(reason) && window.shows("game.py:24, 3 of 3 hits"));
    assert!(!window.mentions("game.py:60, 3 of 3 hits"), "the others stay closed");
    window.click("Show: game.py:24, hero × bee");
    assert_eq!(frame(&window), Some(3.0), "the worst");
    assert!(window.shows("Asks where hero is not drawn."), "beside its line");
    window.click("Count as wrong: game.py:24, hero × bee");
    assert!(window.mentions("4 of 8 checks are wrong, in 2 incidents") && window.shows("Only look wrong, 4"));
    assert!(window.shows("game.py:24 counts as wrong") && !window.shows(reason));
    let kept = window.session().document();
    assert!(format!("{kept:?}").contains(r#"marks: {"game.py:24": Here}"#), "it is kept with the session");
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert!(window.mentions("1 of 8 checks is wrong") && window.shows("Only look wrong, 7"), "one step");
    window.key(Key::N);
    assert_eq!(frame(&window), Some(4.0), "the next incident is one that counts");
}

#[test]
fn a_question_is_opened_by_keys() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = opened(&folder, &log());
    window.harness.get_by_label("May be contact, 1 check").focus();
    window.follow();
    window.key(Key::Enter);
    assert!(window.shows("hero × spark: may be contact: 1 of 1 hits answered."));
    window.key(Key::Enter);
    assert!(!window.mentions("hero × spark: may be"));
}

#[test]
fn each_line_has_its_question() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = opened(&folder, &log());
    window.click("Pairs 3");
    for label in ["hero × bee, 4 checks, 1 wrong", "hero × tile, 3 checks, 0 wrong"] {
        assert!(window.shows(label), "{label}");
    }
    window.click("Lines 4");
    let ahead = "hero × bee at game.py:24, asks where hero is not drawn, 3 of 3 hits look wrong, 3 checks, 0 wrong";
    for label in [
        ahead,
        "hero × bee at game.py:48, asks here, 1 check, 1 wrong",
        "hero × tile at game.py:60, contact: 3 of 3 hits answered, 3 of 3 hits look wrong, 3 checks, 0 wrong",
        "hero × spark at game.py:70, may be contact: 1 of 1 hits answered, 1 of 1 hits look wrong, 1 check, 0 wrong",
    ] {
        assert!(window.shows(label), "{label}");
    }
    let top = |label: &str| window.harness.get_by_label(label).rect().top();
    assert!(top("game.py:48, 1 check, 1 wrong") < top("game.py:24, 3 checks, 0 wrong"), "what is wrong comes first");
    window.click(ahead);
    assert_eq!(frame(&window), Some(3.0));
    window.click("Count as wrong");
    assert!(window.shows("hero × bee at game.py:24, counted as wrong, 3 checks, 3 wrong"));
    window.click("Stop counting it");
    assert!(window.shows(ahead));
}
