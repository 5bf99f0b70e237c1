//! Surveys: a question asked over many placements, not of one.
//!
//! A *question* ([`QUESTIONS`], one file each) names its answer: a headline, a value at every place ([`Map`]) and a table. It
//! draws nothing: pictures, legends, tooltips, CSV and grids in JSON follow from the maps.
//! A *survey* ([`Askable`]) finds the answer, and several questions may look at what one survey has found:
//!
//! - [`CostSurvey`]: how many visits each scan needs at every offset; of it [`Summary`], [`Ranking`], [`Fewest`], [`Ratios`],
//!   [`Winners`] and [`SurveyTimes`].
//! - [`DuelSurvey`]: the same of two scans: which needs fewer where, and how many times fewer.
//! - [`Divergence`]: the same of pre-checks and engines, too: where they are wrong.
//! - [`AreaSurvey`]: how much is shared at every offset.
//! - [`Thresholds`]: how much is shared at each pair of thresholds; [`FrameMatrix`]: by each pair of frames.
//! - [`Disagreement`]: at which angles and fractions of a cell two ways to read the same pair differ.
//! - [`HitboxSurvey`]: at which offsets shapes answer otherwise than the masks, and which shapes would do better.
//! - [`Defeat`]: art over which a scan does worst.
//!
//! Each is a [`Survey`]: asked in steps, coarse places first in the order of [`Sweep`], so that a picture is whole at once
//! and sharpens, and can be left and continued.
//!
//! ```
//! use maskscope_core::geom::Size;
//! use maskscope_core::scan::Scan;
//! use maskscope_core::scene::{Actor, Picture, PictureFormat, Placement, Scene, Sprite};
//! use maskscope_core::survey::{Choices, Setting, question};
//!
//! let picture = || Picture::new(Size::new(9, 7), vec![255; 9 * 7 * 4], PictureFormat::Png, true);
//! let actor = |name| Actor::new(Sprite::new(name, picture(), 0), Placement::default());
//! let scene = Scene::of(["one", "other"].map(actor));
//! let laid = scene.lay()?;
//! let setting = Setting::new(scene, laid, Choices { scans: Scan::ALL.to_vec(), ..Choices::default() });
//! let cost = question("cost").expect("a question");
//! let mut survey = (cost.survey)(&setting.choices).start(&setting)?;
//! survey.finish(&|| false);
//! let found = survey.found();
//! let sentence = (cost.answer)(&found, &setting).headline.sentence;
//! assert!(sentence.contains(" visit"), "{sentence}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - `question`, `questions`: the questions; `ask`, `setting`, `reader`: what a survey is asked with, and how it is read.
//! - `lattice`, `plane`, `sweep`, `progress`: offsets, values at them, and the order and the steps in which they are found.
//! - `publishing`: an answer is made in steps, too.
//! - `cost`, `witness`, `costs`: the visits of scans; `hitbox`, `candidate`: shapes beside the masks.
//! - `sheets`: how answers are shown.

mod ask;
mod candidate;
mod cost;
mod costs;
mod hitbox;
mod lattice;
mod plane;
mod progress;
mod publishing;
mod question;
mod questions;
mod reader;
mod setting;
mod sheets;
mod sweep;
mod witness;

pub use ask::{Askable, Running, SurveyKind, own};
pub use candidate::Candidate;
pub use cost::{Classification, Cost, Winner};
pub use costs::{
    Among, CostAnswer, CostMap, CostSurvey, Extreme, Fewest, FewestShares, Ranking, Ratios, Round, RunningRound,
    Spread, Stats, Summary, SurveyTimes, Typical, Winners, WonRegion,
};
pub use hitbox::{Contender, HitboxSurvey};
pub use lattice::{Lattice, SurveyError, TooMany};
pub use plane::{InWord, Plane};
pub use progress::{Budget, Progress, Survey, use_at_most};
pub use publishing::{Found, Publishing};
pub use question::{Answer, Answered, GridValues, Question, QuestionAbout};
pub use questions::{
    AnswerLink, AreaSurvey, Defeat, DefeatAnswer, DefeatSurvey, Disagreement, Divergence, Duel, DuelSurvey, Erring,
    Errors, FrameMatrix, LinkTarget, QUESTIONS, Testimony, Thresholds, band_name, choice_maps, question, swatches,
};
pub use reader::{Reader, ReaderNameError, Variation};
pub use setting::{Choices, Input, Refusal, Setting};
pub use sheets::{
    AnswerText, Hatch, Headline, Ink, Inside, Label, Legend, LogScale, Map, Place, Places, RampLegend, Role, Swatch,
    Term,
};
pub use sweep::{Square, Sweep};
pub use witness::{Witness, WitnessNameError};

crate::choice::written_by_name!(Candidate);
