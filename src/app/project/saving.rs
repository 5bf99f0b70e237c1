//! The lines of a file that saving the better shape changes, and the buttons that save it, undo that, and go on.

use super::intended::intended_button;
use super::sentence::file_name;
use crate::app::command::{Command, copied, tooltip};
use crate::app::paint::differing::{swatch_forgiven, swatch_unfair};
use crate::app::paint::write::{elided, left, right, width};
use crate::app::panels::empty::code_frame;
use crate::app::prelude::*;
use crate::app::widgets::{copy_button, keyed_button, text_button};
use crate::session::{AuditedHitbox, PlannedChange, PlannedLine, ProjectAudit, SavePlan};

/// Heights of the head, of a line and of the buttons, in points.
const HEAD: f32 = 28.0;
const LINE: f32 = 18.0;
const FOOT: f32 = 24.0;
/// Left edge of the text of a line, and free space inside the frame.
const TEXT: f32 = 40.0;
const INSIDE: f32 = 10.0;
/// Size of a swatch of the legend, and the distance of its parts.
const SWATCH: Vec2 = vec2(24.0, 14.0);
const GAP: f32 = 6.0;

/// Shows the part.
pub fn show(
    ui: &mut Ui,
    window: &WindowState<'_>,
    project: &ProjectAudit,
    hitbox: &AuditedHitbox,
    out: &mut Vec<Request>,
) {
    head(ui, project, hitbox);
    if let Some(Ok(plan)) = project.plan() {
        lines(ui, plan, project.saved().is_some());
        ui.add_space(10.0);
    }
    let row = vec2(ui.available_width(), FOOT);
    ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if project.saved().is_some() {
            button(ui, window, Command::UndoSaved, false, out);
        } else {
            button(ui, window, Command::SaveHitbox, true, out);
            let plan = project.plan().and_then(Result::ok);
            let copy = ui.add_enabled_ui(plan.is_some(), |ui| copy_button(ui, "Copy the lines")).inner;
            let copy = copy.on_hover_text("Copies the difference, as a patch.");
            if let Some(plan) = plan.filter(|_| copy.clicked()) {
                out.push(copied("Difference", plan.diff.clone()));
            }
        }
        let command = Command::InspectHitbox;
        if tooltip(text_button(ui, &command.label(window)), command).clicked() {
            command.ask(window, out);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if project.saved().is_some() {
                button(ui, window, Command::NextHitbox, true, out);
            } else {
                intended_button(ui, window, out);
            }
        });
    });
}

/// Adds the button of a command with its key.
fn button(ui: &mut Ui, window: &WindowState<'_>, command: Command, is_solid: bool, out: &mut Vec<Request>) {
    let (label, is_enabled) = (command.label(window), command.is_enabled(window));
    let button = ui.add_enabled_ui(is_enabled, |ui| keyed_button(ui, &label, &command.key(), is_solid, 0.0)).inner;
    if tooltip(button, command).clicked() {
        command.ask(window, out);
    }
}

/// Shows the name of the file with what would change, or why nothing does, and the legend.
fn head(ui: &mut Ui, project: &ProjectAudit, hitbox: &AuditedHitbox) {
    let theme = Theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEAD), Sense::hover());
    let y = rect.center().y;
    let mut edge = rect.right();
    type Swatch = fn(&Painter, Rect, &Theme);
    for (text, paint) in [("solid, left out", swatch_forgiven as Swatch), ("clear, hit", swatch_unfair)] {
        edge = right(ui, edge, y, text, theme::note(), theme.t2) - GAP - SWATCH.x;
        paint(ui.painter(), Rect::from_min_size(pos2(edge, y - SWATCH.y / 2.0), SWATCH), theme);
        edge -= 2.0 * GAP;
    }
    let name = file_name(&hitbox.file);
    let end = left(ui, rect.left(), y, name, theme::text(), theme.t1) + 2.0 * GAP;
    let (note, ink) = match project.plan() {
        Some(Ok(_)) if project.saved().is_some() => {
            ("changed, the old file is kept in .maskscope/undo".to_owned(), theme.t3)
        }
        Some(Ok(plan)) => (about_lines(plan.changed()), theme.t3),
        Some(Err(why)) => (why.to_owned(), theme.t2),
        None => ("looking for the lines…".to_owned(), theme.t3),
    };
    left(ui, end, y, &elided(ui, &note, edge - end, &theme::note()), theme::note(), ink);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{name}: {note}")));
    if width(ui, &note, theme::note()) > edge - end {
        response.on_hover_text(note);
    }
}

/// `2 lines change, nothing else`.
fn about_lines(count: usize) -> String {
    let change = if count == 1 { "changes" } else { "change" };
    format!("{} {change}, nothing else", words::plural(count as u64, "line"))
}

/// Shows the lines: old ones struck, new ones on a lighter ground; once they are saved, without the old ones.
fn lines(ui: &mut Ui, plan: &SavePlan, is_saved: bool) {
    let theme = Theme::of(ui);
    code_frame(theme).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.add_space(4.0);
        for line in &plan.lines {
            if !(is_saved && line.change == PlannedChange::Gone) {
                show_line(ui, line);
            }
        }
        ui.add_space(4.0);
    });
}

fn show_line(ui: &mut Ui, PlannedLine { number, text, change }: &PlannedLine) {
    let theme = Theme::of(ui);
    let (rect, row) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::hover());
    let (sign, ink, number_ink) = match change {
        PlannedChange::Kept => ("", theme.t2, theme.t3),
        PlannedChange::Gone => ("-", theme.t3, theme.t3),
        PlannedChange::New => ("+", theme.t1, theme.t2),
    };
    if *change == PlannedChange::New {
        ui.painter().rect_filled(rect, 0.0, theme.ctl_hi);
    }
    let y = rect.center().y;
    left(ui, rect.left() + INSIDE, y, &number.to_string(), theme::tag(), number_ink);
    let start = rect.left() + TEXT;
    let text = text.replace('\t', "    ");
    let shown = elided(ui, &format!("{sign}{text}"), rect.right() - INSIDE - start, &theme::mono());
    let end = left(ui, start, y, &shown, theme::mono(), ink);
    if *change == PlannedChange::Gone {
        ui.painter().hline(start..=end, y, Stroke::new(1.0, theme.t3));
    }
    let what = match change {
        PlannedChange::Kept => "",
        PlannedChange::Gone => " goes",
        PlannedChange::New => " is new",
    };
    row.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("Line {number}{what}: {text}")));
}
