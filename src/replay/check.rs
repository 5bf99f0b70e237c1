//! A collision check of the game.

use strum::Display;

use crate::{geom::Cell, scene::PlacedPair};

/// A collision check of two sprites: their positions, and the game's answer.
#[derive(Clone, Debug)]
pub struct Check {
    /// The line of the log that holds it, from 1.
    pub line: u64,
    /// Byte of the log at which that line begins.
    pub place: u64,
    /// Unit of the game's time.
    pub clock: Clock,
    /// Time: a whole number of frames, or seconds.
    pub at: f64,
    /// The instances, A's name and B's.
    pub names: [String; 2],
    /// Both sprites as placed by the game.
    pub pair: PlacedPair,
    /// The game's answer; `None` if it gives none.
    pub game: Option<GameAnswer>,
}

/// Unit of a game's time.
#[derive(Clone, Copy, Debug, Display, PartialEq, Eq)]
#[strum(serialize_all = "lowercase")]
pub enum Clock {
    /// Frames, from any start.
    Frame,
    /// Seconds.
    Second,
}

/// Answer of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameAnswer {
    /// True if the sprites collide.
    pub hit: bool,
    /// The game's name for its test: `box`, `circle`, `mask` …
    pub rule: Option<String>,
    /// The number of pixels that are shared, where it knows.
    pub area: Option<u64>,
    /// A shared pixel, as a world cell, if the game names one.
    pub first: Option<Cell>,
}
