//! The ball on the hills: which sprites play, by which rules, and every step so far.

mod actors;
mod game;
mod kept;

pub use actors::{Actor, Actors, Cast};
pub use game::{TerrainAction, TerrainGame};
pub(super) use kept::KeptGame;
pub use kept::PACES;
