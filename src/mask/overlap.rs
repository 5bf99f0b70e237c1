//! What two masks share at an offset: 64 pixels at a time.

use super::Mask;
use crate::geom::{Cell, IntRect, Offset, Size};

/// The box that two sizes share with B at `offset`, in A's space, or `None` where the boxes are apart or only touch.
pub fn overlap_box(a: Size, b: Size, offset: Offset) -> Option<IntRect> {
    IntRect::new(Cell::ORIGIN, a).intersection(IntRect::new(offset.cell(), b))
}

impl Mask {
    /// The overlap mask with `other` at `offset`: as large as the overlap box, set where both are set.
    ///
    /// `None` where the boxes are apart. Pixel 0,0 of the result is the overlap box's top left.
    pub fn overlap(&self, other: &Self, offset: Offset) -> Option<Self> {
        let shared = overlap_box(self.size(), other.size(), offset)?;
        let mut overlap = Self::new(shared.size());
        self.for_each_shared_word(other, offset, shared, |word, y, bits| overlap.set_word(word, y, bits));
        Some(overlap)
    }

    /// The overlap area: how many pixels both masks have set with `other` at `offset`.
    pub fn overlap_area(&self, other: &Self, offset: Offset) -> u64 {
        let Some(shared) = overlap_box(self.size(), other.size(), offset) else { return 0 };
        let mut area = 0;
        self.for_each_shared_word(other, offset, shared, |_, _, bits| area += u64::from(bits.count_ones()));
        area
    }

    /// A pixel, in A's space, that both masks have set with `other` at `offset`, looked for in row `first` and those below
    /// it, then in those above; `None` where the masks do not overlap.
    ///
    /// Rows are A's own. A `first` outside the overlap box stands for the box's nearest row.
    pub fn shared_cell(&self, other: &Self, offset: Offset, first: u32) -> Option<(u32, u32)> {
        let shared = overlap_box(self.size(), other.size(), offset)?;
        let in_other = shared.origin() - offset.cell();
        let inside = |n: i64| u32::try_from(n).expect("inside both masks");
        let (left, top, top_of_other) = (inside(shared.x), inside(shared.y), inside(in_other.y));
        let shared_column = |row: u32| {
            (0..shared.width).step_by(64).find_map(|x| {
                let bits = self.bits_from(shared.x + i64::from(x), top + row)
                    & other.bits_from(in_other.x + i64::from(x), top_of_other + row);
                (bits != 0).then(|| (left + x + bits.trailing_zeros(), top + row))
            })
        };
        let first = first.saturating_sub(top).min(shared.height - 1);
        (first..shared.height).chain(0..first).find_map(shared_column)
    }

    /// The mask one pixel larger to all eight sides: a border of one pixel around it, and set wherever a neighbour is.
    ///
    /// ```text
    /// # .      # # # .
    ///          # # # .
    ///          # # # .
    /// ```
    pub fn grown(&self) -> Self {
        let mut grown = Self::new(Size::new(self.width() + 2, self.height() + 2));
        for y in 0..grown.height() {
            let rows = y.saturating_sub(2)..=y.min(self.height().saturating_sub(1));
            for word in 0..grown.stride() {
                let x = 64 * i64::try_from(word).expect("a word of a mask in memory");
                let around = rows.clone().flat_map(|row| [x - 2, x - 1, x].map(|x| self.bits_from(x, row)));
                let bits = around.fold(0, |all, bits| all | bits);
                grown.set_word(word, y, bits);
            }
        }
        grown
    }

    /// Calls `f(word, row, bits)` for each 64 cells of the overlap box, counted from its own top left.
    fn for_each_shared_word(&self, other: &Self, offset: Offset, shared: IntRect, mut f: impl FnMut(usize, u32, u64)) {
        let in_other = shared.origin() - offset.cell();
        let row_of = |y: i64, row: u32| u32::try_from(y).unwrap_or(u32::MAX) + row;
        for row in 0..shared.height {
            let (y_here, y_other) = (row_of(shared.y, row), row_of(in_other.y, row));
            for (word, x) in (0..i64::from(shared.width)).step_by(64).enumerate() {
                // Whatever lies right of the box lies outside one of the two masks, and reads as clear.
                f(word, row, self.bits_from(shared.x + x, y_here) & other.bits_from(in_other.x + x, y_other));
            }
        }
    }
}
