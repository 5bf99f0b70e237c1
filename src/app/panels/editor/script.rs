//! The field of the script, with the numbers of its lines, the line that runs and its variables, and the place of an error.

use std::ops::Range;

use egui::text::{LayoutJob, TextFormat};
use egui::text_edit::TextEditOutput;
use egui::{Galley, TextBuffer, TextEdit};

use crate::app::prelude::*;
use crate::app::script_field;
use crate::app::widgets::status::{self, Status};
use crate::session::{OwnJudgement, ScanAction};
use maskscope_core::scan::own::{Failure, Own};
use maskscope_core::scan::verdict::{Finding, ScanVerdict};

/// A panel that is less wide, as in a small window, has only the script, the verdict and the most needed buttons.
pub(super) const WIDE: f32 = 280.0;
/// Height of a line of the script, in points.
pub(super) const LINE: f32 = 20.0;
/// Width of the numbers of lines.
const NUMBERS: f32 = 32.0;
/// Width of the line at the left that marks the focus, in points.
const FOCUS: f32 = 2.0;
/// A burst of typing ends after this pause, in seconds.
const PAUSE: f64 = 1.0;

/// Keywords, which are not as bright as names.
const KEYWORDS: [&str; 18] = [
    "let", "const", "fn", "for", "in", "while", "loop", "do", "until", "if", "else", "return", "break", "continue",
    "switch", "try", "catch", "throw",
];

/// The calls that visit.
const VISITS: [&str; 3] = ["visit", "visit_row", "counts"];

/// Shows the script in the available width.
pub(super) fn show(
    ui: &mut Ui,
    window: &WindowState<'_>,
    (own, judgement): (Own, Option<&OwnJudgement>),
    height: f32,
    out: &mut Vec<Request>,
) {
    let theme = Theme::of(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    ui.painter().rect_filled(rect, 0.0, theme.canvas);
    let mut inside = ui.new_child(UiBuilder::new().max_rect(rect).layout(Layout::left_to_right(Align::TOP)));
    let ui = &mut inside;
    ui.set_clip_rect(rect.intersect(ui.clip_rect()));
    let (fault, running) = (judgement.and_then(failure), running(window, judgement));
    ScrollArea::both().id_salt("script").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.horizontal_top(|ui| {
            let (numbers, _) = ui.allocate_exact_size(vec2(NUMBERS, 0.0), Sense::hover());
            let behind = ui.painter().add(Shape::Noop);
            let mut text = own.text().to_string();
            let mut layouter = |ui: &Ui, text: &dyn TextBuffer, _: f32| laid(ui, text.as_str());
            let field = TextEdit::multiline(&mut text)
                .id(script_field::id())
                .code_editor()
                .frame(egui::Frame::NONE)
                .desired_width(f32::INFINITY)
                .desired_rows(1)
                // A click below the last line is one into the script.
                .min_size(vec2(0.0, rect.height()))
                .layouter(&mut layouter)
                .show(ui);
            let mut painter = ui.painter().clone();
            painter.set_clip_rect(rect);
            let mut marks = Vec::new();
            if let Some(fault) = fault {
                marks.extend(fault_marks(&field, rect, own, fault, theme));
            }
            let line = running.as_ref().map(|(line, _)| *line);
            if let Some(y) = line.and_then(|line| middle_of(&field, line)) {
                marks.push(Shape::rect_filled(line_at(rect, y), 0.0, theme.ctl));
            }
            ui.painter().set(behind, marks);
            number_lines(&painter, &field, numbers.left(), line, theme);
            if let Some((line, cell)) = running.filter(|_| rect.width() >= WIDE) {
                let of_lines = variables(window, own, line).into_iter().map(|(line, text)| (line, text, theme.t3));
                for (line, text, ink) in of_lines.chain([(line, cell, theme.t1)]) {
                    let Some(end) = end_of(&field, line) else { continue };
                    let text = painter.layout_no_wrap(text, theme::mono(), ink);
                    let place = Align2::RIGHT_CENTER.anchor_size(pos2(rect.right() - 8.0, end.y), text.size());
                    // Where the line leaves room for it.
                    if place.left() >= end.x + 8.0 {
                        painter.galley(place.min, text, ink);
                    }
                }
            }
            let response = field.response.response.accessible_name("Script");
            theme::mark_focus_otherwise(ui, script_field::id());
            if script_field::is_asked_for(ui.ctx()) {
                response.request_focus();
            }
            if response.has_focus() {
                painter.rect_filled(rect.with_max_x(rect.left() + FOCUS), 0.0, theme.t1);
                let status = Status::of(own.name()).can("Tab", "indent").can("Ctrl Z", "undo what was typed");
                status::tell_else(ui, status.can("Esc", "back to the canvas"));
            }
            if response.changed()
                && let Some(own) = window.session.scans().rewritten(&text)
            {
                out.push(ScanAction::Rewrite(own).into());
                note_typing(ui);
            }
            if response.lost_focus() || pauses(ui) {
                out.push(StageAction::Settle.into());
            }
        });
    });
}

