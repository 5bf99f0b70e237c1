//! The task of a step, and its state.

use super::told::{self, LINE, say};
use crate::app::command::{Command, tooltip};
use crate::app::panels;
use crate::app::prelude::*;
use crate::app::widgets::{NumberField, text_button};
use crate::scene::Placement;
use crate::session::{Control, OpenLesson, StageAction, Task};

/// Height of the box with its frame, in points.
pub const HEIGHT: f32 = 2.0 * 8.0 + 2.0 * LINE + NOW;
/// Height of the line that tells how things stand.
const NOW: f32 = 24.0;
/// Room for the tick.
const TICK: f32 = 22.0;

/// Shows the task inside its box.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, open: &OpenLesson, task: &Task, out: &mut Vec<Request>) {
    let (theme, session) = (Theme::of(ui), window.session);
    let is_done = open.is_done;
    let left = ui.max_rect().left();
    let text = ui
        .horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            ui.add_space(TICK);
            ui.vertical(|ui| told::lines(ui, &session.told(&task.text), 2, (&theme::text(), theme.t1), LINE)).inner
        })
        .inner;
    let tick = Rect::from_center_size(pos2(left + 7.0, text.top() + LINE / 2.0), Vec2::splat(11.0));
    if is_done {
        Icon::Check.paint(ui.painter(), tick.center(), theme.t1);
    } else {
        ui.painter().rect_stroke(tick, 2.0, Stroke::new(1.0, theme.t3), StrokeKind::Inside);
    }
    say(ui, tick, "task", if is_done { "Task: done" } else { "Task: to do" });
    ui.allocate_ui_with_layout(vec2(ui.available_width(), NOW), Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.add_space(TICK);
        if let Some(now) = &task.now {
            ui.label(RichText::new("now").font(theme::note()).color(theme.t3));
            let spans = session.told(now);
            let galley = told::layout(ui.painter(), &spans, f32::INFINITY, (&theme::note(), theme.t2), 16.0);
            let (rect, _) = ui.allocate_exact_size(galley.size(), Sense::hover());
            ui.painter().galley(rect.min, galley, theme.t2);
            say(ui, rect, "now", &told::words(&spans));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| match task.control {
            Some(control) => show_control(ui, window, control, out),
            None if is_done => {
                ui.label(RichText::new("done").font(theme::note()).color(theme.t1));
            }
            None => {}
        });
    });
}

/// The control that the task brings along.
fn show_control(ui: &mut Ui, window: &WindowState<'_>, control: Control, out: &mut Vec<Request>) {
    match control {
        Control::ThresholdA => {
            let Some(placed) = window.session.stage().get(Slot::A) else { return };
            let tip = "The number of pixels of each alpha, log scale. Drag the threshold.";
            panels::sprites::threshold_controls(ui, Slot::A, placed.sprite(), tip, "", [46.0, 44.0], out);
        }
        Control::FitB => {
            let fit = Command::FitHitbox(Slot::B);
            if tooltip(text_button(ui, "Fit"), fit).clicked() {
                fit.ask(window, out);
            }
        }
        Control::RotationB => {
            let Some(placed) = window.session.stage().get(Slot::B) else { return };
            let old = *placed.placement();
            let mut rotation = old.rotation;
            let field = NumberField::new("rotation of B", &mut rotation, -360.0..=360.0).label("°").width(62.0);
            let field = ui.add(field.step(1.0)).on_hover_text("Turns B, in degrees clockwise: drag, or type.");
            if rotation.to_bits() != old.rotation.to_bits() {
                out.push(StageAction::Pose { slot: Slot::B, placement: Placement { rotation, ..old } }.into());
            }
            if field.drag_stopped() || field.lost_focus() {
                out.push(StageAction::Settle.into());
            }
        }
    }
}
