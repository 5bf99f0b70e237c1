//! Through the checks of a pair: buttons, and lanes over the game's time.

use egui::{Align, Layout, RichText, Ui, vec2};

use super::{
    buttons::{self as five, Way},
    check::when,
    lanes,
    span::Span,
};
use crate::app::{
    request::Request,
    theme::{self, Theme},
    widgets::text_button,
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
        let play = if log.plays() { "Hold the log" } else { "Play the log" };
        let texts = [
            ("First check", "Goes to the first check of the pair. Home."),
            ("Check before", "Goes one check back."),
            (play, "Plays the checks as the game made them. Space."),
            ("Next check", "Goes one check on."),
            ("Last check", "Goes to the last check of the pair."),
        ];
        let action = |way| match way {
            Way::First => LogAction::Go(0),
            Way::Back => LogAction::Go(log.at().saturating_sub(1)),
            Way::Play => LogAction::Play(!log.plays()),
            Way::On => LogAction::Go(log.at() + 1),
            Way::Last => LogAction::Go(usize::MAX),
        };
        out.extend(five::buttons(ui, log.plays(), texts).map(|way| action(way).into()));
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
