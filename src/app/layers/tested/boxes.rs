//! The boxes of both sprites, and the tight bounds of their solid pixels.

use crate::app::paint::{draw::*, lines::Lines};

pub const LAYER: CanvasLayer = CanvasLayer {
    switches: &[
        Switch { layer: Layer::Boxes, key: Some(Key::B), swatch: swatch_boxes },
        Switch { layer: Layer::TightBounds, key: None, swatch: swatch_tight_bounds },
    ],
    paint: |draw, _| paint(draw),
};

/// Paints boxes just outside their edges: A solid, B dashed; tight bounds dotted.
fn paint(draw: &DrawContext<'_>) {
    let mut lines = Lines::default();
    for slot in Slot::ALL {
        let Some(placed) = draw.session.stage().get(slot) else { continue };
        if draw.shows(Layer::TightBounds)
            && let Some(bounds) = placed.raster().mask().bounds()
        {
            let rect = draw.screen.rect(bounds.translated(placed.position()));
            lines.dashed_outline(&draw.screen, rect, (1.0, 2.0), draw.theme.t3);
        }
        if draw.shows(Layer::Boxes) {
            let rect = draw.screen.rect(placed.bounding_box());
            match slot {
                Slot::A => lines.outline(&draw.screen, rect, 1.0, draw.theme.a),
                Slot::B => lines.dashed_outline(&draw.screen, rect, (6.0, 4.0), draw.theme.b),
            }
        }
    }
    lines.paint(draw.painter);
}

fn swatch_boxes(painter: &Painter, rect: Rect, theme: &Theme) {
    let a = Rect::from_min_size(rect.min, vec2(14.0, 10.0));
    painter.rect_stroke(a, 0.0, Stroke::new(1.0, theme.a), StrokeKind::Inside);
    let b = Rect::from_min_max(rect.min + vec2(8.0, 4.0), rect.min + vec2(24.0, 14.0));
    swatch_dashed(painter, b, Stroke::new(1.0, theme.b), 4.0, 2.0);
}

fn swatch_tight_bounds(painter: &Painter, rect: Rect, theme: &Theme) {
    swatch_dashed(painter, rect.shrink2(vec2(2.0, 1.0)), Stroke::new(1.0, theme.t3), 1.0, 2.0);
}

fn swatch_dashed(painter: &Painter, rect: Rect, stroke: Stroke, dash: f32, gap: f32) {
    // Along the middle of the outermost pixels.
    let rect = rect.shrink(0.5);
    let corners = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom(), rect.left_top()];
    painter.extend(Shape::dashed_line(&corners, stroke, dash, gap));
}
