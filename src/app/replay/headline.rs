//! The answer line: what the log, or the drag, comes to, and the incident that is shown.

use egui::{Align, Layout, RichText, Ui};

use super::{said, state::State};
use crate::app::icons::Icon;
use crate::app::inputs::Input;
use crate::app::panels::answer::{self, Answer, two_rows};
use crate::app::request::{PathFor, Request, WindowState};
use crate::app::theme::{self, Theme};
use crate::app::widgets::{Verdict, icon_button, pill, text_button, wrong_pill};
use crate::session::{LogAction, LogPlayer, Played, PlayerAction};
use crate::words;

/// Free space at both ends and between the parts, in points.
const GAP: f32 = 12.0;

/// Shows the line, 44 high.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, state: State, out: &mut Vec<Request>) {
    if state == State::Drag {
        return answer::line(ui, window, &of_drag(window), (0.0, |_| {}), out);
    }
    let log = window.session.log();
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        ui.add_space(GAP);
        let (first, second) = match (log, state) {
            (Some(log), State::Waiting) => {
                pill(ui, Verdict::Waiting);
                let second = "It opens by itself when the game writes its first check.";
                (format!("Waiting for {}", log.name()), second.to_owned())
            }
            (Some(log), _) => {
                if log.incidents.wrong > 0 {
                    wrong_pill(ui, "WRONG").on_hover_text("The game and the pixels disagree.");
                } else {
                    pill(ui, Verdict::Right);
                }
                (conclusion(log), about_shown(log))
            }
            (None, _) => {
                let second = "Three ways to begin. Nothing here yet: the sprites of Inspect stay where they are.";
                ("Play your game, see every hit that was wrong".to_owned(), second.to_owned())
            }
        };
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(GAP);
            match (log, state) {
                (Some(log), State::Log) => stepper(ui, log, out),
                (log, _) => files(ui, log.is_some(), out),
            }
            let room = ui.available_width();
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| two_rows(ui, &first, &second, room));
        });
    });
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
    let name = if is_waiting { "Open another…" } else { "Open…" };
    if text_button(ui, name).on_hover_text("Opens the log of a game, or a path as CSV.").clicked() {
        out.push(Request::Pick(PathFor::Open(Input::Route)));
    }
}

/// Adds the buttons that go from incident to incident.
fn stepper(ui: &mut Ui, log: &LogPlayer, out: &mut Vec<Request>) {
    let count = log.incidents.ranked().len();
    if count == 0 {
        return;
    }
    ui.spacing_mut().item_spacing.x = 8.0;
    if icon_button(ui, Icon::On, "Next incident").on_hover_text("Goes to the next incident. N.").clicked() {
        out.push(PlayerAction::GoWrong { on: true }.into());
    }
    let all = words::thousands(count as u64);
    let place = log.incidents.place_of_shown(log.played());
    let place = place.map_or_else(|| "–".to_owned(), |place| words::thousands(place as u64 + 1));
    ui.label(RichText::new(format!("{place} of {all}")).font(theme::mono()).color(Theme::of(ui).t1));
    let tip = "Goes to the previous incident. Shift N.";
    if icon_button(ui, Icon::Back, "Previous incident").on_hover_text(tip).clicked() {
        out.push(PlayerAction::GoWrong { on: false }.into());
    }
}

/// Returns `76 of 3,000 checks are wrong, in 8 incidents`.
pub fn conclusion(log: &LogPlayer) -> String {
    let (wrong, incidents) = (log.incidents.wrong, log.incidents.ranked().len() as u64);
    let checks = words::plural(log.replay.checks(), "check");
    let muted = if log.incidents.is_muted { ", missed touches left out" } else { "" };
    let are = if wrong == 1 { "is" } else { "are" };
    match wrong {
        0 => format!("{checks}, none wrong{muted}"),
        _ => {
            let incidents = words::plural(incidents, "incident");
            format!("{} of {checks} {are} wrong, in {incidents}{muted}", words::thousands(wrong))
        }
    }
}

/// Returns what is shown, in a sentence.
fn about_shown(log: &LogPlayer) -> String {
    let played = log.played();
    let Some((number, step)) = played.step() else { return String::new() };
    let place = log.incidents.place_of_shown(played);
    if let Some(place) = place {
        return said::incident(log, &log.replay.incidents[log.incidents.ranked()[place]]);
    }
    let names = said::pair(&log.replay.pairs[step.pair as usize].names);
    let when = said::when(log.replay.clock, step.at);
    let says = match step.game {
        _ if log.replay.tunnels.binary_search(&u32::try_from(number).unwrap_or(u32::MAX)).is_ok() => {
            "one flew through the other since the check before".to_owned()
        }
        Some(game) if game == step.masks_overlap() => format!("both say {}", said::hit_or_miss(game)),
        Some(game) => format!("the game says {}", said::hit_or_miss(game)),
        None => format!("the masks say {}, the game says nothing", said::hit_or_miss(step.masks_overlap())),
    };
    format!("{names}, {when}: {says}")
}

/// Returns what a drag comes to, and the answer where B is now.
fn of_drag(window: &WindowState<'_>) -> Answer {
    let now = Answer::of(window.session);
    match window.session.played().and_then(Played::pair) {
        Some(pair) => {
            let [boxes, masks] = [pair.boxes_overlap, pair.hits].map(words::thousands);
            let steps = words::plural(pair.steps.len() as u64, "step");
            now.under(format!("Boxes overlap at {boxes} of {steps}, masks at {masks}"))
        }
        None => now,
    }
}
