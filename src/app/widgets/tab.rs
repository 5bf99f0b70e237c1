//! The tabs of the views along the top.

use egui::{Align2, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::app::theme::{self, Theme};

/// Free space at each side of the word, in points.
const PADDING: f32 = 14.0;

/// A tab as high as the bar it stands in (40), underlined with 2 points while `selected`.
pub fn tab(ui: &mut Ui, text: &str, selected: bool) -> Response {
    let theme = Theme::of(ui);
    let galley = ui.painter().layout_no_wrap(text.to_owned(), theme::text(), egui::Color32::PLACEHOLDER);
    let size = vec2(galley.size().x + 2.0 * PADDING, 40.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());

    let ink = if selected || response.hovered() { theme.t1 } else { theme.t2 };
    let place = Align2::CENTER_CENTER.anchor_size(rect.center(), galley.size());
    ui.painter().galley(place.min, galley, ink);
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
