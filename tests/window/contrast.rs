//! Contrast of every painted text with what is painted below it, in both themes: at least WCAG's 4.5 to 1.
//!
//! A frame is drawn with every letter transparent, and each letter's own colour is compared with that ground where its ink
//! is. Letters of disabled controls are exempt, as in WCAG; so are those below a sheet.

use std::collections::BTreeMap;
use std::io::{self, Write as _};

use egui::emath::Rot2;
use egui::epaint::{ClippedShape, TextShape};
use egui::{Color32, Key, Pos2, Rect, Shape, Theme, Vec2, vec2};
use egui_kittest::kittest::Queryable as _;
use image::RgbaImage;
use maskscope::session::{
    PlaybackAction, Published, RaceAction, RaceOrder, ScanAction, Slot, StageAction, SurveyAction, Tab, ViewAction,
};
use maskscope_core::geom::Cell;
use maskscope_core::palette::contrast;
use maskscope_core::survey::QUESTIONS;

use crate::driver::{SHEETS, Window};

/// The least contrast of text by WCAG, level AA.
const LEAST: f32 = 4.5;

/// The texts that were judged, and those that are hard to read.
#[derive(Default)]
struct Findings {
    judged: usize,
    exempt: usize,
    /// Text, colour and ground, with the place where it was first seen.
    faults: BTreeMap<String, String>,
}

/// A shape in painting order, and the part of the window that shows it.
type Painted<'a> = (&'a Shape, Rect);

/// All shapes in painting order.
fn flat(shapes: &[ClippedShape]) -> Vec<Painted<'_>> {
    fn add<'a>(shape: &'a Shape, clip: Rect, all: &mut Vec<Painted<'a>>) {
        match shape {
            Shape::Vec(more) => more.iter().for_each(|shape| add(shape, clip, all)),
            _ => all.push((shape, clip)),
        }
    }
    let mut all = Vec::new();
    shapes.iter().for_each(|clipped| add(&clipped.shape, clipped.clip_rect, &mut all));
    all
}

/// Makes every letter transparent; what is painted behind a text stays.
fn hide_letters(shape: &mut Shape) {
    match shape {
        Shape::Vec(more) => more.iter_mut().for_each(hide_letters),
        Shape::Text(text) => text.override_text_color = Some(Color32::TRANSPARENT),
        _ => {}
    }
}

/// Each visible letter of a text with its ink's box and its colour.
fn letters(text: &TextShape) -> Vec<(char, Rect, Color32)> {
    let mut letters = Vec::new();
    for row in &text.galley.rows {
        for glyph in row.glyphs.iter().filter(|glyph| !glyph.chr.is_whitespace()) {
            let first = glyph.first_vertex as usize;
            let Some(corners) = row.visuals.mesh.vertices.get(first..first + 4) else { continue };
            let turned = |at: Pos2| text.pos + Rot2::from_angle(text.angle) * (row.pos.to_vec2() + at.to_vec2());
            let ink = Rect::from_points(&corners.iter().map(|corner| turned(corner.pos)).collect::<Vec<_>>());
            let own = if corners[0].color == Color32::PLACEHOLDER { text.fallback_color } else { corners[0].color };
            let color = text.override_text_color.unwrap_or(own).gamma_multiply(text.opacity_factor);
            if ink.is_positive() {
                letters.push((glyph.chr, ink, color));
            }
        }
    }
    letters
}

/// Width of an edge or a ring around a place that is covered, in points.
const EDGE: f32 = 4.0;

/// True if a shape hides a letter below it at `ink`, or cuts it: an opaque area with its edge, the veil below a sheet, or a ring.
fn hides((shape, clip): &Painted<'_>, whole: Rect, ink: Rect) -> bool {
    let Shape::Rect(rect) = shape else { return false };
    let is_veil = rect.fill.a() > 0 && rect.rect.contains_rect(whole);
    let is_area = rect.fill.a() == 255 || is_veil;
    let is_ring = rect.stroke.width > 0.0 && !rect.rect.shrink(EDGE).contains_rect(ink);
    let place = rect.rect.intersect(*clip);
    (is_area || is_ring) && place.is_positive() && place.expand(EDGE).intersects(ink)
}

/// The contrast that at least three of four pixels of a letter's box have with it.
fn contrast_on(ground: &RgbaImage, ink: Rect, color: Color32, scale: f32) -> Option<(f32, [u8; 3])> {
    let [left, top, right, bottom] = [ink.left(), ink.top(), ink.right(), ink.bottom()].map(|at| at * scale);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "places in the window")]
    let [left, top, right, bottom] =
        [left.floor(), top.floor(), right.ceil(), bottom.ceil()].map(|at| at.max(0.0) as u32);
    let (width, height) = ground.dimensions();
    let mut found = Vec::new();
    for y in top..bottom.min(height) {
        for x in left..right.min(width) {
            let [r, g, b, _] = ground.get_pixel(x, y).0;
            let below = Color32::from_rgb(r, g, b);
            let seen = below.blend(color);
            found.push((contrast([seen.r(), seen.g(), seen.b()], [r, g, b]), [r, g, b]));
        }
    }
    found.sort_by(|one, other| one.0.total_cmp(&other.0));
    found.get(found.len() / 4).copied()
}

