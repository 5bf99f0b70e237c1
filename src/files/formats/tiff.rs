//! TIFF. Of two kinds that the `image` crate refuses, pixels that are numbers of colours, and grey with alpha, either is read as samples without a meaning, which is given to them here: the field that says what they mean is changed
//! before the `tiff` crate sees it.

use std::io::{Cursor, ErrorKind};

use ::image::{ImageDecoder as _, ImageFormat, metadata::Orientation};
use ::tiff::{
    ColorType, TiffError,
    decoder::{Decoder, DecodingResult},
    tags::Tag,
};

use super::depth::rounded;
use super::format::Format;
use super::still::{self, Still};
use crate::files::{Limits, Reason};
use crate::geom::Size;
use crate::memory::{SMALLER_IMAGE, ask};
use crate::scene::{Frames, PictureFormat};

const PICTURE: PictureFormat = PictureFormat::Tiff;

/// TIFF.
pub(super) const FORMAT: Format = Format {
    name: "TIFF",
    endings: &["tif", "tiff"],
    known: |bytes, _| (bytes.starts_with(b"II*\0") || bytes.starts_with(b"MM\0*")).then_some(PICTURE),
    read: |bytes, limits, _| read(bytes, limits),
    kinds: "; read are two levels, palettes, grey, RGB and CMYK of 8 or 16 bits, with alpha or without",
    bare: |_| None,
};

/// Tag of the field with the meaning of a pixel's values.
const MEANING: u16 = 262;
const GREY: u8 = 1;
const NUMBERS: u8 = 3;

fn read(bytes: &[u8], limits: &Limits) -> Result<Frames, Reason> {
    if let Some(still) = decode(bytes, limits)? {
        return Ok(still.into());
    }
    let mut decoder = still::open(PICTURE, ImageFormat::Tiff, bytes, limits)?;
    let orientation = decoder.orientation().map_err(|error| still::refusal(PICTURE, error))?;
    Ok(Still::decode_by(decoder, PICTURE, bytes.len(), limits)?.turned(orientation).into())
}

/// The pixels of `bytes`, turned; `None` if it is not of these two kinds.
fn decode(bytes: &[u8], limits: &Limits) -> Result<Option<Still>, Reason> {
    let by_number = as_grey(bytes);
    let copied = by_number.as_ref().map_or(0, Vec::len);
    let Ok(mut decoder) = Decoder::new(Cursor::new(by_number.as_deref().unwrap_or(bytes))) else { return Ok(None) };
    let bits = match (decoder.colortype(), &by_number) {
        (Ok(ColorType::Gray(bits @ (1 | 2 | 4 | 8))), Some(_)) => bits,
        (Ok(ColorType::Multiband { bit_depth: 8, num_samples: 2 }), None) => 16,
        _ => return Ok(None),
    };
    let (width, height) = decoder.dimensions().map_err(refusal)?;
    let size = Size::new(width, height);
    limits.check_image(PICTURE, size)?;
    let row_bytes = (u64::from(width) * u64::from(bits)).div_ceil(8);
    let most = limits.decoder_bytes(bytes.len() + copied)?;
    let most = most.checked_sub(row_bytes * u64::from(height) + 4 * size.area()).ok_or(Reason::TooMuchMemory)?;
    let all = row_bytes * u64::from(height) + 4 * size.area();
    ask(all, SMALLER_IMAGE, format_args!("decoding {size} px"))?;
    let mut decoder_limits = ::tiff::decoder::Limits::default();
    // It limits the colours, too; each takes 32 bytes while it is read.
    decoder_limits.decoding_buffer_size = length((row_bytes * u64::from(height)).max(1 << 16));
    decoder_limits.intermediate_buffer_size = length(most);
    decoder_limits.ifd_value_size = length(most);
    let mut decoder = decoder.with_limits(decoder_limits);

    let orientation = decoder.find_tag_unsigned::<u8>(Tag::Orientation).ok().flatten();
    let orientation = orientation.and_then(Orientation::from_exif).unwrap_or(Orientation::NoTransforms);
    let colors = if by_number.is_some() { colors(&mut decoder, bits)? } else { Vec::new() };
    let DecodingResult::U8(samples) = decoder.read_image().map_err(refusal)? else { return Ok(None) };
    if (samples.len() as u64) < row_bytes * u64::from(height) {
        return Err(Reason::CutShort(PICTURE));
    }
    let rows = samples.chunks_exact(length(row_bytes)).take(length(height.into()));
    let mut rgba: Vec<[u8; 4]> = Vec::with_capacity(length(size.area()));
    if by_number.is_some() {
        rgba.extend(rows.flat_map(|row| numbers(row, bits).take(length(width.into())).map(|n| colors[n])));
    } else {
        rgba.extend(samples.as_chunks().0.iter().map(|[level, alpha]| [*level, *level, *level, *alpha]));
    }
    let still = Still { format: PICTURE, size, rgba: rgba.into_flattened(), has_alpha: by_number.is_none() };
    Ok(Some(still.turned(orientation)))
}

