//! Levels of 16 bits as levels of 8.

/// Samples of 16 bits as ones of 8, in place: the largest images do not fit into memory twice.
pub(super) fn of_eight_bits(mut samples: Vec<u8>) -> Vec<u8> {
    let count = samples.len() / 2;
    for n in 0..count {
        samples[n] = rounded(u16::from_ne_bytes([samples[2 * n], samples[2 * n + 1]]));
    }
    samples.truncate(count);
    samples.shrink_to_fit();
    samples
}

/// The nearest level of 8 bits.
pub(in crate::files) fn rounded(deep: u16) -> u8 {
    u8::try_from((u32::from(deep) + 128) / 257).expect("65,535 gives 255")
}
