//! The layers of a sprite's file: which of them are shown.

use egui::PopupCloseBehavior;

use crate::app::prelude::*;
use crate::app::widgets::drop_down;
use maskscope_core::scene::{SolidSource, Sprite};

/// Height of a list with layers, in points.
pub const LIST: f32 = 320.0;

/// The list of layers, each with a box to tick.
pub fn show(ui: &mut Ui, slot: Slot, sprite: &Sprite, out: &mut Vec<Request>) {
    let Some(path) = &sprite.path else { return };
    let (layers, letter) = (&sprite.file_frames().layers, slot.letter());
    let [shown, all] = layers.counts();
    let chosen = format!("{shown} of {all}");
    let mut ask = |chosen| out.push(Ask::Open(OpenAs::Layers(slot, chosen), path.clone()).into());
    ui.horizontal(|ui| {
        ui.label(RichText::new("layers").font(theme::note()).color(Theme::of(ui).t2));
        let list =
            drop_down(if slot == Slot::A { "layers of A" } else { "layers of B" }, &chosen, ui.available_width());
        let list = list.height(LIST).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        let list = list.show_ui(ui, |ui| {
            ui.set_min_width(196.0);
            for (title, layer) in layers.titled() {
                let mut is_shown = layer.is_shown;
                if ui.checkbox(&mut is_shown, words::printable(&title)).changed() {
                    let mut names = layers.shown();
                    names.retain(|name| *name != layer.name);
                    names.extend(is_shown.then(|| layer.name.clone()));
                    ask(Some(names));
                }
            }
            ui.separator();
            let as_in_file = Button::selectable(layers.chosen.is_none(), "as in the file");
            if ui.add(as_in_file).on_hover_text("Shows the layers that are visible in the file.").clicked() {
                ask(None);
            }
        });
        let tip = "The layers that the picture and its mask are made of.";
        list.response.accessible_name(format!("Layers of {letter}: {chosen}")).on_hover_text(tip);
    });
}

/// The layers of a sprite's file, as what its solid pixels can come from.
pub fn mask_layers(ui: &mut Ui, slot: Slot, sprite: &Sprite, out: &mut Vec<Request>) {
    let (layers, rule) = (&sprite.file_frames().layers, sprite.rule());
    let Some(path) = sprite.path.as_ref().filter(|_| layers.are_listed()) else { return };
    ui.separator();
    for (title, layer) in layers.titled() {
        let is_chosen =
            matches!(&rule.source, SolidSource::Image(image) if image.layer.as_deref() == Some(&*layer.name));
        let tip = "Takes the solid pixels from this layer, whether the picture shows it or not.";
        let row = ui.selectable_label(is_chosen, format!("layer {}", words::printable(&title)));
        if row.on_hover_text(tip).clicked() && !is_chosen {
            out.push(Ask::Open(OpenAs::MaskImage(slot, Some(layer.name.clone())), path.clone()).into());
        }
    }
}
