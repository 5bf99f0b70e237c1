//! The ball on the hills: who plays, by which rules, and every step there was.

mod actors;
mod game;

pub use actors::{Actor, Actors, Cast};
pub use game::{PACES, TerrainAction, TerrainGame};
