//! QOI.

use image::ImageFormat;

use super::{Hostile, clear, encoded, opaque, refused, whole};

fn header(width: u32, height: u32, channels: u8) -> Vec<u8> {
    [b"qoif".as_slice(), &width.to_be_bytes(), &height.to_be_bytes(), &[channels, 0]].concat()
}

/// Encodes a QOI without its pixels.
fn bare(width: u32, height: u32, channels: u8) -> Vec<u8> {
    [header(width, height, channels), vec![0, 0, 0, 0, 0, 0, 0, 1]].concat()
}

/// A QOI, to be damaged.
pub fn still() -> Vec<u8> {
    encoded(&clear(), ImageFormat::Qoi)
}

pub fn files() -> Vec<Hostile> {
    vec![
        whole("QOI.qoi", still(), clear()),
        whole("QOI without alpha.qoi", encoded(&opaque(), ImageFormat::Qoi), opaque()),
        whole("QOI called TGA.tga", still(), clear()),
        refused("QOI of 2^32 - 1 squared.qoi", bare(u32::MAX, u32::MAX, 4), "QOI"),
        refused("QOI of 20,000 columns.qoi", bare(20_000, 1, 4), "--max-side raises it"),
        refused("QOI of 16,384 squared.qoi", bare(16_384, 16_384, 4), "--max-pixels raises it"),
        refused("QOI of 8,192 squared without its pixels.qoi", bare(8_192, 8_192, 4), "QOI"),
        refused("QOI of no columns.qoi", bare(0, 4, 4), "QOI"),
        refused("QOI of no rows.qoi", bare(4, 0, 4), "QOI"),
        refused("QOI of 7 channels.qoi", bare(4, 4, 7), "QOI"),
    ]
}
