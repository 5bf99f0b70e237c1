//! Properties of any bytes read as a file. The fuzz targets and `tests/seeds.rs` check the same properties.

#![allow(dead_code, reason = "each fuzz target uses one of them")]

pub mod atlas;
pub mod copy;
pub mod image;
pub mod keys;
pub mod link;
pub mod log;
pub mod path;
pub mod scene;
pub mod script;

mod panics;

use std::path::{Path, PathBuf};

use maskscope::files::{FileError, Limits, shown};
use maskscope_core::scene::{Frames, Picture};
use maskscope_core::words::printable;

/// Limits small enough to decode any image quickly, and large enough for everything in `samples/`.
const LIMITS: Limits = Limits { max_side: 1_024, max_pixels: 1 << 19, max_bytes: 1 << 20 };

/// Returns the supposed folder of scenes and atlases, so that they can name the sprites there.
fn samples() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = if here.ends_with("fuzz") { here.parent().expect("the crate") } else { here };
    root.join("samples")
}

/// Asserts that the error of a file of `bytes` names the file, gives a reason, and prints as one line.
pub fn explained(error: &FileError, bytes: &[u8]) {
    let message = error.to_string();
    let reason = message.strip_prefix(&format!("{}: ", shown(&error.path)));
    assert!(reason.is_some_and(|reason| !reason.trim().is_empty()), "no name or no reason: {message:?}");
    assert!(!message.contains(char::is_control), "more than a line of text: {message:?}");
    in_plain_words(&message, bytes);
}

/// Asserts that `message` reveals no internals of the program: no type, no escape of quoted text, no position in the
/// manner of parsers. Quoted parts of `bytes` may look like any of them.
fn in_plain_words(message: &str, bytes: &[u8]) {
    // A message prints them on one line, and without unprintable letters.
    let text = String::from_utf8_lossy(bytes);
    let parts: Vec<String> = text.split_whitespace().map(|word| word.replace(is_unprintable, "")).collect();
    let line = parts.join(" ");
    let is_quoted =
        |part: &str| line.contains(part) || bytes.windows(part.len()).any(|window| window == part.as_bytes());
    let words = || message.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    const TYPES: [&str; 12] =
        ["u8", "u16", "u32", "u64", "usize", "i32", "i64", "f64", "struct", "enum", "serde", "FrameFile"];
    let technical = words().find(|word| TYPES.contains(word) && !is_quoted(word));
    assert!(technical.is_none(), "{technical:?} in {message}");
    let parts = [
        "untagged",
        " { type: ",
        "invalid type: ",
        "invalid value: ",
        "invalid length ",
        " at line ",
        "line 1 column",
        "EOF",
        "unknown field `",
        "unknown variant `",
        "missing field `",
        "duplicate field `",
        "expected one of",
        "any variant",
        "Invalid symbol",
        "syntax error",
        "ill-formed",
        "\\\\",
        "\\\"",
    ];
    // The file's own backslash can stand before an escaped letter.
    let is_own = |part: &str| part.starts_with('\\') && is_quoted("\\");
    let part = parts.iter().find(|part| message.contains(**part) && !is_quoted(part) && !is_own(part));
    assert!(part.is_none(), "{part:?} in {message}");
}

/// True if `printable` replaces it.
fn is_unprintable(letter: char) -> bool {
    printable(letter.encode_utf8(&mut [0; 4])) != letter.to_string()
}

/// Asserts that a picture is whole and within the limits.
fn whole(picture: &Picture) {
    let size = picture.size();
    assert!(!size.is_empty() && size.width.max(size.height) <= LIMITS.max_side && size.area() <= LIMITS.max_pixels);
    assert_eq!(picture.rgba().len() as u64, 4 * size.area());
    assert!(picture.has_alpha || picture.rgba().as_chunks().0.iter().all(|[_, _, _, alpha]| *alpha == 255));
}

/// Asserts that frames are whole, that together they are within the limits, and that their tags name existing frames.
fn all_whole(frames: &Frames) {
    let all = frames.all();
    all.iter().for_each(|frame| whole(&frame.picture));
    let pixels: u64 = all.iter().map(|frame| frame.picture.size().area()).sum();
    assert!(pixels <= LIMITS.max_pixels && all.len() <= Frames::MOST);
    assert!(frames.tags.iter().all(|tag| !tag.frames.is_empty() && tag.frames.end <= all.len()));
}
