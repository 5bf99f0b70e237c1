//! BMP; one with a header of OS/2 2.x with the header of Windows in its place: the decoder knows only those.
//!
//! ```text
//! file, 14 bytes     BM · length · … · where the pixels begin
//! header, 16 to 64   its length · width · height · planes · bits · how pixels are stored · … · colours · …
//! palette · pixels
//! ```
//!
//! Fields that a short header leaves out are 0. Source: "OS/2 Bitmap File Format", the structure `BITMAPINFOHEADER2`.

use ::image::codecs::bmp::BmpDecoder;

use super::format::Format;
use super::still::{Still, refusal};
use crate::files::{Limits, Reason, disk::WatchedBytes, reading::starts_with_text};
use maskscope_core::scene::{Frames, PictureFormat};

const PICTURE: PictureFormat = PictureFormat::Bmp;

/// BMP.
pub(super) const FORMAT: Format = Format {
    name: "BMP",
    endings: &["bmp"],
    // The signature is only these letters.
    known: |bytes, _| (bytes.starts_with(b"BM") && !starts_with_text(bytes)).then_some(PICTURE),
    read: |bytes, limits, _| read(bytes, limits),
    kinds: "; read are 1 to 32 bits, runs of 4 and 8 bits, headers of Windows and OS/2",
    bare: |_| None,
};

const FILE: usize = 14;
/// Of the header of Windows; all its fields mean the same in OS/2, but for how pixels are stored.
const HEADER: usize = 40;

fn read(bytes: &[u8], limits: &Limits) -> Result<Frames, Reason> {
    let rewritten = with_header_of_windows(bytes)?;
    let copied = rewritten.as_ref().map_or(0, Vec::len);
    let decoder = BmpDecoder::new(WatchedBytes::new(rewritten.as_deref().unwrap_or(bytes)));
    let decoder = decoder.map_err(|error| refusal(PICTURE, error))?;
    Ok(Still::decode_by(decoder, PICTURE, bytes.len() + copied, limits)?.into())
}

/// `bytes` with the header of Windows; `None` if they have it, or another that is not of OS/2 2.x.
fn with_header_of_windows(bytes: &[u8]) -> Result<Option<Vec<u8>>, Reason> {
    let number = |at: usize| bytes.get(at..)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes));
    let (Some(start), Some(length)) = (number(10), number(FILE)) else { return Ok(None) };
    // Those of 40, 52 and 56 bytes are of Windows.
    if !(16..=64).contains(&length) || matches!(length, 40 | 52 | 56) {
        return Ok(None);
    }
    let length = usize::try_from(length).expect("at most 64");
    let header = bytes.get(FILE..FILE + length).ok_or(Reason::CutShort(PICTURE))?;
    match header.get(16) {
        Some(3) => return Err(Reason::unsupported(PICTURE, "OS/2, packed by Huffman's codes")),
        Some(4) => return Err(Reason::unsupported(PICTURE, "OS/2, runs of 24 bits")),
        _ => {}
    }
    let mut fields = header[..length.min(HEADER)].to_vec();
    fields.resize(HEADER, 0);
    fields[..4].copy_from_slice(&40_u32.to_le_bytes());
    let moved = (u64::from(start) + HEADER as u64).saturating_sub(length as u64);
    let start = u32::try_from(moved).map_err(|_| Reason::CutShort(PICTURE))?;
    Ok(Some([&bytes[..10], &start.to_le_bytes(), &fields, &bytes[FILE + length..]].concat()))
}
