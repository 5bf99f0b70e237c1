//! Popups over the window: the palette of commands, the list of keys, the field for a path.
//!
//! Each asks for [`Request::ClosePopup`] when it is done, by Escape or by a click beside it.
//!
//! - `commands`: the palette, and the list of keys.
//! - `path`: the path of a file, and the page that copied links lead to.
//! - `code`: the selected scan as code. `export`: the sheet of exports. `sheet`: how a sprite sheet is cut into frames.
//! - `scene`: the expected answer, a move, the solid pixels, the traps of the ball on the hills.
//! - `conventions`: where two conventions disagree about the pair.
//! - `about`: the program, its licences, its scans and their sources.
//! - `modal`: the frames and lines of all these.

mod about;
mod code;
pub mod commands;
mod conventions;
pub mod export;
mod modal;
mod path;
pub mod scene;
mod sheet;

use egui::Ui;

use super::request::{Popup, Request, WindowState};

/// Shows a popup, which holds what is typed into its field for a path; `samples` are the built-in pairs and scenes, by
/// title and description.
pub fn show(
    ui: &mut Ui,
    window: &WindowState<'_>,
    popup: &mut Popup,
    samples: &[(&str, &str)],
    out: &mut Vec<Request>,
) {
    match popup {
        Popup::Find => commands::show_palette(ui, window, samples, out),
        Popup::Export(sheet) => export::show(ui, window, sheet, out),
        Popup::Code => code::show(ui, window, out),
        Popup::Ideas => about::ideas(ui, out),
        Popup::Sources => about::sources(ui, out),
        Popup::About => about::show(ui, out),
        Popup::Licences => about::licences(ui, out),
        Popup::Keys => commands::show_keys(ui, window, out),
        Popup::Traps => scene::show_traps(ui, window, out),
        Popup::Path(field) => path::show(ui, window, field, out),
        Popup::Sheet(slot) => sheet::show(ui, window, *slot, out),
        Popup::Solid(slot) => scene::show_solid(ui, window, *slot, out),
        Popup::MoveTo(slot) => scene::show_move_to(ui, window, *slot, out),
        Popup::Expectation => scene::show_expectation(ui, window, out),
        Popup::LinkPage => path::show_link_page(ui, window, out),
        Popup::Conventions => conventions::show(ui, window, out),
    }
}
