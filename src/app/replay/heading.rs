//! The title of a part of a panel.

use egui::{Role, Sense, Ui, WidgetInfo, vec2};

use crate::app::theme::{self, Theme};
use crate::app::write;

/// Height of a title, in points.
pub const HEIGHT: f32 = 28.0;
const EDGE: f32 = 12.0;

/// A title, what it is about right behind it, and a note at the right where it fits.
pub fn heading(ui: &mut Ui, title: &str, about: &str, note: &str, tip: &str) {
    let theme = Theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
    let y = rect.center().y;
    let end = write::left(ui, rect.left() + EDGE, y, title, theme::text(), theme.t1);
    let end = if about.is_empty() { end } else { write::left(ui, end + 8.0, y, about, theme::mono(), theme.t1) };
    write::aside(ui, end, rect.right() - EDGE, y, note, theme.t3);
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, title));
    if !tip.is_empty() {
        response.on_hover_text(tip);
    }
}
