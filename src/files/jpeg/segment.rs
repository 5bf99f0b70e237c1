//! The segments of a JPEG: each a marker and the data after it.

/// The markers that matter here.
pub(super) mod marker {
    /// An image whose blocks follow each other, each complete.
    pub const BASELINE: u8 = 0xC0;
    /// An image that becomes finer with each scan.
    pub const PROGRESSIVE: u8 = 0xC2;
    /// Huffman tables.
    pub const TABLES: u8 = 0xC4;
    /// Begins an image; it has no length.
    pub const START: u8 = 0xD8;
    /// Ends it.
    pub const END: u8 = 0xD9;
    /// A scan, whose data follows the segment.
    pub const SCAN: u8 = 0xDA;
    /// How many units stand between two restart markers.
    pub const INTERVAL: u8 = 0xDD;
    /// The eight restart markers, within the data of a scan.
    pub const RESTARTS: std::ops::RangeInclusive<u8> = 0xD0..=0xD7;
}

/// A marker, what its segment holds, and all that follows it.
pub(super) struct Segment<'a> {
    pub marker: u8,
    pub data: &'a [u8],
    pub behind: &'a [u8],
}

/// The segments of `bytes`, up to one that is cut short; the data of scans is skipped.
pub(super) fn segments(mut bytes: &[u8]) -> impl Iterator<Item = Segment<'_>> {
    std::iter::from_fn(move || {
        let place = bytes.windows(2).position(|pair| pair[0] == 0xFF && is_marker(pair[1]))?;
        let marker = bytes[place + 1];
        let behind = &bytes[place + 2..];
        let length = if matches!(marker, marker::START | marker::END) { 0 } else { big_endian(behind)? };
        let (data, behind) = behind.split_at_checked(length)?;
        bytes = behind;
        Some(Segment { marker, data: data.get(2..).unwrap_or_default(), behind })
    })
}

/// False for what may follow FF within a scan: a stuffed zero, a restart marker, another FF.
fn is_marker(byte: u8) -> bool {
    !matches!(byte, 0x00 | 0x01 | 0xFF) && !marker::RESTARTS.contains(&byte)
}

/// The 16-bit number that `bytes` begin with.
pub(super) fn big_endian(bytes: &[u8]) -> Option<usize> {
    bytes.first_chunk().map(|bytes| u16::from_be_bytes(*bytes).into())
}
