//! The first seconds: a scan plays once, then the window uses no time.

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
