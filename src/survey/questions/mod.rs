//! The questions, each in a file of its own. A new one is a file, and a line in [`QUESTIONS`].

mod area;
mod claim;
mod cost;
mod defeat;
mod difference;
mod disagreement;
mod divergence;
mod frames;
mod prelude;
mod thresholds;
mod winners;

pub use area::AreaMap;
pub use defeat::{Defeat, DefeatSurvey};
pub use difference::{band_name, swatches};
pub use disagreement::Disagreement;
pub use divergence::Divergence;
pub use frames::FrameMatrix;
pub use thresholds::Thresholds;

use super::Question;

/// Every question, in the order in which the window and the command line list them.
pub static QUESTIONS: [&Question; 10] = [
    &cost::QUESTION,
    &winners::QUESTION,
    &difference::QUESTION,
    &divergence::QUESTION,
    &claim::QUESTION,
    &thresholds::QUESTION,
    &area::QUESTION,
    &frames::QUESTION,
    &defeat::QUESTION,
    &disagreement::QUESTION,
];

/// The question called `name`, if there is one.
pub fn question(name: &str) -> Option<&'static Question> {
    QUESTIONS.into_iter().find(|question| question.name == name)
}
