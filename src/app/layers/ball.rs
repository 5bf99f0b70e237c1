//! The layers of the ball on the hills, which its own stage paints: here are their buttons.

use crate::app::draw::*;

pub(super) const LAYER: CanvasLayer = CanvasLayer {
    switches: &[
        Switch { layer: Layer::BallTrail, key: None, swatch: swatch_trail },
        Switch { layer: Layer::Velocity, key: None, swatch: swatch_velocity },
        Switch { layer: Layer::TriedPlace, key: None, swatch: swatch_tried },
        Switch { layer: Layer::Probe, key: None, swatch: swatch_probe },
    ],
    paint: |_, _| (),
};

/// Dots along an arc.
fn swatch_trail(painter: &Painter, rect: Rect, theme: &Theme) {
    for (at, x) in [3.0_f32, 9.0, 15.0, 21.0].into_iter().enumerate() {
        let y = 3.0 + (x - 12.0).powi(2) / 12.0;
        let ink = if at == 3 { theme.both } else { theme.t1 };
        painter.circle_filled(rect.min + vec2(x, y), 1.5, ink);
    }
}

/// An arrow down.
fn swatch_velocity(painter: &Painter, rect: Rect, theme: &Theme) {
    let (top, end) = (rect.center_top() + vec2(0.0, 1.0), rect.center_bottom() - vec2(0.0, 1.0));
    let stroke = Stroke::new(1.5, theme.t1);
    painter.line_segment([top, end], stroke);
    for side in [-4.0, 4.0] {
        painter.line_segment([end, end + vec2(side, -4.0)], stroke);
    }
}

/// A dashed box.
fn swatch_tried(painter: &Painter, rect: Rect, theme: &Theme) {
    let rect = rect.shrink2(vec2(4.5, 0.5));
    let corners = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom(), rect.left_top()];
    painter.extend(Shape::dashed_line(&corners, Stroke::new(1.0, theme.t1), 4.0, 2.0));
}

/// A ring around a pixel, and the pixels read below it.
fn swatch_probe(painter: &Painter, rect: Rect, theme: &Theme) {
    let at = rect.left_center() + vec2(8.0, 0.0);
    painter.circle_stroke(at, 5.0, Stroke::new(1.5, theme.t1));
    for (step, share) in [(0.0_f32, 0.0), (1.0, 0.5), (2.0, 1.0)] {
        let pixel = Rect::from_center_size(rect.left_center() + vec2(14.0 + 4.0 * step, 0.0), vec2(3.0, 3.0));
        painter.rect_filled(pixel, 0.0, if step == 0.0 { Color32::WHITE } else { theme.rank(share) });
    }
}
