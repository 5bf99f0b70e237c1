//! The articles' slips, each explained and, where it changes an answer, with a switch.

use egui::{Label, RichText, ScrollArea, Ui};

use super::modal::sheet;
use crate::app::request::{Request, WindowState};
use crate::app::theme::{self, Theme};
use crate::app::widgets::text_button;
use crate::choice::Choice as _;
use crate::session::{Session, Trap};

/// Width of the popup, in points.
const WIDTH: f32 = 560.0;
/// Room for everything but the list.
const FRAME: f32 = 160.0;

pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let about = "Mistakes in the source articles. Turn one on to see what it does.";
    sheet(ui, ["Traps", about], WIDTH, out, |ui, is_entered, out| {
        if is_entered {
            out.push(Request::ClosePopup);
        }
        let height = (ui.ctx().content_rect().height() - FRAME).max(120.0);
        ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
            // The bar must not lie over the switches.
            ui.set_max_width(ui.available_width() - 12.0);
            for &trap in Trap::ALL {
                entry(ui, trap, window.session, out);
            }
        });
    });
}

/// A trap's name, whose it is, its switch, and what goes wrong.
fn entry(ui: &mut Ui, trap: Trap, session: &Session, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    ui.horizontal(|ui| {
        ui.label(RichText::new(trap.title()).font(theme::text()).color(theme.t1));
        ui.label(RichText::new(trap.source()).font(theme::note()).color(theme.t3));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| switch(ui, trap, session, out));
    });
    ui.add(Label::new(RichText::new(trap.sentence()).font(theme::note()).color(theme.t2)).wrap());
    ui.add_space(8.0);
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
