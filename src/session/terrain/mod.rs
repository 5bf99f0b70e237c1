//! The ball on the hills: which sprites play, by which rules, and every step so far.

mod actors;
mod game;

pub use actors::{Actor, Actors, Cast};
pub use game::{PACES, TerrainAction, TerrainGame};
