//! Names of files that are made of other names.

use std::path::{Path, PathBuf};

/// The path of the file of number `number` of several: the number stands right before the extension, `walk.png` gives
/// `walk3.png`.
pub fn numbered(path: &Path, number: usize) -> PathBuf {
    tagged(path, &number.to_string())
}

/// `path` with `tag` right before the extension.
pub(super) fn tagged(path: &Path, tag: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(tag);
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}
