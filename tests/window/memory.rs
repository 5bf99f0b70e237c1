//! What the window remembers: its settings, and a copy of the scene in case of a crash.

use std::{
    fs,
    path::{Path, PathBuf},
};

use maskscope::{
    geom::{Cell, Offset},
    session::{Slot, StageAction},
};

use crate::driver::Window;

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(name)
}

/// Moves B and waits until the copy `name` beside the settings tells so.
fn work(window: &mut Window, folder: &Path, name: &str, to: Cell) {
    window.act(StageAction::Place { slot: Slot::B, position: to });
    window.act(StageAction::Settle);
    let (copy, position) = (folder.join(name), format!("\"position\": [{}, {}]", to.x, to.y));
    window.wait_until("a copy is kept", |_| fs::read_to_string(&copy).is_ok_and(|text| text.contains(&position)));
}

#[test]
fn damaged_settings_are_set_aside_and_told_of() {
    let huge = " ".repeat(1 << 20);
    for (damage, reason) in [("{ theme", "settings.json: "), ("", "settings.json: "), (&huge, "1,048,576 bytes")] {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = folder.path().join("settings.json");
        fs::write(folder.path().join("settings-damaged.json"), "an earlier one").expect("written");
        fs::write(&settings, damage).expect("written");
        let mut window = Window::remembering(&settings);
        window.follow();
        assert!(window.says("The settings could not be read"));
        assert!(window.mentions(reason) && window.mentions("It was set aside as "));
        assert!(window.session().stage().both().is_some(), "the window works");

        // Something new to remember.
        work(&mut window, folder.path(), "autosave.scene.json", Cell::new(3, 4));
        window.wait_until("it is written", |_| settings.exists());
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
        assert_eq!(read("settings-damaged2.json"), damage);
        assert_eq!(read("settings-damaged.json"), "an earlier one");
        assert!(read("settings.json").contains("theme"));
    }
}

#[test]
fn settings_that_are_a_folder_are_set_aside() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = folder.path().join("settings.json");
    fs::create_dir(&settings).expect("made");
    fs::write(settings.join("dear.txt"), "mine").expect("written");
    let window = Window::remembering(&settings);
    assert!(window.mentions("it is a directory") && window.mentions("It was set aside as "));
    assert_eq!(fs::read(folder.path().join("settings-damaged.json/dear.txt")).expect("a file"), b"mine");
}

#[test]
fn without_a_place_to_remember_it_works_and_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("config");
    fs::write(&file, "a file where a folder should be").expect("written");
    let mut window = Window::remembering(&file.join("maskscope").join("settings.json"));
    assert!(window.says("No copy of the scene is kept") && window.mentions("A crash would lose it."));
    window.act(StageAction::Place { slot: Slot::B, position: Cell::new(3, 4) });
    window.wait_until("it is told", |window| window.says("The settings could not be written"));
    assert_eq!(window.session().stage().offset(), Some(Offset::new(3, 4)));
    assert_eq!(fs::read(&file).expect("a file"), b"a file where a folder should be");
}

#[test]
fn two_windows_keep_a_copy_each_and_both_are_restored() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = folder.path().join("settings.json");
    let mut first = Window::remembering(&settings);
    let mut second = Window::remembering(&settings);
    work(&mut first, folder.path(), "autosave.scene.json", Cell::new(1, 2));
    work(&mut second, folder.path(), "autosave2.scene.json", Cell::new(3, 4));
    drop((first, second));

    let (first, second) = (Window::remembering(&settings), Window::remembering(&settings));
    for (window, offset) in [(&first, Offset::new(1, 2)), (&second, Offset::new(3, 4))] {
        assert!(window.says("Restored what was open"));
        assert_eq!(window.session().stage().offset(), Some(offset));
    }
    let third = Window::remembering(&settings);
    assert!(!third.says("Restored what was open"), "nothing is restored twice");
}

#[test]
fn opening_images_leaves_what_can_be_restored() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = folder.path().join("settings.json");
    let mut crashed = Window::remembering(&settings);
    work(&mut crashed, folder.path(), "autosave.scene.json", Cell::new(1, 2));
    drop(crashed);

    let mut other = Window::remembering_with_images(&settings, &sample("moon.png"), &sample("star.png"));
    other.wait_until("both are read", |window| window.session().stage().both().is_some());
    work(&mut other, folder.path(), "autosave2.scene.json", Cell::new(5, 6));
    drop(other);
    assert_eq!(Window::remembering(&settings).session().stage().offset(), Some(Offset::new(1, 2)));
}

#[test]
fn a_copy_that_cannot_be_restored_is_set_aside() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = folder.path().join("settings.json");
    let image = folder.path().join("ship.png");
    fs::copy(sample("ship.png"), &image).expect("copied");
    let mut crashed = Window::remembering_with_images(&settings, &image, &sample("rock.png"));
    crashed.wait_until("both are read", |window| window.session().stage().both().is_some());
    work(&mut crashed, folder.path(), "autosave.scene.json", Cell::new(1, 2));
    drop(crashed);
    fs::remove_file(&image).expect("it is there");

    let mut window = Window::remembering(&settings);
    assert!(window.says("What was open last could not be restored"));
    assert!(window.mentions("ship.png: there is no such file") && window.mentions("It was set aside as "));
    assert!(window.session().stage().both().is_some(), "the window works");
    work(&mut window, folder.path(), "autosave.scene.json", Cell::new(7, 8));
    let aside = fs::read_to_string(folder.path().join("autosave.scene-damaged.json")).expect("a file");
    assert!(aside.contains("\"position\": [1, 2]"), "{aside}");
}
