//! One image by one of the decoders of the `image` crate, with what they leave out.

mod bmp;
mod depth;
mod jpeg;
mod tga;
mod tiff;

use std::error::Error;
use std::io::{self, Cursor};

use ::image::{
    ColorType, DynamicImage, ExtendedColorType, ImageDecoder, ImageError, ImageFormat, ImageReader, ImageResult,
    RgbaImage,
    codecs::{bmp::BmpDecoder, tga::TgaDecoder},
    error::UnsupportedErrorKind,
    metadata::Orientation,
};

use self::depth::of_eight_bits;
pub(super) use self::depth::rounded;
use super::{Limits, Reason, progress::Watched};
use crate::geom::Size;
use crate::memory::{SMALLER_IMAGE, ask};
use crate::scene::{Picture, PictureFormat};

/// Decodes `bytes` as `format`, which people call `name`, within `limits`.
pub(super) fn decode_as(
    format: ImageFormat,
    name: PictureFormat,
    bytes: &[u8],
    limits: &Limits,
) -> Result<Picture, Reason> {
    match format {
        ImageFormat::Jpeg => jpeg::check(name, bytes)?,
        ImageFormat::Png => check_png(name, bytes, limits)?,
        ImageFormat::Tiff => {
            if let Some(samples) = tiff::decode(name, bytes, limits)? {
                let (size, rgba) = turned(samples.size, samples.rgba, samples.orientation);
                return Ok(Picture::new(size, rgba, name, samples.has_alpha));
            }
        }
        _ => {}
    }
    let rewritten = if format == ImageFormat::Bmp { bmp::with_header_of_windows(name, bytes)? } else { None };
    let refused = |error| refusal(name, error);
    let mut decoder_limits = ::image::Limits::no_limits();
    decoder_limits.max_alloc = Some(limits.header_bytes());
    let mut decoder: Box<dyn ImageDecoder> = match (format, &rewritten) {
        (ImageFormat::Tga, _) => Box::new(TgaDecoder::new(tga::described(bytes)).map_err(refused)?),
        (_, Some(bytes)) => Box::new(BmpDecoder::new(Watched::new(bytes)).map_err(refused)?),
        _ => {
            let mut reader = ImageReader::with_format(Watched::new(bytes), format);
            reader.limits(decoder_limits.clone());
            Box::new(reader.into_decoder().map_err(refused)?)
        }
    };
    let (width, height) = decoder.dimensions();
    let size = Size::new(width, height);
    if format == ImageFormat::WebP && size.is_empty() {
        // The decoder reads the longest possible side as 0.
        return Err(Reason::unsupported(name, "a side is 0 px, or 16,384 px or more"));
    }
    limits.check_image(name, size)?;
    let rewritten = rewritten.as_ref().map_or(0, Vec::len) as u64;
    decoder_limits.max_alloc = Some(limits.decoder_bytes(bytes)?.saturating_sub(rewritten));
    decoder_limits.reserve(decoder.total_bytes()).map_err(refused)?;
    decoder.set_limits(decoder_limits).map_err(refused)?;
    // The samples, and in most formats a copy of them as RGBA.
    ask(decoder.total_bytes() + 4 * size.area(), SMALLER_IMAGE, format_args!("decoding {size} px"))?;
    let orientation = match format {
        ImageFormat::Jpeg | ImageFormat::Tiff => decoder.orientation().map_err(refused)?,
        _ => Orientation::NoTransforms,
    };
    let has_channel = decoder.color_type().has_alpha();
    let rgba = match decoder.color_type() {
        ColorType::Rgba16 => samples(decoder).map(of_eight_bits),
        _ => DynamicImage::from_decoder(decoder).map(|image| image.into_rgba8().into_raw()),
    };
    let mut rgba = rgba.map_err(refused)?;
    let has_alpha = match format {
        // A GIF has no alpha channel, only a palette that may have a clear colour.
        ImageFormat::Gif => has_channel && rgba.as_chunks().0.iter().any(|[_, _, _, a]| *a < 255),
        ImageFormat::Tga if !tga::has_alpha(bytes) => {
            rgba.as_chunks_mut().0.iter_mut().for_each(|[_, _, _, alpha]| *alpha = 255);
            false
        }
        ImageFormat::Pnm if bytes.starts_with(b"P1") || bytes.starts_with(b"P4") => {
            as_mask(&mut rgba);
            true
        }
        ImageFormat::Png => {
            let info = png::Decoder::new(Cursor::new(bytes)).read_info();
            clear_level(&mut rgba, info.ok().and_then(|reader| hidden_clear_level(reader.info())));
            has_channel
        }
        _ => has_channel,
    };
    let (size, rgba) = turned(size, rgba, orientation);
    Ok(Picture::new(size, rgba, name, has_alpha))
}

/// The picture as the file says that it is to be turned or mirrored.
fn turned(size: Size, rgba: Vec<u8>, orientation: Orientation) -> (Size, Vec<u8>) {
    if orientation == Orientation::NoTransforms {
        return (size, rgba);
    }
    let image = RgbaImage::from_raw(size.width, size.height, rgba).expect("four bytes for each pixel");
    let mut image = DynamicImage::from(image);
    image.apply_orientation(orientation);
    (Size::new(image.width(), image.height()), image.into_rgba8().into_raw())
}

/// Makes what is black in a PBM, its ones, solid and white, as in masks of other formats, and the rest clear.
fn as_mask(rgba: &mut [u8]) {
    for pixel in rgba.as_chunks_mut().0 {
        *pixel = if pixel[0] == 0 { [255; 4] } else { [0; 4] };
    }
}

/// The level of 8 bits that is clear in a PNG of grey with fewer bits. Its `tRNS` chunk holds more bits than a level has: the
/// lower ones count, which its decoder does not heed.
pub(super) fn hidden_clear_level(info: &png::Info<'_>) -> Option<u8> {
    let most = match info.bit_depth {
        png::BitDepth::One => 1,
        png::BitDepth::Two => 3,
        png::BitDepth::Four => 15,
        _ => return None,
    };
    let value = info.trns.as_ref().filter(|_| info.color_type == png::ColorType::Grayscale)?.first()?;
    Some((value & most) * (u8::MAX / most))
}

/// Makes what has this `level` of grey clear.
pub(super) fn clear_level(rgba: &mut [u8], level: Option<u8>) {
    let Some(level) = level else { return };
    for [grey, _, _, alpha] in rgba.as_chunks_mut().0 {
        if *grey == level {
            *alpha = 0;
        }
    }
}

/// Refuses a PNG that is too large before its decoder makes room for a row of it.
fn check_png(name: PictureFormat, bytes: &[u8], limits: &Limits) -> Result<(), Reason> {
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

/// The meaning of a decoder's `error` for the file.
fn refusal(format: PictureFormat, error: ImageError) -> Reason {
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
