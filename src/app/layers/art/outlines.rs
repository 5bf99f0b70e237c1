//! The outlines of both masks.

use crate::app::paint::draw::*;
use crate::app::paint::lines::{self, Lines};
use crate::app::paint::screen::Screen;
use maskscope_core::mask::Prepared;

/// Shown at this zoom, in pixels per cell, and above: below it, outlines would hide the cells.
const SHOWN_FROM: u32 = 4;

pub const LAYER: CanvasLayer = CanvasLayer {
    switches: &[Switch { layer: Layer::Outlines, key: None, swatch }],
    paint: |draw, kept| kept.of::<Outlines>().paint(draw),
};

/// The lines of both sprites, kept until mask, place or view change.
#[derive(Default)]
struct Outlines([Option<OutlineCache>; 2]);

struct OutlineCache {
    mask: Arc<Prepared>,
    position: Cell,
    screen: Screen,
    dark: bool,
    mesh: Arc<Mesh>,
}

impl Outlines {
    /// Paints the outlines of A, then of B.
    fn paint(&mut self, draw: &DrawContext<'_>) {
        if !draw.shows(Layer::Outlines) || draw.screen.whole_cell_pixels() < SHOWN_FROM {
            return;
        }
        for slot in Slot::ALL {
            if let Some(mesh) = self.mesh(draw, slot) {
                draw.painter.add(Shape::Mesh(mesh));
            }
        }
    }

    fn mesh(&mut self, draw: &DrawContext<'_>, slot: Slot) -> Option<Arc<Mesh>> {
        let placed = draw.session.stage().get(slot)?;
        let (mask, screen) = (placed.raster().mask(), draw.screen);
        let kept = &mut self.0[slot as usize];
        let is_fresh = |kept: &OutlineCache| {
            Arc::ptr_eq(&kept.mask, mask)
                && (kept.position, kept.screen, kept.dark) == (placed.position(), screen, draw.theme.dark)
        };
        if !kept.as_ref().is_some_and(is_fresh) {
            let color = if slot == Slot::A { draw.theme.a } else { draw.theme.b };
            let shown = placed.bounding_box().intersection(screen.visible())?;
            let mut lines = Lines::default();
            let part = shown.translated(Cell::ORIGIN - placed.position());
            let place = |cells: IntRect| screen.rect(cells.translated(placed.position()));
            lines::outline(&mut lines, mask.mask(), part, place, screen.line(1.0), color);
            *kept = Some(OutlineCache {
                mask: Arc::clone(mask),
                position: placed.position(),
                screen,
                dark: draw.theme.dark,
                mesh: Arc::new(lines.into_mesh()),
            });
        }
        kept.as_ref().map(|kept| Arc::clone(&kept.mesh))
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
