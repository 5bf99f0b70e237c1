//! Texts on the screen at once: a window that says less is read sooner.

use egui::{Key, PointerButton};
use maskscope::session::{Published, Slot, Tab, ViewAction};

use crate::{driver::Window, logs::drop_into};

/// Returns the painted texts with a character in view.
pub fn seen_texts(window: &Window) -> Vec<String> {
    let mut found = Vec::new();
    for clipped in &window.harness.output().shapes {
        let mut shapes = vec![&clipped.shape];
        while let Some(shape) = shapes.pop() {
            match shape {
                egui::Shape::Vec(more) => shapes.extend(more),
                egui::Shape::Text(text) if text.opacity_factor > 0.0 => {
                    let in_view = |glyph: &egui::epaint::text::Glyph, row: egui::Vec2| {
                        let place = glyph.logical_rect().translate(text.pos.to_vec2() + row);
                        !glyph.chr.is_whitespace() && clipped.clip_rect.intersect(place).is_positive()
                    };
                    let mut rows = text.galley.rows.iter();
                    if rows.any(|row| row.glyphs.iter().any(|glyph| in_view(glyph, row.pos.to_vec2()))) {
                        found.push(text.galley.text().to_owned());
                    }
                }
                _ => {}
            }
        }
    }
    found
}

#[track_caller]
fn assert_at_most(limit: usize, what: &str, window: &Window) {
    let texts = seen_texts(window);
    assert!(texts.len() <= limit, "{what} has {} texts, not {limit}:\n{}", texts.len(), texts.join("\n"));
}

/// Counted for the first time, Inspect had 209 texts at 1280 × 800, Race 194, Survey 239, and a replay of the log of these
/// tests 120.
#[test]
fn the_first_pictures_have_few_texts() {
    let mut window = Window::open();
    window.wait_until("all is measured and at rest", |window| {
        window.is_at_rest() && window.session().wanted().is_empty()
    });
    let rock = window.pixel(Slot::B, 40, 14);
    window.point_at(rock);
    assert_at_most(176, "Inspect", &window);
}

#[test]
fn the_first_second_has_two_labels_that_go_with_the_first_drag_key_or_file() {
    let labels = |window: &Window| {
        let texts = seen_texts(window);
        ["boxes: hit", "pixels: miss, 4.5 px apart", "26 × 20 = 520"]
            .map(|label| texts.iter().any(|text| text == label))
    };
    for way in 0..3 {
        let mut window = Window::first();
        window.wait_until("all is measured and at rest", |window| {
            window.is_at_rest() && window.session().wanted().is_empty()
        });
        assert_eq!(labels(&window), [true, true, false], "the labels stand for the tag");
        assert_eq!(window.session().view().hint(), None, "the first hint waits");
        assert_at_most(171, "The first screen", &window);
        match way {
            0 => {
                let [from, to] = [20, 24].map(|x| window.pixel(Slot::B, x, 20));
                window.drag(from, to, PointerButton::Primary);
            }
            1 => window.key(Key::B),
            _ => window.open_file(Slot::A, format!("{}/samples/rock.png", env!("CARGO_MANIFEST_DIR")).into()),
        }
        window.wait_until("they are gone", |window| !window.session().view().greets);
        window.follow();
        assert!(!labels(&window)[0]);
        assert!(window.session().view().hint().is_some());
    }
}

#[test]
fn the_race_has_few_texts() {
    let mut window = Window::open();
    window.act(ViewAction::Show(Tab::Race));
    window.wait_until("all have finished", |window| !window.session().is_playing());
    window.follow();
    assert_at_most(112, "Race", &window);
}

#[test]
fn the_survey_has_few_texts() {
    let mut window = Window::paused_at(499);
    window.act(ViewAction::Show(Tab::Survey));
    window.wait_until("the survey is complete, and all scans are timed", |window| {
        window.session().derived().published().is_some_and(Published::is_complete)
            && window.session().derived().survey_times().is_complete()
    });
    window.follow();
    assert_at_most(175, "Survey", &window);
}

#[test]
fn the_replay_has_few_texts() {
    let folder = tempfile::tempdir().expect("a folder");
    let window = drop_into(Window::paused_at(0), &folder);
    assert_at_most(80, "Replay", &window);
}
