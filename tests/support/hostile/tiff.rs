//! TIFF, little-endian, in one strip if nothing else is said.

use super::{
    Expected, Hostile, Meant, SIZE, clear, colored, drawing, file, long, opaque, oriented, png::packed, refused, rgba,
    whole, word, zeros, zlib,
};

/// A field: its tag, its type, its values.
#[derive(Clone)]
struct Field(usize, Type, Vec<usize>);

#[derive(Clone, Copy, PartialEq)]
enum Type {
    Short = 3,
    Long = 4,
}
use Type::{Long, Short};

const WIDTH: usize = 256;
const HEIGHT: usize = 257;
const BITS: usize = 258;
const COMPRESSION: usize = 259;
const MEANING: usize = 262;
const STRIPS: usize = 273;
const ORIENTATION: usize = 274;
const SAMPLES: usize = 277;
const ROWS_PER_STRIP: usize = 278;
const STRIP_LENGTHS: usize = 279;
const EXTRA_SAMPLES: usize = 338;

/// The meaning of a pixel's samples.
const WHITE_IS_0: usize = 0;
const BLACK_IS_0: usize = 1;
const RGB: usize = 2;
const NUMBERS: usize = 3;
const INKS: usize = 5;

const DEFLATED: usize = 8;

impl Field {
    fn bytes(&self) -> Vec<u8> {
        let of_type = |&value: &usize| if self.1 == Short { word(value).to_vec() } else { long(value).to_vec() };
        self.2.iter().flat_map(of_type).collect()
    }
}

/// Encodes a TIFF whose strip, `data`, begins at byte 8; the long values of fields follow, and then the fields.
fn tiff(mut fields: Vec<Field>, data: &[u8]) -> Vec<u8> {
    fields.sort_by_key(|field| field.0);
    let mut body = data.to_vec();
    let mut entries = Vec::new();
    for field in &fields {
        let mut value = field.bytes();
        if value.len() > 4 {
            let place = long(8 + body.len());
            body.extend(&value);
            value = place.to_vec();
        }
        value.resize(4, 0);
        entries.extend([word(field.0), word(field.1 as usize)].concat());
        entries.extend([long(field.2.len()).to_vec(), value].concat());
    }
    [b"II*\0".as_slice(), &long(8 + body.len()), &body, &word(fields.len()), &entries, &[0; 4]].concat()
}

/// Returns the fields of a picture of `width` columns and `height` rows, each pixel of samples of these `bits`.
fn fields([width, height]: [usize; 2], bits: &[usize], meaning: usize, length: usize) -> Vec<Field> {
    vec![
        Field(WIDTH, Long, vec![width]),
        Field(HEIGHT, Long, vec![height]),
        Field(BITS, Short, bits.to_vec()),
        Field(COMPRESSION, Short, vec![1]),
        Field(MEANING, Short, vec![meaning]),
        Field(STRIPS, Long, vec![8]),
        Field(SAMPLES, Short, vec![bits.len()]),
        Field(ROWS_PER_STRIP, Long, vec![height]),
        Field(STRIP_LENGTHS, Long, vec![length]),
    ]
}

/// Returns the fields with `other` added, in place of one with the same tag.
fn with(mut fields: Vec<Field>, other: Field) -> Vec<Field> {
    fields.retain(|field| field.0 != other.0);
    fields.push(other);
    fields
}

const UNASSOCIATED_ALPHA: usize = 2;

fn sides() -> [usize; 2] {
    [SIZE.0.into(), SIZE.1.into()]
}

fn plain(bits: &[usize], meaning: usize, data: &[u8]) -> Vec<u8> {
    tiff(fields(sides(), bits, meaning, data.len()), data)
}

fn with_alpha(bits: &[usize], data: &[u8]) -> Vec<Field> {
    with(fields(sides(), bits, RGB, data.len()), Field(EXTRA_SAMPLES, Short, vec![UNASSOCIATED_ALPHA]))
}

