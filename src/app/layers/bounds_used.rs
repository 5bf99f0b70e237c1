//! The bounds that the pre-check tests: boxes, circles or ellipses.

use egui::{Painter, Pos2, Rect, Shape, Stroke, epaint::EllipseShape, pos2, vec2};

use crate::app::{draw::*, lines::Lines, theme::Theme};
use crate::geom::Cell;
use crate::scene::{Bound, Oval};
use crate::session::{Layer, Slot};

/// Width of an outline, in points, and of the rim that sets it off from the art.
const WIDTH: f32 = 1.5;
const RIM: f32 = 3.5;
/// Corners of the polygon that stands for an ellipse.
const CORNERS: u16 = 180;

pub(super) const LAYER: CanvasLayer =
    CanvasLayer { switches: &[Switch { layer: Layer::BoundsUsed, key: None, swatch }], paint: |draw, _| paint(draw) };

/// Paints the bounds in their sprites' colours: A solid, B dashed.
fn paint(draw: &DrawContext<'_>) {
    let Some(chosen) = draw.session.scans().pre_check.filter(|_| draw.shows(Layer::BoundsUsed)) else { return };
    for slot in Slot::ALL {
        let Some(placed) = draw.session.stage().get(slot) else { continue };
        match chosen.check.bound(placed.raster().mask()) {
            Some(Bound::Box(rect)) => {
                let rect = draw.screen.rect(rect.translated(placed.position()));
                let mut lines = Lines::default();
                match slot {
                    Slot::A => lines.outline(&draw.screen, rect, 2.0, draw.theme.a),
                    Slot::B => lines.dashed_outline(&draw.screen, rect, (6.0, 4.0), draw.theme.b),
                }
                lines.paint(draw.painter);
            }
            Some(Bound::Oval(oval)) => paint_oval(draw, slot, oval, placed.position()),
            None => {}
        }
    }
}

fn paint_oval(draw: &DrawContext<'_>, slot: Slot, oval: Oval, position: Cell) {
    let outline: Vec<Pos2> = (0..=CORNERS).map(|corner| on_oval(draw, oval, position, corner)).collect();
    draw.painter.add(Shape::line(outline.clone(), Stroke::new(RIM, draw.theme.keyline)));
    match slot {
        Slot::A => _ = draw.painter.add(Shape::line(outline, Stroke::new(WIDTH, draw.theme.a))),
        Slot::B => draw.painter.extend(Shape::dashed_line(&outline, Stroke::new(WIDTH, draw.theme.b), 6.0, 4.0)),
    }
}

/// A corner of the polygon on the screen.
fn on_oval(draw: &DrawContext<'_>, oval: Oval, position: Cell, corner: u16) -> Pos2 {
    let (sin, cos) = (f64::from(corner) / f64::from(CORNERS) * std::f64::consts::TAU).sin_cos();
    let from_corner = |centre: f64, radius: f64, direction: f64| {
        draw.screen.points((centre + radius * direction) * draw.screen.cell_pixels())
    };
    let origin = draw.screen.corner(position);
    let x = origin.x + from_corner(oval.centre.0, oval.radii.0, cos);
    pos2(x, origin.y + from_corner(oval.centre.1, oval.radii.1, sin))
}

fn swatch(painter: &Painter, rect: Rect, theme: &Theme) {
    for (left, color) in [(8.5, theme.a), (15.5, theme.b)] {
        let center = rect.left_center() + vec2(left, 0.0);
        painter.add(EllipseShape::stroke(center, vec2(8.0, 6.0), Stroke::new(1.0, color)));
    }
}
