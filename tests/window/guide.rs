//! The pictures of the README and the guide. `UPDATE_SNAPSHOTS=1 cargo test --test window guide::` takes them again.
//!
//! Times are measured by a release build and differ from run to run: where a picture shows some, those of the stored one stay.
#![cfg(debug_assertions)]

use std::{
    env,
    fs::{self, File},
    io::BufWriter,
    path::Path,
};

use egui::{Vec2, vec2};
use egui_kittest::SnapshotOptions;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{DynamicImage, GenericImage as _, GenericImageView as _};
use maskscope::{
    files::{lesson_names, parse_keys},
    lessons::lesson_named,
    session::{LessonAction, LogSource, PlaybackAction, Published, Slot, StageAction, Tab, TerrainAction, ViewAction},
};
use maskscope_core::{geom::Cell, shape::fit::Form};

use crate::driver::Window;

/// The place of the times in the table of scans, in pixels: left, top, width, height.
const TIMES: [u32; 4] = [1206, 88, 62, 322];

/// The places in the survey that times decide: the headline, the card of the fastest scan, the columns, the visits here.
const SURVEYED_TIMES: [[u32; 4]; 4] =
    [[188, 44, 1000, 36], [900, 96, 368, 88], [1160, 232, 108, 240], [544, 596, 344, 132]];

fn window() -> Window {
    Window::without_time(vec2(1280.0, 800.0))
}

/// Compares `window` with the picture `name`, except in the areas of `times`. The published crate lacks the pictures.
#[track_caller]
fn shoot(mut window: Window, name: &str, times: &[[u32; 4]]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/pictures");
    let path = folder.join(name).with_extension("png");
    if !folder.exists() {
        return;
    }
    window.follow();
    for alt in alternatives(name) {
        let numbers = alt.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_ascii_digit()));
        for number in numbers.filter(|number| !number.is_empty()) {
            assert!(window.mentions(number), "the picture {name} does not show {number}, as in: {alt}");
        }
    }
    let mut picture = window.harness.render().expect("a picture");
    if let Ok(stored) = image::open(&path) {
        for &[left, top, width, height] in times {
            let area = stored.view(left, top, width, height).to_image();
            picture.copy_from(&DynamicImage::from(area).into_rgba8(), left, top).expect("it is within the picture");
        }
    }
    if env::var_os("UPDATE_SNAPSHOTS").is_some() {
        let file = BufWriter::new(File::create(&path).expect("a picture to write to"));
        let encoder = PngEncoder::new_with_quality(file, CompressionType::Best, FilterType::Adaptive);
        DynamicImage::from(picture.clone()).into_rgb8().write_with_encoder(encoder).expect("it is written");
    }
    egui_kittest::image_snapshot_options(&picture, name, &SnapshotOptions::new().output_path(folder));
}

/// The texts that the README and the guide show in place of the picture `name`.
fn alternatives(name: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guide = fs::read_dir(root.join("docs")).expect("the guide").map(|page| page.expect("a page").path());
    let pages = guide.chain([root.join("README.md")]).map(|page| fs::read_to_string(page).expect("a page"));
    let of_picture = |page: String| {
        let ends = page.match_indices(&format!("pictures/{name}.png)")).map(|(end, _)| end).collect::<Vec<_>>();
        ends.into_iter().map(|end| page[page[..end].rfind("![").expect("its text")..end].to_owned()).collect::<Vec<_>>()
    };
    let found: Vec<_> = pages.flat_map(of_picture).collect();
    assert!(!found.is_empty(), "no page shows {name}");
    found
}

#[test]
fn inspect() {
    let mut window = window();
    window.act(StageAction::Place { slot: Slot::B, position: Cell::new(14, -21) });
    window.act(PlaybackAction::Last);
    let pixel = window.pixel(Slot::A, 36, 10);
    window.point_at(pixel);
    shoot(window, "inspect", &[TIMES]);
}

#[test]
fn survey() {
    let mut window = Window::open();
    window.act(PlaybackAction::Last);
    window.act(ViewAction::Show(Tab::Survey));
    window.wait_until("the survey is complete", |window| {
        window.session().derived().published().is_some_and(Published::is_complete)
    });
    window.wait_until("all scans are timed", |window| window.session().derived().survey_times().is_complete());
    window.harness.remove_cursor();
    shoot(window, "survey", &SURVEYED_TIMES);
}

/// The sample game's worst check, as `maskscope replay` names it.
fn judged(size: Vec2) -> Window {
    let mut window = Window::without_time(size);
    window.drop_files([Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/game.jsonl")]);
    window.wait_until("the log is read to its end", |window| {
        window.session().log().is_some_and(|log| matches!(log.source, LogSource::Resting) && log.is_staged())
    });
    window.wait_until("every check is found", |window| window.session().wanted_checks().is_empty());
    window.harness.remove_cursor();
    window
}

#[test]
fn replay() {
    let window = judged(vec2(1280.0, 800.0));
    assert!(window.mentions("samples/games/asteroids.py:56"), "the picture names the line of the game");
    shoot(window, "replay", &[]);
}

/// The first picture of the README, which shows it at its own width.
#[test]
fn unfair() {
    shoot(judged(vec2(900.0, 600.0)), "unfair", &[]);
}

#[test]
fn hitbox() {
    let mut window = window();
    window.act(PlaybackAction::Last);
    window.act(StageAction::Fit(Some((Slot::B, Form::Circle))));
    window.wait_until("the circle is found", |window| {
        window.session().stage().get(Slot::B).is_some_and(|placed| placed.sprite().hitbox().is_some())
    });
    window.harness.remove_cursor();
    shoot(window, "hitbox", &[TIMES]);
}

#[test]
fn terrain() {
    let mut window = window();
    window.act(ViewAction::Show(Tab::Terrain));
    window.wait_until("the ball is there", |window| window.session().terrain().run().is_some());
    let keys = parse_keys(
        "14 jump down\n15 jump up\n48 right down\n53 right up\n54 jump down\n55 jump up\n90 right down\n91 right up\n",
    );
    window.act(TerrainAction::SetKeys(keys.expect("keys")));
    window.act(TerrainAction::Go(81));
    window.harness.remove_cursor();
    shoot(window, "terrain", &[]);
}

#[test]
fn lesson() {
    let mut window = Window::without_time(vec2(1280.0, 860.0));
    let (_, row_by_row) = lesson_named("row-by-row").expect("a lesson");
    window.act(LessonAction::Open(row_by_row.clone(), 0));
    let pixel = window.pixel(Slot::A, 34, 12);
    window.point_at(pixel);
    assert!(window.mentions(&format!("0 of {} done", lesson_names().count())));
    shoot(window, "lesson", &[TIMES]);
}
