//! PNM: PBM, PGM, PPM and PAM.

use ::image::ImageFormat;

use super::format::Format;
use super::still::Still;
use crate::files::{Limits, Reason};
use maskscope_core::scene::{Frames, PictureFormat};

/// PNM.
pub(super) const FORMAT: Format = Format {
    name: "PNM",
    endings: &["pbm", "pgm", "ppm", "pnm", "pam"],
    known: |bytes, _| kind(bytes),
    read: |bytes, limits, _| read(bytes, limits),
    kinds: "; read are black and white, grey and RGB, with alpha or without",
    bare: |_| None,
};

/// The format of the PNM `bytes`. The letter and the digit alone could begin a word.
fn kind(bytes: &[u8]) -> Option<PictureFormat> {
    let [b'P', kind, behind, ..] = bytes else { return None };
    let format = match kind {
        b'1' | b'4' => PictureFormat::Pbm,
        b'2' | b'5' => PictureFormat::Pgm,
        b'3' | b'6' => PictureFormat::Ppm,
        b'7' => PictureFormat::Pam,
        _ => return None,
    };
    (behind.is_ascii_whitespace() || *behind == b'#').then_some(format)
}

fn read(bytes: &[u8], limits: &Limits) -> Result<Frames, Reason> {
    let picture = kind(bytes).expect("it is known by it");
    let mut still = Still::decode(picture, ImageFormat::Pnm, bytes, limits)?;
    if picture == PictureFormat::Pbm {
        // What is black, its ones, is solid and white, as in masks of other formats, and the rest clear.
        for pixel in still.rgba.as_chunks_mut().0 {
            *pixel = if pixel[0] == 0 { [255; 4] } else { [0; 4] };
        }
        still.has_alpha = true;
    }
    Ok(still.into())
}
