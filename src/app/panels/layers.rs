//! The layers of the canvas: a list of switches that is also the legend.

use egui::Ui;

use super::layout::padded;
use crate::app::command::{Command, tooltip};
use crate::app::layers::switch;
use crate::app::request::{Request, WindowState};
use crate::app::theme::Theme;
use crate::app::widgets::{CheckboxRow, section_title};
use crate::choice::Choice as _;
use crate::session::{Layer, ViewAction};

pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    padded(ui, 0, 12, |ui| {
        section_title(ui, "Layers", "");
        let tests_words = window.session.scans().selected().word_bits().is_some();
        for layer in Layer::ALL.iter().copied().filter(|&layer| layer != Layer::Words || tests_words) {
            row(ui, layer, window, out);
        }
    });
}

fn row(ui: &mut Ui, layer: Layer, window: &WindowState<'_>, out: &mut Vec<Request>) {
    // One key switches all three layers of bits: it is shown at the first.
    let key = if layer == Layer::BitsA { Command::Bits.key() } else { Command::Layer(layer).key() };
    let mut shown = window.session.view().layers.has(layer);
    let row = CheckboxRow { checked: &mut shown, text: layer.title(), key: &key };
    let theme = Theme::of(ui);
    let response = row.show(ui, |painter, rect| (switch(layer).swatch)(painter, rect, theme));
    if response.changed() {
        out.push(ViewAction::ShowLayer(layer, shown).into());
    }
    tooltip(response, Command::Layer(layer));
}
