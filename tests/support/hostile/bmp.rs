//! BMP.

use super::{
    COLOURS, Expected, Hostile, Meant, SIZE, clear, colored, drawing, file, long, opaque, png::packed, refused, whole,
    word,
};

/// The storage of the pixels.
const PLAIN: usize = 0;
const RUNS_OF_8: usize = 1;
const RUNS_OF_4: usize = 2;
const BY_MASKS: usize = 3;

/// The fields of the headers.
#[derive(Clone, Copy)]
struct Fields {
    width: u32,
    /// A negative height, as stored, means rows from top to bottom.
    height: i32,
    bits: usize,
    stored: usize,
    colours: usize,
}

/// Encodes a BMP of these headers; `masks` are the bits of red, green, blue and, if there are four, alpha.
fn bmp(fields: Fields, masks: &[u32], palette: &[u8], pixels: &[u8]) -> Vec<u8> {
    // Masks for alpha need the header of version 4.
    let header_length = if masks.len() == 4 { 108 } else { 40 };
    let mut header = [long(header_length), fields.width.to_le_bytes(), fields.height.to_le_bytes()].concat();
    header.extend([word(1), word(fields.bits)].concat());
    header.extend([long(fields.stored), long(pixels.len()), [0; 4], [0; 4], long(fields.colours), [0; 4]].concat());
    header.extend(masks.iter().flat_map(|mask| mask.to_le_bytes()));
    header.resize(header_length.max(header.len()), 0);
    let start = 14 + header.len() + palette.len();
    [b"BM".as_slice(), &long(start + pixels.len()), &[0; 4], &long(start), &header, palette, pixels].concat()
}

fn sized(bits: usize, stored: usize) -> Fields {
    Fields { width: SIZE.0.into(), height: SIZE.1.into(), bits, stored, colours: 0 }
}

fn palette() -> Vec<u8> {
    COLOURS.iter().flat_map(|[r, g, b, _]| [*b, *g, *r, 0]).collect()
}

/// Encodes rows of pixels by `bytes_of`, each filled up to a multiple of four bytes, from the bottom up.
fn rows(bytes_of: impl Fn(&[[u8; 4]]) -> Vec<u8>, meant: &Meant) -> Vec<u8> {
    let mut rows: Vec<_> = meant.pixels.chunks(SIZE.0.into()).map(bytes_of).collect();
    rows.iter_mut().for_each(|row| row.resize(row.len().next_multiple_of(4), 0));
    rows.reverse();
    rows.concat()
}

/// The drawing by the numbers of its colours; with 1 bit there are only two.
fn indexed(depth: u8) -> Hostile {
    let index = |n: u8| if depth == 1 { n & 1 } else { n };
    let mut rows: Vec<Vec<u8>> = drawing()
        .chunks(SIZE.0.into())
        .map(|row| packed(&row.iter().map(|&n| index(n).into()).collect::<Vec<_>>(), depth))
        .collect();
    rows.iter_mut().for_each(|row| row.resize(row.len().next_multiple_of(4), 0));
    rows.reverse();
    let colours = if depth == 1 { 2 } else { 4 };
    let fields = Fields { colours, ..sized(depth.into(), PLAIN) };
    let solid = COLOURS.map(|[r, g, b, _]| [r, g, b, 255]);
    let meant = colored(drawing().iter().map(|&n| solid[usize::from(index(n))]).collect(), false);
    whole(format!("BMP of {depth} bits.bmp"), bmp(fields, &[], &palette()[..4 * colours], &rows.concat()), meant)
}

fn blue_first(row: &[[u8; 4]]) -> Vec<u8> {
    row.iter().flat_map(|[r, g, b, _]| [*b, *g, *r]).collect()
}

fn with_alpha(row: &[[u8; 4]]) -> Vec<u8> {
    row.iter().flat_map(|[r, g, b, a]| [*b, *g, *r, *a]).collect()
}

/// Encodes five bits of each colour.
fn sixteen(row: &[[u8; 4]]) -> Vec<u8> {
    let five = |level: u8| u16::from(level >> 3);
    row.iter().flat_map(|[r, g, b, _]| (five(*r) << 10 | five(*g) << 5 | five(*b)).to_le_bytes()).collect()
}

