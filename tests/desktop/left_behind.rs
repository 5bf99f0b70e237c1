//! The real program ends in every possible way, and its work comes back.

use std::{
    fs,
    path::{Path, PathBuf},
    thread::sleep,
    time::{Duration, Instant},
};

use image::{Rgba, RgbaImage};
use maskscope::{files::Limits, kept::read_kept, session::Session};
use maskscope_core::{geom::Offset, scene::Tab};

use crate::{desktop::Desktop, dice::Dice};

/// The time that a key may take to pass the X server and a frame on a busy machine.
const DELIVERY: Duration = Duration::from_millis(700);
/// The position of the built-in rock relative to the ship at a first start.
const FIRST: Offset = Offset::new(10, -17);

/// Returns the folders of the copies, the oldest first.
fn copies(desktop: &Desktop) -> Vec<PathBuf> {
    let entries = fs::read_dir(desktop.settings().join("copies")).into_iter().flatten().flatten();
    let mut all: Vec<_> =
        entries.map(|entry| entry.path()).filter(|path| path.join("session.json").is_file()).collect();
    all.sort();
    all
}

/// Returns the session of a copy; `None` while the copy cannot be read.
fn session_in(copy: &Path) -> Option<Session> {
    let mut session = Session::default();
    session.continue_with(read_kept(copy, &Limits::default()).ok()?);
    Some(session)
}

/// Returns the offset of B in a copy; `None` while the copy cannot be read.
fn offset_in(copy: &Path) -> Option<Offset> {
    session_in(copy)?.stage().offset()
}

/// Nudges B by keys in the tab *Replay*, which records the moves: work that no file holds.
fn work(desktop: &mut Desktop, keys: usize) {
    desktop.wait_until("the tab is kept", |desktop| {
        let session = copies(desktop).last().and_then(|copy| session_in(copy));
        let is_kept = session.is_some_and(|session| session.view().tab == Tab::Replay);
        if !is_kept {
            // Before the program knows that it has the keyboard, it takes this for a 4.
            desktop.key("ctrl+4");
            sleep(Duration::from_millis(500));
        }
        is_kept
    });
    let newest = copies(desktop).last().and_then(|copy| offset_in(copy)).unwrap_or(FIRST);
    for _ in 0..keys {
        desktop.key("Right");
    }
    let steps = i32::try_from(keys).expect("a few");
    let wanted = Some(Offset::new(newest.x + steps, newest.y));
    desktop.wait_until("it is kept", |desktop| copies(desktop).iter().any(|copy| offset_in(copy) == wanted));
}

/// Saves the window's scene and returns the offset of B in it.
fn shown(desktop: &mut Desktop) -> Offset {
    let folder = tempfile::tempdir().expect("a folder");
    let scene = folder.path().join("now.scene.json");
    desktop.choose_file(&scene);
    desktop.wait_until("the scene is saved", |desktop| {
        if scene.exists() {
            return true;
        }
        desktop.key("ctrl+s");
        sleep(Duration::from_millis(300));
        scene.exists()
    });
    let scene = maskscope::files::load_scene(&scene, &Limits::default()).expect("a scene");
    let mut session = Session::default();
    session.apply(maskscope::session::Event::SceneLoaded(Box::new(scene), None).into());
    session.stage().offset().expect("two sprites")
}

/// True if a message shows in a corner of the canvas, whichever covers least of the sprites: it has a lighter background.
fn has_message(desktop: &Desktop) -> bool {
    let raise = Rgba([0x1E, 0x22, 0x28, 255]);
    let picture = desktop.screenshot();
    let canvas = image::imageops::crop_imm(&picture, 260, 132, 676, 540).to_image();
    canvas.pixels().filter(|pixel| **pixel == raise).count() > 20_000
}

fn image(folder: &Path, name: &str, color: [u8; 4]) -> String {
    let path = folder.join(name);
    RgbaImage::from_pixel(32, 32, Rgba(color)).save(&path).expect("the folder can be written");
    path.to_str().expect("UTF-8").to_owned()
}

