//! One ring for whatever has the keyboard's focus, so that no widget can forget it.

use egui::{Painter, Plugin, Response, Stroke, StrokeKind, Ui};

use super::Theme;

/// Free space between a widget and its ring, in points. Ring and gap fit the 4 points between two controls.
const GAP: f32 = 1.0;

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
    // What a scroll area hides of a widget has no ring.
    let visible = response.interact_rect;
    if visible.is_positive() {
        let painter = Painter::new(ui.ctx().clone(), response.layer_id, ui.content_rect());
        let stroke = Stroke::new(2.0, Theme::of(ui).t1);
        painter.rect_stroke(visible.expand(GAP), 4.0, stroke, StrokeKind::Outside);
    }
}
