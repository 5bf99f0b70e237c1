//! Real sprites: turned, flipped, scaled, animated, cut from sheets, keyed, edited on the disk, kept in scenes.

use std::{
    fs,
    path::{Path, PathBuf},
};

use egui::{Event, Key, Modifiers, PointerButton, Role, vec2};
use egui_kittest::kittest::Queryable as _;
use maskscope::{
    cli::{self, Outcome},
    exports::SCENE,
    session::{Ask, Family, Layer, OpenAs, Slot, StageAction},
};
use maskscope_core::{
    geom::Cell,
    scene::{Anchor, Filter, Placement, Shown, SolidSource},
};
use serde_json::Value;

use crate::{driver::Window, texts::seen_texts};

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(name)
}

fn placement(window: &Window, slot: Slot) -> Placement {
    *window.session().stage().get(slot).expect("a sprite").placement()
}

fn shown(window: &Window, slot: Slot) -> Shown {
    window.session().stage().get(slot).expect("a sprite").sprite().shown()
}

fn solid(window: &Window, slot: Slot) -> u64 {
    window.session().stage().get(slot).expect("a sprite").raster().solid_count()
}

/// Saves the scene on the stage, and returns the command line's answer about it.
fn checked_by_command_line(window: &mut Window, folder: &Path) -> Value {
    let path = folder.join("kept.scene.json");
    // An earlier file would be taken for this one.
    let _ = fs::remove_file(&path);
    window.export(&SCENE, path.clone());
    window.wait_until("the scene is written", |window| path.exists() && window.shows("Scene saved"));
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let args = ["maskscope", "check", "--json", "--scene", path.to_str().expect("UTF-8")];
    assert!(matches!(cli::run(args, &mut out, &mut err), Outcome::Exit(0)), "{}", String::from_utf8_lossy(&err));
    serde_json::from_slice(&out).expect("JSON")
}

/// Asserts that the window's numbers are those of the command line.
fn assert_same_numbers(window: &mut Window, folder: &Path) {
    window.wait_until("all scans are counted", |window| !window.session().derived().rows_are_stale());
    let answer = checked_by_command_line(window, folder);
    let session = window.session();
    let collision = session.derived().collision().expect("two sprites");
    assert_eq!(answer["overlap_area"], collision.overlap_area);
    assert_eq!(answer["boxes_overlap"], collision.boxes_overlap());
    let offset = session.stage().offset().expect("two sprites");
    assert_eq!(
        (answer["offset"]["x"].as_i64(), answer["offset"]["y"].as_i64()),
        (Some(offset.x.into()), Some(offset.y.into()))
    );
    for (row, scan) in session.derived().rows().iter().zip(answer["scans"].as_array().expect("a list")) {
        assert_eq!(scan["name"], row.scan.to_string());
        assert_eq!(scan["visits"], row.count.visits, "{}", row.scan);
        assert_eq!(scan["hit"], row.hit.is_some(), "{}", row.scan);
    }
}

#[test]
fn a_sprite_is_turned_scaled_and_flipped_by_numbers_and_the_command_line_agrees() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = Window::paused_at(0);
    window.enter("rotation of B", "30");
    assert_eq!(placement(&window, Slot::B).rotation, 30.0);
    assert_same_numbers(&mut window, folder.path());
    window.enter("scale of B", "1.5");
    assert_eq!(placement(&window, Slot::B).scale, (1.5, 1.5));
    window.click("Flip B left to right");
    assert_eq!(placement(&window, Slot::B).flip, (true, false));
    assert_same_numbers(&mut window, folder.path());
    window.enter("x of B", "10.75");
    assert_eq!(placement(&window, Slot::B).position, (10.75, -17.0));
    assert_same_numbers(&mut window, folder.path());
    for _ in 0..4 {
        window.key_with(Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(placement(&window, Slot::B), Placement::at((10.0, -17.0)), "each was a step of its own");
}

#[test]
fn the_rules_are_changed_and_taken_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = Window::paused_at(0);
    window.click("Engines");
    window.click("Add a parent of both");
    window.enter("rotation of parent of A and B", "15");
    window.click("Resampling: nearest");
    window.click("bilinear");
    window.click("corner");
    window.enter("scale x of B", "0.5");
    assert_eq!(window.session().stage().parents(Family::Common).all()[0].rotation, 15.0);
    assert_eq!(placement(&window, Slot::B).scale, (0.5, 1.0));
    assert_same_numbers(&mut window, folder.path());
    for _ in 0..5 {
        window.key_with(Modifiers::COMMAND, Key::Z);
    }
    assert!(window.session().stage().parents(Family::Common).all().is_empty());
}

