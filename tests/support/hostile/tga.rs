//! TGA, which has no signature, so that its extension decides.

use super::{COLOURS, Expected, Hostile, Meant, SIZE, clear, colored, drawing, file, opaque, refused, whole, word};

/// The storage of the pixels.
const BY_NUMBER: u8 = 1;
const COLOURED: u8 = 2;
const GREY: u8 = 3;
/// The bit that is added to the above for pixels in runs.
const IN_RUNS: u8 = 8;

/// The bit in the last byte of the header for a first row that is the topmost.
const FROM_TOP: u8 = 0x20;

fn header(stored: u8, width: usize, height: usize, bits: u8, flags: u8) -> Vec<u8> {
    let colours = if stored & 7 == BY_NUMBER { [1, 0, 0, 4, 0, 24] } else { [0; 6] };
    let mut header = vec![0, colours[0], stored];
    header.extend(&colours[1..]);
    [header, vec![0; 4], word(width).to_vec(), word(height).to_vec(), vec![bits, flags]].concat()
}

/// Encodes a header with the drawing's size.
fn sized(stored: u8, bits: u8, flags: u8) -> Vec<u8> {
    header(stored, SIZE.0.into(), SIZE.1.into(), bits, flags)
}

/// Returns the pixels of `meant` in the file's order, each in `bits` bits with blue first.
fn pixels(meant: &Meant, bits: u8, from_top: bool) -> Vec<Vec<u8>> {
    let mut rows: Vec<&[[u8; 4]]> = meant.pixels.chunks(SIZE.0.into()).collect();
    if !from_top {
        rows.reverse();
    }
    let pixel = |[r, g, b, a]: &[u8; 4]| [*b, *g, *r, *a][..usize::from(bits / 8)].to_vec();
    rows.concat().iter().map(pixel).collect()
}

/// Encodes each pixel as a run of one.
fn in_runs(pixels: &[Vec<u8>]) -> Vec<u8> {
    pixels.iter().flat_map(|pixel| [&[0x80], pixel.as_slice()].concat()).collect()
}

/// A TGA in runs, to be damaged.
pub fn still() -> Vec<u8> {
    [sized(COLOURED | IN_RUNS, 32, FROM_TOP | 8), in_runs(&pixels(&clear(), 32, true))].concat()
}

fn by_number() -> Vec<u8> {
    let palette: Vec<u8> = COLOURS.iter().flat_map(|[r, g, b, _]| [*b, *g, *r]).collect();
    [sized(BY_NUMBER, 8, FROM_TOP), palette, drawing()].concat()
}

fn grey() -> Hostile {
    let meant = colored(drawing().iter().map(|&n| [n * 80, n * 80, n * 80, 255]).collect(), false);
    let levels: Vec<u8> = drawing().iter().map(|n| n * 80).collect();
    whole("TGA, grey.tga", [sized(GREY, 8, FROM_TOP), levels].concat(), meant)
}

/// Encodes five bits of each colour, blue in the lowest, and an attribute bit without meaning, which is set if x is
/// odd.
fn sixteen() -> Vec<Vec<u8>> {
    let five = |level: u8| u16::from(level >> 3);
    let pixel = |(n, [r, g, b, _]): (usize, &[u8; 4])| {
        let attribute = u16::from(n % 2 == 1) << 15;
        (attribute | five(*r) << 10 | five(*g) << 5 | five(*b)).to_le_bytes().to_vec()
    };
    opaque().pixels.iter().enumerate().map(pixel).collect()
}

/// Encodes the drawing by number, with colours of these bits; `flags` is the number of attribute bits among them.
fn of_colours(bits: u8, flags: u8) -> Vec<u8> {
    let mut header = sized(BY_NUMBER, 8, FROM_TOP | flags);
    header[7] = bits;
    let five = |level: u8| u16::from(level >> 3);
    let color = |[r, g, b, a]: [u8; 4]| match bits {
        32 => vec![b, g, r, a],
        24 => vec![b, g, r],
        _ => (five(r) << 10 | five(g) << 5 | five(b)).to_le_bytes().to_vec(),
    };
    [header, COLOURS.into_iter().flat_map(color).collect(), drawing()].concat()
}

