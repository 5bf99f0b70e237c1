//! The pinned B as a ghost: its box, the outline of its mask, and the way from there to B.

use crate::app::paint::draw::*;
use crate::app::paint::lines::{self, Lines};
use crate::app::paint::screen::Screen;
use maskscope_core::mask::Prepared;

/// The outline is shown at this zoom, in pixels per cell, and above: below it, it would hide the cells.
const OUTLINED_FROM: u32 = 4;
/// Length and half the width of the head of the arrow, in points.
const HEAD: Vec2 = vec2(8.0, 3.5);

pub const LAYER: CanvasLayer = CanvasLayer { switches: &[], paint: |draw, kept| kept.of::<Ghost>().paint(draw) };

/// The lines of the ghost, kept until mask, place or view change.
#[derive(Default)]
struct Ghost(Option<GhostLines>);

struct GhostLines {
    mask: Arc<Prepared>,
    position: Cell,
    screen: Screen,
    dark: bool,
    mesh: Arc<Mesh>,
}

impl Ghost {
    fn paint(&mut self, draw: &DrawContext<'_>) {
        let Some(pinned) = draw.pinned() else { return };
        let (mask, position, screen) = (pinned.raster().mask(), pinned.position(), draw.screen);
        let is_fresh = |kept: &GhostLines| {
            Arc::ptr_eq(&kept.mask, mask)
                && (kept.position, kept.screen, kept.dark) == (position, screen, draw.theme.dark)
        };
        if !self.0.as_ref().is_some_and(is_fresh) {
            let (cells, mut all) = (pinned.bounding_box(), Lines::default());
            all.dashed_outline(&screen, screen.rect(cells), (2.0, 4.0), draw.theme.t1);
            if let Some(shown) = cells.intersection(screen.visible())
                && screen.whole_cell_pixels() >= OUTLINED_FROM
            {
                let place = |cells: IntRect| screen.rect(cells.translated(position));
                let part = shown.translated(Cell::ORIGIN - position);
                lines::outline(&mut all, mask.mask(), part, place, screen.line(1.0), draw.theme.t1);
            }
            let mesh = Arc::new(all.into_mesh());
            self.0 = Some(GhostLines { mask: Arc::clone(mask), position, screen, dark: draw.theme.dark, mesh });
        }
        if let Some(kept) = self.0.as_ref().filter(|kept| !kept.mesh.is_empty()) {
            draw.painter.add(Shape::Mesh(Arc::clone(&kept.mesh)));
        }
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
