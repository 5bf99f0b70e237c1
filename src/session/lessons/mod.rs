//! Lessons: short steps that show something, let a person do or guess something, and see by themselves whether it is done.
//!
//! A [`Lesson`] is data, read from `samples/lessons/`. [`LessonAction`]s open it, go through its steps and close it; each step
//! sets its scene as one step to undo. While a lesson is open, the session keeps what was shown before, and brings it back at
//! the end.

mod choices;
mod condition;
mod facts;
mod lesson;
mod open;
mod progress;
mod text;

pub(super) use choices::{choices, nearest};
pub use condition::Condition;
pub(super) use facts::Fact;
pub use lesson::{Control, Guess, Lesson, Step, Task};
pub use open::{Before, Guessed, LessonAction, Lessons, OpenLesson};
pub use progress::Progress;
pub(super) use text::Part;
pub use text::{Span, Text};
