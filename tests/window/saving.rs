//! Saving: the dot for unsaved work, and files that another program has changed.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
};

use egui::{Key, Modifiers};
use maskscope::{
    exports::{MASK_OF_A, SCENE},
    files::{Limits, load_scene},
    session::{Event, Layer, ScanAction, Slot, StageAction, Tab, ViewAction},
};
use maskscope_core::geom::Cell;
use tempfile::TempDir;

use crate::driver::Window;

fn write_scene(path: &Path, x: i32) {
    let text = format!(
        r#"{{"maskscope": 1, "a": {{"sample": "ship.png"}}, "b": {{"sample": "rock.png", "position": [{x}, 0]}}}}"#
    );
    fs::write(path, text).expect("written");
}

/// Opens a window with the scene in a file of a folder, with B at (10, 0).
fn scene() -> (TempDir, PathBuf, Window) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pair.scene.json");
    write_scene(&path, 10);
    let window = window_with(&path);
    (folder, path, window)
}

fn window_with(path: &Path) -> Window {
    let mut window = Window::paused_at(0);
    window.open_file(Slot::A, path.to_owned());
    window.wait_until("it is read", |window| window.session().scene_path() == Some(path));
    window.follow();
    window
}

fn nudge(window: &mut Window) {
    window.act(StageAction::Nudge { slot: Slot::B, by: Cell::new(1, 0) });
    window.act(StageAction::Settle);
}

/// Returns the x of B in a scene file.
fn x_in(path: &Path) -> f64 {
    load_scene(path, &Limits::default()).expect("a scene").sprites[1].placement.position.0
}

#[test]
fn a_dot_says_what_is_not_saved() {
    let (_folder, path, mut window) = scene();
    assert!(window.shows("pair.scene.json"));
    nudge(&mut window);
    window.follow();
    assert!(window.shows("pair.scene.json, not saved"));
    window.act(StageAction::Undo);
    window.follow();
    assert!(window.shows("pair.scene.json"), "the scene is as in the file");
    window.act(StageAction::Redo);
    window.key_with(Modifiers::COMMAND, Key::S);
    window.wait_until("it is saved", |window| window.shows("Scene saved"));
    window.follow();
    assert!(window.shows("pair.scene.json"));
    assert_eq!(x_in(&path), 11.0);
    window.act(StageAction::Undo);
    window.follow();
    assert!(window.shows("pair.scene.json, not saved"), "the file has another position");
}

#[test]
fn images_are_not_work_and_what_is_done_with_them_is() {
    let mut window = Window::paused_at(0);
    let is_unsaved = |window: &Window| window.session().has_unsaved_changes();
    assert!(!is_unsaved(&window) && !window.shows("ship.png, rock.png"), "the cards name them");
    nudge(&mut window);
    window.follow();
    assert!(is_unsaved(&window));
    window.choose("Scene", "One pixel");
    window.follow();
    assert!(!is_unsaved(&window), "there is no work in it yet");
    window.key_with(Modifiers::COMMAND, Key::Z);
    window.follow();
    assert!(is_unsaved(&window));
}

#[test]
fn dropping_two_images_over_work_is_undone_by_one_key_and_the_view_comes_back() {
    let (_folder, path, mut window) = scene();
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    nudge(&mut window);
    window.act(ScanAction::Select(4));
    window.act(ViewAction::ShowLayer(Layer::Grid, false));
    window.act(ViewAction::CountFromA(true));
    window.act(ViewAction::Show(Tab::Inspect));
    window.follow();
    let before = window.session().document();
    window.drop_files([samples.join("ball.png"), samples.join("hills.png")]);
    let name = |window: &Window, slot| window.session().stage().get(slot).map(|it| it.sprite().name.clone());
    window.wait_until("both are read", |window| {
        name(window, Slot::A).as_deref() == Some("ball.png") && name(window, Slot::B).as_deref() == Some("hills.png")
    });
    window.act(ViewAction::Show(Tab::Race));
    window.act(ScanAction::Select(1));
    window.key_with(Modifiers::COMMAND, Key::Z);
    window.follow();
    assert_eq!(window.session().scene_path(), Some(&*path));
    assert!(window.session().document() == before, "everything is as before");
    window.key_with(Modifiers::COMMAND, Key::Y);
    window.follow();
    assert_eq!((name(&window, Slot::A).as_deref(), window.session().view().tab), (Some("ball.png"), Tab::Race));
}

