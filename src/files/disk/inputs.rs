//! The files a command has read, so that it does not write over them.

use std::path::{Path, PathBuf};
use std::{cell::RefCell, fs};

use crate::files::{FileError, Reason};

thread_local! {
    /// The files that this thread has read since it was asked to note them, and what they are whatever they are called.
    static READ: RefCell<Option<Vec<(PathBuf, FileIdentity)>>> = const { RefCell::new(None) };
}

/// Identity of a file in the system: its disk and its number there.
#[cfg(unix)]
pub type FileIdentity = (u64, u64);

/// Identity of a file in the system: its path without links and detours.
#[cfg(not(unix))]
pub type FileIdentity = PathBuf;

/// From here on, this thread notes which files it reads; it forgets those that it noted before.
pub fn note_inputs() {
    READ.set(Some(Vec::new()));
}

/// Notes that `path` is read.
pub(in crate::files) fn note(path: &Path) {
    READ.with_borrow_mut(|read| {
        if let (Some(read), Some(identity)) = (read, identity_of_file(path)) {
            read.push((path.to_owned(), identity));
        }
    });
}

/// Refuses to write `path` where this thread has noted that it read the same file, whatever it is called there.
///
/// # Errors
/// [`Reason::Input`], which names the file as it was read.
pub fn spare_inputs(path: &Path) -> Result<(), FileError> {
    let Some(output) = identity_of_file(path) else { return Ok(()) };
    READ.with_borrow(|read| match read.iter().flatten().find(|(_, input)| *input == output) {
        Some((input, _)) => Err(Reason::Input(input.clone()).at(path)),
        None => Ok(()),
    })
}

/// The file that is at `path`, if one is.
pub fn identity_of_file(path: &Path) -> Option<FileIdentity> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
    }
    #[cfg(not(unix))]
    fs::canonicalize(path).ok()
}