/// The middle of a line, from 1, of the script.
fn middle_of(field: &TextEditOutput, line: usize) -> Option<f32> {
    end_of(field, line).map(|end| end.y)
}

/// The middle of the right end of a line, from 1, of the script.
fn end_of(field: &TextEditOutput, line: usize) -> Option<Pos2> {
    let row = field.galley.rows.get(line.checked_sub(1)?)?;
    Some(field.galley_pos + row.pos.to_vec2() + vec2(row.size.x, row.size.y / 2.0))
}

/// A line of the script over the whole width.
fn line_at(rect: Rect, y: f32) -> Rect {
    Rect::from_x_y_ranges(rect.x_range(), y - LINE / 2.0..=y + LINE / 2.0)
}

/// The ground of the line that an error names, and a line under its place.
fn fault_marks(field: &TextEditOutput, rect: Rect, own: Own, fault: &Failure, theme: &Theme) -> Vec<Shape> {
    let Some((line, y)) = fault.line.and_then(|line| Some((line, middle_of(field, line)?))) else { return Vec::new() };
    let mut marks = vec![Shape::rect_filled(line_at(rect, y), 0.0, theme.bad_bg)];
    if let Some(column) = fault.column {
        let (row, text) = (&field.galley.rows[line - 1], own.text());
        let text = text.split('\n').nth(line - 1).unwrap_or_default();
        let columns = faulty(text, column.saturating_sub(1));
        let x = |column: usize| field.galley_pos.x + row.pos.x + row.x_offset(column.into());
        let under = Rangef::new(x(columns.start), x(columns.end));
        marks.push(Shape::hline(under, y + LINE / 2.0 - 3.0, Stroke::new(2.0, theme.bad)));
    }
    marks
}

/// The columns of a line, from 0, that an error is about: from `column` to the end of the call of what visits, or of the word.
fn faulty(line: &str, column: usize) -> Range<usize> {
    let rest: Vec<char> = line.chars().skip(column).collect();
    let word = rest.iter().take_while(|c| c.is_alphanumeric() || **c == '_').count();
    let mut depth = 0_i32;
    let closes = |c: &char| {
        depth += i32::from(*c == '(') - i32::from(*c == ')');
        depth == 0
    };
    let name: String = rest[..word].iter().collect();
    let is_call = VISITS.contains(&&*name) && rest.get(word) == Some(&'(');
    let call = if is_call { rest[word..].iter().position(closes) } else { None };
    column..column + call.map_or(word.max(1), |end| word + end + 1)
}

/// Numbers the lines; the one that runs has an arrow in its place.
fn number_lines(painter: &Painter, field: &TextEditOutput, left: f32, running: Option<usize>, theme: &Theme) {
    for line in 1..=field.galley.rows.len() {
        let Some(y) = middle_of(field, line) else { continue };
        if running == Some(line) {
            let tip = pos2(left + 16.0, y);
            let points = vec![tip + vec2(-8.0, -4.0), tip, tip + vec2(-8.0, 4.0)];
            painter.add(Shape::convex_polygon(points, theme.t1, Stroke::NONE));
        } else {
            let at = pos2(left + NUMBERS - 12.0, y);
            painter.text(at, Align2::RIGHT_CENTER, line.to_string(), theme::tag(), theme.t3);
        }
    }
}

