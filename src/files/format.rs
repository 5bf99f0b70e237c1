//! Image formats, recognised by their content.

use std::path::Path;

use ::image::ImageFormat;

use super::{Reason, aseprite, mask_text::MaskText};

/// What kind of image some bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// An Aseprite file.
    Aseprite,
    /// A mask as text.
    Mask(MaskText),
    /// What one of the decoders of the `image` crate reads, with the name that people have for it.
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

    /// What people call it.
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

/// What people call the PNM `bytes`. The letter and the digit alone could begin a word.
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

/// The kinds of a format that are read, as messages list them; `None` where all are.
pub(super) fn kinds_read(format: &str) -> Option<&'static str> {
    Some(match format {
        "Aseprite" => "layers of pixels, or of tiles of 32 bits in the same file, in groups or not",
        "BMP" => "1 to 32 bits, runs of 4 and 8 bits, headers of Windows and OS/2",
        "JPEG" => "baseline and progressive",
        "PAM" => "black and white, grey and RGB, with alpha or without",
        "TGA" => "grey of 8 bits, colours and palettes of 15 to 32 bits, with alpha or without, in runs or not",
        "TIFF" => "two levels, palettes, grey, RGB and CMYK of 8 or 16 bits, with alpha or without",
        _ => return None,
    })
}

/// True when the first 32 bytes are UTF-8 without control characters, white space apart.
pub(super) fn starts_with_text(bytes: &[u8]) -> bool {
    let start = bytes.get(..32).unwrap_or(bytes);
    // Without an error length the bytes end within a character, which is where they were cut.
    let is_utf8 = std::str::from_utf8(start).map_or_else(|error| error.error_len().is_none(), |_| true);
    is_utf8 && start.iter().all(|byte| !byte.is_ascii_control() || byte.is_ascii_whitespace())
}
