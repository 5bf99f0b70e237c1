//! The ball on the hills: which sprites play, by which rules, and every step so far.

mod game;
mod parts;

pub use game::TerrainGame;
pub(super) use parts::Game;
pub use parts::{Actors, Cast, GameActor, PACES, TerrainAction};
