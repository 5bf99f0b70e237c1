//! One copy: a folder that one window at a time holds.

use std::path::{Path, PathBuf};

use super::disk::{Lock, folders};
use super::mark::CopyMark;
use crate::files::{FileError, KEPT_RECORD, Limits, Reason, is_file, read_kept, remove_kept, write_kept};
use crate::session::Document;

/// A copy that this window holds. Dropping it lets others have it.
pub struct Copy {
    pub folder: PathBuf,
    lock: Lock,
}

impl Copy {
    /// Makes a copy in the folder `copies`, in which nothing is written yet.
    pub fn new(copies: &Path) -> Result<Self, FileError> {
        let (folder, lock) = Lock::new(copies).map_err(|error| Reason::Write(error).at(copies))?;
        Ok(Self { folder, lock })
    }

    /// Takes the copy in `folder`; `None` if another window holds it, or it does not exist.
    pub fn take(folder: &Path) -> Option<Self> {
        // Another window may have just deleted it.
        let lock = is_copy(folder).then(|| Lock::take(folder)).flatten().filter(|_| is_copy(folder))?;
        Some(Self { folder: folder.to_owned(), lock })
    }

    /// Takes all copies in the folder `copies` that no other window holds.
    pub fn all_free(copies: &Path) -> Vec<(CopyMark, Self)> {
        let free = folders(copies).into_iter().filter_map(|folder| Self::take(&folder));
        free.map(|copy| (CopyMark::read(&copy.folder), copy)).collect()
    }

    /// Writes what is to be kept.
    pub fn write(&self, kept: &Document) -> Result<(), FileError> {
        // A crash in between hides no unsaved work.
        if kept.is_unsaved() && is_copy(&self.folder) {
            CopyMark::of(kept).write(&self.folder)?;
            write_kept(kept, &self.folder)
        } else {
            write_kept(kept, &self.folder)?;
            CopyMark::of(kept).write(&self.folder)
        }
    }

    /// Lets others have it, with what is `kept` in it, as the newest of all copies. If nothing could be written, it goes.
    pub fn end(self, kept: &Document) {
        // Where nothing can be written now, another copy may be newer.
        let _ = if is_copy(&self.folder) { CopyMark::of(kept).write(&self.folder) } else { self.remove() };
    }

    /// Reads what was kept.
    pub fn read(&self, limits: &Limits) -> Result<Document, FileError> {
        read_kept(&self.folder, limits)
    }

    /// Deletes it. Files of others in the folder stay.
    pub fn remove(self) -> Result<(), FileError> {
        let Self { folder, lock } = self;
        remove_kept(&folder)?;
        CopyMark::remove(&folder);
        lock.remove(&folder);
        Ok(())
    }
}

/// True if a session was written into `folder`.
fn is_copy(folder: &Path) -> bool {
    is_file(&folder.join(KEPT_RECORD))
}
