//! Files that are opened and written: by path, by drop, and unreadable ones.

use std::{
    fs,
    path::{Path, PathBuf},
};

use egui::{Key, Modifiers, PointerButton, Role, pos2, vec2};
use egui_kittest::kittest::Queryable as _;
use maskscope::{
    exports::{
        ExportRef, FRAME_MASKS_OF_A, MASK_OF_A, MASK_OF_B, OVERLAP, SCENE, SCENE_WITH_MASKS, TABLE, VIEW, VISIT_ORDER,
    },
    session::{Event, MessageKind, PlaybackAction, Slot, StageAction, Tab, ViewAction},
};
use maskscope_core::{
    choice::Choice as _,
    geom::{Cell, Offset},
};

use crate::driver::Window;

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(name)
}

fn name(window: &Window, slot: Slot) -> &str {
    window.session().stage().get(slot).map_or("", |placed| placed.sprite().name.as_str())
}

/// Types a path into the popup of a sprite.
fn open_by_path(window: &mut Window, slot: Slot, path: &Path) {
    window.choose(&format!("Menu of {}", slot.letter()), &format!("Open {} by path…", slot.letter()));
    window.harness.get_by_label("File path").type_text(path.to_str().expect("UTF-8"));
    window.follow();
    window.click("Open");
}

#[test]
fn a_path_that_leads_to_its_file_closes_the_errors_of_those_before() {
    let mut window = Window::paused_at(499);
    open_by_path(&mut window, Slot::B, Path::new("/nowhere/at-all.png"));
    window.wait_until("it says so", |window| window.mentions("could not be opened"));
    window.key(Key::Escape);
    open_by_path(&mut window, Slot::B, &sample("star.png"));
    window.wait_until("it is read", |window| name(window, Slot::B) == "star.png");
    window.follow();
    assert!(window.session().messages().is_empty(), "{:?}", window.session().messages());
}

/// A window with an image of four layers as A.
fn with_torch() -> Window {
    let mut window = Window::paused_at(499);
    open_by_path(&mut window, Slot::A, &sample("torch.aseprite"));
    window.wait_until("it is read", |window| name(window, Slot::A) == "torch.aseprite");
    window.follow();
    window
}

/// The number of solid pixels of A.
fn solid(window: &Window) -> Option<u64> {
    window.session().stage().get(Slot::A).map(|placed| placed.sprite().mask().count())
}

#[test]
fn layers_of_a_file_are_hidden_and_shown() {
    let mut window = with_torch();
    let whole = solid(&window);
    window.click("Layers of A: 3 of 4");
    window.click("glow");
    window.wait_until("the glow is hidden", |window| solid(window) < whole);
    window.follow();
    assert!(window.shows("Layers of A: 2 of 4"));
    let hidden = solid(&window);
    window.click("as in the file");
    window.wait_until("it is shown again", |window| solid(window) == whole);
    window.act(StageAction::Undo);
    assert_eq!(solid(&window), hidden);
    window.act(StageAction::Undo);
    assert_eq!((solid(&window), name(&window, Slot::A)), (whole, "torch.aseprite"));
}

#[test]
fn a_layer_of_a_file_is_its_mask() {
    let mut window = with_torch();
    let whole = solid(&window);
    window.click("Levels of A: alpha");
    window.click("layer flame");
    window.wait_until("the flame alone is solid", |window| solid(window) < whole);
    window.follow();
    assert!(window.shows("Levels of A: layer"));
    window.act(StageAction::Undo);
    assert_eq!(solid(&window), whole);
}

