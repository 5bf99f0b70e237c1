use super::stripes::Stripes;
use crate::{
    geom::{Cell, IntRect, Size},
    mask::Mask,
};

use super::overlay::Overlay;

/// A mask seen from eight times as far: one bit for each 8 × 8 pixels, set where any of them is.
///
/// Another mask's blocks lie anywhere on this one's, so each touches up to four of them. `spread` holds those four in
/// one bit, the block at its lower right; it has one more row and column than `blocks`.
///
/// ```text
/// blocks   . . .      spread   . . . .
///          . # .               . # # .
///          . . .               . # # .
///                              . . . .
/// ```
#[derive(Debug)]
pub struct Coarse {
    blocks: Stripes,
    spread: Stripes,
}

impl Coarse {
    /// The blocks of `mask`.
    pub fn new(mask: &Mask) -> Self {
        let blocks = Mask::from_fn_words(Size::new(mask.width().div_ceil(8), mask.height().div_ceil(8)), |word, y| {
            let rows = y * 8..mask.height().min(y * 8 + 8);
            let union = |column: usize| rows.clone().fold(0, |all, y| all | mask.row(y).get(column).unwrap_or(&0));
            (0..8).fold(0, |bits, byte| bits | byte_flags(union(word * 8 + byte)) << (8 * byte))
        });
        let size = Size::new(blocks.width() + 1, blocks.height() + 1);
        let spread = Mask::from_fn_words(size, |word, y| {
            let x = i64::try_from(word).unwrap_or(0) * 64;
            let row = |y: u32| blocks.bits_from(x, y) | blocks.bits_from(x - 1, y);
            row(y) | y.checked_sub(1).map_or(0, row)
        });
        Self { blocks: Stripes::new(&blocks), spread: Stripes::new(&spread) }
    }

    /// `other` laid over this with its pixels at `offset` from this one's; `None` where no blocks can meet.
    #[inline(always)]
    pub fn overlay<'a>(&'a self, other: &'a Self, offset: Cell) -> Option<Overlay<'a>> {
        Overlay::new(&self.spread, &other.blocks, Cell::new((offset.x >> 3) + 1, (offset.y >> 3) + 1))
    }
}

impl Overlay<'_> {
    /// Whether blocks of this overlay of blocks meet near `tile`, a box of pixels, with B's pixels at `offset`.
    #[inline(always)]
    pub fn blocks_meet(self, tile: IntRect, offset: Cell) -> bool {
        let (first, last) = (tile.origin() - offset, Cell::new(tile.right() - 1, tile.bottom() - 1) - offset);
        let first = Cell::new(first.x >> 3, first.y >> 3) + self.offset;
        let last = Cell::new(last.x >> 3, last.y >> 3) + self.offset;
        let near = IntRect::spanning(first, last);
        let Some(near) = self.shared.intersection(near) else { return false };
        self.meets(near)
    }
}

/// One bit for each byte of `word`, set where the byte is not zero.
fn byte_flags(word: u64) -> u64 {
    const LOW_BITS: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let high_bits = (((word & LOW_BITS) + LOW_BITS) | word) & !LOW_BITS;
    // Bit 7 of byte n, now bit 8 n, goes to bit 56 + n: no two of the products fall on the same bit.
    (high_bits >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_is_flagged_where_it_has_a_bit() {
        for word in [0, 1, 0x80, 0x8000_0000_0000_0000, 0x0001_0080_ff00_0010, u64::MAX, 0x0100_0000_0000_0001] {
            let bytes = word.to_le_bytes();
            let expected = (0..8).fold(0, |flags, n| flags | u64::from(bytes[n] != 0) << n);
            assert_eq!(byte_flags(word), expected, "{word:#x}");
        }
    }
}
