//! Orders made of straight lines, as those lines, along which masks can be read 64 cells at a time.

use crate::geom::{Cell, IntRect, Size};

/// A straight line of cells, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Its first cell.
    pub first: (u32, u32),
    /// Direction of the next cell.
    pub way: Way,
    /// The number of cells.
    pub length: u32,
}

/// The direction of a [`Segment`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// To higher columns.
    Right,
    /// To lower columns.
    Left,
    /// To higher rows.
    Down,
    /// To lower rows.
    Up,
}

impl Segment {
    /// Its cell number `along`, from 0.
    pub const fn cell(self, along: u32) -> (u32, u32) {
        let (x, y) = self.first;
        match self.way {
            Way::Right => (x + along, y),
            Way::Left => (x - along, y),
            Way::Down => (x, y + along),
            Way::Up => (x, y - along),
        }
    }

    /// The box around its cells.
    pub fn bounds(self) -> IntRect {
        let (last_x, last_y) = self.cell(self.length.saturating_sub(1));
        let (x, y) = (self.first.0.min(last_x), self.first.1.min(last_y));
        let size = match self.way {
            Way::Right | Way::Left => Size::new(self.length, 1),
            Way::Down | Way::Up => Size::new(1, self.length),
        };
        IntRect::new(Cell::new(x.into(), y.into()), size)
    }

    /// The same cells from the other end.
    #[must_use]
    pub const fn reversed(self) -> Self {
        let way = match self.way {
            Way::Right => Way::Left,
            Way::Left => Way::Right,
            Way::Down => Way::Up,
            Way::Up => Way::Down,
        };
        Self { first: self.cell(self.length.saturating_sub(1)), way, ..self }
    }
}

/// The segments of [`rows`](super::rows): each row from left to right.
pub fn row_segments(size: Size) -> impl Iterator<Item = Segment> {
    (0..size.height).map(move |y| Segment { first: (0, y), way: Way::Right, length: size.width })
}

/// The segments of [`columns`](super::columns): each column from top to bottom.
pub fn column_segments(size: Size) -> impl Iterator<Item = Segment> {
    (0..size.width).map(move |x| Segment { first: (x, 0), way: Way::Down, length: size.height })
}

/// The segments of a [`Spiral`](super::Spiral): the sides of its rings, each from its first cell to the beginning of
/// the next. Some are empty.
pub fn spiral_segments(size: Size) -> impl DoubleEndedIterator<Item = Segment> {
    (0..size.width.min(size.height).div_ceil(2)).flat_map(move |ring| {
        let (width, height) = (size.width - 2 * ring, size.height - 2 * ring);
        let (right, bottom) = (ring + width - 1, ring + height - 1);
        let side = |first, way, length| Segment { first, way, length };
        let is_thin = width == 1 || height == 1;
        // A ring one cell wide is only a column, one cell high only its top row.
        let sides = [
            side((ring, ring), Way::Right, if width == 1 { 0 } else { width }),
            if width == 1 {
                side((ring, ring), Way::Down, height)
            } else {
                side((right, ring + 1), Way::Down, height - 1)
            },
            side((right.saturating_sub(1), bottom), Way::Left, if is_thin { 0 } else { width - 1 }),
            side((ring, bottom.saturating_sub(1)), Way::Up, if is_thin { 0 } else { height - 2 }),
        ];
        sides.into_iter()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::walk::{self, small_sizes};

    fn cells(segments: impl Iterator<Item = Segment>) -> Vec<(u32, u32)> {
        segments.flat_map(|segment| (0..segment.length).map(move |along| segment.cell(along))).collect()
    }

    #[test]
    fn segments_are_the_orders_they_are_named_after() {
        for size in small_sizes() {
            assert_eq!(cells(row_segments(size)), walk::rows(size).collect::<Vec<_>>(), "{size}");
            assert_eq!(cells(column_segments(size)), walk::columns(size).collect::<Vec<_>>(), "{size}");
            assert_eq!(cells(spiral_segments(size)), walk::Spiral::new(size).collect::<Vec<_>>(), "{size}");
            let backwards = spiral_segments(size).rev().map(Segment::reversed);
            assert_eq!(cells(backwards), walk::Spiral::new(size).rev().collect::<Vec<_>>(), "{size}");
        }
    }
}
