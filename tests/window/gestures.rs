//! Gestures of the pointer: Escape ends each, and what was dragged goes back to where it was; no key splits one in two.

use egui::{Key, Modifiers, PointerButton, Pos2, Rect, Role, vec2};
use egui_kittest::kittest::Queryable as _;
use maskscope::session::{Document, PlaybackAction, Slot, StageAction, Tab, ViewAction};
use maskscope_core::geom::Cell;

use crate::driver::Window;

fn canvas(window: &Window) -> Rect {
    window.harness.get_by_role_and_label(Role::Canvas, "Canvas").rect()
}

/// Everything that a gesture may change: the session, its step to undo, and the place of the canvas.
fn state(window: &Window) -> (Document, Option<String>, Rect) {
    let canvas = window.harness.query_by_role_and_label(Role::Canvas, "Canvas").map_or(Rect::NOTHING, |it| it.rect());
    (window.session().document(), window.session().undo_redo_deeds()[0].map(str::to_owned), canvas)
}

/// Drags from one place to another, and ends that by Escape before the button is released.
#[track_caller]
fn is_taken_back(window: &mut Window, what: &str, from: Pos2, to: Pos2) {
    let before = state(window);
    window.press(from, PointerButton::Primary);
    for part in [0.25, 0.5, 1.0] {
        window.point_at(from + part * (to - from));
    }
    assert!(state(window) != before, "{what} is dragged");
    window.key(Key::Escape);
    assert!(state(window) == before, "{what} goes back");
    window.point_at(to + vec2(3.0, 3.0));
    window.release(to, PointerButton::Primary);
    assert!(state(window) == before, "{what} stays where it was");
}

#[test]
fn escape_takes_back_what_is_dragged_on_the_canvas() {
    let mut window = Window::paused_at(499);
    let sprite = |window: &Window, slot: Slot| {
        window.harness.get_by_role_and_label(Role::Image, &format!("Sprite {}", slot.letter())).rect()
    };
    for slot in Slot::ALL {
        let grip = window.pixel(slot, 24, 20);
        is_taken_back(&mut window, "a sprite", grip, grip + vec2(-60.0, 40.0));
    }
    let corner = sprite(&window, Slot::B).right_top();
    is_taken_back(&mut window, "a corner", corner, corner + vec2(-60.0, 60.0));
    let empty = canvas(&window).right_bottom() - vec2(40.0, 20.0);
    is_taken_back(&mut window, "the view", empty, empty - vec2(60.0, 40.0));
    // The next drag is one step, as ever.
    let (grip, start) = (window.pixel(Slot::B, 24, 20), window.position(Slot::B));
    window.drag(grip, grip + vec2(-60.0, 40.0), PointerButton::Primary);
    assert_ne!(window.position(Slot::B), start);
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.position(Slot::B), start);
}

#[test]
fn escape_takes_back_a_handle_of_a_hitbox() {
    let mut window = Window::paused_at(0);
    window.click("Hitbox of B: mask");
    window.click("circle");
    window.wait_until("it is fitted", |window| window.session().fits().is_none());
    let (middle, cell) = (window.pixel(Slot::B, 24, 20), window.cell_size(Slot::B));
    let rim = middle + cell * vec2(23.5, 0.0);
    is_taken_back(&mut window, "a rim", rim, rim - cell * vec2(4.0, 0.0));
}

#[test]
fn escape_takes_back_a_number_a_threshold_the_playhead_and_the_edge_of_a_panel() {
    let mut window = Window::paused_at(499);
    let centre = |window: &Window, name: &str| window.harness.get_by_label(name).rect().center();
    let field = centre(&window, "x of B");
    is_taken_back(&mut window, "a number", field, field + vec2(40.0, 0.0));
    let line = window.harness.get_by_role_and_label(Role::Slider, "visits of rows").rect();
    is_taken_back(&mut window, "the playhead", line.left_center() + vec2(200.0, -10.0), line.center());
    let edge = centre(&window, "Edge of the left panel");
    is_taken_back(&mut window, "an edge", edge, edge + vec2(50.0, 0.0));
    window.click("threshold of A");
    let bars = window.harness.get_by_label("alpha of A by count").rect();
    is_taken_back(&mut window, "a threshold", bars.left_center() + vec2(20.0, 0.0), bars.center());
    window.act(ViewAction::Show(Tab::Race));
    window.act(PlaybackAction::Scrub(100));
    let line = window.harness.get_by_role_and_label(Role::Slider, "steps of the race").rect();
    is_taken_back(&mut window, "the race", line.left_center() + vec2(400.0, 0.0), line.center());
}

#[test]
fn no_key_splits_a_drag_in_two() {
    let mut window = Window::paused_at(499);
    window.act(StageAction::Nudge { slot: Slot::B, by: Cell::new(1, 0) });
    window.act(StageAction::Settle);
    let grip = window.pixel(Slot::B, 24, 20);
    window.press(grip, PointerButton::Primary);
    window.point_at(grip + vec2(-40.0, 0.0));
    for (modifiers, key) in [
        (Modifiers::NONE, Key::Tab),
        (Modifiers::NONE, Key::ArrowUp),
        (Modifiers::COMMAND, Key::Z),
        (Modifiers::COMMAND, Key::Num2),
    ] {
        window.key_with(modifiers, key);
        assert_eq!(window.session().stage().active, Slot::B, "{key:?}");
        assert_eq!(window.session().view().tab, Tab::Inspect, "{key:?}");
    }
    window.release(grip + vec2(-40.0, 40.0), PointerButton::Primary);
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.position(Slot::B), Cell::new(11, -17), "one step leads back to before the drag");
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.position(Slot::B), Cell::new(10, -17));
}
