//! The settings, which the window remembers from one start to the next.

use std::fs;

use maskscope::session::{Slot, StageAction};
use maskscope_core::geom::{Cell, Offset};

use crate::{dice::Dice, driver::Window};

#[test]
fn damaged_settings_are_set_aside_and_reported() {
    let huge = " ".repeat(1 << 20);
    for (damage, reason) in [("{ theme", "settings.json: "), ("", "settings.json: "), (&huge, "1,048,576 bytes")] {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = folder.path().join("settings.json");
        fs::write(folder.path().join("settings-damaged.json"), "an earlier one").expect("written");
        fs::write(&settings, damage).expect("written");
        let mut window = Window::remembering(&settings);
        window.follow();
        assert!(window.shows("The settings could not be read"));
        assert!(window.mentions(reason) && window.mentions("It was set aside as "));
        assert!(window.session().stage().both().is_some(), "the window works");

        // A change that has to be remembered.
        window.act(StageAction::Place { slot: Slot::B, position: Cell::new(3, 4) });
        window.wait_until("it is written", |_| settings.exists());
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
        assert_eq!(read("settings-damaged2.json"), damage);
        assert_eq!(read("settings-damaged.json"), "an earlier one");
        assert!(read("settings.json").contains("theme"));
    }
}

/// Settings that are cut off, or with some changed bits, are read or set aside as they are.
#[test]
fn settings_with_changed_bits_are_read_or_set_aside_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = folder.path().join("settings.json");
    let mut window = Window::remembering(&settings);
    window.act(StageAction::Place { slot: Slot::B, position: Cell::new(3, 4) });
    window.wait_until("it is written", |_| settings.exists());
    let whole = fs::read(&settings).expect("a file");

    let mut dice = Dice::new(8);
    for round in 0..16 {
        let folder = tempfile::tempdir().expect("a folder");
        let (settings, aside) = (folder.path().join("settings.json"), folder.path().join("settings-damaged.json"));
        let mut damage = whole.clone();
        if round % 4 == 0 {
            damage.truncate(dice.below(whole.len()));
        }
        for _ in 0..dice.below(4) {
            let at = dice.below(whole.len());
            damage.get_mut(at).into_iter().for_each(|byte| *byte ^= 1 << dice.below(8));
        }
        fs::write(&settings, &damage).expect("written");
        let mut window = Window::remembering(&settings);
        window.follow();
        assert!(window.session().stage().both().is_some(), "the window works");
        assert_eq!(window.shows("The settings could not be read"), aside.exists(), "{}", damage.escape_ascii());
        if aside.exists() {
            assert_eq!(fs::read(&aside).expect("a file"), damage);
        }
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
    let title = "No copy of your work is kept";
    window.wait_until("it is reported", |window| window.shows(title));
    assert!(window.mentions("config/maskscope/copies: ") && window.mentions("a crash would lose what is in no file."));
    window.act(StageAction::Place { slot: Slot::B, position: Cell::new(3, 4) });
    window.wait_until("it is reported", |window| window.shows("The settings could not be written"));
    assert_eq!(window.session().stage().offset(), Some(Offset::new(3, 4)));
    assert_eq!(fs::read(&file).expect("a file"), b"a file where a folder should be");
}
