//! The ground of a row in a list.

use egui::{Response, Ui};

use crate::app::theme::Theme;

/// Paints the ground of the row that `response` is: of a wrong answer, else of a selected one, else of one under the
/// pointer. A selected row is marked at its left edge.
pub fn paint_row(ui: &Ui, response: &Response, is_wrong: bool, is_selected: bool) {
    let (theme, rect) = (Theme::of(ui), response.rect);
    let ground = match (is_wrong, is_selected, response.hovered()) {
        (true, ..) => theme.bad_bg,
        (_, true, _) => theme.ctl,
        (_, _, true) => theme.raise,
        _ => return,
    };
    ui.painter().rect_filled(rect, 0.0, ground);
    if is_selected {
        ui.painter().rect_filled(rect.with_max_x(rect.left() + 2.0), 0.0, theme.t1);
    }
}