/// The line that made the current visit, and the cell that it visits.
fn running(window: &WindowState<'_>, judgement: Option<&OwnJudgement>) -> Option<(usize, String)> {
    let rank = window.session.playback().position().checked_sub(1)?;
    let judgement = judgement.filter(|it| !it.has_failed())?;
    let line = *judgement.lines.get(usize::try_from(rank).ok()?)?;
    let visit = window.session.derived().visit(rank)?;
    Some((line.into(), words::point(Cell::new(visit.x.into(), visit.y.into()))))
}

/// The variables at the current visit on the lines that define them: `y 0`. The line that runs has its cell in their place.
fn variables(window: &WindowState<'_>, own: Own, running: usize) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    for (name, value) in window.session.derived().variables().into_iter().flatten() {
        let Some(line) = own.definition(name, running).filter(|line| *line != running) else { continue };
        match lines.iter_mut().find(|(known, _)| *known == line) {
            Some((_, text)) => *text = format!("{name} {value}  {text}"),
            None => lines.push((line, format!("{name} {value}"))),
        }
    }
    lines
}

/// The error of the script.
fn failure(judgement: &OwnJudgement) -> Option<&Failure> {
    match &judgement.verdict {
        Some(ScanVerdict { finding: Finding::Fails(failure), .. }) => Some(failure),
        _ => None,
    }
}

/// Notes that something was typed now.
fn note_typing(ui: &Ui) {
    let now = ui.input(|input| input.time);
    ui.data_mut(|data| data.insert_temp(script_field::id().with("typed"), now));
    ui.request_repaint_after(std::time::Duration::from_secs_f64(PAUSE + 0.01));
}

/// True once after a pause in typing.
fn pauses(ui: &Ui) -> bool {
    let id = script_field::id().with("typed");
    let now = ui.input(|input| input.time);
    let is_over = ui.data(|data| data.get_temp::<f64>(id)).is_some_and(|typed| now - typed >= PAUSE);
    if is_over {
        ui.data_mut(|data| data.remove::<f64>(id));
    }
    is_over
}

/// The script laid out: comments and keywords step back.
fn laid(ui: &Ui, text: &str) -> Arc<Galley> {
    let theme = Theme::of(ui);
    let mut job = LayoutJob::default();
    job.wrap.max_width = f32::INFINITY;
    let mut add = |part: &str, color: Color32| {
        let format = TextFormat { font_id: theme::mono(), color, line_height: Some(LINE), ..TextFormat::default() };
        job.append(part, 0.0, format);
    };
    for line in text.split_inclusive('\n') {
        let (code, comment) = line.split_at(line.find("//").unwrap_or(line.len()));
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let mut rest = code;
        while let Some(first) = rest.chars().next() {
            let end = rest.find(|c| is_word(c) != is_word(first)).unwrap_or(rest.len());
            let (part, after) = rest.split_at(end);
            add(part, if KEYWORDS.contains(&part) { theme.t2 } else { theme.t1 });
            rest = after;
        }
        add(comment, theme.t3);
    }
    ui.fonts_mut(|fonts| fonts.layout_job(job))
}

#[cfg(test)]
mod tests {
    use super::faulty;

    #[test]
    fn an_error_is_about_a_call_or_a_word() {
        for (line, column, expected) in [
            ("if visit(x, h - y) {", 3, "visit(x, h - y)"),
            ("if visit(max(x, 0), y) {", 3, "visit(max(x, 0), y)"),
            ("if vist(x, h - y) {", 3, "vist"),
            ("let far = x;", 4, "far"),
            ("a + b", 2, "+"),
            ("visit(x y", 8, "y"),
        ] {
            let columns = faulty(line, column);
            assert_eq!(line.get(columns), Some(expected), "{line}");
        }
    }
}
