//! What holds for any bytes read as an atlas.

use maskscope::files::decode_atlas;

use super::{LIMITS, all_whole, explained, panics::none_of_ours, samples};

/// Either `bytes` are an atlas whose frames are whole, or an error says why not.
pub fn check(bytes: &[u8]) {
    match none_of_ours(|| decode_atlas(bytes, &samples().join("any.json"), &LIMITS)) {
        Ok(frames) => all_whole(&frames),
        Err(error) => explained(&error, bytes),
    }
}
