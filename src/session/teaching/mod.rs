//! How lessons run: steps begin, tasks are checked, numbers are told, guesses are answered.

mod holds;
mod run;
mod told;
