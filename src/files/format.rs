//! Image formats, recognised by their content.

use std::path::Path;

use ::image::ImageFormat;

use super::mask_text::{MaskText, starts_with_text};
use super::{Reason, unread::unread};
use crate::scene::PictureFormat;

/// Format of an image, and what decodes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// An Aseprite file.
    Aseprite,
    /// A mask as text.
    Mask(MaskText),
    /// A format that a decoder of the `image` crate reads.
    Image(ImageFormat, PictureFormat),
}

impl Format {
    /// The format of `bytes` by their content; only of a TGA, which has no signature, and of damaged text by the extension of `name`.
    pub(super) fn of(bytes: &[u8], name: &Path) -> Result<Self, Reason> {
        if bytes.is_empty() {
            return Err(Reason::Empty);
        }
        if is_aseprite(bytes) {
            return Ok(Self::Aseprite);
        }
        Self::read_by(bytes, name).map_err(|reason| unread(bytes).unwrap_or(reason))
    }

    fn read_by(bytes: &[u8], name: &Path) -> Result<Self, Reason> {
        let guessed = ::image::guess_format(bytes).ok();
        let guessed = guessed.filter(|format| *format != ImageFormat::Pnm || pnm_format(bytes).is_some());
        match guessed.and_then(|format| Self::read_here(format, bytes)) {
            // The signature of BMP is only the letters BM.
            Some(Self::Image(ImageFormat::Bmp, _)) | None if starts_with_text(bytes) => {
                MaskText::of(bytes, name).map(Self::Mask).ok_or(Reason::Text)
            }
            Some(known) => Ok(known),
            None if name.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("tga")) => {
                Ok(Self::Image(ImageFormat::Tga, PictureFormat::Tga))
            }
            None => Err(Reason::UnknownFormat),
        }
    }

    /// The format of its pictures.
    pub(super) const fn of_picture(self) -> PictureFormat {
        match self {
            Self::Aseprite => PictureFormat::Aseprite,
            Self::Mask(how) => how.of_picture(),
            Self::Image(_, format) => format,
        }
    }

    /// The format; `None` for one that is not read here.
    fn read_here(image: ImageFormat, bytes: &[u8]) -> Option<Self> {
        let format = match image {
            ImageFormat::Png => PictureFormat::Png,
            ImageFormat::Gif => PictureFormat::Gif,
            ImageFormat::WebP => PictureFormat::WebP,
            ImageFormat::Bmp => PictureFormat::Bmp,
            ImageFormat::Qoi => PictureFormat::Qoi,
            ImageFormat::Tiff => PictureFormat::Tiff,
            ImageFormat::Jpeg => PictureFormat::Jpeg,
            ImageFormat::Tga => PictureFormat::Tga,
            ImageFormat::Pnm => pnm_format(bytes)?,
            _ => return None,
        };
        Some(Self::Image(image, format))
    }
}

/// True for the number A5E0 behind the length of the file, and F1FA behind the length of the first frame, as far as the
/// bytes reach. The first number alone could stand in an image of another format.
fn is_aseprite(bytes: &[u8]) -> bool {
    let (file, frame) = (0xA5E0_u16.to_le_bytes(), 0xF1FA_u16.to_le_bytes());
    bytes.get(4..6) == Some(&file) && bytes.get(132..134).is_none_or(|number| number == frame)
}

/// The format of the PNM `bytes`. The letter and the digit alone could begin a word.
fn pnm_format(bytes: &[u8]) -> Option<PictureFormat> {
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
