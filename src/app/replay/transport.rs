//! The transport of a replay: buttons that go through the checks of a pair, and lanes over time.

use super::{empty::State, lanes, left::open_button};
use crate::app::command::Command;
use crate::app::panels::transport::{ask_if_clicked, commands, row, track};
use crate::app::prelude::*;
use crate::app::widgets::{drop_down, marked_button, segmented, text_button};
use crate::exports::ROUTE;
use crate::session::{LogAction, LogPlayer, LogSource, Played, RouteAction};

/// Between groups of buttons, in points.
const GROUP: f32 = 12.0;

/// Shows both.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, state: State, out: &mut Vec<Request>) {
    let (played, log) = (window.session.played(), window.session.log());
    let left = |ui: &mut Ui, out: &mut Vec<Request>| {
        ui.add_enabled_ui(played.is_some_and(|played| played.count() > 0), |ui| checks(ui, window, played, out));
        if state == State::Drag {
            choice(ui, window, out);
        }
    };
    let right = |ui: &mut Ui, out: &mut Vec<Request>| match log {
        Some(log) if state == State::Log => to_live(ui, log, out),
        None if state == State::Drag => files(ui, played.is_some(), out),
        _ => {}
    };
    row(ui, out, left, right, |ui| {
        let has_checks = played.is_some_and(|played| played.count() > 0);
        let (theme, font) = (Theme::of(ui), if has_checks { theme::mono() } else { theme::text() });
        let ink = if has_checks { theme.t1 } else { theme.t3 };
        ui.label(RichText::new(place(window, played)).font(font).color(ink));
    });
    track(ui, |ui| lanes::show(ui, played, log, state == State::Drag, out));
}

/// Adds the buttons that go from check to check.
fn checks(ui: &mut Ui, window: &WindowState<'_>, played: Option<Played<'_>>, out: &mut Vec<Request>) {
    commands(ui, window, out);
    if played.is_none_or(|played| played.count() == 0) {
        return;
    }
    ui.add_space(GROUP);
    let next = if played.is_some_and(|played| played.is_drag) { "Next jump" } else { "Next incident" };
    let theme = Theme::of(ui);
    let button = marked_button(ui, next, |painter, at| marks::triangle(painter, at, 5.0, theme.bad, theme.panel));
    ask_if_clicked(Command::NextWrong, button, window, out);
}

/// Returns the time and the number of the shown check.
fn place(window: &WindowState<'_>, played: Option<Played<'_>>) -> String {
    let recorded = window.session.route().recorded().filter(|_| window.session.log().is_none());
    if let Some(route) = recorded {
        return format!("recording, {}", words::plural(route.steps.len() as u64, "check"));
    }
    let Some(played) = played else { return "no checks".to_owned() };
    let Some((_, step)) = played.step() else { return "no checks".to_owned() };
    let [at, all] = [played.at() + 1, played.count()].map(|count| words::thousands(count as u64));
    let of_pair = if played.is_drag { "" } else { " in this pair" };
    format!("{}, check {at} of {all}{of_pair}", played.replay.when(step.at))
}

/// Adds the button that jumps to the latest check of a log, and the choice of all pairs or one.
fn to_live(ui: &mut Ui, log: &LogPlayer, out: &mut Vec<Request>) {
    if log.source == LogSource::Ended {
        return;
    }
    if !log.is_live {
        let tip = "Jumps to the latest check, and to each new one. End.";
        if text_button(ui, "Latest check").on_hover_text(tip).clicked() {
            out.push(LogAction::GoLive.into());
        }
        return;
    }
    let mut is_pinned = log.is_pinned;
    let tip = "Shows the latest check of all pairs, or of the shown pair alone.";
    let choices = [(false, "all pairs"), (true, "this pair")];
    if segmented(ui, &mut is_pinned, &choices).on_hover_text(tip).changed() {
        out.push(LogAction::Pin(is_pinned).into());
    }
}

/// Adds the buttons that open, save and discard a path.
fn files(ui: &mut Ui, has_path: bool, out: &mut Vec<Request>) {
    ui.add_enabled_ui(has_path, |ui| {
        if text_button(ui, "Discard path").on_hover_text("Discards the path; B stays where it is.").clicked() {
            out.push(RouteAction::Forget.into());
        }
        if text_button(ui, "Save path…").on_hover_text(ROUTE.sentence).clicked() {
            out.push(Request::Save(&ROUTE));
        }
    });
    open_button(ui, "Open path…", out);
}

/// Adds the list of paths, if there are several.
fn choice(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let drags = window.session.route();
    let count = drags.routes().len();
    if count < 2 {
        return;
    }
    ui.add_space(GROUP);
    let mut chosen = drags.chosen();
    let response = drop_down("path shown", format!("Path {} of {count}", chosen + 1), 104.0).show_ui(ui, |ui| {
        for (number, route) in drags.routes().iter().enumerate() {
            let checks = words::plural(route.steps.len() as u64, "check");
            ui.selectable_value(&mut chosen, number, format!("Path {}, {checks}", number + 1));
        }
    });
    response.response.accessible_name("Path shown").on_hover_text("Shows another of the recorded paths.");
    if chosen != drags.chosen() {
        out.push(RouteAction::Choose(chosen).into());
    }
}
