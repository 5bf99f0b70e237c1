//! The transport of the race, and its time line.

use egui::{Align, Layout, Margin, Ui, vec2};

use crate::app::request::{Request, WindowState};
use crate::app::{
    command::Command,
    panels::transport::{buttons, position, settings},
    widgets::{Finish, Flag, Timeline},
};
use crate::session::{PlaybackAction, ScanRow, Session};

/// Above the buttons and below them, in points.
const ABOVE: f32 = 10.0;
const BELOW: f32 = 4.0;
const PADDING: f32 = 12.0;
/// Between the buttons and the words.
const WORDS: f32 = 20.0;
/// Opacity while the counts belong to an earlier placement.
const STALE: f32 = 0.5;

/// Shows the transport, 108 high.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let session = window.session;
    let can_play = Command::Play.is_enabled(window);
    ui.spacing_mut().item_spacing = vec2(4.0, 0.0);
    ui.add_space(ABOVE);
    ui.allocate_ui_with_layout(vec2(ui.available_width(), 24.0), Layout::left_to_right(Align::Center), |ui| {
        ui.add_space(PADDING);
        ui.add_enabled_ui(can_play, |ui| buttons(ui, window, out));
        ui.add_space(WORDS);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(PADDING);
            settings(ui, window, false, out);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                if can_play {
                    position(ui, session.race().steps(), session.steps(), "steps");
                }
            });
        });
    });
    ui.add_space(BELOW);
    egui::Frame::new().inner_margin(Margin::symmetric(12, 0)).show(ui, |ui| timeline(ui, session, out));
}

fn timeline(ui: &mut Ui, session: &Session, out: &mut Vec<Request>) {
    if session.derived().rows_are_stale() {
        ui.multiply_opacity(STALE);
    }
    let old = session.race().steps();
    let mut new = old;
    let flags = session.derived().rows().iter().map(flag).collect();
    ui.add_enabled_ui(session.steps() > 0, |ui| {
        ui.add(Timeline { name: "steps of the race", position: &mut new, total: session.steps(), flags });
    });
    if new != old {
        out.push(PlaybackAction::Scrub(new).into());
    }
}

fn flag(row: &ScanRow) -> Flag {
    let finish = match (row.is_wrong, row.hit) {
        (true, _) => Finish::Wrong,
        (_, Some(_)) => Finish::Hit,
        (_, None) => Finish::Miss,
    };
    Flag { at: row.count.visits, name: row.scan.display_name(), finish }
}