#[test]
fn a_sprite_has_a_filter_of_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = Window::paused_at(0);
    window.enter("rotation of B", "30");
    window.click("Engines");
    window.click("Read B by: as above");
    window.click("pygame.rotate");
    assert_eq!(placement(&window, Slot::B).filter, Some(Filter::PygameRotate));
    assert_same_numbers(&mut window, folder.path());
    let before = window.session().stage().clone();
    window.click("Read B by: pygame.rotate");
    window.click("pygame.scale");
    assert!(*window.session().stage() == before && window.shows("pygame.scale cannot read B"), "the picture stays");
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(placement(&window, Slot::B), Placement { filter: None, ..placement(&window, Slot::B) });
    assert_eq!(placement(&window, Slot::B).rotation, 30.0, "the choice is a step of its own");
}

#[test]
fn marks_on_the_canvas_turn_scale_and_anchor() {
    let mut window = Window::paused_at(0);
    window.act(StageAction::Activate(Slot::A));
    // Far enough up for the disc to have room.
    let rect = window.harness.get_by_role_and_label(Role::Image, "Sprite A").rect();
    window.point_at(rect.center());
    let disc = rect.center_top() - vec2(0.0, 24.0);
    // From above the middle to the right of it, about the middle: it has no anchor of its own.
    let anchor = rect.left_top();
    let to = rect.center() + vec2((disc - rect.center()).length(), 0.0);
    window.drag(disc, to, PointerButton::Primary);
    let turned = window.harness.get_by_role_and_label(Role::Image, "Sprite A").rect();
    assert_eq!(placement(&window, Slot::A).rotation, 90.0);
    assert!(turned.center().distance(rect.center()) <= window.cell_size(Slot::A), "{turned:?}");
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(placement(&window, Slot::A), Placement::default(), "one drag is one step");

    let corner = rect.right_bottom();
    window.drag(corner, anchor + 1.5 * (corner - anchor), PointerButton::Primary);
    let scale = placement(&window, Slot::A).scale;
    assert!((scale.0 - 1.5).abs() < 0.05 && scale.0 == scale.1, "{scale:?}");
    window.key_with(Modifiers::COMMAND, Key::Z);

    let old = solid(&window, Slot::A);
    let middle = window.harness.get_by_role_and_label(Role::Image, "Sprite A").rect().center();
    window.drag(anchor, middle, PointerButton::Primary);
    let moved = placement(&window, Slot::A);
    assert_eq!((moved.anchor, moved.position), (Anchor::Custom(20.0, 21.0), (20.0, 21.0)));
    assert_eq!((window.position(Slot::A), solid(&window, Slot::A)), (Cell::ORIGIN, old), "the sprite stays");

    window.act(maskscope::session::ViewAction::ShowLayer(Layer::Handles, false));
    window.drag(rect.right_bottom() - vec2(3.0, 3.0), rect.right_bottom() + vec2(30.0, 30.0), PointerButton::Primary);
    assert_eq!(placement(&window, Slot::A).scale, (1.0, 1.0), "without marks nothing scales");
}

