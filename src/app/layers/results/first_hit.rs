//! The cell that decided the scan: a diamond that reads on any art.

use crate::app::paint::{draw::*, marks};

/// The least radius of the diamond, in points.
const LEAST_RADIUS: f64 = 5.0;

pub const LAYER: CanvasLayer = CanvasLayer {
    switches: &[Switch {
        layer: Layer::FirstHit,
        key: None,
        swatch: |painter, rect, theme| marks::rimmed_diamond(painter, rect.center(), 4.5, theme.both),
    }],
    paint: |draw, _| paint(draw),
};

/// Paints the diamond: 0.9 of a cell, small inside the frame of the current visit where the two meet.
fn paint(draw: &DrawContext<'_>) {
    let Some(middle) = draw.first_hit_middle().filter(|_| draw.shows(Layer::FirstHit)) else { return };
    let session = draw.session;
    let meets =
        session.derived().recording().is_some_and(|recording| session.playback().position() == recording.count.visits);
    let cells = if meets && draw.shows(Layer::CurrentVisit) { 0.45 } else { 0.9 };
    let scale = draw.screen.pixels_per_point();
    let radius = draw.screen.points((cells * draw.screen.cell_pixels()).clamp(LEAST_RADIUS * scale, 24.0 * scale));
    marks::rimmed_diamond(draw.painter, middle, radius, draw.theme.both);
}
