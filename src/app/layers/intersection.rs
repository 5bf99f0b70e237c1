//! The box that both boxes share: a frame that covers no cell.

use egui::Color32;

use crate::{
    app::{easel::Easel, lines::Lines},
    session::Layer,
};

/// Paints two bright pixels along the outside of the edge, and one dark one around them.
pub fn paint(easel: &Easel<'_>) {
    let Some(overlap) = easel.overlap().filter(|_| easel.shows(Layer::Intersection)) else { return };
    let rect = easel.screen.rect(overlap);
    let around = if easel.theme.dark { Color32::BLACK } else { Color32::WHITE };
    let mut lines = Lines::default();
    lines.outline(&easel.screen, rect.expand(easel.screen.points(2.0)), 1.0, around);
    lines.outline(&easel.screen, rect, 2.0, easel.theme.t1);
    lines.paint(easel.painter);
}
