//! The box that both boxes share: a frame that covers no cell.

use egui::Color32;

use crate::{
    app::{draw::DrawContext, lines::Lines},
    session::Layer,
};

/// Paints two bright pixels along the outside of the edge, and one dark one around them.
pub fn paint(draw: &DrawContext<'_>) {
    let Some(overlap) = draw.overlap().filter(|_| draw.shows(Layer::Intersection)) else { return };
    let rect = draw.screen.rect(overlap);
    let around = if draw.theme.dark { Color32::BLACK } else { Color32::WHITE };
    let mut lines = Lines::default();
    lines.outline(&draw.screen, rect.expand(draw.screen.points(2.0)), 1.0, around);
    lines.outline(&draw.screen, rect, 2.0, draw.theme.t1);
    lines.paint(draw.painter);
}
