//! Replays: the collision checks of a running game, in the order in which it made them, judged by the masks.
//!
//! A [`Check`] is two sprites where they stood and what the game answered; a [`Judgement`] compares that with what their
//! masks share. A [`Judge`] hears checks one by one: between two of a pair one sprite may have flown through the other, a
//! tunnel. A [`Replay`] keeps a few bytes of each ([`Step`]), and counts them by [`Pair`]. [`Moves`] of a scene's sprites
//! become checks with a [`Cast`].

mod check;
mod judge;
mod judgement;
mod moves;
#[expect(clippy::module_inception, reason = "the room is named after what it holds")]
mod replay;

pub use check::{Check, Clock, GameAnswer};
pub use judge::{Fault, Judge, Judged};
pub use judgement::Judgement;
pub use moves::{Cast, Move, Moved, Moves};
pub use replay::{Event, Pair, Replay, Run, ScanCost, Skipped, Step};
