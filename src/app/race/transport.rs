//! The transport of the race, and its time line.

use egui::Ui;

use crate::app::command::Command;
use crate::app::panels::transport::{commands, position, row, settings, track};
use crate::app::request::{Request, WindowState};
use crate::app::widgets::{Finish, Flag, Timeline};
use crate::session::{PlaybackAction, ScanRow, Session};

/// Below the buttons, in points.
const BELOW: f32 = 4.0;
/// Opacity while the counts belong to an earlier placement.
const STALE: f32 = 0.5;

/// Shows the transport, 108 high.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let session = window.session;
    let can_play = Command::Play.is_enabled(window);
    row(
        ui,
        out,
        |ui, out| {
            ui.add_enabled_ui(can_play, |ui| commands(ui, window, out));
        },
        |ui, out| settings(ui, window, false, out),
        |ui| {
            if can_play {
                position(ui, session.race().steps(), session.steps(), "steps");
            }
        },
    );
    track(ui, BELOW, |ui| timeline(ui, session, out));
}

fn timeline(ui: &mut Ui, session: &Session, out: &mut Vec<Request>) {
    if session.derived().rows_are_stale() {
        ui.multiply_opacity(STALE);
    }
    let (position, total) = (session.race().steps(), session.steps());
    let flags = session.derived().rows().iter().map(flag).collect();
    let timeline = Timeline { name: "steps of the race", position, total, flags };
    let moved = ui.add_enabled_ui(total > 0, |ui| timeline.show(ui)).inner;
    out.extend(moved.map(|step| PlaybackAction::Scrub(step).into()));
}

fn flag(row: &ScanRow) -> Flag {
    let finish = match (row.is_wrong, row.hit) {
        (true, _) => Finish::Wrong,
        (_, Some(_)) => Finish::Hit,
        (_, None) => Finish::Miss,
    };
    Flag { at: row.count.visits, name: row.scan.display_name(), finish }
}
