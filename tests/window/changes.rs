//! Files that change, vanish and come back while they are shown.

use std::{
    fs,
    path::{Path, PathBuf},
    thread::sleep,
    time::Duration,
};

use image::{Rgba, RgbaImage};
use maskscope::{
    exports::SCENE,
    session::{Ask, Event, Newer, OpenAs, Slot, StageAction},
};
use maskscope_core::{
    geom::Cell,
    scene::{SolidRule, SolidSource},
};
use tempfile::TempDir;

use crate::driver::Window;

/// Encodes a PNG of 40 × 42 px whose first `solid` pixels are solid.
fn picture(solid: u32) -> Vec<u8> {
    let pixel = |x: u32, y: u32| Rgba([200, 90, 30, if y * 40 + x < solid { 255 } else { 0 }]);
    let mut png = std::io::Cursor::new(Vec::new());
    RgbaImage::from_fn(40, 42, pixel).write_to(&mut png, image::ImageFormat::Png).expect("a picture");
    png.into_inner()
}

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(name)
}

fn solid(window: &Window, slot: Slot) -> u64 {
    window.session().stage().get(slot).map_or(0, |placed| placed.raster().solid_count())
}

/// Opens a window with the file `name` in a folder as A, with 100 solid pixels, and a sample as B.
fn shown(name: &str) -> (TempDir, PathBuf, Window) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    fs::write(&path, picture(100)).expect("written");
    let mut window = Window::with_images(&path, &sample("rock.png"));
    window.wait_until("both are read", |window| window.session().stage().both().is_some());
    (folder, path, window)
}

