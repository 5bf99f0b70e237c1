//! Type: Ubuntu-Light for words, Hack for everything that can be compared. Sizes in points.

use egui::FontId;

/// The answer over the canvas.
pub fn answer() -> FontId {
    FontId::proportional(16.0)
}

/// Text, tabs, buttons.
pub fn text() -> FontId {
    FontId::proportional(13.0)
}

/// Notes and headers of tables.
pub fn note() -> FontId {
    FontId::proportional(12.0)
}

/// Numbers, coordinates, code.
pub fn mono() -> FontId {
    FontId::monospace(12.0)
}

/// Tags on the canvas, names of keys.
pub fn tag() -> FontId {
    FontId::monospace(11.0)
}

/// Numbers on a ruler.
pub fn ruler() -> FontId {
    FontId::monospace(10.0)
}

/// The count of a card in a race.
pub fn count() -> FontId {
    FontId::monospace(20.0)
}
