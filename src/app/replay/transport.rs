//! Through the checks of a pair: buttons, and lanes over the game's time.

use egui::{Align, Layout, RichText, Ui, vec2};

use super::{check::when, lanes, span::Span};
use crate::app::{
    icons::Icon,
    request::Request,
    theme::{self, Theme},
    widgets::{icon_button, solid_button, text_button},
};
use crate::session::{LogAction, LogPlayer};
use crate::words;

/// Shows both.
pub fn show(ui: &mut Ui, log: &LogPlayer, span: &mut Span, out: &mut Vec<Request>) {
    ui.spacing_mut().item_spacing = vec2(4.0, 0.0);
    ui.add_space(10.0);
    ui.allocate_ui_with_layout(vec2(ui.available_width(), 24.0), Layout::left_to_right(Align::Center), |ui| {
        ui.add_space(12.0);
        buttons(ui, log, out);
    });
    ui.add_space(6.0);
    lanes::show(ui, log, span, out);
}

fn buttons(ui: &mut Ui, log: &LogPlayer, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let all = log.pair().map_or(0, |pair| pair.steps.len());
    ui.add_enabled_ui(all > 0, |ui| {
        let mut button = |ui: &mut Ui, icon, name: &str, tip: &str, action: LogAction| {
            if icon_button(ui, icon, name).on_hover_text(tip).clicked() {
                out.push(action.into());
            }
        };
        button(ui, Icon::First, "First check", "Goes to the first check of the pair. Home.", LogAction::Go(0));
        let before = LogAction::Go(log.at().saturating_sub(1));
        button(ui, Icon::Back, "Check before", "Goes one check back.", before);
        let (icon, name) = if log.plays() { (Icon::Pause, "Hold the log") } else { (Icon::Play, "Play the log") };
        let text = if log.plays() { "Pause" } else { "Play" };
        let play = solid_button(ui, icon, text).accessible_name(name);
        if play.on_hover_text("Plays the checks as the game made them. Space.").clicked() {
            out.push(LogAction::Play(!log.plays()).into());
        }
        let mut button = |ui: &mut Ui, icon, name: &str, tip: &str, action: LogAction| {
            if icon_button(ui, icon, name).on_hover_text(tip).clicked() {
                out.push(action.into());
            }
        };
        button(ui, Icon::On, "Next check", "Goes one check on.", LogAction::Go(log.at() + 1));
        button(ui, Icon::Last, "Last check", "Goes to the last check of the pair.", LogAction::Go(usize::MAX));
        ui.add_space(12.0);
        let tip = "Goes to the next wrong check of all pairs. N; Shift N goes back.";
        if text_button(ui, "Next wrong").on_hover_text(tip).clicked() {
            out.push(LogAction::GoWrong { on: true }.into());
        }
    });
    ui.add_space(12.0);
    let told = log.step().map_or_else(
        || "no checks yet".to_owned(),
        |(_, step)| {
            let when = when(log.replay.clock, step.at);
            format!("{when}, check {} of {}", words::thousands(log.at() as u64 + 1), words::thousands(all as u64))
        },
    );
    ui.label(RichText::new(told).font(theme::mono()).color(theme.t1));
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add_space(12.0);
        ui.add_enabled_ui(!log.is_live() && !log.is_stopped, |ui| {
            let tip = "Shows the latest check whenever one comes. End.";
            if text_button(ui, "To live").on_hover_text(tip).clicked() {
                out.push(LogAction::GoLive.into());
            }
        });
    });
}
