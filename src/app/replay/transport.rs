//! Through the checks of a pair: buttons, and lanes over time.

use egui::{Align, Layout, RichText, Ui, vec2};

use super::{check::when, lanes, span::Span};
use crate::app::request::{PathFor, Request, WindowState};
use crate::app::theme::{self, Theme};
use crate::app::widgets::{drop_down, icon_button, solid_button, text_button};
use crate::app::{icons::Icon, inputs::Input};
use crate::exports::ROUTE;
use crate::session::{LogAction, LogPlayer, Played, PlayerAction, RouteAction};
use crate::words;

/// Free space at both sides, in points.
const EDGE: f32 = 12.0;

/// Shows both.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, span: &mut Span, out: &mut Vec<Request>) {
    ui.spacing_mut().item_spacing = vec2(4.0, 0.0);
    ui.add_space(10.0);
    let played = window.session.played();
    ui.allocate_ui_with_layout(vec2(ui.available_width(), 24.0), Layout::left_to_right(Align::Center), |ui| {
        ui.add_space(EDGE);
        buttons(ui, played, out);
        ui.add_space(EDGE);
        if window.session.log().is_none() {
            choice(ui, window, out);
        }
        let place = place(window, played);
        ui.label(RichText::new(place).font(theme::mono()).color(Theme::of(ui).t1));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(EDGE);
            match window.session.log() {
                Some(log) => to_live(ui, log, out),
                None => files(ui, played.is_some(), out),
            }
        });
    });
    ui.add_space(6.0);
    lanes::show(ui, played, span, out);
}

/// The buttons that lead from check to check.
fn buttons(ui: &mut Ui, played: Option<Played<'_>>, out: &mut Vec<Request>) {
    let (at, plays) = played.map_or((0, false), |played| (played.at(), played.plays()));
    ui.add_enabled_ui(played.is_some_and(|played| played.count() > 0), |ui| {
        let (play, text, name) =
            if plays { (Icon::Pause, "Pause", "Pause the checks") } else { (Icon::Play, "Play", "Play the checks") };
        let buttons = [
            (Icon::First, "First check", "Goes to the first check of the pair. Home.", PlayerAction::Go(0)),
            (Icon::Back, "Previous check", "Goes one check back.", PlayerAction::Go(at.saturating_sub(1))),
            (play, name, "Plays the checks as they were made. Space.", PlayerAction::Play(!plays)),
            (Icon::On, "Next check", "Goes one check on.", PlayerAction::Go(at + 1)),
            (Icon::Last, "Last check", "Goes to the last check of the pair.", PlayerAction::Go(usize::MAX)),
        ];
        for (icon, name, tip, action) in buttons {
            let button = match action {
                PlayerAction::Play(_) => solid_button(ui, icon, text).accessible_name(name),
                _ => icon_button(ui, icon, name),
            };
            if button.on_hover_text(tip).clicked() {
                out.push(action.into());
            }
        }
        ui.add_space(EDGE);
        let (next, tip) = if played.is_some_and(|played| played.is_drag) {
            ("Next jump", "Goes to the next check before which B jumped over A. N; Shift N goes back.")
        } else {
            ("Next wrong", "Goes to the next wrong check of all pairs. N; Shift N goes back.")
        };
        if text_button(ui, next).on_hover_text(tip).clicked() {
            out.push(PlayerAction::GoWrong { on: true }.into());
        }
    });
}

/// The check that is shown, in words.
fn place(window: &WindowState<'_>, played: Option<Played<'_>>) -> String {
    let recorded = window.session.route().recorded().filter(|_| window.session.log().is_none());
    if let Some(route) = recorded {
        return format!("recording, {}", words::plural(route.steps.len() as u64, "check"));
    }
    let Some(played) = played else { return "Drag B to record its path.".to_owned() };
    let Some((_, step)) = played.step() else { return "no checks yet".to_owned() };
    let [at, all] = [played.at() + 1, played.count()].map(|count| words::thousands(count as u64));
    format!("{}, check {at} of {all}", when(played.replay.clock, step.at))
}

/// Goes on with a log that runs.
fn to_live(ui: &mut Ui, log: &LogPlayer, out: &mut Vec<Request>) {
    ui.add_enabled_ui(!log.is_live() && !log.is_stopped, |ui| {
        let tip = "Shows the latest check whenever one comes. End.";
        if text_button(ui, "To live").on_hover_text(tip).clicked() {
            out.push(LogAction::GoLive.into());
        }
    });
}

/// Opens, saves and discards a path.
fn files(ui: &mut Ui, has_path: bool, out: &mut Vec<Request>) {
    ui.add_enabled_ui(has_path, |ui| {
        if text_button(ui, "Discard path").on_hover_text("Discards the path; B stays where it is.").clicked() {
            out.push(RouteAction::Forget.into());
        }
        if text_button(ui, "Save path…").on_hover_text(ROUTE.sentence).clicked() {
            out.push(Request::Pick(PathFor::Export(&ROUTE)));
        }
    });
    let tip = "Opens a path from a CSV file: frame, x, y of B; or the log of a game.";
    if text_button(ui, "Open path…").on_hover_text(tip).clicked() {
        out.push(Request::Pick(PathFor::Open(Input::Route)));
    }
}

/// Chooses among several paths.
fn choice(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let drags = window.session.route();
    let count = drags.routes().len();
    if count < 2 {
        return;
    }
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
    ui.add_space(EDGE);
}
