//! Common parts of the panels: their free space, and their view of a sprite.

use egui::{Color32, Margin, TextureId, Ui};

use crate::app::theme::Theme;
use crate::geom::Size;
use crate::scan::Visit;
use crate::session::VisitFind;

/// Free space at both sides of a panel, in points.
pub const PADDING: f32 = 12.0;

/// Height of every transport: three rows of flags in the race, four lanes in a replay.
pub const TRANSPORT: f32 = 108.0;

/// Returns the width of a panel at the left of the canvas, in a window this wide: the same in every tab.
pub const fn left_width(window: f32) -> f32 {
    if window < 1_600.0 { 240.0 } else { 280.0 }
}

/// Returns the width of the panel at the right.
pub const fn right_width(window: f32) -> f32 {
    match window {
        ..1_000.0 => 232.0,
        ..1_600.0 => 344.0,
        _ => 480.0,
    }
}

/// A picture of a sprite, small enough for one texture, and the size of that texture in texels.
pub type Thumbnail = Option<(TextureId, Size)>;

/// A part of a panel with free space at both sides, and `above` and `below` it, in points.
pub fn padded<R>(ui: &mut Ui, above: i8, below: i8, add_contents: impl FnOnce(&mut Ui) -> R) -> R {
    #[expect(clippy::cast_possible_truncation, reason = "12")]
    let side = PADDING as i8;
    let margin = Margin { left: side, right: side, top: above, bottom: below };
    egui::Frame::new()
        .inner_margin(margin)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 0.0;
            add_contents(ui)
        })
        .inner
}

/// What a visit finds, in words, with their colour.
pub fn found_in_words(found: VisitFind, visit: Visit, theme: &Theme) -> (&'static str, Color32) {
    match (found.both, found.a, found.b) {
        (true, ..) if visit.cells() == 1 => ("both solid", theme.both_text),
        (true, ..) => ("a cell solid in both", theme.both_text),
        (_, true, true) => ("A and B solid, no shared bit", theme.t2),
        (_, true, _) => ("only A solid", theme.a_text),
        (_, _, true) => ("only B solid", theme.b_text),
        _ => ("neither solid", theme.t3),
    }
}
