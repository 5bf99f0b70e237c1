//! Files that are not images, or have an unsupported format.

use super::{Hostile, png, refused};

const UNKNOWN: &str = "it is not in an image format that is read here: PNG, GIF";
const TEXT: &str = "this is a text file, not an image; PNG, GIF, ";
const NO_ATLAS: &str = "it is JSON, but not an atlas";

/// The first bytes of files of other kinds.
const OTHERS: [(&str, &[u8], &str); 15] = [
    ("ICO.ico", b"\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0", "it is an image in ICO (Windows icon) format"),
    ("AVIF.avif", b"\0\0\0\x20ftypavif\0\0\0\0avifmif1", "it is an image in AVIF format"),
    ("DDS.dds", b"DDS \x7C\0\0\0\x07\x10\0\0", "it is an image in DDS format"),
    ("Farbfeld.ff", b"farbfeld\0\0\0\x01\0\0\0\x01", "it is an image in farbfeld format"),
    (
        "PSD.psd",
        b"8BPS\0\x01\0\0\0\0\0\0\0\x03\0\0\0\x01\0\0\0\x01\0\x08\0\x03",
        "it is an image in PSD (Photoshop) format",
    ),
    ("JPEG XL.jxl", b"\xFF\x0A\0\x10\xB0\x3B", "it is an image in JPEG XL format"),
    ("HEIC.heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "it is an image in HEIC format"),
    ("CUR.cur", b"\0\0\x02\0\x01\0\x10\x10\0\0\x01\0\x20\0", "it is an image in CUR (Windows cursor) format"),
    ("ZIP.png", b"PK\x03\x04\x14\0\0\0\x08\0", "it is a ZIP archive, which is not read; unpack it first"),
    ("ELF.png", b"\x7FELF\x02\x01\x01\0\0\0\0\0", UNKNOWN),
    ("RIFF without WEBP.webp", b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0", UNKNOWN),
    ("SVG.svg", b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "it is an image in SVG (vector) format"),
    ("text.png", b"Dear reader,\nthis is a letter, and nothing else.\n", TEXT),
    ("text.tga", b"Dear reader,\nthis is a letter, and nothing else.\n", TEXT),
    ("letters BM.bmp", b"BM is how this letter begins, and it has no more to do with a bitmap.", TEXT),
];

/// The signatures of supported formats, with nothing after them.
const SIGNATURES: [(&str, &[u8], &str); 9] = [
    ("signature of PNG.png", png::SIGNATURE, "PNG image that is cut short"),
    ("signature of GIF.gif", b"GIF89a", "GIF"),
    ("signature of WebP.webp", b"RIFF\0\0\0\0WEBP", "WebP"),
    ("signature of BMP.bmp", b"BM\0\0", "BMP image that is cut short"),
    ("signature of QOI.qoi", b"qoif", "QOI"),
    ("signature of TIFF.tif", b"II*\0", "TIFF image that is cut short"),
    ("signature of JPEG.jpg", b"\xFF\xD8\xFF", "JPEG image that is cut short"),
    ("signature of Aseprite.aseprite", b"\0\0\0\0\xE0\xA5", "Aseprite image that is cut short"),
    ("signature of nothing.tga", b"\0", "TGA image that is cut short"),
];

pub fn files() -> Vec<Hostile> {
    let known = OTHERS.into_iter().chain(SIGNATURES);
    let mut files: Vec<_> = known.map(|(name, bytes, why)| refused(name, bytes.to_vec(), why)).collect();
    files.extend([
        refused("empty.png", Vec::new(), "it is empty: 0 bytes"),
        refused("empty", Vec::new(), "it is empty: 0 bytes"),
        refused("one byte.png", vec![0], UNKNOWN),
        refused("zeros.png", vec![0; 100_000], UNKNOWN),
        refused("zeros.tga", vec![0; 100_000], "TGA"),
        refused("ones.png", vec![255; 100_000], UNKNOWN),
        refused("ones.tga", vec![255; 100_000], "TGA"),
        refused("braces.json", b"{}".to_vec(), NO_ATLAS),
        refused("deep.json", [b"{\"a\":".repeat(100_000), b"1".to_vec()].concat(), "it is "),
        refused("marks.md", "\u{FEFF}text behind a mark".into(), TEXT),
        refused(
            "marks.txt",
            "\u{FEFF}text behind a mark".into(),
            "it is text named .txt, which is read as a mask, and row 0 holds 't'",
        ),
    ]);
    files
}
