//! The shapes that the sprites are tested as in place of their masks.

use egui::{Painter, Rect, Stroke};

use crate::app::draw::*;
use crate::app::theme::Theme;
use crate::session::{Layer, Slot};

/// Width of a line, in points.
const WIDTH: f32 = 1.0;

pub(super) const LAYER: CanvasLayer =
    CanvasLayer { switches: &[Switch { layer: Layer::Shapes, key: None, swatch }], paint: |draw, _| paint(draw) };

/// Paints the shapes in the colour of text: A solid, B dashed.
fn paint(draw: &DrawContext<'_>) {
    if !draw.shows(Layer::Shapes) {
        return;
    }
    for slot in Slot::ALL {
        for outline in draw.tested_outlines(slot) {
            draw.outline(slot, outline, Stroke::new(WIDTH, draw.theme.t1));
        }
    }
}

fn swatch(painter: &Painter, rect: Rect, theme: &Theme) {
    let shape = rect.shrink2(egui::vec2(3.0, 2.0));
    painter.rect_stroke(shape, 0.0, Stroke::new(WIDTH, theme.t1), egui::StrokeKind::Middle);
}
