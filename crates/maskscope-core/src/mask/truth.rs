//! The brute-force truth: every cell of the overlap box, one by one.
//!
//! It is slow and obviously right, and judges every scan and every fast path of this crate.

use super::{Mask, overlap_box};
use crate::geom::{Cell, IntRect, Offset, Size};

/// The overlap of two masks, found cell by cell. All coordinates are A's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Truth {
    /// The overlap box; `None` if the boxes do not overlap.
    pub overlap_box: Option<IntRect>,
    /// The number of cells set in both masks.
    pub area: u64,
    /// The smallest box around those cells.
    pub bounds: Option<IntRect>,
    /// The first of them in row-major order.
    pub first: Option<Cell>,
}

impl Truth {
    /// The truth with B at `offset`, from every cell of the overlap box.
    pub fn of(a: &Mask, b: &Mask, offset: Offset) -> Self {
        let overlap_box = overlap_box(a.size(), b.size(), offset);
        let mut truth = Self { overlap_box, area: 0, bounds: None, first: None };
        let Some(shared) = overlap_box else { return truth };
        for y in shared.y..shared.bottom() {
            for x in shared.x..shared.right() {
                let cell = Cell::new(x, y);
                if a.get_cell(cell) && b.get_cell(cell - offset.cell()) {
                    let here = IntRect::new(cell, Size::new(1, 1));
                    truth.area += 1;
                    truth.bounds = Some(truth.bounds.map_or(here, |bounds| bounds.union(here)));
                    truth.first.get_or_insert(cell);
                }
            }
        }
        truth
    }

    /// True if the masks share any cell.
    pub const fn masks_overlap(&self) -> bool {
        self.area > 0
    }
}
