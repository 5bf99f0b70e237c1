//! The lesson that is open, in place of the left panel: its step, its buttons, and all lessons below.
//!
//! `step` shows a step: its text, its task and its guess.

mod step;
#[cfg(test)]
mod tests;

use crate::app::command::{Command, tooltip};
use crate::app::prelude::*;
use crate::app::samples;
use crate::app::widgets::{bare_icon_button, divider, paint_row};
use crate::lessons::lessons;
use crate::session::{LessonAction, OpenLesson};
use step::{LINE, LINES, PADDING};

/// Height of what is to be done and guessed: the same in every step, so that the buttons below stay.
const BOXES: f32 = step::TASK + GAP + step::GUESS;
const GAP: f32 = 10.0;
/// Free space around the text and inside a box.
const AROUND: f32 = 10.0;
/// A step that is not done can be skipped after this time, in seconds.
const PATIENCE: f64 = 20.0;
/// Width of the two buttons.
const BACK: f32 = 64.0;
const NEXT: f32 = 92.0;

/// Width of the panel where no other one gives way to it, in points.
pub const WIDTH: f32 = 240.0;

/// Shows the panel, if a lesson is open.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let Some(open) = window.session.lessons().open() else { return };
    ScrollArea::vertical().id_salt("lesson").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        header(ui, window, out);
        divider(ui);
        let inner = |ui: &mut Ui, add: &mut dyn FnMut(&mut Ui)| {
            let margin = egui::Margin::symmetric(PADDING, 0);
            egui::Frame::new().inner_margin(margin).show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.spacing_mut().item_spacing.y = 0.0;
                add(ui);
            });
        };
        inner(ui, &mut |ui| {
            ui.add_space(AROUND);
            title(ui, open);
            ui.add_space(AROUND);
            step::lines(ui, &window.session.spans(&open.step().text), LINES, (&theme::text(), Theme::of(ui).t2), LINE);
            ui.add_space(AROUND);
            boxes(ui, window, open, out);
            ui.add_space(12.0);
            buttons(ui, open, out);
            ui.add_space(12.0);
        });
        divider(ui);
        list(ui, window, out);
    });
}

/// `Lessons`, and the way out.
fn header(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    ui.allocate_ui_with_layout(vec2(ui.available_width(), 28.0), Layout::left_to_right(Align::Center), |ui| {
        ui.add_space(PADDING.into());
        ui.label(RichText::new("Lessons").font(theme::text()).color(theme.t1));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(8.0);
            let close = tooltip(bare_icon_button(ui, Icon::Close, "Close the lesson"), Command::CloseLesson);
            if close.clicked() {
                Command::CloseLesson.ask(window, out);
            }
            ui.label(RichText::new(Command::CloseLesson.key()).font(theme::tag()).color(theme.t3));
        });
    });
}

/// The title of the lesson, and how far it has come: in words and as bars.
fn title(ui: &mut Ui, open: &OpenLesson) {
    let theme = Theme::of(ui);
    let (place, count) = (open.place(), open.lesson.steps.len());
    ui.label(RichText::new(&open.lesson.title).font(theme::answer()).color(theme.t1));
    ui.add_space(3.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        ui.label(RichText::new(format!("step {} of {count}", place + 1)).font(theme::note()).color(theme.t3));
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 4.0), Sense::hover());
        let width = (rect.width() - 4.0 * (count - 1) as f32) / count as f32;
        for step in 0..count {
            let left = rect.left() + (width + 4.0) * step as f32;
            let ink = match step.cmp(&place) {
                std::cmp::Ordering::Less => theme.t3,
                std::cmp::Ordering::Equal => theme.t1,
                std::cmp::Ordering::Greater => theme.ctl,
            };
            ui.painter().rect_filled(Rect::from_min_size(pos2(left, rect.top()), vec2(width, 4.0)), 0.0, ink);
        }
    });
}

/// Shows the task and the guess.
fn boxes(ui: &mut Ui, window: &WindowState<'_>, open: &OpenLesson, out: &mut Vec<Request>) {
    let top = ui.cursor().top();
    if let Some(task) = &open.step().task {
        framed(ui, |ui| step::task(ui, window, open, task, out));
        ui.add_space(GAP);
    }
    if let Some(guess) = &open.step().guess {
        framed(ui, |ui| step::guess(ui, window, open, guess, out));
    }
    ui.add_space((BOXES - (ui.cursor().top() - top)).max(0.0));
}

/// A box that stands out.
fn framed(ui: &mut Ui, add_contents: impl FnOnce(&mut Ui)) {
    let theme = Theme::of(ui);
    let frame = egui::Frame::new().fill(theme.raise).stroke(Stroke::new(1.0, theme.edge)).corner_radius(3.0);
    frame.inner_margin(egui::Margin::symmetric(9, 7)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 0.0;
        add_contents(ui);
    });
}

