//! Text that is pasted into the window where no control takes it.

use egui::{Event, Ui};

use super::request::Request;

/// Opens links; other text is answered by what a link looks like. A field that has the focus has taken its text before.
pub fn take(ui: &Ui, out: &mut Vec<Request>) {
    if ui.ctx().egui_wants_keyboard_input() {
        return;
    }
    let links = |event: &Event| match event {
        Event::Paste(text) if !text.trim().is_empty() => Some(Request::OpenLink(text.clone())),
        _ => None,
    };
    out.extend(ui.input(|input| input.events.iter().filter_map(links).collect::<Vec<_>>()));
}
