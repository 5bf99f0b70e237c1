//! The parts around the canvas and over it: fields, layers, popups.

use egui::{Key, Modifiers, PointerButton, Role, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use maskscope::session::{Layer, PlaybackAction, ScanAction, Slot, Tab, ViewAction};
use maskscope_core::{choice::Choice as _, geom::Cell, scan::Scan};

use crate::driver::Window;

fn threshold(window: &Window, slot: Slot) -> u8 {
    window.session().stage().get(slot).expect("a sprite").sprite().threshold()
}

fn shows(window: &Window, layer: Layer) -> bool {
    window.session().view().layers.has(layer)
}

#[test]
fn positions_are_typed() {
    let mut window = Window::paused_at(499);
    window.enter("x of B", "60");
    window.enter("y of B", "−3");
    assert_eq!(window.position(Slot::B), Cell::new(60, -3));
    assert!(window.shows("Boxes 20 px apart: nothing to test"));

    window.key(Key::Escape);
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.position(Slot::B), Cell::new(60, -17), "each field is a step of its own");
}

#[test]
fn what_is_no_position_is_refused() {
    let mut window = Window::paused_at(499);
    for text in ["", "ten", "1e99", "99999999999999999999"] {
        window.enter("x of B", text);
        assert_eq!(window.position(Slot::B), Cell::new(10, -17), "{text:?}");
    }
}

#[test]
fn a_threshold_is_typed_and_its_histogram_dragged() {
    let mut window = Window::paused_at(499);
    window.enter("threshold of B", "254");
    assert_eq!(threshold(&window, Slot::B), 254);
    window.enter("threshold of A", "255");
    assert!(window.shows("Mask of A has no solid pixel"));

    assert!(!window.shows("alpha of A by count"), "it shows while the threshold has the focus");
    window.click("threshold of A");
    let slider = window.harness.get_by_label("alpha of A by count").rect();
    window.drag(slider.right_center(), slider.left_center(), PointerButton::Primary);
    assert_eq!(threshold(&window, Slot::A), 0);
    assert!(window.mentions("Masks overlap"));
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(threshold(&window, Slot::A), 255, "one drag is one step");
}

#[test]
fn layers_are_switched_by_hand_and_by_key() {
    let mut window = Window::paused_at(499);
    // These are behind `more`, or belong to other tabs.
    let elsewhere = [Layer::Words, Layer::BoundsUsed, Layer::OnionSkin, Layer::Channels, Layer::Handles];
    let of_hitboxes = [Layer::Shapes, Layer::Unfair, Layer::Forgiven];
    let in_row =
        |layer: &Layer| layer.is_in(Tab::Inspect) && !elsewhere.contains(layer) && !of_hitboxes.contains(layer);
    for layer in Layer::ALL.iter().copied().filter(in_row) {
        let shown = shows(&window, layer);
        let checkbox = window.harness.get_by_role_and_label(Role::CheckBox, layer.title());
        assert_eq!(checkbox.accesskit_node().toggled().is_some_and(|on| on == egui::accesskit::Toggled::True), shown);
        checkbox.click();
        window.follow();
        assert_ne!(shows(&window, layer), shown, "{}", layer.title());
        window.harness.get_by_role_and_label(Role::CheckBox, layer.title()).click();
        window.follow();
    }
    for (key, layer) in
        [(Key::B, Layer::Boxes), (Key::I, Layer::Intersection), (Key::V, Layer::Visits), (Key::G, Layer::Grid)]
    {
        window.key(key);
        assert!(!shows(&window, layer), "{}", layer.title());
    }
    window.key(Key::M);
    assert!(![Layer::BitsA, Layer::BitsB, Layer::BitsBoth].into_iter().any(|layer| shows(&window, layer)));
}

