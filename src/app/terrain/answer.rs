//! The line over the stage: what the probe says, in words, and whether the full masks disagree.

use egui::{Align, Layout, Ui};

use crate::app::panels::answer::two_rows;
use crate::app::request::WindowState;
use crate::app::widgets::{Verdict, pill, wrong_pill};
use crate::scene::terrain::StepRecord;
use crate::session::Cast;
use crate::words;

/// Free space at both ends and between the parts, in points.
const EDGE: f32 = 12.0;

/// Shows the line, 44 high.
pub fn show(ui: &mut Ui, window: &WindowState<'_>) {
    let room = window.session.terrain();
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = EDGE;
        ui.add_space(EDGE);
        let step = room.shown();
        if let Some(step) = step {
            let verdict = if step.look.contact.is_some() { Verdict::Hit } else { Verdict::Miss };
            pill(ui, verdict).on_hover_text("The probe's answer: hit if the pixel it reads is solid.");
        }
        let sentence = match step {
            Some(step) => sentence(step),
            None if room.actors.is_some() => "The ball is about to drop".to_owned(),
            None if room.cast == Cast::Loaded => "Open an image as A, the ball, and one as B, the ground".to_owned(),
            None => "No ball".to_owned(),
        };
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(EDGE);
            let wrong = step.and_then(wrong);
            if let Some(wrong) = &wrong {
                wrong_pill(ui, wrong).on_hover_text("Here the full masks disagree.");
            }
            let consequence = match (step, wrong) {
                (None, _) => "",
                (Some(_), None) => "The full masks agree.",
                (Some(_), Some(_)) => "One point stands for a whole ball: here the full masks disagree.",
            };
            let room = ui.available_width();
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| two_rows(ui, &sentence, consequence, room));
        });
    });
}

/// `On the ground at 46,359.5, 12 pixels read`.
fn sentence(step: &StepRecord) -> String {
    let ball = step.after.ball;
    let reads = words::plural(step.look.reads.count.into(), "pixel");
    match step.look.contact {
        Some(contact) if step.after.ball.position == step.before.ball.position => {
            format!("On the ground at {}, {reads} read", words::fine_point(contact))
        }
        Some(contact) => format!("Contact at {}, {reads} read", words::fine_point(contact)),
        None if ball.velocity_y < 0.0 => format!("Rising by {} px a step", words::fine_coordinate(-ball.velocity_y)),
        None if ball.jumping => {
            format!("Falling by {} px a step, faster each step", words::fine_coordinate(ball.velocity_y))
        }
        None => format!("Falling by {} px a step", words::fine_coordinate(ball.velocity_y)),
    }
}

/// The full masks' answer, if it disagrees.
pub fn wrong(step: &StepRecord) -> Option<String> {
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
