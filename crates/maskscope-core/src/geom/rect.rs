//! [`IntRect`]: a half-open box of cells.

use super::{Cell, Point, Size, whole};

/// A half-open box of cells: its left and top edge belong to it, its right and bottom edge do not.
///
/// A box whose [`right`](Self::right) is 5 does not touch column 5, and two boxes that share only an edge share no cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct IntRect {
    /// The leftmost column.
    pub x: i64,
    /// The topmost row, in y-down space.
    pub y: i64,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl IntRect {
    /// The box of `size` cells whose top left cell is `origin`.
    #[inline]
    pub const fn new(origin: Cell, size: Size) -> Self {
        Self { x: origin.x, y: origin.y, width: size.width, height: size.height }
    }

    /// The smallest box that contains both cells.
    ///
    /// Sides are limited to `u32::MAX`; no mask has longer ones.
    #[inline]
    pub fn spanning(first: Cell, second: Cell) -> Self {
        let side = |low: i64, high: i64| u32::try_from(high - low + 1).unwrap_or(u32::MAX);
        let (left, right) = (first.x.min(second.x), first.x.max(second.x));
        let (top, bottom) = (first.y.min(second.y), first.y.max(second.y));
        Self { x: left, y: top, width: side(left, right), height: side(top, bottom) }
    }

    /// The top left cell.
    #[inline]
    pub const fn origin(self) -> Cell {
        Cell::new(self.x, self.y)
    }

    /// The point in its middle.
    pub fn centre(self) -> Point {
        (whole(self.x + self.right()) / 2.0, whole(self.y + self.bottom()) / 2.0)
    }

    /// Columns and rows.
    #[inline]
    pub const fn size(self) -> Size {
        Size::new(self.width, self.height)
    }

    /// The first column to the right of the box.
    #[inline]
    pub fn right(self) -> i64 {
        self.x + i64::from(self.width)
    }

    /// The first row below the box.
    #[inline]
    pub fn bottom(self) -> i64 {
        self.y + i64::from(self.height)
    }

    /// The number of cells inside.
    pub fn area(self) -> u64 {
        self.size().area()
    }

    /// True if no cell is inside.
    pub const fn is_empty(self) -> bool {
        self.size().is_empty()
    }

    /// True if `cell` is inside.
    pub fn contains(self, cell: Cell) -> bool {
        (self.x..self.right()).contains(&cell.x) && (self.y..self.bottom()).contains(&cell.y)
    }

    /// The cells that both boxes contain; `None` if they share no cell, as boxes that only touch.
    #[inline]
    pub fn intersection(self, other: Self) -> Option<Self> {
        let span = |low: i64, high: i64| u32::try_from(high - low).ok().filter(|&side| side > 0);
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let width = span(x, self.right().min(other.right()))?;
        let height = span(y, self.bottom().min(other.bottom()))?;
        Some(Self { x, y, width, height })
    }

    /// The smallest box that contains both; an empty box adds nothing.
    #[inline]
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other,
            (_, true) => self,
            _ => {
                let last = Cell::new(self.right().max(other.right()) - 1, self.bottom().max(other.bottom()) - 1);
                Self::spanning(Cell::new(self.x.min(other.x), self.y.min(other.y)), last)
            }
        }
    }

    /// The number of columns and rows between the boxes; 0 if they touch or overlap along that axis.
    pub fn gap(self, other: Self) -> (u64, u64) {
        let between = |a_low: i64, a_high: i64, b_low: i64, b_high: i64| {
            u64::try_from((b_low - a_high).max(a_low - b_high)).unwrap_or(0)
        };
        (between(self.x, self.right(), other.x, other.right()), between(self.y, self.bottom(), other.y, other.bottom()))
    }

    /// The same box with its origin moved by `by`.
    #[inline]
    #[must_use]
    pub fn translated(self, by: Cell) -> Self {
        Self::new(self.origin() + by, self.size())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect(x: i64, y: i64, width: u32, height: u32) -> IntRect {
        IntRect { x, y, width, height }
    }

    #[test]
    fn boxes_that_share_an_edge_share_no_cell() {
        assert_eq!(rect(0, 0, 4, 4).intersection(rect(4, 0, 4, 4)), None);
        assert_eq!(rect(0, 0, 4, 4).intersection(rect(3, 0, 4, 4)), Some(rect(3, 0, 1, 4)));
        assert!(!rect(0, 0, 5, 1).contains(Cell::new(5, 0)));
    }

    #[test]
    fn empty_boxes_meet_nothing() {
        assert_eq!(rect(0, 0, 0, 4).intersection(rect(0, 0, 4, 4)), None);
        assert_eq!(rect(2, 2, 0, 0).union(rect(5, 6, 1, 1)), rect(5, 6, 1, 1));
    }

    #[test]
    fn gap_counts_the_empty_columns_and_rows_between() {
        assert_eq!(rect(0, 0, 4, 4).gap(rect(16, 2, 4, 4)), (12, 0));
        assert_eq!(rect(0, 0, 4, 4).gap(rect(-9, 4, 4, 4)), (5, 0));
        assert_eq!(rect(0, 0, 4, 4).gap(rect(1, 1, 1, 1)), (0, 0));
    }

    #[test]
    fn the_ends_of_i32_do_not_overflow() {
        let far = Cell::new(i32::MAX.into(), i32::MIN.into());
        let b = IntRect::new(far, Size::new(u32::MAX, u32::MAX));
        assert_eq!(b.intersection(rect(0, 0, 10, 10)), None);
        assert_eq!(b.right(), i64::from(i32::MAX) + i64::from(u32::MAX));
    }
}