impl Findings {
    /// Judges every text that the window shows, in both themes.
    fn look(&mut self, window: &mut Window, what: &str) {
        for theme in [Theme::Dark, Theme::Light] {
            window.harness.ctx.set_theme(theme);
            window.follow();
            self.judge(window, &format!("{what}, {theme:?}"));
        }
        window.harness.ctx.set_theme(Theme::Dark);
    }

    fn judge(&mut self, window: &mut Window, what: &str) {
        let scale = window.harness.ctx.pixels_per_point();
        let whole = window.harness.ctx.content_rect();
        let ground = window.picture_with(hide_letters);
        let disabled: Vec<Rect> = {
            #[expect(clippy::redundant_closure_for_method_calls, reason = "the method is of one lifetime")]
            let nodes = window.harness.query_all_by(|node| node.is_disabled());
            nodes.map(|node| node.rect()).collect()
        };
        let shapes = flat(&window.harness.output().shapes);
        for (at, (shape, clip)) in shapes.iter().enumerate() {
            let Shape::Text(text) = shape else { continue };
            let (mut is_judged, mut is_exempt, mut hard) = (false, false, Vec::new());
            let letters = letters(text);
            let all = letters.len();
            for (letter, ink, color) in letters {
                let middle = ink.center();
                let is_hidden = shapes[at + 1..].iter().any(|painted| hides(painted, whole, ink));
                if is_hidden || color.a() == 0 || !clip.contains(middle) || !whole.contains(middle) {
                    continue;
                }
                if disabled.iter().any(|place| place.expand(1.0).contains(middle)) {
                    is_exempt = true;
                    continue;
                }
                let Some((ratio, below)) = contrast_on(&ground, ink.intersect(*clip), color, scale) else { continue };
                is_judged = true;
                if ratio < LEAST {
                    let key = format!("{:?} {:?} on {below:?}", text.galley.text(), color.to_array());
                    hard.push((key, format!("{what}: {letter} at {middle:?} has {ratio:.2}")));
                }
            }
            // A few letters of many are cut by a ring or an edge that lies over them.
            if 10 * hard.len() > all {
                self.faults.extend(hard);
            }
            self.judged += usize::from(is_judged);
            self.exempt += usize::from(is_exempt);
        }
    }

    #[track_caller]
    fn assert_fine(&self, least: usize) {
        let Self { judged, exempt, faults } = self;
        // This bypasses the test runner's capture; a closed standard error is not a failure.
        drop(writeln!(io::stderr(), "{judged} texts judged, {exempt} of disabled controls"));
        let faults: Vec<_> = faults.iter().map(|(key, place)| format!("{key}: {place}")).collect();
        assert!(faults.is_empty(), "{} of {judged} texts are hard to read:\n{}", faults.len(), faults.join("\n"));
        assert!(*judged >= least, "only {judged} texts are judged");
    }
}

const SMALL: Vec2 = vec2(900.0, 600.0);
const MIDDLE: Vec2 = vec2(1280.0, 800.0);

#[test]
fn texts_of_inspect_can_be_read() {
    let mut found = Findings::default();
    for size in [SMALL, MIDDLE] {
        let mut window = Window::without_time(size);
        window.act(PlaybackAction::Scrub(372));
        let pixel = window.pixel(Slot::A, 25, 14);
        window.point_at(pixel);
        found.look(&mut window, "half way");
        window.act(PlaybackAction::Last);
        found.look(&mut window, "a hit");
        window.act(ScanAction::Use("sample:10".parse().expect("a scan")));
        found.look(&mut window, "sampled");
        window.act(StageAction::Place { slot: Slot::B, position: Cell::new(14, -21) });
        window.act(PlaybackAction::Last);
        found.look(&mut window, "a miss");
        window.act(StageAction::Place { slot: Slot::B, position: Cell::new(90, 0) });
        found.look(&mut window, "boxes apart");
    }
    let mut window = Window::first();
    window.wait_until("all is measured", |window| window.session().wanted().is_empty());
    found.look(&mut window, "the first second");
    found.look(&mut crate::pin::pinned(), "pinned");
    found.assert_fine(1_000);
}

#[test]
fn texts_of_own_scans_can_be_read() {
    let mut found = Findings::default();
    for size in [SMALL, MIDDLE] {
        let mut window = Window::start(size, 1.0 / 60.0, None, None);
        window.act(PlaybackAction::Last);
        window.choose("Find", "Write your own");
        window.wait_until("the verdict is shown", |window| window.mentions("visits every cell once"));
        found.look(&mut window, "an own scan");
        for text in ["for (;;) { }", "for y in 0..h { for x in 0..w - 1 { if visit(x, y) { return true } } }"] {
            let own = window.session().scans().rewritten(text).expect("an own scan is selected");
            window.act(ScanAction::Rewrite(own));
            window.wait_until("it is judged", |window| window.session().wanted().is_empty());
            found.look(&mut window, "an own scan that fails");
        }
        window.harness.get_by_label("Script").focus();
        window.follow();
        window.key(Key::F1);
        found.look(&mut window, "the help of own scans");
    }
    found.assert_fine(600);
}

