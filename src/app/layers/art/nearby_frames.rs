//! The outlines of B at the checks before and after the shown one, fainter the farther away.

use crate::app::paint::draw::*;
use crate::app::paint::lines::{KeptLines, PlacedMask};
use crate::session::Played;

/// Opacities of the nearest check, of the next, of the one after.
const STRENGTH: [f32; Played::NEARBY] = [0.75, 0.45, 0.25];

pub const LAYER: CanvasLayer = CanvasLayer {
    switches: &[Switch { layer: Layer::NearbyFrames, key: None, swatch }],
    paint: |draw, kept| kept.of::<NearbyFrames>().paint(draw),
};

/// The lines, kept until the check or the view change, or another outline is found.
#[derive(Default)]
struct NearbyFrames(KeptLines<Vec<Nearby>>);

/// B at a check: its distance from the shown one, in checks, and where it lies.
type Nearby = (usize, PlacedMask);

impl NearbyFrames {
    fn paint(&mut self, draw: &DrawContext<'_>) {
        if !draw.shows(Layer::NearbyFrames) {
            return;
        }
        let nearby = nearby(draw).unwrap_or_default();
        self.0.paint(draw.painter, nearby, draw.screen, draw.theme, |nearby, lines| {
            for (away, placed) in nearby {
                placed.outline(lines, &draw.screen, draw.theme.t2.gamma_multiply(STRENGTH[away - 1]));
            }
        });
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
        Some((away, PlacedMask { mask: Arc::clone(posed.raster.mask()), origin }))
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
