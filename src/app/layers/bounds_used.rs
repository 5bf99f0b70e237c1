//! What the pre-check tests in place of the sprites: boxes, circles or ellipses.

use egui::{Pos2, Shape, Stroke, pos2};

use crate::{
    app::{easel::Easel, lines::Lines},
    geom::Cell,
    scene::{Bound, Oval},
    session::{Layer, Slot},
};

/// Width of an outline, in points, and of the rim that sets it off from the art.
const WIDTH: f32 = 1.5;
const RIM: f32 = 3.5;
/// Corners of the polygon that stands for an ellipse.
const CORNERS: u16 = 180;

/// Paints the bounds in their sprites' colours: A solid, B dashed.
pub fn paint(easel: &Easel<'_>) {
    let Some(chosen) = easel.session.scans().pre_check().filter(|_| easel.shows(Layer::BoundsUsed)) else { return };
    for slot in Slot::ALL {
        let Some(placed) = easel.session.stage().get(slot) else { continue };
        match chosen.check.bound(placed.raster().mask()) {
            Some(Bound::Box(rect)) => {
                let rect = easel.screen.rect(rect.translated(placed.position()));
                let mut lines = Lines::default();
                match slot {
                    Slot::A => lines.outline(&easel.screen, rect, 2.0, easel.theme.a),
                    Slot::B => lines.dashed_outline(&easel.screen, rect, (6.0, 4.0), easel.theme.b),
                }
                lines.paint(easel.painter);
            }
            Some(Bound::Oval(oval)) => paint_oval(easel, slot, oval, placed.position()),
            None => {}
        }
    }
}

fn paint_oval(easel: &Easel<'_>, slot: Slot, oval: Oval, position: Cell) {
    let outline: Vec<Pos2> = (0..=CORNERS).map(|corner| on_oval(easel, oval, position, corner)).collect();
    easel.painter.add(Shape::line(outline.clone(), Stroke::new(RIM, easel.theme.keyline)));
    match slot {
        Slot::A => _ = easel.painter.add(Shape::line(outline, Stroke::new(WIDTH, easel.theme.a))),
        Slot::B => easel.painter.extend(Shape::dashed_line(&outline, Stroke::new(WIDTH, easel.theme.b), 6.0, 4.0)),
    }
}

/// A corner of the polygon on the screen.
fn on_oval(easel: &Easel<'_>, oval: Oval, position: Cell, corner: u16) -> Pos2 {
    let (sin, cos) = (f64::from(corner) / f64::from(CORNERS) * std::f64::consts::TAU).sin_cos();
    let from_corner = |centre: f64, radius: f64, direction: f64| {
        easel.screen.points((centre + radius * direction) * easel.screen.cell_pixels())
    };
    let origin = easel.screen.corner(position);
    let x = origin.x + from_corner(oval.centre.0, oval.radii.0, cos);
    pos2(x, origin.y + from_corner(oval.centre.1, oval.radii.1, sin))
}
