//! The cell under the pointer.

use crate::app::paint::{draw::*, lines::Lines};

/// Shown at this zoom, in pixels per cell, and above.
const SHOWN_FROM: u32 = 6;

pub const LAYER: CanvasLayer = CanvasLayer { switches: &[], paint: |draw, _| paint(draw) };

/// Paints a white line over a black one, around the cell, unless something is or can be dragged there.
fn paint(draw: &DrawContext<'_>) {
    let is_shown = !draw.drags && !draw.grabs && draw.screen.whole_cell_pixels() >= SHOWN_FROM;
    let Some(cell) = draw.hovered.filter(|_| is_shown) else { return };
    let rect = draw.screen.rect(IntRect::new(cell, Size::new(1, 1)));
    let pixel = draw.screen.line(1.0);
    let mut lines = Lines::default();
    lines.outline(&draw.screen, rect.shrink(2.0 * pixel), 3.0, Color32::BLACK);
    lines.outline(&draw.screen, rect.shrink(pixel), 1.0, Color32::WHITE);
    lines.paint(draw.painter);
}