/// Returns files of all pixel sizes, with and without alpha in the header.
fn attributes() -> Vec<Hostile> {
    let nearly = Meant { tolerance: 8, ..opaque() };
    let plain = |flags: u8, pixels: &[Vec<u8>]| {
        let bits = u8::try_from(8 * pixels[0].len()).expect("32 at most");
        [sized(COLOURED, bits, FROM_TOP | flags), pixels.concat()].concat()
    };
    let runs = [sized(COLOURED | IN_RUNS, 16, FROM_TOP | 1), in_runs(&sixteen())].concat();
    let mut fifteen = plain(0, &sixteen());
    fifteen[16] = 15;
    let grey_alpha: Vec<u8> = clear().pixels.iter().flat_map(|[r, _, _, a]| [*r, *a]).collect();
    let grey = |flags: u8| [sized(GREY, 16, FROM_TOP | flags), grey_alpha.clone()].concat();
    let greys = |has_alpha: bool| {
        let alpha = |a: u8| if has_alpha { a } else { 255 };
        colored(clear().pixels.iter().map(|[r, _, _, a]| [*r, *r, *r, alpha(*a)]).collect(), has_alpha)
    };
    let mut mirrored = clear();
    mirrored.pixels.chunks_mut(SIZE.0.into()).for_each(<[_]>::reverse);
    let pixels = |meant: &Meant, bits| pixels(meant, bits, true);
    vec![
        whole("TGA of 16 bits.tga", plain(0, &sixteen()), nearly.clone()),
        whole("TGA of 16 bits with an attribute.tga", plain(1, &sixteen()), nearly.clone()),
        whole("TGA of 16 bits in runs.tga", runs, nearly.clone()),
        whole("TGA of 15 bits.tga", fifteen, nearly.clone()),
        whole("TGA of 32 bits that says no alpha.tga", plain(0, &pixels(&clear(), 32)), opaque()),
        whole("TGA of 24 bits that says alpha.tga", plain(8, &pixels(&opaque(), 24)), opaque()),
        whole("TGA from right to left.tga", plain(0x18, &pixels(&mirrored, 32)), clear()),
        whole("TGA, grey and alpha.tga", grey(8), greys(true)),
        whole("TGA, grey that says no alpha.tga", grey(0), greys(false)),
        whole("TGA by number of 16 bits.tga", of_colours(16, 1), nearly),
        whole("TGA by number of 32 bits.tga", of_colours(32, 8), clear()),
        whole("TGA by number of 32 bits that says no alpha.tga", of_colours(32, 0), opaque()),
        whole("TGA by number that says alpha.tga", of_colours(24, 8), opaque()),
    ]
}

fn whole_files() -> Vec<Hostile> {
    let plain = |bits, flags, meant: &Meant| {
        [sized(COLOURED, bits, flags), pixels(meant, bits, flags & FROM_TOP != 0).concat()].concat()
    };
    vec![
        whole("TGA of 24 bits.tga", plain(24, FROM_TOP, &opaque()), opaque()),
        whole("TGA of 24 bits from the bottom.tga", plain(24, 0, &opaque()), opaque()),
        whole("TGA of 32 bits.tga", plain(32, FROM_TOP | 8, &clear()), clear()),
        whole("TGA of 32 bits from the bottom.tga", plain(32, 8, &clear()), clear()),
        whole("TGA in runs.tga", still(), clear()),
        whole("TGA by number.tga", by_number(), opaque()),
        whole("TGA in capitals.TGA", still(), clear()),
        grey(),
        refused("TGA called PNG.png", still(), "it is not in an image format that is read here"),
        refused("TGA without an extension", still(), "it is not in an image format that is read here"),
    ]
}

fn bombs() -> Vec<Hostile> {
    let bare = |stored, width, height| [header(stored, width, height, 32, FROM_TOP), vec![0; 8]].concat();
    vec![
        refused("TGA of 65,535 squared.tga", bare(COLOURED, 65_535, 65_535), "--max-side raises it"),
        refused("TGA of 16,384 squared.tga", bare(COLOURED, 16_384, 16_384), "--max-pixels raises it"),
        refused("TGA of 8,192 squared without its pixels.tga", bare(COLOURED, 8_192, 8_192), "TGA"),
        refused("TGA in runs that stop.tga", bare(COLOURED | IN_RUNS, 8_192, 8_192), "TGA"),
        refused("TGA of no columns.tga", bare(COLOURED, 0, 5), "TGA"),
        refused("TGA of no rows.tga", bare(COLOURED, 5, 0), "TGA"),
        refused("TGA of an unknown kind.tga", bare(77, 5, 5), "TGA"),
        refused("TGA of 7 bits.tga", [header(COLOURED, 5, 5, 7, 0), vec![0; 99]].concat(), "TGA"),
        refused("TGA without a palette.tga", [header(BY_NUMBER, 5, 5, 8, 0), vec![9; 4]].concat(), "TGA"),
        file("TGA beyond its palette.tga", [sized(BY_NUMBER, 8, 0), vec![9; 12 + 77]].concat(), Expected::Either),
    ]
}

pub fn files() -> Vec<Hostile> {
    whole_files().into_iter().chain(attributes()).chain(bombs()).collect()
}
