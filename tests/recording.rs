//! The logger of `maskscope run` leaves a game as it is, and records what the game has tested: `tests/run/harness.py`
//! compares programs with the logger and without, and logs with the truth that games write themselves.
#![cfg(target_os = "linux")]

#[path = "support/pygame.rs"]
mod pygame;
use std::process::Command;

/// Runs a mode of the harness, which must hold.
#[track_caller]
fn holds(mode: &[&str]) {
    let python = pygame::python();
    let numpy = Command::new(&python).args(["-c", "import numpy"]).output().expect("it starts");
    assert!(numpy.status.success(), "this test needs numpy in {python}");
    let harness = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/run/harness.py");
    let output = Command::new(&python).arg(harness).args(mode).output().expect("it starts");
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert!(output.status.success(), "{text}");
}

/// Output, exit status, random numbers, evaluations of properties and lives of objects are the same with the logger.
#[test]
#[ignore = "needs Python with pygame-ce and numpy"]
fn programs_do_not_notice_the_logger() {
    holds(&["alone"]);
}

/// Each check, its shapes, places, line and answer, and the pixels that maskscope counts, are those of the game's truth.
#[test]
#[ignore = "needs Python with pygame-ce and numpy"]
fn logs_have_what_games_test() {
    holds(&["truth", env!("CARGO_BIN_EXE_maskscope")]);
}

/// A logger with a fault is found out by the truth of a game.
#[test]
#[ignore = "needs Python with pygame-ce and numpy"]
fn faults_of_the_logger_are_found() {
    holds(&["mutations"]);
}

/// Faults of games that look like look-aheads, broad phases or contact stay wrong, but for those that `tests/run/mutations.py`
/// says are lost; games without a fault do not.
#[test]
#[ignore = "needs Python with pygame-ce and numpy"]
fn questions_of_games_are_found() {
    holds(&["questions", env!("CARGO_BIN_EXE_maskscope")]);
}

/// A game that is stopped at the ends of frames goes on as it would have: its output, its log, its clocks, its events.
#[test]
#[ignore = "needs Python with pygame-ce and numpy"]
fn games_do_not_notice_stops() {
    holds(&["stops", env!("CARGO_BIN_EXE_maskscope")]);
}

/// The memory of the logger is bounded.
#[test]
#[ignore = "needs Python with pygame-ce and numpy"]
fn the_logger_keeps_little() {
    holds(&["memory", "600"]);
}
