//! The shapes that the sprites are tested as in place of their masks, and the cells in which those of A and B meet.

use crate::app::paint::draw::*;
use crate::app::paint::lines::{self, Lines};
use crate::app::paint::screen::Screen;
use crate::session::SharedCells;

/// Width of a line in Replay and in Inspect, in points.
const WIDTH: f32 = 1.0;
const WIDE: f32 = 2.0;
/// At this zoom, in pixels per cell, and above, the cells in which they meet are outlined.
const SHARED_FROM: u32 = 2;

pub const LAYER: CanvasLayer = CanvasLayer {
    switches: &[Switch { layer: Layer::Shapes, key: None, swatch }],
    paint: |draw, kept| paint(draw, kept.of()),
};

/// The outline of the cells in which they meet, kept until they or the view change.
#[derive(Default)]
struct SharedOutline(Option<(Arc<SharedCells>, Screen, bool, Arc<Mesh>)>);

/// Paints the shapes: in Replay in the colour of text, A solid, B dashed; in Inspect broad and white.
fn paint(draw: &DrawContext<'_>, shared: &mut SharedOutline) {
    if !draw.shows(Layer::Shapes) {
        return;
    }
    let is_broad = draw.session.view().tab == Tab::Inspect;
    if let Some(mesh) = is_broad.then(|| shared.mesh(draw)).flatten() {
        draw.painter.add(Shape::Mesh(mesh));
    }
    for slot in Slot::ALL {
        for outline in draw.tested_outlines(slot) {
            if is_broad {
                draw.outline(outline, false, Stroke::new(WIDE, Color32::WHITE), Color32::BLACK);
            } else {
                draw.outline(outline, slot == Slot::B, Stroke::new(WIDTH, draw.theme.t1), draw.theme.keyline);
            }
        }
    }
}

impl SharedOutline {
    fn mesh(&mut self, draw: &DrawContext<'_>) -> Option<Arc<Mesh>> {
        let (screen, dark) = (draw.screen, draw.theme.dark);
        let shared = draw.session.derived().shared_by_shapes()?;
        let is_fresh = |kept: &(Arc<SharedCells>, Screen, bool, Arc<Mesh>)| {
            Arc::ptr_eq(&kept.0, shared) && (kept.1, kept.2) == (screen, dark)
        };
        if !self.0.as_ref().is_some_and(is_fresh) {
            let shown = shared.area.intersection(screen.visible());
            let shown = shown.filter(|_| screen.whole_cell_pixels() >= SHARED_FROM)?;
            let corner = shared.area.origin();
            let mut lines = Lines::default();
            let part = shown.translated(Cell::ORIGIN - corner);
            let place = |cells: IntRect| screen.rect(cells.translated(corner));
            lines::outline(&mut lines, &shared.cells, part, place, screen.line(1.0), draw.theme.bad);
            self.0 = Some((Arc::clone(shared), screen, dark, Arc::new(lines.into_mesh())));
        }
        self.0.as_ref().map(|kept| Arc::clone(&kept.3))
    }
}

fn swatch(painter: &Painter, rect: Rect, theme: &Theme) {
    painter.circle_stroke(rect.center(), 5.5, Stroke::new(1.5, theme.t1));
}
