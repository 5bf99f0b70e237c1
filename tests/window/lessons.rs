//! Lessons in the window: opening, going through and leaving them.

use egui::{Key, Modifiers, PointerButton, Role, vec2};
use egui_kittest::kittest::Queryable as _;
use maskscope::{
    lessons::lesson_named,
    session::{LessonAction, Slot, Tab},
};
use maskscope_core::geom::Cell;

use crate::driver::Window;

/// Opens the window at a step of a lesson, from 1.
fn at(name: &str, step: usize) -> Window {
    let mut window = Window::open();
    open(&mut window, name, step);
    window
}

fn open(window: &mut Window, name: &str, step: usize) {
    let (_, lesson) = lesson_named(name).expect("a lesson");
    window.act(LessonAction::Open(lesson.clone(), step - 1));
}

/// Drags B by whole cells.
fn drag_b(window: &mut Window, x: f32, y: f32) {
    let from = window.pixel(Slot::B, 30, 20);
    window.drag(from, from + window.cell_size(Slot::B) * vec2(x, y), PointerButton::Primary);
}

#[test]
fn the_first_lesson_is_opened_by_f2_done_and_left_by_escape() {
    let mut window = Window::paused_at(0);
    let before = window.session().document();
    window.key(Key::F2);
    assert!(window.shows("Boxes lie") && window.shows("step 1 of 4") && window.shows("Task: to do"));
    assert!(!window.shows("Short lessons") && !window.shows("Place B"), "the lesson replaces the left panel");
    window.key(Key::Enter);
    assert!(window.shows("step 1 of 4"), "the next step waits for the task");
    drag_b(&mut window, -10.0, 0.0);
    assert_eq!(window.position(Slot::B), Cell::new(34, -17));
    assert!(window.shows("Task: done"));
    window.click("Next");
    assert!(window.shows("step 2 of 4"));
    window.key(Key::Enter);
    for (key, times) in [(Key::ArrowRight, 1), (Key::ArrowUp, 1)] {
        (0..times).for_each(|_| window.key(key));
    }
    assert!(window.shows("Task: done"), "{:?}", window.position(Slot::B));
    window.click("Next");
    assert!(
        window.shows("step 4 of 4") && window.shows("1 Boxes lie, done") && window.shows("All lessons, 1 of 12 done")
    );
    window.click("Next lesson");
    assert!(window.shows("step 1 of 4") && window.shows("Boxes that forgive"));
    window.key(Key::Escape);
    assert!(window.shows("Place B"));
    assert_eq!(window.session().document(), before);
    window.key(Key::F2);
    assert!(window.shows("Boxes that forgive"), "it continues at the last step");
    window.click("Close the lesson");
    assert!(window.shows("Place B"));
}

#[test]
fn nothing_in_the_window_tells_what_is_to_be_guessed() {
    let mut window = at("row-by-row", 3);
    window.key(Key::ArrowUp);
    window.key(Key::ArrowUp);
    assert!(window.shows("Task: done"));
    window.wait_until("the other scans are timed", |window| {
        window.session().derived().rows().iter().filter(|row| !row.is_hidden).all(|row| row.timing.is_some())
    });
    // Wherever the pointer is, and however the table is sorted.
    let cell = window.pixel(Slot::A, 28, 16);
    let places = [cell, window.row("rows").1, window.row("columns").1, cell + vec2(-40.0, -40.0)];
    for at in places {
        window.point_at(at);
        assert!(!window.mentions("499") && !window.mentions("first hit"), "at {at}");
    }
    assert_eq!(window.row("rows").0, "rows, hit, visits to be guessed");
    assert!(!window.row("columns").0.contains("fewer"), "{}", window.row("columns").0);
    assert!(window.shows("0 / ? visits") && window.shows("not played yet") && window.shows("Here: guess first"));
    assert!(window.shows("The count is hidden until you guess."));
    window.click("200");
    assert!(window.shows("200, your guess") && window.shows("500, near the truth"));
    assert!(window.shows("16 rows of 30, then 19 cells: 499"));
    assert!(window.row("rows").0.starts_with("rows, hit, 499 visits"));
    assert!(window.session().playback().is_playing());
}

#[test]
fn playing_gives_a_guess_up() {
    let mut window = at("order-is-luck", 1);
    assert!(!window.mentions("columns, hit, 7"));
    window.key(Key::Space);
    assert!(window.shows("5, near the truth") && !window.mentions("your guess"));
    window.click("Next");
    assert!(window.shows("step 2 of 6"));
}

