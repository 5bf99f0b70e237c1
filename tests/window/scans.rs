//! The table of scans and the transport.

use std::{thread::sleep, time::Duration};

use egui::{Key, Modifiers, PointerButton};
use maskscope::session::{Slot, StageAction};
use maskscope_core::{geom::Cell, scan::Scan};

use crate::driver::Window;

fn selected(window: &Window) -> String {
    window.session().scans().selected().to_string()
}

#[test]
fn space_plays_and_pauses_when_it_is_let_go() {
    let mut window = Window::paused_at(100);
    window.harness.key_down(Key::Space);
    window.follow();
    assert!(!window.session().playback().is_playing());
    window.harness.key_up(Key::Space);
    window.follow();
    assert!(window.session().playback().is_playing() && window.shows("Pause"));
    window.key(Key::Space);
    assert!(!window.session().playback().is_playing() && window.shows("Play"));
    assert!(window.played() > 100);
}

#[test]
fn keys_step_through_the_visits() {
    let mut window = Window::paused_at(372);
    let after = |window: &mut Window, key| {
        window.key(key);
        window.played()
    };
    assert_eq!(after(&mut window, Key::Period), 373);
    assert_eq!(after(&mut window, Key::Comma), 372);
    assert_eq!(after(&mut window, Key::Comma), 371);
    assert_eq!(after(&mut window, Key::Home), 0);
    assert_eq!(after(&mut window, Key::Comma), 0);
    assert_eq!(after(&mut window, Key::End), 499);
    assert_eq!(after(&mut window, Key::Period), 499);
}

#[test]
fn the_buttons_of_the_transport_do_what_their_keys_do() {
    let mut window = Window::paused_at(372);
    for (button, played) in
        [("Step on", 373), ("Step back", 372), ("To the start", 0), ("To the end", 499), ("Step back", 498)]
    {
        window.click(button);
        assert_eq!(window.played(), played, "{button}");
    }
    window.click("To the hit");
    assert_eq!(window.played(), 499);
    assert!(window.mentions("at 28,16: both solid"));
}

#[test]
fn at_a_miss_one_click_moves_b_to_a_hit_and_one_step_undoes_it() {
    let mut window = Window::paused_at(499);
    let there = Cell::new(14, -21);
    window.act(StageAction::Place { slot: Slot::B, position: there });
    window.act(StageAction::Settle);
    window.wait_until("the closest pixels are known", |window| window.shows("To a hit"));
    window.click("To a hit");
    assert!(window.session().collision().is_some_and(|collision| collision.masks_overlap()));
    window.wait_until("there is one to go to", |window| window.shows("To the hit"));
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.position(Slot::B), there);
}

#[test]
fn the_scrubber_is_dragged() {
    use egui_kittest::kittest::Queryable as _;
    let mut window = Window::paused_at(0);
    let bar = window.harness.get_by_role_and_label(egui::Role::Slider, "visits of rows").rect();
    window.drag(bar.center(), bar.right_center(), PointerButton::Primary);
    assert_eq!(window.played(), 499);
    window.drag(bar.right_center(), bar.left_center(), PointerButton::Primary);
    assert_eq!(window.played(), 0);
}

#[test]
fn digits_select_scans() {
    let mut window = Window::paused_at(499);
    window.key(Key::Num2);
    assert_eq!(selected(&window), "columns");
    window.key(Key::Num8);
    assert_eq!(selected(&window), "x");
    let total = window.session().derived().recording().expect("a scan has run").count.visits;
    assert!(window.shows(&format!("{total} / {total} visits")));
}

#[test]
fn a_click_on_a_row_selects_it_and_the_transport_follows() {
    let mut window = Window::paused_at(499);
    let (spoken, place) = window.row("center-out");
    window.click_at(place);
    assert_eq!(selected(&window), "center-out");
    let recording = window.session().derived().recording().expect("a scan has run");
    assert_eq!(recording.scan.to_string(), "center-out");
    let visits = recording.count.visits;
    assert!(spoken.contains(&format!("hit, {visits} visits")), "{spoken}");
    assert!(window.shows(&format!("{visits} / {visits} visits")));
}

#[test]
fn a_wrong_scan_is_found_by_its_pill() {
    let mut window = Window::paused_at(499);
    window.click("sample:10 misses it");
    assert!(matches!(window.session().scans().selected(), Scan::Sample(_)));
    assert!(window.row("sample:10").0.contains("wrong: miss"));
}

#[test]
fn headers_sort_up_then_down_then_no_more() {
    let mut window = Window::paused_at(499);
    let listed = window.rows();
    window.sort_by("visits");
    assert!(window.shows("visits, smallest first"));
    assert_eq!(window.rows()[0], "sample:10");
    window.sort_by("visits");
    assert_eq!(window.rows()[listed.len() - 1], "sample:10");
    window.sort_by("visits");
    assert_eq!(window.rows(), listed);
}

/// The number of timed scans.
fn timed(window: &Window) -> usize {
    window.session().derived().rows().iter().filter(|row| row.timing.is_some()).count()
}

/// Lets a second pass on the window's clock, and some time on the machine's.
fn wait_a_second(window: &mut Window) {
    for _ in 0..60 {
        window.harness.step();
        sleep(Duration::from_millis(2));
    }
}

#[test]
fn timings_wait_while_a_button_is_down_and_stop_where_one_goes_down() {
    let mut window = Window::paused_at(499);
    let free = window.pixel(Slot::A, 0, 0);
    window.press(free, PointerButton::Middle);
    wait_a_second(&mut window);
    assert_eq!(timed(&window), 0);

    window.release(free, PointerButton::Middle);
    window.wait_until("the first scans are timed", |window| timed(window) > 1);
    window.press(free, PointerButton::Middle);
    // A scan that has just ended may still arrive.
    wait_a_second(&mut window);
    let before = timed(&window);
    wait_a_second(&mut window);
    assert_eq!(timed(&window), before);
    assert!(before < window.session().derived().rows().len());

    window.release(free, PointerButton::Middle);
    window.wait_until("all scans are timed", |window| timed(window) == window.session().derived().rows().len());
}
