//! The closest pixels of both masks, where they share none: a frame around each, and a line between them.

use egui::{Color32, Painter, Pos2, Rect, Stroke, pos2, vec2};

use crate::app::paint::{draw::*, lines::Lines};
use crate::app::theme::Theme;

/// Half the length of the ticks at the ends of the line, in points.
const TICK: f32 = 5.0;

pub const LAYER: CanvasLayer =
    CanvasLayer { switches: &[Switch { layer: Layer::Distance, key: None, swatch }], paint: |draw, _| paint(draw) };

fn paint(draw: &DrawContext<'_>) {
    let Some(pixels) = draw.closest_pixels() else { return };
    let pixel = draw.screen.line(1.0);
    let mut lines = Lines::default();
    for rect in pixels.into_iter().filter(|rect| rect.width() > 4.0 * pixel) {
        lines.outline(&draw.screen, rect.shrink(2.0 * pixel), 3.0, Color32::BLACK);
        lines.outline(&draw.screen, rect.shrink(pixel), 1.0, Color32::WHITE);
    }
    lines.paint(draw.painter);
    paint_line(draw.painter, pixels.map(|rect| rect.center()), pixel);
}

/// A white line of two pixels between two ticks, with a dark line around it.
fn paint_line(painter: &Painter, [from, to]: [Pos2; 2], pixel: f32) {
    let across = TICK * (to - from).normalized().rot90();
    for (width, color) in [(4.0, Color32::BLACK), (2.0, Color32::WHITE)] {
        for ends in [[from - across, from + across], [to - across, to + across], [from, to]] {
            painter.line_segment(ends, Stroke::new(width * pixel, color));
        }
    }
}

/// A line between two ticks.
fn swatch(painter: &Painter, rect: Rect, theme: &Theme) {
    let (left, right, y) = (rect.left() + 3.0, rect.right() - 3.0, rect.center().y);
    let stroke = Stroke::new(1.5, theme.t1);
    painter.line_segment([pos2(left, y), pos2(right, y)], stroke);
    for x in [left, right] {
        painter.line_segment([pos2(x, y) - vec2(0.0, 5.0), pos2(x, y) + vec2(0.0, 5.0)], stroke);
    }
}