#[test]
fn with_shift_a_sprite_stops_between_pixels() {
    let mut window = Window::paused_at(0);
    let grip = window.pixel(Slot::B, 24, 20);
    let cell = window.cell_size(Slot::B);
    let to = grip + cell * vec2(2.4, 0.0);
    window.press(grip, PointerButton::Primary);
    window.harness.event(Event::ModifiersChanged(Modifiers::SHIFT));
    window.point_at(grip + 0.5 * (to - grip));
    window.point_at(to);
    let button = PointerButton::Primary;
    window.harness.event(Event::PointerButton { pos: to, button, pressed: false, modifiers: Modifiers::SHIFT });
    window.follow();
    window.harness.event(Event::ModifiersChanged(Modifiers::NONE));
    let (x, _) = placement(&window, Slot::B).position;
    assert!((x - 12.4).abs() < 0.06, "{x}");
    assert_eq!(window.position(Slot::B).x, 12, "half up");
}

#[test]
fn frames_are_stepped_played_and_merged() {
    let mut window = Window::open();
    window.choose("Scene", "An animation");
    assert_eq!(shown(&window, Slot::B), Shown::Frame(0));
    assert!(window.shows("1 / 8"));
    window.click("Next frame of B");
    assert_eq!(shown(&window, Slot::B), Shown::Frame(1));
    window.click("Previous frame of B");
    window.click("Previous frame of B");
    assert_eq!(shown(&window, Slot::B), Shown::Frame(7));
    let one = solid(&window, Slot::B);
    window.click("all");
    assert_eq!(shown(&window, Slot::B), Shown::Merged);
    assert!(solid(&window, Slot::B) > one);
    window.click("one");
    window.click("Play frames of B");
    window.wait_until("a later frame is shown", |window| shown(window, Slot::B) == Shown::Frame(3));
    window.click("Play frames of B");
    let held = shown(&window, Slot::B);
    window.follow();
    assert_eq!(shown(&window, Slot::B), held);
    assert!(window.session().stage().previous_frame(Slot::B).is_some(), "for the onion skin");
}

#[test]
fn only_the_frames_of_a_tag_play() {
    let mut window = Window::open();
    window.choose("Scene", "An Aseprite file");
    let tags = window.session().stage().get(Slot::A).expect("a sprite").sprite().frames().tags.clone();
    assert!(tags.len() >= 2);
    window.click("Tag of A: all frames");
    window.click(&tags[1].name);
    window.click("Play frames of A");
    window
        .wait_until("its first frame is shown", |window| shown(window, Slot::A) == Shown::Frame(tags[1].frames.start));
    for _ in 0..200 {
        window.harness.step();
        let Shown::Frame(frame) = shown(&window, Slot::A) else { panic!("a frame") };
        assert!(tags[1].frames.contains(&frame), "{frame}");
    }
}

#[test]
fn a_sheet_is_cut_by_a_grid_that_is_seen() {
    let mut window = Window::with_images(&sample("walker.png"), &sample("rock.png"));
    window.wait_until("both are read", |window| window.session().stage().both().is_some());
    window.choose("Menu of A", "Cut A by a grid…");
    assert!(window.shows("Sheet of A"));
    for (field, value) in [("Cell width", "24"), ("Cell height", "32"), ("Margin", "2"), ("Spacing", "1")] {
        window.enter(field, value);
    }
    assert!(window.mentions("8 frames: 4 columns, 2 rows"));
    window.click("Cut");
    let sprite = window.session().stage().get(Slot::A).expect("a sprite").sprite().clone();
    assert_eq!((sprite.frames().all().len(), sprite.size().width), (8, 24));
    window.click("Next frame of A");
    assert_eq!(shown(&window, Slot::A), Shown::Frame(1));
    window.choose("Menu of A", "Cut A by a grid…");
    window.enter("Cell width", "9999");
    assert!(window.mentions("No whole cell"));
    window.click("Whole image");
    assert_eq!(window.session().stage().get(Slot::A).expect("a sprite").sprite().frames().all().len(), 1);
}

