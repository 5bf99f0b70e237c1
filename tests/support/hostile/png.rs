//! PNG and APNG.

use super::{
    COLOURS, Expected, Hostile, Meant, SIZE, clear, colored, drawing, file, opaque, refused, rgba, turned_by_exif,
    whole, zeros, zlib,
};

pub const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The numbers of the kinds of colour.
const GREY: u8 = 0;
const RGB: u8 = 2;
const PALETTE: u8 = 3;
const GREY_ALPHA: u8 = 4;
const RGBA: u8 = 6;

pub fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(kind);
    crc.update(data);
    let length = u32::try_from(data.len()).expect("short").to_be_bytes();
    [&length, kind.as_slice(), data, &crc.sum().to_be_bytes()].concat()
}

/// Encodes the signature and the header.
pub fn header(width: u32, height: u32, depth: u8, colour: u8, interlaced: bool) -> Vec<u8> {
    let fields = [fourth(&[width, height]), vec![depth, colour, 0, 0, interlaced.into()]].concat();
    [SIGNATURE, &chunk(b"IHDR", &fields)].concat()
}

/// Encodes a PNG of these chunks, whose zlib stream is `data`.
pub fn png(header: &[u8], before: &[u8], data: &[u8]) -> Vec<u8> {
    [header, before, &chunk(b"IDAT", data), &chunk(b"IEND", &[])].concat()
}

/// A kind of PNG, with the drawing in its own form.
struct Kind {
    name: String,
    depth: u8,
    colour: u8,
    /// The samples of each pixel.
    pixels: Vec<Vec<u16>>,
    /// Chunks before the picture.
    before: Vec<u8>,
    meant: Meant,
}

impl Kind {
    fn encoded(&self, interlaced: bool) -> Vec<u8> {
        let (width, height) = (u32::from(SIZE.0), u32::from(SIZE.1));
        let header = header(width, height, self.depth, self.colour, interlaced);
        png(&header, &self.before, &zlib(&self.rows(interlaced)))
    }

