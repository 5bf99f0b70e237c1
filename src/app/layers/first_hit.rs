//! The cell that decided the scan: a diamond that reads on any art.

use crate::{
    app::{easel::Easel, marks},
    session::Layer,
};

/// The least radius of the diamond, in physical pixels.
const LEAST_RADIUS: f64 = 5.0;

/// Paints the diamond: 0.9 of a cell, small inside the frame of the current visit where the two meet.
pub fn paint(easel: &Easel<'_>) {
    let Some(middle) = easel.first_hit_middle().filter(|_| easel.shows(Layer::FirstHit)) else { return };
    let session = easel.session;
    let meets = session.recording().is_some_and(|recording| session.playback().position() == recording.count.visits);
    let cells = if meets && easel.shows(Layer::CurrentVisit) { 0.45 } else { 0.9 };
    let radius = easel.screen.points((cells * easel.screen.cell_pixels()).clamp(LEAST_RADIUS, 24.0));
    marks::rimmed_diamond(easel.painter, middle, radius, easel.theme.both);
}
