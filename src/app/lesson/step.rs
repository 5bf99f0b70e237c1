//! A step of a lesson: its text on the screen, its task and its guess.

use egui::Galley;
use egui::text::{LayoutJob, TextFormat};

use crate::app::command::{Command, tooltip};
use crate::app::panels;
use crate::app::prelude::*;
use crate::app::widgets::{NumberField, text_button};
use crate::session::{Control, Guess, LessonAction, OpenLesson, Span, Task};
use maskscope_core::scene::Placement;

/// Free space at both sides, as in other panels, in points.
pub const PADDING: i8 = 12;
/// Height of a line of text, and how many a step may take in a panel of the usual width.
pub const LINE: f32 = 19.0;
pub const LINES: usize = 4;

/// The words of a text.
pub fn words(spans: &[Span]) -> String {
    spans.iter().map(|span| span.text.as_str()).collect()
}

/// A text in lines `height` high, wrapped at `width`, in a font and an ink: stressed words lighter, numbers in the font of numbers.
pub fn layout(
    painter: &Painter,
    spans: &[Span],
    width: f32,
    (font, ink): (&FontId, Color32),
    height: f32,
) -> Arc<Galley> {
    let theme = Theme::of(painter.ctx());
    let mut job = LayoutJob::default();
    for span in spans {
        let is_number = span.is_stressed && span.text.starts_with(|c: char| c.is_ascii_digit() || c == '…');
        let format = TextFormat {
            font_id: if is_number { theme::mono() } else { font.clone() },
            color: if span.is_stressed { theme.t1 } else { ink },
            line_height: Some(height),
            ..TextFormat::default()
        };
        job.append(&span.text, 0.0, format);
    }
    job.wrap.max_width = width;
    painter.layout_job(job)
}

/// A text over the full width, with room for some `lines`, or more where it needs them. Returns where it stands.
pub fn lines(ui: &mut Ui, spans: &[Span], lines: usize, style: (&FontId, Color32), height: f32) -> Rect {
    let galley = layout(ui.painter(), spans, ui.available_width(), style, height);
    let count = galley.rows.len().max(lines);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height * count as f32), Sense::hover());
    ui.painter().galley(rect.min, galley, Color32::PLACEHOLDER);
    let text = words(spans);
    say(ui, rect, &text, &text);
    rect
}

/// Says a text to screen readers, over the place where it stands.
pub fn say(ui: &Ui, rect: Rect, what: &str, text: &str) {
    let response = ui.interact(rect, ui.scope_id().with(what), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), text));
}

/// Height of the box of a task with its frame, in points.
pub const TASK: f32 = 2.0 * 8.0 + 2.0 * LINE + NOW;
/// Height of the line that tells how things stand.
const NOW: f32 = 24.0;
/// Width of the tick before a task, in points.
const TICK: f32 = 22.0;