/// The samples of `bits` bits each in a row, the first in the highest bits.
fn numbers(row: &[u8], bits: u8) -> impl Iterator<Item = usize> {
    let places = (0..8 / bits).rev().map(move |place| place * bits);
    row.iter()
        .flat_map(move |byte| places.clone().map(move |place| usize::from(byte >> place & (u8::MAX >> (8 - bits)))))
}

/// The colours by number: all levels of red, then those of green and blue.
fn colors(decoder: &mut Decoder<Cursor<&[u8]>>, bits: u8) -> Result<Vec<[u8; 4]>, Reason> {
    let levels = decoder.get_tag_u16_vec(Tag::ColorMap).map_err(refusal)?;
    let count = 1 << bits;
    if levels.len() < 3 * count {
        return Err(Reason::damaged(PICTURE, "its palette has fewer entries than its bit depth needs"));
    }
    // Levels have 16 bits, but some writers leave them at 8.
    let has_eight = levels.iter().all(|level| *level < 256);
    let level = |n: usize| if has_eight { levels[n].to_le_bytes()[0] } else { rounded(levels[n]) };
    Ok((0..count).map(|n| [level(n), level(n + count), level(n + 2 * count), 255]).collect())
}

/// `bytes` with grey for their meaning, where it is numbers of colours.
fn as_grey(bytes: &[u8]) -> Option<Vec<u8>> {
    let is_little = bytes.starts_with(b"II");
    let word = |at: usize| {
        let word = *bytes.get(at..)?.first_chunk()?;
        Some(if is_little { u16::from_le_bytes(word) } else { u16::from_be_bytes(word) })
    };
    let long = *bytes.get(4..)?.first_chunk()?;
    let fields = usize::try_from(if is_little { u32::from_le_bytes(long) } else { u32::from_be_bytes(long) }).ok()?;
    // The number of fields, and 12 bytes of each: its tag, its type, how many values, the value.
    let field = (0..usize::from(word(fields)?)).map(|n| fields + 2 + 12 * n).find(|&at| word(at) == Some(MEANING))?;
    let low = field + 8 + usize::from(!is_little);
    (word(field + 8) == Some(NUMBERS.into())).then(|| {
        let mut grey = bytes.to_vec();
        grey[low] = GREY;
        grey
    })
}

fn length(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

/// The meaning of the decoder's `error` for the file.
fn refusal(error: TiffError) -> Reason {
    match error {
        TiffError::LimitsExceeded => Reason::TooMuchMemory,
        TiffError::UnsupportedError(kind) => Reason::unsupported(PICTURE, &kind.to_string()),
        TiffError::IoError(error) if error.kind() == ErrorKind::UnexpectedEof => Reason::CutShort(PICTURE),
        error => Reason::damaged(PICTURE, &error.to_string()),
    }
}
