//! The first lesson, from the first start to its end, by mouse and keys.

use std::{
    fs,
    io::{self, Write as _},
    thread::sleep,
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::desktop::Desktop;

/// The buttons of the offer and of the lesson, in pixels.
const START: (u32, u32) = (386, 158);
const NEXT: (u32, u32) = (181, 436);
/// A pixel of the rock at the first step, at a zoom of 7, and the distance to drag it.
const ROCK: (u32, u32) = (800, 300);
const TO_THE_LEFT: u32 = 60;
/// The time that a step may take to be shown and saved.
const STEP: Duration = Duration::from_secs(2);

/// Returns the saved progress of the lessons.
fn progress(desktop: &Desktop) -> Option<Value> {
    let text = fs::read_to_string(desktop.settings().join("settings.json")).ok()?;
    Some(serde_json::from_str::<Value>(&text).ok()?["lessons"].clone())
}

/// Returns the step of the first lesson, from 1.
fn step(desktop: &Desktop) -> Option<u64> {
    let at = progress(desktop)?["at"].clone();
    (at[0] == "boxes-lie").then(|| at[1].as_u64().map(|step| step + 1)).flatten()
}

/// Repeats an action until the lesson has reached a step.
fn until_step(desktop: &mut Desktop, wanted: u64, act: impl Fn(&Desktop)) {
    desktop.wait_until(&format!("step {wanted} is shown"), |desktop| {
        act(desktop);
        let begun = Instant::now();
        while step(desktop) != Some(wanted) && begun.elapsed() < STEP {
            sleep(Duration::from_millis(20));
        }
        step(desktop) == Some(wanted)
    });
}

#[test]
#[ignore = "needs Xvfb, xdotool and import"]
fn the_first_lesson_is_done_at_the_first_start() {
    let begun = Instant::now();
    let mut desktop = Desktop::start(&[]);
    until_step(&mut desktop, 1, |desktop| desktop.click(START.0, START.1));
    until_step(&mut desktop, 2, |desktop| {
        desktop.drag(ROCK, (ROCK.0 - TO_THE_LEFT, ROCK.1));
        desktop.click(NEXT.0, NEXT.1);
    });
    until_step(&mut desktop, 3, |desktop| desktop.key("Return"));
    // After one cell to the right and one up, nothing overlaps.
    desktop.key("Right");
    desktop.key("Up");
    until_step(&mut desktop, 4, |desktop| desktop.key("Return"));
    desktop.wait_until("the lesson is done", |desktop| {
        progress(desktop).is_some_and(|progress| progress["done"][0] == "boxes-lie")
    });
    let seconds = begun.elapsed().as_secs_f64();
    // This bypasses the test runner's capture; a closed standard error is not a failure.
    drop(writeln!(io::stderr(), "from the first start to the end of lesson 1, without reading: {seconds:.1} s"));
    desktop.key("Escape");
    assert!(step(&desktop).is_some(), "the step is remembered");
}