#[test]
fn an_export_is_written_in_the_format_that_was_chosen() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    let mut window = Window::paused_at(499);
    for (format, typed, written) in [
        ("py", "mask", "mask.py"),
        // A full stop in a name is no extension.
        ("py", "mask.v2", "mask.v2.py"),
        // Whoever types another extension means it.
        ("py", "mask.txt", "mask.txt"),
    ] {
        window.choose("Find", "Export mask of A…");
        window.harness.get_by_role_and_label(Role::TextInput, "Filter").type_text(format);
        window.follow();
        window.key(Key::Enter);
        window.wait_until("a path is asked for", |window| window.shows("File path"));
        window.click("File path");
        window.key_with(Modifiers::COMMAND, Key::A);
        window.harness.get_by_label("File path").type_text(file(typed).to_str().expect("UTF-8"));
        window.key(Key::Enter);
        window.wait_until("it is written", |window| window.mentions(&format!("{written}: ")));
        let text = fs::read(file(written)).expect("it is there");
        assert_eq!(text.starts_with(b"\"\"\""), written.ends_with(".py"), "{written}");
        assert!(!text.starts_with(b"\x89PNG"), "{written}");
    }
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 3);
}

#[test]
fn images_are_opened_by_argument() {
    let mut window = Window::with_images(&sample("rock.png"), &sample("laser.png"));
    window.wait_until("both are read", |window| window.session().stage().both().is_some());
    window.act(PlaybackAction::Last);
    assert_eq!((name(&window, Slot::A), name(&window, Slot::B)), ("rock.png", "laser.png"));
    assert_eq!(window.session().stage().offset(), Some(Offset::new(32, 18)), "the boxes overlap by a third");
}

#[test]
fn an_image_is_opened_by_its_path() {
    let mut window = Window::paused_at(499);
    open_by_path(&mut window, Slot::B, &sample("star.png"));
    window.wait_until("it is read", |window| name(window, Slot::B) == "star.png");
    assert!(window.shows("star.png"));
    assert_eq!(window.session().stage().offset(), Some(Offset::new(10, -17)), "it takes the position of the old one");
}

#[test]
fn what_cannot_be_read_is_named_and_the_old_picture_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = folder.path().join("text.png");
    fs::write(&text, "not a picture").expect("written");
    let nothing = folder.path().join("empty.png");
    fs::write(&nothing, "").expect("written");
    let directory = folder.path().join("folder.png");
    fs::create_dir(&directory).expect("made");

    for path in [folder.path().join("missing.png"), text, directory, nothing] {
        let mut window = Window::paused_at(499);
        open_by_path(&mut window, Slot::A, &path);
        let title = format!("{} could not be opened", path.file_name().expect("a name").to_string_lossy());
        window.wait_until(&title, |window| window.mentions(&title));
        assert_eq!(window.harness.query_all_by_label_contains(&title).count(), 1, "it is said once");
        assert!(window.mentions("The old picture is kept."));
        assert_eq!(name(&window, Slot::A), "ship.png");
        assert!(window.shows("Masks overlap: 13 of 720 px, 1.8 %"));
        assert!(window.shows("File path"), "what was typed stays");
        window.key(Key::Escape);
        assert!(!window.mentions(&title) && window.session().messages().is_empty());
    }
}

#[test]
fn files_are_dropped_as_a_on_the_left_half_and_as_b_on_the_right() {
    let mut window = Window::paused_at(499);
    for (x, slot, file) in [(300.0, Slot::A, "moon.png"), (900.0, Slot::B, "star.png")] {
        window.point_at(pos2(x, 400.0));
        window.drop_files([sample(file)]);
        window.wait_until("it is read", |window| name(window, slot) == file);
    }
    assert_eq!((name(&window, Slot::A), name(&window, Slot::B)), ("moon.png", "star.png"));
}

#[test]
fn two_files_dropped_at_once_become_a_and_b() {
    let mut window = Window::paused_at(499);
    window.drop_files([sample("coin.png"), sample("gem.png")]);
    window.wait_until("both are read", |window| {
        (name(window, Slot::A), name(window, Slot::B)) == ("coin.png", "gem.png")
    });
}

