//! Links pasted into the window.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    thread::sleep,
    time::Duration,
};

use base64::{Engine as _, engine::general_purpose};
use egui::{Event, Key, Modifiers, OutputCommand, Role};
use egui_kittest::kittest::Queryable as _;
use flate2::{Compression, write::ZlibEncoder};
use maskscope::{
    exports::{SCENE, SCENE_WITH_ART},
    files::{Limits, Link, load_scene, read_link, sample_pairs},
    session::{MessageKind, Slot, StageAction},
};
use maskscope_core::geom::Cell;
use serde_json::{Value, json};

use crate::driver::Window;

fn link_of(scene: &Value) -> String {
    let mut packing = ZlibEncoder::new(Vec::new(), Compression::best());
    packing.write_all(scene.to_string().as_bytes()).expect("in memory");
    format!("#scene={}", general_purpose::URL_SAFE_NO_PAD.encode(packing.finish().expect("in memory")))
}

/// A scene with an embedded fish, and with B at x.
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
    assert_eq!(window.session().watched_files(), Vec::<PathBuf>::new());
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
    assert_eq!(window.session().lessons().open().map(|open| &*open.lesson.name), Some("row-by-row"));
    let mut window = Window::paused_at(0);
    let pair = &sample_pairs()[4];
    paste(&mut window, &format!("#sample={}", pair.name));
    window.wait_until("the pair is open", |window| names(window) == [pair.a.clone(), pair.b.clone()]);
}

#[test]
fn what_cannot_be_opened_is_reported_and_what_was_there_stays() {
    let mut window = Window::paused_at(0);
    let (before, link) = (names(&window), link_of(&scene(7)));
    let mut by_file = scene(7);
    by_file["b"] = json!({ "image": "/etc/passwd" });
    for (text, why) in [
        (&link[..200], "Its end is missing: some programs cut long addresses. What was there is kept."),
        ("#lesson=none", "There is no lesson 'none'; there are boxes-lie, "),
        ("https://example.org/", "There is no #scene=, #lesson= or #sample= in it. What was there is kept."),
        (&link_of(&by_file), "image of b is '/etc/passwd', and what comes by a link reads no files: "),
    ] {
        paste(&mut window, text);
        let has_message = |window: &Window| {
            let messages = window.session().messages();
            messages.iter().any(|it| it.title == "The link could not be opened" && it.detail.contains(why))
        };
        window.wait_until("it is refused", has_message);
    }
    paste(&mut window, " \n");
    assert_eq!((names(&window), window.session().messages().len()), (before, 4));
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

/// Copies a link by the menu; returns it, or `None` if it is too long.
fn copied(window: &mut Window) -> Option<String> {
    let last_message = |window: &Window| window.session().messages().last().map(|message| message.id);
    let before = last_message(window);
    window.harness.get_by_role_and_label(Role::Button, "Scene").click();
    window.follow();
    window.harness.get_by_label("Copy link").click();
    let mut link = None;
    for _ in 0..5_000 {
        window.harness.step();
        let commands = &window.harness.output().platform_output.commands;
        link = link.or_else(|| {
            commands.iter().find_map(|command| match command {
                OutputCommand::CopyText(text) => Some(text.clone()),
                _ => None,
            })
        });
        // A message follows either way.
        if last_message(window) > before {
            return link;
        }
        sleep(Duration::from_millis(1));
    }
    panic!("there is neither a link nor a message");
}

#[test]
fn a_link_leads_to_the_page_that_was_named() {
    let mut window = Window::paused_at(0);
    assert!(copied(&mut window).expect("it is short").starts_with("#scene="), "at first there is no address");
    window.choose("Scene", "Page for links…");
    window.harness.event(Event::Text("example.org/#lesson=boxes-lie".to_owned()));
    window.follow();
    window.key(Key::Enter);
    assert!(window.shows("An address begins with https:// or http://, and has no spaces."), "it stays open");
    window.key_with(Modifiers::COMMAND, Key::A);
    window.harness.event(Event::Text("https://example.org/play/#lesson=boxes-lie".to_owned()));
    window.follow();
    window.key(Key::Enter);
    assert!(!window.shows("Address of the page"));
    let link = copied(&mut window).expect("it is short");
    assert!(link.starts_with("https://example.org/play/#scene="), "{link}");
}

fn last_message(window: &Window) -> (String, String, MessageKind) {
    let message = window.session().messages().last().expect("a message");
    (message.title.clone(), message.detail.clone(), message.kind)
}

/// Writes a picture of noise to a file; a link to it cannot be short.
fn noise(folder: &Path, side: u32) -> PathBuf {
    let path = folder.join(format!("{side}.png"));
    let mut state = 1_u32;
    let mut byte = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    };
    image::RgbaImage::from_fn(side, side, |_, _| image::Rgba([byte(), byte(), byte(), 255]))
        .save(&path)
        .expect("a file");
    path
}

