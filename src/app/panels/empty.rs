//! Parts of a tab that has nothing to show yet: cards with ways to begin, and lines for a shell.

use egui::{Frame, Margin};

use crate::app::command::copied;
use crate::app::prelude::*;
use crate::app::widgets::copy_button;

/// Distance of a card's buttons from its lower edge, in points.
const FOOT: f32 = 24.0;

/// Paints the ground of a card.
pub fn ground(ui: &Ui, place: Rect) {
    let theme = Theme::of(ui);
    ui.painter().rect(place, 3.0, theme.panel, Stroke::new(1.0, theme.line), StrokeKind::Inside);
}

/// Adds the title of a card and what stands below it.
pub fn card(ui: &mut Ui, inside: Rect, title: &str, aside: &str, add_contents: impl FnOnce(&mut Ui)) {
    let theme = Theme::of(ui);
    let ui = &mut ui.new_child(UiBuilder::new().max_rect(inside).layout(Layout::top_down(Align::Min)));
    ui.spacing_mut().item_spacing.y = 0.0;
    let width = ui.available_width();
    ui.allocate_ui_with_layout(vec2(width, 24.0), Layout::right_to_left(Align::Center), |ui| {
        ui.label(RichText::new(aside).font(theme::note()).color(theme.t3));
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add(Label::new(RichText::new(title).font(theme::answer()).color(theme.t1)).truncate());
        });
    });
    ui.add_space(4.0);
    add_contents(ui);
}

/// Goes down to where the buttons of a card stand.
pub fn foot(ui: &mut Ui) {
    ui.add_space((ui.available_height() - FOOT).max(12.0));
}

/// A text of a card.
pub fn text(ui: &mut Ui, text: &str) {
    let text = RichText::new(text).font(theme::text()).color(Theme::of(ui).t2);
    ui.add(Label::new(text).wrap());
}

/// A note in a card.
pub fn note(ui: &mut Ui, text: &str) {
    let text = RichText::new(text).font(theme::note()).color(Theme::of(ui).t3);
    ui.add(Label::new(text).wrap());
}

/// Returns the frame of code, on whose ground a changed word stands out.
pub fn code_frame(theme: &Theme) -> Frame {
    let ground = if theme.dark { theme.canvas } else { theme.raise };
    Frame::new().fill(ground).stroke(Stroke::new(1.0, theme.edge)).corner_radius(3.0)
}

/// A line of a command in a frame, with a button that copies it.
pub fn shell_line(ui: &mut Ui, text: &str, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    code_frame(theme).inner_margin(Margin { left: 10, right: 3, top: 3, bottom: 3 }).show(ui, |ui| {
        ui.allocate_ui_with_layout(vec2(ui.available_width(), 24.0), Layout::right_to_left(Align::Center), |ui| {
            if copy_button(ui, "Copy").on_hover_text(format!("Copies {text}.")).clicked() {
                out.push(copied("Command", text.to_owned()));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(RichText::new(text).font(theme::mono()).color(theme.t1)).truncate());
            });
        });
    });
}
