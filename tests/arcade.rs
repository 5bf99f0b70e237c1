//! The logger of `maskscope run` leaves a game in Arcade as it is, and records what it has tested: `tests/arcade/recorded.py`
//! compares programs with the logger and without, and the log with the truth that a game writes itself.
#![cfg(target_os = "linux")]

use std::env;
use std::path::Path;
use std::process::Command;

/// The script that most tests run, and that of stops.
const RECORDED: &str = "tests/arcade/recorded.py";
const STOPS: &str = "tests/run/stops/arcade_stops.py";

/// Runs a mode of the harness by Arcade 3, which must hold.
#[track_caller]
fn holds(mode: &[&str]) {
    holds_by("MASKSCOPE_ARCADE", RECORDED, mode);
}

/// The same of a script, by the Python that a variable names.
#[track_caller]
fn holds_by(variable: &str, script: &str, mode: &[&str]) {
    let python = env::var(variable).unwrap_or_else(|_| "python3".to_owned());
    let found = Command::new(&python).args(["-c", "import arcade, numpy"]).output().is_ok_and(|it| it.status.success());
    assert!(found, "this test needs Python with Arcade and numpy, which {python} is not: {variable} names another");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join(script);
    let output = Command::new(&python).arg(script).args(mode).output().expect("it starts");
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert!(output.status.success(), "{text}");
}

/// Output, exit status, random numbers, evaluations of properties and lives of objects are the same with the logger.
#[test]
#[ignore = "needs Python with Arcade and numpy"]
fn games_do_not_notice_the_logger() {
    holds(&["alone"]);
}

/// Each check of turned, scaled and mirrored sprites under a camera has the shapes, places, line and answer of the game's
/// truth, and maskscope counts the pixels that numpy counts.
#[test]
#[ignore = "needs Python with Arcade and numpy"]
fn logs_have_what_sprites_test() {
    holds(&["truth", env!("CARGO_BIN_EXE_maskscope")]);
}

/// The same of Arcade 2.6.
#[test]
#[ignore = "needs Python up to 3.11 with Arcade 2.6 and numpy"]
fn logs_have_what_sprites_test_in_arcade_26() {
    holds_by("MASKSCOPE_ARCADE26", RECORDED, &["truth26", env!("CARGO_BIN_EXE_maskscope")]);
}

/// With other hit boxes a game leaves the number of checks wrong that its log has promised, also with those of a fit.
#[test]
#[ignore = "needs Python with Arcade and numpy"]
fn other_hit_boxes_leave_what_was_promised() {
    holds(&["cure", env!("CARGO_BIN_EXE_maskscope")]);
}

/// Walls from which an engine pushes a sprite away are contact, and those that it looks for below the sprite are elsewhere;
/// spikes that the sprite touches without a pixel, and coins, are neither.
#[test]
#[ignore = "needs Python with Arcade and numpy"]
fn what_an_engine_pushes_apart_is_contact() {
    holds(&["questions", env!("CARGO_BIN_EXE_maskscope")]);
}

/// A log shows what the window shows.
#[test]
#[ignore = "needs Python with Arcade and numpy"]
fn pictures_are_those_of_the_window() {
    holds(&["pictures"]);
}

/// A game that is stopped at the ends of frames goes on as it would have: its pictures, its log, its clocks, its keys.
#[test]
#[ignore = "needs Python with Arcade and numpy, Xvfb and xdotool"]
fn games_do_not_notice_stops() {
    holds_by("MASKSCOPE_ARCADE", STOPS, &[]);
}

/// The same of Arcade 2.6.
#[test]
#[ignore = "needs Python up to 3.11 with Arcade 2.6 and numpy, Xvfb and xdotool"]
fn games_do_not_notice_stops_in_arcade_26() {
    holds_by("MASKSCOPE_ARCADE26", STOPS, &[]);
}
