//! Sections of a panel under one another, and their titles.

use crate::app::paint::write::aside;
use crate::app::prelude::*;

/// Height of a title, in points.
const HEIGHT: f32 = 28.0;

/// Sections without gaps, which scroll where there are too many.
pub fn sections(ui: &mut Ui, add_sections: impl FnOnce(&mut Ui)) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        add_sections(ui);
    });
}

/// A line between two sections, over the full width.
pub fn divider(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 1.0), Sense::hover());
    ui.painter().rect_filled(rect, 0.0, Theme::of(ui).line);
}

/// The title of a section, with a note at the right. The note is left out where it does not fit.
pub fn section_title(ui: &mut Ui, title: &str, note: &str) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
    let theme = Theme::of(ui);
    let shown = ui.painter().text(rect.left_center(), Align2::LEFT_CENTER, title, theme::text(), theme.t1);
    aside(ui, shown.right(), rect.right(), rect.center().y, note, theme.t3);
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, ui.is_enabled(), title));
    response
}

/// The same with controls at the right, the last one first.
pub fn section_title_with(ui: &mut Ui, title: &str, controls: impl FnOnce(&mut Ui)) -> Response {
    let response = section_title(ui, title, "");
    // A child of its own: the room in the panel is allocated already.
    let layout = Layout::right_to_left(Align::Center);
    controls(&mut ui.new_child(UiBuilder::new().max_rect(response.rect).layout(layout)));
    response
}
