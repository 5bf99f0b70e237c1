//! 64 pixels' alpha to 64 bits.
//!
//! On x86-64: shift each pixel's alpha down to a number of 32 bits, pack four vectors of those into one of bytes, compare
//! all sixteen at once, and take one bit of each (`movemask`). The instructions are SSE2's, which every such processor
//! has, so the processor need not be asked; [`level`](super::level) makes the call. Elsewhere a loop does it, a bit at a
//! time, and in the tests it judges the other.

use crate::mask::Solid;

/// One bit for each of 64 RGBA pixels, the first as bit 0, set where its alpha is `solid`.
#[inline]
pub fn solid_bits(pixels: &[[u8; 4]; 64], solid: Solid) -> u64 {
    #[cfg(target_arch = "x86_64")]
    return super::level::solid_bits(pixels, solid);
    #[cfg(not(target_arch = "x86_64"))]
    one_by_one(pixels, solid)
}

#[cfg(any(test, not(target_arch = "x86_64")))]
fn one_by_one(pixels: &[[u8; 4]; 64], solid: Solid) -> u64 {
    pixels.iter().rev().fold(0, |bits, pixel| bits << 1 | u64::from(solid.holds(pixel[3])))
}

#[cfg(target_arch = "x86_64")]
pub(super) mod sse2 {
    use std::arch::x86_64::{
        __m128i, _mm_and_si128, _mm_cmpeq_epi8, _mm_max_epu8, _mm_movemask_epi8, _mm_packs_epi32, _mm_packus_epi16,
        _mm_set_epi64x, _mm_set1_epi8, _mm_srli_epi32,
    };

    use crate::mask::Solid;

    /// [`solid_bits`](super::solid_bits) in vectors of 128 bits.
    #[inline]
    #[target_feature(enable = "sse2")]
    pub fn solid_bits(pixels: &[[u8; 4]; 64], solid: Solid) -> u64 {
        match solid {
            Solid::Above(u8::MAX) => 0,
            Solid::Above(threshold) => at_least(pixels, threshold + 1),
            Solid::AtLeast(least) => at_least(pixels, least),
            Solid::HasBits(bits) => {
                let bits = _mm_set1_epi8(bits.cast_signed());
                word(pixels, |alphas| _mm_cmpeq_epi8(_mm_and_si128(alphas, bits), bits))
            }
        }
    }

    /// `alpha >= least`, which these instructions can only say as: the greater of the two is alpha.
    #[inline]
    #[target_feature(enable = "sse2")]
    fn at_least(pixels: &[[u8; 4]; 64], least: u8) -> u64 {
        let least = _mm_set1_epi8(least.cast_signed());
        word(pixels, |alphas| _mm_cmpeq_epi8(_mm_max_epu8(alphas, least), alphas))
    }

    /// The bits of four times sixteen pixels; `test` sets the bytes of those that are solid.
    #[inline]
    #[target_feature(enable = "sse2")]
    fn word(pixels: &[[u8; 4]; 64], test: impl Fn(__m128i) -> __m128i) -> u64 {
        let mut word = 0;
        for (sixteen, pixels) in pixels.as_flattened().as_chunks::<64>().0.iter().enumerate() {
            let solid = _mm_movemask_epi8(test(alphas(pixels)));
            word |= u64::from(solid.cast_unsigned()) << (16 * sixteen);
        }
        word
    }

    /// The alphas of sixteen pixels, a byte each.
    #[inline]
    #[target_feature(enable = "sse2")]
    fn alphas(pixels: &[u8; 64]) -> __m128i {
        let [a, b, c, d] = [0, 16, 32, 48].map(|at| {
            let half = |at: usize| i64::from_le_bytes(std::array::from_fn(|byte| pixels[at + byte]));
            _mm_srli_epi32::<24>(_mm_set_epi64x(half(at + 8), half(at)))
        });
        _mm_packus_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, d))
    }
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
                    assert_eq!(solid_bits(&pixels, solid), one_by_one(&pixels, solid), "{solid}, alphas from {first}");
                }
            }
        }
    }
}
