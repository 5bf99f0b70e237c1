//! Lessons: going on with them, through one, and out of it.

use egui::Key;

use super::declaration::{Declaration, command};
use super::{section::Section, shortcut::plain};
use crate::app::request::Request;
use crate::session::{LessonAction, OpenLesson};

/// Opens the lessons where they were left.
pub fn go_on() -> Declaration {
    command(Section::Help, "Lessons").keys([plain(Key::F2)]).asks(|_| Request::GoOnWithLessons)
}

/// The next step, once nothing is left to do in this one.
pub fn next_step() -> Declaration {
    command(Section::Lesson, "Next step")
        .keys([plain(Key::Enter)])
        .when(|window| window.session.lessons().open().is_some_and(OpenLesson::is_ready))
        .asks(|_| Request::GoOn { even_unready: false })
}

/// Out of the lesson.
pub fn close() -> Declaration {
    command(Section::Lesson, "Close the lesson")
        .keys([plain(Key::Escape)])
        .when(|window| window.session.lessons().open().is_some())
        .asks(|_| LessonAction::Close.into())
}
