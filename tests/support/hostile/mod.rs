//! A corpus of files as they occur, odd and hostile ones included: made from nothing but code, by the rules of the
//! formats, and the same every time.
//!
//! A valid file comes with its expected picture, and an invalid one with words of the sentence that refuses it. Damage
//! that no decoder needs to notice may end either way. One entry is one call of [`whole`], [`with_images`] or
//! [`refused`]; the library, `check`, `mask` and the window are tested with it. `KEEP_CORPUS=folder cargo test --test
//! hostile -- --ignored corpus_is_kept` writes the corpus to a folder, with a table of the sizes and the solid pixels.

pub mod aseprite;
pub mod aseprite_kinds;
pub mod atlas;
pub mod bmp;
pub mod damage;
pub mod gif;
pub mod jpeg;
pub mod mask;
pub mod png;
pub mod pnm;
pub mod qoi;
pub mod strange;
pub mod tga;
pub mod tiff;
pub mod webp;

use std::{fs, path::Path};

use image::{DynamicImage, ImageFormat, RgbImage, RgbaImage};

/// One file of the corpus.
pub struct Hostile {
    /// A name that no other file of the corpus has.
    pub name: String,
    pub bytes: Vec<u8>,
    /// The images that it names, such as the sheet of an atlas: names without folders, and bytes. They lie beside it.
    pub beside: Vec<(String, Vec<u8>)>,
    pub expected: Expected,
}

impl Hostile {
    /// Writes the file, and the images that it names, to `folder`.
    pub fn write(&self, folder: &Path) {
        let own = (&self.name, &self.bytes);
        for (name, bytes) in self.beside.iter().map(|(name, bytes)| (name, bytes)).chain([own]) {
            let path = folder.join(name);
            assert!(!path.exists(), "two files are called {name}");
            fs::write(path, bytes).expect("a file");
        }
    }
}

/// The expected result of reading a file.
pub enum Expected {
    /// The first frame is this picture.
    Picture(Meant),
    /// The file is refused, with these words in the sentence.
    Refusal(&'static str),
    /// The damage may not matter: the file is refused, or gives some picture.
    Either,
}

/// The picture that a file stands for.
#[derive(Clone)]
pub struct Meant {
    pub width: u32,
    /// The pixels row by row. The colour of a clear pixel does not matter.
    pub pixels: Vec<[u8; 4]>,
    pub has_alpha: bool,
    /// The tolerance of colours; alpha is always exact.
    #[allow(dead_code, reason = "not every test looks at colours")]
    pub tolerance: u8,
    pub frames: usize,
}

impl Meant {
    pub fn height(&self) -> u32 {
        u32::try_from(self.pixels.len()).expect("a small picture") / self.width
    }

    /// Returns the number of solid pixels: all of them if there is no alpha channel.
    pub fn solid(&self) -> u64 {
        self.pixels.iter().filter(|[_, _, _, alpha]| *alpha > 0 || !self.has_alpha).count() as u64
    }
}

/// The drawing in most of the files, as indices of [`COLOURS`]. Every turn and every flip changes it.
const DRAWING: [&str; 7] =
    ["01110000000", "12221000000", "12321100000", "12222110000", "01222211110", "00111222333", "00000111113"];

/// The columns and rows of the drawing: odd, so that rows end within bytes and words.
pub const SIZE: (u8, u8) = (11, 7);

/// The colours of the drawing; the first is clear, or magenta in formats without alpha.
pub const COLOURS: [[u8; 4]; 4] = [[255, 0, 255, 0], [200, 40, 10, 255], [10, 90, 250, 255], [250, 210, 40, 255]];

/// Returns the numbers of the drawing's colours, row by row.
pub fn drawing() -> Vec<u8> {
    DRAWING.iter().flat_map(|row| row.bytes()).map(|digit| digit - b'0').collect()
}

/// The drawing with its clear pixels.
pub fn clear() -> Meant {
    colored(drawing().iter().map(|&n| COLOURS[usize::from(n)]).collect(), true)
}

/// The drawing without clear pixels and without alpha.
pub fn opaque() -> Meant {
    let solid = |n: &u8| COLOURS[usize::from(*n)].first_chunk::<3>().map_or([0; 4], |[r, g, b]| [*r, *g, *b, 255]);
    colored(drawing().iter().map(solid).collect(), false)
}

/// Returns a still picture of the drawing's size.
pub fn colored(pixels: Vec<[u8; 4]>, has_alpha: bool) -> Meant {
    Meant { width: SIZE.0.into(), pixels, has_alpha, tolerance: 0, frames: 1 }
}

/// The bytes of `meant`.
pub fn rgba(meant: &Meant) -> Vec<u8> {
    meant.pixels.concat()
}

/// Encodes `meant` in a format that the `image` crate writes.
pub fn encoded(meant: &Meant, format: ImageFormat) -> Vec<u8> {
    let image = RgbaImage::from_raw(meant.width, meant.height(), rgba(meant)).expect("its pixels");
    let image = if meant.has_alpha {
        DynamicImage::from(image)
    } else {
        DynamicImage::from(RgbImage::from(DynamicImage::from(image)))
    };
    let mut bytes = std::io::Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).expect("an image in memory");
    bytes.into_inner()
}

