//! Replays: the collision checks of a running game or of a drag, in the order in which they were made, judged by the masks.
//!
//! A [`Check`] is two sprites where they stood and what the game answered, if it did; a [`Judgement`] compares that with what
//! their masks share. A [`Judge`] hears checks one by one: between two of a pair one sprite may have flown through the other, a
//! tunnel. A [`Replay`] keeps a few bytes of each ([`Step`]), counts them by [`CheckedPair`], and ranks the scans over them. A drag
//! or a table becomes checks of a [`MovedScene`], which a [`Walk`] judges.

mod judge;
mod judgement;
mod moves;
#[expect(clippy::module_inception, reason = "the room is named after what it holds")]
mod replay;
mod step;
mod tunnel;
mod walk;

pub use judge::{Alone, Fault, Judge, Judged};
pub use judgement::{Check, Clock, GameAnswer, Judgement};
pub use moves::{Course, Move, Moved, MovedScene, Moves};
pub use replay::{CheckedPair, Event, GameRun, Ranked, Replay, ScanCost, Skipped};
pub use step::Step;
pub use walk::{Memory, Walk, WalkError};
