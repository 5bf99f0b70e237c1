//! True if an answer is right.

use strum::{EnumMessage, IntoStaticStr, VariantArray};

/// True if something says that masks overlap, compared with the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, IntoStaticStr, EnumMessage)]
pub enum Verdict {
    /// It says so, and they do.
    #[strum(to_string = "hit")]
    Hit,
    /// It says no, and they do not.
    #[strum(to_string = "miss")]
    Miss,
    /// It says so, and they do not.
    #[strum(to_string = "false hit")]
    FalseHit,
    /// It says no, and they do.
    #[strum(to_string = "false miss")]
    FalseMiss,
}

impl Verdict {
    /// The verdict on `says` if the masks overlap iff `overlap`.
    pub const fn of(says: bool, overlap: bool) -> Self {
        match (says, overlap) {
            (true, true) => Self::Hit,
            (false, false) => Self::Miss,
            (true, false) => Self::FalseHit,
            (false, true) => Self::FalseMiss,
        }
    }

    /// True if the masks overlap, whatever was said.
    pub const fn masks_overlap(self) -> bool {
        matches!(self, Self::Hit | Self::FalseMiss)
    }
}
