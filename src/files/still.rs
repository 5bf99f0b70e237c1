//! One image by one of the decoders of the `image` crate.

use std::{
    error::Error,
    io::{self, Cursor},
};

use ::image::{ColorType, DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, ImageResult};

use super::{Limits, Reason, jpeg};
use crate::{geom::Size, scene::Picture};

/// Decodes `bytes` as `format`, which people call `name`, within `limits`.
pub(super) fn decode_as(
    format: ImageFormat,
    name: &'static str,
    bytes: &[u8],
    limits: &Limits,
) -> Result<Picture, Reason> {
    if format == ImageFormat::Jpeg {
        jpeg::check_segments(name, bytes)?;
    }
    if format == ImageFormat::Png {
        check_png(name, bytes, limits)?;
    }
    let refused = |error| refusal(name, error);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut decoder_limits = ::image::Limits::no_limits();
    decoder_limits.max_alloc = Some(limits.header_bytes());
    reader.limits(decoder_limits.clone());
    let mut decoder = reader.into_decoder().map_err(refused)?;
    let (width, height) = decoder.dimensions();
    let size = Size::new(width, height);
    if format == ImageFormat::WebP && size.is_empty() {
        // The decoder reads the longest possible side as 0.
        return Err(Reason::unsupported(name, "it has a side of 16,384 px, or of none"));
    }
    limits.check_image(name, size)?;
    if format == ImageFormat::Jpeg {
        jpeg::check_scans(name, bytes)?;
    }
    decoder_limits.max_alloc = Some(limits.decoder_bytes(bytes)?);
    decoder_limits.reserve(decoder.total_bytes()).map_err(refused)?;
    decoder.set_limits(decoder_limits).map_err(refused)?;
    let has_channel = decoder.color_type().has_alpha();
    let rgba = match decoder.color_type() {
        ColorType::Rgba16 => samples(decoder).map(of_eight_bits),
        _ => DynamicImage::from_decoder(decoder).map(|image| image.into_rgba8().into_raw()),
    };
    let rgba = rgba.map_err(refused)?;
    // A GIF has no alpha channel, only a palette that may have a clear colour.
    let has_alpha =
        has_channel && (format != ImageFormat::Gif || rgba.as_chunks().0.iter().any(|[_, _, _, a]| *a < 255));
    Ok(Picture::new(size, rgba, name, has_alpha))
}

/// Refuses a PNG that is too large before its decoder makes room for a row of it.
fn check_png(name: &'static str, bytes: &[u8], limits: &Limits) -> Result<(), Reason> {
    // Whatever else is wrong with the header is for the decoder to say.
    let size = png::Decoder::new(Cursor::new(bytes)).read_header_info().map(|info| Size::new(info.width, info.height));
    size.map_or(Ok(()), |size| limits.check_image(name, size))
}

/// The samples as the decoder gives them.
fn samples(decoder: impl ImageDecoder) -> ImageResult<Vec<u8>> {
    let length = usize::try_from(decoder.total_bytes()).expect("within the limits");
    let mut samples = vec![0; length];
    decoder.read_image(&mut samples)?;
    Ok(samples)
}

/// Samples of 16 bits as ones of 8, in place: the largest images do not fit into memory twice.
fn of_eight_bits(mut samples: Vec<u8>) -> Vec<u8> {
    let count = samples.len() / 2;
    for n in 0..count {
        samples[n] = rounded(u16::from_ne_bytes([samples[2 * n], samples[2 * n + 1]]));
    }
    samples.truncate(count);
    samples.shrink_to_fit();
    samples
}

/// The nearest level of 8 bits.
pub(super) fn rounded(deep: u16) -> u8 {
    u8::try_from((u32::from(deep) + 128) / 257).expect("65,535 gives 255")
}

/// What a decoder's `error` means for the file.
fn refusal(format: &'static str, error: ImageError) -> Reason {
    let detail = match error {
        ImageError::Limits(_) => return Reason::TooMuchMemory,
        ImageError::Unsupported(kind) => return Reason::unsupported(format, &kind.to_string()),
        ImageError::IoError(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Reason::CutShort(format),
        ImageError::Decoding(error) => error.source().map_or_else(|| error.to_string(), ToString::to_string),
        error => error.to_string(),
    };
    Reason::damaged(format, &detail)
}
