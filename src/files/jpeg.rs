//! Whether a JPEG is complete. Decoders fill what is missing with grey, which would then be counted as picture.

/// The marker that ends an image.
const END: u8 = 0xD9;
/// The marker that begins one; it has no length.
const START: u8 = 0xD8;

/// True when the segments and scans of `bytes` lead to the end marker.
///
/// ```text
/// FF D8 · FF E1 [length, data] · FF DA [length, data] scan … FF 00 … FF D3 … · FF D9
/// start   a segment              a scan's header      its data: stuffed, restart   end
/// ```
///
/// An end marker inside a segment, such as a thumbnail's, does not count.
pub(super) fn is_whole(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    while let Some(place) = rest.windows(2).position(|pair| pair[0] == 0xFF && is_marker(pair[1])) {
        let marker = rest[place + 1];
        rest = &rest[place + 2..];
        if marker == END {
            return true;
        }
        if marker != START {
            let Some(after) =
                rest.first_chunk().and_then(|length| rest.get(usize::from(u16::from_be_bytes(*length))..))
            else {
                return false;
            };
            rest = after;
        }
    }
    false
}

/// False for what may follow FF within a scan: a stuffed zero, a restart marker, another FF.
const fn is_marker(byte: u8) -> bool {
    !matches!(byte, 0x00 | 0x01 | 0xD0..=0xD7 | 0xFF)
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
        assert!(is_whole(&WHOLE));
        for length in 0..WHOLE.len() {
            assert!(!is_whole(&WHOLE[..length]), "the first {length} bytes");
        }
    }

    #[test]
    fn bytes_behind_the_end_do_not_matter() {
        assert!(is_whole(&[WHOLE.as_slice(), b"more"].concat()));
    }
}
