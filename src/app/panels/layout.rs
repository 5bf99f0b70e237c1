//! Common parts of the panels: their free space, and their view of a sprite.

use egui::{Margin, TextureId};

use crate::app::paint::write::{elided, width};
use crate::app::prelude::*;
use crate::session::VisitFind;
use maskscope_core::scan::Visit;

/// Free space at both sides of a panel, in points.
pub const PADDING: f32 = 12.0;

/// Height of every transport but that of the race, which has a lane for each sign: four lanes in a replay.
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

/// Returns the width of the panel at the right with a script in it, in a window that shows a rail in place of the left panel.
pub const fn script_width(window: f32) -> f32 {
    (0.5 * window).min(344.0)
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

/// The solid cells of a visit in words, with their colour.
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

/// Said of a script that came by a link and has not been edited since.
pub const LINKED: &str = "script from this link";

/// Height of a line of a verdict on a scan, in points.
pub const VERDICT_LINE: f32 = 18.0;

/// Two lines with a mark: what is said about a scan here, shortened where it would not fit, and at all placements. `is_fine` is
/// `None` for a fault, and holds whether it is known.
pub fn verdict_lines(
    ui: &mut Ui,
    [text, shorter]: [&str; 2],
    is_fine: Option<bool>,
    everywhere: Option<(String, bool)>,
) {
    let theme = Theme::of(ui);
    let size = vec2(ui.available_width(), 2.0 * VERDICT_LINE);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let mark = rect.left_top() + vec2(6.0, VERDICT_LINE / 2.0);
    match is_fine {
        None => marks::triangle(ui.painter(), mark, 6.0, theme.bad_text, theme.bad_bg),
        Some(true) => Icon::Check.paint(ui.painter(), mark, theme.t1),
        Some(false) => {}
    }
    let inside = rect.with_min_x(rect.left() + 24.0);
    let line = |middle: f32, text: &str, is_right: bool| {
        let ink = if is_right { theme.t1 } else { theme.bad_text };
        let text = elided(ui, text, inside.width(), &theme::text());
        let at = pos2(inside.left(), rect.top() + middle * VERDICT_LINE);
        ui.painter().text(at, Align2::LEFT_CENTER, text, theme::text(), ink);
    };
    let is_short = width(ui, text, theme::text()) <= inside.width();
    line(0.5, if is_short { text } else { shorter }, is_fine.is_some());
    let mut spoken = text.to_owned();
    if let Some((everywhere, is_never_wrong)) = everywhere {
        line(1.5, &everywhere, is_never_wrong);
        spoken = format!("{spoken}; {everywhere}");
    }
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, spoken.clone()));
    response.on_hover_text(spoken);
}
