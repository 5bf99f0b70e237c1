//! The two ways to read the sprites that are compared, and what is done to B meanwhile.

use crate::app::prelude::*;
use crate::app::widgets::{choice_list, segmented};
use crate::session::SurveyAction;
use crate::survey::{Reader, Variation};

/// Each side of a cell is cut into this many fractions.
const FRACTIONS: u32 = 16;

/// Shows the lists from which they are chosen.
pub fn choose(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let surveys = window.session.surveys();
    let mut chosen = surveys.readers;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        for (reader, name) in chosen.iter_mut().zip(["First convention", "Second convention"]) {
            let choices = Reader::offered().into_iter().map(|choice| (choice, choice.title(), String::new()));
            let tip = "Rounding, resampling and sample point; or a known engine's own rules.";
            choice_list(ui, name, reader, choices, 212.0).on_hover_text(tip);
        }
        let mut variation = surveys.variation;
        let all = [(Variation::Angles, "angles"), (Variation::Fractions(FRACTIONS), "fractions")];
        let tip = "B at every whole angle, or moved by every sixteenth of a pixel in both directions.";
        if segmented(ui, &mut variation, &all).on_hover_text(tip).changed() {
            out.push(SurveyAction::Vary(variation).into());
        }
    });
    if chosen != surveys.readers {
        out.push(SurveyAction::Read(chosen).into());
    }
}
