//! A mask with columns and rows exchanged, 64 × 64 pixels at a time.

use std::array;

use crate::geom::Size;
use crate::mask::{Mask, bits::index};

impl Mask {
    /// The mask with columns and rows exchanged.
    #[must_use]
    pub(in crate::mask) fn transposed(&self) -> Self {
        let mut turned = Self::new(Size::new(self.height(), self.width()));
        for top in (0..self.height()).step_by(64) {
            for (word, left) in (0..self.width()).step_by(64).enumerate() {
                let row = |y: usize| top + u32::try_from(y).unwrap_or(u32::MAX);
                let word_of = |y: u32| if y < self.height() { self.row(y)[word] } else { 0 };
                let columns = transposed(array::from_fn(|y| word_of(row(y))));
                for (x, bits) in (left..self.width()).zip(columns) {
                    turned.set_word(index(top / 64), x, bits);
                }
            }
        }
        turned
    }
}

/// Exchanges bit x of word y with bit y of word x: first between the quarters of the square, then within each, and so on.
fn transposed(mut square: [u64; 64]) -> [u64; 64] {
    let (mut side, mut low) = (32, u64::MAX >> 32);
    while side > 0 {
        for y in (0..64).filter(|y| y & side == 0) {
            let exchanged = (square[y] >> side ^ square[y + side]) & low;
            square[y] ^= exchanged << side;
            square[y + side] ^= exchanged;
        }
        side /= 2;
        low ^= low << side;
    }
    square
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_become_rows() {
        for (width, height) in [(0, 3), (1, 1), (64, 64), (3, 130), (130, 65), (63, 1)] {
            let pixel = |x: u32, y: u32| (x * 7 + y * 13 + x * y).is_multiple_of(5);
            let turned = Mask::from_fn(Size::new(width, height), pixel).transposed();
            assert_eq!(turned, Mask::from_fn(Size::new(height, width), |x, y| pixel(y, x)), "{width} × {height}");
        }
    }
}
