//! Images as PNG of few bytes: with a palette where they have few colours. Every pixel comes back as it was, clear ones too.

use std::{borrow::Cow, collections::HashMap, io};

use png::{BitDepth, ColorType, Compression, Filter};

use maskscope_core::geom::Size;

/// The most colours of a palette.
const MOST: usize = 256;

/// The pixels of a PNG as they are before they are packed.
struct Raw<'a> {
    color: ColorType,
    depth: BitDepth,
    /// Red, green and blue of each colour.
    palette: Option<Vec<u8>>,
    /// Alpha of each colour.
    alpha: Option<Vec<u8>>,
    rows: Cow<'a, [u8]>,
}

/// An image of `size` in `rgba`, four bytes per pixel, as PNG; without `has_alpha` all of it is opaque, and stays so.
pub(in crate::files) fn encode(size: Size, rgba: &[u8], has_alpha: bool) -> Vec<u8> {
    let pixels = rgba.as_chunks::<4>().0;
    let full = Raw {
        color: if has_alpha { ColorType::Rgba } else { ColorType::Rgb },
        depth: BitDepth::Eight,
        palette: None,
        alpha: None,
        rows: if has_alpha { rgba.into() } else { pixels.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect() },
    };
    let filtered = |filter| packed(size, &full, filter);
    let ways = [filtered(Filter::Adaptive), filtered(Filter::NoFilter)].into_iter();
    let indexed = indexed(size, pixels, has_alpha).map(|raw| packed(size, &raw, Filter::NoFilter));
    ways.chain(indexed).min_by_key(Vec::len).unwrap_or_default()
}

/// The `samples` of an image of `size` as they are, 8 bits each.
pub(in crate::files) fn plain(size: Size, color: ColorType, samples: &[u8], filter: Filter) -> Vec<u8> {
    let rows = samples.into();
    packed(size, &Raw { color, depth: BitDepth::Eight, palette: None, alpha: None, rows }, filter)
}

/// The pixels by the numbers of their colours; `None` if there are too many colours.
fn indexed(size: Size, pixels: &[[u8; 4]], has_alpha: bool) -> Option<Raw<'static>> {
    let mut numbers = HashMap::<[u8; 4], u8>::new();
    let mut colors = Vec::<[u8; 4]>::new();
    let mut indices = Vec::with_capacity(pixels.len());
    for pixel in pixels {
        let number = match numbers.get(pixel) {
            Some(number) => *number,
            None => {
                let number = u8::try_from(colors.len()).ok()?;
                colors.push(*pixel);
                numbers.insert(*pixel, number);
                number
            }
        };
        indices.push(number);
    }
    debug_assert!(colors.len() <= MOST, "numbers are bytes");
    let (depth, bits) = match colors.len() {
        0..=2 => (BitDepth::One, 1),
        3..=4 => (BitDepth::Two, 2),
        5..=16 => (BitDepth::Four, 4),
        _ => (BitDepth::Eight, 8),
    };
    let width = usize::try_from(size.width).ok()?;
    let in_byte = |numbers: &[u8]| {
        let shifted = numbers.iter().enumerate().map(|(place, number)| number << (8 - bits * (place + 1)));
        shifted.fold(0, |byte, number| byte | number)
    };
    let rows = indices.chunks(width.max(1)).flat_map(|row| row.chunks(8 / bits).map(in_byte)).collect();
    Some(Raw {
        color: ColorType::Indexed,
        depth,
        palette: Some(colors.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect()),
        alpha: has_alpha.then(|| colors.iter().map(|[.., alpha]| *alpha).collect()),
        rows,
    })
}

fn packed(size: Size, raw: &Raw<'_>, filter: Filter) -> Vec<u8> {
    let write = |png: &mut Vec<u8>| -> io::Result<()> {
        let mut encoder = png::Encoder::new(png, size.width, size.height);
        encoder.set_color(raw.color);
        encoder.set_depth(raw.depth);
        encoder.set_compression(Compression::High);
        encoder.set_filter(filter);
        if let Some(palette) = &raw.palette {
            encoder.set_palette(palette);
        }
        if let Some(alpha) = &raw.alpha {
            encoder.set_trns(alpha);
        }
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&raw.rows)?;
        Ok(writer.finish()?)
    };
    let mut png = Vec::new();
    write(&mut png).expect("memory can be written to, and the rows are as long as the image is wide");
    png
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::files::{Limits, decode};

    #[test]
    fn every_pixel_comes_back() {
        for colors in [1, 2, 3, 4, 5, 16, 17, 255, 256, 257, 1_000] {
            for (width, height) in [(1, 1), (3, 2), (7, 5), (9, 130), (33, 31)] {
                for has_alpha in [false, true] {
                    let size = Size::new(width, height);
                    let pixel = |n: u32| {
                        let [.., high, low] = (n % colors).to_be_bytes();
                        // Clear pixels have colours, too.
                        [low, high, 7, if has_alpha { low.wrapping_mul(85) } else { 255 }]
                    };
                    let rgba: Vec<u8> = (0..width * height).flat_map(pixel).collect();
                    let png = encode(size, &rgba, has_alpha);
                    let read = decode(&png, Path::new(""), &Limits::default()).expect("a PNG");
                    assert_eq!((read.size(), read.has_alpha), (size, has_alpha), "{colors} colours");
                    assert!(read.rgba() == rgba, "{colors} colours, {size}");
                }
            }
        }
    }

    #[test]
    fn few_colours_take_few_bytes() {
        let size = Size::new(64, 64);
        let rgba: Vec<u8> =
            (0..64 * 64_u32).flat_map(|n| if n * n % 7 < 3 { [9, 9, 9, 255] } else { [0; 4] }).collect();
        assert!(encode(size, &rgba, true).len() < 400);
        let noise: Vec<u8> = (0..4 * 64 * 64_u32).map(|n| n.wrapping_mul(2_654_435_769).to_be_bytes()[0]).collect();
        assert!(encode(size, &noise, true).len() < 4 * 64 * 64 + 200);
    }
}
