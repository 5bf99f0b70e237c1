//! Whether a JPEG is complete. Decoders fill what is missing or cannot be read with grey, which would then be counted as
//! picture.
//!
//! ```text
//! FF D8 · FF E1 [length, data] · FF DA [length, data] scan … FF 00 … FF D3 … · FF D9
//! start   a segment              a scan's header      its data: stuffed, restart   end
//! ```
//!
//! The colours are the decoder's business. Here only the codes are read, to learn whether the scans reach the last block.

mod bits;
mod huffman;
mod scan;
mod segment;

use self::{
    scan::{CodedImage, Tables},
    segment::{big_endian, marker, segments},
};
use super::Reason;

/// Only files made to keep a decoder busy have more scans, segments or bytes of Huffman tables than this. Common files have
/// up to 13 scans.
const MOST_SCANS: usize = 100;
const MOST_SEGMENTS: usize = 10_000;
const MOST_TABLES: usize = 1 << 20;

/// Refuses a JPEG whose segments and scans do not lead to the end marker, and kinds of JPEG that are not decoded.
///
/// An end marker inside a segment, such as a thumbnail's, does not count.
pub(super) fn check_segments(name: &'static str, bytes: &[u8]) -> Result<(), Reason> {
    let unsupported = |kind| Err(Reason::unsupported(name, kind));
    let (mut scans, mut tables) = (0, 0);
    for (count, segment) in segments(bytes).enumerate() {
        match segment.marker {
            0xC3 => return unsupported("lossless"),
            0xC5..=0xC7 => return unsupported("hierarchical"),
            0xC9..=0xCB | 0xCD..=0xCF => return unsupported("arithmetic coding"),
            marker::END => return Ok(()),
            marker::SCAN => scans += 1,
            marker::TABLES => tables += segment.data.len(),
            _ => {}
        }
        if count > MOST_SEGMENTS || scans > MOST_SCANS || tables > MOST_TABLES {
            return unsupported("it has more scans, tables or other segments than a picture needs");
        }
    }
    Err(Reason::CutShort(name))
}

/// True for a JPEG whose coefficients are kept until its last scan.
pub(super) fn is_progressive(bytes: &[u8]) -> bool {
    segments(bytes).any(|segment| segment.marker == marker::PROGRESSIVE)
}

/// Refuses a JPEG whose scans lack data or hold invalid codes. Kinds that are not decoded pass.
pub(super) fn check_scans(name: &'static str, bytes: &[u8]) -> Result<(), Reason> {
    let mut frame: Option<CodedImage> = None;
    let mut tables = Tables::default();
    let damaged = |fault| Reason::damaged(name, fault);
    for segment in segments(bytes).take_while(|segment| segment.marker != marker::END) {
        match segment.marker {
            marker @ marker::BASELINE..=marker::PROGRESSIVE => {
                frame = CodedImage::parse(segment.data, marker == marker::PROGRESSIVE).map_err(damaged)?;
            }
            marker::TABLES => tables.define(segment.data).map_err(damaged)?,
            marker::INTERVAL => tables.interval = big_endian(segment.data).ok_or("a bad interval").map_err(damaged)?,
            marker::SCAN => {
                let Some(frame) = &mut frame else { return Ok(()) };
                frame.read_scan(segment.data, segment.behind, &tables).map_err(damaged)?;
            }
            _ => {}
        }
    }
    match frame {
        Some(frame) if !frame.is_complete() => Err(damaged("a channel has no scan")),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: [u8; 20] = [
        0xFF, 0xD8, 0xFF, 0xE1, 0, 4, 0xFF, 0xD9, // a segment that holds an end marker
        0xFF, 0xDA, 0, 2, 0x12, 0xFF, 0x00, 0xFF, 0xD3, 0x34, // a scan
        0xFF, 0xD9,
    ];

    #[test]
    fn only_the_last_marker_ends_it() {
        assert!(check_segments("JPEG", &WHOLE).is_ok());
        for length in 0..WHOLE.len() {
            let answer = check_segments("JPEG", &WHOLE[..length]);
            assert!(matches!(answer, Err(Reason::CutShort("JPEG"))), "the first {length} bytes");
        }
    }

    #[test]
    fn bytes_behind_the_end_do_not_matter() {
        assert!(check_segments("JPEG", &[WHOLE.as_slice(), b"more"].concat()).is_ok());
    }
}
