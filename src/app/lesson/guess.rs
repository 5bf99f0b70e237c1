//! The guess of a step, between three numbers, and the true one.

use super::told::{self, LINE};
use crate::app::prelude::*;
use crate::session::{Guess, LessonAction, OpenLesson, Span};

/// Height of the box with its frame, in points.
pub const HEIGHT: f32 = 2.0 * 8.0 + LINE + NOTE + ABOVE + BUTTON + BELOW + NOTE;
const NOTE: f32 = 17.0;
const ABOVE: f32 = 6.0;
const BUTTON: f32 = 24.0;
const BELOW: f32 = 5.0;
/// Between two numbers.
const GAP: f32 = 6.0;
/// Room for the tick.
const TICK: f32 = 18.0;

/// Shows the guess inside its box.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, open: &OpenLesson, guess: &Guess, out: &mut Vec<Request>) {
    let session = window.session;
    let (question, note, quiet) = (theme::text(), theme::note(), Theme::of(ui).t3);
    told::lines(ui, &session.told(&guess.question), 1, (&question, Theme::of(ui).t1), LINE);
    told::lines(ui, &session.told(&guess.note), 1, (&note, quiet), NOTE);
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
    told::lines(ui, &below, 1, (&note, ink), NOTE);
}

/// A number; returns whether it is chosen. Afterwards the one near the truth has an outline and a tick.
fn show_choice(ui: &mut Ui, open: &OpenLesson, place: usize, number: Option<u64>, width: f32) -> bool {
    let theme = Theme::of(ui);
    let is_open = open.guessed.as_ref().is_none() && open.is_done && number.is_some();
    let is_true = open.guessed.as_ref().is_some_and(|guessed| Some(guessed.nearest) == number);
    let is_chosen = open.guessed.as_ref().is_some_and(|guessed| guessed.chosen.is_some() && guessed.chosen == number);
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
    let tick = if is_true { TICK } else { 0.0 };
    let place = Align2::CENTER_CENTER.anchor_size(rect.center() + vec2(tick / 2.0, 0.0), galley.size());
    if is_true {
        Icon::Check.paint(painter, place.left_center() - vec2(tick / 2.0, 0.0), ink);
    }
    painter.galley(place.min, galley, ink);
    response.clicked()
}
