//! The answer line: what the log, or the drag, comes to, and the incident that is shown.

use super::{empty::EmptyState, incident, left::open_button};
use crate::app::command::Command;
use crate::app::panels::answer::{self, AnswerLine};
use crate::app::panels::transport::ask_if_clicked;
use crate::app::prelude::*;
use crate::app::widgets::{PillVerdict, icon_button, text_button};
use crate::files::{pair_names, reservations};
use crate::replay::Site;
use crate::session::{LineMark, LogAction, LogPlayer, Played};

/// Shows the line, 44 high.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, state: EmptyState, out: &mut Vec<Request>) {
    let log = window.session.log();
    answer::line(ui, &answer(window, state), |ui| match (log, state) {
        (_, EmptyState::Drag) => answer::wrong_pills(ui, window, out),
        (Some(log), EmptyState::Log) => stepper(ui, window, log, out),
        (log, _) => files(ui, log.is_some(), out),
    });
}

fn answer(window: &WindowState<'_>, state: EmptyState) -> AnswerLine {
    match (window.session.log(), state) {
        (_, EmptyState::Drag) => of_drag(window),
        (Some(log), EmptyState::Waiting) => {
            let second = "It opens by itself when the game writes its first check.";
            AnswerLine::new(PillVerdict::Waiting, format!("Waiting for {}", log.name()), second)
        }
        (Some(log), _) => {
            let verdict = if log.incidents.wrong > 0 { PillVerdict::Wrong } else { PillVerdict::Right };
            AnswerLine::new(verdict, conclusion(log), about_shown(log))
        }
        (None, _) => {
            let second = "Three ways to begin. Nothing is replayed yet; the sprites in Inspect stay where they are.";
            AnswerLine::new(PillVerdict::Unasked, "Play your game, see every hit that was wrong", second)
        }
    }
}

/// Adds the buttons of a tab without checks.
fn files(ui: &mut Ui, is_waiting: bool, out: &mut Vec<Request>) {
    if is_waiting && text_button(ui, "Stop").on_hover_text("Waits no longer.").clicked() {
        out.push(LogAction::Close.into());
    }
    let tip = "Shows a rock that flies past a ship in a game that takes boxes for pixels.";
    if !is_waiting && text_button(ui, "See an example").on_hover_text(tip).clicked() {
        out.push(Request::ShowExample);
    }
    open_button(ui, if is_waiting { "Open another…" } else { "Open…" }, out);
}

/// Adds the buttons that go from incident to incident.
fn stepper(ui: &mut Ui, window: &WindowState<'_>, log: &LogPlayer, out: &mut Vec<Request>) {
    let count = log.incidents.ranked().len();
    if count == 0 {
        return;
    }
    ui.spacing_mut().item_spacing.x = 8.0;
    ask_if_clicked(Command::NextWrong, icon_button(ui, Icon::On, "Next incident"), window, out);
    let all = words::thousands(count as u64);
    let place = log.incidents.place_of_shown(log.played());
    let place = place.map_or_else(|| "–".to_owned(), |place| words::thousands(place as u64 + 1));
    ui.label(RichText::new(format!("incident {place} of {all}")).font(theme::mono()).color(Theme::of(ui).t1));
    ask_if_clicked(Command::PreviousWrong, icon_button(ui, Icon::Back, "Previous incident"), window, out);
}

/// Returns `76 of 3,000 checks are wrong, in 8 incidents`, or what that does not cover in place of the incidents: `18 of 399
/// checks are wrong; 44 at level.py:88 look like contact; 399 ignored`.
pub fn conclusion(log: &LogPlayer) -> String {
    let (replay, incidents) = (&log.replay, &log.incidents);
    let (wrong, count) = (incidents.wrong, incidents.ranked().len() as u64);
    let is_ignored = |site: &&Site| incidents.mark_of(site) == Some(LineMark::Ignored);
    let ignored: u64 = replay.sites.iter().filter(is_ignored).map(|site| site.tally.checks).sum();
    let mut more = reservations(replay, |site| incidents.mark_of(site).is_none());
    more.extend((ignored > 0).then(|| format!("{} ignored", words::thousands(ignored))));
    let muted = if incidents.is_muted { ", missed touches left out" } else { "" };
    let are = if wrong == 1 { "is" } else { "are" };
    let checks = replay.checks() - ignored;
    let counted = match wrong {
        0 => format!("{}, none wrong{muted}", words::plural(checks, "check")),
        _ => {
            let place =
                if more.is_empty() { format!(", in {}", words::plural(count, "incident")) } else { String::new() };
            format!("{} {are} wrong{place}{muted}", words::of(wrong, checks, "checks"))
        }
    };
    [counted].into_iter().chain(more).collect::<Vec<_>>().join("; ")
}

/// Returns what is shown: an incident, or a check of a pair.
fn about_shown(log: &LogPlayer) -> String {
    let (replay, played) = (&log.replay, log.played());
    match (log.incidents.place_of_shown(played), played.step()) {
        (Some(place), _) => incident::sentence(log, &replay.incidents[log.incidents.ranked()[place]]),
        (None, Some((_, step))) => {
            let names = pair_names(&replay.pairs[step.pair as usize].names);
            format!("{names}, {}", replay.when(step.at))
        }
        (None, None) => String::new(),
    }
}

/// Returns what a drag comes to, and the answer where B is now.
fn of_drag(window: &WindowState<'_>) -> AnswerLine {
    let now = AnswerLine::of(window.session);
    match window.session.played().and_then(Played::pair) {
        Some(pair) => {
            let boxes = words::of(pair.boxes_overlap, pair.steps.len() as u64, "steps");
            now.under(format!("Boxes overlap at {boxes}, masks at {}", words::thousands(pair.hits)))
        }
        None => now,
    }
}
