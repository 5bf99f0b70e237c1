//! [`Size`]: columns and rows.

use std::fmt;

/// Width and height of a grid, in cells. Either may be zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Size {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl Size {
    /// `width` columns by `height` rows.
    pub const fn new(width: u32, height: u32) -> Self {
        Self { width, height }
    }

    /// The number of cells. The product of two `u32` sides always fits.
    pub fn area(self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    /// True if the grid has no cell.
    pub const fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0
    }
}

/// `30 × 24`, as in the window and in messages.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} × {}", self.width, self.height)
    }
}