#[test]
#[ignore = "needs Xvfb, xdotool and import"]
fn quitting_and_starting_again_goes_on() {
    let mut desktop = Desktop::start(&[]);
    // Stop the scan.
    desktop.key("End");
    for _ in 0..3 {
        desktop.key("Right");
    }
    desktop.key("ctrl+3");
    // Quit at once, before the copy is written.
    desktop.quit();
    let kept = fs::read(copies(&desktop)[0].join("session.json")).expect("a copy");
    desktop.restart(&[]);
    assert!(!has_message(&desktop), "only the status line says so");
    desktop.quit();
    let again = fs::read(copies(&desktop)[0].join("session.json")).expect("a copy");
    assert_eq!((String::from_utf8(kept), copies(&desktop).len()), (String::from_utf8(again), 1));
    desktop.restart(&[]);
    desktop.key("ctrl+1");
    assert_eq!(shown(&mut desktop), Offset::new(13, -17));
}

/// After a kill at a random moment between random actions, the state that comes back is at most a second old.
#[test]
#[ignore = "needs Xvfb, xdotool and import"]
fn a_crash_loses_at_most_the_last_second() {
    let mut desktop = Desktop::start(&[]);
    let mut dice = Dice::new(15);
    let mut at = FIRST;
    for round in 0..4 {
        // No position occurs twice. Each lasts from its own key to the next.
        let mut states = vec![(Instant::now(), at)];
        let end = Instant::now() + Duration::from_millis(1_500 + dice.roll(2_500));
        while Instant::now() < end {
            let keys = [("Right", (1, 0)), ("Down", (0, 1)), ("shift+Right", (10, 0)), ("shift+Down", (0, 10))];
            let (key, by) = dice.pick(&keys);
            at = Offset::new(at.x + by.0, at.y + by.1);
            states.push((Instant::now(), at));
            desktop.key(key);
            if dice.below(12) == 0 {
                desktop.key(dice.pick(&["ctrl+1", "ctrl+4", "v", "m"]));
                sleep(Duration::from_millis(dice.roll(400)));
            }
        }
        let killed = Instant::now();
        desktop.crash();
        let kept = offset_in(copies(&desktop).last().expect("a copy")).expect("it is whole");
        let place = states.iter().position(|(_, state)| *state == kept);
        let place = place.unwrap_or_else(|| panic!("round {round}: {kept:?} was never there"));
        let age = states.get(place + 1).map_or(Duration::ZERO, |(next, _)| killed - *next);
        assert!(age < Duration::from_secs(1) + DELIVERY, "round {round}: {age:?} lost");

        desktop.restart(&[]);
        assert_eq!(copies(&desktop).len(), 1, "it continues in the same copy");
        at = kept;
    }
    desktop.key("ctrl+1");
    assert_eq!(shown(&mut desktop), at);
}

/// A second program starts beside one that is running or stopped, and a program starts after a crash.
#[test]
#[ignore = "needs Xvfb, xdotool and import"]
fn what_another_program_holds_or_has_left_is_announced() {
    let folder = tempfile::tempdir().expect("a folder");
    let (a, b) = (image(folder.path(), "a.png", [0, 128, 120, 255]), image(folder.path(), "b.png", [120, 80, 30, 255]));
    let mut desktop = Desktop::start(&[]);
    work(&mut desktop, 2);
    let alive = desktop.start_another(&[&a, &b]);
    sleep(Duration::from_millis(500));
    assert!(!has_message(&desktop), "the other program is working");
    desktop.crash();
    drop(alive);

    // The previous program was stopped by a signal, which counts as a crash.
    desktop.restart(&[&a, &b]);
    desktop.wait_until("what was left is announced", |desktop| has_message(desktop));
    desktop.quit();

    desktop.restart(&[]);
    work(&mut desktop, 1);
    desktop.signal("STOP");
    let stopped = desktop.start_another(&[]);
    sleep(Duration::from_millis(500));
    assert!(!has_message(&desktop), "it may continue");
    desktop.crash();
    drop(stopped);
    desktop.restart(&[&a, &b]);
    desktop.wait_until("what it has left is announced", |desktop| has_message(desktop));
}

/// The program with a file in place of its folder of copies, and that file.
fn without_a_place_for_copies() -> (Desktop, PathBuf) {
    let mut desktop = Desktop::start(&[]);
    desktop.quit();
    let copies = desktop.settings().join("copies");
    fs::remove_dir_all(&copies).expect("it is there");
    fs::write(&copies, "a file where a folder should be").expect("written");
    desktop.restart(&[]);
    (desktop, copies)
}

