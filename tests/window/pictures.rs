//! Pictures of the whole window. `UPDATE_SNAPSHOTS=1 cargo test --test window` takes them again.
//!
//! Time stands still while they are taken, so that they contain no measured times.
#![cfg(debug_assertions)]

use std::{
    io::{self, Write as _},
    path::Path,
};

use egui::{Vec2, vec2};
use maskscope::{
    lessons::lesson_named,
    session::{LessonAction, PlaybackAction, Published, ScanAction, Slot, StageAction, Tab, ViewAction},
};
use maskscope_core::{
    choice::Choice as _,
    geom::Cell,
    shape::{Hitbox, Shape},
};

use crate::{driver::Window, logs::drop_into, project};

const MIDDLE: Vec2 = vec2(1280.0, 800.0);

/// The opening pair, part of the way through its scan, with the pointer over a pixel.
fn half_way(size: Vec2) -> Window {
    let mut window = Window::without_time(size);
    window.act(PlaybackAction::Scrub(372));
    let pixel = window.pixel(Slot::A, 25, 14);
    window.point_at(pixel);
    window
}

/// Compares `window` with the picture `name`. The published crate lacks the pictures, so nothing is compared there.
#[track_caller]
fn shoot(mut window: Window, name: &str) {
    shoot_again(&mut window, name);
}

#[track_caller]
fn shoot_again(window: &mut Window, name: &str) {
    window.follow();
    let is_published = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml.orig").exists();
    if is_published {
        // This bypasses the test runner's capture; a closed standard error is not a failure.
        drop(writeln!(io::stderr(), "skipped: the published crate has no tests/snapshots/{name}.png"));
    } else {
        window.harness.snapshot(name);
    }
}

#[test]
fn dark() {
    shoot(half_way(MIDDLE), "dark");
}

#[test]
fn light() {
    let mut window = half_way(MIDDLE);
    window.click("Theme");
    let pixel = window.pixel(Slot::A, 25, 14);
    window.point_at(pixel);
    shoot(window, "light");
}

#[test]
fn small() {
    shoot(half_way(vec2(900.0, 600.0)), "small");
}

#[test]
fn large() {
    shoot(half_way(vec2(1920.0, 1080.0)), "large");
}

#[test]
fn miss() {
    let mut window = Window::without_time(MIDDLE);
    window.choose("Scene", "Through the hole");
    window.harness.remove_cursor();
    window.act(PlaybackAction::Last);
    shoot(window, "miss");
}

#[test]
fn hitbox() {
    let mut window = Window::without_time(MIDDLE);
    window.act(StageAction::Place { slot: Slot::B, position: Cell::new(14, -21) });
    let hitboxes = Hitbox::from(Shape::Circle([24.0, 20.5, 20.0])).into();
    window.act(StageAction::SetHitboxes { slot: Slot::B, hitboxes });
    window.act(PlaybackAction::Last);
    window.click("Overlap");
    window.wait_until("the push-out is known", |window| window.shows("Push-out: shapes 4,−2, masks none"));
    window.harness.remove_cursor();
    shoot_in_both_themes(window, "hitbox");
}

#[test]
fn wrong_scan() {
    let mut window = Window::without_time(MIDDLE);
    window.choose("Scene", "A beam between the samples");
    window.harness.remove_cursor();
    window.act(ScanAction::Select(6));
    window.act(PlaybackAction::Last);
    shoot(window, "wrong_scan");
}

#[test]
fn error() {
    let mut window = Window::without_time(MIDDLE);
    window.act(PlaybackAction::Last);
    window.open_file(Slot::A, "/nowhere/missing.png".into());
    window.wait_until("it fails", |window| window.shows("missing.png could not be opened"));
    shoot(window, "error");
}

#[test]
fn empty_place() {
    let star = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/star.png");
    let mut window = Window::start(MIDDLE, 0.0, Some("/nowhere/missing.png".into()), Some(star.into()));
    window.wait_until("one is read and one fails", |window| {
        window.shows("star.png") && window.shows("missing.png could not be opened")
    });
    window.click("Close the message");
    window.harness.remove_cursor();
    shoot(window, "empty_place");
}

/// Takes a picture of each tab but the first in the smallest window, in both themes.
fn shoot_tab(tab: Tab) {
    // The cards of the race slide to their places.
    let seconds_per_frame = if tab == Tab::Race { 0.1 } else { 0.0 };
    let mut window = Window::start(vec2(900.0, 600.0), seconds_per_frame, None, None);
    window.act(PlaybackAction::Last);
    window.act(ViewAction::Show(tab));
    window.harness.remove_cursor();
    match tab {
        Tab::Race => {
            window.act(PlaybackAction::Scrub(96));
            window.harness.run_steps(10);
        }
        Tab::Survey => window.wait_until("the survey is complete", |window| {
            window.session().derived().published().is_some_and(Published::is_complete)
        }),
        _ => window.wait_until("nothing is asked", |window| !window.mentions("Asking…")),
    }
    let name = tab.name().to_lowercase();
    shoot_in_both_themes(window, &name);
}

fn shoot_in_both_themes(mut window: Window, name: &str) {
    for theme in ["dark", "light"] {
        shoot_again(&mut window, &format!("{name}_{theme}"));
        window.click("Theme");
        window.harness.remove_cursor();
    }
}

#[test]
fn race() {
    shoot_tab(Tab::Race);
}

#[test]
fn survey() {
    shoot_tab(Tab::Survey);
}

#[test]
fn replay() {
    shoot_tab(Tab::Replay);
}

#[test]
fn log() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = drop_into(Window::without_time(vec2(900.0, 600.0)), &folder);
    // The outlines of the steps around it come later.
    window.wait_until("every check is found", |window| window.session().wanted_checks().is_empty());
    window.harness.remove_cursor();
    shoot_in_both_themes(window, "log");
}

#[test]
fn project() {
    let project = project::project();
    let window = project::drop_into(Window::without_time(MIDDLE), &project);
    shoot_in_both_themes(window, "project");
}

#[test]
fn terrain() {
    shoot_tab(Tab::Terrain);
}

/// Sprites with tested shapes: a box and a turned polygon, a circle and an ellipse.
#[test]
fn shapes() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("shapes.scene.json");
    let a = r#"{"sample": "ship.png", "shape": [{"box": [4, 6, 24, 12]}, {"circle": [16, 12, 9.5]}]}"#;
    let shape = r#"[{"polygon": [[2, 2], [14, 0], [26, 8], [14, 8], [10, 20]]}, {"ellipse": [20, 18, 8, 4]}]"#;
    let b = format!(r#"{{"sample": "rock.png", "position": [12, -15], "rotation": 20, "shape": {shape}}}"#);
    std::fs::write(&path, format!(r#"{{"maskscope": 1, "a": {a}, "b": {b}}}"#)).expect("it can be written");
    let mut window = Window::without_time(MIDDLE);
    window.drop_files([path]);
    window.wait_until("it is open", |window| window.session().stage().hitbox(Slot::A).is_some());
    shoot_in_both_themes(window, "shapes");
}

#[test]
fn lesson() {
    let mut window = Window::without_time(MIDDLE);
    let (_, row_by_row) = lesson_named("row-by-row").expect("a lesson");
    window.act(LessonAction::Open(row_by_row.clone(), 2));
    for _ in 0..2 {
        window.act(StageAction::Nudge { slot: Slot::B, by: Cell::new(0, -1) });
    }
    shoot(window, "lesson");
}
