//! The pre-check of the table: a test of the bounds that stands before every scan, or in place of it.

use crate::{geom::Offset, mask::Prepared, scene::PreCheck};

/// What a pre-check is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PreCheckMode {
    /// It is only shown.
    Show,
    /// Where it says that sprites are apart, no scan runs.
    #[default]
    Before,
    /// No scan runs: every answer is the pre-check's.
    Instead,
}

impl PreCheckMode {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Show, Self::Before, Self::Instead];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Show => "show",
            Self::Before => "before",
            Self::Instead => "instead",
        }
    }
}

/// A pre-check and what it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PreChecking {
    /// The test of the bounds.
    pub check: PreCheck,
    /// Before the scans or in place of them.
    pub mode: PreCheckMode,
}

impl PreChecking {
    /// What every scan has to answer without a look at the pixels; `None` where the scans decide.
    pub fn decides(self, a: &Prepared, b: &Prepared, offset: Offset) -> Option<bool> {
        let hits = || self.check.hits(a, b, offset);
        match self.mode {
            PreCheckMode::Show => None,
            PreCheckMode::Before => (!hits()).then_some(false),
            PreCheckMode::Instead => Some(hits()),
        }
    }
}
