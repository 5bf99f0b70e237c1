//! The overlap in numbers.

use egui::{Align2, Rect, Role, Sense, Ui, WidgetInfo, vec2};

use super::layout::padded;
use crate::app::request::{Request, WindowState};
use crate::app::theme::{self, Theme};
use crate::app::widgets::{Heading, section};
use crate::geom::Cell;
use crate::scene::{Collision, Contact};
use crate::session::Origin;
use crate::words;

/// Height of a line, and where the values begin, in points.
const LINE: f32 = 20.0;
const VALUES: f32 = 112.0;
/// From this width of the section on, in points, two lines stand side by side.
const TWO_COLUMNS: f32 = 440.0;

/// Shows the section.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, is_wide: bool, _out: &mut Vec<Request>) {
    let session = window.session;
    let Some(collision) = session.collision() else { return };
    let mut lines = lines(&collision, session.origin());
    lines.extend(contact_lines(session.derived().contact()));
    let note = format!("{} px", words::thousands(collision.overlap_area));
    padded(ui, 0, 8, |ui| {
        section(ui, Heading { title: "Overlap", note: &note, ..Heading::default() }, is_wide, |ui| {
            let columns = if ui.available_width() >= TWO_COLUMNS { 2 } else { 1 };
            for row in lines.chunks(columns) {
                show_row(ui, row, columns);
            }
        });
    });
}

fn lines(collision: &Collision, origin: Origin) -> Vec<(&'static str, String)> {
    let none = || "none".to_owned();
    let size = collision.box_overlap();
    vec![
        ("bounds", collision.overlap_bounds.map_or_else(none, |bounds| origin.located(bounds))),
        ("centre", collision.centre().map_or_else(none, |centre| origin.fine_point(centre))),
        ("origin in A, in B", origins(collision).unwrap_or_else(none)),
        ("x, y overlap", format!("{}, {} px", size.width, size.height)),
    ]
}

/// Where the overlap box begins in each sprite's own pixels: `10,0 and 0,17`.
fn origins(collision: &Collision) -> Option<String> {
    let [in_a, in_b] = collision.origins()?.map(words::point);
    Some(format!("{in_a} and {in_b}"))
}

/// Which way B is pushed out, and how far; `…` while that is being worked out.
fn contact_lines(contact: Option<&Contact>) -> [(&'static str, String); 2] {
    let shown = |text: fn(&Contact) -> Option<String>| match contact {
        None => "…".to_owned(),
        Some(contact) => text(contact).unwrap_or_else(|| "—".to_owned()),
    };
    [
        ("normal on B", shown(|contact| contact.normal_on_b.map(words::fine_point))),
        ("smallest push-out", shown(|contact| contact.push_out.map(push))),
    ]
}

/// `1,−1 (1.4 px)`.
fn push(by: Cell) -> String {
    let length = (by.x as f64).hypot(by.y as f64);
    format!("{} ({length:.1} px)", words::point(by))
}

/// Lines side by side, in columns of equal width.
fn show_row(ui: &mut Ui, row: &[(&'static str, String)], columns: usize) {
    let theme = Theme::of(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::hover());
    let width = rect.width() / columns as f32;
    for (place, (name, value)) in row.iter().enumerate() {
        let rect = Rect::from_min_size(rect.min + vec2(place as f32 * width, 0.0), vec2(width, LINE));
        ui.painter().text(rect.left_center(), Align2::LEFT_CENTER, name, theme::note(), theme.t3);
        let values = rect.left_center() + vec2(VALUES, 0.0);
        ui.painter().text(values, Align2::LEFT_CENTER, value, theme::mono(), theme.t1);
        let response = ui.interact(rect, ui.scope_id().with(name), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), format!("{name} {value}")));
    }
}
