//! The pinned B as a ghost: its box, the outline of its mask, and the way from there to B.

use crate::app::paint::draw::*;
use crate::app::paint::lines::{KeptLines, PlacedMask};

/// The outline is shown at this zoom, in pixels per cell, and above: below it, it would hide the cells.
const OUTLINED_FROM: u32 = 4;
/// Length and half the width of the head of the arrow, in points.
const HEAD: Vec2 = vec2(8.0, 3.5);

pub const LAYER: CanvasLayer = CanvasLayer { switches: &[], paint: |draw, kept| kept.of::<Ghost>().paint(draw) };

/// The lines of the ghost.
#[derive(Default)]
struct Ghost(KeptLines<PlacedMask>);

impl Ghost {
    fn paint(&mut self, draw: &DrawContext<'_>) {
        let Some(pinned) = draw.pinned() else { return };
        let (mask, screen, ink) = (Arc::clone(pinned.raster().mask()), draw.screen, draw.theme.t1);
        let ghost = PlacedMask { mask, origin: pinned.position() };
        self.0.paint(draw.painter, ghost, screen, draw.theme, |ghost, lines| {
            lines.dashed_outline(&screen, screen.rect(pinned.bounding_box()), (2.0, 4.0), ink);
            if screen.whole_cell_pixels() >= OUTLINED_FROM {
                ghost.outline(lines, &screen, ink);
            }
        });
        if let Some([from, to]) = draw.way_from_pin() {
            paint_arrow(draw, from, to);
        }
    }
}

/// A line with a rim, and a head where it is longer than that.
fn paint_arrow(draw: &DrawContext<'_>, from: Pos2, to: Pos2) {
    let along = (to - from).normalized();
    let has_head = (to - from).length() > 2.0 * HEAD.x;
    for (width, color) in [(3.0, draw.theme.canvas), (1.0, draw.theme.t1)] {
        let stroke = Stroke::new(draw.screen.line(width), color);
        draw.painter.line_segment([from, to], stroke);
        if has_head {
            let (back, side) = (to - along * HEAD.x, along.rot90() * HEAD.y);
            draw.painter.line_segment([to, back + side], stroke);
            draw.painter.line_segment([to, back - side], stroke);
        }
    }
}
