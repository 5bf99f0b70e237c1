//! The session: its actions, undo, and the race.

mod incidents;
mod pinned;
mod scripts;
mod session;
mod session_race;
#[path = "../support/sprites.rs"]
mod sprites;
mod undo;