#[test]
fn what_is_copied_opens_the_same_scene_in_another_window() {
    let folder = tempfile::tempdir().expect("a folder");
    let ship = folder.path().join("own.png");
    let fish = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/fish.png");
    image::open(fish).expect("an image").flipv().save(&ship).expect("a file");
    let mut window = Window::with_images(&ship, &noise(folder.path(), 9));
    window.wait_until("both are read", |window| window.session().stage().both().is_some());
    window.act(StageAction::Nudge { slot: Slot::B, by: Cell::new(5, 3) });
    window.act(StageAction::Settle);
    let link = copied(&mut window).expect("a link");
    let (title, detail, kind) = last_message(&window);
    assert!(matches!(kind, MessageKind::Done { .. }) && title == "Link copied", "{title}");
    assert!(detail.starts_with("It is ") && link.starts_with("#scene=") && link.len() < 2_000, "{detail}");
    drop(folder);
    let mut other = Window::paused_at(0);
    paste(&mut other, &link);
    other.wait_until("it is open", |other| names(other) == ["own.png", "9.png"]);
    let stages = [&window, &other].map(|window| window.session().stage().both().expect("two sprites"));
    let [(a, b), (another_a, another_b)] = stages;
    for (one, other) in [(a, another_a), (b, another_b)] {
        assert_eq!(one.position(), other.position());
        assert!(one.sprite().picture().rgba() == other.sprite().picture().rgba());
        assert!(one.sprite().mask().mask() == other.sprite().mask().mask());
    }
    // Copying it once more does not make it longer.
    let again = copied(&mut other).expect("a link");
    assert!(again.len() <= link.len() + 16, "{} characters, and then {}", link.len(), again.len());
    assert_eq!(window.session().stage().offset(), other.session().stage().offset());
}

#[test]
fn a_link_that_some_programs_cut_is_copied_with_a_warning_and_a_longer_one_is_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    for (side, title) in [(48, "Link copied, but it is long"), (96, "The scene is too large for a link")] {
        let path = noise(folder.path(), side);
        let mut window = Window::with_images(&path, &path);
        window.wait_until("both are read", |window| window.session().stage().both().is_some());
        let link = copied(&mut window);
        let (shown, detail, kind) = last_message(&window);
        assert_eq!((shown.as_str(), kind), (title, MessageKind::Question), "{detail}");
        assert_eq!(link.is_some(), side == 48, "{detail}");
        if let Some(link) = link {
            assert!((8_001..=32_000).contains(&link.len()), "{} characters", link.len());
            assert!(matches!(read_link(&link, &Limits::default()), Ok(Link::Scene(_))));
        }
        // Copying again does not pile up messages.
        let count = window.session().messages().len();
        copied(&mut window);
        assert_eq!(window.session().messages().len(), count);
        window.follow();
        assert!(window.shows("Save with art inside…"));
    }
}

#[test]
fn links_lead_to_the_page_that_the_settings_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = folder.path().join("settings.json");
    for (page, beginning) in [
        ("", "#scene="),
        ("https://example.org/maskscope/", "https://example.org/maskscope/#scene="),
        (" https://example.org/it.html#top ", "https://example.org/it.html#scene="),
    ] {
        fs::write(&settings, json!({ "page": page }).to_string()).expect("a file");
        let mut window = Window::remembering(&settings);
        window.follow();
        let link = copied(&mut window).expect("a link");
        assert!(link.starts_with(beginning), "{link}");
        assert!(matches!(read_link(&link, &Limits::default()), Ok(Link::Scene(_))));
    }
}

