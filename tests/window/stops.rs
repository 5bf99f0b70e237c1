//! A game that can be stopped, in the window: its events come without a game.

use std::{fs, io::Cursor};

use base64::prelude::*;
use egui::{Key, pos2};
use image::{ImageFormat, RgbaImage};
use maskscope::session::{GameEvent, GameOrder, LogAction, LogPlayer, PausedGame, Slot, StageAction, StopCause};
use maskscope_core::replay::{RunTo, StopRules, Verdict};

use crate::driver::Window;

/// The game's process.
const PID: u32 = 7;

/// A window that follows a game which runs, and has made a wrong hit in its line 4 in frame 70.
pub fn running(folder: &tempfile::TempDir) -> Window {
    let mut png = Cursor::new(Vec::new());
    RgbaImage::new(64, 48).write_to(&mut png, ImageFormat::Png).expect("a picture");
    let check = |frame: u32, x: u32| {
        format!(
            "{{\"frame\":{frame},\"a\":{{\"sprite\":\"ship\"}},\"b\":{{\"sprite\":\"rock\",\"position\":[{x},0]}},\"hit\":true,\
             \"at\":\"game.py:4\"}}\n"
        )
    };
    let log = [
        "{\"maskscope_log\":1,\"fps\":60,\"view\":[0,0,64,48]}\n",
        "{\"sprite\":\"ship\",\"mask\":[\"##\"]}\n",
        "{\"sprite\":\"rock\",\"mask\":[\"#.\"]}\n",
        &check(69, 0),
        &check(70, 5),
        &format!("{{\"frame\":70,\"screen\":\"{}\"}}\n", BASE64_STANDARD.encode(png.into_inner())),
    ];
    let path = folder.path().join("game.jsonl");
    fs::write(&path, log.concat()).expect("written");
    let code = "while True:\n    rocks.update()\n    # a box\n    lost += hits(ship, rocks)\n    screen.fill(0)\n";
    fs::write(folder.path().join("game.py"), code).expect("written");
    let mut window = Window::paused_at(0);
    window.act(LogAction::Open { path, is_live: true });
    window.act(LogAction::CanStop(Box::new(StopRules { is_on: true, ..StopRules::default() })));
    window.act(LogAction::Game(GameEvent::Began(PID)));
    window.wait_until("the log is read", |window| {
        window.session().log().is_some_and(|log| log.replay.screens.len() == 1 && log.is_staged())
    });
    window.follow();
    window
}

/// The same once the game is paused there.
pub fn paused(folder: &tempfile::TempDir) -> Window {
    let mut window = running(folder);
    let place = "ship × rock, game.py:4".to_owned();
    let cause = StopCause { line: Some(5), place, verdict: Verdict::UnfairHit, passed: 2 };
    window.act(LogAction::Game(GameEvent::Paused(PausedGame { pid: PID, frame: 70, cause: Some(cause) })));
    window
}

fn log(window: &Window) -> &LogPlayer {
    window.session().log().expect("it is open")
}

fn orders(window: &Window) -> &[GameOrder] {
    log(window).game.as_ref().expect("it can be stopped").orders()
}

fn frame(window: &Window) -> Option<f64> {
    log(window).step().map(|(_, step)| step.at)
}

#[test]
fn a_running_game_says_what_stops_it_and_is_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = running(&folder);
    for label in ["RUNNING", "Stops at wrong hits", "runs, frame 70", "of a running game", "It will stop at"] {
        assert!(window.mentions(label), "{label}");
    }
    window.key(Key::Period);
    window.click("Stop now");
    assert_eq!(orders(&window), [GameOrder::Pause; 2]);
    window.key(Key::N);
    assert_eq!(orders(&window).len(), 2, "that shows the next incident");
    window.click("missed touches");
    window.click("Stop at wrong hits");
    let rules = &log(&window).game.as_ref().expect("it can be stopped").rules;
    assert_eq!((rules.is_on, rules.with_missed), (false, true));
}

#[test]
fn a_paused_game_shows_why_and_where() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = paused(&folder);
    window.wait_until("its screen is read", |window| log(window).screen().is_some());
    window.follow();
    for label in [
        "PAUSED",
        "ship × rock hit, and touch no pixel: 4.0 px apart",
        "Frame 70, game.py:4",
        "2 wrong checks before it stopped nothing here",
        "paused at frame 70",
        "paused here",
        "of a paused game",
        "Latest check",
        "4: lost += hits(ship, rocks)",
        "The game's screen",
    ] {
        assert!(window.mentions(label), "{label}");
    }
    assert!(!window.shows("Stop now"));
    window.click("The game's screen");
    assert!(log(&window).is_screen_spread);
    window.point_at(pos2(640.0, 20.0));
    window.act(LogAction::Game(GameEvent::Left { pid: PID, was_paused: true, why: None }));
    assert!(window.mentions("The game ended while paused"));
    assert!(!window.shows("PAUSED"));
}

#[test]
fn the_keys_drive_a_paused_game_and_play_a_running_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = paused(&folder);
    window.key(Key::ArrowLeft);
    assert_eq!((frame(&window), log(&window).is_live), (Some(69.0), false), "the arrows look back");
    window.key(Key::Period);
    assert_eq!((frame(&window), log(&window).is_live), (Some(70.0), true), "a step returns to the live end");
    window.key(Key::N);
    window.key(Key::Space);
    window.click("Go on");
    let to = [RunTo::NextIncident, RunTo::NewSite, RunTo::NewSite].map(GameOrder::GoOn);
    assert_eq!(orders(&window), [&[GameOrder::NextFrame][..], &to].concat());
    window.act(LogAction::Game(GameEvent::Runs { pid: PID, steps: false }));
    window.key(Key::Space);
    assert_eq!((orders(&window).len(), log(&window).is_live), (4, false), "it plays what was logged");
}

#[test]
fn a_line_and_a_pair_are_ignored_and_the_game_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = paused(&folder);
    window.click("Ignore this line");
    let count = |window: &Window| log(window).incidents.ranked().len();
    assert_eq!((count(&window), orders(&window)), (0, &[GameOrder::GoOn(RunTo::NewSite)][..]));
    assert!(log(&window).stop_rules().is_some_and(|rules| rules.ignored.contains("game.py:4")));
    window.act(StageAction::Undo);
    assert_eq!(count(&window), 1);
    window.click("More to ignore");
    window.click("Ignore this pair");
    assert_eq!(count(&window), 0);
    assert!(log(&window).stop_rules().is_some_and(|rules| rules.ignored_kinds.len() == 1));
    assert!(window.session().stage().get(Slot::B).is_some());
}

#[test]
fn a_game_that_cannot_be_stopped_has_buttons_that_do_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    let text = "{\"sprite\":\"dot\",\"mask\":[\"#\"]}\n{\"frame\":1,\"a\":{\"sprite\":\"dot\"},\"b\":{\"sprite\":\"dot\",\"name\":\"b\"},\"hit\":true}\n";
    fs::write(&path, text).expect("written");
    let mut window = Window::paused_at(0);
    window.act(LogAction::Open { path, is_live: true });
    window.wait_until("the log is read", |window| window.session().log().is_some_and(LogPlayer::is_staged));
    window.follow();
    window.click("Next frame");
    window.click("Stop at wrong hits");
    assert!(log(&window).game.is_none());
    assert!(!window.shows("PAUSED") && !window.shows("RUNNING"));
}
