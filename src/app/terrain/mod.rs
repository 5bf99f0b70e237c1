//! The ball on the hills: the article's game, slow enough to see what its one probe point sees.
//!
//! `side` shows the step in numbers and who plays, `transport` the history and the keys.

mod side;
mod transport;

use egui::{CentralPanel, Frame as Surface, Panel};

use crate::app::canvas::{Canvas, pointed};
use crate::app::command::context_menu;
use crate::app::lesson;
use crate::app::panels::answer::{self, AnswerLine};
use crate::app::panels::{TRANSPORT, layers, right_width};
use crate::app::prelude::*;
use crate::app::widgets::{PillVerdict, status, wrong_pill};
use crate::scene::terrain::StepRecord;
use crate::session::{Actors, Cast};
use transport::HeldKeys;

/// Shows everything over all that is left of `ui`.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, canvas: &mut Canvas, out: &mut Vec<Request>) {
    let surface = Surface::new().fill(Theme::of(ui).panel);
    let bar = |panel: Panel, size: f32| panel.exact_size(size).resizable(false).frame(surface);
    let mut held = HeldKeys::default();
    bar(Panel::bottom("terrain transport"), TRANSPORT).show(ui, |ui| transport::show(ui, window, &mut held, out));
    let width = right_width(ui.available_width());
    bar(Panel::right("terrain side"), width).show(ui, |ui| side::show(ui, window, out));
    if window.session.lessons().open().is_some() {
        bar(Panel::left("lesson"), lesson::WIDTH).show(ui, |ui| lesson::show(ui, window, out));
    }
    bar(Panel::top("terrain answer"), 44.0).show(ui, |ui| answer_line(ui, window));
    bar(Panel::top("terrain layers"), layers::HEIGHT).show(ui, |ui| layers::show(ui, window, out));
    let line = status::room(ui);
    status::tell_else(ui, pointed::game_keys());
    let ground = Surface::new().fill(Color32::TRANSPARENT);
    CentralPanel::default().frame(ground).show(ui, |ui| canvas.show(ui, window.session, out));
    context_menu::show(ui, window, line, out);
    held.end(ui.ctx(), window.session.terrain().pressed, out);
}

/// Shows the answer line, 44 high.
fn answer_line(ui: &mut Ui, window: &WindowState<'_>) {
    let wrong = window.session.terrain().shown().and_then(wrong);
    answer::line(ui, &answer(window, wrong.is_some()), |ui| {
        if let Some(wrong) = &wrong {
            wrong_pill(ui, wrong).on_hover_text("Here the full masks disagree.");
        }
    });
}

fn answer(window: &WindowState<'_>, is_wrong: bool) -> AnswerLine {
    let room = window.session.terrain();
    match room.shown() {
        Some(step) => {
            let verdict = if step.look.contact.is_some() { PillVerdict::Hit } else { PillVerdict::Miss };
            let consequence = match is_wrong {
                true => "One point stands for a whole ball: here the full masks disagree.".to_owned(),
                false => format!("{} The full masks agree.", movement(step)),
            };
            AnswerLine::new(verdict, sentence(step, room.actors.as_ref()), consequence)
        }
        None if room.actors.is_some() => AnswerLine::new(PillVerdict::Unasked, "The ball is about to drop", ""),
        None if room.game.cast == Cast::Loaded => {
            AnswerLine::new(PillVerdict::Unasked, "Open an image as A, the ball, and one as B, the ground", "")
        }
        None => AnswerLine::new(PillVerdict::Unasked, "No ball", ""),
    }
}

/// `The probe finds the ground in 12 pixels; the ball has 784`.
fn sentence(step: &StepRecord, actors: Option<&Actors>) -> String {
    let reads = words::plural(step.look.reads.count.into(), "pixel");
    let found = if step.look.contact.is_some() { "finds the ground in" } else { "finds no ground in" };
    let ball = actors.map(|actors| words::thousands(actors.ball.mask.mask().count()));
    format!("The probe {found} {reads}{}", ball.map_or_else(String::new, |ball| format!("; the ball has {ball}")))
}

/// `The ball is on the ground at 46,359.5.`
fn movement(step: &StepRecord) -> String {
    let ball = step.after.ball;
    let by = |velocity: f64| format!("{} px a step", words::fine_coordinate(velocity));
    match step.look.contact {
        Some(contact) if ball.position == step.before.ball.position => {
            format!("The ball is on the ground at {}.", words::fine_point(contact))
        }
        Some(contact) => format!("The ball meets it at {}.", words::fine_point(contact)),
        None if ball.velocity_y < 0.0 => format!("The ball rises by {}.", by(-ball.velocity_y)),
        None if ball.jumping => format!("The ball falls by {}, faster each step.", by(ball.velocity_y)),
        None => format!("The ball falls by {}.", by(ball.velocity_y)),
    }
}

/// The full masks' answer, if it disagrees.
fn wrong(step: &StepRecord) -> Option<String> {
    if step.tunnelled.is_some() {
        return Some("it jumped over solid pixels".to_owned());
    }
    if step.disagrees() {
        return Some(if step.look.contact.is_some() {
            "the full masks share nothing there".to_owned()
        } else {
            format!("the probe misses {} shared px", words::thousands(step.shared_at_tried))
        });
    }
    (step.shared_after > 0).then(|| format!("sunk in: {} px shared", words::thousands(step.shared_after)))
}
