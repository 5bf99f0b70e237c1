//! [`Packed`]: a mask in continuous words of 32 bits.

use crate::geom::Size;
use crate::mask::{Mask, bits::index};

/// Phaelax's packing of a mask ("Pixel-Perfect Collision", 2017): one continuous run of bits in 32-bit words.
///
/// Pixel `n = y * width + x` is bit `n % 32`, least significant first, of word `n / 32`. Rows are not padded: a row may
/// begin in the middle of a word, and only the last word may have spare bits, up to 31, which stay clear.
///
/// ```text
/// 74 / 32 = 2, 74 - 2 * 32 = 10: pixel 74 is bit 10 of word 2
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    size: Size,
    words: Vec<u32>,
}

impl Packed {
    /// Packs `mask`.
    pub fn new(mask: &Mask) -> Self {
        let size = mask.size();
        let count = usize::try_from(size.area().div_ceil(32)).unwrap_or(usize::MAX);
        let mut packed = Self { size, words: vec![0; count] };
        for y in 0..size.height {
            for (word, bits) in mask.row(y).iter().enumerate() {
                let first = packed.pixel_index(0, y) + 64 * word as u64;
                packed.or_bits(first, *bits);
            }
        }
        packed
    }

    /// Columns and rows of the mask that was packed.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The words, first to last.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// The index `n = y * width + x` of pixel `(x, y)`.
    #[inline]
    pub fn pixel_index(&self, x: u32, y: u32) -> u64 {
        u64::from(y) * u64::from(self.size.width) + u64::from(x)
    }

    /// Indices of the word that holds pixel `n` and of its bit in that word.
    #[inline]
    pub const fn word_and_bit(n: u64) -> (u64, u32) {
        (n / 32, (n % 32) as u32)
    }

    /// The bit of pixel `(x, y)`.
    ///
    /// # Panics
    /// If the pixel lies beyond the last word.
    #[inline]
    pub fn bit(&self, x: u32, y: u32) -> bool {
        let n = index(y) * index(self.size.width) + index(x);
        self.words[n / 32] >> (n % 32) & 1 == 1
    }

    /// Sets the 64 pixels from `first` on for the set bits of `bits`: they lie in at most three words.
    fn or_bits(&mut self, first: u64, bits: u64) {
        let (word, bit) = Self::word_and_bit(first);
        let mut spread = u128::from(bits) << bit;
        let mut word = usize::try_from(word).expect("a word of a mask in memory");
        while spread != 0 {
            #[expect(clippy::cast_possible_truncation, reason = "the low 32 bits are what this word takes")]
            let low = spread as u32;
            self.words[word] |= low;
            spread >>= 32;
            word += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixel_74_is_word_2_bit_10() {
        assert_eq!(Packed::word_and_bit(74), (2, 10));
        let mask = Mask::from_fn(Size::new(16, 5), |x, y| y * 16 + x == 74);
        assert_eq!(Packed::new(&mask).words(), [0, 0, 1 << 10]);
    }

    #[test]
    fn rows_are_not_padded() {
        let mask: Mask = "#..\n.#.\n..#".parse().expect("a mask");
        assert_eq!(Packed::new(&mask).words(), [0b1_0001_0001]);
    }

    #[test]
    fn every_bit_is_where_the_formula_puts_it() {
        for width in [1, 31, 32, 33, 63, 64, 65, 100] {
            let mask = Mask::from_fn(Size::new(width, 9), |x, y| (x * 3 + y * 5) % 7 < 3);
            let packed = Packed::new(&mask);
            assert_eq!(packed.words().len() as u64, mask.size().area().div_ceil(32));
            for (x, y) in (0..9).flat_map(|y| (0..width).map(move |x| (x, y))) {
                assert_eq!(packed.bit(x, y), mask.get(x, y), "{x},{y} of width {width}");
            }
            let set: u32 = packed.words().iter().map(|word| word.count_ones()).sum();
            assert_eq!(u64::from(set), mask.count(), "spare bits stay clear");
        }
    }

    #[test]
    fn a_sprite_of_256_squared_takes_8192_bytes() {
        let packed = Packed::new(&Mask::new(Size::new(256, 256)));
        assert_eq!(size_of_val(packed.words()), 8_192);
    }
}