/// Beside a scene, images that it names are opened with it; of others, as of files that are too many, a message says so.
#[test]
fn of_several_dropped_files_none_is_left_out_in_silence() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    for file in ["bee.png", "gem.png", "fish.png"] {
        fs::copy(sample(file), path(file)).expect("copied");
    }
    let scene = r#"{"maskscope": 1, "a": {"image": "bee.png"}, "b": {"image": "./gem.png", "position": [3, 2]}}"#;
    fs::write(path("pair.scene.json"), scene).expect("written");
    let dropped = |names: &[&str]| {
        let mut window = Window::paused_at(0);
        window.drop_files(names.iter().map(|name| path(name)));
        window.wait_until("they are read", |window| {
            (name(window, Slot::A), name(window, Slot::B)) == ("bee.png", "gem.png")
        });
        window.follow();
        window
    };
    assert!(!dropped(&["gem.png", "pair.scene.json", "bee.png"]).mentions("left out"));
    let window = dropped(&["fish.png", "gem.png", "pair.scene.json", "bee.png"]);
    assert!(window.shows("1 file left out") && window.mentions("Left out: fish.png."));
}

const QUESTION: &str = "How should these files open?";

/// Of three images and more, a question says which are left out as a pair, before anything is opened.
#[test]
fn of_several_dropped_images_two_become_a_and_b_once_that_is_chosen() {
    let mut window = Window::paused_at(499);
    window.drop_files(["coin.png", "gem.png", "fish.png", "bee.png"].map(sample));
    window.wait_until("it is asked", |window| window.shows(QUESTION));
    assert!(window.mentions("fish.png and bee.png are left out"));
    assert_eq!((name(&window, Slot::A), name(&window, Slot::B)), ("ship.png", "rock.png"));
    window.click("As A and B");
    window.wait_until("both are read", |window| {
        (name(window, Slot::A), name(window, Slot::B)) == ("coin.png", "gem.png")
    });
    assert!(!window.shows(QUESTION));
}

/// Numbered files, even two, can be the frames of the sprite that they are dropped on, in the order of their numbers.
#[test]
fn numbered_files_become_the_frames_of_one_sprite() {
    let folder = tempfile::tempdir().expect("a folder");
    let numbers = [10, 9, 1];
    let files = numbers.map(|number| folder.path().join(format!("run_{number}.txt")));
    for (file, mask) in files.iter().zip(["#.\n..\n", ".#\n..\n", "..\n##\n"]) {
        fs::write(file, mask).expect("written");
    }
    for (count, names) in [(3, &["run_1.txt", "run_9.txt", "run_10.txt"][..]), (2, &["run_9.txt", "run_10.txt"])] {
        let mut window = Window::paused_at(0);
        window.point_at(pos2(640.0 + 200.0, 300.0));
        window.drop_files(files[..count].iter().cloned());
        window.wait_until("it is asked", |window| window.shows(QUESTION));
        assert!(window.mentions(&format!("one sprite of {count} frames")));
        window.click("As frames of B");
        window.wait_until("they are read", |window| name(window, Slot::B) == "run");
        assert_eq!(name(&window, Slot::A), "ship.png");
        let sprite = window.session().stage().get(Slot::B).expect("it is open").sprite();
        let frames: Vec<_> = sprite.frames().all().iter().map(|frame| &*frame.name).collect();
        assert_eq!(frames, names);
    }
}

#[test]
fn a_frame_of_another_size_is_named_and_nothing_is_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = ["run_1.txt", "run_2.txt"].map(|name| folder.path().join(name));
    for (file, mask) in files.iter().zip(["##\n##\n", "###\n###\n"]) {
        fs::write(file, mask).expect("written");
    }
    let mut window = Window::paused_at(0);
    window.point_at(pos2(300.0, 300.0));
    window.drop_files(files);
    window.wait_until("it is asked", |window| window.shows(QUESTION));
    window.click("As frames of A");
    window.wait_until("it is reported", |window| window.shows("run_2.txt could not be opened"));
    assert!(window.mentions("It is 3 × 2 px, but run_1.txt is 2 × 2 px"));
    assert_eq!(name(&window, Slot::A), "ship.png");
}

