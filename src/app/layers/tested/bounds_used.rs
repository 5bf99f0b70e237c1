//! The bounds that the pre-check tests: boxes, circles or ellipses.

use egui::epaint::EllipseShape;

use crate::app::paint::draw::*;

/// Width of an outline, in points.
const WIDTH: f32 = 1.5;
/// Corners of the polygon that stands for an ellipse.
const CORNERS: u16 = 180;

pub const LAYER: CanvasLayer =
    CanvasLayer { switches: &[Switch { layer: Layer::BoundsUsed, key: None, swatch }], paint: |draw, _| paint(draw) };

/// Paints the bounds in their sprites' colours: A solid, B dashed.
fn paint(draw: &DrawContext<'_>) {
    let Some(chosen) = draw.session.scans().pre_check.filter(|_| draw.shows(Layer::BoundsUsed)) else { return };
    for slot in Slot::ALL {
        let Some(placed) = draw.session.stage().get(slot) else { continue };
        let Some(shape) = chosen.check.shape(placed.raster().mask()) else { continue };
        let outline = shape.placed(&Affine::translation(placed.position().point())).outline(CORNERS);
        let stroke = Stroke::new(WIDTH, [draw.theme.a, draw.theme.b][slot as usize]);
        draw.outline(outline, slot == Slot::B, stroke, draw.theme.keyline);
    }
}

fn swatch(painter: &Painter, rect: Rect, theme: &Theme) {
    for (left, color) in [(8.5, theme.a), (15.5, theme.b)] {
        let center = rect.left_center() + vec2(left, 0.0);
        painter.add(EllipseShape::stroke(center, vec2(8.0, 6.0), Stroke::new(1.0, color)));
    }
}
