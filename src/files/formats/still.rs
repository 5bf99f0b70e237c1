//! One still image by a decoder of the `image` crate, within limits.

use std::error::Error;
use std::io;

use ::image::{
    ColorType, DynamicImage, ExtendedColorType, ImageDecoder, ImageError, ImageFormat, ImageReader, ImageResult,
    RgbaImage, error::UnsupportedErrorKind, metadata::Orientation,
};

use super::depth::of_eight_bits;
use crate::files::{Limits, Reason, disk::WatchedBytes};
use maskscope_core::geom::Size;
use maskscope_core::memory::{SMALLER_IMAGE, ask};
use maskscope_core::scene::{Frames, Picture, PictureFormat};

/// A decoded image.
pub(super) struct Still {
    /// The format of its file.
    pub format: PictureFormat,
    /// Columns and rows.
    pub size: Size,
    /// Its pixels, row by row.
    pub rgba: Vec<u8>,
    /// True if it has an alpha channel.
    pub has_alpha: bool,
}

impl Still {
    /// Decodes `bytes` of `format` by the decoder `by`.
    pub(super) fn decode(
        format: PictureFormat,
        by: ImageFormat,
        bytes: &[u8],
        limits: &Limits,
    ) -> Result<Self, Reason> {
        Self::decode_by(open(format, by, bytes, limits)?, format, bytes.len(), limits)
    }

    /// Decodes by `decoder`, while the file takes `file_bytes` of memory, too.
    pub(super) fn decode_by(
        mut decoder: impl ImageDecoder,
        format: PictureFormat,
        file_bytes: usize,
        limits: &Limits,
    ) -> Result<Self, Reason> {
        let refused = |error| refusal(format, error);
        let (width, height) = decoder.dimensions();
        let size = Size::new(width, height);
        limits.check_image(format, size)?;
        let mut decoder_limits = ::image::Limits::no_limits();
        decoder_limits.max_alloc = Some(limits.decoder_bytes(file_bytes)?);
        decoder_limits.reserve(decoder.total_bytes()).map_err(refused)?;
        decoder.set_limits(decoder_limits).map_err(refused)?;
        // The samples, and in most formats a copy of them as RGBA.
        ask(decoder.total_bytes() + 4 * size.area(), SMALLER_IMAGE, format_args!("decoding {size} px"))?;
        let has_alpha = decoder.color_type().has_alpha();
        let rgba = match decoder.color_type() {
            ColorType::Rgba16 => samples(decoder).map(of_eight_bits),
            _ => DynamicImage::from_decoder(decoder).map(|image| image.into_rgba8().into_raw()),
        };
        Ok(Self { format, size, rgba: rgba.map_err(refused)?, has_alpha })
    }

    /// Decodes an image, turned and mirrored as its file says.
    pub(super) fn decode_turned(
        format: PictureFormat,
        by: ImageFormat,
        bytes: &[u8],
        limits: &Limits,
    ) -> Result<Self, Reason> {
        let mut decoder = open(format, by, bytes, limits)?;
        let orientation = decoder.orientation().map_err(|error| refusal(format, error))?;
        Ok(Self::decode_by(decoder, format, bytes.len(), limits)?.turned(orientation))
    }

    fn turned(self, orientation: Orientation) -> Self {
        if orientation == Orientation::NoTransforms {
            return self;
        }
        let image = RgbaImage::from_raw(self.size.width, self.size.height, self.rgba);
        let mut image = DynamicImage::from(image.expect("four bytes for each pixel"));
        image.apply_orientation(orientation);
        let size = Size::new(image.width(), image.height());
        Self { size, rgba: image.into_rgba8().into_raw(), ..self }
    }
}

impl From<Still> for Frames {
    fn from(still: Still) -> Self {
        Picture::new(still.size, still.rgba, still.format, still.has_alpha).into()
    }
}

/// A decoder that has read the header of `bytes`.
pub(super) fn open(
    format: PictureFormat,
    by: ImageFormat,
    bytes: &[u8],
    limits: &Limits,
) -> Result<impl ImageDecoder, Reason> {
    let mut reader = ImageReader::with_format(WatchedBytes::new(bytes), by);
    let mut decoder_limits = ::image::Limits::no_limits();
    decoder_limits.max_alloc = Some(limits.header_bytes());
    reader.limits(decoder_limits);
    reader.into_decoder().map_err(|error| refusal(format, error))
}

/// The samples as the decoder gives them.
fn samples(decoder: impl ImageDecoder) -> ImageResult<Vec<u8>> {
    let length = usize::try_from(decoder.total_bytes()).expect("within the limits");
    let mut samples = vec![0; length];
    decoder.read_image(&mut samples)?;
    Ok(samples)
}

/// The meaning of a decoder's `error` for the file.
pub(super) fn refusal(format: PictureFormat, error: ImageError) -> Reason {
    let detail = match error {
        ImageError::Limits(_) => return Reason::TooMuchMemory,
        ImageError::Unsupported(error) => {
            return match error.kind() {
                UnsupportedErrorKind::Color(ExtendedColorType::Unknown(bits)) => {
                    Reason::unsupported(format, &format!("pixels of {bits} bits"))
                }
                UnsupportedErrorKind::GenericFeature(feature) => Reason::unsupported(format, &feature),
                _ => Reason::unsupported(format, &error.to_string()),
            };
        }
        ImageError::IoError(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Reason::CutShort(format),
        ImageError::Decoding(error) => error.source().map_or_else(|| error.to_string(), ToString::to_string),
        error => error.to_string(),
    };
    Reason::damaged(format, &detail)
}
