//! The two sprites.

use serde::{Deserialize, Serialize};
use strum::VariantArray;

/// One of the two sprites.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, VariantArray, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Slot {
    /// The first, which gives the world its axes on the command line.
    A,
    /// The second.
    #[default]
    B,
}

impl Slot {
    /// Both, in order.
    pub const ALL: [Self; 2] = *Self::VARIANTS.first_chunk().expect("there are two sprites");

    /// The other one.
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// `A` or `B`.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
        }
    }
}
