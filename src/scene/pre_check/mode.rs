//! Use of a pre-check: before the scans, or in place of them.

use serde::{Deserialize, Serialize};
use strum::{EnumMessage, IntoStaticStr, VariantArray};

use super::PreCheck;
use crate::{geom::Offset, mask::Prepared};

/// Use of a pre-check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, VariantArray, IntoStaticStr, EnumMessage)]
#[strum(serialize_all = "kebab-case")]
pub enum PreCheckMode {
    /// It is only shown.
    Show,
    /// If it misses, no scan runs.
    #[default]
    Before,
    /// No scan runs: every answer is the pre-check's.
    Instead,
}

/// A pre-check and its use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PreChecking {
    /// The test of the bounds.
    pub check: PreCheck,
    /// Before the scans or in place of them.
    pub mode: PreCheckMode,
}

impl PreChecking {
    /// The answer of every scan without reading a pixel; `None` if the scans decide.
    pub fn decides(self, a: &Prepared, b: &Prepared, offset: Offset) -> Option<bool> {
        let hits = || self.check.hits(a, b, offset);
        match self.mode {
            PreCheckMode::Show => None,
            PreCheckMode::Before => (!hits()).then_some(false),
            PreCheckMode::Instead => Some(hits()),
        }
    }
}