#[test]
fn the_right_panel_holds_everything_about_the_scan_at_the_usual_size() {
    for scan in Scan::ALL {
        let mut window = Window::paused_at(1);
        window.act(ScanAction::Use(scan));
        window.key(Key::End);
        let tabs = window.harness.get_by_label("Code").rect();
        let about = window.harness.get_by_role_and_label(Role::Heading, &scan.display_name()).rect();
        let here = window.harness.get_by_label_contains("Here: ").rect();
        assert!(tabs.bottom() <= about.top() && here.bottom() <= 716.0, "{scan}: {about:?} {here:?}");
        window.click("Code");
        let now = window.harness.get_by_label_contains("now: ").rect();
        assert!(tabs.bottom() <= now.top() && now.bottom() <= 716.0, "{scan}: {now:?}");
    }
}

#[test]
fn panels_follow_the_window_until_an_edge_is_dragged() {
    let mut window = Window::paused_at(1);
    let width = |window: &Window| (window.harness.get_by_label("Scans").rect().width() + 25.0).round();
    let resized = |window: &mut Window, x: f32, y: f32| {
        window.harness.set_size(vec2(x, y));
        window.follow();
        window.follow();
        width(window)
    };
    assert_eq!(resized(&mut window, 1280.0, 800.0), 344.0);
    assert_eq!(resized(&mut window, 1920.0, 1080.0), 480.0);
    assert_eq!(resized(&mut window, 1280.0, 800.0), 344.0);
    assert_eq!(resized(&mut window, 950.0, 700.0), 232.0);
    assert_eq!(resized(&mut window, 1280.0, 800.0), 344.0);
    // Five points off the edge are near enough, on either side.
    for by in [-5.0, 5.0] {
        let before = resized(&mut window, 1280.0, 800.0);
        let at = egui::pos2(1280.0 - before + by, 400.0);
        window.drag(at, at - vec2(30.0, 0.0), PointerButton::Primary);
        assert_eq!(resized(&mut window, 1280.0, 800.0), before + 30.0);
    }
    assert_eq!(resized(&mut window, 1920.0, 1080.0), 404.0, "the chosen width stays");
}

#[test]
fn the_open_tab_stays_open_from_one_time_to_the_next() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = folder.path().join("settings.json");
    let mut window = Window::remembering(&settings);
    window.act(PlaybackAction::Scrub(1));
    assert!(window.mentions("Idea: "));
    window.click("Code");
    window.wait_until("it is open", |window| !window.mentions("Idea: "));
    window.quit();
    let mut window = Window::remembering(&settings);
    window.follow();
    assert!(!window.mentions("Idea: ") && window.mentions("now: "));
}

#[test]
fn all_keys_are_listed_and_escape_closes_the_list() {
    let mut window = Window::paused_at(499);
    window.key(Key::F1);
    assert!(window.shows("Step back: ,"));
    assert!(window.shows("Move the view: middle drag, Space drag"));
    assert!(window.shows("Scenes") && !window.shows("Exports"), "no heading without keys");
    window.key(Key::Escape);
    assert!(!window.shows("Step back: ,"));
}

#[test]
fn a_command_is_found_by_its_letters_and_run() {
    let mut window = Window::paused_at(499);
    let find = |window: &mut Window, text: &str| {
        window.key_with(Modifiers::COMMAND, Key::K);
        window.harness.get_by_role_and_label(Role::TextInput, "Find").type_text(text);
        window.follow();
        window.key(Key::Enter);
    };
    find(&mut window, "swap");
    assert_eq!(window.session().stage().get(Slot::A).expect("a sprite").sprite().name, "rock.png");
    find(&mut window, "hole");
    assert!(window.shows("Boxes overlap 17 × 17, masks share nothing"));
    find(&mut window, "rotate");
    assert!(window.harness.get_by_label("rotation of B").is_focused(), "the field for the angle has the focus");
    window.key_with(Modifiers::COMMAND, Key::K);
    assert!(window.harness.query_by_role_and_label(Role::TextInput, "Find").is_some());
    window.key(Key::Escape);
    assert!(window.harness.query_by_role_and_label(Role::TextInput, "Find").is_none());
}

