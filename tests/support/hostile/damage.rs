//! Whole files of each format, cut short or with changed bytes.

use super::{Expected, Hostile, aseprite, bmp, file, gif, jpeg, png, pnm, qoi, refused, tga, tiff, webp};

/// The numbers of cut lengths and of changed bytes for each file.
const CUTS: usize = 9;
const FLIPS: usize = 16;

/// Returns the format, the extension, and the bytes of each file to be damaged.
fn bases() -> [(&'static str, &'static str, Vec<u8>); 13] {
    [
        ("PNG", "png", png::still()),
        ("APNG", "png", png::animated()),
        ("GIF", "gif", gif::animated()),
        ("WebP", "webp", webp::still()),
        ("animated WebP", "webp", webp::animated()),
        ("BMP", "bmp", bmp::still()),
        ("TGA", "tga", tga::still()),
        ("QOI", "qoi", qoi::still()),
        ("PBM", "pbm", pnm::still()),
        ("TIFF", "tif", tiff::still()),
        ("JPEG", "jpg", jpeg::still()),
        ("progressive JPEG", "jpg", jpeg::progressive()),
        ("Aseprite", "aseprite", aseprite::animated()),
    ]
}

/// A generator of the same numbers every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % sides
    }
}

pub fn files() -> Vec<Hostile> {
    bases()
        .into_iter()
        .flat_map(|(format, extension, bytes)| {
            cuts(format, extension, &bytes).into_iter().chain(flips(format, extension, &bytes))
        })
        .collect()
}

/// Cuts a file within its first bytes, at even steps, and just before its end.
fn cuts(format: &str, extension: &str, bytes: &[u8]) -> Vec<Hostile> {
    let steps = (1..CUTS).map(|step| step * bytes.len() / CUTS);
    // Without its end mark of 12 bytes a PNG still has its pixels.
    let last = bytes.len() - if extension == "png" { 13 } else { 9 };
    let lengths = [12, 20, 30].into_iter().chain(steps).chain([last]);
    let mut lengths: Vec<_> = lengths.collect();
    lengths.sort_unstable();
    lengths.dedup();
    lengths
        .into_iter()
        .map(|length| refused(format!("{format} cut at {length}.{extension}"), bytes[..length].to_vec(), "it "))
        .collect()
}

/// Changes one byte in each copy, more often in the first 64 than in the others.
fn flips(format: &str, extension: &str, bytes: &[u8]) -> Vec<Hostile> {
    let mut dice = Dice(bytes.len() as u64);
    let mut flipped = |n: usize| {
        let place = dice.roll(if n.is_multiple_of(2) { bytes.len().min(64) } else { bytes.len() });
        let mut damaged = bytes.to_vec();
        damaged[place] ^= [0x01, 0x80, 0xFF, 0x10][n % 4];
        file(format!("{format} with byte {place} changed, {n}.{extension}"), damaged, Expected::Either)
    };
    (0..FLIPS).map(&mut flipped).collect()
}