    /// Returns the rows of the picture, or of its seven parts, each after a byte that means no filter.
    fn rows(&self, interlaced: bool) -> Vec<u8> {
        const WHOLE: [[usize; 4]; 1] = [[0, 0, 1, 1]];
        // The first column and row of each part, and its steps.
        const PARTS: [[usize; 4]; 7] =
            [[0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [0, 1, 1, 2]];
        let parts = if interlaced { PARTS.as_slice() } else { &WHOLE };
        let mut bytes = Vec::new();
        for &[left, top, right, down] in parts {
            for row in self.pixels.chunks(SIZE.0.into()).skip(top).step_by(down) {
                let samples: Vec<u16> = row.iter().skip(left).step_by(right).flatten().copied().collect();
                if !samples.is_empty() {
                    bytes.push(0);
                    bytes.extend(packed(&samples, self.depth));
                }
            }
        }
        bytes
    }
}

/// Packs samples of `depth` bits, the first in the highest bits.
pub fn packed(samples: &[u16], depth: u8) -> Vec<u8> {
    if depth == 16 {
        return samples.iter().flat_map(|sample| sample.to_be_bytes()).collect();
    }
    let byte = |samples: &[u16]| {
        let places = (0..8 / depth).rev().map(|place| place * depth);
        samples
            .iter()
            .zip(places)
            .fold(0, |byte, (&sample, place)| byte | u8::try_from(sample).expect("a sample of 8 bits at most") << place)
    };
    samples.chunks(usize::from(8 / depth)).map(byte).collect()
}

/// Returns 16 bits that round to these 8.
fn deep(level: u8) -> u16 {
    (u16::from(level) * 257).saturating_add(100)
}

/// Returns the level of a pixel of the drawing in grey of `depth` bits.
fn grey(index: u8, depth: u8) -> u16 {
    match depth {
        1 => u16::from(index) & 1,
        2 => u16::from(index),
        4 => u16::from(index) * 5,
        8 => u16::from(index) * 80,
        _ => deep(index * 80),
    }
}

/// Returns the same level as shown.
fn seen(index: u8, depth: u8) -> u8 {
    match depth {
        1 => (index & 1) * 255,
        2 | 4 => index * 85,
        _ => index * 80,
    }
}

fn kinds() -> Vec<Kind> {
    let mut kinds = Vec::new();
    for depth in [1, 2, 4, 8] {
        kinds.extend([palette(depth, false), palette(depth, true)]);
    }
    for depth in [1, 2, 4, 8, 16] {
        kinds.extend([grey_kind(depth, false), grey_kind(depth, true)]);
    }
    for depth in [8, 16] {
        kinds.extend([rgb(depth, false), rgb(depth, true), with_alpha(depth, GREY_ALPHA), with_alpha(depth, RGBA)]);
    }
    kinds
}

/// Colours by number. 1 bit gives two colours: one for the drawing's first and third, the other for its second and
/// fourth.
fn palette(depth: u8, has_clear: bool) -> Kind {
    let index = |n: u8| if depth == 1 { n & 1 } else { n };
    let count = if depth == 1 { 2 } else { 4 };
    let colours: Vec<u8> = COLOURS[..count].iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect();
    let alpha = if has_clear { chunk(b"tRNS", &[0]) } else { Vec::new() };
    let all = if has_clear { COLOURS } else { COLOURS.map(|[r, g, b, _]| [r, g, b, 255]) };
    Kind {
        name: format!("palette of {depth} bits{}", if has_clear { " with a clear colour" } else { "" }),
        depth,
        colour: PALETTE,
        pixels: drawing().iter().map(|&n| vec![index(n).into()]).collect(),
        before: [chunk(b"PLTE", &colours), alpha].concat(),
        meant: colored(drawing().iter().map(|&n| all[usize::from(index(n))]).collect(), has_clear),
    }
}

fn grey_kind(depth: u8, has_clear: bool) -> Kind {
    let alpha = |n: u8| if has_clear && grey(n, depth) == grey(0, depth) { 0 } else { 255 };
    let pixel = |&n: &u8| [seen(n, depth), seen(n, depth), seen(n, depth), alpha(n)];
    Kind {
        name: format!("grey of {depth} bits{}", if has_clear { " with a clear level" } else { "" }),
        depth,
        colour: GREY,
        pixels: drawing().iter().map(|&n| vec![grey(n, depth)]).collect(),
        before: if has_clear { chunk(b"tRNS", &grey(0, depth).to_be_bytes()) } else { Vec::new() },
        meant: colored(drawing().iter().map(pixel).collect(), has_clear),
    }
}

fn rgb(depth: u8, has_clear: bool) -> Kind {
    let sample = |level: u8| if depth == 16 { deep(level) } else { level.into() };
    let [r, g, b, _] = COLOURS[0].map(sample);
    Kind {
        name: format!("RGB of {depth} bits{}", if has_clear { " with a clear colour" } else { "" }),
        depth,
        colour: RGB,
        pixels: opaque().pixels.iter().map(|[r, g, b, _]| [*r, *g, *b].map(sample).to_vec()).collect(),
        before: if has_clear { chunk(b"tRNS", &[r, g, b].map(u16::to_be_bytes).concat()) } else { Vec::new() },
        meant: if has_clear { clear() } else { opaque() },
    }
}

fn with_alpha(depth: u8, colour: u8) -> Kind {
    let sample = |level: u8| if depth == 16 { deep(level) } else { level.into() };
    // In grey, all channels equal the red one.
    let of_kind = |[r, g, b, a]: &[u8; 4]| if colour == RGBA { [*r, *g, *b, *a] } else { [*r, *r, *r, *a] };
    let samples = |pixel: &[u8; 4]| if colour == RGBA { pixel.to_vec() } else { vec![pixel[0], pixel[3]] };
    Kind {
        name: format!("{} of {depth} bits", if colour == RGBA { "RGBA" } else { "grey and alpha" }),
        depth,
        colour,
        pixels: clear().pixels.iter().map(|pixel| samples(pixel).into_iter().map(sample).collect()).collect(),
        before: Vec::new(),
        meant: colored(clear().pixels.iter().map(of_kind).collect(), true),
    }
}

/// Encodes the drawing in RGBA, with `before` in front of its picture.
fn with(before: &[u8]) -> Vec<u8> {
    Kind { before: before.to_vec(), ..with_alpha(8, RGBA) }.encoded(false)
}

/// A still PNG, to be damaged.
pub fn still() -> Vec<u8> {
    palette(4, true).encoded(true)
}

fn fourth(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|n| n.to_be_bytes()).collect()
}

/// Encodes the control chunk of a frame: its number in the file, size and position, then 1/10 s, disposal and blending.
fn frame_control(number: u32, [width, height, x, y]: [u32; 4], disposal: u8, blend: u8) -> Vec<u8> {
    chunk(b"fcTL", &[fourth(&[number, width, height, x, y]), vec![0, 1, 0, 10, disposal, blend]].concat())
}

fn animation_control(frames: u32) -> Vec<u8> {
    chunk(b"acTL", &fourth(&[frames, 0]))
}

