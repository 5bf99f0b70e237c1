//! The ball on the hills: which sprites play, by which rules, and every step so far.

mod action;
mod actors;
mod game;
mod kept;

pub use action::TerrainAction;
pub use actors::{Actor, Actors, Cast};
pub use game::TerrainGame;
pub(super) use kept::KeptGame;
pub use kept::PACES;
