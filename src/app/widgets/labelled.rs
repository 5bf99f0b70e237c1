//! A text after its label.

use std::sync::Arc;

use egui::{Align2, Galley, Painter, Response, Role, Sense, Ui, WidgetInfo, vec2};

use crate::app::theme::{self, Theme};

/// Left edge of the text, and height of a line, in points.
const LEFT: f32 = 76.0;
const LINE: f32 = 18.0;

/// Shows a label and the text that `lay_out` makes at most as wide as it is given; screen readers read `label: text`.
pub fn labelled(ui: &mut Ui, label: &str, text: &str, lay_out: impl FnOnce(&Painter, f32) -> Arc<Galley>) -> Response {
    let theme = Theme::of(ui);
    let galley = lay_out(ui.painter(), ui.available_width() - LEFT);
    let size = vec2(ui.available_width(), galley.size().y.max(LINE) + 4.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let middle = rect.left_top() + vec2(0.0, LINE / 2.0);
    ui.painter().text(middle, Align2::LEFT_CENTER, label, theme::note(), theme.t3);
    ui.painter().galley(rect.left_top() + vec2(LEFT, 0.0), galley, theme.t2);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), format!("{label}: {text}")));
    response
}