/// Encodes five, six and five bits.
fn five_six_five(row: &[[u8; 4]]) -> Vec<u8> {
    row.iter()
        .flat_map(|[r, g, b, _]| {
            (u16::from(*r >> 3) << 11 | u16::from(*g >> 2) << 5 | u16::from(*b >> 3)).to_le_bytes()
        })
        .collect()
}

/// Encodes each pixel as a run of one, an end after each row, and one after the last.
fn runs(depth: u8) -> Vec<u8> {
    let mut rows: Vec<Vec<u8>> = drawing()
        .chunks(SIZE.0.into())
        .map(|row| {
            [row.iter().flat_map(|&n| [1, if depth == 4 { n << 4 | n } else { n }]).collect(), vec![0, 0]].concat()
        })
        .collect();
    rows.reverse();
    [rows.concat(), vec![0, 1]].concat()
}

const ALPHA_MASKS: [u32; 4] = [0x00FF_0000, 0x0000_FF00, 0x0000_00FF, 0xFF00_0000];

/// A BMP with alpha, to be damaged.
pub fn still() -> Vec<u8> {
    bmp(sized(32, BY_MASKS), &ALPHA_MASKS, &[], &rows(with_alpha, &clear()))
}

/// Encodes a BMP with a header of OS/2 of this length: the two of 1.x have sizes of 16 bits and colours of three bytes.
fn os2(length: usize, bits: usize, stored: usize, palette: &[u8], pixels: &[u8]) -> Vec<u8> {
    let [width, height] = [usize::from(SIZE.0), usize::from(SIZE.1)];
    let mut header = long(length).to_vec();
    if length == 12 {
        header.extend([word(width), word(height), word(1), word(bits)].concat());
    } else {
        header.extend([long(width), long(height)].concat());
        header.extend([word(1), word(bits)].concat());
        header.extend([long(stored), long(pixels.len()), [0; 4], [0; 4], long(palette.len() / 4)].concat());
        // The fields that only OS/2 has are not zero.
        header.resize(64.max(header.len()), 7);
    }
    header.truncate(length);
    let start = 14 + header.len() + palette.len();
    [b"BM".as_slice(), &long(start + pixels.len()), &[0; 4], &long(start), &header, palette, pixels].concat()
}

fn of_os2() -> Vec<Hostile> {
    let mut numbers: Vec<Vec<u8>> = drawing().chunks(SIZE.0.into()).map(<[u8]>::to_vec).collect();
    numbers.iter_mut().for_each(|row| row.resize(row.len().next_multiple_of(4), 0));
    numbers.reverse();
    let (numbers, rgb) = (numbers.concat(), rows(blue_first, &opaque()));
    // Without a count, the palette is full.
    let all = |bytes: usize| {
        let mut colours: Vec<u8> = palette().chunks(4).flat_map(|color| color[..bytes].to_vec()).collect();
        colours.resize(256 * bytes, 0);
        colours
    };
    let unread = "of a kind that is not read here: OS/2";
    vec![
        whole("BMP of OS 2, 1.x, 24 bits.bmp", os2(12, 24, PLAIN, &[], &rgb), opaque()),
        whole("BMP of OS 2, 1.x, 8 bits.bmp", os2(12, 8, PLAIN, &all(3), &numbers), opaque()),
        whole("BMP of OS 2, 2.x, 24 bits.bmp", os2(64, 24, PLAIN, &[], &rgb), opaque()),
        whole("BMP of OS 2, 2.x, 8 bits.bmp", os2(64, 8, PLAIN, &palette(), &numbers), opaque()),
        whole("BMP of OS 2, 2.x, in runs.bmp", os2(64, 8, RUNS_OF_8, &palette(), &runs(8)), opaque()),
        whole("BMP of OS 2, 2.x, short header, 24 bits.bmp", os2(16, 24, PLAIN, &[], &rgb), opaque()),
        whole("BMP of OS 2, 2.x, short header, 8 bits.bmp", os2(16, 8, PLAIN, &all(4), &numbers), opaque()),
        refused("BMP of OS 2, Huffman.bmp", os2(64, 1, 3, &palette()[..8], &[9; 40]), unread),
        refused("BMP of OS 2, runs of 24 bits.bmp", os2(64, 24, 4, &[], &[9; 40]), unread),
        refused("BMP of OS 2, only its header.bmp", os2(64, 24, PLAIN, &[], &[])[..60].to_vec(), "BMP"),
        refused("BMP of OS 2, cut short.bmp", os2(64, 24, PLAIN, &[], &rgb[..99]), "BMP"),
    ]
}