#[test]
fn shift_and_tab_enter_the_controls_even_from_a_quick_hand() {
    let mut window = Window::paused_at(499);
    let event =
        |pressed, modifiers| egui::Event::Key { key: Key::Tab, physical_key: None, pressed, repeat: false, modifiers };
    // All in one frame: press and release of both keys.
    let events = &mut window.harness.input_mut().events;
    events.push(egui::Event::ModifiersChanged(Modifiers::SHIFT));
    events.push(event(true, Modifiers::SHIFT));
    events.push(event(false, Modifiers::SHIFT));
    events.push(egui::Event::ModifiersChanged(Modifiers::NONE));
    window.follow();
    assert!(window.harness.ctx.memory(|memory| memory.focused().is_some()));
    window.key(Key::Escape);
    assert!(window.harness.ctx.memory(|memory| memory.focused().is_none()));
}

#[test]
fn hints_come_one_at_a_time_and_go_for_good() {
    let mut window = Window::paused_at(0);
    assert!(window.shows("Short lessons") && !window.shows("Drag a sprite"));
    window.click("Decline the offer");
    assert!(!window.shows("Short lessons") && window.shows("Drag a sprite") && !window.shows("Space plays"));
    window.key(Key::ArrowLeft);
    assert!(!window.shows("Drag a sprite") && window.shows("Space plays"));
    window.key(Key::Space);
    window.wait_until("something has been played", |window| window.shows("Drop your own image"));
    window.click("Close the hint");
    assert!(!window.shows("Drop your own image"));
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert!(!window.mentions("Drag a sprite"));
}

#[test]
fn the_theme_goes_over_from_dark_to_light_and_back() {
    let mut window = Window::paused_at(499);
    assert!(window.harness.ctx.global_style().visuals.dark_mode);
    window.click("Theme");
    assert!(!window.harness.ctx.global_style().visuals.dark_mode);
    window.click("Theme");
    assert!(window.harness.ctx.global_style().visuals.dark_mode);
}

/// The race has lanes for the signs, so its transport is 16 points higher.
#[test]
fn the_transport_is_in_the_same_place_on_every_tab() {
    for size in [vec2(900.0, 700.0), vec2(1280.0, 800.0), vec2(1920.0, 1080.0)] {
        let mut window = Window::without_time(size);
        let mut rows = Vec::new();
        for tab in [Tab::Inspect, Tab::Race, Tab::Replay, Tab::Terrain] {
            window.act(ViewAction::Show(tab));
            window.act(PlaybackAction::Pause);
            window.follow();
            let row = window.harness.get_by(|node| node.label().is_some_and(|it| PLAYS.contains(&&*it))).rect();
            rows.push(row.translate(vec2(0.0, if tab == Tab::Race { 16.0 } else { 0.0 })));
        }
        assert!(rows.iter().all(|row| *row == rows[0]), "{size}: {rows:?}");
    }
}

/// The main button of a transport.
const PLAYS: [&str; 3] = ["Play", "Pause", "Again"];

#[test]
fn a_finished_race_runs_again() {
    let mut window = Window::paused_at(0);
    window.click("Race");
    window.act(PlaybackAction::Last);
    window.follow();
    window.click("Again");
    assert!(window.shows("Pause") && window.session().steps() > window.session().race().steps());
}

#[test]
fn names_stand_beside_the_swatches_of_a_wide_window() {
    let width = |size| Window::without_time(size).harness.get_by_label("Intersection").rect().width();
    let [usual, wide, large] = [1280.0, 1600.0, 1920.0].map(|x| width(vec2(x, 1000.0)));
    assert!(usual == 32.0 && wide > 80.0 && large == wide, "{usual}, {wide}, {large}");
}