#[test]
fn texts_of_the_race_can_be_read() {
    let mut found = Findings::default();
    for size in [SMALL, MIDDLE] {
        let mut window = Window::start(size, 1.0 / 60.0, None, None);
        window.act(ViewAction::Show(Tab::Race));
        window.act(PlaybackAction::Scrub(96));
        window.harness.run_steps(20);
        found.look(&mut window, "a race");
        window.act(PlaybackAction::Last);
        window.wait_until("all are timed", |window| window.session().wanted().is_empty());
        window.harness.run_steps(20);
        found.look(&mut window, "a race that has ended");
        window.act(RaceAction::SetOrder(RaceOrder::ByTime));
        window.harness.run_steps(20);
        found.look(&mut window, "a race by time");
        window.act(StageAction::Place { slot: Slot::B, position: Cell::new(14, -21) });
        window.act(PlaybackAction::Last);
        window.harness.run_steps(20);
        found.look(&mut window, "a miss by time");
        window.act(RaceAction::SetOrder(RaceOrder::ByVisits));
        window.harness.run_steps(20);
        found.look(&mut window, "a race at a miss");
    }
    found.assert_fine(600);
}

#[test]
fn texts_of_surveys_can_be_read() {
    let mut found = Findings::default();
    for size in [SMALL, MIDDLE] {
        let mut window = Window::start(size, 1.0 / 60.0, None, None);
        window.act(PlaybackAction::Last);
        window.act(ViewAction::Show(Tab::Survey));
        for question in QUESTIONS {
            window.act(SurveyAction::Choose(question));
            window.wait_until("it is complete", |window| {
                window.session().derived().published().is_some_and(Published::is_complete)
                    && window.session().wanted().is_empty()
            });
            found.look(&mut window, question.title);
        }
    }
    found.assert_fine(1_500);
}

#[test]
fn texts_of_replay_can_be_read() {
    let mut found = Findings::default();
    let folder = tempfile::tempdir().expect("a folder");
    for size in [SMALL, MIDDLE] {
        let mut window = Window::without_time(size);
        window.act(ViewAction::Show(Tab::Replay));
        found.look(&mut window, "no log");
        let mut window = crate::logs::drop_into(window, &folder);
        found.look(&mut window, "a log");
        window.act(ViewAction::Show(Tab::Terrain));
        found.look(&mut window, "the ball");
    }
    let mut window = crate::stops::running(&folder);
    found.look(&mut window, "a running game");
    let mut window = crate::stops::paused(&folder);
    found.look(&mut window, "a paused game");
    found.assert_fine(600);
}

#[test]
fn texts_of_projects_can_be_read() {
    let mut found = Findings::default();
    for size in [SMALL, MIDDLE] {
        let mut window = Window::without_time(size);
        window.act(ViewAction::Show(Tab::Project));
        found.look(&mut window, "no project");
        let project = crate::project::project();
        let mut window = crate::project::drop_into(window, &project);
        found.look(&mut window, "a project");
        window.key(Key::S);
        window.wait_until("it is saved", |window| {
            window.session().project().is_some_and(|project| project.saved().is_some())
        });
        found.look(&mut window, "a saved hitbox");
    }
    found.assert_fine(400);
}

#[test]
fn texts_of_sheets_and_menus_can_be_read() {
    let mut found = Findings::default();
    for (menu, item) in SHEETS {
        let mut window = Window::without_time(MIDDLE);
        window.choose(menu, item);
        found.look(&mut window, item);
    }
    for menu in ["File", "Edit", "View", "Scene", "Help", "Menu of A", "Menu of B", "Menu of the scans", "more"] {
        let mut window = Window::without_time(MIDDLE);
        window.click(menu);
        found.look(&mut window, menu);
    }
    for text in ["", "hitbox too big", "zzfair"] {
        let mut window = Window::without_time(MIDDLE);
        window.click("Find");
        window.harness.get_by_role_and_label(egui::Role::TextInput, "Find").type_text(text);
        found.look(&mut window, "Find");
    }
    let mut window = Window::without_time(MIDDLE);
    window.act(ScanAction::Use("stripes".parse().expect("a scan")));
    window.choose("Find", "Use stripes…");
    found.look(&mut window, "Use stripes…");
    let mut window = Window::without_time(MIDDLE);
    window.open_file(Slot::A, "/nowhere/missing.png".into());
    window.wait_until("it fails", |window| window.shows("missing.png could not be opened"));
    found.look(&mut window, "an error");
    found.assert_fine(5_000);
}