/// Shows the task of a step, and its state, inside its box.
pub fn task(ui: &mut Ui, window: &WindowState<'_>, open: &OpenLesson, task: &Task, out: &mut Vec<Request>) {
    let (theme, session) = (Theme::of(ui), window.session);
    let is_done = open.is_done;
    let left = ui.max_rect().left();
    let text = ui
        .horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            ui.add_space(TICK);
            ui.vertical(|ui| lines(ui, &session.spans(&task.text), 2, (&theme::text(), theme.t1), LINE)).inner
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
            let spans = session.spans(now);
            let galley = layout(ui.painter(), &spans, f32::INFINITY, (&theme::note(), theme.t2), 16.0);
            let (rect, _) = ui.allocate_exact_size(galley.size(), Sense::hover());
            ui.painter().galley(rect.min, galley, theme.t2);
            say(ui, rect, "now", &words(&spans));
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

/// Height of the box of a guess with its frame, in points.
pub const GUESS: f32 = 2.0 * 8.0 + LINE + NOTE + ABOVE + BUTTON + BELOW + NOTE;
const NOTE: f32 = 17.0;
const ABOVE: f32 = 6.0;
const BUTTON: f32 = 24.0;
const BELOW: f32 = 5.0;
/// Space between two numbers to guess, in points.
const GAP: f32 = 6.0;
/// Room for the tick in a number.
const GUESS_TICK: f32 = 18.0;

/// Shows the guess of a step, between three numbers, and the true one, inside its box.
pub fn guess(ui: &mut Ui, window: &WindowState<'_>, open: &OpenLesson, guess: &Guess, out: &mut Vec<Request>) {
    let session = window.session;
    let (question, note, quiet) = (theme::text(), theme::note(), Theme::of(ui).t3);
    lines(ui, &session.spans(&guess.question), 1, (&question, Theme::of(ui).t1), LINE);
    lines(ui, &session.spans(&guess.note), 1, (&note, quiet), NOTE);
    ui.add_space(ABOVE);
    let choices = open.guessed.as_ref().map(|guessed| guessed.choices).or_else(|| session.choices());
    ui.allocate_ui_with_layout(vec2(ui.available_width(), BUTTON), Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        let width = (ui.available_width() - 2.0 * GAP) / 3.0;
        for place in 0..3 {
            let number = choices.map(|choices| choices[place]);
            if show_choice(ui, open, place, number, width)
                && let Some(number) = number
            {
                out.push(LessonAction::Guess(number).into());
            }
        }
    });
    ui.add_space(BELOW);
    let hint = |text: &str| vec![Span { text: text.to_owned(), is_stressed: false }];
    let below = match (open.guessed.as_ref(), choices) {
        (Some(guessed), _) => guessed.answer.clone(),
        (None, _) if !open.is_done => hint("First do the task above."),
        (None, None) => hint("Without an overlap nothing is read."),
        (None, Some(_)) => hint("The count is hidden until you guess."),
    };
    let ink = if open.guessed.as_ref().is_some() { Theme::of(ui).t2 } else { quiet };
    lines(ui, &below, 1, (&note, ink), NOTE);
}

/// A number; returns whether it is chosen. Afterwards the one near the truth has an outline and, if somebody guessed, a tick.
fn show_choice(ui: &mut Ui, open: &OpenLesson, place: usize, number: Option<u64>, width: f32) -> bool {
    let theme = Theme::of(ui);
    let is_open = open.guessed.as_ref().is_none() && open.is_done && number.is_some();
    let is_true = open.guessed.as_ref().is_some_and(|guessed| Some(guessed.nearest) == number);
    let chosen = open.guessed.as_ref().and_then(|guessed| guessed.chosen);
    let (is_chosen, is_ticked) = (chosen.is_some() && chosen == number, chosen.is_some() && is_true);
    let text = match number {
        Some(number) if open.is_done => words::thousands(number),
        _ => "?".to_owned(),
    };
    let ink = match (is_open, is_true, is_chosen) {
        (true, ..) | (_, true, _) | (.., true) => theme.t1,
        _ => theme.t3,
    };
    let spoken = match (is_true, is_chosen) {
        (true, true) => format!("{text}, your guess, near the truth"),
        (true, false) => format!("{text}, near the truth"),
        (false, true) => format!("{text}, your guess"),
        (false, false) => text.clone(),
    };
    let (rect, _) = ui.allocate_exact_size(vec2(width, BUTTON), Sense::hover());
    let id = ui.scope_id().with(("choice", place));
    let response = ui.interact(rect, id, if is_open { Sense::click() } else { Sense::hover() });
    response.widget_info(|| WidgetInfo::labeled(Role::Button, is_open, &spoken));
    let fill = if is_chosen || (is_open && response.hovered()) { theme.ctl_hi } else { theme.ctl };
    let stroke = if is_true { Stroke::new(1.5, theme.t1) } else { Stroke::NONE };
    let painter = ui.painter();
    painter.rect(rect, 3.0, fill, stroke, StrokeKind::Inside);
    let galley = painter.layout_no_wrap(text, theme::mono(), ink);
    let tick = if is_ticked { GUESS_TICK } else { 0.0 };
    let place = Align2::CENTER_CENTER.anchor_size(rect.center() + vec2(tick / 2.0, 0.0), galley.size());
    if is_ticked {
        Icon::Check.paint(painter, place.left_center() - vec2(tick / 2.0, 0.0), ink);
    }
    painter.galley(place.min, galley, ink);
    response.clicked()
}
