//! Find of a visit, as the time line marks it.

use std::ops::BitOr;

/// Find of one visit, or of several together: combine them with `|`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Find(pub(super) u8);

impl Find {
    /// Neither mask has a solid pixel there.
    pub const NEITHER: Self = Self(0);
    /// Only A is solid: the upper half of the strip.
    pub const A: Self = Self(1);
    /// Only B is solid: the lower half of the strip.
    pub const B: Self = Self(2);
    /// Both are solid in one cell, or a rectangle is accepted: the full strip.
    pub const BOTH: Self = Self(4);
    /// A rectangle that is split: the full strip in grey.
    pub const SPLIT: Self = Self(8);

    pub(super) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl BitOr for Find {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
