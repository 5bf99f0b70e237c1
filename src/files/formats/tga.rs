//! TGA. About alpha in its header decoders differ.
//!
//! The last byte of the header counts the attribute bits of a pixel: where it says 0, there is no alpha, whatever the bytes
//! hold. Nor is the single attribute bit of a pixel of 16 bits alpha: writers leave anything in it.

use std::io::{Cursor, Read};

use ::image::codecs::tga::TgaDecoder;

use super::format::Format;
use super::still::{Still, refusal};
use crate::files::{Limits, Reason, reading::starts_with_text};
use maskscope_core::scene::{Frames, PictureFormat};

const PICTURE: PictureFormat = PictureFormat::Tga;

/// TGA.
pub(super) const FORMAT: Format = Format {
    name: "TGA",
    endings: &["tga"],
    known: |bytes, name| {
        let is_named = name.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("tga"));
        (is_named && !starts_with_text(bytes)).then_some(PICTURE)
    },
    read: |bytes, limits, _| read(bytes, limits),
    kinds: "; read are grey of 8 bits, colours and palettes of 15 to 32 bits, with alpha or without, in runs or not",
    bare: |_| None,
};

const LENGTH: usize = 18;
/// Places in the header.
const KIND: usize = 2;
const BITS_OF_COLOUR: usize = 7;
const BITS_OF_PIXEL: usize = 16;
const DESCRIPTOR: usize = 17;

const ATTRIBUTES: u8 = 0x0F;

fn read(bytes: &[u8], limits: &Limits) -> Result<Frames, Reason> {
    let decoder = TgaDecoder::new(described(bytes)).map_err(|error| refusal(PICTURE, error))?;
    let mut still = Still::decode_by(decoder, PICTURE, bytes.len(), limits)?;
    if !has_alpha(bytes) {
        still.rgba.as_chunks_mut().0.iter_mut().for_each(|[_, _, _, alpha]| *alpha = 255);
        still.has_alpha = false;
    }
    Ok(still.into())
}

/// True if pixels have a byte for alpha.
fn has_channel(header: &[u8]) -> bool {
    const BY_NUMBER: u8 = 1;
    const GREY: u8 = 3;
    match header[KIND] & 7 {
        BY_NUMBER => header[BITS_OF_COLOUR] == 32,
        GREY => header[BITS_OF_PIXEL] == 16,
        _ => header[BITS_OF_PIXEL] == 32,
    }
}

/// True if the alpha of the pixels of the TGA `bytes` means something.
fn has_alpha(bytes: &[u8]) -> bool {
    bytes.get(..LENGTH).is_some_and(|header| has_channel(header) && header[DESCRIPTOR] & ATTRIBUTES != 0)
}

/// `bytes` with the number of attribute bits for which pixels have room: the decoder refuses other numbers.
fn described(bytes: &[u8]) -> impl Read {
    let (header, rest) = bytes.split_at(LENGTH.min(bytes.len()));
    let mut header = header.to_vec();
    if header.len() == LENGTH {
        let attributes = if has_channel(&header) { 8 } else { 0 };
        header[DESCRIPTOR] = header[DESCRIPTOR] & !ATTRIBUTES | attributes;
    }
    Cursor::new(header).chain(rest)
}
