//! The wrong checks of the pair that is shown.

use egui::{RichText, Ui};

use super::check::{hit_or_miss, when};
use crate::app::theme::{self, Theme};
use crate::app::widgets::{Column, Table, section_title};
use crate::app::{marks, panels::padded, request::Request};
use crate::replay::Step;
use crate::session::{Played, PlayerAction};
use crate::words;

/// Heights of the title, of a row and of the free space below, in points.
const TITLE: f32 = 28.0;
const ROW: f32 = 20.0;
const BELOW: f32 = 8.0;

/// Least height of the list.
pub const LEAST: f32 = TITLE + ROW + BELOW;

/// Shows the list, at most `most` points high.
pub fn show(ui: &mut Ui, played: Played<'_>, most: f32, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let Some(pair) = played.pair() else { return };
    let wrong = &pair.wrong;
    let checks = words::plural(pair.steps.len() as u64, "check");
    let note = format!("{} of {checks}", words::thousands(wrong.len() as u64));
    let (title, none) = match played.is_drag {
        true => ("Jumps", "B jumps over nothing."),
        false => ("Wrong", "The game and the masks agree."),
    };
    padded(ui, 0, 0, |ui| {
        section_title(ui, title, &note);
        if wrong.is_empty() {
            ui.label(RichText::new(none).font(theme::note()).color(theme.t3));
        }
    });
    let columns = [
        Column::middle(12.0),
        Column::left("", 94.0).gap(6.0).font(theme::mono),
        Column::rest("", 0.0).gap(6.0).font(theme::note),
    ];
    let shown = u32::try_from(played.at()).ok().and_then(|at| wrong.binary_search(&at).ok());
    let chosen = shown.map(|place| (played.at(), place));
    let room = most - TITLE - BELOW;
    let table = Table { edge: 12.0, room, chosen, ..Table::of_facts("wrong checks", &columns, ROW) };
    table.show(ui, wrong.len(), |rows, place| {
        let at = wrong[place] as usize;
        let Some(step) = played.step_at(at) else { return };
        let (when, why) = (when(played.replay.clock, step.at), why(step));
        let row = rows.row(at, false, at == played.at(), &format!("{when}: {why}"));
        if let Some(mark) = row.place(0) {
            marks::triangle(&row.painter, mark.center(), 4.0, theme.bad, theme.canvas);
        }
        row.write(1, theme.t1, when);
        row.write(2, theme.t2, why);
        if row.response.clicked() {
            out.push(PlayerAction::Go(at).into());
        }
    });
    ui.add_space(BELOW);
}

/// Returns the fault in a few words.
fn why(step: &Step) -> String {
    let shared = || words::plural(step.overlap_area.into(), "pixel");
    match step.game {
        Some(true) if !step.masks_overlap() && step.boxes_overlap() => "hit, boxes overlap, no pixel".to_owned(),
        Some(true) if !step.masks_overlap() => "hit, boxes apart".to_owned(),
        Some(false) if step.masks_overlap() => format!("miss, {} shared", shared()),
        Some(hit) if step.disagrees() => format!("{}, names different pixels", hit_or_miss(hit)),
        _ => "passed through".to_owned(),
    }
}
