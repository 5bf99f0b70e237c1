//! Large pieces of memory: asked for before they are taken, and refused in words where too little is left.
//!
//! Limits on images keep most things below 64 MiB, which are taken without asking.

use std::{fmt, hint::black_box};

use thiserror::Error;

use crate::words::thousands;

/// Less memory is left than something takes.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{what} takes {} bytes of memory, more than is left; {advice}", thousands(*bytes))]
pub struct OutOfMemory {
    /// Subject that needs the memory.
    pub what: String,
    /// Its bytes.
    pub bytes: u64,
    /// Advice for using less, as a phrase.
    pub advice: &'static str,
}

/// The advice for images.
pub const SMALLER_IMAGE: &str = "a smaller image takes less";

/// Less than this is there without asking.
const LARGE: u64 = 64 << 20;

/// Asks for `bytes` for `what`, to be taken next; `advice` says what takes less.
///
/// # Errors
/// If less is left.
pub fn ask(bytes: u64, advice: &'static str, what: fmt::Arguments<'_>) -> Result<(), OutOfMemory> {
    // Observed from outside, so that the compiler keeps it.
    let is_left = |length| black_box(&mut Vec::<u8>::new()).try_reserve_exact(length).is_ok();
    let is_left = bytes < LARGE || usize::try_from(bytes).is_ok_and(is_left);
    if is_left { Ok(()) } else { Err(OutOfMemory { what: what.to_string(), bytes, advice }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_much_is_refused_in_words_and_the_rest_is_not() {
        let asked = |bytes| ask(bytes, SMALLER_IMAGE, format_args!("a mask of {}", 7));
        assert_eq!([0, 1, LARGE - 1, LARGE].map(asked), [const { Ok(()) }; 4]);
        for bytes in [1 << 60, u64::MAX] {
            let refused = asked(bytes).expect_err("nobody has as much");
            assert_eq!((refused.bytes, refused.what.as_str()), (bytes, "a mask of 7"));
        }
        assert_eq!(
            asked(1 << 60).expect_err("nobody has as much").to_string(),
            "a mask of 7 takes 1,152,921,504,606,846,976 bytes of memory, more than is left; a smaller image takes less"
        );
    }
}
