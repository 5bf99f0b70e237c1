//! Changes to the game.

use super::actors::Cast;
use crate::scene::Sprite;
use crate::scene::terrain::{Key, KeyList, Rules};

/// Changes to the game.
#[derive(Clone, Debug)]
pub enum TerrainAction {
    /// Brings the built-in ball and hills.
    Bring(Box<[Sprite; 2]>),
    /// Changes which sprites play, and starts again.
    SetCast(Cast),
    /// Plays everything again by other rules, with the same keys; their numbers are clamped to what can be played. The
    /// stage stays as large as the ground.
    SetRules(Rules),
    /// True if only the lowest bit of alpha counts, as the article's line does in some languages.
    SetLowestBit(bool),
    /// A key goes down or up. In the past, a key that goes down begins another future.
    Press(Key, bool),
    /// Shows the game after this many steps.
    Go(usize),
    /// Plays from the start by other keys, until some time after the last of them.
    SetKeys(KeyList),
    /// Sets the pace, by its index in [`PACES`](super::PACES).
    SetPace(usize),
    /// Starts again, without keys.
    Restart,
    /// Plays by the speeds and from the start that fit A on B.
    Fit,
}

impl TerrainAction {
    /// True if it may replace keys, rules or steps.
    pub(in super::super) const fn may_replace(&self) -> bool {
        match self {
            Self::SetCast(_)
            | Self::SetRules(_)
            | Self::SetLowestBit(_)
            | Self::SetKeys(_)
            | Self::Restart
            | Self::Fit => true,
            Self::Press(_, down) => *down,
            Self::Bring(_) | Self::Go(_) | Self::SetPace(_) => false,
        }
    }
}
