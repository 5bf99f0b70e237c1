//! 64 pixels' alpha to 64 bits with SSE2: pack the alphas of sixteen pixels into one vector, compare all of them at once,
//! and take one bit of each (`movemask`).

use std::arch::x86_64::{__m128i, _mm_and_si128, _mm_cmpeq_epi8, _mm_max_epu8, _mm_movemask_epi8, _mm_packs_epi32};
use std::arch::x86_64::{_mm_packus_epi16, _mm_set_epi64x, _mm_set1_epi8, _mm_srli_epi32};

use crate::mask::Solid;

/// One bit for each of 64 RGBA pixels, the first as bit 0, set where its alpha is `solid`.
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

/// `alpha >= least`: SSE2 compares unsigned bytes only for equality, so the greater of both is compared with alpha.
#[inline]
#[target_feature(enable = "sse2")]
fn at_least(pixels: &[[u8; 4]; 64], least: u8) -> u64 {
    let least = _mm_set1_epi8(least.cast_signed());
    word(pixels, |alphas| _mm_cmpeq_epi8(_mm_max_epu8(alphas, least), alphas))
}

/// The bits of 4 × 16 pixels; `test` sets the bytes of those that are solid.
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

/// The alphas of 16 pixels, a byte each: each pixel shifted down to its alpha, then four vectors packed into one.
#[inline]
#[target_feature(enable = "sse2")]
fn alphas(pixels: &[u8; 64]) -> __m128i {
    let [a, b, c, d] = [0, 16, 32, 48].map(|at| {
        let half = |at: usize| i64::from_le_bytes(std::array::from_fn(|byte| pixels[at + byte]));
        _mm_srli_epi32::<24>(_mm_set_epi64x(half(at + 8), half(at)))
    });
    _mm_packus_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, d))
}
