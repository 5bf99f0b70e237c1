//! Files that a page holds, read whole.

use std::io::{self, Cursor};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{inputs, page};
use crate::files::{FileError, Limits, Reason};
use maskscope_core::memory;

/// A file that is read piece by piece.
pub type RegularFile = Cursor<Arc<[u8]>>;

/// The bytes of the file `path`, within `limits`.
///
/// # Errors
/// If the page holds no such file, or it is too large.
pub fn read_whole(path: &Path, limits: &Limits) -> Result<Vec<u8>, FileError> {
    read(path, limits).map_err(|reason| reason.at(path))
}

/// Reads a file as [`read_whole`] does; the error does not name it.
pub(in crate::files) fn read(path: &Path, limits: &Limits) -> Result<Vec<u8>, Reason> {
    let bytes = page::read(path).ok_or_else(|| Reason::reading(io::ErrorKind::NotFound.into()))?;
    inputs::note(path);
    let (length, limit) = (bytes.len() as u64, limits.max_bytes);
    if length > limit {
        return Err(Reason::TooManyBytes { bytes: length, limit });
    }
    memory::ask(length, "a smaller file takes less", format_args!("reading it"))?;
    Ok(bytes.to_vec())
}

/// Opens the file `path`, however large, for reading piece by piece.
///
/// # Errors
/// If the page holds no such file.
pub fn open_regular(path: &Path) -> Result<RegularFile, FileError> {
    page::read(path).map(Cursor::new).ok_or_else(|| Reason::NotFound.at(path))
}

/// True if the page holds exactly the file `path`.
pub fn is_file(path: &Path) -> bool {
    page::has(path)
}

/// False: a page has no links.
pub(in crate::files) const fn is_link(_: &Path) -> bool {
    false
}

/// `path` from the root on: a page has no other place.
#[expect(clippy::unnecessary_wraps, reason = "a system may not tell from where it is")]
pub(crate) fn absolute(path: &Path) -> Option<PathBuf> {
    Some(Path::new("/").join(path))
}

/// The files that the page holds in `folder`, by name.
pub(crate) fn names_in(folder: &Path) -> Vec<String> {
    page::names_in(folder)
}

/// Shows the bytes of the file `path` to `each`.
pub(in crate::files) fn pieces(path: &Path, mut each: impl FnMut(&[u8])) -> io::Result<()> {
    each(&page::read(path).ok_or(io::ErrorKind::NotFound)?);
    Ok(())
}
