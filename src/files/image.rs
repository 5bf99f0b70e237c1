//! Images in, from any of the formats that sprites come in.
//!
//! - The content decides the format; only TGA, which has no signature, goes by its extension.
//! - Of an animation the first frame is read, of an animated PNG its default image.
//! - EXIF orientation is ignored everywhere: a collision is tested on the pixels as they are stored.
//! - 16-bit channels become 8-bit ones by `(value + 128) / 257`, the nearest: an alpha of up to 128 of 65,535 is 0.
//! - Colours and alpha are straight, not premultiplied; nothing is colour-managed.

use std::{
    error::Error,
    fs::{self, File},
    io::{self, Cursor, Read},
    path::Path,
};

use ::image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader};

use super::{FileError, Limits, Reason, guard::guarded, jpeg};
use crate::{geom::Size, scene::Picture};

/// Reads the image in the file `path`.
///
/// # Errors
/// Where there is no regular file, or it cannot be read, or [`decode`] refuses what is in it.
pub fn load(path: &Path, limits: &Limits) -> Result<Picture, FileError> {
    let bytes = read(path, limits).map_err(|reason| reason.at(path))?;
    decode(&bytes, path, limits)
}

/// Decodes an image that is in memory; `name` tells a TGA by its extension, and is what an error names.
///
/// # Errors
/// Where `bytes` are no image, a damaged or incomplete one, one without pixels, or one beyond `limits`, which are looked
/// at before anything is decoded.
pub fn decode(bytes: &[u8], name: &Path, limits: &Limits) -> Result<Picture, FileError> {
    decode_bytes(bytes, name, limits).map_err(|reason| reason.at(name))
}

fn decode_bytes(bytes: &[u8], name: &Path, limits: &Limits) -> Result<Picture, Reason> {
    let (format, format_name) = format_of(bytes, name)?;
    let gave_up = || Err(Reason::Damaged { format: format_name, detail: "its decoder gave up".to_owned() });
    guarded(|| decode_as(format, format_name, bytes, limits)).unwrap_or_else(gave_up)
}

/// The bytes of the regular file `path`, at most as many as `limits` allow.
pub(super) fn read(path: &Path, limits: &Limits) -> Result<Vec<u8>, Reason> {
    // Asked before opening: opening a named pipe waits for a writer.
    let metadata = fs::metadata(path).map_err(Reason::reading)?;
    if metadata.is_dir() {
        return Err(Reason::Directory);
    }
    if !metadata.is_file() {
        return Err(Reason::NotRegular);
    }
    let limit = limits.max_bytes;
    let too_many = |bytes| Reason::TooManyBytes { bytes, limit };
    if metadata.len() > limit {
        return Err(too_many(metadata.len()));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(Reason::reading)?;
    // A file that is being written may have grown since.
    let length = file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(Reason::reading)?;
    if length as u64 > limit { Err(too_many(length as u64)) } else { Ok(bytes) }
}

/// The format of `bytes`, and its name as people write it.
fn format_of(bytes: &[u8], name: &Path) -> Result<(ImageFormat, &'static str), Reason> {
    if bytes.is_empty() {
        return Err(Reason::Empty);
    }
    let guessed = ::image::guess_format(bytes).ok();
    match guessed.and_then(|format| Some((format, written(format)?))) {
        // The signature of BMP is only the letters BM.
        Some((ImageFormat::Bmp, _)) | None if starts_with_text(bytes) => Err(Reason::Text),
        Some(known) => Ok(known),
        None if name.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("tga")) => {
            Ok((ImageFormat::Tga, "TGA"))
        }
        None => Err(guessed.map_or(Reason::UnknownFormat, |format| Reason::UnreadFormat(format!("{format:?}")))),
    }
}

/// The format as people write it; `None` for one that is not read here.
const fn written(format: ImageFormat) -> Option<&'static str> {
    Some(match format {
        ImageFormat::Png => "PNG",
        ImageFormat::Gif => "GIF",
        ImageFormat::WebP => "WebP",
        ImageFormat::Bmp => "BMP",
        ImageFormat::Qoi => "QOI",
        ImageFormat::Tiff => "TIFF",
        ImageFormat::Jpeg => "JPEG",
        ImageFormat::Tga => "TGA",
        _ => return None,
    })
}

/// True when the first 32 bytes are UTF-8 without control characters, white space apart.
fn starts_with_text(bytes: &[u8]) -> bool {
    let start = bytes.get(..32).unwrap_or(bytes);
    // Without an error length the bytes end within a character, which is where they were cut.
    let is_utf8 = std::str::from_utf8(start).map_or_else(|error| error.error_len().is_none(), |_| true);
    is_utf8 && start.iter().all(|byte| !byte.is_ascii_control() || byte.is_ascii_whitespace())
}

/// Decodes `bytes` as `format`, within `limits`.
fn decode_as(format: ImageFormat, format_name: &'static str, bytes: &[u8], limits: &Limits) -> Result<Picture, Reason> {
    if format == ImageFormat::Jpeg && !jpeg::is_whole(bytes) {
        return Err(Reason::CutShort(format_name));
    }
    let refused = |error| refusal(format_name, error);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut decoder_limits = ::image::Limits::no_limits();
    decoder_limits.max_alloc = Some(limits.decoder_bytes());
    reader.limits(decoder_limits.clone());
    let mut decoder = reader.into_decoder().map_err(refused)?;
    let (width, height) = decoder.dimensions();
    let size = Size::new(width, height);
    if size.is_empty() {
        return Err(Reason::NoPixels { format: format_name, size });
    }
    limits.check(size)?;
    decoder_limits.reserve(decoder.total_bytes()).map_err(refused)?;
    decoder.set_limits(decoder_limits).map_err(refused)?;
    let has_channel = decoder.color_type().has_alpha();
    let rgba = DynamicImage::from_decoder(decoder).map_err(refused)?.into_rgba8().into_raw();
    // A GIF has no alpha channel, only a palette that may have a clear colour.
    let has_alpha =
        has_channel && (format != ImageFormat::Gif || rgba.as_chunks().0.iter().any(|[_, _, _, a]| *a < 255));
    Ok(Picture::new(size, rgba, format_name, has_alpha))
}

/// What a decoder's `error` means for the file.
fn refusal(format: &'static str, error: ImageError) -> Reason {
    let detail = match error {
        ImageError::Limits(_) => return Reason::TooMuchMemory,
        ImageError::IoError(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Reason::CutShort(format),
        ImageError::Decoding(error) => error.source().map_or_else(|| error.to_string(), ToString::to_string),
        error => error.to_string(),
    };
    let detail: Vec<String> = detail.split_whitespace().map(|word| word.replace(char::is_control, "")).collect();
    Reason::Damaged { format, detail: detail.join(" ") }
}
