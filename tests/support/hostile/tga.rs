//! TGA, which has no signature: its extension tells it.

use super::{COLOURS, Expected, Hostile, Meant, SIZE, clear, colored, drawing, file, opaque, refused, whole, word};

/// How pixels are stored.
const BY_NUMBER: u8 = 1;
const COLOURED: u8 = 2;
const GREY: u8 = 3;
/// Added to the above: in runs.
const IN_RUNS: u8 = 8;

/// In the last byte of the header: the first row is the topmost.
const FROM_TOP: u8 = 0x20;

fn header(stored: u8, width: usize, height: usize, bits: u8, flags: u8) -> Vec<u8> {
    let colours = if stored & 7 == BY_NUMBER { [1, 0, 0, 4, 0, 24] } else { [0; 6] };
    let mut header = vec![0, colours[0], stored];
    header.extend(&colours[1..]);
    [header, vec![0; 4], word(width).to_vec(), word(height).to_vec(), vec![bits, flags]].concat()
}

/// The drawing's size.
fn sized(stored: u8, bits: u8, flags: u8) -> Vec<u8> {
    header(stored, SIZE.0.into(), SIZE.1.into(), bits, flags)
}

/// The pixels of `meant` in the file's order, blue first, as many bytes of each as `bits` say.
fn pixels(meant: &Meant, bits: u8, from_top: bool) -> Vec<Vec<u8>> {
    let mut rows: Vec<&[[u8; 4]]> = meant.pixels.chunks(SIZE.0.into()).collect();
    if !from_top {
        rows.reverse();
    }
    let pixel = |[r, g, b, a]: &[u8; 4]| [*b, *g, *r, *a][..usize::from(bits / 8)].to_vec();
    rows.concat().iter().map(pixel).collect()
}

/// Each pixel as a run of one.
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
    whole_files().into_iter().chain(bombs()).collect()
}
