//! Replays: the collision checks of a running game, in the order in which it made them, judged by the masks.
//!
//! A [`Check`] is two sprites where they stood and what the game answered; a [`Judgement`] compares that with what their
//! masks share. A [`Replay`] takes checks one by one, keeps a few bytes of each ([`Step`]), and counts them by [`Pair`].
//! Between two checks of a pair one sprite may have flown through the other: a tunnel.

mod check;
mod judgement;
#[expect(clippy::module_inception, reason = "the room is named after what it holds")]
mod replay;

pub use check::{Check, Clock, GameAnswer};
pub use judgement::Judgement;
pub use replay::{Fault, Pair, Replay, Run, Scanned, Skipped, Step};
