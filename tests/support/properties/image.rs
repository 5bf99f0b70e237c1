//! Properties of any bytes read as an image.

use std::path::Path;

use maskscope::files::{Reason, decode, decode_frames};
use maskscope_core::scene::PictureFormat;

use super::{LIMITS, all_whole, explained, panics::none_of_ours, whole};

/// Asserts that `bytes` are a whole image, or that an error explains why not. Every animation is an image, too.
pub fn check(bytes: &[u8]) {
    let is_unknown = as_file("image.png", bytes);
    // The name decides only if there is no signature.
    if is_unknown {
        as_file("image.tga", bytes);
    }
}

/// Reads `bytes` as a file of this name; true if they have no known format.
fn as_file(name: &str, bytes: &[u8]) -> bool {
    let name = Path::new(name);
    let picture = none_of_ours(|| decode(bytes, name, &LIMITS));
    let frames = none_of_ours(|| decode_frames(bytes, name, &LIMITS));
    let explained = |error| explained(error, bytes);
    let _ = picture.as_ref().map(whole).map_err(explained);
    let _ = frames.as_ref().map(all_whole).map_err(explained);
    if let Ok(frames) = frames {
        let picture = picture.as_ref().expect("an image, because it has frames");
        let first = &frames.first().picture;
        assert_eq!(first.size(), picture.size());
        // The default image of an animated PNG need not be one of its frames.
        assert!(
            first.format == PictureFormat::Apng || first.rgba() == picture.rgba(),
            "the first frame is not the picture"
        );
    }
    matches!(picture, Err(error) if matches!(error.reason, Reason::UnknownFormat(_) | Reason::UnreadFormat(..) | Reason::UnreadFile { .. }))
}
