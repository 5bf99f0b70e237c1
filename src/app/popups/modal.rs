//! The frame of every popup.

use egui::{Align2, Area, Frame, Id, Modal, Ui, Vec2, vec2};

use crate::app::request::Request;
use crate::app::theme::Theme;

/// Shows a popup `width` wide, `top` points below the upper edge of the window, and closes it on Escape or a click
/// beside it.
pub fn modal<R>(
    ui: &Ui,
    name: &str,
    width: f32,
    out: &mut Vec<Request>,
    add_contents: impl FnOnce(&mut Ui, &mut Vec<Request>) -> R,
) -> R {
    let theme = Theme::of(ui);
    let id = Id::unique(name);
    let area: Area = Modal::default_area(id).anchor(Align2::CENTER_TOP, vec2(0.0, 64.0)).accessible_name(name);
    let frame = Frame::popup(ui.style()).fill(theme.panel).inner_margin(12.0);
    let shown = Modal::new(id).area(area).frame(frame).show(ui, |ui| {
        let room = ui.ctx().content_rect().size() - Vec2::splat(48.0);
        ui.set_width(width.min(room.x));
        add_contents(ui, out)
    });
    if shown.should_close() {
        out.push(Request::ClosePopup);
    }
    shown.inner
}
