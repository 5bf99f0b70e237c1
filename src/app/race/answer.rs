//! The line over the cards: how far the race has come, and in which order it is shown.

use egui::{Align, Layout, Ui, vec2};

use crate::app::command::{self, Command};
use crate::app::panels::answer::{Answer, line};
use crate::app::request::{Request, WindowState};
use crate::app::widgets::{Verdict, segmented};
use crate::exports::{RACE, RACE_PICTURE, TABLE, VISIT_ORDER};
use crate::session::{RaceAction, RaceOrder, Session};
use crate::words;

/// Room for the choice of order, and in it the space beside it, in points.
const CHOICE: f32 = 184.0;
const EXPORT: f32 = 78.0;
const CONTROLS: f32 = CHOICE + EXPORT + GAP;
const GAP: f32 = 12.0;

/// Shows the line, 44 high.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let old = window.session.race().order;
    let mut new = old;
    let mut asked = Vec::new();
    let controls = |ui: &mut Ui| {
        let choices =
            [(RaceOrder::Listed, "as listed"), (RaceOrder::ByVisits, "by visits"), (RaceOrder::ByTime, "by time")];
        let tip =
            "Shows the scans in the order of the table, or the one with the fewest visits or the least time first.";
        // The bar is filled from the right, the choice is not.
        ui.menu_button("Export…", |ui| {
            for export in [&RACE, &RACE_PICTURE, &VISIT_ORDER, &TABLE] {
                command::item(ui, Command::Export(export), window, &mut asked);
            }
        });
        ui.allocate_ui_with_layout(vec2(CHOICE - GAP, 24.0), Layout::left_to_right(Align::Center), |ui| {
            segmented(ui, &mut new, &choices).on_hover_text(tip);
        });
    };
    line(ui, window, &answer(window.session), (CONTROLS, controls), out);
    out.append(&mut asked);
    if new != old {
        out.push(RaceAction::SetOrder(new).into());
    }
}

fn answer(session: &Session) -> Answer {
    let collision = session.derived().collision();
    let verdict = match collision {
        Some(found) if found.masks_overlap() => Verdict::Hit,
        _ => Verdict::Miss,
    };
    let size = collision.map(crate::scene::Collision::box_overlap).unwrap_or_default();
    let detail = format!("same overlap, {size}, one visit each per step");
    Answer::new(verdict, sentence(session), detail)
}

/// `9 of 16 finished, step 118`.
fn sentence(session: &Session) -> String {
    let (rows, steps) = (session.derived().rows(), session.race().steps());
    let (all, stopped) = (rows.len(), rows.iter().filter(|row| row.has_stopped(steps)).count());
    let step = words::thousands(steps);
    match stopped {
        0 if steps == 0 => format!("{all} scans at the start"),
        stopped if stopped == all => format!("All {all} finished, step {step}"),
        _ => format!("{stopped} of {all} finished, step {step}"),
    }
}
