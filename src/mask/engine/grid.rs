use crate::geom::{Cell, Offset, Size};

/// The offsets at which two boxes overlap, as a grid: B from just touching A's top left to just touching its bottom
/// right.
///
/// ```text
/// B . .      . . .      the first offset is (1 - B's width, 1 - B's height), the last (A's width - 1, A's height - 1)
/// . A .  to  . A .
/// . . .      . . B
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OffsetGrid {
    first: Cell,
    size: Size,
}

impl OffsetGrid {
    /// The grid of two sizes; empty where either is.
    ///
    /// Sides longer than `u32::MAX` are cut to it; no two masks in memory are that large.
    pub fn new(a: Size, b: Size) -> Self {
        if a.is_empty() || b.is_empty() {
            return Self { first: Cell::ORIGIN, size: Size::default() };
        }
        let size = Size::new(a.width.saturating_add(b.width - 1), a.height.saturating_add(b.height - 1));
        Self { first: Cell::new(1 - i64::from(b.width), 1 - i64::from(b.height)), size }
    }

    /// Columns and rows of offsets.
    pub const fn size(self) -> Size {
        self.size
    }

    /// The offset in column 0 of row 0.
    pub const fn first(self) -> Cell {
        self.first
    }

    /// Where an offset stands; `None` where the boxes are apart.
    #[inline]
    pub fn column_and_row(self, offset: Offset) -> Option<(usize, usize)> {
        // What is left of the first column is a huge number here: one comparison tells both sides.
        let x = (i64::from(offset.x) - self.first.x).cast_unsigned();
        let y = (i64::from(offset.y) - self.first.y).cast_unsigned();
        #[expect(clippy::cast_possible_truncation, reason = "below the sides of a map in memory")]
        let place = (x as usize, y as usize);
        if x < self.size.width.into() && y < self.size.height.into() { Some(place) } else { None }
    }
}
