//! The selected strategy as pseudo-code: the line that decides about the current visit, and what its variables hold.

use egui::{Align2, Color32, Galley, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, vec2};
use std::sync::Arc;

use super::layout::{PADDING, padded};
use crate::app::cast::whole_u32;
use crate::app::request::{Request, WindowState};
use crate::app::theme::{self, Theme};
use crate::app::widgets::{Heading, section};
use crate::scan::{Line, Scan, State};

/// Height of a line, and of a level of nesting, in points.
const LINE: f32 = 18.0;
const INDENT: f32 = 14.5;
/// Where the code begins, right of the arrow, and the least room between it and its values.
const LEFT: f32 = 10.0;
const GAP: f32 = 12.0;
/// Height of the title, and the free space below the last line.
const TITLE: f32 = 28.0;
const BELOW: i8 = 2;
/// Fewer lines than these say nothing.
const LEAST_LINES: usize = 4;

/// The least height of the open section.
pub const LEAST: f32 = TITLE + LEAST_LINES as f32 * LINE + BELOW as f32;

/// Shows the section, `room` points high if that is enough for a few lines, and `is_open` until its title is clicked.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, is_open: bool, room: f32, _out: &mut Vec<Request>) {
    let session = window.session;
    let scan = session.scans().selected();
    let (name, note, tip) = (scan.display_name(), source(scan), format!("Source: {}", scan.about().source));
    let heading = Heading { title: "Code", aside: &name, note: &note, tip: &tip, ..Heading::default() };
    let longest = session.scans().scans().iter().map(|scan| scan.listing().lines().count()).max().unwrap_or(0);
    let fitting = whole_u32((room - TITLE - f32::from(BELOW)) / LINE) as usize;
    // As high for every scan, so that nothing below it moves.
    let count = fitting.max(LEAST_LINES).min(longest);
    padded(ui, 0, BELOW, |ui| {
        section(ui, heading, is_open, |ui| {
            let state = session.code();
            let lines: Vec<_> = scan.listing().lines().enumerate().collect();
            let first = first_line(lines.len(), count, state.as_ref().map_or(0, |state| state.current));
            for &(place, code) in lines.iter().skip(first).take(count) {
                line(ui, code, place, state.as_ref());
            }
            let missing = count.saturating_sub(lines.len());
            ui.add_space(LINE * missing as f32);
        });
    });
}

/// The first of the `count` lines that show, where there are `lines` of them: the current one comes last where not all fit.
fn first_line(lines: usize, count: usize, current: usize) -> usize {
    (current + 1).saturating_sub(count).min(lines.saturating_sub(count))
}

/// `after Phaelax`.
fn source(scan: Scan) -> String {
    match scan.about().short_source {
        "maskscope" => "maskscope".to_owned(),
        source => format!("after {source}"),
    }
}

fn line(ui: &mut Ui, code: Line, place: usize, state: Option<&State>) {
    let theme = Theme::of(ui);
    let is_current = state.map_or(place == 0, |state| state.current == place);
    let values: Vec<&str> = state.map_or_else(Vec::new, |state| {
        state.values.iter().filter(|(line, _)| *line == place).map(|(_, value)| &**value).collect()
    });
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::hover());
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
    let spoken = [&[code.text], &*values].concat().join(" ");
    let spoken = if is_current { format!("now: {spoken}") } else { spoken };
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), &spoken));
    response.on_hover_text("Cells in variables count from the top left of the overlap box.");
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_current_line_comes_last_where_not_all_fit() {
        assert_eq!([0, 3, 4, 5].map(|current| first_line(6, 4, current)), [0, 0, 1, 2]);
        assert_eq!(first_line(3, 4, 2), 0);
        assert_eq!(first_line(6, 10, 5), 0);
    }
}
