//! JPEG.

use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

use super::{
    Expected, Hostile, Meant, SIZE, colored, drawing, exif, file, opaque, oriented, refused, turned_by_exif, whole,
};

/// The tolerance of colours.
const NEARLY: u8 = 12;

fn jpeg(samples: &[u8], colour: ColorType, progressive: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 100);
    encoder.set_progressive(progressive);
    encoder.set_sampling_factor(SamplingFactor::F_1_1);
    encoder.encode(samples, SIZE.0.into(), SIZE.1.into(), colour).expect("a JPEG in memory");
    bytes
}

fn rgb() -> Vec<u8> {
    opaque().pixels.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect()
}

/// Returns inks: the complement of each colour, and no black.
fn inks() -> Vec<u8> {
    opaque().pixels.iter().flat_map(|[r, g, b, _]| [255 - r, 255 - g, 255 - b, 0]).collect()
}

fn greys() -> Vec<u8> {
    drawing().iter().map(|n| n * 80).collect()
}

/// A JPEG, to be damaged.
pub fn still() -> Vec<u8> {
    jpeg(&rgb(), ColorType::Rgb, false)
}

/// A JPEG of several scans, to be damaged.
pub fn progressive() -> Vec<u8> {
    jpeg(&rgb(), ColorType::Rgb, true)
}

fn segment(marker: u8, data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(data.len() + 2).expect("short").to_be_bytes();
    [[0xFF, marker].as_slice(), &length, data].concat()
}

/// Returns `jpeg` with a segment after its first marker.
fn with(jpeg: &[u8], segment: &[u8]) -> Vec<u8> {
    [&jpeg[..2], segment, &jpeg[2..]].concat()
}

/// Returns a segment with a thumbnail, which ends as a picture does.
fn thumbnail() -> Vec<u8> {
    segment(0xE1, &[b"Exif\0\0".as_slice(), &turned_by_exif(), &still()].concat())
}

fn whole_files() -> Vec<Hostile> {
    let nearly = Meant { tolerance: NEARLY, ..opaque() };
    let grey = colored(greys().iter().map(|&n| [n, n, n, 255]).collect(), false);
    let grey = Meant { tolerance: NEARLY, ..grey };
    let kind = |name: &str, samples: &[u8], colour, meant: &Meant| {
        [false, true].map(|progressive| {
            let name = format!("JPEG, {name}{}.jpg", if progressive { ", progressive" } else { "" });
            whole(name, jpeg(samples, colour, progressive), meant.clone())
        })
    };
    let turned = |orientation| with(&still(), &segment(0xE1, &[b"Exif\0\0".as_slice(), &exif(orientation)].concat()));
    let mut files = Vec::new();
    files.extend(kind("RGB", &rgb(), ColorType::Rgb, &nearly));
    files.extend(kind("grey", &greys(), ColorType::Luma, &grey));
    files.extend(kind("CMYK", &inks(), ColorType::Cmyk, &nearly));
    files.extend(kind("YCCK", &inks(), ColorType::CmykAsYcck, &nearly));
    files.extend((1..=8).map(|n| whole(format!("JPEG of orientation {n}.jpg"), turned(n), oriented(&nearly, n))));
    files.extend([
        whole("JPEG of an unknown orientation.jpg", turned(9), nearly.clone()),
        whole("JPEG with a thumbnail.jpg", with(&still(), &thumbnail()), oriented(&nearly, 6)),
        whole(
            "JPEG with 200 comments.jpg",
            with(&still(), &segment(0xFE, &[b'a'; 60_000]).repeat(200)),
            nearly.clone(),
        ),
        whole("JPEG with bytes behind its end.jpg", [still(), b"more".repeat(1_000)].concat(), nearly.clone()),
        whole("JPEG called PNG.png", still(), nearly),
    ]);
    files
}

/// Encodes the frame header of a grey JPEG, progressive or not.
fn frame(width: u16, height: u16, progressive: bool) -> Vec<u8> {
    let [w, h] = [width.to_be_bytes(), height.to_be_bytes()];
    segment(if progressive { 0xC2 } else { 0xC0 }, &[&[8], h.as_slice(), &w, &[1, 1, 0x11, 0]].concat())
}