/// Lets time pass for the window and the disk alike.
fn wait(window: &mut Window, time: Duration) {
    for _ in 0..time.as_millis() / 20 {
        window.harness.step();
        sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_file_that_is_being_written_replaces_nothing_until_it_is_whole() {
    let (_folder, path, mut window) = shown("a.png");
    let new = picture(300);
    for part in [0, 1, new.len() / 3, new.len() / 2, new.len() - 13] {
        fs::write(&path, &new[..part]).expect("written");
        // Longer than both attempts to read take.
        wait(&mut window, Duration::from_millis(800));
        assert_eq!(solid(&window, Slot::A), 100, "after {part} bytes");
        assert!(window.mentions("a.png has changed and can no longer be read"), "after {part} bytes");
        assert!(window.mentions("The picture is kept as it was."), "after {part} bytes");
    }
    fs::write(&path, &new).expect("written");
    window.wait_until("it is whole", |window| solid(window, Slot::A) == 300);
    window.follow();
    assert!(!window.mentions("can no longer be read"), "it can be read");
}

/// Encodes a picture of 512² px with this level of red in every pixel.
fn large(level: u8) -> Vec<u8> {
    let mut png = std::io::Cursor::new(Vec::new());
    let pixel = Rgba([level, 0, 0, 255]);
    RgbaImage::from_pixel(512, 512, pixel).write_to(&mut png, image::ImageFormat::Png).expect("a picture");
    png.into_inner()
}

#[test]
fn a_file_that_is_written_again_and_again_fills_no_memory() {
    const COUNT: u8 = 50;
    let (_folder, path, mut window) = shown("a.png");
    let mut seen = Vec::new();
    for level in 1..=COUNT {
        fs::write(&path, large(level)).expect("written");
        window.wait_until("it is read", |window| {
            let placed = window.session().stage().get(Slot::A);
            placed.is_some_and(|placed| placed.sprite().sheet().pixel(9, 9) == Some([level, 0, 0, 255]))
        });
        window.follow();
        seen.push(std::sync::Arc::downgrade(window.session().stage().get(Slot::A).expect("A").sprite().sheet()));
    }
    let alive = || seen.iter().filter(|picture| picture.strong_count() > 0).count();
    // Of 1 MiB each: the shown one, and 32 MiB of steps to undo. A worker may still hold one for a moment.
    window.wait_until("the others are given up", |_| alive() <= 33);
    assert_eq!(seen[0].strong_count(), 0);
}

#[test]
fn a_file_that_grows_step_by_step_is_read_once_it_is_whole_and_nobody_is_troubled() {
    let (_folder, path, mut window) = shown("a.png");
    let new = picture(300);
    for end in (0..=new.len()).step_by(new.len() / 6) {
        fs::write(&path, &new[..end]).expect("written");
        wait(&mut window, Duration::from_millis(60));
        assert!(!window.mentions("can no longer be read"));
    }
    fs::write(&path, &new).expect("written");
    window.wait_until("it is whole", |window| solid(window, Slot::A) == 300);
    assert!(!window.mentions("can no longer be read"));
}

#[test]
fn a_file_that_comes_back_is_read_again_and_its_loss_no_longer_shown() {
    let (_folder, path, mut window) = shown("a.png");
    fs::remove_file(&path).expect("it is there");
    window.wait_until("the loss is reported", |window| window.mentions("a.png was deleted"));
    assert_eq!(solid(&window, Slot::A), 100);
    fs::write(&path, picture(300)).expect("written");
    window.wait_until("it is read", |window| solid(window, Slot::A) == 300);
    window.follow();
    assert!(!window.mentions("was deleted"));
}

#[test]
fn a_file_that_becomes_something_else_keeps_its_picture() {
    let (folder, path, mut window) = shown("a.png");
    fs::remove_file(&path).expect("it is there");
    fs::create_dir(&path).expect("made");
    window.wait_until("it is reported", |window| window.mentions("It is a directory."));
    fs::remove_dir(&path).expect("it is there");
    fs::write(folder.path().join("text"), "Dear reader").expect("written");
    fs::rename(folder.path().join("text"), &path).expect("moved");
    window.wait_until("it is reported", |window| window.mentions("This is a text file, not an image"));
    assert_eq!(solid(&window, Slot::A), 100);
}

#[test]
fn a_folder_that_is_made_anew_is_watched_as_the_old_one_was() {
    let (folder, path, mut window) = shown("art/sprites/a.png");
    for kept in [folder.path().join("art/sprites"), folder.path().join("art")] {
        fs::remove_dir_all(&kept).expect("it is there");
        window.wait_until("the loss is reported", |window| window.mentions("a.png was deleted"));
        // The missing folder is watched for from above.
        wait(&mut window, Duration::from_millis(400));
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        wait(&mut window, Duration::from_millis(400));
        fs::write(&path, picture(300)).expect("written");
        window.wait_until("it is read", |window| solid(window, Slot::A) == 300);
        fs::write(&path, picture(500)).expect("written");
        window.wait_until("it is read again", |window| solid(window, Slot::A) == 500);
    }
    // All at once, as a build does.
    fs::remove_dir_all(folder.path().join("art")).expect("it is there");
    fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    fs::write(&path, picture(700)).expect("written");
    window.wait_until("it is read", |window| solid(window, Slot::A) == 700);
    fs::write(&path, picture(900)).expect("written");
    window.wait_until("it is read again", |window| solid(window, Slot::A) == 900);
}

#[cfg(unix)]
#[test]
fn what_a_link_leads_to_is_watched() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("art")).expect("made");
    let (real, other) = (folder.path().join("art/real.png"), folder.path().join("art/other.png"));
    fs::write(&real, picture(100)).expect("written");
    fs::write(&other, picture(500)).expect("written");
    let link = folder.path().join("link.png");
    std::os::unix::fs::symlink("art/real.png", &link).expect("a link");
    let mut window = Window::with_images(&link, &sample("rock.png"));
    window.wait_until("both are read", |window| window.session().stage().both().is_some());
    fs::write(&real, picture(300)).expect("written");
    window.wait_until("the edit is seen", |window| solid(window, Slot::A) == 300);

    fs::remove_file(&link).expect("it is there");
    std::os::unix::fs::symlink("art/other.png", &link).expect("a link");
    window.wait_until("the other is shown", |window| solid(window, Slot::A) == 500);
    wait(&mut window, Duration::from_millis(200));
    fs::write(&other, picture(700)).expect("written");
    window.wait_until("the other is watched", |window| solid(window, Slot::A) == 700);
}

