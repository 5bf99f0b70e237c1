//! The reader of the fields of a scene file.

use std::path::Path;

use crate::files::{FileError, Limits, Reason};

/// What reads the fields of sprites in the file `path`.
pub(in crate::files) struct Reader<'a> {
    /// The file, which messages name.
    pub path: &'a Path,
    /// What names of images are relative to; `None` where no file may be named.
    pub folder: Option<&'a Path>,
    /// What images may be.
    pub limits: &'a Limits,
    /// The fields from which the pixels of a sprite may come, in words.
    pub sources: &'static str,
}

impl<'a> Reader<'a> {
    /// Reads the scene in the file `path`.
    pub(in crate::files) const fn of(path: &'a Path, folder: Option<&'a Path>, limits: &'a Limits) -> Self {
        Self { path, folder, limits, sources: "image, sample and mask" }
    }

    /// An error of the file: it is no scene, and says why.
    pub(in crate::files) fn refused(&self, why: impl AsRef<str>) -> FileError {
        Reason::scene(why.as_ref()).at(self.path)
    }
}
