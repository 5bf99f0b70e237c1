//! The histogram of alpha values, which is also the slider of the threshold.

use egui::emath::{GuiRounding as _, remap_clamp};
use egui::{Color32, Painter, Pos2, Rangef, Rect, Response, Sense, Shape, Stroke, Ui, Widget, pos2, vec2};

use super::track::moved;
use crate::app::paint::screen::whole_u64;
use crate::app::theme::Theme;

/// The base line and the highest bar, from the top edge, in points.
const BASE: f32 = 20.0;
const HIGHEST: f32 = 16.0;
/// Free space at each end, half the width of the handle.
const END: f32 = 4.0;
/// Width of a bar.
const BAR: f32 = 2.0;

/// The number of pixels of each alpha, on a log scale, and a handle at the threshold: pixels right of it are solid.
#[must_use = "add it with `ui.add`"]
pub struct Histogram<'a> {
    /// The name for screen readers.
    pub name: &'a str,
    /// The number of pixels with each alpha value.
    pub counts: &'a [u64; 256],
    /// The threshold: alphas above it are solid. Changed by dragging, by clicking and by the arrow keys.
    pub threshold: &'a mut u8,
    /// The colour of solid pixels.
    pub color: Color32,
    /// Width in points; the height is 24.
    pub width: f32,
}

impl Widget for Histogram<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let size = vec2(self.width, 24.0);
        let (rect, mut response) = ui.allocate_exact_size(size, Sense::drag());
        let track = rect.x_range().shrink(END);
        let at = |x: f32| whole_u64(f64::from(remap_clamp(x, track, 0.0..=255.0)).round());
        if let Some(alpha) = moved(ui, &response, self.name, (*self.threshold).into(), 255, at) {
            *self.threshold = u8::try_from(alpha).unwrap_or(u8::MAX);
            response.mark_changed();
        }
        if ui.is_rect_visible(rect) {
            let theme = Theme::of(ui);
            paint_bars(ui.painter(), rect, track, &self, theme);
            let x = bar_left(ui.painter(), track, *self.threshold) + BAR;
            paint_handle(ui.painter(), pos2(x, rect.top()), theme.t1);
        }
        response
    }
}

/// The left edge of the bar of `alpha`, on a whole pixel.
fn bar_left(painter: &Painter, track: Rangef, alpha: u8) -> f32 {
    let x = egui::lerp(track, f32::from(alpha) / 255.0) - BAR / 2.0;
    x.round_to_pixels(painter.pixels_per_point())
}

fn paint_bars(painter: &Painter, rect: Rect, track: Rangef, histogram: &Histogram<'_>, theme: &Theme) {
    let base = rect.top() + BASE;
    let floor = Rect::from_min_size(pos2(rect.left(), base), vec2(rect.width(), 1.0));
    painter.rect_filled(floor, 0.0, theme.line);

    let largest = log(histogram.counts.iter().copied().max().unwrap_or(0));
    for (alpha, &count) in (0..=u8::MAX).zip(histogram.counts) {
        if count > 0 {
            let left = bar_left(painter, track, alpha);
            let height = (HIGHEST * log(count) / largest).max(1.0);
            let bar = Rect::from_min_max(pos2(left, base - height), pos2(left + BAR, base));
            let solid = alpha > *histogram.threshold;
            let color = if solid { histogram.color } else { theme.edge };
            painter.rect_filled(bar, 0.0, color);
        }
    }
}

/// Log of a count, so that a single pixel still has a height.
fn log(count: u64) -> f32 {
    (count as f32 + 1.0).ln()
}

/// A line with a foot; `top` is where the line meets the top edge.
fn paint_handle(painter: &Painter, top: Pos2, color: Color32) {
    let line = Rect::from_min_size(top + vec2(0.0, 2.0), vec2(1.0, BASE - 1.0));
    painter.rect_filled(line, 0.0, color);
    let tip = top + vec2(0.5, BASE - 1.5);
    let foot = vec![tip, tip + vec2(3.5, 5.0), tip + vec2(-3.5, 5.0)];
    painter.add(Shape::convex_polygon(foot, color, Stroke::NONE));
}

#[cfg(test)]
mod tests {
    use egui::{Key, Modifiers};
    use egui_kittest::{Harness, kittest::Queryable as _};

    use super::*;

    fn harness() -> Harness<'static, u8> {
        Harness::new_ui_state(
            |ui, threshold: &mut u8| {
                let mut counts = [0; 256];
                counts[0] = 900;
                counts[255] = 764;
                ui.add(Histogram {
                    name: "threshold of A",
                    counts: &counts,
                    threshold,
                    color: Color32::WHITE,
                    width: 68.0,
                });
            },
            0,
        )
    }

    #[test]
    fn a_drag_sets_the_threshold_and_stops_at_the_ends() {
        let mut harness = harness();
        let rect = harness.get_by_label("threshold of A").rect();
        harness.drag_at(rect.center());
        harness.run();
        assert_eq!(*harness.state(), 128);
        harness.hover_at(rect.right_center() + vec2(90.0, 0.0));
        harness.run();
        assert_eq!(*harness.state(), 255);
        harness.hover_at(rect.left_center() - vec2(90.0, 0.0));
        harness.run();
        assert_eq!(*harness.state(), 0);
    }

    #[test]
    fn arrows_move_by_one_and_with_shift_by_ten() {
        let mut harness = harness();
        harness.get_by_label("threshold of A").focus();
        harness.run();
        harness.key_press(Key::ArrowRight);
        harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowRight);
        harness.run();
        assert_eq!(*harness.state(), 11);
        harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowLeft);
        harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowLeft);
        harness.run();
        assert_eq!(*harness.state(), 0);
    }

    #[test]
    fn a_screen_reader_can_set_it() {
        let mut harness = harness();
        harness.get_by_label("threshold of A").set_value_accesskit(300.0);
        harness.run();
        assert_eq!(*harness.state(), 255);
        harness.get_by_label("threshold of A").decrement_accesskit();
        harness.run();
        assert_eq!(*harness.state(), 254);
    }
}
