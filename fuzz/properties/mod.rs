//! What holds for any bytes that are read as a file: the fuzz targets and `tests/seeds.rs` ask the same.

#![allow(dead_code, reason = "each target asks for one of them")]

pub mod atlas;
pub mod image;
pub mod keys;
pub mod path;
pub mod scene;

mod panics;

use std::path::{Path, PathBuf};

use maskscope::{
    files::{FileError, Limits, shown},
    scene::{Frames, Picture},
};

/// So little that any image is decoded in a moment, and enough for each of `samples/`.
const LIMITS: Limits = Limits { max_side: 1_024, max_pixels: 1 << 19, max_bytes: 1 << 20 };

/// The folder that files are read from as if they lay there, so that they can name the sprites in it.
fn samples() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = if here.ends_with("fuzz") { here.parent().expect("the crate") } else { here };
    root.join("samples")
}

/// An error names its file, gives a reason, and prints as one line.
fn explained(error: &FileError) {
    let message = error.to_string();
    let reason = message.strip_prefix(&format!("{}: ", shown(&error.path)));
    assert!(reason.is_some_and(|reason| !reason.trim().is_empty()), "no name or no reason: {message:?}");
    assert!(!message.contains(char::is_control), "more than a line of text: {message:?}");
}

/// A picture is whole and within the limits.
fn whole(picture: &Picture) {
    let size = picture.size();
    assert!(!size.is_empty() && size.width.max(size.height) <= LIMITS.max_side && size.area() <= LIMITS.max_pixels);
    assert_eq!(picture.rgba().len() as u64, 4 * size.area());
    assert!(picture.has_alpha || picture.rgba().as_chunks().0.iter().all(|[_, _, _, alpha]| *alpha == 255));
}

/// Frames are whole, within the limits together, and their tags name frames that there are.
fn all_whole(frames: &Frames) {
    let all = frames.all();
    all.iter().for_each(|frame| whole(&frame.picture));
    let pixels: u64 = all.iter().map(|frame| frame.picture.size().area()).sum();
    assert!(pixels <= LIMITS.max_pixels && all.len() <= Frames::MOST);
    assert!(frames.tags.iter().all(|tag| !tag.frames.is_empty() && tag.frames.end <= all.len()));
}