#[test]
fn an_image_in_both_places_changes_in_both() {
    let (_folder, path, mut window) = shown("a.png");
    window.open_file(Slot::B, path.clone());
    window.wait_until("it is read", |window| solid(window, Slot::B) == 100);
    fs::write(&path, picture(300)).expect("written");
    window.wait_until("A follows", |window| solid(window, Slot::A) == 300);
    window.wait_until("B follows", |window| solid(window, Slot::B) == 300);
}

#[test]
fn a_mask_image_is_watched_for_both_places() {
    let (folder, path, mut window) = shown("a.png");
    window.open_file(Slot::B, path);
    window.wait_until("it is read", |window| solid(window, Slot::B) == 100);
    let mask = folder.path().join("mask.png");
    fs::write(&mask, picture(200)).expect("written");
    for slot in Slot::ALL {
        window.ask(Ask::Open(OpenAs::MaskImage(slot, None), mask.clone()));
        window.wait_until("it is read", |window| solid(window, slot) == 200);
    }
    fs::write(&mask, picture(400)).expect("written");
    for slot in Slot::ALL {
        window.wait_until("it is read again", |window| solid(window, slot) == 400);
    }
    fs::write(&mask, "no picture").expect("written");
    window.wait_until("it is reported", |window| window.mentions("The solid pixels are unchanged."));
    assert_eq!(Slot::ALL.map(|slot| solid(&window, slot)), [400, 400]);
    assert!(matches!(rule(&window, Slot::A).source, SolidSource::Image(_)));
}

#[test]
fn the_sheet_of_an_atlas_is_watched() {
    let folder = tempfile::tempdir().expect("a folder");
    let (json, sheet) = (folder.path().join("a.json"), folder.path().join("sheet.png"));
    let frame = r#"{"frame": {"x": 0, "y": 0, "w": 40, "h": 40}}"#;
    let atlas = format!(r#"{{"frames": {{"all": {frame}}}, "meta": {{"image": "sheet.png"}}}}"#);
    fs::write(&json, atlas).expect("written");
    fs::write(&sheet, picture(100)).expect("written");
    let mut window = Window::with_images(&json, &sample("rock.png"));
    window.wait_until("both are read", |window| window.session().stage().both().is_some());
    assert_eq!(solid(&window, Slot::A), 100);
    fs::write(&sheet, picture(300)).expect("written");
    window.wait_until("the edit is seen", |window| solid(window, Slot::A) == 300);
    fs::remove_file(&sheet).expect("it is there");
    window.wait_until("the loss is reported", |window| window.mentions("sheet.png was deleted"));
    fs::write(&sheet, picture(500)).expect("written");
    window.wait_until("it is read again", |window| solid(window, Slot::A) == 500);
    window.follow();
    assert!(!window.mentions("sheet.png was deleted"));
}

#[test]
fn an_atlas_whose_sheet_is_missing_is_opened_with_another_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let (json, other) = (folder.path().join("a.json"), folder.path().join("other.png"));
    let frame = r#"{"frame": {"x": 0, "y": 0, "w": 40, "h": 40}}"#;
    let atlas = format!(r#"{{"frames": {{"all": {frame}}}, "meta": {{"image": "sheet.png"}}}}"#);
    fs::write(&json, atlas).expect("written");
    fs::write(&other, picture(300)).expect("written");
    let mut window = Window::paused_at(0);
    window.open_file(Slot::B, json.clone());
    window.wait_until("the sheet is missed", |window| window.shows("Choose its sheet…"));
    window.ask(Ask::Open(OpenAs::Sheet(Slot::B, json.clone()), other.clone()));
    window.wait_until("it is read", |window| solid(window, Slot::B) == 300);
    let shown = window.session().stage().get(Slot::B).expect("a sprite").sprite().path.clone();
    assert_eq!(shown, Some(json));
    window.follow();
    fs::write(&other, picture(500)).expect("written");
    window.wait_until("the edit is seen", |window| solid(window, Slot::B) == 500);
}

fn rule(window: &Window, slot: Slot) -> SolidRule {
    window.session().stage().get(slot).expect("a sprite").sprite().rule().clone()
}

/// Reading takes time, so an earlier request may be answered later.
#[test]
fn what_was_read_for_another_image_is_dropped() {
    let (_folder, path, mut window) = shown("a.png");
    let late = window.session().stage().get(Slot::A).expect("a sprite").sprite().clone();
    window.open_file(Slot::A, sample("moon.png"));
    window.wait_until("it is read", |window| solid(window, Slot::A) != 100);
    window.act(Event::Reloaded(Newer::Image(late.clone())));
    let name = |window: &Window| window.session().stage().get(Slot::A).expect("a sprite").sprite().name.clone();
    assert_eq!(name(&window), "moon.png");
    window.act(StageAction::Undo);
    window.act(Event::Reloaded(Newer::Image(late)));
    assert_eq!(window.session().stage().get(Slot::A).and_then(|it| it.sprite().path.clone()), Some(path));
}

/// Opens a window with the scene in a file of a folder, with B at (`x`, 0).
fn scene_with_b_at(x: i32) -> (TempDir, PathBuf, Window) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pair.scene.json");
    write_scene(&path, x);
    let mut window = Window::paused_at(0);
    window.open_file(Slot::A, path.clone());
    window.wait_until("it is read", |window| window.session().scene_path() == Some(&path));
    window.follow();
    (folder, path, window)
}

