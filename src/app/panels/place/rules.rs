//! Rounding of positions between pixels, resampling of turned sprites, the scale along each axis, and a parent to add.

use super::fields::{GAP, is_settled, named, scale_field};
use super::parents;
use crate::app::prelude::*;
use crate::app::widgets::{NumberField, choice_list, segmented};
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
        let choices = Snap::ALL.iter().map(|snap| (*snap, snap.name().to_owned(), snap.sentence()));
        let width = ui.available_width();
        choice_list(ui, "Rounding", &mut new.snap, choices, width).on_hover_text(old.snap.sentence());
    });
    named(ui, "resampling", |ui| {
        filters(ui, "Resampling", &mut new.filter, None);
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

/// A list of all filters, after another choice with its name and its sentence.
fn filters<T>(ui: &mut Ui, name: &str, chosen: &mut T, other: Option<(T, String, String)>)
where
    T: From<Filter> + Clone + PartialEq,
{
    let all = Filter::ALL.iter().map(|filter| (T::from(*filter), filter.name().to_owned(), filter.sentence()));
    let all: Vec<_> = other.into_iter().chain(all).collect();
    let sentence = all.iter().find(|(value, ..)| value == chosen).map_or("", |(.., sentence)| sentence).to_owned();
    let width = ui.available_width();
    choice_list(ui, name, chosen, all, width).on_hover_text(sentence);
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
        let other = (None, "as above".to_owned(), "The same as for both sprites, above.".to_owned());
        filters(ui, &format!("Read {letter} by"), &mut new.filter, Some(other));
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
