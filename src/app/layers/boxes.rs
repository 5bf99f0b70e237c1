//! The boxes of both sprites, and the tight bounds of their solid pixels.

use crate::{
    app::{easel::Easel, lines::Lines},
    session::{Layer, Slot},
};

/// Paints boxes just outside their edges: A solid, B dashed; tight bounds dotted.
pub fn paint(easel: &Easel<'_>) {
    let mut lines = Lines::default();
    for slot in Slot::ALL {
        let Some(placed) = easel.session.stage().get(slot) else { continue };
        if easel.shows(Layer::TightBounds)
            && let Some(bounds) = placed.raster().mask().bounds()
        {
            let rect = easel.screen.rect(bounds.translated(placed.position()));
            lines.dashed_outline(&easel.screen, rect, (1.0, 2.0), easel.theme.t3);
        }
        if easel.shows(Layer::Boxes) {
            let rect = easel.screen.rect(placed.bounding_box());
            match slot {
                Slot::A => lines.outline(&easel.screen, rect, 1.0, easel.theme.a),
                Slot::B => lines.dashed_outline(&easel.screen, rect, (6.0, 4.0), easel.theme.b),
            }
        }
    }
    lines.paint(easel.painter);
}