fn whole_files() -> Vec<Hostile> {
    let top_down = Fields { height: -i32::from(SIZE.1), ..sized(24, PLAIN) };
    let mut from_top = opaque();
    from_top.pixels = from_top.pixels.chunks(SIZE.0.into()).rev().flatten().copied().collect();
    let with_palette = |stored, bits: u8| {
        let fields = Fields { colours: 4, ..sized(bits.into(), stored) };
        bmp(fields, &[], &palette(), &runs(bits))
    };
    let nearly = Meant { tolerance: 8, ..opaque() };
    let mut files: Vec<_> = [1, 4, 8].map(indexed).into();
    files.extend([
        whole("BMP of 16 bits.bmp", bmp(sized(16, PLAIN), &[], &[], &rows(sixteen, &opaque())), nearly.clone()),
        whole(
            "BMP of 16 bits by masks.bmp",
            bmp(sized(16, BY_MASKS), &[0xF800, 0x07E0, 0x001F], &[], &rows(five_six_five, &opaque())),
            nearly,
        ),
        whole("BMP of 24 bits.bmp", bmp(sized(24, PLAIN), &[], &[], &rows(blue_first, &opaque())), opaque()),
        whole("BMP from top to bottom.bmp", bmp(top_down, &[], &[], &rows(blue_first, &from_top)), opaque()),
        whole(
            "BMP of 32 bits without alpha.bmp",
            bmp(
                sized(32, PLAIN),
                &[],
                &[],
                &rows(
                    with_alpha,
                    &Meant { pixels: opaque().pixels.iter().map(|[r, g, b, _]| [*r, *g, *b, 0]).collect(), ..opaque() },
                ),
            ),
            opaque(),
        ),
        whole("BMP of 32 bits with alpha.bmp", still(), clear()),
        whole("BMP of 8 bits in runs.bmp", with_palette(RUNS_OF_8, 8), opaque()),
        whole("BMP of 4 bits in runs.bmp", with_palette(RUNS_OF_4, 4), opaque()),
        whole("BMP without an extension", still(), clear()),
    ]);
    files
}

fn bombs() -> Vec<Hostile> {
    let bare = |width, height, bits, stored| bmp(Fields { width, height, bits, stored, colours: 0 }, &[], &[], &[0; 8]);
    let runs = |width, height| Fields { width, height, bits: 8, stored: RUNS_OF_8, colours: 4 };
    vec![
        refused("BMP of 2^31 - 1 squared.bmp", bare(0x7FFF_FFFF, 0x7FFF_FFFF, 24, PLAIN), "BMP"),
        refused("BMP of 2^31 columns.bmp", bare(0x8000_0000, 1, 24, PLAIN), "BMP"),
        refused("BMP of -2^31 rows.bmp", bare(1, i32::MIN, 24, PLAIN), "BMP"),
        refused("BMP of 20,000 columns.bmp", bare(20_000, 1, 24, PLAIN), "--max-side raises it"),
        refused(
            "BMP of 16,384 squared.bmp",
            bmp(runs(16_384, 16_384), &[], &palette(), &[0, 1]),
            "--max-pixels raises it",
        ),
        refused("BMP of 8,192 squared without its pixels.bmp", bare(8_192, 8_192, 32, PLAIN), "BMP"),
        refused("BMP of no columns.bmp", bare(0, 4, 24, PLAIN), "BMP"),
        refused("BMP of no rows.bmp", bare(4, 0, 24, PLAIN), "BMP"),
        refused("BMP of 3 bits.bmp", bare(4, 4, 3, PLAIN), "BMP"),
        refused(
            "BMP with 2^32 - 1 colours.bmp",
            bmp(Fields { colours: 0xFFFF_FFFF, ..sized(8, PLAIN) }, &[], &palette(), &[]),
            "BMP",
        ),
        file("BMP of long rows in no runs.bmp", bmp(runs(16_384, 64), &[], &palette(), &[0, 1]), Expected::Either),
        refused("BMP that is only its first header.bmp", b"BM\x40\0\0\0\0\0\0\0\x36\0\0\0".to_vec(), "BMP"),
    ]
}

pub fn files() -> Vec<Hostile> {
    whole_files().into_iter().chain(of_os2()).chain(bombs()).collect()
}
