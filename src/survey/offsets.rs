use thiserror::Error;

use crate::{
    geom::{Cell, Offset, Size},
    words::thousands,
};

/// Every offset at which two boxes overlap: a grid, whose top left place is the smallest offset.
///
/// ```text
/// B B . . .        A 3 × 2, B 2 × 1: x from -1 to 2, y from 0 to 1, so 4 × 2 offsets
/// . A A A .        place 0,0 is offset -1,0
/// . A A A .
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offsets {
    first: Cell,
    size: Size,
}

/// A survey of more placements than are kept.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("{size} placements are too many for a survey, the limit is {} in all", thousands(Offsets::MOST))]
pub struct TooMany {
    /// Columns and rows of placements.
    pub size: Size,
}

impl TooMany {
    /// The grid of `size`, where it is not too large.
    ///
    /// # Errors
    /// Where it has more than [`Offsets::MOST`] places.
    pub(super) fn check(size: Size) -> Result<Size, Self> {
        if size.area() > Offsets::MOST { Err(Self { size }) } else { Ok(size) }
    }
}

impl Offsets {
    /// A survey has at most so many places: as many as two sprites of 1,024 × 1,024 have offsets.
    pub const MOST: u64 = 1 << 22;

    /// The offsets at which a box of size `b` overlaps one of size `a`; none where either is empty.
    ///
    /// # Errors
    /// Where they are more than [`Offsets::MOST`].
    pub fn of(a: Size, b: Size) -> Result<Self, TooMany> {
        if a.is_empty() || b.is_empty() {
            return Ok(Self { first: Cell::ORIGIN, size: Size::default() });
        }
        let both = |a: u32, b: u32| (a - 1).saturating_add(b);
        let size = TooMany::check(Size::new(both(a.width, b.width), both(a.height, b.height)))?;
        let first = Cell::new(1 - i64::from(b.width), 1 - i64::from(b.height));
        Ok(Self { first, size })
    }

    /// The smallest offset: place 0,0.
    pub const fn first(self) -> Cell {
        self.first
    }

    /// Columns and rows of offsets.
    pub const fn size(self) -> Size {
        self.size
    }

    /// The offset at column `x` and row `y`.
    pub fn offset(self, x: u32, y: u32) -> Offset {
        let at = |first: i64, n: u32| i32::try_from(first + i64::from(n)).expect("fewer offsets than an i32 counts");
        Offset::new(at(self.first.x, x), at(self.first.y, y))
    }

    /// The column and row of an offset; `None` where the boxes do not overlap.
    pub fn place(self, offset: Offset) -> Option<(u32, u32)> {
        let from_first = offset.cell() - self.first;
        let (x, y) = (u32::try_from(from_first.x).ok()?, u32::try_from(from_first.y).ok()?);
        (x < self.size.width && y < self.size.height).then_some((x, y))
    }
}
