//! The overlap of the two boxes that a game tested at the shown check, crossed where no pixel is shared.

use crate::app::paint::draw::*;

/// Distance of the crossed lines, in points.
const CROSSED: f32 = 6.0;

pub const LAYER: CanvasLayer = CanvasLayer { switches: &[], paint: |draw, _| paint(draw) };

fn paint(draw: &DrawContext<'_>) {
    let Some(check) = draw.check().filter(|_| draw.shows(Layer::Shapes)) else { return };
    let rect = |[x, y, width, height]: [f64; 4]| {
        Rect::from_min_max(draw.screen.point((x, y)), draw.screen.point((x + width, y + height)))
    };
    let shares_pixels = draw.session.collision().is_some_and(|collision| collision.masks_overlap());
    if let [Some(a), Some(b)] = [0, 1].map(|at| check.tested_box(at).map(rect))
        && !shares_pixels
    {
        cross(draw, a.intersect(b));
    }
}

fn cross(draw: &DrawContext<'_>, shared: Rect) {
    if !shared.is_positive() {
        return;
    }
    let theme = draw.theme;
    let painter = draw.painter.with_clip_rect(shared.intersect(draw.screen.canvas));
    painter.rect_filled(shared, 0.0, theme.bad.gamma_multiply(0.26));
    let (stroke, shown) = (Stroke::new(1.0, theme.bad), shared.intersect(draw.screen.canvas));
    let from = shown.left() - shown.height();
    let mut x = from - from.rem_euclid(CROSSED);
    while x < shown.right() {
        let way = Vec2::splat(shown.height());
        let (top, bottom) = (Pos2::new(x, shown.top()), Pos2::new(x, shown.bottom()));
        painter.line_segment([top, top + way], stroke);
        painter.line_segment([bottom, bottom + vec2(way.x, -way.y)], stroke);
        x += CROSSED;
    }
    painter.rect_stroke(shared, 0.0, Stroke::new(1.0, theme.bad), StrokeKind::Inside);
}
