//! The overlap of two masks at an offset.

use crate::geom::{Cell, IntRect, Offset, Size};
use crate::mask::{Prepared, overlap_box};

/// The overlap of two masks at an offset: the truth that scans are judged by.
///
/// All coordinates are those of one grid: A's own pixels in [`Collision::of`], or the world's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collision {
    /// A's box.
    pub box_a: IntRect,
    /// B's box.
    pub box_b: IntRect,
    /// The overlap box; `None` if the boxes do not overlap.
    pub overlap_box: Option<IntRect>,
    /// The number of cells set in both masks.
    pub overlap_area: u64,
    /// The smallest box around those cells.
    pub overlap_bounds: Option<IntRect>,
}

impl Collision {
    /// The overlap of `a` and `b` with B at `offset`, in A's own pixels.
    pub fn of(a: &Prepared, b: &Prepared, offset: Offset) -> Self {
        Self {
            box_a: a.mask().bounding_box(),
            box_b: IntRect::new(offset.cell(), b.mask().size()),
            overlap_box: overlap_box(a.mask().size(), b.mask().size(), offset),
            overlap_area: a.overlap_area(b, offset),
            overlap_bounds: a.overlap_bounds(b, offset),
        }
    }

    /// The same on a grid shifted by `by`: for the world, `by` is the cell of A's top left.
    #[must_use]
    pub fn translated(self, by: Cell) -> Self {
        let moved = |rect: IntRect| rect.translated(by);
        Self {
            box_a: moved(self.box_a),
            box_b: moved(self.box_b),
            overlap_box: self.overlap_box.map(moved),
            overlap_bounds: self.overlap_bounds.map(moved),
            ..self
        }
    }

    /// True if the boxes share a cell.
    pub const fn boxes_overlap(&self) -> bool {
        self.overlap_box.is_some()
    }

    /// True if the masks share a cell.
    pub const fn masks_overlap(&self) -> bool {
        self.overlap_area > 0
    }

    /// Columns and rows of the overlap box: `max(0, min(right) - max(left))` of Alex's article, and the same down.
    pub fn box_overlap(&self) -> Size {
        self.overlap_box.map_or(Size::default(), IntRect::size)
    }

    /// The overlap box's top left in A's own pixels, and in B's.
    pub fn origins(&self) -> Option<[Cell; 2]> {
        self.overlap_box.map(|shared| [self.box_a, self.box_b].map(|sprite| shared.origin() - sprite.origin()))
    }

    /// The centre of the overlap bounds, in cells; it need not lie on a shared cell.
    pub fn centre(&self) -> Option<(f64, f64)> {
        #[expect(clippy::cast_precision_loss, reason = "cells of a mask are far below 2^52")]
        let middle = |low: i64, high: i64| (low + high) as f64 / 2.0;
        self.overlap_bounds.map(|r| (middle(r.x, r.right()), middle(r.y, r.bottom())))
    }
}
