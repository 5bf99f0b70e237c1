//! A visit of a scan, and the one that decides it.

use crate::geom::{Cell, IntRect, Size};

/// One test of a scan: a rectangle of cells, local to the overlap box.
///
/// 1 × 1 for a pixel, up to 64 × 1 for a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Visit {
    /// The leftmost column; negative only for scans that leave the overlap box.
    pub x: i32,
    /// The topmost row; negative only for scans that leave the overlap box.
    pub y: i32,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl Visit {
    /// The visit of the one cell `(x, y)`.
    #[inline]
    pub const fn cell(x: u32, y: u32) -> Self {
        Self { x: x.cast_signed(), y: y.cast_signed(), width: 1, height: 1 }
    }

    /// The visit of all cells of an overlap box of `size`.
    pub(super) const fn whole(size: Size) -> Self {
        Self { x: 0, y: 0, width: size.width, height: size.height }
    }

    /// The number of cells.
    #[inline]
    pub fn cells(self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    /// True if all its cells lie in an overlap box of `size`.
    pub fn is_in(self, size: Size) -> bool {
        let cells = self.in_space_of(IntRect::default());
        cells.intersection(IntRect::new(Cell::ORIGIN, size)) == Some(cells)
    }

    /// The visited cells in the space in which the overlap box is `overlap`.
    pub fn in_space_of(self, overlap: IntRect) -> IntRect {
        IntRect {
            x: overlap.x + i64::from(self.x),
            y: overlap.y + i64::from(self.y),
            width: self.width,
            height: self.height,
        }
    }
}

/// The visit that decided a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hit {
    /// The deciding visit.
    pub visit: Visit,
    /// Column and row of the shared cell, local to the overlap box, if the scan names one.
    pub cell: Option<(u32, u32)>,
}
