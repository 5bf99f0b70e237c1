//! The questions, each in a file of its own. A new one is a file, and a line in the list below.
//!
//! `cost_sheet`, `area_sheet`: the maps, the JSON and the words of cells that several questions share; `prelude`: imports of all.
//! The columns of a question's text are in its own file, those of the window in `app/survey`.

mod area_sheet;
mod cost_sheet;
mod prelude;

use super::Question;
pub use cost_sheet::choice_maps;

/// Makes of the names of files the modules and [`QUESTIONS`].
///
/// `cargo fmt` does not follow modules that a macro declares: `rustfmt src/survey/questions/*.rs` formats them.
macro_rules! questions {
    ($($file:ident,)*) => {
        $(mod $file;)*

        /// Every question, in the order in which the window and the command line list them.
        pub static QUESTIONS: [&Question; [$(stringify!($file)),*].len()] = [$(&$file::QUESTION),*];
    };
}

// The list: files of this folder, each with its `QUESTION`.
questions! {
    cost,
    winners,
    difference,
    divergence,
    claim,
    hitbox,
    thresholds,
    area,
    frames,
    defeat,
    disagreement,
}

pub use area::AreaSurvey;
pub use defeat::{AnswerLink, Defeat, DefeatAnswer, DefeatSurvey, LinkTarget};
pub use difference::{Duel, DuelSurvey, band_name, swatches};
pub use disagreement::Disagreement;
pub use divergence::{Divergence, Erring, Errors, Testimony};
pub use frames::FrameMatrix;
pub use thresholds::Thresholds;

/// The question called `name`, if there is one.
pub fn question(name: &str) -> Option<&'static Question> {
    QUESTIONS.into_iter().find(|question| question.name == name)
}