fn rows_of(meant: &Meant) -> Vec<u8> {
    let row = usize::try_from(4 * meant.width).expect("small");
    rgba(meant).chunks(row).flat_map(|row| [&[0], row].concat()).collect()
}

/// Encodes an animation of RGBA that claims to have `declared` frames: the drawing, which need not be one of the frames,
/// then a single yellow pixel in its lower right corner.
fn apng(declared: u32, is_apart: bool) -> Vec<u8> {
    let (width, height) = (u32::from(SIZE.0), u32::from(SIZE.1));
    let first = if is_apart { Vec::new() } else { frame_control(0, [width, height, 0, 0], 0, 0) };
    let number = u32::from(!is_apart);
    let pixel = [number + 1].map(u32::to_be_bytes).concat();
    [
        header(width, height, 8, RGBA, false),
        animation_control(declared),
        first,
        chunk(b"IDAT", &zlib(&rows_of(&clear()))),
        frame_control(number, [1, 1, width - 1, height - 1], 0, 0),
        chunk(b"fdAT", &[pixel, zlib(&[&[0], COLOURS[3].as_slice()].concat())].concat()),
        chunk(b"IEND", &[]),
    ]
    .concat()
}

/// An animated PNG, to be damaged.
pub fn animated() -> Vec<u8> {
    apng(2, false)
}

/// Returns the only frame of [`apng`] if the drawing is not a frame.
fn corner() -> Meant {
    let mut pixels = vec![[0; 4]; drawing().len()];
    pixels[drawing().len() - 1] = COLOURS[3];
    colored(pixels, true)
}

fn whole_files() -> Vec<Hostile> {
    let kinds = kinds().into_iter().flat_map(|kind| {
        [false, true].map(|interlaced| {
            let name = format!("{}{}.png", kind.name, if interlaced { ", interlaced" } else { "" });
            whole(name, kind.encoded(interlaced), kind.meant.clone())
        })
    });
    // The clear value is the one that the lower bits give.
    let above = [1, 2, 4, 8].map(|depth| {
        let clear = chunk(b"tRNS", &(0x5500 & (u16::MAX << depth) | grey(0, depth)).to_be_bytes());
        let kind = Kind { before: clear, ..grey_kind(depth, true) };
        whole(format!("{} above its bits.png", kind.name), kind.encoded(false), kind.meant)
    });
    let [r, g, b, _] = COLOURS[0].map(|level| u16::from(level) | 0x5500);
    let clear_rgb = Kind { before: chunk(b"tRNS", &[r, g, b].map(u16::to_be_bytes).concat()), ..rgb(8, true) };
    let mut files: Vec<_> = kinds.chain(above).collect();
    files.push(whole("RGB with a clear colour above its bits.png", clear_rgb.encoded(false), clear_rgb.meant));
    let drawing = |name: &str, bytes| whole(name, bytes, clear());
    files.extend([
        drawing("PNG without an extension", with(&[])),
        drawing("PNG called.jpg", with(&[])),
        drawing("PNG called.tga", with(&[])),
        drawing("PNG to be turned by its EXIF.png", with(&chunk(b"eXIf", &turned_by_exif()))),
        drawing("PNG with a gamma.png", with(&chunk(b"gAMA", &[0, 1, 0x86, 0xA0]))),
        drawing("PNG with an unknown chunk.png", with(&chunk(b"quIz", b"what is it?"))),
        drawing("PNG with bytes behind its end.png", [with(&[]), b"more".repeat(1_000)].concat()),
        whole("APNG of two frames.png", apng(2, false), Meant { frames: 2, ..clear() }),
        whole("APNG whose picture stands apart.png", apng(1, true), corner()),
    ]);
    files
}

/// Encodes a keyword and compressed zeros after it, in this kind of chunk.
fn compressed_text(kind: &[u8; 4], mebibytes: usize) -> Vec<u8> {
    let head: &[u8] = match kind {
        b"iTXt" => b"Comment\0\x01\0\0\0",
        b"iCCP" => b"profile\0\0",
        _ => b"Comment\0\0",
    };
    chunk(kind, &[head, &zeros(mebibytes)].concat())
}

/// Encodes a PNG of a single pixel of 1 bit, with `before` in front of its picture.
fn pixel_behind(before: &[u8]) -> Vec<u8> {
    png(&header(1, 1, 1, GREY, false), before, &zlib(&[0, 0x80]))
}

/// Returns the picture of [`pixel_behind`].
fn white_pixel() -> Meant {
    Meant { width: 1, ..colored(vec![[255; 4]], false) }
}

