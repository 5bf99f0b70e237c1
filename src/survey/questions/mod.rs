//! The questions, each in a file of its own. A new one is a file, and a line in [`QUESTIONS`].

mod area;
mod claim;
mod cost;
mod defeat;
mod difference;
mod disagreement;
mod divergence;
mod frames;
mod thresholds;
mod winners;

pub use area::AreaMap;
pub use defeat::{DefeatAnswer, DefeatSurvey};
pub use disagreement::{Disagreement, DisagreementError};
pub use divergence::{Divergence, Judged};
pub use frames::{FrameMatrix, FramesError};
pub use thresholds::Thresholds;

use super::question::{AnyQuestion, Erased};

/// Every question, in the order in which the window and the command line list them.
pub static QUESTIONS: [&dyn AnyQuestion; 10] = [
    &Erased::<cost::CostQuestion>::NEW,
    &Erased::<winners::WinnersQuestion>::NEW,
    &Erased::<difference::DifferenceQuestion>::NEW,
    &Erased::<divergence::DivergenceQuestion>::NEW,
    &Erased::<claim::ClaimQuestion>::NEW,
    &Erased::<thresholds::ThresholdsQuestion>::NEW,
    &Erased::<area::AreaQuestion>::NEW,
    &Erased::<frames::FramesQuestion>::NEW,
    &Erased::<defeat::DefeatQuestion>::NEW,
    &Erased::<disagreement::DisagreementQuestion>::NEW,
];

/// The question called `name`, if there is one.
pub fn question(name: &str) -> Option<&'static dyn AnyQuestion> {
    QUESTIONS.into_iter().find(|question| question.name() == name)
}
