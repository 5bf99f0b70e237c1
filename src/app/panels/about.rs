//! The selected strategy in words: its idea, when it is good and bad, how it does here, and where it loses. And as pseudo-code:
//! the line that decides about the current visit, and what its variables hold.

use egui::{Galley, TextFormat, text::LayoutJob};

use super::layout::PADDING;
use crate::app::prelude::*;
use crate::app::widgets::{Column, LABELS, Table, TableRows, labelled, low, numbered, section_title_with, text_button};
use crate::session::SurveyAction;
use maskscope_core::scan::{ListingLine, Scan, State, Weakness};

/// Height of a line, in points.
const LINE: f32 = 18.0;

/// Shows the parts one below the other.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let scan = window.session.scans().selected();
    let about = scan.about();
    let (theme, name) = (Theme::of(ui), scan.display_name());
    let mut end = 0.0;
    let title = section_title_with(ui, &name, |ui| {
        weakness_button(ui, scan, out);
        end = ui.min_rect().left();
    });
    let source = ui.painter().layout_no_wrap(source(scan), theme::note(), theme.t3);
    let width = ui.painter().layout_no_wrap(name, theme::text(), theme.t1).size().x;
    let place = Align2::LEFT_CENTER.anchor_size(title.rect.left_center() + vec2(width + 8.0, 0.0), source.size());
    if place.right() + 8.0 <= end {
        ui.painter().galley(place.min, source, theme.t3);
    }
    title.on_hover_text(format!("Source: {}", about.source.full));
    for (part, text) in [("Idea", &*scan.idea()), ("Good when", about.good_when), ("Bad when", about.bad_when)] {
        labelled(ui, LABELS, [part, text], |painter, width| {
            let mut job = LayoutJob::single_section(text.to_owned(), format());
            job.wrap.max_width = width;
            painter.layout_job(job)
        });
    }
    let Some(here) = window.session.here() else { return };
    let ink = if here.is_wrong { theme.bad_text } else { theme.t1 };
    let row = labelled(ui, LABELS, ["Here", &here.line], |painter, width| {
        numbered(painter, &here.line, ink, Some([LINE, width]))
    });
    if here.is_wrong {
        let mark = row.rect.left_top() + vec2(64.0, LINE / 2.0);
        marks::triangle(ui.painter(), mark, 5.0, theme.bad_text, theme.bad_bg);
    }
}

/// `after Phaelax`.
fn source(scan: Scan) -> String {
    let source = scan.about().source;
    match source.short {
        "maskscope" => "ours".to_owned(),
        _ if !scan.is_built_in() => source.full.to_owned(),
        short => format!("after {short}"),
    }
}

fn format() -> TextFormat {
    let (font_id, color, line_height) = (theme::text(), Color32::PLACEHOLDER, Some(LINE));
    TextFormat { font_id, color, line_height, ..TextFormat::default() }
}

/// The button that leads to where the scan loses.
fn weakness_button(ui: &mut Ui, scan: Scan, out: &mut Vec<Request>) {
    let (text, tip) = match scan.weakness() {
        Weakness::Visits => {
            ("Show where it loses", "Moves B to the hit where this scan loses to the winner by the most visits.")
        }
        Weakness::FalseMisses => ("Show its misses", "Moves B to where this scan misses the most shared pixels."),
        Weakness::FalseHits => ("Show its errors", "Moves B to where this scan hits without a shared pixel."),
        Weakness::Everywhere(why) => ("Show where it loses", why),
    };
    let is_off = matches!(scan.weakness(), Weakness::Everywhere(_));
    let response = ui.add_enabled_ui(!is_off, |ui| low(ui, |ui| text_button(ui, text))).inner;
    if response.on_hover_text(tip).on_disabled_hover_text(tip).clicked() {
        out.push(SurveyAction::ShowWorst.into());
    }
}

/// Height of a line, and of a level of nesting, in points.
const CODE_LINE: f32 = 18.0;
const INDENT: f32 = 14.5;
/// Left edge of the code, right of the arrow, and the least room between it and its values.
const LEFT: f32 = 10.0;
const GAP: f32 = 12.0;

/// Shows the lines; the current one stays in view.
pub fn show_code(ui: &mut Ui, window: &WindowState<'_>) {
    let lines: Vec<_> = window.session.scans().selected().listing().lines().collect();
    let state = window.session.code();
    let current = state.as_ref().map(|state| (state.current, state.current));
    let columns = [Column::rest("", 0.0)];
    let table = Table { chosen: current, ..Table::of_facts("code", &columns, CODE_LINE) };
    table.show(ui, lines.len(), |rows, at| line(rows, lines[at], at, state.as_ref()));
}

fn line(rows: &mut TableRows<'_>, code: ListingLine, place: usize, state: Option<&State>) {
    let theme = Theme::of(rows.ui);
    let is_current = state.map_or(place == 0, |state| state.current == place);
    let values: Vec<&str> = state.map_or_else(Vec::new, |state| {
        state.values.iter().filter(|(line, _)| *line == place).map(|(_, value)| &**value).collect()
    });
    let spoken = [&[code.text], &*values].concat().join(" ");
    let spoken = if is_current { format!("now: {spoken}") } else { spoken };
    let row = rows.fact(place, &spoken);
    let (rect, response) = (row.response.rect, row.response);
    let ui = &*rows.ui;
    if is_current {
        ui.painter().rect_filled(rect.expand2(vec2(PADDING, 0.0)), 0.0, theme.ctl);
        paint_arrow(ui, rect);
    }
    let ink = if is_current { theme.t1 } else { theme.t2 };
    #[expect(clippy::cast_precision_loss, reason = "a few levels")]
    let start = rect.left_center() + vec2(LEFT + INDENT * code.indent as f32, 0.0);
    let text = ui.painter().text(start, Align2::LEFT_CENTER, code.text, theme::mono(), ink);
    let value_ink = if is_current { theme.t1 } else { theme.t3 };
    if let Some(values) = fitting(ui, &values, rect.right() - text.right() - GAP) {
        let place = Align2::RIGHT_CENTER.anchor_size(rect.right_center(), values.size());
        ui.painter().galley(place.min, values, value_ink);
    }
    response.on_hover_text("The variables count cells from the top left of the overlap box.");
}

/// The values side by side; where there is no room for all, only the last ones.
fn fitting(ui: &Ui, values: &[&str], room: f32) -> Option<Arc<Galley>> {
    (0..values.len())
        .map(|first| ui.painter().layout_no_wrap(values[first..].join("  "), theme::mono(), Color32::PLACEHOLDER))
        .find(|galley| galley.size().x <= room)
}

/// A filled arrow in the free space left of the line.
fn paint_arrow(ui: &Ui, line: Rect) {
    let tip = line.left_center() + vec2(4.0, 0.0);
    let points = vec![tip + vec2(-8.0, -4.0), tip, tip + vec2(-8.0, 4.0)];
    ui.painter().add(Shape::convex_polygon(points, Theme::of(ui).t1, Stroke::NONE));
}
