//! Lessons: short steps that show something, let a person do or guess something, and see by themselves whether it is done.
//!
//! A [`Lesson`] is data, read from `samples/lessons/`. [`LessonAction`]s open it, go through its steps and close it; each step
//! sets its scene as one step to undo. While a lesson is open, the session keeps what was shown before, and brings it back at
//! the end.

mod lesson;
mod open;
mod text;

pub use lesson::{Condition, Control, Guess, Lesson, LessonStep, Task};
pub use open::{Guessed, LessonAction, LessonProgress, Lessons, OpenLesson};
pub(super) use text::{Fact, TextPart};
pub use text::{LessonText, Span};
