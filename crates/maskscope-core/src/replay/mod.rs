//! Replays: the collision checks of a running game or of a drag, in the order in which they were made, judged by the masks.
//!
//! A [`Check`] is two sprites where they stood, what the game tested of them, and what it answered, if it did; a [`Judgement`]
//! compares that with what was tested and with the pixels that a player sees, and comes to a [`Verdict`], which counts by
//! [`VerdictRules`]. A [`Judge`] takes checks one by one: between two of a pair one sprite may have flown through the other, a tunnel,
//! or jumped. A [`Replay`] keeps a few bytes of each ([`Step`]), counts them by [`CheckedPair`] and [`CheckedKinds`], by [`Site`],
//! finds every [`Incident`] and [`Suspect`], and ranks the scans. A drag or a table becomes checks of a [`MovedScene`], which a [`Walk`] judges.
//!
//! - `check`, `judge`, `judgement`: a check, and what the masks say of it; `entry`: a line of a log; `tunnel`: the ways between two checks.
//! - `kind_fits`, `fit_tally`: shapes that fit what Godot tests, and what they would leave.
//! - `deaf`: areas of Godot that the engine does not test against something.
//! - `replay`, `step`, `suspect`, `insets`, `hit_boxes`, `hit_box_tally`: what is kept of the checks, and what follows from all of them.
//! - `site`: a line of the game with two kinds; `question`: what its checks ask; `remedy`: the remedies for the wrong
//!   checks at a line; `carried`: what smaller boxes would answer after a hit that they deny; `engine`: in whose code
//!   they are written.
//! - `moves`, `walk`: a drag or a table as checks.

mod carried;
mod check;
mod deaf;
mod engine;
mod entry;
mod fit_tally;
mod hit_box_tally;
mod hit_boxes;
mod insets;
mod judge;
mod judgement;
mod kind_fits;
mod moves;
mod question;
mod remedy;
#[expect(clippy::module_inception, reason = "the module is named after what it holds")]
mod replay;
mod site;
mod sizes;
mod step;
mod stops;
mod suspect;
mod tunnel;
mod walk;

pub use check::{Check, CheckedSprite, Clock, GameAnswer, MaskFaults, SidePlaces, Tested};
pub use deaf::{DeafArea, DeafReason};
pub use engine::Engine;
pub use entry::LogEntry;
pub use fit_tally::FittedShapes;
pub use hit_box_tally::OtherHitBoxes;
pub use hit_boxes::{HitBoxKind, HitBoxes};
pub use insets::{Insets, SmallerBoxes, TestedFit};
pub use judge::{Alone, Fault, Judge, Judged};
pub use judgement::{Against, Consequence, Judgement, Verdict, VerdictRules};
pub use kind_fits::{FitChoice, NodeFrame, ShapeChange, ShapeClass};
pub use moves::{Course, Move, MoveError, MoveFault, Moved, MovedScene, Moves};
pub use question::{CheckQuestion, Finer, QuestionFacts, SiteQuestion};
pub use remedy::{Remedies, Remedy, TestedMasks};
pub use replay::{
    CheckedKinds, CheckedPair, GameRun, GameScreen, LogEvent, LogNotes, Ranked, Replay, ScanCost, Skipped,
};
pub use site::{Site, SiteFacts, Tally};
pub use sizes::LeftWrong;
pub use step::{Incident, Motion, Pixels, Step};
pub use stops::{RunTo, Stop, StopRules, Stops};
use suspect::suspicions;
pub use suspect::{Suspect, SuspectKind, SuspectReason, Suspicion};
pub use walk::{Memory, Walk, WalkError};