fn deep(levels: &[u8]) -> Vec<u8> {
    levels.iter().flat_map(|level| (u16::from(*level) * 257).to_le_bytes()).collect()
}

/// A TIFF with alpha, to be damaged.
pub fn still() -> Vec<u8> {
    let data = zlib(&rgba(&clear()));
    tiff(with(with_alpha(&[8; 4], &data), Field(COMPRESSION, Short, vec![DEFLATED])), &data)
}

/// The drawing in black and white; `meaning` decides which is solid.
fn two_levels(meaning: usize) -> Hostile {
    let rows: Vec<u8> = drawing()
        .chunks(SIZE.0.into())
        .flat_map(|row| packed(&row.iter().map(|&n| (n & 1).into()).collect::<Vec<_>>(), 1))
        .collect();
    let level = |n: u8| if (n & 1 == 1) == (meaning == BLACK_IS_0) { 255 } else { 0 };
    let meant = colored(drawing().iter().map(|&n| [level(n), level(n), level(n), 255]).collect(), false);
    let name = if meaning == BLACK_IS_0 { "TIFF of 1 bit.tif" } else { "TIFF of 1 bit, white is 0.tif" };
    whole(name, plain(&[1], meaning, &rows), meant)
}

fn whole_files() -> Vec<Hostile> {
    let rgb: Vec<u8> = opaque().pixels.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect();
    let grey: Vec<u8> = drawing().iter().map(|n| n * 80).collect();
    let greys = colored(grey.iter().map(|&level| [level, level, level, 255]).collect(), false);
    let inks: Vec<u8> = opaque().pixels.iter().flat_map(|[r, g, b, _]| [255 - r, 255 - g, 255 - b, 0]).collect();
    let clear_bytes = rgba(&clear());
    let oriented = (1..=8_u8).map(|n| {
        let fields = with(with_alpha(&[8; 4], &clear_bytes), Field(ORIENTATION, Short, vec![n.into()]));
        whole(format!("TIFF of orientation {n}.tif"), tiff(fields, &clear_bytes), oriented(&clear(), n))
    });
    let grey_alpha: Vec<u8> = clear().pixels.iter().flat_map(|[r, _, _, a]| [*r, *a]).collect();
    let grey_fields = fields(sides(), &[8; 2], BLACK_IS_0, grey_alpha.len());
    let grey_fields = with(grey_fields, Field(EXTRA_SAMPLES, Short, vec![UNASSOCIATED_ALPHA]));
    let mut files: Vec<_> = oriented.collect();
    files.extend([
        two_levels(BLACK_IS_0),
        two_levels(WHITE_IS_0),
        whole("TIFF, grey.tif", plain(&[8], BLACK_IS_0, &grey), greys.clone()),
        whole("TIFF, grey of 16 bits.tif", plain(&[16], BLACK_IS_0, &deep(&grey)), greys),
        whole("TIFF, RGB.tif", plain(&[8; 3], RGB, &rgb), opaque()),
        whole("TIFF, RGB of 16 bits.tif", plain(&[16; 3], RGB, &deep(&rgb)), opaque()),
        whole("TIFF, RGBA.tif", tiff(with_alpha(&[8; 4], &clear_bytes), &clear_bytes), clear()),
        whole(
            "TIFF, RGBA of 16 bits.tif",
            tiff(with_alpha(&[16; 4], &deep(&clear_bytes)), &deep(&clear_bytes)),
            clear(),
        ),
        whole("TIFF, CMYK.tif", plain(&[8; 4], INKS, &inks), Meant { tolerance: 2, ..opaque() }),
        whole("TIFF, deflated.tif", still(), clear()),
        refused("TIFF by numbers.tif", plain(&[8], NUMBERS, &drawing()), "of a kind that is not read here"),
        refused("TIFF, grey and alpha.tif", tiff(grey_fields, &grey_alpha), "of a kind that is not read here"),
        whole("TIFF called PNG.png", still(), clear()),
    ]);
    files
}

