//! The sheet of exports, as a person uses it: three clicks for any, and a look at the file before.

use std::{fs, path::Path};

use egui::accesskit::Toggled;
use egui::{Key, Role};
use maskscope::session::{Slot, StageAction, Tab, ViewAction};

use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::driver::Window;

/// Saves what the sheet shows to a path that is typed.
fn save(window: &mut Window, path: &Path) {
    name_file(window, path);
    window.wait_until("it is written", |_| path.exists());
}

/// Types the path for what the sheet shows.
fn name_file(window: &mut Window, path: &Path) {
    window.click("Save…");
    window.wait_until("a path is asked for", |window| window.shows("File path"));
    window.click("File path");
    window.key_with(egui::Modifiers::COMMAND, Key::A);
    window.harness.get_by_label("File path").type_text(path.to_str().expect("UTF-8"));
    window.key(Key::Enter);
}

#[test]
fn a_file_is_replaced_only_once_a_person_has_agreed() {
    let spinner = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/spinner.gif");
    for (export, there) in [("Export mask of A…", "walk.png"), ("Export masks of all frames of A…", "walk0.png")] {
        let folder = tempfile::tempdir().expect("a folder");
        let [there, path] = [there, "walk.png"].map(|name| folder.path().join(name));
        let mut window = Window::paused_at(0);
        window.open_file(Slot::A, spinner.clone());
        let name = |window: &Window| window.session().stage().get(Slot::A).map(|placed| placed.sprite().name.clone());
        window.wait_until("it is read", |window| name(window).as_deref() == Some("spinner.gif"));
        window.follow();
        window.choose("Find", export);
        fs::write(&there, "kept").expect("written");
        name_file(&mut window, &path);
        window.wait_until("it is asked", |window| window.shows("This file exists. Replace overwrites it."));
        assert_eq!(fs::read(&there).expect("a file"), b"kept", "{export}");
        window.click("Replace");
        window.wait_until("it is written", |window| !window.shows("File path"));
        assert!(fs::read(&there).expect("a file").starts_with(b"\x89PNG"), "{export}");
    }
}

#[test]
fn a_mask_is_a_python_list_after_three_clicks_and_can_be_written_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rock.py");
    let mut window = Window::paused_at(499);
    window.key_with(egui::Modifiers::COMMAND, Key::E);
    window.click("Python, .py");
    window.wait_until("it is made", |window| window.mentions("Preview: the first lines, "));
    save(&mut window, &path);
    let code = fs::read_to_string(&path).expect("it is there");
    assert!(code.contains("ROCK_WIDTH = 48") && code.contains("def rock_mask()"), "{code}");
    fs::remove_file(&path).expect("it was there");
    window.follow();
    window.key_with(egui::Modifiers::COMMAND | egui::Modifiers::SHIFT, Key::E);
    window.wait_until("it is written again", |_| path.exists());
}

#[test]
fn the_sheet_opens_at_what_the_tab_shows() {
    let mut window = Window::paused_at(499);
    for (tab, first, format) in [(Tab::Inspect, "mask of B", "PNG, .png"), (Tab::Race, "race", "GIF, .gif")] {
        window.act(ViewAction::Show(tab));
        window.key_with(egui::Modifiers::COMMAND, Key::E);
        let group = window.harness.get_by_role_and_label(Role::MenuItem, first);
        assert_eq!(group.accesskit_node().toggled(), Some(Toggled::True), "{first}");
        let tile = window.harness.get_by_role_and_label(Role::RadioButton, format);
        assert_eq!(tile.accesskit_node().toggled(), Some(Toggled::True), "{format}");
        window.key(Key::Escape);
        assert!(!window.shows(format));
    }
}

#[test]
fn words_of_programmers_find_formats_and_enter_saves() {
    let mut window = Window::paused_at(499);
    for (typed, found, lost) in [
        ("bitmap", "Godot, .gd", "Rust, .rs"),
        ("python list", "Python, .py", "PNG, .png"),
        ("gif", "GIF, .gif", "Python, .py"),
    ] {
        window.key_with(egui::Modifiers::COMMAND, Key::E);
        window.harness.get_by_role_and_label(Role::TextInput, "Filter").type_text(typed);
        window.follow();
        assert!(window.shows(found) && !window.shows(lost), "{typed}");
        window.key(Key::Enter);
        window.wait_until("a path is asked for", |window| window.shows("File path"));
        window.key(Key::Escape);
    }
}

#[test]
fn what_cannot_be_exported_says_why() {
    let mut window = Window::paused_at(499);
    window.act(StageAction::Place { slot: Slot::B, position: maskscope_core::geom::Cell::new(300, 1) });
    window.key_with(egui::Modifiers::COMMAND, Key::E);
    let row = window.harness.get_by_role_and_label(Role::MenuItem, "hitbox of B").rect();
    window.point_at(row.center());
    window.wait_until("it says why", |window| window.shows("B is tested by its mask: give it a shape first."));
    let row = window.harness.get_by_role_and_label(Role::MenuItem, "overlap").rect();
    window.point_at(row.center());
    let why = "The boxes do not overlap, so there is no overlap mask.";
    window.wait_until("it says why", |window| window.shows(why));
}

#[test]
fn nothing_is_previewed_or_saved_while_nothing_matches() {
    let mut window = Window::paused_at(499);
    window.key_with(egui::Modifiers::COMMAND, Key::E);
    window.wait_until("it is made", |window| window.mentions("Preview: "));
    window.harness.get_by_role_and_label(Role::TextInput, "Filter").type_text("qqqq");
    window.follow();
    assert!(window.mentions("Nothing matches.") && !window.mentions("Preview: "));
    for button in ["Copy", "Save…"] {
        assert!(window.harness.get_by_label(button).accesskit_node().is_disabled(), "{button}");
    }
    window.key(Key::Enter);
    assert!(!window.shows("File path"));
}
