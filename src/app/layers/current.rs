//! The current visit: the last one played, in the loudest frame there is.

use egui::{Color32, Painter, Rect};

use crate::{
    app::{draw::DrawContext, lines::Lines, screen::Screen},
    scan::Visit,
    session::Layer,
};

/// Paints a black, a white and a black line: around a cell, or inside a larger rectangle.
pub fn paint(draw: &DrawContext<'_>) {
    let shown = draw.shows(Layer::CurrentVisit);
    let Some((rect, visit)) = draw.current_visit_rect().zip(draw.session.current_visit()).filter(|_| shown) else {
        return;
    };
    paint_frame(draw.painter, &draw.screen, rect, visit);
}

/// The frame of a visit that lies at `rect`.
pub fn paint_frame(painter: &Painter, screen: &Screen, rect: Rect, visit: Visit) {
    let pixel = screen.points(1.0);
    // The frame is four pixels wide. A rectangle keeps it inside, where it has room for that.
    let inset = if visit.cells() > 1 && rect.height() > 12.0 * pixel { 4.0 } else { 0.0 };
    let inner = rect.shrink(inset * pixel);
    let mut lines = Lines::default();
    lines.outline(screen, inner, 1.0, Color32::BLACK);
    lines.outline(screen, inner.expand(pixel), 2.0, Color32::WHITE);
    lines.outline(screen, inner.expand(3.0 * pixel), 1.0, Color32::BLACK);
    lines.paint(painter);
}
