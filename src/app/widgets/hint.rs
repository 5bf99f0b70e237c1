//! A first-run hint over the canvas.

use egui::{Frame, Margin, Response, RichText, Stroke, Ui};

use super::bare_icon_button;
use crate::app::icons::Icon;
use crate::app::theme::{self, Theme};

/// A hint such as `Drag a sprite`, 28 high. Returns its close button.
pub fn hint(ui: &mut Ui, text: &str) -> Response {
    let theme = Theme::of(ui);
    let frame = Frame::new()
        .fill(theme.raise)
        .stroke(Stroke::new(1.0, theme.edge))
        .corner_radius(2.0)
        .inner_margin(Margin { left: 10, right: 3, top: 1, bottom: 1 });
    let row = |ui: &mut Ui| {
        ui.label(RichText::new(text).font(theme::text()).color(theme.t1));
        bare_icon_button(ui, Icon::Close, "Close the hint")
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