/// Encodes a table of one code, a zero bit.
fn code(class: u8, means: u8) -> Vec<u8> {
    segment(0xC4, &[[class, 1].as_slice(), &[0; 15], &[means]].concat())
}

/// Encodes the tables of a grey JPEG. All quantisation steps are 1. The only code, a zero bit, means that 2^14 blocks,
/// plus the number in the next 14 bits, have nothing more; for the means of blocks, it means no change from the
/// previous block.
fn tables() -> Vec<u8> {
    [segment(0xDB, &[[0].as_slice(), &[1; 64]].concat()), code(0x00, 0x00), code(0x10, 0xE0)].concat()
}

/// Encodes a scan that ends as it begins.
fn empty_scan(width: u16, height: u16) -> Vec<u8> {
    let scan = segment(0xDA, &[1, 1, 0, 0, 63, 0]);
    [&[0xFF, 0xD8], frame(width, height, false).as_slice(), &tables(), &scan, &[0xFF, 0xD9]].concat()
}

/// Encodes 8,192 x 8,192 pixels in `scans` scans that all mark every block as complete.
fn many_scans(scans: usize) -> Vec<u8> {
    const BLOCKS: usize = 1_024 * 1_024;
    // 15 bits for 32,767 blocks; the rest of the scan would be ones.
    let runs = BLOCKS.div_ceil(32_767);
    let bits: Vec<u8> = (0..runs * 15).map(|bit| u8::from(bit % 15 != 0)).collect();
    let byte = |bits: &[u8]| (0..8).fold(0, |byte, n| byte << 1 | bits.get(n).copied().unwrap_or(1));
    let stuffed = |byte: u8| if byte == 0xFF { vec![0xFF, 0] } else { vec![byte] };
    let data: Vec<u8> = bits.chunks(8).map(byte).flat_map(stuffed).collect();
    let means = [segment(0xDA, &[1, 1, 0, 0, 0, 0]), vec![0; BLOCKS.div_ceil(8)]].concat();
    let scan = [segment(0xDA, &[1, 1, 0, 1, 63, 0]), data].concat();
    [&[0xFF, 0xD8], frame(8_192, 8_192, true).as_slice(), &tables(), &means, &scan.repeat(scans), &[0xFF, 0xD9]]
        .concat()
}

fn bombs() -> Vec<Hostile> {
    let bare = |width, height| [&[0xFF, 0xD8], frame(width, height, false).as_slice(), &[0xFF, 0xD9]].concat();
    let cut = |jpeg: Vec<u8>| jpeg[..jpeg.len() - 2].to_vec();
    let short = "JPEG image that is cut short";
    let more = "more scans than a picture needs";
    vec![
        refused("JPEG of 65,535 squared.jpg", empty_scan(65_535, 65_535), "--max-side raises it"),
        refused("JPEG of 16,384 squared.jpg", empty_scan(16_384, 16_384), "--max-pixels raises it"),
        refused("JPEG of no columns.jpg", bare(0, 4), "JPEG"),
        refused("JPEG of no rows.jpg", bare(4, 0), "JPEG"),
        refused("JPEG of 8,192 squared without a scan.jpg", bare(8_192, 8_192), "JPEG"),
        refused("JPEG without its end.jpg", cut(still()), short),
        refused("JPEG of several scans without its end.jpg", cut(progressive()), short),
        refused("JPEG whose only end is its thumbnail's.jpg", cut(with(&still(), &thumbnail())), short),
        refused("JPEG without a frame.jpg", vec![0xFF, 0xD8, 0xFF, 0xD9], "JPEG"),
        // The decoder fills missing parts of scans with grey.
        file("JPEG whose scan is empty.jpg", empty_scan(64, 64), Expected::Either),
        file("JPEG of one scan twice.jpg", many_scans(2), Expected::Either),
        refused("JPEG of 1,000 scans.jpg", many_scans(1_000), more),
        file("JPEG of 20,000 comments.jpg", with(&still(), &segment(0xFE, b"a").repeat(20_000)), Expected::Either),
        file(
            "JPEG of 60,000 tables.jpg",
            with(&still(), &segment(0xC4, &code(0, 0)[4..].repeat(3_000)).repeat(20)),
            Expected::Either,
        ),
    ]
}

pub fn files() -> Vec<Hostile> {
    whole_files().into_iter().chain(bombs()).collect()
}