#[test]
fn what_looks_like_a_sheet_is_offered_to_be_cut_until_it_is_declined() {
    let mut window = Window::with_images(&sample("walker.png"), &sample("rock.png"));
    window.wait_until("both images", |window| window.session().stage().both().is_some());
    assert!(window.shows("A looks like a sheet"));
    window.click("Cut into 4 × 2");
    assert!(!window.mentions("looks like a sheet"));
    let frames =
        |window: &Window| window.session().stage().get(Slot::A).expect("a sprite").sprite().frames().all().len();
    assert_eq!(frames(&window), 8);
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(frames(&window), 1, "it can be undone");
    assert!(window.shows("A looks like a sheet"), "and is offered again");
    window.click("Decline the offer");
    assert!(!window.mentions("looks like a sheet"));
    assert_eq!(frames(&window), 1);
    // If it is cut by hand, the grid is filled in.
    window.choose("Menu of A", "Cut A by a grid…");
    assert!(window.shows("8 frames: 4 columns, 2 rows of 103 × 69"));
}

#[test]
fn frames_of_an_atlas_are_picked_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(sample("atlas.png"), folder.path().join("atlas.png")).expect("a file");
    let text = fs::read_to_string(sample("atlas.json")).expect("a file");
    let pivot = r#""pivot": {"x": 0.5, "y": 1}, "frame":"#;
    let atlas = folder.path().join("atlas.json");
    fs::write(&atlas, text.replace(r#""frame":"#, pivot)).expect("a file");
    let mut window = Window::with_images(&atlas, &sample("rock.png"));
    window.wait_until("both images", |window| window.session().stage().both().is_some());
    assert_eq!(placement(&window, Slot::A).anchor, Anchor::Custom(16.0, 32.0), "the pivot");
    let placed = window.session().stage().get(Slot::A).expect("a sprite");
    assert_eq!((placed.position(), placed.sprite().frames().all().len()), (Cell::ORIGIN, 5));
    let names: Vec<String> = placed.sprite().frames().all().iter().map(|frame| frame.name.to_string()).collect();
    window.click(&format!("Frame of A: {}", names[0]));
    for name in &names {
        assert!(window.shows(name), "{name}");
    }
    window.harness.get_by_label("Search frames").type_text(&names[3][1..]);
    window.follow();
    assert!(window.shows(&names[3]) && !window.shows(&names[1]), "frames that do not match are gone");
    window.key(Key::Enter);
    assert_eq!(shown(&window, Slot::A), Shown::Frame(3));
    assert!(seen_texts(&window).contains(&format!("A  {}", names[3])), "the canvas names the frame");
    assert!(window.shows(&format!("Frame of A: {}", names[3])) && !window.shows("Search frames"), "the list is closed");
    window.click(&format!("Frame of A: {}", names[3]));
    window.click(&names[1]);
    assert_eq!(shown(&window, Slot::A), Shown::Frame(1));
}

#[test]
fn a_key_colour_is_picked_from_the_canvas() {
    let mut window = Window::paused_at(0);
    let before = solid(&window, Slot::B);
    window.click("Levels of B: alpha");
    window.click("not a key colour");
    assert!(matches!(
        window.session().stage().get(Slot::B).expect("a sprite").sprite().rule().source,
        SolidSource::Key(_)
    ));
    window.click("Pick");
    let at = window.pixel(Slot::B, 40, 30);
    window.click_at(at);
    let sprite = window.session().stage().get(Slot::B).expect("a sprite").sprite().clone();
    let SolidSource::Key(key) = sprite.rule().source else { panic!("a key colour") };
    let [red, green, blue, _] = sprite.picture().pixel(40, 30).expect("a pixel");
    assert_eq!(key.color, [red, green, blue]);
    assert!(solid(&window, Slot::B) < before);
    let narrow = solid(&window, Slot::B);
    window.enter("tolerance of B", "40");
    assert!(solid(&window, Slot::B) < narrow);
    assert!(window.session().changed().is_some(), "changed pixels flash");
}

#[test]
fn a_mask_image_must_have_the_size_of_what_it_masks() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = Window::paused_at(0);
    window.ask(Ask::Open(OpenAs::MaskImage(Slot::A, None), sample("rock.png")));
    window.wait_until("it is refused", |window| window.mentions("both must be of one size"));
    let mask = folder.path().join("mask.png");
    let white = image::RgbaImage::from_fn(40, 42, |x, _| image::Rgba(if x < 10 { [255; 4] } else { [0, 0, 0, 255] }));
    white.save(&mask).expect("written");
    window.ask(Ask::Open(OpenAs::MaskImage(Slot::A, None), mask));
    window.wait_until("it is read", |window| solid(window, Slot::A) == 420);
    assert_same_numbers(&mut window, folder.path());
}