#[test]
fn a_step_can_be_skipped_after_a_while() {
    let mut window = Window::start(vec2(1280.0, 800.0), 0.5, None, None);
    open(&mut window, "boxes-lie", 1);
    assert!(window.shows("Next") && !window.shows("Skip"));
    (0..14).for_each(|_| window.follow());
    assert!(window.shows("Skip") && !window.shows("Next"));
    window.click("Skip");
    assert!(window.shows("step 2 of 4") && window.shows("Next"));
}

#[test]
fn lessons_are_found_by_their_names() {
    let mut window = Window::paused_at(0);
    window.key_with(Modifiers::COMMAND, Key::K);
    window.harness.get_by_role_and_label(Role::TextInput, "Find").type_text("strides");
    window.follow();
    window.key(Key::Enter);
    assert!(window.shows("Strides and samples") && window.shows("step 1 of 4"));
    window.click("9 64 at once");
    assert!(window.shows("64 at once"));
}

#[test]
fn lessons_are_offered_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = folder.path().join("settings.json");
    let mut window = Window::remembering(&settings);
    window.click("Start");
    assert!(window.shows("Boxes lie"));
    window.act(LessonAction::Skip);
    window.quit();
    let mut window = Window::remembering(&settings);
    assert!(!window.shows("Short lessons") && !window.shows("Boxes lie"), "the earlier session comes back");
    assert!(window.shows("Place B"));
    window.choose("Help", "Lessons");
    assert!(window.shows("step 2 of 4"), "it continues at the last step");
}

#[test]
fn the_last_lesson_is_about_the_ball() {
    let mut window = at("between-two-frames", 1);
    assert_eq!(window.session().view().tab, Tab::Terrain);
    assert!(window.shows("Between two frames") && window.shows("Task: to do"));
    window.act(LessonAction::Skip);
    window.act(LessonAction::Skip);
    assert!(window.shows("Skip") || window.shows("Done"));
    window.key(Key::Escape);
    assert_eq!(window.session().view().tab, Tab::Inspect);
}

#[test]
fn in_a_narrow_window_the_lesson_lies_over_the_canvas() {
    let mut window = Window::start(vec2(900.0, 600.0), 1.0 / 60.0, None, None);
    open(&mut window, "what-is-solid", 2);
    assert!(window.shows("Sprite A"), "the rail is shown");
    let (panel, canvas) = (window.harness.get_by_label("Back").rect(), window.harness.get_by_label("Canvas").rect());
    assert!(panel.right() < canvas.left());
    assert!(canvas.contains(window.pixel(Slot::A, 0, 0)) && canvas.contains(window.pixel(Slot::B, 32, 30)));
    window.enter("threshold of A", "127");
    assert!(window.shows("Task: done"));
}

#[test]
fn tasks_are_done_by_keys_and_fields() {
    for (name, step, modifiers, key, times) in [
        ("inwards-outwards", 4, Modifiers::NONE, Key::ArrowDown, 1),
        ("strides-and-samples", 3, Modifiers::NONE, Key::ArrowDown, 1),
        ("counting-not-reading", 2, Modifiers::NONE, Key::ArrowDown, 5),
        ("64-at-once", 2, Modifiers::SHIFT, Key::ArrowRight, 3),
    ] {
        let mut window = at(name, step);
        assert!(window.shows("Task: to do"), "{name}");
        (0..times).for_each(|_| window.key_with(modifiers, key));
        assert!(window.shows("Task: done"), "{name}");
    }
    let mut window = at("turned-sprites", 2);
    assert!(window.shows("Task: to do"));
    window.enter("rotation of B", "0");
    assert!(window.shows("Task: done"));
}

/// Only a guess is ticked: where nobody guessed, the answer has an outline.
#[test]
fn an_answer_that_nobody_guessed_has_no_tick() {
    let ink_width = |window: &mut Window, label: &str| {
        let picture = window.picture_of(label, 4.0);
        let ink = picture.enumerate_pixels().filter(|(.., color)| color.0[..3].iter().all(|&level| level > 160));
        let columns: Vec<u32> = ink.map(|(x, ..)| x).collect();
        columns.iter().max().zip(columns.iter().min()).map_or(0, |(last, first)| last - first + 1)
    };
    let mut window = at("order-is-luck", 1);
    window.key(Key::Space);
    let alone = ink_width(&mut window, "5, near the truth");
    assert!((3..=10).contains(&alone), "a digit and nothing else: {alone}");
    let mut window = at("order-is-luck", 1);
    window.click("5");
    let ticked = ink_width(&mut window, "5, your guess, near the truth");
    assert!(ticked > 14, "a tick and a digit: {ticked}");
}
