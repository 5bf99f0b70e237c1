//! A row in the list of layers, which is also the legend.

use egui::{Align2, Painter, Pos2, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2};

use crate::app::icons::Icon;
use crate::app::theme::{self, Theme};

/// Height of a row, in points.
const HEIGHT: f32 = 20.0;
/// Side of the box for the tick.
const BOX: f32 = 14.0;
/// Size of the swatch.
const SWATCH: Vec2 = vec2(24.0, 14.0);
/// Left edges of the swatch and of the text, from the left edge of the row.
const SWATCH_LEFT: f32 = 22.0;
const TEXT_LEFT: f32 = 54.0;
/// Opacity of the swatch of a layer that is off.
const OFF: f32 = 0.45;

/// A row with a tick, a swatch, a name and the key that toggles it. The whole row can be clicked.
#[must_use = "show it"]
pub struct CheckboxRow<'a> {
    /// True if the tick is set; toggled by a click.
    pub checked: &'a mut bool,
    /// The name, also for screen readers.
    pub text: &'a str,
    /// The letter of the key that does the same, or nothing.
    pub key: &'a str,
}

impl CheckboxRow<'_> {
    /// Shows the row over the full width; `paint_swatch` paints into a rectangle of 24 by 14 points.
    pub fn show(self, ui: &mut Ui, paint_swatch: impl FnOnce(&Painter, Rect)) -> Response {
        let (rect, mut response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::click());
        if response.clicked() {
            *self.checked = !*self.checked;
            response.mark_changed();
        }
        let checked = *self.checked;
        response.widget_info(|| WidgetInfo::selected(Role::CheckBox, ui.is_enabled(), checked, self.text));
        if ui.is_rect_visible(rect) {
            let theme = Theme::of(ui);
            if response.hovered() {
                let ground = rect.expand2(vec2(4.0, 0.0));
                ui.painter().rect_filled(ground, 3.0, theme.raise);
            }
            paint_box(ui.painter(), at_left(rect, 0.0, Vec2::splat(BOX)), checked, theme);
            let mut swatch_painter = ui.painter().clone();
            swatch_painter.multiply_opacity(if checked { 1.0 } else { OFF });
            paint_swatch(&swatch_painter, at_left(rect, SWATCH_LEFT, SWATCH));
            self.paint_text(ui.painter(), rect, checked, theme);
        }
        response
    }

    fn paint_text(&self, painter: &Painter, rect: Rect, checked: bool, theme: &Theme) {
        let ink = if checked { theme.t1 } else { theme.t3 };
        let left: Pos2 = rect.left_center() + vec2(TEXT_LEFT, 0.0);
        painter.text(left, Align2::LEFT_CENTER, self.text, theme::text(), ink);
        let right = rect.right_center();
        painter.text(right, Align2::RIGHT_CENTER, self.key, theme::tag(), theme.t3);
    }
}

/// A rectangle `left` points from the left edge of the row, in the middle of its height.
fn at_left(row: Rect, left: f32, size: Vec2) -> Rect {
    let top = ((row.height() - size.y) / 2.0).floor();
    Rect::from_min_size(row.min + vec2(left, top), size)
}

fn paint_box(painter: &Painter, rect: Rect, checked: bool, theme: &Theme) {
    let outline = Stroke::new(1.0, theme.edge);
    let fill = if checked { theme.ctl_hi } else { egui::Color32::TRANSPARENT };
    painter.rect(rect, 2.0, fill, outline, StrokeKind::Inside);
    if checked {
        Icon::Check.paint(painter, rect.center(), theme.t1);
    }
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable as _};

    use super::*;

    #[test]
    fn a_click_anywhere_in_the_row_toggles_it() {
        let mut harness = Harness::new_ui_state(
            |ui, checked: &mut bool| {
                let row = CheckboxRow { checked, text: "Boxes", key: "B" };
                row.show(ui, |painter, swatch| {
                    assert_eq!(swatch.size(), SWATCH);
                    painter.rect_filled(swatch, 0.0, egui::Color32::WHITE);
                });
            },
            true,
        );
        let row = harness.get_by_label("Boxes");
        assert_eq!(row.rect().height(), HEIGHT);
        row.click();
        harness.run();
        assert!(!*harness.state());
    }
}
