//! The canvas: dragging sprites and the view, zooming, the keys that move.

use egui::{Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, Role, TouchPhase, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use maskscope::session::{Slot, StageAction, Tab, ViewAction, Zoom};
use maskscope_core::geom::{Cell, Offset};

use crate::driver::Window;

fn offset(window: &Window) -> Offset {
    window.session().stage().offset().expect("two sprites")
}

/// Returns the zoom shown in the bar.
fn zoom(window: &Window) -> u32 {
    (1..=Zoom::LARGEST).find(|pixels| window.shows(&format!("{pixels}×"))).expect("the bar says the zoom")
}

#[test]
fn a_drag_moves_a_sprite_by_whole_cells_and_everything_follows() {
    let mut window = Window::paused_at(499);
    let before = window.row("rows").0;
    let grip = window.pixel(Slot::B, 24, 20);
    let cell = window.cell_size(Slot::B);

    // A little more than four cells, and a little less than three.
    window.drag(grip, grip + cell * vec2(-4.2, 2.8), PointerButton::Primary);

    assert_eq!(window.position(Slot::B), Cell::new(6, -14));
    assert_eq!(window.position(Slot::A), Cell::ORIGIN);
    let area = window.session().derived().collision().expect("two sprites").overlap_area;
    assert!(area > 13 && window.mentions(&format!("Masks overlap: {area} of 918 px")), "the answer line");
    assert_ne!(window.row("rows").0, before, "the table");
    let total = window.session().derived().recording().expect("a scan has run").count.visits;
    assert!(total != 499 && window.mentions(&format!("/ {total} visits")), "the transport");
}

#[test]
fn the_view_stays_while_a_sprite_is_dragged() {
    let mut window = Window::paused_at(0);
    let ship = window.pixel(Slot::A, 0, 0);
    let grip = window.pixel(Slot::B, 24, 20);
    window.drag(grip, grip - vec2(200.0, 0.0), PointerButton::Primary);
    assert_eq!(window.pixel(Slot::A, 0, 0), ship);
}

#[test]
fn undo_takes_back_a_whole_drag_and_redo_makes_it_again() {
    let mut window = Window::paused_at(499);
    let start = offset(&window);
    let grip = window.pixel(Slot::B, 24, 20);
    let cell = window.cell_size(Slot::B);
    let corner = grip - cell * vec2(6.0, 0.0);
    window.drag(grip, corner, PointerButton::Primary);
    window.drag(corner, corner + cell * vec2(0.0, 5.0), PointerButton::Primary);
    let end = offset(&window);
    assert_eq!(end, Offset::new(4, -12));

    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(offset(&window), Offset::new(4, -17), "only the second drag");
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(offset(&window), start);
    assert!(window.shows("Masks overlap: 13 of 720 px, 1.8 %"));
    window.key_with(Modifiers::COMMAND, Key::Y);
    window.key_with(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(offset(&window), end);
}

#[test]
fn arrows_nudge_the_active_sprite_and_tab_changes_it() {
    let mut window = Window::paused_at(499);
    window.key(Key::ArrowLeft);
    window.key(Key::ArrowDown);
    window.key_with(Modifiers::SHIFT, Key::ArrowRight);
    assert_eq!(window.position(Slot::B), Cell::new(19, -16));

    window.key(Key::Tab);
    assert!(window.shows("Place A"));
    window.key_with(Modifiers::SHIFT, Key::ArrowUp);
    assert_eq!(window.position(Slot::A), Cell::new(0, -10));
    assert_eq!(offset(&window), Offset::new(19, -6));
    window.key(Key::Tab);
    assert!(window.shows("Place B"));
}

#[test]
fn a_click_on_a_sprite_makes_it_the_active_one() {
    let mut window = Window::paused_at(499);
    let flame = window.pixel(Slot::A, 15, 38);
    window.click_at(flame);
    assert_eq!(window.session().stage().active, Slot::A);
    assert_eq!(window.position(Slot::A), Cell::ORIGIN);
}

/// Returns the status line with the pointer at a place.
fn status(window: &mut Window, at: Pos2) -> String {
    window.point_at(at);
    let lines = window.harness.query_all_by_role(Role::Status);
    let line = lines.filter_map(|line| line.accesskit_node().label()).next_back();
    line.unwrap_or_default()
}

#[test]
fn the_status_line_says_what_is_under_the_pointer_and_what_can_be_done() {
    let mut window = Window::paused_at(372);
    let at = window.pixel(Slot::B, 45, 20);
    assert_eq!(
        status(&mut window, at),
        "B rock.png: drag move, arrows 1 px, Shift arrows 10 px, wheel zoom, right click menu",
        "only the active sprite follows the arrows"
    );
    let at = window.pixel(Slot::A, 15, 38);
    assert_eq!(status(&mut window, at), "A ship.png: drag move, click choose it, wheel zoom, right click menu");
    let at = window.pixel(Slot::A, 25, 14);
    assert_eq!(
        status(&mut window, at),
        "cell 25,14: click go to visit #436, drag move A, wheel zoom, right click menu"
    );
    let at = window.pixel(Slot::A, 28, 16);
    assert_eq!(
        status(&mut window, at),
        "first hit 28,16: click go to visit #499, drag move B, wheel zoom, right click menu"
    );
    let at = window.pixel(Slot::A, 20, 20);
    assert_eq!(status(&mut window, at), "cell 20,20: never visited, drag move A, wheel zoom, right click menu");
    let corner = window.harness.get_by_role_and_label(Role::Image, "Sprite B").rect().right_top();
    assert_eq!(status(&mut window, corner), "B rock.png: drag scale, Shift each axis by itself");
    let canvas = window.harness.get_by_label("Canvas").rect();
    let empty = canvas.left_bottom() + vec2(30.0, -10.0);
    assert_eq!(status(&mut window, empty), "drag move the view, wheel zoom, F fit, right click menu");
    let (_, row) = window.row("columns");
    assert_eq!(status(&mut window, row), "columns: click show, double click play, right click menu");
    let (_, row) = window.row("rows");
    assert_eq!(status(&mut window, row), "rows: double click play, right click menu");
    window.click("Menu of B");
    let item = window.harness.get_by_label("Open B by path…").rect().center();
    assert_eq!(
        status(&mut window, item),
        "Open B by path…: Opens an image as B by its path, without a dialog, Enter do it, Esc close"
    );
}

#[test]
fn what_the_status_line_promises_happens() {
    let mut window = Window::paused_at(372);
    let cell = window.pixel(Slot::A, 25, 14);
    window.click_at(cell);
    assert_eq!(window.played(), 436);
    let hit = window.pixel(Slot::A, 28, 16);
    window.click_at(hit);
    assert_eq!(window.played(), 499);
    let never = window.pixel(Slot::A, 20, 20);
    window.click_at(never);
    assert_eq!(window.played(), 499);

    let name = window.row("edge-in").1 - vec2(120.0, 0.0);
    window.point_at(name);
    // This click comes a second after the last one, so that it is not a third one.
    window.harness.run_steps(60);
    for pressed in [true, false, true, false] {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        window.harness.event(Event::PointerButton { pos: name, button, pressed, modifiers });
    }
    window.follow();
    assert_eq!(window.session().scans().selected().to_string(), "edge-in");
    assert!(window.session().playback().is_playing());
}

#[test]
fn people_read_cells_of_the_world_unless_they_count_from_a() {
    let mut window = Window::paused_at(499);
    assert!(window.mentions("at 28,16:"), "the last visit in the transport");
    window.click("Pixel");
    let pixel = window.pixel(Slot::A, 28, 16);
    window.point_at(pixel);
    assert!(window.mentions("A 28,16, index"), "the inspector");
    assert!(window.shows("visited as #499"));

    // Both move by the same amount, A first; the cells that are read move along.
    for _ in 0..2 {
        window.key(Key::Tab);
        window.key_with(Modifiers::SHIFT, Key::ArrowLeft);
    }
    assert_eq!((window.position(Slot::A), window.position(Slot::B)), (Cell::new(-10, 0), Cell::new(0, -17)));
    let pixel = window.pixel(Slot::A, 28, 16);
    window.point_at(pixel);
    for words in ["at 18,16:", "Cell 18,16 in the world", "A 28,16, index", "B 18,33, index"] {
        assert!(window.mentions(words), "{words}");
    }
    let x = window.harness.get_by_label("x of B").value();
    assert_eq!(x.as_deref(), Some("0"), "as a scene writes it");
    window.enter("x of B", "2");
    assert_eq!(window.position(Slot::B), Cell::new(2, -17));

    window.act(ViewAction::CountFromA(true));
    let pixel = window.pixel(Slot::A, 28, 16);
    window.point_at(pixel);
    for words in ["Cell 28,16 from A", "A 28,16, index", "B 16,33, index"] {
        assert!(window.mentions(words), "{words}");
    }
    let x = window.harness.get_by_label("x of B").value();
    assert_eq!(x.as_deref(), Some("12"), "counted from A");
    window.enter("x of B", "10");
    assert_eq!(window.position(Slot::B), Cell::new(0, -17));
    // A is at 0,0 by definition, so a typed number moves it by that amount.
    window.key(Key::Tab);
    window.enter("x of A", "3");
    assert_eq!(window.position(Slot::A), Cell::new(-7, 0));
    assert_eq!(window.harness.get_by_label("x of A").value().as_deref(), Some("0"));
}

#[test]
fn a_field_that_counts_from_a_moves_a_as_far_as_it_is_dragged() {
    let mut window = Window::paused_at(499);
    window.act(ViewAction::CountFromA(true));
    window.act(StageAction::Activate(Slot::A));
    let start = window.harness.get_by_label("x of A").rect().center();
    window.harness.drag_at(start);
    window.harness.run_steps(1);
    for step in [8.0, 16.0, 40.0] {
        window.harness.hover_at(start + vec2(step, 0.0));
        window.harness.run_steps(2);
    }
    assert_eq!(window.position(Slot::A), Cell::new(10, 0), "a quarter of a cell for each point");
    window.harness.drop_at(start + vec2(40.0, 0.0));
    window.follow();
    assert_eq!(window.position(Slot::A), Cell::new(10, 0));
}

#[test]
fn the_wheel_zooms_about_the_pointer() {
    let mut window = Window::paused_at(499);
    let before = zoom(&window);
    let pointer = window.pixel(Slot::A, 20, 20);
    window.point_at(pointer);
    let turn = |window: &mut Window, lines: f32| {
        window.harness.event(Event::MouseWheel {
            unit: MouseWheelUnit::Line,
            delta: vec2(0.0, lines),
            phase: TouchPhase::Move,
            source: MouseWheelSource::Wheel,
            modifiers: Modifiers::NONE,
        });
        window.harness.run_steps(30);
    };
    turn(&mut window, -2.0);
    assert!(zoom(&window) < before);
    let moved = window.pixel(Slot::A, 20, 20) - pointer;
    assert!(moved.length() <= window.cell_size(Slot::A), "{moved:?}");
    turn(&mut window, 6.0);
    assert!(zoom(&window) > before);
}

#[test]
fn keys_fit_the_sprites_and_show_them_one_to_one() {
    let mut window = Window::paused_at(499);
    let fitted = zoom(&window);
    window.key(Key::Num0);
    assert_eq!(zoom(&window), 1);
    window.key(Key::Plus);
    assert_eq!(zoom(&window), 2);
    window.key(Key::F);
    assert_eq!(zoom(&window), fitted);
}

#[test]
fn the_view_is_dragged_with_the_middle_button_or_with_space() {
    let mut window = Window::paused_at(499);
    let way = vec2(-30.0, 10.0);
    let middle = window.pixel(Slot::B, 24, 20);
    window.drag(middle, middle + way, PointerButton::Middle);
    assert_eq!(window.pixel(Slot::B, 24, 20), middle + way);

    window.harness.key_down(Key::Space);
    window.drag(middle + way, middle, PointerButton::Primary);
    window.harness.key_up(Key::Space);
    window.follow();
    assert_eq!(window.pixel(Slot::B, 24, 20), middle);
    assert_eq!(window.position(Slot::B), Cell::new(10, -17));
    assert!(!window.session().playback().is_playing(), "space was held for the drag");
}

#[test]
fn keys_wait_until_a_drag_has_ended() {
    let mut window = Window::paused_at(499);
    let start = offset(&window);
    let grip = window.pixel(Slot::B, 24, 20);
    let cell = window.cell_size(Slot::B);
    window.press(grip, PointerButton::Primary);
    for cells in [2.0, 4.0] {
        window.point_at(grip - cell * vec2(cells, 0.0));
    }
    assert_eq!(window.position(Slot::B), Cell::new(6, -17));
    window.key_with(Modifiers::COMMAND, Key::Num3);
    assert_eq!(window.session().view().tab, Tab::Inspect, "a key does nothing while a button is held");
    window.release(grip - cell * vec2(4.0, 0.0), PointerButton::Primary);
    window.key_with(Modifiers::COMMAND, Key::Num3);
    assert_eq!(window.session().view().tab, Tab::Survey);
    window.key_with(Modifiers::COMMAND, Key::Num1);

    window.click_at(grip + cell * vec2(0.0, 5.0));
    assert_eq!(window.position(Slot::B), Cell::new(6, -17), "nothing was dragged");
    let corner = window.pixel(Slot::B, 24, 20);
    window.drag(corner, corner + cell * vec2(0.0, 5.0), PointerButton::Primary);
    assert_eq!(window.position(Slot::B), Cell::new(6, -12));
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.position(Slot::B), Cell::new(6, -17), "only the second drag");
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(offset(&window), start);
}
