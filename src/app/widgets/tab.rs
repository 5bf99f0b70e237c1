//! Tabs: of the views along the top, and lower ones in a panel.

use std::sync::Arc;

use egui::{Align2, FontId, Galley, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::app::theme::{self, Theme};

/// Height of a tab of the views and free space at each side of its word, in points; of a lower one.
const VIEW: [f32; 2] = [40.0, 14.0];
const LOW: [f32; 2] = [32.0, 8.0];

/// A tab of a view, underlined while `selected`.
pub fn tab(ui: &mut Ui, text: &str, selected: bool) -> Response {
    let word = layout(ui, text, theme::text());
    show(ui, text, word, selected, VIEW)
}

/// A tab in a panel.
pub fn low_tab(ui: &mut Ui, text: &str, selected: bool) -> Response {
    let word = layout(ui, text, theme::note());
    show(ui, text, word, selected, LOW)
}

/// Returns how wide such a tab is, in points.
pub fn low_tab_width(ui: &Ui, text: &str) -> f32 {
    layout(ui, text, theme::note()).size().x + 2.0 * LOW[1]
}

fn layout(ui: &Ui, text: &str, font: FontId) -> Arc<Galley> {
    ui.painter().layout_no_wrap(text.to_owned(), font, egui::Color32::PLACEHOLDER)
}

fn show(ui: &mut Ui, text: &str, word: Arc<Galley>, selected: bool, [height, padding]: [f32; 2]) -> Response {
    let theme = Theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(word.size().x + 2.0 * padding, height), Sense::click());
    let ink = if selected || response.hovered() { theme.t1 } else { theme.t2 };
    let place = Align2::CENTER_CENTER.anchor_size(rect.center(), word.size());
    ui.painter().galley(place.min, word, ink);
    if selected {
        let line = Rect::from_min_max(pos2(rect.left(), rect.bottom() - 2.0), rect.max);
        ui.painter().rect_filled(line, 0.0, theme.t1);
    }
    response.widget_info(|| WidgetInfo::selected(Role::Tab, ui.is_enabled(), selected, text));
    response
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable as _};

    use super::*;

    #[test]
    fn a_click_on_a_tab_selects_it() {
        let mut harness = Harness::new_ui_state(
            |ui, view: &mut &str| {
                ui.horizontal(|ui| {
                    for name in ["Inspect", "Race"] {
                        if tab(ui, name, *view == name).clicked() {
                            *view = name;
                        }
                    }
                });
            },
            "Inspect",
        );
        harness.get_by_label("Race").click();
        harness.run();
        assert_eq!(*harness.state(), "Race");
    }
}
