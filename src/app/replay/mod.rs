//! The tab *Replay*: the checks of a running game, judged by the pixels a player sees, or B along a dragged path. Its parts,
//! below the answer line:
//!
//! - `empty`: what is there in place of checks. `ways`: the ways to begin, with the picture of a `still`. `waiting`: the wait
//!   for the first check.
//! - `left`: the file, and the tabs with incidents, pairs and lines. `incidents`: the list of incidents. `apart`: below it
//!   the checks that only look wrong. `lines`: the lines of the game. `incident`: one incident in words and as a picture.
//! - `right`: the check that is shown: witnesses, actions, the ranking of the scans. `cure`: the remedies, as code for the game.
//! - `stops`: a game that can be stopped: its buttons, its headline, its line.
//! - `transport`: the buttons below, and the lanes over time.

mod apart;
mod cure;
mod empty;
pub mod incident;
mod incidents;
mod left;
mod lines;
mod right;
mod still;
mod stops;
mod transport;
mod waiting;
mod ways;

use egui::containers::menu::MenuButton;
use egui::{CentralPanel, Frame as Surface, Panel};

use super::panels::layers;
use crate::app::command::{Command, context_menu};
use crate::app::panels;
use crate::app::panels::answer::{self, AnswerLine};
use crate::app::prelude::*;
use crate::app::widgets::{PillVerdict, icon_button, status, text_button};
use crate::files::{pair_names, reservations};
use crate::session::{LineMark, LogAction, LogPlayer, LogSource, Played, Published, StoppableGame};
use crate::{app::canvas::Canvas, app::panels::transport::ask_if_clicked};
use empty::EmptyState;
use left::open_button;
use maskscope_core::replay::Site;

/// Below this width of the window the left panel is behind a button.
const NARROW: f32 = 1_100.0;

/// Shows everything over all that is left of `ui`.
pub fn show(
    ui: &mut Ui,
    window: &WindowState<'_>,
    canvas: &mut Canvas,
    thumbnails: [panels::Thumbnail; 2],
    out: &mut Vec<Request>,
) {
    let surface = Surface::new().fill(Theme::of(ui).panel);
    let bar = |panel: Panel, size: f32| panel.exact_size(size).resizable(false).frame(surface);
    let (width, log, state) = (ui.available_width(), window.session.log(), EmptyState::of(ui, window));
    if log.is_some() {
        empty::set_drags(ui, false);
    }
    let is_narrow = width < NARROW;
    bar(Panel::bottom("replay transport"), panels::TRANSPORT).show(ui, |ui| transport::show(ui, window, state, out));
    if matches!(state, EmptyState::Empty | EmptyState::Waiting) {
        bar(Panel::top("replay answer"), 44.0).show(ui, |ui| show_headline(ui, window, state, out));
        let line = status::room(ui);
        CentralPanel::default().frame(Surface::new()).show(ui, |ui| match log {
            Some(log) => waiting::show(ui, log, out),
            None => ways::show(ui, window, out),
        });
        return context_menu::show(ui, window, line, out);
    }
    if !is_narrow {
        bar(Panel::left("replay left"), panels::left_width(width)).show(ui, |ui| match log {
            Some(log) => left::show(ui, log, out),
            None => panels::left(ui, window, thumbnails, out),
        });
    }
    bar(Panel::right("replay right"), panels::right_width(width))
        .show(ui, |ui| right_panel(ui, window, is_narrow, out));
    bar(Panel::top("replay answer"), 44.0).show(ui, |ui| show_headline(ui, window, state, out));
    if let Some(log) = log.filter(|log| stops::has_row(log)) {
        bar(Panel::top("replay stops"), stops::HEIGHT).show(ui, |ui| stops::show_row(ui, window, log, is_narrow, out));
    }
    bar(Panel::top("replay layers"), layers::HEIGHT).show(ui, |ui| layers::show(ui, window, out));
    let line = status::room(ui);
    CentralPanel::default().frame(Surface::new()).show(ui, |ui| canvas.show(ui, window.session, out));
    if let Some(log) = log {
        stops::tell(ui, log);
    }
    context_menu::show(ui, window, line, out);
}

/// The check that is shown; in a narrow window also a button for the left panel.
fn right_panel(ui: &mut Ui, window: &WindowState<'_>, is_narrow: bool, out: &mut Vec<Request>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    if let Some(log) = window.session.log().filter(|_| is_narrow) {
        panels::padded(ui, 8, 0, |ui| {
            let count = log.incidents.ranked().len() as u64;
            let (response, _) = MenuButton::new(words::plural(count, "incident")).ui(ui, |ui| {
                ui.set_width(panels::left_width(0.0));
                ui.set_height(360.0);
                left::show(ui, log, out);
            });
            response.on_hover_text("Lists the incidents and the pairs of the log.");
        });
    }
    if window.session.log().is_none() {
        refusal(ui, window);
    }
    right::show(ui, window, is_narrow, out);
}