#[test]
fn a_scene_with_its_art_is_saved_and_goes_on_being_saved_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let picture = noise(folder.path(), 12);
    let mut window = Window::with_images(&picture, &picture);
    window.wait_until("both are read", |window| window.session().stage().both().is_some());
    window.act(StageAction::Place { slot: Slot::B, position: Cell::new(5, 3) });
    window.act(StageAction::Settle);
    let path = folder.path().join("it.scene.json");
    window.export(&SCENE_WITH_ART, path.clone());
    window.wait_until("it is saved", |window| window.session().scene_path() == Some(&*path));
    assert!(!window.session().has_unsaved_changes());
    let is_inside = || fs::read_to_string(&path).expect("a file").matches("data:image/png;base64,").count() == 2;
    assert!(is_inside());
    window.act(StageAction::Nudge { slot: Slot::B, by: Cell::new(1, 0) });
    window.act(StageAction::Settle);
    assert!(window.session().has_unsaved_changes());
    window.key_with(Modifiers::COMMAND, Key::S);
    window.wait_until("it is saved again", |window| !window.session().has_unsaved_changes());
    let x = |path: &Path| load_scene(path, &Limits::default()).expect("a scene").sprites[1].placement.position.0;
    assert!(is_inside() && x(&path) == 6.0, "Ctrl S leaves the images inside");
    // A scene that is opened again is saved with its images, too.
    let mut again = Window::paused_at(0);
    again.open_file(Slot::A, path.clone());
    again.wait_until("it is read", |window| window.session().scene_path() == Some(&*path));
    again.act(StageAction::Nudge { slot: Slot::B, by: Cell::new(1, 0) });
    again.act(StageAction::Settle);
    again.key_with(Modifiers::COMMAND, Key::S);
    again.wait_until("it is saved", |window| !window.session().has_unsaved_changes());
    assert!(is_inside() && x(&path) == 7.0);
    // Saved as usual, a scene that came with its images keeps them.
    let other = folder.path().join("other.scene.json");
    again.export(&SCENE, other.clone());
    again.wait_until("it is saved", |window| window.session().scene_path() == Some(&*other));
    fs::remove_file(&picture).expect("it is there");
    assert_eq!(x(&other), 7.0);
}

#[test]
fn what_was_saved_with_its_art_is_known_again_at_the_next_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = folder.path().join("settings.json");
    let picture = noise(folder.path(), 12);
    let path = folder.path().join("it.scene.json");
    let mut window = Window::remembering_with_images(&settings, &picture, &picture);
    window.wait_until("both are read", |window| window.session().stage().both().is_some());
    window.export(&SCENE_WITH_ART, path.clone());
    window.wait_until("it is saved", |window| window.session().scene_path() == Some(&*path));
    window.quit();
    let mut window = Window::remembering(&settings);
    window.follow();
    assert_eq!(window.session().scene_path(), Some(&*path));
    for _ in 0..100 {
        window.harness.step();
        sleep(Duration::from_millis(10));
    }
    let messages: Vec<_> = window.session().messages().iter().map(|message| &message.title).collect();
    assert!(messages.is_empty() && !window.session().can_undo_redo().0, "{messages:?}");
}

#[test]
fn a_link_whose_script_ended_the_program_fails_in_its_row_and_the_work_comes_back() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/cases/31-link-crash-loop/link.txt");
    let link = fs::read_to_string(path).expect("a link");
    let mut window = Window::paused_at(0);
    window.act(StageAction::Nudge { slot: Slot::B, by: Cell::new(1, 0) });
    window.act(StageAction::Settle);
    let before = window.position(Slot::B);
    paste(&mut window, link.trim());
    window.wait_until("it is open", |window| window.session().scans().own().next().is_some());
    let own = window.session().scans().own().next().expect("a script");
    window.wait_until("it fails", |window| {
        window
            .session()
            .derived()
            .failure(maskscope_core::scan::Scan::Own(own))
            .is_some_and(|it| it.message.contains("unexpected"))
    });
    window.act(StageAction::Undo);
    assert_eq!(window.position(Slot::B), before);
}
