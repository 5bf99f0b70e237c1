//! Image formats, recognised by their content.

use std::path::Path;

use ::image::ImageFormat;

use super::mask_text::{MaskText, starts_with_text};
use super::{Reason, aseprite};

/// Format of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// An Aseprite file.
    Aseprite,
    /// A mask as text.
    Mask(MaskText),
    /// A format that a decoder of the `image` crate reads, with its usual name.
    Image(ImageFormat, &'static str),
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
        let guessed = ::image::guess_format(bytes).ok();
        let guessed = guessed.filter(|format| *format != ImageFormat::Pnm || pnm_name(bytes).is_some());
        match guessed.and_then(|format| Self::read_here(format, bytes)) {
            // The signature of BMP is only the letters BM.
            Some(Self::Image(ImageFormat::Bmp, _)) | None if starts_with_text(bytes) => {
                MaskText::of(bytes, name).map(Self::Mask).ok_or(Reason::Text)
            }
            Some(known) => Ok(known),
            None if name.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("tga")) => {
                Ok(Self::Image(ImageFormat::Tga, "TGA"))
            }
            None => Err(guessed.map_or(Reason::UnknownFormat, |format| Reason::UnreadFormat(format!("{format:?}")))),
        }
    }

    /// Its usual name.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Aseprite => aseprite::FORMAT,
            Self::Mask(how) => how.name(),
            Self::Image(_, name) => name,
        }
    }

    /// The format with its name; `None` for one that is not read here.
    fn read_here(image: ImageFormat, bytes: &[u8]) -> Option<Self> {
        let name = match image {
            ImageFormat::Png => "PNG",
            ImageFormat::Gif => "GIF",
            ImageFormat::WebP => "WebP",
            ImageFormat::Bmp => "BMP",
            ImageFormat::Qoi => "QOI",
            ImageFormat::Tiff => "TIFF",
            ImageFormat::Jpeg => "JPEG",
            ImageFormat::Tga => "TGA",
            ImageFormat::Pnm => pnm_name(bytes)?,
            _ => return None,
        };
        Some(Self::Image(image, name))
    }
}

/// True for the number A5E0 behind the length of the file, and F1FA behind the length of the first frame, as far as the
/// bytes reach. The first number alone could stand in an image of another format.
fn is_aseprite(bytes: &[u8]) -> bool {
    let (file, frame) = (0xA5E0_u16.to_le_bytes(), 0xF1FA_u16.to_le_bytes());
    bytes.get(4..6) == Some(&file) && bytes.get(132..134).is_none_or(|number| number == frame)
}

/// The usual name of the PNM `bytes`. The letter and the digit alone could begin a word.
fn pnm_name(bytes: &[u8]) -> Option<&'static str> {
    let [b'P', kind, behind, ..] = bytes else { return None };
    let name = match kind {
        b'1' | b'4' => "PBM",
        b'2' | b'5' => "PGM",
        b'3' | b'6' => "PPM",
        b'7' => "PAM",
        _ => return None,
    };
    (behind.is_ascii_whitespace() || *behind == b'#').then_some(name)
}
