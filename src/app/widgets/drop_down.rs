//! A list that drops down.

use egui::{ComboBox, WidgetText};

use crate::app::icons::Icon;

/// A box `width` wide that shows `chosen` and drops a list. Fill and show it with [`ComboBox::show_ui`].
///
/// A list shows no name of its own: give its response one with `accessible_name`.
pub fn drop_down(id_salt: &str, chosen: impl Into<WidgetText>, width: f32) -> ComboBox<'_> {
    ComboBox::from_id_salt(id_salt).selected_text(chosen).width(width).icon(|ui, rect, visuals, _open| {
        Icon::Down.paint(ui.painter(), rect.center(), visuals.fg_stroke.color);
    })
}