/// Shows the buttons to the step before and the next one.
fn buttons(ui: &mut Ui, open: &OpenLesson, out: &mut Vec<Request>) {
    ui.allocate_ui_with_layout(vec2(ui.available_width(), 24.0), Layout::left_to_right(Align::Center), |ui| {
        let back = ui.add_enabled(open.place() > 0, Button::new("Back").min_size(vec2(BACK, 24.0)));
        if back.on_hover_text("Goes to the previous step.").clicked() {
            out.push(LessonAction::Back.into());
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let can_skip = !open.is_ready() && is_patience_over(ui, open);
            let next = next_button(ui, open, can_skip);
            if next.clicked() {
                out.push(Request::GoOn { even_unready: can_skip });
            }
        });
    });
}

fn next_button(ui: &mut Ui, open: &OpenLesson, can_skip: bool) -> Response {
    let (name, tip) = match (can_skip, open.is_last(), samples::lesson_after(open)) {
        (true, ..) => ("Skip", "Skips this step."),
        (_, false, _) => ("Next", "Goes to the next step."),
        (_, true, Some(_)) => ("Next lesson", "Goes to the next lesson."),
        (_, true, None) => ("Done", "Closes the lesson: this was the last one."),
    };
    let button = Button::new(name).min_size(vec2(NEXT, 24.0));
    let fill = Theme::of(ui).ctl_hi;
    let response = ui.add_enabled(open.is_ready() || can_skip, button.fill(fill));
    let waits = if open.is_done { "Waits for the guess above." } else { "Waits for the task above." };
    let response = if can_skip { response.on_hover_text(tip) } else { tooltip(response, Command::NextStep) };
    response.on_disabled_hover_text(waits)
}

/// True if a step has been shown long enough to be skipped; asks to be shown again when it will have been.
fn is_patience_over(ui: &Ui, open: &OpenLesson) -> bool {
    let id = Id::unique("since when a step of a lesson is shown");
    let (now, step) = (ui.input(|input| input.time), (open.lesson.name.clone(), open.place()));
    let since = ui.data_mut(|data| {
        let (known, since) = data.get_temp_mut_or_insert_with(id, || (step.clone(), now));
        if *known != step {
            (*known, *since) = (step, now);
        }
        *since
    });
    let left = PATIENCE - (now - since);
    if left > 0.0 {
        ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(left));
    }
    left <= 0.0
}

const HEADER: f32 = 28.0;
const ROW: f32 = 20.0;

/// Shows the list of lessons.
fn list(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let (theme, state) = (Theme::of(ui), window.session.lessons());
    let done = lessons().iter().filter(|lesson| state.progress().done.contains(&lesson.name)).count();
    let (rect, header) = ui.allocate_exact_size(vec2(ui.available_width(), HEADER), Sense::hover());
    let inside = rect.shrink2(vec2(PADDING.into(), 0.0));
    ui.painter().text(inside.left_center(), Align2::LEFT_CENTER, "All lessons", theme::text(), theme.t1);
    let count = format!("{done} of {} done", lessons().len());
    ui.painter().text(inside.right_center(), Align2::RIGHT_CENTER, &count, theme::mono(), theme.t3);
    header.widget_info(|| WidgetInfo::labeled(Role::Heading, ui.is_enabled(), format!("All lessons, {count}")));
    // Whole rows, up to the edge of the window.
    let rows = ((ui.clip_rect().bottom() - ui.cursor().top()) / ROW).floor().max(3.0);
    ScrollArea::vertical().max_height(rows * ROW).show(ui, |ui| rows_of(ui, window, out));
    ui.add_space(8.0);
}

fn rows_of(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let (theme, state) = (Theme::of(ui), window.session.lessons());
    for (place, lesson) in lessons().iter().enumerate() {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
        let is_open = state.open().is_some_and(|open| open.lesson.name == lesson.name);
        let is_done = state.progress().done.contains(&lesson.name);
        let ending = if is_done { ", done" } else { "" };
        let name = format!("{} {}{ending}", place + 1, lesson.title);
        response.widget_info(|| WidgetInfo::selected(Role::ListItem, ui.is_enabled(), is_open, &name));
        paint_row(ui, &response, false, is_open);
        let painter = ui.painter();
        let at = |x: f32| pos2(rect.left() + x, rect.center().y);
        if is_done {
            let tick = Rect::from_center_size(at(f32::from(PADDING) + 5.0), vec2(10.0, 10.0));
            Icon::Check.paint(painter, tick.center(), theme.t2);
        }
        painter.text(at(44.0), Align2::RIGHT_CENTER, (place + 1).to_string(), theme::mono(), theme.t3);
        let ink = if is_open || response.hovered() { theme.t1 } else { theme.t2 };
        painter.text(at(52.0), Align2::LEFT_CENTER, &lesson.title, theme::text(), ink);
        if response.clicked() {
            out.push(Request::OpenLesson(place));
        }
    }
}
