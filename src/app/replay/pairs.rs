//! The log that is open, and its pairs: those with the most wrong checks first.

use egui::{Align, Color32, Label, Layout, Response, RichText, Role, Sense, Ui, WidgetInfo, vec2};

use crate::app::panels::padded;
use crate::app::request::{PathFor, Request};
use crate::app::theme::{self, Theme};
use crate::app::widgets::{Column, Table, divider, section_title, text_button};
use crate::app::write::{elided, left, right};
use crate::app::{inputs::Input, marks, outside};
use crate::exports::name_of;
use crate::files::{LOG_VERSION, printable};
use crate::replay::Clock;
use crate::session::{LogAction, LogPlayer, LogSource};
use crate::words;

/// Free space at both sides, and height of a row, in points.
const EDGE: f32 = 12.0;
const ROW: f32 = 20.0;

/// Shows both, at most `most` points high.
pub fn show(ui: &mut Ui, log: &LogPlayer, most: f32, out: &mut Vec<Request>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let bottom = ui.cursor().top() + most;
    file(ui, log, out);
    divider(ui);
    let theme = Theme::of(ui);
    let note = format!("{} seen", words::thousands(log.replay.pairs.len() as u64));
    let tip = "Pairs of sprites, those with the most wrong checks first.";
    padded(ui, 0, 0, |ui| section_title(ui, "Pairs", &note)).on_hover_text(tip);
    let columns = [
        Column::rest("pair", 0.0),
        Column::right("checks", 48.0).gap(8.0),
        Column::middle(12.0).gap(4.0),
        Column::right("wrong", 34.0),
    ];
    let ranked = log.ranked_pairs();
    let shown = log.pair;
    let chosen = ranked.iter().position(|&number| number == shown).map(|place| (shown, place));
    let room = (bottom - ui.cursor().top()).max(3.0 * ROW);
    let table = Table { name: "pairs", columns: &columns, heights: [ROW, ROW], edge: EDGE, room, chosen };
    table.show(ui, ranked.len(), |rows, place| {
        let number = ranked[place];
        let pair = &log.replay.pairs[number];
        let title = pair.names.each_ref().map(|name| printable(name)).join(" × ");
        let [checks, wrong] = [pair.steps.len(), pair.wrong.len()].map(|count| words::thousands(count as u64));
        let told = format!("{title}, {checks} checks, {wrong} wrong");
        let row = rows.row(number, false, number == shown, &told);
        row.write(0, if number == shown { theme.t1 } else { theme.t2 }, title);
        row.write(1, theme.t1, checks);
        let ink = if pair.wrong.is_empty() { theme.t3 } else { theme.bad_text };
        row.write(3, ink, wrong);
        if let Some(mark) = row.place(2).filter(|_| !pair.wrong.is_empty()) {
            marks::triangle(&row.painter, mark.center(), 4.0, theme.bad, theme.canvas);
        }
        if row.response.clicked() {
            out.push(LogAction::Choose(number).into());
        }
    });
    ui.add_space(4.0);
    divider(ui);
}

/// Shows the log's name, state and size.
fn file(ui: &mut Ui, log: &LogPlayer, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 36.0), Sense::hover());
    let state = state(log);
    let y = rect.center().y;
    let pill = ui.painter().layout_no_wrap(state.clone(), theme::note(), theme.t2);
    let room = rect.width() - pill.size().x - 3.0 * EDGE;
    let whole_name = name_of(&log.path);
    let name = elided(ui, &whole_name, room, &theme::text());
    left(ui, rect.left() + EDGE, y, &name, theme::text(), theme.t1);
    right(ui, rect.right() - EDGE, y, &state, theme::note(), if is_lost(log) { theme.bad_text } else { theme.t2 });
    response.widget_info(|| WidgetInfo::labeled(Role::Status, true, format!("{whole_name}: {state}")));
    response.on_hover_text(log.path.display().to_string());
    line(ui, &counts(log), theme.t2);
    if let LogSource::Failed(why) = &log.source {
        line(ui, why, theme.bad_text).on_hover_text(why);
    }
    let skipped = log.replay.skipped_lines;
    if skipped > 0 {
        let told: Vec<_> = log
            .replay
            .skipped
            .iter()
            .take(12)
            .map(|skipped| format!("Line {}: {}", skipped.line, skipped.reason))
            .collect();
        line(ui, &format!("{} skipped", words::plural(skipped, "line")), theme.bad_text).on_hover_text(told.join("\n"));
    }
    if log.unknown_fields > 0 {
        let tip = "Fields that are not part of the log's format. They are ignored.";
        line(ui, &format!("{} ignored", words::plural(log.unknown_fields, "unknown field")), theme.t3)
            .on_hover_text(tip);
    }
    if let Some(newer) = log.newer {
        let tip = "Fields newer than this version are ignored.";
        line(ui, &format!("version {newer}, read as version {LOG_VERSION}"), theme.t2).on_hover_text(tip);
    }
    ui.add_space(4.0);
    ui.allocate_ui_with_layout(vec2(ui.available_width(), 24.0), Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.add_space(EDGE);
        if outside::HAS_SYSTEM {
            ui.add_enabled_ui(!log.is_stopped, |ui| {
                let tip = "Stops reading new lines. The checks read so far stay.";
                if text_button(ui, "Stop following").on_hover_text(tip).clicked() {
                    out.push(LogAction::Stop.into());
                }
            });
        }
        if text_button(ui, "Open…").on_hover_text("Opens another log, or a path as CSV.").clicked() {
            out.push(Request::Pick(PathFor::Open(Input::Route)));
        }
        if text_button(ui, "Close").on_hover_text("Closes the log. The sprites stay as they are.").clicked() {
            out.push(LogAction::Close.into());
        }
    });
    ui.add_space(8.0);
}

/// Returns the state of the log in a few words.
fn state(log: &LogPlayer) -> String {
    match &log.source {
        LogSource::Awaited => "waiting for the file".to_owned(),
        LogSource::Reading => "reading".to_owned(),
        LogSource::Ended if log.table.is_some() => "a table".to_owned(),
        LogSource::Ended if outside::HAS_SYSTEM => "not followed".to_owned(),
        LogSource::Ended => "read completely".to_owned(),
        LogSource::Gone => "deleted".to_owned(),
        LogSource::Failed(_) => "reading failed".to_owned(),
        LogSource::Following if log.is_live => "live".to_owned(),
        LogSource::Following => match log.behind() {
            0 => "live, paused".to_owned(),
            behind => format!("live, {} behind", words::plural(behind as u64, "check")),
        },
    }
}

const fn is_lost(log: &LogPlayer) -> bool {
    matches!(log.source, LogSource::Gone | LogSource::Failed(_))
}

fn counts(log: &LogPlayer) -> String {
    let checks = words::plural(log.replay.steps.len() as u64, "check");
    match (log.replay.clock, log.replay.steps.last()) {
        (Some(Clock::Frame), Some(last)) => format!("frame {}, {checks}", words::number(last.at, 0..=0)),
        (Some(Clock::Second), Some(last)) => format!("{} s, {checks}", words::number(last.at, 2..=2)),
        _ => "no checks yet".to_owned(),
    }
}

fn line(ui: &mut Ui, text: &str, ink: Color32) -> Response {
    let text = RichText::new(text).font(theme::note()).color(ink);
    padded(ui, 2, 2, |ui| ui.add(Label::new(text).truncate()))
}
