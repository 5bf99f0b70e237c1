//! [`Coarse`]: blocks of 8 × 8 pixels, compared before the pixels themselves.

use super::{overlay::Overlay, stripes::StripedMask};
use crate::geom::{Cell, IntRect, Size};
use crate::mask::{Mask, tables::by_eights};

/// A mask at an eighth of its size: one bit for each 8 × 8 pixels, set where any of them is.
///
/// A block of another mask can lie anywhere on this one's blocks, so it touches up to four of them. `spread` combines
/// those four into one bit, that of the lower right block; it has one more row and column than `blocks`.
///
/// ```text
/// blocks   . . .      spread   . . . .
///          . # .               . # # .
///          . . .               . # # .
///                              . . . .
/// ```
#[derive(Debug)]
pub struct Coarse {
    blocks: StripedMask,
    spread: StripedMask,
}

impl Coarse {
    /// The blocks of `mask`.
    pub fn new(mask: &Mask) -> Self {
        let blocks = by_eights(mask);
        let size = Size::new(blocks.width() + 1, blocks.height() + 1);
        let spread = Mask::from_words(size, |word, y| {
            let x = i64::try_from(word).unwrap_or(0) * 64;
            let row = |y: u32| blocks.bits_from(x, y) | blocks.bits_from(x - 1, y);
            row(y) | y.checked_sub(1).map_or(0, row)
        });
        Self { blocks: StripedMask::new(&blocks), spread: StripedMask::new(&spread) }
    }

    /// `other` laid over this mask, `offset` in pixels; `None` if no blocks can meet.
    #[inline(always)]
    pub(super) fn overlay<'a>(&'a self, other: &'a Self, offset: Cell) -> Option<Overlay<'a>> {
        Overlay::new(&self.spread, &other.blocks, Cell::new((offset.x >> 3) + 1, (offset.y >> 3) + 1))
    }
}

impl Overlay<'_> {
    /// True if blocks of this overlay of blocks meet near `tile`, a box of pixels, with B's pixels at `offset`.
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
