//! The pinned B in the window: a key pins it and exchanges both places, and both are in numbers.

use egui::Key;
use maskscope::session::{Slot, StageAction};
use maskscope_core::geom::Cell;

use crate::driver::Window;

/// Opens the sample pair, pins B at 14,−21 and moves it to 10,−17.
pub fn pinned() -> Window {
    let mut window = Window::open();
    window.act(StageAction::Place { slot: Slot::B, position: Cell::new(14, -21) });
    window.key(Key::P);
    window.wait_until("the answer says what to do", |window| window.mentions("B is pinned here"));
    window.act(StageAction::Place { slot: Slot::B, position: Cell::new(10, -17) });
    window.wait_until("both are known", |window| window.shows("verdict: now hit, pinned miss"));
    window
}

#[test]
fn both_places_stand_side_by_side() {
    let window = pinned();
    for line in [
        "place: now 10,−17, pinned 14,−21",
        "shared px: now 13, pinned 0",
        "apart, px: now –, pinned 4.5",
        "boxes share: now 30 × 24, pinned 26 × 20",
        "cells: now 720, pinned 520",
        "rows visits: now 499, pinned 520",
    ] {
        assert!(window.shows(line), "{line}");
    }
    assert!(window.mentions("The pinned B, 4,−4 from here, was a miss: its pixels were 4.5 px apart."));
    assert!(window.shows("pinned"), "its visits have a column");
    assert!(window.row("rows").0.contains("520 visits where B is pinned"));
}

#[test]
fn the_key_exchanges_both_and_the_cross_ends_it() {
    let mut window = pinned();
    window.key(Key::P);
    assert_eq!(window.position(Slot::B), Cell::new(14, -21));
    window.wait_until("both are known", |window| window.shows("verdict: now miss, pinned hit"));
    window.click("Swap");
    assert_eq!(window.position(Slot::B), Cell::new(10, -17));
    window.click("Unpin B");
    assert!(window.session().stage().pinned().is_none() && !window.mentions("Pinned B"));
    window.choose("Edit", "Undo pin");
    assert!(window.session().stage().pinned().is_some());
}