#[test]
fn an_edited_image_is_read_again_where_it_stands() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("ship.png");
    fs::copy(sample("ship.png"), &path).expect("a copy");
    let mut window = Window::with_images(&path, &sample("rock.png"));
    window.wait_until("both are read", |window| window.session().stage().both().is_some());
    // The image that was read last would be the active one.
    window.act(StageAction::Activate(Slot::B));
    window.follow();
    window.enter("rotation of B", "20");
    window.act(StageAction::Place { slot: Slot::A, position: Cell::new(7, 9) });
    window.act(StageAction::SetThreshold { slot: Slot::A, threshold: 9 });
    window.act(StageAction::Settle);
    let before = solid(&window, Slot::A);
    window.follow();

    let mut edited = image::open(&path).expect("a picture").to_rgba8();
    for x in 0..40 {
        edited.put_pixel(x, 0, image::Rgba([255; 4]));
    }
    edited.save(&path).expect("written");
    window.wait_until("the edit is seen", |window| solid(window, Slot::A) > before);
    let placed = window.session().stage().get(Slot::A).expect("a sprite");
    assert_eq!((placed.position(), placed.sprite().threshold()), (Cell::new(7, 9), 9));
    let changed = window.session().changed().expect("the new bits flash");
    assert_eq!(changed.mask.count(), solid(&window, Slot::A) - before);

    fs::remove_file(&path).expect("removed");
    window.wait_until("the loss is reported", |window| window.mentions("ship.png was deleted"));
    assert!(window.session().stage().get(Slot::A).is_some(), "the picture is kept");
}

#[test]
fn a_scene_is_saved_and_opened_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("my.scene.json");
    let mut window = Window::paused_at(0);
    window.enter("rotation of B", "77");
    window.export(&SCENE, path.clone());
    window.wait_until("it is written", |window| window.shows("Scene saved"));
    let text = fs::read_to_string(&path).expect("a file");
    assert!(text.contains("\"rotation\": 77") && text.contains("\"sample\": \"rock.png\""), "{text}");

    let mut other = Window::open();
    other.open_file(Slot::A, path.clone());
    other.wait_until("it is shown", |window| placement(window, Slot::B).rotation == 77.0);
    // Saving again replaces the same file without a question.
    other.enter("rotation of B", "78");
    other.key_with(Modifiers::COMMAND, Key::S);
    other
        .wait_until("it is written", |_| fs::read_to_string(&path).is_ok_and(|text| text.contains("\"rotation\": 78")));

    fs::write(&path, "{\"maskscope\": 99}").expect("written");
    other.open_file(Slot::A, path);
    other.wait_until("it is refused", |window| window.mentions("version 99"));
    assert_eq!(placement(&other, Slot::B).rotation, 78.0, "the shown scene stays");
}

#[test]
fn the_health_of_the_masks_is_shown_once_somebody_looks() {
    let mut window = Window::start(vec2(1280.0, 1600.0), 1.0 / 60.0, None, None);
    window.follow();
    assert!(window.session().derived().health(Slot::A).is_none());
    window.click("Masks");
    window.wait_until("it is known", |window| window.session().derived().health(Slot::B).is_some());
    let health = window.session().derived().health(Slot::A).expect("known");
    assert_eq!((health.set, health.bytes_as_bits()), (842, 212));
    assert!(window.shows("set bits: 842; 1,216"));
}

