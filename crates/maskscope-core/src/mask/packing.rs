//! [`Packing`]: which word of a mask holds a pixel.

use super::{Packed, Prepared};

/// Layout of a mask's bits in words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Packing {
    /// Phaelax's: one run of bits in words of 32, rows not padded; see [`Packed`].
    #[default]
    Continuous,
    /// Each row begins a new word of 64 bits; see [`Mask`](super::Mask).
    PaddedRows,
}

impl Packing {
    /// Bits in a word.
    pub const fn word_bits(self) -> u32 {
        match self {
            Self::Continuous => u32::BITS,
            Self::PaddedRows => u64::BITS,
        }
    }
}

/// The word that holds a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WordAt {
    /// Packing of the mask.
    pub packing: Packing,
    /// Index of the word, from the mask's first on.
    pub word: u64,
    /// Bit of the pixel: 0 is the least significant.
    pub bit: u32,
    /// The word's bits, [`Packing::word_bits`] of them.
    pub bits: u64,
}

impl WordAt {
    /// True if a bit of the word is set.
    ///
    /// # Panics
    /// If `bit` is 64 or more, where overflow is checked.
    pub const fn is_set(self, bit: u32) -> bool {
        self.bits >> bit & 1 == 1
    }

    /// The word in hexadecimal, with leading zeros: `0x0003FFC0`.
    pub fn hex(self) -> String {
        let digits = (self.packing.word_bits() / 4) as usize;
        format!("0x{:0digits$X}", self.bits)
    }
}

impl Prepared {
    /// The word that holds pixel `(x, y)`; `None` outside the mask.
    pub fn word_at(&self, packing: Packing, x: u32, y: u32) -> Option<WordAt> {
        let mask = self.mask();
        if x >= mask.width() || y >= mask.height() {
            return None;
        }
        let in_row = x / u64::BITS;
        let (word, bit, bits) = match packing {
            Packing::Continuous => {
                let (word, bit) = Packed::word_and_bit(self.packed().pixel_index(x, y));
                (word, bit, self.packed().words()[usize::try_from(word).ok()?].into())
            }
            Packing::PaddedRows => {
                let word = u64::from(y) * mask.stride() as u64 + u64::from(in_row);
                (word, x % u64::BITS, mask.row(y)[in_row as usize])
            }
        };
        Some(WordAt { packing, word, bit, bits })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{geom::Size, mask::Mask};

    #[test]
    fn pixel_74_lies_behind_word_2_bit_10() {
        let mask = Prepared::new(Mask::from_fn(Size::new(16, 5), |x, y| y * 16 + x == 74));
        let at = mask.word_at(Packing::Continuous, 10, 4).expect("inside");
        assert_eq!((at.word, at.bit, at.hex()), (2, 10, "0x00000400".to_owned()));
        let padded = mask.word_at(Packing::PaddedRows, 10, 4).expect("inside");
        assert_eq!((padded.word, padded.bit, padded.hex()), (4, 10, "0x0000000000000400".to_owned()));
    }

    #[test]
    fn every_pixel_is_its_bit_in_both_packings() {
        for width in [1, 31, 64, 65, 130] {
            let mask = Prepared::new(Mask::from_fn(Size::new(width, 5), |x, y| (x * 3 + y * 5) % 7 < 3));
            for packing in [Packing::Continuous, Packing::PaddedRows] {
                for (x, y) in (0..5).flat_map(|y| (0..width).map(move |x| (x, y))) {
                    let at = mask.word_at(packing, x, y).expect("inside");
                    assert_eq!(at.is_set(at.bit), mask.mask().get(x, y), "{x},{y} of width {width}");
                }
                assert_eq!(mask.word_at(packing, width, 0), None);
            }
        }
    }
}
