//! Masks of images, from the alpha of 64 pixels to 64 bits at a time.
//!
//! On x86-64 [`level::solid_bits`](super::level::solid_bits) uses SSE2, which every such processor has. Elsewhere a
//! loop takes one pixel at a time; tests compare the two.

use std::slice::ChunksExact;

use crate::geom::Size;
use crate::mask::{Mask, Solid, bits::index};

impl Mask {
    /// The mask of an RGBA image, four bytes per pixel, row by row: set where the pixel's alpha is `solid`.
    ///
    /// # Panics
    /// If `rgba` does not hold exactly `4 * size.area()` bytes.
    pub fn from_rgba(size: Size, rgba: &[u8], solid: Solid) -> Self {
        let (pixels, rest) = rgba.as_chunks::<4>();
        assert!(rest.is_empty(), "four bytes for each pixel of {size}");
        let mut rows = rows(size, pixels);
        Self::from_rows(size, |_, row| {
            let (whole, rest) = rows.next().unwrap_or_default().as_chunks();
            row.iter_mut().zip(whole).for_each(|(to, pixels)| *to = solid_bits(pixels, solid));
            if !rest.is_empty() {
                // Pixels beyond the row are padding, which `from_rows` clears even where zero is solid.
                let mut padded = [[0; 4]; 64];
                padded[..rest.len()].copy_from_slice(rest);
                row[whole.len()] = solid_bits(&padded, solid);
            }
        })
    }

    /// The mask of a byte per pixel, row by row: set where the byte is `solid`. It is the pixel's alpha, or the grey
    /// level of a mask image.
    ///
    /// ```
    /// use maskscope_core::{geom::Size, mask::{Mask, Solid}};
    ///
    /// let mask = Mask::from_alpha(Size::new(3, 2), &[0, 127, 128, 255, 9, 200], Solid::Above(127));
    /// assert_eq!(mask.to_text(), "..#\n#.#\n");
    /// ```
    ///
    /// # Panics
    /// If `alpha` does not hold exactly `size.area()` bytes.
    pub fn from_alpha(size: Size, alpha: &[u8], solid: Solid) -> Self {
        let mut rows = rows(size, alpha);
        Self::from_rows(size, |_, row| {
            let words = rows.next().unwrap_or_default().chunks(64);
            row.iter_mut().zip(words).for_each(|(to, alpha)| *to = one_by_one(alpha, |alpha| solid.holds(*alpha)));
        })
    }
}

/// The rows of an image.
fn rows<T>(size: Size, pixels: &[T]) -> ChunksExact<'_, T> {
    assert_eq!(u64::try_from(pixels.len()), Ok(size.area()), "exactly the pixels of {size}");
    pixels.chunks_exact(index(size.width).max(1))
}

/// One bit for each of 64 RGBA pixels, the first as bit 0, set where its alpha is `solid`.
#[inline]
fn solid_bits(pixels: &[[u8; 4]; 64], solid: Solid) -> u64 {
    #[cfg(target_arch = "x86_64")]
    return super::level::solid_bits(pixels, solid);
    #[cfg(not(target_arch = "x86_64"))]
    one_by_one(pixels, |pixel| solid.holds(pixel[3]))
}

/// One bit for each of up to 64 pixels, the first as bit 0.
fn one_by_one<T>(pixels: &[T], is_solid: impl Fn(&T) -> bool) -> u64 {
    pixels.iter().rev().fold(0, |bits, pixel| bits << 1 | u64::from(is_solid(pixel)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_alpha_is_solid_by_every_rule_as_the_loop_says() {
        for first in (0..=255_u8).step_by(64) {
            let pixels = std::array::from_fn(|n| {
                let alpha = first + u8::try_from(n).expect("below 64");
                [!alpha, alpha, 255, alpha]
            });
            for limit in 0..=255 {
                for solid in [Solid::Above(limit), Solid::AtLeast(limit), Solid::HasBits(limit)] {
                    let expected = one_by_one(&pixels, |pixel| solid.holds(pixel[3]));
                    assert_eq!(solid_bits(&pixels, solid), expected, "{solid}, alphas from {first}");
                }
            }
        }
    }

    #[test]
    fn alpha_is_solid_above_the_threshold() {
        let alphas = [0, 1, 127, 128, 255];
        let rgba: Vec<u8> = alphas.iter().flat_map(|&alpha| [9, 9, 9, alpha]).collect();
        let row = |threshold| Mask::from_rgba(Size::new(5, 1), &rgba, Solid::Above(threshold)).to_text();
        assert_eq!(row(0), ".####\n");
        assert_eq!(row(127), "...##\n");
        assert_eq!(row(255), ".....\n");
    }

    /// Every width around a word, with rules that zero satisfies, which must not affect the padding.
    #[test]
    fn images_and_planes_agree_with_from_fn_at_every_width_by_every_rule() {
        let limits = [0, 1, 128, 255];
        for width in [0, 1, 2, 63, 64, 65, 127, 128, 130] {
            let size = Size::new(width, 3);
            let alpha = |x: u32, y: u32| limits[((x * 7 + y * 13 + x * y) % 4) as usize];
            let alphas: Vec<u8> = (0..3).flat_map(|y| (0..width).map(move |x| alpha(x, y))).collect();
            let rgba: Vec<u8> = alphas.iter().flat_map(|&alpha| [!alpha, 0, 255, alpha]).collect();
            for limit in limits {
                for solid in [Solid::Above(limit), Solid::AtLeast(limit), Solid::HasBits(limit)] {
                    let expected = Mask::from_fn(size, |x, y| solid.holds(alpha(x, y)));
                    assert_eq!(Mask::from_rgba(size, &rgba, solid), expected, "{solid}, width {width}");
                    assert_eq!(Mask::from_alpha(size, &alphas, solid), expected, "{solid}, width {width}");
                    let inverted = Mask::from_fn(size, |x, y| !solid.holds(alpha(x, y)));
                    assert_eq!(!Mask::from_rgba(size, &rgba, solid), inverted, "not {solid}, width {width}");
                }
            }
        }
    }
}