#[test]
fn orders_and_tables_are_written_by_the_format_of_their_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = Window::paused_at(499);
    let exports: [(ExportRef, _, _); 5] = [
        (&VISIT_ORDER, "order.svg", "<svg"),
        (&VISIT_ORDER, "order.gif", "GIF89a"),
        (&VISIT_ORDER, "order.json", r#"{"maskscope_answer":1,"scan":"rows""#),
        (&TABLE, "table.csv", "scan,exact,hit"),
        (&TABLE, "table.json", r#"{"scans":["#),
    ];
    for (export, file, begins) in exports {
        let path = folder.path().join(file);
        window.export(export, path.clone());
        window.wait_until(file, |window| window.mentions(&format!("{file}: ")) && path.exists());
        let written = fs::read(&path).expect("a file");
        assert!(written.starts_with(begins.as_bytes()), "{file}");
    }
    window.export(&TABLE, folder.path().join("table.xyz"));
    window.wait_until("it fails", |window| window.shows("table.xyz was not written"));
}

#[test]
fn an_exported_mask_has_the_pixels_of_the_sprite() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = Window::paused_at(499);
    let grip = window.pixel(Slot::B, 24, 20);
    window.drag(grip, grip, PointerButton::Primary);
    let sprite = window.session().stage().get(Slot::A).expect("a sprite").sprite();
    let (of_a, solid_of_a) = ((sprite.size().width, sprite.size().height), sprite.solid_count());
    let exports: [(ExportRef, _, _, _, _); 2] = [
        (&MASK_OF_A, "a.png", "Mask of A saved", of_a, solid_of_a),
        (&OVERLAP, "both.png", "Overlap mask saved", (30, 24), 13),
    ];
    for (choice, file, message, size, solid) in exports {
        let path = folder.path().join(file);
        window.export(choice, path.clone());
        window.wait_until(message, |window| window.shows(message));
        let written = image::open(&path).expect("a picture").into_luma8();
        let white = written.pixels().filter(|pixel| pixel.0 == [255]).count() as u64;
        assert_eq!((written.dimensions(), white), (size, solid), "{file}");
    }
    let nowhere = folder.path().join("no such folder").join("a.png");
    window.export(&OVERLAP, nowhere);
    window.wait_until("it fails", |window| window.shows("a.png was not written"));
}

/// Every export of a mask, by each of its endings.
#[test]
fn an_exported_mask_is_opened_with_the_same_bits() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = Window::paused_at(499);
    let mask = window.session().stage().get(Slot::A).expect("a sprite").sprite().mask().mask().clone();
    for (n, ending) in ["png", "pbm", "txt", "json"].into_iter().enumerate() {
        let file = format!("again.{ending}");
        let path = folder.path().join(&file);
        window.export(&MASK_OF_A, path.clone());
        window.wait_until("it is written", |_| path.exists());
        if n % 2 == 0 {
            window.point_at(pos2(900.0, 400.0));
            window.drop_files([path]);
        } else {
            open_by_path(&mut window, Slot::B, &path);
        }
        window.wait_until("it is read", |window| name(window, Slot::B) == file);
        let sprite = window.session().stage().get(Slot::B).expect("a sprite").sprite();
        assert_eq!(*sprite.mask().mask(), mask, "{file}");
    }
}