fn write_scene(path: &Path, x: i32) {
    let text = format!(
        r#"{{"maskscope": 1, "a": {{"sample": "ship.png"}}, "b": {{"sample": "rock.png", "position": [{x}, 0]}}}}"#
    );
    fs::write(path, text).expect("written");
}

fn b_x(window: &Window) -> f64 {
    window.session().stage().get(Slot::B).expect("B").placement().position.0
}

#[test]
fn a_scene_that_is_changed_elsewhere_is_read_again_and_undo_brings_back_the_old_one() {
    let (_folder, path, mut window) = scene_with_b_at(10);
    assert!(!window.session().has_unsaved_changes());
    write_scene(&path, 20);
    window.wait_until("it is read again", |window| b_x(window) == 20.0);
    window.follow();
    assert!(window.mentions("pair.scene.json was read again"));
    assert!(!window.session().has_unsaved_changes());
    window.act(StageAction::Undo);
    assert_eq!(b_x(&window), 10.0);
}

#[test]
fn with_unsaved_changes_a_scene_that_is_changed_elsewhere_is_offered() {
    let (_folder, path, mut window) = scene_with_b_at(10);
    window.act(StageAction::Nudge { slot: Slot::B, by: Cell::new(1, 0) });
    assert!(window.session().has_unsaved_changes());
    write_scene(&path, 20);
    window.wait_until("it is offered", |window| window.mentions("pair.scene.json has changed on the disk"));
    window.follow();
    window.click("Keep mine");
    assert_eq!(b_x(&window), 11.0);
    assert!(!window.mentions("has changed on the disk"));

    write_scene(&path, 30);
    window.wait_until("it is offered", |window| window.mentions("pair.scene.json has changed on the disk"));
    window.follow();
    window.click("Reload");
    window.wait_until("it is read", |window| b_x(window) == 30.0);
    window.act(StageAction::Undo);
    assert_eq!(b_x(&window), 11.0, "nothing is lost");
}

#[test]
fn a_scene_that_the_window_itself_has_saved_is_not_read_again() {
    let (_folder, path, mut window) = scene_with_b_at(10);
    window.act(StageAction::Nudge { slot: Slot::B, by: Cell::new(1, 0) });
    window.export(&SCENE, path);
    window.wait_until("it is saved", |window| window.shows("Scene saved"));
    assert!(!window.session().has_unsaved_changes());
    window.act(StageAction::Nudge { slot: Slot::B, by: Cell::new(1, 0) });
    wait(&mut window, Duration::from_millis(1_200));
    assert!(!window.mentions("has changed on the disk") && !window.mentions("was read again"));
    assert_eq!(b_x(&window), 12.0);
}
