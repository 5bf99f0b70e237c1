//! The line over the cards: how far the race has come, and in which order it is shown.

use egui::{Align, Layout, Ui, vec2};

use crate::app::request::{Request, WindowState};
use crate::app::{
    panels::answer::{Answer, line},
    widgets::{Verdict, segmented},
};
use crate::session::{RaceAction, RaceOrder, Session};
use crate::words;

/// Room for the choice of order, and in it the space beside it, in points.
const CHOICE: f32 = 132.0;
const GAP: f32 = 12.0;

/// Shows the line, 44 high.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let old = window.session.race().order;
    let mut new = old;
    let choice = |ui: &mut Ui| {
        let choices = [(RaceOrder::Listed, "in order"), (RaceOrder::ByFinish, "by finish")];
        let tip =
            "Shows the scans in the order of the table, or those that have stopped first, the quickest at the top.";
        // The bar is filled from the right, the choice is not.
        ui.allocate_ui_with_layout(vec2(CHOICE - GAP, 24.0), Layout::left_to_right(Align::Center), |ui| {
            segmented(ui, &mut new, &choices).on_hover_text(tip);
        });
    };
    line(ui, window, &answer(window.session), (CHOICE, choice), out);
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

/// `9 of 16 have stopped after 118 visits`.
fn sentence(session: &Session) -> String {
    let (rows, steps) = (session.derived().rows(), session.race().steps());
    let (all, stopped) = (rows.len(), rows.iter().filter(|row| row.has_stopped(steps)).count());
    let visits = words::plural(steps, "visit");
    match stopped {
        0 if steps == 0 => format!("{all} scans at the start"),
        stopped if stopped == all => format!("All {all} have stopped after {visits}"),
        1 => format!("1 of {all} has stopped after {visits}"),
        _ => format!("{stopped} of {all} have stopped after {visits}"),
    }
}
