//! [`BlockPyramid`]: a mask at an eighth and at a sixty-fourth of its size.

use crate::geom::Size;
use crate::mask::Mask;

/// A mask at a coarser scale: one bit for each 8 × 8 and each 64 × 64 block, set where any of its pixels is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockPyramid {
    eights: Mask,
    sixty_fours: Mask,
}

impl BlockPyramid {
    /// The blocks of `mask`, counted from its top left; those at the right and bottom edge may be smaller.
    pub fn new(mask: &Mask) -> Self {
        let eights = by_eights(mask);
        let sixty_fours = by_eights(&eights);
        Self { eights, sixty_fours }
    }

    /// One bit per block of `side` × `side` pixels; `None` unless `side` is 8 or 64.
    pub const fn level(&self, side: u32) -> Option<&Mask> {
        match side {
            8 => Some(&self.eights),
            64 => Some(&self.sixty_fours),
            _ => None,
        }
    }
}

/// One bit for each 8 × 8 pixels, set where any of them is.
pub(in crate::mask) fn by_eights(mask: &Mask) -> Mask {
    let size = Size::new(mask.width().div_ceil(8), mask.height().div_ceil(8));
    Mask::from_words(size, |word, y| {
        let rows = y * 8..mask.height().min(y * 8 + 8);
        let union = |column: usize| rows.clone().fold(0, |all, y| all | mask.row(y).get(column).unwrap_or(&0));
        (0..8).fold(0, |bits, byte| bits | byte_flags(union(word * 8 + byte)) << (8 * byte))
    })
}

/// One bit for each byte of `word`, set where the byte is not zero.
fn byte_flags(word: u64) -> u64 {
    const LOW_BITS: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    // The high bit of each byte: adding 0x7f carries into it from any lower bit.
    let high_bits = (((word & LOW_BITS) + LOW_BITS) | word) & !LOW_BITS;
    // Moved down to bit 8n, the flag of byte n is multiplied to bit 56 + n. No two of the products share a bit.
    (high_bits >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_set_where_any_of_its_pixels_is() {
        for (width, height) in [(1, 1), (8, 8), (9, 8), (63, 65), (130, 70)] {
            let mask = Mask::from_fn(Size::new(width, height), |x, y| (x * 31 + y * 17) % 97 == 0);
            let blocks = BlockPyramid::new(&mask);
            for side in [8, 64] {
                let level = blocks.level(side).expect("a level");
                assert_eq!(level.size(), Size::new(width.div_ceil(side), height.div_ceil(side)));
                for (bx, by) in (0..level.width()).flat_map(|x| (0..level.height()).map(move |y| (x, y))) {
                    let mut pixels = (0..side).flat_map(|y| (0..side).map(move |x| (bx * side + x, by * side + y)));
                    assert_eq!(level.get(bx, by), pixels.any(|(x, y)| mask.get(x, y)), "{side}: {bx},{by}");
                }
            }
        }
    }

    #[test]
    fn a_byte_is_flagged_where_it_has_a_bit() {
        for word in [0, 1, 0x80, 0x8000_0000_0000_0000, 0x0001_0080_ff00_0010, u64::MAX, 0x0100_0000_0000_0001] {
            let bytes = word.to_le_bytes();
            let expected = (0..8).fold(0, |flags, n| flags | u64::from(bytes[n] != 0) << n);
            assert_eq!(byte_flags(word), expected, "{word:#x}");
        }
    }
}
