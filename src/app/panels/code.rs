//! The selected strategy as pseudo-code: the line that decides about the current visit, and what its variables hold.

use egui::Galley;

use super::layout::PADDING;
use crate::app::prelude::*;
use crate::app::widgets::{Column, Rows, Table};
use crate::scan::{ListingLine, State};

/// Height of a line, and of a level of nesting, in points.
const LINE: f32 = 18.0;
const INDENT: f32 = 14.5;
/// Left edge of the code, right of the arrow, and the least room between it and its values.
const LEFT: f32 = 10.0;
const GAP: f32 = 12.0;

/// Shows the lines; the current one stays in view.
pub fn show(ui: &mut Ui, window: &WindowState<'_>) {
    let lines: Vec<_> = window.session.scans().selected().listing().lines().collect();
    let state = window.session.code();
    let current = state.as_ref().map(|state| (state.current, state.current));
    let columns = [Column::rest("", 0.0)];
    let table = Table { chosen: current, ..Table::of_facts("code", &columns, LINE) };
    table.show(ui, lines.len(), |rows, at| line(rows, lines[at], at, state.as_ref()));
}

fn line(rows: &mut Rows<'_>, code: ListingLine, place: usize, state: Option<&State>) {
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
    response.on_hover_text("The cells of the variables count from the top left of the box that both sprites share.");
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
