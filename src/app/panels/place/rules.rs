//! Rounding of positions between pixels, resampling of turned sprites, the scale along each axis, and a parent to add.

use super::fields::{GAP, is_settled, named, scale_field};
use super::parents;
use crate::app::prelude::*;
use crate::app::widgets::{NumberField, drop_down, segmented};
use crate::scene::{Anchor, Filter, Placement, SampleAt, Snap};
use crate::session::{Stage, StageAction};

/// Shows them all.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let stage = window.session.stage();
    ui.spacing_mut().item_spacing.y = GAP;
    convention(ui, stage, out);
    axes(ui, stage, out);
    parents::add(ui, window.session, out);
}

fn convention(ui: &mut Ui, stage: &Stage, out: &mut Vec<Request>) {
    let old = stage.convention;
    let mut new = old;
    named(ui, "rounding", |ui| {
        let list = drop_down("rounding", old.snap.name(), ui.available_width()).show_ui(ui, |ui| {
            for &snap in Snap::ALL {
                ui.selectable_value(&mut new.snap, snap, snap.name()).on_hover_text(snap.sentence());
            }
        });
        let name = format!("Rounding: {}", old.snap.name());
        list.response.accessible_name(name).on_hover_text(old.snap.sentence());
    });
    named(ui, "resampling", |ui| {
        filters(ui, "Resampling", &mut new.filter, &[]);
    });
    named(ui, "sample point", |ui| {
        let choices: Vec<_> = SampleAt::ALL.iter().map(|at| (*at, at.name())).collect();
        segmented(ui, &mut new.at, &choices)
            .on_hover_text("The point of a cell at which turned sprites are read: its centre, or its top left corner.");
    });
    if new != old {
        out.push(StageAction::SetConvention(new).into());
    }
}

/// A list of all filters, after those of `others` by their names and sentences.
fn filters<T: From<Filter> + Copy + PartialEq>(ui: &mut Ui, name: &str, chosen: &mut T, others: &[(T, &str, &str)]) {
    let all = Filter::ALL.iter().map(|filter| (T::from(*filter), filter.name(), filter.sentence()));
    let others = others.iter().map(|(value, name, sentence)| (*value, *name, (*sentence).to_owned()));
    let all: Vec<_> = others.chain(all).collect();
    let (_, shown, sentence) = all.iter().find(|(value, ..)| value == chosen).expect("the list has every filter");
    let list = drop_down(name, *shown, ui.available_width()).show_ui(ui, |ui| {
        for (value, name, sentence) in &all {
            ui.selectable_value(chosen, *value, *name).on_hover_text(sentence);
        }
    });
    list.response.accessible_name(format!("{name}: {shown}")).on_hover_text(sentence);
}

/// The resampling of the active sprite, its scale along each axis, and its anchor if that is a custom point.
fn axes(ui: &mut Ui, stage: &Stage, out: &mut Vec<Request>) {
    let slot = stage.active;
    let Some(placed) = stage.get(slot) else { return };
    let old = *placed.placement();
    let mut new = old;
    let letter = slot.letter();
    let mut settled = false;
    named(ui, &format!("resampling of {letter}"), |ui| {
        let others = [(None, "as above", "The same as for both sprites, above.")];
        filters(ui, &format!("Read {letter} by"), &mut new.filter, &others);
        settled |= new.filter != old.filter;
    });
    named(ui, &format!("scale {letter}"), |ui| {
        let width = ((ui.available_width() - GAP) / 2.0).floor();
        for (axis, value) in [("x", &mut new.scale.0), ("y", &mut new.scale.1)] {
            let name = format!("scale {axis} of {letter}");
            let tip = "The factor along this axis of the sprite; below 0 it mirrors the sprite about its anchor.";
            let field = ui.add_enabled(old.read_by(stage.convention).scales(), scale_field(&name, value, axis, width));
            settled |= is_settled(&[field.on_hover_text(tip)]);
        }
    });
    if let Anchor::Custom(x, y) = &mut new.anchor {
        named(ui, &format!("anchor {letter}"), |ui| {
            let width = ((ui.available_width() - GAP) / 2.0).floor();
            for (axis, value) in [("x", x), ("y", y)] {
                let name = format!("anchor {axis} of {letter}");
                let field = NumberField::new(&name, value, -Placement::FAR..=Placement::FAR);
                let field = ui.add(field.label(axis).width(width).step(0.1));
                settled |= is_settled(&[field.on_hover_text("Pixels from the top left corner of the image.")]);
            }
        });
    }
    if new != old {
        out.push(StageAction::Pose { slot, placement: new }.into());
    }
    if settled {
        out.push(StageAction::Settle.into());
    }
}
