//! [`PixelCounts`]: the wrong pixels of a shape.

/// Wrong pixels of a shape, all frames together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PixelCounts {
    /// Clear pixels that it covers.
    pub covered: u64,
    /// Solid pixels that it leaves out.
    pub left_out: u64,
}

impl PixelCounts {
    /// The counts with others.
    pub(super) const fn and(self, Self { covered, left_out }: Self) -> Self {
        self.plus((covered, left_out))
    }

    /// The counts with those of another frame.
    pub(super) const fn plus(self, (covered, left_out): (u64, u64)) -> Self {
        Self { covered: self.covered + covered, left_out: self.left_out + left_out }
    }
}
