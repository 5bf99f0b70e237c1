//! A first-run hint over the canvas, or an offer.

use egui::{Frame, Margin, Response, RichText, Stroke, Ui};

use super::{bare_icon_button, text_button};
use crate::app::icons::Icon;
use crate::app::theme::{self, Theme};

/// A hint such as `Drag a sprite`, 28 high. Returns its close button.
pub fn hint(ui: &mut Ui, text: &str) -> Response {
    framed(ui, text, |ui| bare_icon_button(ui, Icon::Close, "Close the hint"))
}

/// An offer such as `A looks like a sheet`, 28 high, with a button that accepts it. Returns whether it is accepted, once it is
/// accepted or declined.
pub fn offer(ui: &mut Ui, text: &str, act: &str, tip: &str) -> Option<bool> {
    framed(ui, text, |ui| {
        let accepts = text_button(ui, act).on_hover_text(tip).clicked();
        let declines = bare_icon_button(ui, Icon::Close, "Decline the offer").clicked();
        (accepts || declines).then_some(accepts)
    })
}

/// `text` in a frame, and what `act` adds behind it.
fn framed<T>(ui: &mut Ui, text: &str, act: impl FnOnce(&mut Ui) -> T) -> T {
    let theme = Theme::of(ui);
    let frame = Frame::new()
        .fill(theme.raise)
        .stroke(Stroke::new(1.0, theme.edge))
        .corner_radius(2.0)
        .inner_margin(Margin { left: 10, right: 3, top: 1, bottom: 1 });
    let row = |ui: &mut Ui| {
        ui.label(RichText::new(text).font(theme::text()).color(theme.t1));
        act(ui)
    };
    frame.show(ui, |ui| ui.horizontal(row).inner).inner
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable as _};

    use super::*;

    #[test]
    fn a_hint_can_be_closed() {
        let mut harness = Harness::new_ui_state(
            |ui, open: &mut bool| {
                if *open && hint(ui, "Drag a sprite").clicked() {
                    *open = false;
                }
            },
            true,
        );
        harness.get_by_label("Drag a sprite");
        harness.get_by_label("Close the hint").click();
        harness.run();
        assert!(harness.query_by_label("Drag a sprite").is_none());
    }
}
