//! The outlines of B at the checks before and after the shown one, fainter the farther away.

use std::sync::Arc;

use egui::{Mesh, Painter, Rect, Shape, Stroke, StrokeKind, vec2};

use crate::app::{draw::*, lines::Lines, outline, screen::Screen, theme::Theme};
use crate::geom::{Cell, IntRect};
use crate::session::{Layer, LogPlayer};

/// Opacities of the nearest check, of the next, of the one after.
const STRENGTH: [f32; LogPlayer::NEARBY] = [0.75, 0.45, 0.25];

pub(super) const LAYER: CanvasLayer = CanvasLayer {
    switches: &[Switch { layer: Layer::NearbyFrames, key: None, swatch }],
    paint: |draw, kept| kept.of::<NearbyFrames>().paint(draw),
};

/// The lines, kept until the check or the view change, or another outline is found.
#[derive(Default)]
struct NearbyFrames(Option<(Key, Arc<Mesh>)>);

/// The steps whose outlines are known, the view, and the theme.
type Key = (Vec<usize>, Cell, Screen, bool);

impl NearbyFrames {
    fn paint(&mut self, draw: &DrawContext<'_>) {
        let session = draw.session;
        let shown = draw.check().filter(|_| draw.shows(Layer::NearbyFrames));
        let (Some(log), Some(_)) = (session.log(), shown) else { return };
        let known: Vec<_> = log.nearby().filter(|(_, step)| log.moment(*step).is_some()).collect();
        let corner = session.corner_of_a();
        let key = (known.iter().map(|(_, step)| *step).collect(), corner, draw.screen, draw.theme.dark);
        if self.0.as_ref().is_none_or(|(kept, _)| *kept != key) {
            let mut lines = Lines::default();
            for (away, step) in known {
                let Some(check) = log.moment(step) else { continue };
                let b = &check.pair.sprites[1];
                let origin = corner + check.pair.offset.cell();
                let mask = b.posed().raster.mask();
                let whole = IntRect::new(origin, b.extent.size());
                let Some(shown) = whole.intersection(draw.screen.visible()) else { continue };
                let color = draw.theme.t2.gamma_multiply(STRENGTH[away - 1]);
                let place = |cells: IntRect| draw.screen.rect(cells.translated(origin));
                let part = shown.translated(Cell::ORIGIN - origin);
                outline::add(&mut lines, mask.mask(), part, place, draw.screen.line(1.0), color);
            }
            self.0 = Some((key, Arc::new(lines.into_mesh())));
        }
        if let Some((_, mesh)) = self.0.as_ref().filter(|(_, mesh)| !mesh.is_empty()) {
            draw.painter.add(Shape::Mesh(Arc::clone(mesh)));
        }
    }
}

/// Three frames, one behind the other.
fn swatch(painter: &Painter, rect: Rect, theme: &Theme) {
    for (at, strength) in [(0.0, 0.4), (3.0, 0.7), (6.0, 1.0)] {
        let frame = Rect::from_min_size(rect.min + vec2(2.0 + 2.0 * at, 2.0), vec2(9.0, 10.0));
        painter.rect_stroke(frame, 0.0, Stroke::new(1.0, theme.t1.gamma_multiply(strength)), StrokeKind::Inside);
    }
}
