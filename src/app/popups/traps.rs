//! The articles' slips, each explained and, where it changes an answer, with a switch.

use super::modal::{entry, scrolling_sheet};
use crate::app::prelude::*;
use crate::app::widgets::text_button;
use crate::session::{Session, Trap};

/// Width of the popup, in points.
const WIDTH: f32 = 560.0;

/// Shows a trap's name, its source, its switch, and what goes wrong; one below the other.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let about = "Mistakes in the source articles. Turn one on to see what it does.";
    scrolling_sheet(ui, ["Traps", about], WIDTH, out, |ui, out| {
        for &trap in Trap::ALL {
            let words = [trap.title(), trap.source(), &trap.sentence()];
            entry(ui, words, |ui| switch(ui, trap, window.session, out));
        }
    });
}

fn switch(ui: &mut Ui, trap: Trap, session: &Session, out: &mut Vec<Request>) {
    let Some(is_on) = trap.is_on(session.scans()) else { return };
    let (text, tip) = if is_on {
        ("Switch off", "Follows the article's intention again.")
    } else {
        ("Switch on", "Makes the mistake: the table and the canvas show its effect.")
    };
    let button = text_button(ui, text).on_hover_text(tip).accessible_name(format!("{text}: {}", trap.title()));
    if button.clicked() {
        out.extend(trap.switch(!is_on).map(Request::from));
    }
}
