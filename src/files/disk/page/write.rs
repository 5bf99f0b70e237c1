//! Files that a page writes: they are whole at once, and handed over to be downloaded or kept.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{names::tagged, page, seen};
use crate::files::{FileError, Reason};

/// Writes `bytes` as the whole content of `path`.
///
/// # Errors
/// None here; elsewhere, where the disk does not let it.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    seen::check(path).map_err(|reason| reason.at(path))?;
    page::write(path, bytes.into());
    seen::written(path);
    Ok(())
}

/// As [`write_whole`], for content that is made while it is written.
///
/// # Errors
/// If `content` fails: nothing is written then.
pub fn write_whole_with(
    path: &Path,
    mut content: impl FnMut(&mut dyn Write) -> io::Result<()>,
) -> Result<(), FileError> {
    let mut bytes = Vec::new();
    content(&mut bytes).map_err(|error| Reason::writing(error).at(path))?;
    write_whole(path, &bytes)
}

/// Writes each of `files` as [`write_whole`] does.
///
/// # Errors
/// As [`write_whole`].
pub fn write_series(files: &[(PathBuf, Vec<u8>)]) -> Result<(), FileError> {
    files.iter().try_for_each(|(path, bytes)| write_whole(path, bytes))
}

/// Gives the file `path`, which cannot be used as it is, another name. Answers its new path.
///
/// # Errors
/// None here; elsewhere, where the system does not let it be renamed.
pub fn set_aside(path: &Path) -> Result<PathBuf, FileError> {
    let aside = tagged(path, "-damaged");
    page::rename(path, &aside);
    Ok(aside)
}

/// There are no folders to be made.
#[expect(clippy::unnecessary_wraps, reason = "on a disk it may fail")]
pub(crate) const fn make_folder(_: &Path) -> Result<(), FileError> {
    Ok(())
}

/// Removes the file `path`.
///
/// # Errors
/// None here; elsewhere, where the system does not let it be removed.
pub fn remove(path: &Path) -> Result<(), FileError> {
    page::remove(path);
    Ok(())
}

/// Any path can be written to.
///
/// # Errors
/// None here; elsewhere, where [`write_whole`] would refuse the target.
pub const fn check_target(_: &Path) -> Result<(), FileError> {
    Ok(())
}

/// A page never ends at once.
pub const fn stop_writing() {}
