//! Running of lessons: steps begin, tasks are checked, numbers are shown, guesses are answered.

mod holds;
mod run;
mod told;
