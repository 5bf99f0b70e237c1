//! A window in which nothing moves asks for no frame, whatever it shows and whatever was done there.

use std::{path::PathBuf, thread::sleep, time::Duration};

use egui::{Key, Modifiers};
use maskscope::session::{LogAction, LogSource, Tab, ViewAction};
use maskscope_core::choice::Choice as _;

use crate::{driver::Window, logs::drop_into};

/// Frames that a window at rest is asked to show all the same.
const FRAMES: usize = 30;
/// Simulated seconds after which everything that ends by itself has ended.
const LONGEST: usize = 60;

/// Lets some frames and some time pass; returns the cause if a frame is requested meanwhile.
fn woken_by(window: &mut Window) -> Option<String> {
    for _ in 0..FRAMES {
        window.harness.step();
        if !window.is_at_rest() {
            return Some(format!("{:?}", window.harness.ctx.repaint_causes()));
        }
    }
    sleep(Duration::from_millis(300));
    let is_requested = window.harness.ctx.has_requested_repaint();
    is_requested.then(|| format!("{:?}", window.harness.ctx.repaint_causes()))
}

/// Waits until nothing moves any more, then fails if a frame, or a thread beside the window, asks for another.
#[track_caller]
pub fn rests(what: &str, window: &mut Window) {
    let mut frames = 0;
    window.wait_until(what, |window| window.session().wanted().is_empty());
    while !(window.is_at_rest() && window.session().wanted().is_empty()) {
        assert!(frames < 60 * LONGEST, "{what} never rests: {:?}", window.harness.ctx.repaint_causes());
        window.harness.step();
        // Threads beside the window need time of their own.
        sleep(Duration::from_millis(1));
        frames += 1;
    }
    // The reader of a log wakes the window once when the game has stopped writing; on a busy machine that may be now.
    let mut woken = 0;
    while let Some(causes) = woken_by(window) {
        woken += 1;
        assert!(woken < 3, "{what} asks for frames: {causes}");
        window.follow();
    }
}

#[test]
fn every_tab_rests() {
    for tab in Tab::ALL {
        let mut window = Window::open();
        window.act(ViewAction::Show(*tab));
        rests(&format!("{tab:?}"), &mut window);
    }
}

#[test]
fn a_tab_rests_after_what_was_done_there() {
    for (tab, keys) in [
        (Tab::Inspect, &[Key::Num3, Key::ArrowLeft, Key::V, Key::Tab, Key::Space][..]),
        (Tab::Race, &[Key::End, Key::Comma]),
        (Tab::Survey, &[Key::Num3]),
        (Tab::Terrain, &[Key::ArrowRight, Key::P, Key::P]),
    ] {
        let mut window = Window::open();
        window.act(ViewAction::Show(tab));
        keys.iter().for_each(|key| window.key(*key));
        rests(&format!("{tab:?} after keys"), &mut window);
    }
}

#[test]
fn a_sheet_with_its_preview_and_the_palette_rest() {
    for tab in [Tab::Inspect, Tab::Race, Tab::Survey] {
        let mut window = Window::open();
        window.act(ViewAction::Show(tab));
        window.key_with(Modifiers::COMMAND, Key::E);
        window.wait_until("the preview is made", |window| window.mentions("Preview: "));
        rests(&format!("the export sheet over {tab:?}"), &mut window);
        window.key(Key::Escape);
        window.key_with(Modifiers::COMMAND, Key::K);
        rests(&format!("the palette over {tab:?}"), &mut window);
    }
}

#[test]
fn an_empty_stage_rests() {
    let nowhere = PathBuf::from("/nowhere/at-all.png");
    let mut window = Window::with_images(&nowhere, &nowhere);
    window.wait_until("it says so", |window| window.mentions("could not be opened"));
    for tab in Tab::ALL {
        window.act(ViewAction::Show(*tab));
        rests(&format!("{tab:?} without images"), &mut window);
    }
}

#[test]
fn a_log_rests_paused_live_and_closed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = drop_into(Window::paused_at(0), &folder);
    rests("a log that is read", &mut window);
    window.act(LogAction::GoLive);
    rests("a live log", &mut window);
    window.act(LogAction::Close);
    rests("a closed log", &mut window);
    let path = folder.path().join("none.jsonl");
    window.act(LogAction::Open { path: path.clone(), is_live: true });
    window.wait_until("the file is awaited", |window| {
        window.session().log().is_some_and(|log| log.source == LogSource::Awaited)
    });
    assert!(!window.is_at_rest(), "its seconds are counted");
}

#[test]
fn a_lesson_and_a_path_that_leads_nowhere_rest() {
    let mut window = Window::paused_at(0);
    window.key(Key::F2);
    rests("a lesson", &mut window);
    window.key(Key::Escape);
    window.choose("Menu of B", "Open B by path…");
    window.enter("File path", "/nowhere/at-all.png");
    window.wait_until("it says so", |window| window.mentions("could not be opened"));
    rests("a path that leads nowhere", &mut window);
}
