//! What is kept of a game.

use serde::{Deserialize, Serialize};

use super::actors::Cast;
use crate::scene::terrain::{KeyList, Rules};

/// What a game can be made of again: its steps follow from the rules, the keys and the sprites.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct KeptGame {
    pub cast: Cast,
    pub rules: Rules,
    pub lowest_bit: bool,
    pub keys: KeyList,
    /// How many steps there are.
    pub steps: usize,
    /// How many steps are shown as done.
    pub at: usize,
    pub held_back: bool,
    pub pace: usize,
    pub clock: f64,
}

impl KeptGame {
    /// The same with every number cut to what a game can have.
    #[must_use]
    pub fn cut_to_range(self) -> Self {
        let steps = self.steps.min(MOST_STEPS);
        Self {
            rules: self.rules.cut_to_range(),
            steps,
            at: self.at.min(steps),
            pace: self.pace.min(PACES.len() - 1),
            clock: self.clock.clamp(0.0, 1.0),
            ..self
        }
    }
}

/// The most steps that are kept: more than a quarter of an hour of movement.
pub(super) const MOST_STEPS: usize = 65_536;

/// How much slower than a game: each step lasts this many sixtieths of a second.
pub const PACES: [u32; 5] = [1, 2, 4, 10, 30];
