//! Facts in text: a value after its label, and numbers in the font of numbers.

use egui::text::LayoutJob;
use egui::{Galley, TextFormat};

use super::table::{Column, Table};
use crate::app::prelude::*;

/// The usual left edge of the text, and height of a line, in points.
pub const LABELS: f32 = 76.0;
const LINE: f32 = 18.0;

/// Shows a label, and from `left` on the text that `lay_out` makes at most as wide as it is given; screen readers read
/// `label: text`.
pub fn labelled(
    ui: &mut Ui,
    left: f32,
    [label, text]: [&str; 2],
    lay_out: impl FnOnce(&Painter, f32) -> Arc<Galley>,
) -> Response {
    let theme = Theme::of(ui);
    let galley = lay_out(ui.painter(), ui.available_width() - left);
    let size = vec2(ui.available_width(), galley.size().y.max(LINE) + 4.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let middle = rect.left_top() + vec2(0.0, LINE / 2.0);
    ui.painter().text(middle, Align2::LEFT_CENTER, label, theme::note(), theme.t3);
    ui.painter().galley(rect.left_top() + vec2(left, 0.0), galley, theme.t2);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), format!("{label}: {text}")));
    response
}

/// Shows lines of a name, a value and a tooltip; screen readers read the text that `spoken` makes of name and value.
pub fn facts(ui: &mut Ui, name: &str, lines: &[(&str, String, &str)], spoken: impl Fn(&str, &str) -> String) {
    let theme = Theme::of(ui);
    let columns = [Column::left("", 112.0).font(theme::note), Column::rest("", 0.0).font(theme::mono)];
    Table::of_facts(name, &columns, 20.0).show(ui, lines.len(), |rows, at| {
        let (name, value, tip) = &lines[at];
        let row = rows.fact(at, &spoken(name, value));
        row.write(0, theme.t3, name);
        row.write(1, theme.t1, value);
        if !tip.is_empty() {
            row.response.on_hover_text(*tip);
        }
    });
}

/// Lays out a note in one colour, with its numbers in the font of numbers: in lines of a height and a maximum width, in points,
/// or in a single line.
pub fn numbered(painter: &Painter, line: &str, ink: Color32, size: Option<[f32; 2]>) -> Arc<Galley> {
    let mut job = LayoutJob::default();
    let height = size.map(|[height, _]| height);
    job.wrap.max_width = size.map_or(f32::INFINITY, |[_, width]| width);
    let mut append = |text: &str, font_id: FontId| {
        job.append(text, 0.0, TextFormat { font_id, color: ink, line_height: height, ..TextFormat::default() });
    };
    // No line ends between a number and its per cent.
    for (at, word) in line.replace(" %", "\u{a0}%").split(' ').enumerate() {
        let number = word.trim_end_matches([',', ':']);
        let is_number = number.chars().all(|c| c.is_ascii_digit() || "#,.−%\u{a0}".contains(c));
        let (number, rest) = if is_number { word.split_at(number.len()) } else { ("", word) };
        if at > 0 {
            append(" ", theme::note());
        }
        append(number, theme::mono());
        append(rest, theme::note());
    }
    painter.layout_job(job)
}
