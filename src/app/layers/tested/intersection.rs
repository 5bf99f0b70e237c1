//! The overlap box: a frame that covers no cell.

use egui::{Color32, Painter, Rect, Stroke, StrokeKind, vec2};

use crate::app::paint::{draw::*, lines::Lines};
use crate::app::theme::Theme;

pub const LAYER: CanvasLayer = CanvasLayer {
    switches: &[Switch { layer: Layer::Intersection, key: Some(Key::I), swatch }],
    paint: |draw, _| paint(draw),
};

/// Paints two bright pixels along the outside of the edge, and one dark one around them.
fn paint(draw: &DrawContext<'_>) {
    let Some(overlap) = draw.overlap().filter(|_| draw.shows(Layer::Intersection)) else { return };
    let rect = draw.screen.rect(overlap);
    let around = if draw.theme.dark { Color32::BLACK } else { Color32::WHITE };
    let mut lines = Lines::default();
    lines.outline(&draw.screen, rect.expand(draw.screen.line(2.0)), 1.0, around);
    lines.outline(&draw.screen, rect, 2.0, draw.theme.t1);
    lines.paint(draw.painter);
}

fn swatch(painter: &Painter, rect: Rect, theme: &Theme) {
    painter.rect_stroke(rect.shrink2(vec2(2.0, 1.0)), 0.0, Stroke::new(2.0, theme.t1), StrokeKind::Inside);
}
