//! The current visit: the last one played, in the loudest frame there is.

use egui::Color32;

use crate::{
    app::{easel::Easel, lines::Lines},
    session::Layer,
};

/// Paints a black, a white and a black line: around a cell, or inside a larger rectangle.
pub fn paint(easel: &Easel<'_>) {
    let shown = easel.shows(Layer::CurrentVisit);
    let Some((rect, visit)) = easel.current_visit_rect().zip(easel.session.current_visit()).filter(|_| shown) else {
        return;
    };
    let pixel = easel.screen.points(1.0);
    // The frame is four pixels wide. A rectangle keeps it inside, where it has room for that.
    let inset = if visit.cells() > 1 && rect.height() > 12.0 * pixel { 4.0 } else { 0.0 };
    let inner = rect.shrink(inset * pixel);
    let mut lines = Lines::default();
    lines.outline(&easel.screen, inner, 1.0, Color32::BLACK);
    lines.outline(&easel.screen, inner.expand(pixel), 2.0, Color32::WHITE);
    lines.outline(&easel.screen, inner.expand(3.0 * pixel), 1.0, Color32::BLACK);
    lines.paint(easel.painter);
}
