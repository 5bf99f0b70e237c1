//! The tested frame of a sprite.

use serde::{Deserialize, Serialize};

/// The tested frame of a sprite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shown {
    /// One frame, from 0.
    Frame(usize),
    /// All frames as one: solid if any frame is.
    Merged,
}

impl Default for Shown {
    fn default() -> Self {
        Self::Frame(0)
    }
}
