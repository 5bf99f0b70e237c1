//! The letter of a sprite.

use egui::{Align2, Color32, Response, Role, Sense, Ui, Vec2, WidgetInfo};

use crate::app::theme;

/// A square of 20 points with a letter: `A` or `B` before the name of a sprite.
pub fn chip(ui: &mut Ui, letter: &str, ground: Color32, ink: Color32) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(20.0), Sense::hover());
    ui.painter().rect_filled(rect, 3.0, ground);
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, letter, theme::mono(), ink);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), letter));
    response
}
