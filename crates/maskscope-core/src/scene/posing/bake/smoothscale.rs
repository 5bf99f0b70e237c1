//! `pygame.transform.smoothscale`: the mean of pixels that shrink together, a blend of two for pixels that grow; rows
//! first, then columns.
//!
//! This is pygame's arithmetic on all processors with SSE2 or NEON: sums of 16 bits that overflow, fractions of a pixel
//! in 1 / 16,384 for shrinking and in 1 / 256 for growing. Without SSE2 and NEON, or after
//! `set_smoothscale_backend("GENERIC")`, its levels may differ by one or two.
//!
//! Source: pygame-ce 2.5.8, `transform.c` and `simd_transform_sse2.c`.

use super::rule::{Surface, SurfaceRule};
use crate::geom::Size;

pub(super) static RULE: SurfaceRule = SurfaceRule {
    refuses: |_, call| call.is_turned().then_some("cannot turn; pygame.rotozoom can"),
    size: |size, call| call.scaled(size),
    bake: |source, call, _| {
        let size = call.scaled(source.size);
        let wide = along_rows(source, size.width);
        if size.height == source.size.height { wide } else { along_rows(&wide.transposed(), size.height).transposed() }
    },
    keeps_upright: true,
    adds_alpha: false,
};

/// One pixel in fixed point, for shrinking.
const ONE: u64 = 0x4000;

/// Every row with `width` pixels.
fn along_rows(source: &Surface, width: u32) -> Surface {
    let count = |side: u32| usize::try_from(side).expect("u32 fits in usize");
    let rows = source.pixels.chunks_exact(count(source.size.width));
    let pixels = match width.cmp(&source.size.width) {
        std::cmp::Ordering::Less => rows.flat_map(|row| shrunk(row, count(width))).collect(),
        std::cmp::Ordering::Equal => source.pixels.clone(),
        std::cmp::Ordering::Greater => rows.flat_map(|row| grown(row, count(width))).collect(),
    };
    Surface { size: Size::new(width, source.size.height), pixels }
}

/// A row with fewer pixels: each the mean of those it covers, weighted by the part that it covers.
fn shrunk(row: &[[u8; 4]], count: usize) -> Vec<[u8; 4]> {
    let span = ONE * row.len() as u64 / count as u64;
    let inverse = low((0x4000_0000) / span);
    let mut new = Vec::with_capacity(count);
    let mut sums = [0_u16; 4];
    let mut left = span;
    for pixel in row {
        if left > ONE {
            left -= ONE;
            for (sum, level) in sums.iter_mut().zip(pixel) {
                *sum = sum.wrapping_add((*level).into());
            }
            continue;
        }
        let rest = ONE - left;
        new.push(std::array::from_fn(|n| {
            let level = u16::from(pixel[n]) << 2;
            let sum = product_high(level, low(left)).wrapping_add(sums[n]);
            sums[n] = product_high(level, low(rest));
            let mean = product_high(sum, inverse).cast_signed();
            u8::try_from(mean.max(0)).unwrap_or(u8::MAX)
        }));
        left = span - rest;
    }
    // Rows of over 16,384 pixels that hardly shrink: pygame writes beyond their end.
    new.resize(count, [0; 4]);
    new
}

/// A row with more pixels: each a blend of the two nearest. The last pixel is never quite reached.
fn grown(row: &[[u8; 4]], count: usize) -> Vec<[u8; 4]> {
    let steps = row.len() - 1;
    let pixel = |at: usize| {
        let (one, next) = (at * steps / count, 0x100 * (at * steps % count) / count);
        let other = (one + 1).min(steps);
        std::array::from_fn(|n| {
            let sum = usize::from(row[one][n]) * (0x100 - next) + usize::from(row[other][n]) * next;
            (sum >> 8).to_le_bytes()[0]
        })
    };
    (0..count).map(pixel).collect()
}

/// The upper 16 bits of a product.
fn product_high(one: u16, other: u16) -> u16 {
    low((u64::from(one) * u64::from(other)) >> 16)
}

/// The lower 16 bits.
const fn low(n: u64) -> u16 {
    (n & 0xffff) as u16
}
