//! The outlines of B at the checks before and after the shown one, fainter the farther away.

use crate::app::paint::draw::*;
use crate::app::paint::lines::{self, Lines};
use crate::app::paint::screen::Screen;
use crate::session::Played;
use maskscope_core::mask::Prepared;

/// Opacities of the nearest check, of the next, of the one after.
const STRENGTH: [f32; Played::NEARBY] = [0.75, 0.45, 0.25];

pub const LAYER: CanvasLayer = CanvasLayer {
    switches: &[Switch { layer: Layer::NearbyFrames, key: None, swatch }],
    paint: |draw, kept| kept.of::<NearbyFrames>().paint(draw),
};

/// The lines, kept until the check or the view change, or another outline is found.
#[derive(Default)]
struct NearbyFrames(Option<(FramesKey, Arc<Mesh>)>);

/// The outlines, the view, and the theme.
type FramesKey = (Vec<Nearby>, Screen, bool);

/// B at a check.
struct Nearby {
    /// Distance from the shown check, in checks.
    away: usize,
    origin: Cell,
    mask: Arc<Prepared>,
}

impl PartialEq for Nearby {
    fn eq(&self, other: &Self) -> bool {
        (self.away, self.origin) == (other.away, other.origin) && Arc::ptr_eq(&self.mask, &other.mask)
    }
}

impl NearbyFrames {
    fn paint(&mut self, draw: &DrawContext<'_>) {
        if !draw.shows(Layer::NearbyFrames) {
            return;
        }
        let key = (nearby(draw).unwrap_or_default(), draw.screen, draw.theme.dark);
        if self.0.as_ref().is_none_or(|(kept, _)| *kept != key) {
            let mut lines = Lines::default();
            for &Nearby { away, origin, ref mask } in &key.0 {
                let whole = IntRect::new(origin, mask.mask().size());
                let Some(shown) = whole.intersection(draw.screen.visible()) else { continue };
                let color = draw.theme.t2.gamma_multiply(STRENGTH[away - 1]);
                let place = |cells: IntRect| draw.screen.rect(cells.translated(origin));
                let part = shown.translated(Cell::ORIGIN - origin);
                lines::outline(&mut lines, mask.mask(), part, place, draw.screen.line(1.0), color);
            }
            self.0 = Some((key, Arc::new(lines.into_mesh())));
        }
        if let Some((_, mesh)) = self.0.as_ref().filter(|(_, mesh)| !mesh.is_empty()) {
            draw.painter.add(Shape::Mesh(Arc::clone(mesh)));
        }
    }
}

/// Returns the known outlines of the log or of the drag; `None` while its sprites do not stand as at the shown check.
fn nearby(draw: &DrawContext<'_>) -> Option<Vec<Nearby>> {
    let session = draw.session;
    let (log, played) = (session.log(), session.on_canvas()?);
    let stands = draw.check().is_some() || log.is_none() && session.route().recorded().is_none();
    let nearby = played.nearby().filter(|_| stands).filter_map(|(away, step)| {
        let posed = match log {
            Some(log) => log.moment(step)?.pair.sprites[1].posed(),
            None => session.stage().get(Slot::B)?.posed(),
        };
        let origin = session.corner_of_a() + played.replay.steps[step].offset.cell();
        Some(Nearby { away, origin, mask: Arc::clone(posed.raster.mask()) })
    });
    Some(nearby.collect())
}

/// Three frames, one behind the other.
fn swatch(painter: &Painter, rect: Rect, theme: &Theme) {
    for (at, strength) in [(0.0, 0.4), (3.0, 0.7), (6.0, 1.0)] {
        let frame = Rect::from_min_size(rect.min + vec2(2.0 + 2.0 * at, 2.0), vec2(9.0, 10.0));
        painter.rect_stroke(frame, 0.0, Stroke::new(1.0, theme.t1.gamma_multiply(strength)), StrokeKind::Inside);
    }
}
