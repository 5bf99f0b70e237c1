//! The expected answer of the scene: it is saved with the scene, and `maskscope replay` checks it.

use egui::Grid;

use super::modal::sheet;
use crate::app::prelude::*;
use crate::app::widgets::{NumberField, segmented};
use crate::scene::{Collision, Expectation};

/// Width of the popup, in points.
const WIDTH: f32 = 480.0;

/// Shows what is expected beside what is so.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let about = "The expected answer. It is saved with the scene, and maskscope replay checks it.";
    let asked = out.len();
    sheet(ui, ["Expectation", about], WIDTH, out, |ui, is_entered, out| {
        let theme = Theme::of(ui);
        if is_entered {
            out.push(Request::ClosePopup);
        }
        let Some(collision) = window.session.derived().collision() else { return };
        let old = window.session.stage().expectation;
        let mut is_set = old.is_some();
        segmented(ui, &mut is_set, &[(false, "use the current result"), (true, "set by hand")]);
        let mut new = is_set.then(|| old.unwrap_or_else(|| Expectation::of(collision)));
        ui.add_enabled_ui(is_set, |ui| {
            let mut shown = new.unwrap_or_else(|| Expectation::of(collision));
            fields(ui, &mut shown, collision);
            new = is_set.then_some(shown);
        });
        if new != old {
            out.push(StageAction::Expect(new).into());
        }
        let (text, ink) = match new.map(|expected| expected.holds(collision)) {
            None => ("The result when you save the scene will be expected.", theme.t3),
            Some(true) => ("The present result is as expected.", theme.t2),
            Some(false) => ("The present result is not as expected.", theme.bad_text),
        };
        ui.label(RichText::new(text).font(theme::note()).color(ink));
    });
    if out[asked..].iter().any(|request| matches!(request, Request::ClosePopup)) {
        out.push(StageAction::Settle.into());
    }
}

/// A row for each thing that can be expected, with what is so now.
fn fields(ui: &mut Ui, expected: &mut Expectation, now: &Collision) {
    let theme = Theme::of(ui);
    let said = |ui: &mut Ui, text: String| {
        ui.label(RichText::new(text).font(theme::note()).color(theme.t3));
    };
    Grid::new("expectation").num_columns(3).spacing([16.0, 8.0]).show(ui, |ui| {
        for (name, value, is_so) in [
            ("Boxes overlap", &mut expected.boxes_overlap, now.boxes_overlap()),
            ("Masks overlap", &mut expected.masks_overlap, now.masks_overlap()),
        ] {
            ui.label(RichText::new(name).font(theme::text()).color(theme.t2));
            ui.push_id(name, |ui| segmented(ui, value, &[(Some(true), "yes"), (Some(false), "no"), (None, "any")]));
            said(ui, format!("now: {}", if is_so { "yes" } else { "no" }));
            ui.end_row();
        }
        ui.label(RichText::new("Shared pixels").font(theme::text()).color(theme.t2));
        ui.horizontal(|ui| {
            let mut counts = expected.overlap_area.is_some();
            segmented(ui, &mut counts, &[(true, "exactly"), (false, "any number")]);
            let mut area = expected.overlap_area.unwrap_or(now.overlap_area);
            ui.add_enabled_ui(counts, |ui| {
                ui.add(NumberField::new("Expected shared pixels", &mut area, 0..=u64::from(u32::MAX)))
            });
            expected.overlap_area = counts.then_some(area);
        });
        said(ui, format!("now: {}", words::thousands(now.overlap_area)));
        ui.end_row();
    });
}
