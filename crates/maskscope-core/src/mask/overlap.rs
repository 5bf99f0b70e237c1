//! The overlap of two masks at an offset, as a box, a mask or a pixel; [`engine`](super::engine) computes hits and
//! areas.

use super::Mask;
use crate::geom::{Cell, IntRect, Offset, Size};

/// The overlap box of two sizes with B at `offset`, in A's space; `None` if the boxes do not overlap.
pub fn overlap_box(a: Size, b: Size, offset: Offset) -> Option<IntRect> {
    IntRect::new(Cell::ORIGIN, a).intersection(IntRect::new(offset.cell(), b))
}

impl Mask {
    /// The overlap mask with `other` at `offset`: as large as the overlap box, set where both are set.
    ///
    /// `None` if the boxes do not overlap. Pixel 0,0 of the result is the overlap box's top left.
    pub fn overlap(&self, other: &Self, offset: Offset) -> Option<Self> {
        let shared = overlap_box(self.size(), other.size(), offset)?;
        Some(Self::from_words(shared.size(), |word, row| {
            self.shared_bits(other, offset, shared.origin() + Cell::new(column(word), row.into()))
        }))
    }

    /// A pixel, in A's space, that is set in both masks with `other` at `offset`; `None` if the masks do not overlap.
    ///
    /// The search starts in row `first` and goes down, then tries the rows above it. Rows are A's own; a `first`
    /// outside the overlap box means the box's nearest row.
    pub fn shared_cell(&self, other: &Self, offset: Offset, first: i64) -> Option<Cell> {
        let shared = overlap_box(self.size(), other.size(), offset)?;
        let in_row = |y: i64| {
            (shared.x..shared.right()).step_by(64).find_map(|x| {
                let bits = self.shared_bits(other, offset, Cell::new(x, y));
                (bits != 0).then(|| Cell::new(x + i64::from(bits.trailing_zeros()), y))
            })
        };
        let first = first.clamp(shared.y, shared.bottom() - 1);
        (first..shared.bottom()).chain(shared.y..first).find_map(in_row)
    }

    /// The 64 pixels to the right of `cell` of the overlap box, in A's space, set if both masks are; clear beyond the
    /// box, since one of the masks ends there.
    fn shared_bits(&self, other: &Self, offset: Offset, cell: Cell) -> u64 {
        let in_other = cell - offset.cell();
        // Both rows are inside their masks if the cell is inside the box.
        let row = |y: i64| u32::try_from(y).unwrap_or(u32::MAX);
        self.bits_from(cell.x, row(cell.y)) & other.bits_from(in_other.x, row(in_other.y))
    }
}

/// The column at which a word of a row starts.
fn column(word: usize) -> i64 {
    64 * i64::try_from(word).expect("a word of a mask in memory")
}
