//! A button that shows and hides a layer. Its swatch is painted as the layer itself: a row of them is the legend.

use crate::app::paint::write::width;
use crate::app::prelude::*;

/// Sizes of the button without its name and of the swatch, in points.
const SIZE: Vec2 = vec2(32.0, 20.0);
const SWATCH: Vec2 = vec2(24.0, 14.0);
/// Free space around the swatch, and after the name.
const PADDING: Vec2 = vec2(4.0, 3.0);
const END: f32 = 8.0;
/// Opacity of the swatch of a layer that is off.
const OFF: f32 = 0.4;

/// A swatch and, in a wide window, a name beside it.
#[must_use = "show it"]
pub struct SwatchButton<'a> {
    /// True if the layer is shown.
    pub is_on: bool,
    /// The name, also for screen readers.
    pub name: &'a str,
    /// True if the name stands beside the swatch.
    pub is_named: bool,
}

impl SwatchButton<'_> {
    /// Its width in points.
    pub fn width(&self, ui: &Ui) -> f32 {
        SIZE.x + if self.is_named { width(ui, self.name, theme::note()) + END } else { 0.0 }
    }

    /// Shows it; `paint_swatch` paints into a rectangle of 24 by 14 points.
    pub fn show(self, ui: &mut Ui, paint_swatch: impl FnOnce(&Painter, Rect)) -> Response {
        let (rect, response) = ui.allocate_exact_size(vec2(self.width(ui), SIZE.y), Sense::click());
        response.widget_info(|| WidgetInfo::selected(Role::CheckBox, ui.is_enabled(), self.is_on, self.name));
        if !ui.is_rect_visible(rect) {
            return response;
        }
        let theme = Theme::of(ui);
        let ground = match (self.is_on, response.hovered()) {
            (true, false) => theme.ctl,
            (true, true) => theme.ctl_hi,
            (false, true) => theme.raise,
            (false, false) => Color32::TRANSPARENT,
        };
        ui.painter().rect_filled(rect, 3.0, ground);
        let mut swatch_painter = ui.painter().clone();
        swatch_painter.multiply_opacity(if self.is_on { 1.0 } else { OFF });
        paint_swatch(&swatch_painter, Rect::from_min_size(rect.min + PADDING, SWATCH));
        if self.is_named {
            let left = rect.left_center() + vec2(SIZE.x, 0.0);
            let ink = if self.is_on { theme.t1 } else { theme.t3 };
            ui.painter().text(left, Align2::LEFT_CENTER, self.name, theme::note(), ink);
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable as _};

    use super::*;

    #[test]
    fn a_click_is_noticed_and_the_name_makes_it_wider() {
        let mut harness = Harness::new_ui_state(
            |ui, clicks: &mut u32| {
                for (name, is_named) in [("Boxes", false), ("Grid", true)] {
                    let button = SwatchButton { is_on: true, name, is_named };
                    let response = button.show(ui, |painter, swatch| {
                        assert_eq!(swatch.size(), SWATCH);
                        painter.rect_filled(swatch, 0.0, Color32::WHITE);
                    });
                    *clicks += u32::from(response.clicked());
                }
            },
            0,
        );
        let sizes = ["Boxes", "Grid"].map(|name| harness.get_by_label(name).rect().size());
        assert!(sizes[0] == SIZE && sizes[1].x > SIZE.x + END, "{sizes:?}");
        harness.get_by_label("Boxes").click();
        harness.run();
        assert_eq!(*harness.state(), 1);
    }
}
