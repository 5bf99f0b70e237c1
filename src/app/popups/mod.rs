//! Popups over the window: the palette of commands, the list of keys, the field for a path.
//!
//! Each asks for [`Request::ClosePopup`] when it is done, by Escape or by a click beside it.

mod about;
mod conventions;
mod expectation;
pub mod export;
mod find;
mod keys;
mod link_page;
mod modal;
mod move_to;
pub mod path;
mod sheet;
mod solid;
mod traps;

use egui::Ui;

use super::request::{Popup, Request, WindowState};

/// Shows a popup; `samples` are the built-in pairs and scenes, by title and description.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, popup: &Popup, samples: &[(&str, &str)], out: &mut Vec<Request>) {
    match popup {
        Popup::Find => find::show(ui, window, samples, out),
        Popup::Export(sheet) => export::show(ui, window, sheet, out),
        Popup::Ideas => about::ideas(ui, out),
        Popup::Sources => about::sources(ui, out),
        Popup::About => about::show(ui, out),
        Popup::Licences => about::licences(ui, out),
        Popup::Keys => keys::show(ui, window, out),
        Popup::Traps => traps::show(ui, window, out),
        Popup::Path(asked) => path::show(ui, window, asked, out),
        Popup::Sheet(slot) => sheet::show(ui, window, *slot, out),
        Popup::Solid(slot) => solid::show(ui, window, *slot, out),
        Popup::MoveTo(slot) => move_to::show(ui, window, *slot, out),
        Popup::Expectation => expectation::show(ui, window, out),
        Popup::LinkPage => link_page::show(ui, window, out),
        Popup::Conventions => conventions::show(ui, window, out),
    }
}