/// 32 MiB of zeros are 16,384 rows of 16,384 pixels of 1 bit, but for the byte before each row.
fn sixteen_thousand_squared() -> Vec<u8> {
    png(&header(16_384, 16_384, 1, GREY, false), &[], &zeros(33))
}

fn bombs() -> Vec<Hostile> {
    let bare = |width, height| png(&header(width, height, 8, RGBA, false), &[], &[]);
    let too_many = "67,108,864; --max-pixels raises it";
    let too_long = "the limit for a side is 16,384; --max-side raises it";
    vec![
        refused("PNG bomb of 16,384 squared.png", sixteen_thousand_squared(), too_many),
        refused("PNG of 2^31 - 1 columns.png", bare(0x7FFF_FFFF, 1), too_long),
        refused("PNG of 2^31 - 1 squared.png", bare(0x7FFF_FFFF, 0x7FFF_FFFF), too_long),
        refused("PNG of 2^32 - 1 squared.png", bare(u32::MAX, u32::MAX), too_long),
        refused("PNG of no columns.png", bare(0, 3), "PNG"),
        refused("PNG of no rows.png", bare(3, 0), "PNG"),
        refused("APNG of 2,000 frames of 2,048 squared.png", many_frames(2_000, 2_048), "--max-pixels raises it"),
        refused("APNG of 2^31 - 1 frames.png", many_frames(0x7FFF_FFFF, 4), "--max-pixels raises it"),
        refused("APNG of 70,000 frames.png", many_frames(70_000, 1), "at most 65,536 are read"),
        whole("APNG of no frames.png", apng(0, false), clear()),
        refused("APNG of fewer frames than it says.png", apng(3, false), "APNG"),
        file("APNG of more frames than it says.png", apng(1, false), Expected::Either),
        whole("PNG with a text bomb.png", pixel_behind(&compressed_text(b"zTXt", 2_000)), white_pixel()),
        whole("PNG with a Unicode text bomb.png", pixel_behind(&compressed_text(b"iTXt", 2_000)), white_pixel()),
        file("PNG with a colour profile bomb.png", pixel_behind(&compressed_text(b"iCCP", 2_000)), Expected::Either),
        whole("PNG with 100,000 texts.png", pixel_behind(&chunk(b"tEXt", b"a\0b").repeat(100_000)), white_pixel()),
        file("PNG with 4 GiB behind its pixel.png", behind_its_pixel(), Expected::Either),
        whole("PNG of 100,000 empty parts.png", in_parts(100_000), white_pixel()),
        refused("PNG whose palette has a byte too many.png", odd_palette(), "its decoder failed"),
        refused("PNG without a palette.png", png(&header(1, 1, 8, PALETTE, false), &[], &zlib(&[0, 0])), "PNG"),
        refused(
            "PNG whose picture is missing.png",
            [header(1, 1, 8, GREY, false), chunk(b"IEND", &[])].concat(),
            "PNG",
        ),
        refused("PNG whose chunk is of 2 GiB.png", endless_chunk(), "PNG image that is cut short"),
        refused("PNG of fewer rows than it says.png", png(&header(4, 4, 8, GREY, false), &[], &zlib(&[0; 9])), "PNG"),
        refused("PNG of 3 bits.png", png(&header(1, 1, 3, GREY, false), &[], &zlib(&[0, 0])), "PNG"),
    ]
}

/// Encodes an animation that claims many frames, and stops after its first one.
fn many_frames(frames: u32, side: u32) -> Vec<u8> {
    let control = [animation_control(frames), frame_control(0, [side, side, 0, 0], 0, 0)].concat();
    png(&header(side, side, 1, GREY, false), &control, &zeros(1))
}

/// Encodes a pixel that is the first of some 4 GiB.
fn behind_its_pixel() -> Vec<u8> {
    png(&header(1, 1, 1, GREY, false), &[], &zeros(4_096))
}

fn in_parts(parts: usize) -> Vec<u8> {
    let nothing = chunk(b"IDAT", &[]).repeat(parts);
    [header(1, 1, 1, GREY, false), nothing, chunk(b"IDAT", &zlib(&[0, 0x80])), chunk(b"IEND", &[])].concat()
}

fn odd_palette() -> Vec<u8> {
    png(&header(1, 1, 8, PALETTE, false), &chunk(b"PLTE", &[1, 2, 3, 4]), &zlib(&[0, 1]))
}

fn endless_chunk() -> Vec<u8> {
    [header(4, 4, 8, GREY, false), fourth(&[0x7FFF_FFFF]), b"IDAT".to_vec(), zlib(&[0; 20])].concat()
}

pub fn files() -> Vec<Hostile> {
    whole_files().into_iter().chain(bombs()).collect()
}
