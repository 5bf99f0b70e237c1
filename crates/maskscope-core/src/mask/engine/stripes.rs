//! [`StripedMask`]: a mask in columns of words.

use super::extents::Extents;
use crate::geom::{IntRect, Size};
use crate::mask::{Mask, bits::index};

/// Rows that are read together: 512 bits, one cache line.
pub const BLOCK: usize = 8;

/// A mask cut into stripes of 64 columns: a word is 64 pixels of one row, and the words of a stripe lie one below the
/// other, as in pygame's masks.
///
/// ```text
/// rows of words     0 1 2        stripes     0 4 8
///                   3 4 5                    1 5 9        row 3 is a guard: zero, and
///                   6 7 8                    2 6 10       read with the rows above it
///                                            3 7 11
/// ```
///
/// Two masks at any offset are then compared with one shift for a whole stripe, so the loop down a stripe compiles to
/// plain vector instructions. At least eight zero words follow each stripe, so that every block has eight rows.
///
/// Source: pygame's `bitmask.h`; the guards are an addition.
#[derive(Debug)]
pub struct StripedMask {
    /// Columns and rows of the mask.
    pub size: Size,
    /// Words from one stripe to the next: the rows, in whole blocks, and one block of guards.
    pitch: usize,
    /// The first stripe's first word, at the start of a cache line.
    start: usize,
    words: Vec<u64>,
    /// The mask's tight bounds; `None` if no pixel is set.
    pub bounds: Option<IntRect>,
    /// The first and the last set column of each row.
    pub(super) extents: Extents,
}

impl StripedMask {
    /// The stripes of `mask`.
    pub fn new(mask: &Mask) -> Self {
        let rows = index(mask.height());
        let pitch = rows.next_multiple_of(BLOCK) + BLOCK;
        let count = mask.stride() * pitch + BLOCK;
        let mut words = vec![0_u64; count];
        let start = words.as_ptr().align_offset(64).min(BLOCK);
        for top in (0..mask.height()).step_by(BLOCK) {
            for stripe in 0..mask.stride() {
                let to = start + stripe * pitch;
                for y in top..mask.height().min(top + 8) {
                    words[to + index(y)] = mask.row(y)[stripe];
                }
            }
        }
        let bounds = mask.bounds();
        let extents = Extents::new(mask, bounds.map_or(0, IntRect::area));
        Self { size: mask.size(), pitch, start, words, bounds, extents }
    }

    /// `rows` rows of stripe `stripe`, from row `row` on. Up to seven rows below the mask can be read, and are clear.
    #[inline(always)]
    pub fn rows(&self, stripe: usize, row: usize, rows: usize) -> &[u64] {
        let from = self.start + stripe * self.pitch + row;
        &self.words[from..from + rows]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_where_the_picture_puts_it_and_guards_are_clear() {
        for (width, height) in [(0, 0), (1, 1), (64, 8), (65, 9), (130, 63)] {
            let mask = Mask::from_fn(Size::new(width, height), |x, y| (x * 7 + y * 13) % 5 == 0);
            let stripes = StripedMask::new(&mask);
            for stripe in 0..mask.stride() {
                for (row, word) in (0..).zip(stripes.rows(stripe, 0, stripes.pitch)) {
                    let expected = if row < height { mask.row(row)[stripe] } else { 0 };
                    assert_eq!(*word, expected, "stripe {stripe}, row {row} of {width} × {height}");
                }
            }
        }
    }
}