fn exports() -> [(ExportRef, &'static str); 10] {
    [
        (&MASK_OF_A, "png"),
        (&MASK_OF_B, "rs"),
        (&OVERLAP, "pbm"),
        (&VISIT_ORDER, "gif"),
        (&VISIT_ORDER, "svg"),
        (&TABLE, "csv"),
        (&VIEW, "png"),
        (&FRAME_MASKS_OF_A, "png"),
        (&SCENE, "json"),
        (&SCENE_WITH_MASKS, "json"),
    ]
}

/// Closes a message. A new one takes a frame to find its place.
fn close_message(window: &mut Window) {
    window.follow();
    window.click("Close the message");
}

#[test]
fn an_export_that_fails_says_why_and_leaves_what_was_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = Window::paused_at(499);
    for (export, ending) in exports() {
        // The masks of all frames have numbers in their names.
        let number = if *export == FRAME_MASKS_OF_A { "0" } else { "" };
        let target = folder.path().join(format!("folder.{ending}"));
        fs::create_dir(folder.path().join(format!("folder{number}.{ending}"))).expect("made");
        window.export(export, target);
        let title = format!("folder{number}.{ending} was not written");
        window.wait_until(&title, |window| window.shows(&title));
        assert!(window.mentions("It is a directory"), "{export:?}");
        close_message(&mut window);

        let missing = folder.path().join("missing").join(format!("m.{ending}"));
        window.export(export, missing);
        let title = format!("m{number}.{ending} was not written");
        window.wait_until(&title, |window| window.shows(&title));
        assert!(window.mentions("there is no folder"), "{export:?}");
        close_message(&mut window);
        fs::remove_dir(folder.path().join(format!("folder{number}.{ending}"))).expect("still an empty folder");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    assert!(window.shows("Masks overlap: 13 of 720 px, 1.8 %"), "the scene is as it was");
}

#[test]
fn without_an_overlap_one_message_says_why_no_mask_of_it_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = Window::paused_at(0);
    window.act(StageAction::Place { slot: Slot::B, position: Cell::new(300, 1) });
    window.export(&OVERLAP, folder.path().join("out.txt"));
    assert_eq!(window.session().messages().len(), 1);
    assert!(window.shows("Nothing to export"));
    assert!(window.mentions("The boxes do not overlap, so there is no overlap mask."));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn frames_that_stop_half_way_say_how_far_they_came() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = Window::with_images(&sample("spinner.gif"), &sample("rock.png"));
    window.wait_until("both are read", |window| window.session().stage().both().is_some());
    fs::create_dir(folder.path().join("w2.txt")).expect("made");
    window.export(&FRAME_MASKS_OF_A, folder.path().join("w.txt"));
    window.wait_until("it fails", |window| window.shows("w2.txt was not written"));
    assert!(window.mentions("of 8 files those from ") && window.mentions("w1.txt were written"));
    assert!(!window.mentions("Nothing was changed"), "two files were");
}

/// Each export has a thread, but the files are written in the order of the requests.
#[test]
fn of_two_savings_the_later_one_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("my.scene.json");
    let mut window = Window::paused_at(0);
    for round in 0..20 {
        for x in [round, 100 + round] {
            window.act(StageAction::Place { slot: Slot::B, position: Cell::new(x, 0) });
            window.export(if x == round { &SCENE_WITH_MASKS } else { &SCENE }, path.clone());
        }
        window.wait_until("both are written", |_| {
            fs::read_to_string(&path).is_ok_and(|text| text.contains(&format!("\"position\": [{}, 0]", 100 + round)))
        });
    }
}

/// A dropped file opens as the sprite of the half of the view that it falls on, in any tab.
#[test]
fn a_file_is_dropped_on_any_tab() {
    let folder = tempfile::tempdir().expect("a folder");
    for &tab in Tab::ALL {
        let file = folder.path().join(format!("{tab:?}.txt"));
        fs::write(&file, "##\n##\n").expect("written");
        let mut window = Window::paused_at(0);
        window.act(ViewAction::Show(tab));
        window.point_at(pos2(640.0 + 200.0, 300.0));
        window.drop_files([file]);
        let expected = format!("{tab:?}.txt");
        window.wait_until("it is opened", |window| name(window, Slot::B) == expected);
        assert_eq!(name(&window, Slot::A), "ship.png");
    }
}

