//! The ring round the focused widget, drawn in one place so that no widget can forget it.

use egui::{Painter, Plugin, Response, Stroke, StrokeKind, Ui};

use super::Theme;

/// Free space between a widget and its ring, in points. Ring and gap fit the 4 points between two controls.
const GAP: f32 = 1.0;
/// Width of the ring, in points.
const WIDTH: f32 = 2.0;

/// Draws the ring at the end of each pass, over the layer of the focused widget.
pub(super) struct FocusRing;

impl Plugin for FocusRing {
    fn debug_name(&self) -> &'static str {
        "focus ring"
    }

    fn on_end_pass(&mut self, ui: &mut Ui) {
        let focused = ui.memory(egui::Memory::focused);
        if let Some(response) = focused.and_then(|id| ui.read_response(id)) {
            paint_ring(ui, &response);
        }
    }
}

fn paint_ring(ui: &Ui, response: &Response) {
    // Parts of a widget that a scroll area hides get no ring.
    let visible = response.interact_rect;
    if visible.is_positive() {
        let window = ui.content_rect();
        let painter = Painter::new(ui.ctx().clone(), response.layer_id, window);
        let outside = visible.expand(GAP + WIDTH).intersect(window);
        let stroke = Stroke::new(WIDTH, Theme::of(ui).t1);
        painter.rect_stroke(outside, 6.0, stroke, StrokeKind::Inside);
    }
}

#[cfg(test)]
mod tests {
    use egui::epaint::{ClippedShape, Shape};
    use egui_kittest::{Harness, kittest::Queryable as _};

    use super::*;
    use crate::app::theme;

    fn rings(harness: &Harness<'_>) -> usize {
        let is_ring = |clipped: &&ClippedShape| match &clipped.shape {
            Shape::Rect(rect) => rect.stroke.width == WIDTH && rect.stroke.color == Theme::DARK.t1,
            _ => false,
        };
        harness.output().shapes.iter().filter(is_ring).count()
    }

    #[test]
    fn the_focused_widget_has_the_ring() {
        let mut harness = Harness::builder().with_theme(egui::Theme::Dark).build_ui(|ui| {
            theme::install(ui);
            let _ = ui.button("Export");
        });
        assert_eq!(rings(&harness), 0);
        harness.get_by_label("Export").focus();
        harness.run();
        assert_eq!(rings(&harness), 1);
    }
}
