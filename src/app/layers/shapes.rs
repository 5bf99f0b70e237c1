//! The shapes that the sprites are tested as in place of their masks.

use egui::{Painter, Pos2, Rect, Shape, Stroke};

use crate::app::draw::*;
use crate::app::theme::Theme;
use crate::geom::Point;
use crate::session::{Layer, Slot};

/// Width of a line, and of the rim that sets it off from the art, in points.
const WIDTH: f32 = 1.0;
const RIM: f32 = 3.0;

pub(super) const LAYER: CanvasLayer =
    CanvasLayer { switches: &[Switch { layer: Layer::Shapes, key: None, swatch }], paint: |draw, _| paint(draw) };

/// Paints the shapes in the colour of text: A solid, B dashed.
fn paint(draw: &DrawContext<'_>) {
    if !draw.shows(Layer::Shapes) {
        return;
    }
    for slot in Slot::ALL {
        for outline in draw.tested_outlines(slot) {
            paint_outline(draw, slot, outline);
        }
    }
}

fn paint_outline(draw: &DrawContext<'_>, slot: Slot, outline: Vec<Point>) {
    // In the middle of a physical pixel, where a line is sharp.
    let pixel = draw.screen.line(1.0);
    let middle = |at: f32| ((at / pixel).floor() + 0.5) * pixel;
    let on_screen = |point| {
        let Pos2 { x, y } = draw.screen.point(point);
        Pos2::new(middle(x), middle(y))
    };
    let mut outline: Vec<Pos2> = outline.into_iter().map(on_screen).collect();
    outline.extend(outline.first().copied());
    draw.painter.add(Shape::line(outline.clone(), Stroke::new(RIM, draw.theme.keyline)));
    match slot {
        Slot::A => _ = draw.painter.add(Shape::line(outline, Stroke::new(WIDTH, draw.theme.t1))),
        Slot::B => draw.painter.extend(Shape::dashed_line(&outline, Stroke::new(WIDTH, draw.theme.t1), 6.0, 4.0)),
    }
}

fn swatch(painter: &Painter, rect: Rect, theme: &Theme) {
    let shape = rect.shrink2(egui::vec2(3.0, 2.0));
    painter.rect_stroke(shape, 0.0, Stroke::new(WIDTH, theme.t1), egui::StrokeKind::Middle);
}