#[test]
fn a_parent_is_added_moved_turned_and_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = Window::paused_at(0);
    let parents = |window: &Window, family| window.session().stage().parents(family).all().to_vec();
    let own = Family::Own(Slot::B);
    assert!(!window.mentions("arent of"), "nothing shows before there is a parent");
    window.click("Engines");
    window.click("Add a parent of B");
    window.click("About");
    // It is at the world's origin, which is A's top left corner.
    let corner = window.pixel(Slot::A, 0, 0) - 0.5 * window.cell_size(Slot::A) * vec2(1.0, 1.0);
    let step = window.cell_size(Slot::A) * vec2(5.0, 2.0);
    window.drag(corner, corner + step, PointerButton::Primary);
    assert_eq!(parents(&window, own), [Placement::at((5.0, 2.0))]);
    assert_eq!(window.position(Slot::B), Cell::new(15, -15));
    let ring = corner + step;
    window.drag(ring + vec2(0.0, -40.0), ring + vec2(40.0, 0.0), PointerButton::Primary);
    assert_eq!(parents(&window, own), [Placement { rotation: 90.0, ..Placement::at((5.0, 2.0)) }]);
    assert!(window.shows("Parent of B: 5,2 · 90°"));
    window.enter("scale x of parent of B", "-2");
    window.click("Add its parent");
    window.enter("x of parent 2 of B", "7");
    assert_same_numbers(&mut window, folder.path());
    let turned = Placement { rotation: 90.0, scale: (-2.0, 1.0), ..Placement::at((5.0, 2.0)) };
    assert_eq!(parents(&window, own), [turned, Placement::at((7.0, 0.0))]);
    window.enter("x of parent 2 of B", "2000000000");
    assert!(window.shows("A number from −1,000,000,000 to 1,000,000,000."));
    assert_eq!(parents(&window, own)[1], Placement::at((7.0, 0.0)));
    window.click("Remove parent 2 of B");
    assert_eq!(parents(&window, own), [turned]);
    for _ in 0..7 {
        window.key_with(Modifiers::COMMAND, Key::Z);
    }
    assert!(parents(&window, own).is_empty() && !window.mentions("arent of"), "each was a step of its own");
}

#[test]
fn a_negative_scale_is_typed_and_dragged() {
    let mut window = Window::paused_at(0);
    window.enter("scale of B", "-1");
    assert_eq!((placement(&window, Slot::B).scale, window.position(Slot::B)), ((-1.0, 1.0), Cell::new(-38, -17)));
    window.enter("scale of B", "0");
    assert!(window.shows("A number from 0.01 to 100, or below 0 to flip."));
    window.enter("scale of B", "1");
    assert_eq!(placement(&window, Slot::B).scale, (1.0, 1.0));
    // Its lower right corner is dragged to the other side of its anchor, the top left one.
    let cell = window.cell_size(Slot::B);
    let anchor = window.pixel(Slot::B, 0, 0) - 0.5 * cell * vec2(1.0, 1.0);
    window.drag(anchor + cell * vec2(48.0, 41.0), anchor - 0.25 * cell * vec2(48.0, 41.0), PointerButton::Primary);
    assert_eq!(placement(&window, Slot::B).scale, (-0.25, -0.25));
}

#[test]
fn a_click_on_a_picture_opens_another_one_in_its_place() {
    let mut window = Window::paused_at(0);
    for (picture, title) in [("ship.png", "Open A by path"), ("rock.png", "Open B by path")] {
        window.harness.get_by_role_and_label(Role::Image, picture).click();
        window.wait_until("a path is asked for", |window| window.shows("File path"));
        assert!(window.shows(title), "{picture}");
        window.key(Key::Escape);
    }
}
