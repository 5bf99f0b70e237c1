//! The current visit: the last one played, in the loudest frame there is.

use egui::{Color32, Painter, Rect, Stroke, StrokeKind, Vec2};

use crate::app::paint::{draw::*, lines::Lines, screen::Screen};
use crate::app::theme::Theme;
use crate::session::Layer;
use maskscope_core::scan::Visit;

pub const LAYER: CanvasLayer =
    CanvasLayer { switches: &[Switch { layer: Layer::CurrentVisit, key: None, swatch }], paint: |draw, _| paint(draw) };

/// Paints a black, a white and a black line: around a cell, or inside a larger rectangle.
fn paint(draw: &DrawContext<'_>) {
    let shown = draw.shows(Layer::CurrentVisit);
    let Some((rect, visit)) = draw.current_visit_rect().zip(draw.session.current_visit()).filter(|_| shown) else {
        return;
    };
    paint_frame(draw.painter, &draw.screen, rect, visit);
}

/// The frame of a visit that lies at `rect`.
pub fn paint_frame(painter: &Painter, screen: &Screen, rect: Rect, visit: Visit) {
    let pixel = screen.line(1.0);
    // The frame is four pixels wide. A rectangle keeps it inside, where it has room for that.
    let inset = if visit.cells() > 1 && rect.height() > 12.0 * pixel { 4.0 } else { 0.0 };
    let inner = rect.shrink(inset * pixel);
    let mut lines = Lines::default();
    lines.outline(screen, inner, 1.0, Color32::BLACK);
    lines.outline(screen, inner.expand(pixel), 2.0, Color32::WHITE);
    lines.outline(screen, inner.expand(3.0 * pixel), 1.0, Color32::BLACK);
    lines.paint(painter);
}

/// Black 1, white 2, black 1.
fn swatch(painter: &Painter, rect: Rect, _: &Theme) {
    for (side, width, color) in [(14.0, 4.0, Color32::BLACK), (12.0, 2.0, Color32::WHITE)] {
        let square = Rect::from_center_size(rect.center(), Vec2::splat(side));
        painter.rect_stroke(square, 0.0, Stroke::new(width, color), StrokeKind::Inside);
    }
}
