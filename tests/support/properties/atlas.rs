//! Properties of any bytes read as an atlas.

use maskscope::files::decode_atlas;

use super::{LIMITS, all_whole, explained, panics::none_of_ours, samples};

/// Asserts that `bytes` are an atlas whose frames are whole, or that an error explains why not.
pub fn check(bytes: &[u8]) {
    match none_of_ours(|| decode_atlas(bytes, &samples().join("ship.png.meta"), &LIMITS)) {
        Ok(frames) => all_whole(&frames),
        Err(error) => explained(&error, bytes),
    }
}
