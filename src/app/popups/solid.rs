//! Solid pixels of a sprite.

use super::modal::sheet;
use crate::app::panels::sprites;
use crate::app::prelude::*;

/// Width of the sheet, in points.
const WIDTH: f32 = 320.0;

/// Shows the rule and how many pixels are solid by it; the canvas follows.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, slot: Slot, out: &mut Vec<Request>) {
    let Some(placed) = window.session.stage().get(slot) else { return out.push(Request::ClosePopup) };
    let title = format!("Solid pixels of {}", slot.letter());
    let about = "A pixel is solid if its alpha is above the threshold, unless a key colour or a mask image decides.";
    sheet(ui, [&title, about], WIDTH, out, |ui, is_entered, out| {
        sprites::rule(ui, window, slot, placed.sprite(), out);
        let (solid, all) = (placed.sprite().solid_count(), placed.sprite().size().area());
        let told = format!("{} of {} px are solid", words::thousands(solid), words::thousands(all));
        ui.label(RichText::new(told).font(theme::note()).color(Theme::of(ui).t2));
        if is_entered {
            out.push(Request::ClosePopup);
        }
    });
}
