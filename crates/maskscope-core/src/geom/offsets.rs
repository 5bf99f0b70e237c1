//! [`Offsets`]: the grid of offsets at which two boxes overlap.

use super::{Cell, IntRect, Offset, Size};

/// Every offset at which two boxes overlap, as a grid: B from just touching A's top left to just touching its bottom
/// right.
///
/// ```text
/// B B . . .        A 3 × 2, B 2 × 1: x from -1 to 2, y from 0 to 1, so 4 × 2 offsets
/// . A A A .        column 0 of row 0 is offset -1,0
/// . A A A .
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Offsets {
    first: Cell,
    size: Size,
}

impl Offsets {
    /// The offsets at which a box of size `b` overlaps one of size `a`; empty if either box is empty.
    ///
    /// Sides are limited to `u32::MAX`; no mask in memory has longer ones.
    pub fn new(a: Size, b: Size) -> Self {
        if a.is_empty() || b.is_empty() {
            return Self { first: Cell::ORIGIN, size: Size::default() };
        }
        let size = Size::new(a.width.saturating_add(b.width - 1), a.height.saturating_add(b.height - 1));
        Self { first: Cell::new(1 - i64::from(b.width), 1 - i64::from(b.height)), size }
    }

    /// The offsets by which `b` moves to overlap `a`.
    pub fn between(a: IntRect, b: IntRect) -> Self {
        let Self { first, size } = Self::new(a.size(), b.size());
        Self { first: first + (a.origin() - b.origin()), size }
    }

    /// The smallest grid that holds these offsets and those of `other`.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        let all = IntRect::new(self.first, self.size).union(IntRect::new(other.first, other.size));
        Self { first: all.origin(), size: all.size() }
    }

    /// Columns and rows of offsets.
    pub const fn size(self) -> Size {
        self.size
    }

    /// The smallest offset, which is in column 0 of row 0.
    pub const fn first(self) -> Cell {
        self.first
    }

    /// The offset in column `x` of row `y`.
    ///
    /// # Panics
    /// If it does not fit an [`Offset`]: beyond the grid, or between boxes with sides over 2³¹.
    pub fn offset(self, x: u32, y: u32) -> Offset {
        let along = |first: i64, n: u32| i32::try_from(first + i64::from(n)).expect("an offset of a grid fits i32");
        Offset::new(along(self.first.x, x), along(self.first.y, y))
    }

    /// The column and row of `offset`; `None` if the boxes do not overlap.
    #[inline]
    pub fn place(self, offset: Offset) -> Option<(u32, u32)> {
        // To the left of the first column the difference wraps to a huge number: one comparison checks both ends.
        let x = (i64::from(offset.x) - self.first.x).cast_unsigned();
        let y = (i64::from(offset.y) - self.first.y).cast_unsigned();
        #[expect(clippy::cast_possible_truncation, reason = "inside the grid, whose sides are u32")]
        let place = (x as u32, y as u32);
        if x < self.size.width.into() && y < self.size.height.into() { Some(place) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_i32_are_outside() {
        let offsets = Offsets::new(Size::new(3, 2), Size::new(2, 1));
        for (x, y) in [(i32::MIN, 0), (i32::MAX, 0), (0, i32::MIN), (0, i32::MAX), (-2, 0), (3, 0), (0, -1), (0, 2)] {
            assert_eq!(offsets.place(Offset::new(x, y)), None, "{x},{y}");
        }
        assert_eq!(offsets.place(Offset::new(2, 1)), Some((3, 1)));
    }
}