pub fn file(name: impl Into<String>, bytes: Vec<u8>, expected: Expected) -> Hostile {
    Hostile { name: name.into(), bytes, beside: Vec::new(), expected }
}

pub fn whole(name: impl Into<String>, bytes: Vec<u8>, meant: Meant) -> Hostile {
    file(name, bytes, Expected::Picture(meant))
}

/// Returns an atlas and the images that it names; `meant` is its restored first frame, and has the number of frames.
pub fn with_images(name: &str, bytes: Vec<u8>, beside: &[(&str, Vec<u8>)], meant: Meant) -> Hostile {
    let beside = beside.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.clone())).collect();
    Hostile { beside, ..whole(name, bytes, meant) }
}

pub fn refused(name: impl Into<String>, bytes: Vec<u8>, why: &'static str) -> Hostile {
    file(name, bytes, Expected::Refusal(why))
}

/// Encodes a number in two bytes.
pub fn word(n: usize) -> [u8; 2] {
    u16::try_from(n).expect("65,535 at most").to_le_bytes()
}

/// Encodes a number in four bytes.
pub fn long(n: usize) -> [u8; 4] {
    u32::try_from(n).expect("2^32 - 1 at most").to_le_bytes()
}

/// Returns the whole corpus.
pub fn corpus() -> Vec<Hostile> {
    odd().into_iter().chain(damage::files()).collect()
}

/// Returns the corpus without the randomly damaged files.
fn odd() -> Vec<Hostile> {
    let formats = [
        png::files(),
        gif::files(),
        webp::files(),
        bmp::files(),
        tga::files(),
        qoi::files(),
        tiff::files(),
        jpeg::files(),
        pnm::files(),
        mask::files(),
        aseprite::files(),
        aseprite_kinds::files(),
        atlas::files(),
        strange::files(),
    ];
    formats.into_iter().flatten().collect()
}

/// An EXIF block whose only entry turns the picture by 90 degrees.
pub fn turned_by_exif() -> Vec<u8> {
    exif(6)
}

/// An EXIF block whose only entry is this orientation, from 1 to 8.
pub fn exif(orientation: u8) -> Vec<u8> {
    let entry = [0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0];
    [b"II*\0\x08\0\0\0\x01\0".as_slice(), &entry, &[0; 4]].concat()
}

/// Returns `meant` as it is displayed: the orientation names the sides of the stored first row and first column. TIFF
/// 6.0, tag 274, which EXIF has adopted.
pub fn oriented(meant: &Meant, orientation: u8) -> Meant {
    let (columns, rows) = (meant.width as usize, meant.height() as usize);
    let (right, bottom) = (columns - 1, rows - 1);
    // Returns the position at which the pixel at column x and row y is shown.
    let shown = |x: usize, y: usize| match orientation {
        1 => (x, y),
        2 => (right - x, y),
        3 => (right - x, bottom - y),
        4 => (x, bottom - y),
        5 => (y, x),
        6 => (bottom - y, x),
        7 => (bottom - y, right - x),
        8 => (y, right - x),
        _ => unreachable!("there are eight"),
    };
    let width = if orientation > 4 { rows } else { columns };
    let mut pixels = meant.pixels.clone();
    for (n, pixel) in meant.pixels.iter().enumerate() {
        let (x, y) = shown(n % columns, n / columns);
        pixels[y * width + x] = *pixel;
    }
    Meant { width: u32::try_from(width).expect("small"), pixels, ..meant.clone() }
}

/// Returns a zlib stream of `mebibytes` of zeros, about a thousandth of their length.
///
/// A block that ends with a full flush refers to nothing before it, and so may be repeated.
pub fn zeros(mebibytes: usize) -> Vec<u8> {
    const MEBIBYTE: usize = 1 << 20;
    let mut block = Vec::with_capacity(MEBIBYTE);
    let mut compress = flate2::Compress::new(flate2::Compression::best(), false);
    compress.compress_vec(&vec![0; MEBIBYTE], &mut block, flate2::FlushCompress::Full).expect("in memory");
    // The checksum of zeros: 1, and their count modulo 65,521.
    let sum = u32::try_from(mebibytes * MEBIBYTE % 65_521).expect("16 bits") << 16 | 1;
    [[0x78, 0xDA].as_slice(), &block.repeat(mebibytes), &[0x03, 0x00], &sum.to_be_bytes()].concat()
}

/// Returns `data` as a zlib stream.
pub fn zlib(data: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut encoder, data).expect("in memory");
    encoder.finish().expect("in memory")
}
