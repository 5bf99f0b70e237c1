//! The boxes of both sprites, and the tight bounds of their solid pixels.

use crate::{
    app::{draw::DrawContext, lines::Lines},
    session::{Layer, Slot},
};

/// Paints boxes just outside their edges: A solid, B dashed; tight bounds dotted.
pub fn paint(draw: &DrawContext<'_>) {
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
