//! Replays: the collision checks of a running game or of a drag, in the order in which they were made, judged by the masks.
//!
//! A [`Check`] is two sprites where they stood, what the game tested of them, and what it answered, if it did; a [`Judgement`]
//! compares that with what was tested and with the pixels that a player sees, and comes to a [`Verdict`], which counts by
//! [`Rules`]. A [`Judge`] hears checks one by one: between two of a pair one sprite may have flown through the other, a tunnel,
//! or jumped. A [`Replay`] keeps a few bytes of each ([`Step`]), counts them by [`CheckedPair`] and [`CheckedKinds`], by [`Site`],
//! finds every [`Incident`] and [`Suspect`], and ranks the scans. A drag or a table becomes checks of a [`MovedScene`], which a [`Walk`] judges.

mod check;
mod incident;
mod insets;
mod judge;
mod judgement;
mod moves;
#[expect(clippy::module_inception, reason = "the room is named after what it holds")]
mod replay;
mod rules;
mod site;
mod step;
mod suspect;
mod tested_fit;
mod tunnel;
mod walk;
mod way;

pub use check::{Check, Clock, GameAnswer, MaskFaults, Subject, Tested};
pub use incident::Incident;
pub use insets::{Insets, LeftWrong};
pub use judge::{Alone, Fault, Judge, Judged};
pub use judgement::{Judgement, Verdict};
pub use moves::{Course, Move, Moved, MovedScene, Moves};
pub use replay::{CheckedKinds, CheckedPair, Event, GameRun, LogNotes, Ranked, Replay, ScanCost, Skipped};
pub use rules::{Against, Outcome, Rules};
pub use site::{Remedy, Site, SiteFacts, Tally};
pub use step::{Pixels, Step, Way};
use suspect::suspicions;
pub use suspect::{Suspect, SuspectKind, SuspectReason, Suspects, Suspicion};
pub use tested_fit::TestedFit;
pub use walk::{Memory, Walk, WalkError};
