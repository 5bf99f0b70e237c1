//! What stands around the canvas.
//!
//! Every panel reads a [`WindowState`], changes nothing, and pushes [`Request`]s. The caller places it; its margins are
//! its own. No panel knows another: [`left`] and [`right`] put them together.

pub mod about;
pub mod answer;
pub mod code;
pub mod engines;
pub mod health;
pub mod layers;
mod layout;
pub mod lens;
pub mod messages;
pub mod overlap;
pub mod pixel;
pub mod place;
pub mod pre_check;
pub mod rail;
pub mod scans;
pub mod sprites;
pub mod top;
pub mod transport;

use egui::{Id, ScrollArea, Ui};

pub use layout::{Thumbnail, padded};

use super::widgets::{self, folded_row, is_open};
use crate::app::request::{Request, WindowState};
use crate::session::Slot;

/// From this width of the window on all sections of the right panel are open.
const WIDE: f32 = 1_600.0;
/// Below this height the selected scan is told only when asked for.
const LOW: f32 = 700.0;
/// Height of the title of a folded section.
const FOLDED: f32 = 28.0;

/// The panel left of the canvas: both sprites, where they stand, what is drawn.
pub fn left(ui: &mut Ui, window: &WindowState<'_>, thumbnails: [Thumbnail; 2], out: &mut Vec<Request>) {
    stack(ui, |ui| {
        for (slot, thumbnail) in Slot::ALL.into_iter().zip(thumbnails) {
            sprites::card(ui, window, slot, thumbnail, out);
            widgets::divider(ui);
        }
        place::show(ui, window, out);
        widgets::divider(ui);
        layers::show(ui, window, out);
    });
}

/// The same where something stands above it: whole sections, as many as fit.
pub fn left_below(ui: &mut Ui, window: &WindowState<'_>, thumbnails: [Thumbnail; 2], out: &mut Vec<Request>) {
    widgets::stack(ui, "left", |ui, stack| {
        for (slot, thumbnail) in Slot::ALL.into_iter().zip(thumbnails) {
            let title = ["Sprite A", "Sprite B"][slot as usize];
            stack.add(ui, title, |ui| sprites::card(ui, window, slot, thumbnail, out));
        }
        stack.add(ui, "Place", |ui| place::show(ui, window, out));
        stack.add(ui, "Layers", |ui| layers::show(ui, window, out));
    });
}

/// The panel right of the canvas: the scans, the pixel under the pointer, the selected scan in words and as code, the overlap
/// in numbers.
pub fn right(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let (screen, height) = (ui.ctx().content_rect(), ui.available_height());
    let top = ui.cursor().top();
    widgets::stack(ui, "right", |ui, stack| {
        let is_high = screen.height() >= LOW;
        let tells = ["About", "Code"].iter().any(|title| is_open(ui, title, is_high));
        // What stands below the table stays in the window, however many scans there are.
        let least = |title, open: f32| if is_open(ui, title, is_high) { open } else { FOLDED };
        // In a narrow panel its texts take more lines.
        let id = Id::unique("height of what is told about a scan");
        let told = ui.data(|data| data.get_temp(id)).unwrap_or(about::HEIGHT);
        let about = if tells { least("About", told) + least("Code", code::LEAST) } else { FOLDED };
        let most = height - (stack.height_of(1) + 1.0) - about - 1.0;
        stack.add(ui, "Scans", |ui| scans::show(ui, window, most, pre_check::show, out));
        stack.add(ui, "Pixel", |ui| pixel::show(ui, window, out));
        if tells {
            stack.add_down_to(ui, "About, Code", about, |ui| {
                let before = ui.cursor().top();
                about::show(ui, window, is_high, out);
                if is_open(ui, "About", is_high) {
                    ui.data_mut(|data| data.insert_temp(id, ui.cursor().top() - before));
                }
                let room = height - (ui.cursor().top() - top);
                code::show(ui, window, is_high, room, out);
            });
        } else {
            let name = window.session.scans().selected().display_name();
            stack.add(ui, "About, Code", |ui| padded(ui, 0, 0, |ui| folded_row(ui, &["About", "Code"], &name)));
        }
        let is_wide = screen.width() >= WIDE;
        stack.add(ui, "Words", |ui| lens::show(ui, window, is_wide, out));
        stack.add(ui, "Overlap", |ui| overlap::show(ui, window, is_wide, out));
        stack.add(ui, "Engines", |ui| engines::show(ui, window, out));
        stack.add(ui, "Masks", |ui| health::show(ui, window, out));
    });
}

/// The narrow rail that replaces the left panel in a small window.
pub fn rail(ui: &mut Ui, window: &WindowState<'_>, thumbnails: [Thumbnail; 2], out: &mut Vec<Request>) {
    rail::show(ui, |ui, tab| match tab {
        rail::Tab::Sprite(slot) => sprites::card(ui, window, slot, thumbnails[slot as usize], out),
        rail::Tab::Place => place::show(ui, window, out),
        rail::Tab::Layers => layers::show(ui, window, out),
    });
}

/// Sections under one another without gaps, which scroll where there are too many.
fn stack(ui: &mut Ui, add_sections: impl FnOnce(&mut Ui)) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        add_sections(ui);
    });
}
