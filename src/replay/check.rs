//! A collision check, as the game made it.

use strum::Display;

use crate::{geom::Cell, scene::PlacedPair};

/// A collision check of two sprites: where they stood, and what the game answered.
#[derive(Clone, Debug)]
pub struct Check {
    /// The line of the log that holds it, from 1.
    pub line: u64,
    /// The byte of the log at which that line begins.
    pub place: u64,
    /// What the game counts time in.
    pub clock: Clock,
    /// When: a whole number of frames, or seconds.
    pub at: f64,
    /// The instances, A's name and B's.
    pub names: [String; 2],
    /// Both sprites where they stood.
    pub pair: PlacedPair,
    /// What the game answered; `None` where it does not say.
    pub game: Option<GameAnswer>,
}

/// What a game counts time in.
#[derive(Clone, Copy, Debug, Display, PartialEq, Eq)]
#[strum(serialize_all = "lowercase")]
pub enum Clock {
    /// Frames, from whichever it likes.
    Frame,
    /// Seconds.
    Second,
}

/// What a game answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameAnswer {
    /// Whether the sprites collide.
    pub hit: bool,
    /// How it tested, in its own word: `box`, `circle`, `mask` …
    pub rule: Option<String>,
    /// How many pixels are shared, where it knows.
    pub area: Option<u64>,
    /// A shared pixel, as a world cell, where it knows one.
    pub first: Option<Cell>,
}
