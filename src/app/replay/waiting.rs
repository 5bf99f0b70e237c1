//! The tab while a log is followed that has no check yet: what is there, and what is still missing.

use std::path::{Path, absolute};
use std::time::Duration;

use egui::{Frame, Margin, Modifiers, Popup};

use super::left::notes;
use crate::app::outside;
use crate::app::paint::write::{elided, left, right, titled};
use crate::app::panels::empty::shell_line;
use crate::app::prelude::*;
use crate::app::widgets::{divider, status};
use crate::files::shown;
use crate::session::{LogAction, LogPlayer, LogSource};

/// Width of the card and height of a line, in points.
const WIDTH: f32 = 480.0;
const LINE: f32 = 28.0;

/// Shows the card in the middle of what is left of `ui`.
pub fn show(ui: &mut Ui, log: &LogPlayer, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let whole = ui.available_rect_before_wrap();
    status::tell_else(ui, status::Status::default().can("Esc", "stop waiting"));
    let is_covered = Popup::is_any_open(ui) || ui.memory(|memory| memory.top_modal_layer().is_some());
    if !is_covered && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
        out.push(LogAction::Close.into());
    }
    let since = format!("for {}", since(ui, log));
    let card = Rect::from_center_size(whole.center(), vec2(WIDTH.min(whole.width() - 24.0), 240.0));
    ui.scope_builder(UiBuilder::new().max_rect(card), |ui| {
        let frame = Frame::new().fill(theme.panel).stroke(Stroke::new(1.0, theme.line)).corner_radius(3.0);
        frame.show(ui, |ui| {
            ui.spacing_mut().item_spacing = Vec2::ZERO;
            let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), 40.0), Sense::hover());
            titled(ui, row.shrink2(vec2(16.0, 0.0)), row.center().y, &log.name(), &since);
            divider(ui);
            Frame::new().inner_margin(Margin::symmetric(16, 12)).show(ui, |ui| lines(ui, log));
            notes(ui, log);
            if outside::HAS_SYSTEM {
                divider(ui);
                Frame::new().inner_margin(Margin::symmetric(16, 12)).show(ui, |ui| {
                    let text = "If it stays empty: start the game in this folder, or let maskscope start it.";
                    ui.label(RichText::new(text).font(theme::note()).color(theme.t2));
                    ui.add_space(8.0);
                    shell_line(ui, "maskscope run game.py", out);
                });
            }
        });
    });
}

/// Returns how long the log has been waited for.
fn since(ui: &Ui, log: &LogPlayer) -> String {
    let (id, now) = (Id::unique("waiting since"), ui.input(|input| input.time));
    let (of, begun) = ui.data(|data| data.get_temp(id)).unwrap_or((log.number, now));
    let begun = if of == log.number { begun } else { now };
    ui.data_mut(|data| data.insert_temp(id, (log.number, begun)));
    let seconds = now - begun;
    // When the text changes next.
    let unit = if seconds < 60.0 { 1.0 } else { 60.0 };
    ui.request_repaint_after(Duration::from_secs_f64(unit - seconds.rem_euclid(unit)));
    if seconds < 60.0 { format!("{seconds:.0} s") } else { format!("{:.0} min", (seconds / 60.0).floor()) }
}

/// Shows what is there and what is missing: the folder, the file and its checks.
fn lines(ui: &mut Ui, log: &LogPlayer) {
    let is_input = log.path.as_os_str() == "-";
    let folder = log.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let is_there = !matches!(log.source, LogSource::Awaited);
    let whole = absolute(folder);
    let note = if is_input { String::new() } else { shown(whole.as_deref().unwrap_or(folder)) };
    // A file that is there lies in a folder.
    if is_input || is_there || outside::is_folder(folder) {
        line(ui, Some(true), "The folder is there", &note);
    } else {
        line(ui, Some(false), "There is no such folder", &note);
    }
    if is_there {
        line(ui, Some(true), &format!("{} is there", log.name()), "reading");
    } else {
        line(ui, None, &format!("No file {} in it yet", log.name()), "looking");
    }
    line(ui, None, "No check yet", "they come with the first collision test");
}

/// A line that ticks off when it comes true; `None` while it may still come true.
fn line(ui: &mut Ui, is_true: Option<bool>, text: &str, note: &str) {
    let theme = Theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::hover());
    let (y, sign) = (rect.center().y, rect.left_center() + vec2(7.0, 0.0));
    let ink = match is_true {
        Some(true) => {
            Icon::Check.paint(ui.painter(), sign, theme.t1);
            theme.t1
        }
        Some(false) => {
            marks::triangle(ui.painter(), sign, 5.5, theme.bad, theme.panel);
            theme.bad_text
        }
        None => {
            marks::ring(ui.painter(), sign, 4.0, theme.t3);
            theme.t2
        }
    };
    let end = left(ui, rect.left() + 24.0, y, text, theme::text(), ink);
    right(ui, rect.right(), y, &elided(ui, note, rect.right() - end - 12.0, &theme::note()), theme::note(), theme.t3);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{text}: {note}")));
}