/// Shows the reason why a drag has no ranking, or not yet.
fn refusal(ui: &mut Ui, window: &WindowState<'_>) {
    let published = window.session.derived().published();
    let fault =
        window.session.walk().and_then(|walk| walk.fault.as_ref()).map(|fault| words::sentence(&fault.to_string()));
    let message = fault.or_else(|| published.map_or(Some("Asking…".to_owned()), Published::refusal));
    let Some(message) = message else { return };
    let theme = Theme::of(ui);
    panels::padded(ui, 8, 8, |ui| {
        ui.add(Label::new(RichText::new(message).font(theme::note()).color(theme.t3)).wrap())
    });
}

/// Shows the answer line, 44 high.
fn show_headline(ui: &mut Ui, window: &WindowState<'_>, state: EmptyState, out: &mut Vec<Request>) {
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
            let (so_far, shown) = (conclusion(log), about_shown(log));
            stops::answer(log, so_far.clone(), shown.clone()).unwrap_or_else(|| {
                let verdict = if log.incidents.wrong > 0 { PillVerdict::Wrong } else { PillVerdict::Right };
                AnswerLine::new(verdict, so_far, shown)
            })
        }
        (None, _) => {
            let second =
                "Boxes say hit where the pictures do not touch: here you see which, by how much, and at which line.";
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
    let place = log.incidents.place_of_shown(log.on_canvas());
    let place = place.map_or_else(|| "–".to_owned(), |place| words::thousands(place as u64 + 1));
    ui.label(RichText::new(format!("incident {place} of {all}")).font(theme::mono()).color(Theme::of(ui).t1));
    ask_if_clicked(Command::PreviousWrong, icon_button(ui, Icon::Back, "Previous incident"), window, out);
}

/// Returns `76 of 3,000 checks are wrong, in 8 incidents`, and what that does not cover: `18 of 399 checks are wrong, in
/// 2 incidents; 44 at level.py:88 look like contact; 399 ignored`. While the log is read: `3,000 checks so far`.
fn conclusion(log: &LogPlayer) -> String {
    let (replay, incidents) = (&log.replay, &log.incidents);
    let (wrong, count) = (incidents.wrong, incidents.ranked().len() as u64);
    let is_ignored = |site: &&Site| incidents.ignores(replay, site);
    let ignored: u64 = replay.sites.iter().filter(is_ignored).map(|site| site.tally.checks).sum();
    let mut more = reservations(replay, |site| {
        matches!(incidents.mark_of(site), None | Some(LineMark::Here)) && !incidents.ignores_kinds(replay, site)
    });
    more.extend((ignored > 0).then(|| format!("{} ignored", words::thousands(ignored))));
    let muted = if incidents.is_muted { ", missed touches left out" } else { "" };
    let are = if wrong == 1 { "is" } else { "are" };
    let checks = replay.checks() - ignored;
    let so_far = if log.source == LogSource::Reading { " so far" } else { "" };
    let runs = log.game.as_ref().is_some_and(StoppableGame::is_running);
    let counted = match wrong {
        0 if runs => format!("{}, none wrong so far{muted}", words::plural(checks, "check")),
        0 => format!("{}{so_far}, none wrong{muted}", words::plural(checks, "check")),
        _ => {
            let [wrong, count] = [words::of(wrong, checks, "checks"), words::plural(count, "incident")];
            format!("{wrong}{so_far} {are} wrong, in {count}{muted}")
        }
    };
    [counted].into_iter().chain(more).collect::<Vec<_>>().join("; ")
}

/// Returns what is shown: an incident, or a check of a pair, and why it does not count if its line does not ask here.
fn about_shown(log: &LogPlayer) -> String {
    let (replay, played) = (&log.replay, log.on_canvas());
    match (log.incidents.place_of_shown(played), played.step()) {
        (Some(place), _) => incident::sentence(log, &replay.incidents[log.incidents.ranked()[place]]),
        (None, Some((_, step))) => {
            let names = pair_names(&replay.pairs[step.pair as usize].names);
            let reason = apart::reason(replay, &replay.sites[step.site as usize]);
            let why = if reason.is_empty() { reason } else { format!(": {reason}") };
            format!("{names}, {}{why}", replay.when(step.at))
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
