//! The panel of a log: its file, and tabs with its incidents and its pairs.

use super::{incidents, pairs};
use crate::app::panels::padded;
use crate::app::prelude::*;
use crate::app::widgets::{divider, icon_button, tab_row, text_button};
use crate::files::LOG_VERSION;
use crate::session::{LogAction, LogPlayer, LogSource};

/// Height of the row with the file, in points.
const FILE: f32 = 44.0;
/// The tabs.
const TABS: [&str; 2] = ["Incidents", "Pairs"];

/// Shows the panel.
pub fn show(ui: &mut Ui, log: &LogPlayer, out: &mut Vec<Request>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    file(ui, log, out);
    notes(ui, log);
    let counts = [log.incidents.ranked().len(), log.replay.kinds.len()].map(|count| words::thousands(count as u64));
    let open = tab_row(ui, "replay", &TABS, &[&counts[0], &counts[1]]);
    match open {
        "Pairs" => pairs::show(ui, log, out),
        _ => incidents::show(ui, log, out),
    }
}

/// Shows the log's name and state, and the buttons that open another one and close it.
fn file(ui: &mut Ui, log: &LogPlayer, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let (name, state) = (log.name(), state(log));
    let row = vec2(ui.available_width(), FILE);
    let response = ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| {
        ui.set_min_height(FILE);
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.add_space(12.0);
        open_button(ui, "Open…", out);
        if icon_button(ui, Icon::Close, "Close")
            .on_hover_text("Closes the log. The sprites stay as they are.")
            .clicked()
        {
            out.push(LogAction::Close.into());
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add_space(12.0);
            let (first, second) = (RichText::new(&name).font(theme::text()), RichText::new(&state).font(theme::note()));
            ui.vertical(|ui| {
                ui.add_space(4.0);
                ui.add(Label::new(first.color(theme.t1)).truncate());
                let ink = if is_lost(log) { theme.bad_text } else { theme.t3 };
                ui.add(Label::new(second.color(ink)).truncate());
            });
        });
    });
    let response = response.response;
    response.widget_info(|| WidgetInfo::labeled(Role::Status, true, format!("{name}: {state}")));
    response.on_hover_text(log.path.display().to_string());
    divider(ui);
}

/// Adds a button that opens a log.
pub fn open_button(ui: &mut Ui, text: &str, out: &mut Vec<Request>) {
    if text_button(ui, text).on_hover_text("Opens the log of a game, or a path as CSV.").clicked() {
        out.push(Ask::Choose(Input::Route).into());
    }
}

/// Shows what is odd about the log, a line each.
pub fn notes(ui: &mut Ui, log: &LogPlayer) {
    let theme = Theme::of(ui);
    if let LogSource::Failed(why) = &log.source {
        line(ui, why, theme.bad_text).on_hover_text(why);
    }
    if let Some(lost) = &log.lost {
        let kib = words::thousands(lost.bytes.div_ceil(1 << 10));
        line(ui, &format!("{kib} KiB not kept: {}", lost.why), theme.bad_text).on_hover_text(&lost.why);
    }
    let (far, checks) = (log.replay.far, log.replay.checks());
    if far > 0 {
        let tip = "The game wrote only their number: they are misses, and no pair lists them.";
        line(ui, &format!("{} far apart", words::of(far, checks, "checks")), theme.t3).on_hover_text(tip);
    }
    let skipped = log.replay.skipped_lines;
    if skipped > 0 {
        let listed = log.replay.skipped.iter().take(12);
        let told: Vec<_> = listed.map(|skipped| format!("Line {}: {}", skipped.line, skipped.reason)).collect();
        line(ui, &format!("{} skipped", words::plural(skipped, "line")), theme.bad_text).on_hover_text(told.join("\n"));
    }
    if log.notes.unknown_fields > 0 {
        let tip = "Fields that are not part of the log's format. They are ignored.";
        line(ui, &format!("{} ignored", words::plural(log.notes.unknown_fields, "unknown field")), theme.t3)
            .on_hover_text(tip);
    }
    if let Some(newer) = log.notes.newer {
        let tip = "Fields newer than this version are ignored.";
        line(ui, &format!("version {newer}, read as version {LOG_VERSION}"), theme.t2).on_hover_text(tip);
    }
}

fn line(ui: &mut Ui, text: &str, ink: Color32) -> Response {
    let text = RichText::new(text).font(theme::note()).color(ink);
    padded(ui, 2, 2, |ui| ui.add(Label::new(text).truncate()))
}

/// Returns the state of the log in a few words.
pub fn state(log: &LogPlayer) -> String {
    match &log.source {
        LogSource::Awaited => "waiting for the file".to_owned(),
        LogSource::Reading => "reading".to_owned(),
        LogSource::Ended if log.table.is_some() => "a table".to_owned(),
        // Nobody knows whether the game of a log at rest is over.
        LogSource::Ended | LogSource::Resting => "read to its end".to_owned(),
        LogSource::Gone => "deleted".to_owned(),
        LogSource::Failed(_) => "reading failed".to_owned(),
        LogSource::Following if log.is_live => "live".to_owned(),
        LogSource::Following => match log.behind() {
            0 => "paused at the latest check".to_owned(),
            newer => format!("paused, {}", words::plural(newer as u64, "newer check")),
        },
    }
}

const fn is_lost(log: &LogPlayer) -> bool {
    matches!(log.source, LogSource::Gone | LogSource::Failed(_))
}
