//! Every text of every lesson stands in the lines that it has.

use std::cell::RefCell;

use egui_kittest::Harness;

use super::step::{self, LINES};
use crate::app::prelude::*;
use crate::lessons::lessons;
use crate::session::{Control, LessonAction, LessonText, PlaybackAction, Session};

/// Room in a panel of 240 points: for texts, inside a box, behind the tick of a task, and for how things stand.
const WHOLE: f32 = 216.0;
const INSIDE: f32 = 196.0;
const TASK: f32 = 174.0;
const NOW: f32 = 140.0;
const NOW_BESIDE_THRESHOLD: f32 = 46.0;
const NOW_BESIDE_ROTATION: f32 = 80.0;

/// Calls `check` with a painter of the window's fonts.
fn with_painter(check: impl Fn(&Painter)) {
    Harness::new_ui(|ui| {
        theme::install(ui);
        check(ui.painter());
    })
    .run();
}

/// A session at each step of each lesson, with its name.
fn at_each_step(check: impl Fn(&str, Session)) {
    for lesson in lessons() {
        for place in 0..lesson.steps.len() {
            let mut session = Session::default();
            session.apply(LessonAction::Open(lesson.clone(), place).into());
            check(&format!("step {} of {}", place + 1, lesson.name), session);
        }
    }
}

#[test]
fn every_text_fits_its_lines() {
    with_painter(|painter| {
        let too_long = RefCell::new(Vec::new());
        at_each_step(|whose, mut session| {
            let step = session.lessons().open().expect("a lesson").step().clone();
            let fits = |session: &Session, text: &LessonText, room: f32, font: &FontId, most: usize| {
                let spans = session.spans(text);
                let lines = step::layout(painter, &spans, room, (font, Color32::WHITE), 19.0).rows.len();
                if lines > most {
                    too_long.borrow_mut().push(format!("{whose}: {lines} lines: {}", step::words(&spans)));
                }
            };
            fits(&session, &step.text, WHOLE, &theme::text(), LINES);
            if let Some(task) = &step.task {
                fits(&session, &task.text, TASK, &theme::text(), 2);
                let room = match task.control {
                    None => NOW,
                    Some(Control::ThresholdA) => NOW_BESIDE_THRESHOLD,
                    Some(Control::RotationB | Control::FitB) => NOW_BESIDE_ROTATION,
                };
                task.now.iter().for_each(|now| fits(&session, now, room, &theme::note(), 1));
            }
            if let Some(guess) = &step.guess {
                fits(&session, &guess.question, INSIDE, &theme::text(), 1);
                fits(&session, &guess.note, INSIDE, &theme::note(), 1);
                // The answer is shown once the visits are.
                session.apply(PlaybackAction::Play.into());
                fits(&session, &guess.answer, INSIDE, &theme::note(), 1);
            }
        });
        let too_long = too_long.into_inner();
        assert!(too_long.is_empty(), "{}", too_long.join("\n"));
    });
}
