//! The first seconds: a scan plays once, then the window uses no time.

use egui_kittest::kittest::Queryable as _;
use maskscope::session::{Recording, ScanRow};

use crate::driver::Window;

/// Returns the addresses of the derived results, which change if they are made again.
fn derived(window: &Window) -> (*const ScanRow, Option<*const Recording>, *const maskscope_core::scan::Visit) {
    let session = window.session();
    let visits = session.derived().recording().map_or(std::ptr::null(), |recording| recording.visits.as_ptr());
    (session.derived().rows().as_ptr(), session.derived().recording().map(std::ptr::from_ref), visits)
}

#[test]
fn it_opens_on_a_pair_whose_masks_barely_overlap() {
    let window = Window::open();
    assert!(window.shows("HIT"));
    assert!(window.shows("Masks overlap: 13 of 720 px, 1.8 %"));
    assert!(window.shows("sample:10 misses it"));
    assert!(window.shows("Short lessons"), "a hint");
    assert!(window.session().playback().is_playing());
}

#[test]
fn the_first_scan_plays_once_and_stays_at_its_end() {
    let mut window = Window::open();
    let total = window.session().derived().recording().expect("a scan has run").count.visits;
    let early = window.played();
    window.follow();
    assert!(early < window.played() && window.played() < total);
    window.wait_until("the scan has ended", |window| !window.session().playback().is_playing());
    assert_eq!(window.played(), total);
    assert!(window.shows(&format!("{total} / {total} visits")));
}

#[test]
fn at_rest_nothing_is_asked_for_uploaded_or_computed() {
    let mut window = Window::open();
    window.wait_until("all is measured and at rest", |window| {
        window.is_at_rest() && window.session().wanted().is_empty()
    });
    assert!(window.session().derived().rows().iter().all(|row| row.timing.is_some()));
    let before = (derived(&window), window.uploads());
    for _ in 0..60 {
        window.harness.step();
        assert!(window.is_at_rest(), "{:?}", window.harness.ctx.repaint_causes());
    }
    assert_eq!((derived(&window), window.uploads()), before);
}

#[test]
fn the_bar_never_says_another_zoom_than_the_canvas_has() {
    let folder = tempfile::tempdir().expect("a folder");
    let small = folder.path().join("small.png");
    image::RgbaImage::from_pixel(4, 4, image::Rgba([255; 4])).save(&small).expect("the folder can be written");
    let mut window = Window::open();
    assert!(window.shows("8×") && !window.shows("1×"), "in the first frame that is seen");
    for slot in maskscope::session::Slot::ALL {
        window.open_file(slot, small.clone());
    }
    window.wait_until("both are read and nothing moves", |window| {
        window.session().stage().both().is_some_and(|(a, b)| a.sprite().name == b.sprite().name) && window.is_at_rest()
    });
    assert!(window.shows("64×") || window.shows("32×"), "the bar has followed the canvas");
}

#[test]
fn a_first_start_says_what_it_is_for_and_nothing_is_to_be_undone() {
    let mut window = Window::first();
    let sentence = "See what a collision test sees, and where it is wrong";
    window.wait_until("the sentence is shown", |window| window.shows(sentence));
    window.wait_until("the scan has met the masks", |window| window.shows("MISS"));
    let zooms: Vec<_> = (1..20).filter(|zoom| window.shows(&format!("{zoom}×"))).collect();
    assert_eq!(zooms, [7], "as large as they can be below the strip");
    assert!(!window.shows("Short lessons"));
    assert!(window.shows("Your images") && window.shows("Your game") && window.shows("Lessons"));
    assert_eq!(window.session().can_undo_redo(), (false, false), "opening is not a step");
    let strip = window.harness.get_by_label(sentence).rect();
    let sprite = window.harness.get_by_role_and_label(egui::Role::Image, "Sprite B").rect();
    assert!(strip.bottom() < sprite.top(), "it hides no sprite");
    window.wait_until("the scan has ended at the miss", |window| !window.session().playback().is_playing());
    assert_eq!(window.played(), 520);
    window.click("To a hit");
    window.wait_until("the other answer is shown", |window| window.shows("HIT"));
    assert!(!window.shows(sentence) && !window.shows("Short lessons"));
    assert!(window.session().can_undo_redo().0);
    window.key_with(egui::Modifiers::COMMAND, egui::Key::Z);
    assert_eq!(window.session().can_undo_redo(), (false, true), "one step leads back to the miss");
    assert!(window.shows("MISS"));
}

#[test]
fn the_strip_leads_to_a_game_and_to_the_lessons_and_can_be_closed() {
    let sentence = "See what a collision test sees, and where it is wrong";
    for button in ["Your game", "Lessons", "Close the greeting"] {
        let mut window = Window::first();
        window.wait_until("the sentence is shown", |window| window.shows(sentence));
        window.click(button);
        assert!(!window.shows(sentence) && !window.session().view().greets, "{button}");
        assert_eq!(window.session().view().tab == maskscope::session::Tab::Replay, button == "Your game");
        assert_eq!(window.session().lessons().open().is_some(), button == "Lessons");
    }
}
