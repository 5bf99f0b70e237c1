//! The layers of the canvas: a list of switches that is also the legend.

use egui::Ui;

use super::layout::padded;
use crate::app::command::{Command, tooltip};
use crate::app::layers::switch;
use crate::app::request::{Request, WindowState};
use crate::app::theme::Theme;
use crate::app::widgets::{CheckboxRow, section_title};
use crate::choice::Choice as _;
use crate::session::{Layer, Session, Slot, ViewAction};

pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    padded(ui, 0, 12, |ui| {
        section_title(ui, "Layers", "");
        // What comes and goes comes last, so that nothing else moves.
        let (always, sometimes): (Vec<Layer>, Vec<Layer>) =
            Layer::ALL.iter().partition(|layer| condition(**layer).is_none());
        let applies = |layer: &Layer| condition(*layer).is_none_or(|holds| holds(window.session));
        for layer in always.into_iter().chain(sometimes).filter(applies) {
            row(ui, layer, window, out);
        }
    });
}

/// The condition under which a layer has something to show; `None` for always.
fn condition(layer: Layer) -> Option<fn(&Session) -> bool> {
    match layer {
        Layer::Words => Some(|session| session.scans().selected().word_bits().is_some()),
        Layer::BoundsUsed => Some(|session| session.scans().pre_check.is_some()),
        Layer::OnionSkin => Some(|session| {
            let has_frames = |slot| session.stage().get(slot).is_some_and(|it| it.sprite().frames().all().len() > 1);
            Slot::ALL.into_iter().any(has_frames)
        }),
        _ => None,
    }
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
