//! The outlines of both masks.

use crate::app::paint::draw::*;
use crate::app::paint::lines::{KeptLines, PlacedMask};

/// Shown at this zoom, in pixels per cell, and above: below it, outlines would hide the cells.
const SHOWN_FROM: u32 = 4;

pub const LAYER: CanvasLayer = CanvasLayer {
    switches: &[Switch { layer: Layer::Outlines, key: None, swatch }],
    paint: |draw, kept| kept.of::<Outlines>().paint(draw),
};

/// The lines of both sprites.
#[derive(Default)]
struct Outlines([KeptLines<PlacedMask>; 2]);

impl Outlines {
    /// Paints the outlines of A, then of B.
    fn paint(&mut self, draw: &DrawContext<'_>) {
        if !draw.shows(Layer::Outlines) || draw.screen.whole_cell_pixels() < SHOWN_FROM {
            return;
        }
        for slot in Slot::ALL {
            let Some(placed) = draw.session.stage().get(slot) else { continue };
            let placed = PlacedMask { mask: Arc::clone(placed.raster().mask()), origin: placed.position() };
            let color = draw.theme.sprite(slot).line;
            let add = |placed: &PlacedMask, lines: &mut _| placed.outline(lines, &draw.screen, color);
            self.0[slot as usize].paint(draw.painter, placed, draw.screen, draw.theme, add);
        }
    }
}

/// A step of A's outline, and one of B's that meets it.
fn swatch(painter: &Painter, rect: Rect, theme: &Theme) {
    let steps = |corner: Pos2, dx: f32, dy: f32| -> Vec<Pos2> {
        let at = |x: f32, y: f32| corner + vec2(x * dx, y * dy);
        vec![at(0.0, 0.0), at(0.0, 6.0), at(5.0, 6.0), at(5.0, 11.0), at(11.0, 11.0)]
    };
    painter.line(steps(rect.min + vec2(0.5, 12.5), 1.0, -1.0), Stroke::new(1.0, theme.a));
    painter.line(steps(rect.min + vec2(23.5, 1.5), -1.0, 1.0), Stroke::new(1.0, theme.b));
}