/// If there is no room for copies, the program says so and continues.
#[test]
#[ignore = "needs Xvfb, xdotool and import"]
fn without_a_place_for_copies_it_says_so_and_goes_on() {
    let (mut desktop, copies) = without_a_place_for_copies();
    desktop.key("Right");
    desktop.wait_until("it says so", |desktop| has_message(desktop));
    assert_eq!(shown(&mut desktop), Offset::new(11, -17));
    desktop.quit();
    assert_eq!(fs::read(copies).expect("a file"), b"a file where a folder should be");
}

/// The number of starts that have begun to show the only copy, as it says itself.
fn starts(desktop: &Desktop) -> Option<u64> {
    let text = fs::read(copies(desktop).last()?.join("copy.json")).ok()?;
    serde_json::from_slice::<serde_json::Value>(&text).ok()?.get("starts")?.as_u64()
}

/// Ends the program after its start has begun to show the session, and before it has come to the end of that.
fn die_in_start(desktop: &mut Desktop, start: u64) {
    let settings = desktop.settings();
    let began = Instant::now();
    desktop.begin(&[]);
    while starts(desktop) != Some(start) {
        assert!(began.elapsed() < Duration::from_secs(20), "it has not begun in {}", settings.display());
    }
    desktop.signal("ABRT");
    assert_eq!(desktop.status(), 128 + 6);
    assert_eq!(starts(desktop), Some(start), "it has not come to its end");
}

#[test]
#[ignore = "needs Xvfb, xdotool and import"]
fn a_session_whose_start_dies_twice_is_only_offered() {
    let folder = tempfile::tempdir().expect("a folder");
    let scene = folder.path().join("endless.scene.json");
    // Its script runs until it is stopped.
    let text = r#"{"maskscope": 1, "a": {"sample": "ship.png"}, "b": {"sample": "rock.png", "position": [10, -17]},
        "scans": [{"own": "endless", "script": "loop { }"}]}"#;
    fs::write(&scene, text).expect("a file");
    let mut desktop = Desktop::start(&[]);
    desktop.choose_file(&scene);
    desktop.key("ctrl+o");
    desktop.wait_until("it is kept", |desktop| {
        copies(desktop)
            .iter()
            .any(|copy| fs::read_to_string(copy.join("session.json")).is_ok_and(|text| text.contains("endless")))
    });
    desktop.quit();
    assert_eq!(starts(&desktop), Some(0));
    die_in_start(&mut desktop, 1);
    die_in_start(&mut desktop, 2);
    desktop.restart(&[]);
    desktop.wait_until("the session is offered", |desktop| has_message(desktop));
    desktop.quit();
}

#[test]
#[ignore = "needs Xvfb, xdotool and import"]
fn a_signal_ends_the_window_with_what_is_shown_kept() {
    for (name, status) in [("TERM", 143), ("HUP", 129), ("INT", 130)] {
        let mut desktop = Desktop::start(&[]);
        desktop.key("End");
        desktop.key("Right");
        sleep(DELIVERY);
        desktop.key("Right");
        sleep(Duration::from_millis(100));
        desktop.signal(name);
        assert_eq!(desktop.status(), status, "{name}");
        assert_eq!(offset_in(&copies(&desktop)[0]), Some(Offset::new(12, -17)), "{name}");
        assert_eq!(desktop.messages(), "", "{name}");
    }
}

#[test]
#[ignore = "needs Xvfb, xdotool and import"]
fn closing_asks_where_work_could_not_be_kept_and_a_signal_says_so() {
    let (mut desktop, _) = without_a_place_for_copies();
    desktop.key("End");
    desktop.key("Right");
    desktop.wait_until("no copy can be kept", |desktop| has_message(desktop));
    desktop.key("ctrl+q");
    sleep(2 * DELIVERY);
    assert!(desktop.is_running(), "it asks");
    desktop.signal("TERM");
    assert_eq!(desktop.status(), 128 + 15);
    let said = desktop.messages();
    assert!(said.starts_with("maskscope: what is in no file could not be kept: "), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}
