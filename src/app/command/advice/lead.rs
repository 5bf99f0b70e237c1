//! The place or the command that a row of advice leads to.

use crate::app::command::Command;
use crate::app::command::stage::active;
use crate::app::prelude::*;
use crate::lessons::lessons;
use crate::session::SurveyAction;
use maskscope_core::shape::fit::Form;
use maskscope_core::survey::question;

/// Something in the window that helps.
#[derive(Clone, Copy, Debug)]
pub enum Lead {
    /// A command.
    Command(Command),
    /// A question of the survey, by its name.
    Question(&'static str),
    /// The fit of a shape to the active sprite.
    Fit(Form),
    /// A field about the active sprite's placement, by its name: `rotation`.
    Field(&'static str),
    /// A lesson, by its title.
    Lesson(&'static str),
}

impl Lead {
    /// The place in the window, or the key, in a few words.
    pub fn place(self) -> String {
        match self {
            Self::Command(Command::Show(tab)) => tab.title().to_owned(),
            Self::Command(Command::Reveal(section)) => format!("{}, {section}", Tab::Inspect.title()),
            Self::Command(command) => match command.key() {
                key if key.is_empty() => command.section().title().to_owned(),
                key => key,
            },
            Self::Question(name) => question(name).map_or_else(String::new, |it| format!("Survey, {}", it.title)),
            Self::Fit(_) => "tests as".to_owned(),
            Self::Field(_) => "Place".to_owned(),
            Self::Lesson(_) => "Lessons".to_owned(),
        }
    }

    /// True if it has an effect now.
    pub fn is_possible(self, window: &WindowState<'_>) -> bool {
        match self {
            Self::Command(command) => command.is_enabled(window),
            Self::Question(name) => question(name).is_some() && window.session.stage().both().is_some(),
            Self::Fit(_) | Self::Field(_) => active(window).is_some(),
            Self::Lesson(title) => lesson(title).is_some(),
        }
    }

    /// Asks for it.
    pub fn ask(self, window: &WindowState<'_>, out: &mut Vec<Request>) {
        let slot = window.session.stage().active;
        let inspect = ViewAction::Show(Tab::Inspect).into();
        match self {
            Self::Command(command) => command.ask(window, out),
            Self::Question(name) => {
                let choice = question(name).map(|question| SurveyAction::Choose(question).into());
                out.extend([Some(ViewAction::Show(Tab::Survey).into()), choice].into_iter().flatten());
            }
            Self::Fit(form) => {
                let fit = [StageAction::Settle, StageAction::Fit(Some((slot, form)))];
                out.extend([inspect].into_iter().chain(fit.map(Request::from)));
            }
            Self::Field(name) => out.extend([inspect, Request::Focus(format!("{name} of {}", slot.letter()))]),
            Self::Lesson(title) => out.extend(lesson(title).map(Request::OpenLesson)),
        }
    }
}

/// The place of a lesson in the list.
fn lesson(title: &str) -> Option<usize> {
    lessons().iter().position(|lesson| lesson.title == title)
}
