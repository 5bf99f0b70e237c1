//! Alpha in the header of a TGA, about which decoders differ.
//!
//! The last byte of the header counts the attribute bits of a pixel: where it says 0, there is no alpha, whatever the bytes
//! hold. The single attribute bit of a pixel of 16 bits is no alpha either: writers leave anything in it.

use std::io::{Cursor, Read};

const LENGTH: usize = 18;
/// Places in the header.
const KIND: usize = 2;
const BITS_OF_COLOUR: usize = 7;
const BITS_OF_PIXEL: usize = 16;
const DESCRIPTOR: usize = 17;

const ATTRIBUTES: u8 = 0x0F;

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
pub(super) fn has_alpha(bytes: &[u8]) -> bool {
    bytes.get(..LENGTH).is_some_and(|header| has_channel(header) && header[DESCRIPTOR] & ATTRIBUTES != 0)
}

/// `bytes` with the number of attribute bits for which pixels have room: the decoder refuses other numbers.
pub(super) fn described(bytes: &[u8]) -> impl Read {
    let (header, rest) = bytes.split_at(LENGTH.min(bytes.len()));
    let mut header = header.to_vec();
    if header.len() == LENGTH {
        let attributes = if has_channel(&header) { 8 } else { 0 };
        header[DESCRIPTOR] = header[DESCRIPTOR] & !ATTRIBUTES | attributes;
    }
    Cursor::new(header).chain(rest)
}