/// Encodes an RGBA TIFF that claims these columns and rows, with little data and one field changed.
fn bare(sides: [usize; 2], other: Field) -> Vec<u8> {
    let fields = with(fields(sides, &[8; 4], RGB, 16), Field(EXTRA_SAMPLES, Short, vec![UNASSOCIATED_ALPHA]));
    tiff(with(fields, other), &[0; 16])
}

/// Encodes a field that claims 2^32 - 1 values from byte 8 on.
fn endless(tag: usize) -> Vec<u8> {
    let mut bytes = bare([4, 4], Field(tag, Long, vec![8, 8, 8]));
    let entry = [word(tag), word(Long as usize), word(3), word(0)].concat();
    let place = bytes.windows(8).position(|window| window == entry).expect("the field");
    bytes[place + 4..place + 8].copy_from_slice(&[255; 4]);
    bytes
}

/// Encodes a strip of zeros that unpacks to more than the picture.
fn overfull() -> Vec<u8> {
    let data = zeros(2_000);
    tiff(with(fields([4, 4], &[8], BLACK_IS_0, data.len()), Field(COMPRESSION, Short, vec![DEFLATED])), &data)
}

fn bombs() -> Vec<Hostile> {
    let nothing = Field(ORIENTATION, Short, vec![1]);
    let sized = |sides| bare(sides, nothing.clone());
    let strips = || Field(STRIPS, Long, vec![8; 100_000]);
    vec![
        refused("TIFF of 2^32 - 1 squared.tif", sized([0xFFFF_FFFF; 2]), "--max-side raises it"),
        refused("TIFF of 20,000 columns.tif", sized([20_000, 1]), "--max-side raises it"),
        refused("TIFF of 16,384 squared.tif", sized([16_384; 2]), "--max-pixels raises it"),
        refused("TIFF of 8,192 squared without its pixels.tif", sized([8_192; 2]), "TIFF"),
        refused("TIFF of no columns.tif", sized([0, 4]), "TIFF"),
        refused("TIFF of no rows.tif", sized([4, 0]), "TIFF"),
        refused("TIFF of 2^32 - 1 strips.tif", endless(STRIPS), "--max-pixels raises"),
        refused("TIFF of 2^32 - 1 lengths.tif", endless(STRIP_LENGTHS), "--max-pixels raises"),
        file("TIFF of 100,000 strips.tif", bare([4, 4], strips()), Expected::Either),
        refused("TIFF of 65,535 samples.tif", bare([4, 4], Field(SAMPLES, Short, vec![65_535])), "TIFF"),
        refused("TIFF of 65,535 bits.tif", bare([4, 4], Field(BITS, Short, vec![65_535; 4])), "TIFF"),
        refused("TIFF of no rows in a strip.tif", bare([4, 4], Field(ROWS_PER_STRIP, Long, vec![0])), "TIFF"),
        refused("TIFF of an unknown compression.tif", bare([4, 4], Field(COMPRESSION, Short, vec![999])), "TIFF"),
        refused("TIFF with a strip at its end.tif", bare([4, 4], Field(STRIPS, Long, vec![0xFFFF_FFF0])), "TIFF"),
        file("TIFF with 2 GiB behind its pixels.tif", overfull(), Expected::Either),
        refused("TIFF whose fields are nowhere.tif", b"II*\0\xF0\xFF\xFF\xFF".to_vec(), "TIFF"),
        refused("TIFF whose fields are its header.tif", b"II*\0\0\0\0\0".to_vec(), "TIFF"),
        refused(
            "TIFF of an unknown version.tif",
            [b"II*\0".as_slice(), &long(8), &word(65_535), &[7; 100]].concat(),
            "TIFF",
        ),
    ]
}

pub fn files() -> Vec<Hostile> {
    whole_files().into_iter().chain(bombs()).collect()
}