#[test]
fn a_scene_that_another_program_has_changed_is_not_written_over_unasked() {
    let (_folder, path, mut window) = scene();
    nudge(&mut window);
    write_scene(&path, 20);
    window.key_with(Modifiers::COMMAND, Key::S);
    window.wait_until("it is asked", |window| window.shows("pair.scene.json was not saved"));
    window.follow();
    assert!(window.mentions("less than a minute ago"));
    assert_eq!(x_in(&path), 20.0);
    assert!(window.session().has_unsaved_changes());
    window.click("Save anyway");
    window.wait_until("it is saved", |window| window.shows("Scene saved"));
    window.follow();
    assert_eq!(x_in(&path), 11.0);
    assert!(!window.session().has_unsaved_changes() && !window.mentions("was not saved"));
    nudge(&mut window);
    window.key_with(Modifiers::COMMAND, Key::S);
    window.wait_until("it is saved", |window| !window.session().has_unsaved_changes());
    assert_eq!(x_in(&path), 12.0, "it replaces its own file");
}

#[test]
fn a_change_of_the_same_length_and_time_is_seen() {
    let (_folder, path, mut window) = scene();
    nudge(&mut window);
    let time = fs::metadata(&path).and_then(|file| file.modified()).expect("a time");
    write_scene(&path, 20);
    File::options().write(true).open(&path).and_then(|file| file.set_modified(time)).expect("set");
    window.export(&SCENE, path.clone());
    window.wait_until("it is asked", |window| window.shows("pair.scene.json was not saved"));
    assert_eq!(x_in(&path), 20.0);
}

#[test]
fn what_another_program_wrote_stays_after_keep_mine_until_save_anyway() {
    let (_folder, path, mut window) = scene();
    nudge(&mut window);
    write_scene(&path, 20);
    window.wait_until("it is offered", |window| window.mentions("pair.scene.json has changed on the disk"));
    window.follow();
    window.click("Keep mine");
    window.export(&SCENE, path.clone());
    window.wait_until("it is asked", |window| window.shows("pair.scene.json was not saved"));
    assert_eq!(x_in(&path), 20.0);
}

#[test]
fn a_scene_that_was_read_again_is_written_over() {
    let (_folder, path, mut window) = scene();
    write_scene(&path, 20);
    window.wait_until("it is read again", |window| window.mentions("pair.scene.json was read again"));
    nudge(&mut window);
    window.export(&SCENE, path.clone());
    window.wait_until("it is saved", |window| window.shows("Scene saved"));
    assert_eq!(x_in(&path), 21.0);
}

#[test]
fn a_scene_whose_file_is_gone_is_written_again() {
    let (_folder, path, mut window) = scene();
    nudge(&mut window);
    fs::remove_file(&path).expect("it was there");
    window.export(&SCENE, path.clone());
    window.wait_until("it is saved", |window| window.shows("Scene saved"));
    assert_eq!(x_in(&path), 11.0);
}

#[test]
fn a_file_that_became_a_folder_is_named_and_nothing_is_lost() {
    let (_folder, path, mut window) = scene();
    nudge(&mut window);
    fs::remove_file(&path).expect("it was there");
    fs::create_dir(&path).expect("a folder");
    window.export(&SCENE, path.clone());
    window.wait_until("it says why", |window| window.shows("pair.scene.json was not written"));
    window.follow();
    assert!(window.mentions("It is a directory"));
    assert!(window.session().has_unsaved_changes() && path.is_dir());
}

#[cfg(unix)]
#[test]
fn through_a_link_the_file_that_it_leads_to_is_guarded() {
    let folder = tempfile::tempdir().expect("a folder");
    let (real, link) = (folder.path().join("real.scene.json"), folder.path().join("link.scene.json"));
    write_scene(&real, 10);
    std::os::unix::fs::symlink(&real, &link).expect("a link");
    let mut window = window_with(&link);
    nudge(&mut window);
    window.export(&SCENE, link.clone());
    window.wait_until("it is saved", |window| window.shows("Scene saved"));
    assert!(link.is_symlink() && x_in(&real) == 11.0);
    nudge(&mut window);
    write_scene(&real, 20);
    window.export(&SCENE, link);
    window.wait_until("it is asked", |window| window.shows("link.scene.json was not saved"));
    assert_eq!(x_in(&real), 20.0);
}

#[test]
fn an_export_of_before_that_another_program_has_changed_is_not_written_over_unasked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mask.txt");
    let mut window = Window::paused_at(0);
    let export = |window: &mut Window, label: &str| {
        window.export(&MASK_OF_A, path.clone());
        window.wait_until(label, |window| window.shows(label));
        window.follow();
    };
    export(&mut window, "Mask of A saved");
    let mask = fs::read(&path).expect("a mask");
    window.act(Event::Close(window.session().messages()[0].id));
    export(&mut window, "Mask of A saved");
    fs::write(&path, "notes of somebody").expect("written");
    export(&mut window, "mask.txt was not saved");
    assert_eq!(fs::read(&path).expect("a file"), b"notes of somebody");
    window.click("Save anyway");
    window.wait_until("it is written", |_| fs::read(&path).is_ok_and(|now| now == mask));
}
