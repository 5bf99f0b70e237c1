//! The wrong checks of the pair that is shown.

use egui::{Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

use super::{check::when, heading::heading, said::answer};
use crate::app::theme::{self, Theme};
use crate::app::widgets::{follow_row, paint_row};
use crate::app::{marks, request::Request, write::left};
use crate::replay::Step;
use crate::session::{Played, PlayerAction};
use crate::words;

/// Heights of the title and of a row, in points.
const TITLE: f32 = 28.0;
const ROW: f32 = 20.0;

/// The least height of the list.
pub const LEAST: f32 = TITLE + ROW + 8.0;

/// How high the list would be that shows all of them.
pub fn height(played: Played<'_>) -> f32 {
    let wrong = played.pair().map_or(0, |pair| pair.wrong.len());
    TITLE + ROW * (wrong.min(1_000) as f32).max(1.0) + 8.0
}

/// Shows them, at most `most` high.
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
    heading(ui, title, "", &note, "");
    if wrong.is_empty() {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
        left(ui, rect.left() + 12.0, rect.center().y, none, theme::note(), theme.t3);
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, none));
        ui.add_space(8.0);
        return;
    }
    let room = (((most - TITLE - 8.0) / ROW).floor() * ROW).max(ROW);
    let list =
        ScrollArea::vertical().id_salt("wrong").auto_shrink([false, true]).max_height(room).min_scrolled_height(room);
    list.show_rows(ui, ROW, wrong.len(), |ui, rows| {
        let place = u32::try_from(played.at()).ok().and_then(|at| wrong.binary_search(&at).ok());
        let chosen = place.map(|place| (played.at(), place));
        follow_row(ui, "wrong checks", chosen, rows.start, ROW);
        for &at in &wrong[rows] {
            row(ui, played, at as usize, out);
        }
    });
    ui.add_space(8.0);
}

fn row(ui: &mut Ui, played: Played<'_>, at: usize, out: &mut Vec<Request>) {
    let Some(step) = played.step_at(at) else { return };
    let theme = Theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let is_shown = at == played.at();
    paint_row(ui, &response, false, is_shown);
    let y = rect.center().y;
    marks::triangle(ui.painter(), rect.left_center() + vec2(18.0, 0.0), 4.0, theme.bad, theme.canvas);
    let when = when(played.replay.clock, step.at);
    left(ui, rect.left() + 30.0, y, &when, theme::mono(), theme.t1);
    let why = why(step);
    left(ui, rect.left() + 130.0, y, &why, theme::note(), theme.t2);
    let told = format!("{when}: {why}");
    response.widget_info(|| WidgetInfo::selected(Role::Row, true, is_shown, &told));
    if response.clicked() {
        out.push(PlayerAction::Go(at).into());
    }
}

/// What is wrong, in a few words.
fn why(step: &Step) -> String {
    let shared = || words::plural(step.overlap_area.into(), "pixel");
    match step.game {
        Some(true) if !step.masks_overlap() && step.boxes_overlap => "hit, boxes overlap, no pixel".to_owned(),
        Some(true) if !step.masks_overlap() => "hit, boxes apart".to_owned(),
        Some(false) if step.masks_overlap() => format!("miss, {} shared", shared()),
        Some(hit) if step.disagrees => format!("{}, names different pixels", answer(hit)),
        _ => "passed through".to_owned(),
    }
}
