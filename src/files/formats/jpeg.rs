//! JPEG, and its markers. Decoders fill the missing part of a file that is cut short with grey, which would count as picture.
//!
//! ```text
//! FF D8 · FF E1 [length, data] · FF DA [length, data] scan … FF 00 … FF D3 … · FF D9
//! start   a segment              a scan's header      its data: stuffed, restart   end
//! ```

use ::image::ImageFormat;

use super::format::Format;
use super::still::Still;
use crate::files::Reason;
use maskscope_core::scene::PictureFormat;

const PICTURE: PictureFormat = PictureFormat::Jpeg;

/// JPEG.
pub(super) const FORMAT: Format = Format {
    name: "JPEG",
    endings: &["jpg", "jpeg"],
    known: |bytes, _| bytes.starts_with(b"\xFF\xD8\xFF").then_some(PICTURE),
    read: |bytes, limits, _| {
        check(bytes)?;
        Ok(Still::decode_turned(PICTURE, ImageFormat::Jpeg, bytes, limits)?.into())
    },
    kinds: "; read are baseline and progressive",
    bare: |_| None,
};

/// The most scans that are read; common files have up to 13, and each takes as long as the whole picture.
const MOST_SCANS: usize = 100;

/// Refuses a JPEG whose segments and scans do not lead to the end marker, and kinds of JPEG that are not decoded.
///
/// An end marker inside a segment, such as a thumbnail's, does not count.
fn check(mut bytes: &[u8]) -> Result<(), Reason> {
    let unsupported = |kind| Err(Reason::unsupported(PICTURE, kind));
    // In a scan, FF is followed by a stuffed zero or by the number of a restart.
    let is_marker = |pair: &[u8]| pair[0] == 0xFF && !matches!(pair[1], 0x00 | 0x01 | 0xFF | 0xD0..=0xD7);
    let mut scans = 0;
    while let Some(at) = bytes.windows(2).position(is_marker) {
        let behind = &bytes[at + 2..];
        let length = || behind.first_chunk().map(|length| u16::from_be_bytes(*length).into());
        let skipped = match bytes[at + 1] {
            0xC3 => return unsupported("lossless"),
            0xC5..=0xC7 => return unsupported("hierarchical"),
            0xC9..=0xCB | 0xCD..=0xCF => return unsupported("arithmetic coding"),
            0xD8 => Some(0),
            0xD9 if scans > 0 => return Ok(()),
            0xDA if scans == MOST_SCANS => return unsupported("it has more scans than a picture needs"),
            marker => {
                scans += usize::from(marker == 0xDA);
                length()
            }
        };
        bytes = skipped.and_then(|skipped: usize| behind.get(skipped..)).unwrap_or_default();
    }
    Err(Reason::CutShort(PICTURE))
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
        assert!(check(&WHOLE).is_ok());
        for length in 0..WHOLE.len() {
            let answer = check(&WHOLE[..length]);
            assert!(matches!(answer, Err(Reason::CutShort(PICTURE))), "the first {length} bytes");
        }
    }

    #[test]
    fn bytes_behind_the_end_do_not_matter() {
        assert!(check(&[WHOLE.as_slice(), b"more"].concat()).is_ok());
    }
}
