//! WebP. The `image` crate writes the lossless ones; the lossy ones are the smallest possible.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use image::ImageFormat;

use super::{Expected, Hostile, Meant, SIZE, clear, encoded, file, long, opaque, refused, turned_by_exif, whole};

/// A single pixel, lossy.
const LOSSY: &str = "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA";
/// The same with alpha.
const LOSSY_WITH_ALPHA: &str =
    "UklGRkoAAABXRUJQVlA4WAoAAAAQAAAAAAAAAAAAQUxQSAwAAAARBxAR/Q9ERP8DAABWUDggGAAAABQBAJ0BKgEAAQAAAP4AAA3AAP7mtQAAAA==";

const WITH_ALPHA: u8 = 0x10;
const WITH_EXIF: u8 = 0x08;
const ANIMATED: u8 = 0x02;

fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    [kind.as_slice(), &long(data.len()), data, &vec![0; data.len() % 2]].concat()
}

fn riff(chunks: &[u8]) -> Vec<u8> {
    chunk(b"RIFF", &[b"WEBP", chunks].concat())
}

/// Encodes a number in three bytes.
fn triple(n: usize) -> Vec<u8> {
    long(n)[..3].to_vec()
}

/// Encodes the header of a WebP of several chunks, which stores each side less one.
fn extended(flags: u8, width: usize, height: usize) -> Vec<u8> {
    chunk(b"VP8X", &[vec![flags, 0, 0, 0], triple(width - 1), triple(height - 1)].concat())
}

/// Encodes the chunk of the drawing, lossless.
fn picture() -> Vec<u8> {
    encoded(&clear(), ImageFormat::WebP).split_off(12)
}

/// Encodes a frame of an animation; its position is given in halves.
fn frame([x, y]: [usize; 2], [width, height]: [usize; 2], image: &[u8]) -> Vec<u8> {
    let head = [triple(x), triple(y), triple(width - 1), triple(height - 1), triple(100), vec![0]].concat();
    chunk(b"ANMF", &[&head, image].concat())
}

fn sides() -> [usize; 2] {
    [SIZE.0.into(), SIZE.1.into()]
}

fn animation(canvas: [usize; 2], frames: &[u8]) -> Vec<u8> {
    let header = extended(ANIMATED | WITH_ALPHA, canvas[0], canvas[1]);
    riff(&[header, chunk(b"ANIM", &[0; 6]), frames.to_vec()].concat())
}

/// An animated WebP, to be damaged.
pub fn animated() -> Vec<u8> {
    animation(sides(), &frame([0, 0], sides(), &picture()).repeat(2))
}

/// A still WebP, to be damaged.
pub fn still() -> Vec<u8> {
    encoded(&clear(), ImageFormat::WebP)
}

fn lossy() -> Vec<u8> {
    STANDARD.decode(LOSSY).expect("a WebP")
}

fn lossy_with_alpha() -> Vec<u8> {
    STANDARD.decode(LOSSY_WITH_ALPHA).expect("a WebP")
}

fn black_pixel(alpha: u8, has_alpha: bool) -> Meant {
    Meant { width: 1, pixels: vec![[0, 0, 0, alpha]], has_alpha, tolerance: 255, frames: 1 }
}

fn whole_files() -> Vec<Hostile> {
    let turned =
        [extended(WITH_ALPHA | WITH_EXIF, sides()[0], sides()[1]), picture(), chunk(b"EXIF", &turned_by_exif())];
    let strange = [extended(WITH_ALPHA, sides()[0], sides()[1]), chunk(b"quIz", b"what is it?"), picture()];
    vec![
        whole("WebP.webp", still(), clear()),
        whole("WebP without alpha.webp", encoded(&opaque(), ImageFormat::WebP), opaque()),
        whole("WebP, lossy.webp", lossy(), black_pixel(255, false)),
        whole("WebP, lossy, with alpha.webp", lossy_with_alpha(), black_pixel(0, true)),
        whole("WebP to be turned by its EXIF.webp", riff(&turned.concat()), clear()),
        whole("WebP with an unknown chunk.webp", riff(&strange.concat()), clear()),
        whole("WebP of two frames.webp", animated(), Meant { frames: 2, ..clear() }),
        whole("WebP called PNG.png", still(), clear()),
    ]
}

/// Encodes the first bytes of a lossless picture: its sides, and that it has alpha.
fn lossless_header(width: usize, height: usize) -> Vec<u8> {
    let bits = (width - 1) | ((height - 1) << 14) | (1 << 28);
    chunk(b"VP8L", &[vec![0x2F], long(bits).to_vec(), vec![0; 8]].concat())
}

fn bombs() -> Vec<Hostile> {
    let still_on = |width, height| riff(&[extended(WITH_ALPHA, width, height), picture()].concat());
    let (pixels, side) = ("--max-pixels raises it", "--max-side raises it");
    let large = |canvas, frames| {
        animation(canvas, &frame([0, 0], [8_192, 8_192], &lossless_header(8_192, 8_192)).repeat(frames))
    };
    vec![
        refused("WebP of 16,384 squared.webp", still_on(16_384, 16_384), pixels),
        refused("WebP of 2^24 squared.webp", still_on(1 << 24, 1 << 24), "WebP"),
        refused("WebP of 16,384 squared, lossless.webp", riff(&lossless_header(16_384, 16_384)), "16,384 px or more"),
        refused("WebP of 16,383 squared, lossless.webp", riff(&lossless_header(16_383, 16_383)), pixels),
        refused("WebP of 8,192 squared, without its pixels.webp", riff(&lossless_header(8_192, 8_192)), "WebP"),
        refused("WebP whose picture is smaller than its canvas.webp", still_on(20, 20), "WebP"),
        refused("WebP of 500 frames larger than its canvas.webp", large([1, 1], 500), "reaches out of"),
        refused(
            "WebP of 2,000 frames of 2,048 squared.webp",
            animation([2_048, 2_048], &frame([0, 0], sides(), &picture()).repeat(2_000)),
            pixels,
        ),
        refused(
            "WebP of 70,000 frames.webp",
            animation([1, 1], &frame([0, 0], [1, 1], &[]).repeat(70_000)),
            "at most 65,536 are read",
        ),
        refused(
            "WebP of 2^24 columns in two frames.webp",
            animation([1 << 24, 1], &frame([0, 0], sides(), &picture())),
            side,
        ),
        refused(
            "WebP whose frame reaches out.webp",
            animation(sides(), &frame([1, 1], sides(), &picture())),
            "reaches out of",
        ),
        refused(
            "WebP whose frame is not as large as it says.webp",
            animation(sides(), &frame([0, 0], [2, 2], &picture())),
            "WebP",
        ),
        refused("WebP without frames.webp", animation(sides(), &[]), "it has no frames"),
        refused("WebP without a picture.webp", riff(&extended(0, 4, 4)), "WebP"),
        refused(
            "WebP whose chunk is of 4 GiB.webp",
            riff(&[b"VP8L".as_slice(), &long(0xFFFF_FFF0), b"\x2F"].concat()),
            "WebP",
        ),
        refused("WebP of nothing.webp", riff(&[]), "WebP"),
        file("WebP with bytes behind its end.webp", [still(), b"more".repeat(1_000)].concat(), Expected::Either),
    ]
}

pub fn files() -> Vec<Hostile> {
    whole_files().into_iter().chain(bombs()).collect()
}
