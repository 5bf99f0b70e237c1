//! Links that are pasted into the window.

use std::{fs, io::Write as _, path::Path};

use base64::{Engine as _, engine::general_purpose};
use egui::{Event, Key};
use flate2::{Compression, write::ZlibEncoder};
use maskscope::{
    files::sample_pairs,
    geom::Cell,
    session::{Slot, StageAction},
};
use serde_json::{Value, json};

use crate::driver::Window;

fn link_of(scene: &Value) -> String {
    let mut packing = ZlibEncoder::new(Vec::new(), Compression::best());
    packing.write_all(scene.to_string().as_bytes()).expect("in memory");
    format!("#scene={}", general_purpose::URL_SAFE_NO_PAD.encode(packing.finish().expect("in memory")))
}

/// A scene of a fish that is in it, B standing at a place.
fn scene(x: i32) -> Value {
    let fish = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/fish.png")).expect("a sample");
    let fish = format!("data:image/png;base64,{}", general_purpose::STANDARD.encode(fish));
    json!({ "maskscope": 1, "a": { "image": fish }, "b": { "sample": "rock.png", "position": [x, 2] } })
}

fn paste(window: &mut Window, text: &str) {
    window.harness.event(Event::Paste(text.to_owned()));
    window.follow();
}

fn names(window: &Window) -> [String; 2] {
    let name = |slot| window.session().stage().get(slot).expect("a sprite").sprite().name.clone();
    Slot::ALL.map(name)
}

#[test]
fn a_pasted_link_opens_its_scene_and_one_step_back_brings_all_back() {
    let mut window = Window::paused_at(0);
    window.act(StageAction::Nudge { slot: Slot::B, by: Cell::new(1, 0) });
    window.act(StageAction::Settle);
    let before = window.position(Slot::B);
    assert!(window.session().has_unsaved_changes());
    paste(&mut window, &format!("https://example.org/{}", link_of(&scene(7))));
    window.wait_until("it is open", |window| window.position(Slot::B) == Cell::new(7, 2));
    assert_eq!(names(&window), ["a", "rock.png"]);
    assert_eq!(window.session().scene_path(), None, "it came from no file");
    assert!(!window.session().has_unsaved_changes(), "it is as it was opened");
    assert_eq!(window.session().watched_files(), Vec::<std::path::PathBuf>::new());
    window.act(StageAction::Undo);
    assert_eq!((names(&window), window.position(Slot::B)), (["ship.png", "rock.png"].map(str::to_owned), before));
    assert!(window.session().has_unsaved_changes());
    window.act(StageAction::Redo);
    assert_eq!(names(&window), ["a", "rock.png"]);
}

#[test]
fn links_come_in_the_order_in_which_they_were_pasted() {
    let mut window = Window::paused_at(0);
    for x in [3, 4, 5] {
        paste(&mut window, &link_of(&scene(x)));
    }
    paste(&mut window, "#sample=touch");
    window.wait_until("the pair is open", |window| names(window)[0] == "moon.png");
    window.act(StageAction::Undo);
    assert_eq!(window.position(Slot::B), Cell::new(5, 2));
}

#[test]
fn a_pasted_link_opens_a_lesson_or_a_pair() {
    let mut window = Window::paused_at(0);
    paste(&mut window, "https://example.org/#lesson=row-by-row");
    window.wait_until("the lesson is open", |window| window.session().lessons().open().is_some());
    assert_eq!(window.session().lessons().open().map(|open| &*open.lesson().name), Some("row-by-row"));
    let mut window = Window::paused_at(0);
    let pair = &sample_pairs()[4];
    paste(&mut window, &format!("#sample={}", pair.name));
    window.wait_until("the pair is open", |window| names(window) == [pair.a.clone(), pair.b.clone()]);
}

#[test]
fn what_cannot_be_opened_is_said_and_what_was_there_stays() {
    let mut window = Window::paused_at(0);
    let (before, link) = (names(&window), link_of(&scene(7)));
    let mut by_file = scene(7);
    by_file["b"] = json!({ "image": "/etc/passwd" });
    for (text, why) in [
        (&link[..200], "Its end is missing: some programs cut long addresses. What was there is kept."),
        ("#lesson=none", "There is no lesson 'none'; there are boxes-lie, "),
        (&link_of(&by_file), "image of b is '/etc/passwd', and what comes by a link reads no files: "),
    ] {
        paste(&mut window, text);
        let is_said = |window: &Window| {
            let messages = window.session().messages();
            messages.iter().any(|it| it.title == "The link could not be opened" && it.detail.contains(why))
        };
        window.wait_until("it is refused", is_said);
    }
    for text in ["", "just some words", "https://example.org/", "##..\n.##."] {
        paste(&mut window, text);
    }
    assert_eq!((names(&window), window.session().messages().len()), (before, 3));
}

#[test]
fn a_field_keeps_what_is_pasted_into_it() {
    let mut window = Window::paused_at(0);
    window.choose("Help", "Find a command…");
    paste(&mut window, "#sample=touch");
    for _ in 0..20 {
        window.follow();
    }
    assert_eq!(names(&window)[0], "ship.png");
    window.key(Key::Escape);
    paste(&mut window, "#sample=touch");
    window.wait_until("the pair is open", |window| names(window)[0] == "moon.png");
}
