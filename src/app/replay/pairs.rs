//! The log that is open, and its pairs: those with the most wrong checks first.

use egui::{Align, Color32, Layout, Rect, Response, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

use super::heading::heading;
use crate::app::request::{PathFor, Request};
use crate::app::theme::{self, Theme};
use crate::app::widgets::{divider, follow_row, paint_row, text_button};
use crate::app::write::{elided, left, right};
use crate::app::{inputs::Input, marks, outside};
use crate::exports::name_of;
use crate::files::{LOG_VERSION, printable};
use crate::replay::{Clock, Pair};
use crate::session::{LogAction, LogPlayer, LogSource};
use crate::words;

/// Free space at both sides, and height of a row, in points.
const EDGE: f32 = 12.0;
const ROW: f32 = 20.0;

/// Shows both, at most `most` high.
pub fn show(ui: &mut Ui, log: &LogPlayer, most: f32, out: &mut Vec<Request>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let top = ui.cursor().top();
    file(ui, log, out);
    divider(ui);
    let count = log.replay.pairs.len();
    let note = format!("{} seen", words::thousands(count as u64));
    let tip = "Two instances in the order of the log. Those with the most wrong checks come first.";
    heading(ui, "Pairs", "", &note, tip);
    head(ui);
    let room = (((most - (ui.cursor().top() - top)) / ROW).floor() * ROW).max(2.0 * ROW);
    let ranked = log.ranked_pairs();
    let list =
        ScrollArea::vertical().id_salt("pairs").auto_shrink([false, true]).max_height(room).min_scrolled_height(room);
    list.show_rows(ui, ROW, ranked.len(), |ui, rows| {
        let shown = log.pair_number();
        let chosen = ranked.iter().position(|&number| number == shown).map(|place| (shown, place));
        follow_row(ui, "pairs", chosen, rows.start, ROW);
        for &number in &ranked[rows] {
            row(ui, log, number, out);
        }
    });
    ui.add_space(4.0);
    divider(ui);
}

/// What the log is called, what becomes of it, and how much of it there is.
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
        let tip = "Fields that the log's format does not know. They change nothing.";
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
                let tip = "Reads no more of what the game writes. What was read stays.";
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

/// What becomes of the log, in a word or two.
fn state(log: &LogPlayer) -> String {
    match &log.source {
        LogSource::Awaited => "waiting for it".to_owned(),
        LogSource::Reading => "reading".to_owned(),
        LogSource::Ended if log.table.is_some() => "a table".to_owned(),
        LogSource::Ended if outside::HAS_SYSTEM => "not followed".to_owned(),
        LogSource::Ended => "read whole".to_owned(),
        LogSource::Gone => "deleted".to_owned(),
        LogSource::Failed(_) => "cannot be read on".to_owned(),
        LogSource::Following if log.is_live() => "live".to_owned(),
        LogSource::Following => match log.behind() {
            0 => "followed".to_owned(),
            behind => format!("followed, {} behind", words::thousands(behind as u64)),
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
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let shown = elided(ui, text, rect.width() - 2.0 * EDGE, &theme::note());
    left(ui, rect.left() + EDGE, rect.center().y, &shown, theme::note(), ink);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
    response
}

/// Right edges of the columns: checks and wrong ones.
fn columns(rect: Rect) -> [f32; 2] {
    [rect.right() - 56.0, rect.right() - EDGE]
}

fn head(ui: &mut Ui) {
    let theme = Theme::of(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    left(ui, rect.left() + EDGE, rect.center().y, "pair", theme::note(), theme.t3);
    for (x, name) in columns(rect).into_iter().zip(["checks", "wrong"]) {
        right(ui, x, rect.center().y, name, theme::note(), theme.t3);
    }
}

fn row(ui: &mut Ui, log: &LogPlayer, number: usize, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let pair = &log.replay.pairs[number];
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let is_shown = number == log.pair_number();
    paint_row(ui, &response, false, is_shown);
    let y = rect.center().y;
    let [checks, wrong] = columns(rect);
    let count = words::thousands(pair.steps.len() as u64);
    let room = checks - rect.left() - EDGE - 12.0 - 7.0 * count.len() as f32;
    let ink = if is_shown { theme.t1 } else { theme.t2 };
    left(ui, rect.left() + EDGE, y, &elided(ui, &title(pair), room, &theme::text()), theme::text(), ink);
    right(ui, checks, y, &count, theme::mono(), theme.t1);
    let all_wrong = pair.wrong.len() as u64;
    let ink = if all_wrong > 0 { theme.bad_text } else { theme.t3 };
    right(ui, wrong, y, &words::thousands(all_wrong), theme::mono(), ink);
    if all_wrong > 0 {
        marks::triangle(ui.painter(), rect.right_center() - vec2(44.0, 0.0), 4.0, theme.bad, theme.canvas);
    }
    let told = format!("{}, {count} checks, {all_wrong} wrong", title(pair));
    response.widget_info(|| WidgetInfo::selected(Role::Row, true, is_shown, &told));
    if response.clicked() {
        out.push(LogAction::Choose(number).into());
    }
}

/// `ship × rock 3`.
pub fn title(pair: &Pair) -> String {
    pair.names.each_ref().map(|name| printable(name)).join(" × ")
}

/// A label in a row.
pub fn label(ui: &mut Ui, text: impl Into<String>, ink: Color32) {
    ui.label(RichText::new(text).font(theme::text()).color(ink));
}