/// Dropping a text file names the supported formats, keeps the present sprites, and leads to the dialog.
#[test]
fn a_text_file_that_is_dropped_names_the_formats_and_offers_another() {
    let folder = tempfile::tempdir().expect("a folder");
    for (file, text) in [("notes.md", "Dear reader"), ("notes.txt", "Dear reader."), ("main.rs", "fn main() {}\n")] {
        let notes = folder.path().join(file);
        fs::write(&notes, text).expect("written");
        let mut window = Window::paused_at(0);
        let right_half = window.harness.get_by_label("Canvas").rect().right_center() - vec2(40.0, 0.0);
        window.point_at(right_half);
        window.drop_files([notes]);
        window.wait_until("it is reported", |window| window.shows(&format!("{file} could not be opened")));
        assert!(window.mentions("PNG, GIF, WebP") && window.mentions("The old picture is kept."), "{file}");
        assert_eq!(name(&window, Slot::B), "rock.png");
        assert!(!window.mentions("Drag a sprite"), "there is no hint beside an error");
        window.click("Open B…");
        window.wait_until("a file is asked for", |window| window.shows("Open B by path"));
    }
}

/// Messages that come or go do not move a button, least of all one that is held down.
#[test]
fn messages_stay_where_they_are_while_one_is_pressed() {
    let mut window = Window::paused_at(0);
    let fail = |title: &str| Event::Failed { title: title.to_owned(), detail: "Why.".to_owned() };
    let left = |window: &Window| match window.session().messages()[0].kind {
        MessageKind::Done { seconds_left } => seconds_left,
        _ => 0.0,
    };
    let place = |window: &Window, title: &str| window.harness.get_by_label(title).rect();
    window.act(Event::Done { title: "Saved".to_owned(), detail: "a.png".to_owned() });
    window.act(fail("First"));
    window.follow();
    let first = place(&window, "First");
    window.act(fail("Second"));
    window.follow();
    assert_eq!(place(&window, "First"), first, "a new message moves nothing");
    let second = place(&window, "Second");
    let closes = window.harness.query_all_by_label("Close the message").map(|button| button.rect());
    let close = closes
        .min_by(|one, other| {
            (one.center().y - second.center().y).abs().total_cmp(&(other.center().y - second.center().y).abs())
        })
        .expect("a button")
        .center();
    // While the button is held, the message at the bottom times out.
    while window.session().messages().len() == 3 && left(&window) > 0.3 {
        window.harness.step();
    }
    window.press(close, PointerButton::Primary);
    window.harness.run_steps(20);
    assert!(
        window.session().messages().len() == 2 && window.shows("Saved"),
        "it has ended, but is still on the screen"
    );
    window.act(fail("Third"));
    assert_eq!(place(&window, "Second"), second);
    window.release(close, PointerButton::Primary);
    window.follow();
    let titles: Vec<_> = window.session().messages().iter().map(|message| message.title.clone()).collect();
    assert_eq!(titles, ["First", "Third"]);
    assert!(!window.shows("Saved") && window.shows("Third"));
}

#[test]
fn the_first_of_numbered_files_offers_the_others_as_frames() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = ["walk_01.txt", "walk_02.txt", "walk_03.txt"].map(|name| folder.path().join(name));
    for (file, mask) in files.iter().zip(["#.\n..\n", ".#\n..\n", "..\n##\n"]) {
        fs::write(file, mask).expect("written");
    }
    let mut window = Window::paused_at(0);
    window.open_file(Slot::A, files[0].clone());
    window.wait_until("it is offered", |window| window.shows("walk_01.txt to walk_03.txt are numbered on"));
    assert_eq!(name(&window, Slot::A), "walk_01.txt");
    window.click("As frames of A");
    window.wait_until("they are read", |window| name(window, Slot::A) == "walk");
    let sprite = window.session().stage().get(Slot::A).expect("it is open").sprite();
    assert_eq!(sprite.frames().all().len(), 3);
    window.open_file(Slot::B, files[1].clone());
    window.wait_until("it is read", |window| name(window, Slot::B) == "walk_02.txt");
    assert!(!window.mentions("are numbered on"), "it is not the first");
}
