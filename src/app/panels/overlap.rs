//! The overlap in numbers.

use egui::{Align2, Role, Sense, Ui, WidgetInfo, vec2};

use super::padded;
use crate::app::theme::{self, Theme};
use crate::app::widgets::section;
use crate::app::words;
use crate::app::{Frame, Request};
use crate::scene::Collision;

/// From this width of the window on the section is open at first.
const WIDE: f32 = 1_600.0;
/// Height of a line, and where the values begin, in points.
const LINE: f32 = 20.0;
const VALUES: f32 = 96.0;

/// Shows the section; its places are seen from A's top left, as on the rulers.
pub fn show(ui: &mut Ui, frame: &Frame<'_>, _out: &mut Vec<Request>) {
    let session = frame.session;
    let Some(collision) = session.collision() else { return };
    let lines = lines(collision);
    let note = format!("{} px", words::count(collision.overlap_area));
    let open_at_first = ui.ctx().content_rect().width() >= WIDE;
    padded(ui, 0, 8, |ui| {
        section(ui, "Overlap", &note, open_at_first, |ui| {
            for (name, value) in &lines {
                line(ui, name, value);
            }
        });
    });
}

fn lines(collision: &Collision) -> Vec<(&'static str, String)> {
    let none = || "none".to_owned();
    let size = collision.box_overlap();
    vec![
        (
            "bounds",
            collision.overlap_bounds.map_or_else(none, |r| format!("{} at {}", r.size(), words::point(r.origin()))),
        ),
        ("centre", collision.centre().map_or_else(none, decimal_point)),
        ("area", format!("{} px", words::count(collision.overlap_area))),
        ("origin in A", collision.overlap_box.map_or_else(none, |shared| words::point(shared.origin()))),
        ("origin in B", collision.origin_in_b().map_or_else(none, words::point)),
        ("x, y overlap", format!("{}, {} px", size.width, size.height)),
    ]
}

/// `29.5, 20.0`.
fn decimal_point((x, y): (f64, f64)) -> String {
    let write = |value: f64| format!("{value:.1}").replace('-', "−");
    format!("{}, {}", write(x), write(y))
}

fn line(ui: &mut Ui, name: &str, value: &str) {
    let theme = Theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::hover());
    ui.painter().text(rect.left_center(), Align2::LEFT_CENTER, name, theme::note(), theme.t3);
    let values = rect.left_center() + vec2(VALUES, 0.0);
    ui.painter().text(values, Align2::LEFT_CENTER, value, theme::mono(), theme.t1);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), format!("{name} {value}")));
}
